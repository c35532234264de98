// figures.js - figures of a result as short texts: sizes, mixes, aims. Used by summary and comparison.
import { isFault } from './broken_words.js';
import { quoted } from './dom.js';
import { list, listShort, percent, t } from './i18n.js';
import { state } from './state.js';

// Columns that a card "mixed" or "nobody alone" is about, in order, each once.
export function protectedColumns() {
    const names = state.rules.filter(rule => rule.kind === 'balance' || rule.kind === 'alone').map(rule => rule.column);
    return [...new Set(names)];
}

export function kindsOf(column) {
    const values = state.roster.columns.find(one => one.name === column)?.values ?? [];
    return values.map(({ text }) => text).filter(Boolean);
}

function span(low, high) {
    return low === high ? t('figure.each', { n: low }) : t('figure.span', { low, high });
}

export function sizeWords(result) {
    const count = new Map();
    for (const { size } of result.measure.groups) {
        count.set(size, (count.get(size) ?? 0) + 1);
    }
    return list([...count].sort(([a], [b]) => b - a).map(([size, n]) => t('figure.sizes', { n, size })));
}

export function mixWords(result, column) {
    const { groups } = result.measure;
    return listShort(
        kindsOf(column)
            .slice(0, 6)
            .map(kind => {
                const counts = groups.map(group => group.columns[column]?.counts?.[kind] ?? 0);
                const low = counts.reduce((a, b) => Math.min(a, b), Infinity);
                const high = counts.reduce((a, b) => Math.max(a, b), 0);
                return `${quoted(kind)} ${span(low, high)}`;
            }),
    );
}

// How far an aim is reached, beside groups that are drawn by lot.
const REACHED = [
    [0.1, 'nearly'],
    [0.5, 'much'],
    [0.9, 'more'],
    [Infinity, 'lot'],
];

export function aimWords({ aim, cost, random }) {
    const [, word] = REACHED.find(([most]) => random <= 0 || cost <= most * random);
    return t(`reached.${aim}.${word}`);
}

export function aimFigures({ aim, cost, random }) {
    return t(`figure.${aim}`, { part: percent(cost), lot: percent(random) });
}

export function faults(result) {
    return result.measure.broken.filter(isFault);
}
