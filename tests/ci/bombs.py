#!/usr/bin/env python3
"""Small inputs that cost as much as they can: each is done or refused within bounds on memory.

usage: bombs.py AMLINT [--times] [--max-memory=MB] [--part=I/N] [--command=COMMAND] [NAME...]
--max-memory: linted with that limit, above which memory may not be by more than what the program itself takes.
--part: only every N-th measurement, from the I-th on. COMMAND: instead of linting, such as "fix --diff".

Each bomb is a folder of files below 1 MB in all. It is linted alone, with one worker; it holds when the program
ends by itself with status 0, 1 or 2, says which limit was reached where it is 2, and its peak of memory stays below
512 MB. What is large and does nothing out of proportion to its size (`work` below) must not be refused. Times are printed and, as other work on the machine changes them, judged only with --times."""

import ctypes
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile

import language_bombs
import setting_bombs

MEMORY_KB = 512 * 1024
PROGRAM_KB = 16 * 1024  # besides --max-memory
BYTES = 1_000_000
SECONDS = 2.0
DEADLINE = 20  # of processor time, after which a run is stopped; a run that only waits is, too, some time later
WAITING = 300
SCHEMA = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"
PARAMETERS = "https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#"
FILE_KB = 12.0  # for each of many small files, in every format
FORMATS = "text compact grouped json jsonl sarif github markdown junit".split()
PR_SET_CHILD_SUBREAPER = 36
CLUSTER = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"

BOMBS = {}


def bomb(function):
    BOMBS[function.__name__] = function
    return function


HONEST = set()


def work(function):
    HONEST.add(function.__name__)
    return bomb(function)


def template(resources, **more):
    return {"$schema": SCHEMA, "contentVersion": "1.0.0.0", **more, "resources": resources}


def compute(**more):
    return {"type": "Microsoft.MachineLearningServices/workspaces/computes", "apiVersion": "2024-04-01",
            "name": "w/c", "location": "westeurope", "properties": {"computeType": "AmlCompute"}, **more}


def copied(count=800, **more):
    return compute(**{"name": "[concat('w/c', copyIndex())]", "copy": {"name": "c", "count": count}, **more})


def deployment(name, inner, **more):
    return {"type": "Microsoft.Resources/deployments", "apiVersion": "2022-09-01", "name": name,
            "properties": {"mode": "Incremental", "expressionEvaluationOptions": {"scope": "inner"},
                           **inner}, **more}


def one(tree):
    return {"bomb.json": json.dumps(tree)}


def doubling(expression, depth=40, first="x"):
    """Variables, each made of the one before it twice."""
    names = {"v0": first}
    for i in range(1, depth):
        names[f"v{i}"] = expression.replace("?", f"variables('v{i - 1}')")
    return one(template([compute(tags={"t": f"[variables('v{depth - 1}')]"})], variables=names))


def evaluated(expression):
    return one(template([copied(tags={f"t{i}": expression for i in range(40)})]))


@bomb
def copy_x_copy_x_copy():
    loop = "[copyIndex('z')]"
    for name in "zyx":
        loop = {"copy": [{"name": name, "count": 800, "input": loop}]}
    return one(template([copied(tags=loop)]))


@bomb
def variable_copies():
    loop = {"copy": [{"name": "b", "count": 800, "input": "[format('{0}-{1}', copyIndex('a'), copyIndex('b'))]"}]}
    return one(template([copied(tags="[variables('a')[copyIndex()]]")],
                        variables={"copy": [{"name": "a", "count": 800, "input": loop}]}))


@bomb
def nested_deployments():
    inner = template([copied()])
    for i in range(6):
        inner = template([deployment(f"[concat('d{i}', copyIndex())]", {"template": inner},
                                     copy={"name": f"k{i}", "count": 800})])
    return one(inner)


@bomb
def nested_outer_scope():
    inner = template([copied()])
    for i in range(3):
        inner = template([{"type": "Microsoft.Resources/deployments", "apiVersion": "2022-09-01", "name": f"d{i}{k}",
                           "properties": {"mode": "Incremental", "template": inner}} for k in range(8)])
    return one(inner)


@bomb
def self_links():
    return one(template([deployment(f"d{i}", {"templateLink": {"relativePath": "bomb.json"}}) for i in range(8)]
                        + [compute()]))


@bomb
def mutual_links():
    links = [deployment(f"d{i}", {"templateLink": {"relativePath": "other.json"}},
                        copy={"name": "k", "count": 800}) for i in range(4)]
    back = [deployment(f"d{i}", {"templateLink": {"relativePath": "bomb.json"}}) for i in range(4)]
    return {"bomb.json": json.dumps(template(links + [copied()])), "other.json": json.dumps(template(back))}


@bomb
def doubling_text():
    return doubling("[concat(?, ?)]")


@bomb
def doubling_array():
    return doubling("[createArray(?, ?)]")


@bomb
def doubling_list():
    return doubling("[concat(?, ?)]", first=[1, 2])


@bomb
def doubling_object():
    return doubling("[createObject('a', ?, 'b', ?)]")


@bomb
def doubling_trees():
    pairs = {f"v{i}": {"a": f"[variables('v{i - 1}')]", "b": f"[variables('v{i - 1}')]"} for i in range(1, 61)}
    return one(template([compute(tags="[variables('v60')]")], variables={"v0": "x", **pairs}))


@bomb
def doubling_functions():
    members = {"f0": {"parameters": [{"name": "p", "type": "string"}],
                      "output": {"type": "string", "value": "[concat(parameters('p'), parameters('p'))]"}}}
    for i in range(1, 40):
        members[f"f{i}"] = {"parameters": [{"name": "p", "type": "string"}], "output": {
            "type": "string", "value": f"[concat(u.f{i - 1}(parameters('p')), u.f{i - 1}(parameters('p')))]"}}
    return one(template([compute(tags={"t": "[u.f39('x')]"})], functions=[{"namespace": "u", "members": members}]))


@bomb
def tags_x_copies():
    return one(template([copied(tags={f"t{i}": "[concat(variables('v'), copyIndex())]" for i in range(40)})],
                        variables={"v": "[padLeft('', 300000, 'x')]"}))


@bomb
def pad_left():
    return evaluated("[padLeft(string(copyIndex()), 8000000, 'x')]")


@bomb
def ranges():
    return evaluated("[length(range(copyIndex(), 10000))]")


@bomb
def map_of_ranges():
    return evaluated("[length(map(range(0, 10000), lambda('i', mul(lambdaVariables('i'), copyIndex()))))]")


@bomb
def lambdas_in_lambdas():
    inner = "lambdaVariables('a')"
    for name in "abcdef":
        inner = f"map(range(0, 100), lambda('{name}', {inner.replace('QQ', name)}))"
    return one(template([compute(tags={"t": f"[string({inner})]"})]))


@bomb
def reduced_text():
    return evaluated("[length(reduce(range(0, 9000), '', lambda('a', 'b', concat(string(lambdaVariables('a')), "
                     "'xxxxxxxxxxxxxxxx'))))]")


@bomb
def sorted_ranges():
    return evaluated("[first(sort(range(0, 10000), lambda('a', 'b', less(lambdaVariables('b'), "
                     "lambdaVariables('a')))))]")


@bomb
def unions():
    return evaluated("[length(union(range(0, 9000), range(copyIndex(), 9000)))]")


@bomb
def replaced():
    return one(template(
        [copied(tags={"t": "[replace(variables('v'), 'x', concat(variables('w'), copyIndex()))]"})],
        variables={"v": "[padLeft('', 3000, 'x')]", "w": "[padLeft('', 2000, 'y')]"}))


@bomb
def splits():
    return one(template([copied(tags={f"t{i}": "[length(split(variables('v'), 'x'))]" for i in range(40)})],
                        variables={"v": "[padLeft('', 300000, 'x')]"}))


@bomb
def many_computes():
    return one(template([copied(name=f"[concat('w/c{k}-', copyIndex())]") for k in range(250)]))


@bomb
def many_loops():
    return one(template([copied(name=f"[concat('w/c{k}-', copyIndex())]", dependsOn=["[concat('w/c', copyIndex())]"])
                         for k in range(2500)]))


@bomb
def parameter_files():
    files = one(template([copied(tags={"t": "[concat(parameters('p'), copyIndex())]"})],
                         parameters={"p": {"type": "string"}}))
    for i in range(64):
        files[f"bomb.parameters.{i}.json"] = json.dumps(
            {"$schema": PARAMETERS, "contentVersion": "1.0.0.0", "parameters": {"p": {"value": f"v{i}"}}})
    return files


@bomb
def templates_x_parameters():
    files = {}
    for i in range(300):
        files[f"m{i}.json"] = json.dumps(template([copied(tags={"t": "[concat(parameters('p'), copyIndex())]"})],
                                                  parameters={"p": {"type": "string"}}))
        files[f"m{i}.parameters.json"] = json.dumps(
            {"$schema": PARAMETERS, "contentVersion": "1.0.0.0", "parameters": {"p": {"value": f"v{i}"}}})
    return files


@bomb
def many_bombs():
    return {f"b{i}.json": copy_x_copy_x_copy()["bomb.json"] for i in range(400)}


@bomb
def laughs():
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    for i in range(1, 12):
        lines.append(f"a{i}: &a{i} [" + ",".join([f"*a{i - 1}"] * 10) + "]")
    return {"bomb.yml": CLUSTER + "type: amlcompute\nname: x\n" + "\n".join(lines) + "\ntags: *a11\n"}


@bomb
def merges():
    lines = ["b0: &b0 {" + ",".join(f"k{i}: {i}" for i in range(1000)) + "}"]
    for i in range(1, 3000):
        lines.append(f"b{i}: &b{i} {{<<: *b{i - 1}, x{i}: 1}}")
    return {"bomb.yml": CLUSTER + "type: amlcompute\nname: x\n" + "\n".join(lines) + "\ntags: *b2999\n"}


@work
def documents():
    return {"bomb.yml": (CLUSTER + "name: a\ntype: amlcompute\n---\n") * 7800}


@work
def clusters_in_full():
    text = "".join(f"{CLUSTER}name: gpu{i}\ntype: amlcompute\nlocation: westeurope\nsize: Standard_NC6s_v3\n"
                   "min_instances: 1\nmax_instances: 4\nidle_time_before_scale_down: 120\ntier: dedicated\n"
                   "identity:\n  type: system_assigned\ntags:\n  owner: me\n---\n" for i in range(3300))
    return {"bomb.yml": text}


@work
def small_files():
    return {f"c{i}.yml": CLUSTER + f"name: cluster-{i}\ntype: amlcompute\nmin_instances: 2\n" for i in range(5000)}


@work
def small_documents():
    return {"bomb.yml": "type: amlcompute\n---\n" * 45000}


@bomb
def broken_documents():
    return {"bomb.yml": CLUSTER + "type: amlcompute\n" + "---\na: [\n" * 100000}


@bomb
def long_name():
    return {"bomb.yml": CLUSTER + "type: amlcompute\nname: " + "x" * 900_000 + "\n"}


@work
def long_line():
    cluster = json.dumps(compute(), separators=(",", ":"))
    return one(template([json.loads(cluster) for _ in range(5500)]))


@bomb
def comments():
    return {"bomb.json": "/**/" * 240_000 + json.dumps(template([compute()])),
            "bomb.yml": CLUSTER + "type: amlcompute\nname: x\n" + "# amlint: ignore[AML101]\n" * 1000}


@bomb
def policies_x_resources():
    rule = {"field": "type", "equals": "Microsoft.MachineLearningServices/workspaces/computes"}
    deep = {"allOf": [rule] + [{"value": "[length(split(padLeft('', 20000, 'x'), 'x'))]", "equals": i} for i in range(3)]}
    policy = {"properties": {"displayName": "p", "mode": "All", "policyRule": {
        "if": {"not": deep}, "then": {"effect": "deny"}}}}
    files = one(template([copied(name=f"[concat('w/c{k}-', copyIndex())]") for k in range(4)]))
    files["amlint.yml"] = "policies: [policies]\n"
    for i in range(100):
        files[f"policies/p{i}.json"] = json.dumps(policy)
    return files


@bomb
def rules_x_resources():
    text = "".join(
        f"id: ORG{i:03}\nname: org-rule-{i}\ntitle: t\ncategory: cost\nseverity: warning\n"
        "type: Microsoft.MachineLearningServices/workspaces/computes\n"
        f"if: {{field: name, notEquals: zz{i}}}\nat: name\nmessage: \"org rule {i} found '{{name}}'\"\nwhy: w\n---\n"
        for i in range(900))
    return {"amlint.yml": "rules: [r.yml]\n", "r.yml": text,
            **one(template([copied(name=f"[concat('w/c{k}-', copyIndex())]") for k in range(4)]))}


@bomb
def regexes():
    names = "".join(CLUSTER + f"name: {'a' * 60}!{i}\ntype: amlcompute\n---\n" for i in range(3000))
    return {"bomb.yml": names,
            "amlint.yml": "rules: [r.yml]\n",
            "r.yml": "id: ORG001\nname: org-rule\ntitle: t\ncategory: cost\nseverity: warning\n"
                     "type: Microsoft.MachineLearningServices/workspaces/computes\n"
                     "if: {field: name, notMatches: '^(a|a|aa)+$'}\nat: name\nmessage: \"bad '{name}'\"\nwhy: w\n"}


@bomb
def tickets():
    lines = "".join(f"  # amlint: ignore[AML101] reason=\"of the night\" owner=bob ticket={'a' * 60}!{i}\n"
                    for i in range(3000))
    return {"amlint.yml": "governance: {ticketPattern: '^(a|a|aa)+$'}\n",
            "bomb.yml": CLUSTER + "name: x\ntype: amlcompute\n" + lines + "min_instances: 2\n"}


@bomb
def deep():
    return {"bomb.json": "[" * 400_000, "bomb.yml": CLUSTER + "type: amlcompute\nname: x\ntags: " + "{a: " * 100_000}


for more in (setting_bombs, language_bombs):
    BOMBS.update(more.BOMBS)
    HONEST.update(more.HONEST)


def start(command, folder, out):
    """The id of a process that a shell leaves to us: the peak of memory of one that we start ourselves is never below
    our own, for it begins as a copy of us. Its stack is
    small, for the program must not hang on that."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    line = f'ulimit -s 64; ulimit -t {DEADLINE}; out=$1; shift; "$@" > "$out" 2>&1 & echo $!'
    shell = subprocess.run(["sh", "-c", line, "sh", out, *command], cwd=folder, stdout=subprocess.PIPE, check=True)
    return int(shell.stdout)


def wait_for(child):
    """How a process ended, and what it used."""
    watched = os.pidfd_open(child)
    try:
        poll = select.poll()
        poll.register(watched, select.POLLIN)
        if not poll.poll(WAITING * 1000):
            os.kill(child, signal.SIGKILL)
    finally:
        os.close(watched)
    return os.wait4(child, 0)[1:]


def scratch():
    """Where thousands of files are made at no cost, if there is room for them."""
    memory = "/dev/shm"
    return memory if os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 1 << 30 else None


def says_limit(path):
    """Whether a report, which may be long, says anywhere that something was not checked."""
    words = re.compile(rb"AML001|AML003|AML004|AML014|limit|further problems")
    with open(path, "rb") as file:
        return any(words.search(line) for line in iter(lambda: file.readline(1 << 20), b""))


def measure(program, name, formats, words=(), limits=()):
    with tempfile.TemporaryDirectory(dir=scratch()) as folder:
        size = 0
        for path, text in BOMBS[name]().items():
            full = os.path.join(folder, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                size += file.write(text)
        assert size < BYTES, f"{name} has {size} bytes"
        out = os.path.join(folder, ".out")
        command = [program, *words, *setting_bombs.ARGUMENTS.get(name, []), *limits, "--jobs", "1", "--as-of", "2026-11-28", *formats, "."]
        child = start(command, folder, out)
        status, usage = wait_for(child)
        return {"bytes": size, "status": os.waitstatus_to_exitcode(status), "cpu": usage.ru_utime + usage.ru_stime, "kb": usage.ru_maxrss, "out": os.path.getsize(out), "told": says_limit(out)}


@work
def small_templates():
    return {f"m{i}.json": json.dumps(template([compute(name=f"w/c{i}")])) for i in range(3000)}


def weigh_small_files(program, name, form):
    """KB for each of many small files, beyond eight times its bytes."""
    many = BOMBS[name]()
    BOMBS["one_small_file"] = lambda: dict(list(many.items())[:1])
    one, all_ = (measure(program, of, ["--format", form]) for of in ("one_small_file", name))
    del BOMBS["one_small_file"]
    return (all_["kb"] - one["kb"] - 8 * all_["bytes"] / 1024) / len(many)


def faults_of(name, got, judges_time, most_kb=None):
    wrong = []
    if got["status"] not in (0, 1, 2):
        wrong.append("ended by a signal")
    if got["status"] == 2 and not got["told"]:
        wrong.append("does not say which limit")
    if got["status"] == 2 and name in HONEST and most_kb is None:
        wrong.append("is refused, although it is ordinary work")
    if got["kb"] > (most_kb or MEMORY_KB):
        wrong.append("too much memory")
    if judges_time and got["cpu"] > SECONDS:
        wrong.append("too much time")
    return wrong


def main():
    options = [a for a in sys.argv[1:] if a.startswith(("--times", "--max-memory=", "--part=", "--command="))]
    program, *names = [a for a in sys.argv[1:] if a not in options]
    given = dict(a.partition("=")[::2] for a in options)
    part, parts = map(int, given.get("--part", "1/1").split("/"))
    program = os.path.abspath(program)
    words = given.get("--command", "").split()
    most_kb, limits = None, []
    if "--max-memory" in given:
        megabytes = given["--max-memory"].removesuffix("M")
        limits = ["--max-memory", megabytes + "M"]
        most_kb = int(megabytes) * 1024 + PROGRAM_KB
    formats = []
    if names and names[0].startswith("--format"):
        formats = [names.pop(0)]
    failures = 0
    tried = (names or list(BOMBS))[part - 1::parts]
    for name in tried:
        got = measure(program, name, formats, words, limits)
        wrong = faults_of(name, got, "--times" in given, most_kb)
        failures += bool(wrong)
        print(f"{name:24} {got['bytes']:7} bytes, status {got['status']:3}, {got['cpu']:6.2f} s, "
              f"{got['kb'] // 1024:5} MB, {got['out'] // 1024:7} KB written {'; '.join(wrong)}", flush=True)
    weighed = [] if names or most_kb else [(name, form) for name in ("small_files", "small_templates") for form in FORMATS]
    for name, form in weighed[part - 1::parts]:
        each = weigh_small_files(program, name, form)
        failures += each > FILE_KB
        print(f"{name}, {form}: each takes {each:.1f} KB and 8 times its bytes (limit {FILE_KB} KB)", flush=True)
    print(f"{len(tried)} bombs, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
