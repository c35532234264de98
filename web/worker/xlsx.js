/* xlsx.js - the first visible sheet of a workbook that has data, as CSV.
 *
 * xlsxToCsv(bytes, name) -> Promise of {bytes, sheet, sheets}. A workbook is a zip of XML files; the
 * browser inflates, the rest is here. What a cell shows is not stored, so values are written plainly:
 * numbers as short as they read back, dates as 2024-09-30, yes and no as TRUE and FALSE, the results of
 * formulas, errors as nothing.
 */
'use strict';

const CELLS_MOST = 5000000;

// ---- zip ----

/** name -> {method, packed: Uint8Array} of all files in a zip. */
function zipEntries(bytes, name) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const damaged = () => new Refusal([`${name} is damaged: its parts cannot be found. Save or download it once more.`]);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw damaged();
  const entries = new Map();
  try {
    let at = view.getUint32(end + 16, true);
    for (let left = view.getUint16(end + 10, true); left > 0; left--) {
      if (view.getUint32(at, true) !== 0x02014b50) throw damaged();
      const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
      const local = view.getUint32(at + 42, true);
      const size = view.getUint32(at + 20, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameSize));
      if (start + size > bytes.length) throw damaged();
      entries.set(path, {method: view.getUint16(at + 10, true), packed: bytes.subarray(start, start + size)});
      at += 46 + nameSize + extraSize + commentSize;
    }
  } catch (error) {
    throw error instanceof RangeError ? damaged() : error;
  }
  return entries;
}

class Zip {
  constructor(bytes, name) {
    this.name = name;
    this.entries = zipEntries(bytes, name);
    this.left = INFLATED_MOST;
  }
  has(path) {
    return this.entries.has(path);
  }
  /** The text of a file, '' where there is none. */
  async text(path) {
    const entry = this.entries.get(path);
    if (entry === undefined) return '';
    if (entry.method !== 0 && entry.method !== 8) {
      throw new Refusal([`${this.name} is packed in a way that is not known here; save it as CSV.`]);
    }
    const bytes = entry.method === 0 ? entry.packed : await inflate(entry.packed, 'deflate-raw', this.name);
    this.left -= bytes.length;
    if (this.left < 0) {
      throw new Refusal([`${this.name} is larger than 50 MB when it is unpacked; no roster is.`]);
    }
    return new TextDecoder().decode(bytes);
  }
}

// ---- XML ----

const ENTITIES = new Map([['lt', '<'], ['gt', '>'], ['amp', '&'], ['quot', '"'], ['apos', "'"]]);

function unescapeXml(text) {
  return !text.includes('&') ? text : text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,8}));/g, (whole, ten, hex, word) => {
    const code = ten !== undefined ? Number(ten) : hex !== undefined ? parseInt(hex, 16) : -1;
    return word !== undefined ? ENTITIES.get(word) ?? whole : code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

function attributesOf(text) {
  const found = {};
  for (const [, key, , double, single] of text.matchAll(/([\w:.-]+)\s*=\s*("([^"]*)"|'([^']*)')/g)) {
    found[key.replace(/^.*:/, '')] = unescapeXml(double ?? single);
  }
  return found;
}

/** Where a tag ends: at the first > outside quotes. */
function tagEnd(text, from) {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const c = text[at];
    if (quote !== '') {
      if (c === quote) quote = '';
    } else if (c === '"' || c === "'") {
      quote = c;
    } else if (c === '>') {
      return at;
    }
  }
  return -1;
}

/** The document as a sequence: open(name, attributes), close(name), text(characters); prefixes are left out. */
function readXml(text, {open = () => {}, close = () => {}, characters = () => {}}) {
  let at = 0;
  while (at < text.length) {
    const tag = text.indexOf('<', at);
    const until = tag < 0 ? text.length : tag;
    if (until > at) characters(unescapeXml(text.slice(at, until)));
    if (tag < 0) return;
    const skip = [['<!' + '--', '-->'], ['<![CDATA[', ']]>'], ['<?', '?>'], ['<!', '>']].find(([begin]) => text.startsWith(begin, tag));
    if (skip !== undefined) {
      const end = text.indexOf(skip[1], tag + skip[0].length);
      if (skip[0] === '<![CDATA[') characters(text.slice(tag + 9, end < 0 ? text.length : end));
      at = end < 0 ? text.length : end + skip[1].length;
      continue;
    }
    const end = tagEnd(text, tag + 1);
    if (end < 0) return;
    const inside = text.slice(tag + 1, end);
    const name = /^\/?(?:[^\s:/]*:)?([^\s/]*)/.exec(inside)[1];
    if (inside[0] === '/') {
      close(name);
    } else {
      open(name, () => attributesOf(inside));
      if (inside.endsWith('/')) close(name);
    }
    at = end + 1;
  }
}

/** All elements of a name, with their attributes. */
function elements(text, wanted) {
  const found = [];
  readXml(text, {open: (name, attributes) => { if (name === wanted) found.push(attributes()); }});
  return found;
}

// ---- the workbook ----

/** What stands in <t> inside each <outer>, without the marks of how it is read aloud. */
function textsOf(xml, outer) {
  const texts = [];
  let inText = false, aloud = 0;
  readXml(xml, {
    open(name) {
      if (name === outer) texts.push('');
      if (name === 'rPh') aloud++;
      inText = name === 't';
    },
    close(name) {
      if (name === 'rPh') aloud--;
      if (name === 't') inText = false;
    },
    characters(text) {
      if (inText && aloud === 0 && texts.length > 0) texts[texts.length - 1] += text;
    },
  });
  return texts.map(plainText);
}

/** Excel writes control characters as _x000D_. */
function plainText(text) {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (whole, hex) => String.fromCharCode(parseInt(hex, 16)));
}

const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 45, 47, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** Does a format show a number as a date or a time of day? [h]:mm is a duration, which stays a number. */
function showsDate(code) {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*./g, '');
  return !/\[[hms]+\]/i.test(bare) && /[ymdhs]/i.test(bare.replace(/\[[^\]]*\]|General/gi, ''));
}

/** For each style of cells: is it a date? */
function dateStyles(xml) {
  const codes = new Map(elements(xml, 'numFmt').map((format) => [Number(format.numFmtId), format.formatCode || '']));
  const styles = [];
  let inside = false;
  readXml(xml, {
    open(name, attributes) {
      if (name === 'cellXfs') inside = true;
      if (name === 'xf' && inside) {
        const id = Number(attributes().numFmtId);
        styles.push(codes.has(id) ? showsDate(codes.get(id)) : BUILT_IN_DATES.has(id));
      }
    },
    close(name) {
      if (name === 'cellXfs') inside = false;
    },
  });
  return styles;
}

/** Days since the end of 1899 (1900 is no leap year, but Excel believes so) as a date, a time or both. */
function dateText(serial, from1904) {
  if (!(serial >= 0 && serial < 2958466)) return String(serial);
  const days = from1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const seconds = Math.round(days * 86400);
  const iso = new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString();
  const time = seconds % 60 === 0 ? iso.slice(11, 16) : iso.slice(11, 19);
  if (serial < 1 && seconds % 86400 !== 0) return time;
  return seconds % 86400 === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

function cellText(type, value, style, book) {
  switch (type) {
  case 's': return book.strings[Number(value)] ?? '';
  case 'str': return plainText(value);
  case 'b': return value === '' ? '' : Number(value) !== 0 ? 'TRUE' : 'FALSE';
  case 'e': return '';
  case 'd': return value.replace(/T00:00(:00(\.0*)?)?Z?$/, '').replace('T', ' ');
  default: {
    const number = Number(value);
    if (value.trim() === '' || Number.isNaN(number)) return value;
    return book.dates[style] ? dateText(number, book.from1904) : String(number);
  }
  }
}

/** "BC12" -> 54, from 0. */
function columnOf(reference) {
  let column = 0;
  for (const letter of /^[A-Z]*/.exec(reference)[0]) {
    column = 26 * column + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

/** The rows of a sheet: [[text, ...], ...], without empty cells behind the last one. */
function sheetRows(xml, book, name) {
  const rows = [];
  let row = null, column = -1, cell = null, value = '', taking = false, cells = 0, aloud = 0;
  readXml(xml, {
    open(tag, attributes) {
      if (tag === 'row') {
        row = [];
        column = -1;
      } else if (tag === 'c' && row !== null) {
        cell = attributes();
        value = '';
        column = cell.r ? columnOf(cell.r) : column + 1;
      } else if (tag === 'rPh') {
        aloud++;
      }
      taking = cell !== null && aloud === 0 && (tag === 'v' || tag === 't');
    },
    characters(text) {
      if (taking) value += text;
    },
    close(tag) {
      if (tag === 'rPh') aloud--;
      if (tag === 'v' || tag === 't') taking = false;
      if (tag === 'c' && cell !== null) {
        const shown = cell.t === 'inlineStr' ? plainText(value) : cellText(cell.t, value, Number(cell.s || 0), book);
        if (shown !== '' && column >= 0 && column < 16384) {
          cells += column + 1 - Math.min(row.length, column + 1);
          if (cells > CELLS_MOST) {
            throw new Refusal([`${name} has more than ${CELLS_MOST} cells; no roster has.`]);
          }
          while (row.length < column) row.push('');
          row[column] = shown;
        }
        cell = null;
      } else if (tag === 'row' && row !== null) {
        rows.push(row);
        row = null;
      }
    },
  });
  return rows;
}

function csvOf(rows) {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const quoted = (text) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = rows.map((row) => {
    const cells = [];
    for (let i = 0; row.length > 0 && i < width; i++) cells.push(quoted(row[i] ?? ''));
    return cells.join(',');
  });
  return new TextEncoder().encode(lines.join('\n') + '\n');
}

/** A path beside another: ('xl/workbook.xml', 'worksheets/sheet1.xml') -> 'xl/worksheets/sheet1.xml'. */
function beside(path, target) {
  return target.startsWith('/') ? target.slice(1) : path.replace(/[^/]*$/, '') + target;
}

async function relations(zip, path) {
  const found = new Map();
  for (const {Id, Target, Type} of elements(await zip.text(path.replace(/([^/]*)$/, '_rels/$1.rels')), 'Relationship')) {
    found.set(Id, {path: beside(path, Target || ''), type: (Type || '').replace(/^.*\//, '')});
  }
  return found;
}

async function xlsxToCsv(input, name = 'the workbook') {
  const zip = new Zip(input instanceof ArrayBuffer ? new Uint8Array(input) : input, name);
  const root = [...(await relations(zip, '')).values()].find(({type}) => type === 'officeDocument');
  const main = root !== undefined ? root.path : 'xl/workbook.xml';
  if (main.startsWith('word/') || main.startsWith('ppt/')) {
    const kind = main.startsWith('word/') ? 'a document of Word' : 'a presentation';
    throw new Refusal([`${name} is no class list but ${kind}: export or save the list as .xlsx or CSV, or paste it.`]);
  }
  if (!zip.has(main) || !main.endsWith('.xml')) {
    throw new Refusal([`${name} is no workbook of Excel; save it as .xlsx or as CSV.`]);
  }
  const workbook = await zip.text(main);
  const parts = await relations(zip, main);
  const partOf = (type) => [...parts.values()].find((part) => part.type === type)?.path ?? '';
  const book = {
    strings: textsOf(await zip.text(partOf('sharedStrings')), 'si'),
    dates: dateStyles(await zip.text(partOf('styles'))),
    from1904: elements(workbook, 'workbookPr').some((about) => about.date1904 === '1' || about.date1904 === 'true'),
  };
  const visible = elements(workbook, 'sheet').filter((sheet) => !sheet.state || sheet.state === 'visible');
  for (const sheet of visible) {
    const part = parts.get(sheet.id);
    const rows = part === undefined || part.type !== 'worksheet' ? [] : sheetRows(await zip.text(part.path), book, name);
    if (rows.some((row) => row.length > 0)) {
      return {bytes: csvOf(rows), sheet: sheet.name || '', sheets: visible.map((one) => one.name || '')};
    }
  }
  throw new Refusal([`${name} has no sheet with data.`]);
}
