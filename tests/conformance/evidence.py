"""Holds what amlint says of declarations beside evidence against the labels of each scenario.

Usage: evidence.py AMLINT FOLDER

Each folder has declared/, evidence/, amlint.yml and expected.csv: rule (":undecided" where it is), resource, property
(by its last parts; empty where any is meant). Rules on declarations alone are left out of the labels, so only rules of
the category `evidence` and those that some label names are compared. Each scenario is run twice: with the evidence named
by the option, and with all of the folder searched besides.
"""
import csv
import json
import os
import subprocess
import sys

AS_OF = "2026-11-21"


def run(amlint, folder, operand):
    command = [amlint, "lint", operand, "--evidence", "evidence", "--format", "json", "--as-of", AS_OF, "--no-ignore", "-u"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{folder}: exit status {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)["findings"]


def labels(folder):
    with open(os.path.join(folder, "expected.csv"), newline="") as rows:
        return [(row["rule"], row["resource"], row["property"]) for row in csv.DictReader(rows)]


def found(findings, rules):
    for finding in findings:
        rule = finding["rule"]
        if rule.startswith("AML8") or rule == "AML208" or rule in rules:
            undecided = ":undecided" if finding["status"] == "undecided" else ""
            name = (finding.get("resource") or {}).get("name", "")
            yield rule + undecided, name, finding.get("property") or "", finding["message"]


def is_same(label, one):
    rule, name, prop = label
    is_named = one[1] == name or (not one[1] and f"'{name}'" in one[3])
    return one[0] == rule and is_named and (not prop or one[2].endswith(prop))


def main():
    amlint, top = sys.argv[1:]
    folders = [os.path.join(top, name) for name in sorted(os.listdir(top)) if os.path.isdir(os.path.join(top, name))]
    rules = {rule.split(":")[0] for folder in folders for rule, _, _ in labels(folder)}
    wrong = 0
    for folder in folders:
        for operand in ("declared", "."):
            expected = labels(folder)
            surplus = []
            for one in found(run(amlint, folder, operand), rules):
                label = next((label for label in expected if is_same(label, one)), None)
                if label is None:
                    surplus.append(one)
                else:
                    expected.remove(label)
            for one in expected + surplus:
                print(f"{os.path.basename(folder)} ({operand}): {'not expected' if one in surplus else 'missing'}: {one}")
            wrong += len(expected) + len(surplus)
    print(f"{len(folders)} scenarios, {wrong} differences")
    sys.exit(1 if wrong or not folders else 0)


main()
