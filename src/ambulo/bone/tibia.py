"""A tibia with elliptical sections in space, with rings on which loads act and gauges on its
surface.

Axes of the bone of a right leg: x forwards, y medial (to the left), z up along the line from the
ankle's to the knee's centre; origin at the knee.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from pydantic import Field

from ambulo.inputs.toml_file import Form, Number, read_toml
from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.craig_bampton import attachment_modes
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import CORTICAL_RHO1996, Material
from ambulo.multibody.flexible.sections import Section
from ambulo.multibody.flexible.solid import Solid
from ambulo.multibody.flexible.strain import Gauge
from ambulo.multibody.flexible.tube import hollow_solid

GAUGES = {
    "anterior": 0.0,
    "anteromedial": 45.0,
    "medial": 90.0,
    "posterior": 180.0,
    "lateral": 270.0,
}
"""Sites on the mid-shaft by the ellipse's parameter, degrees from the front towards medial."""

_ASSUMED = (
    "The fibula is assumed to carry no load.",
    "The bone follows its loads without vibrating, because its natural frequencies are far above "
    "those of walking.",
)

RINGS, LAYERS, AROUND = 10, 44, 16
"""Rings where loads act; layers of elements along the shaft, and elements around it."""


@dataclass(frozen=True, eq=False)
class Tibia:
    """A flexible tibia.

    Args:
        length: m, between the centres of knee and ankle.
        solid: its elements.
        rings: (nr, 3) m centres, from the ankle upwards.
        fields: (ndof, 6 nr) displacements for unit forces and moments on each ring.
        gauges: on the mid-shaft; their rows multiply the rings' loads (frames, 6 nr).
        notes: what was assumed.
    """

    length: float
    solid: Solid
    rings: FloatArray
    fields: FloatArray
    gauges: tuple[Gauge, ...]
    notes: tuple[str, ...]

    def ring_loads(self, points: FloatArray, forces: FloatArray, couples: FloatArray) -> FloatArray:
        """Loads divided between the rings above and below, with moments kept.

        An unbalanced rest accelerates the bone as a whole (inertia relief).

        Args:
            points, forces, couples: (frames, loads, 3) m, N, N*m in the bone's axes.

        Returns:
            (frames, 6 nr) N, N*m.
        """
        heights = self.rings[:, 2]
        # beyond the last ring that ring carries all, the arm to it included
        z = np.clip(points[..., 2], heights[0], heights[-1])
        low = np.clip(np.searchsorted(heights, z, side="right") - 1, 0, len(heights) - 2)
        share = (z - heights[low]) / (heights[low + 1] - heights[low])
        found = np.zeros((len(points), len(heights), 6))
        frame = np.broadcast_to(np.arange(len(points))[:, None], low.shape)
        for ring, part in ((low, 1.0 - share), (low + 1, share)):
            arm = points - self.rings[ring]
            wrench = np.concatenate([forces, couples + np.cross(arm, forces)], axis=-1)
            np.add.at(found, (frame, ring), part[..., None] * wrench)
        return found.reshape(len(points), -1)


class Shaft(NamedTuple):
    """A long bone by its sections, from the lower end up.

    Args:
        heights: (n,) m along z, increasing; the ends of the table are the ends of the bone.
        a, b: (n,) m, outer semi-axes forwards and medially.
        hollow: (n,) inner over outer semi-axis.
        centre: (n, 2) m, x and y of the ellipses.
        gauge_height: m along z, of the gauges.
    """

    heights: FloatArray
    a: FloatArray
    b: FloatArray
    hollow: FloatArray
    centre: FloatArray
    gauge_height: float

    def section(self, z: float) -> Section:
        """The section at a height [m]."""
        a, b, hollow = (
            float(np.interp(z, self.heights, row)) for row in (self.a, self.b, self.hollow)
        )
        return Section(a, b, hollow)

    def centres(self, z: FloatArray) -> FloatArray:
        """Centres (n, 2) [m] of the sections at heights (n,) [m]."""
        return np.stack([np.interp(z, self.heights, row) for row in self.centre.T], axis=1)


class _TibiaForm(Form):
    """Sections: distance below the knee, semi-axes, centre forwards and lateral [m], hollow."""

    length: Number
    cortical_area: Number
    mid_shaft: Number
    sections: tuple[tuple[Number, Number, Number, Number, Number, Number], ...] = Field(
        min_length=2
    )


def tibia(length: float, material: Material = CORTICAL_RHO1996, breadth: float = 1.0) -> Tibia:
    """Build a tibia for a subject from the sections of `tibia.toml`.

    Args:
        length: m, between the centres of knee and ankle; sections scale with it.
        material: cortical bone.
        breadth: further factor on all breadths, for sensitivities.
    """
    shaft = _scaled_shaft(length, breadth)
    area = shaft.section(shaft.gauge_height).area
    note = (
        f"The tibia has average cross-sections, scaled to {length:.3f} m between knee and ankle "
        f"(mid-shaft cortical area {1e6 * area:.0f} mm²). The cross-sections were not measured "
        "on this subject (see the sensitivity to the section)."
    )
    return bone_of_sections(length, shaft, material, (note, *_ASSUMED))


def _scaled_shaft(length: float, breadth: float) -> Shaft:
    """The table's bone, as long as asked for and as broad as its cortical area wants."""
    given = read_toml(Path(__file__).with_name("tibia.toml"), _TibiaForm)
    below, a, b, forwards, lateral, hollow = np.array(given.sections)[::-1].T
    scale = length / given.length
    drawn = Shaft(-below, a, b, hollow, np.stack([forwards, -lateral], axis=1), 0.0)
    drawn_area = drawn.section(-given.mid_shaft).area
    widen = breadth * scale * math.sqrt(given.cortical_area / drawn_area)
    return Shaft(
        heights=-scale * below,
        a=widen * a,
        b=widen * b,
        hollow=hollow,
        centre=scale * drawn.centre,
        gauge_height=-scale * given.mid_shaft,
    )


def bone_of_sections(
    length: float, shaft: Shaft, material: Material, notes: tuple[str, ...] = ()
) -> Tibia:
    """Mesh a bone of elliptical sections, and find the readings of its gauges for loads on its
    rings.

    Args:
        length: m, between the centres of knee and ankle, kept for the record.
        shaft: its sections.
        material: of the whole bone.
        notes: what was assumed about it.
    """
    heights = np.linspace(shaft.heights[0], shaft.heights[-1], LAYERS + 1)
    body = hollow_solid(heights, shaft.section, material, AROUND, 1, shaft.centres)
    rings = _rings(body, shaft, heights[np.round(np.linspace(0, LAYERS, RINGS)).astype(int)])
    fields = attachment_modes(body.elements, rings).reshape(body.elements.ndof, -1)
    return Tibia(
        length,
        body,
        np.array([ring.origin for ring in rings]),
        fields,
        tuple(_gauge(body, shaft, fields, name, angle) for name, angle in GAUGES.items()),
        notes,
    )


def _rings(body: Solid, shaft: Shaft, levels: FloatArray) -> list[Interface]:
    """All nodes of some levels, tied to the section's centre on average."""
    z = body.elements.nodes[:, 2]
    return [
        Interface(
            f"ring {k + 1}",
            np.nonzero(np.abs(z - level) < 1e-9)[0],
            np.array([*centre, level]),
            "averaging",
        )
        for k, (level, centre) in enumerate(zip(levels, shaft.centres(levels), strict=True))
    ]


def _gauge(body: Solid, shaft: Shaft, fields: FloatArray, name: str, degrees: float) -> Gauge:
    """A gauge on the node of the surface nearest to the ellipse's parameter."""
    z = shaft.gauge_height
    section, centre = shaft.section(z), shaft.centres(np.array([z]))[0]
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    node = body.nearest(np.array([centre[0] + section.a * c, centre[1] + section.b * s, z]))
    # the gradient of (x/a)^2 + (y/b)^2
    normal = np.array([c / section.a, s / section.b, 0.0])
    rows = np.asarray(body.strain_rows(node) @ fields)
    return Gauge(name, body.elements.nodes[node], rows, normal / np.linalg.norm(normal))
