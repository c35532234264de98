// worker_client.js - questions to the core, which runs in a Worker of its own.
//
// There are two workers: one answers at once (reading, judging, measuring, writing files), one
// searches. So a move is judged while a search runs, and Stop simply ends the searching one: its best
// groups so far have been sent before.

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
        this.#worker?.then(worker => worker.terminate());
        this.#worker = null;
        this.#current?.reject(new Superseded());
        this.#current = null;
        this.#next();
    }

    #next() {
        if (this.#current || this.#waiting.length === 0) {
            return;
        }
        const mine = this.#waiting.shift();
        this.#current = mine;
        mine.id = ++this.#ids;
        this.#worker ??= this.#start();
        this.#worker.then(
            worker => {
                if (this.#current === mine) {
                    worker.postMessage({ ...mine.message, id: mine.id });
                }
            },
            fault => this.#fail(fault.message),
        );
    }

    async #start() {
        const worker = await faircapWorker(); // core.js
        worker.onmessage = ({ data }) => this.#hear(data);
        worker.onerror = event => {
            event.preventDefault();
            worker.terminate();
            this.#fail(event.message);
        };
        return worker;
    }

    #fail(message) {
        const { reject } = this.#current ?? {};
        this.#current = null;
        this.#worker = null;
        reject?.(new Error(message || 'the core failed'));
        this.#next();
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
