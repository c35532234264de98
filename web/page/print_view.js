// print_view.js - what comes out of the printer: groups by number, names, and details if wanted.
import { bdi, byId, fill, make } from './dom.js';
import { detailsOf } from './group_card.js';
import { t } from './i18n.js';
import { sheetNameOf } from './people.js';
import { groupName, members } from './results.js';
import { state } from './state.js';
import { workIsKept } from './unsaved.js';

export function buildPrint() {
    const { result, sheet } = state;
    if (!result) {
        byId('print').replaceChildren();
        return;
    }
    const lists = members(result);
    fill(
        byId('print'),
        make('h1', {}, sheet.title.trim() ? bdi(sheet.title) : t('print.title')),
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
                                bdi(sheetNameOf(row)),
                                sheet.details && make('span', { class: 'print-details' }, detailsOf(row)),
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
    workIsKept();
}

export function startPrintView() {
    window.addEventListener('beforeprint', buildPrint);
}
