// rules_step.js - step 4: the wishes as cards in plain words.
import { announce } from './announce.js';
import { bdi, byId, fill, make, quoted } from './dom.js';
import { addFiles, canUseShown, useShown } from './earlier_groups.js';
import { fileOf } from './file_in.js';
import { list, t } from './i18n.js';
import { columnNamed, nameOf, namesWithout } from './people.js';
import {
    AIMS,
    AS_EVEN,
    MUSTS,
    RATIOS,
    addRule,
    aims,
    canAdd,
    changeRule,
    columnsFor,
    isAim,
    moveAim,
    removeRule,
} from './rules.js';
import { set, state, watch } from './state.js';
import { studentPicker } from './student_picker.js';

const USUAL = 2; // a mix of 1 to 2 is what is wished where it is possible
const KINDS = ['balance', 'alone', 'together', 'apart', 'avoid', 'similar', 'diverse'];

// ---- controls of a card ----

function field(label, control) {
    return make('label', { class: 'inline-field' }, make('span', {}, label), control);
}

function columnSelect(rule) {
    const free = columnsFor(rule.kind).map(column => column.name);
    const names = free.includes(rule.column) ? free : [rule.column, ...free];
    return make(
        'select',
        {
            value: rule.column,
            'data-focus': `column-${rule.id}`,
            onchange: event => changeRule(rule.id, { column: event.target.value }),
        },
        names.map(name => make('option', { value: name }, quoted(name))),
    );
}

function ratioWord(ratio) {
    const [part, whole] = ratio.split('/');
    if (ratio === AS_EVEN) {
        return t('rule.ratio.auto');
    }
    return ratio === '1' ? t('rule.ratio.even') : t('rule.ratio', { part, whole });
}

function ratioSelect(rule) {
    const ratios = RATIOS.includes(rule.ratio) ? RATIOS : [rule.ratio, ...RATIOS];
    return make(
        'select',
        {
            value: rule.ratio,
            'data-focus': `ratio-${rule.id}`,
            onchange: event => changeRule(rule.id, { ratio: event.target.value }),
        },
        ratios.map(ratio => make('option', { value: ratio }, ratioWord(ratio))),
    );
}

function kindSelect(rule) {
    const values = columnNamed(rule.column)?.values ?? [];
    return make(
        'select',
        {
            value: rule.value ?? '',
            'data-focus': `value-${rule.id}`,
            onchange: event => changeRule(rule.id, { value: event.target.value || undefined }),
        },
        make('option', { value: '' }, t('rule.alone.any')),
        values.filter(({ text }) => text).map(({ text }) => make('option', { value: text }, quoted(text))),
    );
}

function chosen(rule) {
    return make(
        'ul',
        { class: 'chips' },
        rule.rows.map(row =>
            make(
                'li',
                {},
                bdi(nameOf(row)),
                make(
                    'button',
                    {
                        type: 'button',
                        class: 'x',
                        'data-focus': `chip-${rule.id}-${row}`,
                        'aria-label': t('rule.takeOut', { name: quoted(nameOf(row)) }),
                        onclick: () => changeRule(rule.id, { rows: rule.rows.filter(one => one !== row) }),
                    },
                    '×',
                ),
            ),
        ),
    );
}

function people(rule) {
    const pick = row => {
        const now = state.rules.find(one => one.id === rule.id);
        changeRule(rule.id, { rows: [...now.rows, row] });
        announce(t('rule.putIn', { name: quoted(nameOf(row)) }));
        byId('rules').querySelector(`[data-rule="${rule.id}"] input[type=search]`)?.focus();
    };
    const allowed = row => !state.rules.find(one => one.id === rule.id)?.rows.includes(row);
    return [
        chosen(rule),
        rule.rows.length < 2 && make('p', { class: 'hint' }, t('rule.atLeastTwo')),
        studentPicker({ label: t('rule.pick'), allowed, pick }),
    ];
}

function earlier(rule) {
    const input = make('input', {
        type: 'file',
        accept: '.csv,.tsv,.txt,.gz,.xlsx,.json',
        hidden: true,
        onchange: async event => addFiles(rule.id, await Promise.all([...event.target.files].map(fileOf))),
        multiple: true,
    });
    return [
        make(
            'ul',
            { class: 'chips' },
            rule.files.map(file =>
                make(
                    'li',
                    file.why ? { class: 'is-refused' } : {},
                    bdi(file.name),
                    file.why && make('span', { class: 'why' }, t('rule.avoid.refused'), ' ', bdi(file.why)),
                    make(
                        'button',
                        {
                            type: 'button',
                            class: 'x',
                            'aria-label': t('rule.takeOut', { name: quoted(file.name) }),
                            onclick: () => changeRule(rule.id, { files: rule.files.filter(one => one !== file) }),
                        },
                        '×',
                    ),
                ),
            ),
        ),
        make(
            'button',
            {
                type: 'button',
                class: 'use-shown',
                hidden: !canUseShown(rule),
                onclick: () => {
                    useShown(rule.id);
                    byId('rules').querySelector(`[data-rule="${rule.id}"] h4`).focus();
                },
            },
            t('rule.avoid.shown'),
        ),
        make(
            'button',
            { type: 'button', 'data-focus': `file-${rule.id}`, onclick: () => input.click() },
            t('rule.avoid.file'),
        ),
        input,
    ];
}

function controls(rule) {
    switch (rule.kind) {
        case 'balance':
            return [field(t('rule.column'), columnSelect(rule)), field(t('rule.howMuch'), ratioSelect(rule))];
        case 'alone':
            return [field(t('rule.column'), columnSelect(rule)), field(t('rule.alone.who'), kindSelect(rule))];
        case 'together':
        case 'apart':
            return people(rule);
        case 'avoid':
            return earlier(rule);
        default:
            return [field(t('rule.column'), columnSelect(rule))];
    }
}

// ---- the cards ----

function counted(kinds) {
    return list(kinds.slice(0, 4).map(({ text, count }) => t('group.count', { n: count, kind: quoted(text) })));
}

// As even as possible: what that comes to in these groups, once the core has said it.
function asEven(rule) {
    const found = state.verdict?.mixes?.find(mix => mix.column === rule.column);
    return [
        found ? t(found.to > USUAL ? 'rule.balance.most' : 'rule.balance.usual', { to: found.to }) : t('rule.balance.auto'),
        found?.rare.length > 0 && t('rule.balance.rare', { kinds: counted(found.rare) }),
    ];
}

function ratioHelp({ ratio }) {
    const [part, whole] = ratio.split('/');
    return t(ratio === '1' ? 'rule.balance.even' : 'rule.balance.help', { part, whole: whole ?? part });
}

function help(rule) {
    if (rule.kind === 'balance') {
        const column = columnNamed(rule.column);
        const kinds = (column?.values ?? []).filter(({ text }) => text);
        const names = column && namesWithout(column);
        return [
            ...(rule.ratio === AS_EVEN ? asEven(rule) : [ratioHelp(rule)]),
            t('rule.balance.class', { kinds: counted(kinds) }),
            names && t('rule.balance.unknown', { column: quoted(rule.column), names }),
        ]
            .filter(Boolean)
            .join(' ');
    }
    return t(rule.instead ? 'rule.diverse.instead' : `rule.${rule.kind}.help`);
}

// The core's answer changes what a card says, and nothing else of it.
function followVerdict() {
    for (const rule of state.rules.filter(({ kind, ratio }) => kind === 'balance' && ratio === AS_EVEN)) {
        const hint = byId('rules').querySelector(`[data-rule="${rule.id}"] > .hint`);
        if (hint && state.verdict?.mixes) {
            hint.textContent = help(rule);
        }
    }
}

// Groups that are shown can be avoided.
function followResult() {
    for (const rule of state.rules.filter(({ kind }) => kind === 'avoid')) {
        const button = byId('rules').querySelector(`[data-rule="${rule.id}"] .use-shown`);
        if (button) {
            button.hidden = !canUseShown(rule);
        }
    }
}

function aimButtons(rule, at, n) {
    const button = (step, key, sign) =>
        make(
            'button',
            {
                type: 'button',
                class: 'icon',
                'aria-label': t(key, { column: quoted(rule.column) }),
                'aria-disabled': String(at + step < 0 || at + step >= n),
                'data-focus': `${key}-${rule.id}`,
                onclick: () => {
                    moveAim(rule.id, step);
                    announce(
                        t('rule.nowAt', {
                            column: quoted(rule.column),
                            place: aims().findIndex(one => one.id === rule.id) + 1,
                        }),
                    );
                },
            },
            make('span', { 'aria-hidden': 'true' }, sign),
        );
    return n > 1 && !state.equalAims ? [button(-1, 'rule.up', '↑'), button(1, 'rule.down', '↓')] : [];
}

function card(rule, at, n) {
    const title = t(`rule.${rule.kind}`);
    return make(
        'li',
        { class: `rule rule-${rule.kind}`, 'data-rule': rule.id },
        make(
            'div',
            { class: 'rule-head' },
            make(
                'h4',
                { tabindex: '-1' },
                isAim(rule) && n > 1 && !state.equalAims && make('span', { class: 'place' }, String(at + 1)),
                title,
            ),
            make(
                'div',
                { class: 'rule-tools' },
                isAim(rule) && aimButtons(rule, at, n),
                make(
                    'button',
                    {
                        type: 'button',
                        class: 'icon',
                        onclick: () => drop(rule),
                        'aria-label': rule.column
                            ? t('rule.removeOf', { rule: title, column: quoted(rule.column) })
                            : t('rule.remove', { rule: title }),
                    },
                    make('span', { 'aria-hidden': 'true' }, '×'),
                ),
            ),
        ),
        make('div', { class: 'rule-body' }, controls(rule)),
        make(
            'p',
            { class: 'hint' },
            help(rule),
            isAim(rule) && n > 1 && !state.equalAims && at > 0 ? ` ${t('rule.weight', { n: at + 1 })}` : '',
        ),
    );
}

function drop(rule) {
    removeRule(rule.id);
    announce(t('rule.removed', { rule: t(`rule.${rule.kind}`) }));
    byId('add-rule').focus();
}

// ---- the lists ----

function cards(title, rules, empty, before) {
    return make(
        'div',
        { class: 'rule-list' },
        make('h3', {}, title),
        before,
        rules.length
            ? make(
                  'ul',
                  { class: 'rules' },
                  rules.map((rule, at) => card(rule, at, rules.length)),
              )
            : make('p', { class: 'empty-small' }, empty),
    );
}

// A select and a button: whoever leafs through the kinds by keyboard adds nothing by it.
let chosenKind = 'balance';

function adder() {
    const usable = KINDS.filter(canAdd);
    chosenKind = usable.includes(chosenKind) ? chosenKind : usable[0];
    const select = make(
        'select',
        {
            id: 'add-rule',
            value: chosenKind,
            'data-focus': 'add-rule',
            onchange: event => {
                chosenKind = event.target.value;
            },
        },
        usable.map(kind => make('option', { value: kind }, t(`rule.${kind}.add`))),
    );
    return make(
        'div',
        { class: 'adder' },
        make('label', { for: 'add-rule' }, t('rules.add')),
        select,
        make('button', { type: 'button', id: 'add-rule-now', onclick: () => add(select.value) }, t('rules.addNow')),
    );
}

function add(kind) {
    const rule = addRule(kind);
    const node = byId('rules').querySelector(`[data-rule="${rule.id}"]`);
    announce(t('rule.added', { rule: t(`rule.${kind}`) }));
    node.querySelector('.rule-body select, .rule-body input:not([hidden]), .rule-body button:not([hidden])').focus();
}

function ordering() {
    return (
        aims().length > 1 &&
        make(
            'label',
            { class: 'check' },
            make('input', {
                type: 'checkbox',
                checked: state.equalAims,
                'data-focus': 'equal',
                onchange: event => set({ equalAims: event.target.checked }),
            }),
            t('rules.equal'),
        )
    );
}

function chance() {
    const { seed, effort, timeLimit } = state;
    const numberField = (key, value, least, most, label) =>
        field(
            label,
            make('input', {
                type: 'number',
                min: least,
                max: most,
                value: String(value),
                'data-focus': key,
                onchange: event => {
                    const typed = event.target.valueAsNumber;
                    set({ [key]: Number.isFinite(typed) ? Math.min(most, Math.max(least, Math.round(typed))) : value });
                },
            }),
        );
    const open = byId('rules').querySelector('.chance')?.open;
    return make(
        'details',
        { class: 'fold chance', open: Boolean(open) },
        make('summary', {}, t('rules.more')),
        make(
            'div',
            { class: 'fields' },
            numberField('effort', effort, 1, 9, t('rules.effort')),
            numberField('timeLimit', timeLimit, 0, 36000, t('rules.timeLimit')),
            numberField('seed', seed, 0, 2 ** 31 - 1, t('rules.seed')),
        ),
        make('p', { class: 'hint' }, t('rules.seedHelp')),
    );
}

function show() {
    if (!state.roster || !state.people) {
        return;
    }
    const focused = document.activeElement?.getAttribute?.('data-focus');
    const of = kinds => state.rules.filter(rule => kinds.includes(rule.kind));
    fill(
        byId('rules'),
        adder(),
        cards(t('rules.musts'), of(MUSTS), t('rules.noMusts')),
        cards(t('rules.aims'), of(AIMS), t('rules.noAims'), ordering()),
        of(['avoid']).length > 0 && cards(t('rules.avoid'), of(['avoid']), ''),
        chance(),
    );
    if (focused) {
        byId('rules')
            .querySelector(`[data-focus="${CSS.escape(focused)}"]`)
            ?.focus();
    }
}

export function startRulesStep() {
    watch(['people', 'rules', 'equalAims', 'seed', 'effort', 'timeLimit'], show);
    watch(['verdict'], followVerdict);
    watch(['result'], followResult);
}
