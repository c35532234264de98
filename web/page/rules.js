// rules.js - the wishes as cards. What a column is (its role) and the cards about it always agree:
// a protected column has a card "mixed" or "nobody alone", a similar or diverse one its aim.
//
// Cards of the kinds in AIMS are in order: the first counts most (aimWeight).
import { set, state } from './state.js';

export const AIMS = ['similar', 'diverse'];
export const MUSTS = ['balance', 'alone', 'together', 'apart'];
export const AS_EVEN = ''; // as possible, up to 1 to 2: the core chooses (decision 19)
export const RATIOS = [AS_EVEN, '1', '3/4', '2/3', '1/2', '1/3', '1/4', '1/5'];
let ids = 0;

export function newRule(kind, more = {}) {
    const rule = { id: ++ids, kind };
    if (kind === 'balance') {
        rule.ratio = AS_EVEN;
    } else if (kind === 'together' || kind === 'apart') {
        rule.rows = [];
    } else if (kind === 'avoid') {
        rule.files = [];
    }
    return { ...rule, ...more };
}

export function rulesOfRoles(roster, roles) {
    const kind = { protected: 'balance', similar: 'similar', diverse: 'diverse' };
    return roster.columns
        .filter(column => roles[column.name] in kind)
        .map(column => newRule(kind[roles[column.name]], { column: column.name }));
}

export function guessedRoles(roster) {
    return Object.fromEntries(roster.columns.map(column => [column.name, column.guess]));
}

// From a project file: numbers of its own for every card.
export function adopted(rules) {
    return rules.map(rule => ({ ...rule, id: ++ids }));
}

// Another list: cards about students and earlier groups of the old rows follow them to the new ones (map: -1 is gone).
export function movedRules(rules, map, n) {
    const movedLabels = labels => {
        const moved = new Array(n).fill(-1);
        labels.forEach((label, row) => {
            if (map[row] >= 0) {
                moved[map[row]] = label;
            }
        });
        return moved;
    };
    return rules.map(rule => ({
        ...rule,
        ...(rule.rows ? { rows: rule.rows.map(row => map[row]).filter(row => row >= 0) } : {}),
        ...(rule.files
            ? { files: rule.files.map(one => (one.labels ? { ...one, labels: movedLabels(one.labels) } : one)) }
            : {}),
    }));
}

export function isAim(rule) {
    return AIMS.includes(rule.kind);
}

export function aims() {
    return state.rules.filter(isAim);
}

// The second aim counts half as much as the first, the third a third of it, and so on.
export function aimWeight(place) {
    return state.equalAims ? 1 : Math.round(1000 / (place + 1)) / 1000;
}

export function roleOfKind(kind) {
    return kind === 'balance' || kind === 'alone' ? 'protected' : kind;
}

export function setRole(column, role) {
    let rules = state.rules.filter(rule => rule.column !== column || roleOfKind(rule.kind) === role);
    if (!rules.some(rule => rule.column === column)) {
        if (role === 'protected') {
            rules = [...rules, newRule('balance', { column })];
        } else if (AIMS.includes(role)) {
            rules = [...rules, newRule(role, { column })];
        }
    }
    set({ roles: { ...state.roles, [column]: role }, rules });
}

// Columns that a card of this kind may be about: with few kinds of values for a mix, any for an aim.
export function columnsFor(kind) {
    const MANY = 12;
    const free = state.roster.columns.filter(
        column => !['name', 'id'].includes(state.roles[column.name]) && column.distinct > 1,
    );
    return AIMS.includes(kind) ? free : free.filter(column => column.distinct <= MANY);
}

// The column that a new card is most likely about: one of its role, or one that has no role yet.
function likelyColumn(kind) {
    const taken = new Set(state.rules.filter(rule => rule.kind === kind).map(rule => rule.column));
    const open = columnsFor(kind).filter(column => !taken.has(column.name));
    const suits = role => open.find(column => state.roles[column.name] === role);
    return suits(roleOfKind(kind)) ?? suits('ignore') ?? open[0];
}

export function canAdd(kind) {
    return ['together', 'apart', 'avoid'].includes(kind) || likelyColumn(kind) !== undefined;
}

export function addRule(kind, more = {}) {
    const rule = newRule(kind, more);
    if (!['together', 'apart', 'avoid'].includes(kind) && !rule.column) {
        rule.column = likelyColumn(kind).name;
    }
    const role = roleOfKind(kind);
    const others = rule.column
        ? state.rules.filter(one => one.column !== rule.column || roleOfKind(one.kind) === role)
        : state.rules;
    const roles = rule.column ? { ...state.roles, [rule.column]: role } : state.roles;
    set({ roles, rules: [...others, rule] });
    return rule;
}

export function removeRule(id) {
    const gone = state.rules.find(rule => rule.id === id);
    const rules = state.rules.filter(rule => rule.id !== id);
    const orphan = gone.column && !rules.some(rule => rule.column === gone.column);
    set({ rules, roles: orphan ? { ...state.roles, [gone.column]: 'ignore' } : state.roles });
}

export function changeRule(id, patch) {
    if (patch.column) {
        const old = state.rules.find(rule => rule.id === id);
        const at = state.rules.indexOf(old);
        const role = roleOfKind(old.kind);
        const rules = state.rules.filter(
            rule => rule.id === id || rule.column !== patch.column || roleOfKind(rule.kind) === role,
        );
        const moved = rules.map(rule => (rule.id === id ? { ...rule, value: undefined, ...patch } : rule));
        const roles = { ...state.roles, [patch.column]: role };
        if (!moved.some(rule => rule.column === old.column)) {
            roles[old.column] = 'ignore';
        }
        set({ rules: moved, roles });
        return at;
    }
    set({ rules: state.rules.map(rule => (rule.id === id ? { ...rule, ...patch } : rule)) });
    return -1;
}

// One place up (-1) or down (+1) among the aims.
export function moveAim(id, step) {
    const order = aims();
    const from = order.findIndex(rule => rule.id === id);
    const to = from + step;
    if (to < 0 || to >= order.length) {
        return;
    }
    [order[from], order[to]] = [order[to], order[from]];
    set({ rules: [...state.rules.filter(rule => !isAim(rule)), ...order] });
}
