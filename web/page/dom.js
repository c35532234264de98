// dom.js - elements made of plain data. Text reaches the page through createTextNode only.
//
// Names come from files of unknown origin: what could reorder or hide the text around them is made
// visible by `visible`, and <bdi> keeps the direction of a name to itself.

// Sets what `make` and callers name: on* listeners, data-*, aria-*, properties, attributes.
function setOne(node, name, value) {
    if (value === undefined || value === null || value === false) {
        return;
    }
    if (name.startsWith('on')) {
        node.addEventListener(name.slice(2), value);
    } else if (name === 'class') {
        node.setAttribute('class', value);
    } else if (name === 'value' || name === 'checked' || name === 'selected') {
        node[name] = value;
    } else {
        node.setAttribute(name, value === true ? '' : String(value));
    }
}

function append(node, children) {
    for (const child of children.flat(Infinity)) {
        if (child === undefined || child === null || child === false) {
            continue;
        }
        node.append(child instanceof Node ? child : document.createTextNode(String(child)));
    }
    return node;
}

export function make(tag, attributes = {}, ...children) {
    const node = document.createElement(tag);
    const { value, ...others } = attributes;
    for (const [name, one] of Object.entries(others)) {
        setOne(node, name, one);
    }
    append(node, children);
    setOne(node, 'value', value); // of a select: after its options
    return node;
}

export function makeSvg(tag, attributes = {}, ...children) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (const [name, value] of Object.entries(attributes)) {
        node.setAttribute(name, String(value));
    }
    return append(node, children);
}

export function fill(node, ...children) {
    node.replaceChildren();
    return append(node, children);
}

export function byId(id) {
    return document.getElementById(id);
}

// Control characters as pictures; marks that reorder text as a replacement character.
export function visible(text) {
    return String(text)
        .replace(/[\u0000-\u001f]/g, c => String.fromCharCode(0x2400 + c.charCodeAt(0)))
        .replace(/\u007f/g, '\u2421')
        .replace(/[\u0080-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/g, '\ufffd');
}

// A text of the roster as an element.
export function bdi(text, attributes = {}) {
    return make('bdi', attributes, visible(text));
}

// A text of the roster inside a sentence.
export function quoted(text) {
    return `\u2068${visible(text)}\u2069`;
}

// Runs `work` on every item, at most some milliseconds at a time; `stop()` ends it.
export function inSlices(items, work, done = () => {}) {
    const SLICE = 12; // milliseconds: under a frame
    let at = 0;
    let stopped = false;
    const go = () => {
        const until = performance.now() + SLICE;
        while (!stopped && at < items.length && performance.now() < until) {
            work(items[at], at);
            at++;
        }
        if (stopped) {
            return;
        }
        if (at < items.length) {
            setTimeout(go, 0);
        } else {
            done();
        }
    };
    go();
    return () => {
        stopped = true;
    };
}

export function moveFocus(node) {
    if (!node.hasAttribute('tabindex') && !node.matches('button, input, select, a[href]')) {
        node.setAttribute('tabindex', '-1');
    }
    node.focus({ preventScroll: true });
    const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    node.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
}
