#!/usr/bin/env python3
"""Holds the values of Bicep's parameter files against what Bicep's own compiler, or its offline snapshot, makes of them.

Usage: bicep_params.py AMLINT FOLDER

FOLDER is conformance/bicep of the shared data. Values are looked at through a template that puts each parameter into a
resource: a value that the compiler states must be the same here, one that it leaves to the deployment, or that its test
took from an environment, must be unknown. A snapshot's resources must be those of `amlint expand`. Exit status 1 where one
is not.
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

SCHEMA = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"
TYPES = ((bool, "bool"), (int, "int"), (str, "string"), (list, "array"), (dict, "object"))


def expand(amlint, folder, template, parameters, context=None):
    command = [amlint, "expand", "--isolated", "-q", "--format", "json", "--parameters", parameters]
    command += ["--context", context] if context else []
    done = subprocess.run(command + [template], cwd=folder, capture_output=True, text=True, timeout=60)
    return json.loads(done.stdout or "[]")


def probe(names):
    """A template that shows each parameter, whatever its value."""
    kinds = {name: {"type": kind} for name, kind in names.items()}
    shown = {name: f"[parameters('{name}')]" for name in names}
    resource = {"type": "Example.Probe/probes", "apiVersion": "2026-01-01", "name": "probe", "properties": shown}
    return {"$schema": SCHEMA, "contentVersion": "1.0.0.0", "parameters": kinds, "resources": [resource]}


def kind_of(entry):
    return next((name for kind, name in TYPES if isinstance(entry.get("value"), kind)), "string")


def is_environment(source, name):
    """Whether the value comes from the environment of whoever builds, which the compiler's test set."""
    return re.search(rf"^param {name} = .*readEnvironmentVariable", source, re.M) is not None


def check_values(amlint, folder, name, expected):
    source = open(os.path.join(folder, name), encoding="utf-8").read()
    entries = expected.get("parameters", {})
    with open(os.path.join(folder, "probe.json"), "w", encoding="utf-8") as out:
        json.dump(probe({key: kind_of(entry) for key, entry in entries.items()}), out)
    resources = expand(amlint, folder, "probe.json", name)
    found = resources[0].get("properties", {}) if resources else {}
    wrong = []
    for key, entry in entries.items():
        value = found.get(key)
        is_unknown = "value" not in entry or is_environment(source, key)
        # a text or an array may be known in part, and what is named like a secret is not shown
        same = "$unknown" in json.dumps(value) if is_unknown else value in (entry["value"], "***")
        if not same:
            wrong.append(f"{key} is {json.dumps(value)}, not {json.dumps(entry)}")
    return wrong


def check_snapshot(amlint, folder, name, expected, context):
    own = [one for one in expected["predictedResources"] if "id" in one]  # what extensions make is none of Azure's
    found = expand(amlint, folder, "main.bicep", name, context)
    parts = ("type", "name", "apiVersion", "location", "sku", "kind", "properties")
    ours, theirs = ([{key: one.get(key) for key in parts} for one in some] for some in (found, own))
    ours = [{**one, "properties": one["properties"] or {}} for one in ours]
    return [] if ours == theirs else [f"{json.dumps(ours)} is not {json.dumps(theirs)}"]


def check(amlint, data, row):
    base = os.path.join(data, "params")
    path = row["bicepparam"].split("src/", 1)[1]
    with tempfile.TemporaryDirectory() as temporary:
        folder = os.path.join(temporary, "files")
        shutil.copytree(os.path.dirname(os.path.join(base, path)), folder, copy_function=shutil.copyfile)
        os.chmod(folder, 0o700)
        with open(os.path.join(base, row["expected"].split("src/", 1)[1]), encoding="utf-8-sig") as text:
            expected = json.load(text)
        if row["category"] == "snapshot":
            context = os.path.join(temporary, "context.json")
            with open(context, "w", encoding="utf-8") as out:
                json.dump({"subscription": {"subscriptionId": "00000000-0000-0000-0000-000000000000",
                    "id": "/subscriptions/00000000-0000-0000-0000-000000000000"},
                    "resourceGroup": {"name": "myRg", "location": "westus",
                    "id": "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/myRg"}}, out)
            return check_snapshot(amlint, folder, os.path.basename(path), expected, context)
        if "parametersJson" in expected:
            expected = json.loads(expected["parametersJson"])
        return check_values(amlint, folder, os.path.basename(path), expected)


def main(argv):
    amlint, data = os.path.abspath(argv[1]), os.path.abspath(argv[2])
    with open(os.path.join(data, "params-pairs.csv"), encoding="utf-8") as table:
        rows = list(csv.DictReader(table))
    failures = 0
    for row in rows:
        wrong = check(amlint, data, row)
        failures += bool(wrong)
        for line in wrong:
            print(f"{row['bicepparam']}: {line}")
    print(f"parameter files: {len(rows) - failures} of {len(rows)} are the same")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
