/* one_kind.js - two spellings that the teacher takes as one ("f" and "female"): the list is read as if it were written so.
 *
 * The file itself stays as it is.
 */
'use strict';

/** Where the cells of a CSV text are: rows of {from, to, text}. */
function cellsOf(csv, delimiter) {
  const rows = [[]];
  let at = 0;
  while (at < csv.length) {
    const from = at;
    let text = '';
    if (csv[at] === '"') {
      for (at++; at < csv.length && (csv[at] !== '"' || csv[at + 1] === '"'); at++) {
        text += csv[at];
        if (csv[at] === '"') at++;
      }
      at++;
    }
    while (at < csv.length && csv[at] !== delimiter && csv[at] !== '\n' && csv[at] !== '\r') {
      text += csv[at++];
    }
    rows.at(-1).push({from, to: at, text: text.trim()});
    if (csv[at] === delimiter) {
      at++;
    } else {
      at += csv[at] === '\r' && csv[at + 1] === '\n' ? 2 : 1;
      rows.push([]);
    }
  }
  return rows;
}

const HEADER_MOST = 6; // lines among which the header is
const folded = (text) => text.trim().toLowerCase();

/** {rows, header, at}: where a column is, whatever stands between cells; null where there is none of this name. */
function findColumn(csv, column) {
  for (const delimiter of [',', ';', '\t', '|']) {
    const rows = cellsOf(csv, delimiter);
    for (let header = 0; header < Math.min(HEADER_MOST, rows.length); header++) {
      const at = rows[header].findIndex(({text}) => text === column);
      if (at >= 0) return {rows, header, at};
    }
  }
  return null;
}

function respelled(csv, {column, from, to}) {
  const found = findColumn(csv, column);
  if (found === null) return csv;
  const cells = found.rows.slice(found.header + 1).flatMap((row) => (row[found.at] ? [row[found.at]] : []));
  const parts = [];
  let at = 0;
  for (const cell of cells.filter(({text}) => folded(text) === folded(from))) {
    parts.push(csv.slice(at, cell.from), `"${to.replaceAll('"', '""')}"`);
    at = cell.to;
  }
  return parts.join('') + csv.slice(at);
}

/** A file that was prepared, with these spellings: [{column, from, to}]. */
function takenAsOne(file, spellings = []) {
  if (spellings.length === 0) return file;
  const csv = new TextDecoder(file.encoding === 'utf-16' && file.bytes[0] === 0xfe ? 'utf-16be' : file.encoding === 'utf-16' ? 'utf-16le' : 'utf-8').decode(file.bytes);
  return {...file, bytes: new TextEncoder().encode(spellings.reduce(respelled, csv))};
}
