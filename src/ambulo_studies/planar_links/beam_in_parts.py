"""A slender beam in a plane as several flexible bodies, each fixed to the one before.

One floating frame with linear strain bends too far when it turns fast (Kane, Ryan and Banerjee
1987): what bending shortens is left out, and with it the stiffening by the centrifugal pull. In
parts that each bend little the joints between them carry it (Wu and Haug 1988), with an error that
falls with the square of their number.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.craig_bampton import craig_bampton
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import Material
from ambulo.multibody.flexible.sections import Section
from ambulo.multibody.flexible.timoshenko_beam import beam
from ambulo_studies.planar_links.chain import (
    Chain,
    Hinge,
    PlanarPoint,
    RevoluteDriver,
    beam_points,
    ground_point,
)
from ambulo_studies.planar_links.link import flexible_link

ELEMENTS = 4
"""An element more or less changes nothing: between loaded ends the static shape is exact."""


@dataclass(frozen=True, eq=False)
class BeamInParts:
    """A beam hinged to the ground at the origin.

    Args:
        chain: its bodies from the root on.
        q: (n,) coordinates, straight and at rest.
        ends: of its parts, from the root on; the last is the beam's tip.
    """

    chain: Chain
    q: FloatArray
    ends: tuple[PlanarPoint, ...]

    def place(self, q: FloatArray, part: int = -1) -> FloatArray:
        """Place (..., 2) [m] of a part's end, the tip when none is named, at q (..., n)."""
        point = self.ends[part]
        own = q[..., self.chain.slice_of(point.body)]
        u = point.place + own[..., 3:] @ point.shape.T
        c, s = np.cos(own[..., 2]), np.sin(own[..., 2])
        turned = np.stack([c * u[..., 0] - s * u[..., 1], s * u[..., 0] + c * u[..., 1]], axis=-1)
        return np.asarray(own[..., :2] + turned)


def beam_in_parts(
    length: float,
    section: Section,
    material: Material,
    parts: int,
    angle: Callable[[FloatArray], FloatArray] | None = None,
    inclination: float = 0.0,
    gravity: float = 0.0,
) -> BeamInParts:
    """A uniform straight beam, hinged at the origin.

    Args:
        length: m; section, material: uniform.
        parts: number of bodies.
        angle: (times) -> rad, of the root from X1, from rest; free to turn when absent.
        inclination: rad, of the beam from X1 at the start.
        gravity: m/s^2 along -X2.
    """
    size = length / parts
    made = beam(np.linspace(0.0, size, ELEMENTS + 1), lambda _z: section, material)
    ends = [
        Interface(name, np.array([node]), made.elements.nodes[node])
        for name, node in (("root", 0), ("tip", ELEMENTS))
    ]
    body, shapes = flexible_link(craig_bampton(made.elements, ends, 0))
    points = [beam_points(made, shapes, k) for k in range(parts)]
    roots = [at(0, 0.0) for at in points]
    tips = [at(ELEMENTS, 0.0) for at in points]
    before = [ground_point(0.0, 0.0), *tips[:-1]]
    drivers = [RevoluteDriver(i, j) for i, j in zip(tips[:-1], roots[1:], strict=True)]
    if angle is not None:
        drive = angle
        # the beam's own axis is X2, which lies along global X1 when it is turned back
        drivers.insert(0, RevoluteDriver(before[0], roots[0], lambda t: drive(t) - 0.5 * np.pi))
    rows = np.zeros((parts, 3 + body.nf))
    away = size * np.arange(parts)
    rows[:, 0], rows[:, 1] = away * np.cos(inclination), away * np.sin(inclination)
    rows[:, 2] = inclination - 0.5 * np.pi
    chain = Chain(
        bodies=(body,) * parts,
        hinges=[Hinge(i, j) for i, j in zip(before, roots, strict=True)],
        drivers=drivers,
        gravity=gravity,
    )
    return BeamInParts(chain, rows.ravel(), tuple(tips))
