"""A tibia of elliptical sections, in space, with rings where loads act and gauges on its surface.

Axes of a right leg's bone: x forwards, y medial (to the left), z up along the line from the ankle's
to the knee's centre; origin at the knee.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from pydantic import Field

from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.attachment_modes import attachment_modes
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import CORTICAL_RHO1996, Material
from ambulo.multibody.flexible.sections import Section
from ambulo.multibody.flexible.solid import Solid
from ambulo.multibody.flexible.strain import Gauge
from ambulo.multibody.flexible.tube import hollow_solid
from ambulo.toml_file import Form, Number, read_toml

__all__ = ["GAUGES", "Tibia", "tibia"]

GAUGES = {
    "anterior": 0.0,
    "anteromedial": 45.0,
    "medial": 90.0,
    "posterior": 180.0,
    "lateral": 270.0,
}
"""Sites on the mid-shaft by the ellipse's parameter, degrees from the front towards medial."""

RINGS = 10
LAYERS = 44
AROUND = 16


@dataclass(frozen=True, eq=False)
class Tibia:
    """A flexible tibia.

    Args:
        length: m, between the centres of knee and ankle.
        solid: its elements.
        rings: (nr, 3) m centres, from the ankle upwards.
        fields: (ndof, 6 nr) displacements for unit forces and moments on each ring.
        gauges: on the mid-shaft; their rows act on the rings' loads (frames, 6 nr).
        notes: what was assumed.
    """

    length: float
    solid: Solid
    rings: FloatArray
    fields: FloatArray
    gauges: tuple[Gauge, ...]
    notes: tuple[str, ...]

    def ring_loads(self, points: FloatArray, forces: FloatArray, couples: FloatArray) -> FloatArray:
        """Loads shared between the rings above and below, moments kept.

        What they leave unbalanced accelerates the bone as a whole (inertia relief).

        Args:
            points, forces, couples: (frames, loads, 3) m, N, N*m in the bone's axes.

        Returns:
            (frames, 6 nr) N, N*m.
        """
        heights = self.rings[:, 2]
        place = np.clip(points[..., 2], heights[0], heights[-1])
        low = np.clip(np.searchsorted(heights, place, side="right") - 1, 0, len(heights) - 2)
        share = (place - heights[low]) / (heights[low + 1] - heights[low])
        found = np.zeros((len(points), len(heights), 6))
        frame = np.broadcast_to(np.arange(len(points))[:, None], low.shape)
        for ring, part in ((low, 1.0 - share), (low + 1, share)):
            arm = points - self.rings[ring]
            wrench = np.concatenate([forces, couples + np.cross(arm, forces)], axis=-1)
            np.add.at(found, (frame, ring), part[..., None] * wrench)
        return found.reshape(len(points), -1)


class _TibiaForm(Form):
    """Sections: distance below the knee, semi-axes, centre forwards and lateral [m], hollow."""

    length: Number
    cortical_area: Number
    mid_shaft: Number
    sections: tuple[tuple[Number, Number, Number, Number, Number, Number], ...] = Field(
        min_length=2
    )


def tibia(length: float, material: Material = CORTICAL_RHO1996, breadth: float = 1.0) -> Tibia:
    """Build a tibia for a subject.

    Args:
        length: m, between the centres of knee and ankle; sections scale with it.
        material: cortical bone.
        breadth: further factor on all breadths, for sensitivities.
    """
    given = read_toml(Path(__file__).with_name("tibia.toml"), _TibiaForm)
    table = np.array(given.sections)
    scale = length / given.length
    middle = [float(np.interp(given.mid_shaft, table[:, 0], table[:, k])) for k in (1, 2, 5)]
    area = math.pi * middle[0] * middle[1] * (1.0 - middle[2] ** 2)
    widen = breadth * scale * math.sqrt(given.cortical_area / area)
    below = scale * table[::-1, 0]
    a, b = widen * table[::-1, 1], widen * table[::-1, 2]
    forwards, medial, hollow = scale * table[::-1, 3], -scale * table[::-1, 4], table[::-1, 5]

    def section(z: float) -> Section:
        return Section(
            float(np.interp(z, -below, a)),
            float(np.interp(z, -below, b)),
            float(np.interp(z, -below, hollow)),
        )

    def centre(z: FloatArray) -> FloatArray:
        return np.stack([np.interp(z, -below, forwards), np.interp(z, -below, medial)], axis=1)

    heights = np.linspace(-below[0], -below[-1], LAYERS + 1)
    body = hollow_solid(heights, section, material, AROUND, 1, centre)
    z = body.elements.nodes[:, 2]
    levels = heights[np.round(np.linspace(0, LAYERS, RINGS)).astype(int)]
    middles = centre(levels)
    rings = [
        Interface(
            f"ring {k + 1}",
            np.nonzero(np.abs(z - level) < 1e-9)[0],
            np.array([middles[k, 0], middles[k, 1], level]),
            "averaging",
        )
        for k, level in enumerate(levels)
    ]
    fields = attachment_modes(body.elements, rings).reshape(body.elements.ndof, -1)
    gauges = []
    half = -scale * given.mid_shaft
    cut, at = section(half), centre(np.array([half]))[0]
    for name, degrees in GAUGES.items():
        angle = math.radians(degrees)
        spot = np.array([at[0] + cut.a * math.cos(angle), at[1] + cut.b * math.sin(angle), half])
        node = body.nearest(spot)
        normal = np.array([math.cos(angle) / cut.a, math.sin(angle) / cut.b, 0.0])
        gauges.append(
            Gauge(
                name,
                body.elements.nodes[node],
                np.asarray(body.strain_rows(node) @ fields),
                normal / np.linalg.norm(normal),
            )
        )
    notes = (
        f"The tibia's sections are average ones scaled to {length:.3f} m between knee and ankle "
        f"(mid-shaft cortical area {1e6 * cut.area:.0f} mm²), not this subject's: see the "
        "sensitivity to the section.",
        "The fibula carries nothing.",
        "The bone follows its loads without vibrating: its natural frequencies are far above those "
        "of walking.",
    )
    return Tibia(
        length,
        body,
        np.array([ring.origin for ring in rings]),
        fields,
        tuple(gauges),
        notes,
    )
