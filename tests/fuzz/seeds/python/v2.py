import os
from azure.ai.ml.entities import *
from azure.ai.ml import entities as e, MLClient
size: str = "Standard_" f"{'D4s'}_v5"
options = {"size": size, **dict(min_instances=1), "tags": {"team": 'x'}}
a, (b, *c) = 1, (2, 3)
def make(name, *rest, nodes=4, **more):
    global size
    for i, n in enumerate(rest):
        cluster = AmlCompute(name=name + "-x", max_instances=nodes * 2, **options, **more)
        cluster.network_settings = NetworkSettings(vnet_name="v", subnet=f"{n!r:>10}")
    return [e.AmlCompute(name=x, tier="low_priority") for x in rest if x] or lambda y: -y
try:
    client.compute.get(os.environ["NAME"])
except (KeyError, Exception) as error:
    if (s := os.getenv("SIZE", 'S')) == "T" or not s:
        raise
    elif s: size = s; size += "_v2"
    else:
        del size
finally:
    with open('''f
''') as f, g: AmlCompute(name="c", identity=IdentityConfiguration(type="system_assigned"), size="A" if f else "B")
class C(object):
    x = AmlCompute(name="d", vnet_name="v") # amlint: ignore[AML101]
