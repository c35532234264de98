// bars_view.js - all groups below each other: size and mix as bars, each with its text.
import { fill, inSlices, make, quoted } from './dom.js';
import { protectedColumns } from './figures.js';
import { mixBar } from './group_card.js';
import { t } from './i18n.js';
import { groupName } from './results.js';
import { state } from './state.js';

let cancelBars = () => {};

function sizeBar(group, most) {
    const { size } = state.result.measure.groups[group];
    const bar = make('span', { class: 'size-bar' });
    bar.style.width = `${100 * size / most}%`;
    return make('div', { class: 'mix' }, make('div', { class: 'size-track', 'aria-hidden': 'true' }, bar),
        make('p', { class: 'mix-text' }, t('group.size', { n: size })));
}

export function showBars(place, order) {
    const most = state.result.measure.groups.reduce((high, { size }) => Math.max(high, size), 1);
    const columns = protectedColumns();
    const body = make('tbody');
    cancelBars();
    fill(place, make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': t('view.bars') },
        make('table', { class: 'bars' },
            make('caption', { class: 'sr' }, t('view.bars')),
            make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, t('bars.group')), make('th', { scope: 'col' }, t('bars.size')),
                columns.map(column => make('th', { scope: 'col' }, quoted(column))))), body)));
    cancelBars = inSlices(order, group => body.append(make('tr', {},
        make('th', { scope: 'row' }, groupName(group)), make('td', {}, sizeBar(group, most)),
        columns.map(column => make('td', {}, mixBar(group, column))))));
}
