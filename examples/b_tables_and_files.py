"""
Tables and files
================

How to get an analysis as a pandas table, as an xarray dataset, and as a folder for other programs.
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
# The curves are columns, whose headers contain the units.
table = found.to_pandas("powers")
ankles = table.filter(like="ankle_power")
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
ankles.plot(ax=at, xlabel="time [s]", ylabel="power [W]")
table.filter(like="left_").describe().loc[["min", "max"]].round(0)

# %%
# The dataset has all results, with units, frames and signs as attributes. It is the content of
# ``results.nc``.
dataset = found.to_xarray()
print(dataset.sizes)

# %%
# The folder has the same files as one from the command line, and can be loaded again.
saved = found.save(folder / "results")
print(sorted(path.name for path in saved.iterdir()))
again = ambulo.load(saved)
assert (again.motion.q == found.motion.q).all()
