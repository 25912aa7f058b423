"""Joint centres where regressions and markers put them, hips the least sure."""

from __future__ import annotations

import numpy as np
from pydantic import Field

from ambulo.inputs.toml_file import Form
from ambulo.math.arrays import FloatArray
from ambulo.records import Model
from ambulo.uncertainty.geometry import move_joints
from ambulo.uncertainty.source import Acts, Nominal, Source, alike_on_both_sides

__all__ = ["SOURCE"]


class _Settings(Form):
    hip: float = Field(default=0.008, ge=0, le=0.05, description="m, sigma along each axis")
    knee: float = Field(default=0.005, ge=0, le=0.05, description="m, sigma along each axis")
    ankle: float = Field(default=0.004, ge=0, le=0.05, description="m, sigma along each axis")
    other: float = Field(default=0.008, ge=0, le=0.05, description="m, sigma along each axis")
    left_right: float = Field(
        default=0.5, ge=0, le=1, description="correlation of the sides, mirrored"
    )


def _size(nominal: Nominal, settings: _Settings) -> int:
    del settings
    return 3 * (nominal.model.tree.nb - 1)


def _change(nominal: Nominal, model: Model, z: FloatArray, settings: _Settings) -> Model:
    del nominal
    joints = model.joints[1:]
    known = {"hip": settings.hip, "knee": settings.knee, "ankle": settings.ankle}
    sigma = np.array([known.get(joint.rpartition("_")[2], settings.other) for joint in joints])
    e = alike_on_both_sides(joints, z.reshape(-1, 3), settings.left_right, mirrored=1)
    shift = np.zeros((model.tree.nb, 3))
    shift[1:] = sigma[:, None] * e
    return move_joints(model, shift)


def _said(settings: _Settings) -> str:
    return (
        f"sigma along each axis {1e3 * settings.hip:g} mm at hips, {1e3 * settings.knee:g} mm at "
        f"knees, {1e3 * settings.ankle:g} mm at ankles, {1e3 * settings.other:g} mm elsewhere, the "
        f"sides correlated by {settings.left_right:g}"
    )


SOURCE = Source(
    "joint centres",
    "hips: Leardini et al. 1999, Harrington et al. 2007; knees and ankles: Della Croce et al. 2005",
    "joint centres",
    Acts.GEOMETRY,
    _Settings,
    _size,
    _change,
    _said,
)
