// worker_client.js - questions to the core, which runs in a Worker of its own.
//
// There are two workers: one answers at once (reading, judging, measuring, writing files), one
// searches. So a move is judged while a search runs, and Stop simply ends the searching one: its best
// groups so far have been sent before.

function newWorker() {
    if (globalThis.startWorker) {
        return globalThis.startWorker();
    }
    const text = document.getElementById('worker-source').textContent;
    const address = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    return new Worker(address);
}

// A request that a newer one of its kind has made pointless.
export class Superseded extends Error {}

class Client {
    #worker = null;
    #waiting = [];
    #current = null;
    #ids = 0;

    // `replaces`: of the requests that wait, those of this kind are dropped.
    ask(message, { progress = () => {}, replaces = '' } = {}) {
        return new Promise((resolve, reject) => {
            if (replaces) {
                for (const old of this.#waiting.filter(one => one.kind === replaces)) {
                    old.reject(new Superseded());
                }
                this.#waiting = this.#waiting.filter(one => one.kind !== replaces);
            }
            this.#waiting.push({ message, progress, kind: replaces, resolve, reject });
            this.#next();
        });
    }

    // Ends what runs; its asker gets `Superseded`.
    stop() {
        this.#worker?.terminate();
        this.#worker = null;
        this.#current?.reject(new Superseded());
        this.#current = null;
        this.#next();
    }

    #next() {
        if (this.#current || this.#waiting.length === 0) {
            return;
        }
        this.#worker ??= this.#start();
        this.#current = this.#waiting.shift();
        this.#current.id = ++this.#ids;
        this.#worker.postMessage({ ...this.#current.message, id: this.#current.id });
    }

    #start() {
        const worker = newWorker();
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = event => {
            event.preventDefault?.();
            const { reject } = this.#current ?? {};
            this.#current = null;
            this.#worker = null;
            worker.terminate();
            reject?.(new Error(event.message || 'the worker failed'));
            this.#next();
        };
        return worker;
    }

    #hear(data) {
        if (!this.#current || data.id !== this.#current.id) {
            return;
        }
        if (data.progress) {
            this.#current.progress(data.progress);
            return;
        }
        const { resolve } = this.#current;
        this.#current = null;
        resolve(data);
        this.#next();
    }
}

export const clerk = new Client();
export const solver = new Client();
