// earlier_groups.js - groups of before, whose team-mates should not meet again: the groups shown here, tables, projects.
//
// A card holds them in one of three forms: {name, bytes}, a table as the core reads it; {name, labels}, a group or -1
// for each student of this list; {name, why}, one that was refused, and why.
import { announce } from './announce.js';
import { coreWords } from './core_words.js';
import { t } from './i18n.js';
import { peopleOf } from './people.js';
import { parsed, saneResult, saneRoles } from './project_file.js';
import { changeRule } from './rules.js';
import { samePeople } from './same_people.js';
import { earlierFile, subject } from './settings.js';
import { state } from './state.js';
import { clerk } from './worker_client.js';

const isProject = ({ name, bytes }) => name.toLowerCase().endsWith('.json') || new Uint8Array(bytes)[0] === 0x7b; // {

function refused(name, why) {
    return { name, why };
}

// ---- the groups shown here ----

function sameLabels(one, other) {
    return one?.length === other.length && one.every((label, row) => label === other[row]);
}

// There are groups, and the card does not have them yet.
export function canUseShown(rule) {
    const { result } = state;
    return Boolean(result) && !rule.files.some(({ labels }) => sameLabels(labels, result.labels));
}

// "Earlier groups 2": a number that no other has.
function freeName(files) {
    const taken = new Set(files.map(({ name }) => name));
    let n = 1;
    while (taken.has(t('rule.avoid.name', { n }))) {
        n++;
    }
    return t('rule.avoid.name', { n });
}

export function useShown(id) {
    const { files } = state.rules.find(rule => rule.id === id);
    const name = freeName(files);
    changeRule(id, { files: [...files, { name, labels: Array.from(state.result.labels) }] });
    announce(t('rule.putIn', { name }));
}

// ---- files ----

// The groups of a saved project, for the students of this list.
async function fromProject(file) {
    const project = parsed(file);
    if (!project) {
        return refused(file.name, t('project.unreadable'));
    }
    const { file: list, join, options = {}, result } = project;
    const answer = await clerk.ask({ do: 'read', file: list, options, ...(join ? { join } : {}) });
    if (!answer.ok) {
        return refused(file.name, answer.errors.map(coreWords).join(' '));
    }
    const { roster } = answer;
    if (!saneResult(result, roster.rows.length)) {
        return refused(file.name, t('rule.avoid.noGroups'));
    }
    const then = { roster, ...peopleOf(roster, saneRoles(project.roles, roster)) };
    const { map } = samePeople(then, { roster: state.roster, ...state.people });
    const labels = state.roster.rows.map(() => -1);
    map.forEach((row, old) => {
        if (row >= 0) {
            labels[row] = result.labels[old];
        }
    });
    return labels.every(label => label < 0) ? refused(file.name, t('rule.avoid.nobody')) : { name: file.name, labels };
}

// The core says what it does not understand before the file becomes a part of the wishes.
async function checked(earlier) {
    const answer = await clerk.ask({ do: 'judge', ...subject(), settings: { groups: 1, avoid: [earlierFile(earlier)] } });
    return answer.ok ? earlier : refused(earlier.name, answer.errors.map(coreWords).join(' '));
}

async function read(file) {
    try {
        const earlier = isProject(file) ? await fromProject(file) : file;
        return earlier.why ? earlier : await checked(earlier);
    } catch (fault) {
        return refused(file.name, fault.message || t('rule.avoid.failed'));
    }
}

export async function addFiles(id, files) {
    const { roster } = state;
    const found = await Promise.all(files.map(read));
    const rule = state.rules.find(one => one.id === id);
    if (!rule || state.roster !== roster) {
        return; // the card or the list has gone meanwhile
    }
    const names = new Set(found.map(({ name }) => name));
    const others = rule.files.filter(({ name, why }) => !(why && names.has(name))); // chosen anew
    changeRule(id, { files: [...others, ...found] });
    const bad = found.filter(({ why }) => why);
    announce(
        bad.length > 0
            ? bad.map(({ name, why }) => `${name}: ${why}`).join(' ')
            : found.map(({ name }) => t('rule.putIn', { name })).join(' '),
    );
}
