"""What tests/ci/test-style does: holds what people read to docs/style.md, as far as a program can.

    style.py ROOT            prints what is wrong, and counts
    style.py ROOT --list     prints every message of src that it finds, with its place"""

import pathlib
import re
import sys

import yaml

ROOT = pathlib.Path(sys.argv[1])
LONGEST = 120
# The calls that make messages: their first text is a sentence, unless it goes on in the middle of one.
MAKERS = (
    "aml_diags_add aml_diags_vadd aml_arm_report aml_app_complain aml_app_remark aml_engine_notice aml_message_of aml_fail aml_call_fail "
    "aml_eval_fail aml_eval_fail_at aml_hcl_fail aml_hcl_call_fail aml_bicep_fail aml_bicep_expect aml_json_fail"
).split()
TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\b[A-Za-z_]\w*|\s+|.', re.S)
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%[0-9]*(?:\.\*)?(?:s|c|d|u|zu|lld|ld|jd)")
QUOTED_COUNT = re.compile(r"'%[0-9]*(?:d|u|zu|lld|ld|jd)'|'\{[^{}']*:[^{}']*\}'")
problems = []
counts = {}


def complain(kind, where, what):
    problems.append((kind, where, what))


def count(kind):
    counts[kind] = counts.get(kind, 0) + 1


def words_to_avoid(page):
    """The table of docs/style.md as one pattern. "There is no", "is no longer" and "no more" are idiomatic."""
    table = page.split("## Words to avoid", 1)[1]
    phrases = []
    for row in re.findall(r"^\| ([^|]+) \|", table, re.M):
        if row not in ("avoid", "---"):
            phrases += [phrase.strip() for phrase in row.split(",")]
    one = "|".join(re.escape(p).replace(r"\ ", r"\s+") for p in sorted(phrases, key=len, reverse=True))
    return len(phrases), re.compile(rf"(?<!there )(?<!There )\b(?:{one})\b(?!\s+(?:longer|more)\b)", re.I)


def texts_of(source):
    """(line, text, the name of the call whose first prose it is or None) for each string of a C file."""
    line, text, start, calls, name = 1, None, 0, [], None
    for token in (m.group(0) for m in TOKEN.finditer(source)):
        if token.startswith('"'):
            if text is None:
                text, start = "", line
            text += token[1:-1]
        elif not token.isspace() and not token.startswith(("/*", "//")):
            if text is not None and not token.startswith("PRI"):
                owner = calls[-1][0] if calls and not calls[-1][1] else None
                if calls and is_prose(text):
                    calls[-1][1] = True
                yield start, text, owner
                text = None
            if token == "(":
                calls.append([name, False])
            elif token == ")" and calls:
                calls.pop()
            name = token if re.match(r"[A-Za-z_]", token) else None
        line += token.count("\n")


def is_prose(text):
    return " " in text.strip() and re.search("[a-z]{2}", text) is not None


def check_words(avoid, where, text):
    for found in avoid.finditer(text):
        complain("word", where, f"'{found.group(0)}' in: {text.strip()[:110]}")


def is_allowed(text, allowed):
    return any(text.startswith(beginning) for beginning in allowed)


def check_message(where, text, allowed):
    count("message")
    check_stop(where, text)
    if len(PLACEHOLDER.sub("", text)) > LONGEST and not is_allowed(text, allowed):
        complain("long", where, f"{len(text)} characters: {text}")


def check_stop(where, text):
    if not re.search(r"[.?]\)?$|%\.?\*?s$|: $|\n$", text):
        complain("stop", where, f"no full stop: {text}")


def check_c(path, avoid, allowed, show):
    for line, text, owner in texts_of(path.read_text(encoding="utf-8")):
        where = f"{path.relative_to(ROOT)}:{line}"
        if not is_prose(text):
            continue
        text = text.replace('\\"', '"')
        count("text")
        check_words(avoid, where, text)
        if QUOTED_COUNT.search(text) and not is_allowed(text, allowed):
            complain("count", where, f"a quoted count: {text}")
        if owner in MAKERS and re.match(r"[A-Z'%]", text) and len(text.split()) > 2 and text[0] != "%":
            check_message(where, text, allowed)
            if show:
                print(f"{where}: {text}")


def check_rule(path, avoid, allowed):
    rule = yaml.safe_load(path.read_text(encoding="utf-8"))
    where = str(path.relative_to(ROOT))
    message = rule.get("message", [])
    messages = [message] if isinstance(message, str) else [case["is"] for case in message]
    fix = rule.get("fix", "")
    words = fix if isinstance(fix, str) else fix.get("words", "")
    for text in messages:
        check_message(where, text, allowed)
        if QUOTED_COUNT.search(text):
            complain("count", where, f"a quoted count: {text}")
    if words:
        check_stop(where, words.strip())
    for text in messages + [rule.get("title", ""), rule.get("why", ""), words]:
        check_words(avoid, where, text)


def check_page(path, avoid):
    """The prose of a page: no blocks, no inline code, no targets of links."""
    inside = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        elif not inside and not line.startswith("    "):
            count("page line")
            check_words(avoid, f"{path.relative_to(ROOT)}:{number}", re.sub(r"`[^`]*`|\]\([^)]*\)|https?:\S+", "…", line))


def check_manual(path, avoid):
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith('.\\"'):
            count("manual line")
            check_words(avoid, f"{path.relative_to(ROOT)}:{number}", line)


def lines_of(name):
    path = ROOT / "tests/ci" / name
    if not path.exists():
        return []
    return [line.split(" | ")[0] for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def main():
    phrases, avoid = words_to_avoid((ROOT / "docs/style.md").read_text(encoding="utf-8"))
    allowed = lines_of("style_exceptions.txt")
    show = "--list" in sys.argv
    for path in sorted([*ROOT.glob("src/**/*.[ch]"), *ROOT.glob("src/**/*.def")]):
        check_c(path, avoid, allowed, show)
    for path in sorted(ROOT.glob("rules/*/*.yml")):
        check_rule(path, avoid, allowed)
    for path in sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/**/*.md")]):
        if path.name != "style.md":
            check_page(path, avoid)
    for path in sorted(ROOT.glob("docs/man/*")):
        check_manual(path, avoid)
    for kind, where, what in problems:
        print(f"{where}: {kind}: {what}")
    seen = ", ".join(f"{number} {kind}s" for kind, number in sorted(counts.items()))
    print(f"{phrases} phrases to avoid; {seen}; {len(problems)} problems")
    return 1 if problems or phrases < 40 or counts["message"] < 300 else 0


if __name__ == "__main__":
    sys.exit(main())
