// broken_words.js - a rule that does not hold, in a sentence.
import { quoted } from './dom.js';
import { list, t } from './i18n.js';
import { nameOf } from './people.js';
import { groupName } from './results.js';
import { state } from './state.js';

function counts(group, column) {
    const found = state.result.measure.groups[group]?.columns[column]?.counts ?? {};
    return Object.entries(found)
        .filter(([text]) => text)
        .map(([text, n]) => t('group.count', { n, kind: quoted(text) }));
}

function names(rows) {
    return list((rows ?? []).slice(0, 4).map(row => quoted(nameOf(row))));
}

export function brokenWords({ group, rule, column, value, rows }) {
    const where = group === undefined || group < 0 ? '' : groupName(group);
    switch (rule) {
        case 'size':
            return t('broken.size', { group: where, n: state.result.measure.groups[group].size });
        case 'balance':
            return t('broken.balance', { group: where, column: quoted(column), counts: list(counts(group, column)) });
        case 'nobody-alone':
            return value === undefined
                ? t('broken.aloneAny', { group: where, column: quoted(column) })
                : t('broken.alone', { group: where, value: quoted(value) });
        case 'together':
            return t('broken.together', { names: names(rows) });
        case 'apart':
            return t('broken.apart', { group: where, names: names(rows) });
        case 'avoid':
            return t('broken.avoid', { group: where, names: names(rows) });
        default:
            return t('broken.other', { group: where });
    }
}

// Earlier team-mates who meet again are no fault: as few as possible was the wish.
export function isFault(broken) {
    return broken.rule !== 'avoid';
}

export function brokenKey({ group, rule, column, value, rows }) {
    return [group, rule, column, value, (rows ?? []).join('-')].join('|');
}
