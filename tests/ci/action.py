"""Runs the composite action of action.yml as GitHub's runner does: inputs with their defaults, expressions of inputs and
of earlier steps, `bash --noprofile --norc -eo pipefail FILE` for each step in the workspace, a fresh GITHUB_OUTPUT for
each, steps left out after one that failed. Prints what the steps print; the outputs of the action go into a JSON file.

usage: action.py FOLDER-OF-ACTION WORKSPACE RESULT-FOLDER EVENT.json [INPUT=VALUE...]
"""
import json
import os
import pathlib
import re
import subprocess
import sys

import yaml

folder, workspace, result, event = (pathlib.Path(word).resolve() for word in sys.argv[1:5])
action = yaml.safe_load((folder / "action.yml").read_text())
inputs = {name: str(spec.get("default", "")) for name, spec in action["inputs"].items()}
for word in sys.argv[5:]:
    name, value = word.split("=", 1)
    assert name in inputs, f"the action has no input '{name}'"
    inputs[name] = value
outputs = {}  # of steps


def fill(text):
    def value(match):
        kind, *path = match.group(1).strip().split(".")
        if kind == "inputs":
            return inputs[path[0]]
        assert kind == "steps" and path[1] == "outputs", match.group(0)
        return outputs.get(path[0], {}).get(path[2], "")

    return re.sub(r"\$\{\{(.*?)\}\}", value, text)


def read_outputs(path):
    """name=value lines, and name<<END ... END for values of several lines."""
    found, lines = {}, iter(path.read_text().splitlines())
    for line in lines:
        plain, several = re.fullmatch(r"([^=<]+)=(.*)", line), re.fullmatch(r"([^=<]+)<<(.+)", line)
        assert plain or several, f"GitHub refuses this line of outputs: {line}"
        if plain:
            found[plain.group(1)] = plain.group(2)
        else:
            value = []
            for line in lines:
                if line == several.group(2):
                    break
                value.append(line)
            found[several.group(1)] = "\n".join(value)
    return found


result.mkdir(parents=True, exist_ok=True)
summary = result / "summary.md"
summary.write_text("")
environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
environment |= {"CI": "true", "GITHUB_ACTIONS": "true", "GITHUB_WORKSPACE": str(workspace), "GITHUB_ACTION_PATH": str(folder),
    "GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": str(event), "GITHUB_REPOSITORY": "owner/name",
    "GITHUB_SERVER_URL": "https://github.example", "GITHUB_STEP_SUMMARY": str(summary), "RUNNER_TEMP": str(result)}
status = 0
for number, step in enumerate(action["runs"]["steps"]):
    assert step["shell"] == "bash" and "if" not in step and "uses" not in step, step
    assert "${{" not in step["run"], step
    script, answer = result / f"step-{number}.sh", result / f"output-{number}"
    script.write_text(step["run"])
    answer.write_text("")
    given = {name: fill(value) for name, value in step.get("env", {}).items()}
    status = subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", script], cwd=workspace, stdin=subprocess.DEVNULL,
        env=environment | given | {"GITHUB_OUTPUT": str(answer)}).returncode
    outputs[step.get("id", number)] = read_outputs(answer)
    if status != 0:
        break
(result / "outputs.json").write_text(json.dumps({name: fill(spec["value"]) for name, spec in action["outputs"].items()}))
sys.exit(status)
