// judge_line.js - can these wishes be met? Said while they are made, with the smallest change if not.
import { announce } from './announce.js';
import { coreWords } from './core_words.js';
import { candidates, changeWords, changed } from './changes.js';
import { bdi, byId, fill, make } from './dom.js';
import { t } from './i18n.js';
import { undo } from './moves.js';
import { settings, sizeFault, subject } from './settings.js';
import { set, state, watch } from './state.js';
import { Superseded, clerk } from './worker_client.js';

const OFFERED_ANYWAY = /(?:; [^;]* would do)?(?:; wishing it diverse instead[^;]*)?(?=\.$)/; // there is a button for it
const PAUSE = 250; // milliseconds after the last change
const OFFERED = 4; // changes that are shown
const PATIENCE = 8_000; // then the line says that only trying will tell
let timer = 0;
let turn = 0;
let spoken = '';

function plain(verdict, more = {}) {
    return { verdict, k: 0, sentences: [], ...more };
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
        if (mine !== turn) {
            return;
        }
        if (!answer.ok) {
            set({ verdict: plain('error', { sentences: answer.errors }) });
            return;
        }
        set({ verdict: answer });
        clearTimeout(alarm);
        if (answer.verdict === 'impossible') {
            await findHelp(answer, mine);
        }
    } catch (fault) {
        if (mine === turn && !(fault instanceof Superseded)) {
            set({ verdict: plain('error', { sentences: [fault.message] }) });
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
        set({ verdict: plain('fault', { sentences: [t(sizeFault())] }) });
        return;
    }
    if (state.result) {
        state.result.lastWords = ''; // the line is about wishes again
    }
    set({ verdict: plain('checking') });
    timer = setTimeout(judge, PAUSE);
}

// ---- changes that help ----

// Each candidate is judged as the wishes were; those that help are shown.
async function findHelp(answer, mine) {
    const help = [];
    for (const change of candidates(answer)) {
        const chosen = settings(null, 0, changed(change));
        const alarm = setTimeout(() => clerk.stop(), PATIENCE);
        const tried = await clerk
            .ask({ do: 'judge', ...subject(), settings: chosen }, { replaces: 'try' })
            .finally(() => clearTimeout(alarm));
        if (mine !== turn || help.length === OFFERED) {
            return;
        }
        if (tried.ok && tried.verdict === 'possible') {
            help.push(change);
            set({ verdict: { ...answer, help: [...help] } });
        }
    }
}

function button(change) {
    return make(
        'button',
        {
            type: 'button',
            class: 'small',
            onclick: () => {
                set(changed(change));
                byId('judge').querySelector('.judge-text').focus();
            },
        },
        changeWords(change),
    );
}

// ---- the line ----

const SIGNS = { possible: '✓', impossible: '✗', open: '?', fault: '!', error: '!', checking: '…' };

function sentence({ verdict, k, sizes, sentences }) {
    const said = (sentences ?? []).map(one => coreWords(one.replace(OFFERED_ANYWAY, ''))).join(' ');
    if (verdict === 'possible') {
        const { least, most } = sizes;
        return least === most ? t('judge.possibleEach', { n: k, most }) : t('judge.possible', { n: k, least, most });
    }
    return ['impossible', 'fault', 'error'].includes(verdict) ? said : t(`judge.${verdict}`);
}

function show() {
    const { verdict } = state;
    byId('bar').hidden = !verdict;
    if (!verdict) {
        return;
    }
    const words = state.result?.lastWords;
    if (words) {
        fill(
            byId('judge'),
            make(
                'p',
                { class: 'judge-text', tabindex: '-1', id: 'last-words' },
                words,
                ' ',
                make(
                    'button',
                    { type: 'button', class: 'small quiet', id: 'undo-last', onclick: undo },
                    t('toolbar.undo'),
                ),
            ),
        );
        return;
    }
    const text = sentence(verdict);
    if (!['checking', 'possible'].includes(verdict.verdict) && text !== spoken) {
        announce(text);
    }
    spoken = text;
    const help = verdict.help ?? [];
    const had = byId('judge').contains(document.activeElement);
    fill(
        byId('judge'),
        make(
            'p',
            { class: `judge-text judge-${verdict.verdict}`, tabindex: '-1' },
            make('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[verdict.verdict]),
            bdi(text),
        ),
        help.length > 0 && make('div', { class: 'changes' }, make('span', {}, t('judge.helps')), help.map(button)),
    );
    if (had) {
        byId('judge').querySelector('.judge-text').focus();
    }
}

export function startJudgeLine() {
    watch(['people', 'rules', 'size', 'equalAims'], wishesChanged);
    watch(['verdict', 'result', 'language'], show);
}
