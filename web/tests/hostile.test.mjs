// 500 names that mean harm: they arrive as they are, and leave as text that no spreadsheet runs.
import assert from 'node:assert/strict';
import {after, test} from 'node:test';
import {Core, fileOf, luckOf} from './core.mjs';

const core = new Core();
after(() => core.close());

const PIECES = ['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '</style><svg onload=alert(1)>', '"><b>', "' onclick='x", '&lt;&amp;&#60;',
  '=1+1', '=cmd|" /C calc"!A0', '+49 30', '-2', '@SUM(A1)', '=HYPERLINK("http://x","y")', '\u202egnp.exe', '\u2066abc\u2069', '\u200f\u200e', '\u200b', '\ufeff',
  'محمد علي', 'שרה כהן', '李小龙', 'Ⅻ', 'Ægir', 'e\u0301', '👩‍👩‍👧‍👦', '🏳️‍🌈', '\ud83e\udd84', '\u0007', '\u001b[31m', '\u007f', '\u0085', 'a\nb', 'a\r\nb', 'tab\there', '"quoted"', 'a,b;c|d',
  '__proto__', 'constructor', 'toString', '${7*7}', '{{7*7}}', '%s%n', '../../etc', 'NULL', 'javascript:alert(1)', '\\u003c', ']]>', '<!--', '-->', "Robert'); DROP TABLE"];

function names() {
  const luck = luckOf(7);
  const pick = () => PIECES[Math.floor(luck() * PIECES.length)];
  return Array.from({length: 500}, (_, i) => (i < PIECES.length ? PIECES[i] : pick() + (luck() < 0.5 ? ' ' : '') + pick()));
}
const quoted = (text) => `"${text.replaceAll('"', '""')}"`;

/** A CSV file as rows of cells; nothing but the rules of RFC 4180. */
function parseCsv(text) {
  const rows = [[]];
  let cell = '', inside = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (inside && c === '"' && text[i + 1] === '"') cell += text[++i];
    else if (c === '"') inside = !inside;
    else if (!inside && (c === ',' || c === '\n')) {
      rows.at(-1).push(cell);
      cell = '';
      if (c === '\n') rows.push([]);
    } else cell += c;
  }
  return rows.slice(0, -1);
}

const all = names();
const file = fileOf(['name,email,gender', ...all.map((name, i) => `${quoted(name)},u${i}@x.org,${'FM'[i % 2]}`)].join('\n') + '\n', '<b>=cmd().csv');
const settings = {size: {least: 4, most: 5}, balance: [{column: 'gender'}], effort: 1};
const text = ({bytes}) => Buffer.from(bytes).toString().replace(/^\ufeff/, '');

test('names arrive as they are', async () => {
  const {ok, errors, roster} = await core.ask('read', {file});
  assert.ok(ok, errors);
  assert.equal(roster.rows.length, 500);
  all.forEach((name, i) => assert.equal(roster.rows[i][0].trim(), name.trim(), JSON.stringify(name)));
});

test('they leave harmless in every format that can be written, and read back as they were', async () => {
  const {ok, errors, labels} = await core.ask('group', {file, settings});
  assert.ok(ok, errors);
  const {formats} = await core.ask('formats', {file});
  const usable = formats.filter((format) => format.usable).map(({name}) => name);
  for (const to of ['csv', 'student', 'moodle-bulkenrol']) assert.ok(usable.includes(to), `${to}: ${usable}`);
  let cells = 0;
  for (const to of usable) {
    const answer = await core.ask('export', {file, settings, labels, to, course: 'C'});
    assert.ok(answer.ok, answer.errors);
    for (const written of answer.files) {
      for (const row of parseCsv(text(written))) {
        for (const cell of row) {
          cells++;
          assert.doesNotMatch(cell, /^[=+@\t\r]|^-(?!\d+$)/, `${to}: ${JSON.stringify(cell)}`);
        }
      }
    }
  }
  assert.ok(cells > 2000);
  const {files} = await core.ask('export', {file, settings, labels, to: 'csv'});
  const again = await core.ask('read', {file: {name: 'again.csv', bytes: files[0].bytes}});
  all.forEach((name, i) => assert.equal(again.roster.rows[i][0].trim(), name.trim()));
  assert.equal(again.roster.rows[0].at(-1), `Group ${String(labels[0] + 1).padStart(3, '0')}`);
});

test('they are values and columns too', async () => {
  const odd = fileOf(['name,"<script>=1",__proto__', ...all.map((name, i) => `n${i},${quoted(PIECES[i % 5])},${quoted(all[i])}`)].join('\n') + '\n');
  const answer = await core.ask('group', {file: odd, settings: {groups: 100, balance: [{column: '<script>=1', ratio: '1/5'}], diverse: [{column: '__proto__'}], effort: 1}});
  assert.ok(answer.ok, answer.errors);
  const counts = answer.measure.groups[0].columns['<script>=1'].counts;
  assert.equal(Object.values(counts).reduce((sum, n) => sum + n, 0), 5);
  assert.ok(Object.hasOwn(answer.measure.groups[0].columns, '__proto__'));
});
