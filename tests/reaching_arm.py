"""A reaching arm as a problem file describes it: a chain of two segments through postures."""

CHAIN = """
[chain]
names = ["upper arm", "forearm"]
lengths = [0.30, 0.27]
masses = [
  { segment = 1, distance = 0.13, mass = 2.0 },
  { segment = 2, distance = 0.20, mass = 1.6 },
]
"""
FIRST, MIDDLE, LAST = (
    """
[[posture]]
theta = [170, 160]
""",
    """
[[posture]]
theta = [140, 110]
phi = [0, 20]
""",
    """
[[posture]]
theta = [110, 80]
phi = [10, 30]
""",
)
