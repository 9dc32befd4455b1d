"""One sample of each kind of file that users write, which uses every key that the kind has; shapes.py changes them."""

import copy
import json
import os
import subprocess

CLUSTER = "name: c\ntype: amlcompute\nsize: Standard_D4ds_v4\nmin_instances: 1\nmax_instances: 2\n"
COMPUTES = "Microsoft.MachineLearningServices/workspaces/computes"
SUBSCRIPTION = "00000000-0000-0000-0000-000000000001"
GROUP = f"/subscriptions/{SUBSCRIPTION}/resourceGroups/g"
PROVIDER = "/providers/Microsoft.Authorization/"
DAY = ["--as-of", "2026-11-28"]
TEMPLATE = {"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#",
            "contentVersion": "1.0.0.0", "parameters": {"p": {"type": "string"}}, "resources": []}
URL = "https://example.org"

RULE = {
    "$schema": "x", "id": "ORG001", "name": "org-rule", "title": "A title", "category": "cost", "since": "1.0",
    "profile": "default", "type": [COMPUTES],
    "severity": [{"when": {"field": "name", "equals": "c"}, "is": "error"}, {"is": "warning"}],
    "parameters": {"most": {"type": "integer", "default": 3, "allowed": [1, 2, 3], "description": "How many."}},
    "let": {"size": "[field('vmSize')]"}, "each": {"value": "[createArray(1, 2)]", "name": "n"},
    "if": {"allOf": [{"anyOf": [{"field": "name", "equals": "c"}, {"field": "name", "like": "c*"}]},
                     {"not": {"value": "[let('size')]", "in": ["a", "b"]}}, {"field": "vmSize", "exists": True},
                     {"field": "vmSize", "matches": "^S"}, {"value": "[parameters('most')]", "less": 9},
                     {"field": "vmSize", "match": "?"}, {"field": "tags", "containsKey": "a"},
                     {"count": {"value": [1, 2], "name": "k", "where": {"value": "[current('k')]", "equals": 1}},
                      "greater": 0},
                     {"count": {"related": COMPUTES, "childOf": "workspace"}, "less": 9}]},
    "at": ["name"], "related": [{"field": "vmSize", "text": "The size"}], "message": "The cluster '{name}' is wrong.",
    "why": "Because.",
    "fix": {"words": "Change it.", "cli": "az ml compute update -n {name}", "set": {"tags.a": "b"},
             "remove": ["tags.c"], "yaml": {"tags.a": "b"}, "yamlRemove": ["tags.c"], "safe": True},
    "references": [{"title": "Docs", "url": URL}], "secret": False, "securitySeverity": "5.0", "precision": "high",
    "mappings": [{"framework": "WAF", "id": "1", "title": "T", "url": URL}],
    "tests": [{"name": "one", "yaml": CLUSTER, "broken": ["c", "c"], "message": "wrong", "severity": "error",
               "asOf": "2026-11-28", "parameters": {"most": 2}, "fixed": "x",
               "workspace": {"name": "w", "location": "westeurope", "resourceGroup": "g"}},
              {"name": "two", "files": {"a.yml": CLUSTER.replace(": c\n", ": d\n")}, "clean": True},
              {"name": "three", "template": TEMPLATE, "parameterFile": {"parameters": {"p": {"value": "c"}}},
               "undecided": True}]}

DEFINITION = {
    "name": "def", "type": "Microsoft.Authorization/policyDefinitions", "id": PROVIDER + "policyDefinitions/def",
    "properties": {"displayName": "A policy", "description": "What for.", "mode": "All", "policyType": "Custom",
                   "version": "1.0.0", "metadata": {"category": "ML", "version": "1.0.0"},
                   "parameters": {"effect": {"type": "String", "defaultValue": "Deny",
                                             "allowedValues": ["Deny", "Audit"],
                                             "metadata": {"displayName": "Effect", "description": "The effect"}}},
                   "policyRule": {"if": {"allOf": [{"field": "type", "equals": COMPUTES},
                                                   {"field": "name", "in": ["c", "d"]},
                                                   {"field": "name", "notLike": "x*"},
                                                   {"count": {"value": ["a"], "name": "i"}, "greater": 0}]},
                                  "then": {"effect": "[parameters('effect')]"}}}}


def with_then(effect, details):
    changed = copy.deepcopy(DEFINITION)
    changed["properties"]["policyRule"]["then"] = {"effect": effect, "details": details}
    return changed


IF_NOT_EXISTS = with_then("deployIfNotExists", {
    "type": "Microsoft.Insights/diagnosticSettings", "name": "n", "resourceGroupName": "g",
    "existenceScope": "resourceGroup", "deploymentScope": "resourceGroup", "evaluationDelay": "AfterProvisioning",
    "existenceCondition": {"field": "name", "equals": "x"}, "roleDefinitionIds": ["/x"], "deployment": {"a": 1}})
MODIFY = with_then("modify", {
    "roleDefinitionIds": ["/x"], "conflictEffect": "audit",
    "operations": [{"operation": "addOrReplace", "field": "tags['a']", "value": "b", "condition": "[equals(1, 1)]"}]})
APPEND = with_then("append", [{"field": "tags['a']", "value": "b"}])
INITIATIVE = {
    "name": "set", "type": "Microsoft.Authorization/policySetDefinitions", "id": PROVIDER + "policySetDefinitions/set",
    "properties": {"displayName": "A set", "description": "What for.", "metadata": {"category": "ML"},
                   "policyType": "Custom", "version": "1.0.0",
                   "parameters": {"effect": {"type": "String", "defaultValue": "Deny",
                                             "allowedValues": ["Deny", "Audit"]}},
                   "policyDefinitionGroups": [{"name": "g", "displayName": "G", "category": "c", "description": "d"}],
                   "policyDefinitions": [{"policyDefinitionId": PROVIDER + "policyDefinitions/def",
                                          "policyDefinitionReferenceId": "one", "groupNames": ["g"],
                                          "parameters": {"effect": {"value": "[parameters('effect')]"}}}]}}
ASSIGNMENT = {
    "name": "asg", "type": "Microsoft.Authorization/policyAssignments", "id": GROUP + PROVIDER + "policyAssignments/asg",
    "properties": {"displayName": "An assignment", "description": "d", "scope": GROUP, "notScopes": [GROUP + "x"],
                   "policyDefinitionId": PROVIDER + "policySetDefinitions/set", "enforcementMode": "Default",
                   "metadata": {"assignedBy": "x"}, "parameters": {"effect": {"value": "Deny"}},
                   "nonComplianceMessages": [{"message": "Ask us.", "policyDefinitionReferenceId": "one"}],
                   "resourceSelectors": [{"name": "s", "selectors": [{"kind": "resourceLocation",
                                                                      "in": ["westeurope"]}]}],
                   "overrides": [{"kind": "policyEffect", "value": "audit",
                                  "selectors": [{"kind": "policyDefinitionReferenceId", "in": ["one"]}]}]}}
EXEMPTION = {
    "name": "exm", "type": "Microsoft.Authorization/policyExemptions", "id": GROUP + PROVIDER + "policyExemptions/exm",
    "properties": {"policyAssignmentId": GROUP + PROVIDER + "policyAssignments/asg", "displayName": "An exemption",
                   "description": "Agreed.", "exemptionCategory": "Waiver", "expiresOn": "2027-01-01T00:00:00Z",
                   "metadata": {"requestedBy": "b", "approvedBy": "c", "ticketRef": "d", "approvedOn": "2026-01-01"},
                   "policyDefinitionReferenceIds": ["one"], "assignmentScopeValidation": "Default",
                   "resourceSelectors": [{"name": "s", "selectors": [{"kind": "resourceLocation",
                                                                      "notIn": ["westeurope"]}]}]}}
ALIASES = [{"namespace": "Microsoft.MachineLearningServices", "resourceTypes": [
    {"resourceType": "workspaces/computes", "aliases": [
        {"name": COMPUTES + "/vmSize", "defaultPath": "properties.properties.vmSize",
         "defaultMetadata": {"type": "String", "attributes": "None"},
         "paths": [{"path": "properties.vmSize", "apiVersions": ["2018-11-19"]}]}]}]}]
EXCEPTIONS = {"exceptions": [
    {"id": "EX-1", "rules": ["AML101"], "paths": ["c.yml"], "resource": {"type": COMPUTES, "name": "c"},
     "property": "min_instances", "value": 1, "blanket": False, "owner": "alice", "approver": "bob",
     "reason": "Nodes are prepared by hand until spring", "ticket": "OPS-1", "created": "2026-11-01",
     "expires": "2027-01-01", "review": "2026-12-24", "risk": "accepted", "evidence": ["a.pdf"]},
    {"id": "EX-2", "rules": ["AML101"], "scope": "g", "owner": "alice", "until": "2027-01-01",
     "reason": "Nodes are prepared by hand until spring",
     "revoked": {"on": "2026-11-02", "by": "bob", "reason": "Not needed"}}]}
PLACE = {"name": "s", "location": "westeurope", "resourceGroup": "g"}
CONFIGURATION = {
    "extends": "other.yml", "locked": ["severity"], "profile": "default", "select": ["AML0", "AML101", "ORG"],
    "ignore": ["AML102"], "severity": {"AML101": "error"}, "parameters": {"AML101": {"maxIdleNodes": 0}},
    "workspaces": [{"name": "w", "key": "k", "resourceGroup": "g", "subscription": SUBSCRIPTION,
                    "location": "westeurope", "networkResourceGroup": "n", "managedNetwork": "Disabled",
                    "publicNetworkAccess": "Enabled", "privateEndpoint": True, "paths": ["c.yml"],
                    "locks": [{"level": "CanNotDelete", "scope": "resourceGroup", "name": "l"}],
                    "storageAccount": PLACE, "containerRegistry": PLACE, "keyVault": PLACE}],
    "context": {"subscription": {"subscriptionId": SUBSCRIPTION, "tenantId": SUBSCRIPTION, "displayName": "S"},
                "resourceGroup": {"name": "g", "location": "westeurope", "tags": {"a": "b"}},
                "managementGroup": {"name": "m"}, "tenant": {"tenantId": SUBSCRIPTION}, "deployment": {"name": "d"},
                "environment": {"name": "AzureCloud"}, "deployer": {"objectId": "x"}},
    "overrides": [{"paths": ["c.yml"], "severity": {"AML101": "note"}, "parameters": {"AML101": {"maxIdleNodes": 0}}}],
    "rules": ["r.yml"], "policies": ["p"], "exceptions": ["e.yml"],
    "governance": {"requiredFields": ["owner"], "maxDays": {"error": 900, "warning": 900, "note": 900},
                   "neverWaive": ["AML303"], "inline": "allowed", "approvers": ["bob"], "warnBeforeDays": 7,
                   "ticketPattern": "^OPS", "minReasonLength": 3, "fourEyes": True, "codeowners": False},
    "exclude": ["zz/**"], "secretNames": ["deployPin"], "failOn": "warning", "baseline": "b.json", "facts": "facts",
    "templateLinks": {URL + "/": "links"}, "unread": "note", "documents": "check"}


class Kind:
    """One kind of file: a sample of it, what stands beside it, and the command that reads it. `under` is the part of
    the sample that is changed here, for the rest is changed elsewhere; None for all."""

    def __init__(self, name, target, sample, command, files=None, under=None):
        self.name, self.target, self.sample, self.command, self.under = name, target, sample, command, under
        self.files = {"c.yml": CLUSTER, **(files or {})}
        self.is_azure = target.startswith("p/") or target == "aliases.json"


def dump(value):
    return json.dumps(value, indent=1) + "\n"


def made(program, folder, *arguments):
    """What the program itself writes: baselines and audits."""
    with open(os.path.join(folder, "c.yml"), "w", encoding="utf-8") as file:
        file.write(CLUSTER)
    with open(os.path.join(folder, "e.yml"), "w", encoding="utf-8") as file:
        file.write(dump(EXCEPTIONS))
    with open(os.path.join(folder, "amlint.yml"), "w", encoding="utf-8") as file:
        file.write(dump({"exceptions": ["e.yml"]}))
    done = subprocess.run([program, *arguments, *DAY, "."], cwd=folder, capture_output=True, check=False)
    return json.loads(done.stdout.decode() or "null")


def kinds(program, source, folder):
    lint = ["lint", "-j", "1", "--format", "json", "-u", *DAY]
    audit = made(program, folder, "audit", "--format", "json")
    made(program, folder, "baseline", "create", "--isolated", "--baseline", "b.json")
    with open(os.path.join(folder, "b.json"), encoding="utf-8") as file:
        baseline = json.load(file)
    with open(os.path.join(source, "rules", "facts", "limits.csv"), encoding="utf-8") as file:
        limits = file.read()
    select = ["AML0", "AML9", "AML101", "ORG001"]
    beside = {"r.yml": dump(RULE), "amlint.yml": dump({"select": select, "rules": ["r.yml"]})}
    place = [{"name": "w", "resourceGroup": "g", "subscription": SUBSCRIPTION, "location": "westeurope",
              "paths": ["**"]}]
    set_up = dump({"policies": ["p"], "workspaces": place})
    definition = {"amlint.yml": set_up, "p/def.json": dump(DEFINITION)}
    initiative = {**definition, "p/set.json": dump(INITIATIVE)}
    assignment = {**initiative, "p/asg.json": dump(ASSIGNMENT)}
    then = ("properties", "policyRule", "then")
    yield Kind("rule", "r.yml", RULE, [*lint, "."], beside)
    yield Kind("rule cases", "r.yml", RULE, ["test", "r.yml"], {}, ("tests",))
    yield Kind("definition", "p/def.json", DEFINITION, [*lint, "."], definition)
    for name, sample in (("if not exists", IF_NOT_EXISTS), ("modify", MODIFY), ("append", APPEND)):
        yield Kind(name, "p/def.json", sample, [*lint, "."], definition, then)
    yield Kind("initiative", "p/set.json", INITIATIVE, [*lint, "."], initiative)
    yield Kind("assignment", "p/asg.json", ASSIGNMENT, [*lint, "."], assignment)
    yield Kind("exemption", "p/exm.json", EXEMPTION, [*lint, "."], assignment)
    yield Kind("aliases", "aliases.json", ALIASES, [*lint, "--aliases", "aliases.json", "."], definition)
    yield Kind("exceptions", "e.yml", EXCEPTIONS, [*lint, "."],
               {**beside, "amlint.yml": dump({"select": select, "rules": ["r.yml"], "exceptions": ["e.yml"]})})
    yield Kind("configuration", "amlint.yml", CONFIGURATION, [*lint, "."],
               {**beside, "other.yml": "profile: default\n", "e.yml": dump(EXCEPTIONS), "p/def.json": dump(DEFINITION),
                "b.json": dump(baseline), "facts/limits.csv": limits, "links/a.json": dump(TEMPLATE)})
    yield Kind("context", "x.json", CONFIGURATION["context"], [*lint, "--context", "x.json", "."], beside)
    yield Kind("baseline", "b.json", baseline, [*lint, "--baseline", "b.json", "."], beside)
    yield Kind("earlier audit", "a.json", audit, ["audit", "--earlier", "a.json", "--format", "json", *DAY, "."],
               {"e.yml": dump(EXCEPTIONS), "amlint.yml": dump({"exceptions": ["e.yml"]})})
