"""What tests/ci/test-pages does: links, blocks and commands of the documentation. See docs/testing.md for what is run where."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(sys.argv[1])
VALIDATOR = ROOT / "tests/ci/node_modules/.bin/action-validator"
PAGES = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *ROOT.glob("docs/**/*.md")])
# What another test runs: the scenario runner, tests/unit/test_policy_docs.c.
RUN_ELSEWHERE = re.compile(r"console|\w+ file=\S+|yaml (rule|rule-part|condition)( file=\S+)?")
problems = []
checked = {}


def complain(where, what):
    problems.append(f"{where}: {what}")


def count(kind):
    checked[kind] = checked.get(kind, 0) + 1


class Page:
    """Headings, links, inline code and blocks of one page."""

    def __init__(self, path):
        self.path, self.name = path, str(path.relative_to(ROOT))
        self.blocks, prose, block = [], [], None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if line.startswith("```") and block is None:
                block = (number, line[3:].strip(), [])
            elif line.startswith("```"):
                self.blocks.append((block[0], block[1], "\n".join(block[2]) + "\n"))
                block = None
            elif block is not None:
                block[2].append(line)
            elif not line.startswith("    "):
                prose.append(line)
        if block is not None:
            complain(f"{self.name}:{block[0]}", "a block is not closed")
        self.prose = "\n".join(prose)

    def anchors(self):
        """As GitHub makes them: lower case, blanks to hyphens, other signs dropped; later ones of a name are numbered."""
        seen, anchors = {}, set()
        for heading in re.findall(r"^#+ (.*)$", self.prose, re.M):
            text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
            anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            anchors.add(f"{anchor}-{seen[anchor]}" if anchor in seen else anchor)
            seen[anchor] = seen.get(anchor, 0) + 1
        return anchors


def check_links(pages):
    linked = set()
    for page in pages.values():
        text = re.sub(r"`[^`]*`", "", page.prose)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            if re.match(r"[a-z]+:", target):
                continue
            count("links")
            name, _, anchor = target.partition("#")
            path = (page.path.parent / name).resolve() if name else page.path
            if not path.exists():
                complain(page.name, f"the link '{target}' leads nowhere")
            elif anchor and (path not in pages or anchor not in pages[path].anchors()):
                complain(page.name, f"there is no heading '{anchor}' in '{name or page.name}'")
            linked.add((page.name, path))
    index = {path for name, path in linked if name == "docs/README.md"}
    for page in pages.values():
        is_listed = page.path in index or page.name.startswith("docs/rules/") or page.name in ("README.md", "docs/README.md")
        if not is_listed:
            complain(page.name, "docs/README.md does not list it")
        if not page.name.startswith("docs/rules/") and re.search(r"^# ", page.prose) is None:
            complain(page.name, "it has no title")


def options_of(command):
    """The options that `amlint COMMAND --help` shows; None where there is no such command."""
    if command not in options_of.known:
        told = subprocess.run(["amlint", *command.split(), "--help"], capture_output=True, text=True)
        options = set(re.findall(r"--[a-z-]+", told.stdout)) | set(re.findall(r"^  (-[a-zA-Z])\b", told.stdout, re.M))
        options_of.known[command] = options if told.returncode == 0 else None
    return options_of.known[command]


options_of.known = {}
COMMANDS = re.findall(r"^AML_COMMAND\([A-Z_]*, (\w+),", (ROOT / "src/cli/commands.def").read_text(), re.M)


def check_command(where, line):
    """A command of ours that is shown but not run: its options must exist."""
    words = shlex.split(line, comments=True)
    command = words[1] if len(words) > 1 and words[1] in COMMANDS else "lint"
    count("commands")
    for word in words[1:]:
        name = word.split("=")[0]
        if name.startswith("-") and name != "-" and name.replace("--no-", "--") not in options_of(command) and name not in options_of(command):
            complain(where, f"'amlint {command}' has no option '{name}': {line}")


def check_shell(where, text):
    text = re.sub(r"<[a-z-]+>|\{\w+\}", "PLACEHOLDER", text)
    told = subprocess.run(["sh", "-n"], input=text, capture_output=True, text=True)
    if told.returncode != 0:
        complain(where, told.stderr.strip())
    for line in re.split(r"\n|&&", text.replace("\\\n", " ")):
        if line.strip().startswith("amlint "):
            check_command(where, line.strip())


def check_config(where, text):
    """A configuration for the program itself. Files that it names are not there, and that may be said."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        (path / "amlint.yml").write_text(text)
        (path / "c.yml").write_text("name: cluster\ntype: amlcompute\n")
        told = subprocess.run(["amlint", "--format", "json", "--as-of", "2026-11-27", "c.yml"], cwd=path, capture_output=True, text=True)
        for finding in json.loads(told.stdout)["findings"]:
            if finding["rule"] == "AML012" and "cannot be opened" not in finding["message"]:
                complain(where, finding["message"])


def check_workflow(where, text):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, ".github/workflows/amlint.yml")
        path.parent.mkdir(parents=True)
        path.write_text(text)
        told = subprocess.run([VALIDATOR, path], capture_output=True, text=True)
        if told.returncode != 0:
            complain(where, told.stdout + told.stderr)


def check_github(where, text):
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    steps = [step for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]]
    ours = [step for step in steps if step.get("uses", "").startswith("amlint/")]
    unknown = {name for step in ours for name in step["with"]} - set(action["inputs"])
    if not ours or unknown:
        complain(where, f"the action has no such input: {unknown}")
    if VALIDATOR.exists():
        check_workflow(where, text)


def check_azure(where, text):
    template = yaml.safe_load((ROOT / "ci/templates/azure-pipelines.yml").read_text())
    (step,) = [step for step in yaml.safe_load(text)["steps"] if "template" in step]
    unknown = set(step["parameters"]) - {item["name"] for item in template["parameters"]}
    if unknown or not step["template"].startswith("ci/templates/azure-pipelines.yml@"):
        complain(where, f"the template has no such parameter: {unknown}")


def check_gitlab(where, text):
    spec = next(yaml.safe_load_all((ROOT / "ci/templates/gitlab.yml").read_text()))["spec"]["inputs"]
    (include,) = yaml.safe_load(text)["include"]
    required = {name for name, about in spec.items() if "default" not in about}
    if not required <= set(include["inputs"]) <= set(spec) or not (ROOT / include["file"]).exists():
        complain(where, f"the component takes {sorted(spec)}, not {sorted(include['inputs'])}")


def check_hooks(where, text):
    known = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}
    used = {hook["id"] for repository in yaml.safe_load(text)["repos"] for hook in repository["hooks"]}
    if not used or not used <= known:
        complain(where, f"the hooks are {known}, not {used}")


def check_json(where, text):
    text = text if text.lstrip().startswith(("{", "[")) else "{" + text + "}"
    try:
        json.loads(text)
    except ValueError as error:
        complain(where, error)


def check_cmake(where, text):
    """Lines of the project that tests/ci/test-library builds, but for the name of its program."""
    project = (ROOT / "tests/api/consumer/CMakeLists.txt").read_text()
    for line in text.splitlines():
        line = line.split(" #")[0].replace("lint_buffer", "with_shared")
        if line not in project:
            complain(where, f"the consumer's project has no line '{line}'")


CHECKS = {"cmake": check_cmake, "sh": check_shell, "json": check_json, "yaml config": check_config, "yaml github": check_github, "yaml azure": check_azure,
          "yaml gitlab": check_gitlab, "yaml pre-commit": check_hooks, "text": lambda where, text: None}


def check_rule_page(page):
    """Generated: cases are those of the rule file, which the tests of rules run. What remains are commands and settings."""
    for number, kind, text in page.blocks:
        where = f"{page.name}:{number}"
        count(f"rule pages: {kind}")
        if kind == "sh":
            check_shell(where, text)
        elif kind == "yaml" and text.startswith("parameters:"):
            check_config(where, text)


def check_blocks(pages):
    for page in pages.values():
        if page.name.startswith("docs/rules/"):
            check_rule_page(page)
            continue
        for number, kind, text in page.blocks:
            count(kind.split(" file=")[0] or "unmarked")
            if kind in CHECKS:
                CHECKS[kind](f"{page.name}:{number}", text)
            elif not RUN_ELSEWHERE.fullmatch(kind):
                complain(f"{page.name}:{number}", f"nothing is known to check a block marked '{kind}'")
        for code in re.findall(r"`(amlint [^`]*)`", page.prose):
            if "…" not in code:
                check_command(page.name, code)


def table_below(page, heading):
    part = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", page.prose, re.M | re.S).group(1)
    return set(re.findall(r"^\| `([\w-]+)` \|", part, re.M))


def check_inputs(pages):
    """docs/gates.md lists what the action and the templates take."""
    page = pages[ROOT / "docs/gates.md"]
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    azure = yaml.safe_load((ROOT / "ci/templates/azure-pipelines.yml").read_text())
    gitlab = next(yaml.safe_load_all((ROOT / "ci/templates/gitlab.yml").read_text()))
    for heading, names in (("The action", {*action["inputs"], *action["outputs"]}),
                           ("The template for Azure Pipelines", {item["name"] for item in azure["parameters"]}),
                           ("The component for GitLab", set(gitlab["spec"]["inputs"]))):
        listed = table_below(page, heading)
        if listed != names:
            complain(page.name, f"below '{heading}' it lists {sorted(listed)}, and there are {sorted(names)}")


def run(where, command, folder):
    told = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    count("manual pages")
    if told.returncode > 1:
        complain(where, f"{command}\n{told.stdout}{told.stderr}")


def literals(page):
    """The displays of a manual page as the files that they show."""
    for text in re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed", page.read_text(), re.M | re.S):
        yield text.replace("\\&", "").replace("\\(dq", '"').replace("\\e", "\\").replace("\\-", "-")


def check_manuals():
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["sh", "-c", 'cp -R "$0/fixtures/demo" infra && git init -q && git add infra', ROOT], cwd=folder, check=True)
        page = ROOT / "docs/man/amlint.1"
        for command in re.findall(r"^\.Dl \$ (.*)$", page.read_text(), re.M):
            run(page.name, command.replace("\\&", "").replace("\\-", "-"), folder)
        for text in literals(ROOT / "docs/man/amlint-rule.5"):
            pathlib.Path(folder, "rule.yml").write_text(text)
            run("amlint-rule.5", "amlint test rule.yml", folder)
        for text in literals(ROOT / "docs/man/amlint.yml.5"):
            count("manual pages")
            check_config("amlint.yml.5", text)


os.environ.update(NO_COLOR="1", GIT_CONFIG_NOSYSTEM="1")
all_pages = {path: Page(path) for path in PAGES}
check_links(all_pages)
check_blocks(all_pages)
check_inputs(all_pages)
check_manuals()
print(", ".join(f"{number} {kind}" for kind, number in sorted(checked.items())))
sys.exit("\n".join(problems) if problems else 0)
