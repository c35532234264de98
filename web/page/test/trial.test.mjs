// trial.test.mjs - what confused the first teachers who used the page: names that two have, guesses that cannot be
// had, titles above a table, how students are found, and the language of files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { workbook } from '../../tests/zip.mjs';
import {
    ROOT,
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

const TOOL = process.env.FAIRCAP || path.join(ROOT, 'build/release/faircap');
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

async function joinLate(page, content) {
    await page.setInputFiles('#late-file', asFile(content, 'class-now.csv'));
    await page.waitForFunction(() => /joined/.test(document.querySelector('#summary')?.textContent ?? ''));
    await drawn(page);
}

test('two students of the same name: late students join all the same, and it can be taken back', async () => {
    const lines = ['name,level', 'Max Peters,low', 'Max Peters,high', ...'ABCDEFG'.split('').map(c => `${c} X,low`)];
    await load(page, `${lines.join('\n')}\n`);
    await makeGroups(page);
    const before_ = await groups(page);
    const homeOf = (found, level) =>
        Object.keys(found).find(title => found[title].includes(`Max Peters (line ${level})`));
    assert.ok(homeOf(before_, 2) && homeOf(before_, 3), 'both are told apart by their line');

    // the newer list has them in the other order, and one student more
    const newer = ['name,level', 'Max Peters,high', 'Max Peters,low', ...lines.slice(3), 'New One,low'];
    await joinLate(page, `${newer.join('\n')}\n`);
    const now = await groups(page);
    assert.match(await text(page, '#summary'), /One new student has joined.*More than one student is called Max Peters/);
    assert.equal(homeOf(now, 3), homeOf(before_, 2), 'the one with level low stays');
    assert.equal(homeOf(now, 2), homeOf(before_, 3), 'the one with level high stays');

    await page.click('#late-back');
    await drawn(page);
    assert.deepEqual(await groups(page), before_);
    assert.match(await text(page, '#roster-found'), /Students 9/);
});

test('groups begin with sizes that can be made, for any number of students', async () => {
    for (const [n, line] of [
        [1, /only one student: there is nothing to divide/],
        [2, /one group of 2/],
        [3, /one group of 3/],
        [4, /2 groups of 2/],
        [5, /2 groups of 2 to 3/],
        [6, /2 groups of 3/],
        [11, /3 groups of 3 to 4/],
    ]) {
        const list = Array.from({ length: n }, (_, i) => `Person ${String.fromCharCode(65 + i)}`);
        await load(page, `name\n${list.join('\n')}\n`);
        assert.match(await judged(page), line, `${n} students`);
        await fresh(page);
    }
});

const mixed = kinds =>
    `name,gender\n${kinds.flatMap(([kind, n]) => Array.from({ length: n }, (_, i) => `P ${kind}${i},${kind}`)).join('\n')}\n`;

test('a mix begins as even as possible, as on the command line, and says what that comes to', async () => {
    await load(page, mixed([['f', 29], ['m', 32], ['x', 2]]));
    await page.fill('#size-least', '4');
    await page.fill('#size-most', '4');
    await page.fill('#size-groups', '15');
    assert.match(await judged(page), /Possible: 15 groups of 4 to 5/);
    const card = await text(page, '.rule-balance');
    assert.match(card, /Every group has a mix of at least 1 to \d/);
    assert.match(card, /Too few for every group, so they can be in any: 2 x\./);
    await makeGroups(page);
    assert.match(await text(page, '#summary'), /All rules hold/);
    await fresh(page);

    // 9 and 21 cannot be mixed 1 to 2
    await load(page, mixed([['f', 9], ['m', 21]]));
    assert.match(await judged(page), /Possible: 8 groups of 3 to 4\. Mixed by gender at least 1 to 3: more is not possible\.$/);
    await makeGroups(page);
    assert.match(await text(page, '#summary'), /All rules hold/);
    const broken = page.locator('.card.is-broken');
    assert.equal(await broken.count(), 0);
    await fresh(page);

    // 2 in 8 groups cannot be mixed at all: the guess becomes one that can be had
    await load(page, mixed([['f', 2], ['m', 28]]));
    assert.match(await judged(page), /^✓ ?Possible: 8 groups of 3 to 4\.$/);
    assert.match(await text(page, '.rule-diverse'), /A mix in every group is not possible here/);
    await page.selectOption('#role-1', 'protected'); // who wants it all the same is told why not
    assert.match(await judged(page), /A mix by gender of any ratio: not possible in groups of 3 to 4/);
    await page.waitForSelector('.changes button');
    const first = await text(page, '.changes button');
    assert.match(first, /spread gender evenly/, 'groups of 15 are no small change');
});

test('what is guessed to be gender, and kinds that differ in case alone', async () => {
    const rows = Array.from({ length: 12 }, (_, i) => [`P ${i}`, 'wWmM'[i % 4], ['Female', 'Male', 'Prefer not to say'][i % 3], i % 2 ? 'f' : 'm', 'xy'[i % 2]]);
    await load(page, `name,Geschl.,What is your gender?,q7,q8\n${rows.map(row => row.join(',')).join('\n')}\n`);
    const roles = await page.locator('.column select').evaluateAll(all => all.map(select => select.value));
    assert.deepEqual(roles, ['name', 'protected', 'protected', 'protected', 'diverse']);
    assert.match(await text(page, '#columns'), /Geschl\. w \(6\), m \(6\)/);
    await judged(page);
    await makeGroups(page);
    assert.match(await text(page, '#summary'), /Mix by Geschl\. w 2 in each, m 2 in each/);
});

test('where hardly anything is left to gain, it is said how much is reached; then handing out comes next', async () => {
    await load(page, `name,points\n${Array.from({ length: 27 }, (_, i) => `P ${i},${(i * 37) % 60}`).join('\n')}\n`);
    await makeGroups(page);
    assert.match(await text(page, '.proof'), /^Proved: of what groups can gain beyond drawing lots, at least (9\d|100)% is reached\.$/);
    await page.click('#go-export');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'head-export');
});

test('students are found by last name first, without accents, and by their address', async () => {
    const people = ['José Álvarez', 'Änne Müller', 'Søren Kjær', 'Łukasz Groß', 'Ada O’Neill', 'Adam Berg', 'Al Gadar'];
    await load(page, `name,email\n${people.map((name, i) => `${name},u${i}x@school.example`).join('\n')}\n`);
    await addWish(page, 'apart');
    const found = async typed => {
        await page.fill('.rule-apart input[type=search]', typed);
        return page.locator('.rule-apart .picks button').allInnerTexts();
    };
    for (const [typed, name] of [
        ['alvarez jose', 'José Álvarez'],
        ['Müller, Änne', 'Änne Müller'],
        ['mueller', 'Änne Müller'],
        ['anne muller', 'Änne Müller'],
        ['soren', 'Søren Kjær'],
        ['kjaer', 'Søren Kjær'],
        ['gross luk', 'Łukasz Groß'],
        ["o'neill", 'Ada O’Neill'],
        ['u5x@school', 'Adam Berg'],
    ]) {
        assert.deepEqual(await found(typed), [name], typed);
    }
    assert.deepEqual(await found('ada'), ['Ada O’Neill', 'Adam Berg', 'Al Gadar'], 'names that begin so come first');
    assert.deepEqual(await found('ada xyz'), []);
});

test('a title above the table is left out, in a file, a paste from Excel and a workbook’s CSV', async () => {
    const table = roster(12).trim().split('\n');
    for (const title of ['Class 7b, autumn', 'Class 7b', 'Class 7b,,,,\nas of October,,,,']) {
        await load(page, `${title}\n${table.join('\n')}\n`);
        assert.match(await text(page, '#roster-found'), /Students 12.*left out/, title);
        assert.match(await judged(page), /Possible: 3 groups of 4/);
        await fresh(page);
    }
    await page.click('#paste-open');
    await page.fill('#paste-text', `Class 7b\n\n${table.join('\n').replaceAll(',', '\t')}`);
    await page.click('#paste-use');
    await page.waitForSelector('#head-found');
    assert.match(await text(page, '#roster-found'), /Students 12 .*tab.*left out/);
    await judged(page);
    await makeGroups(page);
    assert.equal(Object.values(await groups(page)).flat().length, 12);
    await page.locator('.fix summary').click();
    await page.selectOption('#fix-skip', '0');
    await page.waitForSelector('#roster-errors:not([hidden])');
});

test('from a workbook to printed groups: four clicks, whatever stands around the table', async () => {
    const row = cells => `<row>${cells.map(cell => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`;
    const people = Array.from({ length: 27 }, (_, i) => [`Nach${i}, Vor${i}`, 'wm'[i % 2], String(1 + (i % 6))]);
    const rows = [['Klasse 7b', '', ''], ['Name', 'm/w', 'Note'], ...people, ['Durchschnitt', '', '3,4']].map(row).join('');
    await page.evaluate(() => {
        globalThis.counted = { clicks: 0, printed: 0 };
        document.addEventListener('click', event => {
            globalThis.counted.clicks += event.isTrusted;
        });
        window.print = () => {
            globalThis.counted.printed++;
        };
    });
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.click('#choose')]);
    await chooser.setFiles({ name: '7b.xlsx', mimeType: '', buffer: workbook({ sheets: [{ name: '7b', rows }] }) });
    await page.waitForSelector('.judge-possible');
    await page.click('#make');
    await page.waitForSelector('.card');
    await page.click('#go-export');
    await page.click('#print-now');
    assert.deepEqual(await page.evaluate(() => globalThis.counted), { clicks: 4, printed: 1 });
    const sheet = await page.evaluate(() => document.querySelectorAll('#print li').length);
    assert.equal(sheet, 27);
    assert.match(await text(page, '#summary'), /All rules hold.*Mix by m\/w/);
});

// Files for people are in the language of the page; what a system needs stays as the system needs it; both are
// the bytes that the command line writes.
test('files are in German on a German page, and are those of the command line', async () => {
    await page.selectOption('#language', 'de');
    const list = roster(12).replace('Student 0002', 'Student 0001').replace('email', 'Anmeldename');
    await load(page, list);
    await makeGroups(page);
    const student = await downloaded(page, () => page.click('#export-student'));
    const table = await downloaded(page, () => page.click('#export-csv'));
    await page.check('input[name=format][value=canvas]');
    const canvas = await downloaded(page, () => page.click('#export-lms'));
    assert.deepEqual(
        [student.name, table.name, canvas.name],
        ['gruppen-fuer-die-klasse.csv', 'gruppen-alle-spalten.csv', 'gruppen-canvas.csv'],
    );
    assert.match(student.text, /^Gruppe,Name\nGruppe 01,/);
    assert.match(student.text, /Student 0001 \(Zeile 3\)/);
    assert.match(table.text, /^name,Anmeldename,gender,points,time,Gruppe\n.*,Gruppe \d\d\n/);
    assert.match(canvas.text, /^canvas_user_id,user_id,login_id,group_name\n.*,Gruppe \d\d\n/);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const sheet = await page.evaluate(() => document.querySelector('#print').textContent);
    assert.match(sheet, /^GruppenGruppe 01.*Student 0001 \(Zeile 3\)/);
    assert.doesNotMatch(sheet, /school\.example/, 'no address on paper');

    const folder = mkdtempSync(path.join(tmpdir(), 'faircap-'));
    writeFileSync(path.join(folder, 'class.csv'), list);
    const words = ['group', 'class.csv', '--size', '3-4', '--balance', 'gender', '--diverse', 'points=1', '--diverse', 'time=0.5'];
    const german = ['--word', 'group=Gruppe', '--word', 'name=Name', '--word', 'line=Zeile'];
    const files = ['--to', 'student:s.csv', '--to', 'csv:t.csv', '--to', 'canvas:c.csv'];
    const run = spawnSync(TOOL, [...words, ...german, ...files], { cwd: folder, encoding: 'utf8' });
    const written = name => readFileSync(path.join(folder, name), 'utf8').replace(/^\ufeff/, '');
    assert.equal(run.status, 0, run.stderr);
    assert.deepEqual([student.text, table.text, canvas.text], ['s.csv', 't.csv', 'c.csv'].map(written));
    rmSync(folder, { recursive: true });

    await addWish(page, 'avoid'); // and the page knows its own files again
    await page.setInputFiles('.rule-avoid input[type=file]', asFile(table.text, 'früher.csv'));
    assert.match(await judged(page), /Möglich/);
    await page.selectOption('#language', 'en');
});
