#!/usr/bin/env python3
"""Nothing that a change makes slips past --changed-since and --staged, over generated histories.

usage: changes.py AMLINT [SEED [COUNT]]

Each history is a state of a repository, a change of it, and options that hold for all of its runs. The state before and
the state after are linted in full, by a plain run; what only the run after has is new. Then holds, for the run with
--changed-since (committed, or partly untracked) and for that with --staged (while the working tree holds something else):
- every new finding is shown,
- the exit status is 2 where the plain run ends with 2, and 1 where a new finding is enough for that."""

import collections
import concurrent.futures
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile

SCHEMA = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"
PARAMETERS = "https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#"
DAY = "2026-11-28"
FACTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../rules/facts")
LINK = "LINK "  # what the text of a symbolic link begins with, before its target
SEED = 11
COUNT = 400
WORKERS = 2
RANKS = {"note": 1, "warning": 2, "error": 3}
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8", "TZ": "UTC",
               "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
               **{f"GIT_{who}_{what}": text for who in ("AUTHOR", "COMMITTER")
                  for what, text in (("NAME", "t"), ("EMAIL", "t@example.com"), ("DATE", "1700000000 +0000"))}}


def dump(tree):
    return json.dumps(tree, indent=2) + "\n"


def cluster(r, name):
    lines = ["type: amlcompute", f"name: {name}", f"size: {r.choice(['Standard_D4s_v5', 'Standard_NC4as_T4_v3', 'Standard_NC6'])}",
             f"min_instances: {r.choice([0, 0, 1, 2])}", f"max_instances: {r.choice([2, 4])}"]
    if r.random() < 0.3:
        lines.append("tags: {owner: a, environment: b, cost-center: c}")
    if r.random() < 0.2:
        lines[3] += f' # amlint: ignore[AML101] owner=a until={r.choice(["2026-01-01", "2027-01-31"])} reason="a demonstration"'
    return "\n".join(lines) + "\n"


def clusters(r):
    name = r.choice(["a", "b", "c"])
    return "---\n".join(cluster(r, f"{name}{i}") for i in range(r.randint(1, 3)))


def compute(name, nodes):
    return {"type": "Microsoft.MachineLearningServices/workspaces/computes", "apiVersion": "2024-04-01", "name": name,
            "location": "westeurope", "properties": {"computeType": "AmlCompute", "properties": {
                "vmSize": "Standard_D4s_v5", "scaleSettings": {"minNodeCount": nodes, "maxNodeCount": 4}}}}


def lock(r):
    return {"type": "Microsoft.Authorization/locks", "apiVersion": "2020-05-01", "name": r.choice(["k", "l"]),
            "properties": {"level": r.choice(["CanNotDelete", "ReadOnly"])}}


def template(r):
    """One parameter without a value in the file, some resources, and maybe a link to the template beside it."""
    resources = [compute(f"ws/t{i}", r.choice([0, 1, "[parameters('idle')]"])) for i in range(r.randint(1, 2))]
    if r.random() < 0.5:
        resources.append({"type": "Microsoft.MachineLearningServices/workspaces", "apiVersion": "2024-04-01", "name": "ws",
                          "location": "westeurope", "properties": {}})
    if r.random() < 0.3:
        resources.append(lock(r))
    if r.random() < 0.4:
        resources.append({"type": "Microsoft.Resources/deployments", "apiVersion": "2022-09-01", "name": "d",
                          "properties": {"mode": "Incremental", "templateLink": {"relativePath": "linked.json"},
                                         "parameters": {"idle": {"value": r.choice([0, 1])}}}})
    idle = {"type": "int", **({"defaultValue": r.choice([0, 1])} if r.random() < 0.5 else {})}
    return dump({"$schema": SCHEMA, "contentVersion": "1.0.0.0", "parameters": {"idle": idle}, "resources": resources})


def linked(r):
    return dump({"$schema": SCHEMA, "contentVersion": "1.0.0.0",
                 "parameters": {"idle": {"type": "int", "defaultValue": 0}},
                 "resources": [compute("ws/linked", r.choice([0, 3, "[parameters('idle')]"]))]})


def locks(r):
    return dump({"$schema": SCHEMA, "contentVersion": "1.0.0.0", "resources": [lock(r)]})


def parameters(r):
    return dump({"$schema": PARAMETERS, "contentVersion": "1.0.0.0", "parameters": {"idle": {"value": r.randint(0, 3)}}})


def exceptions(r):
    if r.random() < 0.1:
        return "exceptions:\n  - {id: EX-1, ruls: [AML101]}\n"
    entries = [f'  - {{id: EX-{i}, rules: [{r.choice(["AML101", "AML601", "AML302"])}], paths: [{r.choice(["a.yml", "sub/**", "main.json", "**"])}],'
               f' blanket: true, owner: o, reason: "a reason that is long enough", expires: {r.choice(["2026-12-31", "2026-01-01"])}}}\n'
               for i in range(r.randint(0, 2))]
    return "exceptions:\n" + "".join(entries) if entries else "exceptions: []\n"


def rule(r):
    if r.random() < 0.15:
        return "id: X001\nname: own-rule\nnonsense: true\n"
    return (f"id: X001\nname: own-rule\ntitle: Own\ncategory: cost\nseverity: {r.choice(['note', 'warning', 'error'])}\n"
            "profile: minimal\ntype: Microsoft.MachineLearningServices/workspaces/computes\n"
            f"if: {{field: scaleSettings.maxNodeCount, greater: {r.randint(1, 4)}}}\nat: name\n"
            "message: \"'{name}' may grow.\"\nwhy: Because.\nfix: Lower it.\n")


def policy(r):
    """Compares with the size, by an alias of the catalogue, or with what only the context says."""
    if r.random() < 0.1:
        return dump({"name": "p001", "properties": {"policyRule": {"if": {"field": "type"}, "then": {"effect": "audit"}}}})
    return dump({"name": "p001", "properties": {"displayName": "Own policy", "mode": "All", "policyRule": {
        "if": {"allOf": [{"field": "type", "equals": "Microsoft.MachineLearningServices/workspaces/computes"}, r.choice([
            {"field": "Microsoft.MachineLearningServices/workspaces/computes/ownSize", "equals": "Standard_D4s_v5"},
            {"field": "name", "like": r.choice(["*a*", "*t0"])},
            {"value": "[resourceGroup().location]", "equals": r.choice(["westeurope", "northeurope"])}])]},
        "then": {"effect": r.choice(["audit", "deny", "disabled"])}}}})


def aliases(r):
    path = r.choice(["properties.properties.vmSize", "properties.properties.vmPriority", "properties.vmSize"])
    return dump({"namespace": "Microsoft.MachineLearningServices", "resourceTypes": [
        {"resourceType": "workspaces/computes", "aliases": [
            {"name": "Microsoft.MachineLearningServices/workspaces/computes/ownSize", "defaultPath": path}]}]})


def series(r):
    """Some rows of the table of series, retired at other times."""
    with open(os.path.join(FACTS, "vm-series.csv"), encoding="utf-8") as file:
        lines = file.read().splitlines()
    rows = [line for line in lines[1:] if line.split(",")[0] in ("NC", "NCasT4_v3", "Dsv5")]
    day = r.choice(["2023-09-06", "2027-03-31", "2099-01-01"])
    kept = [line.replace("2023-09-06", day) for line in rows if r.random() < 0.8]
    return "\n".join(lines[:1] + kept) + "\n"


def context(r):
    return f"resourceGroup: {{name: rg, location: {r.choice(['westeurope', 'northeurope'])}}}\n"


def script(r):
    return "#!/bin/sh\n" + r.choice(["az ml compute create -f a.yml\n", "az ml job create -f job.yml\n"])


def link(r):
    return LINK + r.choice(["a.yml", "b.yml", "sub/c.yml", "main.json", "gone.yml", "../outside.yml"])


def config(r, extends=True):
    lines = [f"select: [{', '.join(r.sample(['AML101', 'AML201', 'AML302', 'AML601', 'AML401', 'X001', 'p001', 'AML9', 'AML211'], r.randint(1, 6)))}]"]
    if r.random() < 0.4:
        lines.append("policies: [policies]")
    if r.random() < 0.2:
        lines.append("facts: facts")
    if r.random() < 0.3:
        lines.append(f"context: {{resourceGroup: {{location: {r.choice(['westeurope', 'northeurope'])}}}}}")
    if r.random() < 0.8:
        lines.append(f"unread: {r.choice(['note', 'ignore', 'note', 'error'])}")
    if r.random() < 0.7:
        lines.append("workspaces:\n  - {name: ws, resourceGroup: rg, location: westeurope, paths: ['**']}")
    if r.random() < 0.5:
        lines.append("exceptions: [amlint-exceptions.yml]")
    if r.random() < 0.5:
        lines.append("rules: [own]")
    if r.random() < 0.3:
        lines.append(f"severity: {{AML101: {r.choice(['note', 'error', 'off'])}}}")
    if r.random() < 0.2:
        lines.append(f"exclude: [{r.choice(['sub/**', 'locks.json', 'b.yml'])}]")
    if r.random() < 0.3:
        lines.append("baseline: known.json")
    if r.random() < 0.2:
        lines.append(f"failOn: {r.choice(['note', 'error'])}")
    if extends and r.random() < 0.3:
        lines.append("extends: base.yml")
    if r.random() < 0.05:
        lines.append("nonsense: 1")
    return "\n".join(lines) + "\n"


def base_config(r):
    return config(r, extends=False)


def small_config(r):
    return f"select: [{r.choice(['AML101', 'AML302', 'AML401'])}]\n"


def ignored(r):
    return r.choice(["", "sub/\n", "locks.json\n", "b.yml\n", "*.parameters.json\n", "main.json\n"])


def broken(r):
    return r.choice(["type: amlcompute\nname: [\n", "name: {a: \n  type: amlcompute", "\ttype: amlcompute\n"])


def owners(r):
    return r.choice(["* @team\n", "/docs @team\n"])


def baseline(r):
    """Made from what the plain run says: see `fill_baselines`."""
    return f"BASELINE {r.randint(0, 3)}\n"


# path: (maker, how likely it is there at first)
FILES = {
    "a.yml": (clusters, 0.9), "b.yml": (clusters, 0.6), "sub/c.yml": (clusters, 0.5), "sub/deep/d.yml": (clusters, 0.3),
    "main.json": (template, 0.7), "main.parameters.json": (parameters, 0.4), "main.parameters.dev.json": (parameters, 0.2),
    "linked.json": (linked, 0.4), "locks.json": (locks, 0.3), "sub/locks.json": (locks, 0.2),
    "amlint.yml": (config, 0.7), "base.yml": (base_config, 0.5), "sub/amlint.yml": (small_config, 0.1),
    "amlint-exceptions.yml": (exceptions, 0.6), "own/rule.yml": (rule, 0.5), "known.json": (baseline, 0.4),
    ".amlintignore": (ignored, 0.15), ".gitignore": (ignored, 0.15), "CODEOWNERS": (owners, 0.1),
    "broken.yml": (broken, 0.05), "notes.txt": (ignored, 0.2),
    "policies/p.json": (policy, 0.6), "catalogue.json": (aliases, 0.9), "facts/vm-series.csv": (series, 0.7),
    "context.yml": (context, 0.9), "make.sh": (script, 0.1), "deploy": (script, 0.1), "link.yml": (link, 0.3),
}
LINTED = ["a.yml", "b.yml", "sub/c.yml", "sub/deep/d.yml", "main.json", "locks.json", "sub/locks.json", "main.parameters.json"]


# Options of all runs of a history, and how likely each is.
OPTIONS = [(["--touched", "line"], 0.2), (["--touched", "file"], 0.2), (["--config-from", "base"], 0.2),
           (["--context", "context.yml"], 0.2), (["--aliases", "catalogue.json"], 0.6), (["--policy", "policies"], 0.2),
           (["--facts", "facts"], 0.1)]


def make_options(r):
    return [word for words, likely in OPTIONS if r.random() < likely for word in words]


def make_state(r):
    return {path: make(r) for path, (make, likely) in FILES.items() if r.random() < likely}


def edit_line(r, text):
    """One line changed, doubled or taken away: a hunk in the middle of a file."""
    if text.startswith(LINK):
        return link(r)
    lines = text.splitlines(keepends=True)
    at = r.randrange(len(lines))
    lines[at:at + 1] = r.choice([[], [lines[at]] * 2, ["# a remark\n", lines[at]],
                                 [lines[at].replace("0", "1")], [lines[at].replace("1", "0")], [lines[at].replace("a", "z")]])
    return "".join(lines)


def change(r, state, log):
    state = dict(state)
    for _ in range(r.choice([1, 1, 1, 2, 3])):
        what = r.choice(["make", "make", "make", "delete", "rename", "line", "line", "swap"])
        path = r.choice(list(FILES))
        there = sorted(state)
        if what == "make":
            state[path] = FILES[path][0](r)
        elif what == "delete" and there:
            path = r.choice(there)
            del state[path]
        elif what == "rename" and there:
            old, path = r.choice(there), r.choice(LINTED + ["moved.yml", "sub/moved.json"])
            state[path] = state.pop(old)
            path = f"{old} -> {path}"
        elif what == "line" and there:
            path = r.choice([one for one in there if state[one]] or there)
            state[path] = edit_line(r, state[path]) if state[path] else "\n"
        elif what == "swap" and "main.json" in state and "a.yml" in state:
            state["a.yml"] = "---\n".join(reversed(state["a.yml"].split("---\n")))
            path = "a.yml"
        log.append(f"{what} {path}")
    return state


class Repository:
    """A folder with git in it that takes one state after another; nothing but the state is in it."""

    def __init__(self, amlint, folder):
        self.amlint, self.folder = amlint, folder
        os.makedirs(folder)
        self.git("init", "-q", "-b", "main")
        self.tree = {}

    def git(self, *args, text=None):
        done = subprocess.run(["git", *args], cwd=self.folder, env=ENVIRONMENT, input=text, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"git {' '.join(args)}: {done.stderr}")
        return done.stdout

    def write(self, state):
        for path in set(self.tree) - set(state):
            os.unlink(os.path.join(self.folder, path))
            try:
                os.removedirs(os.path.dirname(os.path.join(self.folder, path)))
            except OSError:
                pass
        os.makedirs(self.folder, exist_ok=True)
        for path, text in state.items():
            full = os.path.join(self.folder, path)
            if self.tree.get(path) != text:
                os.makedirs(os.path.dirname(full), exist_ok=True)
                if os.path.lexists(full):
                    os.unlink(full)
                if text.startswith(LINK):
                    os.symlink(text[len(LINK):], full)
                    continue
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
        self.tree = dict(state)

    def stage(self):
        self.git("add", "-A", "-f", ".")

    def commit(self):
        self.stage()
        self.git("commit", "-q", "--allow-empty", "--no-verify", "-m", "state")

    def lint(self, *args):
        done = subprocess.run([self.amlint, "--format", "json", "--as-of", DAY, "--jobs", "1", *args], cwd=self.folder,
                              env=ENVIRONMENT, capture_output=True, text=True)
        try:
            return done.returncode, json.loads(done.stdout)
        except json.JSONDecodeError:
            raise RuntimeError(f"amlint {' '.join(args)}: status {done.returncode}, {done.stderr}") from None


def key_of(finding):
    """All that makes a finding what it is, but for its lines. A missing file is told in other words where git is asked."""
    message, fingerprint = finding["message"], finding["fingerprint"]
    if "cannot be opened" in message or "does not exist" in message:
        message = fingerprint = "missing"
    return (finding["rule"], finding["file"], fingerprint, finding["status"], finding["severity"], message,
            tuple(finding["parameterFiles"]))


def keys_of(report):
    return collections.Counter(key_of(one) for one in report["findings"])


def words_of(key):
    return f"{key[1]}: {key[4]}[{key[0]}] ({key[3]}) {key[5]}"


def fails(report, new):
    """Whether a new finding alone is enough for the exit status 1."""
    return any(one["status"] == "active" and not one["baselined"] and key_of(one) in new
               and RANKS[one["severity"]] >= report["threshold"] for one in report["findings"])


def threshold_of(state):
    """The least severity that fails, by the configuration at the root; as documented, `warning` unless it says otherwise,
    and what extends replaces what is extended."""
    found = 2
    for path in ("base.yml", "amlint.yml"):
        text = state.get(path, "")
        if path == "base.yml" and "extends: base.yml" not in state.get("amlint.yml", ""):
            continue
        for line in text.splitlines():
            if line.startswith("failOn: "):
                found = RANKS.get(line.split()[1], 9)
    return found


def judge(mode, plain, new, filtered):
    status, report = filtered
    shown = keys_of(report)
    faults = [f"{mode} hides {words_of(key)}" for key, count in new.items() if shown[key] < count]
    if plain[0] == 2 and status != 2:
        faults.append(f"{mode} ends with {status} where the plain run ends with 2")
    if plain[0] != 2 and status == 0 and fails(plain[1], new):
        faults.append(f"{mode} ends with 0 in spite of a new finding")
    if plain[0] != 2 and status == 2:
        faults.append(f"{mode} ends with 2 where the plain run ends with {plain[0]}: {report['notices']}")
    return faults


def fill_baselines(repository, *states):
    """A baseline knows some of what there is without one."""
    for state in states:
        for path, text in state.items():
            if text.startswith("BASELINE"):
                repository.write({**{p: t for p, t in state.items() if not t.startswith("BASELINE")}})
                found = [one for one in repository.lint()[1]["findings"] if one["status"] == "active"]
                keep = int(text.split()[1]) if text.split()[1:] and text.split()[1].isdigit() else 0
                state[path] = dump({"version": 1, "findings": [
                    {"rule": one["rule"], "path": one["file"], "fingerprint": one["fingerprint"], "since": "2026-11-01",
                     "message": one["message"]} for one in found[keep:]]})


NAMED = {"--policy": "policies/", "--facts": "facts/", "--aliases": "catalogue.json", "--context": "context.yml"}


def is_untracked(options, after, other):
    """Whether the options name what the working tree has and the index lacks: with --staged, too, it counts."""
    return any(option in options and any(path.startswith(name) for path in other)
               and not any(path.startswith(name) for path in after) for option, name in NAMED.items())


def run_history(repository, seed):
    r = random.Random(seed)
    before, log, options = make_state(r), [], make_options(r)
    after = change(r, before, log)
    other = change(r, after if r.random() < 0.5 else before, [])
    fill_baselines(repository, before, after, other)
    repository.write(before)
    repository.commit()
    repository.git("tag", "-f", "base")
    known = keys_of(repository.lint(*options)[1])
    repository.write(after)
    repository.stage()
    plain = repository.lint(*options)
    plain[1]["threshold"] = threshold_of(before if "--config-from" in options else after)
    new = keys_of(plain[1]) - known
    repository.write(other)
    staged = repository.lint(*options, "--staged")
    repository.write(after)
    how = r.choice(["committed", "staged", "untracked"])
    if how == "committed":
        repository.commit()
    elif how == "untracked":
        repository.git("reset", "-q")
    since = repository.lint(*options, "--changed-since", "HEAD~1" if how == "committed" else "HEAD")
    faults = [] if is_untracked(options, after, other) else judge("--staged", plain, new, staged)
    if how != "untracked" or ".gitignore" not in after:  # what is new and ignored is not told by git
        faults += judge(f"--changed-since ({how})", plain, new, since)
    return new, len(plain[1]["findings"]), len(since[1]["findings"]), [f"history {seed} {' '.join(options)}: {', '.join(log)}: {one}" for one in faults]


def run_share(amlint, folder, seeds):
    repository, results = Repository(amlint, folder), []
    for seed in seeds:
        try:
            results.append(run_history(repository, seed))
        except RuntimeError as error:
            results.append(({}, 0, 0, [f"history {seed}: {error}"]))
    return results


def main():
    amlint = os.path.abspath(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else SEED
    count = int(sys.argv[3]) if len(sys.argv) > 3 else COUNT
    print(f"seed {seed}, {count} histories")
    top = tempfile.mkdtemp(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    try:
        seeds = [f"{seed}.{i}" for i in range(count)]
        with concurrent.futures.ProcessPoolExecutor(WORKERS) as pool:
            shares = [pool.submit(run_share, amlint, os.path.join(top, str(i)), seeds[i::WORKERS]) for i in range(WORKERS)]
            results = [one for share in shares for one in share.result()]
    finally:
        shutil.rmtree(top)
    faults = [fault for one in results for fault in one[3]]
    print("\n".join(faults))
    made = sum(1 for one in results if one[0])
    total, shown = sum(one[1] for one in results), sum(one[2] for one in results)
    print(f"{len(results)} histories, {made} of which make findings; {total} findings, {shown} shown; {len(faults)} faults")
    sys.exit(1 if faults or made < count // 4 or shown >= total else 0)


if __name__ == "__main__":
    main()
