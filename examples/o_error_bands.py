"""
Error bands
===========

How certain is a moment? Ambulo repeats the analysis many times, with random errors of a known size
in markers, plates, masses and joint centres. The band contains 90 % of the results.
"""

from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt

import ambulo
from ambulo.demo.trial import make_trial

walk, static, truth = make_trial(Path(mkdtemp()))
found = ambulo.analyse(walk, static=static, sex="m", uncertainty={"samples": 20})

# %%
# A peak of the knee moment, with its band.
peak = found.bands.peaks["left knee extension"]
print(f"{peak.median:.2f} [{peak.low:.2f}, {peak.high:.2f}] {peak.unit}")
assert peak.low < peak.median < peak.high

# %%
# The curve with its band.
column = "left_knee_flexion [N*m]"
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
at.fill_between(
    found.motion.time, found.bands.low[column], found.bands.high[column], alpha=0.3, label="90 %"
)
at.plot(found.motion.time, found.moments["left_knee_flexion"].values, label="as analysed")
at.set(xlabel="time [s]", ylabel="left knee flexion moment [N·m]")
at.legend()
