"""Textbook mechanisms, assembled: examples of the layer and its yardsticks against others."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.body import GROUND, Body, Frame, rotation_about
from ambulo.multibody.constrained.forces.applied import Gravity
from ambulo.multibody.constrained.joints import Prismatic, Revolute, Spherical
from ambulo.multibody.constrained.orientation import EULER_PARAMETERS, Orientation
from ambulo.multibody.constrained.rows import Constraint
from ambulo.multibody.constrained.system import System

WEIGHT = Gravity((0.0, 0.0, -9.81))


@dataclass(frozen=True, eq=False)
class Mechanism:
    """A system at its initial coordinates and rates (n,)."""

    system: System
    q: FloatArray
    v: FloatArray

    def energy(self, q: FloatArray, v: FloatArray, t: float = 0.0) -> float:
        """Kinetic and potential energy, J."""
        kinetic = self.system.kinetic_energy(q, v)
        return kinetic + WEIGHT.potential(self.system.state(q, v, t))


@dataclass(frozen=True, eq=False)
class Rod:
    """A slender rod from `tail` to `head` [m] along its x axis."""

    body: Body
    tail: FloatArray
    head: FloatArray

    @classmethod
    def between(
        cls,
        name: str,
        mass: float,
        tail: tuple[float, float, float],
        head: tuple[float, float, float],
        orientation: Orientation = EULER_PARAMETERS,
    ) -> Rod:
        """A rod of a mass [kg] between two points [m]."""
        a, b = np.array(tail), np.array(head)
        across = mass * float((b - a) @ (b - a)) / 12.0
        body = Body(name, mass, np.array([1e-2 * across, across, across]), orientation)
        return cls(body, a, b)

    @property
    def length(self) -> float:
        """m."""
        return float(np.linalg.norm(self.head - self.tail))

    @property
    def pose(self) -> tuple[FloatArray, FloatArray]:
        """Centre [m] and attitude."""
        x = (self.head - self.tail) / self.length
        near = np.array([0.0, 1.0, 0.0]) if abs(x[1]) < 0.9 else np.array([1.0, 0.0, 0.0])
        z = np.cross(x, near)
        z /= np.linalg.norm(z)
        return 0.5 * (self.tail + self.head), np.column_stack([x, np.cross(z, x), z])

    def hinge(self, at_head: bool, axis: FloatArray) -> Frame:
        """Frame at an end whose z axis is along a world `axis` in the initial posture."""
        _, attitude = self.pose
        local = attitude.T @ axis
        seed = np.eye(3)[int(np.argmin(np.abs(local)))]
        x = np.cross(seed, local)
        x /= np.linalg.norm(x)
        axes = np.column_stack([x, np.cross(local, x), local])
        return self.body.frame((0.5 * self.length * (1 if at_head else -1), 0.0, 0.0), axes)


def _ground_hinge(at: FloatArray, axis: FloatArray) -> Frame:
    seed = np.eye(3)[int(np.argmin(np.abs(axis)))]
    x = np.cross(seed, axis)
    x /= np.linalg.norm(x)
    axes = np.column_stack([x, np.cross(axis, x), axis])
    return GROUND.frame((float(at[0]), float(at[1]), float(at[2])), axes)


def _at_rest(rods: list[Rod], constraints: list[Constraint]) -> Mechanism:
    system = System([rod.body for rod in rods], constraints, [WEIGHT])
    q = system.coordinates({rod.body: rod.pose for rod in rods})
    return Mechanism(system, q, np.zeros(system.n))


Y_AXIS = np.array([0.0, 1.0, 0.0])


def double_pendulum(
    first: float = 0.7, second: float = 1.0, orientation: Orientation = EULER_PARAMETERS
) -> Mechanism:
    """Two rods (1 m, 1 kg; 0.8 m, 0.7 kg) in the X-Z plane, released from rest.

    Args:
        first, second: rad, of the rods from straight down.
    """
    elbow = (math.sin(first), 0.0, -math.cos(first))
    end = (elbow[0] + 0.8 * math.sin(second), 0.0, elbow[2] - 0.8 * math.cos(second))
    upper = Rod.between("upper", 1.0, (0.0, 0.0, 0.0), elbow, orientation)
    lower = Rod.between("lower", 0.7, elbow, end, orientation)
    return _at_rest(
        [upper, lower],
        [
            Revolute("shoulder", _ground_hinge(upper.tail, Y_AXIS), upper.hinge(False, Y_AXIS)),
            Revolute("elbow", upper.hinge(True, Y_AXIS), lower.hinge(False, Y_AXIS)),
        ],
    )


def four_bar(orientation: Orientation = EULER_PARAMETERS) -> Mechanism:
    """Crank 1 m, coupler sqrt(5) m, rocker sqrt(4.25) m over 2.5 m of ground, released from rest.

    Four spatial hinges: three of the 20 rows are redundant, as the diagnosis says.
    """
    points = [(0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (2.0, 0.0, 2.0), (2.5, 0.0, 0.0)]
    masses = (1.0, 2.0, 1.5)
    rods = [
        Rod.between(name, mass, points[k], points[k + 1], orientation)
        for k, (name, mass) in enumerate(zip(("crank", "coupler", "rocker"), masses, strict=True))
    ]
    crank, coupler, rocker = rods
    return _at_rest(
        rods,
        [
            Revolute("A", _ground_hinge(crank.tail, Y_AXIS), crank.hinge(False, Y_AXIS)),
            Revolute("B", crank.hinge(True, Y_AXIS), coupler.hinge(False, Y_AXIS)),
            Revolute("C", coupler.hinge(True, Y_AXIS), rocker.hinge(False, Y_AXIS)),
            Revolute("D", _ground_hinge(rocker.head, Y_AXIS), rocker.hinge(True, Y_AXIS)),
        ],
    )


def slider_crank(orientation: Orientation = EULER_PARAMETERS) -> Mechanism:
    """Crank 0.5 m (1 kg), rod 1.3 m (2 kg), slider 1.5 kg on the X axis, released from rest."""
    crank = Rod.between("crank", 1.0, (0.0, 0.0, 0.0), (0.3, 0.0, 0.4), orientation)
    reach = 0.3 + math.sqrt(1.3**2 - 0.4**2)
    rod = Rod.between("rod", 2.0, (0.3, 0.0, 0.4), (reach, 0.0, 0.0), orientation)
    slider = Body("slider", 1.5, np.array([0.01, 0.01, 0.01]), orientation)
    to_x = rotation_about((0.0, 1.0, 0.0), math.pi / 2.0)
    constraints: list[Constraint] = [
        Revolute("main bearing", _ground_hinge(crank.tail, Y_AXIS), crank.hinge(False, Y_AXIS)),
        Revolute("crank pin", crank.hinge(True, Y_AXIS), rod.hinge(False, Y_AXIS)),
        Spherical("piston pin", rod.body.point(0.65, 0.0, 0.0), slider.point()),
        Prismatic("cylinder", GROUND.frame(axes=to_x), slider.frame(axes=to_x)),
    ]
    system = System([crank.body, rod.body, slider], constraints, [WEIGHT])
    q = system.coordinates(
        {
            crank.body: crank.pose,
            rod.body: rod.pose,
            slider: (np.array([reach, 0.0, 0.0]), np.eye(3)),
        }
    )
    return Mechanism(system, q, np.zeros(system.n))


def bricard(orientation: Orientation = EULER_PARAMETERS) -> Mechanism:
    """Bricard's six-hinge loop of 1 m, 1 kg rods: one degree of freedom that no count predicts.

    Gonzalez et al. (2006), the benchmark of the IFToMM committee on multibody dynamics.
    """
    corners = [
        (0.0, 0.0, 0.0),
        (1.0, 0.0, 0.0),
        (1.0, -1.0, 0.0),
        (1.0, -1.0, 1.0),
        (0.0, -1.0, 1.0),
        (0.0, 0.0, 1.0),
    ]
    rods = [
        Rod.between(f"rod {k + 1}", 1.0, corners[k], corners[k + 1], orientation) for k in range(5)
    ]
    sides = [np.array([0.0, 0.0, -1.0])] + [rod.head - rod.tail for rod in rods]
    constraints: list[Constraint] = []
    for k in range(6):
        axis = np.cross(sides[k], sides[(k + 1) % 6])
        before = (
            _ground_hinge(np.array(corners[0]), axis) if k == 0 else rods[k - 1].hinge(True, axis)
        )
        after = _ground_hinge(np.array(corners[5]), axis) if k == 5 else rods[k].hinge(False, axis)
        constraints.append(Revolute(f"hinge {k + 1}", before, after))
    return _at_rest(rods, constraints)


def spinning_top(
    spin: float = 150.0, tilt: float = 0.5, orientation: Orientation = EULER_PARAMETERS
) -> Mechanism:
    """A symmetric top on a fixed point, let go with spin only.

    Mass 1 kg, centre of mass 0.2 m from the point, inertia 0.012, 0.012, 0.003 kg*m^2.

    Args:
        spin: rad/s about its axis; tilt: rad from the vertical.
    """
    top = Body("top", 1.0, np.array([0.012, 0.012, 0.003]), orientation)
    system = System(
        [top], [Spherical("point", GROUND.point(), top.point(0.0, 0.0, -0.2))], [WEIGHT]
    )
    attitude = rotation_about((1.0, 0.0, 0.0), tilt)
    q = system.coordinates({top: (0.2 * attitude[:, 2], attitude)})
    v = system.rates(q, np.zeros((1, 3)), np.array([[0.0, 0.0, spin]]))
    return Mechanism(system, q, v)
