"""Simo and Vu-Quoc (1986): a slender beam spun up, by one floating frame and by several."""

from __future__ import annotations

import math

import numpy as np

from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.body import GROUND
from ambulo.multibody.constrained.drivers import AngleDriver
from ambulo.multibody.constrained.functions import Triple
from ambulo.multibody.constrained.initial_conditions import assemble
from ambulo.multibody.constrained.integration.treatments import GeneralisedAlpha
from ambulo.multibody.constrained.joints import Revolute
from ambulo.multibody.flexible.craig_bampton import Modes, craig_bampton
from ambulo.multibody.flexible.flexible_system import FlexibleSystem
from ambulo.multibody.flexible.floating_frame import flexible_body
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import Isotropic
from ambulo.multibody.flexible.sections import Section
from ambulo.multibody.flexible.timoshenko_beam import beam
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo_studies.planar_links.beam_in_parts import ELEMENTS, beam_in_parts
from ambulo_studies.planar_links.chain import run as run_chain
from ambulo_studies.planar_links.link import flexible_link

TITLE = "A beam spun up: what one floating frame leaves out"

SOURCE = (
    "Simo J. C., Vu-Quoc L. (1986). On the dynamics of flexible beams under large overall motions: "
    "the plane case, part II. Journal of Applied Mechanics 53, 855-863, section 5.1; the manoeuvre "
    "of Kane T. R., Ryan R. R., Banerjee A. K. (1987). Dynamics of a cantilever beam attached to a "
    "moving base. Journal of Guidance, Control, and Dynamics 10, 139-151."
)

DEVIATIONS = (
    "One floating frame with linear strain bends too far: what bending shortens is left out, and "
    "with it the stiffening by the centrifugal pull (Kane, Ryan and Banerjee 1987). If the beam is "
    "cut into parts that each bend little, the joints between them carry this stiffening. The "
    "error falls with the square of their number, which gives the limit in the table.",
)

LENGTH, EA, EI, LINE = 10.0, 2.8e7, 1.4e4, 1.2
"""m, N, N*m^2, kg/m."""

_RADIUS = math.sqrt(4.0 * EI / EA)
SECTION = Section(_RADIUS, _RADIUS)
MATERIAL = Isotropic(EA / SECTION.area, 0.3, LINE / SECTION.area)

FINAL, RAMP = 6.0, 15.0
"""rad/s after so many s."""

STEP, RADIUS = 1e-2, 0.8
"""s, and spectral radius of generalised-alpha."""


def spin(time: FloatArray) -> FloatArray:
    """Angle of the root [rad] at times [s]: from rest to 6 rad/s in 15 s."""
    t = np.asarray(time, dtype=np.float64)
    wave = (RAMP / (2.0 * np.pi)) ** 2 * (np.cos(2.0 * np.pi * t / RAMP) - 1.0)
    ramp = FINAL / RAMP * (0.5 * t * t + wave)
    return np.where(t < RAMP, ramp, FINAL * (t - 0.5 * RAMP))


def _driven(t: float) -> Triple:
    """The root's angle [rad] and its two derivatives."""
    phase = 2.0 * math.pi * t / RAMP
    if t >= RAMP:
        return FINAL * (t - 0.5 * RAMP), FINAL, 0.0
    rate = FINAL / RAMP * (t - RAMP / (2.0 * math.pi) * math.sin(phase))
    return float(spin(np.array(t))), rate, FINAL / RAMP * (1.0 - math.cos(phase))


def axial_pull() -> float:
    """Extension [m] at the end: rho A omega^2 L^3 / (3 EA)."""
    return LINE * FINAL**2 * LENGTH**3 / (3.0 * EA)


def in_frame(place: FloatArray, angle: FloatArray) -> FloatArray:
    """Places (n, 2) [m] in axes turned by angle (n,) [rad]."""
    c, s = np.cos(angle), np.sin(angle)
    return np.stack([c * place[:, 0] + s * place[:, 1], c * place[:, 1] - s * place[:, 0]], axis=1)


def planar_tip(parts: int, duration: float) -> tuple[FloatArray, FloatArray]:
    """Times (n,) [s] and the tip (n, 2) [m] in axes that turn with the root, of a beam in parts."""
    made = beam_in_parts(LENGTH, SECTION, MATERIAL, parts, spin)
    motion = run_chain(made.chain, made.q, duration, STEP, RADIUS)
    return motion.time, in_frame(made.place(motion.q), spin(motion.time))


def spatial_tip(duration: float) -> tuple[FloatArray, FloatArray]:
    """The same of one body with a floating frame in space, by `FlexibleSystem`."""
    made = beam(np.linspace(0.0, LENGTH, ELEMENTS + 1), lambda _z: SECTION, MATERIAL)
    ends = tuple(
        Interface(name, np.array([node]), made.elements.nodes[node])
        for name, node in (("root", 0), ("tip", ELEMENTS))
    )
    link, shapes = flexible_link(craig_bampton(made.elements, ends, 0))
    modes = Modes(made.elements, shapes, np.sqrt(link.stiffness) / (2.0 * np.pi), ends)
    body = flexible_body("beam", modes)
    # hinge along -y: from x to z; the beam's own axis is z, and lies along x at the start
    hinge = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, -1.0], [0.0, 1.0, 0.0]])
    own = np.array([[0.0, -1.0, 0.0], [0.0, 0.0, -1.0], [1.0, 0.0, 0.0]])
    ground, root = GROUND.frame(axes=hinge), body.at("root").frame(axes=own)
    joints = (Revolute("root", ground, root), AngleDriver("spin", ground, root, _driven))
    system = FlexibleSystem([], [body], joints)
    lying = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
    begun = assemble(system, system.coordinates({body.frame: (np.zeros(3), lying)}))
    found = GeneralisedAlpha(STEP, RADIUS)(system, begun.q, begun.v, 0.0, duration)
    tip = np.array(
        [
            system.state(q, v, t).of(body.at("tip").point())[0]
            for t, q, v in zip(found.time, found.q, found.v, strict=True)
        ]
    )
    return found.time, in_frame(tip[:, [0, 2]], spin(found.time))


def run(progress: OnPart) -> Findings:
    """Spin the beam up in one part and in several, in the plane and in space."""
    counts = (1, 2, 4, 8, 16)
    tips = {}
    for k, parts in enumerate(counts):
        progress(f"{parts} parts", 0.1 * k)
        tips[parts] = planar_tip(parts, 7.5)
    deepest = {parts: float(tip[:, 1].min()) for parts, (_, tip) in tips.items()}
    # errors fall with the square of the number: the last two give the limit
    limit = deepest[16] + (deepest[16] - deepest[8]) / 3.0
    progress("one frame in space", 0.5)
    space_time, space_tip = spatial_tip(7.5)
    progress("the end of the spin-up", 0.8)
    time, tip = planar_tip(8, 20.0)
    settled = time > 18.0
    between = float(np.abs(space_tip - tips[1][1]).max())
    ratios = [
        (deepest[a] - deepest[b]) / (deepest[b] - deepest[c]) for a, b, c in ((2, 4, 8), (4, 8, 16))
    ]
    return Findings(
        comparisons=(
            Comparison(
                "extension at 6 rad/s",
                "mm",
                1e3 * axial_pull(),
                1e3 * float(np.mean(tip[settled, 0] - LENGTH)),
                1e-2 * 1e3 * axial_pull(),
                "closed form, rho A omega^2 L^3 / (3 EA)",
            ),
        ),
        tables=(
            Table(
                "Deepest bending of the tip during the spin-up",
                ("parts", "deflection [m]", "off the limit [%]"),
                tuple(
                    (float(parts), value, 100.0 * (value / limit - 1.0))
                    for parts, value in deepest.items()
                ),
                f"The limit by extrapolation is {limit:.4f} m.",
            ),
        ),
        figures=(
            Chart(
                "deflection",
                "Tip across the turning line",
                "time [s]",
                "deflection [m]",
                (
                    Curve("one frame, in the plane", tips[1][0], tips[1][1][:, 1]),
                    Curve("one frame, in space", space_time, space_tip[:, 1], "k--"),
                    Curve("eight parts", time, tip[:, 1]),
                ),
                caption="One frame with linear strain bends too far; both formulations alike.",
            ),
        ),
        checks={
            "plane and space bend alike, within 0.1 % of the deflection": bool(
                between < 1e-3 * abs(deepest[1])
            ),
            "errors fall with the square of the number of parts (3.6 to 4.4 a doubling)": all(
                3.6 < ratio < 4.4 for ratio in ratios
            ),
            "settled, the tip lies on the turning line within 1 cm": bool(
                np.abs(tip[settled, 1]).max() < 0.01
            ),
        },
    )
