// moves.js - changes by hand: move, swap, pin, undo, redo. Each is checked at once and said in words.
import { announce } from './announce.js';
import { brokenKey, brokenWords, isFault } from './broken_words.js';
import { quoted } from './dom.js';
import { remember, stepBack, stepForward } from './history.js';
import { t } from './i18n.js';
import { nameOf } from './people.js';
import { groupName, measureAgain } from './results.js';
import { set, state } from './state.js';

const TOLD = 2; // consequences in one sentence; the cards show all

// What a change has broken and mended, by comparing before and after.
function consequences(before, after) {
    const faults = measure => new Map(measure.broken.filter(isFault).map(one => [brokenKey(one), one]));
    const old = faults(before);
    const now = faults(after);
    const broke = [...now].filter(([key]) => !old.has(key)).map(([, one]) => brokenWords(one));
    const mended = [...old].filter(([key]) => !now.has(key)).length;
    if (broke.length > 0) {
        const more = broke.length - TOLD;
        return broke.slice(0, TOLD).join(' ') + (more > 0 ? ` ${t('moves.more', { n: more })}` : '');
    }
    if (now.size === 0) {
        return t('moves.allHold');
    }
    return mended > 0 ? t('moves.mended', { n: mended }) : t('moves.same', { n: now.size });
}

function say(sentence) {
    state.result.lastWords = sentence;
    announce(sentence);
    set({ result: state.result });
}

async function settle(sentence) {
    const { result } = state;
    const before = result.measure;
    result.byHand = result.history.past.some(change => change.moves.length > 0);
    set({ result }); // the students are where they belong before the figures follow
    const after = await measureAgain();
    if (after && state.result === result) {
        say(`${sentence} ${consequences(before, after)}`);
    }
}

function carryOut(moves, forward) {
    for (const { row, from, to } of moves) {
        state.result.labels[row] = forward ? to : from;
    }
}

function change(moves, pins, sentence) {
    remember(state.result.history, { moves, pins, sentence });
    carryOut(moves, true);
    togglePins(pins);
    return settle(sentence);
}

function togglePins(rows) {
    const { pinned } = state.result;
    for (const row of rows) {
        if (!pinned.delete(row)) {
            pinned.add(row);
        }
    }
}

export function moveStudent(row, to) {
    const from = state.result.labels[row];
    if (from === to) {
        return Promise.resolve();
    }
    return change([{ row, from, to }], [], t('moves.moved', { name: quoted(nameOf(row)), group: groupName(to) }));
}

export function swapStudents(one, other) {
    const { labels } = state.result;
    const moves = [
        { row: one, from: labels[one], to: labels[other] },
        { row: other, from: labels[other], to: labels[one] },
    ];
    return change(moves, [], t('moves.swapped', { one: quoted(nameOf(one)), other: quoted(nameOf(other)) }));
}

export function pinStudents(rows, on) {
    const { pinned } = state.result;
    const turned = rows.filter(row => pinned.has(row) !== on);
    if (turned.length === 0) {
        return;
    }
    const first = { name: quoted(nameOf(turned[0])), n: turned.length };
    const key =
        turned.length === 1 ? (on ? 'moves.pinned' : 'moves.unpinned') : on ? 'moves.pinnedMany' : 'moves.unpinnedMany';
    const sentence = t(key, first);
    remember(state.result.history, { moves: [], pins: turned, sentence });
    togglePins(turned);
    say(sentence);
}

// Late students are a change as well: the list and the groups before them come back.
function takeBackLate() {
    const { before } = state.result;
    if (before) {
        set(before);
        announce(t('late.takenBack'));
    }
}

export function canUndo(result) {
    return result.history.past.length > 0 || Boolean(result.before);
}

export function undo() {
    const done = stepBack(state.result.history);
    if (!done) {
        takeBackLate();
        return;
    }
    carryOut(done.moves, false);
    togglePins(done.pins);
    settle(t('moves.undone', { what: done.sentence }));
}

export function redo() {
    const done = stepForward(state.result.history);
    if (!done) {
        return;
    }
    carryOut(done.moves, true);
    togglePins(done.pins);
    settle(t('moves.redone', { what: done.sentence }));
}
