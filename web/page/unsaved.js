// unsaved.js - work that would be lost with the page: groups and wishes that are in no file and on no paper yet.
import { t } from './i18n.js';
import { state } from './state.js';

let kept = '';
let isMadeUp = false; // the example class is nobody's work

// What somebody would have to do again.
function work() {
    const { result, rules, sheet } = state;
    const chosen = rules.filter(rule => rule.rows?.length > 0 || rule.files?.some(({ why }) => !why));
    if (isMadeUp || (!result && chosen.length === 0)) {
        return '';
    }
    return JSON.stringify([
        result && [Array.from(result.labels), [...result.pinned]],
        chosen.map(({ kind, rows, files }) => [kind, rows, files?.map(file => file.name)]),
        sheet,
    ]);
}

// After saving, printing or handing out.
export function workIsKept() {
    kept = work();
}

export function startedFrom(example) {
    isMadeUp = example;
    kept = '';
}

function isUnsaved() {
    const now = work();
    return now !== '' && now !== kept;
}

// Another list takes the place of this one: asks if that would lose work.
export function mayReplace() {
    return !isUnsaved() || window.confirm(t('roster.replace'));
}

export function startUnsaved() {
    window.addEventListener('beforeunload', event => {
        if (isUnsaved()) {
            event.preventDefault();
        }
    });
}
