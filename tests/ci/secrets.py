#!/usr/bin/env python3
"""Writes secrets of every kind into every place of a folder and looks for them in what amlint prints.

Usage: secrets.py BINARY [FOLDER]     (FOLDER: where to leave the files; else a temporary one)

Each secret holds a mark of its own, so a leak names its kind and its place. Then the same with texts that only look
like secrets: none of them is masked.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

import secret_evidence
import secret_forms
import secret_languages

MARK = re.compile(r"Zq9[A-Za-z0-9]{6}Q")
ARM = "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#"
PARAMETERS = "https://schema.management.azure.com/schemas/2019-04-01/deploymentParameters.json#"
CLI = "https://azuremlschemas.azureedge.net/latest/%s.schema.json"
FORMATS = "text compact sarif json jsonl github gitlab azure junit markdown checkstyle rdjson".split()

# Secrets by form; {m} is the mark, and what stands around it pads it to the length of the form.
FORMS = {
    "pem-rsa": "-----BEGIN RSA PRIVATE KEY-----MIIEpAIBAAKCAQEA{m}-----END RSA PRIVATE KEY-----",
    "pem-openssh": "-----BEGIN OPENSSH PRIVATE KEY-----b3BlbnNzaC1rZXk{m}-----END OPENSSH PRIVATE KEY-----",
    "pem-cut": "-----BEGIN PRIVATE KEY-----MIIEvQIBADANBgkqhki{m}",
    "pem-encrypted": "-----BEGIN ENCRYPTED PRIVATE KEY-----MIIFHDBO{m}-----END ENCRYPTED PRIVATE KEY-----",
    "pem-ec": "-----BEGIN EC PRIVATE KEY-----MHcCAQEE{m}-----END EC PRIVATE KEY-----",
    "storage-string": "DefaultEndpointsProtocol=https;AccountName=a;AccountKey={m}12==;EndpointSuffix=core.windows.net",
    "service-bus": "Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=r;SharedAccessKey={m}12=",
    "sas-string": "BlobEndpoint=https://x.blob.core.windows.net/;SharedAccessSignature=sv=2024&sig={m}12",
    "sas-url": "https://x.blob.core.windows.net/c/f?sv=2024-01-01&se=2027-01-01&sp=r&sig={m}1234567%3D",
    "sas-first": "https://x.blob.core.windows.net/c?sig={m}1234567%3D&sv=2024-01-01",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0{m}.{m}",
    "key-88": "{m}" + "a1B2" * 19 + "==",
    "github-classic": "ghp_{m}" + "x1" * 13,
    "github-action": "ghs_{m}" + "x1" * 13,
    "github-fine": "github_pat_{m}" + "x1" * 30,
    "gitlab": "glpat-{m}" + "x1" * 5,
    "huggingface": "hf_{m}" + "x1" * 12,
    "slack": "xoxb-{m}-12345678901234",
    "npm": "npm_{m}" + "x1" * 13,
    "pypi": "pypi-AgEIcHlwaS5vcmc{m}" + "x1" * 20,
    "openai": "sk-{m}" + "x1" * 16,
    "databricks": "dapi{m}" + "x1" * 11,
    "google": "AIza{m}" + "x1" * 13,
    "entra": "abc8Q~{m}" + "x1" * 11,
    "url-password": "https://tern:{m}@example.net/data",
    "bearer": "Bearer {m}0123456789",
    "basic": "Authorization: Basic {m}0123456",
    "sql": "Server=db;Database=x;User Id=sa;Password={m}1;",
    "pwd": "Server=db;Uid=sa;Pwd={m}1",
    "variable": "export PGPASSWORD={m}1 && psql",
    "client-secret": "AZURE_CLIENT_SECRET={m}1 az login",
    "option": "python train.py --account-key {m}1 --epochs 3",
    "option-is": "python train.py --password={m}1",
    "option-quoted": "az storage blob list --sas-token '{m}1 x'",
    "query": "https://example.net/hook?token={m}1&x=y",
    "json": '{"password":"{m}1","x":1}',
    "python": "x = {'password': '{m} y'}",
    "said": "the db Password: {m}1",
    "said-shouting": "PASSWORD = {m}",
    "header": 'curl -H "X-Api-Key: {m}" https://example.net/',
    "mysql": "mysql -u root -p{m} db",
    "mysqldump": "/usr/bin/mysqldump -p'{m} x' db",
    "sshpass": "sshpass -p {m} ssh h",
    "redis": "redis-cli -h h -a {m} ping",
    "docker": "docker login -u u -p {m} r.example.net",
    "docker-stdin": "echo {m} | docker login -u u --password-stdin",
    "az": "az login --service-principal -u a -p {m} -t b",
    "key-vault": "az keyvault secret set -n a --value {m}",
    "kubectl": "kubectl create secret generic a --from-literal=b={m}",
    "curl": "curl -u tern:{m} https://example.net/",
    "sqlcmd": "sqlcmd -S h -U sa -P {m}",
    "ldap": "ldapsearch -x -w {m}",
    "net-use": "net use z: \\\\h\\s {m} /user:u",
    "cmdkey": "cmdkey /add:h /user:u /pass:{m}",
    "powershell": "New-Thing -Password {m} -Name a",
    "secure-string": "ConvertTo-SecureString '{m} x' -AsPlainText -Force",
    "keytool": "keytool -storepass {m} -list",
    "openssl": "openssl rsa -passin pass:{m}",
    "oracle-jdbc": "jdbc:oracle:thin:scott/{m}@h:1521/x",
    "sqlplus": "sqlplus scott/{m}@h",
    "authorization-token": "curl -H 'Authorization: token {m}' https://example.net/",
    "environ": "os.environ['DB_PASSWORD'] = '{m} x'",
    "walrus": "PASSWORD := {m}",
    "netrc": "machine h login u password {m}",
    "odbc": "Driver={x};Server=h;Uid=u;Pwd={{m};1}",
    "kubeconfig-key": "client-key-data: {m}",
    "kubeconfig-token": "token: {m}",
    "redis-url": "redis://:{m}@h:6379/0",
    "amqp": "amqps://u:{m}@h/v",
    "mongo": "mongodb+srv://u:{m}@h/d",
    "postgres": "psql postgres://u:{m}@h/d",
    "redis-string": "h:6380,password={m},ssl=True",
    "lftp": "lftp -u u,{m} sftp://h",
    "xfreerdp": "xfreerdp /v:h /u:u /p:{m}",
    "schtasks": "schtasks /create /tn t /ru u /rp {m}",
    "tasklist": "tasklist /s h /u u /p '{m} x'",
    "pgpass": "h.example.net:5432:db:u:{m}",
    "pgpass-echo": "echo '*:*:*:u:{m}' > ~/.pgpass",
    "jdbc-sql": "jdbc:sqlserver://h:1433;user=u;password={m};",
}

# Secrets by the name of what holds them.
NAMES = """password admin_password adminUserPassword sshPassword db-password DB_PASSWD pwd SharedAccessKey accountKey
account_key clientSecret client-secret secret token sas_token sasToken api_key apiKey API-KEY private_key access_key
connectionString connection_string storage_key ACCESS_TOKEN sas passphrase client-key-data db_pass pass masterKey
signing_key authKey x-functions-key""".split()

HARMLESS = """sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
da39a3ee5e6b4b0d3255bfef95601890afd80709
d41d8cd98f00b204e9800998ecf8427e
sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==
sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC
sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
mcr.microsoft.com/azureml/openmpi4.1.0@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/rg/providers/Microsoft.KeyVault/vaults/kv
/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/rg/providers/Microsoft.Storage/storageAccounts/a
00000000-1111-2222-3333-444444444444
https://kv.vault.azure.net/secrets/db-password/0123456789abcdef0123456789abcdef
@Microsoft.KeyVault(SecretUri=https://kv.vault.azure.net/secrets/db/)
@Microsoft.KeyVault(VaultName=kv;SecretName=db)
${{secrets.API_KEY}}
${{ secrets.DB_PASSWORD }}
$(storageKey)
$(DB_PASSWORD)
${DB_PASSWORD}
$DB_PASSWORD
<your-password>
<PASSWORD>
{{ password }}
{{cookiecutter.token}}
#{Token}#
__PASSWORD__
%PASSWORD%
ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCmpfrCTOHD5SATpuCSUBXsvNvU5ej82dIpRW49ZEwEtbuDx3dD
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIMV1xNhzj3Th1/EJ+AhzgaqQs/92f1CM5Yvnozct5rJK tern@depot
-----BEGIN PUBLIC KEY-----MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE-----END PUBLIC KEY-----
-----BEGIN CERTIFICATE-----MIIBszCCAVmgAwIBAgIUQ-----END CERTIFICATE-----
aGVsbG8=
aGVsbG8gd29ybGQ=
QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=
tokenizer: bert-base
python train.py --tokenizer bert --max-tokens 4096
python train.py --password-file /run/secrets/db
python train.py --token $TOKEN
python train.py --account-key ${KEY}
python train.py --api-key ${{inputs.key}}
az storage blob list --sas-token "$(SAS)"
export TOKEN=$TOKEN
export PASSWORD=${PASSWORD}
Server=db;Password=${DB_PASSWORD};Database=x
Server=db;Password=<password>;Database=x
Server=db;Authentication=Active Directory Managed Identity
DefaultEndpointsProtocol=https;AccountName=a;EndpointSuffix=core.windows.net
AccountKey=$(storageKey)
https://example.net/data
https://tern@example.net/data
https://tern:${PASSWORD}@example.net/data
https://x.blob.core.windows.net/c/f?sv=2024-01-01&sr=b
azureml://datastores/store/paths/data
azureml:env@latest
azureml://registries/azureml/models/x/versions/1
wasbs://c@x.blob.core.windows.net/f
abfss://c@x.dfs.core.windows.net/f
basic authentication is off
The bearer of this note pays
Bearer tokens are used here
Basic tier
token
the password is kept in a vault
a secret garden
key: value
sk-learn
sk-learn-pipeline-of-the-team
ghp_short
hf_model
npm_config
dapi
AKIA
eyJ
eyJhbGciOiJIUzI1NiJ9
Standard_NC24ads_A100_v4
2026-11-28T07:00:00Z
config=train.yml
sigma=0.5
design=flat
lr=0.001,seed=42
tokens=4096
keyName=main
secretName=db
passwordless=true
monkey=1
hotkey=F1
turkey=2
x==y
a==b
#1a2b3c
1.2.3-rc.1+build.5
v1:2:3
team@example.net
a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w/x/y/z/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r/s/t/u/v/w/x/y/z
mkdir -p /a/b
mysql -u root -p db
mysql -P 3306 -h h
docker run -p 8080:80 image
ssh -p 22 h
curl -u user https://example.net/
curl -u "$U:$P" https://example.net/
sshpass -e ssh h
redis-cli -a $A ping
az login --identity
docker login -u u --password-stdin
cat key | docker login -u u --password-stdin
az ml job create -f job.yml -p x=1
psql -p 5432 -w
lftp -u user sftp://h
lftp -u "$U,$P" sftp://h
xfreerdp /v:h /u:u /port:3389
schtasks /create /tn t /ru u /rp /f
schtasks /run /tn p
h:5432:db:u:$PASSWORD
src/a.py:12:a:b:c
a.c:12:5: error: x
fd00:1234:ab:cd:1:2:3:4
net use z: \\\\h\\s
client-certificate-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURQ
certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURQ
sqlplus / as sysdba
scope/package@1.2.3
of the Password: see the wiki
Token: optional
token = get_token()
token = os.environ['TOKEN']
token = args.token
the password: it is kept in a vault
first_pass=2
bypass: always
xxxxxxxx
...
secretref:db
keyvault:db-password
kv:db""".split("\n") + secret_forms.HARMLESS

HARMLESS_MEMBERS = {"tokenizer": "x", "passwordless": "yes-please", "keyName": "main", "secretNames": "a", "secretName":
                    "db", "canvas": "paper", "texas": "south", "max_tokens": "4096", "password": "${{secrets.DB}}",
                    "token": "$(TOKEN)", "secret": "<secret>", "api_key": "keyvault:key", "monkey": "ape",
                    "keyvault": "kv", "password_policy": "strong", "authentication": "key"}




class Folder:
    """The files, and what each mark in them stands for."""

    def __init__(self, path):
        self.path, self.kinds = path, {}

    def mark(self, kind, place):
        mark = "Zq9%06dQ" % len(self.kinds)
        self.kinds[mark] = "%s in %s" % (kind, place)
        return mark

    def form(self, kind, place):
        return FORMS[kind].replace("{m}", self.mark(kind, place))

    def forms(self, place):
        return {"f%d" % i: self.form(kind, place) for i, kind in enumerate(FORMS)}

    def named(self, place):
        return {name: self.mark(name, place) + " a,b" for name in NAMES}

    def write(self, name, text):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text if isinstance(text, str) else json.dumps(text, indent=1))


def yaml_map(members, indent):
    return "".join("%s%s: %s\n" % (indent, name, json.dumps(text)) for name, text in members.items())


def plain_map(members, indent):
    return "".join("%s%s: %s\n" % (indent, name, text) for name, text in members.items())


def compute(name, **properties):
    return {"type": "Microsoft.MachineLearningServices/workspaces/computes", "apiVersion": "2024-10-01",
            "name": "ws/" + name, "location": "westeurope",
            "properties": {"computeType": "AmlCompute",
                           "properties": {"vmSize": "Standard_NC6",
                                          "scaleSettings": {"minNodeCount": 1, "maxNodeCount": 2}}},
            **properties}


def template(resources, **more):
    return {"$schema": ARM, "contentVersion": "1.0.0.0", **more, "resources": resources}


CLUSTER = "$schema: " + CLI % "amlCompute" + "\nname: %s\ntype: amlcompute\nsize: Standard_NC6\nmin_instances: 1\n"
JOB = "$schema: " + CLI % "commandJob" + "\nenvironment: azureml:e@latest\ncompute: azureml:c\n"


def write_yaml_places(folder):
    folder.write("tags.yml", CLUSTER % "tags" + "tags:\n" + yaml_map(folder.forms("tag"), "  ")
                 + plain_map(folder.named("tag"), "  "))
    folder.write("env.yml", JOB + "command: x\nenvironment_variables:\n" + yaml_map(folder.forms("variable"), "  ")
                 + yaml_map(folder.named("variable"), "  "))
    folder.write("comments.yml", CLUSTER % "comments" + "".join(
        "# %s\n" % text for text in folder.forms("comment").values()) + plain_map(folder.named("comment"), "# "))
    for i, kind in enumerate(FORMS):
        folder.write("job%d.yml" % i, JOB + "command: |\n  %s\n" % folder.form(kind, "command"))
        folder.write("description%d.yml" % i, CLUSTER % ("d%d" % i)
                     + "description: %s\n" % json.dumps(folder.form(kind, "description")))
        folder.write("name%d.yml" % i, CLUSTER % json.dumps(folder.form(kind, "name")))
        folder.write("wrong%d.yml" % i, CLUSTER % ("w%d" % i) + "max_instances: %s\ntier: %s\nidle_time_before_scale_down: "
                     "%s\n" % tuple(json.dumps(folder.form(kind, "value of another type")) for _ in range(3)))
        folder.write("key%d.yml" % i, CLUSTER % ("k%d" % i) + "%s: 1\n" % json.dumps(folder.form(kind, "key")))
    for i, name in enumerate(NAMES):
        folder.write("unknown%d.yml" % i, CLUSTER % ("u%d" % i) + "%s: %s\n" % (name, folder.mark(name, "unknown key"))
                     + "ssh_settings:\n  %s: [%s]\n" % (name, folder.mark(name, "list under a key")))
        folder.write("below%d.yml" % i, CLUSTER % ("b%d" % i) + "tags:\n  %s: |\n    x\n    %s\n  %s2: >-\n    y\n    %s\n"
                     % (name, folder.mark(name, "block"), "a_" + name, folder.mark("not " + name, "nothing")[:0] or "z"))


def write_broken(folder):
    tails = {"quote": '%s: "%s', "colon": "%s: %s: x", "tab": "%s: %s\n\tx: y", "bracket": "tags: {%s: %s", "text": '"%s": %s',
             "middle": '%s: "ab"%s'}
    for i, name in enumerate(NAMES):
        for tail, form in tails.items():
            folder.write("broken-%s%d.yml" % (tail, i),
                         CLUSTER % "x" + form % (name, folder.mark(name, "broken YAML, " + tail)) + "\nx: [\n")
        for k, form in enumerate(['{"%s": %s}', '{"%s": "%s', '{"%s": "ab"%s"}', '{"%s": "%s" "x"}', '{"%s" "%s"}',
                                  '{"a": 1 "%s": "%s"}', "{'%s': '%s'}"]):
            folder.write("broken%d-%d.json" % (k, i), '{"$schema": "%s", "resources": [\n' % ARM
                         + form % (name, folder.mark(name, "broken JSON %d" % k)) + "\n]")
    for i, kind in enumerate(FORMS):
        text = folder.form(kind, "broken YAML")
        text = json.dumps(text) if kind == "lftp" else text  # whose comma ends the text otherwise
        folder.write("brokenform%d.yml" % i, CLUSTER % "x" + "tags: {x: %s\n" % text)
        folder.write("brokenform%d.json" % i, '{"$schema": "%s", "resources": [\n' % ARM
                     + '{"x": %s "y"}' % json.dumps(folder.form(kind, "broken JSON")))
    folder.write("broken-credentials.yml", "$schema: " + CLI % "azureBlob" + "\nname: a\ncredentials:\n  key: %s\n  x: [\n"
                 % folder.mark("key", "broken datastore"))
    for name in ("credentials", "secrets", "password", "db_secret"):
        for style, text in {"deep": "  - %s\n  - '%s x'\n  - - %s\n", "flat": "- %s\n- '%s x'\n- - %s\n",
                            "flow": "  [%s, '%s',\n   %s\n"}.items():
            marks = tuple(folder.mark("item of %s" % name, "broken list, " + style) for _ in range(3))
            folder.write("broken-items-%s-%s.yml" % (style, name), CLUSTER % "x" + name + ":\n" + text % marks + "x: [\n")
    folder.write("broken-block.yml", CLUSTER % "x" + "password: |\n    %s\n    b\n  x: [\n" % folder.mark("password", "broken block"))


def write_templates(folder):
    every = {**folder.forms("template tag"), **folder.named("template tag")}
    every = {name: "[" + text if text.startswith("[") else text for name, text in every.items()}
    folder.write("main.json", template([compute("main", tags=every)]))
    names = {"p%d" % i: folder.form(kind, "default") for i, kind in enumerate(FORMS)}
    told = {name: folder.mark(name, "default of a telling name") for name in NAMES}
    parameters = {name: {"type": "string", "defaultValue": text} for name, text in {**names, **told}.items()}
    parameters["safe"] = {"type": "securestring", "defaultValue": folder.mark("securestring", "default")}
    parameters["object"] = {"type": "secureObject", "defaultValue": {"k": folder.mark("secureObject", "default")}}
    used = {"t%d" % i: "[parameters('%s')]" % name for i, name in enumerate(parameters) if name != "object"}
    used.update({"c%d" % i: "[concat('x', parameters('%s'))]" % name for i, name in enumerate({**told, "safe": 1})})
    folder.write("parameters.json", template([compute("p", tags={**used, "o": "[parameters('object').k]"})],
                                             parameters=parameters))
    folder.write("given.json", template([compute("g", tags={"t%d" % i: "[parameters('%s')]" % name
                                                            for i, name in enumerate(NAMES)})],
                                        parameters={name: {"type": "string"} for name in NAMES}))
    folder.write("given.parameters.json", {"$schema": PARAMETERS, "contentVersion": "1.0.0.0", "parameters": {
        name: {"value": folder.mark(name, "parameter file")} for name in NAMES}})
    folder.write("variables.json", template(
        [compute("v", tags={"t%d" % i: "[variables('%s')]" % name for i, name in enumerate(NAMES)},
                 identity={"type": "[variables('bag').password]"})],
        variables={**folder.named("variable of a template"), "bag": folder.named("object of variables")},
        outputs={"o%d" % i: {"type": "string", "value": folder.form(kind, "output")} for i, kind in enumerate(FORMS)}))
    folder.write("escaped.json", json.dumps(template([compute("e", tags=folder.forms("escaped text"))]), indent=1)
                 .replace("&", "\\u0026").replace("/", "\\/").replace("=", "\\u003d"))
    folder.write("users.json", template([compute("u", properties={"computeType": "AmlCompute", "properties": {
        "vmSize": "Standard_NC6", "userAccountCredentials": {
            "adminUserName": "tern", "adminUserPassword": folder.mark("password", "literal"),
            "adminUserSshPublicKey": folder.form("pem-openssh", "SSH key")}}})]))


def write_twins(folder):
    """Secrets that are reached in more than one way, or stand in an object under a telling name."""
    folder.write("anchor.yml", CLUSTER % "anchor" + "tags:\n  x: &a %s\n  password: *a\n  y: *a\nunknown_token: *a\n"
                 % folder.mark("alias", "anchor"))
    folder.write("anchor-object.yml", CLUSTER % "ao" + "tags:\n  x: &a {k: %s}\n  credentials: *a\n  y: *a\n"
                 % folder.mark("alias of an object", "anchor"))
    folder.write("anchor-merge.yml", CLUSTER % "am" + "tags:\n  x: &a {k: %s}\n  credentials:\n    <<: *a\n"
                 % folder.mark("merge key", "anchor"))
    folder.write("anchor-below.yml", CLUSTER % "ab" + "tags:\n  password: &a %s\n  y: *a\n"
                 % folder.mark("alias", "anchor under a telling name"))
    folder.write("given.yml", CLUSTER % "given" + "tags:\n" + "".join(
        "  %s: {value: %s, x: 1}\n  my %s: {defaultValue: [%s]}\n" % (
            name, folder.mark(name, "object with a value"), name, folder.mark(name, "object with a list"))
        for name in NAMES if name != "pass") + "  l: [{name: API_KEY, value: %s}]\n" % folder.mark("name", "list of name and value"))
    folder.write("twin.json", template([compute("t", tags={
        "a": "[parameters('p')]", "password": "[parameters('p')]", "b": "[variables('v')]", "token": "[variables('v')]",
        "secret": {"value": folder.mark("object", "template tag")}})], parameters={
            "p": {"type": "string", "defaultValue": folder.mark("parameter", "used twice")}},
        variables={"v": folder.mark("variable", "used twice")}))
    for i, words in enumerate((["docker", "login", "-u", "u", "-p", "%s"], ["x", "--password", "%s"],
                               ["sshpass", "-p", "%s", "ssh"], ["az", "login", "-p", "%s"])):
        text = json.dumps(words) % folder.mark(" ".join(words[:-1]), "list of arguments")
        folder.write("args%d.yml" % i, CLUSTER % ("args%d" % i) + "tags:\n  args: %s\n" % text)
        folder.write("broken-args%d.yml" % i, CLUSTER % "x" + "args: %s\nx: [\n" % text)
        folder.write("items%d.yml" % i, CLUSTER % ("items%d" % i) + "tags:\n  args:\n" + "".join(
            "    - %s\n" % (word % folder.mark(" ".join(words[:-1]), "items") if word == "%s" else word) for word in words))


def write_texts(folder):
    """Each on the line of a finding: in a comment of YAML, in a tag of JSON, in a command."""
    def text(form, place):
        return form.replace("{m}", folder.mark(form, place))
    forms = secret_forms.TEXTS
    folder.write("texts.yml", "---\n".join(
        (CLUSTER % ("t%d" % i)).replace("NC6\n", "NC6 # %s\n" % text(form, "comment behind a value"))
        for i, form in enumerate(forms)))
    folder.write("texts-tags.yml", CLUSTER % "tags" + "tags:\n" + yaml_map(
        {"t%d" % i: text(form, "tag of YAML") for i, form in enumerate(forms)}, "  "))
    resources = [json.dumps(compute("t%d" % i, tags={"a": text(form, "tag on a line of JSON")}))
                 for i, form in enumerate(forms)]
    folder.write("texts.json", '{"$schema": "%s", "contentVersion": "1.0.0.0", "resources": [\n%s]}' % (
        ARM, ",\n".join(resources)))
    folder.write("texts-job.yml", JOB + "command: |\n" + "".join("  %s\n" % text(form, "script") for form in forms))


def credential(folder, place):
    return {"credentials": {"key": folder.mark("key", place), "pat": folder.mark("pat", place),
                            "certificate": folder.mark("certificate", place),
                            "secrets": {"secretsType": "AccountKey", "key": folder.mark("key of secrets", place)},
                            "keys": {"any": folder.mark("custom key", place)}}}


def write_credentials(folder):
    kind = "Microsoft.MachineLearningServices/workspaces/"
    folder.write("stores.json", template([compute("s")] + [
        {"type": kind + name, "apiVersion": "2024-10-01", "name": "ws/a", "properties": credential(folder, name)}
        for name in ("datastores", "connections")]))
    folder.write("store.yml", "$schema: " + CLI % "azureBlob" + "\nname: a\ntype: azure_blob\naccount_name: b\n"
                 "container_name: c\ncredentials:\n  account_key: %s\n  any: %s\n"
                 % (folder.mark("account_key", "datastore"), folder.mark("any", "datastore")))
    folder.write("connection.yml", "$schema: " + CLI % "workspaceConnection" + "\nname: a\ntype: git\ntarget: x\n"
                 "credentials:\n  type: pat\n  pat: %s\n" % folder.mark("pat", "connection"))


def write_own_files(folder):
    """Files of ours: configuration, exceptions, rules, comments."""
    texts = folder.forms("exceptions file")
    folder.write("exceptions.yml", "".join("- id: %s\n  rules: [AML101]\n  reason: %s\n  owner: %s\n  ticket: %s\n" % (
        (name,) + (json.dumps(text),) * 3) for name, text in texts.items()))
    folder.write("rules/r.yml", "".join("---\nid: ORG%d\nname: r%d\ntitle: %s\nseverity: warning\ntype: "
                 "Microsoft.MachineLearningServices/workspaces/computes\nif: {field: name, exists: true}\nmessage: %s\n"
                 "why: %s\n" % ((100 + i, i) + (json.dumps(text),) * 3)
                                           for i, text in enumerate(folder.forms("rule file").values())))
    folder.write("amlint.yml", "exceptions: [exceptions.yml]\nrules: [rules]\nsecretNames: [deployPin]\n"
                 "parameters: {AML101: {%s}}\nfailon: %s\n" % (
                     ", ".join("%s: %s" % (k, json.dumps(v)) for k, v in folder.forms("configuration").items()),
                     json.dumps(folder.form("key-88", "configuration"))))
    folder.write("waived.yml", "".join("# amlint: ignore-file[AML101] owner=%s reason=%s\n" % (
        (json.dumps(text),) * 2) for text in folder.forms("waiver").values()) + CLUSTER % "waived")
    folder.write("pin.yml", CLUSTER % "pin" + "tags: {deployPin: %s}\n" % folder.mark("secretNames", "tag"))
    folder.write("broken-pin.yml", CLUSTER % "pin" + "deployPin: %s: x\n" % folder.mark("secretNames", "broken"))
    folder.write("context.json", {"subscription": {"password": folder.mark("password", "context"), "displayName":
                                                   folder.form("jwt", "context")}})
    folder.write("broken-context.json", '{"password": "ab"%s"}' % folder.mark("password", "broken context"))


def write_names(folder):
    """Secrets in the names of files and folders: read, broken, left out, and files of ours."""
    texts = {kind: folder.form(kind, "file name") for kind in FORMS if "/" not in FORMS[kind]}
    texts.update((name, "%s=%s" % (name, folder.mark(name, "file name"))) for name in NAMES)
    for text in texts.values():
        folder.write("names/%s.yml" % text, CLUSTER % "x")
        folder.write("names/broken %s.yml" % text, CLUSTER % "x" + "tags: {a: \n")
        folder.write("names/left out %s.yml" % text, CLUSTER % "x")
        folder.write("names/unread %s.tf" % text, 'resource "azurerm_machine_learning_compute_cluster" "x" {}\n')
    for name in NAMES:
        folder.write("names/%s=%s/a.yml" % (name, folder.mark(name, "folder name")), CLUSTER % "y")
    own = "names/own password=%s1" % folder.mark("password", "folder of our files")
    folder.write(own + "/amlint.yml", "rules: [no-such, rules]\nexceptions: [token=%s.yml]\nfailon: x\n"
                 % folder.mark("token", "name of an exceptions file that does not exist"))
    folder.write(own + "/rules/r.yml", "id: ORG900\nx: 1\n")
    folder.write(own + "/b.yml", CLUSTER % "z")
    folder.write("names/.amlintignore", "left out*\n")


def commands(folder):
    shown = ["-u", "--show-suppressed", "--show-passed", "--show-gone", "-p", "strict"]
    every = [part for name in FORMATS for part in ("--format", "%s:../out.%s" % (name, name))]
    yield [*every, *shown, "."]
    yield ["--isolated", "--sarif-embed", *every, *shown, "."]
    yield ["--isolated", "--color", "always", *shown, "."]
    yield ["fix", "--diff", "--unsafe", "--isolated", "-p", "strict", "."]
    yield ["fix", "--diff", "."]
    every = sorted(name for name in os.listdir(folder.path) if re.search(r"\.(json|ya?ml)$", name))
    for name in ("json", "text", "markdown"):
        yield ["expand", "--format", name, *every]
        yield ["expand", "--isolated", "--format", name, *every]
    for name in ("text", "json", "csv", "markdown", "html"):
        yield ["audit", "--format", name, "."]
    for name in ("text", "sarif", "json", "csv", "html"):
        yield ["drift", "--isolated", "--format", name, "--evidence", "main.json", "--declared", "."]
    languages = [".github/workflows/ci.yml", "make.sh", "make.ps1", "Dockerfile", "make.py", "make.ipynb", "main.bicep", "main.bicepparam", "tf"]
    for name in ("json", "text", "markdown"):
        yield ["expand", "--isolated", "--format", name, *languages]
    yield from commands_on_names(folder)
    yield from secret_evidence.commands_on_evidence(folder, FORMATS)
    whole = [name for name in every if re.match(r"(tags|env|comments|job|description|name|main|stores|users|store)", name)]
    yield ["baseline", "create", "--isolated", "--baseline", "known.json", *whole]
    yield ["baseline", "show", "--isolated", "--baseline", "known.json", *whole]
    yield ["test", "rules"]
    for name in ("text", "json", "markdown"):
        yield ["explain", "--rules", "rules", "--format", name, "ORG100", "ORG111", "ORG120"]
        yield ["rules", "--rules", "rules", "--format", name]
    yield ["--print-config", "."]
    yield ["--print-config", "--format", "json", "."]
    yield ["eval", "--context", "context.json", "[subscription()]"]
    yield ["eval", "--context", "context.json", "--format", "json", "[subscription().displayName]"]
    yield ["eval", "--context", "broken-context.json", "[subscription()]"]
    for name in ("stores.json", "main.json", "variables.json", "broken0-3.json"):
        yield ["eval", "--policy", name, "--resource", name]
    for kind in FORMS:
        yield ["eval", "[concat('a ', '%s')]" % folder.form(kind, "expression")]
        yield ["eval", "[cocat('%s')]" % folder.form(kind, "wrong expression")]


def commands_on_names(folder):
    """What names files: runs from the root are among the other commands."""
    names = sorted("names/" + name for name in os.listdir(os.path.join(folder.path, "names")) if name.endswith(".yml"))
    for name in ("json", "text", "markdown"):
        yield ["expand", "--isolated", "--format", name, *names]
    yield ["fix", "--isolated", "--diff", "--unsafe", *names]
    yield ["baseline", "create", "--isolated", "--baseline", "known.json",
           *[name for name in names if not name.startswith(("names/broken", "names/left out"))]]
    own = next("names/" + name for name in os.listdir(os.path.join(folder.path, "names")) if name.startswith("own "))
    yield ["--config", own + "/amlint.yml", "names"]
    yield ["--print-config", own]
    yield ["audit", own]
    yield ["test", own + "/rules"]
    yield ["rules", "--rules", own + "/rules"]
    for place in ("names/no password=%s1.yml", "names/token=%s/b.yml"):
        yield [place % folder.mark("a file that does not exist", "command line")]
        yield ["expand", place % folder.mark("a file that does not exist", "command line of expand")]
        yield ["fix", "--diff", "--config", place % folder.mark("a file that does not exist", "--config"), "declared"]


def run(program, folder, command):
    done = subprocess.run([program, *command], cwd=folder.path, capture_output=True, check=False, timeout=300,
                          stdin=subprocess.DEVNULL, env={**os.environ, "NO_COLOR": "1"})
    if done.returncode not in (0, 1, 2):
        sys.exit("'%s' ends with %d: %s" % (" ".join(command), done.returncode, done.stderr[-2000:]))
    text = done.stdout + done.stderr
    for name in re.findall(r"\.\./((?:out|record)\.[a-z]+)", " ".join(command)):
        with open(os.path.join(folder.path, "..", name), "rb") as file:
            text += file.read()
    return text.decode("utf-8", "replace")


def file_records(program, folder):
    """A record and an audit of this folder, into each text of which somebody wrote secrets."""
    for name, option in (("filed.json", "--record"), ("earlier.json", "--format")):
        made = os.path.join(folder.path, "..", name)
        run(program, folder, ["audit", "--config", "evidence.yml", "--as-of", "2026-11-21", option,
                              made if option == "--record" else "json:" + made, "declared", "waived.yml"])
        with open(made, encoding="utf-8") as file:
            filed = json.load(file)
        folder.write(name, secret_evidence.with_secrets(filed, folder, NAMES, list(FORMS.items()), name))


def look_for_leaks(program, path):
    folder = Folder(path)
    for write in (write_yaml_places, write_texts, write_broken, write_templates, write_credentials, write_twins, write_own_files, write_names):
        write(folder)
    secret_languages.write_languages(folder, NAMES, list(FORMS.items()))
    secret_evidence.write_evidence(folder, NAMES, list(FORMS.items()))
    file_records(program, folder)
    leaks, count = {}, 0
    for command in commands(folder):
        text = run(program, folder, command)
        if command[0] == "baseline" and command[1] == "create":
            with open(os.path.join(path, "known.json"), encoding="utf-8") as file:
                text += file.read()
        count += 1
        for mark in set(MARK.findall(text)):
            if "--isolated" in command and folder.kinds.get(mark, "").startswith("secretNames"):
                continue  # no configuration, no names of its own
            leaks.setdefault(folder.kinds.get(mark, mark), []).append(" ".join(command)[:60])
    for kind, where in sorted(leaks.items()):
        print("leak: %s: %d times, first by '%s'" % (kind, len(where), where[0]))
    kinds = len(FORMS) + len(NAMES) + len(secret_forms.TEXTS)
    places = len({kind.split(" in ", 1)[1] for kind in folder.kinds.values()})
    print("%d secrets of %d kinds in %d places, %d commands: %d leaks"
          % (len(folder.kinds), kinds, places, count, len(leaks)))
    return not leaks and kinds >= 40 and places >= 12


def look_for_masks(program, path):
    folder = Folder(path)
    members = {"h%d" % i: text for i, text in enumerate(HARMLESS)}
    members.update(HARMLESS_MEMBERS)
    folder.write("a.yml", CLUSTER % "a" + "tags:\n" + yaml_map(members, "  "))
    folder.write("plain.yml", CLUSTER % "p" + "tags:\n" + "".join(
        "  %s: %s\n" % (name, text) for name, text in HARMLESS_MEMBERS.items()))
    folder.write("job.yml", JOB + "command: |\n" + "".join("  %s\n" % text for text in HARMLESS)
                 + "environment_variables:\n" + yaml_map(members, "  "))
    tags = {name: "[" + text if text.startswith("[") else text for name, text in members.items()}
    folder.write("main.json", template([compute("m", tags=tags)], parameters={
        "password": {"type": "securestring"}, "sas": {"type": "string"}}))
    wrong = 0
    for command in (["--isolated", "--sarif-embed", "--format", "sarif", "."], ["--isolated", "--format", "json", "."],
                    ["--isolated", "-p", "strict", "-u", "."], ["expand", "--isolated", "main.json", "a.yml", "job.yml"],
                    ["fix", "--isolated", "--diff", "--unsafe", "."]):
        text = run(program, folder, command)
        for line in [line for line in text.split("\n") if "***" in line][:20]:
            print("masked by '%s': %s" % (" ".join(command), line[max(0, line.index("***") - 80):][:160]))
            wrong += 1
        for harmless in members.values() if "expand" in command else []:
            # What another tool fills in is an unknown value, which 'expand' describes and does not quote.
            is_filled_in = re.search(r"\$\{|\$\(|\{\{|#\{|<[A-Za-z-]+>|__[A-Z]+__|%[A-Z]+%", harmless)
            if json.dumps(harmless) not in text and not is_filled_in:
                print("not shown by '%s': %s" % (" ".join(command), harmless))
                wrong += 1
    print("%d harmless texts: %d masked" % (len(members), wrong))
    return wrong == 0 and len(members) >= 100


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as temporary:
        base = sys.argv[2] if len(sys.argv) > 2 else temporary
        held = [look_for_leaks(program, os.path.join(base, "secrets")),
                look_for_masks(program, os.path.join(base, "harmless"))]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
