#!/usr/bin/env python3
"""Checks the Bicep files of the pairs with and without a cache of modules: what is found without must be found with it.

Usage: bicep_no_cache.py AMLINT FOLDER

FOLDER is conformance/bicep of the shared data. Without the cache, what a module deploys or gives is not known, so rules may
be undecided, and AML004 names the module; any other finding that only shows up without the cache would be a false one. A
finding is told by its rule, its resource and its place. Exit status 1 where there is one.
"""
import concurrent.futures
import csv
import json
import os
import subprocess
import sys
import tempfile


# Few of the files hold what the built-in rules are about, so these ask of all common types for what may be absent, or equal.
TYPES = """Storage/storageAccounts KeyVault/vaults Network/virtualNetworks Network/privateEndpoints Network/publicIPAddresses
Network/networkInterfaces Network/networkSecurityGroups Network/loadBalancers Compute/virtualMachines Web/sites Web/serverfarms
ManagedIdentity/userAssignedIdentities OperationalInsights/workspaces Insights/components Insights/diagnosticSettings
Authorization/roleAssignments Authorization/locks Resources/resourceGroups Resources/deploymentScripts
ContainerRegistry/registries ContainerService/managedClusters DocumentDB/databaseAccounts Sql/servers""".split()
CONDITIONS = {
    "ORG001": "{field: tags, exists: false}",
    "ORG002": "{field: location, exists: false}",
    "ORG003": "{field: identity.type, notEquals: SystemAssigned}",
    "ORG004": "{value: \"[empty(coalesce(field('properties'), createObject()))]\", equals: true}",
    "ORG005": "{field: sku.name, notIn: [Standard_LRS, Standard]}",
    "ORG006": "{field: location, equals: \"[resourceGroup().location]\"}",
}
RULE = """id: %s
name: %s
title: A rule
category: governance
severity: warning
type: [%s]
if: %s
message: "'{name}' of '{type}'."
why: It is so.
fix: {words: Do it.}
"""


def write_rules(folder):
    for rule, condition in CONDITIONS.items():
        with open(os.path.join(folder, rule + ".yml"), "w", encoding="utf-8") as out:
            out.write(RULE % (rule, rule.lower(), ", ".join("Microsoft." + one for one in TYPES), condition))


def findings_of(amlint, folder, rules, path, cache):
    """The findings of a file, by rule, name of the resource and place."""
    command = [amlint, "--isolated", "--no-ignore", "--as-of", "2026-11-28", "--profile", "strict", "--format", "json",
               "--rules", rules, "--module-cache", cache, path]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1, 2):
        sys.exit("%s: status %d: %s" % (path, done.returncode, done.stderr))
    return {(one["rule"], (one.get("resource") or {}).get("name"), "%s:%s" % (one["file"], one["line"])): one["message"]
            for one in json.loads(done.stdout)["findings"] if one["status"] != "undecided" and one["rule"] != "AML004"}


def main(argv):
    amlint, folder = os.path.abspath(argv[1]), os.path.abspath(argv[2])
    cache, none, rules = os.path.join(folder, "handed-cache"), tempfile.mkdtemp(), tempfile.mkdtemp()
    write_rules(rules)
    with open(os.path.join(folder, "handed-pairs.csv"), encoding="utf-8") as table:
        paths = [os.path.join("handed", row["repo"].replace("/", "__"), row["bicep"]) for row in csv.DictReader(table)]

    def check(path):
        with_cache = findings_of(amlint, folder, rules, path, cache)
        without = findings_of(amlint, folder, rules, path, none)
        false = [(key, message) for key, message in without.items() if key not in with_cache]
        return len(with_cache), len(without), false

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(check, paths))
    for _, _, false in answers:
        for (rule, name, place), message in false:
            print(f"only without the cache: {place}: {rule} of {name}: {message}")
    count = sum(len(false) for _, _, false in answers)
    print(f"{len(paths)} files: {sum(a for a, _, _ in answers)} findings with the cache, {sum(b for _, b, _ in answers)} "
          f"without it, {count} of them false")
    return 1 if count or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv))
