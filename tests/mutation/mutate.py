#!/usr/bin/env python3
"""Breaks src on purpose, one place at a time, and tells which of the breaks no test notices.

usage: tests/mutation/mutate.py [--count N] [--seed N] [--jobs N] [--verbose] [PREFIX...]
       tests/mutation/mutate.py --again OUTPUT           what an earlier run printed as alive
       [--build FOLDER]                                  with the tests of another build than build/dev
Without --count 60 of all that PLAN names; --verbose prints who noticed the others.

Needs a whole build in the folder. With build/asan what reads one element too many is noticed too. A mutant is one object, linked in front of the library into the tests that PLAN names for its
folder until one fails, those first that have noticed most in the least time; the tree and the build folder stay as
they are. What does not compile, or compiles to the same, is no mutant. Those alive are printed with their place;
survivors.txt beside this file holds those that may live, with the reason. Exits with 1 where more than a tenth of all is
alive and has no reason."""
import argparse
import concurrent.futures
import json
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
POLICY = ["test_policy_data", "test_policy_language", "test_policy_assign", "test_policy_arrays", "test_policy_fix",
          "test_policy_finding", "test_policy_finding_keep", "test_policy_reasons", "test_policy_rules",
          "test_policy_docs", "test_engine_fixtures"]
PLAN = {  # what is broken: unit tests, scenarios, pages
    "src/policy/": (POLICY + ["test_engine_run", "test_condition_data"], ["rule-language", "eval-policy", "small-print", "policy-rules", "policy-files", "judgements", "empty", "shapes", "first-run", "audit"], ["azure-policy"]),
    "src/condition/": (POLICY + ["test_policy_ssh_key", "test_engine_run", "test_condition_data", "test_rule_data", "test_rule_codec"],
                       ["eval-policy", "rule-language", "policy-rules", "shapes", "twins", "whose-workspace", "undecided", "judgements", "bad-config"], ["writing-rules"]),
    "src/rule/": (POLICY + ["test_engine_run", "test_engine_reset", "test_rule_data", "test_condition_data", "test_rule_codec"],
                  ["rule-files", "rule-language", "explain-rule", "judgements", "passed", "calm", "fix-spelling", "fix", "family", "bad-text", "bad-config", "config-from", "off-by-default",
                   "print-config", "shapes", "undecided", "placeholders", "terraform", "terraform-fix", "terraform-fix-forms", "bicep-fix",
                   "command-uses"], ["writing-rules"]),
    "src/graph/": (["test_graph_form", "test_graph_reference", "test_graph_scopes", "test_graph_parents", "test_graph_covering", "test_graph_effective", "test_arm_resources",
                    "test_arm_deployments", "test_policy_rules", "test_engine_fixtures", "test_engine_run"],
                   ["twins", "whose-workspace", "undecided", "passed-over", "arm-templates", "cli-files", "bicep-existing", "terraform-around",
                    "command-context", "evidence", "drift"], ["templates"]),
    "src/waiver/": (["test_waiver_comments", "test_waiver_exceptions", "test_waiver_govern", "test_waiver_edit",
                     "test_waiver_codeowners", "test_waiver_baseline", "test_engine_run"],
                    ["exceptions", "exceptions-use", "exceptions-patterns", "exceptions-command", "exceptions-fields",
                     "exceptions-unused", "evidence-exceptions", "ends", "locked", "bicep-waivers", "command-waivers",
                     "weakening-exceptions", "judgements", "governance", "baseline", "violations", "audit", "audit-states",
                     "shapes"], ["exceptions", "guide-auditor"]),
    "src/report/": (["test_report_golden", "test_report_sarif", "test_report_repository", "test_report_line_hash",
                     "test_report_hostile", "test_report_formats", "test_report_excerpt"],
                    ["calm", "small-print", "passed", "judgements", "policy-rules", "secrets", "unread-forms", "undecided", "github-summary", "audit", "audit-states", "audit-trend", "pull-request", "repository-of-file",
                     "first-run", "text-inside-text", "python-code", "outside", "drift", "record", "evidence", "fix-options", "ends",
                     "placeholder-styles", "words"], ["output-formats", "evidence", "templates"]),
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


def killers_of(prefix):
    units, scenarios, pages = PLAN[prefix]
    return [*units, *(f"tests/scenarios/{name}.txt" for name in scenarios), *(f"docs/{name}.md" for name in pages)]


def run(command, cwd, seconds):
    try:
        done = subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL, timeout=seconds, check=False)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def link_command(build, target, library):
    """As ninja links it, but against a library without debug information, which is quicker."""
    last = subprocess.run(["ninja", "-C", str(build), "-t", "commands", target], capture_output=True, text=True,
                          check=True).stdout.strip().splitlines()[-1]
    words = shlex.split(last.removeprefix(": && ").removesuffix(" && :"))
    linker = ["-fuse-ld=lld"] if shutil.which("ld.lld") else []
    return [str(library) if word == "libamlint_core.a" else word for word in words] + linker


class Killer:
    """A unit test, a scenario or a page; the more mutants it has noticed in the less time, the sooner it is asked. Before it
    is asked for the first time it must pass without a mutant, which tells how long it may take."""

    def __init__(self, name):
        self.name, self.seconds, self.spent, self.asked, self.kills = name, None, 1, 1, 1
        self.target = f"tests/{name}" if name.startswith("test_") else "amlint"
        self.lock = threading.Lock()

    def worth(self):
        return self.kills / self.asked / (0.1 + self.spent / self.asked)

    def check(self, build):
        with self.lock:
            if self.seconds is None:
                begin = time.monotonic()
                if not run(command_of(self.name, build / self.target, build), ROOT, 300):
                    raise SystemExit(f"mutate.py: {self.name} fails without a mutant")
                self.spent = time.monotonic() - begin
                self.seconds = 20 + 20 * self.spent


def command_of(name, program, build):
    """What asks a test: test_* is a program, the rest are scenarios and pages."""
    is_unit = name.startswith("test_")
    return [str(program)] if is_unit else [str(build / "tests/scenarios"), str(program), ".", name]


class Bench:
    """The commands of one run, and the folder it works in; each worker has a folder of its own below."""

    def __init__(self, work, build):
        self.work, self.build = pathlib.Path(work), build
        self.library = self.work / "libamlint_core.a"
        shutil.copy(build / "libamlint_core.a", self.library)
        subprocess.run(["strip", "-g", str(self.library)], check=True)
        self.commands = {entry["file"]: entry for entry in json.loads((build / "compile_commands.json").read_text())
                        if "amlint_core.dir" in entry["command"]}
        self.links = {}
        self.killers = {prefix: [Killer(name) for name in killers_of(prefix)] for prefix in PLAN}

    def compile(self, place, path, text):
        """The object of a changed file; None where it does not compile."""
        source, out = place / path.name, place / "mutant.o"
        source.write_text(text)
        words = [word for word in shlex.split(self.commands[str(path)]["command"])
                 if not word.startswith("-W") and "ccache" not in word and word != "-g"]
        words[words.index("-o") + 1] = str(out)
        words[words.index("-c") + 1] = str(source)
        depends = [words.index(flag) for flag in ("-MD", "-MT", "-MF") if flag in words]
        for at in sorted(depends, reverse=True):
            del words[at: at + (1 if words[at] == "-MD" else 2)]
        return out if run([*words, "-w", "-I", str(path.parent)], self.build, 60) else None

    def link(self, place, target):
        if target not in self.links:
            self.links[target] = link_command(self.build, target, self.library)
        words = list(self.links[target])
        out = place / pathlib.Path(target).name
        words[words.index("-o") + 1] = str(out)
        words.insert(words.index(str(self.library)), str(place / "mutant.o"))
        return out if run(words, self.build, 60) else None

    def passes(self, place, killer):
        """Whether a test passes with the mutant of a place."""
        program = place / pathlib.Path(killer.target).name
        if not program.exists() and self.link(place, killer.target) is None:
            return False
        return run(command_of(killer.name, program, self.build), ROOT, killer.seconds)

    def killer_of(self, prefix, place):
        """The test that notices the mutant of a place; None where none does."""
        for killer in sorted(self.killers[prefix], key=Killer.worth, reverse=True):
            killer.check(self.build)
            begin = time.monotonic()
            is_noticed = not self.passes(place, killer)
            killer.spent += time.monotonic() - begin
            killer.asked += 1
            killer.kills += is_noticed
            if is_noticed:
                return killer.name
        return None

    def judge(self, prefix, path, line_number, broken):
        """"no mutant" where it does not compile or compiles to the same, else the test that notices it, or "alive"."""
        lines = path.read_text().splitlines()
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            place = pathlib.Path(folder)
            whole = self.compile(place, path, "\n".join(lines) + "\n")
            same = whole.read_bytes()
            lines[line_number - 1] = broken
            mutant = self.compile(place, path, "\n".join(lines) + "\n")
            if mutant is None or mutant.read_bytes() == same:
                return "no mutant"
            return self.killer_of(prefix, place) or "alive"


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


def choose_again(output):
    """The mutants that the output of an earlier run calls alive, where their line still stands."""
    found = []
    rows = re.findall(r"^(\S+):(\d+): alive: (.*)\n    was: (.*)$", pathlib.Path(output).read_text(), re.MULTILINE)
    for name, number, broken, line in rows:
        prefix = next(prefix for prefix in PLAN if name.startswith(prefix))
        here = [mutant for mutant in mutants_of(ROOT / name) if (mutant[1].strip(), mutant[2].strip()) == (line, broken)]
        if here:
            found.append((prefix, ROOT / name, min(here, key=lambda mutant: abs(mutant[0] - int(number)))))
    return found, len(rows)


def main():
    arguments = argparse.ArgumentParser(usage=__doc__)
    arguments.add_argument("--count", type=int, default=60)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--verbose", action="store_true")
    arguments.add_argument("--again", metavar="OUTPUT", help="only those that were alive in what an earlier run printed")
    arguments.add_argument("--build", type=pathlib.Path, default=ROOT / "build/dev")
    arguments.add_argument("prefixes", nargs="*")
    given = arguments.parse_args()
    allowed, alive, excused, tried, begin = read_survivors(), 0, 0, 0, time.monotonic()
    chosen, possible = choose_again(given.again) if given.again else choose(given.prefixes, given.count, given.seed)
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        bench = Bench(work, given.build.resolve())
        answers = pool.map(lambda mutant: bench.judge(mutant[0], mutant[1], mutant[2][0], mutant[2][2]), chosen)
        for (_, path, (number, line, broken)), answer in zip(chosen, answers):
            if answer == "no mutant":
                continue
            tried += 1
            name = str(path.relative_to(ROOT))
            if answer == "alive":
                is_excused = (name, f"{line.strip()} => {broken.strip()}") in allowed
                excused += is_excused
                alive += not is_excused
                answer = "may live" if is_excused else answer
            elif not given.verbose:
                continue
            print(f"{name}:{number}: {answer}: {broken.strip()}\n    was: {line.strip()}", flush=True)
    print(f"{tried} mutants of {possible} places in {time.monotonic() - begin:.0f} s: {alive} alive, {excused} that may live")
    sys.exit(10 * alive > tried)


main()
