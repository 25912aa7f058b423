"""
Your own segment table
======================

Masses, centres of mass and inertia of the segments come from a published table or from a TOML file
of your own. In this example the file is de Leva's table with a heavier thigh, as with an implant.
"""

import re
from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

import ambulo
from ambulo.demo.trial import make_trial
from ambulo.model import segment_parameters

folder = Path(mkdtemp())
walk, static, _ = make_trial(folder)

# %%
# A changed copy of de Leva's table.
shipped = Path(segment_parameters.__file__).with_name("segment_parameters") / "de_leva1996.toml"
text = shipped.read_text(encoding="utf-8").replace('name = "de_leva1996"', 'name = "implant"')
thigh = re.search(r'covers = \["thigh"\].*?male = \{ mass = ([0-9.]+)', text, re.DOTALL)
assert thigh is not None
text = text[: thigh.start(1)] + f"{float(thigh[1]) + 0.01:.4f}" + text[thigh.end(1) :]
(folder / "implant.toml").write_text(text, encoding="utf-8")

# %%
# You choose your own table by the path of its file.
usual = ambulo.analyse(walk, static=static)
choice = ambulo.Configuration(parameters=str(folder / "implant.toml"))
heavier = ambulo.analyse(walk, static=static, configuration=choice)
k = usual.model.segments.index("left_thigh")
before, after = usual.model.tree.mass[k], heavier.model.tree.mass[k]
print(f"left thigh: {before:.2f} kg, with the implant {after:.2f} kg")
assert after > before

# %%
# The sum of all masses stays that of the subject, so the other segments become a little lighter.
names = [name for name in usual.model.segments if not name.startswith("right_")]
masses = np.array(
    [[f.model.tree.mass[f.model.segments.index(n)] for n in names] for f in (usual, heavier)]
)
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
for shift, row, label in zip((-0.2, 0.2), masses, ("de Leva", "with the implant"), strict=True):
    at.bar(np.arange(len(names)) + shift, row, 0.4, label=label)
at.set(ylabel="mass [kg]")
at.set_xticks(np.arange(len(names)), [n.replace("left_", "").replace("_", " ") for n in names])
at.tick_params(axis="x", rotation=60)
at.legend()
