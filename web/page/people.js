// people.js - what the students of a roster are called, and how they are found.
import { quoted } from './dom.js';
import { list, t } from './i18n.js';
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

export function folded(text) {
    return text.trim().replace(/\s+/g, ' ').toLowerCase();
}

// `plain`: as in the list; `names`: two of one name are told apart, by an ID where there is one; `sheet`: the same
// for all to see, by the line of the list, as in the list for students.
export function peopleOf(roster, roles) {
    const parts = nameColumns(roster, roles);
    const ids = idColumns(roster, roles);
    const shownId = row => ids.map(at => row[at]).find(Boolean) ?? '';
    const plain = roster.rows.map((row, i) => {
        const name = parts
            .map(at => row[at])
            .filter(Boolean)
            .join(' ')
            .trim();
        return name || shownId(row) || t('student.unnamed', { n: i + 1 });
    });
    const count = new Map();
    for (const name of plain) {
        count.set(folded(name), (count.get(folded(name)) ?? 0) + 1);
    }
    const told = by => plain.map((name, i) => (count.get(folded(name)) === 1 ? name : `${name} (${by(i)})`));
    const line = i => `${t('file.line')} ${roster.lines[i]}`;
    return {
        plain,
        names: told(i => shownId(roster.rows[i]) || line(i)),
        sheet: told(line),
        idColumns: ids,
        wanted: null, // what is searched, made when somebody searches
    };
}

// Rows of students of one name, for each such name.
export function repeatedNames() {
    const rows = new Map();
    state.people.plain.forEach((name, row) => {
        const same = rows.get(folded(name));
        same ? same.push(row) : rows.set(folded(name), [row]);
    });
    return [...rows.values()].filter(({ length }) => length > 1);
}

// "Ada (line 3), Ben": who has no value in a column; '' where they are none, or too many to name.
export function namesWithout(column) {
    const FEW = 3;
    const at = columnIndex(column.name);
    const rows = column.unknown > 0 && column.unknown <= FEW ? state.roster.rows : [];
    const found = rows.flatMap((row, i) => (row[at].trim() === '' ? [i] : []));
    const named = i => t('student.atLine', { name: quoted(state.people.plain[i]), line: state.roster.lines[i] });
    return found.length === column.unknown ? list(found.map(named)) : '';
}

export function nameOf(row) {
    return state.people.names[row];
}

// On paper: nobody's address.
export function sheetNameOf(row) {
    return state.people.sheet[row];
}

// ---- finding ----

const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
const UMLAUTS = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

function bare(text) {
    return text
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[ßæœøłđðþı]/g, letter => LETTERS[letter])
        .replace(/[’'`´.,;-]+/g, ' ');
}

// A text as it may be typed: without accents, or with "ue" for "ü".
function spellings(text) {
    const low = text.toLowerCase().normalize('NFC');
    return ` ${bare(low)} | ${bare(low.replace(/[äöüåø]/g, letter => UMLAUTS[letter]))} `.replace(/ +/g, ' ');
}

function searched() {
    const { people, roster } = state;
    people.wanted ??= people.names.map((name, row) =>
        spellings([name, ...people.idColumns.map(at => roster.rows[row][at])].join(' ')),
    );
    return people.wanted;
}

// Rows of those whom all typed words are about, in any order; first those with a name that begins so.
export function findStudents(text, allowed, most) {
    const words = bare(text.toLowerCase()).split(' ').filter(Boolean);
    const [begun, inside] = [[], []];
    const all = searched();
    for (let row = 0; row < all.length && begun.length < most; row++) {
        if (allowed(row) && words.every(word => all[row].includes(word))) {
            (words.every(word => all[row].includes(` ${word}`)) ? begun : inside).push(row);
        }
    }
    return [...begun, ...inside].slice(0, most);
}

// ---- columns ----

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
