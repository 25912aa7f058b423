"""The description of a chain: massless straight segments with point masses.

Patel (2004), section 3.1: the relation matrix R gathers lengths and distances, so that the
positions of all masses are R times the unit vectors of the segments. Segments may branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.gravity import STANDARD_GRAVITY


@dataclass(frozen=True, eq=False)
class JointResistance:
    """Passive resistance of the joints of a chain to motion.

    Args:
        viscosity: (S,) N*m*s/rad, moment per relative angular velocity.
        stiffness: (S,) N*m/rad, moment per angle between a segment and the one before.
        stop_moment, stop_sharpness: (S,) b [N*m] and beta [1/rad] of a term b sinh(beta * angle),
            which grows where ligaments tighten (the odd part of the double exponential of Audu &
            Davy 1985).
        rest: (3,) direction from which the angle of the first segments is measured.
    """

    viscosity: FloatArray
    stiffness: FloatArray
    stop_moment: FloatArray
    stop_sharpness: FloatArray
    rest: FloatArray = field(default_factory=lambda: np.array([0.0, 0.0, -1.0]))


@dataclass(frozen=True, eq=False)
class Chain:
    """Segments and point masses; segment s is attached to parent[s] < s, or to the origin (-1).

    Args:
        length: (S,) m.
        mass: (P,) kg.
        mass_segment: (P,) segment that carries each mass.
        mass_distance: (P,) m from that segment's proximal joint.
        parent: (S,); by default, each segment is attached to the segment before it.
        gravity: (3,) m/s^2.
        resistance: passive joint moments; none by default.
        names: (S,) of the segments, for tables.

    Raises:
        InputError: a number is impossible for a chain, or a segment has no inertia.
    """

    length: FloatArray
    mass: FloatArray
    mass_segment: IntArray
    mass_distance: FloatArray
    parent: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    gravity: FloatArray = field(default_factory=lambda: np.array([0.0, 0.0, -STANDARD_GRAVITY]))
    resistance: JointResistance | None = None
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        segments = len(self.length)
        if len(self.parent) == 0:
            object.__setattr__(self, "parent", np.arange(segments, dtype=np.int64) - 1)
        if not self.names:
            object.__setattr__(self, "names", tuple(f"segment {s + 1}" for s in range(segments)))
        if segments == 0 or np.any(self.length <= 0.0):
            raise InputError(
                "the chain has no segment"
                if segments == 0
                else "a segment's length is not positive",
                "chain lengths",
                "Give a positive length in m for each segment.",
            )
        if len(self.parent) != segments or np.any(self.parent >= np.arange(segments)):
            raise InputError(
                "the parent of a segment comes after it",
                "chain parents",
                "List segments from the support outwards. -1 is the support.",
            )
        if np.any(self.mass <= 0.0) or np.any(
            (self.mass_segment < 0) | (self.mass_segment >= segments)
        ):
            raise InputError(
                "a point mass is not positive, or is on a segment that does not exist",
                "chain masses",
                "Give positive masses in kg. In a problem file, count segments from 1.",
            )
        C = segment_products(self)[0]
        if np.linalg.cond(C) > 1e12:
            raise InputError(
                "in one direction the chain can move without inertia",
                "chain masses",
                "Give as many independent point masses as segments. On each last segment, put one "
                "away from the proximal joint.",
            )

    @property
    def segments(self) -> int:
        """Number of segments S."""
        return len(self.length)

    def scaled(self, factor: float) -> Chain:
        """The same chain with a given part of its gravity and of its passive moments."""
        resistance = self.resistance
        if resistance is not None:
            resistance = replace(
                resistance,
                viscosity=factor * resistance.viscosity,
                stiffness=factor * resistance.stiffness,
                stop_moment=factor * resistance.stop_moment,
            )
        return replace(self, gravity=factor * self.gravity, resistance=resistance)

    @classmethod
    def pendulum(cls, length: Sequence[float], mass: Sequence[float]) -> Chain:
        """Chain with one point mass at the far end of each segment."""
        return cls(
            length=np.asarray(length, dtype=np.float64),
            mass=np.asarray(mass, dtype=np.float64),
            mass_segment=np.arange(len(length), dtype=np.int64),
            mass_distance=np.asarray(length, dtype=np.float64),
        )


def point_masses(
    length: FloatArray, mass: FloatArray, com: FloatArray, gyration: FloatArray
) -> tuple[FloatArray, IntArray, FloatArray]:
    """Two point masses for each segment, with its mass, centre of mass and transverse inertia.

    Masses m1 + m2 = m, m1 z1 + m2 z2 = m c, m1 z1^2 + m2 z2^2 = m (c^2 + k^2); the outer mass is at
    the far end of the segment, and these equations give the place of the inner mass.

    Args:
        length: (S,) m; mass: (S,) kg.
        com: (S,) m from the proximal joint; gyration: (S,) m, radius about the centre of mass.

    Returns:
        mass (2S,), segment (2S,), distance (2S,) as in `Chain`.

    Raises:
        InputError: a centre of mass is at or beyond the end of its segment.
    """
    if np.any(com >= length):
        raise InputError(
            "a centre of mass lies at or beyond the segment's end",
            "segment parameters",
            "Give the centre of mass in metres from the proximal joint.",
        )
    outer = length - com
    inner = gyration**2 / outer
    mass_outer = mass * inner / (inner + outer)
    segment = np.arange(len(length), dtype=np.int64)
    return (
        np.concatenate([mass - mass_outer, mass_outer]),
        np.concatenate([segment, segment]),
        np.concatenate([com - inner, length]),
    )


def relation_matrix(chain: Chain) -> FloatArray:
    """Relation matrix R (P, S) [m]: the position of mass p is sum_s R[p, s] n_s.

    Patel (2004) 3.1: z_p on the mass's own segment, L_s on the segments before it, 0 elsewhere.
    """
    R = np.zeros((len(chain.mass), chain.segments))
    for p, own in enumerate(chain.mass_segment):
        R[p, own] = chain.mass_distance[p]
        s = int(chain.parent[own])
        while s >= 0:
            R[p, s] = chain.length[s]
            s = int(chain.parent[s])
    return R


def segment_products(chain: Chain) -> tuple[FloatArray, FloatArray]:
    """Inertia products C = R^T M_D R (S, S) [kg*m^2] and moments P = R^T M_D 1 (S,) [kg*m].

    Patel (2004) 3.20 and 3.18.
    """
    R = relation_matrix(chain)
    return R.T @ (chain.mass[:, np.newaxis] * R), R.T @ chain.mass
