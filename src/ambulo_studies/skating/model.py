"""The skater of one stroke as a constrained system: 3 bodies, 18 coordinates, C1 to C17."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.body import GROUND, Body, Point, cross, rotation_about
from ambulo.multibody.constrained.drivers import OrientationDriver, PointDriver
from ambulo.multibody.constrained.forces.applied import (
    ForceAlongLine,
    Friction,
    Gravity,
    QuadraticDrag,
)
from ambulo.multibody.constrained.forces.law import CompiledForce
from ambulo.multibody.constrained.fourier import FourierSeries
from ambulo.multibody.constrained.functions import Constant, Polynomial, ScalarFunction, smooth
from ambulo.multibody.constrained.joints import Distance, KeptCoordinates, Prismatic, Spherical
from ambulo.multibody.constrained.orientation import EULER_ZXZ, Orientation
from ambulo.multibody.constrained.rows import Along, Constraint, Row
from ambulo.multibody.constrained.system import System
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo_studies.skating.parameters import Skater
from ambulo_studies.skating.readings import DriveReading

Drivers = Literal["consistent", "as printed", "relative to the ski"]

QUARTER_TURN = rotation_about((1.0, 0.0, 0.0), -math.pi / 2.0)
"""Rotation that keeps the ZXZ angles of upright bodies a right angle away from gimbal lock."""


@dataclass(frozen=True, eq=False)
class SkiTrack:
    """C2: the ski's origin stays on the line through `start` along the ski's long axis.

    If the line passes through the origin, C2 is R1 sin(phi) - R2 cos(phi) = 0 (Bruzzo 2012, eq.
    112).
    """

    name: str
    ski: Body
    start: FloatArray

    @property
    def at(self) -> Point:
        """Place of the ski's origin."""
        return self.ski.point()

    def rows(self) -> tuple[Row, ...]:
        """Row of the constraint, across the ski."""
        across = self.ski.direction(0.0, 1.0, 0.0)
        line = GROUND.point(*self.start)
        return (Along(self.name, across, self.ski.point(), line),)


@dataclass(frozen=True, eq=False)
class Stroke:
    """One stroke: the system, its parts and its start.

    Args:
        system: bodies ski, lower leg, upper leg with the body's mass.
        ankle, knee, extension, lean: constraints, which give the reactions; extension is None for a
            released leg.
        gravity, push_off: forces; push_off is None if it is a reaction.
        along: (3,) direction of the ski; lean_axis: (3,) axis about which the leg leans, world
            axes.
        ski_axes: (3, 3) axes of the ski; start: (3,) m, first place of the ski; begin: s, start
            time.
    """

    system: System
    bodies: tuple[Body, Body, Body]
    ankle: Spherical
    knee: Prismatic
    extension: Distance | None
    lean: Constraint
    gravity: Gravity
    push_off: ForceAlongLine | None
    along: FloatArray
    lean_axis: FloatArray
    ski_axes: FloatArray
    start: FloatArray
    begin: float
    skater: Skater

    def leg(self, t: float) -> tuple[float, float, float, float]:
        """Prescribed length and lean of the leg at time t, each with its rate."""
        x = t - self.begin
        skater = self.skater
        return (
            skater.leg_start + skater.extension_rate * x,
            skater.extension_rate,
            skater.lean_start + skater.lean_rate * x,
            skater.lean_rate,
        )

    def configuration(
        self, s: float, s_dot: float, leg: tuple[float, float, float, float]
    ) -> tuple[FloatArray, FloatArray]:
        """Coordinates and rates (18,) from the ski's travel s [m], its rate and the leg."""
        length, length_dot, lean, lean_dot = leg
        leg_axes = rotation_about(tuple(self.lean_axis), lean) @ self.ski_axes
        up = leg_axes[:, 2]
        forward = cross(self.lean_axis, up)
        ski = self.start + s * self.along
        half = 0.5 * self.skater.lower_leg
        one, two, three = self.bodies
        q = self.system.coordinates(
            {
                one: (ski, self.ski_axes),
                two: (ski + half * up, leg_axes),
                three: (ski + length * up, leg_axes),
            }
        )
        travel = s_dot * self.along
        velocities = np.array(
            [
                travel,
                travel + half * lean_dot * forward,
                travel + length * lean_dot * forward + length_dot * up,
            ]
        )
        spin = leg_axes.T @ (lean_dot * self.lean_axis)
        omega = np.array([np.zeros(3), spin, spin])
        return q, self.system.rates(q, velocities, omega)


def push_off_force(skater: Skater, begin: float) -> ScalarFunction:
    """Smooth and periodic push-off [N] along the leg over a stroke that begins at `begin` [s]."""
    mean = skater.push_off * skater.weight
    if not skater.sines:
        return Constant(mean)
    return FourierSeries(
        mean,
        mean * np.array(skater.sines),
        mean * np.array(skater.cosines),
        skater.time,
        begin,
    )


def build_stroke(
    skater: Skater,
    reading: DriveReading,
    side: int = 1,
    start: FloatArray | None = None,
    begin: float = 0.0,
    *,
    drivers: Drivers = "consistent",
    orientation: Orientation = EULER_ZXZ,
    turned: bool = True,
    held: float | None = None,
) -> Stroke:
    """The skater on one ski.

    Args:
        side: 1 on the left ski, which points to the left; -1 on the right ski.
        start: (3,) m, first place of the ski; the origin if absent.
        begin: s.
        drivers: "consistent" drives the leg's three orientation angles relative to the ski (C15 to
            C17). "as printed" drives body 2's position in the world (eq. 145). "relative to the
            ski" drives body 2's position relative to the ski (Table 5).
        orientation: coordinates that describe orientations; Bruzzo's are ZXZ.
        turned: whether orientations are measured from a quarter turn, away from gimbal lock; False:
            as printed.
        held: m; fixed length of a released leg.
    """
    line = np.zeros(3) if start is None else start
    reference = QUARTER_TURN if turned else np.eye(3)
    lower, upper = skater.lower_leg_mass, skater.body_mass
    one, two, three = (
        Body(name, mass, inertia, orientation, reference)
        for name, mass, inertia in (
            ("ski", skater.ski_mass, _ski_inertia(skater)),
            ("lower leg", lower, _rod_inertia(lower, skater.lower_leg)),
            ("upper leg", upper, _rod_inertia(upper, skater.upper_leg)),
        )
    )
    ski_axes = rotation_about((0.0, 0.0, 1.0), side * skater.angle)
    half = 0.5 * skater.lower_leg
    ankle = Spherical("ankle", one.point(), two.point(0.0, 0.0, -half))
    knee = Prismatic("knee", two.frame(), three.frame())
    length = Polynomial((skater.leg_start, skater.extension_rate), begin)
    lean = Polynomial((skater.lean_start, skater.lean_rate), begin)
    # on the left ski the body leans to the right, over the other ski: about +x of the ski
    axis = (float(side), 0.0, 0.0) if reading.sideways else (0.0, 1.0, 0.0)
    reach = held if reading.released else length
    extension = None if reach is None else Distance("driver C14", one.point(), three.point(), reach)
    lean_driver = _lean_driver(drivers, skater, (one, two), axis, lean, ski_axes, line, begin)
    constraints = [*_on_track(one, line, ski_axes), ankle, knee]
    if extension is not None:
        constraints.append(extension)
    constraints.append(lean_driver)

    gravity, friction, drag = _forces(skater, one, three)
    forces: list[CompiledForce] = [gravity, friction, drag]
    push_off = None
    if reading.thrust or reading.released:
        push_off = ForceAlongLine(
            "push-off",
            one.point(),
            three.point(),
            push_off_force(skater, begin),
            reaction=not reading.thrust,
        )
        forces.append(push_off)
    return Stroke(
        system=System((one, two, three), constraints, forces),
        bodies=(one, two, three),
        ankle=ankle,
        knee=knee,
        extension=extension,
        lean=lean_driver,
        gravity=gravity,
        push_off=push_off,
        along=ski_axes[:, 0],
        lean_axis=ski_axes @ np.array(axis),
        ski_axes=ski_axes,
        start=line,
        begin=begin,
        skater=skater,
    )


def _on_track(ski: Body, line: FloatArray, ski_axes: FloatArray) -> list[Constraint]:
    """C1 to C5: the ski on its track and its orientation kept, by its coordinates if three."""
    rows: list[Constraint] = [
        KeptCoordinates("C1", ski, {"ski z": (2, float(line[2]))}),
        SkiTrack("C2 ski track", ski, line),
    ]
    symbols = ski.orientation.symbols
    if len(symbols) == 3:
        angles = ski.orientation.from_matrix(ski_axes @ ski.reference.T)
        kept = {f"C{3 + k} {symbols[k]}": (3 + k, float(angles[k])) for k in range(3)}
        return [*rows, KeptCoordinates("ski", ski, kept)]
    still = OrientationDriver(
        "ski orientation", GROUND.frame(axes=ski_axes), ski.frame(), (0.0, 0.0, 1.0), Constant(0.0)
    )
    return [*rows, still]


def _forces(skater: Skater, ski: Body, upper: Body) -> tuple[Gravity, Friction, QuadraticDrag]:
    """Gravity on the slope, friction under the ski, drag of the air."""
    down, along = -STANDARD_GRAVITY, ski.direction(1.0, 0.0, 0.0)
    friction = Constant(skater.friction)
    return (
        Gravity((down * math.sin(skater.slope), 0.0, down * math.cos(skater.slope))),
        Friction("friction", ski.point(), along, friction, skater.friction_smoothing),
        QuadraticDrag("drag", upper.point(), skater.drag_area, skater.air_density),
    )


def _lean_driver(
    drivers: Drivers,
    skater: Skater,
    bodies: tuple[Body, Body],
    axis: tuple[float, float, float],
    lean: Polynomial,
    ski_axes: FloatArray,
    line: FloatArray,
    begin: float,
) -> Constraint:
    one, two = bodies
    labels = ("driver C15", "driver C16", "driver C17")
    if drivers == "consistent":
        return OrientationDriver("lean", one.frame(), two.frame(), axis, lean, labels)
    half = 0.5 * skater.lower_leg
    world_axis = ski_axes @ np.array(axis)

    def place(k: int) -> ScalarFunction:
        def value(t: float) -> float:
            up = rotation_about(tuple(world_axis), lean(t)[0])[:, 2]
            offset = float(line[k]) if drivers == "as printed" else 0.0
            return offset + half * float(up[k])

        return smooth(value, begin, begin + skater.time)

    origin = GROUND.point() if drivers == "as printed" else one.point()
    return PointDriver("place", origin, two.point(), place(0), place(1), place(2), labels)


def _ski_inertia(skater: Skater) -> FloatArray:
    a, b, c = skater.ski_length, skater.ski_width, skater.ski_thickness
    return skater.ski_mass / 12.0 * np.array([b * b + c * c, a * a + c * c, a * a + b * b])


def _rod_inertia(mass: float, length: float) -> FloatArray:
    across = mass * length * length / 12.0
    return np.array([across, across, 0.0])  # Bruzzo (2012), eq. 156-159: none about its own axis
