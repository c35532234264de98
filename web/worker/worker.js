/* worker.js - the page's questions, answered. docs/decisions/0017-web-core.md has the protocol.
 *
 * The first message is the compiled core: {core: WebAssembly.Module}. Every other one has an `id`,
 * which its answers repeat, and a `do`. One is answered after another.
 */
'use strict';

let core = null;

const text = (bytes) => new TextDecoder().decode(bytes);

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

/** Runs the core; {answer, said, files}, or throws a Refusal. */
function ask(verb, words, files, hooks) {
  const run = runProgram(core, ['core', verb, 'group', ...words], files, hooks);
  const said = sayings(run.err);
  if (run.code !== 0) {
    throw new Refusal(said.errors, run.code);
  }
  return {answer: JSON.parse(text(run.out)), said, files: run.files};
}

class Refusal extends Error {
  constructor(errors, code) {
    super(errors.join(' '));
    this.errors = errors.length > 0 ? errors : ['The core ended without a word; please report it.'];
    this.code = code;
  }
}

const questions = {
  async read(asked) {
    const request = await requestOf(asked);
    const {answer, said} = ask('read', [...request.words, '--size', '1'], request.files);
    return {
      roster: {
        ...answer,
        encoding: request.encoding,
        sheet: request.sheet,
        leftOut: said.notes.flatMap((note) => {
          const left = /: line (\d+) (\(.*\)) is left out: (.*)$/.exec(note);
          return left === null ? [] : [{line: Number(left[1]), why: `${left[3]} ${left[2]}`}];
        }),
        notes: [...request.notes, ...said.notes],
      },
    };
  },
};

async function answer(message) {
  const {id, do: what} = message;
  try {
    if (!Object.hasOwn(questions, what)) {
      throw new Refusal([`The core has no answer to "${what}".`], 2);
    }
    postMessage({id, ok: true, ...(await questions[what](message, id))});
  } catch (error) {
    const errors = error instanceof Refusal ? error.errors : [String(error.message || error)];
    postMessage({id, ok: false, errors, ...(error.more || {})});
  }
}

let before = Promise.resolve();
self.onmessage = ({data}) => {
  if (data.core !== undefined) {
    core = data.core;
  } else {
    before = before.then(() => answer(data));
  }
};
