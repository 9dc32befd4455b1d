"""What tests/ci/test-gates needs a YAML reader and regular expressions for."""
import json
import pathlib
import re
import shlex
import sys

import yaml


def scripts(node):
    """Every text that a CI system hands to a shell."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("run", "bash", "script", "powershell"):
                yield from value if isinstance(value, list) else [value]
            else:
                yield from scripts(value)
    elif isinstance(node, list):
        for item in node:
            yield from scripts(item)


def actions(node):
    """Every third-party action."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "uses":
                yield value
            else:
                yield from actions(value)
    elif isinstance(node, list):
        for item in node:
            yield from actions(item)


def check_files(root):
    action = yaml.safe_load((root / "action.yml").read_text())
    assert action["runs"]["using"] == "composite"
    given = set(re.findall(r"inputs\.([a-z-]+)", json.dumps(action["runs"])))
    assert given == set(action["inputs"]), given ^ set(action["inputs"])
    steps = {step.get("id") for step in action["runs"]["steps"]}
    for output in action["outputs"].values():
        assert re.search(r"steps\.([a-z]+)\.", output["value"]).group(1) in steps
    assert all(step.get("shell") for step in action["runs"]["steps"] if "run" in step)

    hooks = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text())
    assert [hook["id"] for hook in hooks] == ["amlint", "amlint-bicep", "amlint-all", "amlint-staged"]

    found = 0
    for path in [root / "action.yml", *sorted((root / "ci/templates").glob("*.yml"))]:
        for document in yaml.safe_load_all(path.read_text()):
            for script in scripts(document):
                found += 1
                assert "${{" not in script and "$[[" not in script, f"{path}: an input in a script: {script}"
            for uses in actions(document):
                assert re.search(r"@[0-9a-f]{40}$", uses), f"{path}: {uses} is not pinned"
    assert found >= 5, found


def check_matcher(path, reports):
    patterns = [matcher["pattern"][0] for matcher in json.loads(path.read_text())["problemMatcher"]]
    for label in ("error", "warning", "note"):  # rules of one's own and policies are called as their owners like
        line = f"a b/c.yml:3:14: {label}[guard-rails/no_ssh.v2]: It's open: see [x]."
        found = [match for match in (re.search(pattern["regexp"], line) for pattern in patterns) if match]
        assert len(found) == 1 and "guard-rails/no_ssh.v2" in found[0].groups(), line
    for report in reports:
        hits = []
        for line in report.read_text().splitlines():
            for pattern in patterns:
                match = re.search(pattern["regexp"], line)
                if match:
                    hits.append([match.group(pattern[key]) for key in ("file", "line", "code")])
        assert hits == [["bad/cluster.yml", "5", "AML101"]], f"{report}: {hits}"


def shell_script(variables, commands):
    lines = [f"export {name}={shlex.quote(str(value))}" for name, value in variables.items()]
    return "\n".join(["set -e", *lines, *commands, ""])


def gitlab_script(path):
    """The job that GitLab would run, out of the expanded pipeline."""
    job = yaml.safe_load(path.read_text())["amlint"]
    return shell_script(job["variables"], job["script"])


def azure_script(path, given):
    """The template's lint step with parameters filled in as Azure Pipelines does."""
    template = yaml.safe_load(path.read_text())
    parameters = {item["name"]: item["default"] for item in template["parameters"]}
    assert set(given) <= set(parameters), given
    parameters.update(given)
    (step,) = [step for step in template["steps"] if step.get("displayName", "").startswith("Lint")]

    def fill(text):
        return re.sub(r"\$\{\{ parameters\.(\w+) \}\}", lambda match: parameters[match.group(1)], text)

    return shell_script({name: fill(value) for name, value in step["env"].items()}, [step["bash"]])


if sys.argv[1] == "gitlab":
    print(gitlab_script(pathlib.Path(sys.argv[2])))
elif sys.argv[1] == "azure":
    print(azure_script(pathlib.Path(sys.argv[2]), dict(word.split("=", 1) for word in sys.argv[3:])))
elif sys.argv[1] == "files":
    check_files(pathlib.Path(sys.argv[2]))
else:
    check_matcher(pathlib.Path(sys.argv[2]), [pathlib.Path(name) for name in sys.argv[3:]])
