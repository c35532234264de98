// student_picker.js - choose a student by typing a part of the name; for any number of students.
import { bdi, fill, make } from './dom.js';
import { t } from './i18n.js';
import { findStudents, nameOf } from './people.js';

const SHOWN = 8;
let pickers = 0;

// `pick(row)` is called for each choice; `note(row)` is shown beside a name.
export function studentPicker({ label, allowed = () => true, pick, note = () => '' }) {
    const id = `picker-${++pickers}`;
    const results = make('ul', { class: 'picks', id: `${id}-list` });
    const count = make('p', { class: 'hint', role: 'status' });
    const input = make('input', {
        id,
        type: 'search',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-controls': `${id}-list`,
    });
    const refresh = () => {
        const found = findStudents(input.value, allowed, SHOWN + 1);
        const more = found.length > SHOWN;
        fill(
            results,
            found
                .slice(0, SHOWN)
                .map(row =>
                    make(
                        'li',
                        {},
                        make(
                            'button',
                            { type: 'button', 'data-row': row, onclick: () => choose(row) },
                            bdi(nameOf(row)),
                            note(row) && make('span', { class: 'hint' }, ' ', note(row)),
                        ),
                    ),
                ),
        );
        count.textContent = found.length === 0 ? t('picker.none') : more ? t('picker.more') : '';
    };
    const choose = row => {
        pick(row);
        input.value = '';
        refresh();
        if (input.isConnected) {
            input.focus();
        }
    };
    input.addEventListener('input', refresh);
    input.addEventListener('keydown', event => {
        const first = results.querySelector('button');
        if (event.key === 'Enter' && input.value.trim() && first) {
            event.preventDefault();
            choose(Number(first.dataset.row));
        } else if (event.key === 'ArrowDown' && first) {
            event.preventDefault();
            first.focus();
        }
    });
    results.addEventListener('keydown', event => {
        const item = event.target.closest('li');
        const next = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[event.key];
        if (event.key === 'ArrowUp' && item && !next) {
            event.preventDefault();
            input.focus();
        } else if (next) {
            event.preventDefault();
            next.querySelector('button').focus();
        }
    });
    refresh();
    return make('div', { class: 'picker' }, make('label', { for: id }, label), input, results, count);
}
