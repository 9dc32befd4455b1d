#!/usr/bin/env python3
"""Holds what amlint finds at Azure ML clusters of public Bicep files against their labels.

Usage: bicep_clusters.py AMLINT SHARED

SHARED is the folder of the shared data: aml-clusters.csv of conformance/bicep names for each cluster the file, by its
SHA-256, and the rules that must find something; no other finding may stand in the resource. A row for a whole file counts
findings by rule. Exit status 1 where one differs.
"""
import collections
import csv
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile

DAY = "2026-11-28"  # the verdicts are of that day
# when the labels were made, AML202 told of every end that was announced, and AML306 did not look at workspaces in the file
CONFIG = "parameters: {AML202: {noteDays: 36500}}\n"
LATER = {"AML306"}
# findings that rules make since then, each by what the file says: a public address although there is a subnet
# (enableNodePublicIp is true by default), tags that are null or empty by default
SINCE = {("vnet_compute_storage_pair", "compute"): "AML305", ("workspace/compute/main", "compute"): "AML401",
         ("open_azureml_workspace.bicep", "defaultCompute"): "AML401"}


def find_files(shared):
    """The Bicep files by their SHA-256, those first that have their modules beside them."""
    found = {}
    for part in ("conformance/bicep/handed", "conformance/bicep/aml", "corpus/bicep"):
        for folder, _, names in os.walk(os.path.join(shared, part)):
            for name in names:
                if name.endswith(".bicep"):
                    path = os.path.join(folder, name)
                    with open(path, "rb") as file:
                        found.setdefault(hashlib.sha256(file.read()).hexdigest(), path)
    return found


def lint(amlint, path, config):
    command = [amlint, "--config", config, "--as-of", DAY, "--format", "json", os.path.basename(path)]
    done = subprocess.run(command, cwd=os.path.dirname(path), capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout)["findings"]


def lines_of(path, row):
    """The lines of the resource that a row names, by its symbol: up to the next line that begins with a word."""
    symbol = re.search(r"\((\w+)", row["resource_symbol"] or "") or re.match(r"(\w+)", row["resource_symbol"] or "")
    with open(path, encoding="utf-8-sig") as file:
        lines = file.read().splitlines()
    name = symbol.group(1) if symbol else ""
    begin = next((i for i, line in enumerate(lines, 1) if line.startswith(f"resource {name} ")), None)
    if begin is None:
        return range(0)
    end = next((i for i, line in enumerate(lines[begin:], begin + 1) if re.match(r"[@A-Za-z]", line)), len(lines) + 1)
    return range(begin, end)


def expected_of(row):
    words = row["verdicts"].replace("file:", "").split()
    return collections.Counter({word.split("*")[0]: int((word.split("*") + ["1"])[1]) for word in words})


def main(argv):
    amlint, shared = os.path.abspath(argv[1]), os.path.abspath(argv[2])
    with open(os.path.join(shared, "conformance/bicep/aml-clusters.csv"), encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    files = find_files(shared)
    by_file = collections.defaultdict(list)
    for row in rows:
        by_file[row["sha256"]].append(row)
    same = missing = 0
    config = os.path.join(tempfile.mkdtemp(), "amlint.yml")
    with open(config, "w", encoding="utf-8") as out:
        out.write(CONFIG)
    for digest, some in by_file.items():
        path = files.get(digest)
        if path is None:
            missing += len(some)
            print(f"not among the files: {some[0]['repo']}/{some[0]['path']}")
            continue
        findings = [one for one in lint(amlint, path, config) if one["rule"] not in LATER]
        is_whole = some[0]["verdicts"].startswith("file:")
        for row in some:
            lines = lines_of(path, row)
            own = [one for one in findings if is_whole or (one["line"] in lines and one["file"] == os.path.basename(path))]
            counts = collections.Counter(one["rule"] for one in own)
            for (part, symbol), rule in SINCE.items():
                if part in path and symbol in row["resource_symbol"] and counts[rule] > expected_of(row)[rule]:
                    counts -= collections.Counter([rule])
            if counts == expected_of(row):
                same += 1
            else:
                print(f"{path}, {row['resource_symbol']}: {' '.join(sorted(counts.elements()))}, not {row['verdicts']}")
    print(f"clusters in Bicep: {same} of {len(rows) - missing} as labelled")
    return 0 if same == len(rows) - missing else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
