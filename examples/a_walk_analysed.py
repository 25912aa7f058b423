"""
A walk analysed
===============

From a recording to joint moments, and what says how far to trust them. The recording is made here,
by simulating a man who walks over two force plates; a file of your own takes its place.
"""

from pathlib import Path
from tempfile import mkdtemp

import ambulo
from ambulo.demo.trial import make_trial

folder = Path(mkdtemp())
walk, static, truth = make_trial(folder)

# %%
# One call reads, names, calibrates, fits, differentiates, inverts and checks.
found = ambulo.analyse(walk, static=static)
found

# %%
# Joint moments over the stride; left red, right blue.
axes = found.plot.moments()

# %%
# Every curve by name, with its unit.
knee = found.moments["left_knee_flexion"]
print(f"greatest and least: {knee.values.max():.0f} and {knee.values.min():.0f} {knee.unit}")

# %%
# The checks say what was found, and what to do where one failed.
for check in found.checks:
    print(check.grade, check.name, f"{check.value:.3g} {check.unit}")
assert all(check.passed for check in found.checks)
