"""Breaks copies of public Python files and notebooks in known places, and looks whether amlint finds them there.

Usage: python_recall.py AMLINT FOLDER      FOLDER holds labels.csv and files/ of Python

Each copy has one keyword argument of one call changed, or added where the call has none.
"""
import re
import sys

import recall

# Single quotes need no escape in a notebook.
CHANGES = {
    "sdk-v2": [
        ("minimum", "min_instances", "3"),
        ("maximum", "max_instances", "500"),
        ("size", "size", "'STANDARD_NC6'"),
        ("ssh", "ssh_public_access_enabled", "True"),
        ("idle", "idle_time_before_scale_down", "86400"),
    ],
    "sdk-v1": [
        ("minimum", "min_nodes", "3"),
        ("maximum", "max_nodes", "500"),
        ("size", "vm_size", "'STANDARD_NC6'"),
        ("ssh", "remote_login_port_public_access", "'Enabled'"),
        ("idle", "idle_seconds_before_scaledown", "86400"),
    ],
}
CALL = re.compile(r"\b(?:AmlCompute|provisioning_configuration)\(")


def end_of(text, at, ends):
    """The first of `ends` from `at` on that stands in no bracket."""
    depth = 0
    while depth > 0 or text[at] not in ends:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(text[at], 0)
        at += 1
    return at


def change(text, at, word, value):
    first = CALL.search(text, at).end()
    made = "%s=%s" % (word, value)
    found = re.compile(r"(?<![\w#.])%s\s*=(?!=)" % word).search(text, first, end_of(text, first, ")"))
    if found:
        # The last argument may have no comma; in a notebook its line ends in a backslash and the letter n.
        end = end_of(text, found.end(), ",)\n")
        end = found.end() + len(text[found.end():end].split("\\n")[0])
        return text[:found.start()] + made + text[end:], found.start(), found.start() + len(made)
    return text[:first] + made + ", " + text[first:], first, first + len(made)


recall.test(sys.argv[1], sys.argv[2], CHANGES, change)
