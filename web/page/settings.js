// settings.js - the page's state as the core's questions take it.
import { fileOfText } from './file_in.js';
import { isEnglish, t } from './i18n.js';
import { aimWeight, isAim } from './rules.js';
import { state } from './state.js';

function columnsOf(rules, kind) {
    return rules.filter(rule => rule.kind === kind && rule.column);
}

function sets(rules, kind) {
    return rules.filter(rule => rule.kind === kind && rule.rows.length > 1).map(rule => rule.rows);
}

// Earlier groups (earlier_groups.js) as the core reads them: a table as it is, groups of this list by row.
export function earlierFile({ name, bytes, labels }) {
    const rows = () => labels.flatMap((label, row) => (label >= 0 ? [`${row + 1},${label + 1}\n`] : []));
    return bytes ? { name, bytes } : fileOfText(name, `row,cluster\n${rows().join('')}`);
}

function wishes(rules) {
    const aims = rules.filter(isAim);
    const aim = kind =>
        aims
            .filter(rule => rule.kind === kind)
            .map(rule => ({ column: rule.column, weight: aimWeight(aims.indexOf(rule)) }));
    return {
        balance: columnsOf(rules, 'balance').map(({ column, ratio }) => (ratio ? { column, ratio } : { column })),
        nobodyAlone: columnsOf(rules, 'alone').map(({ column, value }) =>
            value === undefined ? { column } : { column, value },
        ),
        similar: aim('similar'),
        diverse: aim('diverse'),
        together: sets(rules, 'together'),
        apart: sets(rules, 'apart'),
        avoid: rules
            .filter(rule => rule.kind === 'avoid')
            .flatMap(rule => rule.files)
            .filter(({ why }) => !why)
            .map(earlierFile),
    };
}

// `start`: a group or -1 for each student, when some must stay where they are; `instead`: wishes that
// are only thought of.
export function settings(start = null, k = 0, instead = {}) {
    const { size, rules, seed, effort, timeLimit } = { ...state, ...instead };
    const shape = size.by === 'size' ? { size: { least: size.least, most: size.most } } : { groups: size.groups };
    const kept = start ? { start, k } : {};
    return { ...shape, ...wishes(rules), ...kept, seed, effort, timeLimit };
}

// What is wrong with the numbers that were typed: a key of the catalogue, or ''.
export function sizeFault() {
    const { by, least, most, groups } = state.size;
    const whole = value => Number.isInteger(value) && value > 0;
    if (by === 'groups') {
        return whole(groups) ? '' : 'size.fault.groups';
    }
    if (!whole(least) || !whole(most)) {
        return 'size.fault.number';
    }
    return least > most ? 'size.fault.order' : '';
}

// Corrections of what was detected, and which column the teacher calls name and id.
export function readOptions() {
    const roles = { ...(state.options.roles ?? {}) };
    if (state.roster) {
        const known = new Set(state.roster.columns.map(column => column.role));
        const called = role => state.roster.columns.find(column => state.roles[column.name] === role && !column.role);
        const named = ['name', 'first-name', 'last-name'].some(role => known.has(role));
        const identified = ['id', 'email', 'login'].some(role => known.has(role));
        if (!named && called('name')) {
            roles.name = called('name').name;
        }
        if (!identified && called('id')) {
            roles.id = called('id').name;
        }
    }
    const skip = state.roster?.skip; // titles above the header, found by the core
    return {
        ...state.options,
        ...(skip > 0 ? { skip } : {}),
        ...(Object.keys(roles).length ? { roles } : {}),
    };
}

// What files call things, where that is not English: the headers that a system needs stay as they are.
function fileWords() {
    return isEnglish() ? {} : { words: { group: t('file.group'), name: t('file.name'), line: t('file.line') } };
}

// The part of every question that says about which roster it is.
export function subject() {
    const { file, join } = state;
    return { file, ...(join ? { join } : {}), options: readOptions(), ...fileWords() };
}
