#!/usr/bin/env python3
"""A bill of materials has what SPDX 2.3 demands, and says the truth about files.

    sbom.py BILL BINARY...
"""
import hashlib
import json
import pathlib
import re
import sys

DEMANDED = {"document": {"spdxVersion", "dataLicense", "SPDXID", "name", "documentNamespace", "creationInfo"},
            "package": {"SPDXID", "name", "versionInfo", "downloadLocation", "licenseConcluded", "licenseDeclared"},
            "file": {"SPDXID", "fileName", "checksums"},
            "relationship": {"spdxElementId", "relationshipType", "relatedSpdxElement"}}
LIBRARIES = {"libc6", "zlib1g"}


def main(bill, *binaries):
    bill = json.loads(pathlib.Path(bill).read_text())
    kinds = [("document", [bill]), ("package", bill["packages"]), ("file", bill["files"]), ("relationship", bill["relationships"])]
    for kind, elements in kinds:
        for element in elements:
            assert DEMANDED[kind] <= element.keys(), (kind, DEMANDED[kind] - element.keys())
    assert (bill["spdxVersion"], bill["dataLicense"]) == ("SPDX-2.3", "CC0-1.0")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", bill["creationInfo"]["created"])
    assert re.fullmatch(r"https://[^#\s]+", bill["documentNamespace"])

    ids = [element["SPDXID"] for kind, elements in kinds[:3] for element in elements]
    assert len(set(ids)) == len(ids) and all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) for name in ids), ids
    linked = [(r["spdxElementId"], r["relatedSpdxElement"]) for r in bill["relationships"]]
    assert {name for pair in linked for name in pair} == set(ids), "an element that nothing refers to, or that is not there"

    parts = LIBRARIES | ({"libopenmpi3"} if any("mpi" in pathlib.Path(name).name for name in binaries) else set())
    assert {p["name"] for p in bill["packages"]} == {"faircap"} | parts, "another library is linked: is that meant?"
    assert all("NOASSERTION" not in (p["licenseDeclared"], p["versionInfo"]) for p in bill["packages"])
    sums = {f["fileName"]: c["checksumValue"] for f in bill["files"] for c in f["checksums"] if c["algorithm"] == "SHA256"}
    for binary in map(lambda name: pathlib.Path(name).resolve(), binaries):
        assert sums.pop("./" + binary.name) == hashlib.sha256(binary.read_bytes()).hexdigest(), binary
    assert not sums, sums
    print(f"figure: {len(ids) - 1} parts in the bill of materials")


if __name__ == "__main__":
    main(*sys.argv[1:])
