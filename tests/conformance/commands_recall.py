"""Breaks copies of public files with `az` commands in known places, and looks whether amlint finds them there.

Usage: commands_recall.py AMLINT FOLDER      FOLDER holds labels.csv and files/ of commands

Each copy has one option of one command changed, or added where the command has none, in scripts, documents, notebooks,
workflows, Terraform and Python.
"""
import re
import sys

import recall

CHANGES = {
    "cli-v2": [
        ("minimum", ("--min-instances",), "3"),
        ("maximum", ("--max-instances",), "500"),
        ("size", ("--size",), "STANDARD_NC6"),
        ("ssh", ("--ssh-public-access-enabled",), "true"),
        ("idle", ("--idle-time-before-scale-down",), "86400"),
    ],
    "cli-v1": [
        ("minimum", ("--min-nodes",), "3"),
        ("maximum", ("--max-nodes",), "500"),
        ("size", ("--vm-size", "-s"), "STANDARD_NC6"),
        ("ssh", ("--remote-login-port-public-access",), "Enabled"),
        ("idle", ("--idle-seconds-before-scaledown",), "86400"),
    ],
}


def end_of_command(text, at):
    """Where the line ends that begins at `at`, with the lines that a backslash joins to it."""
    while True:
        end = text.find("\n", at)
        if end < 0:
            return len(text)
        if not text[at:end].rstrip().endswith("\\"):
            return end
        at = end + 1


def change(text, at, spellings, value):
    end = end_of_command(text, at)
    for spelling in spellings:
        option = re.compile(r"(?<=\s)%s(?:\s+|=)(\"[^\"\s]*\"|\$\{\{.*?\}\}|[^\s\"]+)" % re.escape(spelling))
        found = option.search(text, at, end)
        if found:
            made = "%s %s" % (spelling, value)
            return text[:found.start()] + made + text[found.end():], found.start(), found.start() + len(made)
    verb = re.compile(r"\b(?:create|update)(?: amlcompute)?(?=\s)").search(text, at, end)
    made = "%s %s" % (spellings[0], value)
    return text[:verb.end()] + " " + made + text[verb.end():], verb.end() + 1, verb.end() + 1 + len(made)


recall.test(sys.argv[1], sys.argv[2], CHANGES, change)
