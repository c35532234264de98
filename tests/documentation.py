#!/usr/bin/env python3
"""--help, man page, completions and links agree with the program and with each other."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TOOL = ROOT / "build/release/faircap"


def main():
    wrong = []
    listed = subprocess.run([TOOL, "--list-options"], capture_output=True, text=True, check=True).stdout
    commands = [line for line in listed.splitlines() if " " not in line]
    options = sorted({word for line in listed.splitlines() for word in line.split()[1:2]})
    rendered = subprocess.run(["mandoc", "-T", "ascii", ROOT / "docs/man/faircap.1"], capture_output=True, text=True)
    man = re.sub(".\x08", "", rendered.stdout)  # bold is a letter, a backspace and the letter again
    for command in commands:
        help_text = subprocess.run([TOOL, command, "--help"], capture_output=True, text=True, check=True).stdout
        if not help_text.index("Examples") < help_text.index("Usage"):
            wrong.append(f"{command} --help: examples come first")
        wide = [line for line in help_text.splitlines() if len(line) > 100]
        wrong += [f"{command} --help: a line of {len(line)} characters" for line in wide]
        for shell in ("bash", "zsh"):
            if command not in (ROOT / f"cmake/completion.{shell}").read_text():
                wrong.append(f"completion.{shell} lacks {command}")
        if command not in man:
            wrong.append(f"the man page lacks {command}")
    wrong += [f"the man page lacks {option}" for option in options if not re.search(re.escape(option) + r"\b", man)]
    for option in re.findall(r"(--[a-z][a-z-]+)", man):
        if option not in options + ["--help", "--version"]:
            wrong.append(f"the man page has {option}, which the program has not")
    lint = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", ROOT / "docs/man/faircap.1"], capture_output=True, text=True)
    wrong += lint.stdout.splitlines()
    version = (ROOT / "VERSION").read_text().strip()
    shown = subprocess.run([TOOL, "--version"], capture_output=True, text=True, check=True).stdout
    if shown != f"faircap {version}\n":
        wrong.append(f"--version says {shown!r}, VERSION {version}")
    if version not in (ROOT / "CHANGELOG.md").read_text():
        wrong.append("CHANGELOG.md lacks the version")
    links = 0
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            links += 1
            if not (page.parent / target).exists():
                wrong.append(f"{page.relative_to(ROOT)}: link to {target}, which is not there")
    for line in wrong:
        print(line)
    print(f"figure: {len(options)} options, {links} links")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
