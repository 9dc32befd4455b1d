import os
import subprocess
import subprocess as sp
import shlex

NAME = "cpu-n"
SIZE = "Standard_D4s_v5"
CMD = "az ml compute create --name cpu-cmd --type amlcompute --size Standard_D4s_v5 --min-instances 1"

os.system("az ml compute create --name cpu-a --type amlcompute --size Standard_D4s_v5 --min-instances 2")
subprocess.run(["az", "ml", "compute", "create", "--name", "cpu-b", "--type", "amlcompute", "--size", SIZE, "--min-instances", "3"], check=True)
sp.check_call(f"az ml compute create --name {NAME} --type amlcompute --size {SIZE} --min-instances 4", shell=True)
os.system(CMD)
subprocess.check_output(shlex.split("az ml compute create --name cpu-s --type amlcompute --size Standard_D4s_v5 --min-instances 5"))
os.system("az ml compute create --name cpu-j "
          "--type amlcompute --size Standard_D4s_v5 "
          "--min-instances 6")
os.system("""az ml compute create --name cpu-t --type amlcompute \
  --size \"Standard_D4s_v5\" \
  --min-instances 7""")
os.system("az ml compute create --name " + NAME + "-x --type amlcompute --size Standard_D4s_v5 --min-instances 8")


def make(n, extra):
    os.system(f"az ml compute create --name cpu-p --type amlcompute --size Standard_D4s_v5 --min-instances {n}")
    subprocess.run(["az", "ml", "compute", "create", "--name", "cpu-q", "--type", "amlcompute", "--size", SIZE, "--min-instances", str(n)] + extra)
    subprocess.run(["az", "ml", "compute", "create", "--name", "cpu-r", *extra])
    subprocess.run(["az", "ml", "compute", "create", "--name", "cpu-u", "--type", "amlcompute", "--size", SIZE, "--min-instances", n])


print("az ml compute create --name cpu-no --min-instances 3")
"""az ml compute create --name cpu-doc --min-instances 3
az ml compute create --name cpu-doc2 --min-instances 3"""
os.system("echo az ml compute create --name cpu-e --min-instances 3")
os.system("az ml compute list")
subprocess.run(["az.cmd", "ml", "compute", "create", "--name", "it's", "--min-instances", "3"])
