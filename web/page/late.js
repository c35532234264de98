// late.js - a newer class list: who is new joins, nobody moves, who has left is left out.
import { bdi, byId, fill, make } from './dom.js';
import { chooser, dropZone } from './file_in.js';
import { t } from './i18n.js';
import { coreWords } from './core_words.js';
import { search } from './make_groups.js';
import { peopleOf } from './people.js';
import { readRoster } from './reading.js';
import { guessedRoles } from './rules.js';
import { settings } from './settings.js';
import { set, state } from './state.js';

function complain(sentences) {
    const node = byId('late-errors');
    node.hidden = false;
    fill(
        node,
        sentences.map(sentence => make('p', {}, bdi(coreWords(sentence)))),
    );
}

// Old row -> new row, by what tells students apart in both lists.
function matched(people) {
    const place = new Map(people.keys.map((key, row) => [key, row]));
    return state.people.keys.map(key => place.get(key) ?? -1);
}

// Cards about students follow them to their new rows.
function movedRules(map) {
    return state.rules.map(rule =>
        rule.rows ? { ...rule, rows: rule.rows.map(row => map[row]).filter(row => row >= 0) } : rule,
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
    if (!people.keys || !state.people.keys) {
        complain([t('late.noKeys')]);
        return;
    }
    const { result } = state;
    const map = matched(people);
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
    join(file, roster, roles, { map, start, result });
}

// Full groups must grow: by as little as is possible, and by WIDER at most.
const WIDER = 2;

function join(file, roster, roles, { map, start, result }) {
    const added = start.flatMap((group, row) => (group < 0 ? [row] : []));
    const gone = map.flatMap((row, old) => (row < 0 ? [state.people.names[old]] : []));
    const pinned = new Set([...result.pinned].map(row => map[row]).filter(row => row >= 0));
    const { size } = state;
    const needed = Math.ceil(start.length / result.groups);
    const room = size.by === 'size' ? Math.max(size.most, needed) : needed;
    const before = {
        file: state.file,
        roster: state.roster,
        roles: state.roles,
        rules: state.rules,
        results: state.results,
        size,
    };
    set({ file, roster, roles, rules: movedRules(map), results: [], result: null });
    const attempt = wider => {
        const most = room + wider;
        const grown = size.by === 'size' && most > size.most;
        if (grown) {
            set({ size: { ...size, most } });
        }
        const { groups, ...chosen } = settings(start, result.groups);
        search(
            { ...chosen, size: { least: size.by === 'size' ? size.least : 1, most } },
            { added, gone, pinned, kept: start.length - added.length, widened: grown ? most : 0 },
            answer => {
                if (wider < WIDER) {
                    attempt(wider + 1);
                } else {
                    set({ ...before, result });
                    complain(answer.errors ?? []);
                }
            },
        );
    };
    attempt(0);
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
