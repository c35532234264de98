// judge_line.js - can these wishes be met? Said while they are made, with the smallest change if not.
import { announce } from './announce.js';
import { coreWords } from './core_words.js';
import { candidates, changeWords, changed, spread } from './changes.js';
import { bdi, byId, fill, make } from './dom.js';
import { t } from './i18n.js';
import { undo } from './moves.js';
import { settings, sizeFault, subject } from './settings.js';
import { set, state, watch } from './state.js';
import { Superseded, clerk } from './worker_client.js';

const OFFERED_ANYWAY = /(?:; [^;]* (?:would|may) do)?(?:; wishing it diverse instead[^;]*)?(?=\.$)/; // there is a button for it
const PAUSE = 250; // milliseconds after the last change
const OFFERED = 4; // changes that are shown
const USUAL = 2; // a mix of 1 to 2
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
        clearTimeout(alarm);
        if (answer.verdict === 'impossible' && state.guessed && startFromSpread()) {
            return;
        }
        set({ verdict: answer });
        if (answer.verdict === 'impossible') {
            await findHelp(answer, mine);
        } else if (answer.verdict === 'possible') {
            await askFewer(answer, mine);
        }
    } catch (fault) {
        if (mine === turn && !(fault instanceof Superseded)) {
            set({ verdict: plain('error', { sentences: [fault.message] }) });
        }
    } finally {
        clearTimeout(alarm);
    }
}

// A guess of the page must not be impossible: mixes that cannot be had are spread, and their cards say so.
function startFromSpread() {
    const mixed = state.rules.filter(({ kind }) => kind === 'balance').map(({ column }) => column);
    set({ ...(mixed.length > 0 ? spread(mixed, { instead: true }) : {}), guessed: false });
    return mixed.length > 0;
}

function wishesChanged(keys) {
    if (!keys.includes('people') && !keys.includes('roster')) {
        state.guessed = false; // somebody has chosen
    }

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

// The sizes would allow fewer groups than the wishes do: what these would come to. Asked for where so many groups can
// only be of even size, because that is what is judged.
async function askFewer(answer, mine) {
    const { by, least, most } = state.size;
    const k = Math.ceil(state.roster.rows.length / most);
    if (by !== 'size' || most - least > 1 || k >= answer.k) {
        return;
    }
    const chosen = settings(null, 0, { size: { by: 'groups', groups: k } });
    const alarm = setTimeout(() => clerk.stop(), PATIENCE);
    const tried = await clerk
        .ask({ do: 'judge', ...subject(), settings: chosen }, { replaces: 'try' })
        .finally(() => clearTimeout(alarm));
    const now = new Map(answer.mixes?.map(({ column, to }) => [column, to]));
    const worse = (tried.mixes ?? []).find(({ column, to }) => to > now.get(column));
    if (mine === turn && tried.ok && tried.verdict === 'possible' && worse) {
        set({ verdict: { ...answer, fewer: { k, column: worse.column, to: worse.to } } });
    }
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

// "Mixed by gender at least 1 to 3, the most that is possible.": where it is less than usual.
function mixWords(mixes = []) {
    return mixes
        .filter(({ to }) => to > USUAL)
        .map(({ column, to }) => ` ${t('judge.mix', { column, to })}`)
        .join('');
}

// Of the sizes that are allowed, those that so many groups of this class can have.
function reachable(k, { least, most }) {
    const n = state.roster.rows.length;
    return { least: Math.max(least, n - (k - 1) * most), most: Math.min(most, n - (k - 1) * least) };
}

function sentence({ verdict, k, sizes, sentences, mixes, fewer }) {
    const said = (sentences ?? []).map(one => coreWords(one.replace(OFFERED_ANYWAY, ''))).join(' ');
    if (verdict === 'possible' && state.roster.rows.length === 1) {
        return t('size.one');
    }
    if (verdict === 'possible') {
        const { least, most } = reachable(k, sizes);
        const groups = least === most ? t('judge.possibleEach', { n: k, most }) : t('judge.possible', { n: k, least, most });
        const why = fewer ? ` ${t('judge.fewer', { n: fewer.k, column: fewer.column, to: fewer.to })}` : '';
        return groups + mixWords(mixes) + why;
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
