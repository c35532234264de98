// earlier.test.mjs - new team-mates: the groups shown here, a table, a saved project, and files that are none of these.
import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import {
    addWish,
    asFile,
    close,
    downloaded,
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

let browser;
let page;
before(async () => {
    browser = await launch();
    page = await open(browser);
});
beforeEach(() => fresh(page));
after(async () => {
    await close(page);
    await browser.close();
});

// Two students of one name, and nothing else that tells them apart than their other cells.
const CLASS = roster(27).replace('Student 0002', 'Student 0001').replace(/,s\d+@[^,]*/g, '').replace(',email', '');

function pairs(found) {
    return new Set(
        Object.values(found).flatMap(names => names.flatMap(a => names.filter(b => a < b).map(b => `${a}|${b}`))),
    );
}

async function assertNew(page, earlier) {
    const now = pairs(await groups(page));
    for (const found of earlier) {
        const again = [...pairs(found)].filter(pair => now.has(pair));
        assert.deepEqual(again, [], 'nobody meets again');
    }
}

const choose = (page, content, name) => page.setInputFiles('.rule-avoid input[type=file]', asFile(content, name));
const chips = page => page.locator('.rule-avoid .chips li:not(.is-refused) bdi').allInnerTexts();

test('the groups shown here are avoided, today and, from a saved project, the next day', async () => {
    await load(page, CLASS);
    await addWish(page, 'avoid');
    assert.equal(await page.locator('.use-shown').isVisible(), false, 'there are no groups yet');
    await makeGroups(page);
    const first = await groups(page);
    await page.click('.use-shown');
    assert.deepEqual(await chips(page), ['Earlier groups 1']);
    assert.equal(await page.locator('.use-shown').isVisible(), false, 'these are taken');
    await judged(page);
    await makeGroups(page);
    const second = await groups(page);
    await assertNew(page, [first]);
    assert.match(await text(page, '#summary'), /All rules hold/);
    const project = await downloaded(page, () => page.click('#save-project'));

    // the next day
    const other = await open(browser);
    await other.setInputFiles('#project-file', asFile(project.text, project.name));
    await drawn(other);
    assert.deepEqual(await groups(other), second);
    assert.deepEqual(await chips(other), ['Earlier groups 1']);
    await other.click('.use-shown');
    assert.deepEqual(await chips(other), ['Earlier groups 1', 'Earlier groups 2']);
    assert.match(await judged(other), /Possible/);
    await makeGroups(other);
    await assertNew(other, [first, second]);
    const again = await downloaded(other, () => other.click('#save-project'));
    const kept = ({ text: saved }) => JSON.parse(saved).rules.find(({ kind }) => kind === 'avoid').files;
    assert.deepEqual(kept(again)[0], kept(project)[0]);
    assert.equal(kept(again).length, 2);
    await close(other);
});

test('a saved project is a file of earlier groups, for a list in another order too', async () => {
    await load(page, roster(27));
    await makeGroups(page);
    const first = await groups(page);
    const project = await downloaded(page, () => page.click('#save-project'));
    await fresh(page);
    const [header, ...rows] = roster(27).trim().split('\n');
    await load(page, `${[header, ...rows.reverse().slice(1)].join('\n')}\n`);
    await addWish(page, 'avoid');
    await choose(page, project.text, 'monday.faircap.json');
    await page.waitForSelector('.rule-avoid .chips li');
    assert.deepEqual(await page.locator('.rule-avoid .is-refused').allInnerTexts(), []);
    assert.deepEqual(await chips(page), ['monday.faircap.json']);
    assert.match(await judged(page), /Possible/);
    await makeGroups(page);
    await assertNew(page, [first]);
});

test('earlier groups follow their students when late ones join or the list is read another way', async () => {
    const [header, ...rows] = CLASS.trim().split('\n');
    await load(page, CLASS);
    await makeGroups(page);
    const first = await groups(page);
    await addWish(page, 'avoid');
    await page.click('.use-shown');
    await page.setInputFiles('#late-file', asFile(`${[header, 'Anna New,male,50,noon', ...rows].join('\n')}\n`, 'now.csv'));
    await page.waitForFunction(() => /joined/.test(document.querySelector('#summary')?.textContent ?? ''));
    await drawn(page);
    await makeGroups(page);
    const renumbered = Object.fromEntries(
        Object.entries(first).map(([title, names]) => [
            title,
            names.map(name => name.replace(/line (\d+)/, (_, line) => `line ${Number(line) + 1}`)),
        ]),
    );
    await assertNew(page, [renumbered]);
    await page.locator('.fix').evaluate(node => (node.open = true));
    await page.check('.fix input[type=checkbox]');
    await judged(page);
    assert.deepEqual(await chips(page), ['Earlier groups 1']);
    await makeGroups(page);
    await assertNew(page, [renumbered]);
});

test('a file that is refused says why beside its name, counts for nothing and stops nothing', async () => {
    await load(page, roster(27));
    const unmade = await downloaded(page, () => page.click('#save-project'));
    await makeGroups(page);
    await addWish(page, 'avoid');
    const bad = [
        ['name,x\nStudent 0001,1\n', 'x.csv', /^x\.csv is not used: x\.csv has no column "group": choose the table with all columns/],
        ['{"faircap":1}', 'y.json', /^y\.json is not used: This is no project file/],
        [unmade.text, 'z.json', /^z\.json is not used: This project has no groups/],
        ['name,group\nNobody Known,1\n', 'w.csv', /^w\.csv is not used: Nobody in w\.csv is in the roster/i],
    ];
    for (const [content, name, why] of bad) {
        await choose(page, content, name);
        const item = page.locator('.rule-avoid .is-refused', { hasText: name }).first();
        await item.waitFor();
        const said = (await item.innerText()).replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ');
        assert.match(said, why);
        assert.doesNotMatch(said, /faircap group|--/);
    }
    assert.deepEqual(await chips(page), []);
    const table = await downloaded(page, () => page.click('#export-csv'));
    assert.match(table.text, /^name,email,gender,points,time,group\n/);
    await choose(page, table.text, 'x.csv'); // the right one takes the place of the wrong one
    await page.waitForFunction(() => document.querySelectorAll('.rule-avoid .is-refused').length === 3);
    assert.deepEqual(await chips(page), ['x.csv']);
    await page.selectOption('#language', 'de');
    await choose(page, 'name,group\nNobody Known,1\n', 'v.csv');
    await page.locator('.is-refused', { hasText: 'Niemand aus v.csv steht in der Klassenliste.' }).waitFor();
    await page.selectOption('#language', 'en');
});
