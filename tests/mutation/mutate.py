#!/usr/bin/env python3
"""Breaks src on purpose, one place at a time, and tells which of the breaks no test notices.

usage: tests/mutation/mutate.py [--count N] [--seed N] [PREFIX...]      default: 60 of all that PLAN names

Needs a built build/dev. A mutant is one object, linked in front of the library into the tests that PLAN names for its
folder, cheapest first, until one fails; the tree and the build folder stay as they are. What does not compile is no
mutant. Those alive are printed with their place; survivors.txt beside this file holds those that may live, with the
reason. Exits with 1 where more than a tenth of all is alive and has no reason."""
import argparse
import json
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "build/dev"
POLICY = ["test_policy_data", "test_policy_language", "test_policy_assign", "test_policy_arrays", "test_policy_mend",
          "test_policy_finding", "test_policy_finding_keep", "test_policy_reasons", "test_policy_rules",
          "test_policy_docs", "test_engine_fixtures"]
PLAN = {  # what is broken: unit tests, scenarios
    "src/policy/": (POLICY, ["eval-policy", "empty", "shapes", "first-run", "audit"]),
    "src/condition/": (POLICY + ["test_policy_ssh_key"], ["eval-policy", "shapes", "twins", "undecided"]),
    "src/rule/": (POLICY, ["calm", "fix-spelling", "family", "bad-text"]),
    "src/graph/": (["test_graph_scopes", "test_graph_parents", "test_graph_covering", "test_arm_resources",
                    "test_arm_deployments", "test_policy_rules", "test_engine_fixtures"],
                   ["twins", "undecided", "passed-over"]),
    "src/waiver/": (["test_waiver_comments", "test_waiver_exceptions", "test_waiver_govern", "test_waiver_edit",
                     "test_waiver_codeowners", "test_waiver_baseline", "test_engine_run"],
                    ["exceptions", "exceptions-use", "governance", "baseline", "violations", "audit"]),
    "src/report/": (["test_report_golden", "test_report_sarif", "test_report_repository", "test_report_line_hash",
                     "test_report_hostile", "test_report_formats"], ["calm", "passed", "github-summary", "audit"]),
}
SWAPS = [  # what is written, what is written instead
    (r"\bif \((.*)\) \{$", r"if (!(\1)) {"), (r"\bif \((.*)\) \{$", r"if (false) {"), (r"\bif \((.*)\) \{$", r"if (true) {"),
    (r" && ", " || "), (r" \|\| ", " && "), (r" == ", " != "), (r" != ", " == "),
    (r" < ", " <= "), (r" <= ", " < "), (r" > ", " >= "), (r" >= ", " > "),
    (r"\bAML_TRUE\b", "AML_MAYBE"), (r"\bAML_FALSE\b", "AML_TRUE"), (r"\bAML_MAYBE\b", "AML_FALSE"),
    (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r" \+ 1\b", " + 0"), (r" - 1\b", " - 0"), (r" \+ ", " - "),
    (r"\breturn (?!AML_|true|false|NULL|none)([^;{]+ \? )([^:;]+) : ([^:;]+);", r"return \1\3 : \2;"),
    (r"!(?=[a-z(])", ""), (r" && [^&|()]+(?=\) \{$|;$)", ""), (r" \|\| [^&|()]+(?=\) \{$|;$)", ""),
]


def mutants_of(path):
    """(line number, the line, the broken line) for each place in the bodies of functions."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        code = line.split("/*")[0].rstrip()
        if not line.startswith("  ") or re.match(r"\s*(\*|//|assert\(|aml_diag|\{|case )", line) or '"' in code:
            continue
        for pattern, instead in SWAPS:
            for match in re.finditer(pattern, code):
                yield number, line, code[: match.start()] + match.expand(instead) + code[match.end():]


def run(command, cwd, seconds):
    try:
        done = subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=seconds, check=False)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def link_command(target):
    """As ninja links it, with the mutant before the library and the result in the folder of this run."""
    last = subprocess.run(["ninja", "-C", str(BUILD), "-t", "commands", target], capture_output=True, text=True,
                          check=True).stdout.strip().splitlines()[-1]
    return shlex.split(last.removeprefix(": && ").removesuffix(" && :"))


class Bench:
    """The commands of one run, and the folder it works in."""

    def __init__(self, work):
        self.work = pathlib.Path(work)
        self.object = self.work / "mutant.o"
        self.compile = {entry["file"]: entry for entry in json.loads((BUILD / "compile_commands.json").read_text())
                        if "amlint_core.dir" in entry["command"]}
        self.links = {}

    def build(self, path, text):
        """The object of a changed file; false where it does not compile."""
        source = self.work / path.name
        source.write_text(text)
        words = [word for word in shlex.split(self.compile[str(path)]["command"]) if not word.startswith("-W")]
        words = [word for word in words if "ccache" not in word]
        words[words.index("-o") + 1] = str(self.object)
        words[words.index("-c") + 1] = str(source)
        depends = [words.index(flag) for flag in ("-MD", "-MT", "-MF") if flag in words]
        for at in sorted(depends, reverse=True):
            del words[at: at + (1 if words[at] == "-MD" else 2)]
        return run([*words, "-w"], BUILD, 60)

    def link(self, target):
        if target not in self.links:
            self.links[target] = link_command(target)
        words = list(self.links[target])
        out = self.work / pathlib.Path(target).name
        words[words.index("-o") + 1] = str(out)
        words.insert(words.index("libamlint_core.a"), str(self.object))
        return out if run(words, BUILD, 60) else None

    def is_noticed(self, prefix):
        tests, scenarios = PLAN[prefix]
        for test in tests:
            program = self.link(f"tests/{test}")
            if program is None or not run([str(program)], ROOT, 60):
                return True
        amlint = self.link("amlint")
        files = [f"tests/scenarios/{name}.txt" for name in scenarios]
        return not run([str(BUILD / "tests/scenarios"), str(amlint), ".", *files], ROOT, 300)


def read_survivors():
    """Those that may live: (file, "LINE => BROKEN LINE") of each entry "FILE: LINE => BROKEN LINE # REASON"."""
    path = pathlib.Path(__file__).with_name("survivors.txt")
    rows = [line for line in path.read_text().splitlines() if line.startswith("src/")]
    return {tuple(row.split(" # ")[0].split(": ", 1)) for row in rows}


def choose(prefixes, count, seed):
    found = []
    for prefix in PLAN:
        for path in sorted((ROOT / prefix).glob("*.c")):
            name = str(path.relative_to(ROOT))
            if not prefixes or name.startswith(tuple(prefixes)):
                found += [(prefix, path, mutant) for mutant in mutants_of(path)]
    random.Random(seed).shuffle(found)
    return found[:count], len(found)


def main():
    arguments = argparse.ArgumentParser(usage=__doc__)
    arguments.add_argument("--count", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("prefixes", nargs="*")
    given = arguments.parse_args()
    allowed, alive, excused, tried, begin = read_survivors(), 0, 0, 0, time.monotonic()
    chosen, possible = choose(given.prefixes, given.count, given.seed)
    with tempfile.TemporaryDirectory() as work:
        bench = Bench(work)
        for prefix, path in {prefix: path for prefix, path, _ in chosen}.items():  # what is whole must pass
            if not bench.build(path, path.read_text()) or bench.is_noticed(prefix):
                sys.exit(f"mutate.py: a test fails without a mutant ({path.relative_to(ROOT)})")
        for prefix, path, (number, line, broken) in chosen:
            lines = path.read_text().splitlines()
            lines[number - 1] = broken
            if not bench.build(path, "\n".join(lines) + "\n"):
                continue
            tried += 1
            if bench.is_noticed(prefix):
                continue
            name = str(path.relative_to(ROOT))
            is_excused = (name, f"{line.strip()} => {broken.strip()}") in allowed
            excused += is_excused
            alive += not is_excused
            print(f"{name}:{number}: {'may live' if is_excused else 'alive'}: {broken.strip()}\n    was: {line.strip()}", flush=True)
    print(f"{tried} mutants of {possible} places in {time.monotonic() - begin:.0f} s: {alive} alive, {excused} that may live")
    sys.exit(10 * alive > tried)


main()
