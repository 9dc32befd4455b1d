"""Breaks copies of configurations of Terraform in known places, and looks whether amlint finds them there.

Usage: terraform_recall.py AMLINT SHARED_FOLDER

Each copy has one argument of one cluster changed: the minimum, SSH, the size or the maximum, as a literal, through a
variable's default, through terraform.tfvars, or through the argument of a module that the cluster is moved into. The
finding of the rule must stand at the line of the argument; where the value came another way, the line that says it must
be among the related places.
"""
import os
import re
import shutil
import sys
import tempfile

from linting import lint

# What is changed: argument, new value, and the rules one of which says so.
CHANGES = [
    ("min_node_count", "3", ("AML101", "AML107", "AML206")),  # AML206 where the maximum is lower
    ("ssh_public_access_enabled", "true", ("AML301", "AML302", "AML303")),
    ("vm_size", '"STANDARD_NC6"', ("AML201",)),
    ("max_node_count", "0", ("AML206", "AML211", "AML212")),
]
# Configurations that are no ground for copies, and why.
LEFT_OUT = {
    "21-commented-out": "the text that is changed stands in a comment",
    "25-override-file": "another file overrides what is changed",
}
WAYS = ("literal", "variable", "tfvars", "module")


def blocks_of(text):
    """Where the blocks of clusters begin and end, as offsets."""
    for match in re.finditer(r'^resource\s+"azurerm_machine_learning_compute_cluster"\s+"[^"]+"\s*\{', text, re.M):
        depth, at = 1, match.end()
        while depth and at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield match.start(), at


def change(block, argument, value):
    """The block with the argument set; None where it cannot be said in one place."""
    found = re.search(r"^([ \t]*)%s([ \t]*)=([ \t]*)(.+?)[ \t]*(#.*)?$" % argument, block, re.M)
    if found:
        return block[:found.start()] + "%s%s%s=%s%s" % (found[1], argument, found[2], found[3], value) + block[found.end():]
    if argument == "ssh_public_access_enabled":
        first = block.index("\n") + 1
        return block[:first] + "  %s = %s\n" % (argument, value) + block[first:]
    return None


def line_of(text, needle):
    at = text.find(needle)
    return None if at < 0 else text.count("\n", 0, at) + 1


def copies(path, text):
    """(files to write over, file of the argument, its line, line that must be related or None, rules)"""
    for begin, end in blocks_of(text):
        block = text[begin:end]
        for argument, value, rules in CHANGES:
            for way in WAYS:
                made = one_copy(path, text, (begin, end), block, argument, value, way)
                if made:
                    yield made + (rules, "%s by %s" % (argument, way))


def one_copy(path, text, place, block, argument, value, way):
    begin, end = place
    folder = os.path.dirname(path)
    inside = {"literal": value, "variable": "var.recall_x", "tfvars": "var.recall_x", "module": "var.recall_x"}[way]
    changed = change(block, argument, inside)
    if changed is None:
        return None
    if way == "module":
        # The cluster alone, in a module; what it refers to is not known there.
        body = re.sub(r"\b(azurerm|azapi|data|module|local|random|var\.(?!recall_x))[A-Za-z0-9_.\[\]-]+", "null", changed[changed.index("{"):])
        header = 'variable "recall_x" {}\nresource "azurerm_machine_learning_compute_cluster" "c" '
        inner = header + re.sub(r"^\s*count\s*=.*\n", "", body, flags=re.M) + "\n"
        call = 'module "recall" {\n  source   = "./recall_module"\n  recall_x = %s\n}\n' % value
        return ({os.path.join(folder, "recall_module", "main.tf"): inner, os.path.join(folder, "recall.tf"): call},
                os.path.join(folder, "recall_module", "main.tf"), argument_line(inner, argument), 3)
    whole = text[:begin] + changed + text[end:]
    line = text.count("\n", 0, begin) + argument_line(changed, argument)
    if way == "literal":
        return {path: whole}, path, line, None
    if way == "variable":
        extra = 'variable "recall_x" {\n  default = %s\n}\n' % value
        return {path: whole, os.path.join(folder, "recall.tf"): extra}, path, line, 2
    extra = 'variable "recall_x" {\n}\n'
    values = os.path.join(folder, "zz.auto.tfvars")
    return {path: whole, os.path.join(folder, "recall.tf"): extra, values: "\nrecall_x = %s\n" % value}, path, line, 2


def argument_line(block, argument):
    at = re.search(r"^[ \t]*%s[ \t]*=" % argument, block, re.M).start()
    return block.count("\n", 0, at + len(block[at:]) - len(block[at:].lstrip())) + 1


def is_found(findings, path, line, related, rules):
    for finding in findings:
        if finding["rule"] in rules and finding["file"] == path and finding["line"] == line:
            if related is None or any(one["line"] == related for one in finding["related"]):
                return True
    return False


def sources(shared):
    cases = os.path.join(shared, "conformance", "terraform", "terraform-cases")
    for name in sorted(set(os.listdir(cases)) - set(LEFT_OUT)):
        yield os.path.join(cases, name), "main.tf"
    corpus = os.path.join(shared, "corpus", "forms", "terraform", "files")
    for folder, _, names in sorted(os.walk(corpus)):
        for name in sorted(names):
            if name.endswith(".tf"):
                yield folder, name


def main():
    amlint, shared = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    if not os.path.isdir(os.path.join(shared, "conformance", "terraform")):
        print("terraform_recall: nothing below %s" % shared)
        sys.exit(77)
    found = count = 0
    with tempfile.TemporaryDirectory() as top:
        config = os.path.join(top, "amlint.yml")
        with open(config, "w", encoding="utf-8") as file:
            file.write("unread: note\n")
        for folder, name in sources(shared):
            text = open(os.path.join(folder, name), encoding="utf-8").read() if os.path.exists(
                os.path.join(folder, name)) else ""
            for files, path, line, related, rules, what in copies(name, text):
                there = os.path.join(top, "copy")
                shutil.rmtree(there, ignore_errors=True)
                shutil.copytree(folder, there, ignore=lambda at, inner: [
                    one for one in inner if os.path.isdir(os.path.join(at, one))])
                for relative, contents in files.items():
                    os.makedirs(os.path.dirname(os.path.join(there, relative)), exist_ok=True)
                    with open(os.path.join(there, relative), "w", encoding="utf-8") as file:
                        file.write(contents)
                count += 1
                if is_found(lint(amlint, there, ".", config)["findings"], path, line, related, rules):
                    found += 1
                else:
                    print("not found: %s of %s/%s" % (what, folder, name))
    print("%d of %d mutated copies" % (found, count))
    sys.exit(0 if found == count and found >= 150 else 1)


main()
