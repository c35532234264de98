// columns_step.js - step 2: what each column is. The guesses are usually right.
import { bdi, byId, fill, make, quoted } from './dom.js';
import { number, t } from './i18n.js';
import { setRole } from './rules.js';
import { state, watch } from './state.js';

const ROLES = ['name', 'id', 'protected', 'similar', 'diverse', 'ignore'];
const FEW = 3; // values that are shown
const MANY = 10; // columns; with more, those not used are folded away

// "female 13, male 19", "39 to 95", "Ada Sommer · Ben Okafor · ...".
function values(column, at) {
    const isName = ['name', 'id'].includes(state.roles[column.name]);
    if (column.type === 'number' && !isName) {
        return t('columns.range', { least: number(column.min), most: number(column.max) });
    }
    const some = isName ? examples(at) : column.values.slice(0, FEW);
    const repeated = some.some(({ count }) => count > 1);
    const texts = some.map(({ text, count }) => {
        const short = text.length > 28 ? `${text.slice(0, 27)}…` : text;
        return repeated ? `${quoted(short)} ${number(count)}` : quoted(short);
    });
    return texts.join(repeated ? ', ' : ' · ') + (column.distinct > FEW ? ' …' : '');
}

// The first cells of a column that are filled.
function examples(at) {
    const found = [];
    for (const row of state.roster.rows) {
        if (row[at] && found.push({ text: row[at], count: 1 }) === FEW) {
            break;
        }
    }
    return found;
}

function unknown(column) {
    return column.unknown > 0 && make('span', { class: 'tag' }, t('columns.unknown', { n: column.unknown }));
}

function row(column, at) {
    const id = `role-${at}`;
    const role = state.roles[column.name];
    return make(
        'li',
        { class: `column role-${role}` },
        make('label', { for: id, class: 'column-name' }, bdi(column.name)),
        make('span', { class: 'column-values' }, values(column, at), ' ', unknown(column)),
        make(
            'select',
            { id, value: role, onchange: event => setRole(column.name, event.target.value) },
            ROLES.map(one => make('option', { value: one }, t(`role.${one}`))),
        ),
    );
}

function show() {
    if (!state.roster) {
        return;
    }
    const all = state.roster.columns.map((column, at) => ({ column, at }));
    const fold = all.length > MANY;
    const isUsed = ({ column }) => !fold || column.guess !== 'ignore';
    const used = all.filter(isUsed);
    const others = all.filter(one => !isUsed(one));
    fill(
        byId('columns'),
        make(
            'ul',
            { class: 'columns' },
            used.map(({ column, at }) => row(column, at)),
        ),
        others.length > 0 &&
            make(
                'details',
                { class: 'fold' },
                make('summary', {}, t('columns.others', { n: others.length })),
                make(
                    'ul',
                    { class: 'columns' },
                    others.map(({ column, at }) => row(column, at)),
                ),
            ),
        make(
            'details',
            { class: 'fold' },
            make('summary', {}, t('columns.help')),
            make(
                'dl',
                { class: 'explain' },
                ROLES.map(role =>
                    make('div', {}, make('dt', {}, t(`role.${role}`)), make('dd', {}, t(`role.${role}.help`))),
                ),
            ),
        ),
    );
}

// Roles change elsewhere too (cards): only the selects follow, so that focus stays where it is.
function follow() {
    if (!state.roster) {
        return;
    }
    state.roster.columns.forEach((column, at) => {
        const select = byId(`role-${at}`);
        if (select) {
            select.value = state.roles[column.name];
            select.closest('li').setAttribute('class', `column role-${state.roles[column.name]}`);
        }
    });
}

export function startColumnsStep() {
    watch(['roster', 'language'], show);
    watch(['roles'], follow);
}
