// groups_view.js - step 6: the groups as cards, made in slices so that thousands do not block the page.
import { fill, byId, inSlices, make, moveFocus } from './dom.js';
import { showBars } from './bars_view.js';
import { faults } from './figures.js';
import { cardSignature, groupCard } from './group_card.js';
import { moveStudent, pinStudents, redo, undo } from './moves.js';
import { members } from './results.js';
import { showMap } from './scatter.js';
import { state, watch } from './state.js';
import { openStudent } from './student_dialog.js';

const drawn = new Map(); // group -> {node, signature}
let shownKey = '';
let cancel = () => {};
let focusedRow = null; // whose button had the focus before it was made anew

export function orderOf(result) {
    const numbers = Array.from({ length: result.groups }, (_, group) => group);
    if (state.sort === 'number') {
        return numbers;
    }
    const order = result.measure.order.filter(group => group < result.groups);
    const seen = new Set(order);
    return [...order, ...numbers.filter(group => !seen.has(group))];
}

function brokenBy(result) {
    const by = new Map();
    for (const one of faults(result)) {
        by.set(one.group, [...(by.get(one.group) ?? []), one]);
    }
    return by;
}

// ---- drawing ----

function drawAll(result) {
    const lists = members(result);
    const broken = brokenBy(result);
    const ul = make('ul', { class: 'cards' });
    drawn.clear();
    cancel();
    fill(byId('groups'), ul);
    cancel = inSlices(orderOf(result), group => {
        const mine = broken.get(group) ?? [];
        const node = groupCard(group, lists[group], mine);
        drawn.set(group, { node, signature: cardSignature(group, lists[group], mine) });
        ul.append(node);
    });
}

// After a change by hand: the cards that say something else are made anew, and stay in their place.
function drawChanged(result) {
    const lists = members(result);
    const broken = brokenBy(result);
    const active = document.activeElement;
    if (active?.classList.contains('member')) {
        focusedRow = active.dataset.row;
    } else if (active !== document.body) {
        focusedRow = null;
    }
    const changed = [...drawn].flatMap(([group, old]) => {
        const mine = broken.get(group) ?? [];
        const signature = cardSignature(group, lists[group], mine);
        return signature === old.signature ? [] : [{ group, old, mine, signature }];
    });
    cancel();
    cancel = inSlices(
        changed,
        ({ group, old, mine, signature }) => {
            const node = groupCard(group, lists[group], mine);
            old.node.replaceWith(node);
            drawn.set(group, { node, signature });
        },
        () => {
            const node = focusedRow === null ? null : memberButton(focusedRow);
            if (node && node !== document.activeElement) {
                node.focus({ preventScroll: true });
                node.scrollIntoView({ block: 'nearest' });
            }
            focusedRow = null;
        },
    );
}

function show(keys = []) {
    const { result } = state;
    if (!result) {
        cancel();
        drawn.clear();
        shownKey = '';
        byId('groups').replaceChildren();
        return;
    }
    const key = [result.number, state.view, state.sort].join('|');
    const fresh = key !== shownKey || keys.includes('language') || keys.includes('view');
    shownKey = key;
    if (state.view === 'bars') {
        cancel();
        showBars(byId('groups'), orderOf(result));
    } else if (state.view === 'map') {
        cancel();
        showMap(byId('groups'), orderOf(result));
    } else if (fresh || drawn.size < result.groups) {
        drawAll(result);
    } else {
        drawChanged(result);
    }
}

// ---- acting on a student ----

export function memberButton(row) {
    return byId('groups').querySelector(`button.member[data-row="${row}"]`);
}

export function goToStudent(row) {
    const node = memberButton(row);
    if (node) {
        moveFocus(node);
    }
}

// Who gets the focus after a dialog: now, and again when the card of the student has been made anew.
function focusAfter(row) {
    return () => {
        focusedRow = row;
        return memberButton(row);
    };
}

function shortcuts(event) {
    const row = event.target.closest?.('button.member')?.dataset.row;
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey) {
        return;
    }
    const key = event.key.toLowerCase();
    if (key === 'p') {
        pinStudents([Number(row)], !state.result.pinned.has(Number(row)));
    } else if (key === 'm' || key === 's') {
        event.preventDefault();
        openStudent(Number(row), key === 'm' ? 'move' : 'swap', focusAfter(row));
    }
}

function undoKeys(event) {
    const typing = event.target.matches?.('input, textarea, select');
    if (!(event.ctrlKey || event.metaKey) || !state.result || typing || byId('dialog').open) {
        return;
    }
    const key = event.key.toLowerCase();
    if (key === 'z' && !event.shiftKey) {
        event.preventDefault();
        undo();
    } else if (key === 'y' || key === 'z') {
        event.preventDefault();
        redo();
    }
}

// Dragging does what "Move to group" does, for those who like it better.
function startDrag(zone) {
    const cardAt = event => event.target.closest?.('.card');
    let dragged = null;
    zone.addEventListener('dragstart', event => {
        dragged = event.target.closest?.('li[data-row]')
            ? Number(event.target.closest('li[data-row]').dataset.row)
            : null;
        if (dragged !== null) {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', '');
        }
    });
    const mark = card => {
        zone.querySelector('.card.is-target')?.classList.remove('is-target');
        card?.classList.add('is-target');
    };
    zone.addEventListener('dragover', event => {
        if (dragged !== null && cardAt(event)) {
            event.preventDefault();
            mark(cardAt(event));
        }
    });
    zone.addEventListener('drop', event => {
        const card = cardAt(event);
        if (dragged !== null && card) {
            event.preventDefault();
            moveStudent(dragged, Number(card.dataset.group));
        }
        mark(null);
        dragged = null;
    });
    zone.addEventListener('dragend', () => {
        mark(null);
        dragged = null;
    });
}

export function startGroupsView() {
    const zone = byId('groups');
    zone.addEventListener('click', event => {
        const row = event.target.closest('button.member')?.dataset.row;
        if (row !== undefined) {
            openStudent(Number(row), '', focusAfter(row));
        }
    });
    zone.addEventListener('keydown', shortcuts);
    document.addEventListener('keydown', undoKeys);
    startDrag(zone);
    watch(['result', 'view', 'sort', 'details', 'language'], show);
}
