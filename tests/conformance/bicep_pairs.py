#!/usr/bin/env python3
"""Holds what Bicep files expand to against what the templates that Bicep's own compiler made of them expand to.

Usage: bicep_pairs.py AMLINT FOLDER [PART]

FOLDER is conformance/bicep of the shared data, whose tools/compare.py says what "the same" means. Each pair is compared at
the defaults of its parameters and with its own parameter file, if it has one. PART: only pairs with that in their paths.
Modules of registries come from the cache that the data holds. Exit status 1 where less than 98 of 100 pairs are the same at
their defaults, or less than 99 of 100 that are a single file, at defaults or with their parameters.
"""
import concurrent.futures
import csv
import importlib.util
import os
import sys
import tempfile

GOAL, GOAL_SINGLE = 98, 99  # of 100
SINGLE = "of a single file"
WINDOWS = "its template was compiled from a copy with line ends of Windows, which a string of several lines keeps"
BELIEVED_WRONG = {  # the end of a path to why the pair is not the same
    "PSRule.Rules.Azure.Tests/Tests.Bicep.35.bicep": WINDOWS,
    "PSRule.Rules.Azure.Tests/Tests.Bicep.6.bicep": WINDOWS,
    "data-factory-copy-data-tool/main.bicep": WINDOWS,
    "data-factory-get-started/main.bicep": WINDOWS,
    "kusto-cosmos-db/main.bicep": WINDOWS,
    "virtual-wan-routing-intent/main.bicep": "the data lack its module vnetconnections.bicep, which the template holds",
}


def load_tool(folder):
    spec = importlib.util.spec_from_file_location("compare", os.path.join(folder, "tools", "compare.py"))
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    return tool


def kind_of(row):
    reads = {"module", "load", "import"} & set(row["features"].split())
    return "with modules of a registry" if row["registry_references"] else "of several files" if reads else SINGLE


def is_same(tool, amlint, pair, parameters):
    """Whether both expand to the same, Bicep perhaps to more; the paths are seen from the folder."""
    left, right = (tool.load(tool.run(amlint, path, parameters)) for path in pair)
    ours, theirs = tool.diff(left, right)
    tool.sharper(ours, theirs)
    return not ours and not theirs


def enter(folder):
    """Makes the folder the current one, as modules lie within the root of each run, and its cache that of the user."""
    home = tempfile.mkdtemp()
    os.symlink(os.path.join(folder, "handed-cache"), os.path.join(home, ".bicep"))
    os.environ["HOME"] = home
    os.chdir(folder)


def rows_of(part):
    with open("handed-pairs.csv", encoding="utf-8") as table:
        return [row for row in csv.DictReader(table) if part in row["bicep"]]


def base_of(row):
    return os.path.join("handed", row["repo"].replace("/", "__"))


def pair_of(row):
    return [os.path.join(base_of(row), row[side]) for side in ("bicep", "json")]


def main(argv):
    amlint, folder = os.path.abspath(argv[1]), os.path.abspath(argv[2])
    tool = load_tool(folder)
    enter(folder)
    tried = []
    for row in rows_of(argv[3] if len(argv) > 3 else ""):
        pair = pair_of(row)
        kind = kind_of(row)
        tried.append((kind, "at defaults", pair, None))
        if row["parameters"]:
            tried.append((kind, "with their own parameters", pair, os.path.join(base_of(row), row["parameters"])))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda one: is_same(tool, amlint, one[2], one[3]), tried))
    counts = {}
    for (kind, how, pair, _), answer in zip(tried, answers):
        same, total = counts.get((kind, how), (0, 0))
        counts[kind, how] = same + answer, total + 1
        if not answer:
            why = next((why for end, why in BELIEVED_WRONG.items() if pair[0].endswith(end)), "not known why")
            print(f"differs {how}: {pair[0]}: {why}")
    for (kind, how), (same, total) in sorted(counts.items()):
        print(f"pairs {kind}, {how}: {same} of {total} are the same")
    def are_enough(wanted, goal):
        chosen = [count for key, count in counts.items() if wanted(*key)]
        same, total = (sum(numbers) for numbers in zip(*chosen)) if chosen else (0, 0)
        return same * 100 >= goal * total

    is_reached = are_enough(lambda _, how: how == "at defaults", GOAL)
    for how in ("at defaults", "with their own parameters"):
        is_reached = are_enough(lambda kind, one: kind == SINGLE and one == how, GOAL_SINGLE) and is_reached
    return 0 if is_reached else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv))
