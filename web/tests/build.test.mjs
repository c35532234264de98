// The one file: small enough, and nothing in it but what its policy allows.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {ROOT} from './core.mjs';

const page = readFileSync(`${process.env.FAIRCAP_WEB || `${ROOT}/build/web`}/faircap.html`, 'utf8');
const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(page)[1];
const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the file is smaller than 2 MB', () => {
  const size = Buffer.byteLength(page);
  console.log(`figure: ${size} bytes`);
  assert.ok(size < 2 * 1000 * 1000);
});

test('the policy forbids every connection and names every script and style by its hash', () => {
  for (const part of ["default-src 'none'", "connect-src 'none'", 'worker-src blob:', "form-action 'none'", "base-uri 'none'", 'img-src data:']) {
    assert.ok(policy.split('; ').includes(part), part);
  }
  assert.doesNotMatch(policy, /unsafe-inline|'unsafe-eval'|https?:|\*/);
  const inside = (tag) => [...page.matchAll(new RegExp(`<${tag}>([^]*?)</${tag}>`, 'g'))].map(([, text]) => hash(text));
  const named = (directive) => policy.split('; ').find((part) => part.startsWith(directive)).split(' ').slice(1).filter((word) => word !== "'wasm-unsafe-eval'");
  assert.deepEqual(named('script-src'), inside('script'));
  assert.deepEqual(named('style-src'), inside('style'));
  assert.ok(inside('script').length > 0 && inside('style').length > 0);
});

test('nothing in the markup is loaded from elsewhere, and no handler or style stands in an attribute', () => {
  const markup = page.replace(/<script[^]*?<\/script>/g, '').replace(/<style>[^]*?<\/style>/g, '');
  assert.doesNotMatch(markup, /<link(?! rel="icon" href="data:)|\ssrc=|\shref="(?!#|data:)|\son[a-z]+=|\sstyle=/);
});

test('the core in the file is the one that was tested', () => {
  const [, packed] = /id="faircap-core">([^<]*)</.exec(page);
  const core = readFileSync(`${process.env.FAIRCAP_WEB || `${ROOT}/build/web`}/core.wasm`);
  assert.ok(Buffer.from(packed, 'base64').equals(core));
  const [, worker] = /id="faircap-worker">([^]*?)<\/script>/.exec(page);
  assert.equal(worker, readFileSync(`${process.env.FAIRCAP_WEB || `${ROOT}/build/web`}/worker.js`, 'utf8'));
});
