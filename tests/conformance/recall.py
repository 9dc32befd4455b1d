"""What tests of recall share: a public file is copied with one setting of one cluster made bad, and the finding of a
rule that says so must begin inside of the setting."""
import collections
import csv
import os
import sys
import tempfile

from linting import lint

CONFIG = "documents: check\n"
LEAST = 150

# By setting: the rules one of which speaks of the bad value. AML206 is for a minimum over a maximum.
RULES = {
    "minimum": ("AML101", "AML107", "AML206"),
    "maximum": ("AML103",),
    "size": ("AML201",),
    "ssh": ("AML301", "AML302", "AML303"),
    "idle": ("AML102",),
}


def place_of(text, at):
    """Line and column, counted from 1 in characters."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def offset_of(text, line):
    return sum(len(one) for one in text.split("\n")[:line - 1]) + line - 1


def clusters(folder):
    """(path, line, dialect) of each cluster of the labels whose definition is written out."""
    with open(os.path.join(folder, "labels.csv"), encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["detectable"] in ("yes", "partly", "unknown-values"):
                yield os.path.join(folder, row["file"]), int(row["line"]), row["dialect"].split()[0]


def test(amlint, folder, changes, change):
    """Exits with 0 where every copy is found. changes: by dialect, (setting, ...); change(text, offset of the cluster's
    line, ...) returns (text with the setting made bad, where it begins, where it ends), or None where the cluster has no
    place for it."""
    amlint, found, count = os.path.abspath(amlint), collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as top:
        config = os.path.join(top, "amlint.yml")
        with open(config, "w", encoding="utf-8") as file:
            file.write(CONFIG)
        for path, line, dialect in clusters(folder):
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
            host = path.rsplit(".", 1)[1]
            for setting, *how in changes[dialect]:
                made = change(text, offset_of(text, line), *how)
                if made is None:
                    continue
                copy = os.path.join(top, "copy." + host)
                with open(copy, "w", encoding="utf-8", newline="") as file:
                    file.write(made[0])
                begin, end = place_of(made[0], made[1]), place_of(made[0], made[2])
                count[host] += 1
                if any(one["rule"] in RULES[setting] and begin <= (one["line"], one["column"]) < end
                       for one in lint(amlint, top, copy, config)["findings"] if one["status"] != "undecided"):
                    found[host] += 1
                else:
                    print("not found: %s of %s:%d" % (setting, os.path.basename(path), line))
    total = sum(count.values())
    print("%d of %d mutated copies (%s)" % (sum(found.values()), total,
          ", ".join("%s %d of %d" % (host, found[host], count[host]) for host in sorted(count))))
    sys.exit(0 if found == count and total >= LEAST else 1)
