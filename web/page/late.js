// late.js - a newer class list: who is new joins, nobody moves, who has left is left out.
import { bdi, byId, fill, make } from './dom.js';
import { chooser, dropZone } from './file_in.js';
import { t } from './i18n.js';
import { coreWords } from './core_words.js';
import { search } from './make_groups.js';
import { peopleOf } from './people.js';
import { readRoster } from './reading.js';
import { guessedRoles, movedRules } from './rules.js';
import { samePeople } from './same_people.js';
import { settings, subject } from './settings.js';
import { set, state } from './state.js';
import { clerk } from './worker_client.js';

function complain(sentences) {
    const node = byId('late-errors');
    node.hidden = false;
    fill(
        node,
        sentences.map(sentence => make('p', {}, bdi(coreWords(sentence)))),
    );
}

async function takeNewer(file) {
    byId('late-errors').hidden = true;
    const roster = await readRoster(file, state.join, state.options);
    if (!roster) {
        complain([t('late.unreadable')]);
        return;
    }
    const roles = { ...guessedRoles(roster), ...state.roles };
    const missing = state.rules.filter(
        rule => rule.column && !roster.columns.some(column => column.name === rule.column),
    );
    const people = peopleOf(roster, roles);
    if (missing.length > 0) {
        complain(missing.map(rule => t('late.noColumn', { column: rule.column })));
        return;
    }
    const { result } = state;
    const { map, doubtful } = samePeople({ roster: state.roster, ...state.people }, { roster, ...people });
    const start = new Array(roster.rows.length).fill(-1);
    map.forEach((row, old) => {
        if (row >= 0) {
            start[row] = result.labels[old];
        }
    });
    if (map.every(row => row < 0)) {
        complain([t('late.nobodyKnown')]);
        return;
    }
    const alike = [...new Set(doubtful.map(row => state.people.plain[row]))];
    join(file, roster, roles, { map, start, alike, result });
}

// As the command line has it: who is new joins the smallest groups, which so become as even as can be. Where wishes do
// not allow that, groups of the sizes so far, which grow by as little as is possible, and by WIDER at most.
const WIDER = 2;

async function sizesOfLate(start, groups, size) {
    const { size: _, groups: __, ...even } = settings(start, 0);
    const needed = Math.ceil(start.length / groups);
    const least = size.by === 'size' ? size.least : 1;
    const most = size.by === 'size' ? Math.max(size.most, needed) : needed;
    const ways = [even, ...Array.from({ length: WIDER + 1 }, (_, i) => ({ ...even, k: groups, size: { least, most: most + i } }))];
    let refused = [];
    for (const chosen of ways) {
        const answer = await clerk.ask({ do: 'judge', ...subject(), settings: chosen });
        if (answer.ok && answer.verdict !== 'impossible') {
            return { chosen, sizes: answer.sizes };
        }
        refused = answer.errors ?? answer.sentences;
    }
    return { refused };
}

async function join(file, roster, roles, { map, start, alike, result }) {
    const added = start.flatMap((group, row) => (group < 0 ? [row] : []));
    const gone = map.flatMap((row, old) => (row < 0 ? [state.people.names[old]] : []));
    const pinned = new Set([...result.pinned].map(row => map[row]).filter(row => row >= 0));
    const { size } = state;
    const before = {
        file: state.file,
        roster: state.roster,
        roles: state.roles,
        rules: state.rules,
        results: state.results,
        size,
        result,
    };
    set({ file, roster, roles, rules: movedRules(state.rules, map, roster.rows.length), results: [], result: null });
    const giveUp = sentences => {
        set(before);
        complain(sentences);
    };
    const { chosen, sizes, refused } = await sizesOfLate(start, result.groups, size);
    if (!chosen) {
        giveUp(refused);
        return;
    }
    const grown = size.by === 'size' && sizes.most > size.most;
    if (size.by === 'size') {
        set({ size: { ...size, least: Math.min(size.least, sizes.least), most: Math.max(size.most, sizes.most) } });
    }
    const more = { added, gone, alike, pinned, before, kept: start.length - added.length, widened: grown ? sizes.most : 0 };
    search(chosen, more, answer => giveUp(answer.errors ?? []));
}

export function latePart() {
    const input = make('input', { type: 'file', id: 'late-file', accept: '.csv,.tsv,.txt,.gz,.xlsx', hidden: true });
    chooser(input, takeNewer);
    const panel = make(
        'div',
        { class: 'panel' },
        make('h3', {}, t('late.title')),
        make('p', { class: 'hint' }, t('late.help')),
        input,
        make('button', { type: 'button', onclick: () => input.click() }, t('late.choose')),
        make('div', { id: 'late-errors', class: 'notice bad', role: 'alert', hidden: true }),
    );
    dropZone(panel, takeNewer);
    return panel;
}
