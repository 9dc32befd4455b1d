"""Secrets in programs, scripts, notebooks, Bicep and Terraform: as values, defaults, arguments and comments, in files that are right
and in files that break off."""
import json

BICEP_TYPE = "Microsoft.MachineLearningServices/workspaces/computes@2024-10-01"
OPTIONS = "admin-password ssh-public-key-value set tags description".split()


def quoted(text):
    """As all these languages quote it with double marks."""
    return json.dumps(text).replace("${", "$${")


def single(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'").replace("${", "\\${") + "'"


def word(text):
    """A word of a shell."""
    return "'" + text.replace("'", "'\\''") + "'"


def write_scripts(folder, names, forms):
    create = "az ml compute create -n c%d --type AmlCompute --size Standard_NC6 --min-instances 1 -g g -w w"
    lines = []
    for i, (kind, _) in enumerate(forms):
        text = word(folder.form(kind, "script"))
        lines += [create % i + " --tags a=%s # %s" % (text, folder.form(kind, "comment of a script")),
                  create % i + " --description %s" % text, create % i + " --set tags.a=%s" % text, create % i + " --no-such %s" % text]
    for i, name in enumerate(names):
        lines += ["export %s=%s" % (name.replace("-", "_"), folder.mark(name, "variable of a script")),
                  create % i + " --tags %s=%s" % (name, folder.mark(name, "tag of a script")),
                  create % i + " --admin-username a --admin-password %s --%s %s" % (
                      folder.mark("admin-password", "option of a script"), name.replace("_", "-"), folder.mark(name, "unknown option"))]
        lines += ["V%d=%s" % (i, folder.mark("admin-password", "followed variable")),
                  create % i + ' --admin-password "$V%d"' % i,
                  create % i + ' --tags "a=$%s" "b=x${%s}y" --set tags.c=$%s' % ((name.replace("-", "_"),) * 3),
                  create % i + ' --description "${DB_%s:-%s}"' % (name.replace("-", "_"), folder.mark(name, "default in a script"))]
    text = "\n".join(lines) + "\n"
    folder.write("make.sh", "#!/bin/bash\n" + text)
    folder.write("broken.sh", "#!/bin/bash\n" + create % 0 + " --tags token='%s\n" % folder.mark("quote", "broken script")
                 + create % 1 + " --admin-password \"%s\n" % folder.mark("admin-password", "broken script"))
    folder.write("make.ps1", "".join(
        create % i + " --admin-password %s --tags \"%s=%s\"\n" % (
            folder.mark("admin-password", "PowerShell"), name, folder.mark(name, "tag of PowerShell")) for i, name in enumerate(names)))
    folder.write(".github/workflows/ci.yml", "on: push\njobs:\n  a:\n    runs-on: x\n    env:\n"
                 + "".join("      %s: %s\n" % (name.replace("-", "_"), folder.mark(name, "variable of a workflow")) for name in names)
                 + "    steps:\n      - run: |\n" + "".join(
                     "          %s --tags a=\"$%s\" b=%s\n" % (create % i, name.replace("-", "_"), folder.form("jwt", "step"))
                     for i, name in enumerate(names)))
    folder.write("Dockerfile", "FROM x\n" + "".join("ENV %s %s\nRUN %s --tags \"a=$%s\"\n" % (
        name.replace("-", "_"), folder.mark(name, "Dockerfile"), create % i, name.replace("-", "_")) for i, name in enumerate(names)))


def write_programs(folder, names, forms):
    lines = ["from azure.ai.ml.entities import AmlCompute, AmlComputeSshSettings"]
    for i, (kind, _) in enumerate(forms):
        text = quoted(folder.form(kind, "program"))
        lines += ["t%d = %s" % (i, text), "AmlCompute(name='c%d', size='Standard_NC6', min_instances=1, tags={'a': t%d}, no_such=%s)  # %s" % (
            i, i, text, folder.form(kind, "comment of a program"))]
    for i, name in enumerate(names):
        plain = "db_" + name.replace("-", "_")
        lines += ["%s = %s" % (plain, quoted(folder.mark(name, "name of a program"))),
                  "bag = {'%s': '%s'}" % (name, folder.mark(name, "dictionary of a program")),
                  "AmlCompute(name='n%d', size='Standard_NC6', min_instances=1, tags={'%s': '%s', 'b': %s, 'c': f'x{%s}y', 'd': 'x' + %s, "
                  "'e': 'x%%s' %% %s, 'f': 'x{}'.format(%s), 'g': bag['%s']}, %s='%s', "
                  "ssh_settings=AmlComputeSshSettings(admin_username='a', admin_password='%s'))" % (
                      i, name, folder.mark(name, "tag of a program"), plain, plain, plain, plain, plain, name, plain,
                      folder.mark(name, "argument"), folder.mark("admin_password", "argument of SSH"))]
    folder.write("make.py", "\n".join(lines) + "\n")
    folder.write("broken.py", "\n".join(lines[:3] + [
        "AmlCompute(name='b', size='Standard_NC6', min_instances=1, password='%s" % folder.mark("password", "broken program"),
        "x = AmlCompute(name='b2', min_instances=1, secret='%s', (" % folder.mark("secret", "broken program")]))
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": [line + "\n"]} for line in lines]
    folder.write("make.ipynb", {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})
    folder.write("broken.ipynb", json.dumps({"nbformat": 4, "cells": cells}, indent=1)[:-20])


def write_bicep(folder, names, forms):
    lines = []
    for i, (kind, _) in enumerate(forms):
        text = single(folder.form(kind, "Bicep"))
        lines += ["param p%d string = %s" % (i, text), "var v%d = %s // %s" % (i, text, folder.form(kind, "comment of Bicep"))]
    for name in names:
        lines.append("param %s string = '%s'" % (name.replace("-", "_"), folder.mark(name, "param of a telling name")))
    lines.append("@secure()\nparam safe string = '%s'" % folder.mark("secure", "param"))
    members = ["a%d: p%d\n    b%d: v%d" % (i, i, i, i) for i in range(len(forms))]
    members += ["'%s': '%s'\n    n%d: %s\n    j%d: 'x${%s}y'" % (name, folder.mark(name, "tag of Bicep"), i, name.replace("-", "_"), i,
                                                           name.replace("-", "_")) for i, name in enumerate(names)]
    members += ["safe: safe", "joined: 'x${safe}y'"]
    resource = ("resource c '%s' = {\n  name: 'w/c'\n  location: 'westeurope'\n  tags: {\n    %s\n  }\n  properties: {\n    computeType: "
                "'AmlCompute'\n    properties: {\n      vmSize: 'Standard_NC6'\n      scaleSettings: {minNodeCount: 1, maxNodeCount: 2}\n"
                "      userAccountCredentials: {adminUserName: 'a', adminUserPassword: '%s'}\n    }\n  }\n}\n") % (
                    BICEP_TYPE, "\n    ".join(members), folder.mark("adminUserPassword", "Bicep"))
    folder.write("main.bicep", "\n".join(lines) + "\n" + resource)
    folder.write("main.bicepparam", "using 'main.bicep'\n" + "".join(
        "param %s = '%s'\n" % (name.replace("-", "_"), folder.mark(name, ".bicepparam")) for name in names))
    folder.write("broken.bicep", "".join("param %s string = '%s\nvar x%d = {%s: '%s' '%s'}\n" % (
        name.replace("-", "_"), folder.mark(name, "broken Bicep"), i, name.replace("-", "_"), folder.mark(name, "broken Bicep"), "y")
        for i, name in enumerate(names)) + resource)


def write_terraform(folder, names, forms):
    cluster = ('resource "azurerm_machine_learning_compute_cluster" "%s" {\n  name = "%s"\n  location = "westeurope"\n  vm_priority = '
               '"Dedicated"\n  vm_size = "Standard_NC6"\n  machine_learning_workspace_id = "x"\n  scale_settings {\n    min_node_count = 1\n'
               '    max_node_count = 2\n    scale_down_nodes_after_idle_duration = "PT30S"\n  }\n%s}\n')
    lines, tags = [], []
    for i, (kind, _) in enumerate(forms):
        text = quoted(folder.form(kind, "Terraform"))
        lines.append('variable "v%d" {\n  default = %s # %s\n}\nlocals {\n  l%d = %s\n}' % (
            i, text, folder.form(kind, "comment of Terraform"), i, text))
        tags.append("    a%d = var.v%d\n    b%d = local.l%d" % (i, i, i, i))
    lines.append("locals {\n  bag = {\n" + "".join('    "%s" = "%s"\n' % (name, folder.mark(name, "object of locals")) for name in names) + "  }\n}")
    for i, name in enumerate(names):
        lines.append('variable "%s" {\n  default = "%s"\n}\nlocals {\n  db_%s = "%s"\n}' % (
            name, folder.mark(name, "variable of a telling name"), name, folder.mark(name, "local of a telling name")))
        tags.append('    "%s" = "%s"\n    n%d = var.%s\n    j%d = "x${var.%s}y"\n    l%d = local.db_%s\n    m%d = local.bag["%s"]\n'
                    '    o%d = local.bag.%s' % (name, folder.mark(name, "tag of Terraform"), i, name, i, name, i, name, i, name, i, name))
    lines.append('variable "safe" {\n  sensitive = true\n  default = "%s"\n}' % folder.mark("sensitive", "variable"))
    tags.append('    safe = var.safe\n    joined = "x${var.safe}y"')
    ssh = '  ssh {\n    admin_username = "a"\n    admin_password = "%s"\n  }\n'
    body = ssh % folder.mark("admin_password", "Terraform") + "  tags = {\n" + "\n".join(tags) + "\n  }\n" + "".join(
        "  %s = \"%s\"\n" % (name, folder.mark(name, "unknown argument")) for name in names)
    folder.write("tf/main.tf", "\n".join(lines) + "\n" + cluster % ("c", "c", body))
    folder.write("tf/terraform.tfvars", "".join('%s = "%s"\n' % (name, folder.mark(name, "tfvars")) for name in names[::2])
                 + 'safe = "%s"\n' % folder.mark("sensitive", "tfvars"))
    folder.write("broken-tf/main.tf", "".join('variable "%s" {\n  default = "%s\n}\n' % (name, folder.mark(name, "broken Terraform"))
                                              for name in names) + cluster % ("c", "c", ssh % folder.mark("admin_password", "broken")))


def write_languages(folder, names, forms):
    """`names`: of what holds a secret. `forms`: pairs of a kind and its text, without line ends."""
    for write in (write_scripts, write_programs, write_bicep, write_terraform):
        write(folder, names, forms)
