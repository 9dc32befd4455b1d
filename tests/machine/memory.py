"""Every command and format on a machine whose memory runs out: each allocation is refused once, alone and with all
later ones. Whatever happens, the program neither crashes nor leaks, exits with 2, says in no report that all was
checked, and leaves every file whole. Where a thread cannot start, the others do its work, and all is as ever.

    memory.py AMLINT LIBRARY SOURCE [--all] [--case WORD] [--points N] [--jobs N]

LIBRARY is what failing_malloc.c becomes. Without --all each case is tried at some N points of each kind, spread over
the run; which ones is always the same."""

import argparse
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

REPORTS = "text compact sarif json jsonl github gitlab azure junit markdown checkstyle rdjson".split()
AUDITS = "text json csv markdown html".split()
DRIFTS = "text sarif json csv html".split()
DAY = ["--as-of", "2026-11-27"]


def cases():
    """(name, folder of fixtures, arguments, writes): what writes gets a fresh folder each time."""
    for form in REPORTS:
        yield f"lint {form}", "audit", ["lint", "-j", "1", "-u", "--show-suppressed", "--format", form, *DAY, "."], False
    yield "lint templates", "templates", ["lint", "-j", "1", "--isolated", "--format", "json", *DAY, "."], False
    yield "lint two threads", "audit", ["lint", "-j", "2", "--format", "json", *DAY, "."], False
    for form in ("text", "sarif"):
        yield f"lint two threads {form}", "audit", ["lint", "-j", "2", "-u", "--show-suppressed", "--format", form, *DAY, "."], False
    yield "lint to files", "audit", ["lint", "-j", "1", "--format", "sarif:out.sarif", "--format", "json:out.json", *DAY, "."], True
    yield "lint staged", "git", ["lint", "-j", "1", "--staged", "--format", "json", *DAY, "."], False
    yield "lint changes", "history", ["lint", "-j", "1", "--changed-since", "HEAD", "--config-from", "HEAD", "--format", "json", *DAY, "."], False
    yield "lint long numbers", "numbers", ["lint", "-j", "1", "--format", "json", *DAY, "."], False
    for form in AUDITS:
        yield f"audit {form}", "audit", ["audit", "-j", "1", "--format", form, *DAY, "."], False
    yield "audit earlier", "audit", ["audit", "-j", "1", "--earlier", "earlier.json", "--format", "json", *DAY, "."], False
    for form in DRIFTS:
        yield f"drift {form}", "drift", ["drift", "-j", "1", "-v", "--evidence", "evidence", "--format", form, *DAY, "declared"], False
    yield "audit record", "drift", ["audit", "-j", "1", "--evidence", "evidence", "--record", "r.json", "--record", "r.html", *DAY, "declared"], True
    yield "audit verify", "drift", ["audit", "-j", "1", "--evidence", "evidence", "--verify", "filed.json", "--since", "filed.json", *DAY, "declared"], False
    yield "fix", "clusters", ["fix", "-j", "1", "--unsafe", *DAY, "."], True
    yield "fix diff", "clusters", ["fix", "-j", "1", "--unsafe", "--diff", *DAY, "."], False
    yield "baseline create", "audit", ["baseline", "create", "--baseline", "b.json", *DAY, "."], True
    yield "baseline show", "audit", ["baseline", "show", "--baseline", "baseline.json", *DAY, "."], False
    yield "exceptions add", "audit", ["exceptions", "add", "EX-77", "-e", "exceptions.yml", "--rule", "AML101", "--path", "pricing/twice.yml",
          "--owner", "pricing", "--reason", "The nodes are prepared by hand until the end of the year", "--ticket",
          "OPS-177", "--expires", "2027-01-31", "--approver", "alice", *DAY], True
    yield "exceptions renew", "audit", ["exceptions", "renew", "EX-01", "-e", "exceptions.yml", "--expires", "2027-06-30", *DAY], True
    yield "exceptions revoke", "audit", ["exceptions", "revoke", "EX-01", "-e", "exceptions.yml", "--by", "alice", "--reason",
          "The nodes are gone", *DAY], True
    yield "exceptions remove", "audit", ["exceptions", "remove", "EX-01", "-e", "exceptions.yml"], True
    yield "test", "audit", ["test", "AML101", "AML201"], False
    yield "test file", "rules", ["test", "rule.yml"], False
    yield "expand", "estate", ["expand", "platform/workspaces/main.json"], False
    yield "expand text", "estate", ["expand", "--format", "text", "platform/workspaces/main.json"], False
    yield "eval", "estate", ["eval", "[format('{0}-{1}', toUpper('a'), add(1, 2))]"], False
    yield "eval policy", "audit", ["eval", "--policy", "policy/definition.json", "--resource", "platform/resource.json"], False
    for form in ("text", "json", "markdown"):
        yield f"explain {form}", "audit", ["explain", "AML101", "AML301", "--format", form], False
        yield f"rules {form}", "audit", ["rules", "--format", form], False
        yield f"facts {form}", "audit", ["facts", "size", "Standard_NC6s_v3", "--format", form], False
    yield "print-config", "audit", ["lint", "--print-config", "pricing"], False
    yield "schema", "audit", ["schema", "config"], False
    yield "init", "empty", ["init"], True
    yield "completion", "audit", ["completion", "bash"], False
    yield "help", "audit", ["help", "lint"], False
    yield "version", "audit", ["--version", "--verbose"], False


def make_folder(source, kind, target, amlint):
    """The files that a case runs over."""
    if os.path.isdir(os.path.join(source, "fixtures", kind)):
        shutil.copytree(os.path.join(source, "fixtures", kind), target)
    else:
        os.makedirs(target)
    write = lambda name, text: open(os.path.join(target, name), "w", encoding="utf-8").write(text)
    if kind == "rules":
        shutil.copy(os.path.join(source, "rules", "AML101.yml") if os.path.exists(os.path.join(source, "rules", "AML101.yml"))
                    else find_rule(source, "AML101"), os.path.join(target, "rule.yml"))
    elif kind == "numbers":
        digits = "1" * 90
        write("c.yml", f"name: c\ntype: amlcompute\nmax_instances: {digits}\ntags:\n  a: 0.{digits}\n")
        write("t.json", '{"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#", '
              f'"contentVersion": "1.0.0.0", "resources": [], "outputs": {{"o": {{"type": "object", "value": 0.{digits}}}}}}}')
    elif kind in ("git", "history"):
        shutil.copytree(os.path.join(source, "fixtures", "demo"), target, dirs_exist_ok=True)
        run = lambda *words: subprocess.run(["git", "-C", target, *words], check=True, capture_output=True)
        run("init", "-q")
        run("add", ".")
        if kind == "history":
            run("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", "all")
            write("new.yml", "name: new\ntype: amlcompute\nsize: Standard_NC6\nmin_instances: 1\n")
            run("add", ".")
    if kind == "drift":
        make_drift(target, write)
        subprocess.run([amlint, "audit", "--evidence", "evidence", "--record", "filed.json", *DAY, "declared"], cwd=target, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if kind == "audit":
        with open(os.path.join(target, "earlier.json"), "wb") as out:
            subprocess.run([amlint, "audit", "--format", "json", *DAY, "."], cwd=os.path.join(source, "fixtures", "audit"),
                           stdout=out, check=False)


def make_drift(target, write):
    """A cluster that runs differently, one that nobody declares and one that is gone."""
    os.makedirs(os.path.join(target, "declared"))
    os.makedirs(os.path.join(target, "evidence"))
    write("amlint.yml", "workspaces:\n  - {name: w, resourceGroup: g, subscription: s, paths: ['declared/**']}\n")
    for name in ("cpu", "gone"):
        write(f"declared/{name}.yml", f"name: {name}\ntype: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 0\ntags: {{team: a}}\n")
    one = lambda name: {"id": f"/subscriptions/s/resourceGroups/g/providers/Microsoft.MachineLearningServices/workspaces/w/computes/{name}",
                        "name": name, "type": "amlcompute", "size": "STANDARD_DS3_V2", "min_instances": 1}
    write("evidence/computes.json", json.dumps([one("cpu"), one("new")]))


def find_rule(source, word):
    for folder, _, names in os.walk(os.path.join(source, "rules")):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith(".yml") and f"id: {word}\n" in open(path, encoding="utf-8").read():
                return path
    raise SystemExit(f"there is no rule {word}")


def read_folder(folder):
    found = {}
    for here, folders, names in os.walk(folder):
        folders[:] = [f for f in folders if f != ".git"]
        for name in names:
            path = os.path.join(here, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


class Runner:
    def __init__(self, options, top):
        self.options, self.top = options, top
        self.local = threading.local()
        self.folders = {}

    def folder(self, kind):
        if kind not in self.folders:
            self.folders[kind] = os.path.join(self.top, kind)
            make_folder(self.options.source, kind, self.folders[kind], self.options.amlint)
        return self.folders[kind]

    def run(self, case, at, on):
        """(exit status, output, complaints, files, [calls, refused, live] or None)"""
        _, kind, arguments, writes = case
        scratch = tempfile.mkdtemp(dir=self.top)
        folder = self.folder(kind)
        if writes:
            folder = shutil.copytree(folder, os.path.join(scratch, "w"))
        log = os.path.join(scratch, "log")
        environment = {"PATH": os.environ["PATH"], "HOME": scratch, "NO_COLOR": "1", "LC_ALL": "C.UTF-8",
                       "LD_PRELOAD": self.options.library, "FAILING_MALLOC_LOG": log, "FAILING_MALLOC_AT": str(at),
                       "FAILING_MALLOC_ON": "1" if on else "0"}
        try:
            done = subprocess.run([self.options.amlint, *arguments], cwd=folder, env=environment, capture_output=True,
                                  stdin=subprocess.DEVNULL, timeout=60, check=False)
            counts = [int(word) for word in open(log).read().split()] if os.path.exists(log) else None
            return done.returncode, done.stdout, done.stderr, read_folder(folder) if writes else None, counts
        finally:
            shutil.rmtree(scratch)


def judge(case, usual, got):
    """What is wrong with a run in which memory was refused; None where all is well."""
    status, output, complaints, files, counts = got
    if status < 0 or status > 2 or counts is None:
        return f"crashed with {status}: {complaints[-200:].decode(errors='replace')}"
    if counts[1] == 0:
        return None
    if status != 2:
        same = got[:4] == usual[:4]
        if same and counts[3] == counts[1]:
            return None  # a thread did not start, and the others did its work
        return f"exits with {status}, " + ("and all is as ever" if same else "and says something else than ever")
    if counts[2] > usual[4][2]:
        return f"leaks {counts[2] - usual[4][2]} blocks"
    if not output and not complaints:
        return "says nothing"
    try:
        report = json.loads(output)
    except ValueError:
        report = {}
    if case[0].startswith("lint") and isinstance(report, dict) and report.get("summary", {}).get("complete") is True:
        return "exits with 2, and its report says that all was checked"
    return judge_files(case, usual, files)


def judge_files(case, usual, files):
    if files is None:
        return None
    for name, content in files.items():
        if case[0] == "lint to files" and name.startswith("out."):
            content = None if b'"complete": true' in content or b'"executionSuccessful": true' in content else usual[3][name]
        elif case[0] == "audit record" and name in ("r.json", "r.html"):
            is_whole = b'\n  "complete": true' in content or (name == "r.html" and b"Not everything could be compared." not in content)
            content = content if is_whole else usual[3][name]
        elif case[0] == "fix" and name in case.before:
            continue  # some of its fixes may not have been found
        if content not in (usual[3].get(name), case.before.get(name)):
            return f"'{name}' is neither as it was nor as it is to be"
    for name in case.before:
        if name not in files:
            return f"'{name}' is gone"
    return None


class Case(tuple):
    before = {}


def points(calls, options):
    if options.all or calls <= options.points:
        return range(1, calls + 1)
    stride = calls / options.points
    return sorted({1 + int((i + 0.37) * stride) for i in range(options.points)} | {1, calls})


def try_case(runner, case, pool):
    if case[3]:
        case.before = read_folder(runner.folder(case[1]))
    usual = runner.run(case, 0, False)
    if usual[0] not in (0, 1, 2) or usual[4] is None:
        return 0, 0, [f"{case[0]}: cannot be run at all: {usual[2].decode(errors='replace')}"]
    calls = usual[4][0]
    chosen = [(at, on) for on in (False, True) for at in points(calls, runner.options)]
    wrong = []
    for (at, on), got in zip(chosen, pool.map(lambda point: runner.run(case, *point), chosen)):
        problem = judge(case, usual, got)
        if problem is not None:
            wrong.append(f"{case[0]}: refused at {at}{' and on' if on else ''}: {problem}")
    return calls, len(chosen), wrong


def read_options(points):
    parser = argparse.ArgumentParser()
    for name in ("amlint", "library", "source"):
        parser.add_argument(name, type=os.path.abspath)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--case", default="")
    parser.add_argument("--points", type=int, default=points)
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def main():
    options = read_options(14)
    failed = 0
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runner = Runner(options, top)
        for case in map(Case, cases()):
            if options.case not in case[0]:
                continue
            calls, tried, wrong = try_case(runner, case, pool)
            print(f"{case[0]:20} {calls:6} allocations {tried:6} runs {len(wrong):5} wrong", flush=True)
            for line in wrong[:5] + ([f"... and {len(wrong) - 5} more"] if len(wrong) > 5 else []):
                print(f"    {line}", flush=True)
            failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
