"""Writes expressions of HCL, one JSON string a line, for generated.jsonl (README.md says how it was made).

usage: generate.py SEED COUNT"""
import json
import random
import sys

# Arguments by letter: s string, n number, i whole number, b boolean, l list, m map, x anything, S list of strings,
# N list of numbers, p pattern, f format; "..." behind a letter: one to three of these.
FUNCTIONS = {
    "abs": "n", "ceil": "n", "floor": "n", "max": "n...", "min": "n...", "signum": "n", "parseint": "di",
    "chomp": "s", "indent": "ks", "join": "sS...", "lower": "s", "upper": "s", "title": "s", "trim": "ss",
    "trimprefix": "ss", "trimsuffix": "ss", "trimspace": "s", "strrev": "s", "split": "ss", "substr": "sii",
    "regex": "ps", "regexall": "ps", "coalesce": "x...", "coalescelist": "l...", "chunklist": "lk", "compact": "S",
    "concat": "l...", "contains": "lx", "distinct": "l", "element": "li", "flatten": "l", "keys": "m",
    "lookup": "msx", "merge": "m...", "range": "k...", "reverse": "l", "setproduct": "l...", "setunion": "S...",
    "setintersection": "S...", "setsubtract": "SS", "sort": "S", "values": "m", "zipmap": "Sl", "length": "c",
    "slice": "lkk", "jsonencode": "x", "jsondecode": "j", "tostring": "x", "tonumber": "x", "tobool": "x",
    "tolist": "l", "toset": "l", "tomap": "m", "try": "x...", "can": "x", "format": "f", "formatlist": "F"}
STRINGS = ["", "a", "b", "ab", "Abc", "hello world", "x.y.z", " pad ", "grüße", "12", "-3", "1.5", "true", "false", "a,b,c",
           "two\nlines", "tail\n", "0", "1", "a-b_c d", "50%", "it's", "q\"q", "back\\slash", "tab\there", "<&>"]
NUMBERS = ["0", "1", "2", "3", "7", "10", "-1", "-7", "1.5", "0.25", "-2.5", "100", "1e3", "12e-1", "4096"]
DIGITS = ["0", "12", "-10", "ff", "FF", "zz", "101", "", "-", "+5", "9", "1_000", "aA"]
PATTERNS = ["[a-z]+", "[0-9]+", "a", "b*", "^x", "l{2}", "\\\\s", "[A-Z]|b", "$", "."]
FORMATS = ["%s", "%d", "%v", "%q", "%t", "%x", "%5s|", "%-5s|", "%05d", "%+d", "%.2f", "%f", "%e", "%g", "%#v", "%%",
           "%3d", "%.1s", "%o", "%b", "%X", "% d", "%5.1f", "%08.3f", "%z", "%6q"]
JSONS = ['{"a":1}', "[1,2]", "true", "null", '"text"', "1.50", "{", '{"b":[{"c":null}]}', "[]", "", '{"a":1,"b":"x"}']


class Writer:
    """Makes expressions; `names`: variables that loops have bound, by letter."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = []

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def quoted(self, text):
        return json.dumps(text, ensure_ascii=False).replace("${", "$${").replace("%{", "%%{")

    def literal(self, letter):
        if letter == "x" or letter == "c":
            letter = self.pick("snbSNm" if letter == "c" else "snbSNmlz")
        if letter == "z":
            return "null"
        if letter in "n":
            return self.pick(NUMBERS)
        if letter == "i":
            return self.pick(["0", "1", "2", "3", "-1", "10", "16", "36"])
        if letter == "k":
            return self.pick(["0", "1", "2", "3", "5"])
        if letter == "b":
            return self.pick(["true", "false"])
        if letter == "d":
            return self.quoted(self.pick(DIGITS))
        if letter == "p":
            return '"%s"' % self.pick(PATTERNS)
        if letter == "j":
            return self.quoted(self.pick(JSONS))
        if letter == "s":
            return self.quoted(self.pick(STRINGS))
        return None

    def collection(self, letter, depth):
        count = self.pick([0, 1, 2, 2, 3, 3])
        if letter == "m":
            keys = self.random.sample(["a", "b", "c", "key", "z"], count)
            kind = self.pick("snxb") if self.chance(70) else None
            items = ["%s = %s" % (key, self.expression(kind or self.pick("snblm"), depth - 1)) for key in keys]
            text = "{%s}" % ", ".join(items)
            return "tomap(%s)" % text if self.chance(15) else text
        kind = {"S": "s", "N": "n"}.get(letter) or self.pick("snbxlm")
        text = "[%s]" % ", ".join(self.expression(kind, depth - 1) for _ in range(count))
        return "%s(%s)" % (self.pick(["tolist", "toset"]), text) if self.chance(20) else text

    def call(self, name, depth):
        signature = FUNCTIONS[name]
        if signature in "fF":
            return self.format_call(name, depth)
        letters = list(signature.replace("...", ""))
        if signature.endswith("..."):
            letters += [letters[-1]] * self.pick([0, 0, 1, 1, 2])
        if self.chance(3):
            letters = letters[:-1] if self.chance(50) else letters + ["x"]
        args = [self.expression("x" if self.chance(5) else letter, depth - 1) for letter in letters]
        return "%s(%s)" % (name, ", ".join(args))

    def format_call(self, name, depth):
        verbs = [self.pick(FORMATS) for _ in range(self.pick([1, 1, 2]))]
        args = []
        for verb in verbs:
            if verb != "%%":
                letter = "n" if verb[-1] in "dxXobfeg" else "b" if verb[-1] == "t" else "s" if self.chance(70) else "x"
                args.append(self.expression("S" if name == "formatlist" and self.chance(60) else letter, depth - 1))
        if self.chance(5):
            args.append(self.literal("n"))
        return "%s(%s)" % (name, ", ".join([self.quoted(" ".join(verbs))] + args))

    def operation(self, letter, depth):
        if letter == "b":
            mark = self.pick(["&&", "||", "==", "!=", "<", ">", "<=", ">="])
            sides = "b" if mark in ("&&", "||") else "x" if mark in ("==", "!=") else "n"
            sides = self.pick("snblmx") if sides == "x" else sides
            text = "%s %s %s" % (self.expression(sides, depth - 1), mark, self.expression(sides, depth - 1))
            return "!(%s)" % text if self.chance(15) else text
        text = "%s %s %s" % (self.expression("n", depth - 1), self.pick(["+", "-", "*", "+", "-", "*", "/", "%"]),
                             self.expression("n", depth - 1))
        return "-(%s)" % text if self.chance(15) else "(%s)" % text

    def template(self, depth):
        parts = []
        for _ in range(self.pick([1, 2, 2, 3])):
            which = self.random.random()
            if which < 0.35:
                parts.append(self.pick(["a", " x ", "-", "$${", "%%{", "\\n", "\\u00e4", " "]))
            elif which < 0.7:
                left, right = self.pick(["${", "${~ "]), self.pick(["}", " ~}"])
                parts.append(left + self.expression(self.pick("snnb"), depth - 1) + right)
            elif which < 0.85:
                parts.append("%%{ if %s }%s%%{ else }no%%{ endif }" % (self.expression("b", depth - 1), self.pick(["yes", " y "])))
            else:
                parts.append("%%{ for v in %s }<${v}>%%{ endfor }" % self.expression(self.pick("SNm"), depth - 1))
        return '"%s"' % "".join(parts)

    def heredoc(self, depth):
        mark = self.pick(["<<EOT", "<<-EOT"])
        lines = [self.pick(["", "  ", "    "]) + self.pick(["one", "two ${%s}" % self.expression("n", 1), "", "%{ if true }x%{ endif }"])
                 for _ in range(self.pick([1, 2, 3]))]
        return "%s\n%s\n%sEOT\n" % (mark, "\n".join(lines), "  " if mark == "<<-EOT" else "")

    def loop(self, letter, depth):
        source = self.expression(self.pick("SNNlm"), depth - 1)
        self.names.append("v")
        value = self.expression(self.pick("snxx"), depth - 1) if self.chance(60) else "v"
        condition = " if %s" % self.expression("b", depth - 1) if self.chance(35) else ""
        self.names.pop()
        if letter == "m":
            key = self.pick(["k", "v", '"k${k}"', "upper(k)"])
            return "{for k, v in %s : %s => %s%s%s}" % (source, key, value, self.pick(["", "..."]), condition)
        return "[for v in %s : %s%s]" % (source, value, condition)

    def access(self, letter, depth):
        if self.chance(50):
            objects = ", ".join("{n = %s, m = %s}" % (self.literal(letter), self.expression("l", 1)) for _ in range(2))
            return "[%s]%s" % (objects, self.pick(["[*].n", ".*.n", "[0].n", "[1].n", ".0.n", "[*].m[0]", ".*.m", "[2].n"]))
        items = ", ".join(self.literal(letter) for _ in range(3))
        return "[%s][%s]" % (items, self.pick(["0", "1", "2", "3", '"1"', "1 + 1", "-1"])) if self.chance(50) else \
            "{a = %s, b = %s}%s" % (self.literal(letter), self.literal(letter), self.pick([".a", ".b", '["a"]', '["b"]', ".c"]))

    def expression(self, letter, depth):
        if letter in "dpj":
            return self.literal(letter)
        if self.names and self.chance(25):
            return self.names[-1]
        if letter in "lSNm" or (letter == "c" and self.chance(50)):
            letter = self.pick("SNm") if letter == "c" else letter
            if depth <= 0 or self.chance(65):
                return self.collection(letter, depth)
            return self.pick([lambda: self.loop("m" if letter == "m" else "l", depth),
                              lambda: self.call(self.pick(["keys", "values", "sort", "distinct", "concat", "split", "reverse", "flatten",
                                                           "compact", "slice", "chunklist"]) if letter != "m" else
                                                self.pick(["merge", "zipmap", "tomap"]), depth)])()
        if depth <= 0 or self.chance(30):
            return self.literal(letter) or self.collection("l", 0)
        if letter in "xc":
            letter = self.pick("snblm")
            return self.expression(letter, depth)
        if self.chance(12):
            return "%s ? %s : %s" % (self.expression("b", depth - 1), self.expression(letter, depth - 1),
                                     self.expression(letter if self.chance(80) else "x", depth - 1))
        if self.chance(12):
            return self.access(letter if letter in "snb" else "n", depth)
        if letter in "nikb" and self.chance(60):
            return self.operation("b" if letter == "b" else "n", depth)
        if letter == "s" and self.chance(40):
            return self.template(depth)
        made = {"s": ["lower", "upper", "title", "trim", "join", "substr", "format", "jsonencode", "tostring", "trimsuffix", "chomp"],
                "b": ["contains", "can", "tobool"]}
        return self.call(self.pick(made.get(letter, ["length", "max", "min", "abs", "ceil", "floor", "tonumber", "parseint"])), depth)

    def whole(self):
        """A call of each function in turn half of the time, else anything."""
        which = self.random.random()
        if which < 0.55:
            return self.call(self.pick(sorted(FUNCTIONS)), 2)
        if which < 0.6:
            return self.heredoc(1)
        return self.pick([lambda: self.operation("b", 2), lambda: self.operation("n", 2), lambda: self.template(2),
                          lambda: self.loop("m", 2), lambda: self.loop("l", 2), lambda: self.access("s", 2),
                          lambda: self.expression("x", 3)])()


def main():
    writer, seen = Writer(int(sys.argv[1])), set()
    while len(seen) < int(sys.argv[2]):
        text = writer.whole()
        if len(text) <= 160 and text not in seen:
            seen.add(text)
            print(json.dumps(text, ensure_ascii=False))


main()
