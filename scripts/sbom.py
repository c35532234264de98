#!/usr/bin/env python3
"""A software bill of materials, SPDX 2.3 as JSON, on standard output: faircap, its files, and the libraries that it needs.

    sbom.py [BINARY...]     default: build/release/faircap build/release/libfaircap.so

The needed libraries are those that the binaries name; their packages and versions are those of this (Debian) machine.
SOURCE_DATE_EPOCH, else the time of the last commit, is the time of the document, so that it can be made again.
"""
import datetime
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[1]
# As the copyright files of these packages say; of any other package nothing is claimed.
LICENCES = {"libc6": "LGPL-2.1-or-later", "zlib1g": "Zlib", "libopenmpi3": "BSD-3-Clause-Open-MPI"}
LOADER = re.compile(r"ld-linux.*|linux-vdso.*")


def output(*words):
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def needed(binaries):
    """The shared libraries that the binaries name, without the loader and our own."""
    names = {name for binary in binaries for name in re.findall(r"NEEDED.*\[(.*)\]", output("readelf", "-dW", str(binary)))}
    return sorted(name for name in names if not LOADER.fullmatch(name) and not name.startswith("libfaircap"))


def package_of(library):
    """(Debian package, its version) of a shared library."""
    paths = re.findall(rf"{re.escape(library)} .* => (\S+)", output("/sbin/ldconfig", "-p"))
    for path in paths:
        for form in (path, path.removeprefix("/usr"), "/usr" + path, os.path.realpath(path)):
            found = subprocess.run(["dpkg-query", "-S", form], capture_output=True, text=True, check=False)
            if found.returncode == 0:
                package = found.stdout.split(": ")[0]
                return package, output("dpkg-query", "-W", "-f", "${Version}", package)
    sys.exit(f"{library}: no package has it; the bill would be incomplete")


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name)


def part(name, version, supplier, licence, **more):
    return {"SPDXID": identifier(name), "name": name, "versionInfo": version, "supplier": supplier,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "copyrightText": "NOASSERTION",
            "licenseConcluded": licence, "licenseDeclared": licence, **more}


def system_part(library):
    """The package of a needed library, by the name that vulnerability databases know."""
    package, version = package_of(library)
    name, _, architecture = package.partition(":")
    known_as = f"pkg:deb/debian/{name}@{urllib.parse.quote(version, safe='')}" + (f"?arch={architecture}" if architecture else "")
    reference = {"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": known_as}
    return part(name, version, "Organization: Debian", LICENCES.get(name, "NOASSERTION"), externalRefs=[reference],
                primaryPackagePurpose="LIBRARY")


def file(path):
    content = path.read_bytes()
    return {"SPDXID": identifier("file-" + path.name), "fileName": "./" + path.name, "fileTypes": ["BINARY"],
            "checksums": [{"algorithm": kind, "checksumValue": hashlib.new(kind.lower(), content).hexdigest()}
                          for kind in ("SHA1", "SHA256")],
            "licenseConcluded": "MIT", "copyrightText": "NOASSERTION"}


def link(one, kind, other):
    return {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}


def main(*binaries):
    binaries = [pathlib.Path(b).resolve() for b in binaries] or \
        [ROOT / "build/release/faircap", (ROOT / "build/release/libfaircap.so").resolve()]
    version = (ROOT / "VERSION").read_text().strip()
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct"))
    created = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    own = part("faircap", version, "Organization: faircap", "MIT", primaryPackagePurpose="APPLICATION")
    files = [file(binary) for binary in binaries]
    others = list({found["SPDXID"]: found for found in map(system_part, needed(binaries))}.values())
    content = hashlib.sha256(json.dumps([files, others]).encode()).hexdigest()
    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"faircap-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/faircap-{version}-{content[:16]}",
        "creationInfo": {"created": created, "creators": ["Tool: faircap-sbom"]},
        "packages": [own, *others], "files": files,
        "relationships": [link("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"]),
                          *(link(own["SPDXID"], "CONTAINS", f["SPDXID"]) for f in files),
                          *(link(own["SPDXID"], "DYNAMIC_LINK", o["SPDXID"]) for o in others)]}, indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
