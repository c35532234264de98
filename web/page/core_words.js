// core_words.js - sentences of the core, which speaks English, in the reader's language.
//
// The catalogues hold these sentences under core.*: the English text is what the core says, with
// {places}; the other catalogues say the same. A sentence that no catalogue knows stays English.
import { english, isEnglish, put, t } from './i18n.js';

const PREFIX = 'core.';
let patterns = null;

function escaped(text) {
    return text.replace(/[.*+?^$()|[\]\\/]/g, '\\$&');
}

// "{n} students are too few" becomes /^(.+?) students are too few$/ with the places in order.
function patternOf(key, template) {
    const places = [];
    const source = template
        .split(/(\{\w+\})/)
        .map(part => {
            const place = /^\{(\w+)\}$/.exec(part);
            if (!place) {
                return escaped(part);
            }
            places.push(place[1]);
            return '(.+?)';
        })
        .join('');
    return { key, places, form: new RegExp(`^${source}$`, 'sui'), fixed: template.replace(/\{\w+\}/g, '').length };
}

// The most specific first: the more fixed letters, the earlier.
function allPatterns() {
    patterns ??= Object.entries(english())
        .filter(([key, template]) => key.startsWith(PREFIX) && typeof template === 'string')
        .map(([key, template]) => patternOf(key, template))
        .sort((a, b) => b.fixed - a.fixed);
    return patterns;
}

// Parts of a sentence may be sentences of the core themselves ("groups of 3 to 4").
function translated(text, depth = 0) {
    for (const { key, places, form } of depth < 4 ? allPatterns() : []) {
        const found = form.exec(text);
        if (found) {
            const parts = places.map((place, i) => [place, translated(found[i + 1], depth + 1)]);
            return put(t(key), Object.fromEntries(parts));
        }
    }
    return text;
}

// Sets of students are cards here, not lines of files.
const LINES = / \(\((?:together|apart)\), line \d+\)/g;

export function coreWords(sentence) {
    const plain = sentence.replace(LINES, '');
    return isEnglish() ? plain : translated(plain);
}
