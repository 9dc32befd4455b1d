"""Runs built-in policy definitions on a resource that each flags and on one that it does not.

Usage: builtins.py AMLINT FOLDER

What each must say was read off the definition by a person; nothing here is computed from the conditions. Definitions
of FOLDER that have no row are named, and fail it.
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

def beside(kind, name="x", **properties):
    return [{"type": kind, "name": name, "properties": properties}]


def disk_access(location="westeurope"):
    return {"type": "Microsoft.Compute/diskAccesses", "name": "a", "location": location}


def link(id_, group):
    return {"type": "Microsoft.Network/privateEndpoints", "name": "p", "location": "westeurope",
            "properties": {"privateLinkServiceConnections": [{"properties": {
                "privateLinkServiceId": id_, "groupIds": [group]}}]}}


def image(publisher, offer, sku="1", **properties):
    return vm(storageProfile={"imageReference": {"publisher": publisher, "offer": offer, "sku": sku},
                              "osDisk": properties})


def extension(kind, publisher, **properties):
    return beside("Microsoft.Compute/virtualMachines/extensions", "v/e", type=kind, publisher=publisher, **properties)


def scale_set(**properties):
    return {"type": "Microsoft.Compute/virtualMachineScaleSets", "name": "s", "location": "westeurope",
            "properties": properties}


def role(kind, actions, scopes):
    return {"type": "Microsoft.Authorization/roleDefinitions", "name": "r", "properties": {
        "type": kind, "permissions": [{"actions": actions}], "assignableScopes": scopes}}


def logs(*states, storage=None, **more):
    """Diagnostic settings of logs: whether one is on, and for how long it is kept; None keeps it forever."""
    entries = [{"enabled": on, "retentionPolicy": {"enabled": days is not None, "days": days or 0}}
               for on, days in states]
    properties = dict({"logs": entries}, **more)
    if storage:
        properties["storageAccountId"] = storage
    return [{"type": "Microsoft.Insights/diagnosticSettings", "name": "x", "properties": properties}]


def running(**properties):
    """What the data plane of a workspace asks for."""
    return {"type": "Microsoft.MachineLearningServices.Data/workspaces", "name": "w", "properties": properties}


def deployed(**model):
    return {"type": "Microsoft.MachineLearningServices.v2.Data/workspaces/deployments", "name": "w/d",
            "properties": {"model": model}}


def caller(kind, methods, acrs="c1"):
    """A context with the token of whoever asks."""
    return {"requestContext": {"identity": {
        "idtyp": kind, "http://schemas.microsoft.com/claims/authnmethodsreferences": methods, "acrs": acrs}}}


# What the catalogue of Azure says of aliases whose names do not show the path, as `az provider list` prints it.
ALIASES = [{"namespace": "Microsoft.Compute", "resourceTypes": [{"resourceType": "virtualMachines", "aliases": [
    {"name": "Microsoft.Compute/imagePublisher", "defaultPath": "properties.storageProfile.imageReference.publisher"},
    {"name": "Microsoft.Compute/imageOffer", "defaultPath": "properties.storageProfile.imageReference.offer"},
    {"name": "Microsoft.Compute/imageSKU", "defaultPath": "properties.storageProfile.imageReference.sku"},
    {"name": "Microsoft.Compute/virtualMachines/sku.name", "defaultPath": "properties.hardwareProfile.vmSize"},
    {"name": "Microsoft.Compute/virtualMachines/osDisk.uri", "defaultPath": "properties.storageProfile.osDisk.vhd.uri"},
]}]}]
BY_CATALOGUE = ("Compute/VMAntimalwareExtension_DINE", "Compute/VMOMSExtensionUbuntu_DINE",
                "Compute/VMRequireManagedDisk_Audit", "Compute/VMSkusAllowed_Deny",
                "Compute/WindowsServers_AntiMalware_AINE")

# file: (parameters, flagged, not flagged); a tuple stands for a resource, what exists beside it, and more context
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
    "Batch/AuditDiagnosticLog_Audit": ({}, (batch(), logs((False, None))), (batch(), logs((True, 365), storage="/s"))),
    "Batch/AuditMetricAlerts_Audit": (
        {"effect": "AuditIfNotExists", "metricName": "CoreCount"}, batch(),
        (batch(), beside("Microsoft.Insights/alertRules", isEnabled=True, condition={"dataSource": {
            "metricName": "CoreCount",
            "resourceUri": "/subscriptions/s/resourcegroups/g/providers/Microsoft.Batch/batchAccounts/b"}}))),
    "Batch/PrivateEndpoints_DINE": (
        {"privateEndpointSubnetId": "/n"}, batch(publicNetworkAccess="Disabled"),
        (batch(publicNetworkAccess="Disabled"), approved("Microsoft.Batch/batchAccounts"))),
    "Compute/DiskAccesses_PrivateDnsZones_DINE": (
        {"privateDnsZoneId": "/z"}, link("/subscriptions/s/providers/Microsoft.Compute/diskAccesses/a", "disks"),
        link("/subscriptions/s/providers/Microsoft.Storage/storageAccounts/a", "disks")),
    "Compute/DiskAccesses_PrivateEndpoints_DINE": (
        {"location": "westeurope", "privateEndpointSubnetId": "/n"}, disk_access(), disk_access("eastus")),
    "Compute/MANAExistingVMNVASupport_Modify": (
        {}, image("checkpoint", "check-point-cg"), tagged(image("checkpoint", "check-point-cg"), {"LegacyVMNVA": "x"})),
    "Compute/OSAndDataDiskCMKRequired_Deny": ({}, disk(), disk(encryption={"diskEncryptionSetId": "/e"})),
    "Compute/ServiceFabric_and_VMSS_AuditVMSSDiagnostics": (
        {"effect": "AuditIfNotExists", "includeAKSClusters": True}, scale_set(),
        (scale_set(), beside("Microsoft.Compute/virtualMachineScaleSets/extensions", "s/e", type="IaaSDiagnostics",
                             publisher="Microsoft.Azure.Diagnostics"))),
    "Compute/UnattachedDisk_Encryption_Audit": ({}, disk(diskState="Unattached"), disk(
        diskState="Unattached", encryptionSettingsCollection={"enabled": True})),
    "Compute/VMAntimalwareExtension_DINE": (
        {}, image("MicrosoftWindowsServer", "WindowsServer", "2016-Datacenter"),
        (image("MicrosoftWindowsServer", "WindowsServer", "2016-Datacenter"),
         extension("IaaSAntimalware", "Microsoft.Azure.Security"))),
    "Compute/VMOMSExtensionUbuntu_DINE": (
        {"logAnalytics": "l"}, image("Canonical", "UbuntuServer", "18.04-LTS"),
        (image("Canonical", "UbuntuServer", "18.04-LTS"),
         extension("OmsAgentForLinux", "Microsoft.EnterpriseCloud.Monitoring"))),
    "Compute/VMRequireManagedDisk_Audit": (
        {}, vm(storageProfile={"osDisk": {"vhd": {"uri": "https://a/b.vhd"}}}),
        vm(storageProfile={"osDisk": {"managedDisk": {"storageAccountType": "Premium_LRS"}}})),
    "Compute/VMSSOSUpgradeHealthCheck_Deny": (
        {}, scale_set(), scale_set(upgradePolicy={"automaticOSUpgradePolicy": {"enableAutomaticOSUpgrade": True}})),
    "Compute/VMSkusAllowed_Deny": (
        {"listOfAllowedSKUs": ["Standard_D2s_v5"]}, vm(hardwareProfile={"vmSize": "Standard_E64s_v5"}),
        vm(hardwareProfile={"vmSize": "Standard_D2s_v5"})),
    "Compute/VirtualMachineReplication_AzureSiteRecovery_DINE": (
        {"sourceRegion": "westeurope", "targetRegion": "eastus", "targetResourceGroupId": "/t",
         "vaultResourceGroupId": "/v", "vaultId": "/v"}, VM,
        (VM, beside("Microsoft.Resources/links", "ASR-Policy-Protect-1", targetId="/x/replicationProtectedItems/y"))),
    "Compute/VirtualMachines_AntiMalwareAutoUpdate_AINE": (
        {}, (image("a", "b", osType="Windows"),
             extension("IaaSAntimalware", "Microsoft.Azure.Security", autoUpgradeMinorVersion=False)),
        (image("a", "b", osType="Windows"),
         extension("IaaSAntimalware", "Microsoft.Azure.Security", autoUpgradeMinorVersion=True))),
    "Compute/WindowsServers_AntiMalware_AINE": (
        {}, image("MicrosoftWindowsServer", "WindowsServer", "2019-Datacenter"),
        image("MicrosoftWindowsDesktop", "Windows-10", "19h2-pro")),
    "General/CustomSubscription_OwnerRole_Audit": (
        {}, role("CustomRole", ["*"], ["/"]), role("CustomRole", ["Microsoft.Compute/*/read"], ["/"])),
    "General/MFA_Deny": ({}, (VM, [], caller("user", "pwd")), (VM, [], caller("user", "pwd,mfa"))),
    "General/MFA_DenyAction": ({}, (VM, [], caller("user", "pwd")), (VM, [], caller("app", "pwd"))),
    "General/NotAllowM365_Deny": ({}, {"type": "Microsoft.SaaSHub/cloudServices", "name": "c"}, VM),
    "General/NotAllowMCPP_Deny": ({}, {"type": "Microsoft.CloudPartnerProgram/memberships", "name": "c"}, VM),
    "General/ResourceType_denyActionDelete": ({"listOfResourceTypesDisallowedForDeletion": [VM["type"]]}, VM, GROUP),
    "General/Subscription_AuditCustomRBACRoles_Audit": (
        {}, role("CustomRole", ["*"], ["/"]), role("BuiltInRole", ["*"], ["/"])),
    "General/subscriptionFeatureRegistration-DINE": (
        {"featureName": "F", "resourceProviderName": "Microsoft.Compute"}, SUBSCRIPTION,
        (SUBSCRIPTION, beside("Microsoft.Features/featureProviders/subscriptionFeatureRegistrations",
                              "Microsoft.Compute/F", state="Registered"))),
    "Machine Learning/AllowDeployRegistryModels_Audit": (
        {"allowedPublishers": ["me"], "allowedAssetIds": ["/good/"]},
        deployed(registryName="r", publisher="you", assetId="/bad/1"),
        deployed(registryName="r", publisher="you", assetId="/good/1")),
    "Machine Learning/AllowedACRs_EnforceSetting": (
        {"computeNames": ["c"], "allowedACRs": ["r"]}, running(computeName="c", computeType="ComputeInstance"),
        running(computeName="d", computeType="ComputeInstance")),
    "Machine Learning/AllowedLogFilter_EnforceSetting": (
        {"datastore": "d", "computeType": "ManagedEndpoint"}, running(computeName="c", computeType="ManagedEndpoint"),
        running(computeName="c", computeType="ComputeInstance")),
    "Machine Learning/AllowedModuleAuthors_EnforceSetting": (
        {"isIsolatedNetwork": "Yes"},
        running(computeName="c", computeType="MachineLearningCompute", isIsolatedNetwork="Yes"),
        running(computeName="c", computeType="MachineLearningCompute", isIsolatedNetwork="No")),
    "Machine Learning/AllowedPythonPackageChannels_EnforceSetting": (
        {"tags": ["a"]}, running(computeName="c", computeType="ComputeInstance", tags=["a", "b"]),
        running(computeName="c", computeType="ComputeInstance", tags=["b"])),
    "Machine Learning/AllowedSigningKey_EnforceSetting": (
        {"signingKey": "k"}, running(computeName="c", computeType="ComputeInstance"),
        running(computeName="c", computeType="ComputeInstance", tags=["a"])),
    "Machine Learning/ApprovalEndpoint_EnforceSetting": (
        {"approvalEndpoint": "https://e", "computeNames": ["c"]}, running(computeName="c", computeType="HDInsight"),
        running(computeName="d", computeType="HDInsight")),
    "Machine Learning/AuditDiagnosticLog_Audit": (
        {"requiredRetentionDays": "30"}, (workspace(), logs((True, 7), storage="/s")),
        (workspace(), logs((True, 90), storage="/s"))),
    "Machine Learning/AuditDiagnosticLog_DINE": (
        {"logAnalytics": "/l"}, workspace(),
        (workspace(), [dict(one, name="MachineLearningServicesDiagnosticsLogsToWorkspace")
                       for one in logs((True, None), metrics=[{"enabled": True}], workspaceId="/l")])),
    "Machine Learning/ManagedNetworkIsolationMode_Audit": (
        {"isolationMode": "AllowOnlyApprovedOutbound"}, workspace(managedNetwork={"isolationMode": "Disabled"}),
        workspace(managedNetwork={"isolationMode": "AllowOnlyApprovedOutbound"})),
    "Machine Learning/OnlyDeployAllowedRegistryModels_Deny": (
        {"effect": "Deny", "allowedRegistryName": "ours"}, deployed(assetId="azureml://registries/theirs/models/m"),
        deployed(assetId="azureml://registries/ours/models/m")),
    "Machine Learning/Workspace_CMKEnabled_Audit_V2": (
        {}, (workspace(), [workspace()]), (workspace(encryption={"status": "Enabled"}),
                                           [workspace(encryption={"status": "Enabled"})])),
    "Machine Learning/Workspace_PrivateEndpoint_Audit_V2": (
        {}, workspace(privateEndpointConnections=endpoint("Rejected")),
        workspace(privateEndpointConnections=endpoint("Rejected", "Approved"))),
    "Machine Learning/Workspace_PrivateEndpoint_DINE": (
        {"privateEndpointSubnetId": "/n"}, workspace(), (workspace(), approved(ML))),
}


def verdict(amlint, policy, parameters, resource):
    with tempfile.TemporaryDirectory() as folder:
        args = [amlint, "eval", "--policy", policy]
        resource, related, more = (resource + ({},))[:3] if isinstance(resource, tuple) else (resource, [], {})
        given = (("aliases", ALIASES),) if policy.endswith(tuple(name + ".json" for name in BY_CATALOGUE)) else ()
        for name, value in (("resource", resource), ("parameters", parameters), ("context", dict(CONTEXT, **more)),
                            ("related", related)) + given:
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
    return 1 if wrong or left else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
