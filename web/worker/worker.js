/* worker.js - the page's questions, answered. docs/decisions/0017-web-core.md has the protocol, 0020 what came to it.
 *
 * The first message is the compiled core: {core: WebAssembly.Module}. Every other one has an `id`,
 * which its answers repeat, and a `do`. One is answered after another.
 */
'use strict';

let core = null;

const text = (bytes) => new TextDecoder().decode(bytes);

// ---- the core ----

/** What the core said on standard error: errors, notes, and whatever else it said. */
function sayings(bytes) {
  const said = {errors: [], notes: [], say: []};
  for (const line of text(bytes).split('\n')) {
    const told = /^(faircap|note): (.*)$/.exec(line);
    if (told !== null) {
      said[told[1] === 'note' ? 'notes' : 'errors'].push(sentence(told[2]));
    } else if (line !== '') {
      said.say.push(line.trim());
    }
  }
  return said;
}

const NO_HOOKS = () => ({progress() {}});

/** Runs the core; {answer, said, files}, or throws a Refusal. */
function ask(verb, {words, files}, hooks = NO_HOOKS) {
  const run = runProgram(core, ['core', verb, 'group', ...words], files, hooks);
  const said = sayings(run.err);
  if (run.code !== 0) {
    throw new Refusal(said.errors);
  }
  return {answer: JSON.parse(text(run.out)), said, err: run.err, files: run.files};
}

/** Progress as the core tells it, posted to the page. */
function telling(id) {
  const started = performance.now();
  return (memory) => ({
    progress(stage, done, total, cost, bound, labels, n) {
      const bytes = new Uint8Array(memory.buffer, stage, 40);
      const progress = {
        stage: text(bytes.slice(0, bytes.indexOf(0))),
        done, total, cost, bound,
        seconds: (performance.now() - started) / 1000,
      };
      if (labels !== 0) {
        progress.labels = new Int32Array(memory.buffer, labels, n).slice();
      }
      postMessage({id, progress});
    },
  });
}

// ---- requests ----

function namesOf(asked) {
  return async () => {
    const request = await requestOf(asked);
    request.words.push('--size', '1');
    return ask('read', request).answer.columns.map((column) => column.name);
  };
}

function settingsOf({settings}) {
  if (!settings) {
    throw new Refusal(['There are no settings: at least a size or a number of groups is needed.']);
  }
  return settings;
}

/** The request of a labelling that is there: nothing is searched, and nobody must stay. */
async function requestOfLabels(asked) {
  const settings = settingsOf(asked);
  const request = await requestOf(asked);
  await addWishes(request, settings, namesOf(asked));
  addShape(request, settings);
  addLabels(request, asked.labels, settings);
  return request;
}

/** The request of groups to be made; `loose`: who stays may be in a group that is too small. */
async function requestOfGroups(asked, loose) {
  const settings = settingsOf(asked);
  const request = await requestOf(asked);
  await addWishes(request, settings, namesOf(asked));
  if (settings.start) {
    const size = loose && settings.size ? {least: 1, most: settings.size.most} : settings.size;
    addStart(request, {...settings, size}, settings.start.length);
  } else {
    addShape(request, settings);
  }
  addSearch(request, settings);
  return request;
}

/** judge or group. Where people stay in groups that are too small, the rest is done as well as it can be. */
async function askGroups(verb, asked, hooks) {
  const first = ask(verb, await requestOfGroups(asked, false), hooks);
  const {start, size} = asked.settings;
  if (first.answer.verdict !== 'impossible' || !start || !size || size.least <= 1) {
    return first;
  }
  const second = ask(verb, await requestOfGroups(asked, true), hooks);
  return second.answer.verdict === 'impossible' ? first : second;
}

// ---- the questions ----

function leftOut(notes) {
  return notes.flatMap((note) => {
    const told = /: line (\d+) \((.*)\) is left out: (.*)$/.exec(note);
    return told === null ? [] : [{line: Number(told[1]), why: told[3], text: told[2]}];
  });
}

const NEEDS = {
  'moodle-groups': [], 'moodle-uploadusers': ['login', 'course'], 'moodle-bulkenrol': ['email'],
  'moodle-brickfield': ['id or email'], canvas: ['canvas-id, login or id'], blackboard: ['login'],
  brightspace: ['login'], csv: [], student: ['name'],
};

const TITLE = /looks like a title above the table|remove the lines before the header/;
const TITLES_MOST = 5; // lines

/** The roster as it is read with these options: {answer, said, request}. */
async function readWith(asked, options) {
  const request = await requestOf({...asked, options});
  request.words.push('--size', '1');
  return {...ask('read', request), request};
}

/** The roster, without the titles that stand above it: unless it is said how many lines these are, they are found. */
async function readBelowTitles(asked) {
  const options = asked.options || {};
  let first = null;
  let refusal = null;
  for (let skip = options.skip ?? 0; skip <= TITLES_MOST; skip++) {
    try {
      const read = await readWith(asked, skip > 0 ? {...options, skip} : options);
      first ??= {...read, skip};
      if (options.skip !== undefined || !read.said.notes.some((note) => TITLE.test(note))) {
        return {...read, skip};
      }
    } catch (error) {
      refusal ??= error;
      if (options.skip !== undefined || !(error instanceof Refusal) || !TITLE.test(error.message)) break;
    }
  }
  if (refusal !== null && first === null) throw refusal;
  return first;
}

const questions = {
  async read(asked) {
    const {answer, said, request, skip} = await readBelowTitles(asked);
    const {encoding, sheet, notes} = request;
    return {roster: {...answer, encoding, sheet, skip, leftOut: leftOut(said.notes), notes: [...notes, ...said.notes]}};
  },

  async judge(asked) {
    const {answer, said} = await askGroups('judge', asked);
    return {...answer, sentence: said.errors.join(' '), sentences: said.errors, details: said.say.map(sentence), notes: said.notes};
  },

  async group(asked) {
    const {answer, said} = await askGroups('group', asked, telling(asked.id));
    if (answer.verdict === 'impossible') {
      throw new Refusal(said.errors, answer);
    }
    return {...answer, labels: Int32Array.from(answer.labels), notes: said.notes};
  },

  async measure(asked) {
    return {measure: ask('measure', await requestOfLabels(asked)).answer};
  },

  async export(asked) {
    const request = await requestOfLabels(asked);
    const name = asked.to === 'moodle-bulkenrol' ? 'groups.txt' : 'groups.csv';
    request.words.push('--to', `${asked.to}:${name}`);
    if (asked.course) request.words.push('--course', asked.course);
    if (asked.groupSet) request.words.push('--group-set', asked.groupSet);
    const {answer, said, files} = ask('export', request);
    return {
      files: answer.files.map((path) => ({name: path, bytes: files.get(path).whole().slice().buffer})),
      say: said.say.map((line) => sentence(line.replace(/^groups[^:]*: /, ''))),
      notes: said.notes,
    };
  },

  async formats(asked) {
    const request = await requestOf(asked);
    request.words.push('--size', '1', '--course', asked.course || 'COURSE');
    const {answer, err} = ask('formats', request);
    const why = new Map(text(err).split(/^format: /m).slice(1).map((part) => {
      const [name] = part.split('\n', 1);
      return [name, sayings(new TextEncoder().encode(part)).errors.join(' ')];
    }));
    return {formats: answer.formats.map((format) => ({...format, words: sentence(format.words).slice(0, -1), needs: NEEDS[format.name] || [], why: why.get(format.name)}))};
  },
};

async function reply(message) {
  const {id, do: what} = message;
  try {
    if (!Object.hasOwn(questions, what)) {
      throw new Refusal([`The core has no answer to "${what}".`]);
    }
    postMessage({id, ok: true, ...(await questions[what](message))});
  } catch (error) {
    const errors = error instanceof Refusal ? error.errors : [`The core failed; please report it: ${error.message || error}`];
    postMessage({id, ok: false, errors, ...(error.more || {})});
  }
}

let before = Promise.resolve();
self.onmessage = ({data}) => {
  if (data.core !== undefined) {
    core = data.core;
  } else {
    before = before.then(() => reply(data));
  }
};
