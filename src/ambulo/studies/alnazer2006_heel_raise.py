"""Al Nazer (2006), chapter 4: strain in the shank while the heel is raised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.strain import (
    principal,
    principal_stress,
    stresses,
    turned,
    von_mises_strain,
    von_mises_stress,
)
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.studies.heel_raise_model import (
    MASSES,
    SOLEUS_SHARE,
    Assumptions,
    HeelRaise,
    heel_raise,
)
from ambulo.studies.planar_links.link import MISPRINTS
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo.studies.registry import Progress

TITLE = "Raising the sole of the foot: strain in a flexible shank"

SOURCE = (
    "Al Nazer R. (2006). The dynamic analysis of a human skeleton using the flexible multibody "
    "simulation approach. Master's thesis, Lappeenranta University of Technology. Chapters 2 to 4, "
    "figures 4.6 to 4.18."
)

DEVIATIONS = (
    "Standing still the ground carries about 650 N in figure 4.6. The masses of tables 3.1, 3.3 "
    "and 3.4 and section 3.4 sum up to 39 kg, whose weight is 382 N, which is ours; 650 N would "
    "be the weight of 66 kg. The rest can only come from forces that are not in the text, such "
    "as a preload of the contact.",
    "The muscles' forces are in a figure without numbers. Here they are 800 N together (soleus "
    "564, gastrocnemius 236 N: the printed ratio of areas). To lift the heel without help takes "
    "about 570 N with the Achilles tendon 4 cm behind the ankle.",
    "A foot that turns about its toe moves the ankle forwards under a body that a vertical "
    "slider holds: the two torsional springs, whose stiffness is not printed, bend the leg "
    "back. They make most of the shank's bending: soft springs let the foot turn until it "
    "stands upright (constant pulls have no equilibrium on the way), stiff ones hold the heel "
    "down. The table shows what pull and springs do to the strain; ±212 microstrain lies "
    "inside, and nothing was fitted to it.",
    "The strains of both nodes are equal and opposite in figures 4.13 and 4.14. Bending alone "
    "is, and gives ±216 microstrain here; the shank also carries the weight above it and both "
    "muscles, 1138 N, which press it by 33 microstrain: the anterior node shows -250 and the "
    "posterior one 183. Modes of bending alone show equal and opposite strains (the table of "
    "modes: with one or two, ±275), and those are what table 3.2 keeps.",
    "When the heel comes back the printed contact (1e8 N/m, 1e5 N s/m) stops it within one or "
    "two milliseconds, and it bounces; the peak depends on the speed of landing, and so on "
    "pulls that are not printed. Figure 4.6 shows a peak without a legible number. Read in SI "
    "units the stiffness lets the heel sink 2.7 mm under its load, and the damping makes it take "
    "seconds: at 2 s it is 0.9 mm deep, and the leg still a little bent.",
    "Strains in global axes (figures 4.7 to 4.12) and in the shank's differ by the few degrees "
    "that the shank leans; the shear in global axes comes from this lean alone, since the "
    "surface of a bent tube has none in its own, and no stress across: these are not drawn.",
)


def run(progress: Progress) -> Findings:
    """Simulate one cycle, and others with other pulls and springs."""
    progress("one cycle", 0.0)
    made = heel_raise()
    time, times = made.motion.time, Assumptions().times
    up, still = (int(np.searchsorted(time, times[k] - 0.02)) for k in (2, 0))
    bending = 0.5 * float(made.posterior[up, 2] - made.anterior[up, 2])
    pressed = 0.5 * float(made.posterior[up, 2] + made.anterior[up, 2])
    weight = sum(MASSES.values()) * STANDARD_GRAVITY
    stress = stresses(made.anterior, made.material) / made.material.young
    across = np.stack([stress[:, 0], stress[:, 4]])

    progress("finer steps", 0.2)
    finer = heel_raise(step=1.25e-4)
    other = int(np.searchsorted(finer.motion.time, time[up]))
    settled = abs(finer.anterior[other, 2] - made.anterior[up, 2])
    progress("other pulls and springs", 0.4)
    pulls = _pulls_and_springs(up)
    progress("fewer modes", 0.8)
    modes = _modes(up)
    progress("figures", 0.9)
    return Findings(
        comparisons=(
            Comparison("ground reaction, standing", "N", 650.0, float(made.reaction[still]), None,
                       "figure 4.6; the printed masses weigh 382 N"),
            Comparison("weight of the printed masses", "N", weight, float(made.reaction[still]),
                       0.5, "39 kg: tables 3.1, 3.3, 3.4 and section 3.4"),
            Comparison("greatest principal strain, posterior, heel raised", "µε", 212.5,
                       1e6 * float(principal(made.posterior)[up, 0]), None,
                       "figure 4.13; pulls and springs are not printed"),
            Comparison("least principal strain, anterior, heel raised", "µε", -212.5,
                       1e6 * float(principal(made.anterior)[up, 2]), None,
                       "figure 4.14; pulls and springs are not printed"),
            Comparison("bending part of both, heel raised", "µε", 212.5, 1e6 * bending,
                       None, "equal and opposite at the two nodes"),
        ),
        tables=(
            pulls,
            modes,
            Table("Misprinted equations of chapter 2, derived again", ("correction",),
                  tuple((line,) for line in MISPRINTS)),
        ),
        figures=(*_forces(made), *_strains_in_axes(made), *_invariants(made)),
        notes=(
            "Not printed and assumed: both muscles 800 N, ankle 4 cm before the heel, soleus from "
            "the back of the shank at 70 % of its height, gastrocnemius from 45 mm behind and "
            "30 mm above the knee on the thigh, springs 20 000 N·m/rad with 200 N·m·s/rad at knee "
            "and hip, 1 % of critical damping in the shank's modes.",
            "The shank starts undeformed: it takes some hundredths of a second to settle under the "
            "weight.",
            "The shank is the uniform tube of table 3.1: its centre of mass lies in its middle, "
            "not at the 43.4 % that the table gives for a person's shank.",
            f"A quarter of the step changes the raised strain by {1e6 * settled:.2g} µε.",
        ),
        checks={
            "standing, the ground carries the weight within 0.5 N": bool(
                abs(made.reaction[still] - weight) < 0.5
            ),
            "the front of the shank is pressed and the back pulled": bool(
                made.anterior[up, 2] < 0.0 < made.posterior[up, 2]
            ),
            "bending outweighs compression": abs(bending) > 3.0 * abs(pressed),
            "the strain is of the order of Al Nazer's (a factor of two)": (
                106e-6 < bending < 425e-6
            ),
            "in its own axes the shank's surface has no shear and no stress across": bool(
                np.abs(across).max() < 1e-9 * np.abs(made.anterior[:, 2]).max()
            ),
            "joints hold within 1e-12 m": bool(made.motion.violation.max() < 1e-12),
            "a quarter of the step changes the raised strain by less than 1 µε": bool(
                settled < 1e-6
            ),
        },
    )  # fmt: skip


def _pulls_and_springs(up: int) -> Table:
    """Strains at the instant `up` under other pulls and springs."""
    rows: list[tuple[str | float, ...]] = []
    for force in (600.0, 800.0, 1000.0, 1200.0):
        for spring in (1e4, 2e4, 4e4):
            case = heel_raise(
                Assumptions(muscle_force=force, knee_spring=spring, hip_spring=spring)
            )
            rows.append(
                (
                    force, SOLEUS_SHARE * force, spring, 1e3 * float(case.heel[up]),
                    -float(np.degrees(case.motion.q[up, 2])),
                    1e6 * float(case.anterior[up, 2]), 1e6 * float(case.posterior[up, 2]),
                )
            )  # fmt: skip
    return Table(
        "What pulls and springs do",
        ("both muscles [N]", "soleus [N]", "springs [N·m/rad]", "heel [mm]",
         "foot turned [°]", "anterior [µε]", "posterior [µε]"),
        tuple(rows),
        "At the end of the pause with the heel raised. A foot turned by more than 90° has "
        "gone over its toe: pulls of that size have no pause.",
    )  # fmt: skip


def _modes(up: int) -> Table:
    """Strains at the instant `up` with fewer modes of the shank."""
    rows: list[tuple[str | float, ...]] = []
    for count in (1, 2, 3, 5, 7, 8, 9):
        case = heel_raise(modes=count)
        strain = case.anterior[up, 2], case.posterior[up, 2]
        rows.append((float(count), 1e6 * float(strain[0]), 1e6 * float(strain[1])))
    return Table(
        "How many modes of the shank are kept",
        ("modes", "anterior [µε]", "posterior [µε]"),
        tuple(rows),
        "Interfaces at ankle, middle, soleus and knee have nine modes in the plane, which "
        "carry every load between them exactly; Al Nazer keeps three.",
    )


def _chart(name: str, title: str, label: str, lines: Iterable[Curve], caption: str) -> Chart:
    return Chart(name, title, "time [s]", label, tuple(lines), caption=caption)


def _nodes(made: HeelRaise) -> dict[str, FloatArray]:
    """Strain (steps, 6) of the nodes at the front and the back of the shank, in its axes."""
    return {"anterior (1)": made.anterior, "posterior (2)": made.posterior}


def _forces(made: HeelRaise) -> Iterator[Chart]:
    time, pulls = made.motion.time, made.motion.pulls
    away = time < Assumptions().times[3] - 0.21
    size = np.hypot(made.reaction, made.motion.multipliers[:, 0])
    yield _chart(
        "reaction", "Ground reaction, until the heel comes back", "force [N]",
        (Curve("magnitude", time[away], size[away]),
         Curve("vertical", time[away], made.reaction[away])),
        "The ground carries the weight, and more as the muscles pull the heel up; as figure 4.6.",
    )  # fmt: skip
    yield _chart(
        "landing", "Ground reaction as the heel lands", "force [N]",
        (Curve("vertical", time[~away], made.reaction[~away]),),
        "The heel comes back and bounces; as figure 4.6, on a scale of its own.",
    )  # fmt: skip
    yield _chart(
        "pulls", "Muscles", "force [N]",
        (Curve("soleus", time, pulls[:, 0]), Curve("gastrocnemius", time, pulls[:, 1])),
        "What lifts the heel, holds it and lets it down; as figure 4.2.",
    )  # fmt: skip
    yield _chart(
        "heel", "Height of the heel", "height [mm]", (Curve("heel", time, 1e3 * made.heel),),
        "Two pauses: standing and raised.",
    )  # fmt: skip


_IN_AXES = (
    (0, "Normal X", "4.7", "4.8", ("global", "shank")),
    (2, "Normal Y", "4.9", "4.10", ("global", "shank")),
    (4, "Shear XY", "4.11", "4.12", ("global",)),
)
"""Component, what it is called, figures of its strain and stress, and axes in which it is drawn."""


def _strains_in_axes(made: HeelRaise) -> Iterator[Chart]:
    """Components in global axes and in the shank's, in which only Y has a stress."""
    own, lean = _nodes(made), _lean(made.shank_angle)
    world = {name: turned(strain, lean) for name, strain in own.items()}
    for of, axes, nodes in (("global", "global axes", world), ("shank", "the shank's axes", own)):
        for k, name, strain_figure, stress_figure, drawn in _IN_AXES:
            if of not in drawn:
                continue
            yield _chart(
                f"strain_{of}_{k}", f"{name} strain, {axes}", "strain [µε]",
                (Curve(n, made.motion.time, 1e6 * e[:, k]) for n, e in nodes.items()),
                f"At the front and the back of the shank; as figure {strain_figure}.",
            )  # fmt: skip
            if of == "global" or k == 2:
                yield _chart(
                    f"stress_{of}_{k}", f"{name} stress, {axes}", "stress [MPa]",
                    (Curve(n, made.motion.time, 1e-6 * stresses(e, made.material)[:, k])
                     for n, e in nodes.items()),
                    f"At the front and the back of the shank; as figure {stress_figure}.",
                )  # fmt: skip


def _invariants(made: HeelRaise) -> Iterator[Chart]:
    """Principal and von Mises strains and stresses, which no axes change."""
    time, material, nodes = made.motion.time, made.material, _nodes(made)
    for k, what, meaning, strain_figure, stress_figure in (
        (0, "Greatest", "The back of the shank is pulled", "4.13", "4.15"),
        (2, "Least", "The front of the shank is pressed", "4.14", "4.16"),
    ):
        yield _chart(
            f"principal_strain_{k}", f"{what} principal strain", "strain [µε]",
            (Curve(n, time, 1e6 * principal(e)[:, k]) for n, e in nodes.items()),
            f"{meaning}; as figure {strain_figure}.",
        )  # fmt: skip
        yield _chart(
            f"principal_stress_{k}", f"{what} principal stress", "stress [MPa]",
            (Curve(n, time, 1e-6 * principal_stress(e, material)[:, k]) for n, e in nodes.items()),
            f"{meaning}; as figure {stress_figure}.",
        )  # fmt: skip
    yield _chart(
        "mises_strain", "Von Mises strain", "strain [µε]",
        (Curve(n, time, 1e6 * von_mises_strain(e, material.poisson)) for n, e in nodes.items()),
        "One number for the whole strain at a node; as figure 4.17.",
    )  # fmt: skip
    yield _chart(
        "mises_stress", "Von Mises stress", "stress [MPa]",
        (Curve(n, time, 1e-6 * von_mises_stress(e, material)) for n, e in nodes.items()),
        "One number for the whole stress at a node; as figure 4.18.",
    )  # fmt: skip


def _lean(angle: FloatArray) -> FloatArray:
    """(frames, 3, 3) from the shank's axes (x forwards, y aside, z along) to the global ones."""
    c, s, zero, one = np.cos(angle), np.sin(angle), np.zeros_like(angle), np.ones_like(angle)
    rows = [[c, zero, -s], [zero, one, zero], [s, zero, c]]
    return np.array(rows).transpose(2, 0, 1)
