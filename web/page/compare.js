// compare.js - two results side by side, in words and figures.
import { certificateWords } from './certificate_words.js';
import { byId, fill, make, moveFocus, quoted } from './dom.js';
import { aimFigures, aimWords, faults, mixWords, protectedColumns, sizeWords } from './figures.js';
import { t } from './i18n.js';
import { later, set, state, watch } from './state.js';
import { latePart } from './late.js';

let otherNumber = 0;

function title(result) {
    return t(result.byHand ? 'compare.nameByHand' : 'compare.name', {
        number: String(result.number),
        seed: String(result.seed),
    });
}

function brokenCount(result) {
    const n = faults(result).length;
    return n === 0 ? t('summary.allHold') : t('compare.broken', { n });
}

function sameGroups(one, other) {
    const pairs = new Map();
    one.labels.forEach((group, row) => {
        const key = `${group}|${other.labels[row]}`;
        pairs.set(key, (pairs.get(key) ?? 0) + 1);
    });
    const best = new Map();
    for (const [key, n] of pairs) {
        const group = key.split('|')[0];
        best.set(group, Math.max(best.get(group) ?? 0, n));
    }
    return [...best.values()].reduce((a, b) => a + b, 0);
}

function rows(one, other) {
    const both = (label, words) =>
        make(
            'tr',
            {},
            make('th', { scope: 'row' }, label),
            [one, other].map(result => make('td', {}, words(result))),
        );
    const repeats = state.rules.some(rule => rule.kind === 'avoid');
    return [
        both(t('compare.rules'), brokenCount),
        both(t('summary.sizes'), sizeWords),
        protectedColumns().map(column =>
            both(t('summary.mix', { column: quoted(column) }), result => mixWords(result, column)),
        ),
        one.measure.columns.map(({ name, aim }) =>
            both(t(`summary.${aim}`, { column: quoted(name) }), result => {
                const found = result.measure.columns.find(column => column.name === name && column.aim === aim);
                return found ? [aimWords(found), make('br'), make('span', { class: 'hint' }, aimFigures(found))] : '–';
            }),
        ),
        repeats && both(t('summary.repeated'), result => t('summary.pairs', { n: result.measure.repeatedPairs ?? 0 })),
        both(t('compare.proof'), certificateWords),
    ];
}

function goBack(result) {
    set({ result, seed: result.seed });
    moveFocus(byId('head-groups'));
}

function table(one, other) {
    return make(
        'div',
        { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('compare.title') },
        make(
            'table',
            { class: 'compare' },
            make(
                'thead',
                {},
                make(
                    'tr',
                    {},
                    make('td'),
                    make('th', { scope: 'col' }, t('compare.shown', { name: title(one) })),
                    make('th', { scope: 'col' }, title(other)),
                ),
            ),
            make('tbody', {}, rows(one, other)),
        ),
    );
}

function comparePart() {
    const { result, results } = state;
    const others = results.filter(one => one !== result);
    if (others.length === 0) {
        return make(
            'div',
            { class: 'panel' },
            make('h3', {}, t('compare.title')),
            make('p', { class: 'hint' }, t('compare.none')),
        );
    }
    const other = others.find(one => one.number === otherNumber) ?? others.at(-1);
    return make(
        'div',
        { class: 'panel panel-wide' },
        make('h3', {}, t('compare.title')),
        make(
            'div',
            { class: 'row' },
            make('label', { for: 'compare-with' }, t('compare.with')),
            make(
                'select',
                {
                    id: 'compare-with',
                    value: String(other.number),
                    onchange: event => {
                        otherNumber = Number(event.target.value);
                        showMore();
                        byId('compare-with').focus();
                    },
                },
                others.map(one => make('option', { value: one.number }, title(one))),
            ),
            make(
                'button',
                { type: 'button', id: 'use-other', onclick: () => goBack(other) },
                t('compare.use', { name: title(other) }),
            ),
        ),
        table(result, other),
        make('p', { class: 'hint' }, t('compare.same', { n: sameGroups(result, other), all: result.labels.length })),
    );
}

function showMore() {
    const { result } = state;
    if (result) {
        const open = byId('late-errors') && !byId('late-errors').hidden ? byId('late-errors') : null;
        fill(byId('more'), comparePart(), latePart());
        if (open) {
            byId('late-errors').replaceWith(open);
        }
    }
}

export function startCompare() {
    watch(['result', 'language'], later(showMore));
}
