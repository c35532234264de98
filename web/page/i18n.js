// i18n.js - words in the reader's language. A language is a file xx.json in this folder, and no more.
//
// A word is a text with {places}, or several texts by plural category, chosen by the value of n.
// Numbers are written as the language writes them; texts of the roster are isolated by the caller
// (dom.js, `quoted`).
import { set, state, watch } from './state.js';

const FALLBACK = 'en';
const BLOCK = 'catalogue-'; // web/assemble.py puts xx.json into the page as catalogue-xx
const catalogues = Object.fromEntries(
    [...document.querySelectorAll(`[id^="${BLOCK}"]`)].map(block => [
        block.id.slice(BLOCK.length),
        JSON.parse(block.textContent),
    ]),
);
let language = FALLBACK;
let plural = new Intl.PluralRules(FALLBACK);
let numbers = new Intl.NumberFormat(FALLBACK, { maximumFractionDigits: 2 });

export function languages() {
    return Object.keys(catalogues).map(code => ({ code, name: catalogues[code]['language.name'] }));
}

function preferred() {
    const wanted = navigator.languages ?? [navigator.language];
    const codes = wanted.map(tag => tag.toLowerCase().split('-')[0]);
    return codes.find(code => code in catalogues) ?? FALLBACK;
}

// Before all other watchers: they speak the new language.
export function startLanguage() {
    watch(['language'], () => {
        language = state.language;
        plural = new Intl.PluralRules(language);
        numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
        document.documentElement.lang = language;
        document.title = t('page.title');
        translate(document);
    });
}

// After all others have begun to watch: this draws everything.
export function chooseLanguage() {
    set({ language: preferred() });
}

function shown(value) {
    return typeof value === 'number' ? numbers.format(value) : String(value);
}

export function put(template, values) {
    return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name]) : whole));
}

function template(key, n) {
    const entry = catalogues[language][key] ?? catalogues[FALLBACK][key];
    if (entry === undefined) {
        throw new Error(`no word for ${key}`);
    }
    return typeof entry === 'string' ? entry : (entry[plural.select(n)] ?? entry.other);
}

export function t(key, values = {}) {
    return put(template(key, values.n), values);
}

export function has(key) {
    return key in catalogues[FALLBACK];
}

export function isEnglish() {
    return language === FALLBACK;
}

// The English catalogue, for sentences that the core speaks in English (core_words.js).
export function english() {
    return catalogues[FALLBACK];
}

export function list(texts) {
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(texts);
}

// Without a word before the last one, for short texts.
export function listShort(texts) {
    return new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(texts);
}

export function percent(part) {
    const digits = part > 0 && part < 0.0995 ? 1 : 0;
    return new Intl.NumberFormat(language, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
    }).format(part);
}

// Of a gap: never less than it is.
export function percentUp(part) {
    return percent(Math.ceil(part * 1000) / 1000);
}

// Of what is reached: never more than it is.
export function percentDown(part) {
    return percent(Math.floor(part * 100) / 100);
}

export function number(value, digits = 1) {
    return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value);
}

// Static parts of the page: data-t is the text, data-t-label the accessible name, ...
const ATTRIBUTES = { label: 'aria-label', placeholder: 'placeholder', title: 'title' };

export function translate(root) {
    for (const node of root.querySelectorAll('[data-t]')) {
        node.textContent = t(node.dataset.t);
    }
    for (const [name, attribute] of Object.entries(ATTRIBUTES)) {
        for (const node of root.querySelectorAll(`[data-t-${name}]`)) {
            node.setAttribute(attribute, t(node.getAttribute(`data-t-${name}`)));
        }
    }
}
