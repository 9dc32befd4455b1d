"""What tests/ci/test-progress does: runs amlint at a terminal of its own and looks at what comes, byte by byte in time."""
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time
from fcntl import ioctl

AMLINT = sys.argv[1]
LINE = re.compile(rb"\ramlint: (searching|(reading files|evaluating files|checking resources), (\d+) of (\d+))\x1b\[K")
ERASE = b"\r\x1b[K"
problems = []


def write_clusters(folder, begin, end):
    for i in range(begin, end):
        (folder / f"c{i}.yml").write_text(
            "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
            f"name: c{i}\ntype: amlcompute\nsize: Standard_DS3_v2\nmin_instances: 1\nmax_instances: 2\n"
        )


def run(folder, *options, columns=80, **variables):
    """What came on standard error, at a terminal, with the seconds since the start; and standard output, a pipe."""
    environment = {"PATH": "/usr/bin:/bin", "TERM": "xterm", **variables}
    main, side = pty.openpty()
    ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    begin = time.monotonic()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(
            [AMLINT, "--format", "compact", "--select", "AML101", *options, "."],
            cwd=folder, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=side,
        )
        os.close(side)
        chunks = []
        while True:
            try:
                data = os.read(main, 65536)
            except OSError:  # the other side is closed
                break
            if not data:
                break
            chunks.append((time.monotonic() - begin, data))
        process.wait()
        os.close(main)
        out.seek(0)
        return chunks, out.read()


def expect(what, holds):
    if not holds:
        problems.append(what)


def check_line(chunks, out):
    expect("nothing was drawn", bool(chunks))
    if not chunks:
        return
    expect(f"it was drawn after {chunks[0][0]:.3f} s already", chunks[0][0] >= 0.5)
    text = b"".join(data for _, data in chunks)
    expect("it was not erased at the end", text.endswith(ERASE))
    expect(f"something else came: {text[:200]!r}", LINE.sub(b"", text) == ERASE)
    drawn = LINE.findall(text)
    expect("it was drawn again without a change", all(a != b for a, b in zip(drawn, drawn[1:])))
    expect(f"it was drawn {len(drawn)} times in {chunks[-1][0]:.1f} s", len(drawn) <= chunks[-1][0] * 10 + 1)
    counted = [(stage, int(done), int(total)) for _, stage, done, total in drawn if stage]
    expect("no count was shown", bool(counted))
    expect("it counts past the end", all(done <= total for _, done, total in counted))
    expect("it counts backwards", all(a[0] != b[0] or a[1] <= b[1] for a, b in zip(counted, counted[1:])))
    expect("no report came", b" findings" in out or b"AML101" in out)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    write_clusters(folder, 0, 1)
    begin = time.monotonic()
    chunks, _ = run(folder)
    took = time.monotonic() - begin
    expect(f"a run of {took:.3f} s drew {chunks}", not chunks or took > 0.5)
    count, seconds = 1, 0.0
    while seconds < 1.0 and count < 200000:  # long enough to be watched, on whatever machine
        more = min(4 * count, int(count * 1.3 / seconds)) if count > 1 else 2000
        write_clusters(folder, count, more)
        count = more
        begin = time.monotonic()
        run(folder, "-q", "--jobs", "2")
        seconds = time.monotonic() - begin
    reports = set()
    for jobs in ("1", "2"):
        chunks, out = run(folder, "--jobs", jobs)
        check_line(chunks, out)
        reports.add(out)
    for why, options, extra in (
        ("--quiet", ["-q"], {}),
        ("CI", [], {"CI": "true"}),
        ("TERM=dumb", [], {"TERM": "dumb"}),
        ("a narrow terminal", [], {"columns": 40}),
    ):
        chunks, out = run(folder, *options, **extra)
        reports.add(out if options == [] else next(iter(reports)))
        expect(f"{why} did not keep it from being drawn: {chunks[:1]}", not chunks)
    expect("the report depends on the line", len(reports) == 1)
    piped = subprocess.run(
        [AMLINT, "--format", "compact", "--select", "AML101", "."], cwd=folder, env={"TERM": "xterm"}, capture_output=True
    )
    expect(f"no terminal, and yet: {piped.stderr[:80]!r}", piped.stderr == b"")

for problem in problems:
    print(f"progress: {problem}")
print(f"{count} files, {seconds:.1f} s without the line")
sys.exit(1 if problems else 0)
