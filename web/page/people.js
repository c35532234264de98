// people.js - what the students of a roster are called, and what tells them apart.
import { t } from './i18n.js';
import { set, state, watch } from './state.js';

const NAME_ORDER = ['first-name', 'name', 'last-name'];

// Columns that make up a name: the first name first, otherwise as in the file.
function nameColumns(roster, roles) {
    const place = column => NAME_ORDER.indexOf(column.role) + 1 || 2;
    return roster.columns
        .map((column, at) => ({ column, at }))
        .filter(({ column }) => roles[column.name] === 'name')
        .sort((a, b) => place(a.column) - place(b.column) || a.at - b.at)
        .map(({ at }) => at);
}

function idColumns(roster, roles) {
    return roster.columns.map((column, at) => at).filter(at => roles[roster.columns[at].name] === 'id');
}

// The first column that tells all students apart, otherwise their names: how two lists are matched.
function keysOf(rows, columns, names) {
    const folded = text => text.trim().toLowerCase();
    for (const at of columns) {
        const keys = rows.map(row => folded(row[at] ?? ''));
        if (keys.every(Boolean) && new Set(keys).size === keys.length) {
            return { keys, column: at };
        }
    }
    const keys = names.map(folded);
    return { keys: new Set(keys).size === keys.length ? keys : null, column: -1 };
}

export function peopleOf(roster, roles) {
    const parts = nameColumns(roster, roles);
    const ids = idColumns(roster, roles);
    const shownId = row => ids.map(at => row[at]).find(Boolean) ?? '';
    const names = roster.rows.map((row, i) => {
        const name = parts
            .map(at => row[at])
            .filter(Boolean)
            .join(' ')
            .trim();
        return name || shownId(row) || t('student.unnamed', { n: i + 1 });
    });
    const { keys, column } = keysOf(roster.rows, ids, names);
    const count = new Map();
    for (const name of names) {
        count.set(name, (count.get(name) ?? 0) + 1);
    }
    const told = names.map((name, i) =>
        count.get(name) === 1 ? name : `${name} (${shownId(roster.rows[i]) || i + 1})`,
    );
    return { names: told, keys, keyColumn: column };
}

export function nameOf(row) {
    return state.people.names[row];
}

export function columnIndex(name) {
    return state.roster.columns.findIndex(column => column.name === name);
}

export function columnNamed(name) {
    return state.roster.columns.find(column => column.name === name);
}

export function startPeople() {
    watch(['roster', 'roles', 'language'], () => {
        if (state.roster) {
            set({ people: peopleOf(state.roster, state.roles) });
        }
    });
}
