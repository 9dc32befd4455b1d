#!/usr/bin/env python3
"""Names and values of megabytes are cut in reports, and it is said how long they were.

usage: long.py AMLINT

Each case puts a text of two million bytes into one kind of place. Every format of `lint`, the audit, what drifts and the
record stay far below that: what a report repeats is never the whole of it."""

import json
import os
import subprocess
import sys
import tempfile

from bombs import CLUSTER, PARAMETERS, compute, deployment, template

LONG = "x" * 2_000_000
MOST = 1_000_000
FORMATS = ["text", "compact", "sarif", "json", "jsonl", "github", "gitlab", "azure", "junit", "markdown", "checkstyle",
           "rdjson"]
AUDITS = ["text", "json", "html", "csv", "markdown"]
DRIFTS = ["text", "sarif", "json", "csv", "html"]
SCOPE = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-ml"
COMPUTE = SCOPE + "/providers/Microsoft.MachineLearningServices/workspaces/ws-ml/computes/"
BODY = {"computeType": "AmlCompute",
        "properties": {"vmSize": "Standard_NC6", "scaleSettings": {"minNodeCount": 2, "maxNodeCount": 4}}}
YAML = CLUSTER + "type: amlcompute\nsize: Standard_NC6\n"
EXCEPTION = f"""exceptions:
- {{rule: AML101, path: a.yml, reason: {LONG}, owner: {LONG}, expires: 2026-12-01}}
- {{rule: {LONG}, path: {LONG}, resource: {LONG}, reason: {LONG}, owner: {LONG}}}
"""
RULE = f"""id: ORG001
name: org-rule
title: t
category: cost
severity: warning
type: Microsoft.MachineLearningServices/workspaces/computes
if: {{field: name, notEquals: zz}}
at: name
message: "'{{name}}' is wrong"
why: {LONG}
"""
POLICY = {"name": LONG, "properties": {"displayName": LONG, "description": LONG, "mode": "All", "policyRule": {
    "if": {"field": "type", "equals": "Microsoft.MachineLearningServices/workspaces/computes"},
    "then": {"effect": "deny"}}}}


def arm(*resources, **more):
    return {"a.json": json.dumps(template(list(resources), **more))}


CASES = {
    "the name in YAML": {"a.yml": YAML + f"name: {LONG}\nmin_instances: 2\n"},
    "a key in YAML": {"a.yml": YAML + f"name: a\n{LONG}: 1\n"},
    "an alias in YAML": {"a.yml": CLUSTER + f"type: amlcompute\nname: *{LONG}\n"},
    "values in YAML": {"a.yml": CLUSTER + f"type: amlcompute\nname: a\nsize: {LONG}\nmin_instances: {LONG}\n"},
    "the name in a template": arm(compute(name="w/" + LONG, properties=BODY)),
    "the name of the workspace": arm(compute(name=LONG + "/c", properties=BODY)),
    "a computed name": arm(compute(name="[concat('w/', variables('v'))]", properties=BODY), variables={"v": LONG}),
    "a default value": arm(compute(name="[parameters('p')]", properties=BODY),
                           parameters={"p": {"type": "string", "defaultValue": LONG, "allowedValues": ["z"]}}),
    "parameter files": {**arm(compute(name="[parameters('p')]", properties=BODY),
                              parameters={"p": {"type": "string", "maxLength": 3}}),
                        "a.parameters.json": json.dumps({"$schema": PARAMETERS, "contentVersion": "1.0.0.0",
                                                         "parameters": {"p": {"value": LONG}, LONG: {"value": 1}}})},
    "deployments and links": arm(deployment(LONG, {"template": template([compute(properties=BODY)])}),
                                 deployment("d", {"templateLink": {"relativePath": LONG}}), compute(dependsOn=[LONG])),
    "keys in a template": arm(compute(properties={**BODY, LONG: 1})),
    "versions and types": arm(compute(apiVersion=LONG, location=LONG), {**compute(), "type": LONG}),
    "a lock": arm(compute(properties=BODY), {"type": "Microsoft.Authorization/locks", "apiVersion": "2020-05-01",
                                             "name": LONG, "properties": {"level": "CanNotDelete", "notes": LONG}}),
    "a comment": {"a.yml": YAML + f"name: c\nmin_instances: 2 # amlint: ignore[{LONG}] reason=\"{LONG}\" owner={LONG}\n"},
    "exceptions": {"a.yml": YAML + "name: c\nmin_instances: 2\n", "amlint.yml": "exceptions: [e.yml]\n",
                   "e.yml": EXCEPTION},
    "a rule": {"a.yml": YAML + "name: c\n", "amlint.yml": "rules: [r.yml]\n", "r.yml": RULE},
    "a policy": {"a.yml": YAML + "name: c\n", "amlint.yml": "policies: [p.json]\n", "p.json": json.dumps(POLICY)},
    "a file that breaks off": {"a.json": json.dumps(template([compute()]))[:-2] + f',"{LONG}":',
                               "a.yml": YAML + f"{LONG}\nb: ["},
}


# Exports of what runs beside a declaration of the same name, and of another.
RUNS = {"id": COMPUTE + "gpu", "name": "gpu", "type": "amlcompute", "size": "STANDARD_NC6", "min_instances": 2}
GIVEN = YAML + "name: gpu\nmin_instances: 0\ndescription: agreed\ntags: {team: a}\n"
EVIDENCE = {
    "names": [RUNS, {**RUNS, "id": COMPUTE + LONG, "name": LONG}],
    "a group": [{**RUNS, "id": COMPUTE.replace("rg-ml", LONG) + "gpu"}],
    "settings": [{**RUNS, "size": LONG, "description": LONG, "tier": LONG, "location": LONG, "tags": {"team": LONG, LONG: "a"}}],
    "keys": [{**RUNS, LONG: 1}],
    "errors": [{**RUNS, "provisioning_state": "Failed", "provisioning_errors": LONG}],
    "locks": [{"id": SCOPE + "/providers/Microsoft.Authorization/locks/" + LONG, "level": "CanNotDelete", "name": LONG, "notes": LONG}],
    "policies": [{"resourceId": COMPUTE + "gpu", "complianceState": LONG, "policyDefinitionId":
                  SCOPE + "/providers/Microsoft.Authorization/policyDefinitions/" + LONG}],
    "quotas": [{"id": SCOPE + "/providers/Microsoft.MachineLearningServices/locations/eastus/usages", "current_value": 0, "limit": 2,
                "name": {"localized_value": LONG, "value": LONG}, "unit": "Count"}],
    "what is no export": {LONG: LONG},
}


def long_record(value):
    """A record of somebody who wrote as much as fits into each of its texts and names."""
    if isinstance(value, dict):
        return {**{key: long_record(item) for key, item in value.items()}, LONG[:100_000]: LONG[:100_000]}
    if isinstance(value, list):
        return [long_record(item) for item in value[:2]]
    is_day = isinstance(value, str) and len(value) in (10, 64)
    return value if is_day or not isinstance(value, str) else value + LONG[:100_000]


def said(program, folder, *arguments):
    """What standard output holds."""
    done = subprocess.run([program, *arguments], cwd=folder, timeout=60, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    wrong = [] if done.returncode in (0, 1, 2) else [f"{arguments[0]} ended with {done.returncode}"]
    return wrong + [f"{' '.join(arguments)[:60]} prints {n} bytes" for n in (len(done.stdout) + len(done.stderr),) if n > MOST]


def run_on_evidence(program, folder, out, export):
    for name, text in (("a.yml", GIVEN), ("e.json", json.dumps(export)), ("b.json", json.dumps([RUNS]))):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    evidence = ["--evidence", "e.json", "--evidence", "b.json"]
    wrong = run(program, folder, out, ["lint", *evidence, "--show-undecided", "--select", "AML"], FORMATS)
    wrong += [f"drift: {one}" for one in run(program, folder, out, ["drift", *evidence, "-v"], DRIFTS)]
    wrong += [f"audit: {one}" for one in run(program, folder, out, ["audit", *evidence], AUDITS)]
    made = [os.path.join(out, "record.json"), os.path.join(out, "record.html"), os.path.join(out, "audit.json")]
    wrong += said(program, folder, "audit", *evidence, "--record", made[0], "--record", made[1], "--format", "json:" + made[2], "a.yml")
    wrong += [f"{os.path.basename(path)} has {os.path.getsize(path)} bytes" for path in made if os.path.getsize(path) > MOST]
    for path, options in ((made[0], ("--verify", "--since")), (made[2], ("--earlier",))):
        with open(path, encoding="utf-8") as file:
            filed = long_record(json.load(file))
        with open(path, "w", encoding="utf-8") as file:
            json.dump(filed, file)
        for option in options:
            wrong += said(program, folder, "audit", *evidence, option, path, "a.yml")
    return wrong


def run(program, folder, out, arguments, formats):
    outputs = [f"--format={name}:{os.path.join(out, name)}" for name in formats]
    done = subprocess.run([program, *arguments, "--as-of", "2026-11-28", *outputs, "."], cwd=folder, timeout=60,
                          stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    wrong = [] if done.returncode in (0, 1, 2) else [f"ended with {done.returncode}: {done.stderr[:300]}"]
    for name in formats:
        path = os.path.join(out, name)
        size = os.path.getsize(path) if os.path.exists(path) else 0
        if size == 0 or size > MOST:
            wrong.append(f"{name} has {size} bytes")
    return wrong


def main():
    program = os.path.abspath(sys.argv[1])
    failures = 0
    for name, files in CASES.items():
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as out:
            for path, text in files.items():
                with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                    file.write(text)
            wrong = run(program, folder, out, ["lint", "--show-undecided", "--show-suppressed"], FORMATS)
            wrong += [f"audit: {one}" for one in run(program, folder, out, ["audit"], AUDITS)]
            with open(os.path.join(out, "compact"), encoding="utf-8") as file:
                if name.startswith("the name in") and "xxx… (2,000,000 bytes)'" not in file.read():
                    wrong.append("does not say what was cut")
        failures += bool(wrong)
        for one in wrong:
            print(f"{name}: {one}")
    for name, export in EVIDENCE.items():
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as out:
            wrong = run_on_evidence(program, folder, out, export)
        failures += bool(wrong)
        for one in wrong:
            print(f"evidence, {name}: {one}")
    print(f"{len(CASES) + len(EVIDENCE)} long texts, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
