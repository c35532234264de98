// kinds_alike.js - kinds of a column that look like two spellings of one: "f" and "female", "non-binary" and "nonbinary".
import { state } from './state.js';

const MANY = 12; // kinds; of more, none is meant as a kind

function bare(text) {
    return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function isInitial(one, other) {
    return /^\p{L}$/u.test(one) && other.length > 1 && other.startsWith(one);
}

// [{column, from, to}]: a spelling, and the one that it looks like; none where it looks like several.
export function kindsAlike(column) {
    const isName = ['name', 'id'].includes(state.roles[column.name]);
    if (isName || column.type === 'number' || column.distinct > MANY || !state.roster.header) {
        return [];
    }
    const kinds = column.values.map(({ text }) => text).filter(Boolean); // the commonest first
    return kinds.flatMap((from, at) => {
        const whole = kinds.filter(to => isInitial(bare(from), bare(to)));
        const marks = kinds.slice(0, at).filter(to => bare(to) && bare(to) === bare(from));
        const to = [...whole, ...marks];
        return to.length === 1 ? [{ column: column.name, from, to: to[0] }] : [];
    });
}
