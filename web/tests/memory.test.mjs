// 200 calls of all kinds leave nothing behind.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import vm from 'node:vm';
import {after, test} from 'node:test';
import {Core, ROOT, fileOf, rosterOf} from './core.mjs';

const core = new Core();
after(() => core.close());

test('memory does not grow over 200 calls', async () => {
  const file = fileOf(rosterOf(100));
  const settings = {size: {least: 3, most: 4}, balance: [{column: 'gender'}], similar: [{column: 'score'}], effort: 1};
  const {labels} = await core.ask('group', {file, settings});
  const questions = [['read', {file}], ['judge', {file, settings}], ['group', {file, settings}], ['measure', {file, settings, labels}],
    ['export', {file, settings, labels, to: 'csv'}], ['read', {file: fileOf('a,b\n1\n')}]];
  const held = [];
  for (let i = 0; i < 200; i++) {
    await core.ask(...questions[i % questions.length]);
    if (i % 40 === 39) held.push(process.memoryUsage().rss / 1048576);
  }
  // One memory of the core is 4 MB: kept 160 times, it would be 640 MB.
  console.log(`figure: ${held.map((mb) => mb.toFixed(0)).join(', ')} MB after 40, 80, ... calls`);
  assert.ok(held.at(-1) < held[0] + 60, held.join(' '));
});

test('a program that ends in the middle leaves the next one alone', () => {
  const context = vm.createContext({TextEncoder, TextDecoder, performance, self: {}, WebAssembly});
  vm.runInContext(readFileSync(`${ROOT}/web/worker/wasi.js`, 'utf8'), context);
  const module = new WebAssembly.Module(readFileSync(`${process.env.FAIRCAP_WEB || `${ROOT}/build/web`}/core.wasm`));
  const hooks = () => ({progress() { throw new Error('stopped'); }});
  const words = ['core', 'group', 'group', 'r.csv', '--groups', '9', '--diverse', 'score'];
  const files = () => ({'r.csv': new TextEncoder().encode(rosterOf(60))});
  assert.throws(() => context.runProgram(module, words, files(), hooks), /stopped/);
  const one = context.runProgram(module, words, files(), () => ({progress() {}}));
  const two = context.runProgram(module, words, files(), () => ({progress() {}}));
  const plain = ({out}) => new TextDecoder().decode(out).replace(/"seconds": [\d.e-]+/, '');
  assert.equal(one.code, 0);
  assert.equal(plain(one), plain(two));
  assert.ok(vm.runInContext('memory.buffer.byteLength', context) < 64 * 1048576);
});
