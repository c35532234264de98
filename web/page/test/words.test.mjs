// words.test.mjs - the catalogues say the same in every language, and nothing that nobody asks for.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { ROOT } from './browser.mjs';

const FOLDER = path.join(ROOT, 'web/page');
const files = readdirSync(FOLDER);
const read = name => readFileSync(path.join(FOLDER, name), 'utf8');
const catalogues = Object.fromEntries(
    files.filter(name => name.endsWith('.json')).map(name => [name, JSON.parse(read(name))]),
);
const english = catalogues['en.json'];
const sources = files
    .filter(name => name.endsWith('.js'))
    .map(read)
    .join('\n');
const page = read('index.html');

const forms = entry => (typeof entry === 'string' ? [entry] : Object.values(entry));
const places = entry => [...new Set(forms(entry).flatMap(text => text.match(/\{\w+\}/g) ?? []))].sort();

test('every language has the same keys', () => {
    assert.ok(Object.keys(catalogues).length >= 2);
    for (const [name, words] of Object.entries(catalogues)) {
        assert.deepEqual(Object.keys(words).sort(), Object.keys(english).sort(), name);
    }
});

test('every language has the same places, and every plural its forms', () => {
    for (const [name, words] of Object.entries(catalogues)) {
        const categories = new Intl.PluralRules(name.slice(0, 2)).resolvedOptions().pluralCategories;
        for (const [key, entry] of Object.entries(words)) {
            if (key === 'language.name') {
                continue;
            }
            assert.deepEqual(places(entry), places(english[key]), `${name}: ${key}`);
            if (typeof entry === 'object') {
                assert.deepEqual(Object.keys(entry).sort(), [...categories].sort(), `${name}: ${key}`);
            }
        }
    }
});

// What the sources ask for: whole keys, and beginnings of keys (`role.${role}`).
const asked = new Set([...sources.matchAll(/'([a-z][\w-]*(?:\.[\w-]+)+)'/gi)].map(([, key]) => key));
for (const [, key] of page.matchAll(/data-t(?:-\w+)?="([^"]+)"/g)) {
    asked.add(key);
}
const begun = [...sources.matchAll(/[`']([a-z][\w.-]*\.)(?:\$\{|')/gi)].map(([, start]) => start);
const composed = ['format.', 'view.', 'sort.'].filter(start => sources.includes(`('${start.slice(0, -1)}', `)); // words('format', name), segments('view', ...)

test('every word is used', () => {
    const unused = Object.keys(english).filter(
        key => !asked.has(key) && ![...begun, ...composed].some(start => key.startsWith(start)),
    );
    assert.deepEqual(unused, []);
});

test('no word is missing', () => {
    const families = new Set(Object.keys(english).map(key => key.split('.')[0]));
    const missing = [...asked].filter(
        key => families.has(key.split('.')[0]) && !(key in english) && !key.endsWith('.js'),
    );
    assert.deepEqual(missing, []);
    for (const start of begun) {
        assert.ok(
            Object.keys(english).some(key => key.startsWith(start)),
            `no word begins with ${start}`,
        );
    }
});

test('nothing goes to the page but text', () => {
    assert.doesNotMatch(
        sources,
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc/,
    );
    assert.doesNotMatch(
        sources,
        /localStorage|sessionStorage|indexedDB|document\.cookie|\bfetch\(|XMLHttpRequest|sendBeacon|WebSocket|\beval\(|new Function/,
    );
    assert.doesNotMatch(page, / on\w+=| style=/);
});
