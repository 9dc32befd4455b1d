"""Runs amlint over labelled configurations of Terraform and compares what it finds with the labels.

Usage: terraform.py AMLINT SHARED_FOLDER

Two sets: small configurations of conformance/terraform/terraform-cases, each with its expected.csv, and the public
files of corpus/forms/terraform. Verdicts are those of the rules that the labels name; a row that has no cluster must
have no finding about one.
"""
import collections
import csv
import os
import shutil
import sys
import tempfile

from linting import lint

# The labels say of every retirement that is announced that it is broken, however far away it is.
CONFIG = "parameters:\n  retiring-size: {noteDays: 36500}\n"

# Labels that amlint does not share, and why: by a part of the file's or case's name, line and rule.
SHARED_NOT = {
    # AML206 says that the minimum is more than the maximum, and AML107 that low-priority nodes are kept; then AML101
    # is silent, by its own rule.
    ("08-count-unknown", None, "AML101"): "C",
    ("example_MLComputeClusterMinNodes", 18, "AML101"): "C",
    # module.network[0] is there by default, and its output is the id of a subnet that it declares; the reader that made
    # the labels followed no copies of modules.
    ("080-azureml/terraform/modules/compute-cluster/main.tf", 12, "AML306"): "C",
    # "${data.azurerm_subnet.training.id}" is the id itself, which is never null.
    ("existing-VNet__compute@3f7c118f.tf", 23, "AML306"): "C",
    # The workspace is declared in the same file, by azapi, with a managed network.
    ("aml-managed-smi__main@e1765e11.tf", 826, "AML306"): "C",
}


def is_of_cluster(finding):
    return (finding.get("resource") or {}).get("type", "").lower().endswith("/workspaces/computes")


def letters_of(findings, rules):
    """The letter of each rule over findings of one cluster."""
    letters = {rule: "C" for rule in rules}
    for finding in findings:
        if finding["rule"] in letters:
            letter = "U" if finding["status"] == "undecided" else "B"
            if letters[finding["rule"]] != "B":
                letters[finding["rule"]] = letter
    return letters


def differences(where, row, findings, rules):
    wanted = {rule: row[rule] for rule in rules if row.get(rule)}
    for (part, line, rule), letter in SHARED_NOT.items():
        is_alone = row.get("detectable") == "module-alone"
        if part in where and not is_alone and rule in wanted and line in (None, int(row["line"])):
            wanted[rule] = letter
    found = letters_of(findings, wanted)
    return ["%s is %s, not %s" % (rule, found[rule], wanted[rule]) for rule in sorted(wanted)
            if found[rule] != wanted[rule]]



def check_case(amlint, folder, config, faults):
    with open(os.path.join(folder, "expected.csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    rules = [column for column in (rows[0] if rows else {}) if column.startswith("AML")]
    with tempfile.TemporaryDirectory() as copy:
        there = os.path.join(copy, "case")
        shutil.copytree(folder, there)
        findings = [one for one in lint(amlint, there, ".", config)["findings"] if is_of_cluster(one)]
    name = os.path.basename(folder)
    wrong = []
    if not rows and findings:
        wrong.append("nothing is declared, and there are findings")
    names = collections.Counter(row["name"] for row in rows)
    for row in rows:
        of_row = [one for one in findings if (one["resource"].get("name") or "").split("/")[-1] == row["name"]
                  or names[row["name"]] == len(rows) == 1]
        wrong += ["%s: %s" % (row["address"], one) for one in differences(name, row, of_row, rules)]
    faults += ["%s: %s" % (name, one) for one in wrong]
    return not wrong


def cases(amlint, shared, config, faults):
    top = os.path.join(shared, "conformance", "terraform", "terraform-cases")
    folders = sorted(os.path.join(top, name) for name in os.listdir(top))
    right = sum(check_case(amlint, folder, config, faults) for folder in folders)
    print("%d of %d configurations" % (right, len(folders)))


def corpus(amlint, shared, config, faults):
    top = os.path.join(shared, "corpus", "forms", "terraform")
    with open(os.path.join(top, "labels.csv"), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    rules = [column for column in rows[0] if column.startswith("AML")]
    found, right = {}, 0
    for row in rows:
        key = root_of(top, shared, row)
        if key not in found:
            found[key] = [one for one in run_root(amlint, key, config) if is_of_cluster(one)]
        line = int(row["line"])
        path = os.path.basename(row["file"]) if row["file"].startswith("shared:") else row["file"].split("/", 2)[2]
        here = [one for one in found[key] if one["file"].endswith(path) and
                covers(row, one, rows, line)]
        wrong = differences(row["file"], row, here, rules)
        right += not wrong
        faults += ["%s:%s (%s): %s" % (row["file"], row["line"], row["address"].split("::")[0], one)
                   for one in wrong]
    print("%d of %d public clusters" % (right, len(rows)))


def covers(row, finding, rows, line):
    later = sorted({int(other["line"]) for other in rows if other["file"] == row["file"] and
                    int(other["line"]) > line})
    return line <= finding["line"] < (later[0] if later else 1 << 30)


def root_of(top, shared, row):
    """What to copy and where to run: (folder to copy, folder in it to run in), or a single file."""
    if row["file"].startswith("shared:"):
        return (os.path.join(shared, row["file"][len("shared:"):]), None)
    repository = row["file"].split("/")[1]
    return (os.path.join(top, "files", repository), row["address"].split("::")[0].strip())


def run_root(amlint, key, config):
    source, inner = key
    with tempfile.TemporaryDirectory() as copy:
        if inner is None:
            shutil.copy(source, copy)
            return lint(amlint, copy, ".", config)["findings"]
        there = os.path.join(copy, "repository")
        shutil.copytree(source, there)
        # Run at the top, so that modules beside the root are inside of it; other roots are left out.
        return lint(amlint, there, inner, config)["findings"]


LOCK = """provider "registry.terraform.io/hashicorp/azurerm" {
  version = "%s"
}
"""
CLUSTER = '"azurerm_machine_learning_compute_cluster"'


def copy_with_version(shared, there, version):
    """All public files below a folder, single ones in folders of their own, locked to a version of azurerm."""
    corpus = os.path.join(shared, "corpus")
    shutil.copytree(os.path.join(corpus, "forms", "terraform", "files"), os.path.join(there, "files"))
    for name in os.listdir(os.path.join(corpus, "terraform")):
        os.makedirs(os.path.join(there, name))
        shutil.copy(os.path.join(corpus, "terraform", name), os.path.join(there, name, "main.tf"))
    for folder, _, names in os.walk(there):
        if any(name.endswith(".tf") for name in names):
            with open(os.path.join(folder, ".terraform.lock.hcl"), "w", encoding="utf-8") as file:
                file.write(LOCK % version)


def is_in_cluster(there, finding):
    """Whether the block that a finding is in, or at, is a cluster of azurerm."""
    with open(os.path.join(there, finding["file"]), encoding="utf-8") as file:
        heads = [line for line in file.read().split("\n")[:finding["line"]] if line.startswith("resource ")]
    return bool(heads) and CLUSTER in heads[-1]


def ssh_by_default(amlint, shared, config, faults):
    """AML302 is about what azurerm closes from 2.77.0 on."""
    for version, is_closed in (("2.76.0", False), ("2.77.0", True), ("3.100.0", True), ("4.80.0", True)):
        with tempfile.TemporaryDirectory() as copy:
            there = os.path.join(copy, "all")
            copy_with_version(shared, there, version)
            found = [one for one in lint(amlint, there, ".", config)["findings"] if one["rule"] == "AML302"
                     and one["status"] != "undecided" and is_in_cluster(there, one)]
        print("azurerm %s: %d findings of AML302" % (version, len(found)))
        if is_closed == bool(found):
            faults.append("azurerm %s: %d findings of AML302" % (version, len(found)))


def main():
    amlint, shared = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if not os.path.isdir(os.path.join(shared, "conformance", "terraform", "terraform-cases")):
        print("terraform: no configurations below %s" % shared)
        sys.exit(77)
    faults = []
    with tempfile.NamedTemporaryFile("w", suffix=".yml") as config:
        config.write(CONFIG)
        config.flush()
        cases(amlint, shared, config.name, faults)
        corpus(amlint, shared, config.name, faults)
        ssh_by_default(amlint, shared, config.name, faults)
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


main()
