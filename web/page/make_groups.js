// make_groups.js - step 5: the search, its progress, and Stop, which keeps the best so far.
import { announce } from './announce.js';
import { coreWords } from './core_words.js';
import { byId, fill, make, moveFocus } from './dom.js';
import { percentUp, t } from './i18n.js';
import { addResult, isStale } from './results.js';
import { settings, subject } from './settings.js';
import { set, state, watch } from './state.js';
import { Superseded, clerk, solver } from './worker_client.js';

let clock = 0;

// ---- the search ----

// What a search that was stopped has found, with the mixes that it went by.
async function measured(labels, chosen) {
    const { mixes = [] } = await clerk.ask({ do: 'judge', ...subject(), settings: chosen });
    const answer = await clerk.ask({ do: 'measure', ...subject(), settings: { ...chosen, mixes }, labels });
    return { measure: answer.measure, mixes };
}

async function finishStopped(run) {
    const { best, chosen } = run;
    if (!best) {
        set({ run: null });
        announce(t('run.stoppedEarly'));
        return;
    }
    const { measure, mixes } = await measured(best.labels, chosen);
    set({ run: null });
    finish(
        {
            labels: best.labels,
            names: measure.groups,
            measure,
            mixes,
            outcome: 'interrupted',
            lowerBound: best.bound > 0 ? best.bound : -1,
            seed: chosen.seed,
            seconds: run.seconds,
        },
        run,
    );
}

function finish(answer, run) {
    const result = addResult(answer, run.more);
    announce(t('run.done', { n: result.groups }));
    setTimeout(() => moveFocus(byId('head-groups')), 0); // after the browser has had a turn
}

function fail(answer, run) {
    set({ run: null });
    run.failed(answer);
}

function showFailure(answer) {
    if (state.result) {
        state.result.lastWords = '';
    }
    set({ verdict: { verdict: 'impossible', k: 0, sentences: answer.errors ?? [] } });
    announce((answer.errors ?? []).map(coreWords).join(' '));
}

// `chosen`: settings; `more`: what the result should carry along.
export async function search(chosen, more = {}, failed = showFailure) {
    const run = {
        chosen,
        more,
        failed,
        started: performance.now(),
        best: null,
        progress: null,
        stopping: false,
        seconds: 0,
    };
    set({ run });
    try {
        const answer = await solver.ask(
            { do: 'group', ...subject(), settings: chosen },
            {
                progress: progress => {
                    run.progress = progress;
                    if (progress.labels) {
                        run.best = { labels: progress.labels, cost: progress.cost };
                    }
                    if (run.best) {
                        run.best.bound = progress.bound;
                    }
                },
            },
        );
        await new Promise(done => setTimeout(done, 0)); // what came is taken in, what follows is drawn
        if (answer.ok) {
            set({ run: null });
            finish(answer, run);
        } else {
            fail(answer, run);
        }
    } catch (fault) {
        if (run.stopping) {
            await finishStopped(run);
        } else if (fault instanceof Superseded) {
            set({ run: null });
        } else {
            fail({ errors: [fault.message], changes: [] }, run);
        }
    }
}

export function stop() {
    const { run } = state;
    if (run) {
        run.stopping = true;
        run.seconds = (performance.now() - run.started) / 1000;
        solver.stop();
    }
}

// The same wishes and the same seed would give the same groups: "again" means another seed.
export function makeGroups() {
    const { result } = state;
    const same = result && !isStale(result) && result.seed === state.seed;
    if (same) {
        set({ seed: state.seed + 1 });
    }
    const pins = result?.pinned ?? new Set();
    if (pins.size === 0) {
        return search(settings());
    }
    const start = Array.from(result.labels, (group, row) => (pins.has(row) ? group : -1));
    return search(settings(start, result.groups), { pinned: new Set(pins), kept: pins.size });
}

// ---- the bar ----

function progressWords(run) {
    const seconds = (performance.now() - run.started) / 1000;
    const { best } = run;
    const time = t('run.seconds', { n: Math.round(seconds) });
    if (!best) {
        return `${t('run.searching')} ${time}`;
    }
    const gap = best.bound > 0 && best.cost > 0 ? (best.cost - best.bound) / best.cost : null;
    return `${gap === null ? t('run.found') : t('run.gap', { gap: percentUp(Math.max(0, gap)) })} ${time}`;
}

function tick() {
    const { run } = state;
    const text = byId('run-text');
    if (!run || !text) {
        return;
    }
    text.textContent = progressWords(run);
    const meter = byId('run-meter');
    const { done, total } = run.progress ?? {};
    if (total > 0) {
        meter.max = total;
        meter.value = Math.min(done, total);
    }
}

function handOut() {
    moveFocus(byId('head-export'));
}

function buttonWord() {
    const { result } = state;
    if (!result) {
        return t('run.make');
    }
    return result.pinned.size ? t('run.againPins', { n: result.pinned.size }) : t('run.again');
}

function show() {
    const { run, verdict } = state;
    const ready = Boolean(state.result) && !isStale(state.result); // then handing out comes next
    const quiet = ready && verdict?.verdict === 'possible' && !state.result.lastWords; // nothing new to say
    clearInterval(clock);
    byId('bar').classList.toggle('is-running', Boolean(run));
    byId('bar').classList.toggle('is-quiet', quiet);
    const hadFocus = byId('run').contains(document.activeElement);
    if (run) {
        fill(
            byId('run'),
            make('progress', { id: 'run-meter', 'aria-label': t('run.progress') }),
            make('span', { id: 'run-text', class: 'run-text' }),
            make('button', { type: 'button', id: 'stop', onclick: stop }, t('run.stop')),
        );
        tick();
        clock = setInterval(tick, 250);
    } else {
        const blocked = !verdict || ['impossible', 'fault'].includes(verdict.verdict);
        fill(
            byId('run'),
            make(
                'button',
                {
                    type: 'button',
                    id: 'make',
                    class: ready ? null : 'main',
                    'aria-disabled': String(blocked),
                    onclick: () => (blocked ? announce(t('run.blocked')) : makeGroups()),
                },
                buttonWord(),
            ),
            state.result &&
                make(
                    'button',
                    { type: 'button', id: 'go-export', class: ready ? 'main' : null, onclick: handOut },
                    t('run.handOut'),
                ),
        );
    }
    if (hadFocus) {
        byId('run').querySelector('button').focus({ preventScroll: true });
    }
}

export function startMakeGroups() {
    watch(['run', 'verdict', 'result', 'language'], show);
}
