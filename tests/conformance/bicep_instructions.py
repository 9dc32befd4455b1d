#!/usr/bin/env python3
"""Counts the instructions that a Bicep root with its modules takes, against those of the template that Bicep's own compiler
made of it.

Usage: bicep_instructions.py AMLINT FOLDER [--every N] [PART]

FOLDER is conformance/bicep of the shared data. valgrind counts the whole program, from its start to its end, while it expands
a file at the defaults of its parameters, which depends on nothing else that the machine does. Only pairs of several files;
with --every each Nth of them, with PART those with that in their paths. Modules of registries come from the cache that the
data holds. Exit status 1 where all Bicep together takes more than all templates; 77 where there is no valgrind.
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import statistics
import subprocess
import sys

import bicep_pairs

SHOWN = 5  # of the pairs with the highest ratios


def instructions_of(amlint, folder, path):
    empty = os.path.join(folder, "tools", "empty.parameters.json")
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", amlint, "expand", "--isolated", "-q",
               "--format", "text", "--parameters", empty, path]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600)
    counted = re.search(r"Collected : (\d+)", ran.stderr)
    if not ran.stdout or not counted:
        sys.exit(f"{path}: exit status {ran.returncode}: {ran.stderr[-500:]}")
    return int(counted[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("amlint")
    parser.add_argument("folder")
    parser.add_argument("part", nargs="?", default="")
    parser.add_argument("--every", type=int, default=1)
    arguments = parser.parse_args()
    if not shutil.which("valgrind"):
        print("skipped: there is no valgrind")
        sys.exit(77)
    amlint, folder = os.path.abspath(arguments.amlint), os.path.abspath(arguments.folder)
    bicep_pairs.enter(folder)
    pairs = [bicep_pairs.pair_of(row) for row in bicep_pairs.rows_of(arguments.part)
             if bicep_pairs.kind_of(row) != bicep_pairs.SINGLE][::arguments.every]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(lambda path: instructions_of(amlint, folder, path), [path for pair in pairs for path in pair]))
    counted = sorted(((ours / theirs, ours, theirs, pair[0]) for pair, ours, theirs in zip(pairs, counts[::2], counts[1::2])),
                     reverse=True)
    for ratio, ours, theirs, path in counted[:SHOWN]:
        print(f"{ratio:.2f}  {ours / 1e6:8.1f} M against {theirs / 1e6:8.1f} M  {path}")
    whole = sum(counts[::2]) / sum(counts[1::2])
    ratios = [one[0] for one in counted]
    print(f"instructions of {len(pairs)} roots with their modules against their templates: {whole:.2f} of all together, "
          f"median {statistics.median(ratios):.2f}, {sum(ratio > 1 for ratio in ratios)} above 1")
    sys.exit(whole > 1)


if __name__ == "__main__":
    main()
