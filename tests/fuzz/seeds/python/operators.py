from azure.ai.ml.entities import AmlCompute
N = 3
NAMES = ["a", "bc"]
AmlCompute(name="cpu-one", min_instances=2 - 2, max_instances=[1, 2][1], size="Standard_" + "D4s_v5", tags={
"a": 1.5, "b": True, "c": None, "d": "a" * 2, "e": not 0, "f": [1,2], "g": N * 2 - 1, "h": NAMES[-1] + "x", "i": 7 // -2, "j": 7 % -2, "k": 1 / 4, "l": 1 < N < 5, "m": 0 or "x", "n": "b" in NAMES, "o": -N ** 2, "p": not N == 3, "q": 2 ** 70, "r": N if True else 2, "s": (1, 2)[0], "t": unknown or 3, "u": 3 or unknown, "v": "é€"[1], "w": ~N, "x": 1 << 3 | 1})
N -= 1
N *= 4
NAMES += ["z"]
NAMES.append("q")
AmlCompute(name="cpu-two", min_instances=N, max_instances=[1, 2][2], size="Standard_D4s_v5", tags={"a": NAMES[0]})
