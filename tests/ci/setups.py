#!/usr/bin/env python3
"""What `amlint fix --unsafe` writes keeps to the documented set-ups and to the stated API versions, over generated files.

usage: setups.py AMLINT [SEED [COUNT]]

Each case is a template, or CLI files, with a workspace or without, clusters, instances, endpoints and deployments of any
API version, with and without networks. Fixed, it must still parse, and
- no public address is taken away where there is no network: the compute is in no subnet, and its workspace has no managed
  network, by the properties that their API versions have,
- no property is written that the stated API version lacks, by a reading of the facts that shares nothing with amlint,
- no error is new, nor an AML212 or AML322."""

import collections
import csv
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

SEED = 12
COUNT = 300
DAY = "2026-11-28"
FACTS = pathlib.Path(__file__).resolve().parent / "../../rules/facts"
SCHEMA = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"
NAMESPACE = "Microsoft.MachineLearningServices/"
SUBNET = "[resourceId('Microsoft.Network/virtualNetworks/subnets', 'net', 'training')]"
ENVIRONMENT = {"PATH": os.environ["PATH"], "NO_COLOR": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"}
ABSENT = object()


def read_facts(name):
    with open(FACTS / name, encoding="utf-8", newline="") as file:
        return {row["key"]: row for row in csv.DictReader(file)}


VERSIONS = list(read_facts("api-versions.csv"))
PROPERTIES = read_facts("api-properties.csv")


def lacks(version, kind, path):
    """Whether this API version is known not to have the property; what no fact knows is not said."""
    fact = PROPERTIES.get(f"{kind} {path}")
    if fact is None or version not in VERSIONS:
        return False
    at = VERSIONS.index(version)
    is_outside = at < VERSIONS.index(fact["first"]) or (fact["last"] != "" and at > VERSIONS.index(fact["last"]))
    return is_outside or version in fact["absent_in"].split()


def kind_of(resource):
    kind = resource["type"].removeprefix(NAMESPACE)
    told = resource["properties"].get("computeType" if kind.endswith("computes") else "endpointComputeType", "-")
    return f"{kind} {told}"


def lacks_own(resource, path):
    return lacks(resource["apiVersion"], kind_of(resource), path)


def some(rng, **choices):
    """An object with one of the choices for each key; ABSENT leaves the key out."""
    chosen = {key: rng.choice(values) for key, values in choices.items()}
    return {key: value for key, value in chosen.items() if value is not ABSENT}


def resource(rng, kind, name, properties):
    return {"type": NAMESPACE + kind, "apiVersion": rng.choice(VERSIONS), "name": name, "location": "westeurope",
            "properties": properties}


def workspace(rng):
    network = some(rng, isolationMode=[ABSENT, "Disabled", "AllowInternetOutbound", "AllowOnlyApprovedOutbound"])
    return resource(rng, "workspaces", "ws", some(
        rng, managedNetwork=[ABSENT, network, network], publicNetworkAccess=[ABSENT, "Enabled", "Disabled"],
        v1LegacyMode=[ABSENT, True, False]))


def placed(rng):
    return some(rng, subnet=[ABSENT, ABSENT, {"id": SUBNET}, {"id": ""}, {}, {"id": "[parameters('subnet')]"}],
                enableNodePublicIp=[ABSENT, ABSENT, True, False])


def cluster(rng, name):
    inner = some(rng, vmSize=["Standard_E4ds_v5", "standard_e4ds-v5"], remoteLoginPortPublicAccess=[ABSENT, "Enabled", "Disabled", "NotSpecified"])
    inner["scaleSettings"] = some(rng, minNodeCount=[0, 2], maxNodeCount=[4, 2], nodeIdleTimeBeforeScaleDown=[ABSENT, "PT5H", "PT120S"])
    return resource(rng, "workspaces/computes", name, some(rng, disableLocalAuth=[ABSENT, True, False])
                    | {"computeType": "AmlCompute", "properties": inner | placed(rng)})


def instance(rng, name):
    inner = some(rng, vmSize=["Standard_E4ds_v5"], sshSettings=[ABSENT, {"sshPublicAccess": "Enabled"}], idleTimeBeforeShutdown=[ABSENT, "PT30M"],
                 applicationSharingPolicy=[ABSENT, "Shared"], enableRootAccess=[ABSENT, True])
    return resource(rng, "workspaces/computes", name, some(rng, disableLocalAuth=[ABSENT, True, False])
                    | {"computeType": "ComputeInstance", "properties": inner | placed(rng)})


def endpoint(rng, name):
    return resource(rng, "workspaces/onlineEndpoints", name, some(
        rng, authMode=["Key", "AMLToken", "AADToken"], publicNetworkAccess=[ABSENT, "Enabled"]))


def deployment(rng, name):
    return resource(rng, "workspaces/onlineEndpoints/deployments", name, some(
        rng, endpointComputeType=["Managed"], egressPublicNetworkAccess=[ABSENT, "Enabled"]))


def template(rng):
    makers = [(cluster, "ws/cpu-a"), (cluster, "ws/cpu-b"), (instance, "ws/desk-of-ada"), (endpoint, "ws/score"), (deployment, "ws/score/blue")]
    resources = [make(rng, name) for make, name in rng.sample(makers, rng.randint(1, len(makers)))]
    resources += [workspace(rng)] if rng.random() < 0.7 else []
    rng.shuffle(resources)
    parameters = {"subnet": some(rng, defaultValue=[ABSENT, "", SUBNET]) | {"type": "string"}}
    return {"$schema": SCHEMA, "contentVersion": "1.0.0.0", "parameters": parameters, "resources": resources}


def is_managed(resources):
    """Whether the file shows a workspace with a managed network that its API version has."""
    for one in resources:
        mode = one["properties"].get("managedNetwork", {}).get("isolationMode", "Disabled")
        if one["type"] == NAMESPACE + "workspaces" and mode != "Disabled":
            return not lacks_own(one, "properties.managedNetwork.isolationMode")
    return False


def leaves(value, path=""):
    """Paths of everything that is written in a resource, with their values."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else key)
    else:
        yield path, value


def is_in_subnet(tree, inner):
    subnet = inner.get("subnet", {}).get("id", "")
    if subnet == "[parameters('subnet')]":
        subnet = tree["parameters"]["subnet"].get("defaultValue", "")
    return subnet != ""


def template_problems(before, after):
    was = {one["name"]: dict(leaves(one)) for one in before["resources"]}
    for one in after["resources"]:
        for path, value in leaves(one):
            if was[one["name"]].get(path, ABSENT) == value:
                continue
            if lacks_own(one, path):
                yield f"{one['name']}: '{path}' is written, which {one['apiVersion']} lacks"
            if path.endswith("enableNodePublicIp") and not is_in_subnet(after, one["properties"]["properties"]) and not is_managed(after["resources"]):
                yield f"{one['name']}: its public address is taken away, and it has no network"


def yaml_text(pairs):
    return "".join(f"{key}: {value}\n" for key, value in pairs.items())


def cli_files(rng):
    """A cluster or an instance, and its workspace, which a configuration names."""
    kind = rng.choice(["amlcompute", "computeinstance"])
    compute = {"name": "desk-of-ada", "type": kind, "size": "Standard_E4ds_v5"} | some(
        rng, network_settings=[ABSENT, ABSENT, "{subnet: ''}", "{vnet_name: net, subnet: training}", "{}"],
        enable_node_public_ip=[ABSENT, "true", "false"], ssh_public_access_enabled=[ABSENT, "true"])
    compute |= {"max_instances": 4} if kind == "amlcompute" else {}
    mode = rng.choice([ABSENT, "disabled", "allow_internet_outbound", "allow_only_approved_outbound"])
    files = {"compute.yml": yaml_text(compute)}
    if rng.random() < 0.7:
        files["workspace.yml"] = yaml_text({
            "$schema": "https://azuremlschemas.azureedge.net/latest/workspace.schema.json", "name": "ws", "location": "westeurope"})
        files["workspace.yml"] += "" if mode is ABSENT else f"managed_network:\n  isolation_mode: {mode}\n"
        if rng.random() < 0.8:
            files["amlint.yml"] = "workspaces:\n  - {path: compute.yml, workspace: ws}\n"
    return files


def cli_problems(before, after):
    lines = after["compute.yml"].splitlines()
    if "enable_node_public_ip: false" not in lines or "enable_node_public_ip: false" in before["compute.yml"].splitlines():
        return
    is_managed_here = "allow_" in after.get("workspace.yml", "")
    if "vnet_name" not in after["compute.yml"] and not is_managed_here:
        yield "the compute's public address is taken away, and it has no network"


def findings(amlint, folder):
    command = [amlint, "--as-of", DAY, "--format", "json", "--profile", "strict", "."]
    done = subprocess.run(command, cwd=folder, env=ENVIRONMENT, capture_output=True, check=False)
    assert done.returncode in (0, 1, 2), (done.returncode, done.stderr)
    told = json.loads(done.stdout)["findings"]
    bad = [one for one in told if one["status"] == "active" and (one["severity"] == "error" or one["rule"] in ("AML212", "AML322"))]
    return collections.Counter(f"{one['rule']} {one['message']}" for one in bad)


def check(amlint, files):
    """(what the files are after `fix --unsafe`, findings that only then are there)"""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            (pathlib.Path(folder) / name).write_text(text, encoding="utf-8")
        before = findings(amlint, folder)
        done = subprocess.run([amlint, "fix", "--unsafe", "--quiet", "--as-of", DAY, "--profile", "strict", "."],
                              cwd=folder, env=ENVIRONMENT, capture_output=True, check=False)
        assert done.returncode in (0, 1, 2), (done.returncode, done.stderr)
        after = {name: (pathlib.Path(folder) / name).read_text(encoding="utf-8") for name in files}
        return after, findings(amlint, folder) - before


def problems_of(amlint, rng):
    """(whether anything was fixed, problems)"""
    if rng.random() < 0.7:
        before = template(rng)
        files = {"main.json": json.dumps(before, indent=2) + "\n"}
        after, new = check(amlint, files)
        wrong = list(template_problems(before, json.loads(after["main.json"])))
    else:
        files = cli_files(rng)
        after, new = check(amlint, files)
        wrong = list(cli_problems(files, after))
    return after != files, wrong + [f"new: {one}" for one in new]


def main(amlint, seed=SEED, count=COUNT):
    fixed = faults = 0
    for number in range(int(count)):
        was_fixed, problems = problems_of(os.path.abspath(amlint), random.Random(f"{seed} {number}"))
        fixed += was_fixed
        faults += len(problems)
        for problem in problems:
            print(f"seed {seed}, case {number}: {problem}")
    print(f"{count} cases of seed {seed}, {fixed} with fixes, {faults} faults")
    return 1 if faults > 0 or fixed == 0 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
