#!/usr/bin/env python3
"""Values of every wrong shape under every key of every kind of file that users write.

usage: shapes.py AMLINT SOURCE [--kind WORD] [--all | --part N]

The program must end by itself, and either refuse the value at its place with status 2, or take it on purpose: then
ACCEPTED says why. Every N-th attempt is made (8 by default), always the same ones; with --all every attempt, and then
a line of ACCEPTED that accepts nothing is a fault, too."""

import argparse
import collections
import concurrent.futures
import copy
import json
import os
import re
import subprocess
import sys
import tempfile
import threading

import shapes_facts
import shapes_samples
from shapes_accepted import ACCEPTED

LONG = "l" * 5000
SHAPES = {"null": None, "{}": {}, "[]": [], "number": 77, "fraction": 0.5, "bool": True, "text": "zzz", "empty": "",
          "long": LONG, "nested list": [[["zzz"]]], "object": {"zzz": {"zzz": 1}}, "twice": None}


def children(value):
    if isinstance(value, dict):
        return list(value)
    return range(len(value)) if isinstance(value, list) else []


def paths_of(value, path=()):
    for key in children(value):
        yield path + (key,)
        yield from paths_of(value[key], path + (key,))


def get(value, path):
    for key in path:
        value = value[key]
    return value


class Writer:
    """JSON with each key on a line of its own; `lines` are those of what stands at `path`, which `twice` repeats."""

    def __init__(self, path, twice):
        self.path, self.twice, self.text, self.lines, self.line = path, twice, [], (1, 1), 1

    def put(self, text):
        self.text.append(text)
        self.line += text.count("\n")

    def write(self, value, here=()):
        if not isinstance(value, (dict, list)) or not value:
            self.put(json.dumps(value))
            return
        pairs = [(key, False) for key in children(value)]
        if self.twice and here == self.path[:-1]:
            pairs.insert(list(children(value)).index(self.path[-1]) + 1, (self.path[-1], True))
        self.put("{\n" if isinstance(value, dict) else "[\n")
        for i, (key, again) in enumerate(pairs):
            begin = self.line
            self.put(" " * len(here) + (json.dumps(key) + ": " if isinstance(value, dict) else ""))
            self.write(value[key], here + (key,))
            if here + (key,) == self.path and (again or not self.twice):
                self.lines = (begin, self.line)
            self.put(",\n" if i + 1 < len(pairs) else "\n")
        self.put("}" if isinstance(value, dict) else "]")


def write(value, path=(), twice=False):
    writer = Writer(path, twice)
    writer.write(value)
    return "".join(writer.text) + "\n", writer.lines


def is_same_shape(old, shape, value):
    """Another value of the shape that stands there is no wrong shape; an empty or very long one may be."""
    return type(value) is type(old) and shape not in ("{}", "[]", "empty", "long")


def attempts(kind):
    """(name of the key, shape, text, lines) of every change."""
    if isinstance(kind, shapes_facts.Table):
        yield from kind.attempts()
        return
    for path in paths_of(kind.sample):
        if kind.under is not None and path[:len(kind.under)] != kind.under:
            continue
        name = ".".join("*" if isinstance(key, int) else key for key in path)
        old = get(kind.sample, path)
        for shape, value in SHAPES.items():
            if shape == "twice":
                if isinstance(path[-1], str):
                    yield name, shape, *write(kind.sample, path, True)
            elif not is_same_shape(old, shape, value) and value != old:
                changed = copy.deepcopy(kind.sample)
                get(changed, path[:-1])[path[-1]] = copy.deepcopy(value)
                yield name, shape, *write(changed, path)


class Runner:
    """Runs the program in a folder of each thread's own, in which only the file under test changes."""

    def __init__(self, program, top):
        self.program, self.top, self.mine = program, top, threading.local()

    def folder_of(self, kind):
        folders = self.mine.__dict__
        if kind.name not in folders:
            folders[kind.name] = tempfile.mkdtemp(dir=self.top)
            for name, text in kind.files.items():
                self.put(folders[kind.name], name, text)
        return folders[kind.name]

    @staticmethod
    def put(folder, name, text):
        full = os.path.join(folder, name)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, kind, text):
        folder = self.folder_of(kind)
        self.put(folder, kind.target, text)
        environment = {**os.environ, "HOME": folder, "NO_COLOR": "1"}
        done = subprocess.run([self.program, *kind.command], cwd=folder, capture_output=True, timeout=60, check=False,
                              stdin=subprocess.DEVNULL, env=environment, encoding="utf-8", errors="replace")
        return done.returncode, done.stdout, done.stderr


def reported(result, target):
    """(line, message) of all that is said about one file; the line is None where none is named."""
    _, output, complaints = result
    try:
        findings = json.loads(output).get("findings", [])
    except (ValueError, AttributeError):
        findings = []
    found = {(f.get("line"), f.get("message")) for f in findings if f.get("file") == target}
    for line in complaints.splitlines():
        place = re.search(re.escape(target) + r"'?(?: is [^:]*|:)[: ]*(?:line )?(\d+)", line)
        if target in line:
            found.add((int(place.group(1)) if place else None, line))
    return found


def judge(target, lines, got, usual):
    """What came of an attempt: "refused" at its place or "elsewhere", "told", "taken", or what went wrong."""
    if got[0] not in (0, 1, 2) or "Sanitizer" in got[2] or "runtime error" in got[2]:
        return f"crash, status {got[0]}: {got[2][-300:]}"
    new = reported(got, target) - reported(usual, target)
    at_place = [message for line, message in new if line is not None and lines[0] <= line <= lines[1]]
    if got[0] == 2:
        return "refused" if at_place else "elsewhere"
    return "told" if at_place else "taken"


def reason_for(kind, name, shape, outcome):
    for row in ACCEPTED:
        kinds, keys, shapes, outcomes = row[:4]
        is_of_row = shapes == "*" or shape in shapes.split(", ")
        if is_of_row and outcome in outcomes.split(", ") and re.fullmatch(kinds, kind.name) and re.fullmatch(keys, name):
            return row
    return None


def try_kind(runner, kind, part, pool, used):
    usual = runner.run(kind, kind.text() if isinstance(kind, shapes_facts.Table) else write(kind.sample)[0])
    if usual[0] not in (0, 1) and kind.name != "rule cases":
        print(f"{kind.name}: the sample is refused with {usual[0]}: {usual[1][:1500]} {usual[2]}")
        return 0, 1
    chosen = [attempt for i, attempt in enumerate(attempts(kind)) if i % part == 0]
    faults = collections.OrderedDict()
    outcomes = pool.map(lambda a: judge(kind.target, a[3], runner.run(kind, a[2]), usual), chosen)
    for (name, shape, _, _), outcome in zip(chosen, outcomes):
        row = reason_for(kind, name, shape, outcome)
        used.add(row)
        if outcome != "refused" and row is None:
            faults.setdefault((name, outcome), []).append(shape)
    print(f"{kind.name:16} {len(chosen):6} tried, {sum(map(len, faults.values())):5} wrong", flush=True)
    for (name, outcome), shapes in faults.items():
        print(f"    {name}: {outcome}: {', '.join(shapes)}")
    return len(chosen), len(faults)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("amlint", type=os.path.abspath)
    parser.add_argument("source", type=os.path.abspath)
    parser.add_argument("--kind", default="")
    parser.add_argument("--part", type=int, default=8)
    parser.add_argument("--all", action="store_true")
    options = parser.parse_args()
    tried, wrong, used = 0, 0, set()
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(2) as pool:
        runner = Runner(options.amlint, top)
        all_kinds = [*shapes_samples.kinds(options.amlint, options.source, tempfile.mkdtemp(dir=top)),
                     *shapes_facts.tables(options.source)]
        for kind in all_kinds:
            if options.kind in kind.name:
                more, faults = try_kind(runner, kind, 1 if options.all else options.part, pool, used)
                tried, wrong = tried + more, wrong + faults
    stale = [row for row in ACCEPTED if options.all and options.kind == "" and row not in used]
    for row in stale:
        print(f"accepts nothing: {row}")
    print(f"{tried} attempts: {wrong} wrong")
    return 1 if wrong or stale or tried == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
