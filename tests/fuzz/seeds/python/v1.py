# Databricks notebook source
from azureml.core.compute import (ComputeTarget,
    AmlCompute as A)
%matplotlib inline
!az ml compute create -n "c
x = !ls
print "python 2", x
<<<<<<< HEAD
config = A.provisioning_configuration(vm_size='STANDARD_NC6', vm_priority="lowpriority", min_nodes=0,
                                      max_nodes=1_0, idle_seconds_before_scaledown="300", tags={'a': 'b'})
=======
config = A.provisioning_configuration('S', 'dedicated', 1, 2, 3, 'u', r"p\x", b'k', "g", "v", "s"
>>>>>>> theirs
ComputeTarget.create(ws, 'name', config)
A(ws, "look-up")
f(a[1:2, ::3], {1, 2}, {**y}, (yield), *z, **w
s = """never ends
