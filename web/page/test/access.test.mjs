// access.test.mjs - every step, narrow and wide, light and dark, in both languages: no violation that
// axe-core knows, nothing cut off, targets large enough. Leaves a picture of each in build/web/screens.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import {
    DESKTOP,
    PHONE,
    SCREENS,
    addWish,
    close,
    drawn,
    judged,
    launch,
    makeGroups,
    member,
    open,
    said,
    violations,
} from './browser.mjs';

const NARROWEST = 320;
let browser;
before(async () => {
    browser = await launch();
    mkdirSync(SCREENS, { recursive: true });
});
after(() => browser.close());

// Targets under 24 x 24 CSS pixels (WCAG 2.2, 2.5.8), links in sentences apart.
function smallTargets(page) {
    return page.evaluate(() =>
        [...document.querySelectorAll('button, select, input, a, summary')]
            .filter(node => node.checkVisibility() && !node.closest('.skip, .sr') && !node.matches('.skip'))
            .map(node => ({
                node,
                box: (node.closest('label.check, label.option, .segments label') ?? node).getBoundingClientRect(),
            }))
            .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
            .map(({ node, box }) => `${node.tagName}.${node.className}#${node.id} ${box.width} x ${box.height}`),
    );
}

function overflow(page) {
    return page.evaluate(() => {
        const width = document.documentElement.clientWidth;
        return document.documentElement.scrollWidth <= width
            ? []
            : [...document.querySelectorAll('main *')]
                  .filter(node => node.getBoundingClientRect().right > width + 1)
                  .slice(0, 5)
                  .map(node => `${node.tagName}.${node.className}#${node.id}`);
    });
}

const STEPS = [
    ['start', async page => page.click('#paste-open')],
    [
        'wishes',
        async page => {
            await page.click('#sample');
            await page.waitForSelector('#head-found');
            await addWish(page, 'alone');
            await addWish(page, 'apart');
            await page.locator('.rule-apart .picks button').first().click();
            await addWish(page, 'avoid');
            for (const summary of await page.locator('main summary').all()) {
                await summary.click();
            }
            await judged(page);
        },
    ],
    [
        'impossible',
        async page => {
            await page.fill('#size-least', '3');
            await page.fill('#size-most', '3');
            await judged(page);
            await page.waitForSelector('.changes button');
        },
    ],
    [
        'groups',
        async page => {
            await page.locator('.changes button').first().click();
            await judged(page);
            await makeGroups(page);
        },
    ],
    [
        'dialog',
        async page => {
            await member(page, 'Ada Sommer').click();
            await page.waitForSelector('dialog[open]');
        },
    ],
    [
        'moved',
        async page => {
            await page.click('#move');
            await said(page, /Ada Sommer/);
            await page
                .locator('label.check', { has: page.locator('input') })
                .filter({ hasText: /details|Einzelheiten/ })
                .first()
                .click();
            await drawn(page);
        },
    ],
    ['bars', async page => page.locator('input[name=view][value=bars]').check({ force: true })],
    ['map', async page => page.locator('input[name=view][value=map]').check({ force: true })],
    [
        'compare',
        async page => {
            await page.click('#make');
            await page.waitForSelector('.compare');
            await page.locator('input[name=view][value=cards]').check({ force: true });
            await drawn(page);
        },
    ],
    [
        'export',
        async page => {
            await page.check('input[name=format][value=moodle-brickfield]');
            await Promise.all([page.waitForEvent('download'), page.click('#export-lms')]);
            await page.locator('#lms-said p').first().waitFor();
        },
    ],
];

// Two of the eight, in which width, colour and language all change; the others with --long.
const PAGES = [
    ['desktop', DESKTOP, 'light', 'en-GB'],
    ['phone', PHONE, 'dark', 'de-DE'],
    ...(process.env.FAIRCAP_LONG === '1'
        ? [
              ['phone', PHONE, 'dark', 'en-GB'],
              ['desktop', DESKTOP, 'dark', 'de-DE'],
              ['phone', PHONE, 'light', 'de-DE'],
              ['desktop', DESKTOP, 'dark', 'en-GB'],
              ['desktop', DESKTOP, 'light', 'de-DE'],
              ['phone', PHONE, 'light', 'en-GB'],
          ]
        : []),
];

for (const [shape, viewport, colorScheme, locale] of PAGES) {
    test(`${shape}, ${colorScheme}, ${locale.slice(0, 2)}: no violation at any step`, async () => {
        const page = await open(browser, { viewport, colorScheme, locale });
        const found = [];
        for (const [name, act] of STEPS) {
            await act(page);
            await page.waitForTimeout(150);
            await page.screenshot({
                path: path.join(SCREENS, `${name}-${shape}-${colorScheme}-${locale.slice(0, 2)}.png`),
            });
            found.push(...(await violations(page, name)));
            found.push(...(await smallTargets(page)).map(text => `${name}: small target ${text}`));
            for (const width of shape === 'phone' ? [NARROWEST, viewport.width] : [viewport.width]) {
                await page.setViewportSize({ ...viewport, width });
                found.push(...(await overflow(page)).map(text => `${name}: wider than ${width} pixels: ${text}`));
            }
        }
        assert.deepEqual(found, []);
        await close(page);
    });
}

test('light, dark and language can be chosen in the page', async () => {
    const page = await open(browser, { colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.selectOption('#theme', 'dark');
    assert.notEqual(await background(), light);
    await page.selectOption('#theme', 'light');
    assert.equal(await background(), light);
    await page.selectOption('#language', 'de');
    assert.equal(await page.locator('h1').innerText(), 'Faire Gruppen für Ihre Klasse');
    assert.equal(await page.getAttribute('html', 'lang'), 'de');
    await close(page);
});
