"""A planar chain of rigid and flexible bodies: joints, forces, and its motion from rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.flexible.timoshenko_beam import Beam
from ambulo.multibody.integrators.generalised_alpha import generalised_alpha
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo_studies.planar_links.equations import (
    ChainTables,
    contact_force,
    start_from_rest,
    tension,
    violations,
)
from ambulo_studies.planar_links.link import PlanarLink

FORCE_TOLERANCE, CONSTRAINT_TOLERANCE = 1e-9, 1e-12
"""Of the largest force; m, rad."""


@dataclass(frozen=True, eq=False)
class PlanarPoint:
    """A point of a body.

    Args:
        body: its index in the chain, -1 for the ground.
        place: (2,) m, u_o in the body's axes.
        shape: (2, nf) its displacement in every mode.
        turn: (nf,) rotation of its section in every mode.
    """

    body: int
    place: FloatArray
    shape: FloatArray
    turn: FloatArray


def rigid_point(body: int, x: float, y: float) -> PlanarPoint:
    """A point of a rigid body at (x, y) [m] in its axes."""
    return PlanarPoint(body, np.array([x, y]), np.zeros((2, 0)), np.zeros(0))


def ground_point(x: float, y: float) -> PlanarPoint:
    """A place of the ground [m]."""
    return rigid_point(-1, x, y)


def beam_points(made: Beam, shapes: FloatArray, body: int) -> Callable[[int, float], PlanarPoint]:
    """Points of a planar body made of beam elements: by node and way [m] ahead of the axis.

    Args:
        made: along z, which is the body's X2; X1 is x.
        shapes: (ndof, nf) of `flexible_link`.
        body: its index in the chain.
    """
    nodal = shapes.reshape(len(made.elements.nodes), 6, -1)

    def at(node: int, ahead: float) -> PlanarPoint:
        turn = -nodal[node, 4]  # from x to z is about -y
        shape = np.stack([nodal[node, 0], nodal[node, 2] + ahead * turn])
        return PlanarPoint(body, np.array([ahead, made.elements.nodes[node, 2]]), shape, turn)

    return at


@dataclass(frozen=True, eq=False)
class Hinge:
    """Point j stays on point i."""

    i: PlanarPoint
    j: PlanarPoint


@dataclass(frozen=True, eq=False)
class VerticalSlider:
    """A point keeps its R_1 [m]: with a `RevoluteDriver` of zero, a vertical slider."""

    point: PlanarPoint
    place: float


@dataclass(frozen=True, eq=False)
class RevoluteDriver:
    """The section at j is turned against that at i by angle(t) [rad], zero when absent.

    The motion starts from rest: the angle's first two derivatives are zero at t = 0.
    """

    i: PlanarPoint
    j: PlanarPoint
    angle: Callable[[FloatArray], FloatArray] | None = None


@dataclass(frozen=True, eq=False)
class Spring:
    """Torsional spring [N*m/rad] and damper [N*m*s/rad] between two points' sections.

    At rest when neither is turned against the other.
    """

    i: PlanarPoint
    j: PlanarPoint
    stiffness: float
    damping: float


@dataclass(frozen=True, eq=False)
class Tension:
    """A tension between two points that follows a table of times [s] and values [N].

    Between two entries it goes by the cubic step function 3 s^2 - 2 s^3.
    """

    i: PlanarPoint
    j: PlanarPoint
    times: tuple[float, ...]
    values: tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Impact:
    """ADAMS's IMPACT on the ground R_2 = 0: k p^e + c step(p) p_dot, never pulling.

    Args:
        point: what meets the ground; p is its depth [m].
        stiffness: k [N/m^e]; exponent: e.
        damping: c [N*s/m], in full from full_depth [m] on.
    """

    point: PlanarPoint
    stiffness: float
    exponent: float
    damping: float
    full_depth: float


@dataclass(frozen=True, eq=False)
class Chain:
    """Bodies, joints and forces; gravity [m/s^2] acts along -R_2.

    Rows of constraint stand in the order hinges (two each), sliders, drivers.
    """

    bodies: Sequence[PlanarLink]
    hinges: Sequence[Hinge] = ()
    sliders: Sequence[VerticalSlider] = ()
    drivers: Sequence[RevoluteDriver] = ()
    springs: Sequence[Spring] = ()
    pulls: Sequence[Tension] = ()
    impacts: Sequence[Impact] = ()
    gravity: float = 0.0

    def slice_of(self, body: int) -> slice:
        """Where a body's R_1, R_2, theta and modal coordinates are in q."""
        start = _starts(self)
        return slice(int(start[body]), int(start[body + 1]))


@dataclass(frozen=True, eq=False)
class ChainMotion:
    """Motion at the steps taken.

    Args:
        time: (steps,) s.
        q, v, a: (steps, n) coordinates of the bodies in order, rates and accelerations.
        multipliers: (steps, m) of the rows of constraint.
        contact: (steps,) N upwards, of all impacts.
        pulls: (steps, np) N.
        violation: (steps,) largest of the constraints [m, rad].
    """

    time: FloatArray
    q: FloatArray
    v: FloatArray
    a: FloatArray
    multipliers: FloatArray
    contact: FloatArray
    pulls: FloatArray
    violation: FloatArray


def run(
    chain: Chain, q: FloatArray, duration: float, step: float, spectral_radius: float = 0.6
) -> ChainMotion:
    """Move a chain from rest.

    Args:
        q: (n,) coordinates on the constraints.
        duration, step: s.
        spectral_radius: 1 keeps vibrations faster than the step, 0 removes them at once.

    Raises:
        InputError: if Newton's method does not converge in a step.
    """
    count = max(1, round(duration / step))
    time = np.linspace(0.0, duration, count + 1)
    tables = _tables(chain, time)
    n, method = len(q), generalised_alpha(spectral_radius, FORCE_TOLERANCE, CONSTRAINT_TOLERANCE)
    found = simulate_system(tables, time, q, np.zeros(n), method, step=duration / count, quiet=True)
    if found.outcome is not Outcome.REACHED:
        raise InputError(
            what="Newton's method does not converge",
            where=f"t = {time[np.isfinite(found.q).all(axis=1).sum()]:.4g} s",
            remedy="Take a smaller step",
        )
    found.observed[0] = start_from_rest(tables, q)
    pulls = np.array([[tension(table, t) for table in tables.tension_table] for t in time])
    return ChainMotion(
        time, found.q, found.v, found.observed[:, :n], found.observed[:, n:],
        contact_force(tables, found.q, found.v), pulls.reshape(count + 1, -1),
        violations(tables, time, found.q, found.v),
    )  # fmt: skip


def _starts(chain: Chain) -> IntArray:
    return np.concatenate([[0], np.cumsum([3 + body.nf for body in chain.bodies])]).astype(np.int64)


def _padded(rows: Sequence[FloatArray | float], shape: tuple[int, ...] | None = None) -> FloatArray:
    """Rows side by side, filled with zeros to one shape; without one to the largest size."""
    if shape is None:
        shape = tuple(max(sizes) for sizes in zip(*map(np.shape, rows), strict=True))
    out = np.zeros((len(rows), *shape))
    for k, row in enumerate(rows):
        part: tuple[slice | int, ...] = (k, *(slice(size) for size in np.shape(row)))
        out[part] = row
    return out


def _tables(chain: Chain, time: FloatArray) -> ChainTables:
    nm = max((body.nf for body in chain.bodies), default=0)
    points: list[PlanarPoint] = []

    def index(point: PlanarPoint) -> int:
        points.append(point)
        return len(points) - 1

    def pairs(joints: Sequence[Hinge | RevoluteDriver | Spring | Tension]) -> IntArray:
        found = [[index(joint.i), index(joint.j)] for joint in joints]
        return np.array(found, dtype=np.int64).reshape(-1, 2)

    hinges, drivers = pairs(chain.hinges), pairs(chain.drivers)
    springs, pulls = pairs(chain.springs), pairs(chain.pulls)
    sliders = np.array([index(slider.point) for slider in chain.sliders], dtype=np.int64)
    impacts = np.array([index(impact.point) for impact in chain.impacts], dtype=np.int64)
    entries = max((len(pull.times) for pull in chain.pulls), default=1)
    table = np.zeros((len(chain.pulls), 2, entries))
    for k, pull in enumerate(chain.pulls):
        table[k, 0], table[k, 1] = np.inf, pull.values[-1]
        table[k, 0, : len(pull.times)] = pull.times
        table[k, 1, : len(pull.times)] = pull.values
    angles = np.zeros((len(chain.drivers), len(time)))
    for k, driver in enumerate(chain.drivers):
        if driver.angle is not None:
            angles[k] = driver.angle(time)
    return ChainTables(
        start=_starts(chain),
        links=PlanarLink._make(_padded(part) for part in zip(*chain.bodies, strict=True)),
        body=np.array([point.body for point in points], dtype=np.int64),
        place=_padded([point.place for point in points], (2,)),
        shape=_padded([point.shape for point in points], (2, nm)),
        turn=_padded([point.turn for point in points], (nm,)),
        hinges=hinges,
        sliders=sliders,
        slider_place=np.array([slider.place for slider in chain.sliders]),
        drivers=drivers,
        angles=angles,
        interval=float(time[1] - time[0]),
        springs=springs,
        spring_law=np.array([[s.stiffness, s.damping] for s in chain.springs]).reshape(-1, 2),
        pulls=pulls,
        tension_table=table,
        impacts=impacts,
        impact_law=np.array(
            [[i.stiffness, i.exponent, i.damping, i.full_depth] for i in chain.impacts]
        ).reshape(-1, 4),
        gravity=chain.gravity,
    )
