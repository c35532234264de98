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
    fill(node, sentences.map(sentence => make('p', {}, bdi(coreWords(sentence)))));
}

// Old row -> new row, by what tells students apart in both lists.
function matched(people) {
    const place = new Map(people.keys.map((key, row) => [key, row]));
    return state.people.keys.map(key => place.get(key) ?? -1);
}

// Cards about students follow them to their new rows.
function movedRules(map) {
    return state.rules.map(rule => rule.rows
        ? { ...rule, rows: rule.rows.map(row => map[row]).filter(row => row >= 0) } : rule);
}

async function takeNewer(file) {
    byId('late-errors').hidden = true;
    const roster = await readRoster(file, state.join, state.options);
    if (!roster) {
        complain([t('late.unreadable')]);
        return;
    }
    const roles = { ...guessedRoles(roster), ...state.roles };
    const missing = state.rules.filter(rule => rule.column && !roster.columns.some(column => column.name === rule.column));
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

function join(file, roster, roles, { map, start, result }) {
    const added = start.flatMap((group, row) => group < 0 ? [row] : []);
    const gone = map.flatMap((row, old) => row < 0 ? [state.people.names[old]] : []);
    const pinned = new Set([...result.pinned].map(row => map[row]).filter(row => row >= 0));
    const before = { file: state.file, roster: state.roster, roles: state.roles, rules: state.rules, results: state.results };
    set({ file, roster, roles, rules: movedRules(map), results: [], result: null });
    search(settings(start, result.groups), { added, gone, pinned, kept: start.length - added.length }, answer => {
        set({ ...before, result });
        complain(answer.errors ?? []);
    });
}

export function latePart() {
    const input = make('input', { type: 'file', id: 'late-file', accept: '.csv,.tsv,.txt,.gz,.xlsx', hidden: true });
    chooser(input, takeNewer);
    const panel = make('div', { class: 'panel' }, make('h3', {}, t('late.title')), make('p', { class: 'hint' }, t('late.help')), input,
        make('button', { type: 'button', onclick: () => input.click() }, t('late.choose')),
        make('div', { id: 'late-errors', class: 'notice bad', role: 'alert', hidden: true }));
    dropZone(panel, takeNewer);
    return panel;
}
