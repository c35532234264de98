// results.js - groups that were made: the ones shown, and the earlier ones to compare with.
import { emptyHistory } from './history.js';
import { t } from './i18n.js';
import { settings, subject } from './settings.js';
import { set, state, watch } from './state.js';
import { Superseded, clerk } from './worker_client.js';

const KEPT = 6;
let numbers = 0;
let timer = 0;

// The wishes as text: two results can be compared, and a proof holds, only for the same wishes.
export function wishesNow() {
    const { seed, effort, timeLimit, avoid, ...wishes } = settings();
    return JSON.stringify([wishes, avoid.map(file => file.name)]);
}

export function addResult(answer, more = {}) {
    const result = {
        number: ++numbers,
        labels: Int32Array.from(answer.labels),
        groups: answer.names.length,
        measure: answer.measure,
        outcome: answer.outcome,
        allTried: Boolean(answer.allTried), // fewest pairs that meet again, and of such groups the best
        lowerBound: answer.lowerBound ?? -1,
        seed: answer.seed ?? state.seed,
        seconds: answer.seconds ?? 0,
        mixes: answer.mixes ?? [], // of those that were left open, what was chosen
        wishes: wishesNow(),
        pinned: new Set(),
        history: emptyHistory(),
        byHand: false,
        ...more,
    };
    const results = [...state.results, result].slice(-KEPT);
    set({ result, results });
    return result;
}

export function resetResults() {
    numbers = 0;
}

// "Group 01": the core makes the names in files the same way.
export function groupName(group) {
    const width = Math.max(2, String(state.result?.groups ?? 1).length);
    return `${t('file.group')} ${String(group + 1).padStart(width, '0')}`;
}

export function isStale(result) {
    return result.wishes !== wishesNow();
}

export function members(result) {
    const lists = Array.from({ length: result.groups }, () => []);
    result.labels.forEach((group, row) => lists[group]?.push(row));
    return lists;
}

// Measures the shown result anew; resolves to null when a newer question came first.
export async function measureAgain() {
    const { result } = state;
    const message = {
        do: 'measure',
        ...subject(),
        settings: { ...settings(), k: result.groups, mixes: result.mixes },
        labels: result.labels,
    };
    try {
        const answer = await clerk.ask(message, { replaces: 'measure' });
        if (!answer.ok || state.result !== result) {
            return null;
        }
        result.measure = answer.measure;
        set({ result });
        return answer.measure;
    } catch (fault) {
        if (fault instanceof Superseded) {
            return null;
        }
        throw fault;
    }
}

// Other wishes: the same groups, judged by these.
export function startResults() {
    watch(['rules', 'size', 'equalAims'], () => {
        clearTimeout(timer);
        if (state.result) {
            timer = setTimeout(() => state.result && measureAgain(), 400);
        }
    });
}
