"""
Several subjects
================

A study of three people. Ambulo analyses and stores every trial, and writes a table with the
averages of each person. In this example, three recordings of the simulated man take the place of
the people.
"""

from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import xarray as xr

from ambulo.demo.trial import make_trial
from ambulo.population.batch import run_batch

folder = Path(mkdtemp())
rows = ["subject,trial,static"]
for seed, subject in enumerate(("S1", "S2", "S3")):
    walk, static, _ = make_trial(folder / subject, seed=seed)
    rows.append(f"{subject},{walk},{static}")
(folder / "trials.csv").write_text("\n".join(rows))
(folder / "study.toml").write_text('trials = "trials.csv"\nfiles = "curves"\n')
done = run_batch(folder / "study.toml", folder / "study", workers=1)
print(f"{done.analysed} trials analysed, {len(done.groups)} averages")
assert done.analysed == len(done.groups) == 3

# %%
# The mean knee moment of each person over the stride.
found = xr.open_dataset(folder / "study" / "averages" / "population.nc")
knee = found["mean"].sel(quantity="left_knee_flexion [N*m/kg]")
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
for subject, curve in zip(found["subject"].values, knee.values, strict=True):
    at.plot(found["cycle"], curve, label=str(subject))
at.set(xlabel="stride [%]", ylabel="left knee flexion moment [N·m/kg]")
at.legend()
