// steps_nav.js - which steps there are, which are open, and where the reader is.
import { byId, fill, make } from './dom.js';
import { t } from './i18n.js';
import { state, watch } from './state.js';

const STEPS = ['roster', 'columns', 'size', 'rules', 'groups', 'export'];
let here = 'roster';

function isOpen(step) {
    return step === 'roster' || (step === 'export' ? Boolean(state.result) : Boolean(state.roster));
}

function mark() {
    for (const link of byId('step-list').querySelectorAll('a')) {
        if (link.dataset.step === here) {
            link.setAttribute('aria-current', 'step');
            const strip = byId('steps');
            strip.scrollLeft = link.offsetLeft - strip.clientWidth / 2 + link.offsetWidth / 2;
        } else {
            link.removeAttribute('aria-current');
        }
    }
}

function show() {
    byId('steps').hidden = !state.roster;
    byId('save-project').hidden = !state.roster;
    for (const step of STEPS) {
        byId(`step-${step}`).hidden = !isOpen(step);
    }
    fill(
        byId('step-list'),
        STEPS.map((step, at) =>
            make(
                'li',
                {},
                isOpen(step)
                    ? make(
                          'a',
                          { href: `#step-${step}`, 'data-step': step },
                          make('span', { class: 'step-number' }, String(at + 1)),
                          t(`step.${step}`),
                      )
                    : make(
                          'span',
                          { class: 'step-closed' },
                          make('span', { class: 'step-number' }, String(at + 1)),
                          t(`step.${step}`),
                      ),
            ),
        ),
    );
    requestAnimationFrame(mark);
}

function follow() {
    const line = window.innerHeight * 0.35;
    const reached = STEPS.filter(isOpen).filter(step => byId(`step-${step}`).getBoundingClientRect().top < line);
    const now = reached.at(-1) ?? 'roster';
    if (now !== here) {
        here = now;
        mark();
    }
}

export function startSteps() {
    let waiting = false;
    window.addEventListener(
        'scroll',
        () => {
            if (!waiting) {
                waiting = true;
                requestAnimationFrame(() => {
                    waiting = false;
                    follow();
                });
            }
        },
        { passive: true },
    );
    let opened = '';
    watch(['roster', 'result', 'language'], keys => {
        const now = STEPS.filter(isOpen).join();
        if (now !== opened || keys.includes('language')) {
            opened = now;
            show();
        }
    });
}
