"""Writes commands into hosts of every kind and holds amlint's places against where they were written; and changes one
option of each command, which must be found at that option.

Usage: command_places.py AMLINT [COUNT]

Hosts are made by a generator with a fixed seed: COUNT of each kind (200 where nothing is said). Each holds one cluster whose minimum is
2 at a known line and column. Then one of five options is made wrong in copies of the hosts: the minimum, the size, SSH, the maximum and
the idle time.
"""
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

AS_OF = "2026-11-28"
MARK = "\x01"  # before the value that is looked for
WORDS = ["echo start", "set -e", "# a note", "az extension add -n ml", "ls -l || true", "export X=1", "cd . && pwd"]


def options(changed):
    """The options of one cluster, in a list of words; the one that is changed has the mark before its value."""
    values = {"--min-instances": "0", "--max-instances": "4", "--size": "Standard_D4s_v3",
              "--idle-time-before-scale-down": "120", "--ssh-public-access-enabled": "false"}
    wrong = {"--min-instances": "2", "--max-instances": "many", "--size": "Standard_Nothing_v9",
             "--idle-time-before-scale-down": "86400", "--ssh-public-access-enabled": "true"}
    out = []
    for name, value in values.items():
        out += [name, MARK + wrong[name] if name == changed else value]
    return out


RULES = {"--min-instances": ("AML101",), "--max-instances": ("AML006",), "--size": ("AML203",),
         "--idle-time-before-scale-down": ("AML102",), "--ssh-public-access-enabled": ("AML301",)}


def command(rng, changed, name, join):
    """The lines of a command; `join` ends those that go on, and None keeps it on one line."""
    pairs = options(changed)
    parts = [" ".join(pairs[i:i + 2]) for i in range(0, len(pairs), 2)]
    rng.shuffle(parts)
    line = "az ml compute create --name %s --type amlcompute" % name
    lines = [line]
    for part in parts:
        if join is not None and rng.random() < 0.5:
            lines[-1] += " " + join
            lines.append(" " * rng.randint(1, 6) + part)
        else:
            lines[-1] += " " + part
    return lines


def padded(rng, lines):
    before = [rng.choice(WORDS) for _ in range(rng.randint(0, 4))]
    return before + lines


def shell(rng, lines):
    return "make.sh", "#!/bin/bash\n" + "\n".join(padded(rng, lines)) + "\n"


def workflow(rng, lines):
    head = "on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - name: x\n        run: |\n"
    return ".github/workflows/a.yml", head + "".join(" " * 10 + line + "\n" for line in padded(rng, lines))


def pipeline(rng, lines):
    head = "steps:\n- task: AzureCLI@2\n  inputs:\n    scriptType: bash\n    inlineScript: |\n"
    return "azure-pipelines.yml", head + "".join(" " * 6 + line + "\n" for line in padded(rng, lines))


def gitlab(rng, lines):
    return ".gitlab-ci.yml", "a:\n  script:\n    - echo a\n    - |\n" + "".join(" " * 6 + line + "\n" for line in lines)


def notebook(rng, lines):
    cell = [line + "\n" for line in lines]
    cell[0] = "!" + cell[0]
    source = json.dumps(cell).replace("\\u0001", MARK)
    return "a.ipynb", ('{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [\n'
                       '{"cell_type": "code", "source": ["x = 1\\n"]},\n{"cell_type": "code", "source": %s}]}\n' % source)


def markdown(rng, lines):
    return "README.md", "# A\n\n```bash\n" + "\n".join(padded(rng, lines)) + "\n```\n"


def rest(rng, lines):
    return "a.rst", "A\n=\n\n.. code-block:: bash\n\n" + "".join("   " + line + "\n" for line in padded(rng, lines))


def container(rng, lines):
    return "Dockerfile", "FROM a\nRUN echo b\nRUN " + "\n".join(lines) + "\n"


def makefile(rng, lines):
    return "Makefile", "all:\n\t@echo a\n\t" + "\n\t".join(lines) + "\n"


def tasks(rng, lines):
    text = json.dumps(" ".join(lines)).replace("\\u0001", MARK)
    return ".vscode/tasks.json", '{"tasks": [\n  {"label": "a", "command": %s}]}\n' % text


def powershell(rng, lines):
    return "make.ps1", "$x = 1\n" + "\n".join(lines) + "\n"


KINDS = [(shell, "\\"), (workflow, "\\"), (pipeline, "\\"), (gitlab, "\\"), (notebook, "\\"), (markdown, "\\"), (rest, "\\"),
         (container, "\\"), (makefile, "\\"), (tasks, None), (powershell, "`")]


def place(text):
    """The text without its mark, and where that stood: line and column from 1."""
    at = text.index(MARK)
    return text.replace(MARK, ""), text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def main():
    amlint, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    counts, faults = collections.Counter(), []
    for make, join in KINDS:
        for changed, rules in RULES.items():
            rng = random.Random(make.__name__ + changed)
            number = count if changed == "--min-instances" else max(count // 10, 1)
            wanted = {}
            with tempfile.TemporaryDirectory() as folder:
                open(os.path.join(folder, "amlint.yml"), "w").write("documents: check\n")
                for i in range(number):
                    name, text = make(rng, command(rng, changed, "cpu-%d" % i, join))
                    text, line, column = place(text)
                    path = os.path.join("h%d" % i, name)
                    os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
                    with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                        file.write(text)
                    wanted[path] = (line, column)
                done = subprocess.run([amlint, "--format", "json", "--as-of", AS_OF, "."], cwd=folder, capture_output=True,
                                      text=True)
                report = json.loads(done.stdout)
            found = {(f["file"], f["line"], f["column"]) for f in report["findings"] if f["rule"] in rules}
            for path, at in wanted.items():
                counts["hosts" if changed == "--min-instances" else "mutated"] += 1
                if (path,) + at not in found:
                    others = sorted(f for f in found if f[0] == path)
                    faults.append("%s %s: %s at %d:%d is not found; %s" % (make.__name__, path, changed, at[0], at[1], others))
    for fault in faults[:40]:
        print(fault)
    print("%d hosts of %d kinds, %d copies with another option: %d faults"
          % (counts["hosts"], len(KINDS), counts["mutated"], len(faults)))
    sys.exit(1 if faults else 0)


main()
