// size_step.js - step 3: "groups of 3 to 4", or "12 groups".
import { byId, fill, make } from './dom.js';
import { t } from './i18n.js';
import { sizeFault } from './settings.js';
import { set, state, watch } from './state.js';

// What a class usually has: groups of 3 to 4; where these cannot be made, the next smaller ones.
export function usualSize(n) {
    const fits = least => Math.ceil(n / (least + 1)) <= Math.floor(n / least);
    const least = Math.max(1, [3, 2].find(size => 2 * size <= n && fits(size)) ?? Math.min(n, 2));
    return { by: 'size', least, most: Math.min(n, least + 1), groups: Math.max(1, Math.round(n / 4)) };
}

function change(patch) {
    set({ size: { ...state.size, ...patch } });
}

function numberInput(id, key, label) {
    return make('input', {
        id,
        type: 'number',
        min: '1',
        step: '1',
        inputmode: 'numeric',
        'aria-label': label,
        value: String(state.size[key]),
        oninput: event => {
            const by = key === 'groups' ? 'groups' : 'size';
            change({ [key]: event.target.valueAsNumber, by });
        },
    });
}

function option(by, ...content) {
    return make(
        'label',
        { class: 'option', 'data-by': by },
        make('input', {
            type: 'radio',
            name: 'size-by',
            value: by,
            checked: state.size.by === by,
            onchange: () => change({ by }),
        }),
        make('span', { class: 'option-text' }, content),
    );
}

// What the numbers mean for this class.
function meaning() {
    const n = state.roster.rows.length;
    const fault = sizeFault();
    if (fault) {
        return t(fault);
    }
    if (n === 1) {
        return t('size.one');
    }
    const { by, least, most, groups } = state.size;
    if (by === 'groups') {
        const low = Math.floor(n / groups);
        const high = Math.ceil(n / groups);
        return groups > n
            ? t('size.tooMany', { n })
            : t(low === high ? 'size.meansEach' : 'size.means', { n, low, high });
    }
    const few = Math.ceil(n / most);
    const many = Math.floor(n / least);
    return few > many
        ? t(least === most ? 'size.neverEach' : 'size.never', { n, least, most })
        : t(few === many ? 'size.meansGroups' : 'size.meansBetween', { n, few, many });
}

function say() {
    if (!state.roster || !byId('size-meaning')) {
        return;
    }
    byId('size-meaning').textContent = meaning();
    byId('size-meaning').classList.toggle('bad-text', sizeFault() !== '');
    for (const node of byId('size').querySelectorAll('input[type=radio]')) {
        node.checked = node.value === state.size.by;
    }
    for (const [id, key] of [
        ['size-least', 'least'],
        ['size-most', 'most'],
        ['size-groups', 'groups'],
    ]) {
        const node = byId(id);
        node.setAttribute(
            'aria-invalid',
            String(sizeFault() !== '' && (key === 'groups') === (state.size.by === 'groups')),
        );
        if (node !== document.activeElement && Number.isFinite(state.size[key])) {
            node.value = String(state.size[key]);
        }
    }
}

function show() {
    if (!state.roster) {
        return;
    }
    fill(
        byId('size'),
        make(
            'fieldset',
            { class: 'options' },
            make('legend', { class: 'sr' }, t('size.title')),
            option(
                'size',
                t('size.of'),
                ' ',
                numberInput('size-least', 'least', t('size.least')),
                ' ',
                t('size.to'),
                ' ',
                numberInput('size-most', 'most', t('size.most')),
            ),
            option('groups', numberInput('size-groups', 'groups', t('size.groups')), ' ', t('size.number')),
        ),
        make('p', { class: 'hint', id: 'size-meaning' }),
    );
    say();
}

export function startSizeStep() {
    watch(['roster', 'language'], show);
    watch(['size'], say);
}
