"""
An orthosis and a crutch
========================

Devices take over a part of the joint moments or of the body weight. You describe each device in a
table of the configuration, in a file

.. code-block:: toml

    [[device]]
    kind = "orthosis"
    joint = "left_ankle"
    stiffness = 60.0    # N*m/rad
    neutral = 4.0       # deg

or in Python with the same entries.
"""

from dataclasses import replace
from pathlib import Path
from tempfile import mkdtemp

import matplotlib.pyplot as plt
import numpy as np

import ambulo
from ambulo.demo.trial import make_trial
from ambulo.records import Markers

walk, static, truth = make_trial(Path(mkdtemp()))
spring = {"kind": "orthosis", "joint": "left_ankle", "stiffness": 60.0, "neutral": 4.0}
found = ambulo.analyse(walk, static=static, configuration=ambulo.Configuration(device=[spring]))

# %%
# The net moment is the sum of both parts.
table = found.to_xarray()["devices"]
net = found.moments["left_ankle_dorsiflexion"].values
orthosis, person = (
    table.sel(devices_column=f"left_ankle_dorsiflexion_{whose}").values
    for whose in ("orthosis", "person")
)
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
for curve, label in ((net, "net"), (orthosis, "orthosis"), (person, "person")):
    at.plot(found.motion.time, curve, label=label)
at.set(xlabel="time [s]", ylabel="left ankle dorsiflexion moment [N·m]")
at.legend()
assert np.nanmax(np.abs(net - orthosis - person)) < 1e-6

# %%
# The subject stands with a cane in the right hand. Its tip is 0.3 m beside the middle of the body.
# The cane carries a tenth of the weight, so both feet together carry a tenth less. As the cane
# supports the right side, the right foot carries less than without it, and the left foot carries
# more.
standing = ambulo.read_trial(static)
place = np.nanmean(standing.markers.position, axis=(0, 1)) * [1, 1, 0] - [0.0, 0.3, 0.0]
seen = standing.markers.position
seen = np.concatenate([seen, np.broadcast_to(place, (len(seen), 1, 3))], axis=1)
markers = Markers((*standing.markers.names, "TIP"), standing.markers.time, seen)
cane = {"kind": "crutch", "side": "right", "share": 0.1, "tip": "TIP"}
without, borne = (
    ambulo.analyse_trial(
        replace(standing, markers=markers),
        configuration=ambulo.Configuration(method="whole-body", activity="stand", device=devices),
    )
    for devices in ((), (cane,))
)
figure, at = plt.subplots(figsize=(7, 3.5), layout="constrained")
for one, shift, label in ((without, -0.2, "without"), (borne, 0.2, "with a cane")):
    at.bar(np.arange(2) + shift, one.ground.force[..., 2].mean(axis=0), 0.4, label=label)
at.set(xticks=[0, 1], xticklabels=["left foot", "right foot"], ylabel="vertical force [N]")
at.legend()
lifted = without.ground.force.sum(axis=1) - borne.ground.force.sum(axis=1)
assert np.allclose(lifted[:, 2], 0.1 * found.model.mass * 9.80665, atol=1e-3)
