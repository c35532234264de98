// roster_step.js - step 1: a class list comes in, and what was found in it is shown.
import { announce } from './announce.js';
import { coreWords } from './core_words.js';
import { byId, bdi, fill, make, moveFocus, quoted } from './dom.js';
import { chooser, dropZone, fileOfText } from './file_in.js';
import { has, t } from './i18n.js';
import { openProject } from './project_file.js';
import { readRoster } from './reading.js';
import { guessedRoles, rulesOfRoles } from './rules.js';
import { sampleFile } from './sample.js';
import { set, state, watch } from './state.js';

const DELIMITERS = [',', ';', '\t', '|'];

// A usual size for a class: groups of 3 to 4, or fewer students than that.
function usualSize(n) {
    const least = Math.min(3, n);
    return { by: 'size', least, most: Math.min(4, Math.max(least, n)), groups: Math.max(1, Math.round(n / 4)) };
}

async function take(file, join = null, options = {}) {
    if (file.name.toLowerCase().endsWith('.json')) {
        openProject(file);
        return;
    }
    const roster = await readRoster(file, join, options);
    if (!roster) {
        return;
    }
    const sameFile = state.file === file;
    const roles = sameFile ? { ...guessedRoles(roster), ...kept(state.roles, roster) } : guessedRoles(roster);
    const rules = sameFile ? keptRules(roster, roles) : rulesOfRoles(roster, roles);
    set({
        file,
        join,
        options,
        roster,
        roles,
        rules,
        result: null,
        results: [],
        size: sameFile ? state.size : usualSize(roster.rows.length),
    });
    announce(t('roster.read', { n: roster.rows.length }));
    moveFocus(byId('head-found'));
}

function kept(roles, roster) {
    const names = new Set(roster.columns.map(column => column.name));
    return Object.fromEntries(Object.entries(roles).filter(([name]) => names.has(name)));
}

// The same file read another way: cards about students go, because rows may have moved.
function keptRules(roster, roles) {
    const names = new Set(roster.columns.map(column => column.name));
    const old = state.rules.filter(rule => (rule.column ? names.has(rule.column) : rule.kind === 'avoid'));
    const had = new Set(state.roster.columns.map(column => column.name));
    const added = { ...roster, columns: roster.columns.filter(column => !had.has(column.name)) };
    return [...old, ...rulesOfRoles(added, roles)];
}

function again(patch) {
    take(state.file, state.join, { ...state.options, ...patch });
}

// ---- what was found ----

function fact(label, ...value) {
    return make('div', {}, make('dt', {}, label), make('dd', {}, value));
}

function delimiterWord(delimiter) {
    const at = DELIMITERS.indexOf(delimiter);
    return at >= 0 ? t(`roster.delimiter.${at}`) : quoted(delimiter);
}

function sourceWord(source) {
    const key = `roster.source.${source}`;
    return has(key) ? t(key) : source;
}

function facts(roster) {
    return make(
        'dl',
        { class: 'facts' },
        fact(t('roster.students'), String(roster.rows.length)),
        fact(t('roster.columns'), String(roster.columns.length)),
        fact(t('roster.kind'), sourceWord(roster.source)),
        roster.delimiter && fact(t('roster.delimiter'), delimiterWord(roster.delimiter)),
        state.join && fact(t('roster.joined'), bdi(state.join.name)),
    );
}

// The kind of list is shown above, and there is one list: its name need not begin each note.
const KIND = / is an? (?:Moodle|Canvas|Blackboard|Brightspace) .*\.$/;

function withoutFile(note) {
    const start = `${state.file.name}: `;
    return note.startsWith(start) ? note[start.length].toUpperCase() + note.slice(start.length + 1) : note;
}

function notes(roster) {
    const left = roster.leftOut.map(({ line, why }) => t('roster.leftOut', { line, why: coreWords(why) }));
    const others = roster.notes.filter(note => !/ is left out: /.test(note) && !KIND.test(note));
    const all = [...left, ...others.map(note => coreWords(withoutFile(note)))];
    return (
        all.length > 0 &&
        make(
            'details',
            { class: 'notes', open: all.length <= 4 },
            make('summary', {}, t('roster.notes', { n: all.length })),
            make(
                'ul',
                {},
                all.map(sentence => make('li', {}, bdi(sentence))),
            ),
        )
    );
}

function choice(label, id, options, value, act) {
    return make(
        'div',
        { class: 'field' },
        make('label', { for: id }, label),
        make(
            'select',
            { id, value, onchange: event => act(event.target.value) },
            options.map(([text, word]) => make('option', { value: text }, word)),
        ),
    );
}

function corrections(roster) {
    const { options } = state;
    const header = options.header === undefined ? '' : String(options.header);
    const columns = roster.columns.map(column => [column.name, column.name]);
    return make(
        'details',
        { class: 'fix' },
        make('summary', {}, t('roster.fix')),
        make(
            'div',
            { class: 'fields' },
            choice(
                t('roster.delimiter'),
                'fix-delimiter',
                [['', t('roster.auto')], ...DELIMITERS.map((one, at) => [one, t(`roster.delimiter.${at}`)])],
                options.delimiter ?? '',
                value => again({ delimiter: value || undefined }),
            ),
            choice(
                t('roster.header'),
                'fix-header',
                [
                    ['', t('roster.auto')],
                    ['true', t('roster.header.yes')],
                    ['false', t('roster.header.no')],
                ],
                header,
                value => again({ header: value === '' ? undefined : value === 'true' }),
            ),
            state.join &&
                choice(
                    t('roster.joinBy'),
                    'fix-join',
                    [['', t('roster.auto')], ...columns],
                    options.joinBy ?? '',
                    value => again({ joinBy: value || undefined }),
                ),
            make(
                'label',
                { class: 'check' },
                make('input', {
                    type: 'checkbox',
                    checked: Boolean(options.asIs),
                    onchange: event => again({ asIs: event.target.checked || undefined }),
                }),
                t('roster.asIs'),
            ),
        ),
    );
}

function showFound() {
    const { roster } = state;
    byId('roster-empty').hidden = roster !== null;
    byId('hero').classList.toggle('sr', roster !== null); // the page keeps its heading
    byId('roster-found').hidden = roster === null;
    if (!roster) {
        return;
    }
    const wasOpen = byId('roster-found').querySelector('.fix')?.open;
    const focused = document.activeElement?.id;
    fill(
        byId('roster-found'),
        make('h3', { id: 'head-found', tabindex: '-1' }, bdi(state.file.name)),
        facts(roster),
        notes(roster),
        make(
            'div',
            { class: 'row' },
            make(
                'button',
                { type: 'button', onclick: () => byId('join-file').click() },
                state.join ? t('roster.joinOther') : t('roster.join'),
            ),
            state.join &&
                make(
                    'button',
                    { type: 'button', class: 'quiet', onclick: () => take(state.file, null, state.options) },
                    t('roster.unjoin'),
                ),
            make('button', { type: 'button', class: 'quiet', onclick: startOver }, t('roster.other')),
        ),
        make('p', { class: 'hint' }, t('roster.joinHint')),
        corrections(roster),
    );
    byId('roster-found').querySelector('.fix').open = Boolean(wasOpen);
    if (focused && byId(focused)) {
        byId(focused).focus();
    }
}

function startOver() {
    set({
        file: null,
        join: null,
        options: {},
        roster: null,
        people: null,
        roles: {},
        rules: [],
        verdict: null,
        result: null,
        results: [],
    });
    moveFocus(byId('choose'));
}

export function startRosterStep() {
    byId('choose').addEventListener('click', () => byId('roster-file').click());
    chooser(byId('roster-file'), file => take(file));
    chooser(byId('join-file'), file => take(state.file, file, state.options));
    dropZone(byId('step-roster'), file => take(file));
    byId('sample').addEventListener('click', () => take(sampleFile()));
    byId('paste-open').addEventListener('click', () => {
        const box = byId('paste');
        box.hidden = !box.hidden;
        byId('paste-open').setAttribute('aria-expanded', String(!box.hidden));
        if (!box.hidden) {
            byId('paste-text').focus();
        }
    });
    byId('paste-use').addEventListener('click', () => {
        const text = byId('paste-text').value;
        if (text.trim()) {
            take(fileOfText(t('roster.pastedName'), text));
        }
    });
    watch(['roster', 'join', 'language'], showFound);
}
