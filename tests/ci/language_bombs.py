"""Bombs in Python, notebooks, scripts, Terraform and Bicep; see bombs.py."""
import json

BOMBS = {}
HONEST = set()

PY = "from azure.ai.ml.entities import AmlCompute\n"
MADE = "AmlCompute(name='c%d', size='Standard_D4s_v5', min_instances=1, max_instances=4)\n"
AZ = "az ml compute create -n c%d --type AmlCompute --size Standard_D4s_v5 --min-instances 1 --max-instances 4 -g g -w w\n"
TF = """resource "azurerm_machine_learning_compute_cluster" "c%s" {
  name = "c"
  location = "westeurope"
  vm_priority = "Dedicated"
  vm_size = "Standard_D4s_v5"
  machine_learning_workspace_id = "x"
  scale_settings {
    min_node_count = 1
    max_node_count = 2
    scale_down_nodes_after_idle_duration = "PT30S"
  }
  %s
}
"""
BICEP = """resource c%s 'Microsoft.MachineLearningServices/workspaces/computes@2024-10-01' = %s{
  name: 'w/c%s'
  location: 'westeurope'
  tags: %s
  properties: {computeType: 'AmlCompute', properties: {vmSize: 'Standard_D4s_v5', scaleSettings: {minNodeCount: 1, maxNodeCount: 2}}}
}%s
"""
FULL = 900_000  # bytes of what fills a file


def bomb(function):
    BOMBS[function.__name__] = function
    return function


def work(function):
    HONEST.add(function.__name__)
    return bomb(function)


def filled(line, size=FULL):
    """Lines, numbered, up to that size."""
    out, left, i = [], size, 0
    while left > 0:
        out.append(line.replace("%d", str(i)))
        left -= len(out[-1])
        i += 1
    return "".join(out)


# ---- Python ----

@work
def python_clusters():
    return {"a.py": PY + filled(MADE, 400_000)}


@bomb
def python_clusters_full():
    return {"a.py": PY + filled(MADE)}


@bomb
def python_brackets():
    return {"a.py": PY + MADE % 0 + "x = " + "[" * FULL}


@bomb
def python_closed_brackets():
    return {"a.py": PY + MADE % 0 + "x = " + "(" * (FULL // 2) + ")" * (FULL // 2)}


@bomb
def python_doubling_text():
    return {"a.py": PY + "a0 = 'x' * 50\n" + "".join(f"a{i + 1} = a{i} + a{i}\n" for i in range(90))
            + "AmlCompute(name='c', size=a90, tags={'a': a90})\n"}


@bomb
def python_doubling_fstring():
    return {"a.py": PY + "a0 = 'x'\n" + "".join(f"a{i + 1} = f'{{a{i}}}{{a{i}}}'\n" for i in range(90))
            + "AmlCompute(name='c', size=a90)\n"}


@bomb
def python_doubling_dict():
    return {"a.py": PY + "a0 = {'x': 1}\n" + "".join(f"a{i + 1} = {{'l': a{i}, 'r': a{i}}}\n" for i in range(90))
            + "AmlCompute(name='c', size='Standard_D4s_v5', tags=a90)\n"}


@bomb
def python_doubling_stars():
    return {"a.py": PY + "a0 = {" + ", ".join(f"'k{i}': {i}" for i in range(20000)) + "}\n"
            + "".join(f"a{i + 1} = {{**a{i}, 'n{i}': 1}}\n" for i in range(15000))
            + "AmlCompute(name='c', size='Standard_D4s_v5', tags=a15000)\n"}


@bomb
def python_doubling_list():
    return {"a.py": PY + "a0 = ['x']\n" + "".join(f"a{i + 1} = a{i} + a{i}\n" for i in range(90))
            + "AmlCompute(name='c', size='Standard_D4s_v5', tags={'a': a90})\n"}


@bomb
def python_attributes():
    return {"a.py": PY + "c = " + MADE % 0 + filled("c.a%d = %d\n")}


@bomb
def python_attribute_again():
    return {"a.py": PY + "c = " + MADE % 0 + filled("c.min_instances = %d\n")}


@bomb
def python_items():
    return {"a.py": PY + "t = {}\n" + filled("t['a%d'] = %d\n", 800_000) + "AmlCompute(name='c', size='Standard_D4s_v5', tags=t)\n"}


@bomb
def python_names():
    return {"a.py": PY + filled("n%d = %d\n", 800_000) + MADE % 0}


@bomb
def python_one_name():
    return {"a.py": PY + "n = 0\n" + filled("n = n + %d\n", 800_000) + "AmlCompute(name='c', size='Standard_D4s_v5', min_instances=n)\n"}


@bomb
def python_one_text():
    return {"a.py": PY + "n = 'Standard_D4s_v5'\n" + filled("n = n # %d\n", 800_000) + "AmlCompute(name='c', size=n)\n"}


@bomb
def python_growing_command():
    return {"a.py": PY + "n = 'az ml compute create -n c'\n" + filled("n = n + ' -a %d'\n", 800_000) + "sh(n)\n"}


@bomb
def python_indents():
    return {"a.py": PY + "".join(" " * i + "if x:\n" for i in range(1300)) + " " * 1300 + MADE % 0}


@bomb
def python_branches():
    return {"a.py": PY + "c = None\n" + "".join(f"if x{i}:\n  c = " + MADE % i for i in range(6000)) + "c.begin()\n"}


@bomb
def python_choices():
    return {"a.py": PY + "c = " + "AmlCompute(name='c', size='Standard_D4s_v5', min_instances=1) if x else (" * 5000 + "1" + ")" * 5000}


@bomb
def python_functions():
    return {"a.py": PY + filled("def f%d(a=1, *b, **c):\n  return a\n")}


@bomb
def python_calls_of_calls():
    return {"a.py": PY + "".join(f"def f{i + 1}(x):\n  return f{i}(f{i}(x))\n" for i in range(12000)) + "AmlCompute(name=f12000('x'))\n"}


@bomb
def python_strings_without_end():
    return {"a.py": PY + MADE % 0 + filled("x = '''a\n\"\"\"\n")}


@bomb
def python_imports():
    return {"a.py": PY + filled("from b import n%d\n", 500_000) + MADE % 0, "b.py": PY + filled("n%d = %d\n", 400_000)}


@bomb
def python_import_circle():
    files = {f"m{i}.py": PY + f"from m{(i + 1) % 4000} import a as b\na = b + 'x'\nAmlCompute(name='c', size=a)\n" for i in range(4000)}
    return files


@bomb
def python_import_fan():
    return {f"m{i}.py": PY + "".join(f"from m{j} import a as b{j}\n" for j in range(i + 1, min(i + 40, 600))) + "a = 'x'\nAmlCompute(size=a)\n"
            for i in range(600)}


@bomb
def python_dots():
    return {"a.py": PY + "x = a" + ".b" * 400_000 + "\n" + MADE % 0}


@bomb
def python_lambdas():
    return {"a.py": PY + "x = " + "lambda: " * 100_000 + "1\n" + MADE % 0}


@bomb
def notebook_cells():
    cells = [{"cell_type": "code", "source": ["!az ml compute create -n c --type AmlCompute --size Standard_D4s_v5 --min-instances 1"]}] * 6000
    return {"a.ipynb": json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})}


@bomb
def notebook_files():
    cells = [{"cell_type": "code", "source": ["%%writefile c.yml\n", "type: amlcompute\nname: c\nsize: Standard_D4s_v5\n"]},
             {"cell_type": "code", "source": ["!az ml compute create -f c.yml --min-instances 1"]}] * 3500
    return {"a.ipynb": json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})}


# ---- scripts ----

@work
def script_commands():
    return {"a.sh": filled(AZ, 400_000)}


@bomb
def script_commands_full():
    return {"a.sh": filled(AZ)}


@bomb
def script_doubling():
    return {"a.sh": "a0=xxxxxxxx\n" + "".join(f'a{i + 1}="$a{i}$a{i}"\n' for i in range(90)) + "az ml compute create -n $a90 --type amlcompute\n"}


@bomb
def script_appending():
    return {"a.sh": "a=x\n" + "a+=$a\n" * 100_000 + "az ml compute create -n $a --type amlcompute\n"}


@bomb
def script_arrays():
    return {"a.sh": "a=(x y)\n" + 'a=("${a[@]}" "${a[@]}")\n' * 200 + 'az ml compute create "${a[@]}"\n'}


@bomb
def script_many_words():
    return {"a.sh": "a=(" + "--tags x=y " * 40_000 + ")\n" + 'az ml compute create -n c "${a[@]}"\n' * 10_000}


@bomb
def script_split_words():
    return {"a.sh": "a='" + "--tags x=y " * 5_000 + "'\n" + "az ml compute create -n c $a\n" * 25_000}


@bomb
def script_here_documents():
    return {"a.sh": AZ % 0 + filled("cat <<E%d\n")}


@bomb
def script_one_here_document():
    return {"a.sh": AZ % 0 + "cat <<E <<F <<G\n" * 50_000}


@bomb
def script_uses_of_a_file():
    return {"a.sh": "cat > c.yml <<E\ntype: amlcompute\nname: c\nsize: Standard_D4s_v5\ntags:\n" + filled("  t%d: x\n", 400_000)
            + "E\n" + "az ml compute create -f c.yml --min-instances 1\n" * 9_000}


@bomb
def script_uses_of_a_template():
    template = {"$schema": "https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#", "contentVersion": "1.0.0.0",
                "parameters": {"p": {"type": "string"}}, "resources": [
                    {"type": "Microsoft.MachineLearningServices/workspaces/computes", "apiVersion": "2024-04-01", "name": f"w/c{i}",
                     "location": "[parameters('p')]", "properties": {"computeType": "AmlCompute"}} for i in range(2000)]}
    return {"t.json": json.dumps(template), "a.sh": filled("az deployment group create -g g -f t.json -p p=x%d\n", 400_000)}


@bomb
def script_substitutions():
    return {"a.sh": AZ % 0 + "$(" * 400_000}


@bomb
def script_closed_substitutions():
    return {"a.sh": AZ % 0 + "echo " + "$(echo " * 60_000 + ")" * 60_000}


@bomb
def script_quotes():
    return {"a.sh": AZ % 0 + "'\"" * 400_000}


@bomb
def script_blocks():
    return {"a.sh": AZ % 0 + "if x; then\n" * 60_000}


@bomb
def script_in_a_script():
    text = AZ % 0
    while len(text) < 200_000:
        text = "bash -c " + json.dumps(text)
    return {"a.sh": text}


@bomb
def script_functions():
    return {"a.sh": "f0() { az ml compute create -n c --type amlcompute; }\n" + "".join(
        f"f{i + 1}() {{ f{i}; f{i}; }}\n" for i in range(60)) + "f60\n"}


@bomb
def script_continued():
    return {"a.sh": "az ml compute create -n c --type amlcompute" + " \\\n  --tags x=y" * 60_000}


@bomb
def script_branches():
    return {"a.sh": "a=1\n" + "if x; then a=2; fi\n" * 40_000 + "az ml compute create -n $a --type amlcompute --min-instances $a\n"}


@bomb
def powershell_doubling():
    return {"a.ps1": "$a0 = 'xxxxxxxx'\n" + "".join(f'$a{i + 1} = "$a{i}$a{i}"\n' for i in range(90)) + "az ml compute create -n $a90 --type amlcompute\n"}


@bomb
def makefile_doubling():
    return {"Makefile": "A0 = xxxxxxxx\n" + "".join(f"A{i + 1} = $(A{i})$(A{i})\n" for i in range(90)) + "all:\n\taz ml compute create -n $(A90)\n"}


@bomb
def workflow_steps():
    return {".github/workflows/a.yml": "on: push\njobs:\n  a:\n    runs-on: x\n    env:\n" + filled("      V%d: x\n", 300_000)
            + "    steps:\n" + filled("      - run: az ml compute create -n $V%d --type amlcompute\n", 500_000)}


# ---- Terraform ----

@work
def terraform_clusters():
    return {"main.tf": "".join(TF % (i, "") for i in range(1200))}


@bomb
def terraform_clusters_full():
    return {"main.tf": "".join(TF % (i, "") for i in range(2400))}


@bomb
def terraform_count():
    return {"main.tf": TF % ("", "count = 1000000")}


@bomb
def terraform_for_each():
    return {"main.tf": TF % ("", "for_each = toset([for i in range(100000) : tostring(i)])")}


@bomb
def terraform_doubling_text():
    return {"main.tf": "locals {\n  a0 = \"xxxxxxxx\"\n" + "".join(f'  a{i + 1} = "${{local.a{i}}}${{local.a{i}}}"\n' for i in range(90)) + "}\n"
            + TF % ("", "tags = {a = local.a90}")}


@bomb
def terraform_doubling_list():
    return {"main.tf": "locals {\n  a0 = [1]\n" + "".join(f"  a{i + 1} = concat(local.a{i}, local.a{i})\n" for i in range(90)) + "}\n"
            + TF % ("", "tags = {a = local.a90}")}


@bomb
def terraform_doubling_tree():
    return {"main.tf": "locals {\n  a0 = [1]\n" + "".join(f"  a{i + 1} = [local.a{i}, local.a{i}]\n" for i in range(90)) + "}\n"
            + TF % ("", "tags = {a = jsonencode(local.a90)}")}


@bomb
def terraform_products():
    return {"main.tf": TF % ("", "tags = {a = length(setproduct(" + ", ".join(["range(100)"] * 8) + "))}")}


@bomb
def terraform_loops():
    return {"main.tf": TF % ("", "tags = {a = length([for a in range(1000) : [for b in range(1000) : [for c in range(1000) : a]]])}")}


@bomb
def terraform_format():
    return {"main.tf": TF % ("", 'tags = {a = format("%999999999d", 1), b = format("%.999999999f", 1), c = join("x", range(1024))}')}


@bomb
def terraform_pattern():
    return {"main.tf": TF % ("", 'tags = {a = replace("' + "a" * 100_000 + 'b", "/(a+)+$/", "x"), b = regex("(a|a)*$", "' + "a" * 100_000 + 'b")}')}


@bomb
def terraform_replaced():
    return {"main.tf": TF % ("", 'tags = {a = replace("' + "a" * 10_000 + '", "a", "' + "b" * 100_000 + '")}')}


@bomb
def terraform_brackets():
    return {"main.tf": TF % ("", "tags = {a = " + "[" * 400_000 + "]" * 400_000 + "}")}


@bomb
def terraform_templates():
    return {"main.tf": TF % ("", 'tags = {a = "' + "${\"" * 100_000 + "x" + "\"}" * 100_000 + '"}')}


@bomb
def terraform_operators():
    return {"main.tf": TF % ("", "tags = {a = " + "1 + " * 50_000 + "1, b = " + "!" * 50_000 + "true, c = " + "true ? 1 : " * 30_000 + "1}")}


@bomb
def terraform_locals_in_line():
    return {"main.tf": "locals {\n  a0 = 1\n" + "".join(f"  a{i + 1} = local.a{i} + 1\n" for i in range(25_000)) + "}\n" + TF % ("", "tags = {a = local.a25000}")}


@bomb
def terraform_modules():
    files = {f"m{i}/main.tf": f'module "a" {{\n  source = "../m{i + 1}"\n  count = 100\n}}\n' for i in range(20)}
    files["m20/main.tf"] = TF % ("", "")
    return files


@bomb
def terraform_module_of_itself():
    return {"main.tf": 'module "a" {\n  source = "./."\n}\nmodule "b" {\n  source = "./."\n}\n' + TF % ("", "")}


@bomb
def terraform_many_modules():
    return {"main.tf": "".join(f'module "a{i}" {{\n  source = "./m"\n  x = {i}\n}}\n' for i in range(8000)),
            "m/main.tf": 'variable "x" {}\n' + "".join(TF % (i, "tags = {a = var.x}") for i in range(300))}


@bomb
def terraform_dynamic():
    return {"main.tf": TF % ("", "dynamic \"identity\" {\n    for_each = range(1024)\n    content {\n      dynamic \"x\" {\n        for_each = "
                             "range(1024)\n        content {\n          dynamic \"y\" {\n            for_each = range(1024)\n"
                             "            content {}\n          }\n        }\n      }\n    }\n  }")}


@bomb
def terraform_blocks():
    return {"main.tf": "a {\n" * 200_000}


@bomb
def terraform_here_documents():
    return {"main.tf": "locals {\n" + filled("a%d = <<E%d\n")}


@bomb
def terraform_folders():
    return {f"d{i}/main.tf": TF % ("", "") for i in range(2000)}


@bomb
def terraform_json():
    return {"main.tf.json": json.dumps({"locals": {"a0": "x", **{f"a{i + 1}": f"${{local.a{i}}}${{local.a{i}}}" for i in range(90)}},
                                        "resource": {"azurerm_machine_learning_compute_cluster": {"c": {"name": "${local.a90}"}}}})}


# ---- Bicep ----

@work
def bicep_clusters():
    return {"main.bicep": "".join(BICEP % (i, "", i, "{}", "") for i in range(1200))}


@bomb
def bicep_clusters_full():
    return {"main.bicep": "".join(BICEP % (i, "", i, "{}", "") for i in range(2800))}


@bomb
def bicep_doubling_text():
    return {"main.bicep": "var a0 = 'xxxxxxxx'\n" + "".join(f"var a{i + 1} = '${{a{i}}}${{a{i}}}'\n" for i in range(90))
            + BICEP % ("", "", "", "{a: a90}", "")}


@bomb
def bicep_doubling_list():
    return {"main.bicep": "var a0 = [1]\n" + "".join(f"var a{i + 1} = [...a{i}, ...a{i}]\n" for i in range(90)) + BICEP % ("", "", "", "{a: a90}", "")}


@bomb
def bicep_doubling_tree():
    return {"main.bicep": "var a0 = [1]\n" + "".join(f"var a{i + 1} = [a{i}, a{i}]\n" for i in range(90)) + BICEP % ("", "", "", "{a: a90}", "")}


@bomb
def bicep_doubling_functions():
    return {"main.bicep": "func f0(x string) string => x\n" + "".join(
        f"func f{i + 1}(x string) string => '${{f{i}(x)}}${{f{i}(x)}}'\n" for i in range(60)) + BICEP % ("", "", "", "{a: f60('x')}", "")}


@bomb
def bicep_loops():
    return {"main.bicep": BICEP % ("", "[for i in range(0, 800): ", "${i}", "[for j in range(0, 800): [for k in range(0, 800): i]]", "]")}


@bomb
def bicep_lambdas():
    deep = "1"
    for i in range(6):
        deep = f"map(range(0, 1000), x{i} => {deep})"
    return {"main.bicep": BICEP % ("", "", "", "{a: " + deep + "}", "")}


@bomb
def bicep_brackets():
    return {"main.bicep": "var x = " + "[" * 400_000 + "]" * 400_000 + "\n" + BICEP % ("", "", "", "{}", "")}


@bomb
def bicep_interpolation():
    return {"main.bicep": "var x = " + "'${" * 190_000 + "1" + "}'" * 190_000 + "\n" + BICEP % ("", "", "", "{}", "")}


@bomb
def bicep_operators():
    return {"main.bicep": "var x = " + "1 + " * 50_000 + "1\nvar y = " + "!" * 50_000 + "true\nvar z = " + "true ? 1 : " * 30_000 + "1\n"
            + BICEP % ("", "", "", "{x: x, y: y, z: z}", "")}


@bomb
def bicep_variables_in_line():
    return {"main.bicep": "var a0 = 1\n" + "".join(f"var a{i + 1} = a{i} + 1\n" for i in range(30_000)) + BICEP % ("", "", "", "{a: a30000}", "")}


@bomb
def bicep_types():
    return {"main.bicep": "type t0 = string\n" + "".join(f"type t{i + 1} = {{a: t{i}, b: t{i}}}\n" for i in range(5000))
            + "param p t5000 = {}\n" + BICEP % ("", "", "", "p", "")}


@bomb
def bicep_recursive_type():
    return {"main.bicep": "type t = {a: t?, b: t?}\nparam p t = " + "{a: " * 5000 + "null" + "}" * 5000 + "\n" + BICEP % ("", "", "", "p", "")}


@bomb
def bicep_modules():
    files = {f"m{i}.bicep": f"module a 'm{i + 1}.bicep' = [for x in range(0, 100): {{name: 'a${{x}}'}}]\n" for i in range(20)}
    files["m20.bicep"] = BICEP % ("", "", "", "{}", "")
    return files


@bomb
def bicep_module_of_itself():
    return {"main.bicep": "module a 'main.bicep' = {name: 'a'}\nmodule b 'main.bicep' = {name: 'b'}\n" + BICEP % ("", "", "", "{}", "")}


@bomb
def bicep_many_modules():
    return {"main.bicep": "".join(f"module a{i} 'm.bicep' = {{name: 'a{i}', params: {{x: {i}}}}}\n" for i in range(8000)),
            "m.bicep": "param x int\n" + "".join(BICEP % (i, "", i, "{x: string(x)}", "") for i in range(300))}


@bomb
def bicep_module_chain():
    return {f"m{i}.bicep": f"module a 'm{i + 1}.bicep' = {{name: 'a'}}\n" + BICEP % ("", "", "", "{}", "") for i in range(1800)}


@bomb
def bicep_imports():
    return {f"m{i}.bicep": "".join(f"import {{v as v{j}}} from 'm{j}.bicep'\n" for j in range(i + 1, min(i + 50, 400)))
            + f"@export()\nvar v = '{i}'\n" + BICEP % ("", "", "", "{}", "") for i in range(400)}


@bomb
def bicep_import_circle():
    return {f"m{i}.bicep": f"import {{v as w}} from 'm{(i + 1) % 2000}.bicep'\n@export()\nvar v = '${{w}}x'\n" + BICEP % ("", "", "", "{v: v}", "")
            for i in range(2000)}


@bomb
def bicep_loaded_texts():
    return {"main.bicep": "".join(f"var a{i} = loadTextContent('t.txt')\n" for i in range(8000))
            + BICEP % ("", "", "", "{" + ", ".join(f"a{i}: a{i}" for i in range(8000)) + "}", ""), "t.txt": "x" * 400_000}


@bomb
def bicep_loaded_trees():
    return {"main.bicep": "".join(f"var a{i} = loadJsonContent('t.json')\n" for i in range(8000))
            + BICEP % ("", "", "", "{" + ", ".join(f"a{i}: string(a{i})" for i in range(8000)) + "}", ""), "t.json": "[" + "1," * 200_000 + "1]"}


@bomb
def bicep_strings_without_end():
    return {"main.bicep": filled("var a%d = '''x\nvar b%d = 'x\n") + BICEP % ("", "", "", "{}", "")}


@bomb
def bicep_parameter_files():
    files = {f"p{i}.bicepparam": f"using 'main.bicep'\nparam p = {i}\n" for i in range(6000)}
    files["main.bicep"] = "param p int\n" + "".join(BICEP % (i, "", i, "{p: string(p)}", "") for i in range(800))
    return files
