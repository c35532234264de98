// hand.test.mjs - what a teacher does with the groups: move, swap, pin, undo, stop, add late students,
// compare, save, print and hand out.
import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import {
    addWish,
    asFile,
    close,
    downloaded,
    drawn,
    fresh,
    groupOf,
    groups,
    judged,
    launch,
    load,
    makeGroups,
    member,
    open,
    roster,
    said,
    text,
} from './browser.mjs';

let browser;
let page; // one for all stories that begin with another class
before(async () => {
    browser = await launch();
    page = await open(browser);
});
beforeEach(async () => {
    await page.emulateMedia({ media: 'screen' });
    await fresh(page);
});
after(async () => {
    await close(page);
    await browser.close();
});

async function classOf(n) {
    await load(page, roster(n));
    await makeGroups(page);
}

async function move(page, name, to) {
    await member(page, name).click();
    const option = page.locator('#move-to option', { hasText: to });
    await page.selectOption('#move-to', await option.getAttribute('value'));
    await page.click('#move');
}

test('a move is checked at once and said in words; undo and redo', async () => {
    await classOf(30);
    const start = await groups(page);
    const from = await groupOf(page, 'Student 0001');
    const to = Object.keys(start).find(title => title !== from && start[title].length === 4);
    await move(page, 'Student 0001', to);
    assert.match(
        await said(page, /Moved/),
        new RegExp(`^Moved Student 0001 to ${to}\\. .*${to} has 5 students, which the size does not allow\\.`),
    );
    assert.equal(await groupOf(page, 'Student 0001'), to);
    assert.match(await text(page, '#summary'), /rules? do(es)? not hold/);
    assert.match(await text(page, '.card.is-broken'), /has 5 students/);
    assert.equal(
        await page.evaluate(() => document.activeElement.textContent),
        'Student 0001',
        'the focus stays with the student',
    );
    await page.click('#undo');
    assert.match(await said(page, /Undone/), /Undone: Moved Student 0001.*All rules hold\./);
    assert.deepEqual(await groups(page), start);
    await page.click('#redo');
    await said(page, /Done again/);
    assert.equal(await groupOf(page, 'Student 0001'), to);
    await page.keyboard.press('Control+z');
    await said(page, /Undone/);
    assert.deepEqual(await groups(page), start);
    assert.match(await text(page, '.proof'), /Proved|No other groups/);
});

test('two students are swapped, and both groups keep their size', async () => {
    await classOf(30);
    const [one, other] = [await groupOf(page, 'Student 0002'), await groupOf(page, 'Student 0004')];
    const found = await groups(page);
    const partner = other !== one ? 'Student 0004' : Object.entries(found).find(([title]) => title !== one)[1][0];
    const there = await groupOf(page, partner);
    await member(page, 'Student 0002').click();
    await page.fill('#swap-part input', partner);
    await page.locator('#swap-part .picks button').first().click();
    await said(page, /Swapped/);
    assert.equal(await groupOf(page, 'Student 0002'), there);
    assert.equal(await groupOf(page, partner), one);
});

test('dragging a student to another card is a move as well', async () => {
    await classOf(30);
    const from = await groupOf(page, 'Student 0001');
    const to = Object.keys(await groups(page)).find(title => title !== from);
    await page
        .locator('.members li', { hasText: 'Student 0001' })
        .dragTo(page.locator('.card', { hasText: to }).locator('h3'));
    await said(page, /Moved Student 0001/);
    assert.equal(await groupOf(page, 'Student 0001'), to);
});

test('who is pinned stays when groups are made again, and results can be compared', async () => {
    await classOf(30);
    const pinned = ['Student 0003', 'Student 0010', 'Student 0021'];
    for (const name of pinned) {
        await member(page, name).focus();
        await page.keyboard.press('p');
        await said(page, new RegExp(`${name} is pinned`));
    }
    const whole = Object.entries(await groups(page)).find(([, names]) => !names.some(name => pinned.includes(name)));
    await member(page, whole[1][0]).click();
    await page.click('#pin-group');
    await said(page, /students are pinned/);
    pinned.push(...whole[1]);
    const before = await groups(page);
    assert.match(await text(page, '#make'), new RegExp(`${pinned.length} pinned stay`));
    await makeGroups(page);
    const after_ = await groups(page);
    for (const name of pinned) {
        const title = Object.keys(before).find(key => before[key].includes(name));
        assert.ok(after_[title].includes(name), `${name} is still in ${title}`);
    }
    assert.notDeepEqual(after_, before);
    assert.match(await text(page, '.compare'), /Result 2 \(seed 2\), shown Result 1 \(seed 1\).*Sizes/);
    await page.click('#use-other');
    await drawn(page);
    assert.deepEqual(await groups(page), before);
});

test('Stop keeps the best groups so far', async () => {
    await load(page, roster(1500));
    await page.locator('.chance summary').click();
    await page.locator('[data-focus=effort]').fill('9');
    await page.locator('[data-focus=effort]').blur();
    await judged(page);
    await page.click('#make');
    await page.waitForFunction(
        () => /Groups found/.test(document.querySelector('#run-text')?.textContent ?? ''),
        null,
        { timeout: 60_000 },
    );
    assert.ok(await page.locator('#run-meter').isVisible());
    await page.click('#stop');
    await page.waitForSelector('.card');
    await drawn(page);
    assert.equal(Object.values(await groups(page)).flat().length, 1500);
    assert.match(await text(page, '#summary'), /All rules hold.*You stopped the search/);
    await page.click('#make'); // and the page can search again, and be stopped before anything is found
    await page.click('#stop');
    await page.waitForSelector('#make');
    await drawn(page);
    assert.equal(Object.values(await groups(page)).flat().length, 1500);
});

test('late students join, nobody moves, and who left is left out', async () => {
    await classOf(30);
    const before = await groups(page);
    const lines = roster(33).trim().split('\n');
    lines.splice(5, 1); // Student 0005 has left
    await page.setInputFiles('#late-file', asFile(`${lines.join('\n')}\n`, 'class-now.csv'));
    await page.waitForFunction(() => /joined/.test(document.querySelector('#summary')?.textContent ?? ''));
    await drawn(page);
    const now = await groups(page);
    assert.match(
        await text(page, '#summary'),
        /3 new students have joined\. One student is no longer in the list\. Nobody else has moved\./,
    );
    assert.deepEqual(Object.values(now).map(names => names.length), new Array(8).fill(4), 'the groups are even');
    for (const [title, names] of Object.entries(before)) {
        for (const name of names.filter(one => one !== 'Student 0005')) {
            assert.ok(now[title].includes(name), `${name} is still in ${title}`);
        }
    }
});

test('where groups are full, late students make them grow by one', async () => {
    await load(page, roster(30));
    await page.fill('#size-most', '3');
    await judged(page);
    await makeGroups(page);
    const before = await groups(page);
    await page.setInputFiles('#late-file', asFile(roster(31), 'class-now.csv'));
    await page.waitForFunction(() => /joined/.test(document.querySelector('#summary')?.textContent ?? ''));
    await drawn(page);
    assert.match(
        await text(page, '#summary'),
        /All rules hold.*One new student has joined\. Nobody else has moved\. To make room, groups may now have up to 4 students\./,
    );
    const now = await groups(page);
    assert.ok(Object.entries(before).every(([title, names]) => names.every(name => now[title].includes(name))));
});

test('of wishes that quarrel only one is given up, and it is named', async () => {
    await load(page, roster(30));
    const wish = async (kind, nth, ...names) => {
        await addWish(page, kind);
        for (const name of names) {
            await page.locator(`.rule-${kind}`).nth(nth).locator('input[type=search]').fill(name);
            await page.keyboard.press('Enter');
        }
    };
    await wish('together', 0, 'Student 0001', 'Student 0002');
    await wish('together', 1, 'Student 0003', 'Student 0004');
    await wish('apart', 0, 'Student 0003', 'Student 0004');
    assert.match(await judged(page), /Student 0003 and .?Student 0004.? must be together and apart/);
    const offer = page.locator('.changes button', { hasText: /not together/ });
    await offer.waitFor();
    assert.equal(await offer.count(), 1);
    assert.match((await offer.textContent()).replace(/[\u2068\u2069]/g, ''), /not together: Student 0003, Student 0004/);
    await offer.click();
    assert.match(await judged(page), /Possible/);
    assert.equal(await page.locator('.rule-together').count(), 1);
    assert.match(await text(page, '.rule-together'), /Student 0001/);
});

test('keep together, keep apart and new team-mates are kept', async () => {
    await classOf(30);
    const earlier = await downloaded(page, () => page.click('#export-csv'));
    await addWish(page, 'together');
    for (const name of ['Student 0001', 'Student 0002']) {
        await page.fill('.rule-together input[type=search]', name);
        await page.keyboard.press('Enter');
    }
    await addWish(page, 'apart');
    for (const name of ['Student 0003', 'Student 0004', 'Student 0005']) {
        await page.fill('.rule-apart input[type=search]', name);
        await page.keyboard.press('Enter');
    }
    await addWish(page, 'avoid');
    await page.setInputFiles('.rule-avoid input[type=file]', asFile(earlier.text, 'earlier.csv'));
    assert.match(await judged(page), /Possible/);
    await makeGroups(page);
    assert.equal(await groupOf(page, 'Student 0001'), await groupOf(page, 'Student 0002'));
    assert.equal(
        new Set([
            await groupOf(page, 'Student 0003'),
            await groupOf(page, 'Student 0004'),
            await groupOf(page, 'Student 0005'),
        ]).size,
        3,
    );
    assert.match(await text(page, '#summary'), /All rules hold/);
    const met = new Set(); // pairs of the earlier file
    const rows = earlier.text
        .trim()
        .split('\n')
        .slice(1)
        .map(line => line.split(','));
    for (const a of rows) {
        for (const b of rows) {
            if (a.at(-1) === b.at(-1) && a[0] < b[0]) {
                met.add(`${a[0]}|${b[0]}`);
            }
        }
    }
    const again = Object.values(await groups(page)).flatMap(names =>
        names.flatMap(a => names.filter(b => a < b && met.has(`${a}|${b}`))),
    );
    assert.ok(again.length <= 1, `${again.length} pairs meet again`); // 1 and 2 may have met
});

test('a project is saved, opened again, and is the same', async () => {
    await classOf(30);
    await addWish(page, 'apart');
    for (const name of ['Student 0007', 'Student 0008']) {
        await page.fill('.rule-apart input[type=search]', name);
        await page.keyboard.press('Enter');
    }
    await judged(page);
    await makeGroups(page);
    await member(page, 'Student 0009').focus();
    await page.keyboard.press('p');
    await said(page, /pinned/);
    const [before, summary] = [await groups(page), await text(page, '#summary')];
    await page.fill('#print-title', 'Class 7b');
    await page.check('#print-details');
    const project = await downloaded(page, () => page.click('#save-project'));
    assert.match(project.name, /^class\.faircap\.json$/);

    const file = path.join(tmpdir(), `faircap-project-${process.pid}.faircap.json`);
    writeFileSync(file, project.text);
    const other = await open(browser);
    await other.setInputFiles('#project-file', file);
    await other.waitForSelector('.card');
    await drawn(other);
    rmSync(file);
    assert.deepEqual(await groups(other), before);
    assert.equal(await text(other, '#summary'), summary);
    assert.match(await text(other, '.rule-apart'), /Student 0007.*Student 0008/);
    assert.match(await text(other, '.is-pinned'), /Student 0009/);
    assert.equal(await other.inputValue('#print-title'), 'Class 7b');
    assert.equal(await other.isChecked('#print-details'), true);
    const again = await downloaded(other, () => other.click('#save-project'));
    assert.deepEqual(JSON.parse(again.text), JSON.parse(project.text));
    await close(other);
});

test('a file that is no project, or a broken one, is refused and harms nothing', async () => {
    for (const content of [
        '{}',
        'no json',
        '{"faircap":"project"}',
        '{"faircap":"project","file":{"name":"x.csv","base64":"***"}}',
    ]) {
        await page.setInputFiles('#project-file', asFile(content, 'x.json'));
        await page.waitForSelector('#roster-errors:not([hidden])');
        assert.match(await text(page, '#roster-errors'), /no project file/);
    }
    const sane = {
        faircap: 'project',
        format: 1,
        file: { name: 'c.csv', base64: Buffer.from(roster(12)).toString('base64') },
        rules: [
            { kind: 'balance', column: 'nowhere', ratio: '1/2' },
            { kind: 'together', rows: [0, 99] },
            { kind: 'what' },
            null,
        ],
        roles: { gender: 'x' },
        size: { by: 'size', least: 3, most: 4 },
        seed: -4,
        result: { labels: [1, 2], groups: 2 },
    };
    await page.setInputFiles('#project-file', asFile(JSON.stringify(sane), 'x.json'));
    await page.waitForSelector('#head-found');
    assert.match(await judged(page), /Possible/);
    assert.equal(await page.locator('.rule').count(), 0);
});

test('the printed sheet has groups by number and names, and details only if wished', async () => {
    await classOf(30);
    await page.fill('#print-title', 'Class 7b');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const sheet = await text(page, '#print');
    assert.match(sheet, /^Class 7b Group 01 .*Group 02 /);
    assert.equal((sheet.match(/Student \d{4}/g) ?? []).length, 30);
    assert.doesNotMatch(sheet, /female|male|school\.example/);
    assert.equal(await page.locator('main').isVisible(), false);
    const pdf = await page.pdf();
    assert.ok(pdf.length > 5000);
    await page.emulateMedia({ media: 'screen' });
    await page.check('#print-details');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    assert.match(await text(page, '#print'), /female/);
});

test('the list for students has names and groups alone, and the files of systems say where to click', async () => {
    await classOf(30);
    const list = await downloaded(page, () => page.click('#export-student'));
    assert.match(list.text, /^group,name\r?\n/);
    assert.equal(list.text.trim().split('\n').length, 31);
    assert.doesNotMatch(list.text, /female|school\.example/);
    await page.check('input[name=format][value=moodle-bulkenrol]');
    const enrol = await downloaded(page, () => page.click('#export-lms'));
    assert.match(enrol.text, /^# Group 01\r?\ns\d+@school\.example/);
    assert.match(await text(page, '#lms-said'), /Participants > User bulk enrolment/);
    const shown = await groups(page);
    const first = enrol.text
        .split(/^# /m)[1]
        .trim()
        .split(/\r?\n/)
        .slice(1)
        .map(mail => `Student ${mail.match(/\d+/)[0].padStart(4, '0')}`);
    assert.deepEqual(first.sort(), shown['Group 01'].slice().sort());
});

test('a canvas export goes in and comes out as canvas takes it', async () => {
    const file = readFileSync(
        path.join(
            import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname),
            '../../../tests/lms/canvas-groups.csv',
        ),
        'utf8',
    );
    await load(page, file, 'canvas.csv');
    assert.match(await text(page, '#roster-found'), /Canvas: group set/);
    await makeGroups(page);
    await page.check('input[name=format][value=canvas]');
    const made = await downloaded(page, () => page.click('#export-lms'));
    assert.match(made.text, /group_name/);
    assert.match(made.text, /Group 01/);
});

test('closing the page asks while there are groups that are neither saved nor handed out', async () => {
    const asks = () =>
        page.evaluate(() => {
            const event = new Event('beforeunload', { cancelable: true });
            window.dispatchEvent(event);
            return event.defaultPrevented;
        });
    await page.click('#sample');
    await judged(page);
    await makeGroups(page);
    assert.equal(await asks(), false, 'the example class is nobody’s work');
    await page.getByRole('button', { name: 'Start over with another list' }).click();
    await load(page, roster(12));
    assert.equal(await asks(), false);
    await makeGroups(page);
    assert.equal(await asks(), true);
    await downloaded(page, () => page.click('#export-student'));
    assert.equal(await asks(), false);
    await member(page, 'Student 0001').focus();
    await page.keyboard.press('p');
    await said(page, /pinned/);
    assert.equal(await asks(), true);
    page.answer = false;
    await page.click('#start-over');
    await page.setInputFiles('#roster-file', asFile(roster(15), 'other.csv'));
    await page.waitForSelector('#roster-busy[hidden]', { state: 'attached' });
    page.answer = true;
    assert.equal(Object.values(await groups(page)).flat().length, 12, 'another list takes nothing away unasked');
    await downloaded(page, () => page.click('#save-project'));
    assert.equal(await asks(), false);
    await page.fill('#print-title', 'Class 7b');
    assert.equal(await asks(), true);
});
