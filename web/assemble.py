#!/usr/bin/env python3
"""assemble.py CORE OUT - one file that is the whole page: index.html with everything it names inside.

web/page/index.html is an ordinary page. Its <link rel="stylesheet" href="..."> and <script src="...">
become the files themselves, in that order (a module with all it imports: modules.py); every web/page/NAME.json becomes a block of data with the
id catalogue-NAME; and the core and its worker become blocks of data that core.js finds. Nothing else is
changed, so what index.html says is what the browser gets. The policy allows what is in the file, by its
hash, and nothing else.
"""
import base64
import hashlib
import json
import pathlib
import re
import sys

import modules

WEB = pathlib.Path(__file__).resolve().parent
PAGE = WEB / "page"
WORKER = ["wasi.js", "xlsx.js", "sentences.js", "one_kind.js", "request.js", "worker.js"]  # in this order


def read(path):
    return path.read_text(encoding="utf-8")


def policy_hash(text):
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def closed(text, tag, name):
    """Text that may stand inside <tag>: nothing in it may end it, or begin what the parser treats apart."""
    if re.search(rf"</{tag}|<!--|<script", text, re.IGNORECASE):
        sys.exit(f"{name}: </{tag}, <!-- and <script cannot stand in a file that goes into the page; write <\\/ or '<' + '...'")
    return text


def data_block(name, text):
    return f'<script type="text/plain" id="{name}">{closed(text, "script", name)}</script>\n'


def assemble(core):
    page = read(PAGE / "index.html").replace("build:version", read(WEB.parent / "VERSION").strip())
    styles, scripts = [], []

    def style(match):
        text = closed(read(PAGE / match[1]), "style", match[1])
        styles.append(policy_hash(text))
        return f"<style>{text}</style>"

    def script(match):
        text = modules.one_script(PAGE, pathlib.Path(match[2]).stem) if match[1] else read(PAGE / match[2])
        closed(text, "script", match[2])
        scripts.append(policy_hash(text))
        return f"<script>{text}</script>"

    page = re.sub(r'<link rel="stylesheet" href="([^"]+)">', style, page)
    blocks = [data_block(f"catalogue-{path.stem}", json.dumps(json.loads(read(path)), ensure_ascii=False).replace("<", "\\u003c"))
              for path in sorted(PAGE.glob("*.json"))]
    blocks.append(data_block("faircap-worker", "\n".join(read(WEB / "worker" / name) for name in WORKER)))
    blocks.append(data_block("faircap-core", base64.b64encode(core.read_bytes()).decode()))
    first = page.index("<script")
    page = page[:first] + re.sub(r'<script( type="module")? src="([^"]+)"></script>', script, page[first:])
    first = page.index("<script")
    page = page[:first] + "".join(blocks) + page[first:]
    policy = (f"default-src 'none'; script-src {' '.join(scripts)} 'wasm-unsafe-eval'; style-src {' '.join(styles)}; "
              "img-src data:; connect-src 'none'; worker-src blob:; form-action 'none'; base-uri 'none'")
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{meta}', 1)


def save(path, text):
    """All at once: another process may be reading the old one."""
    new = path.with_name(path.name + ".new")
    new.write_text(text, encoding="utf-8", newline="\n")
    new.replace(path)


def main():
    core, out = map(pathlib.Path, sys.argv[1:])
    save(out, assemble(core))
    save(out.with_name("worker.js"), "\n".join(read(WEB / "worker" / name) for name in WORKER))
    size = out.stat().st_size
    print(f"{out}: {size:,} bytes, sha256 {hashlib.sha256(out.read_bytes()).hexdigest()[:16]}")


main()
