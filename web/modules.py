"""modules.py - the page's ES modules as one plain script.

The page must be one file without a single connection, so each module becomes a function that is called
once and gives what the module exports, in the order of use:

    const dom_js = (() => { ... return { make, fill }; })();
    const late_js = (() => { const { make, fill } = dom_js; ... })();

That is all there is to do where every import names what it takes, nothing is renamed, and what is exported
is a function, a class or a constant; all of it is checked.
"""
import re
import sys

IMPORT = re.compile(r"^import \{([^}]*)\} from '\./([a-z_0-9]+)\.js';$", re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function\*?|const|class) ([A-Za-z_$][\w$]*)", re.MULTILINE)


def in_order(folder, name, done, opened):
    """Fills done (name -> text) with a module after all that it imports."""
    if name in done:
        return
    if name in opened:
        sys.exit(f"modules import each other in a ring: {' > '.join([*opened, name])}")
    text = (folder / f"{name}.js").read_text(encoding="utf-8")
    for _, other in IMPORT.findall(text):
        in_order(folder, other, done, [*opened, name])
    done[name] = text


def words_of(names):
    return [part.strip() for part in names.split(",") if part.strip()]


def check(name, text, exported):
    for names, other in IMPORT.findall(text):
        for word in words_of(names):
            if word not in exported[other]:
                sys.exit(f"{name}.js imports {word}, which {other}.js does not export")
            if len(re.findall(rf"(?<![\w$]){re.escape(word)}(?![\w$])", text)) < 2:
                sys.exit(f"{name}.js imports {word} and does not use it")
    if re.search(r"^(import|export) ", EXPORT.sub("", IMPORT.sub("", text)), re.MULTILINE):
        sys.exit(f"{name}.js: an import or export of another shape than modules.py knows")


def as_function(name, text, exported):
    body = IMPORT.sub(lambda found: f"const {{{found[1]}}} = {found[2]}_js;", text)
    body = EXPORT.sub(r"\1 \2", body)
    given = f"return {{ {', '.join(exported[name])} }};\n" if exported[name] else ""
    return f"const {name}_js = (() => {{\n{body}{given}}})();\n"


def one_script(folder, first):
    modules = {}
    in_order(folder, first, modules, [])
    exported = {name: [word for _, word in EXPORT.findall(text)] for name, text in modules.items()}
    for name, text in modules.items():
        check(name, text, exported)
    return "'use strict';\n{\n" + "\n".join(as_function(name, text, exported) for name, text in modules.items()) + "}\n"
