// export_step.js - step 7: print, files for students and for learning-management systems.
import { announce } from './announce.js';
import { coreWords } from './core_words.js';
import { bdi, byId, fill, make, quoted } from './dom.js';
import { download } from './download.js';
import { has, t } from './i18n.js';
import { printGroups } from './print_view.js';
import { saveProject } from './project_file.js';
import { settings, subject } from './settings.js';
import { state, watch } from './state.js';
import { workIsKept } from './unsaved.js';
import { clerk } from './worker_client.js';

const OWN = ['student', 'csv']; // no system behind them
const COURSE = ['moodle-uploadusers'];
const GROUP_SET = ['moodle-groups', 'moodle-brickfield', 'blackboard'];
let formats = [];
let chosen = '';
let askedFor = null;

function words(prefix, name, otherwise) {
    return has(`${prefix}.${name}`) ? t(`${prefix}.${name}`) : coreWords(otherwise);
}

// ---- writing ----

async function write(to) {
    const message = {
        do: 'export',
        ...subject(),
        settings: { ...settings(), avoid: [], k: state.result.groups }, // earlier groups have no part in files
        labels: state.result.labels,
        to,
        ...(state.system.course ? { course: state.system.course } : {}),
        groupSet: state.system.groupSet || t('file.groups'),
    };
    const answer = await clerk.ask(message).catch(fault => ({ ok: false, errors: [fault.message] }));
    const place = byId(OWN.includes(to) ? 'own-said' : 'lms-said');
    if (!answer.ok) {
        place.className = 'notice bad';
        fill(
            place,
            answer.errors.map(sentence => make('p', {}, bdi(coreWords(sentence)))),
        );
        return;
    }
    const files = answer.files.map(({ name, bytes }) => ({
        name: name.replace(/^groups/, has(`file.${to}`) ? t(`file.${to}`) : t('file.system', { to })),
        bytes,
    }));
    for (const { name, bytes } of files) {
        download(name, bytes, 'text/csv;charset=utf-8');
    }
    place.className = 'notice good';
    const saved = t('export.saved', { names: files.map(file => quoted(file.name)).join(', ') });
    const clicks = has(`click.${to}`) ? [t(`click.${to}`)] : answer.say.map(coreWords);
    fill(place, make('p', {}, saved), OWN.includes(to) ? null : clicks.map(sentence => make('p', {}, sentence)));
    announce(saved);
    workIsKept();
}

// ---- the parts ----

function printPart() {
    return make(
        'div',
        { class: 'panel' },
        make('h3', {}, t('print.head')),
        make('p', { class: 'hint' }, t('print.help')),
        make(
            'div',
            { class: 'field' },
            make('label', { for: 'print-title' }, t('print.titleLabel')),
            make('input', {
                id: 'print-title',
                type: 'text',
                value: state.sheet.title,
                autocomplete: 'off',
                oninput: event => {
                    state.sheet.title = event.target.value;
                },
            }),
        ),
        make(
            'label',
            { class: 'check' },
            make('input', {
                type: 'checkbox',
                id: 'print-details',
                checked: state.sheet.details,
                onchange: event => {
                    state.sheet.details = event.target.checked;
                },
            }),
            t('print.details'),
        ),
        make('button', { type: 'button', class: 'main', id: 'print-now', onclick: printGroups }, t('print.now')),
    );
}

function filePart() {
    return make(
        'div',
        { class: 'panel' },
        make('h3', {}, t('export.files')),
        make('p', { class: 'hint' }, t('export.filesHelp')),
        make(
            'div',
            { class: 'row' },
            make(
                'button',
                { type: 'button', id: 'export-student', onclick: () => write('student') },
                t('export.student'),
            ),
            make('button', { type: 'button', id: 'export-csv', onclick: () => write('csv') }, t('export.csv')),
        ),
        make('div', { id: 'own-said', role: 'status' }),
        make('h3', {}, t('project.head')),
        make('p', { class: 'hint' }, t('project.help')),
        make('button', { type: 'button', id: 'save-project-2', onclick: saveProject }, t('project.save')),
    );
}

function input(id, key, label) {
    return make(
        'div',
        { class: 'field' },
        make('label', { for: id }, label),
        make('input', {
            id,
            type: 'text',
            autocomplete: 'off',
            value: state.system[key],
            oninput: event => {
                state.system[key] = event.target.value.trim();
            },
        }),
    );
}

function option({ name, words: said, usable, why }) {
    return make(
        'label',
        { class: usable ? 'option' : 'option is-off' },
        make('input', {
            type: 'radio',
            name: 'format',
            value: name,
            checked: chosen === name,
            disabled: !usable,
            onchange: () => {
                chosen = name;
                showChosen();
            },
        }),
        make(
            'span',
            { class: 'option-text' },
            make('strong', {}, words('format', name, said ?? name)),
            !usable && make('span', { class: 'hint' }, coreWords(why ?? '')),
        ),
    );
}

function showChosen() {
    const place = byId('lms-chosen');
    if (!place) {
        return;
    }
    fill(
        place,
        !chosen
            ? make('p', { class: 'hint' }, t('export.choose'))
            : [
                  COURSE.includes(chosen) && input('course', 'course', t('export.course')),
                  GROUP_SET.includes(chosen) && input('group-set', 'groupSet', t('export.groupSet')),
                  make(
                      'button',
                      { type: 'button', class: 'main', id: 'export-lms', onclick: () => write(chosen) },
                      t('export.download'),
                  ),
              ],
    );
    byId('lms-said').className = '';
    byId('lms-said').replaceChildren();
}

function systemPart() {
    const systems = formats.filter(({ name }) => !OWN.includes(name) && name !== 'json');
    const usable = systems.filter(one => one.usable);
    const others = systems.filter(one => !one.usable);
    return make(
        'div',
        { class: 'panel panel-wide' },
        make('h3', {}, t('export.systems')),
        make('p', { class: 'hint' }, t('export.systemsHelp')),
        usable.length === 0
            ? make('p', { class: 'empty-small' }, t('export.noSystem'))
            : make(
                  'fieldset',
                  { class: 'options' },
                  make('legend', { class: 'sr' }, t('export.systems')),
                  usable.map(option),
              ),
        others.length > 0 &&
            make(
                'details',
                { class: 'fold' },
                make('summary', {}, t('export.others', { n: others.length })),
                make(
                    'ul',
                    {},
                    others.map(({ name, words: said, why }) =>
                        make(
                            'li',
                            {},
                            make('strong', {}, words('format', name, said ?? name)),
                            ' – ',
                            coreWords(why ?? ''),
                        ),
                    ),
                ),
            ),
        make('div', { id: 'lms-chosen' }),
        make('div', { id: 'lms-said', role: 'status' }),
    );
}

function show() {
    fill(byId('export'), make('div', { class: 'panels' }, printPart(), filePart()), systemPart());
    showChosen();
}

// Which systems this roster can be brought back to is asked once for each roster.
async function refresh(keys) {
    const { result, roster } = state;
    if (!result) {
        return;
    }
    if (askedFor !== roster) {
        askedFor = roster;
        const answer = await clerk.ask({ do: 'formats', ...subject() }).catch(() => ({ ok: false }));
        formats = answer.ok ? answer.formats : [];
        chosen = formats.some(one => one.name === chosen && one.usable) ? chosen : '';
        show();
    } else if (keys.includes('language') || keys.includes('sheet')) {
        show();
    }
}

export function startExportStep() {
    watch(['result', 'language', 'sheet'], refresh);
}
