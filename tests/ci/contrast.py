"""Contrast by WCAG 2.2, level AA: 4.5:1 for text (1.4.3), 3:1 for borders of fields and the mark of focus (1.4.11)."""
import pathlib
import re
import sys


def luminance(colour):
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    channels = [int(digits[i:i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ratio(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def check(what, colours, papers, names, least):
    for paper in papers:
        for name in names:
            got = ratio(colours[name], colours[paper])
            if got < least:
                sys.exit(f"{what}: '{name}' on '{paper}' has {got:.2f}:1, and needs {least}:1")


assert abs(ratio("#000", "#ffffff") - 21) < 0.01 and abs(ratio("#777777", "#fff") - 4.48) < 0.01  # the well-known pair
root = pathlib.Path(sys.argv[1])

page = (root / "tests/golden/audit/audit.html").read_text()
themes = [dict(re.findall(r"--(\w+):(#\w+)", block)) for block in re.findall(r":root\{([^}]*)\}", page)]
assert len(themes) == 2 and themes[0].keys() == themes[1].keys(), themes
for theme, colours in zip(("light", "dark"), themes):
    check(f"audit page, {theme}", colours, ("paper", "band"), ("ink", "soft", "bad", "warn", "good"), 4.5)
    check(f"audit page, {theme}", colours, ("paper", "band"), ("soft", "focus"), 3)

picture = (root / "docs/pictures/text.svg").read_text()
light, dark = picture.split("prefers-color-scheme")
for theme, text in (("light", light), ("dark", dark)):
    colours = dict(re.findall(r"\.(\w+)\{fill:(#\w+)\}", text))
    used = set(re.findall(r'<text [^>]*class="(\w+)', picture))
    assert "ink" in used and "red" in used, used
    check(f"text picture, {theme}", colours, ("paper",), sorted(used), 4.5)
