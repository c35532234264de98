// same_people.js - who of one class list is who in a newer one.
//
// A column that tells all students apart in both lists decides alone. Otherwise an ID does where there is one, then
// the name; of several with one name, those whose other cells are most alike, in the order of the lists.
import { folded } from './people.js';

const isWhole = keys => keys.every(Boolean) && new Set(keys).size === keys.length;

// ID columns of both lists: [{old: [text of each row], now: [...]}, ...].
function sharedIds(old, now) {
    return old.idColumns.flatMap(at => {
        const { name } = old.roster.columns[at];
        const there = now.idColumns.find(other => now.roster.columns[other].name === name);
        const cells = ({ roster }, column) => roster.rows.map(row => folded(row[column] ?? ''));
        return there === undefined ? [] : [{ old: cells(old, at), now: cells(now, there) }];
    });
}

function byKeys(old, now) {
    const place = new Map(now.map((key, row) => [key, row]));
    return old.map(key => place.get(key) ?? -1);
}

// How many cells of the columns that both lists have are the same.
function likeness(old, now) {
    const columns = old.roster.columns.flatMap(({ name }, at) => {
        const there = now.roster.columns.findIndex(column => column.name === name);
        return there < 0 ? [] : [[at, there]];
    });
    return (row, other) =>
        columns.filter(([at, there]) => old.roster.rows[row][at] === now.roster.rows[other][there]).length;
}

// Pairs of rows, the most alike first; each row once.
function pairUp(rows, others, alike, take) {
    const pairs = rows.flatMap(row => others.map(other => ({ row, other, alike: alike(row, other) })));
    pairs.sort((a, b) => b.alike - a.alike || a.row - b.row || a.other - b.other);
    const [usedRows, usedOthers] = [new Set(), new Set()];
    for (const { row, other } of pairs) {
        if (!usedRows.has(row) && !usedOthers.has(other)) {
            usedRows.add(row);
            usedOthers.add(other);
            take(row, other);
        }
    }
}

function rowsBy(keys, isOpen) {
    const found = new Map();
    keys.forEach((key, row) => {
        if (key && isOpen(row)) {
            found.set(key, [...(found.get(key) ?? []), row]);
        }
    });
    return found;
}

// `old` and `now`: {roster, plain: names, idColumns}. map: a row of `now` or -1 for each of `old`;
// doubtful: rows of `old` that were told from others of the same name only by likeness.
export function samePeople(old, now) {
    const ids = sharedIds(old, now);
    const whole = ids.find(({ old: one, now: other }) => isWhole(one) && isWhole(other));
    if (whole) {
        return { map: byKeys(whole.old, whole.now), doubtful: [] };
    }
    const map = old.plain.map(() => -1);
    const taken = new Set();
    const alike = likeness(old, now);
    const doubtful = [];
    const take = (row, other) => {
        map[row] = other;
        taken.add(other);
    };
    const open = { old: row => map[row] < 0, now: row => !taken.has(row) };
    for (const { old: one, now: other } of ids) {
        const places = rowsBy(other, open.now);
        for (const [key, rows] of rowsBy(one, open.old)) {
            if (rows.length === 1 && places.get(key)?.length === 1) {
                take(rows[0], places.get(key)[0]);
            }
        }
    }
    const differ = (row, other) => ids.some(id => id.old[row] && id.now[other] && id.old[row] !== id.now[other]);
    const places = rowsBy(now.plain.map(folded), open.now);
    for (const [key, rows] of rowsBy(old.plain.map(folded), open.old)) {
        const others = places.get(key) ?? [];
        if (others.length > 1 || (rows.length > 1 && others.length > 0)) {
            doubtful.push(...rows);
        }
        pairUp(rows, others, (row, other) => (differ(row, other) ? -1 : alike(row, other)), (row, other) => {
            if (!differ(row, other)) {
                take(row, other);
            }
        });
    }
    return { map, doubtful };
}
