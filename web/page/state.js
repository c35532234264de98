// state.js - what the page knows, in one place; nothing of it outlives the page unless it is saved.
//
// `set` changes some keys and tells whoever watches one of them, once, in the order of watching.

export const state = {
    language: '',
    file: null, // {name, bytes}: the roster
    join: null, // {name, bytes}: a second file, or none
    options: {}, // corrections of what was detected
    roster: null, // what the worker read (PROTOCOL: roster)
    people: null, // names and keys of the students (people.js)
    roles: {}, // column -> name, id, protected, similar, diverse, ignore
    size: { by: 'size', least: 3, most: 4, groups: 8 },
    rules: [], // cards, in order (rules.js)
    guessed: false, // roles and rules are the page's guess, and nobody has changed them yet
    equalAims: false, // or: the first aim counts most
    seed: 1,
    effort: 5,
    timeLimit: 0, // seconds; 0: none
    verdict: null, // can the wishes be met? (judge_line.js)
    run: null, // a search under way (make_groups.js)
    result: null, // the groups that are shown (results.js)
    results: [], // all that were made, for comparison
    sort: 'worst',
    view: 'cards',
    details: false, // columns beside the names
    sheet: { title: '', details: false }, // what is printed
    system: { course: '', groupSet: '' }, // what a learning-management system is told
};

const watchers = [];

export function watch(keys, act) {
    watchers.push({ keys, act });
}

export function set(patch) {
    const keys = Object.keys(patch);
    Object.assign(state, patch);
    for (const { keys: watched, act } of watchers) {
        if (watched.some(key => keys.includes(key))) {
            act(keys);
        }
    }
}

// The same in a task of its own, once for any number of changes before it: the page stays quick when
// many parts have something new to show.
export function later(act) {
    let isDue = false;
    return () => {
        if (!isDue) {
            isDue = true;
            setTimeout(() => {
                isDue = false;
                act();
            }, 0);
        }
    };
}
