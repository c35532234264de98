/* request.js - what the page asks, as files in memory and words of a command line.
 *
 * faircap group, given the same files and words, gives the same groups.
 */
'use strict';

/** Something that cannot be done, with sentences that say why. */
class Refusal extends Error {
  constructor(errors, more) {
    super(errors.join(' '));
    this.errors = errors.length > 0 ? errors : ['The core ended without a word; please report it.'];
    this.more = more || {};
  }
}

// ---- files ----

const INFLATED_MOST = 50 * 1024 * 1024;

/** All bytes of a packed stream, up to a limit that no roster reaches. */
async function inflate(bytes, format, name) {
  let unpacking = null;
  try {
    unpacking = new DecompressionStream(format);
  } catch {
    throw new Refusal([`This browser cannot unpack ${name}; save it as plain CSV, or use a browser of 2023 or later.`]);
  }
  const reader = new Blob([bytes]).stream().pipeThrough(unpacking).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const {done, value} = await reader.read().catch(() => {
      throw new Refusal([`${name} is damaged: it cannot be unpacked. Save or download it once more.`]);
    });
    if (done) break;
    size += value.length;
    if (size > INFLATED_MOST) {
      reader.cancel().catch(() => {});
      throw new Refusal([`${name} is larger than 50 MB when it is unpacked; no roster is.`]);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** The text of a roster as the core reads it, whatever it was saved as: {bytes, encoding}. */
function asText(bytes) {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return {bytes, encoding: 'utf-16'};
  }
  try {
    new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    return {bytes, encoding: 'utf-8'};
  } catch {
    const read = new TextDecoder('windows-1252').decode(bytes);
    return {bytes: new TextEncoder().encode(read), encoding: 'windows-1252'};
  }
}

const NO_LISTS = [ // by their first bytes
  [[0x89, 0x50, 0x4e, 0x47], 'a picture'],
  [[0xff, 0xd8, 0xff], 'a picture'],
  [[0x47, 0x49, 0x46, 0x38], 'a picture'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'a PDF'],
];

/** Refuses what teachers drop beside class lists, by name. */
function refuseOthers(name, bytes) {
  const found = NO_LISTS.find(([start]) => start.every((byte, i) => bytes[i] === byte));
  if (found !== undefined) {
    throw new Refusal([`${name} is no class list but ${found[1]}: export or save the list as .xlsx or CSV, or paste it.`]);
  }
}

/** A file of the page as the core reads it: {bytes, encoding, sheet, notes}. */
async function prepared({name, bytes: buffer}) {
  const bytes = new Uint8Array(buffer);
  refuseOthers(name, bytes);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const {bytes: csv, sheet, sheets} = await xlsxToCsv(bytes, name);
    const notes = sheets.length > 1 ? [`${name} has ${sheets.length} sheets; "${sheet}" is read.`] : [];
    return {bytes: csv, encoding: 'xlsx', sheet, notes};
  }
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11) {
    throw new Refusal([`${name} is an old workbook (.xls), or one with a password; save it as .xlsx or as CSV.`]);
  }
  const plain = bytes[0] === 0x1f && bytes[1] === 0x8b ? await inflate(bytes, 'gzip', name) : bytes;
  const read = asText(plain);
  const notes = read.encoding === 'windows-1252' ? [`${name} is not in UTF-8; it is read as Windows-1252.`] : [];
  return {...read, sheet: null, notes};
}

/** A name that is no option, is no path, and that no other file has. */
function fileName(name, files) {
  const plain = String(name || 'roster.csv').replace(/[/\\\p{Cc}]/gu, '_').replace(/^-/, '_');
  let free = plain;
  for (let i = 2; Object.hasOwn(files, free); i++) {
    free = `${i}-${plain}`;
  }
  return free;
}

// ---- the roster ----

/** Roster and joined file, and the words that say how they are read. */
async function requestOf({file, join, options = {}, words: called = {}}) {
  if (!file || !(file.bytes instanceof ArrayBuffer)) {
    throw new Refusal(['There is no roster: a file with a name and bytes is needed.']);
  }
  const roster = takenAsOne(await prepared(file), options.oneKind);
  const name = fileName(file.name, {});
  const request = {...roster, files: {[name]: roster.bytes}, words: [name]};
  const {files, words} = request;
  if (join) {
    const second = takenAsOne(await prepared(join), options.oneKind);
    const path = fileName(join.name, files);
    files[path] = second.bytes;
    request.notes = [...request.notes, ...second.notes];
    words.push('--join', path);
  }
  if (options.joinBy) words.push('--join-by', options.joinBy);
  if (roster.encoding === 'xlsx') words.push('--delimiter', ',');
  else if (options.delimiter) words.push('--delimiter', options.delimiter === '\t' ? 'tab' : options.delimiter);
  if (options.header === true) words.push('--header');
  if (options.header === false) words.push('--no-header');
  if (options.asIs) words.push('--as-is');
  if (options.skip > 0) words.push('--skip', String(options.skip));
  for (const [role, column] of Object.entries(options.roles || {})) {
    words.push('--role', `${role}=${column}`);
  }
  for (const [what, text] of Object.entries(called)) {
    words.push('--word', `${what}=${text}`);
  }
  return request;
}

// ---- the wishes ----

/** A column as a word: its name, or its number where the name would be read as something else. */
function columnWord(column, names) {
  if (Number.isInteger(column)) return String(column + 1);
  return /[,:=]/.test(column) && names.indexOf(column) >= 0 ? String(names.indexOf(column) + 1) : column;
}

const hasMarks = (wish) => /[,:=]/.test(wish.column);
const lines = (sets) => new TextEncoder().encode(sets.map((rows) => rows.map((row) => row + 1).join(',') + '\n').join(''));

/** `names` of the columns, where a word for one must be told from a mark: () => Promise of them. */
async function addWishes(request, settings, names) {
  const {files, words} = request;
  const {balance = [], nobodyAlone = [], similar = [], diverse = []} = settings;
  const known = [...balance, ...nobodyAlone].some(hasMarks) ? await names() : [];
  for (const {column, ratio} of balance) {
    words.push('--balance', columnWord(column, known) + (ratio ? `=${ratio}` : ''));
  }
  for (const {column, value} of nobodyAlone) {
    words.push('--nobody-alone', columnWord(column, known) + (value === undefined || value === null ? '' : `:${value}`));
  }
  for (const {column, weight} of similar) words.push('--similar', `${columnWord(column, [])}=${weight ?? 1}`);
  for (const {column, weight} of diverse) words.push('--diverse', `${columnWord(column, [])}=${weight ?? 1}`);
  for (const [option, sets] of [['together', settings.together], ['apart', settings.apart]]) {
    if (sets && sets.length > 0) {
      files[`(${option})`] = lines(sets);
      words.push(`--${option}`, `(${option})`);
    }
  }
  for (const earlier of settings.avoid || []) {
    const path = fileName(earlier.name, files);
    files[path] = (await prepared(earlier)).bytes;
    words.push('--avoid', path);
  }
  words.push('--by-row');
}

/** How many groups, and of which size. */
function addShape({words}, {size, groups}) {
  if (size) words.push('--size', `${size.least}-${size.most}`);
  if (groups) words.push('--groups', String(groups));
}

/** Who stays where: pins, or everybody but those who came late. */
function addStart(request, settings, rows) {
  const {files, words} = request;
  const {start, size} = settings;
  const placed = start.flatMap((label, row) => (label >= 0 ? [`${row + 1},${label + 1}\n`] : []));
  if (placed.length === 0) {
    addShape(request, settings);
    return;
  }
  const k = settings.groups || settings.k;
  files['(start)'] = new TextEncoder().encode(['row,cluster\n', ...placed].join(''));
  words.push('--late', '(start)');
  if (k) words.push('--groups', String(k));
  if (size) words.push('--size', `${size.least}-${size.most}`);
  else if (k) words.push('--size', `${Math.max(1, Math.floor(rows / k))}-${Math.ceil(rows / k)}`);
}

/** How the search goes. */
function addSearch({words}, {seed, effort, timeLimit}) {
  if (seed !== undefined) words.push('--seed', String(seed));
  if (effort !== undefined) words.push('--effort', String(effort));
  if (timeLimit) words.push('--time-limit', String(timeLimit));
}

/** Labels of all rows and the number of groups behind them, and the mixes that were left open when they were made. */
function addLabels({files}, labels, {k = 0, groups = 0, mixes = []}) {
  if (!labels || typeof labels.length !== 'number') {
    throw new Refusal(['There are no groups: a label for each row is needed.']);
  }
  const largest = labels.reduce((most, label) => Math.max(most, label), 0);
  const whole = Int32Array.from([...labels, Math.max(largest + 1, k, groups)]);
  files['(labels)'] = new Uint8Array(whole.buffer);
  files['(mixes)'] = new TextEncoder().encode(mixes.map(({to, least, column}) => `${to} ${least} ${column}\n`).join(''));
}
