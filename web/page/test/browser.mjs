// browser.mjs - the page in a browser, and hands to use it. Every page that is opened is watched: a
// request, a message on the console or an uncaught error fails the test.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
export const FILE = process.env.FAIRCAP_PAGE || path.join(ROOT, 'build/web/faircap.html');
export const SCREENS = path.join(ROOT, 'build/web/screens');
const tools = createRequire(path.join(ROOT, 'build/web/tools/package.json'));
const { chromium } = tools('playwright-core');
const axe = readFileSync(tools.resolve('axe-core/axe.min.js'), 'utf8');

export const PHONE = { width: 360, height: 780 };
export const DESKTOP = { width: 1280, height: 900 };

export function launch() {
    return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium', args: ['--no-sandbox'] });
}

export async function open(
    browser,
    { viewport = DESKTOP, colorScheme = 'light', locale = 'en-GB', address = pathToFileURL(FILE).href, ...more } = {},
) {
    const context = await browser.newContext({
        viewport,
        colorScheme,
        locale,
        acceptDownloads: true,
        reducedMotion: 'reduce',
        ...more,
    });
    const page = await context.newPage();
    page.faults = [];
    page.on('console', message => page.faults.push(`console: ${message.text()}`));
    page.answer = true; // to questions such as whether work may be lost
    page.on('dialog', dialog => (page.answer ? dialog.accept() : dialog.dismiss()));
    page.on('pageerror', error => page.faults.push(`error: ${error.message}`));
    context.on('request', request => {
        if (!/^(blob|data):/.test(request.url()) && request.url() !== address) {
            page.faults.push(`request: ${request.url()}`);
        }
    });
    await page.goto(address);
    await page.waitForSelector('#choose');
    return page;
}

export async function close(page) {
    assert.deepEqual(page.faults, []);
    await page.context().close();
}

// The same page for another story: opening one takes longer than most stories.
export async function fresh(page) {
    if (await page.locator('#start-over').isVisible()) {
        await page.click('#start-over');
    }
    await page.waitForSelector('#roster-empty:not([hidden])');
    return page;
}

// ---- rosters ----

export function random(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

export function roster(n, { seed = 7, names = i => `Student ${String(i + 1).padStart(4, '0')}` } = {}) {
    const draw = random(seed);
    const lines = Array.from({ length: n }, (_, i) =>
        [
            names(i),
            `s${i + 1}@school.example`,
            i % 2 ? 'female' : 'male',
            Math.round(30 + 70 * draw()),
            ['morning', 'noon', 'evening'][Math.floor(3 * draw())],
        ].join(','),
    );
    return `name,email,gender,points,time\n${lines.join('\n')}\n`;
}

export function asFile(text, name = 'class.csv') {
    return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

// ---- hands ----

export async function load(page, text, name) {
    await page.setInputFiles('#roster-file', asFile(text, name));
    await page.waitForSelector('#head-found');
    await page.waitForSelector('.judge-possible, .judge-impossible, .judge-open, .judge-error');
}

export async function addWish(page, kind) {
    await page.selectOption('#add-rule', kind);
    await page.click('#add-rule-now');
    await page.waitForSelector(`.rule-${kind}`);
}

export async function judged(page) {
    await page.waitForTimeout(300); // the pause before the question
    await page.waitForSelector('.judge-text:not(.judge-checking)');
    return text(page, '.judge-text');
}

export async function makeGroups(page, { timeout = 120_000 } = {}) {
    const before = await page.evaluate(() => document.querySelector('#summary')?.textContent ?? '');
    await page.click('#make');
    await page.waitForFunction(
        old =>
            document.querySelector('#make') &&
            document.querySelector('#summary').textContent !== old &&
            document.querySelector('.cards'),
        before,
        { timeout },
    );
    await drawn(page);
}

// All cards are there: they are drawn in slices.
export async function drawn(page) {
    await page.waitForFunction(
        () => {
            const n = document.querySelectorAll('.card').length;
            const same = n > 0 && n === globalThis.cardsBefore;
            globalThis.cardsBefore = n;
            return same;
        },
        null,
        { polling: 150, timeout: 60_000 },
    );
}

// {group title: [names]} as the cards show them.
export function groups(page) {
    return page.evaluate(() =>
        Object.fromEntries(
            [...document.querySelectorAll('.card')].map(card => [
                card.querySelector('h3').textContent,
                [...card.querySelectorAll('.member-name')].map(node => node.textContent),
            ]),
        ),
    );
}

export async function groupOf(page, name) {
    return Object.entries(await groups(page)).find(([, names]) => names.includes(name))?.[0];
}

// Text without the marks that isolate names.
export async function text(page, selector) {
    return (await page.locator(selector).first().innerText())
        .replace(/[\u2066-\u2069]/g, '')
        .replace(/\s+/g, ' ')
        .trim();
}

export function member(page, name) {
    return page.locator('.member', { hasText: name });
}

export async function said(page, pattern) {
    await page.waitForFunction(
        source =>
            new RegExp(source).test(document.querySelector('#announcer').textContent.replace(/[\u2066-\u2069]/g, '')),
        pattern.source,
    );
    return text(page, '#announcer');
}

export async function downloaded(page, act) {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    return {
        name: download.suggestedFilename(),
        text: readFileSync(await download.path(), 'utf8').replace(/^\ufeff/, ''),
    };
}

// ---- accessibility ----

export async function violations(page, where) {
    await page.evaluate(() => window.scrollTo(0, 0)); // what lies under a bar is no smaller for it
    await page.evaluate(axe);
    const found = await page.evaluate(() =>
        globalThis.axe.run(document, {
            resultTypes: ['violations'],
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        }),
    );
    return found.violations.map(
        ({ id, nodes }) =>
            `${where}: ${id}: ${nodes
                .slice(0, 3)
                .map(node => node.html.slice(0, 120))
                .join(' | ')}`,
    );
}
