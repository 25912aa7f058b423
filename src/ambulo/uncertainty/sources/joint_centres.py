"""Errors of joint centres from regressions and markers; hips are the least certain.

If landmarks were missing, the fitted body gives the uncertainty.
"""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.geometry import along_joints, move_joints
from ambulo.uncertainty.source import Acts, Nominal, Source, SourceForm, alike_on_both_sides


class _Settings(SourceForm):
    hip: float = Field(default=0.008, ge=0, le=0.05, description="m, sigma along each axis")
    knee: float = Field(default=0.005, ge=0, le=0.05, description="m, sigma along each axis")
    ankle: float = Field(default=0.004, ge=0, le=0.05, description="m, sigma along each axis")
    other: float = Field(default=0.008, ge=0, le=0.05, description="m, sigma along each axis")
    left_right: float = Field(
        default=0.5, ge=0, le=1, description="correlation of left and right, mirrored"
    )

    def size(self, nominal: Nominal) -> int:
        return 3 * (nominal.model.tree.nb - 1)

    def change(self, nominal: Nominal, model: Model, z: FloatArray) -> Model:
        joints = model.joints[1:]
        known = {"hip": self.hip, "knee": self.knee, "ankle": self.ankle}
        sigma = np.array([known.get(joint.rpartition("_")[2], self.other) for joint in joints])
        e = alike_on_both_sides(joints, z.reshape(-1, 3), self.left_right, mirrored=1)
        shift = np.zeros((model.tree.nb, 3))
        shift[1:] = sigma[:, None] * e
        completed = nominal.stages.named.completed
        covariances = completed.body.covariances if completed is not None else {}
        for k, joint in enumerate(joints):
            # the fitted body has the legs alone
            if joint not in covariances:
                continue
            # what this recording's markers leave open, no surer than where all landmarks are shown
            size, along = np.linalg.eigh(covariances[joint])
            shift[k + 1] = along @ (np.sqrt(np.maximum(size, sigma[k] ** 2)) * (along.T @ e[k]))
        marker_set = nominal.stages.named.match.marker_set
        return move_joints(model, shift, along_joints(model, marker_set))

    def said(self) -> str:
        return (
            f"sigma along each axis {1e3 * self.hip:g} mm at hips, {1e3 * self.knee:g} mm at "
            f"knees, {1e3 * self.ankle:g} mm at ankles, {1e3 * self.other:g} mm elsewhere. Left "
            f"and right are correlated by {self.left_right:g}. Axes through the centres turn with "
            "the centres. The sigma is larger where no marker shows a landmark"
        )


SOURCE = Source(
    "joint centres",
    "hips: Leardini et al. 1999, Harrington et al. 2007; knees and ankles: Della Croce et al. 2005",
    "joint centres",
    Acts.GEOMETRY,
    _Settings,
)
