// Workbooks: what is in their cells arrives as text; what is no roster is refused with a sentence.
import assert from 'node:assert/strict';
import {gzipSync} from 'node:zlib';
import {after, test} from 'node:test';
import {Core, fileOf, rosterOf} from './core.mjs';
import {workbook, zip} from './zip.mjs';

const core = new Core();
after(() => core.close());

async function read(bytes, name = 'class.xlsx') {
  return core.ask('read', {file: fileOf(bytes, name)});
}

async function rowsOf(parts) {
  const answer = await read(workbook(parts));
  assert.ok(answer.ok, answer.errors);
  return [answer.roster.columns.map(({name}) => name), ...answer.roster.rows];
}

const inline = (cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

test('texts: shared, rich, inline, results of formulas, entities and escapes', async () => {
  const rows = await rowsOf({
    strings: ['<t>name</t>', '<r><rPr/><t xml:space="preserve">Anna </t></r><r><t>M&#252;ller</t></r><rPh><t>read</t></rPh>', '<t>a &lt;b&gt; &amp; "c", d</t>'],
    sheets: [{name: 'Class', rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>note</t></is></c><c r="C1" t="str"><f>UPPER("x")</f><v>X</v></c></row>
      <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c><c r="C2" t="str"><v>_x0041_B</v></c></row>`}],
  });
  assert.deepEqual(rows, [['name', 'note', 'X'], ['Anna Müller', 'a <b> & "c", d', 'AB']]);
});

test('what is no entity of XML stays as it is written', async () => {
  const rows = await rowsOf({sheets: [{name: 'S', rows: inline(['name', 'note']) + inline(['&toString;', '&nbsp;x']) + inline(['&amp;', '&valueOf;'])}]});
  assert.deepEqual(rows.slice(1), [['&toString;', '&nbsp;x'], ['&', '&valueOf;']]);
});

test('numbers are as short as they read back; yes and no; errors are empty', async () => {
  const rows = await rowsOf({sheets: [{name: 'S', rows: `${inline(['n', 'id', 'ok', 'bad', 'z'])}
    <row><c><v>0.1</v></c><c><v>12345678901</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c><c><v>87.499999999999986</v></c></row>
    <row><c><v>1E-3</v></c><c><v>7.0</v></c><c t="b"><v>0</v></c><c t="e"><v>#REF!</v></c><c><v>5</v></c></row>`}]});
  assert.deepEqual(rows.slice(1), [['0.1', '12345678901', 'TRUE', '', '87.49999999999999'], ['0.001', '7', 'FALSE', '', '5']]);
});

test('dates, times and both, in either calendar; durations and percentages stay numbers', async () => {
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="[h]:mm"/>
    <numFmt numFmtId="166" formatCode="&quot;days&quot; 0"/><numFmt numFmtId="167" formatCode="[Red]0.0%"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="20"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs>`;
  const cells = [[1, 45565], [2, 60], [2, 59], [3, 45565.5729166667], [4, 0.354166666666667], [5, 1.5], [6, 3], [7, 0.85], [0, 45565]];
  const rows = `${inline(cells.map((_, i) => `c${i}`))}<row>${cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`;
  const [, read1900] = await rowsOf({styles, sheets: [{name: 'S', rows}]});
  assert.deepEqual(read1900, ['2024-09-30', '1900-02-28', '1900-02-28', '2024-09-30 13:45', '08:30', '1.5', '3', '0.85', '45565']);
  const [, read1904] = await rowsOf({styles, about: '<workbookPr date1904="1"/>', sheets: [{name: 'S', rows}]});
  assert.equal(read1904[0], '2028-10-01');
});

test('the first visible sheet with data is read, and it is said which', async () => {
  const answer = await read(workbook({sheets: [{name: 'Empty', rows: ''}, {name: 'Secret', state: 'hidden', rows: inline(['x'])},
    {name: 'A &amp; B', rows: inline(['name', 'score']) + inline(['Ann', '1']) + inline(['Bob', '2'])}, {name: 'Last', rows: inline(['y'])}]}));
  assert.equal(answer.roster.sheet, 'A & B');
  assert.equal(answer.roster.rows.length, 2);
  assert.match(answer.roster.notes.join(), /3 sheets; "A & B" is read/);
});

test('cells find their columns; empty rows and far cells do not move anything', async () => {
  const rows = await rowsOf({sheets: [{name: 'S', rows: `<row r="1"><c r="B1" t="inlineStr"><is><t>b</t></is></c><c r="D1" t="inlineStr"><is><t>d</t></is></c></row>
    <row r="2"/><row r="3"><c r="AA3"/><c r="D3"><v>4</v></c><c r="B3"><v>2</v></c></row>`}]});
  assert.deepEqual(rows.at(-1), ['', '2', '', '4']);
});

test('a stored zip, a prefix on every name, comments and CDATA', async () => {
  const plain = await read(workbook({sheets: [{name: 'S', rows: inline(['a', 'b']) + inline(['1', '2'])}]}, true));
  assert.deepEqual(plain.roster.rows, [['1', '2']]);
  const rows = await rowsOf({sheets: [{name: 'S', rows: `<!-- <row> --><x:row><x:c t="inlineStr"><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c></x:row>${inline(['1'])}`}]});
  assert.deepEqual(rows, [['a<b'], ['1']]);
});

test('a roster as workbook is read as the same roster as CSV', async () => {
  const csv = rosterOf(40);
  const rows = csv.trim().split('\n').map((line) => inline(line.split(','))).join('');
  const [one, other] = [await read(workbook({sheets: [{name: 'S', rows}]})), await core.ask('read', {file: fileOf(csv)})];
  assert.deepEqual(one.roster.rows, other.roster.rows);
  assert.deepEqual(one.roster.columns, other.roster.columns);
});

test('what unpacks to more than 50 MB is refused, packed as workbook or as gzip', async () => {
  const large = ' '.repeat(51 * 1024 * 1024);
  for (const bytes of [workbook({sheets: [{name: 'S', rows: large}]}), gzipSync(large)]) {
    assert.ok(bytes.length < 200000);
    const answer = await read(bytes);
    assert.equal(answer.ok, false);
    assert.match(answer.errors.join(), /larger than 50 MB/);
  }
});

test('what is no workbook is refused with a sentence', async () => {
  const good = workbook({sheets: [{name: 'S', rows: inline(['a', 'b']) + inline(['1', '2'])}]});
  const cases = [
    [zip({'content.xml': '<office/>', mimetype: 'application/vnd.oasis.opendocument.spreadsheet'}), /no workbook of Excel/],
    [workbook({sheets: [{name: 'S', rows: ''}]}), /no sheet with data/],
    [good.subarray(0, good.length - 30), /damaged/],
    [Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(100)]), /damaged/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old workbook \(.xls\), or one with a password/],
  ];
  for (const [bytes, words] of cases) {
    const answer = await read(bytes);
    assert.equal(answer.ok, false);
    assert.match(answer.errors.join(), words);
    assert.match(answer.errors.join(), /class\.xlsx/);
  }
});

test('no byte changed in a workbook makes the core fail without a sentence', async () => {
  const good = workbook({sheets: [{name: 'S', rows: inline(['name', 'score']) + inline(['Ann', '1']) + inline(['Bob', '2'])}]});
  let refused = 0;
  for (let at = 0; at < good.length; at += 7) {
    const bytes = Buffer.from(good);
    bytes[at] ^= 0x55;
    const answer = await read(bytes);
    refused += !answer.ok;
    assert.ok(answer.ok || answer.errors.every((error) => error.length > 10 && !/please report/.test(error)), `byte ${at}: ${answer.errors}`);
  }
  assert.ok(refused > 10);
});
