"""Hip joint centres from the pelvis: published regressions.

All are given in the pelvic frame. Its origin is midway between the anterior superior iliac spines
(ASIS). The y axis goes along the ASIS to the left. The x axis is anterior, in the plane of the ASIS
and the sacral point (midway between the posterior spines). The z axis is up. Vaughan's regression
starts from the sacral marker instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import cos, sin
from typing import Literal

import numpy as np

from ambulo.inputs.registry import Registry
from ambulo.math.arrays import FloatArray


@dataclass(frozen=True)
class PelvisSize:
    """Measurements that the regressions use, in m.

    Args:
        asis_breadth: between the anterior superior iliac spines.
        pelvic_depth: from mid-ASIS to mid-PSIS.
        leg_length: mean of both sides, ASIS to medial malleolus.
        asis_trochanter_distance: sagittal distance from ASIS to greater trochanter on this side.
        marker_radius: of the ASIS markers.
    """

    asis_breadth: float
    pelvic_depth: float
    leg_length: float
    asis_trochanter_distance: float
    marker_radius: float


@dataclass(frozen=True)
class HipMethod:
    """A hip centre regression.

    Args:
        source: author, year and data.
        needs: the fields of PelvisSize that it uses.
        origin: "asis" (midway) or "sacrum".
        offset: PelvisSize -> (anterior, lateral, up) of the hip centre from the origin, m.
    """

    source: str
    needs: tuple[str, ...]
    origin: Literal["asis", "sacrum"]
    offset: Callable[[PelvisSize], FloatArray]


def _davis(size: PelvisSize) -> FloatArray:
    theta, beta = 0.5, 0.314
    c = 0.115 * size.leg_length - 0.0153
    back = size.asis_trochanter_distance + size.marker_radius
    return np.array(
        [
            c * cos(theta) * sin(beta) - back * cos(beta),
            size.asis_breadth / 2 - c * sin(theta),
            -c * cos(theta) * cos(beta) - back * sin(beta),
        ]
    )


def _bell(size: PelvisSize) -> FloatArray:
    # the bone is one marker radius behind the ASIS markers
    return np.array([-0.19, 0.36, -0.30]) * size.asis_breadth - [size.marker_radius, 0, 0]


def _harrington(size: PelvisSize) -> FloatArray:
    return np.array(
        [
            -0.24 * size.pelvic_depth - 0.0099,
            0.33 * size.asis_breadth + 0.0073,
            -0.30 * size.asis_breadth - 0.0109,
        ]
    )


def _vaughan(size: PelvisSize) -> FloatArray:
    return np.array([0.598, 0.344, -0.290]) * size.asis_breadth


HIP_CENTRES = Registry(
    "hip_centre",
    HipMethod,
    {
        "davis1991": HipMethod(
            "Davis, Ounpuu, Tyburski & Gage 1991, as in Plug-in Gait (25 hips, radiographs)",
            ("asis_breadth", "leg_length", "asis_trochanter_distance", "marker_radius"),
            "asis",
            _davis,
        ),
        "bell1990": HipMethod(
            "Bell, Pedersen & Brand 1990, from the breadth between the ASIS",
            ("asis_breadth", "marker_radius"),
            "asis",
            _bell,
        ),
        "harrington2007": HipMethod(
            "Harrington, Zavatsky, Lawson, Yuan & Theologis 2007 (magnetic resonance, 32 people)",
            ("asis_breadth", "pelvic_depth"),
            "asis",
            _harrington,
        ),
        "vaughan1992": HipMethod(
            "Vaughan, Davis & O'Connor 1992, ch. 3, from the sacral marker",
            ("asis_breadth",),
            "sacrum",
            _vaughan,
        ),
    },
    "hip centre method",
)
"""Regressions by name."""
