"""Rigid bodies in absolute coordinates; joints and drivers as constraints with multipliers.

Bodies, joints, drivers and forces make a `System`. `simulate` moves it, `diagnose` describes faults
of its constraints, and `reaction` gives the force and moment that a joint transmits.
"""

from ambulo.multibody.constrained.body import GROUND, Body, frames_at, rotation_about
from ambulo.multibody.constrained.constraint_impulse import impulse
from ambulo.multibody.constrained.diagnosis import diagnose
from ambulo.multibody.constrained.drivers import (
    AngleDriver,
    CoordinateDriver,
    OrientationDriver,
    PointDriver,
)
from ambulo.multibody.constrained.forces.applied import (
    ForceAlongLine,
    Friction,
    Gravity,
    Moment,
    PointForce,
    QuadraticDrag,
    SpringDamperActuator,
)
from ambulo.multibody.constrained.forces.contact_sphere import ContactSphere
from ambulo.multibody.constrained.fourier import FourierSeries
from ambulo.multibody.constrained.functions import (
    Constant,
    Harmonic,
    Polynomial,
    Spline,
    smooth,
)
from ambulo.multibody.constrained.initial_conditions import assemble
from ambulo.multibody.constrained.integration.events import until
from ambulo.multibody.constrained.integration.stepwise import DOP853, RK4, Implicit, Stepper
from ambulo.multibody.constrained.integration.treatments import (
    Baumgarte,
    GeneralisedAlpha,
    Projection,
)
from ambulo.multibody.constrained.joints import (
    Cylindrical,
    Distance,
    Fixed,
    Ground,
    KeptCoordinates,
    KnifeEdge,
    PointOnLine,
    PointOnPlane,
    Prismatic,
    Revolute,
    Rolling,
    Spherical,
    Universal,
)
from ambulo.multibody.constrained.orientation import (
    EULER_PARAMETERS,
    EULER_ZXZ,
    ROTATION_VECTOR,
)
from ambulo.multibody.constrained.reactions import reaction
from ambulo.multibody.constrained.simulation import simulate
from ambulo.multibody.constrained.system import System
from ambulo.multibody.constrained.table_law import force_table

__all__ = [
    "DOP853",
    "EULER_PARAMETERS",
    "EULER_ZXZ",
    "GROUND",
    "RK4",
    "ROTATION_VECTOR",
    "AngleDriver",
    "Baumgarte",
    "Body",
    "Constant",
    "ContactSphere",
    "CoordinateDriver",
    "Cylindrical",
    "Distance",
    "Fixed",
    "ForceAlongLine",
    "FourierSeries",
    "Friction",
    "GeneralisedAlpha",
    "Gravity",
    "Ground",
    "Harmonic",
    "Implicit",
    "KeptCoordinates",
    "KnifeEdge",
    "Moment",
    "OrientationDriver",
    "PointDriver",
    "PointForce",
    "PointOnLine",
    "PointOnPlane",
    "Polynomial",
    "Prismatic",
    "Projection",
    "QuadraticDrag",
    "Revolute",
    "Rolling",
    "Spherical",
    "Spline",
    "SpringDamperActuator",
    "Stepper",
    "System",
    "Universal",
    "assemble",
    "diagnose",
    "force_table",
    "frames_at",
    "impulse",
    "reaction",
    "rotation_about",
    "simulate",
    "smooth",
    "until",
]
