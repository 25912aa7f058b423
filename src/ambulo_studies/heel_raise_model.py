"""The lower limb of Al Nazer (2006), chapters 3 and 4: raising the sole of the foot.

X forwards, Y up; the heel stands at the origin. Thigh, shank and foot, half a body on a vertical
slider, toe hinged to the ground. What it does not print is in `Assumptions`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.craig_bampton import craig_bampton
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import Isotropic, isotropic_bone
from ambulo.multibody.flexible.sections import hollow_circle
from ambulo.multibody.flexible.timoshenko_beam import beam
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo_studies.planar_links.chain import (
    Chain,
    ChainMotion,
    Hinge,
    Impact,
    PlanarPoint,
    RevoluteDriver,
    Spring,
    Tension,
    VerticalSlider,
    beam_points,
    ground_point,
    rigid_point,
    run,
)
from ambulo_studies.planar_links.link import (
    PlanarLink,
    flexible_link,
    rigid_link,
)

SHANK, THIGH, FOOT, FOOT_HEIGHT = 0.421, 0.464, 0.1, 0.05
"""m, tables 3.1, 3.3, 3.4."""

MASSES = {"foot": 1.0, "shank": 3.0, "thigh": 5.0, "body": 30.0}
"""kg, tables 3.1, 3.3, 3.4 and section 3.4."""

OUTER, INNER = 0.037, 0.027
"""m, table 3.1."""

SHANK_SECTION = hollow_circle(OUTER, INNER)

AREAS = (230.0, 96.0)
"""Soleus and gastrocnemius share the force by them: chapter 4."""

SOLEUS_SHARE = AREAS[0] / sum(AREAS)

THIGH_CENTRE, THIGH_RADII = 0.433, (0.045, 0.035)
"""Of the thigh's length, its centre of mass below the hip; m: table 3.3."""

EXPONENT, DAMPING, FULL_DEPTH = 2.2, 1e5, 1e-4
"""-, N*s/m, m: contact of heel and ground, table 4.2."""

STIFFNESS = 1e5 * 1e3**EXPONENT
"""N/m^2.2: table 4.2's 1e8 N/m, ADAMS's usual 1e5 N/mm, is for a depth in mm to the exponent."""

NODES = 20


@dataclass(frozen=True)
class Assumptions:
    """What figures show without a number, or the text leaves open.

    Args:
        muscle_force: N, soleus and gastrocnemius together while the heel is up.
        ankle_ahead: m, of the ankle before the heel and the Achilles tendon.
        contact_ahead: m, of the place before the heel where the ground meets the foot.
        soleus_height: origin on the back of the shank, part of its length above the ankle.
        gastrocnemius: (2,) m, origin from the knee's centre, on the thigh.
        knee_spring, hip_spring: N*m/rad; spring_damping: N*m*s/rad, of both.
        damping_ratio: of critical, in the shank's modes.
        times: s: pull begins, is full, begins to cease, has ceased; and the end.
    """

    muscle_force: float = 800.0
    ankle_ahead: float = 0.04
    contact_ahead: float = 0.0
    soleus_height: float = 0.7
    gastrocnemius: tuple[float, float] = (-0.045, 0.03)
    knee_spring: float = 2e4
    hip_spring: float = 2e4
    spring_damping: float = 200.0
    damping_ratio: float = 0.01
    times: tuple[float, float, float, float, float] = (0.3, 0.8, 1.3, 1.7, 2.0)


@dataclass(frozen=True, eq=False)
class HeelRaise:
    """One run.

    Args:
        motion: of the chain; bodies foot, shank, thigh, upper body.
        anterior, posterior: (steps, 6) strain at mid-shank, in the shank's axes (x forwards,
            z up).
        shank_angle: (steps,) rad, from X to Y.
        reaction: (steps,) N, vertical, of contact and toe together; heel (steps,) m of height.
        material: of the shank.
    """

    motion: ChainMotion
    anterior: FloatArray
    posterior: FloatArray
    shank_angle: FloatArray
    reaction: FloatArray
    heel: FloatArray
    material: Isotropic


def heel_raise(
    assumed: Assumptions | None = None,
    step: float = 5e-4,
    stiffer: float = 1.0,
    modes: int | None = None,
    stiffness: float = STIFFNESS,
) -> HeelRaise:
    """Simulate one cycle.

    Args:
        assumed: what Al Nazer leaves open.
        step: s.
        stiffer: factor on the shank's modal stiffness, for its rigid limit.
        modes: of the shank; 0 makes it rigid, all of its interfaces' when absent.
        stiffness: of the contact, N/m^2.2.
    """
    given = Assumptions() if assumed is None else assumed
    material = isotropic_bone(MASSES["shank"] / (SHANK * SHANK_SECTION.area))
    made = beam(np.linspace(0.0, SHANK, NODES + 1), lambda _z: SHANK_SECTION, material)
    origin = round(given.soleus_height * NODES)
    interfaces = [
        Interface(name, np.array([node]), made.elements.nodes[node])
        for name, node in (
            ("ankle", 0),
            ("middle", NODES // 2),
            ("soleus", origin),
            ("knee", NODES),
        )
    ]
    components = craig_bampton(made.elements, interfaces, 0)
    shank, shapes = flexible_link(components, given.damping_ratio, modes)
    shank = shank._replace(stiffness=stiffer * shank.stiffness)
    limb, q, heel = _limb(given, shank, beam_points(made, shapes, body=1), stiffness)
    motion = run(limb, q, given.times[-1], step)
    part = motion.q[:, limb.slice_of(1)]
    middle = made.strain_rows(0.5 * SHANK, 0.0), made.strain_rows(0.5 * SHANK, np.pi)
    angle = motion.q[:, 2]
    return HeelRaise(
        motion=motion,
        anterior=part[:, 3:] @ (middle[0] @ shapes).T,
        posterior=part[:, 3:] @ (middle[1] @ shapes).T,
        shank_angle=part[:, 2],
        reaction=motion.contact - motion.multipliers[:, 1],
        heel=motion.q[:, 1] + np.sin(angle) * heel.place[0] + np.cos(angle) * heel.place[1],
        material=material,
    )


def _limb(
    given: Assumptions,
    shank: PlanarLink,
    at_shank: Callable[[int, float], PlanarPoint],
    stiffness: float,
) -> tuple[Chain, FloatArray, PlanarPoint]:
    """The chain, its coordinates as it stands as deep in the ground as its load wants, the heel."""
    wide = sum(radius**2 for radius in THIGH_RADII)
    thigh = rigid_link(MASSES["thigh"], MASSES["thigh"] * (THIGH**2 + 3.0 * wide) / 12.0)
    foot = rigid_link(MASSES["foot"], MASSES["foot"] * (FOOT**2 + FOOT_HEIGHT**2) / 12.0)
    body = rigid_link(MASSES["body"], 1.0)  # it does not turn: its inertia has no effect
    above_knee = (1.0 - THIGH_CENTRE) * THIGH
    heel = rigid_point(0, -0.5 * FOOT, -0.5 * FOOT_HEIGHT)
    sole = rigid_point(0, given.contact_ahead - 0.5 * FOOT, -0.5 * FOOT_HEIGHT)
    toe = rigid_point(0, 0.5 * FOOT, -0.5 * FOOT_HEIGHT)
    ankle = rigid_point(0, given.ankle_ahead - 0.5 * FOOT, 0.5 * FOOT_HEIGHT)
    ankle_shank, knee_shank = at_shank(0, 0.0), at_shank(NODES, 0.0)
    soleus = at_shank(round(given.soleus_height * NODES), -SHANK_SECTION.a)
    knee = rigid_point(2, 0.0, -above_knee)
    hip = rigid_point(2, 0.0, THIGH - above_knee)
    pelvis = rigid_point(3, 0.0, 0.0)
    gastrocnemius = rigid_point(2, given.gastrocnemius[0], given.gastrocnemius[1] - above_knee)

    carried = MASSES["shank"] + MASSES["thigh"] + MASSES["body"]
    moment = carried * (FOOT - given.ankle_ahead) + 0.5 * MASSES["foot"] * FOOT
    arm = FOOT - given.contact_ahead
    load = STANDARD_GRAVITY * moment / arm
    tilt = float(np.arcsin((load / stiffness) ** (1.0 / EXPONENT) / arm))
    turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    centre = np.array([FOOT, 0.0]) - turn @ toe.place
    start = centre + turn @ ankle.place
    q = np.concatenate(
        [
            centre, [tilt],
            start, [0.0], np.zeros(shank.nf),
            start + np.array([0.0, SHANK + above_knee]), [0.0],
            start + np.array([0.0, SHANK + THIGH]), [0.0],
        ]
    )  # fmt: skip
    times = given.times[:4]
    soleus_force = SOLEUS_SHARE * given.muscle_force
    chain = Chain(
        bodies=(foot, shank, thigh, body),
        hinges=(
            Hinge(ground_point(FOOT, 0.0), toe),
            Hinge(ankle, ankle_shank),
            Hinge(knee_shank, knee),
            Hinge(hip, pelvis),
        ),
        sliders=(VerticalSlider(pelvis, float(start[0])),),
        drivers=(RevoluteDriver(ground_point(0.0, 0.0), pelvis),),
        springs=(
            Spring(knee_shank, knee, given.knee_spring, given.spring_damping),
            Spring(hip, pelvis, given.hip_spring, given.spring_damping),
        ),
        pulls=(
            Tension(soleus, heel, times, _raised(soleus_force)),
            Tension(gastrocnemius, heel, times, _raised(given.muscle_force - soleus_force)),
        ),
        impacts=(Impact(sole, stiffness, EXPONENT, DAMPING, FULL_DEPTH),),
        gravity=STANDARD_GRAVITY,
    )
    return chain, q, heel


def _raised(force: float) -> tuple[float, float, float, float]:
    return 0.0, force, force, 0.0
