// plane.js - students as points on a plane: the two directions in which they differ most.
//
// Principal components of the standardised columns, by power iteration; categories count as columns
// of 0 and 1. Only for looking at: no decision rests on it.

const KINDS = 12; // values of a category that get a column of their own
const ROUNDS = 60;

function standardised(values) {
    const known = values.filter(Number.isFinite);
    const mean = known.reduce((a, b) => a + b, 0) / (known.length || 1);
    const deviation = Math.sqrt(known.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (known.length || 1)) || 1;
    return values.map(x => (Number.isFinite(x) ? (x - mean) / deviation : 0));
}

function coordinates(rows, column, at) {
    if (column.type === 'number') {
        return [standardised(rows.map(row => (row[at].trim() === '' ? NaN : Number(row[at].replace(',', '.')))))];
    }
    const kinds = column.values.slice(0, KINDS).map(({ text }) => text);
    const scale = 1 / Math.sqrt(kinds.length || 1);
    return kinds.map(kind => standardised(rows.map(row => Number(row[at] === kind))).map(x => x * scale));
}

// Products of all columns with all: what the directions are found from, whatever the number of students.
function products(x) {
    return x.map(a => x.map(b => a.reduce((sum, value, row) => sum + value * b[row], 0)));
}

function unitVector(v) {
    const length = Math.hypot(...v) || 1;
    return v.map(value => value / length);
}

// The direction in which the students differ most, apart from `others`.
function direction(matrix, others) {
    let v = unitVector(matrix.map((_, i) => 1 + (i % 3) / 7));
    for (let round = 0; round < ROUNDS; round++) {
        v = matrix.map(line => line.reduce((sum, value, i) => sum + value * v[i], 0));
        for (const other of others) {
            const along = v.reduce((sum, value, i) => sum + value * other[i], 0);
            v = v.map((value, i) => value - along * other[i]);
        }
        v = unitVector(v);
    }
    return v;
}

function scores(x, v) {
    return x[0].map((_, row) => x.reduce((sum, column, i) => sum + column[row] * v[i], 0));
}

function between0And1(values) {
    const low = values.reduce((a, b) => Math.min(a, b), Infinity);
    const high = values.reduce((a, b) => Math.max(a, b), -Infinity);
    return values.map(value => (high - low > 1e-9 ? (value - low) / (high - low) : 0.5));
}

// [x, y] of every row, each between 0 and 1.
export function onPlane(rows, columns) {
    const x = columns.flatMap(({ column, at }) => coordinates(rows, column, at));
    if (x.length === 0 || rows.length === 0) {
        return null;
    }
    const matrix = products(x);
    const first = direction(matrix, []);
    const second = x.length > 1 ? scores(x, direction(matrix, [first])) : rows.map(() => 0);
    const [xs, ys] = [between0And1(scores(x, first)), between0And1(second)];
    return rows.map((_, row) => [xs[row], ys[row]]);
}
