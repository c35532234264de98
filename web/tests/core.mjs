// core.mjs - the worker of the page under Node, asked as the page asks it; and the tool, asked the same.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import vm from 'node:vm';
import {Worker} from 'node:worker_threads';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const BUILT = process.env.FAIRCAP_WEB || path.join(ROOT, 'build/web');
export const TOOL = process.env.FAIRCAP || path.join(ROOT, 'build/release/faircap');

// What a browser's worker has and Node's has under another name.
const SHIM = `
const {parentPort} = require('node:worker_threads');
globalThis.self = globalThis;
try {
  new DecompressionStream('deflate-raw');
} catch { // Node 18
  const {Duplex} = require('node:stream'), zlib = require('node:zlib');
  globalThis.DecompressionStream = function (format) {
    return Duplex.toWeb(format === 'gzip' ? zlib.createGunzip() : zlib.createInflateRaw());
  };
}
globalThis.postMessage = (message) => parentPort.postMessage(message);
parentPort.on('message', (data) => self.onmessage({data}));
`;

const compiled = WebAssembly.compile(readFileSync(path.join(BUILT, 'core.wasm')));

export class Core {
  constructor() {
    this.worker = new Worker(SHIM + readFileSync(path.join(BUILT, 'worker.js'), 'utf8'), {eval: true});
    this.waiting = new Map();
    this.next = 1;
    this.worker.on('message', (answer) => {
      const waiting = this.waiting.get(answer.id);
      if (answer.progress !== undefined) {
        waiting.progress.push(answer.progress);
        if (waiting.onProgress) waiting.onProgress(answer.progress);
      } else {
        this.waiting.delete(answer.id);
        waiting.resolve({...answer, progress: waiting.progress});
      }
    });
    this.ready = compiled.then((core) => this.worker.postMessage({core}));
  }
  /** The answer, with all progress that came before it. */
  async ask(what, question = {}, onProgress) {
    await this.ready;
    const id = this.next++;
    return new Promise((resolve) => {
      this.waiting.set(id, {resolve, progress: [], onProgress});
      this.worker.postMessage({id, do: what, ...question});
    });
  }
  close() {
    return this.worker.terminate();
  }
}

export const fileOf = (text, name = 'roster.csv') => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : Uint8Array.from(text);
  return {name, bytes: bytes.buffer};
};

/** Numbers from 0 to below 1 that are the same every time. */
export function luckOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x = (x + Math.imul(x ^ (x >>> 7), x | 61)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 4294967296;
  };
}

const FIRST = 'Anna Ben Carla Deniz Elif Farid Greta Hugo Ines Jonas Kira Luis Mona Nils Olga Paul'.split(' ');

/** A class with names that repeat, addresses that do not, and what groups may be about. */
export function rosterOf(n, seed = 1) {
  const luck = luckOf(seed);
  const pick = (list) => list[Math.floor(luck() * list.length)];
  const rows = [['First name', 'Last name', 'Email address', 'gender', 'score', 'degree', 'hours']];
  for (let i = 0; i < n; i++) {
    const name = pick(FIRST);
    rows.push([name, `N${i % 9}`, `${name.toLowerCase()}${i}@school.example`, i % 2 ? 'M' : 'F',
      luck() < 0.05 ? '' : Math.floor(20 + 80 * luck()), pick(['BSc', 'MSc', 'PhD']), (40 * luck()).toFixed(1)]);
  }
  return rows.map((row) => row.join(',')).join('\n') + '\n';
}

/** What the page's worker makes of a question: {files, words} for `faircap group`. */
export async function wordsOf(question) {
  const context = vm.createContext({TextEncoder, TextDecoder, Blob, DecompressionStream, performance, ArrayBuffer, self: {}, WebAssembly});
  vm.runInContext(readFileSync(path.join(BUILT, 'worker.js'), 'utf8'), context);
  vm.runInContext('core = module', Object.assign(context, {module: await compiled}));
  return context.requestOfGroups(question, false);
}

/** faircap group on the same files; {code, labels (by row, from 0), err}. */
export function tool(files, words) {
  const folder = mkdtempSync(path.join(tmpdir(), 'faircap-'));
  try {
    for (const [name, bytes] of Object.entries(files)) {
      writeFileSync(path.join(folder, name), bytes);
    }
    const run = spawnSync(TOOL, ['group', ...words, '--labels-only', '-o', '(out)'], {cwd: folder, encoding: 'utf8'});
    const lines = run.status !== 0 ? [] : readFileSync(path.join(folder, '(out)'), 'utf8').trim().split('\n').slice(1);
    return {code: run.status, labels: lines.map((line) => Number(/(\d+)\r?$/.exec(line)[1]) - 1), err: run.stderr};
  } finally {
    rmSync(folder, {recursive: true});
  }
}
