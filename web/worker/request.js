/* request.js - what the page asks, as files in memory and words of a command line. */
'use strict';

/** A sentence of the core, as a sentence of its own. */
function sentence(words) {
  return words;
}

/** The text of a roster as UTF-8, whatever it was saved as: {bytes, encoding}. */
function asUtf8(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe || bytes[0] === 0xfe && bytes[1] === 0xff) {
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

const INFLATED_MOST = 50 * 1024 * 1024;

/** All bytes of a packed stream, up to a limit that no class reaches. */
async function inflate(bytes, format) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  const reader = stream.getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const {done, value} = await reader.read();
    if (done) break;
    size += value.length;
    if (size > INFLATED_MOST) {
      await reader.cancel();
      throw new Refusal(['The file is larger than 50 MB when it is unpacked; this is no roster.'], 3);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A file of the page as the core reads it. */
async function prepared(file) {
  let bytes = new Uint8Array(file.bytes);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    bytes = await inflate(bytes, 'gzip').catch((error) => {
      throw error instanceof Refusal ? error : new Refusal([`${file.name} is damaged: its gzip data cannot be unpacked.`], 3);
    });
  }
  return asUtf8(bytes);
}

/** Roster and joined file, and the words that say how they are read. */
async function requestOf({file, join, options = {}}) {
  const roster = await prepared(file);
  const files = {[file.name]: roster.bytes};
  const words = [file.name];
  const notes = [];
  if (roster.encoding === 'windows-1252') {
    notes.push(`${file.name} is not in UTF-8; it is read as Windows-1252.`);
  }
  if (join) {
    files[join.name] = (await prepared(join)).bytes;
    words.push('--join', join.name);
  }
  if (options.joinBy) words.push('--join-by', options.joinBy);
  if (options.delimiter) words.push('--delimiter', options.delimiter === '\t' ? 'tab' : options.delimiter);
  if (options.header === true) words.push('--header');
  if (options.header === false) words.push('--no-header');
  if (options.asIs) words.push('--as-is');
  for (const [role, column] of Object.entries(options.roles || {})) {
    words.push('--role', `${role}=${column}`);
  }
  return {files, words, notes, encoding: roster.encoding, sheet: null};
}
