// file_in.js - files from the reader's disk: by a button, dropped, or pasted as text.

export async function fileOf(file) {
    return { name: file.name, bytes: await file.arrayBuffer() };
}

export function fileOfText(name, text) {
    return { name, bytes: new TextEncoder().encode(text).buffer };
}

// Calls `take` with the file that is chosen by a hidden input behind a button.
export function chooser(input, take) {
    input.addEventListener('change', async () => {
        const [file] = input.files;
        if (file) {
            const read = await fileOf(file);
            input.value = '';
            take(read);
        }
    });
}

// A zone takes files that are dropped on it; anywhere else a dropped file does nothing.
export function dropZone(zone, take) {
    let depth = 0;
    const hasFiles = event => event.dataTransfer?.types.includes('Files');
    const mark = on => zone.classList.toggle('is-target', on);
    zone.addEventListener('dragenter', event => {
        if (hasFiles(event)) {
            event.preventDefault();
            depth++;
            mark(true);
        }
    });
    zone.addEventListener('dragleave', () => {
        depth = Math.max(0, depth - 1);
        mark(depth > 0);
    });
    zone.addEventListener('dragover', event => {
        if (hasFiles(event)) {
            event.preventDefault();
        }
    });
    zone.addEventListener('drop', async event => {
        if (!hasFiles(event)) {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
        depth = 0;
        mark(false);
        const [file] = event.dataTransfer.files;
        if (file) {
            take(await fileOf(file));
        }
    });
}

// A file that misses its zone must not replace the page.
export function guardPage() {
    for (const name of ['dragover', 'drop']) {
        window.addEventListener(name, event => {
            if (event.dataTransfer?.types.includes('Files')) {
                event.preventDefault();
            }
        });
    }
}
