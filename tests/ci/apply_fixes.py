#!/usr/bin/env python3
"""Applies fixes of a SARIF log as any viewer would, knowing nothing of amlint.

usage: apply_fixes.py LOG ROOT    applies the first fix of every result, as far as they do not meet, to files below ROOT
"""
import json
import pathlib
import re
import sys
import urllib.parse


def offset_of(text, line, column):
    """The index of a place given by line and column, both from 1, columns in code points."""
    starts = [0] + [end.end() for end in re.finditer("\r\n|\n|\r", text)]
    return starts[line - 1] + column - 1


def span_of(text, region):
    begin = offset_of(text, region["startLine"], region.get("startColumn", 1))
    last = region.get("endLine", region["startLine"])
    end = offset_of(text, last, region["endColumn"])
    assert "charOffset" not in region or (begin, end - begin) == (region["charOffset"], region["charLength"]), region
    return begin, end


def changes_of(fix):
    """(path, replacements) of each file that the fix changes."""
    for change in fix["artifactChanges"]:
        yield urllib.parse.unquote(change["artifactLocation"]["uri"]), change["replacements"]


def read(path):
    """The text and its byte order mark; columns do not count the mark."""
    data = path.read_bytes()
    mark = b"\xef\xbb\xbf" if data.startswith(b"\xef\xbb\xbf") else b""
    return mark, data[len(mark):].decode("utf-8")


def apply(root, fixes):
    """Applies each fix whole, or not at all where it meets one before it. Returns how many were applied."""
    edits = {}
    applied = 0
    for fix in fixes:
        own = [(path, span_of(read(root / path)[1], one["deletedRegion"]), one.get("insertedContent", {}).get("text", ""))
               for path, all_of_file in changes_of(fix) for one in all_of_file]
        if any(begin <= there_end and there_begin <= end
               for path, (begin, end), _ in own for (there_begin, there_end), _ in edits.get(path, [])):
            continue
        for path, span, text in own:
            edits.setdefault(path, []).append((span, text))
        applied += 1
    for path, all_of_file in edits.items():
        mark, text = read(root / path)
        for (begin, end), new in sorted(all_of_file, reverse=True):
            text = text[:begin] + new + text[end:]
        (root / path).write_bytes(mark + text.encode("utf-8"))
    return applied


def main(log, root):
    results = json.loads(pathlib.Path(log).read_text(encoding="utf-8"))["runs"][0]["results"]
    print(apply(pathlib.Path(root), [result["fixes"][0] for result in results if "fixes" in result]), "applied")


if __name__ == "__main__":
    main(*sys.argv[1:])
