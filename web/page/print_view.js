// print_view.js - what comes out of the printer: groups by number, names, and details if wanted.
import { bdi, byId, fill, make } from './dom.js';
import { detailsOf } from './group_card.js';
import { t } from './i18n.js';
import { nameOf } from './people.js';
import { groupName, members } from './results.js';
import { state } from './state.js';

export const printing = { details: false, title: '' };

export function buildPrint() {
    const { result } = state;
    if (!result) {
        byId('print').replaceChildren();
        return;
    }
    const lists = members(result);
    fill(
        byId('print'),
        make('h1', {}, printing.title.trim() ? bdi(printing.title) : t('print.title')),
        make(
            'div',
            { class: 'print-groups' },
            lists.map((rows, group) =>
                make(
                    'section',
                    {},
                    make('h2', {}, groupName(group)),
                    make(
                        'ul',
                        {},
                        rows.map(row =>
                            make(
                                'li',
                                {},
                                bdi(nameOf(row)),
                                printing.details && make('span', { class: 'print-details' }, detailsOf(row)),
                            ),
                        ),
                    ),
                ),
            ),
        ),
    );
}

export function printGroups() {
    buildPrint();
    window.print();
}

export function startPrintView() {
    window.addEventListener('beforeprint', buildPrint);
}
