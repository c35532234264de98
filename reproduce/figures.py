"""Figures and style sheet that the tool made, taken over into a page that holds many of them."""
import os
import re

from markup import Markup, el


class NoFigure(Exception):
    """A folder of the tool lacks what it should hold."""


def figure(folder, name, prefix, caption):
    """An SVG of a folder, inline. In a page with several figures of one name their ids would meet: each gets a prefix."""
    path = os.path.join(folder, name + ".svg")
    try:
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
    except FileNotFoundError:
        raise NoFigure(f"{path} is missing: delete the folder {folder} and run this again") from None
    svg = with_prefix(text[text.index("<svg"):].strip(), f"{prefix}-{name}-")
    return el("figure", el("div", Markup(svg), class_="scroll", tabindex="0"), el("figcaption", caption), id=f"{prefix}-{name}")


def with_prefix(svg, prefix):
    """The same picture with a prefix on all ids and on every reference to one: attributes, url() and style rules."""
    ids = set(re.findall(r'\bid="([^"]+)"', svg))
    if not ids:
        return svg
    names = "|".join(sorted(map(re.escape, ids), key=len, reverse=True))
    svg = re.sub(rf'(\bid="|#)({names})(?![\w-])', rf"\1{prefix}\2", svg)
    return re.sub(r'\b(aria-(?:labelledby|describedby))="([^"]+)"',
                  lambda found: '{}="{}"'.format(found[1], " ".join(prefix + word for word in found[2].split())), svg)


def style_of(folder):
    """The style sheet of the page that the tool left in a folder."""
    with open(os.path.join(folder, "report.html"), encoding="utf-8") as stream:
        return "".join(re.findall(r"<style>(.*?)</style>", stream.read().split("</head>")[0], re.DOTALL))
