// preferences.js - language and light or dark, chosen in the page and kept nowhere.
import { byId, fill, make } from './dom.js';
import { languages, t } from './i18n.js';
import { set, state, watch } from './state.js';

const THEMES = ['auto', 'light', 'dark'];
let theme = 'auto';

function setTheme(name) {
    theme = name;
    if (name === 'auto') {
        delete document.documentElement.dataset.theme;
    } else {
        document.documentElement.dataset.theme = name;
    }
}

export function startPreferences() {
    fill(
        byId('language'),
        languages().map(({ code, name }) => make('option', { value: code, lang: code }, name)),
    );
    byId('language').addEventListener('change', event => set({ language: event.target.value }));
    byId('theme').addEventListener('change', event => setTheme(event.target.value));
    watch(['language'], () => {
        byId('language').value = state.language;
        fill(
            byId('theme'),
            THEMES.map(name => make('option', { value: name }, t(`theme.${name}`))),
        );
        byId('theme').value = theme;
    });
}
