// changes.js - changes of the wishes that could make them possible: what they are called, and what the
// wishes would then be. Whether one helps is asked of the core (judge_line.js), never assumed.
import { quoted } from './dom.js';
import { t } from './i18n.js';
import { nameOf } from './people.js';
import { AIMS, newRule, roleOfKind } from './rules.js';
import { state } from './state.js';

// ---- candidates ----

// The core names a wish by a phrase: "a mix by gender of at least 1 to 2" or "of any ratio", "nobody alone in gender".
function isMeant(rule, phrase) {
    switch (rule.kind) {
        case 'balance':
            return phrase.startsWith(`a mix by ${rule.column} of `);
        case 'alone':
            return phrase === `nobody alone in ${rule.column}` || phrase.startsWith(`nobody alone in ${rule.column}:`);
        default:
            return phrase === `who must be ${rule.kind}`;
    }
}

// "groups of 3 to 5 would do", "10 groups of 3 to 4 may do"; not what "would do without the other wishes".
function fromSentence(sentence) {
    const found = /(?:; |^)(?:(\d+) )?groups? of (\d+)(?: to (\d+))? (?:would|may) do(?! without)/i.exec(sentence);
    if (!found) {
        return [];
    }
    const [, groups, least, most = least] = found;
    return groups
        ? [{ kind: 'clusters', value: Number(groups) }]
        : [{ kind: 'size', value: { least: Number(least), most: Number(most) } }];
}

// A wish about some students is given up alone where that helps, otherwise all of its kind are.
function leftOut({ value }) {
    const meant = state.rules.filter(rule => isMeant(rule, value));
    const without = rules => ({
        kind: 'leave_out',
        rule: rules[0].kind,
        column: rules[0].column,
        ids: rules.map(rule => rule.id),
        rows: rules.length === 1 ? rules[0].rows : undefined,
    });
    return meant.length === 0
        ? []
        : [
              ...meant.filter(rule => rule.kind === 'balance').map(rule => ({ kind: 'spread', column: rule.column })),
              ...(meant.length > 1 && meant[0].rows ? meant.map(rule => without([rule])) : []),
              without(meant),
          ];
}

// In the order in which they are offered: sizes first, wishes given up last.
const ORDER = ['size', 'max_size', 'clusters', 'balance', 'spread', 'leave_out'];

export function candidates({ sentence, changes = [] }) {
    const all = [
        ...fromSentence(sentence),
        ...changes.flatMap(change => (change.kind === 'leave_out' ? leftOut(change) : [change])),
    ];
    const known = all.filter(
        ({ kind, value }) => ORDER.includes(kind) && !(kind === 'balance' && /^0\b/.test(String(value))),
    );
    const seen = new Set();
    return known
        .filter(change => {
            const key = JSON.stringify(asSize(change));
            return seen.has(key) ? false : seen.add(key);
        })
        .sort((a, b) => isFar(a) - isFar(b) || ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

// A largest size is a size: with the smallest that is wished.
function asSize(change) {
    return change.kind === 'max_size'
        ? { kind: 'size', value: { least: state.size.least, most: Number(change.value) } }
        : change;
}

// Groups twice as large as wished are no small change: other ones are offered before.
function isFar(change) {
    const { kind, value } = asSize(change);
    return kind === 'size' && state.size.by === 'size' && value.most > 2 * state.size.most;
}

// ---- what they do ----

function withRules(rules, column, role) {
    return column ? { rules, roles: { ...state.roles, [column]: role } } : { rules };
}

// Columns that were to be mixed in every group are spread evenly instead, which is always possible.
export function spread(columns, more = {}) {
    const others = state.rules.filter(rule => !columns.includes(rule.column));
    const roles = Object.fromEntries(columns.map(column => [column, 'diverse']));
    return {
        rules: [...others, ...columns.map(column => newRule('diverse', { column, ...more }))],
        roles: { ...state.roles, ...roles },
    };
}

// The part of the state that is different.
export function changed(change) {
    const { kind, value, column } = asSize(change);
    switch (kind) {
        case 'size':
            return { size: { ...state.size, by: 'size', ...value } };
        case 'clusters':
            return { size: { ...state.size, by: 'groups', groups: Number(value) } };
        case 'balance':
            return {
                rules: state.rules.map(rule =>
                    rule.kind === 'balance' && (!column || rule.column === column)
                        ? { ...rule, ratio: String(value) }
                        : rule,
                ),
            };
        case 'spread':
            return spread([column]);
        default: {
            const rules = state.rules.filter(rule => !change.ids.includes(rule.id));
            const last =
                column &&
                !rules.some(
                    rule =>
                        rule.column === column && (AIMS.includes(rule.kind) || roleOfKind(rule.kind) === 'protected'),
                );
            return last ? withRules(rules, column, 'ignore') : { rules };
        }
    }
}

export function changeWords(change) {
    const { kind, value } = asSize(change);
    const column = quoted(change.column ?? '');
    switch (kind) {
        case 'size':
            return value.least === value.most ? t('change.sizeEach', { most: value.most }) : t('change.size', value);
        case 'clusters':
            return t('change.clusters', { n: Number(value) });
        case 'balance': {
            const [part, whole = 1] = String(value).split('/');
            return t('change.balance', { column, part, whole });
        }
        case 'spread':
            return t('change.spread', { column });
        default:
            return change.rows
                ? t(`change.leaveOut.${change.rule}`, { names: change.rows.map(row => quoted(nameOf(row))).join(', ') })
                : t(`change.leaveOut.${change.rule}${change.column ? '' : '.all'}`, { column });
    }
}
