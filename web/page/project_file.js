// project_file.js - everything on the page as one JSON file on the reader's own disk, and back.
//
// The file holds the class list as it was read, so it is as private as that list; the page says so.
import { announce } from './announce.js';
import { byId, moveFocus } from './dom.js';
import { download } from './download.js';
import { emptyHistory } from './history.js';
import { t } from './i18n.js';
import { readRoster, showErrors } from './reading.js';
import { addResult, wishesNow } from './results.js';
import { adopted } from './rules.js';
import { set, state } from './state.js';
import { chooser } from './file_in.js';
import { settings, subject } from './settings.js';
import { mayReplace, startedFrom, workIsKept } from './unsaved.js';
import { clerk } from './worker_client.js';

const FORMAT = 1;

// ---- bytes as text ----

function toBase64(bytes) {
    const all = new Uint8Array(bytes);
    const CHUNK = 0x8000;
    let text = '';
    for (let at = 0; at < all.length; at += CHUNK) {
        text += String.fromCharCode(...all.subarray(at, at + CHUNK));
    }
    return btoa(text);
}

function fromBase64(text) {
    return Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer;
}

function packed(file) {
    return file && { name: file.name, base64: toBase64(file.bytes) };
}

// Earlier groups (earlier_groups.js); what was refused is not kept.
function packedEarlier(files) {
    return files.filter(({ why }) => !why).map(one => (one.labels ? one : packed(one)));
}

function unpacked(file) {
    return file ? { name: String(file.name), bytes: fromBase64(file.base64) } : null;
}

function unpackedEarlier(file) {
    return file.labels ? { name: String(file.name), labels: file.labels } : unpacked(file);
}

// ---- saving ----

function projectNow() {
    const { file, join, options, roles, size, rules, equalAims, seed, effort, timeLimit, sheet, system, result } = state;
    return {
        faircap: 'project',
        format: FORMAT,
        file: packed(file),
        join: packed(join),
        options,
        roles,
        size,
        rules: rules.map(({ id, ...rule }) => (rule.files ? { ...rule, files: packedEarlier(rule.files) } : rule)),
        equalAims,
        seed,
        effort,
        timeLimit,
        sheet,
        system,
        result: result && {
            labels: Array.from(result.labels),
            groups: result.groups,
            pinned: [...result.pinned],
            outcome: result.outcome,
            allTried: result.allTried,
            lowerBound: result.lowerBound,
            seed: result.seed,
            seconds: result.seconds,
            mixes: result.mixes,
            byHand: result.byHand,
            kept: result.kept ?? 0,
            stale: result.wishes !== wishesNow(),
        },
    };
}

export function saveProject() {
    const name = state.file.name.replace(/\.[^.]*$/, '') || 'class';
    const text = JSON.stringify(projectNow(), null, 1);
    download(`${name}.faircap.json`, new TextEncoder().encode(text), 'application/json');
    workIsKept();
    announce(t('project.saved'));
}

// ---- opening ----

export function parsed(file) {
    try {
        const project = JSON.parse(new TextDecoder().decode(file.bytes));
        if (project?.faircap !== 'project' || !project.file) {
            return null;
        }
        return { ...project, file: unpacked(project.file), join: unpacked(project.join) };
    } catch {
        return null;
    }
}

function isWholeNumber(value, least, most) {
    return Number.isInteger(value) && value >= least && value <= most;
}

export function saneResult(saved, n) {
    return (
        saved &&
        Array.isArray(saved.labels) &&
        saved.labels.length === n &&
        isWholeNumber(saved.groups, 1, n) &&
        saved.labels.every(group => isWholeNumber(group, 0, saved.groups - 1))
    );
}

// A file made by hand or by a later version must not break the page: what does not fit is left out.
function saneRules(rules, roster) {
    const names = new Set(roster.columns.map(column => column.name));
    const rows = list => Array.isArray(list) && list.every(row => isWholeNumber(row, 0, roster.rows.length - 1));
    const labels = list =>
        Array.isArray(list) && list.length === roster.rows.length && list.every(label => isWholeNumber(label, -1, 2 ** 31 - 2));
    const KNOWN = {
        balance: rule => names.has(rule.column) && /^(\d+(\/\d+)?)?$/.test(rule.ratio),
        alone: rule => names.has(rule.column),
        similar: rule => names.has(rule.column),
        diverse: rule => names.has(rule.column),
        together: rule => rows(rule.rows),
        apart: rule => rows(rule.rows),
        avoid: rule => Array.isArray(rule.files) && rule.files.every(file => typeof file?.base64 === 'string' || labels(file?.labels)),
    };
    return adopted(
        (Array.isArray(rules) ? rules : [])
            .filter(rule => KNOWN[rule?.kind]?.(rule))
            .map(rule => (rule.files ? { ...rule, files: rule.files.map(unpackedEarlier) } : rule)),
    );
}

export function saneRoles(roles, roster) {
    const ROLES = ['name', 'id', 'protected', 'similar', 'diverse', 'ignore'];
    return Object.fromEntries(
        roster.columns.map(({ name, guess }) => [name, ROLES.includes(roles?.[name]) ? roles[name] : guess]),
    );
}

function saneMixes(mixes) {
    return (Array.isArray(mixes) ? mixes : []).filter(
        mix =>
            typeof mix?.column === 'string' &&
            isWholeNumber(mix.to, 1, 100) &&
            isWholeNumber(mix.least, 0, 2 ** 31) &&
            Array.isArray(mix.rare),
    );
}

// Texts of a known set of fields.
function saneTexts(saved, known) {
    return Object.fromEntries(
        Object.entries(known).map(([key, usual]) => [key, typeof saved?.[key] === typeof usual ? saved[key] : usual]),
    );
}

async function restoreResult(saved) {
    const labels = Int32Array.from(saved.labels);
    const mixes = saneMixes(saved.mixes);
    const answer = await clerk.ask({
        do: 'measure',
        ...subject(),
        settings: { ...settings(), k: saved.groups, mixes },
        labels,
    });
    if (!answer.ok) {
        return;
    }
    addResult(
        {
            labels,
            names: { length: saved.groups },
            measure: answer.measure,
            mixes,
            outcome: saved.outcome,
            allTried: saved.allTried,
            lowerBound: saved.lowerBound,
            seed: saved.seed,
            seconds: saved.seconds,
        },
        {
            pinned: new Set((saved.pinned ?? []).filter(row => isWholeNumber(row, 0, labels.length - 1))),
            history: emptyHistory(),
            byHand: Boolean(saved.byHand),
            kept: saved.kept ?? 0,
            ...(saved.stale ? { wishes: '' } : {}),
        },
    );
}

export async function openProject(file) {
    const project = parsed(file);
    if (!project) {
        showErrors([t('project.unreadable')]);
        return;
    }
    const roster = await readRoster(project.file, project.join, project.options ?? {});
    if (!roster || !mayReplace()) {
        return;
    }
    const { size, equalAims, seed, effort, timeLimit, sheet, system, result } = project;
    set({
        file: project.file,
        join: project.join,
        options: project.options ?? {},
        roster,
        roles: saneRoles(project.roles, roster),
        rules: saneRules(project.rules, roster),
        size: { ...state.size, ...size },
        equalAims: Boolean(equalAims),
        seed: isWholeNumber(seed, 0, 2 ** 31 - 1) ? seed : 1,
        effort: isWholeNumber(effort, 1, 9) ? effort : 5,
        timeLimit: isWholeNumber(timeLimit, 0, 36000) ? timeLimit : 0,
        sheet: saneTexts(sheet, { title: '', details: false }),
        system: saneTexts(system, { course: '', groupSet: '' }),
        guessed: false,
        result: null,
        results: [],
    });
    const hasResult = saneResult(result, roster.rows.length);
    if (hasResult) {
        await restoreResult(result);
    }
    startedFrom(false);
    workIsKept();
    announce(t('project.opened'));
    moveFocus(byId(hasResult ? 'head-groups' : 'head-found'));
}

export function startProjectFile() {
    byId('save-project').addEventListener('click', saveProject);
    byId('open-project').addEventListener('click', () => byId('project-file').click());
    chooser(byId('project-file'), openProject);
}
