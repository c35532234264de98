// scatter.js - an extra view: the class on a plane, and one group in it.
import { fill, make, makeSvg, quoted } from './dom.js';
import { list, t } from './i18n.js';
import { columnIndex, columnNamed, nameOf } from './people.js';
import { onPlane } from './plane.js';
import { groupName, members } from './results.js';
import { aims } from './rules.js';
import { state } from './state.js';

const EDGE = 16;
const LABELS = 12; // names beside the points of a group, as long as they can be read
let cachedFor = null;
let cached = null;
let frame = { width: 720, height: 420 }; // or less, where the page is narrow
let chosen = 0;

function usedColumns() {
    return aims()
        .map(rule => rule.column)
        .filter(columnNamed)
        .map(name => ({ column: columnNamed(name), at: columnIndex(name) }));
}

function points() {
    const columns = usedColumns();
    const key = JSON.stringify([state.result.number, columns.map(({ at }) => at), frame]);
    if (key !== cachedFor) {
        cached = onPlane(state.roster.rows, columns)?.map(([x, y]) =>
            [EDGE + x * (frame.width - 2 * EDGE), frame.height - EDGE - y * (frame.height - 2 * EDGE)].map(
                v => Math.round(v * 10) / 10,
            ),
        );
        cachedFor = key;
    }
    return cached;
}

function path(rows, at) {
    return rows.map(row => `M${at[row][0]} ${at[row][1]}h0`).join('');
}

function drawing(group, at) {
    const mine = members(state.result)[group];
    const isRight = row => at[row][0] > frame.width * 0.6;
    const everyone = Array.from(state.result.labels, (_, row) => row);
    const middle = [0, 1].map(i => mine.reduce((sum, row) => sum + at[row][i], 0) / (mine.length || 1));
    const spokes = mine
        .map(row => `M${middle[0].toFixed(1)} ${middle[1].toFixed(1)}L${at[row][0]} ${at[row][1]}`)
        .join('');
    return makeSvg(
        'svg',
        {
            viewBox: `0 0 ${frame.width} ${frame.height}`,
            class: 'map',
            role: 'img',
            'aria-label': t('map.alt', { group: groupName(group), n: mine.length }),
        },
        makeSvg('path', { class: 'map-all', d: path(everyone, at) }),
        makeSvg('path', { class: 'map-spokes', d: spokes }),
        makeSvg('path', { class: 'map-group', d: path(mine, at) }),
        mine.length <= LABELS
            ? mine.map(row =>
                  makeSvg(
                      'text',
                      {
                          x: at[row][0] + (isRight(row) ? -10 : 10),
                          y: at[row][1] + 4,
                          'text-anchor': isRight(row) ? 'end' : 'start',
                      },
                      quoted(nameOf(row)),
                  ),
              )
            : [],
    );
}

export function showMap(place, order) {
    frame = place.clientWidth < 560 ? { width: 340, height: 300 } : { width: 720, height: 420 };
    const at = points();
    if (!at) {
        fill(place, make('p', { class: 'empty-small' }, t('map.none')));
        return;
    }
    chosen = order.includes(chosen) ? chosen : order[0];
    const figure = make('div', {}, drawing(chosen, at));
    const select = make(
        'select',
        {
            id: 'map-group',
            value: String(chosen),
            onchange: event => {
                chosen = Number(event.target.value);
                fill(figure, drawing(chosen, at));
            },
        },
        order.map(group => make('option', { value: group }, groupName(group))),
    );
    fill(
        place,
        make(
            'figure',
            { class: 'map-figure' },
            make('div', { class: 'row' }, make('label', { for: 'map-group' }, t('map.choose')), select),
            figure,
            make(
                'figcaption',
                { class: 'hint' },
                t('map.caption', { columns: list(usedColumns().map(({ column }) => quoted(column.name))) }),
            ),
        ),
    );
}
