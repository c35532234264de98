// flow.test.mjs - from a roster to groups: 30, 395 and 5,000 students, from a file and from a server.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import test, { after, before } from 'node:test';
import { gzipSync } from 'node:zlib';
import { workbook } from '../../tests/zip.mjs';
import {
    DESKTOP,
    FILE,
    PHONE,
    addWish,
    close,
    drawn,
    fresh,
    groups,
    judged,
    launch,
    load,
    makeGroups,
    open,
    roster,
    text,
} from './browser.mjs';

const LONG = process.env.FAIRCAP_LONG === '1';
const TASK_MOST = 200; // milliseconds of the main thread in one piece, while groups are made

let browser;
let page; // of the stories that need none of their own
before(async () => {
    browser = await launch();
    page = await open(browser);
});
after(async () => {
    await close(page);
    await browser.close();
});

function assertDivided(found, n, least, most) {
    const sizes = Object.values(found).map(names => names.length);
    const names = Object.values(found).flat();
    assert.equal(names.length, n);
    assert.equal(new Set(names).size, n, 'every student is in one group');
    assert.ok(
        Math.min(...sizes) >= least && Math.max(...sizes) <= most,
        `sizes ${Math.min(...sizes)} to ${Math.max(...sizes)}`,
    );
}

// Since startTracing(), in processor time, which a busy machine does not change: the longest task of the page's main thread in
// milliseconds, and all tasks of its process in seconds, the worker's too. The tracing covers all processes of the
// browser; the page's is the one that has our mark.
async function tasksOf(page) {
    await page.evaluate(() => console.timeStamp('faircap'));
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    const mark = traceEvents.find(event => event.name === 'TimeStamp' && event.args.data?.message === 'faircap');
    const tasks = traceEvents.filter(
        ({ name, pid, tdur }) => name === 'ThreadControllerImpl::RunTask' && pid === mark.pid && Number.isFinite(tdur),
    );
    const main = tasks.filter(task => task.tid === mark.tid).map(task => task.tdur);
    assert.ok(main.length > 10 && main.length < tasks.length, 'the trace has tasks of the page and of its worker');
    return { longest: Math.max(...main) / 1000, seconds: tasks.reduce((sum, task) => sum + task.tdur, 0) / 1e6 };
}

for (const [n, secondsMost, options, effort = 5] of [
    [30, 1, { viewport: PHONE }],
    [395, 5, { viewport: DESKTOP }],
    [5000, 60, { viewport: DESKTOP }, LONG ? 5 : 2],
]) {
    test(`${n} students become groups of 3 to 4, and the page stays quick`, async t => {
        const page = await open(browser, options);
        await load(page, roster(n));
        assert.match(await text(page, '.judge-text'), /^✓ ?Possible: [\d,]+ groups of (3 to )?4\.$/);
        await page.locator('.chance summary').click();
        await page.locator('[data-focus=effort]').fill(String(effort));
        await page.locator('[data-focus=effort]').blur();
        await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
        await makeGroups(page);
        const { longest, seconds } = await tasksOf(page);
        const found = await groups(page);
        assertDivided(found, n, 3, 4);
        assert.match(await text(page, '#summary'), /All rules hold in every group\./);
        assert.match(
            await text(page, '.proof'),
            /Proved: no other groups can be more than [\d.]+% better\.|No other groups are better/,
        );
        assert.ok(longest < TASK_MOST, `the longest task took ${longest} ms`);
        assert.ok(seconds < secondsMost, `${n} students took ${seconds} s`);
        t.diagnostic(`${n} students: ${seconds.toFixed(2)} s from the click to all cards, the longest task ${longest.toFixed(0)} ms`);
        await close(page);
    });
}

test('the number of groups can be chosen instead', async () => {
    await fresh(page);
    await load(page, roster(30));
    await page.fill('#size-groups', '8');
    assert.match(await judged(page), /Possible: 8 groups of 3 to 4/);
    await makeGroups(page);
    assert.equal(Object.keys(await groups(page)).length, 8);
});

test('what is impossible is said with a change that helps, and a button makes it', async () => {
    await fresh(page);
    await load(page, roster(30));
    await page.fill('#size-least', '3');
    await page.fill('#size-most', '7');
    await page.fill('#size-least', '7');
    assert.equal(await text(page, '#size-meaning'), '30 students cannot be divided into groups of 7.');
    await page.fill('#size-least', '3');
    await page.fill('#size-most', '3');
    await addWish(page, 'alone');
    assert.match(
        await judged(page),
        /A mix by gender.* and nobody alone in gender: not possible both at once in groups of 3\.$/,
    );
    assert.equal(await page.getAttribute('#make', 'aria-disabled'), 'true');
    await page.locator('.changes button').first().click();
    assert.match(await judged(page), /Possible:/);
    await makeGroups(page);
    assert.match(await text(page, '#summary'), /All rules hold/);
});

test('the example class, pasted text, TSV and a second list are read', async () => {
    await fresh(page);
    await page.click('#sample');
    await page.waitForSelector('#head-found');
    assert.match(await text(page, '#roster-found'), /Students 28/);
    await fresh(page);
    await page.click('#paste-open');
    await page.fill('#paste-text', 'name\tpoints\nAda\t3\nBen\t4\nCid\t5\n');
    await page.click('#paste-use');
    await page.waitForSelector('#head-found');
    assert.match(await text(page, '#roster-found'), /Students 3 .*tab/);
    await fresh(page);
    await load(page, 'name,email\nAda,a@school.example\nBen,b@school.example\nCid,c@school.example\n');
    await page.setInputFiles('#join-file', {
        name: 'survey.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('email,level\nb@school.example,high\na@school.example,low\nc@school.example,high\n'),
    });
    await page.waitForFunction(() => /survey\.csv/.test(document.querySelector('#roster-found').textContent));
    assert.match(await text(page, '#columns'), /level high \(2\), low \(1\)/);
});

test('a workbook of Excel and a packed file are read, and a file can be dropped', async () => {
    await fresh(page);
    const row = cells => `<row>${cells.map(cell => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
    const rows = [['name', 'points'], ...Array.from({ length: 9 }, (_, i) => [`P${i}`, String(i)])].map(row).join('');
    await page.setInputFiles('#roster-file', {
        name: 'class.xlsx',
        mimeType: '',
        buffer: workbook({ sheets: [{ name: 'Class', rows }] }),
    });
    await page.waitForFunction(() => /Students\s*9/.test(document.querySelector('#roster-found').textContent));
    await fresh(page);
    await page.setInputFiles('#roster-file', { name: 'class.csv.gz', mimeType: '', buffer: gzipSync(roster(21)) });
    await page.waitForFunction(() => /Students\s*21/.test(document.querySelector('#roster-found').textContent));
    await fresh(page);
    await page.evaluate(text => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], 'dropped.csv'));
        document
            .querySelector('#drop')
            .dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }, roster(24));
    await page.waitForFunction(() => /Students\s*24/.test(document.querySelector('#roster-found').textContent));
});

test('what was detected can be corrected', async () => {
    await fresh(page);
    await load(page, 'Ada,3\nBen,4\nCid,5\nDora,6\n');
    await page.locator('.fix summary').click();
    await page.selectOption('#fix-header', 'true');
    await page.waitForFunction(() => /Students\s*3/.test(document.querySelector('#roster-found').textContent));
    await page.selectOption('#fix-header', 'false');
    await page.waitForFunction(() => /Students\s*4/.test(document.querySelector('#roster-found').textContent));
});

test('a list that cannot be read is refused with line and column, and the page goes on', async () => {
    await fresh(page);
    await page.setInputFiles('#roster-file', {
        name: 'bad.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('name,points\nAda,3\n"Ben,4\n'),
    });
    await page.waitForSelector('#roster-errors:not([hidden])');
    assert.match(await text(page, '#roster-errors'), /line 3/i);
    await load(page, roster(12));
    assert.equal(await page.locator('#roster-errors').isHidden(), true);
});

test('from a server it is one request, and the policy lets nothing else out', async () => {
    const asked = [];
    const server = createServer((request, answer) => {
        asked.push(request.url);
        answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        answer.end(readFileSync(FILE));
    });
    await new Promise(done => server.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${server.address().port}/faircap.html`;
    const page = await open(browser, { address });
    await load(page, roster(30));
    await makeGroups(page);
    await drawn(page);
    assertDivided(await groups(page), 30, 3, 4);
    assert.deepEqual(asked, ['/faircap.html']);
    const ways = await page.evaluate(async url => {
        const fetched = await fetch(url).then(
            () => 'open',
            () => 'closed',
        );
        const image = await new Promise(done => {
            const node = new Image();
            node.onload = () => done('open');
            node.onerror = () => done('closed');
            node.src = url;
        });
        return [fetched, image];
    }, `http://127.0.0.1:${server.address().port}/out`);
    assert.deepEqual(ways, ['closed', 'closed']);
    assert.deepEqual(asked, ['/faircap.html']);
    page.faults = page.faults.filter(fault => !/\/out/.test(fault)); // our own attempts
    await close(page);
    server.close();
});
