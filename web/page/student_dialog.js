// student_dialog.js - everything that can be done with one student, by keyboard as by pointer.
import { bdi, byId, fill, make } from './dom.js';
import { detailsOf } from './group_card.js';
import { t } from './i18n.js';
import { moveStudent, pinStudents, swapStudents } from './moves.js';
import { nameOf } from './people.js';
import { groupName } from './results.js';
import { state } from './state.js';
import { studentPicker } from './student_picker.js';

function close(after) {
    const dialog = byId('dialog');
    dialog.close();
    const node = after();
    node?.focus({ preventScroll: true });
    node?.scrollIntoView({ block: 'nearest' });
}

function pinPart(row, after) {
    const { pinned, labels } = state.result;
    const isPinned = pinned.has(row);
    const group = Array.from(labels.keys()).filter(other => labels[other] === labels[row]);
    const button = (id, rows, on, word) =>
        make(
            'button',
            {
                type: 'button',
                id,
                onclick: () => {
                    pinStudents(rows, on);
                    close(after);
                },
            },
            word,
        );
    return make(
        'section',
        {},
        make('p', { class: 'hint' }, t(isPinned ? 'student.pinnedHelp' : 'student.pinHelp')),
        make(
            'div',
            { class: 'row' },
            button('pin', [row], !isPinned, t(isPinned ? 'student.unpin' : 'student.pin')),
            button('pin-group', group, !isPinned, t(isPinned ? 'student.unpinGroup' : 'student.pinGroup')),
        ),
    );
}

function movePart(row, after) {
    const { result } = state;
    const here = result.labels[row];
    const groups = result.measure.groups
        .map(({ size }, group) => ({ group, size }))
        .filter(({ group }) => group !== here);
    const select = make(
        'select',
        { id: 'move-to' },
        groups.map(({ group, size }) =>
            make('option', { value: group }, t('student.groupOf', { group: groupName(group), n: size })),
        ),
    );
    return make(
        'section',
        {},
        make('label', { for: 'move-to' }, t('student.move')),
        make(
            'div',
            { class: 'row' },
            select,
            make(
                'button',
                {
                    type: 'button',
                    class: 'main',
                    id: 'move',
                    onclick: async () => {
                        const done = moveStudent(row, Number(select.value));
                        close(after);
                        await done;
                    },
                },
                t('student.moveNow'),
            ),
        ),
    );
}

function swapPart(row, after) {
    const { labels } = state.result;
    return make(
        'section',
        { id: 'swap-part' },
        studentPicker({
            label: t('student.swap'),
            allowed: other => labels[other] !== labels[row],
            note: other => groupName(labels[other]),
            pick: other => {
                swapStudents(row, other);
                close(after);
            },
        }),
    );
}

// `first`: 'move' or 'swap' puts the focus there; `after()` is what gets it at the end.
export function openStudent(row, first, after) {
    const dialog = byId('dialog');
    const where = groupName(state.result.labels[row]);
    fill(
        dialog,
        make(
            'div',
            { class: 'dialog-head' },
            make('h2', { id: 'dialog-title', tabindex: '-1' }, bdi(nameOf(row))),
            make(
                'button',
                { type: 'button', class: 'icon', 'aria-label': t('dialog.close'), onclick: () => close(after) },
                make('span', { 'aria-hidden': 'true' }, '×'),
            ),
        ),
        make('p', { class: 'hint' }, [t('student.in', { group: where }), detailsOf(row)].filter(Boolean).join(' · ')),
        state.result.groups > 1 && movePart(row, after),
        state.result.groups > 1 && swapPart(row, after),
        pinPart(row, after),
    );
    dialog.oncancel = event => {
        event.preventDefault();
        close(after);
    };
    dialog.showModal();
    const focus = { move: '#move-to', swap: '#swap-part input' }[first] ?? '#dialog-title';
    (dialog.querySelector(focus) ?? dialog.querySelector('#dialog-title')).focus();
}
