"""The promise of `amlint fix`, tried on files: after a fix its finding is gone, nothing new appears but on the line of a word
that was misspelt, and not a byte outside the edit has changed. Each fix is applied alone from the SARIF log by apply_fixes.py; `amlint fix --unsafe` must come to what
applying one fix after another comes to, `amlint fix` must only take findings away, and a second run must change nothing.

usage: python3 fixes.py AMLINT FOLDER...    each file below a FOLDER by itself; a folder 'NAME/.' as a whole
"""
import collections
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

from apply_fixes import apply

MOST_STEPS = 200
# What these rules' fixes write was misspelt before: nobody judged it, and now it is.
SPELLING = ("AML005", "AML008", "AML009", "AML010", "AML203", "AML209", "AML701")
SUFFIXES = (".yml", ".yaml", ".json", ".jsonc")
VARIANTS = {
    "as it is": lambda data: data,
    "CRLF": lambda data: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
    "byte order mark": lambda data: data if data[:3] == b"\xef\xbb\xbf" else b"\xef\xbb\xbf" + data,
    "no final line end": lambda data: data.rstrip(b"\r\n"),
}


class Case:
    """One path below a root, linted by itself."""

    def __init__(self, amlint, root, path):
        self.amlint, self.root, self.path = amlint, root, path

    def run(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "NO_COLOR": "1", "TZ": "UTC"}
        command = [self.amlint, *arguments, "--as-of", "2026-11-27", "--profile", "strict", self.path]
        done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, check=False)
        assert done.returncode in (0, 1, 2), (command, done.returncode, done.stderr)
        return done.stdout

    def results(self):
        return json.loads(self.run("--format", "sarif", "--show-undecided"))["runs"][0]["results"]

    def fix(self, *arguments):
        self.run("fix", "--quiet", *arguments)

    def files(self):
        """All files that can change: the tree below the root."""
        return {path: path.read_bytes() for path in self.root.rglob("*") if path.is_file()}


def key_of(result):
    where = result["locations"][0]
    named = where.get("logicalLocations", [{}])[0]
    name = named.get("fullyQualifiedName", where["physicalLocation"]["artifactLocation"]["uri"])
    return f"{result['ruleId']} {result['kind']} {name}"


def count(results):
    return collections.Counter(map(key_of, results))


def words_of(results):
    """What the fixes of misspelt words put in."""
    fixes = [fix for result in results if result["ruleId"] in SPELLING for fix in result.get("fixes", [])]
    return [
        replacement["insertedContent"]["text"]
        for fix in fixes
        for change in fix["artifactChanges"]
        for replacement in change["replacements"]
    ]


def comes_to_light(case, result, words):
    """Whether a finding stands on the line of a word that was misspelt."""
    where = result["locations"][0]["physicalLocation"]
    path = case.root / urllib.parse.unquote(where["artifactLocation"]["uri"])
    if not words or "region" not in where or not path.exists():
        return False
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    return any(word.strip() in lines[where["region"]["startLine"] - 1] for word in words)


def count_after(case, words):
    return count(result for result in case.results() if not comes_to_light(case, result, words))


def restore(files):
    for path, data in files.items():
        if path.read_bytes() != data:
            path.write_bytes(data)


# Advice that waits until the first of two settings is right: AML311 speaks of outbound traffic once public access is off.
WAITS_FOR = {"AML311": "AML310"}


def problems_of(before, after, fixed):
    """What is wrong with an edit, given the findings before and after and those that should be gone."""
    gone = {str(key).split()[0] for key in before - after}
    yield from (f"new: {key}" for key in after - before if WAITS_FOR.get(str(key).split()[0]) not in gone)
    yield from (f"still there: {key}" for key in fixed if after[key] >= before[key])


def applies(case, diff, wanted):
    """Whether the diff gives these files; one that hides a secret is no patch."""
    if b"***" in diff or shutil.which("git") is None:
        return True
    done = subprocess.run(["git", "apply", "--whitespace=nowarn"], cwd=case.root, input=diff, capture_output=True, check=False)
    return done.returncode == 0 and case.files() == wanted


def each_alone(case, before, results, files):
    for result in results:
        for fix in result.get("fixes", []):
            assert apply(case.root, [fix]) == 1, "the edits of one fix meet"
            words = words_of([dict(result, fixes=[fix])])
            for problem in problems_of(before, count_after(case, words), [key_of(result)]):
                yield f"{fix['description']['text']} {problem}"
            restore(files)


def one_after_another(case, results):
    for _ in range(MOST_STEPS):
        fixes = [result["fixes"][0] for result in results if "fixes" in result]
        if not fixes:
            return
        apply(case.root, fixes)
        results = case.results()
    raise AssertionError("applying fixes does not come to an end")


def all_together(case, before, results, files):
    fixed = {key_of(result) for result in results if "fixes" in result}
    words = words_of(results)
    one_after_another(case, results)
    wanted = case.files()
    restore(files)
    case.fix("--unsafe")
    if case.files() != wanted:
        yield "fix --unsafe: the files are not what applying one fix after another gives"
    after = count_after(case, words)
    yield from (f"fix --unsafe: {problem}" for problem in problems_of(before, after, fixed))
    restore(files)
    if not applies(case, case.run("fix", "--diff", "--unsafe"), wanted):
        yield "fix --diff --unsafe: the diff does not give what the fixes give"
    restore(files)
    case.fix()
    once = case.files()
    yield from (f"fix: {problem}" for problem in problems_of(before, count(case.results()), []))
    case.fix()
    if case.files() != once:
        yield "fix: a second run changes more"
    restore(files)


def check(case):
    """(fixes offered, problems)."""
    results = case.results()
    fixes = sum(len(result.get("fixes", [])) for result in results)
    if fixes == 0:
        return 0, []
    files = case.files()
    before = count(results)
    return fixes, [*each_alone(case, before, results, files), *all_together(case, before, results, files)]


def cases_of(folder):
    """(files of the case, what to lint): a whole folder, or each file in it alone."""
    if folder.endswith("/."):
        yield pathlib.Path(folder), "."
        return
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if path.suffix in SUFFIXES:
            yield path, path.name


def stage(work, source, variant):
    """A fresh root with the case's files in this variant."""
    root = work / "root"
    shutil.rmtree(root, ignore_errors=True)
    if source.is_dir():
        shutil.copytree(source, root)
    else:
        root.mkdir()
        shutil.copy(source, root)
    for path in root.rglob("*"):
        if path.suffix in SUFFIXES:
            path.write_bytes(VARIANTS[variant](path.read_bytes()))
    return root


def check_variants(amlint, source, path):
    """(cases with fixes, fixes offered, problems) over all variants of one case."""
    cases = fixes = 0
    problems = []
    with tempfile.TemporaryDirectory() as work:
        for variant in VARIANTS:
            offered, said = check(Case(amlint, stage(pathlib.Path(work).resolve(), source, variant), path))
            if offered == 0 and variant == "as it is":
                break
            cases += 1
            fixes += offered
            problems += [f"{source} ({variant}): {problem}" for problem in said]
    return cases, fixes, problems


def main(amlint, *folders):
    cases = fixes = failures = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        waiting = [pool.submit(check_variants, amlint, *case) for folder in folders for case in cases_of(folder)]
        for one in waiting:
            more_cases, more_fixes, problems = one.result()
            cases += more_cases
            fixes += more_fixes
            failures += len(problems)
            print(*problems, sep="\n", end="\n" if problems else "")
    print(f"{fixes} fixes in {cases} cases, {failures} problems")
    return 1 if failures > 0 or fixes == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
