// german.test.mjs - what the core says in English is said in the reader's language: notes about every export
// that is known, reasons why wishes are impossible, formats that do not suit.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { ROOT, addWish, close, fresh, judged, launch, load, makeGroups, open, roster, text } from './browser.mjs';

let browser;
let page;
before(async () => {
    browser = await launch();
    page = await open(browser, { locale: 'de-DE' });
});
beforeEach(() => fresh(page));
after(async () => {
    await close(page);
    await browser.close();
});

const ENGLISH = /\b(the|is|are|of|and|with|not|there|would|which|has|have|no|nobody|students?|rows?|columns?|file)\b/i;
const without = (words, quotes) => words.replace(/"[^"]*"/g, quotes ? '' : '$&').replace(/„[^“]*“/g, '');

test('notes about the exports of every system are in German', async () => {
    const folder = path.join(ROOT, 'tests/lms');
    const names = readdirSync(folder).filter(name => /\.(csv|xls)$/.test(name));
    assert.ok(names.length > 10);
    for (const name of names) {
        await page.setInputFiles('#roster-file', {
            name,
            mimeType: 'text/csv',
            buffer: readFileSync(path.join(folder, name)),
        });
        await page.waitForFunction(wanted => document.querySelector('#head-found')?.textContent === wanted, name);
        const notes = await page.locator('.notes li').allTextContents();
        for (const note of notes) {
            assert.doesNotMatch(without(note, true), ENGLISH, `${name}: ${note}`);
        }
    }
});

test('reasons and changes are in German', async () => {
    await load(page, roster(30));
    await addWish(page, 'alone');
    const sizes = [
        ['3', '3'],
        ['2', '2'],
        ['7', '7'],
        ['31', '31'],
    ];
    for (const [least, most] of sizes) {
        await page.fill('#size-least', least);
        await page.fill('#size-most', most);
        const reason = await judged(page);
        assert.match(reason, /möglich in|lassen sich nicht/, `${least} to ${most}`);
        assert.doesNotMatch(without(reason), ENGLISH);
    }
    await page.fill('#size-groups', '31');
    assert.doesNotMatch(await judged(page), ENGLISH);
    await page.fill('#size-groups', '29');
    assert.doesNotMatch(await judged(page), ENGLISH);
    await page.fill('#size-groups', '7');
    await judged(page);
    await page.locator('.rule-alone .icon').click();
    assert.match(await judged(page), /Möglich/);
    await makeGroups(page);
    for (const reason of await page.locator('#export details li').allTextContents()) {
        assert.doesNotMatch(reason.split(' – ')[1], ENGLISH, reason);
    }
    assert.match(await text(page, '.card h3'), /^Gruppe \d\d$/);
    for (const kind of ['together', 'apart']) {
        await addWish(page, kind);
        for (let i = 0; i < 2; i++) {
            await page.locator(`.rule-${kind} .picks button`).first().click();
        }
    }
    assert.match(await judged(page), /Student 0001 und Student 0002 müssen zusammen und zugleich getrennt sein\.$/);
    await page.waitForSelector('.changes button');
});

test('what is wrong with a file is said in German', async () => {
    const broken = [
        'name,points\nAda,3\n"Ben,4\n',
        'name,points\nAda,3,4\nBen\nCid,4\n',
        '',
        'name,points\n',
        'name,x\nA\0b,1\nC,2\n',
    ];
    for (const [i, content] of broken.entries()) {
        await page.setInputFiles('#roster-file', {
            name: `liste-${i}.csv`,
            mimeType: 'text/csv',
            buffer: Buffer.from(content),
        });
        await page.waitForFunction(
            name => document.querySelector('#roster-errors').textContent.includes(name),
            `liste-${i}.csv`,
        );
        assert.doesNotMatch(await text(page, '#roster-errors'), ENGLISH);
    }
});
