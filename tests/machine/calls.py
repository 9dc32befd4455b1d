"""Every command on a system that fails: each call that concerns files fails once, reads or writes too little, finds
its file gone, or is met by a signal. Whatever happens, the program exits with 2 and says why, or all is as ever; files
are whole, old or new; and no temporary file is left behind, after a run that was killed with SIGKILL none by the next.

    calls.py AMLINT LIBRARY SOURCE [--all] [--case WORD] [--points N] [--jobs N]

LIBRARY is what failing_calls.c becomes. Without --all each case is tried at some N calls, always the same ones, and
at all that concern a temporary file."""

import concurrent.futures
import errno
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from memory import DAY, cases, make_folder, read_folder, read_options

WAYS = {"read": [f"errno:{errno.EIO}", "short"], "write": [f"errno:{errno.ENOSPC}", "short"],
        "open": [f"errno:{errno.EIO}", "vanish"], "openat": [f"errno:{errno.EIO}"]}
TEMPORARY = re.compile(r"(^|/)\..*\.[0-9a-f]{16}\.tmp$")
SIGNALS = [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU]


class Runner:
    def __init__(self, options, top):
        self.options, self.top, self.folders = options, top, {}

    def folder(self, kind):
        if kind not in self.folders:
            self.folders[kind] = os.path.join(self.top, kind)
            make_folder(self.options.source, kind, self.folders[kind], self.options.amlint)
        return self.folders[kind]

    def run(self, case, at=0, how="", without=None, again=False, stack=None):
        """(exit status, output, complaints, files, calls as [name, what]); `again`: once more without a failure."""
        scratch = tempfile.mkdtemp(dir=self.top)
        try:
            folder = shutil.copytree(self.folder(case[1]), os.path.join(scratch, "w"), symlinks=True)
            if without is not None:
                os.unlink(os.path.join(folder, without))
            log = os.path.join(scratch, "log")
            environment = {"PATH": os.environ["PATH"], "HOME": scratch, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
            failing = {"LD_PRELOAD": self.options.library, "FAILING_CALLS_LOG": log, "FAILING_CALLS_AT": str(at),
                       "FAILING_CALLS_HOW": how}
            limit = ["prlimit", f"--stack={stack << 10}", "env", f"LD_PRELOAD={self.options.library}"] if stack else []
            if stack:
                del failing["LD_PRELOAD"]  # which is not for prlimit

            def start(more):
                return subprocess.run([*limit, self.options.amlint, *case[2]], cwd=folder, env={**environment, **more},
                                      capture_output=True, stdin=subprocess.DEVNULL, timeout=20, check=False)

            try:
                done = start({} if again and start(failing) is not None else failing)
            except subprocess.TimeoutExpired:
                return -signal.SIGALRM, b"", b"", {}, []
            calls = [line.split(" ", 1) for line in open(log, errors="replace").read().splitlines()]
            cut = lambda text: text.replace(scratch.encode(), b"")
            return done.returncode, cut(done.stdout), cut(done.stderr), read_folder(folder), calls
        finally:
            shutil.rmtree(scratch)


def judge_files(case, before, usual, got):
    for name, content in got[3].items():
        if TEMPORARY.search(name):
            return f"leaves '{name}'"
        if case[0] == "lint to files" and name.startswith("out."):
            continue  # says itself what was not checked
        says_part = b'\n  "complete": false' if name.endswith(".json") else b"Not everything could be compared."
        if case[0] == "audit record" and name in ("r.json", "r.html") and says_part in content:
            continue
        if content not in (usual[3].get(name), before.get(name)):
            return f"'{name}' is neither as it was nor as it is to be"
    missing = [name for name in before if name not in got[3]]
    return f"'{missing[0]}' is gone" if missing else None


def says_complete(case, output):
    try:
        report = json.loads(output)
    except ValueError:
        return False
    return case[0].startswith("lint") and isinstance(report, dict) and report.get("summary", {}).get("complete") is True


def show_difference(usual, got):
    for was, now in zip((usual[1] + usual[2]).splitlines(), (got[1] + got[2]).splitlines()):
        if was != now:
            return f"{was.decode(errors='replace')!r} became {now.decode(errors='replace')!r}"
    return "other files" if usual[1:3] == got[1:3] else "more or less of it"


def judge_failure(runner, case, before, usual, got, at, how):
    if got[0] < 0:
        return f"ends by signal {-got[0]}"
    call = got[4][at - 1] if len(got[4]) >= at else usual[4][at - 1]  # two threads do not take turns alike each time
    if how == "vanish":
        name = call[1].split("/w/", 1)[-1] if "/w/" in call[1] else call[1]
        if name not in before or call[1].startswith("/dev"):
            return None
        before = {key: value for key, value in before.items() if key != name}
        if got[:4] == runner.run(case, without=name)[:4]:
            return None
    if got[:4] == usual[:4]:
        return None
    if got[0] != 2:
        return f"exits with {got[0]}, and not as ever: {show_difference(usual, got)}"
    if how == "short":
        return "reads or writes less than all"
    reason = os.strerror(int(how.split(":")[1]) if ":" in how else errno.ENOENT).encode()
    if reason not in b"".join([got[1], got[2], *(got[3][name] for name in got[3] if name not in before)]):
        return f"does not say why: {(got[1] + got[2])[-160:].decode(errors='replace')}"
    if says_complete(case, got[1]):
        return "exits with 2, and its report says that all was checked"
    return judge_files(case, before, usual, got)


def judge_signal(case, before, usual, got, number):
    return f"exits with {got[0]}, not by signal {number}" if got[0] != -number else judge_files(case, before, usual, got)


def chosen(calls, options):
    """Indexes from 1: some of all, and those at which temporary files are there."""
    marks = [i for i, call in enumerate(calls, 1) if TEMPORARY.search(call[1])]
    end = min(marks[-1] + 3, len(calls) if options.all else marks[0] + 40) if marks else 0
    near = set(range(marks[0], end + 1)) if marks else set()
    if options.all or len(calls) <= options.points:
        return list(range(1, len(calls) + 1)), sorted(near)
    stride = len(calls) / options.points
    return sorted({1 + int((i + 0.37) * stride) for i in range(options.points)} | {1, len(calls)} | near), sorted(near)


def work(runner, case):
    """(what, function that judges) for each run of a case."""
    before = read_folder(runner.folder(case[1]))
    usual = runner.run(case)
    calls = usual[4]
    if usual[0] not in (0, 1, 2) or not calls:
        yield "the run itself", lambda: f"cannot be run at all: {usual[2].decode(errors='replace')}"
        return
    points, near = chosen(calls, runner.options)
    for at in points:
        for how in WAYS.get(calls[at - 1][0], [f"errno:{errno.EIO}"]):
            yield (f"{how} at {at} ({' '.join(calls[at - 1])})",
                   lambda at=at, how=how: judge_failure(runner, case, before, usual, runner.run(case, at, how), at, how))
    for at in near:
        for when in ("before", "after"):
            number = SIGNALS[at % len(SIGNALS)]
            stack = 1024 if at % 3 == 0 else None  # the work is done on another thread
            yield (f"signal {number} {when} {at} ({' '.join(calls[at - 1])})",
                   lambda at=at, when=when, number=number, stack=stack: judge_signal(
                       case, before, usual, runner.run(case, at, f"{when}:{number:d}", stack=stack), number))
        yield (f"killed at {at}, and run again", lambda at=at: judge_files(
            case, before, usual, runner.run(case, at, f"after:{signal.SIGKILL:d}", again=True)))


def try_races(runner, rounds):
    """Signals at any time, and writers of one file beside each other; what is wrong."""
    top = os.path.join(runner.top, "race")
    before = read_folder(shutil.copytree(runner.folder("clusters"), top))
    chance = random.Random(11)
    start = lambda *words: subprocess.Popen([runner.options.amlint, *words, "--isolated", *DAY, "."], cwd=top,
                                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    for i in range(rounds):
        process = start("fix", "-q", "--unsafe")
        time.sleep(chance.random() * 0.06)
        process.send_signal(SIGNALS[i % len(SIGNALS)])
        process.communicate()
        left = [name for name in os.listdir(top) if TEMPORARY.search(name)]
        if left:
            return [f"a signal leaves '{left[0]}'"]
        for name, content in before.items():
            open(os.path.join(top, name), "wb").write(content)
    writers = [start("baseline", "create", "-q", "--baseline", "b.json") for _ in range(rounds // 2)]
    said = [process.communicate()[1] for process in writers]
    wrong = [f"a writer exits with {writers[i].returncode}: {said[i].decode()}" for i in range(len(writers)) if writers[i].returncode]
    return wrong + [f"writers leave '{name}'" for name in os.listdir(top) if TEMPORARY.search(name)]


def run_at(runner, clock, words):
    folder = runner.folder("clusters")
    environment = {"LD_PRELOAD": runner.options.library, "FAILING_CALLS_TIME": str(clock)}
    return subprocess.run([runner.options.amlint, *words], cwd=folder, env=environment, capture_output=True, check=False)


def try_clocks(runner):
    """Clocks that are wrong; what is wrong with what the program says of them."""
    wrong = []
    runner.folder("audit")
    words = [["lint", "--isolated", "."], ["audit", "--isolated", "."], ["fix", "--isolated", "--diff", "."],
             ["baseline", "create", "--isolated"], ["facts", "size", "Standard_NC6"], ["test", "AML101"], ["lint", "--print-config"],
             ["exceptions", "revoke", "EX-01", "-e", "../audit/exceptions.yml", "--by", "a", "--reason", "long enough"]]
    for command in (["rules"], ["explain", "AML101"], ["expand", "idle.yml"], ["eval", "[add(1, 2)]"]):
        done = run_at(runner, 0, command)  # judges nothing by the day
        if done.returncode != 0:
            wrong.append(f"'{' '.join(command)}' exits with {done.returncode}: {done.stderr.decode()}")
    for clock in (-100000, -1, 0, 1000000000, 253402300800, 99999999999999):
        for command in words:
            for given in ([], DAY):
                done = run_at(runner, clock, [*command, *given])
                asks = b"--as-of" in done.stderr and done.returncode == 2
                if asks != (given == []):
                    wrong.append(f"'{' '.join(command)}' at {clock}{' with --as-of' if given else ''}: exits with "
                                 f"{done.returncode}: {done.stderr.decode()}")
    return wrong


def main():
    options = read_options(16)
    for number in SIGNALS:  # what a shell ignores for jobs in the background, the program would, too
        signal.signal(number, signal.SIG_DFL)
    failed = 0
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        runner = Runner(options, top)
        for case in cases():
            if options.case not in case[0]:
                continue
            tries = list(work(runner, case))
            found = pool.map(lambda one: one[1](), tries)
            wrong = [f"{what}: {problem}" for (what, _), problem in zip(tries, found) if problem is not None]
            print(f"{case[0]:20} {len(tries):6} runs {len(wrong):5} wrong", flush=True)
            for line in wrong[:12] + ([f"... and {len(wrong) - 12} more"] if len(wrong) > 12 else []):
                print(f"    {line}", flush=True)
            failed += len(wrong)
        for name, wrong in (("races", lambda: try_races(runner, 400 if options.all else 40)), ("clocks", lambda: try_clocks(runner))):
            if options.case in name:
                found = wrong()
                print(f"{name:20} {len(found)} wrong", *found[:5], sep="\n    ", flush=True)
                failed += len(found)
    return 1 if failed else 0


sys.exit(main())
