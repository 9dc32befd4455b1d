"""What tests/ci/test-record does: the evidence record in any order of inputs and any number of threads, and every
single change in it and in what it was made of.

Usage: record.py AMLINT SCHEMA
"""
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile

AMLINT, SCHEMA = sys.argv[1:3]
GROUP = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-ml"
WORKSPACE = GROUP + "/providers/Microsoft.MachineLearningServices/workspaces/ws-ml"
AS_OF = ["--as-of", "2026-11-21"]
SHUFFLES, THREADS, MOST_CHANGES = 20, (1, 2, 8), 240
failures = []


def check(holds, what):
    if not holds:
        failures.append(what)
        print("FAILED:", what)


def write(path, content):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(content if isinstance(content, str) else json.dumps(content, indent=1))


def compute(name, **settings):
    base = {"id": f"{WORKSPACE}/computes/{name}", "name": name, "type": "amlcompute", "size": "STANDARD_DS3_V2",
            "min_instances": 0, "max_instances": 4, "idle_time_before_scale_down": 120.0, "provisioning_state": "Succeeded"}
    return base | settings


def estate():
    write("amlint.yml", "workspaces:\n  - {name: ws-ml, resourceGroup: rg-ml, subscription: 00000000-0000-0000-0000-000000000001,"
          " location: westeurope}\nexceptions: [exceptions.yml]\nevidence:\n  - {path: evidence/list.json, exported: 2026-11-20, by: ops}\n")
    write("exceptions.yml", "exceptions:\n" + "".join(
        f"  - {{id: EX-{i}, rules: [AML801], resource: {{name: c{i}}}, property: scaleSettings.minNodeCount, owner: team-{i % 2},"
        f" reason: The minimum was raised, ticket: OPS-{i}, approver: alice, created: 2026-10-0{i}, expires: 2026-12-0{i}}}\n"
        for i in range(1, 5)))
    for i in range(8):
        write(f"clusters/c{i}.yml", f"name: c{i}\ntype: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 0\nmax_instances: 4\n"
              f"idle_time_before_scale_down: 120\ntags: {{team: t{i}}}\n")
    write("clusters/waived.yml", "name: waived\ntype: amlcompute\nsize: Standard_DS3_v2\n"
          "min_instances: 1 # amlint: ignore[AML101] owner=team-1 until=2027-01-31 reason=\"warm nodes for the demo\"\n")
    write("evidence/list.json", [compute(f"c{i}", min_instances=i % 3, tags={"team": f"t{i % 5}"}) for i in range(6)]
          + [compute("extra", max_instances=9)])
    write("evidence/show.json", {"id": f"{WORKSPACE}/computes/c7", "name": "c7", "type": "Microsoft.MachineLearningServices/workspaces/computes",
          "properties": {"computeType": "AmlCompute", "properties": {"vmSize": "STANDARD_DS3_V2", "scaleSettings": {"minNodeCount": 0, "maxNodeCount": 3}}}})
    write("evidence/locks.json", [{"id": f"{GROUP}/providers/Microsoft.Authorization/locks/keep", "level": "ReadOnly", "name": "keep",
          "resourceGroup": "rg-ml", "type": "Microsoft.Authorization/locks"}])
    write("evidence/usage.json", [{"id": GROUP[:GROUP.index("/resourceGroups")] + "/providers/Microsoft.MachineLearningServices/locations/westeurope/usages",
          "currentValue": 4, "limit": 8, "unit": "Count", "name": {"value": "standardDSv2Family"}}])
    write("evidence/workspaces.yml", f"- id: {WORKSPACE}\n  name: ws-ml\n  location: westeurope\n  public_network_access: Enabled\n")


def operands(shuffle=None):
    declared = sorted("clusters/" + name for name in os.listdir("clusters"))
    evidence = sorted("evidence/" + name for name in os.listdir("evidence"))
    words = declared + [word for path in evidence for word in (f"--evidence={path}",)]
    if shuffle is not None:
        shuffle.shuffle(words)
    return words


def run(*arguments):
    done = subprocess.run([AMLINT, "audit", *arguments], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def record(path, *arguments):
    status, _, said = run("-q", *AS_OF, "--record", path, *arguments)
    check(status in (0, 1), f"a record is written: {said}")
    with open(path, "rb") as file:
        return file.read()


def shuffles():
    expected, page = record("r.json", *operands()), record("r.html", *operands())
    for i in range(SHUFFLES):
        for threads in THREADS:
            words = operands(random.Random(i))
            check(record("again.json", f"-j{threads}", *words) == expected, f"shuffle {i} with {threads} threads: the same bytes")
        check(record("again.html", *words) == page, f"shuffle {i}: the same page")
    return json.loads(expected)


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, item in value.items():
            if path or key != "signatures":
                yield from leaves(item, path + (key,))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, path + (i,))
    if path:
        yield path


def altered(value):
    if value == "2026-11-21":
        return "2026-11-22"
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return "other" if value is None else value + "x" if isinstance(value, str) else None


def change(content, path):
    """A copy with one change: another leaf, or a list or an object that is gone. None where it would change nothing."""
    out = copy.deepcopy(content)
    at = out
    for key in path[:-1]:
        at = at[key]
    if not isinstance(at[path[-1]], (dict, list)):
        at[path[-1]] = altered(at[path[-1]])
    elif isinstance(path[-1], int):
        del at[path[-1]]
    else:
        return None
    return out


def verify(path, what):
    status, told, said = run("-q", *operands(), "--verify", path)
    if path != "r.json" and status == 2 and "is not a record" in said:
        return  # it has not even the shape of one, which is found, too
    # 2: the change also keeps something from being read
    check(status in (1, 2) and re.search(r"in the record, .* now\.$", told, re.M) is not None, f"{what}: '{told[:200]}' {said[:200]}")


def changes_of_record(content):
    status, told, said = run(*operands(), "--verify", "r.json")
    check((status, told) == (0, "The record matches this run.\n"), f"it matches: {told}{said}")
    paths = list(leaves(content))
    step = max(1, len(paths) // MOST_CHANGES)
    tried = 0
    for path in paths[::step]:
        other = change(content, path)
        if other is not None:
            write("other.json", other)
            verify("other.json", f"a change of the record at {path}")
            tried += 1
    return tried


def changes_of_inputs():
    """Of what the record was made of: one letter or digit of a value each."""
    tried = 0
    for folder, names in (("evidence", sorted(os.listdir("evidence"))), ("clusters", sorted(os.listdir("clusters"))), (".", ["exceptions.yml", "amlint.yml"])):
        for name in names:
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            places = [match.start() for match in re.finditer(r"(?<=[: -])[0-9]", text)][:12] or [len(text) - 2]
            for at in places:
                write(path, text[:at] + ("7" if text[at] != "7" else "8") + text[at + 1:])
                verify("r.json", f"a change of {path} at {at}")
                tried += 1
            write(path, text)
    return tried


def valid(content):
    try:
        import jsonschema
    except ImportError:
        print("not checked against the schema: there is no jsonschema")
        return
    with open(SCHEMA, encoding="utf-8") as file:
        schema = json.load(file)
    for error in jsonschema.Draft202012Validator(schema).iter_errors(content):
        check(False, f"the schema: {list(error.path)}: {error.message}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        estate()
        content = shuffles()
        valid(content)
        states = {item["state"] for item in content["resources"]}
        check(states >= {"differs", "not declared", "missing", "as declared"}, f"the estate has something of everything: {states}")
        of_record, of_inputs = changes_of_record(content), changes_of_inputs()
        check(of_record >= 50 and of_inputs >= 50, "there are fifty changes of either")
        print(f"{SHUFFLES} orders, {of_record} changes of the record, {of_inputs} of its inputs; {len(failures)} failures")
        os.chdir("/")
    sys.exit(1 if failures else 0)


main()
