// Every question of the page, with good and with bad input.
import assert from 'node:assert/strict';
import {gzipSync} from 'node:zlib';
import {after, test} from 'node:test';
import {Core, fileOf, rosterOf} from './core.mjs';

const core = new Core();
after(() => core.close());

const file = fileOf(rosterOf(24, 3));
const settings = {size: {least: 3, most: 4}, balance: [{column: 'gender', ratio: '1/3'}], similar: [{column: 'score', weight: 2}],
  diverse: [{column: 'degree'}], together: [[0, 1]], apart: [[2, 3]], seed: 5, effort: 2};

async function good(what, question) {
  const answer = await core.ask(what, question);
  assert.ok(answer.ok, JSON.stringify(answer.errors));
  return answer;
}
async function bad(what, question, words) {
  const answer = await core.ask(what, question);
  assert.equal(answer.ok, false, JSON.stringify(answer).slice(0, 300));
  assert.match(answer.errors.join(' '), words);
  assert.doesNotMatch(answer.errors.join(' '), /please report|--[a-z]/);
  return answer;
}

// ---- read ----

test('read: columns with values, roles, guesses; rows as text', async () => {
  const {roster} = await good('read', {file});
  assert.equal(roster.source, 'table');
  assert.equal(roster.delimiter, ',');
  assert.equal(roster.header, true);
  assert.equal(roster.encoding, 'utf-8');
  assert.equal(roster.rows.length, 24);
  assert.deepEqual(roster.columns.map(({role}) => role), ['first-name', 'last-name', 'email', '', '', '', '']);
  assert.deepEqual(roster.columns.map(({guess}) => guess), ['name', 'name', 'id', 'protected', 'diverse', 'diverse', 'diverse']);
  assert.deepEqual(roster.columns[3].values, [{text: 'F', count: 12}, {text: 'M', count: 12}]);
  const score = roster.columns[4], cells = roster.rows.map((row) => row[4]);
  assert.equal(score.type, 'number');
  assert.equal(score.unknown, cells.filter((cell) => cell === '').length);
  assert.equal(score.max, Math.max(...cells.filter((cell) => cell !== '').map(Number)));
  assert.equal(score.distinct, new Set(cells.filter((cell) => cell !== '')).size);
});

test('read: an export of Canvas loses what is no student, and says so', async () => {
  const gradebook = 'Student,ID,SIS Login ID,Section,Essay (12)\n    Points Possible,,,,10\n"Ann, A",1,ann,S1,7\n"Bob, B",2,bob,S1,8\n"Student, Test",3,zz,S1,\n';
  const {roster} = await good('read', {file: fileOf(gradebook)});
  assert.equal(roster.source, 'canvas-gradebook');
  assert.equal(roster.rows.length, 2);
  assert.deepEqual(roster.leftOut.map(({line}) => line), [2, 5]);
  const asIs = await good('read', {file: fileOf(gradebook), options: {asIs: true}});
  assert.equal(asIs.roster.rows.length, 4);
});

test('read: gzip, UTF-16 and Windows-1252', async () => {
  const packed = await good('read', {file: fileOf(gzipSync(rosterOf(24, 3)))});
  assert.equal(packed.roster.rows.length, 24);
  const wide = await good('read', {file: fileOf(Buffer.from('\ufeffname\tscore\nJörg\t1\nZoë\t2\n', 'utf16le'))});
  assert.deepEqual([wide.roster.encoding, wide.roster.delimiter, wide.roster.rows[0][0]], ['utf-16', '\t', 'Jörg']);
  const old = await good('read', {file: fileOf(Buffer.from('name;score\nJ\xf6rg;1\nZo\xeb;2\n', 'latin1'))});
  assert.deepEqual([old.roster.encoding, old.roster.rows[1][0]], ['windows-1252', 'Zoë']);
  assert.match(old.roster.notes.join(), /Windows-1252/);
});

test('read: delimiter, header and roles can be corrected', async () => {
  const odd = fileOf('a|b;x|c\n1|2;y|3\n');
  const {roster} = await good('read', {file: odd, options: {delimiter: ';', header: false}});
  assert.deepEqual(roster.rows, [['a|b', 'x|c'], ['1|2', 'y|3']]);
  assert.equal(roster.header, false);
  const named = await good('read', {file: fileOf('who,where\nann,x\nbob,y\n'), options: {roles: {login: 'who'}}});
  assert.equal(named.roster.columns[0].role, 'login');
});

test('read: spellings are taken as one, whatever stands between cells and wherever the column is', async () => {
  const oneKind = [{column: 'sex', from: 'f', to: 'female'}];
  for (const list of [
    'name,sex\nAnn,f\nBo,m\nCy,female\n',
    'Class 7b\r\nname;"sex"\r\n"Ann; f";" F "\r\nBo;m\r\nCy;"female"',
    Buffer.from('\ufeffname\tsex\nf\tf\nBo\tm\nCy\tfemale\n', 'utf16le'),
  ]) {
    const {roster} = await good('read', {file: fileOf(list), options: {oneKind}});
    assert.deepEqual(roster.rows.map((row) => row[1]), ['female', 'm', 'female']);
    assert.notEqual(roster.rows[0][0], 'female', 'other columns stay');
  }
  const join = fileOf('email,sex\na@x.org,f\nb@x.org,female\n', 'survey.csv');
  const {roster} = await good('read', {file: fileOf('name,email\nAnn,a@x.org\nBo,b@x.org\n'), join, options: {oneKind}});
  assert.deepEqual(roster.rows.map((row) => row.at(-1)), ['female', 'female']);
});

test('read: a second file is joined', async () => {
  const join = fileOf('Email,age\n' + rosterOf(24, 3).trim().split('\n').slice(1).map((line, i) => `${line.split(',')[2]},${20 + i}`).join('\n') + '\n', 'survey.csv');
  const {roster} = await good('read', {file, join});
  assert.equal(roster.columns.at(-1).name, 'age');
  assert.deepEqual(roster.rows.map((row) => row.at(-1)), Array.from({length: 24}, (_, i) => String(20 + i)));
});

test('read: what is no table is refused with line and column', async () => {
  await bad('read', {file: fileOf('')}, /./);
  await bad('read', {file: fileOf('a,b\n1,2\n3\n')}, /line 3/);
  await bad('read', {file: fileOf(Buffer.concat([gzipSync('a,b\n1,2\n').subarray(0, 12), Buffer.alloc(9)]), 'x.gz')}, /damaged/);
  await bad('read', {file, options: {roles: {email: 'nobody'}}}, /nobody/);
  await bad('read', {}, /no roster/);
  await bad('dance', {file}, /no answer/);
});

test('read: titles above the table are left out, unless it is said how many there are', async () => {
  const table = 'name,score\nAda L,1\nBen M,2\nCid N,3\n';
  for (const [titles, skip] of [['', 0], ['Class 7b,\n', 1], ['Class 7b\n\n', 1], ['Class 7b,\nautumn,\n', 2]]) {
    const {roster} = await good('read', {file: fileOf(titles + table)});
    assert.deepEqual([roster.skip, roster.rows.length, roster.columns[1].name], [skip, 3, 'score'], titles);
  }
  const {roster} = await good('read', {file: fileOf(`Class 7b,\n${table}`), options: {skip: 0}});
  assert.equal(roster.rows.length, 4);
  await bad('read', {file: fileOf('Class 7b\nname,score\nAda\nBen,2\n')}, /line/);
});

// ---- judge ----

test('judge: a mix without a ratio is as even as possible, and the answer says what was chosen', async () => {
  const kinds = (...counts) => fileOf('name,kind\n' + counts.flatMap((n, kind) => Array.from({length: n}, (_, i) => `P${kind}-${i},${'fmx'[kind]}\n`)).join(''));
  const even = {size: {least: 3, most: 4}, balance: [{column: 'kind'}], effort: 1};
  const chosen = async (...counts) => (await good('judge', {file: kinds(...counts), settings: even})).mixes;
  assert.deepEqual(await chosen(12, 12), [{column: 'kind', to: 2, least: 0, rare: []}]);
  assert.deepEqual(await chosen(9, 21), [{column: 'kind', to: 3, least: 0, rare: []}]);
  assert.deepEqual((await chosen(14, 14, 2))[0].rare, [{text: 'x', count: 2}]);
  const refused = await good('judge', {file: kinds(2, 28), settings: even});
  assert.deepEqual([refused.verdict, refused.mixes], ['impossible', []]);
});

test('measure: groups are judged by the mixes that they were made with, rare kinds too', async () => {
  const list = fileOf('name,kind\n' + Array.from({length: 30}, (_, i) => `P${i},${i < 2 ? 'x' : 'fm'[i % 2]}\n`).join(''));
  const even = {size: {least: 3, most: 4}, balance: [{column: 'kind'}], effort: 1};
  const {labels, mixes, measure} = await good('group', {file: list, settings: even});
  assert.deepEqual(measure.broken, []);
  const again = await good('measure', {file: list, settings: {...even, mixes}, labels});
  assert.deepEqual(again.measure.broken, []);
  assert.deepEqual((await good('measure', {file: list, settings: even, labels})).measure.broken, [], 'and chosen anew, they are the same');
  const strict = await good('measure', {file: list, settings: {...even, mixes: [{...mixes[0], to: 1}]}, labels});
  assert.ok(strict.measure.broken.some(({rule, column}) => rule === 'balance' && column === 'kind'));
  const moved = Array.from(labels);
  const group = labels[2];
  moved.forEach((label, row) => { if (label === group && row % 2 === 0 && row > 1) moved[row] = (group + 1) % 8; });
  const {broken} = (await good('measure', {file: list, settings: {...even, mixes, size: {least: 1, most: 9}}, labels: moved})).measure;
  assert.ok(broken.some((one) => one.group === group && one.rule === 'balance'));
});

test('judge: possible, with the number of groups', async () => {
  const answer = await good('judge', {file, settings});
  assert.deepEqual([answer.verdict, answer.k, answer.sizes, answer.sentence], ['possible', 6, {least: 3, most: 4}, '']);
  assert.equal((await good('judge', {file, settings: {groups: 5}})).k, 5);
});

test('judge: the two rules that exclude each other in groups of three', async () => {
  const clash = {size: {least: 3, most: 3}, balance: [{column: 'gender', ratio: '1/2'}], nobodyAlone: [{column: 'gender'}]};
  const answer = await good('judge', {file, settings: clash});
  assert.equal(answer.verdict, 'impossible');
  assert.match(answer.sentence, /not possible both at once/);
  assert.ok(answer.reason !== '');
  assert.deepEqual(answer.changes.filter(({kind}) => kind === 'leave_out').length, 2);
  for (const change of answer.changes) assert.ok(change.sentence.length > 10);
  assert.match(answer.details.join(' '), /12 "F", 12 "M".*[Ww]ishing groups diverse in gender/);
  const balance = answer.changes.find(({kind}) => kind === 'balance');
  const changed = {...clash, balance: balance.value === '0/1' ? [] : [{column: balance.column, ratio: balance.value}]};
  assert.notEqual((await good('judge', {file, settings: changed})).verdict, 'impossible');
});

test('judge: each change that is offered is enough', async () => {
  const tight = {groups: 10, balance: [{column: 'gender', ratio: '1/1'}]};
  const answer = await good('judge', {file: fileOf(rosterOf(25, 3)), settings: tight});
  assert.equal(answer.verdict, 'impossible');
  const clusters = answer.changes.find(({kind}) => kind === 'clusters');
  if (clusters !== undefined) {
    const other = await good('judge', {file: fileOf(rosterOf(25, 3)), settings: {...tight, groups: clusters.value}});
    assert.notEqual(other.verdict, 'impossible');
  }
  const small = await good('judge', {file, settings: {size: {least: 5, most: 5}}});
  const size = small.changes.find(({kind}) => kind === 'max_size');
  assert.equal(small.verdict, 'impossible');
  assert.notEqual((await good('judge', {file, settings: {size: {least: 5, most: size.value}}})).verdict, 'impossible');
});

test('judge: no change is offered that is enough for one wish and not for the others', async () => {
  const quarrel = {together: [[0, 1]], apart: [[1, 0]]};
  for (const settings of [{size: {least: 5, most: 5}}, {groups: 10, balance: [{column: 'gender', ratio: '1/1'}]}]) {
    const open = await good('judge', {file: fileOf(rosterOf(23, 3)), settings});
    assert.ok(open.changes.some(({kind}) => kind !== 'leave_out'));
    const {changes, sentence} = await good('judge', {file: fileOf(rosterOf(23, 3)), settings: {...settings, ...quarrel}});
    assert.deepEqual(changes.filter(({kind}) => kind !== 'leave_out'), []);
    assert.doesNotMatch(sentence, /(would|may) do(?! without)/);
  }
});

test('judge: wishes about students that exclude each other are told by their names, in words of the page', async () => {
  const {roster} = await good('read', {file});
  const name = (row) => `${roster.rows[row][0]} ${roster.rows[row][1]}`;
  const {sentence} = await good('judge', {file, settings: {groups: 6, together: [[0, 1]], apart: [[1, 0]]}});
  assert.ok(sentence.includes(name(0)) && sentence.includes(name(1)), sentence);
  const wishes = [{groups: 3, apart: [[0, 1, 2, 3, 4]]}, {size: {least: 3, most: 4}, together: [[0, 1, 2, 3, 4]]},
    {size: {least: 3, most: 4}, balance: [{column: 'score'}]}, {size: {least: 3, most: 4}, nobodyAlone: [{column: 'score'}]},
    {size: {least: 4, most: 4}, start: [0, 0, 0, 0, 0, ...new Array(19).fill(-1)], k: 6}, {size: {least: 5, most: 5}}];
  for (const settings of wishes) {
    const answer = await good('judge', {file, settings});
    assert.equal(answer.verdict, 'impossible');
    assert.ok(answer.sentence.length > 20);
    assert.doesNotMatch([...answer.sentences, ...answer.details].join(' '), /--[a-z]|\((together|apart|start)\)/);
  }
});

test('judge: what cannot be meant is refused', async () => {
  await bad('judge', {file, settings: {}}, /how large the groups are/);
  await bad('judge', {file}, /no settings/);
  await bad('judge', {file, settings: {groups: 25}}, /too few/);
  await bad('judge', {file, settings: {groups: 4, balance: [{column: 'none'}]}}, /no column "none"/);
  await bad('judge', {file, settings: {groups: 4, balance: [{column: 'gender', ratio: '2'}]}}, /above 1/);
  await bad('judge', {file, settings: {groups: 4, nobodyAlone: [{column: 'gender', value: 'X'}]}}, /no value "X"/);
  await bad('judge', {file, settings: {groups: 4, similar: [{column: 'score'}], diverse: [{column: 'score'}]}}, /both similar and diverse/);
  await bad('judge', {file, settings: {groups: 4, together: [[0, 99]]}}, /no row 100/);
});

// ---- group ----

test('group: labels, names, certificate, measure; progress shows the best so far', async () => {
  const answer = await good('group', {file, settings: {...settings, effort: 5}});
  assert.ok(answer.labels instanceof Int32Array);
  assert.equal(answer.labels.length, 24);
  assert.deepEqual(answer.names.slice(0, 2), ['Group 01', 'Group 02']);
  assert.equal(answer.labels[0], answer.labels[1]);
  assert.notEqual(answer.labels[2], answer.labels[3]);
  assert.deepEqual(answer.measure.broken, []);
  assert.ok(['optimal', 'feasible'].includes(answer.outcome));
  assert.ok(answer.gap === null || (answer.gap >= 0 && Math.abs(answer.gap - (answer.cost - answer.lowerBound) / answer.cost) < 1e-12));
  assert.equal(answer.seed, 5);
  assert.ok(answer.progress.length > 0);
  const shown = answer.progress.filter(({labels}) => labels);
  assert.ok(shown.length > 0);
  for (const {labels, cost, stage} of shown) {
    const {measure} = await good('measure', {file, settings, labels});
    assert.deepEqual(measure.broken, []);
    assert.ok(Math.abs(measure.cost - cost) < 1e-9 && measure.cost >= answer.cost - 1e-9);
    assert.ok(stage.length > 0);
    assert.deepEqual([...new Set(labels)], [...new Set(labels)].sort((a, b) => a - b)); // numbered by the first row
  }
});

test('group: the same question has the same answer, after any other', async () => {
  const one = await good('group', {file, settings});
  await bad('group', {file, settings: {groups: 99}}, /too few/);
  await good('group', {file: fileOf(rosterOf(60, 9)), settings});
  const two = await good('group', {file, settings});
  assert.deepEqual(one.labels, two.labels);
});

test('group: what is impossible is refused with reason and changes', async () => {
  const answer = await bad('group', {file, settings: {size: {least: 3, most: 3}, balance: [{column: 'gender'}], nobodyAlone: [{column: 'gender'}]}}, /both at once/);
  assert.ok(answer.reason !== '' && answer.changes.length > 0);
});

test('group: pins stay, with their numbers, and all groups have the size', async () => {
  const start = new Array(24).fill(-1);
  Object.assign(start, {4: 5, 5: 5, 10: 0, 11: 2});
  const answer = await good('group', {file, settings: {size: {least: 4, most: 4}, diverse: [{column: 'score'}], start, k: 6, effort: 1}});
  start.forEach((label, row) => label < 0 || assert.equal(answer.labels[row], label));
  assert.deepEqual(answer.measure.groups.map(({size}) => size), [4, 4, 4, 4, 4, 4]);
  const even = await good('group', {file, settings: {groups: 5, start, k: 6, effort: 1}}).catch((error) => error);
  assert.ok(even !== undefined);
});

test('group: late students join, nobody moves, also where groups are too small by now', async () => {
  const start = Array.from({length: 24}, (_, row) => (row >= 22 ? -1 : row < 2 ? 6 : row % 6));
  const answer = await good('group', {file, settings: {size: {least: 3, most: 5}, start, k: 7, effort: 1}});
  start.forEach((label, row) => label < 0 || assert.equal(answer.labels[row], label));
  const late = await good('group', {file, settings: {size: {least: 4, most: 4}, start: start.map((label) => (label === 6 ? -1 : label)), k: 8, effort: 1}});
  assert.equal(late.labels.length, 24);
});

test('group: earlier groups are avoided', async () => {
  const emails = rosterOf(24, 3).trim().split('\n').slice(1).map((line) => line.split(',')[2]);
  const earlier = fileOf('Email address,group\n' + emails.map((email, i) => `${email},Group ${Math.floor(i / 4)}\n`).join(''), 'roster.csv');
  const answer = await good('group', {file, settings: {size: {least: 4, most: 4}, avoid: [earlier], effort: 3}});
  assert.equal(answer.measure.repeatedPairs, 0);
  const again = await good('measure', {file, settings: {size: {least: 4, most: 4}, avoid: [earlier]}, labels: emails.map((_, i) => Math.floor(i / 4))});
  assert.equal(again.measure.repeatedPairs, 36);
  assert.equal(again.measure.broken.filter(({rule}) => rule === 'avoid').length, 36);
});

test('group: columns whose names have commas, colons, equals signs, or are double', async () => {
  const odd = fileOf('"How, well?",ratio=1,a:b,x,x\n' + Array.from({length: 12}, (_, i) => `${'FM'[i % 2]},${i},${'PQR'[i % 3]},${i % 4},${i}\n`).join(''));
  const answer = await good('group', {file: odd, settings: {groups: 3, balance: [{column: 'How, well?', ratio: '1/2'}], nobodyAlone: [{column: 'a:b', value: 'P'}],
    similar: [{column: 'ratio=1', weight: 2}], diverse: [{column: 4}], effort: 1}});
  assert.deepEqual(answer.measure.columns.map(({name, aim}) => [name, aim]), [['ratio=1', 'similar'], ['x', 'diverse']]);
  assert.deepEqual(Object.keys(answer.measure.groups[0].columns), ['How, well?', 'a:b', 'ratio=1', 'x']);
});

// ---- measure ----

test('measure: every broken rule is named, with who and where', async () => {
  const {labels} = await good('group', {file, settings});
  const wrong = Int32Array.from(labels);
  wrong[1] = (labels[0] + 1) % 6; // together
  wrong[2] = wrong[3]; // apart
  const rules = {...settings, nobodyAlone: [{column: 'degree'}]};
  const {measure} = await good('measure', {file, settings: rules, labels: wrong});
  const broken = (rule) => measure.broken.filter((one) => one.rule === rule);
  assert.deepEqual(broken('together').map(({rows}) => rows), [[0, 1]]);
  assert.deepEqual(broken('apart').map(({rows}) => rows), [[2, 3]]);
  const {roster} = await good('read', {file});
  for (const {group, column, value, rows, sentence} of broken('nobody-alone')) {
    assert.equal(column, 'degree');
    assert.equal(roster.rows[rows[0]][5], value);
    assert.equal(wrong[rows[0]], group);
    assert.equal(roster.rows.filter((row, i) => wrong[i] === group && row[5] === value).length, 1);
    assert.ok(sentence.includes(roster.rows[rows[0]][0]));
  }
  measure.groups.forEach(({size}, group) => {
    assert.equal(size, wrong.filter((label) => label === group).length);
    assert.equal(broken('size').some((one) => one.group === group), size < 3 || size > 4);
  });
  assert.equal(measure.order.length, 6);
  assert.deepEqual([...measure.order].sort((a, b) => a - b), [0, 1, 2, 3, 4, 5]);
});

test('measure: an empty group at the end is kept; one kind only is a broken mix', async () => {
  const byGender = Array.from({length: 24}, (_, row) => row % 2);
  const {measure} = await good('measure', {file, settings: {groups: 3, balance: [{column: 'gender'}]}, labels: byGender});
  assert.deepEqual(measure.groups.map(({size}) => size), [12, 12, 0]);
  assert.deepEqual(measure.broken.filter(({rule}) => rule === 'balance').map(({group, column}) => [group, column]), [[0, 'gender'], [1, 'gender']]);
  assert.ok(measure.broken.some(({rule, group}) => rule === 'size' && group === 2));
});

test('measure: labels of another roster are refused', async () => {
  for (const labels of [[], [0, 1, 2], new Array(25).fill(0), new Array(24).fill(-1), undefined, new Array(24).fill(1000000)]) {
    await bad('measure', {file, settings, labels}, /groups/);
  }
});

// ---- export and formats ----

test('export: every format that is usable gives files and says where to click', async () => {
  const {labels} = await good('group', {file, settings});
  const {formats} = await good('formats', {file});
  assert.equal(formats.length, 9);
  for (const {name, usable, why, needs} of formats) {
    const question = {file, settings, labels, to: name, course: 'BIO-1', groupSet: 'Teams'};
    assert.ok(Array.isArray(needs));
    if (usable) {
      const answer = await good('export', question);
      assert.ok(answer.files.length >= 1 && answer.files.every(({bytes}) => bytes.byteLength > 20));
      assert.ok(answer.say.join(' ').length > 20);
      assert.equal(why, '');
    } else {
      const answer = await bad('export', question, /./);
      assert.ok(why.length > 10 && answer.errors.join(' ').includes(why));
    }
  }
  const users = formats.find(({name}) => name === 'moodle-uploadusers');
  assert.deepEqual([users.usable, users.needs], [false, ['login', 'course']]);
});

test('export: a file for Canvas, and for Moodle without a course', async () => {
  const roster = fileOf('name,login_id,score\nAnn,ann,1\nBob,bob,2\nCid,cid,3\nDan,dan,4\n');
  const question = {file: roster, settings: {groups: 2}, labels: [0, 1, 1, 0]};
  const {files} = await good('export', {...question, to: 'canvas'});
  assert.equal(Buffer.from(files[0].bytes).toString(), 'canvas_user_id,user_id,login_id,group_name\n,,ann,Group 01\n,,bob,Group 02\n,,cid,Group 02\n,,dan,Group 01\n');
  await bad('export', {...question, to: 'moodle-uploadusers'}, /short name of the course/);
  await bad('export', {...question, to: 'fax'}, /fax/);
  const two = await good('export', {...question, to: 'blackboard'});
  assert.deepEqual(two.files.map(({name}) => name), ['groups-groups.csv', 'groups-members.csv']);
});
