"""What amlint says of public files, for the tests that compare it with labels."""
import json
import subprocess
import sys

AS_OF = "2026-11-28"


def lint(amlint, folder, path, config):
    """The report on a path of the folder: what is found, and what is undecided."""
    command = [amlint, "--format", "json", "--as-of", AS_OF, "--no-ignore", "-u", "--config", config, path]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        sys.exit("%s in %s: status %d: %s" % (path, folder, done.returncode, done.stderr))
    return json.loads(done.stdout)
