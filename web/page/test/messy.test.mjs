// messy.test.mjs - a list as teachers keep it: two of one name, an empty cell, spellings, a total; and files that are no list.
import assert from 'node:assert/strict';
import test, { after, before, beforeEach } from 'node:test';
import { zip } from '../../tests/zip.mjs';
import { asFile, close, downloaded, fresh, groups, judged, launch, load, makeGroups, open, text } from './browser.mjs';

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

const GENDERS = ['f', 'F', 'female', 'm ', 'm', 'm', 'female'];
const NAMES = Array.from({ length: 27 }, (_, i) => (i === 9 ? 'Person C' : `Person ${String.fromCharCode(65 + i)}`));
const LIST = [
    'name;gender;points',
    ...NAMES.map((name, i) => `${name};${i === 4 ? '' : GENDERS[i % 7]};${(i * 37) % 60}`),
    'Total;;812',
].join('\n');

test('who has no gender, who is there twice and what is left out is said with names and lines', async () => {
    await load(page, LIST);
    const notes = await text(page, '.notes');
    assert.match(notes, /Line 29 \("Total"\) is left out: it looks like a sum or an average, no student/);
    assert.match(notes, /2 students are called Person C: lines 4 and 11\./);
    assert.match(await text(page, '#columns'), /1 empty: Person E \(line 6\)/);
    await judged(page);
    assert.match(await text(page, '.rule-balance'), /gender is missing for Person E \(line 6\)/);
    await page.selectOption('#language', 'de');
    assert.match(await text(page, '.notes'), /Zeile 29 \("Total"\) bleibt weg: Das sieht nach einer Summe/);
    await page.selectOption('#language', 'en');
});

test('two spellings of one gender are taken as one by a click, which can be taken back', async () => {
    await load(page, LIST);
    assert.match(await text(page, '.column-more'), /“f” and “female” count as two kinds\./);
    await page.click('.column-more button');
    await page.waitForFunction(() => /is taken as/.test(document.querySelector('.column-more')?.textContent));
    assert.match(await text(page, '#columns'), /female \(15\), m \(11\)/);
    await page.waitForFunction(() => document.activeElement.id === 'role-1');
    await judged(page);
    await makeGroups(page);
    assert.equal(Object.values(await groups(page)).flat().length, 27);
    assert.match(await text(page, '#summary'), /Mix by gender female .* m /);
    const table = await downloaded(page, () => page.click('#export-csv'));
    assert.match(table.text, /^Person A;female;0;Group/m);
    const project = await downloaded(page, () => page.click('#save-project'));
    await fresh(page);
    await page.setInputFiles('#project-file', asFile(project.text, 'x.faircap.json'));
    await page.waitForSelector('.column-more');
    assert.match(await text(page, '#columns'), /female \(15\), m \(11\)/);
    await page.click('.column-more button');
    await page.waitForFunction(() => /two kinds/.test(document.querySelector('.column-more')?.textContent));
    assert.match(await text(page, '#columns'), /f \(8\)/);
});

test('why there are not fewer groups, and that one student cannot be divided', async () => {
    const rows = Array.from({ length: 27 }, (_, i) => `P ${i},${i < 15 ? 'f' : 'm'}`);
    await load(page, `name,gender\n${rows.join('\n')}\n`);
    const line = page.locator('.judge-text', { hasText: 'could only be' });
    await line.waitFor();
    assert.match(
        await text(page, '.judge-text'),
        /Possible: 8 groups of 3 to 4\. With 7 groups the mix by gender could only be 1 to 3\.$/,
    );
    await page.fill('#size-groups', '7'); // and so it is
    assert.match(await judged(page), /Possible: 7 groups of 3 to 4\. Mixed by gender at least 1 to 3/);
    await fresh(page);
    await load(page, 'name,gender\nAda,f\n');
    assert.match(await judged(page), /only one student: there is nothing to divide/);
    assert.match(await text(page, '#size-meaning'), /only one student: there is nothing to divide/);
});

test('pictures, PDFs and documents are refused as such, in both languages', async () => {
    const rels = '<Relationships><Relationship Id="r" Type="x/officeDocument" Target="word/document.xml"/></Relationships>';
    const files = [
        ['a.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), /is no class list but a picture/, /sondern ein Bild/],
        ['b.jpg', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1'), /is no class list but a picture/, /sondern ein Bild/],
        ['c.pdf', Buffer.from('%PDF-1.7\n%\xe2\xe3', 'latin1'), /is no class list but a PDF/, /sondern ein PDF/],
        ['d.docx', zip({ '_rels/.rels': rels, 'word/document.xml': '<w/>' }), /but a document of Word/, /Dokument von Word/],
    ];
    for (const [language, at] of [['en', 2], ['de', 3]]) {
        await page.selectOption('#language', language);
        for (const file of files) {
            await page.setInputFiles('#roster-file', { name: file[0], mimeType: '', buffer: Buffer.from(file[1]) });
            await page.waitForFunction(name => document.querySelector('#roster-errors').textContent.includes(name), file[0]);
            assert.match(await text(page, '#roster-errors'), file[at]);
        }
    }
    await page.selectOption('#language', 'en');
});
