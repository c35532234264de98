// judge_line.js - can these wishes be met? Said while they are made, with the smallest change if not.
import { announce } from './announce.js';
import { coreWords } from './core_words.js';
import { bdi, byId, fill, make, quoted } from './dom.js';
import { t } from './i18n.js';
import { undo } from './moves.js';
import { changeRule, removeRule } from './rules.js';
import { settings, sizeFault, subject } from './settings.js';
import { set, state, watch } from './state.js';
import { Superseded, clerk } from './worker_client.js';

const PAUSE = 250;      // milliseconds after the last change
const PATIENCE = 8_000; // then the line says that only trying will tell
let timer = 0;
let turn = 0;
let spoken = '';

function plain(verdict, more = {}) {
    return { verdict, k: 0, sentence: '', changes: [], ...more };
}

async function judge() {
    const mine = ++turn;
    const alarm = setTimeout(() => {
        if (mine === turn) {
            clerk.stop();
            set({ verdict: plain('open') });
        }
    }, PATIENCE);
    try {
        const answer = await clerk.ask({ do: 'judge', ...subject(), settings: settings() }, { replaces: 'judge' });
        if (mine === turn) {
            set({ verdict: answer.ok ? answer
                : plain('error', { sentence: (answer.errors ?? []).join(' ') }) });
        }
    } catch (fault) {
        if (mine === turn && !(fault instanceof Superseded)) {
            set({ verdict: plain('error', { sentence: fault.message }) });
        }
    } finally {
        clearTimeout(alarm);
    }
}

function wishesChanged() {
    clearTimeout(timer);
    turn++;
    if (!state.roster) {
        return;
    }
    if (sizeFault()) {
        set({ verdict: plain('fault', { sentence: t(sizeFault()) }) });
        return;
    }
    if (state.result) {
        state.result.lastWords = ''; // the line is about wishes again
    }
    set({ verdict: plain('checking') });
    timer = setTimeout(judge, PAUSE);
}

// ---- a change that helps ----

function ruleOf(change) {
    const kind = { balance: 'balance', 'nobody-alone': 'alone' }[change.rule] ?? change.rule;
    return state.rules.find(rule => rule.kind === kind && (!change.column || rule.column === change.column));
}

const APPLY = {
    max_size: ({ value }) => set({ size: { ...state.size, by: 'size', most: Number(value) } }),
    size: ({ value }) => set({ size: { ...state.size, by: 'size', ...value } }),
    clusters: ({ value }) => set({ size: { ...state.size, by: 'groups', groups: Number(value) } }),
    balance: change => {
        const rule = ruleOf({ ...change, rule: 'balance' });
        if (rule) {
            changeRule(rule.id, { ratio: String(change.value) });
        }
    },
    leave_out: change => {
        const rule = ruleOf({ rule: change.value, ...change });
        if (rule) {
            removeRule(rule.id);
        }
    },
};

function wordsOf(change) {
    const { kind, value, column } = change;
    switch (kind) {
    case 'max_size':
        return t('change.maxSize', { n: Number(value) });
    case 'size':
        return t('change.size', { least: value.least, most: value.most });
    case 'clusters':
        return t('change.clusters', { n: Number(value) });
    case 'balance': {
        const [part, whole] = String(value).split('/');
        return t('change.balance', { column: quoted(column ?? ruleOf({ rule: 'balance' })?.column ?? ''), part, whole: whole ?? 1 });
    }
    default:
        return t(`change.leaveOut.${ruleOf({ rule: value, ...change })?.kind ?? 'balance'}`, { column: quoted(column ?? '') });
    }
}

function button(change) {
    return make('button', { type: 'button', class: 'small', onclick: () => {
        APPLY[change.kind](change);
        byId('judge').querySelector('.judge-text').focus();
    } }, wordsOf(change));
}

// ---- the line ----

const SIGNS = { possible: '✓', impossible: '✗', open: '?', fault: '!', error: '!', checking: '…' };

function sentence({ verdict, k, sizes, sentence: said }) {
    if (verdict === 'possible') {
        const { least, most } = sizes;
        return least === most ? t('judge.possibleEach', { n: k, most }) : t('judge.possible', { n: k, least, most });
    }
    if (verdict === 'impossible') {
        return `${t('judge.impossible')} ${coreWords(said)}`;
    }
    return verdict === 'fault' || verdict === 'error' ? coreWords(said) : t(`judge.${verdict}`);
}

function show() {
    const { verdict } = state;
    byId('bar').hidden = !verdict;
    if (!verdict) {
        return;
    }
    const words = state.result?.lastWords;
    if (words) {
        fill(byId('judge'), make('p', { class: 'judge-text', tabindex: '-1', id: 'last-words' }, words,
            ' ', make('button', { type: 'button', class: 'small quiet', id: 'undo-last', onclick: undo }, t('toolbar.undo'))));
        return;
    }
    const text = sentence(verdict);
    if (!['checking', 'possible'].includes(verdict.verdict) && text !== spoken) {
        announce(text);
    }
    spoken = text;
    const usable = (verdict.changes ?? []).filter(change => change.kind in APPLY);
    const had = byId('judge').contains(document.activeElement);
    fill(byId('judge'),
        make('p', { class: `judge-text judge-${verdict.verdict}`, tabindex: '-1' },
            make('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[verdict.verdict]), bdi(text)),
        usable.length > 0 && make('div', { class: 'changes' },
            make('span', {}, t('judge.helps')), usable.map(button)));
    if (had) {
        byId('judge').querySelector('.judge-text').focus();
    }
}

export function startJudgeLine() {
    watch(['people', 'rules', 'size', 'equalAims'], wishesChanged);
    watch(['verdict', 'result', 'language'], show);
}
