// announce.js - sentences for those who do not see the page change: a polite live region.
import { byId } from './dom.js';

let turn = 0;

export function announce(sentence) {
    const node = byId('announcer');
    turn++;
    node.textContent = '';
    const mine = turn;
    setTimeout(() => {
        // a region that becomes empty first is read again even if the text is the same
        if (mine === turn) {
            node.textContent = sentence;
        }
    }, 60);
}
