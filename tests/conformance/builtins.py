"""Runs built-in policy definitions on a resource that each flags and on one that it does not.

Usage: builtins.py AMLINT FOLDER

What each must say was read off the definition by a person; nothing here is computed from the conditions. Definitions
of FOLDER that have no row are counted and named.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

VM = {"type": "Microsoft.Compute/virtualMachines", "name": "v", "location": "westeurope"}
GROUP = {"type": "Microsoft.Resources/subscriptions/resourceGroups", "name": "g", "location": "westeurope"}
SUBSCRIPTION = {"type": "Microsoft.Resources/subscriptions", "name": "s"}
TAG = {"tagName": "owner", "tagValue": "me"}
CONTEXT = {"resourceGroup": {"name": "g", "location": "westeurope", "tags": {"owner": "me"}},
           "subscription": {"subscriptionId": "s", "tags": {"owner": "me"}}}
ML = "Microsoft.MachineLearningServices/workspaces"


def tagged(resource, tags):
    return dict(resource, tags=tags)


def located(location):
    return dict(VM, location=location)


def workspace(**properties):
    return {"type": ML, "name": "w", "location": "westeurope", "properties": properties}


def compute(kind, inner=None, **outer):
    outer.update(computeType=kind, properties=inner or {})
    return {"type": ML + "/computes", "name": "w/c", "location": "westeurope", "properties": outer}


def batch(**properties):
    return {"type": "Microsoft.Batch/batchAccounts", "name": "b", "location": "westeurope", "properties": properties}


def endpoint(*states):
    return [{"properties": {"privateLinkServiceConnectionState": {"status": state}}} for state in states]


def disk(**properties):
    return {"type": "Microsoft.Compute/disks", "name": "d", "location": "westeurope", "properties": properties}


def approved(kind):
    return [{"type": kind + "/privateEndpointConnections",
             "properties": {"privateLinkServiceConnectionState": {"status": "Approved"}}}]


def vm(**properties):
    return dict(VM, properties=properties)


def private_endpoint(group):
    return {"type": "Microsoft.Network/privateEndpoints", "name": "p", "location": "westeurope",
            "properties": {"privateLinkServiceConnections": [{"properties": {"groupIds": [group]}}]}}


def pool(targets):
    return {"type": "Microsoft.Batch/batchAccounts/pools", "name": "b/p", "properties": {"deploymentConfiguration": {
        "virtualMachineConfiguration": {"diskEncryptionConfiguration": {"targets": targets}}}}}


# file: (parameters, flagged, not flagged); a pair stands for a resource and what exists beside it
ROWS = {
    "Tags/AddOrReplaceTag_Modify": (TAG, tagged(VM, {"owner": "you"}), tagged(VM, {"owner": "me"})),
    "Tags/AddOrReplaceTag_ResourceGroup_Modify": (TAG, GROUP, tagged(GROUP, {"owner": "me"})),
    "Tags/AddOrReplaceTag_Subscription_Modify": (TAG, SUBSCRIPTION, tagged(SUBSCRIPTION, {"owner": "me"})),
    "Tags/AddTag_Modify": (TAG, VM, tagged(VM, {"owner": "you"})),
    "Tags/AddTag_ResourceGroup_Modify": (TAG, GROUP, tagged(GROUP, {"owner": "you"})),
    "Tags/AddTag_Subscription_Modify": (TAG, SUBSCRIPTION, tagged(SUBSCRIPTION, {"owner": ""})),
    "Tags/ApplyTag_Append": (TAG, tagged(VM, {"other": "x"}), tagged(VM, {"owner": "you"})),
    "Tags/DepartmentTagRequired_Deny": ({}, tagged(VM, {"owner": "x"}), tagged(VM, {"department": "x"})),
    "Tags/EnvironmentTagValues_Deny": ({}, tagged(VM, {"environment": "play"}), tagged(VM, {"environment": "test"})),
    "Tags/InheritTag_AddOrReplace_FromSubscription": ({"tagName": "owner"}, VM, tagged(VM, {"owner": "me"})),
    "Tags/InheritTag_AddOrReplace_Modify": ({"tagName": "owner"}, VM, tagged(VM, {"owner": "me"})),
    "Tags/InheritTag_Add_FromSubscription": ({"tagName": "owner"}, VM, tagged(VM, {"owner": "you"})),
    "Tags/InheritTag_Add_Modify": ({"tagName": "owner"}, VM, tagged(VM, {"owner": "you"})),
    "Tags/InheritTag_Append": ({"tagName": "owner"}, VM, tagged(VM, {"owner": "you"})),
    "Tags/RequireTagAndValue_Deny": (TAG, tagged(VM, {"owner": "you"}), tagged(VM, {"owner": "me"})),
    "Tags/RequireTag_Deny": ({"tagName": "owner"}, VM, tagged(VM, {"owner": "you"})),
    "Tags/ResourceGroupApplyTag_Append": (TAG, GROUP, VM),
    "Tags/ResourceGroupRequireTagAndValue_Deny": (TAG, GROUP, tagged(GROUP, {"owner": "me"})),
    "Tags/ResourceGroupRequireTag_Deny": ({"tagName": "owner"}, GROUP, tagged(GROUP, {"owner": "me"})),
    "General/AllowedLocations_Deny": ({"listOfAllowedLocations": ["westeurope"]}, located("eastus"), VM),
    "General/AllowedResourceTypes_Deny": ({"listOfResourceTypesAllowed": ["Microsoft.Compute/disks"]}, VM,
                                          dict(VM, type="Microsoft.Compute/disks")),
    "General/AsiaRegionsOnly_Deny": ({}, VM, located("eastasia")),
    "General/EuropeanRegionsOnly_Deny": ({}, located("eastus"), VM),
    "General/IndiaRegionsOnly_Deny": ({}, VM, located("westindia")),
    "General/InvalidResourceTypes_Deny": ({"listOfResourceTypesNotAllowed": [VM["type"]]}, VM, GROUP),
    "General/USRegionsOnly_Deny": ({}, VM, located("eastus2")),
    "General/ResourceGroupAllowedLocations_Deny": ({"listOfAllowedLocations": ["eastus"]}, GROUP, VM),
    "General/ResourcesInResourceGroupLocation_Audit": ({}, located("eastus"), VM),
    "General/ExcludeUsageCosts_Deny": ({}, VM, GROUP),
    "Compute/ClassicCompute_Audit": ({}, dict(VM, type="Microsoft.ClassicCompute/virtualMachines"), VM),
    "Compute/Disks_DataAccessAuthMode_Modify": ({}, disk(), disk(dataAccessAuthMode="AzureActiveDirectory")),
    "Compute/Disks_ExportLimitNetworkAccess_Audit": ({}, disk(networkAccessPolicy="AllowAll"),
                                                     disk(publicNetworkAccess="Disabled")),
    "Compute/AddDiskAccessToDisk_Modify": ({"location": "westeurope", "diskAccessId": "/a"}, disk(),
                                           disk(networkAccessPolicy="DenyAll")),
    "Compute/DoubleEncryptionRequired_Deny": (
        {}, {"type": "Microsoft.Compute/diskEncryptionSets", "name": "e", "properties": {}},
        {"type": "Microsoft.Compute/diskEncryptionSets", "name": "e",
         "properties": {"encryptionType": "EncryptionAtRestWithPlatformAndCustomerKeys"}}),
    "Compute/HostBasedEncryptionRequired_Deny": ({}, vm(), vm(securityProfile={"encryptionAtHost": True})),
    "Compute/DiskAccesses_PrivateEndpoints_Audit": (
        {}, {"type": "Microsoft.Compute/diskAccesses", "name": "a"},
        ({"type": "Microsoft.Compute/diskAccesses", "name": "a"}, approved("Microsoft.Compute/diskAccesses"))),
    "Compute/VirtualMachines_ApprovedExtensions_Audit": (
        {"approvedExtensions": ["Good"]},
        {"type": "Microsoft.Compute/virtualMachines/extensions", "name": "v/e", "properties": {"type": "Bad"}},
        {"type": "Microsoft.Compute/virtualMachines/extensions", "name": "v/e", "properties": {"type": "Good"}}),
    "Compute/ManagedDiskEncryptionSetsAllowed_Deny": (
        {"allowedEncryptionSets": ["/e"]}, disk(), disk(encryption={"diskEncryptionSetId": "/e"})),
    "Compute/RecoveryServices_DisasterRecovery_Audit": (
        {}, VM, (VM, [{"type": "Microsoft.Resources/links", "name": "ASR-Protect-1"}])),
    "Batch/PrivateEndpoints_AINE": ({}, batch(), (batch(), approved("Microsoft.Batch/batchAccounts"))),
    "Machine Learning/ComputeInstanceUpdates_Audit": (
        {}, compute("ComputeInstance", {"osImageMetadata": {"isLatestOsImageVersion": False}}),
        compute("ComputeInstance", {"osImageMetadata": {"isLatestOsImageVersion": True}})),
    "Machine Learning/DisableLocalAuth_Audit": ({}, compute("AmlCompute"), compute("AmlCompute", disableLocalAuth=True)),
    "Machine Learning/DisableLocalAuth_Modify": ({}, compute("AmlCompute"), compute("AKS")),
    "Machine Learning/IdleShutdown_Audit": ({}, compute("ComputeInstance"),
                                            compute("ComputeInstance", {"idleTimeBeforeShutdown": "PT30M"})),
    "Machine Learning/Vnet_Audit": ({}, compute("AmlCompute"), compute("AmlCompute", {"subnet": {"id": "/s"}})),
    "Machine Learning/Workspace_CMKEnabled_Audit": ({}, workspace(), workspace(encryption={"status": "Enabled"})),
    "Machine Learning/Workspace_EnableV1LegacyMode_Audit": ({}, workspace(), workspace(v1LegacyMode=True)),
    "Machine Learning/Workspace_PrivateDnsZones_DINE": (
        {"privateDnsZoneId": "/z", "secondPrivateDnsZoneId": "/y"}, private_endpoint("amlworkspace"),
        private_endpoint("blob")),
    "Machine Learning/Workspace_PrivateEndpoint_Audit": (
        {}, workspace(privateEndpointConnections=endpoint("Pending")),
        workspace(privateEndpointConnections=endpoint("Pending", "Approved"))),
    "Machine Learning/Workspace_PublicNetworkAccessDisabled_Audit": (
        {}, workspace(), workspace(publicNetworkAccess="Disabled")),
    "Machine Learning/Workspace_PublicNetworkAccessDisabled_Modify": (
        {}, workspace(publicNetworkAccess="Enabled"), workspace(publicNetworkAccess="Disabled")),
    "Machine Learning/Workspace_UAIEnabled_Audit": ({}, workspace(), workspace(primaryUserAssignedIdentity="/i")),
    "Batch/CustomerManagedKey_Audit": ({}, batch(), batch(encryption={"keySource": "Microsoft.KeyVault"})),
    "Batch/DisableLocalAuth_Audit": ({}, batch(allowedAuthenticationModes=["AAD", "SharedKey"]),
                                     batch(allowedAuthenticationModes=["AAD"])),
    "Batch/DisableLocalAuth_Modify": ({}, batch(), batch(allowedAuthenticationModes=["AAD"])),
    "Batch/DisablePublicNetworkAccess_Audit": ({}, batch(), batch(publicNetworkAccess="Disabled")),
    "Batch/DisablePublicNetworkAccess_Modify": ({}, batch(), batch(publicNetworkAccess="Disabled")),
    "Batch/DiskEncryption_Audit": ({}, pool(["OsDisk"]), pool(["OsDisk", "TemporaryDisk"])),
    "Batch/PrivateDnsZones_DINE": ({"privateDnsZoneId": "/z"}, private_endpoint("batchAccount"),
                                   private_endpoint("blob")),
}


def verdict(amlint, policy, parameters, resource):
    with tempfile.TemporaryDirectory() as folder:
        args = [amlint, "eval", "--policy", policy]
        resource, related = resource if isinstance(resource, tuple) else (resource, [])
        for name, value in (("resource", resource), ("parameters", parameters), ("context", CONTEXT),
                            ("related", related)):
            path = os.path.join(folder, name + ".json")
            with open(path, "w", encoding="utf-8") as out:
                json.dump(value, out)
            args += ["--" + name, path]
        done = subprocess.run(args, capture_output=True, text=True, check=False)
        return json.loads(done.stdout)["verdict"] if done.stdout else done.stderr.strip()


def main(amlint, folder):
    wrong = 0
    for name, (parameters, flagged, passed) in ROWS.items():
        for resource, wanted in ((flagged, "true"), (passed, "false")):
            got = verdict(amlint, os.path.join(folder, name + ".json"), parameters, resource)
            if got != wanted:
                wrong += 1
                print("%s on %s: %s, not %s" % (name, json.dumps(resource), got, wanted))
    there = {os.path.relpath(path, folder)[:-5] for path in glob.glob(os.path.join(folder, "*", "*.json"))}
    left = sorted(there - set(ROWS))
    print("%d of %d built-in definitions run, %d answers wrong; not run: %s"
          % (len(ROWS), len(there), wrong, ", ".join(left)))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
