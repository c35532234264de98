"""HTML from Python values: whatever is not already markup is escaped, so no text can become an element by accident."""
import html


class Markup(str):
    """Text that is HTML already."""


def join(parts):
    return Markup("".join(part if isinstance(part, Markup) else html.escape(str(part)) for part in parts))


def el(tag, *children, **attributes):
    """An element. class_ is class; attributes that are None are left out."""
    words = "".join(f' {name.rstrip("_").replace("_", "-")}="{html.escape(str(value))}"'
                    for name, value in attributes.items() if value is not None)
    if tag in ("meta", "br"):
        return Markup(f"<{tag}{words}>")
    return Markup(f"<{tag}{words}>{join(children)}</{tag}>")


def link(address, *children):
    return el("a", *children, href=address)


def table(caption, head, rows):
    """A table that scrolls by itself on a small screen. head: rows of cells; a cell is text, or an element of its own."""
    def cell(content, tag):
        return content if isinstance(content, Markup) and content.startswith(("<td", "<th")) else el(tag, content)

    def row(cells, tag):
        return el("tr", *[cell(content, tag) for content in cells])

    parts = [el("caption", caption)] if caption else []
    parts += [el("thead", *[row(cells, "th") for cells in head])] if head else []
    return el("div", el("table", *parts, el("tbody", *[row(cells, "td") for cells in rows])), class_="scroll", tabindex="0")
