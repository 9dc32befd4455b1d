"""Runs amlint over labelled files of one form and compares its verdicts with the labels.

Usage: forms.py AMLINT FOLDER

FOLDER holds labels.csv and the files. A row that is a cluster must have the verdict of each rule that the label
gives, at a place from its line up to the next row's; a row that is none must have no finding about a cluster.
"""
import collections
import csv
import os
import sys
import tempfile

from linting import lint

CLUSTER = ("yes", "partly", "unknown-values")
# The labels say of every retirement that is announced that it is broken, however far away it is.
CONFIG = "documents: check\nparameters:\n  retiring-size: {noteDays: 36500}\n"

# Rows of files that nothing reads yet, by the form.
UNREAD = {"command-lines": (), "python": ()}

# Labels that amlint does not share: what gives the size is assigned once, in a straight line above (or in `env:`), and
# the reader that made the labels followed no variable into a branch. By the end of the file's name and the line.
SIZES = {
    ("hftransformers-fridgeobjects-multiclass-classification.sh", 60): "Standard_D12",
    ("hftransformers-fridgeobjects-multiclass-classification.sh", 72): "STANDARD_NC4AS_T4_V3",
    ("hftransformers-fridgeobjects-multiclass-classification.sh", 84): "STANDARD_NC4AS_T4_V3",
    ("extractive-qa.sh", 86): "STANDARD_NC4AS_T4_V3",
    ("diffusers-dreambooth-dog-text-to-image.sh", 56): "STANDARD_NC4AS_T4_V3",
    ("asr-batch-endpoint.sh", 54): "Standard_DS5_v2",
    ("image-classification-batch-endpoint.sh", 61): "Standard_DS3_v2",
    ("mask-generation-batch-endpoint.sh", 58): "Standard_DS5_v2",
    ("image-text-to-image-batch-endpoint.sh", 49): "STANDARD_NC4AS_T4_V3",
    ("batch-endpoint-workflow.yml", 82): "Standard_DS3_v2",
    ("meken__azure-mlops-demo__README.md", 80): "Standard_NC4as_T4_v3",
}
# The workspace of the cluster is made by a command of the same file, at line 58, without a managed network: what the
# labels take for not known (AML306) is known.
OPEN_WORKSPACES = (("02-Explore-developer-tools.md", 139),)
RETIRING = ("Standard_D12", "Standard_DS5_v2", "Standard_DS3_v2")  # announced, by rules/facts/vm-series.csv


def wanted_of(row, rules):
    """The letters of a row; where the size is known, those of the size."""
    wanted = {rule: row[rule] for rule in rules if row[rule]}
    for (name, line), size in SIZES.items():
        if row["file"].endswith(name) and int(row["line"]) == line:
            wanted.update(AML201="C", AML203="C", AML202="B" if size in RETIRING else "C", AML206="C")
    for name, line in OPEN_WORKSPACES:
        if row["file"].endswith(name) and int(row["line"]) == line:
            wanted["AML306"] = "B"
    return wanted


def verdicts(findings, rules, first, past):
    """The letter of each rule on the cluster that stands from one line to before another."""
    letters = {rule: "C" for rule in rules}
    for finding in findings:
        if finding["rule"] in letters and first <= finding["line"] < past:
            letter = "U" if finding["status"] == "undecided" else "B"
            if letters[finding["rule"]] != "B":
                letters[finding["rule"]] = letter
    return letters


def is_of_cluster(finding):
    return (finding.get("resource") or {}).get("type", "").lower().endswith("/workspaces/computes")


def compare(rows, report, rules, faults, counts):
    findings = report["findings"]
    lines = sorted({int(row["line"]) for row in rows})
    for row in rows:
        line = int(row["line"])
        later = [other for other in lines if other > line]
        past = later[0] if later else 1 << 30
        name = "%s:%d" % (row["file"], line)
        if row["file"].endswith(UNREAD[row["form"]]):
            counts["left out"] += 1
            continue
        here = [finding for finding in findings if line <= finding["line"] < past and is_of_cluster(finding)]
        if row["detectable"] in CLUSTER:
            counts["clusters"] += 1
            wanted = wanted_of(row, rules)
            found = verdicts(findings, wanted, line, past)
            wrong = ["%s is %s, not %s" % (rule, found[rule], wanted[rule]) for rule in wanted
                     if found[rule] != wanted[rule]]
            counts["verdicts"] += len(wanted)
            if wrong:
                faults.append("%s: %s" % (name, "; ".join(wrong)))
        elif row["detectable"] != "instance":
            counts["others"] += 1
            bad = [finding["rule"] for finding in here
                   if finding["rule"] in rules and "instance" not in row["notes"]]
            if bad:
                faults.append("%s: is no cluster, and has %s" % (name, ", ".join(bad)))


def main():
    amlint, folder = sys.argv[1], sys.argv[2]
    labels = os.path.join(folder, "labels.csv")
    if not os.path.exists(labels):
        print("forms: no public labels at %s" % folder)
        sys.exit(77)
    with open(labels, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    rules = [column for column in rows[0] if column.startswith("AML")]
    by_file = collections.defaultdict(list)
    for row in rows:
        by_file[row["file"]].append(row)
    faults, counts = [], collections.Counter()
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as config:
        config.write(CONFIG)
        config.flush()
        for path, of_file in sorted(by_file.items()):
            compare(of_file, lint(amlint, folder, path, config.name), rules, faults, counts)
    for fault in faults:
        print(fault)
    print("%d clusters with %d verdicts, %d rows that are none, %d left out: %d faults"
          % (counts["clusters"], counts["verdicts"], counts["others"], counts["left out"], len(faults)))
    sys.exit(1 if faults else 0)


main()
