"""Holds bills of materials against what SPDX 2.3 asks for and against what a program is really linked with.

usage: sbom.py PROGRAM DYNAMIC.spdx.json STATIC.spdx.json
"""
import json
import pathlib
import re
import subprocess
import sys

# Which part a shared library belongs to; the loader and the C library's own parts are all glibc.
PARTS = {"libyaml": "libyaml", "libpcre2": "pcre2", "libnettle": "nettle", "libc": "glibc", "libm": "glibc", "ld": "glibc"}


def check(path, linked):
    """Parts that are linked dynamically are those, and all others are within the program."""
    document = json.loads(path.read_text())
    assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0", path
    assert document["SPDXID"] == "SPDXRef-DOCUMENT" and document["name"], path
    assert re.fullmatch(r"https://\S+[^#]", document["documentNamespace"]), path
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", document["creationInfo"]["created"]), path
    assert all(re.match(r"(Person|Organization|Tool): ", who) for who in document["creationInfo"]["creators"]), path
    packages = {package["SPDXID"]: package for package in document["packages"]}
    assert len(packages) == len(document["packages"]), path
    for name, package in packages.items():
        assert re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name), name
        assert package["name"] and re.match(r"\d", package["versionInfo"]) and package["downloadLocation"], package
    related = {(r["spdxElementId"], r["relationshipType"], r["relatedSpdxElement"]) for r in document["relationships"]}
    parts = {package["name"]: name for name, package in packages.items() if name != "SPDXRef-amlint"}
    assert linked <= set(parts), f"linked: {linked}, listed: {set(parts)}"
    wanted = {("SPDXRef-amlint", "DYNAMIC_LINK" if part in linked else "STATIC_LINK", name) for part, name in parts.items()}
    assert related == wanted | {("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-amlint")}, related
    return set(parts), document["documentNamespace"]


program, dynamic, static = (pathlib.Path(word) for word in sys.argv[1:])
section = subprocess.run(["readelf", "-d", program], check=True, capture_output=True, text=True).stdout
needed = re.findall(r"\(NEEDED\).*\[(.*?)\]", section)
linked = {PARTS[re.match(r"[a-z]+[0-9]*(?=[-.])", name).group()] for name in needed}
listed, space = check(dynamic, linked)
assert listed == set(PARTS.values()), listed
listed, other_space = check(static, set())
assert listed == set(PARTS.values()), listed
assert space != other_space
