"""Secrets in exports of what runs, of every shape that is read, and in records that were filed: whoever exports them has no say
in what the portal let people write there."""
import json
import os

import secret_forms

SCOPE = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg-ml"
WORKSPACE = SCOPE + "/providers/Microsoft.MachineLearningServices/workspaces/ws-ml"
COMPUTE = WORKSPACE + "/computes/"
ARM = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"
CLI = "$schema: https://azuremlschemas.azureedge.net/latest/amlCompute.schema.json\n"
DECLARED = CLI + "name: %s\ntype: amlcompute\nsize: Standard_NC6\nmin_instances: 0\nmax_instances: 4\ndescription: agreed\n"
RECORDS = ("record.json", "record.html")


class Shapes:
    """Writes an export of each shape, with marks of its own in all that a person may have written."""

    def __init__(self, folder, names, forms):
        self.folder, self.names, self.forms = folder, names, [kind for kind, _ in forms]
        self.computes = []

    def tags(self, place):
        tags = {name: self.folder.mark(name, "tag in " + place) for name in self.names}
        tags.update({"f%d" % i: self.folder.form(kind, "tag in " + place) for i, kind in enumerate(self.forms)})
        tags.update({"t%d" % i: form.replace("{m}", self.folder.mark(form, "tag in " + place))
                     for i, form in enumerate(secret_forms.TEXTS)})
        return tags

    def declare(self, name):
        """Else nothing is compared, and no difference shows both values."""
        self.computes.append(name)
        tags = ["  %s: %s\n" % (json.dumps(key), json.dumps("agreed on")) for key in self.tags("nothing, only the names")]
        self.folder.write("declared/%s.yml" % name, DECLARED % name + "tags:\n" + "".join(tags))

    def named(self, place):
        """Members that no export has: what a graph query names its columns is free."""
        return {name: self.folder.mark(name, place) for name in self.names}

    def secret(self, place, number):
        return self.folder.form(self.forms[number % len(self.forms)], place)

    def write(self, name, content):
        self.folder.write("evidence/" + name, content)

    def arm(self, name, place, **more):
        return {"id": COMPUTE + name, "name": name, "type": "Microsoft.MachineLearningServices/workspaces/computes",
                "location": "westeurope", "tags": self.tags(place), **self.named("member in " + place), **more,
                "properties": {"computeType": "AmlCompute", "description": self.secret("description in " + place, 1),
                               "provisioningState": "Failed", **self.named("property in " + place),
                               "provisioningErrors": [{"error": {"code": self.secret("error of " + place, 5),
                                                                 "message": self.secret("error of " + place, 12)}}],
                               "properties": {"vmSize": self.secret("size in " + place, 3),
                                              "userAccountCredentials": {"adminUserName": "a", "adminUserPassword":
                                                                         self.folder.mark("password", place)},
                                              "scaleSettings": {"minNodeCount": 1, "maxNodeCount": 9}}}}


def write_computes(s):
    s.declare("cli")
    s.write("computes.json", [
        {"id": COMPUTE + "cli", "name": "cli", "type": "amlcompute", "size": "Standard_NC6", "min_instances": 2, "max_instances": 4,
         "description": s.secret("description in az ml compute list", 1), "tags": s.tags("az ml compute list"),
         "provisioning_state": "Failed", "provisioning_errors": s.secret("error of az ml compute list", 7),
         "ssh_settings": {"admin_username": "a", "admin_password": s.folder.mark("admin_password", "az ml compute list")},
         **s.named("member in az ml compute list")}])
    for i, kind in enumerate(s.forms):
        text = s.folder.form(kind, "member of a named compute")
        s.write("named%d.json" % i, [
            {"id": COMPUTE + s.folder.form(kind, "id in az ml compute list"), "name": s.folder.form(kind, "name in az ml compute list"),
             "type": "amlcompute", "size": s.folder.form(kind, "size in az ml compute list"), "min_instances": 1,
             "tier": s.folder.form(kind, "tier in az ml compute list"), "description": text,
             "location": s.folder.form(kind, "location in az ml compute list")}])


def write_arm(s):
    for name in ("rest", "resource", "graph", "whatif"):
        s.declare(name)
    s.write("rest.json", {"value": [s.arm("rest", "az rest")]})
    s.write("resource.json", s.arm("resource", "az resource show"))
    listed = s.arm("listed", "az resource list")
    s.write("resources.json", [{**listed, "properties": None}])
    s.write("graph.json", {"data": [s.arm("graph", "az graph query", tags_team=s.secret("column", 9))], "count": 1,
                           "total_records": 1, "skip_token": None})
    s.write("whatif.json", {"status": "Succeeded", "changes": [{
        "resourceId": COMPUTE + "whatif", "changeType": "Modify", "before": s.arm("whatif", "what-if, before"),
        "after": s.arm("whatif", "what-if, after"),
        "delta": [{"path": "tags.password", "before": s.folder.mark("password", "delta"), "after": s.secret("delta", 2)}]}]})
    s.write("template.json", {"$schema": ARM, "contentVersion": "1.0.0.0", "parameters": {
        name: {"type": "String", "defaultValue": s.folder.mark(name, "default in an exported template")} for name in s.names},
        "variables": {}, "resources": [{**s.arm("template", "an exported template"), "apiVersion": "2024-10-01", "name": "ws-ml/template"}]})


def write_state(s):
    s.declare("state")
    attributes = {"id": COMPUTE + "state", "name": "state", "machine_learning_workspace_id": WORKSPACE, "vm_size": "STANDARD_NC6",
                  "description": s.secret("description in a state", 4), "tags": s.tags("a state"), "vm_priority": s.secret("priority in a state", 8),
                  "ssh": [{"admin_username": "a", "admin_password": s.folder.mark("admin_password", "a state")}], **s.named("attribute of a state")}
    kind = "azurerm_machine_learning_compute_cluster"
    state = {"version": 4, "terraform_version": "1.9.0", "serial": 1, "outputs": {
        name: {"value": s.folder.mark(name, "output of a state"), "type": "string"} for name in s.names}, "resources": [
            {"mode": "managed", "type": kind, "name": "c", "instances": [{"attributes": attributes, "sensitive_attributes": []}]}]}
    s.write("terraform.tfstate", state)
    shown = {**attributes, "id": COMPUTE + "shown", "name": "shown", "tags": s.tags("terraform show")}
    s.write("shown.json", {"format_version": "1.0", "terraform_version": "1.9.0", "values": {"root_module": {"resources": [
        {"address": kind + ".a", "mode": "managed", "type": kind, "name": "a", "values": shown}]}}})


def write_others(s):
    s.write("workspaces.json", [{"id": WORKSPACE, "name": "ws-ml", "location": "westeurope", "tags": s.tags("az ml workspace list"),
                                 "description": s.secret("description in az ml workspace list", 6),
                                 "storage_account": s.secret("account in az ml workspace list", 5), **s.named("member in az ml workspace list")}])
    s.write("locks.json", [{"id": SCOPE + "/providers/Microsoft.Authorization/locks/l", "level": "CanNotDelete", "name":
                            s.secret("name of a lock", 11), "notes": s.secret("notes of a lock", 5), **s.named("member of a lock")}])
    s.write("states.json", [{"resourceId": COMPUTE + "cli", "complianceState": s.secret("state of a policy", 5),
                             "policyDefinitionName": s.secret("definition", 3), "policyAssignmentName": s.secret("assignment", 12),
                             "policyDefinitionId": "/providers/Microsoft.Authorization/policyDefinitions/" + s.secret("definition's id", 16),
                             **s.named("member of a policy's state")}])
    s.write("exemptions.json", [{"id": SCOPE + "/providers/Microsoft.Authorization/policyExemptions/e", "name": "e",
                                 "exemptionCategory": "Waiver", "description": s.secret("exemption", 10), "policyAssignmentId": "/p",
                                 **s.named("member of an exemption")}])
    s.write("usage.json", [{"id": SCOPE + "/providers/Microsoft.MachineLearningServices/locations/eastus/usages", "current_value": 0,
                            "limit": 24, "name": {"localized_value": s.secret("name of a quota", 5), "value": s.secret("name of a quota", 3)},
                            "unit": s.secret("unit of a quota", 16)}])
    s.write("groups.json", [{"id": SCOPE, "name": "rg-ml", "location": s.secret("location of a group", 5), "tags": s.tags("az group list")}])


def write_refused(s):
    """What is no export, or breaks off, is said with its place alone."""
    for i, name in enumerate(s.names):
        s.write("cut%d.json" % i, '[{"id": "%scut%d", "tags": {"%s": "%s" "x"' % (COMPUTE, i, name, s.folder.mark(name, "an export that breaks off")))
        s.write("table%d.csv" % i, "name,%s\na,%s\n" % (name, s.folder.mark(name, "a table")))
        s.write("none%d.json" % i, {name: s.folder.mark(name, "no export"), "type": s.secret("no export", i)})
    for i, kind in enumerate(s.forms):
        s.write("text%d.json" % i, json.dumps(s.folder.form(kind, "an export that is a text")))
        if "/" not in s.folder.form(kind, "nothing"):
            s.write("%s.json" % s.folder.form(kind, "name of an export"), '[{"id": 17')


def write_configuration(s):
    texts = [json.dumps(s.folder.form(kind, "who exported")) for kind in s.forms]
    s.folder.write("evidence.yml", "evidence:\n" + "".join(
        "  - {path: evidence/computes.json, exported: 2026-11-20, by: %s}\n" % text for text in texts[:1])
        + "".join("  - {path: evidence/%s, exported: 2026-11-20, by: %s}\n" % (name, text) for name, text in zip(
            ("rest.json", "graph.json", "terraform.tfstate", "workspaces.json", "locks.json", "states.json"), texts[1:]))
        + "secretNames: [deployPin]\ndriftIgnore: [%s]\nignoreTags: [%s]\n" % (", ".join(texts[7:9]), ", ".join(texts[9:12])))


def write_evidence(folder, names, forms):
    shapes = Shapes(folder, names, forms)
    for write in (write_computes, write_arm, write_state, write_others, write_refused, write_configuration):
        write(shapes)


def with_secrets(value, folder, names, forms, place):
    """What was filed: a record or an earlier audit of somebody who wrote secrets into each of its texts."""
    if isinstance(value, dict):
        out = {key: with_secrets(item, folder, names, forms, place) for key, item in value.items()}
        name = names[len(folder.kinds) % len(names)]  # one in each object: records have thousands
        out[name] = folder.mark(name, "member of " + place)
        if "setting" in value and "actual" in value:  # what a name tells is masked beside it, too
            out.update(setting="tags.password", actual=folder.mark("beside its name", place), declared=folder.mark("beside its name", place))
        return out
    if isinstance(value, list):
        return [with_secrets(item, folder, names, forms, place) for item in value]
    if isinstance(value, str) and len(value) not in (10, 64) and value not in ("active", "broken"):  # days, digests
        kind = forms[len(folder.kinds) % len(forms)][0]
        return value + " " + folder.form(kind, place)
    return value


def commands_on_evidence(folder, formats):
    """`formats` are those of lint. What is declared is a folder of its own, so that differences are few enough to be read."""
    shown = [part for name in formats for part in ("--format", "%s:../out.%s" % (name, name))]
    ways = [["--isolated", "--evidence", "evidence"], ["--config", "evidence.yml"]]
    for way in ways:
        yield ["lint", *way, *shown, "-u", "--show-passed", "--sarif-embed", "-v", "declared"]
        for name in ("text", "sarif", "json", "csv", "html"):
            yield ["drift", *way, "--format", name, "declared"]
            yield ["drift", *way, "-v", "--format", name, "--declared", "declared"]
        for name in ("text", "json", "csv", "markdown", "html"):
            yield ["audit", *way, "--format", name, "declared"]
        yield ["audit", *way, "--as-of", "2026-11-21", "--record", "../record.json", "--record", "../record.html", "."]
        yield ["audit", *way, "--as-of", "2026-11-21", "--verify", "../record.json", "."]
        yield ["audit", *way, "--as-of", "2026-11-22", "--verify", "filed.json", "declared"]
        yield ["audit", *way, "--as-of", "2026-11-22", "--since", "filed.json", "declared"]
        yield ["audit", *way, "--as-of", "2026-11-22", "--since", "../record.json", "declared"]
        for name in ("text", "json", "csv", "markdown", "html"):
            yield ["audit", *way, "--format", name, "--earlier", "earlier.json", "waived.yml"]
    exports = sorted("evidence/" + name for name in os.listdir(os.path.join(folder.path, "evidence")))
    yield ["expand", "--isolated", "--format", "json", *exports]
    yield ["fix", "--diff", "--unsafe", "--isolated", "--evidence", "evidence", "declared"]
    yield ["baseline", "create", "--isolated", "--baseline", "known.json", "declared", "evidence/computes.json", "evidence/rest.json"]
