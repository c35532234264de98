/* page.js - the least page that shows that the core answers. */
'use strict';
document.getElementById('file').addEventListener('change', async ({target}) => {
  const [file] = target.files;
  const worker = await faircapWorker();
  worker.onmessage = ({data}) => {
    document.getElementById('said').textContent = JSON.stringify(data, null, 1).slice(0, 5000);
  };
  worker.postMessage({id: 1, do: 'read', file: {name: file.name, bytes: await file.arrayBuffer()}});
});
