"""Things in space on a page, as records: bodies, points, lines, arrows and plates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ambulo.math.arrays import FloatArray
from ambulo.report.plot_data import COARSE, Role


@dataclass(frozen=True)
class Solid:
    """A smooth solid: cross-sections in its frame.

    Args:
        sections: nine numbers each [m]: centre, half-axis u, half-axis w.
        exponent: 2 is an ellipse; larger values are squarer.
    """

    name: str
    role: Role
    sections: Sequence[Sequence[float]]
    exponent: float = 2.0


@dataclass(frozen=True, eq=False)
class SceneMotion:
    """Poses of all bodies: (frames, bodies, 3) m and (frames, bodies, 4) quaternions w, x, y, z."""

    name: str
    position: FloatArray = field(metadata=COARSE)
    quaternion: FloatArray = field(metadata=COARSE)
    ghost: bool = False


@dataclass(frozen=True, eq=False)
class Points:
    """Points (frames, n, 3) [m] drawn as balls of `radius` [m]."""

    layer: str
    names: Sequence[str]
    role: Role
    radius: float
    path: FloatArray = field(metadata=COARSE)
    shown: bool = True


@dataclass(frozen=True, eq=False)
class Rods:
    """Rods of `radius` [m] between pairs of points (frames, n, 3) [m]."""

    layer: str
    pairs: Sequence[tuple[int, int]]
    role: Role
    radius: float
    path: FloatArray = field(metadata=COARSE)


@dataclass(frozen=True, eq=False)
class _Drawn:
    layer: str
    name: str
    role: Role


@dataclass(frozen=True, eq=False)
class Arrow(_Drawn):
    """A vector (frames, 3) in `unit` at a point (frames, 3) [m]; `length`: metres for one unit."""

    unit: str
    length: float
    origin: FloatArray = field(metadata=COARSE)
    vector: FloatArray
    shown: bool = True


@dataclass(frozen=True, eq=False)
class Arc(_Drawn):
    """A moment (frames, 3) about a point (frames, 3) [m]; `full` is the moment that is drawn as a
    whole turn.
    """

    unit: str
    full: float
    origin: FloatArray = field(metadata=COARSE)
    vector: FloatArray
    shown: bool = False


@dataclass(frozen=True, eq=False)
class Trace(_Drawn):
    """The path (frames, 3) [m] that a point leaves."""

    path: FloatArray = field(metadata=COARSE)
    shown: bool = True


@dataclass(frozen=True)
class Plate:
    """A force plate's corners (4, 3) [m]."""

    name: str
    corners: Sequence[Sequence[float]]
