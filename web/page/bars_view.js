// bars_view.js - all groups below each other: size and mix as bars, each with its text.
import { fill, inSlices, make } from './dom.js';
import { protectedColumns } from './figures.js';
import { mixBar } from './group_card.js';
import { t } from './i18n.js';
import { groupName } from './results.js';
import { state } from './state.js';

let cancel = () => {};

function sizeBar(group, most) {
    const { size } = state.result.measure.groups[group];
    const bar = make('span', { class: 'size-bar' });
    bar.style.width = `${(100 * size) / most}%`;
    return make(
        'div',
        { class: 'mix' },
        make('div', { class: 'size-track', 'aria-hidden': 'true' }, bar),
        make('p', { class: 'mix-text' }, t('group.size', { n: size })),
    );
}

export function showBars(place, order) {
    const most = state.result.measure.groups.reduce((high, { size }) => Math.max(high, size), 1);
    const columns = protectedColumns();
    const rows = make('ul', { class: 'bars', 'aria-label': t('view.bars') });
    cancel();
    fill(place, rows);
    cancel = inSlices(order, group =>
        rows.append(
            make(
                'li',
                {},
                make('h3', {}, groupName(group)),
                sizeBar(group, most),
                columns.map(column => mixBar(group, column)),
            ),
        ),
    );
}
