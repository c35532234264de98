#!/usr/bin/env python3
"""Gets the test files of other CSV readers into build/suites: from Debian's source packages and from npm.

Nothing of it is part of faircap or kept in its repository. Packages are checked by apt and npm against their signed lists.
What a mirror does not have is left out and said. From each package come

  its files that are tables by name, in folders of tests, samples and data,
  its test programs' texts of more than one line with a delimiter in them (a reader's tests mostly are such texts),
  what the tests of its writer expect (Miller).

The same bytes are taken once. build/suites/files/PACKAGE/... are files, build/suites/texts/PACKAGE/N.csv texts.
"""
import ast
import bz2
import collections
import functools
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parents[2] / "build" / "suites"
RELEASES = ("bookworm", "trixie", "sid", "bullseye", "forky")
DEBIAN = """miller pandas r-cran-data.table r-cran-readr r-cran-vroom csvkit python-agate q-text-as-data commons-csv
opencsv super-csv univocity-parsers ruby-csv libtext-csv-perl libtext-csv-xs-perl libcsv rust-csv haskell-cassava
ocaml-csv python-clevercsv python-tablib csvjdbc textql datamash visidata golang-github-jszwec-csvutil
golang-github-gocarina-gocsv data-csv-clojure cl-csv groovycsv libdbd-csv-perl libcsv-java haskell-csv
fast-cpp-csv-parser csv2latex xlsx2csv libtext-csv-encoded-perl libclass-csv-perl r-cran-rio r-cran-tidyr numpy
scikit-learn statsmodels astropy gdal openrefine dask intake clickhouse gnucash kmymoney beancount gretl weka elki
python3.11 golang-1.19 sqlite3 postgresql-15 octave r-base scipy seaborn labplot orange3 node-d3-dsv apache-arrow
php8.2""".split()
NPM = """csv-spectrum papaparse@5.7.1 papaparse@4.6.3 csv@0.3.7 csvtojson@1.1.12 binary-csv csvjson dsv ya-csv@0.9.4
vega-datasets babyparse d3-dsv csv-parse@1.3.3 data-forge@1.0.0 tsv csv-stream csv-string@1.2.2 fast-csv@0.6.0
comma-separated-values node-csv-parse""".split()
FILES_MOST = 4 << 20  # bytes; what tests of readers need more for is speed
TABLES = re.compile(r"\.(csv|tsv|psv|dsv|tab|csvy|ssv)(\.gz|\.bz2)?$", re.I)
MAYBE_TABLES = re.compile(r"\.(txt|dat|data|asc|out)(\.gz|\.bz2)?$", re.I)
PLACES = re.compile(r"test|spec|sample|example|data|fixture|autotest|demo|/t/|/qa/", re.I)
NO_TABLES = re.compile(r"readme|license|copying|changelog|cmakelists|requirements|notice|robots|/doc/|/docs/|/po/|"
                       r"testdata/(script|mod)|/trace_|unicode|collation", re.I)
PROGRAMS = re.compile(r"\.(py|R|Rraw|Rraw\.bz2|go|js|ts|java|rb|t|pl|rs|ml|hs|clj|lisp|c|cc|cpp|groovy|phpt|test|tst)$")
TEST_PLACES = re.compile(r"test|spec|/t/", re.I)
TEXT = r'"""(.*?)"""|\'\'\'(.*?)\'\'\'|`([^`]*)`|"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\''
LITERAL = {"#": re.compile(r"#[^\n]*|" + TEXT, re.S), "//": re.compile(r"//[^\n]*|/\*.*?\*/|" + TEXT, re.S)}
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", "f": "\f", "v": "\v"}


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)


# ---- getting ----

@functools.cache
def configure_apt(release):
    """Lists of sources of a release in a folder of our own; the machine's settings say where from. None: cannot be had."""
    where = run("apt-get", "indextargets", "--format", "$(REPO_URI) $(ORIGIN) $(CODENAME)", "Created-By: Packages").stdout
    mirrors = [line.split()[0] for line in where.splitlines() if line.split()[1:] and re.fullmatch(
        r"\S+ Debian [a-z]+", line)]
    folder = ROOT / "apt" / release
    settings = folder / "apt.conf"
    if not mirrors:
        return None
    if settings.exists():
        return settings
    for part in ("lists/partial", "cache/archives/partial"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "sources.list").write_text(f"deb-src {mirrors[0]} {release} main\n")
    settings.write_text(f'Dir::Etc::sourcelist "{folder}/sources.list";\nDir::Etc::sourceparts "-";\n'
                        f'Dir::State::lists "{folder}/lists";\nDir::Cache "{folder}/cache";\n')
    if run("apt-get", "update", env=dict(os.environ, APT_CONFIG=str(settings))).returncode != 0:
        settings.unlink()
        return None
    return settings


def archives(folder, package):
    return [f for f in folder.glob(f"{package}_*.tar.*") if ".orig" in f.name and not f.name.endswith(".asc")]


def get_debian(package):
    """The first release of which the mirror has the package's sources."""
    folder = ROOT / "debian"
    folder.mkdir(parents=True, exist_ok=True)
    for release in RELEASES:
        if archives(folder, package):
            break
        settings = configure_apt(release)
        if settings:
            run("apt-get", "source", "--download-only", "--tar-only", package, cwd=folder,
                env=dict(os.environ, APT_CONFIG=str(settings)), timeout=600)
    return archives(folder, package)


def get_npm(package):
    folder = ROOT / "npm" / package.replace("@", "-")
    if not list(folder.glob("*.tgz")):
        folder.mkdir(parents=True, exist_ok=True)
        run("npm", "pack", package, cwd=folder, timeout=300)
    return list(folder.glob("*.tgz"))


# ---- taking out ----

def unescape(text):
    return re.sub(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", lambda m: ESCAPES.get(m[1], m[1]) if len(m[1]) == 1
                  else chr(int(m[1][1:], 16)), text, flags=re.S)


def texts_of(name, source):
    """The texts in a program: of Python exactly, of other languages as most of them write texts."""
    if name.endswith(".py"):
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            return []
        return [n.value if isinstance(n.value, bytes) else n.value.encode("utf-8", "replace")
                for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, (str, bytes))]
    comments = "#" if re.search(r"\.(R|Rraw|rb|t|pl|test)$", name) else "//"
    texts = [next(((i, part) for i, part in enumerate(found.groups()) if part is not None), (0, ""))
             for found in LITERAL[comments].finditer(source)]
    return [(text if i == 2 else unescape(text)).encode("utf-8", "replace") for i, text in texts]


def like_a_table(text):
    """Is a delimiter in most lines? So that it is no piece of a program or of prose."""
    lines = [line for line in re.split(rb"[\r\n]+", text) if line.strip()]
    return len(text) < 1 << 16 and len(lines) > 1 and any(
        sum(mark in line for line in lines) > 0.6 * len(lines) for mark in (b",", b";", b"\t", b"|"))


def writes_tables(archive, member):
    """Does the case of Miller whose output this is write CSV or TSV?"""
    try:
        command = archive.extractfile(re.sub(r"expout$", "cmd", member.name)).read()
    except KeyError:
        return False
    return re.search(rb"--(o?csv|o?tsv|[cijtx]2[ct])\b", command) is not None


def without_bzip2(name, content):
    try:
        return (name[:-4], bz2.decompress(content)) if name.endswith(".bz2") else (name, content)
    except OSError:  # a test of damaged files
        return name, content


class Collection:
    """What has been taken, each content once."""

    def __init__(self):
        self.seen = set()
        self.count = collections.Counter()

    def add(self, folder, package, name, content):
        digest = hashlib.sha256(content).digest()
        if digest in self.seen or len(content) > FILES_MOST:
            return
        self.seen.add(digest)
        path = ROOT / folder / package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        self.count[package, folder] += 1

    def take(self, package, file):
        with tarfile.open(file) as archive:
            for member in archive:
                name = "/".join(member.name.split("/")[1:])
                if not member.isfile() or member.size > FILES_MOST or ".." in name:
                    continue
                where = "/" + name
                maybe = MAYBE_TABLES.search(name) and PLACES.search(where) and not NO_TABLES.search(where)
                if TABLES.search(name) or maybe or name.endswith("/expout") and writes_tables(archive, member):
                    content = archive.extractfile(member).read()
                    name, content = without_bzip2(name, content)
                    self.add("files", package, name, content)
                elif PROGRAMS.search(name) and TEST_PLACES.search(where):
                    self.take_texts(package, name, archive.extractfile(member).read())

    def take_texts(self, package, name, source):
        name, source = without_bzip2(name, source)
        for text in filter(like_a_table, texts_of(name, source.decode("utf-8", "replace"))):
            self.add("texts", package, f"{self.count[package, 'texts']:05}.csv", text)


def main():
    found, missing = Collection(), []
    for get, packages in ((get_npm, NPM), (get_debian, DEBIAN)):
        for package in packages:
            try:
                files = get(package)
            except (OSError, subprocess.TimeoutExpired):
                files = []
            if not files:
                missing.append(package)
            for file in files:
                found.take(package.split("@")[0] if get is get_npm else package, file)
    if missing:
        print("cannot be had here:", " ".join(missing))
    total = {kind: sum(n for (_, k), n in found.count.items() if k == kind) for kind in ("files", "texts")}
    for package in sorted({p for p, _ in found.count}):
        print(f"{package}: {found.count[package, 'files']} files, {found.count[package, 'texts']} texts")
    print(f"{len({p for p, _ in found.count})} packages, {total['files']} files, {total['texts']} texts")
    return 0 if found.count else 1


if __name__ == "__main__":
    sys.exit(main())
