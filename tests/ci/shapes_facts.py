"""Tables of facts for shapes.py: each column and each cell of a few rows becomes what it must not be."""

import csv
import io
import os

from shapes_samples import CLUSTER, DAY

ROWS = 3
CELLS = {"empty": "", "text": "zzz", "number": "77", "fraction": "0.5", "negative": "-1", "huge": "9" * 30,
         "long": "l" * 5000, "quote": 'a"b', "bool": "true", "day": "2026-02-31"}


def write(rows):
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


class Table:
    """A table of a folder of facts that overrides the built-in one."""

    is_azure = False

    def __init__(self, file, rows):
        self.name, self.target, self.rows = "facts " + file, "facts/" + file, rows
        self.command = ["lint", "-j", "1", "--format", "json", "-u", *DAY, "--facts", "facts", "."]
        self.files = {"c.yml": CLUSTER}

    def text(self):
        return write(self.rows)

    def attempts(self):
        header, first = self.rows[0], self.rows[1]
        for column, name in enumerate(header):
            for shape, wrong in (("renamed", "zzz"), ("empty", ""), ("twice", header[column - 1])):
                yield name, "column " + shape, write([[*header[:column], wrong, *header[column + 1:]],
                                                      *self.rows[1:]]), (1, 1)
            yield name, "column missing", write([row[:column] + row[column + 1:] for row in self.rows]), (1, 1)
            for shape, wrong in CELLS.items():
                if wrong != first[column]:
                    yield name, shape, write([header, [*first[:column], wrong, *first[column + 1:]],
                                              *self.rows[2:]]), (2, 2)
        yield "row", "twice", write([*self.rows, first]), (2, len(self.rows) + 1)
        yield "row", "short", write([header, first[:-1], *self.rows[2:]]), (2, 2)
        yield "row", "more", write([header, [*first, "zzz"], *self.rows[2:]]), (2, 2)
        yield "row", "open quote", self.text().replace(",", ',"', 1).rstrip("\n") + ',"\n', (1, len(self.rows))


def tables(source):
    folder = os.path.join(source, "rules", "facts")
    for file in sorted(name for name in os.listdir(folder) if name.endswith(".csv")):
        with open(os.path.join(folder, file), encoding="utf-8", newline="") as opened:
            yield Table(file, list(csv.reader(opened))[:ROWS + 1])
