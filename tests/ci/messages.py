"""SARIF's messages over all rule cases and hostile names: message.text is its messageString filled with the arguments,
each form is one that the rule file declares, and what a template quotes is an argument as the file has it.

    messages.py AMLINT RULES"""

import glob
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

import yaml

RUNS = 3  # in each of them every case has another name
NAMES = ["c17", "x' nodes of 'y", "'", "{0}", "{{1}}", "a](b)", "[[concat('a', 'b')]", "did you mean 'z'?", "größe", "a.b!"]
PLACEHOLDER = re.compile(r"\{\{|\}\}|('?)\{([^{}:|]+)(?::[^{}]*)?\}('?)")
UNDECIDED = "Not decided for '{0}': '{1}'."


def form_of(template):
    """A template as a message string, by the definition in docs/writing-rules.md and not by the program's."""
    numbers = iter(range(100))
    text = PLACEHOLDER.sub(lambda m: m.group(0) if m.group(2) is None else "'{%d}'" % next(numbers), template.strip())
    text = text.rstrip(".!?:;, ")
    return text + "." if next(numbers) > 0 else text + ": '{0}'."


def templates_of(rule):
    message = rule["message"]
    return [message] if isinstance(message, str) else [case["is"] for case in message]


def fill(form, arguments):
    return re.sub(r"\{\{|\}\}|\{(\d+)\}", lambda m: m.group(0)[0] if m.group(1) is None else arguments[int(m.group(1))], form)


def write(folder, path, text):
    path = os.path.join(folder, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text if isinstance(text, str) else json.dumps(text, default=str))


def rename(text, name):
    """The first resource of a case gets the name; in YAML and in JSON it is written as a JSON string."""
    if not isinstance(text, str):
        text = json.dumps(text, default=str, ensure_ascii=False)
    is_json = text.lstrip().startswith("{")
    pattern = r'("name"\s*:\s*)"[a-zA-Z0-9-]+"' if is_json else r"^(name: *)[a-zA-Z0-9-]+$"
    return re.sub(pattern, lambda m: m.group(1) + json.dumps(name, ensure_ascii=False), text, count=1, flags=re.M)


def lay_out(folder, rules, names):
    for rule in rules:
        for number, case in enumerate(rule.get("tests", [])):
            place = f"{rule['id']}/{number}"
            name = next(names)
            if "yaml" in case:
                write(folder, f"{place}/c.yml", rename(case["yaml"], name))
            if "template" in case:
                write(folder, f"{place}/t.json", rename(case["template"], name))
            for path, text in case.get("files", {}).items():
                write(folder, f"{place}/{path}", text)


def check(log, rules, problems):
    run = log["runs"][0]
    declared = {rule["id"]: {form_of(t): t for t in templates_of(rule)} for rule in rules}
    seen = set()
    for result in run["results"]:
        rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
        message = result["message"]
        form = rule["messageStrings"][message["id"]]["text"]
        filled = fill(form, message["arguments"])
        rest = message["text"][len(filled):]
        if not message["text"].startswith(filled) or (rest and not rest.startswith(" See [")):
            problems.append(f"{rule['id']}: '{message['text']}' is not '{filled}'")
        if rule["id"] not in declared:
            continue
        seen.add(rule["id"])
        known = declared[rule["id"]]
        if form != UNDECIDED and form not in known:
            problems.append(f"{rule['id']}: the form '{form}' stands in no rule file")
        elif form in known and known[form].find("'{name}'") >= 0 and not resource_name(result) == argument_of(known[form], message):
            problems.append(f"{rule['id']}: {message['arguments']} lack the name '{resource_name(result)}'")
    return seen


def resource_name(result):
    return result["properties"]["resourceName"].replace("](", "\\](")


def argument_of(template, message):
    names = [m.group(2) for m in PLACEHOLDER.finditer(template) if m.group(2) is not None]
    return message["arguments"][names.index("name")]


def main():
    amlint, folder = sys.argv[1:]
    rules = []
    for path in sorted(glob.glob(folder + "/*/*.yml")):
        with open(path, encoding="utf-8") as text:
            rule = yaml.safe_load(text)
        if "if" in rule:
            rules.append(rule)
    problems = []
    seen = set()
    for run in range(RUNS):
        with tempfile.TemporaryDirectory() as tree:
            lay_out(tree, rules, itertools.islice(itertools.cycle(NAMES), run * len(NAMES) // RUNS, None))
            answer = subprocess.run([amlint, "--isolated", "--profile", "strict", "--as-of", "2026-11-28", "-u", "-f", "sarif", "."],
                                    cwd=tree, capture_output=True)
            seen |= check(json.loads(answer.stdout), rules, problems)
    unseen = sorted({rule["id"] for rule in rules} - seen)
    for problem in sorted(set(problems))[:40]:
        print(problem)
    print(f"{len(rules)} rules, {len(NAMES)} names, {len(seen)} rules met, {len(set(problems))} problems; not met: {unseen}")
    return 1 if problems or len(seen) < len(rules) * 3 // 4 else 0


if __name__ == "__main__":
    sys.exit(main())
