"""
Tables and files
================

An analysis as a table of pandas, a dataset of xarray, and a folder that other programs read.
"""

from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt

import ambulo
from ambulo.demo.trial import make_trial

folder = Path(mkdtemp())
walk, static, _ = make_trial(folder)
found = ambulo.analyse(walk, static=static)

# %%
# Curves as columns, headed with their units.
table = found.to_pandas("powers")
ankles = table.filter(like="ankle_power")
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
ankles.plot(ax=at, xlabel="time [s]", ylabel="power [W]")
table.filter(like="left_").describe().loc[["min", "max"]].round(0)

# %%
# Everything, with units, frames and signs in attributes: what ``results.nc`` holds.
dataset = found.to_xarray()
print(dataset.sizes)

# %%
# Saved as the command writes it, and loaded again.
saved = found.save(folder / "results")
print(sorted(path.name for path in saved.iterdir()))
again = ambulo.load(saved)
assert (again.motion.q == found.motion.q).all()
