"""What tests/ci/test-personal does: every shape of export, with what exports hold of people in every object of it. No output
of any command repeats it.

Usage: personal.py AMLINT FOLDER      the exports of FOLDER (tests/fuzz/seeds/evidence)
"""
import json
import os
import subprocess
import sys
import tempfile

AMLINT, FOLDER = sys.argv[1:3]
MARK = "Zzperson"
PRINCIPAL = "5eed5eed-5eed-5eed-5eed-5eed5eed5eed"  # of somebody, in texts that say it in passing
DECLARED = ("name: a\ntype: amlcompute\nsize: Standard_D8ds_v4\nmin_instances: 1\nmax_instances: 4\nidle_time_before_scale_down: 10\n"
            "description: a cluster\nssh_public_access_enabled: false\nidentity: {type: system_assigned}\ntags: {team: a, owner: b, principal: c}\n")
# Names as ARM, the CLI, azurerm and Resource Graph have them; the values carry the mark.
NAMES = ["createdBy", "created_by", "lastModifiedBy", "systemData", "system_data", "owners", "notes", "principalId", "principal_id",
         "clientId", "client_id", "tenantId", "tenant_id", "objectId", "assignedUser", "assigned_user", "userName", "user_name",
         "userObjectId", "user_object_id", "adminUserName", "admin_username", "adminUserPassword", "admin_password", "publicIpAddress",
         "public_ip_address", "privateIpAddress", "private_ip_address", "managedBy", "creationContext", "createOnBehalfOf",
         "personalComputeInstanceSettings", "connectivityEndpoints", "sshSettings"]
failures = []


def values(name):
    inner = f"{MARK}-{name}"
    if name in ("createdBy", "lastModifiedBy", "systemData", "assignedUser", "created_by", "system_data", "assigned_user"):
        return {"userName": inner, "userObjectId": inner + "-id", "createdBy": inner + "@example.com", "deep": [{"any": inner}]}
    if name == "owners":
        return [{"applicationId": inner}]
    if name == "sshSettings":
        return {"adminUserName": inner, "adminPublicKey": inner, "adminUserPassword": inner}
    return inner


def with_people(value):
    if isinstance(value, list):
        return [with_people(item) for item in value]
    if not isinstance(value, dict):
        return value
    out = {key: with_people(item) for key, item in value.items()}
    for name in NAMES:
        out.setdefault(name, values(name))
    if isinstance(out.get("tags"), dict):
        out["tags"].update({"team": MARK + "@example.com", "owner": f"{MARK} Smith <{MARK}%40example.com>", "principal": f"made by {PRINCIPAL}",
                            MARK + "@example.com": "a tag named after somebody", PRINCIPAL: "another"})
    for name in ("description", "displayName", "friendlyName", "comment"):
        if not isinstance(out.get(name), dict):
            out[name] = f"Ask {MARK}@example.com ({PRINCIPAL})"
    return out


def run(arguments, folder):
    done = subprocess.run([AMLINT, *arguments, "--as-of", "2026-11-21"], cwd=folder, capture_output=True, text=True)
    if done.returncode not in (0, 1, 2):
        failures.append(f"{arguments}: status {done.returncode}")
    return done.stdout + done.stderr


def look(text, what):
    at = max(text.find(MARK), text.find(PRINCIPAL))
    if at >= 0:
        failures.append(f"{what}: ...{text[max(0, at - 80):at + 60]!r}")
        print("FAILED:", failures[-1])


def main():
    formats = subprocess.run([AMLINT, "lint", "--format", "?"], capture_output=True, text=True).stderr
    names = [name for name in ("text", "json", "jsonl", "sarif", "csv", "html", "markdown", "github", "gitlab", "junit", "checkstyle", "compact",
                               "grouped", "azure", "rdjson") if name in formats] or ["text", "json", "sarif", "markdown", "junit"]
    tried = 0
    for name in sorted(os.listdir(FOLDER)):
        try:
            with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
                content = json.load(file)
        except ValueError:
            continue  # one that is broken, or is no JSON
        with tempfile.TemporaryDirectory() as folder:
            export = "export.tfstate" if name.endswith(".tfstate") else "export.json"
            for path, text in (("a.yml", DECLARED), (export, json.dumps(with_people(content), indent=1)), ("plain.json", json.dumps(with_people(content)))):
                with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                    file.write(text)
            for form in names:
                look(run(["lint", "a.yml", "--evidence", export, "-f", form, "-u"], folder), f"{name} lint {form}")
            for form in ("text", "json", "csv", "html", "sarif"):
                look(run(["drift", "a.yml", "--evidence", export, "-v", "-f", form], folder), f"{name} drift {form}")
            look(run(["audit", "a.yml", "--evidence", export, "--record", "r.json", "--record", "r.html"], folder), f"{name} audit")
            for path in ("r.json", "r.html"):
                if os.path.exists(os.path.join(folder, path)):
                    with open(os.path.join(folder, path), encoding="utf-8") as file:
                        look(file.read(), f"{name} {path}")
            tried += 1
    print(f"{tried} exports, {len(names)} formats of lint; {len(failures)} failures")
    sys.exit(1 if failures or tried < 20 else 0)


main()
