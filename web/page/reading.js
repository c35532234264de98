// reading.js - a file becomes a roster, or a list of what is wrong with it.
import { coreWords } from './core_words.js';
import { bdi, byId, fill, make } from './dom.js';
import { t } from './i18n.js';
import { Superseded, clerk } from './worker_client.js';

export function showErrors(errors) {
    const node = byId('roster-errors');
    node.hidden = errors.length === 0;
    fill(
        node,
        errors.length > 0 && make('p', {}, make('strong', {}, t('roster.failed'))),
        make(
            'ul',
            {},
            errors.map(sentence => make('li', {}, bdi(coreWords(sentence)))),
        ),
    );
}

// Reads a file, with the second one and the corrections; what was there stays if that fails.
export async function readRoster(file, join, options) {
    byId('roster-busy').hidden = false;
    showErrors([]);
    try {
        const message = { do: 'read', file, options, ...(join ? { join } : {}) };
        const answer = await clerk.ask(message, { replaces: 'read' });
        if (!answer.ok) {
            showErrors(answer.errors);
        }
        return answer.ok ? answer.roster : null;
    } catch (fault) {
        if (!(fault instanceof Superseded)) {
            showErrors([String(fault.message)]);
        }
        return null;
    } finally {
        byId('roster-busy').hidden = true;
    }
}
