// hostile.test.mjs - 500 names that are markup, formulas, control characters, bidi marks, emoji or written
// from right to left: shown as text everywhere, and harmless in every file.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { addWish, close, downloaded, drawn, judged, launch, load, makeGroups, open, random, said } from './browser.mjs';

let browser;
before(async () => {
    browser = await launch();
});
after(() => browser.close());

const PIECES = [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '</textarea><svg onload=alert(1)>',
    '"><b>bold</b>',
    "'); alert(1); ('",
    '&lt;b&gt;',
    '{{7*7}}',
    '${alert(1)}',
    'javascript:alert(1)',
    '<!-- ',
    ']]>',
    '</script',
    '<iframe srcdoc="x">',
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+49 30 1',
    '-2+3',
    '@SUM(A1)',
    '=HYPERLINK("http://x.example","x")',
    '\u202egnirts',
    '\u2066inner\u2069',
    '\u200fמשה',
    '\u0001\u0002',
    '\u0007bell',
    '\u001b[31mred',
    '\u0085next',
    '\u2028line',
    'a\ufeffb',
    '👩‍🏫',
    '👨‍👩‍👧‍👦',
    '🇩🇪',
    'é'.normalize('NFD'),
    'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤',
    'محمد بن أحمد',
    'דוד כהן',
    '山田 太郎',
    'Ñandú',
    'O’Brien',
    'x'.repeat(300),
    'constructor',
    '__proto__',
    'toString',
    'null',
    'undefined',
    'NaN',
    '0',
    'true',
    '../../etc/passwd',
    '%00%0a',
    '\\',
    '{n}',
    '{name}',
];

function hostileNames(n) {
    const draw = random(11);
    const pick = () => PIECES[Math.floor(draw() * PIECES.length)];
    return Array.from({ length: n }, (_, i) => (i < PIECES.length ? `${PIECES[i]} ${i}` : `${pick()} ${i} ${pick()}`));
}

const cell = text => `"${text.replaceAll('"', '""')}"`;

function hostileRoster(names) {
    const kinds = ['<b>f</b>', '=m()'];
    const lines = names.map((name, i) =>
        [name, `s${i}@school.example`, kinds[i % 2], String(i % 17)].map(cell).join(','),
    );
    return `name,email,"gen<i>der",points\n${lines.join('\n')}\n`;
}

// A reader of CSV of a few lines, to see what a spreadsheet would see.
function parse(text) {
    const rows = [[]];
    let at = 0;
    while (at < text.length) {
        let value = '';
        if (text[at] === '"') {
            for (at++; at < text.length; at++) {
                if (text[at] !== '"') {
                    value += text[at];
                } else if (text[at + 1] === '"') {
                    value += '"';
                    at++;
                } else {
                    break;
                }
            }
            at++;
        } else {
            for (; at < text.length && !',\r\n'.includes(text[at]); at++) {
                value += text[at];
            }
        }
        rows.at(-1).push(value);
        if (text[at] === ',') {
            at++;
        } else {
            at += text.startsWith('\r\n', at) ? 2 : 1;
            if (at < text.length) {
                rows.push([]);
            }
        }
    }
    return rows;
}

const isFormula = value => /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d.]+$/.test(value);

// As the page shows it: marks that reorder or hide text are made visible.
function shown(name) {
    return name
        .trim()
        .replace(/[\u0000-\u001f]/g, c => String.fromCharCode(0x2400 + c.charCodeAt(0)))
        .replace(/\u007f/g, '\u2421')
        .replace(/[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g, '\ufffd');
}

// What names must never have made: elements, and things that run.
function intruders(page) {
    return page.evaluate(() => ({
        elements: document.querySelectorAll(
            'main img, main iframe, main script, main b, main i, main svg[onload], dialog img, dialog b, #print img, #print b, main a[href^="javascript"]',
        ).length,
        ran: globalThis.alerted ?? 0,
        polluted: {}.polluted,
    }));
}

test('500 hostile names are text everywhere and harmless in files', async () => {
    const names = hostileNames(500);
    const page = await open(browser);
    await page.evaluate(() => {
        window.alert = () => {
            globalThis.alerted = (globalThis.alerted ?? 0) + 1;
        };
    });
    await load(page, hostileRoster(names), '<img src=x onerror=alert(1)>.csv');
    assert.match(await page.locator('#head-found').textContent(), /<img src=x onerror=alert\(1\)>\.csv/);
    assert.match(await page.locator('#columns').textContent(), /gen<i>der/);

    await addWish(page, 'apart');
    for (const row of [0, 1, 2]) {
        await page.locator('.rule-apart .picks button').nth(row).click();
    }
    assert.match(await judged(page), /Possible/);
    await makeGroups(page);
    const seen = await page.evaluate(() =>
        [...document.querySelectorAll('.member-name')].map(node => node.textContent),
    );
    assert.deepEqual(seen.slice().sort(), names.map(name => shown(name)).sort());
    assert.deepEqual(await intruders(page), { elements: 0, ran: 0, polluted: undefined });

    // the dialog, a move, a swap, the words about them, the map, the printed sheet, the details
    await page.locator('.member', { hasText: '<script>alert(1)</script>' }).first().click();
    assert.match(await page.locator('#dialog-title').textContent(), /<script>alert\(1\)<\/script>/);
    await page.click('#move');
    assert.match(await said(page, /Moved/), /<script>alert\(1\)<\/script>/);
    await page.locator('label.check', { hasText: 'Show details' }).click();
    await drawn(page);
    await page.locator('input[name=view][value=map]').check({ force: true });
    await page.locator('input[name=view][value=bars]').check({ force: true });
    await page.locator('input[name=view][value=cards]').check({ force: true });
    await page.check('#print-details');
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const sheet = await page.evaluate(() =>
        [...document.querySelectorAll('#print li > bdi')].map(node => node.textContent),
    );
    assert.deepEqual(sheet.sort(), names.map(name => shown(name)).sort());
    assert.deepEqual(await intruders(page), { elements: 0, ran: 0, polluted: undefined });

    const list = await downloaded(page, () => page.click('#export-student'));
    const rows = parse(list.text).slice(1);
    assert.equal(rows.length, 500);
    assert.deepEqual(rows.flat().filter(isFormula), []);
    const table = parse((await downloaded(page, () => page.click('#export-csv'))).text).slice(1);
    assert.equal(table.length, 500);
    assert.deepEqual(table.flat().filter(isFormula), []);

    // the project holds the names byte for byte, and gives them back
    const project = await downloaded(page, () => page.click('#save-project'));
    assert.doesNotMatch(project.text, /<script/);
    const other = await open(browser);
    await other.setInputFiles('#project-file', {
        name: 'p.json',
        mimeType: 'application/json',
        buffer: Buffer.from(project.text),
    });
    await other.waitForSelector('.card');
    await drawn(other);
    const again = await other.evaluate(() =>
        [...document.querySelectorAll('.member-name')].map(node => node.textContent),
    );
    assert.deepEqual(again.sort(), seen.slice().sort());
    await close(other);
    await close(page);
});

test('headers and kinds called like parts of JavaScript do no harm', async () => {
    const page = await open(browser);
    const kinds = ['__proto__', 'constructor'];
    const lines = Array.from({ length: 24 }, (_, i) => `P${i},${kinds[i % 2]},${i % 5}`);
    await load(page, `name,__proto__,constructor\n${lines.join('\n')}\n`);
    await page.selectOption('#role-1', 'protected');
    assert.match(await judged(page), /Possible/);
    await makeGroups(page);
    assert.match(await page.locator('.mix-text').first().textContent(), /2 of 4/);
    assert.match(await page.locator('.mix-text').first().textContent(), /__proto__/);
    await close(page);
});
