// toolbar.js - above the groups: undo and redo, order, view, and finding a student.
import { byId, fill, make } from './dom.js';
import { goToStudent } from './groups_view.js';
import { t } from './i18n.js';
import { canUndo, redo, undo } from './moves.js';
import { groupName } from './results.js';
import { set, state, watch } from './state.js';
import { studentPicker } from './student_picker.js';

const VIEWS = ['cards', 'bars', 'map'];
const SORTS = ['worst', 'number'];

function segments(name, options, key) {
    return make(
        'fieldset',
        { class: 'segments' },
        make('legend', { class: 'sr' }, t(`toolbar.${name}`)),
        options.map(option =>
            make(
                'label',
                {},
                make('input', {
                    type: 'radio',
                    name,
                    value: option,
                    checked: state[key] === option,
                    onchange: () => set({ [key]: option }),
                }),
                make('span', {}, t(`${name}.${option}`)),
            ),
        ),
    );
}

function step(id, key, act, possible) {
    return make('button', { type: 'button', id, 'aria-disabled': String(!possible), onclick: act }, t(key));
}

function finder() {
    const wasOpen = byId('toolbar').querySelector('.finder')?.open;
    return make(
        'details',
        { class: 'finder', open: Boolean(wasOpen) },
        make('summary', {}, t('toolbar.find')),
        studentPicker({
            label: t('toolbar.findLabel'),
            note: row => groupName(state.result.labels[row]),
            pick: row => {
                byId('toolbar').querySelector('.finder').open = false;
                set({ view: 'cards' });
                setTimeout(() => goToStudent(row), 0);
            },
        }),
    );
}

// Once for each result; later only what changes is changed, so that nothing loses the focus.
function build() {
    if (!state.result) {
        return;
    }
    fill(
        byId('toolbar'),
        make(
            'div',
            { class: 'tools' },
            make(
                'div',
                { class: 'tools-part' },
                step('undo', 'toolbar.undo', undo),
                step('redo', 'toolbar.redo', redo),
            ),
            segments('view', VIEWS, 'view'),
            segments('sort', SORTS, 'sort'),
            make(
                'label',
                { class: 'check' },
                make('input', {
                    type: 'checkbox',
                    checked: state.details,
                    onchange: event => set({ details: event.target.checked }),
                }),
                t('toolbar.details'),
            ),
            finder(),
        ),
        make('p', { class: 'hint' }, t('toolbar.help'), ' ', make('span', { class: 'keys' }, t('toolbar.keys'))),
    );
    follow();
}

function followHistory() {
    const { result } = state;
    if (!result || !byId('undo')) {
        return;
    }
    byId('undo').setAttribute('aria-disabled', String(!canUndo(result)));
    byId('redo').setAttribute('aria-disabled', String(result.history.future.length === 0));
}

let builtFor = null;

function follow(keys = []) {
    const { result } = state;
    if (result && (builtFor !== result.number || keys.includes('language'))) {
        builtFor = result.number;
        build();
        return;
    }
    followHistory();
}

export function startToolbar() {
    watch(['result', 'language'], follow);
    watch(['view'], () => {
        const radio = byId('toolbar').querySelector(`input[name=view][value=${state.view}]`);
        if (radio) {
            radio.checked = true;
        }
    });
}
