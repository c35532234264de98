/* wasi.js - an operating system of a few lines: arguments, files in memory, a clock, an end.
 *
 * runProgram(module, argv, files, hooks) runs a WASI program from its start to its end and gives
 * {code, files, out, err}. Programs are run one after another in the same memory, which is cleared
 * before each: so nothing of one call is left for the next, whatever it was and however it ended.
 */
'use strict';

const PAGE = 65536;
const FIRST_PAGES = 64;             // as web/bridge/CMakeLists.txt has it
const KEPT_PAGES = 1024;            // a memory that grew beyond 64 MB is not kept
const OK = 0, BADF = 8, NOENT = 44, INVAL = 28;
const REGULAR_FILE = 4, DIRECTORY = 3, CHARACTER_DEVICE = 2;
const CREATE = 1, TRUNCATE = 8;     // of path_open

/** Bytes that grow at their end. */
class Bytes {
  constructor(bytes) {
    this.bytes = bytes || new Uint8Array(0);
    this.size = this.bytes.length;
  }
  write(at, piece) {
    const end = at + piece.length;
    if (end > this.bytes.length) {
      const bigger = new Uint8Array(Math.max(end, 2 * this.bytes.length, 4096));
      bigger.set(this.bytes.subarray(0, this.size));
      this.bytes = bigger;
    }
    this.bytes.set(piece, at);
    this.size = Math.max(this.size, end);
  }
  whole() {
    return this.bytes.subarray(0, this.size);
  }
}

class Exit extends Error {
  constructor(code) {
    super(`the program ended with ${code}`);
    this.code = code;
  }
}

let memory = null;

function clearedMemory() {
  if (memory === null || memory.buffer.byteLength > KEPT_PAGES * PAGE) {
    memory = new WebAssembly.Memory({initial: FIRST_PAGES, maximum: 65536});
  } else {
    new Uint8Array(memory.buffer).fill(0);
  }
  return memory;
}

function systemCalls(memory, argv, files, streams) {
  const view = () => new DataView(memory.buffer);
  const bytes = (at, size) => new Uint8Array(memory.buffer, at, size);
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const words = argv.map((word) => encoder.encode(word + '\0'));
  // 0, 1, 2: the streams; 3: the folder that all paths are in; then what is opened.
  const open = [...streams.map((file) => ({file, at: 0, kind: CHARACTER_DEVICE})), {kind: DIRECTORY}];

  const vectors = function* (at, count) {
    for (let i = 0; i < count; i++) {
      yield bytes(view().getUint32(at + 8 * i, true), view().getUint32(at + 8 * i + 4, true));
    }
  };
  const setSize = (at, size) => view().setUint32(at, size, true);
  const readAt = (fd, from, at, count, done) => {
    let total = 0;
    for (const part of vectors(at, count)) {
      const piece = fd.file.whole().subarray(from + total, from + total + part.length);
      part.set(piece);
      total += piece.length;
    }
    setSize(done, total);
    return total;
  };
  const isFile = (fd) => open[fd] !== undefined && open[fd].file !== undefined;
  /** A filestat: all is 0 but what it is, one link, and the size. */
  const describe = (at, kind, size) => {
    bytes(at, 64).fill(0);
    view().setUint8(at + 16, kind);
    view().setBigUint64(at + 24, 1n, true);
    view().setBigUint64(at + 32, BigInt(size), true);
  };

  return {
    args_sizes_get(count, size) {
      setSize(count, words.length);
      setSize(size, words.reduce((sum, word) => sum + word.length, 0));
      return OK;
    },
    args_get(pointers, at) {
      words.forEach((word, i) => {
        setSize(pointers + 4 * i, at);
        bytes(at, word.length).set(word);
        at += word.length;
      });
      return OK;
    },
    environ_sizes_get(count, size) {
      setSize(count, 0);
      setSize(size, 0);
      return OK;
    },
    environ_get: () => OK,
    clock_time_get(clock, precision, at) {
      const now = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(now * 1e6)), true);
      return OK;
    },
    fd_close(fd) {
      if (open[fd] === undefined) return BADF;
      open[fd] = undefined;
      return OK;
    },
    fd_fdstat_get(fd, at) {
      if (open[fd] === undefined) return BADF;
      bytes(at, 24).fill(0);
      view().setUint8(at, open[fd].kind);
      view().setBigUint64(at + 8, ~0n & 0xffffffffffffffffn, true);
      view().setBigUint64(at + 16, ~0n & 0xffffffffffffffffn, true);
      return OK;
    },
    fd_fdstat_set_flags: () => OK,
    fd_filestat_get(fd, at) {
      if (open[fd] === undefined) return BADF;
      describe(at, open[fd].kind, isFile(fd) ? open[fd].file.size : 0);
      return OK;
    },
    fd_prestat_get(fd, at) {
      if (fd !== 3) return BADF;
      setSize(at, 0);
      setSize(at + 4, 1);
      return OK;
    },
    fd_prestat_dir_name(fd, at, size) {
      if (fd !== 3 || size < 1) return BADF;
      bytes(at, 1)[0] = '.'.charCodeAt(0);
      return OK;
    },
    fd_read(fd, at, count, done) {
      if (!isFile(fd)) return BADF;
      open[fd].at += readAt(open[fd], open[fd].at, at, count, done);
      return OK;
    },
    fd_pread(fd, at, count, from, done) {
      if (!isFile(fd)) return BADF;
      readAt(open[fd], Number(from), at, count, done);
      return OK;
    },
    fd_write(fd, at, count, done) {
      if (!isFile(fd)) return BADF;
      let total = 0;
      for (const part of vectors(at, count)) {
        open[fd].file.write(open[fd].at, part);
        open[fd].at += part.length;
        total += part.length;
      }
      setSize(done, total);
      return OK;
    },
    fd_seek(fd, offset, from, at) {
      if (!isFile(fd)) return BADF;
      const base = from === 0 ? 0 : from === 1 ? open[fd].at : open[fd].file.size;
      const to = base + Number(offset);
      if (to < 0) return INVAL;
      open[fd].at = to;
      view().setBigUint64(at, BigInt(to), true);
      return OK;
    },
    path_filestat_get(folder, follow, path, size, at) {
      const file = files.get(decoder.decode(bytes(path, size).slice()));
      if (file === undefined) return NOENT;
      describe(at, REGULAR_FILE, file.size);
      return OK;
    },
    path_open(folder, follow, at, size, flags, rights, inherited, fdFlags, result) {
      const path = decoder.decode(bytes(at, size).slice());
      if (!files.has(path)) {
        if (!(flags & CREATE)) return NOENT;
        files.set(path, new Bytes());
      } else if (flags & TRUNCATE) {
        files.set(path, new Bytes());
      }
      open.push({file: files.get(path), at: 0, kind: REGULAR_FILE});
      setSize(result, open.length - 1);
      return OK;
    },
    proc_exit(code) {
      throw new Exit(code);
    },
  };
}

/** files: {path: Uint8Array}; hooks(memory): functions that the program may call, by name. */
function runProgram(module, argv, files, hooks) {
  const memory = clearedMemory();
  const held = new Map(Object.entries(files).map(([path, bytes]) => [path, new Bytes(bytes)]));
  const streams = [new Bytes(), new Bytes(), new Bytes()];
  const instance = new WebAssembly.Instance(module, {
    env: {memory},
    wasi_snapshot_preview1: systemCalls(memory, argv, held, streams),
    page: hooks ? hooks(memory) : {},
  });
  let code = 0;
  try {
    instance.exports._start();
  } catch (end) {
    if (!(end instanceof Exit)) throw end;
    code = end.code;
  }
  return {code, files: held, out: streams[1].whole(), err: streams[2].whole()};
}
