"""
A filter of your own
====================

A filter chooses how much to smooth a recording, and writes this into the log. You register it under
a name, by which you choose it. A package offers it as an entry point of ``ambulo.plugins`` instead.
"""

from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

import ambulo
from ambulo.demo.trial import make_trial
from ambulo.mocap.filters.registry import FILTERS
from ambulo.mocap.filters.smoothing import Filter, Smoothing, unchanged


def choose(markers, _cutoff, _measure):
    """Two passes of a running mean over a tenth of a second."""
    width = 2 * round(0.05 * markers.rate / 2) + 1
    window = np.ones(width) / width

    def mean(values):
        padded = np.pad(values, ((width, width), (0, 0)), mode="reflect", reflect_type="odd")
        smooth = np.apply_along_axis(np.convolve, 0, padded, np.convolve(window, window), "same")
        return smooth[width:-width]

    return Smoothing(mean, unchanged, 0.0, f"Markers averaged twice over {width} frames.")


FILTERS.register("running_mean", Filter("running mean", "this example", choose))

# %%
# The configuration names the filter. The log says what it did.
walk, static, truth = make_trial(Path(mkdtemp()))
found = ambulo.analyse(
    walk, static=static, configuration=ambulo.Configuration(filter="running_mean")
)
print(next(note for note in found.log if "averaged" in note))
assert any("averaged twice" in note for note in found.log)

# %%
# It removes fast movement. This changes the knee moment.
usual = ambulo.analyse(walk, static=static)
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
for one, label in ((usual, "shipped"), (found, "running mean")):
    at.plot(one.motion.time, one.moments["left_knee_flexion"].values, label=label)
at.set(xlabel="time [s]", ylabel="left knee flexion moment [N·m]")
at.legend()
