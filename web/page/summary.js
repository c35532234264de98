// summary.js - what came out, in words, above the groups.
import { brokenWords } from './broken_words.js';
import { certificateWords } from './certificate_words.js';
import { bdi, byId, fill, make, quoted } from './dom.js';
import { aimFigures, aimWords, faults, mixWords, protectedColumns, sizeWords } from './figures.js';
import { list, number, t } from './i18n.js';
import { undo } from './moves.js';
import { later, set, state, watch } from './state.js';

const TOLD = 5;

function line(label, text) {
    return make('div', {}, make('dt', {}, label), make('dd', {}, text));
}

function problems(result) {
    const all = faults(result);
    if (all.length === 0) {
        return make(
            'p',
            { class: 'verdict good' },
            make('span', { class: 'sign', 'aria-hidden': 'true' }, '✓'),
            t('summary.allHold'),
        );
    }
    return make(
        'div',
        { class: 'notice bad' },
        make('p', {}, make('strong', {}, t('summary.broken', { n: all.length }))),
        make(
            'ul',
            {},
            all.slice(0, TOLD).map(one => make('li', {}, brokenWords(one))),
            all.length > TOLD && make('li', {}, t('moves.more', { n: all.length - TOLD })),
        ),
    );
}

function late(result) {
    const { added = [], gone = [], alike = [] } = result;
    return (
        (added.length > 0 || gone.length > 0) &&
        make(
            'p',
            { class: 'notice' },
            [
                added.length > 0 && t('late.added', { n: added.length }),
                gone.length > 0 && t('late.gone', { n: gone.length }),
                t('late.nobodyMoved'),
                alike.length > 0 && t('late.alike', { names: list(alike.slice(0, TOLD).map(quoted)) }),
                result.widened > 0 && t('late.widened', { n: result.widened }),
            ]
                .filter(Boolean)
                .join(' '),
            result.before && [
                ' ',
                make('button', { type: 'button', class: 'small', id: 'late-back', onclick: undo }, t('late.takeBack')),
            ],
        )
    );
}

// The numbers behind the words, for those who want them.
function figures({ columns }) {
    const wasOpen = byId('summary').querySelector('details')?.open;
    return (
        columns.length > 0 &&
        make(
            'details',
            { open: Boolean(wasOpen) },
            make('summary', {}, t('summary.figures')),
            make(
                'ul',
                { class: 'figures' },
                columns.map(column => make('li', {}, bdi(column.name), ': ', aimFigures(column))),
            ),
        )
    );
}

function show() {
    const { result } = state;
    byId('groups-full').hidden = !result;
    byId('groups-empty').hidden = Boolean(result);
    if (!result) {
        byId('summary').replaceChildren(); // nothing of a class stays behind
        return;
    }
    const { measure } = result;
    const stopped = { interrupted: 'summary.stopped', time_limit: 'summary.timeLimit' }[result.outcome];
    fill(
        byId('summary'),
        problems(result),
        late(result),
        make('p', { class: 'proof' }, certificateWords(result), stopped && ` ${t(stopped)}`),
        make(
            'dl',
            { class: 'facts wide' },
            line(t('summary.sizes'), sizeWords(result)),
            protectedColumns()
                .filter(column => measure.groups[0]?.columns[column])
                .map(column => line(t('summary.mix', { column: quoted(column) }), mixWords(result, column))),
            measure.columns.map(column =>
                line(t(`summary.${column.aim}`, { column: quoted(column.name) }), aimWords(column)),
            ),
            measure.repeatedPairs > 0 && line(t('summary.repeated'), t('summary.pairs', { n: measure.repeatedPairs })),
            line(
                t('summary.seed'),
                t('summary.seedIs', { seed: String(result.seed), seconds: number(result.seconds) }),
            ),
        ),
        figures(measure),
    );
}

export function startSummary() {
    watch(['result', 'language'], later(show));
    watch(['roster'], () => {
        // another class: its groups are not made yet
        if (!state.roster && state.result) {
            set({ result: null });
        }
    });
}
