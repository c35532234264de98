// columns_step.js - step 2: what each column is. The guesses are usually right.
import { bdi, byId, fill, make, quoted } from './dom.js';
import { number, t } from './i18n.js';
import { kindsAlike } from './kinds_alike.js';
import { namesWithout } from './people.js';
import { again } from './roster_step.js';
import { setRole } from './rules.js';
import { state, watch } from './state.js';

const ROLES = ['name', 'id', 'protected', 'similar', 'diverse', 'ignore'];
const FEW = 3; // values that are shown
const MANY = 10; // columns; with more, those not used are folded away

// "female (13), male (19)", "39 to 95", "Ada Sommer · Ben Okafor · ...".
function values(column, at) {
    const isName = ['name', 'id'].includes(state.roles[column.name]);
    if (column.type === 'number' && !isName) {
        return t('columns.range', { least: number(column.min), most: number(column.max) });
    }
    const some = isName ? examples(at) : column.values.slice(0, FEW);
    const repeated = some.some(({ count }) => count > 1);
    const texts = some.map(({ text, count }) => {
        const short = text.length > 28 ? `${text.slice(0, 27)}…` : text;
        return repeated ? `${quoted(short)} (${number(count)})` : quoted(short);
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
    const names = namesWithout(column);
    const words = t('columns.unknown', { n: column.unknown });
    return column.unknown > 0 && make('span', { class: 'tag' }, names ? `${words}: ${names}` : words);
}

// Two spellings of one kind, such as "f" and "female": one click takes them as one, and one takes that back.
function alike(column, at) {
    const taken = (state.options.oneKind ?? []).filter(one => one.column === column.name);
    const others = (state.options.oneKind ?? []).filter(one => one.column !== column.name);
    const line = (words, button, act) =>
        make(
            'p',
            { class: 'column-more hint' },
            words,
            ' ',
            make('button', { type: 'button', class: 'small', onclick: act }, button),
        );
    const both = ({ from, to }) => ({ one: quoted(from), other: quoted(to) });
    const taking = async (...more) => {
        const all = [...others, ...more];
        await again({ oneKind: all.length > 0 ? all : undefined });
        byId(`role-${at}`).focus(); // the reader stays at the column
    };
    return [
        ...taken.map(one =>
            line(t('columns.oneKind', both(one)), t('columns.twoKinds'), () => taking(...taken.filter(it => it !== one))),
        ),
        ...kindsAlike(column).map(one =>
            line(t('columns.alike', both(one)), t('columns.takeAsOne', both(one)), () => taking(...taken, one)),
        ),
    ];
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
        alike(column, at),
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
