// roster_step.js - step 1: a class list comes in, and what was found in it is shown.
import { announce } from './announce.js';
import { coreWords } from './core_words.js';
import { byId, bdi, fill, make, moveFocus, quoted } from './dom.js';
import { chooser, dropZone, fileOfText } from './file_in.js';
import { has, list, t } from './i18n.js';
import { openProject } from './project_file.js';
import { peopleOf, repeatedNames } from './people.js';
import { readRoster } from './reading.js';
import { resetResults } from './results.js';
import { guessedRoles, movedRules, rulesOfRoles } from './rules.js';
import { samePeople } from './same_people.js';
import { usualSize } from './size_step.js';
import { sampleFile } from './sample.js';
import { set, state, watch } from './state.js';
import { mayReplace, startedFrom } from './unsaved.js';

const TITLES = [0, 1, 2, 3, 4, 5]; // lines above the header
const DELIMITERS = [',', ';', '\t', '|'];


async function take(file, join = null, options = {}) {
    if (file.name.toLowerCase().endsWith('.json')) {
        openProject(file);
        return;
    }
    const sameFile = state.file === file;
    const roster = await readRoster(file, join, options);
    if (!roster || !mayReplace()) {
        return;
    }
    const roles = sameFile ? { ...guessedRoles(roster), ...kept(state.roles, roster) } : guessedRoles(roster);
    const rules = sameFile ? keptRules(roster, roles) : rulesOfRoles(roster, roles);
    set({
        file,
        join,
        options,
        roster,
        roles,
        rules,
        guessed: !sameFile,
        result: null,
        results: [],
        ...(sameFile ? {} : { sheet: { title: '', details: false }, system: { course: '', groupSet: '' } }),
        size: sameFile ? state.size : usualSize(roster.rows.length),
    });
    if (!sameFile) {
        startedFrom(false);
    }
    announce(t('roster.read', { n: roster.rows.length }));
    moveFocus(byId('head-found'));
}

async function takeSample() {
    await take(sampleFile());
    startedFrom(true);
}

function kept(roles, roster) {
    const names = new Set(roster.columns.map(column => column.name));
    return Object.fromEntries(Object.entries(roles).filter(([name]) => names.has(name)));
}

// The same file read another way: cards about students go, because rows may have moved; earlier groups follow them.
function keptRules(roster, roles) {
    const names = new Set(roster.columns.map(column => column.name));
    const old = state.rules.filter(rule => (rule.column ? names.has(rule.column) : rule.kind === 'avoid'));
    const had = new Set(state.roster.columns.map(column => column.name));
    const added = { ...roster, columns: roster.columns.filter(column => !had.has(column.name)) };
    const { map } = samePeople({ roster: state.roster, ...state.people }, { roster, ...peopleOf(roster, roles) });
    return [...movedRules(old, map, roster.rows.length), ...rulesOfRoles(added, roles)];
}

export function again(patch) {
    return take(state.file, state.join, { ...state.options, ...patch });
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
        roster.encoding !== 'xlsx' && roster.columns.length > 1 && fact(t('roster.delimiter'), delimiterWord(roster.delimiter)),
        state.join && fact(t('roster.joined'), bdi(state.join.name)),
    );
}

// The kind of list is shown above, and there is one list: its name need not begin each note.
const KIND = / is an? (?:Moodle|Canvas|Blackboard|Brightspace) .*\.$/;

function withoutFile(note) {
    const start = `${state.file.name}: `;
    return note.startsWith(start) ? note[start.length].toUpperCase() + note.slice(start.length + 1) : note;
}

// Two students of one name, or one who is there twice.
function sameNames() {
    const MOST = 4;
    const all = repeatedNames();
    const said = all.slice(0, MOST).map(rows =>
        t('roster.sameName', {
            n: rows.length,
            name: state.people.plain[rows[0]],
            lines: list(rows.map(row => String(state.roster.lines[row]))),
        }),
    );
    return all.length > MOST ? [...said, t('roster.sameNameMore', { n: all.length - MOST })] : said;
}

function notes(roster) {
    const left = roster.leftOut.map(({ line, text, why }) => t('roster.leftOut', { line, text, why: coreWords(why) }));
    const others = roster.notes.filter(note => !/ is left out: /.test(note) && !KIND.test(note));
    const titles = roster.skip > 0 && state.options.skip === undefined ? [t('roster.skipped', { n: roster.skip })] : [];
    const all = [...titles, ...left, ...sameNames(), ...others.map(note => coreWords(withoutFile(note)))];
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
            choice(
                t('roster.skip'),
                'fix-skip',
                [['', t('roster.auto')], ...TITLES.map(n => [String(n), String(n)])],
                options.skip === undefined ? '' : String(options.skip),
                value => again({ skip: value === '' ? undefined : Number(value) }),
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
            make('button', { type: 'button', class: 'quiet', id: 'start-over', onclick: startOver }, t('roster.other')),
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
    if (!mayReplace()) {
        return;
    }
    set({
        file: null,
        join: null,
        options: {},
        roster: null,
        people: null,
        roles: {},
        rules: [],
        equalAims: false,
        seed: 1,
        effort: 5,
        timeLimit: 0,
        view: 'cards',
        sort: 'worst',
        details: false,
        verdict: null,
        result: null,
        results: [],
    });
    resetResults();
    moveFocus(byId('choose'));
}

export function startRosterStep() {
    byId('choose').addEventListener('click', () => byId('roster-file').click());
    chooser(byId('roster-file'), file => take(file));
    chooser(byId('join-file'), file => take(state.file, file, state.options));
    dropZone(byId('step-roster'), file => take(file));
    byId('sample').addEventListener('click', () => takeSample());
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
