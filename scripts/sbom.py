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

ROOT = pathlib.Path(__file__).resolve().parents[1]
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


def part(name, version, supplier, **more):
    return {"SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name), "name": name, "versionInfo": version,
            "supplier": supplier, "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "copyrightText": "NOASSERTION",
            "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", **more}


def main(*binaries):
    binaries = [pathlib.Path(b).resolve() for b in binaries] or \
        [ROOT / "build/release/faircap", ROOT / "build/release/libfaircap.so"]
    version = (ROOT / "VERSION").read_text().strip()
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "log", "-1", "--format=%ct"))
    sums = [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(b.read_bytes()).hexdigest()} for b in binaries]
    parts = [part("faircap", version, "Organization: faircap", licenseConcluded="MIT", licenseDeclared="MIT",
                  primaryPackagePurpose="APPLICATION",
                  comment="SHA-256: " + ", ".join(f"{b.name} {s['checksumValue']}" for b, s in zip(binaries, sums)))]
    links = [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-faircap"}]
    for library in needed(binaries):
        package, its_version = package_of(library)
        found = part(package, its_version, "Organization: Debian", comment=f"for {library}")
        if found["SPDXID"] not in {p["SPDXID"] for p in parts}:
            parts.append(found)
            links.append({"spdxElementId": "SPDXRef-faircap", "relationshipType": "DYNAMIC_LINK",
                          "relatedSpdxElement": found["SPDXID"]})
    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"faircap-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/faircap-{version}-{sums[0]['checksumValue'][:16]}",
        "creationInfo": {"created": datetime.datetime.utcfromtimestamp(seconds).strftime("%Y-%m-%dT%H:%M:%SZ"),
                         "creators": ["Tool: faircap-sbom"]},
        "packages": parts, "relationships": links}, indent=2))


if __name__ == "__main__":
    main(*sys.argv[1:])
