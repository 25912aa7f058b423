"""
A walk analysed
===============

From a recording to joint moments and to the checks that say how far you can trust them. The example
simulates the recording of a man who walks over two force plates. You can use a file of your own.
"""

from pathlib import Path
from tempfile import mkdtemp

import ambulo
from ambulo.demo.trial import make_trial

folder = Path(mkdtemp())
walk, static, truth = make_trial(folder)

# %%
# One call makes the whole analysis, from reading the files to the checks.
found = ambulo.analyse(walk, static=static)
found

# %%
# Joint moments over the stride. The left side is red, the right side blue.
axes = found.plot.moments()

# %%
# Every curve by name, with its unit.
knee = found.moments["left_knee_flexion"]
print(f"greatest and least: {knee.values.max():.0f} and {knee.values.min():.0f} {knee.unit}")

# %%
# Each check has a grade, a name and a value.
for check in found.checks:
    print(check.grade, check.name, f"{check.value:.3g} {check.unit}")
assert all(check.passed for check in found.checks)
