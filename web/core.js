/* core.js - the page's way to its worker: faircapWorker() gives a Promise of a new one, ready to be asked.
 *
 * The core is compiled once, beside the main thread, and given to each worker; to stop one that
 * is at work, terminate() it and make another.
 */
'use strict';

const faircapWorker = (() => {
  const inFile = (id) => document.getElementById(id).textContent;
  let compiled = null;
  let source = null;

  function compile() {
    const packed = atob(inFile('faircap-core'));
    const bytes = Uint8Array.from(packed, (c) => c.charCodeAt(0));
    return WebAssembly.compile(bytes);
  }

  return async () => {
    compiled = compiled || compile();
    source = source || URL.createObjectURL(new Blob([inFile('faircap-worker')], {type: 'text/javascript'}));
    const worker = new Worker(source);
    worker.postMessage({core: await compiled});
    return worker;
  };
})();
