// history.js - what was changed by hand, to be undone and redone. A change is a list of
// {row, from, to} with the sentence that said it; a pin is a change without moves.

export function emptyHistory() {
    return { past: [], future: [] };
}

export function remember(history, change) {
    history.past.push(change);
    history.future.length = 0;
}

export function stepBack(history) {
    const change = history.past.pop();
    if (change) {
        history.future.push(change);
    }
    return change;
}

export function stepForward(history) {
    const change = history.future.pop();
    if (change) {
        history.past.push(change);
    }
    return change;
}
