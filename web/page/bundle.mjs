// bundle.mjs - node bundle.mjs OUT_DIR: the page's modules as one script, its styles as one sheet.
//
// The page must be one file without a single connection, so its modules are put into one scope:
// `import` lines go, `export` words go, and the order is that of use. That is all a bundler has to do
// where every import names what it takes, nothing is renamed, and no two modules give the same name
// to different things; each of these is checked here. No package is needed, and the same sources
// give the same bytes.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const IMPORT = /^import \{([^}]*)\} from '\.\/([a-z_0-9]+\.js)';\n/gm;
const EXPORT = /^export (?=(?:async )?function|const|let|class)/gm;
const DECLARED = /^(?:export )?(?:async )?(?:function\*?|const|let|class) ([A-Za-z_$][\w$]*)/gm;
const STYLES = ['base.css', 'steps.css', 'groups.css', 'dialog.css', 'print.css'];

// The catalogues are a module as well, made of words/*.json.
function catalogues() {
    const files = readdirSync(join(here, 'words')).filter(name => name.endsWith('.json')).sort();
    const entries = files.map(name => {
        const words = JSON.parse(readFileSync(join(here, 'words', name), 'utf8'));
        return `    ${JSON.stringify(basename(name, '.json'))}: ${JSON.stringify(words)},\n`;
    });
    return `export const catalogues = {\n${entries.join('')}};\n`;
}

function source(name) {
    return name === 'catalogues.js' ? catalogues() : readFileSync(join(here, name), 'utf8');
}

// Modules by name, each after those it imports.
function inOrder(name, done = new Map(), open = []) {
    if (done.has(name)) {
        return done;
    }
    if (open.includes(name)) {
        throw new Error(`modules import each other in a ring: ${[...open, name].join(' > ')}`);
    }
    const text = source(name);
    for (const [, , other] of text.matchAll(IMPORT)) {
        inOrder(other, done, [...open, name]);
    }
    done.set(name, text);
    return done;
}

function check(modules) {
    const owner = new Map();
    for (const [name, text] of modules) {
        for (const [, declared] of text.matchAll(DECLARED)) {
            if (owner.has(declared)) {
                throw new Error(`${declared} is in ${owner.get(declared)} and in ${name}`);
            }
            owner.set(declared, name);
        }
    }
    for (const [name, text] of modules) {
        for (const [, list, other] of text.matchAll(IMPORT)) {
            for (const word of list.split(',').map(part => part.trim()).filter(Boolean)) {
                if (owner.get(word) !== other) {
                    throw new Error(`${name} imports ${word}, which ${other} does not have`);
                }
            }
        }
        if (/^(import|export) /m.test(text.replace(IMPORT, '').replace(EXPORT, ''))) {
            throw new Error(`${name}: an import or export of another shape than bundle.mjs knows`);
        }
    }
}

export function script() {
    const modules = inOrder('main.js');
    check(modules);
    const parts = [...modules].map(([name, text]) =>
        `// ---- ${name}\n${text.replace(IMPORT, '').replace(EXPORT, '')}`);
    return `'use strict';\n(() => {\n${parts.join('\n')}})();\n`.replaceAll('</script', '<\\/script');
}

export function sheet() {
    return STYLES.map(name => readFileSync(join(here, 'style', name), 'utf8')).join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
    const out = process.argv[2];
    if (!out) {
        console.error('usage: node bundle.mjs OUT_DIR');
        process.exit(2);
    }
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'page.js'), script());
    writeFileSync(join(out, 'page.css'), sheet());
}
