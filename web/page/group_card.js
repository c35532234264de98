// group_card.js - one group: its size, its mix, what is not right, and its students.
import { brokenWords } from './broken_words.js';
import { bdi, make, quoted } from './dom.js';
import { kindsOf, protectedColumns } from './figures.js';
import { listShort, number, t } from './i18n.js';
import { columnIndex, columnNamed, nameOf } from './people.js';
import { groupName } from './results.js';
import { aims } from './rules.js';
import { state } from './state.js';

const COLOURS = 6; // kinds with a colour of their own; text says all of them

// A bar of parts with the same in words: colour never speaks alone.
export function mixBar(group, column) {
    const { size, columns } = state.result.measure.groups[group];
    const counts = columns[column]?.counts;
    if (!counts) {
        return null;
    }
    const kinds = kindsOf(column).filter(kind => counts[kind] > 0);
    const unknown = size - kinds.reduce((sum, kind) => sum + counts[kind], 0);
    const parts = kinds.map(kind => {
        const part = make('span', { class: `part kind-${kindsOf(column).indexOf(kind) % COLOURS}` });
        part.style.flexGrow = String(counts[kind]);
        return part;
    });
    if (unknown > 0) {
        const part = make('span', { class: 'part kind-unknown' });
        part.style.flexGrow = String(unknown);
        parts.push(part);
    }
    const texts = kinds.map(kind => t('group.of', { n: counts[kind], size, kind: quoted(kind) }));
    if (unknown > 0) {
        texts.push(t('group.unknown', { n: unknown, size }));
    }
    return make(
        'div',
        { class: 'mix' },
        make('div', { class: 'mix-bar', 'aria-hidden': 'true' }, parts),
        make('p', { class: 'mix-text' }, listShort(texts)),
    );
}

// "points 63 on average", "time: 2 morning, 1 evening".
function aimLine(group, rule) {
    const figures = state.result.measure.groups[group].columns[rule.column];
    if (!figures) {
        return null;
    }
    if (figures.counts) {
        const texts = kindsOf(rule.column)
            .filter(kind => figures.counts[kind] > 0)
            .slice(0, 4)
            .map(kind => t('group.count', { n: figures.counts[kind], kind: quoted(kind) }));
        return make('li', {}, bdi(rule.column), ': ', listShort(texts));
    }
    return (
        Number.isFinite(figures.mean) &&
        make(
            'li',
            {},
            t('group.mean', {
                column: quoted(rule.column),
                mean: number(figures.mean),
                low: number(figures.min),
                high: number(figures.max),
            }),
        )
    );
}

// The cells that are worth seeing beside a name: those of rules.
export function detailsOf(row) {
    const columns = [...new Set([...protectedColumns(), ...aims().map(rule => rule.column)])].filter(columnNamed);
    return columns
        .map(column => state.roster.rows[row][columnIndex(column)])
        .filter(Boolean)
        .map(quoted)
        .join(' · ');
}

function member(row) {
    const pinned = state.result.pinned.has(row);
    const isNew = state.result.added?.includes(row);
    return make(
        'li',
        { class: pinned ? 'is-pinned' : null, draggable: 'true', 'data-row': row },
        make(
            'button',
            { type: 'button', class: 'member', 'data-row': row, 'aria-haspopup': 'dialog' },
            make('span', { class: 'member-name' }, bdi(nameOf(row))),
            pinned && make('span', { class: 'tag' }, t('group.pinned')),
            isNew && make('span', { class: 'tag' }, t('group.new')),
            state.details && make('span', { class: 'member-details' }, detailsOf(row)),
        ),
    );
}

// What a card shows, as text: a card whose text is the same need not be made again.
export function cardSignature(group, rows, broken) {
    const { pinned, added = [] } = state.result;
    return JSON.stringify([
        rows,
        rows.filter(row => pinned.has(row)),
        rows.filter(row => added.includes(row)),
        broken,
        state.result.measure.groups[group],
        state.details,
        state.language,
        state.rules.map(rule => [rule.kind, rule.column]),
    ]);
}

export function groupCard(group, rows, broken) {
    const title = `card-title-${group}`;
    return make(
        'li',
        { class: broken.length ? 'card is-broken' : 'card', id: `card-${group}`, 'data-group': group },
        make(
            'div',
            { class: 'card-head' },
            make('h3', { id: title, tabindex: '-1' }, groupName(group)),
            make('span', { class: 'card-size' }, t('group.size', { n: rows.length })),
        ),
        broken.length > 0 &&
            make(
                'ul',
                { class: 'card-broken' },
                broken.map(one =>
                    make('li', {}, make('span', { class: 'sign', 'aria-hidden': 'true' }, '✗'), brokenWords(one)),
                ),
            ),
        protectedColumns().map(column => mixBar(group, column)),
        make('ul', { class: 'members', 'aria-labelledby': title }, rows.map(member)),
        aims().length > 0 &&
            make(
                'ul',
                { class: 'card-aims' },
                aims().map(rule => aimLine(group, rule)),
            ),
    );
}
