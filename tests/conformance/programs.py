"""Programs and notebooks with the SDKs for Python, against CPython's own parser.

Usage: programs.py AMLINT [FOLDER]

Checked are: literals of every kind that CPython's `ast` reads, in a generated program; the lines, columns and cells of
findings in 200 generated notebooks; expressions of literals, compared with what CPython evaluates them to; and, where FOLDER holds public files with labels (forms.py), that no literal argument of a call
in them differs from what `ast` says, and that in mutated copies of them the same number of clusters is found.
"""
import ast
import collections
import csv
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import warnings

CLUSTER = ("yes", "partly", "unknown-values")
ARGUMENTS = {  # of both versions, with the place of what they say
    "size": ("vmSize",), "vm_size": ("vmSize",),
    "min_instances": ("scaleSettings", "minNodeCount"), "min_nodes": ("scaleSettings", "minNodeCount"),
    "max_instances": ("scaleSettings", "maxNodeCount"), "max_nodes": ("scaleSettings", "maxNodeCount"),
}


def run(amlint, *arguments, folder="."):
    done = subprocess.run([amlint, *arguments], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        sys.exit("%s: status %d: %s" % (" ".join(arguments), done.returncode, done.stderr))
    return done.stdout


def clusters(amlint, path):
    """What a file defines, as ARM has it."""
    found = json.loads(run(amlint, "expand", "--isolated", path) or "[]")
    return [one for one in found if one.get("properties", {}).get("computeType") == "AmlCompute"]


def value_at(cluster, place):
    value = cluster["properties"].get("properties", {})
    for name in place:
        value = value.get(name) if isinstance(value, dict) else None
    return value


# ---- Literals ----

def literal_text(draw):
    """A string in one of Python's ways of writing it."""
    letters = "abcXYZ09_-. é√\U0001F600'\"\\{}#%"
    text = "".join(draw.choice(letters) for _ in range(draw.randint(0, 12)))
    way = draw.randrange(6)
    if way == 0:
        return repr(text)
    if way == 1:
        return json.dumps(text.replace("\U0001F600", ""))  # \\uXXXX; beyond these JSON has pairs, and Python none
    if way == 2:
        return '"""%s\n%s"""' % (text.replace("\\", "\\\\").replace('"', '\\"'), "z")
    if way == 3 and "'" not in text and not text.endswith("\\"):
        return "r'%s'" % text
    if way == 4:
        return "'%s' \"%s\"" % ("".join("\\x%02x" % ord(c) if ord(c) < 256 else c for c in text), "q")
    return ascii(text)


def check_literals(amlint, folder, faults):
    draw = random.Random(1)
    lines, wanted = ["from azure.ai.ml.entities import AmlCompute"], []
    for i in range(400):
        text, number = literal_text(draw), draw.choice(["0", "1", "1_000", "7", "12"])
        join = draw.choice([" ", "  # a comment, (with brackets\n    ", " \\\n  "])
        call = "AmlCompute(name='c%d',%smin_instances=%s,%stags={'t': %s})" % (i, join, number, join, text)
        lines.append(draw.choice(["x%d = " % i, "", "if x:\n    y = "]) + call)
        wanted.append((number, text))
    path = os.path.join(folder, "literals.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    ast.parse("\n".join(lines))
    found = clusters(amlint, path)
    if len(found) != len(wanted):
        faults.append("literals: %d calls are found, not %d" % (len(found), len(wanted)))
        return len(wanted)
    for one, (number, text) in zip(found, wanted):
        if value_at(one, ("scaleSettings", "minNodeCount")) != ast.literal_eval(number):
            faults.append("literals: %s is %r" % (number, value_at(one, ("scaleSettings", "minNodeCount"))))
        tag = one.get("tags", {}).get("t")
        if tag != ast.literal_eval(text) and not (isinstance(tag, dict) and "$unknown" in tag):
            faults.append("literals: %s is %r" % (text, tag))
    return len(wanted)


# ---- Expressions ----

WORDS = ["''", "'a'", "'ab'", "'b'", "'é€'"]
NUMBERS = ["0", "1", "2", "3", "7", "-5", "10", "64", "255", "4096", "1_000_000", "9223372036854775807", "2 ** 53 + 1"]
FRACTIONS = ["0.5", "1.5", "0.1", "0.2", "3.0", "-2.25", "1e3", "1e308"]
LISTS = ["[]", "[1, 2, 3]", "['a', 'b']", "(1, 'a')", "[0.5, True, None]", "NAMES", "()"]
NAMES = {"N": 3, "M": -4, "T": "text", "F": 0.25, "NAMES": ["x", "yz"], "YES": True, "NONE": None}
OPERATORS = ["+", "-", "*", "//", "%", "/", "**", "<<", ">>", "&", "|", "^", "==", "!=", "<", ">", "<=", ">=", "and", "or", "in", "not in",
             "is", "is not"]


def expression(draw, depth):
    """An expression of literals, names and operators, with parentheses only here and there."""
    if depth == 0 or draw.random() < 0.2:
        return draw.choice([draw.choice(NUMBERS), draw.choice(NUMBERS), draw.choice(WORDS), draw.choice(FRACTIONS), draw.choice(LISTS),
                            draw.choice(sorted(NAMES)), draw.choice(["True", "False", "None"])])
    which = draw.random()
    if which < 0.12:
        return "%s%s" % (draw.choice(["not ", "-", "+", "~", "-"]), expression(draw, depth - 1))
    if which < 0.24:
        return "%s[%s]" % (draw.choice(LISTS + WORDS + ["T"]), draw.choice(["0", "1", "-1", "2", "-3", "N - 2", "True", "'a'"]))
    parts = [expression(draw, depth - 1)]
    for _ in range(draw.choice([1, 1, 2])):
        parts.append(draw.choice(OPERATORS[:10] if draw.random() < 0.6 else OPERATORS))
        parts.append(expression(draw, depth - 1))
    text = " ".join(parts)
    return "(%s)" % text if draw.random() < 0.5 else text


def value_of(text):
    """What CPython makes of it: a list with the value; an empty one where it fails, or is too large to be of interest."""
    try:
        tree = ast.parse(text, mode="eval")
        growing = sum(isinstance(node, (ast.Pow, ast.LShift)) for node in ast.walk(tree))
        if growing > 1 or (growing > 0 and ("9223372036854775807" in text or "1_000_000" in text)):
            return None  # CPython would take long
        value = eval(compile(tree, "", "eval"), {"__builtins__": {}}, dict(NAMES))  # of literals and operators alone
        return [json.loads(json.dumps(value))]
    except SyntaxError:  # "1 + not 2"
        return None
    except (TypeError, ValueError, ZeroDivisionError, OverflowError, IndexError, KeyError, MemoryError):
        return []


def is_exact(got, wanted):
    """Equal values of one type, also in lists."""
    if isinstance(wanted, list):
        return isinstance(got, list) and len(got) == len(wanted) and all(map(is_exact, got, wanted))
    if isinstance(wanted, float) and isinstance(got, int) and not isinstance(got, bool):
        return wanted == float(got)  # JSON as amlint writes it has no fraction where there is none
    return type(got) is type(wanted) and got == wanted


def check_expressions(amlint, folder, faults, counts, seed=2):
    draw = random.Random(seed)
    warnings.simplefilter("ignore", SyntaxWarning)  # "1 is 1"
    texts = {}
    while len(texts) < 4000:
        text = expression(draw, 3)
        wanted = value_of(text) if len(text) < 160 else None
        is_kept = wanted is not None and (len(json.dumps(wanted)) <= 2000 if wanted else draw.random() < 0.05)
        if is_kept:
            texts[text] = wanted
    path = os.path.join(folder, "expressions.py")
    lines = ["from azure.ai.ml.entities import AmlCompute"]
    lines += ["%s = %r" % item for item in NAMES.items()]
    ordered = list(texts)
    for i, text in enumerate(ordered):
        lines.append("AmlCompute(name='c%d', tags={'t': %s})" % (i, text))
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    found = clusters(amlint, path)
    if len(found) != len(ordered):
        faults.append("%d of %d expressions are in clusters" % (len(found), len(ordered)))
    for text, cluster in zip(ordered, found):
        got, wanted = cluster["tags"]["t"], texts[text]
        is_unknown = isinstance(got, dict) and "$unknown" in got
        counts["expressions"] += 1
        counts["known"] += not is_unknown
        counts["values"] += bool(wanted)
        if not is_unknown and not (wanted and is_exact(got, wanted[0])):
            faults.append("%s is %s, not %s" % (text, json.dumps(got), json.dumps(wanted)))
    if counts["known"] * 10 < counts["values"] * 6:
        faults.append("only %d of %d values are known" % (counts["known"], counts["values"]))


# ---- Notebooks ----

def write_notebook(draw, path, number):
    """A notebook with one cluster, and where its minimum stands: line, column, cell, line in the cell."""
    noise = ["x = 'é\\t\"'  # \u00fc", "%matplotlib inline", "print \"two\"", "", "s = \"\"\"\U0001F600\n\"\"\"", "!ls *.py",
             "y = {'a': [1, 2]}", "if x:\n\tpass"]
    call = "c = AmlCompute(name='c%d', size='Standard_D4s_v5',%smin_instances=%d, max_instances=90000)"
    cells, place = [], None
    for i in range(draw.randint(2, 6)):
        lines = "\n".join(draw.choice(noise) for _ in range(draw.randint(0, 4))).split("\n")
        cells.append({"cell_type": draw.choice(["code", "code", "markdown"]), "metadata": {}, "outputs": [], "lines": lines})
    cells[0] = {"cell_type": "code", "metadata": {}, "lines": ["from azure.ai.ml.entities import AmlCompute"]}
    at = draw.randrange(1, len(cells))
    cells[at]["cell_type"] = "code"
    lines = [line for line in cells[at]["lines"] if '"""' not in line]
    before = "  # \"é\"" if draw.random() < 0.5 else ""
    text = call % (number, before + "\n   " if before else " ", 80000 + number)
    first = len(lines)
    lines += text.split("\n")
    cells[at]["lines"] = lines
    in_cell = first + text.count("\n") + 1
    for cell in cells:
        source = "\n".join(cell.pop("lines"))
        cell["source"] = source if draw.random() < 0.3 else source.splitlines(True)
    dumped = json.dumps({"nbformat": 4, "cells": cells}, indent=draw.choice([None, 1, 2]),
                        ensure_ascii=draw.random() < 0.5)
    offset = dumped.index("min_instances=%d" % (80000 + number)) + len("min_instances=")
    place = (dumped.count("\n", 0, offset) + 1, offset - dumped.rfind("\n", 0, offset), "cell %d, line %d" % (at + 1, in_cell))
    with open(path, "w", encoding="utf-8") as file:
        file.write(dumped)
    return place


def check_notebooks(amlint, folder, faults):
    draw = random.Random(2)
    below = os.path.join(folder, "notebooks")
    os.mkdir(below)
    places = {"n%03d.ipynb" % i: write_notebook(draw, os.path.join(below, "n%03d.ipynb" % i), i) for i in range(200)}
    log = json.loads(run(amlint, "--isolated", "--select", "AML101", "--format", "sarif", ".", folder=below))
    found = {}
    for result in log["runs"][0]["results"]:
        location = result["locations"][0]
        region = location["physicalLocation"]["region"]
        cell = [one["fullyQualifiedName"] for one in location["logicalLocations"] if one["kind"] == "cell"]
        name = os.path.basename(location["physicalLocation"]["artifactLocation"]["uri"])
        found[name] = (region["startLine"], region["startColumn"], *cell)
    for name, place in places.items():
        if found.get(name) != place:
            faults.append("%s: the place is %s, not %s" % (name, found.get(name), place))
    return len(places)


# ---- Public files ----

def programs_of(path):
    """The parts of a file that CPython parses."""
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    if not path.endswith(".ipynb"):
        return [text]
    try:
        cells = json.loads(text).get("cells", [])
    except ValueError:
        return []
    return ["".join(cell.get("source", [])) for cell in cells if cell.get("cell_type") == "code"]


def literal_calls(path):
    """The literal arguments of each call that defines a cluster."""
    for text in programs_of(path):
        try:
            tree = ast.parse("\n".join("" if line.lstrip()[:1] in ("%", "!") else line for line in text.split("\n")))
        except SyntaxError:
            continue
        for call in ast.walk(tree):
            name = getattr(getattr(call, "func", None), "attr", getattr(getattr(call, "func", None), "id", ""))
            if not isinstance(call, ast.Call) or name not in ("AmlCompute", "provisioning_configuration") or \
                    (name == "AmlCompute" and call.args):
                continue
            known = {ARGUMENTS[word.arg]: word.value.value for word in call.keywords
                     if word.arg in ARGUMENTS and isinstance(word.value, ast.Constant) and word.value.value not in (None, "")}
            if known:
                yield known


def check_public(amlint, folder, files, faults):
    count = 0
    for name in files:
        path = os.path.join(folder, name)
        found = clusters(amlint, path)
        for known in literal_calls(path):
            count += 1
            if not any(all(value_at(one, place) == value for place, value in known.items()) for one in found):
                faults.append("%s: no cluster has %s" % (name, known))
    return count


def mutate_program(text, way):
    if way == 0:
        return "print 'of Python 2'\nx = f(\n" + text + "\ns = 'no end"
    if way == 1:
        return text.replace("\n", "\r\n")
    return re.sub(r"\bAmlCompute\(", "AmlCompute  (  # (\n  ", re.sub(r"^( *)(\S.*)$", r"\1\2  # '\"(", text, flags=re.M)) \
        if '"""' not in text and "'''" not in text and "\\\n" not in text else "\ufeff" + text


def mutate_notebook(text, way):
    book = json.loads(text)
    if way == 0:
        broken = {"cell_type": "code", "metadata": {}, "source": ["for x in (\n", "s = \"\"\"no end\n", "%%nothing\n", "a b ]"]}
        book["cells"] = [broken, *sum(([cell, broken] for cell in book["cells"]), [])]
    elif way == 1:
        for cell in book["cells"]:
            cell["source"] = "".join(cell["source"])
    else:
        for cell in book["cells"]:
            cell["input"] = cell.pop("source")
        book = {"nbformat": 3, "worksheets": [{"cells": book["cells"]}]}
    return json.dumps(book, ensure_ascii=way == 1)


def check_mutations(amlint, folder, rows, scratch, faults):
    wanted, copies = collections.Counter(row["file"] for row in rows if row["detectable"] in CLUSTER), 0
    for name, count in sorted(wanted.items()):
        with open(os.path.join(folder, name), encoding="utf-8", errors="replace", newline="") as file:
            text = file.read()
        for way in range(3):
            is_book = name.endswith(".ipynb")
            path = os.path.join(scratch, "copy.ipynb" if is_book else "copy.py")
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(mutate_notebook(text, way) if is_book else mutate_program(text, way))
            found = len(clusters(amlint, path))
            copies += 1
            if found != count:
                faults.append("%s, mutated in way %d: %d clusters, not %d" % (name, way, found, count))
    return copies


def main():
    amlint, faults = sys.argv[1], []
    with tempfile.TemporaryDirectory() as scratch:
        literals = check_literals(amlint, scratch, faults)
        notebooks = check_notebooks(amlint, scratch, faults)
        counts = collections.Counter()
        check_expressions(amlint, scratch, faults, counts)
        said = "%d literals, %d notebooks, %d expressions of which %d have a value and %d are known" % (
            literals, notebooks, counts["expressions"], counts["values"], counts["known"])
        if len(sys.argv) > 2:
            with open(os.path.join(sys.argv[2], "labels.csv"), newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
            calls = check_public(amlint, sys.argv[2], sorted({row["file"] for row in rows}), faults)
            copies = check_mutations(amlint, sys.argv[2], rows, scratch, faults)
            said += ", %d calls of public files, %d mutated copies" % (calls, copies)
    for fault in faults:
        print(fault)
    print("%s: %d faults" % (said, len(faults)))
    sys.exit(1 if faults else 0)


main()
