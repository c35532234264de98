"""Names that break what is careless with texts: markup, formulas, control and bidirectional characters, very long ones."""
import random
import re

PIECES = ["<script>alert(1)</script>", "=HYPERLINK(\"http://x\",\"y\")", "+1+1", "-2+3", "@SUM(A1)", "'=1", "''@x", "\"", "'", ",",
          ";", "\t", "\n", "\r\n", "\x1b[2J", "\x07", "\u202e", "\u2066", "\u200b", "\ufeff", "😀", "👩‍👩‍👧", "محمد", "דוד", "Zoë", "王",
          "&amp;", "%s%n", "\\", "|", "=cmd|' /C calc'!A0", "a" * 3000, " ", "O'Neil", "-", "EX", "#", "N/A"]


def hostile_names(n):
    draw = random.Random(9)
    return ["".join(draw.choice(PIECES) for _ in range(draw.randint(1, 4))) + f"{i}" for i in range(n)]


def may_run(text):
    """Would a spreadsheet take it for a formula? Numbers are none."""
    return re.match(r"[=+\-@\t\r]", text) and not re.fullmatch(r"[+-]?[0-9]+", text)


# Raw, these would move the cursor, hide text or turn its direction.
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def guarded(text):
    """What a spreadsheet gets to see."""
    return "'" + text if may_run(text) else text
