"""Writes calls of functions on tables, YAML and encodings, one JSON string a line, for tables.jsonl.

usage: generate_tables.py SEED COUNT"""
import json
import random
import sys

TEXTS = ["", "a", "b", "key", "two words", "grüße", "12", "true", "null", "two\nlines", "tail\n", "twice\n\n", "\n", "\n\nhead",
         " lead\nx", "x \ny", "x\ny ", "a\tb\nc", "q\"q", "back\\slash", "tab\there", "€", "- x", "a: b", "# no", "\r\nx", "\u0001",
         "\u007f", "\u0085", "\u00a0", "x" * 130, "~", "|", "end:\n  more\n", "a\n\nb"]
KEYS = [text for text in TEXTS if len(text) <= 128 and not set(text) & set("\n\u0085")]
FIELDS = ["", "a", "b", "12", "two words", '"q"', '"a,b"', '"say ""hi"""', '"two\nlines"', ' lead', 'bad"quote', '"open', '"x"y', "ü", '"r\r\nn"']


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def quoted(self, text):
        out = "".join("\\u%04x" % ord(c) if ord(c) < 32 and c not in "\n\r\t" or 127 <= ord(c) < 161 else c for c in text)
        out = json.dumps(out, ensure_ascii=False).replace("\\\\u00", "\\u00")
        return out.replace("${", "$${").replace("%{", "%%{")

    def text(self):
        return self.quoted(self.random.choice(TEXTS))

    def strings(self, names, least=0):
        return "[%s]" % ", ".join(self.quoted(self.random.choice(names)) for _ in range(self.random.randint(least, 4)))

    def value(self, depth):
        which = self.random.random()
        if depth <= 0 or which < 0.4:
            return self.random.choice([self.text, self.text, lambda: self.random.choice(["null", "true", "false", "0", "-7", "1.5", "1e3"])])()
        count = self.random.choice([0, 1, 2, 3])
        if which < 0.6:
            text = "[%s]" % ", ".join(self.value(depth - 1) for _ in range(count))
            return "toset(%s)" % self.strings(["a", "b", "c"]) if self.random.random() < 0.1 else text
        return "{%s}" % ", ".join("%s = %s" % (self.quoted(self.random.choice(KEYS)), self.value(depth - 1)) for _ in range(count))

    def yaml(self):
        return self.random.choice(["yamlencode({a = %s})", "yamlencode([%s])"]) % self.value(3)

    def csv(self):
        def row(width):
            return ",".join(self.random.choice(FIELDS[1:11] if width == 1 else FIELDS[:11] if self.random.random() < 0.9 else FIELDS) for _ in range(width))
        width = self.random.choice([1, 2, 2, 3])
        names = ["a", "b", "name", "size", '"q c"'] + ([""] if width > 1 else [])
        names = ",".join(self.random.sample(names, width))
        rows = [row(width if self.random.random() < 0.93 else width + 1) for _ in range(self.random.choice([1, 2, 3]))]
        end = self.random.choice(["\n", "\n", "\r\n"])
        return "csvdecode(%s)" % self.quoted(end.join([names] + rows) + self.random.choice(["", end, end + end, "\r"]))

    def matchkeys(self):
        count = self.random.randint(0, 4)
        keys = [self.random.choice(["a", "b", "c"]) for _ in range(count if self.random.random() < 0.9 else count + 1)]
        numbers = self.random.random() < 0.2
        written = [str(ord(k)) if numbers else self.quoted(k) for k in keys]
        values = [self.quoted("v%d" % i) if self.random.random() < 0.8 else str(i) for i in range(count)]
        wanted = [self.random.choice(['"a"', '"b"', '"98"', "97"] if numbers else ['"a"', '"b"', '"z"']) for _ in range(self.random.randint(0, 3))]
        return "matchkeys([%s], [%s], [%s])" % (", ".join(values), ", ".join(written), ", ".join(wanted))

    def transpose(self):
        items = ", ".join("%s = %s" % (key, self.strings(["x", "y", "z", "1"], 0 if key == "b" else 1) if self.random.random() < 0.95 else "[1, null]")
                          for key in ["a"] + self.random.sample(["b", "c", "d"], self.random.randint(0, 3)))
        return "transpose({%s})" % items

    def encoded(self):
        text = self.quoted(self.random.choice(["", "Hello World", "grüße", "€", "\U0001F600", "a\nb", "x"]))
        name = self.random.choice(["UTF-8", "UTF-16LE", "UTF-16BE", "utf-16le"])
        made = 'textencodebase64(%s, "%s")' % (text, name)
        literal = self.quoted(self.random.choice(["%", "YQ==", "YWI=", "YQ", "4QBh\nAA=="]))
        return made if self.random.random() < 0.4 else 'textdecodebase64(%s, "%s")' % (
            (made, name) if self.random.random() < 0.8 else (literal, "UTF-8" if literal[1:3] in ("YQ", "%\"") else "UTF-16LE"))

    def whole(self):
        return self.random.choice([lambda: "yamlencode(%s)" % self.text(), self.yaml, self.yaml, self.csv, self.matchkeys, self.transpose, self.encoded])()


def main():
    writer, seen = Writer(int(sys.argv[1])), set()
    while len(seen) < int(sys.argv[2]):
        text = writer.whole()
        if len(text) <= 240 and text not in seen:
            seen.add(text)
            print(json.dumps(text, ensure_ascii=False))


main()
