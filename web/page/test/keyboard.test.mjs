// keyboard.test.mjs - the whole way by keyboard alone, with the focus where one would look for it.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { close, drawn, groupOf, judged, launch, open, said, text } from './browser.mjs';

let browser;
before(async () => {
    browser = await launch();
});
after(() => browser.close());

const focused = page =>
    page.evaluate(() => {
        const node = document.activeElement;
        return {
            id: node.id,
            text: node.textContent
                .replace(/[\u2066-\u2069]/g, '')
                .trim()
                .slice(0, 60),
            tag: node.tagName,
        };
    });

// Tab until the focus is on what is meant; it must be visible and not behind the bars.
async function tabTo(page, matches, keys = 'Tab') {
    for (let i = 0; i < 150; i++) {
        await page.keyboard.press(keys);
        const found = await page.evaluate(source => {
            const node = document.activeElement;
            return new RegExp(source).test(
                `${node.id}|${node.className}|${node.getAttribute('aria-label') ?? ''}|${node.textContent}|${node.value ?? ''}`,
            );
        }, matches.source);
        if (found) {
            const seen = await page.evaluate(() => {
                const node = document.activeElement;
                const box = node.getBoundingClientRect();
                const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 12));
                const style = getComputedStyle(node);
                const ring = style.outlineStyle !== 'none' || node.matches('.segments input');
                return { ring, hit: top === node || node.contains(top) || Boolean(top?.contains(node)) };
            });
            assert.ok(seen.ring, `focus is visible on ${matches}`);
            assert.ok(seen.hit, `${matches} is not covered`);
            return;
        }
    }
    assert.fail(`Tab does not reach ${matches}`);
}

test('from the example class to printed groups by keyboard alone', async () => {
    const page = await open(browser);
    await tabTo(page, /^sample\|/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('#head-found');
    assert.equal((await focused(page)).id, 'head-found', 'the focus goes to what was found');
    await tabTo(page, /^role-3\|/);
    await page.keyboard.press('ArrowUp'); // points: from spread evenly to alike
    await page.waitForSelector('.rule-similar');
    assert.equal((await focused(page)).id, 'role-3', 'the focus stays on the column');
    await tabTo(page, /^size-most\|/);
    await page.keyboard.press('ArrowUp');
    assert.match(await judged(page), /Possible: 6 groups of 3 to 5/);
    await tabTo(page, /one place down/);
    const label = await page.evaluate(() => document.activeElement.getAttribute('aria-label'));
    await page.keyboard.press('Enter');
    await said(page, /is now in place 2/);
    assert.equal(
        await page.evaluate(() => document.activeElement.getAttribute('aria-label')),
        label,
        'the focus moves along',
    );
    await judged(page);
    await tabTo(page, /^make\|/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.card');
    await drawn(page);
    assert.equal((await focused(page)).id, 'head-groups');

    await tabTo(page, /^undo\|/);
    await tabTo(page, /member/);
    const { text: name } = await focused(page);
    const from = await groupOf(page, name);
    await page.keyboard.press('m');
    await page.waitForSelector('dialog[open]');
    assert.equal((await focused(page)).id, 'move-to');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await said(page, /Moved/);
    assert.notEqual(await groupOf(page, name), from);
    assert.equal((await focused(page)).text, name, 'the focus goes along with the student');
    await page.keyboard.press('Enter');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    assert.equal((await focused(page)).text, name, 'and comes back after Escape');
    await page.keyboard.press('p');
    await said(page, /is pinned/);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await said(page, /Undone: Moved/);
    assert.equal(await groupOf(page, name), from);

    await page.keyboard.press('s');
    await page.waitForSelector('dialog[open]');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await said(page, /Swapped/);

    let printed = 0;
    await page.exposeFunction('countPrint', () => {
        printed++;
    });
    await page.evaluate(() => {
        window.print = () => window.countPrint();
    });
    await tabTo(page, /^print-now\|/);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(100);
    assert.equal(printed, 1);
    assert.match(await page.evaluate(() => document.querySelector('#print').textContent), /Group 01/);
    await close(page);
});

test('wishes about students are made by keyboard', async () => {
    const page = await open(browser);
    await page.focus('#sample');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#head-found');
    await page.focus('#add-rule');
    await page.keyboard.type('Keep students to');
    assert.equal(await page.locator('.rule-together').count(), 0, 'leafing adds nothing');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.rule-together');
    assert.equal(await page.evaluate(() => document.activeElement.type), 'search', 'the focus is in the new card');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await said(page, /Ada Sommer is chosen/);
    await page.keyboard.type('Ben');
    await page.keyboard.press('Enter');
    await said(page, /Ben Okafor is chosen/);
    assert.match(await text(page, '.rule-together'), /Ada Sommer × ?Ben Okafor/);
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter'); // takes Ben out again
    assert.doesNotMatch(await text(page, '.rule-together .chips'), /Ben/);
    await close(page);
});

test('the skip link and the strip of steps lead where they say', async () => {
    const page = await open(browser);
    await page.keyboard.press('Tab');
    assert.equal((await focused(page)).text, 'Skip to content');
    await page.keyboard.press('Enter');
    await page.focus('#sample');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#head-found');
    await page.locator('#step-list a', { hasText: 'Wishes' }).focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => {
        const { top } = document.querySelector('#step-rules').getBoundingClientRect();
        return top >= 0 && top < innerHeight / 2;
    });
    await page.waitForSelector('#step-list a[aria-current=step]:has-text("Wishes")');
    await close(page);
});
