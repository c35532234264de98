// plane.js - students as points on a plane: the two directions in which they differ most.
//
// Principal components of the standardised columns, by power iteration; categories count as columns
// of 0 and 1. Only for looking at: no decision rests on it.

const KINDS = 12;   // values of a category that get a column of their own
const ROUNDS = 60;

function standardised(values) {
    const known = values.filter(Number.isFinite);
    const mean = known.reduce((a, b) => a + b, 0) / (known.length || 1);
    const deviation = Math.sqrt(known.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (known.length || 1)) || 1;
    return values.map(x => Number.isFinite(x) ? (x - mean) / deviation : 0);
}

function coordinates(rows, column, at) {
    if (column.type === 'number') {
        return [standardised(rows.map(row => row[at].trim() === '' ? NaN : Number(row[at].replace(',', '.'))))];
    }
    const kinds = column.values.slice(0, KINDS).map(({ text }) => text);
    const scale = 1 / Math.sqrt(kinds.length || 1);
    return kinds.map(kind => standardised(rows.map(row => Number(row[at] === kind))).map(x => x * scale));
}

// The direction of the largest variance of `x` (columns), apart from `others`.
function component(x, others) {
    let v = x.map((_, i) => 1 + (i % 3) / 7);
    let scores = [];
    for (let round = 0; round < ROUNDS; round++) {
        for (const other of others) {
            const along = v.reduce((sum, value, i) => sum + value * other[i], 0);
            v = v.map((value, i) => value - along * other[i]);
        }
        const length = Math.hypot(...v) || 1;
        v = v.map(value => value / length);
        scores = x[0].map((_, row) => x.reduce((sum, column, i) => sum + column[row] * v[i], 0));
        v = x.map(column => column.reduce((sum, value, row) => sum + value * scores[row], 0));
    }
    const length = Math.hypot(...v) || 1;
    return { direction: v.map(value => value / length), scores };
}

// [x, y] of every row, each between 0 and 1.
export function onPlane(rows, columns) {
    const x = columns.flatMap(({ column, at }) => coordinates(rows, column, at));
    if (x.length === 0 || rows.length === 0) {
        return null;
    }
    const first = component(x, []);
    const second = x.length > 1 ? component(x, [first.direction]).scores : rows.map(() => 0);
    const unit = scores => {
        const low = scores.reduce((a, b) => Math.min(a, b), Infinity);
        const high = scores.reduce((a, b) => Math.max(a, b), -Infinity);
        return scores.map(score => high > low ? (score - low) / (high - low) : 0.5);
    };
    const [xs, ys] = [unit(first.scores), unit(second)];
    return rows.map((_, row) => [xs[row], ys[row]]);
}
