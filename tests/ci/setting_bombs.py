"""Bombs of what judges rather than of what is judged: configurations, ignore files, exceptions, policies, rules, and
the audits and reports over them. See bombs.py, which lights them."""

import json

CLUSTER = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
IDLE = CLUSTER + "name: c\ntype: amlcompute\nmin_instances: 2\n"
COMPUTE = "Microsoft.MachineLearningServices/workspaces/computes"
RULE = (f"title: t\ncategory: cost\nseverity: warning\ntype: {COMPUTE}\n")

BOMBS, ARGUMENTS, HONEST = {}, {}, set()


def bomb(*arguments):
    """What is lit by `amlint ARGUMENTS` where any are given."""
    def add(function):
        BOMBS[function.__name__] = function
        ARGUMENTS[function.__name__] = list(arguments)
        return function
    return add


def work(*arguments):
    def add(function):
        HONEST.add(function.__name__)
        return bomb(*arguments)(function)
    return add


def listed(key, items):
    return f"{key}:\n" + "".join(f"  - {item}\n" for item in items)


def clusters(count, folder="f", text="type: amlcompute\nmin_instances: 2\n"):
    return {f"{folder}/c{i}.yml": text for i in range(count)}


def entry(i, **more):
    fields = {"id": f"E{i}", "rules": "[AML302]", "owner": "a", "reason": "of the night", "expires": "2026-12-31", **more}
    return "  - {" + ", ".join(f"{k}: {v}" for k, v in fields.items()) + "}\n"


ALL = {"paths": '["**"]', "blanket": "true"}


def excepted(entries, files, config=""):
    return {"amlint.yml": "exceptions: [e.yml]\n" + config, "e.yml": "exceptions:\n" + "".join(entries), **files}


# Patterns of paths.

@bomb()
def exclude_globs():
    return {"amlint.yml": listed("exclude", (f'"**/x{i}*y/*z{i}.yml"' for i in range(8000))), **clusters(2000)}


@bomb()
def exclude_stars():
    return {"amlint.yml": listed("exclude", (f'"*/*{i}*"' for i in range(11, 20000, 2) if "0" in str(i))),
            **clusters(2000, text="a: 1\n")}


@work()
def exclude_names():
    return {"amlint.yml": listed("exclude", (f"old/team{i}/cluster.yml" for i in range(20000))), **clusters(2000)}


@bomb()
def ignore_file():
    return {".amlintignore": "".join(f"**/x{i}*y/*z{i}.yml\n" for i in range(20000)), **clusters(2000)}


@bomb()
def ignore_names():
    return {".amlintignore": "".join(f"x{i}*\n" for i in range(80000)), **clusters(2000)}


@bomb()
def ignore_files():
    return {**{f"{'d/' * k}.amlintignore": "".join(f"x{i}*y\n" for i in range(3000)) for k in range(20)},
            **clusters(2000, "d/" * 20 + "f")}


@bomb()
def exception_globs():
    return excepted([entry(i, paths=f'["**/*{i}*x.yml"]') for i in range(4000)], clusters(2000))


@bomb()
def exception_globs_in_folders():
    return excepted([entry(i, paths=f'["f/*{i}?x.yml"]', rules='["AML3*"]', blanket="true") for i in range(4000)],
                    clusters(2000))


@bomb()
def overrides():
    return {"amlint.yml": listed("overrides", (f'{{paths: ["**/*x{i}.yml"], severity: {{AML101: off}}}}'
                                               for i in range(5000))), **clusters(2000)}


@bomb()
def overrides_of_parameters():
    return {"amlint.yml": listed("overrides", (f'{{paths: ["**"], parameters: {{AML101: {{p{i}: 1}}}}}}'
                                               for i in range(3000))), **clusters(2000)}


@bomb()
def workspaces_by_path():
    return {"amlint.yml": listed("workspaces", (f'{{name: w{i}, paths: ["**/*x{i}.yml"]}}' for i in range(8000))),
            **clusters(2000)}


@bomb()
def code_owners():
    return {**excepted([], clusters(20), "governance: {codeowners: true}\n"),
            "amlint.yml": "governance: {codeowners: true}\n" + listed("exceptions", (f"e{i}.yml" for i in range(1500))),
            **{f"e{i}.yml": "exceptions:\n" + entry(i) for i in range(1500)},
            "CODEOWNERS": "".join(f"**/*x{i}*y.yml @a\n" for i in range(20000))}


# Lists of names.

@bomb()
def selectors():
    return {"amlint.yml": listed("ignore", (f"ZZZ{i}" for i in range(20000))), **clusters(1000)}


@bomb()
def unknown_selectors():
    return {"amlint.yml": "severity:\n" + "".join(f"  unknown-rule-name-{i}: off\n" for i in range(25000)),
            **clusters(10)}


@bomb()
def known_selectors():
    return {"amlint.yml": listed("overrides", ('{paths: ["**"], severity: {aml101: error}}' for _ in range(10000))),
            **clusters(1000)}


@bomb()
def nested_configs():
    return {path: text for i in range(1000) for path, text in
            {f"d{i}/amlint.yml": "profile: strict\nseverity: {AML101: error}\n" +
             "".join(f"  # {k}\n" for k in range(50)), f"d{i}/c.yml": IDLE}.items()}


@bomb()
def nested_folders():
    return {f"{'d/' * i}amlint.yml": "profile: strict\n" for i in range(600)} | clusters(1, "d/" * 600)


@bomb()
def extends():
    lists = listed("ignore", (f"ZZZ{i}" for i in range(8000)))
    return {**{f"a{i}.yml": f"extends: a{i + 1}.yml\n" + lists for i in range(6)}, "a6.yml": lists,
            **{f"d{i}/amlint.yml": "extends: ../a0.yml\n" for i in range(300)}, **{f"d{i}/c.yml": IDLE for i in range(300)}}


@bomb()
def secret_names():
    tags = "".join(f"  t{i}: x\n" for i in range(20000))
    return {"amlint.yml": listed("secretNames", (f"zz{i}" for i in range(30000))),
            "c.yml": IDLE + "tags:\n" + tags}


@bomb()
def unknown_keys():
    return {"c.yml": IDLE + "".join(f"min_instance_count_{i}: 1\n" for i in range(30000))}


@bomb()
def unknown_settings():
    return {"amlint.yml": "".join(f"severity_of_rule_{i}: 1\n" for i in range(35000)), "c.yml": IDLE}


@bomb()
def template_links():
    links = "templateLinks:\n" + "".join(f'  "https://x.example/{i}/": f/\n' for i in range(20000))
    template = {"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
                "contentVersion": "1.0.0.0", "resources": [
                    {"type": "Microsoft.Resources/deployments", "apiVersion": "2022-09-01", "name": f"d{i}",
                     "properties": {"mode": "Incremental", "templateLink": {"uri": f"https://x.example/{i}/a.json"}}}
                    for i in range(1200)]}
    return {"amlint.yml": links, "t.json": json.dumps(template), "f/a.json": json.dumps({**template, "resources": []})}


# Exceptions.

@bomb()
def exceptions_x_findings():
    return excepted([entry(i, **ALL) for i in range(3000)], clusters(3000))


@bomb("audit", "--format", "json")
def audit_of_exceptions():
    return excepted([entry(i, **ALL) for i in range(3000)], clusters(3000))


@bomb("audit", "--format", "html")
def audit_of_entries():
    return excepted([entry(i, paths=f"[f/x{i}.yml]") for i in range(9000)], clusters(10))


@bomb("--format", "sarif", "--show-suppressed")
def suppressed_again_and_again():
    return excepted([entry(i, **ALL) for i in range(1000)], clusters(1000))


@bomb()
def exceptions_by_pattern():
    return excepted([entry(i, rules='["AML3*"]', resource='{name: "x*"}', blanket="true") for i in range(4000)], clusters(2000))


@bomb()
def exceptions_by_scope():
    return excepted([entry(i, scope='"x*"', blanket="true") for i in range(4000)], clusters(2000))


@bomb()
def exceptions_of_many_rules():
    return excepted([entry(0, rules="[" + ", ".join(f"ZZZ{i}" for i in range(60000)) + "]"),
                     entry(1, rules='["A*", "*1", "*0*"]')], clusters(500))


@bomb()
def many_rules_by_pattern():
    return excepted([entry(0, rules="[" + ", ".join(f'"*Z{i}*"' for i in range(40000)) + "]")], clusters(500))


@bomb()
def approvers():
    return excepted([entry(i, approver="b") for i in range(4000)], {"c.yml": IDLE},
                    "governance:\n  " + "approvers: [" + ", ".join(f"someone{i}" for i in range(40000)) + "]\n")


@bomb()
def required_fields():
    return excepted([entry(i) for i in range(4000)], {"c.yml": IDLE},
                    "governance:\n  requiredFields: [" + ", ".join("owner" for _ in range(60000)) + "]\n")


@bomb()
def never_waived():
    return excepted([entry(i, rules='["AML*"]') for i in range(4000)], {"c.yml": IDLE},
                    "governance:\n  neverWaive: [" + ", ".join(f"ZZ{i}" for i in range(50000)) + "]\n")


@bomb()
def comments_of_unknown_rules():
    return {"c.yml": IDLE + "".join(f"# amlint: ignore[AMM{i}] reason=\"of the night\"\n" for i in range(15000))}


@bomb()
def comments_in_one_line():
    return {"c.yml": IDLE + "tags: {a: b} # " + "amlint: ignore[AML101] " * 40000}


@bomb()
def tickets_by_exceptions():
    return excepted([entry(i, ticket="a" * 60 + f"b{i}") for i in range(5000)], {"c.yml": IDLE},
                    "governance: {ticketPattern: '^(a|a|aa)+$'}\n")


@bomb("--baseline", "b.json")
def baseline():
    known = [{"fingerprint": f"{i:064x}", "rule": "AML101", "file": f"f/c{i}.yml", "line": 1, "message": "m",
              "since": "2026-01-01", "resource": "c"} for i in range(4000)]
    return {"b.json": json.dumps({"version": 1, "recipe": "resourceProperty/v1", "findings": known}), **clusters(2000)}


# Rules.

@bomb()
def placeholders():
    return {"amlint.yml": "rules: [r.yml]\n", **clusters(2000),
            "r.yml": "id: ORG001\nname: org-rule\n" + RULE + "if: {field: name, notEquals: zz}\nat: name\n"
                     "message: \"" + "{name}" * 4000 + "\"\nwhy: w\n"}


def nested_call(name, depth, inner):
    text = inner
    for _ in range(depth):
        text = f"{name}({text}, {inner})"
    return f"[{text}]"


@bomb()
def union_calls():
    call = nested_call("union", 120, "range(0, 150)").replace("'", "''")
    return {"amlint.yml": "rules: [r.yml]\n", **clusters(3000),
            "r.yml": "".join(f"id: ORG{k:03}\nname: org-rule-{k}\n" + RULE + f"if: {{value: \"{call}\", equals: {k}}}\n"
                             "at: name\nmessage: m\nwhy: w\n---\n" for k in range(20))}


@bomb()
def rules_of_long_lists():
    names = ", ".join(f"zz{i}" for i in range(50000))
    return {"amlint.yml": "rules: [r.yml]\n", **clusters(3000),
            "r.yml": "id: ORG001\nname: org-rule\n" + RULE + f"if: {{field: name, notIn: [{names}]}}\nat: name\n"
                     "message: m\nwhy: w\n"}


@bomb()
def many_rules():
    return {"amlint.yml": "rules: [r.yml]\n", **clusters(2000),
            "r.yml": "".join(f"id: ORG{i:04}\nname: org-rule-{i}\n" + RULE + "if: {field: name, equals: zz}\nat: name\n"
                             "message: m\nwhy: w\n---\n" for i in range(4000))}


# Azure Policy.

def definition(i, **more):
    return {"name": f"p{i}", "id": f"/providers/Microsoft.Authorization/policyDefinitions/p{i}",
            "type": "Microsoft.Authorization/policyDefinitions",
            "properties": {"mode": "All", "policyRule": {
                "if": {"field": "type", "equals": COMPUTE}, "then": {"effect": "audit"}}, **more}}


def assignment(i, target, **more):
    return {"name": f"a{i}", "id": f"/subscriptions/s/providers/Microsoft.Authorization/policyAssignments/a{i}",
            "type": "Microsoft.Authorization/policyAssignments",
            "properties": {"policyDefinitionId": target, **more}}


def initiative(members, **more):
    return {"name": "set", "id": "/providers/Microsoft.Authorization/policySetDefinitions/set",
            "type": "Microsoft.Authorization/policySetDefinitions",
            "properties": {"policyDefinitions": members, **more}}


def member(i):
    return {"policyDefinitionId": f"p{i}", "policyDefinitionReferenceId": f"r{i}"}


def policies(objects, files, config=""):
    return {"amlint.yml": "policies: [p.json]\n" + config, "p.json": json.dumps(objects, separators=(",", ":")), **files}


MANY = "".join(f"type: amlcompute\nname: c{i}\n---\n" for i in range(500))


@bomb()
def assignments_x_definitions():
    return policies([initiative([member(i) for i in range(1000)])] + [definition(i) for i in range(1000)] +
                    [assignment(i, "set") for i in range(100)], {"c.yml": MANY})


@bomb()
def assignments_of_sets():
    return policies([initiative([member(0)] * 3000)] + [definition(0)] +
                    [assignment(i, "set") for i in range(2000)], {"c.yml": MANY})


@bomb()
def members_x_definitions():
    return policies([initiative([{"policyDefinitionId": "x/p1999"}] * 6000)] + [definition(i) for i in range(2000)],
                    {"c.yml": IDLE})


@bomb()
def exemptions_x_assignments():
    return policies([definition(0)] + [assignment(i, "p0") for i in range(1500)] + [
        {"name": f"e{i}", "type": "Microsoft.Authorization/policyExemptions", "properties": {
            "policyAssignmentId": "a1499", "exemptionCategory": "Waiver"}} for i in range(3000)], {"c.yml": MANY})


@bomb()
def messages_of_assignments():
    return policies([initiative([member(i % 10) for i in range(3000)])] + [definition(i) for i in range(10)] + [
        assignment(0, "set", nonComplianceMessages=[
            {"message": "m", "policyDefinitionReferenceId": f"q{i}"} for i in range(9000)])], {"c.yml": IDLE})


@bomb()
def scopes_left_out():
    return policies([definition(0), assignment(0, "p0", notScopes=[
        f"/subscriptions/s/resourceGroups/g{i}" for i in range(15000)])], {"c.yml": MANY * 10})


def selecting(kind, words):
    return [{"name": "s", "selectors": [{"kind": kind, "in": list(words)}]}]


@bomb()
def selected_regions():
    return policies([definition(0), assignment(0, "p0", resourceSelectors=selecting(
        "resourceLocation", (f"region {i}" for i in range(40000))))], {"c.yml": f"location: x\n{MANY}" * 10})


@bomb()
def selected_types():
    return policies([definition(0), assignment(0, "p0", resourceSelectors=selecting(
        "resourceType", (f"{COMPUTE[:-1]}{i}" for i in range(12000))))], {"c.yml": MANY * 10})


@bomb()
def selectors():
    return policies([definition(0), assignment(0, "p0", resourceSelectors=selecting(
        "resourceType", "x") * 9000)], {"c.yml": MANY * 10})


@bomb()
def overrides():
    return policies([definition(0), assignment(0, "p0", overrides=[
        {"kind": "policyEffect", "value": "deny", **selecting("resourceType", ["x"])[0]}] * 6000)], {"c.yml": MANY * 10})


@bomb()
def exempted_members():
    references = [f"q{i}" for i in range(30000)]
    return policies([initiative([member(0)]), definition(0), assignment(0, "set"), {
        "name": "e", "type": "Microsoft.Authorization/policyExemptions", "properties": {
            "policyAssignmentId": "a0", "exemptionCategory": "Waiver", "policyDefinitionReferenceIds": references}}],
        {"c.yml": MANY * 10})


# Many small things, which are ordinary work, and what is told of them.

SMALL = "".join(f"type: amlcompute\nname: c{i}\n---\n" for i in range(28000))


@bomb()
def named_clusters():
    return {"c.yml": SMALL}


def findings_in(form):
    def files():
        return {"c.yml": "".join(f"type: amlcompute\nname: c{i}\nmin_instances: 2\n---\n" for i in range(18000))}
    files.__name__ = f"findings_in_{form}"
    return files


for one in "text grouped compact sarif json jsonl github gitlab azure junit markdown checkstyle rdjson".split():
    bomb("--format", one)(findings_in(one))
