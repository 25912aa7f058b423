"""Al Nazer (2006), chapter 4: strain in the shank while the heel is raised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ambulo.bone.strain_records import strain_stimulus
from ambulo.inputs.progress import OnPart
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
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo_studies.heel_raise_model import (
    MASSES,
    SOLEUS_SHARE,
    STIFFNESS,
    Assumptions,
    HeelRaise,
    heel_raise,
)
from ambulo_studies.planar_links.link import MISPRINTS

TITLE = "Raising the sole of the foot: strain in a flexible shank"

SOURCE = printed("alnazer2006").source

DEVIATIONS = (
    "Standing still the ground carries about 650 N in figure 4.6. The masses of tables 3.1, 3.3 "
    "and 3.4 and section 3.4 weigh 382 N. How CONTACT_1 and the toe's hinge share this weight "
    "depends on where they lie. If the contact is nearer to the hinge than the ankle is, it "
    "carries more than the weight, and the hinge pulls. Neither place is printed; the rows show "
    "some choices.",
    "The muscles' forces are in a figure without numbers. Here they are 800 N together (soleus "
    "564, gastrocnemius 236 N: the printed ratio of areas). To lift the heel without help takes "
    "about 570 N with the Achilles tendon 4 cm behind the ankle.",
    "A foot that turns about its toe moves the ankle forwards under a body that a vertical "
    "slider holds: the two torsional springs, whose stiffness is not printed, bend the leg "
    "back. They make most of the shank's bending: soft springs let the foot turn until it "
    "stands upright (constant pulls have no equilibrium on the way), stiff ones hold the heel "
    "down. The rows show the strain over pulls, the table over pulls and springs; nothing was "
    "fitted to the printed one.",
    "The strains of both nodes are equal and opposite in figures 4.13 and 4.14. This is so in pure "
    "bending. The shank also carries the weight above it and both muscles, 1138 N, which compress "
    "it by 33 microstrain. Table 3.2 keeps modes of bending only, and these show equal and "
    "opposite strains.",
    "Table 4.2 gives the stiffness in N/m with an exponent of 2.2, so that its meaning hangs on "
    "the length in which ADAMS counts the depth. In millimetres it is ADAMS's usual 1e5 N/mm; the "
    "heel then sinks 0.06 mm and rests again within the cycle. In metres it sinks 2.7 mm, "
    "27 times the penetration depth, and is still 0.9 mm deep at the end: the first is used.",
    "When the heel comes back the contact stops it within one or two milliseconds, and it bounces; "
    "the peak depends on the speed of landing, and so on pulls that are not printed, and on the "
    "step: with the printed ones it is 1.9, 8.6, 13.0 and 13.3 kN. A contact so soft that the "
    "impact takes 40 ms still leaves 8 %; before the landing the change is 0.02 %.",
    "Strains in global axes (figures 4.7 to 4.12) and in the shank's differ by the few degrees "
    "that the shank leans; the shear in global axes comes from this lean alone, since the "
    "surface of a bent tube has none in its own, and no stress across: these are not drawn.",
)

# muscles' pulls [N] that lift the heel and have a pause; (ankle, contact) before the heel [m]
_PULLS = (600.0, 800.0, 1000.0)
_PLACES = ((0.04, 0.0), (0.04, 0.05), (0.0, 0.0), (0.0, 0.05))


def run(progress: OnPart) -> Findings:
    """Simulate one cycle, and others with other pulls and springs."""
    progress("one cycle", 0.0)
    numbers, made = printed("alnazer2006").numbers, heel_raise()
    times = Assumptions().times
    up, still = (_at(made, times[k] - 0.02) for k in (2, 0))
    bending = 0.5 * float(made.posterior[up, 2] - made.anterior[up, 2])
    pressed = 0.5 * float(made.posterior[up, 2] + made.anterior[up, 2])
    weight = sum(MASSES.values()) * STANDARD_GRAVITY
    stress = stresses(made.anterior, made.material) / made.material.young
    across = np.stack([stress[:, 0], stress[:, 4]])

    progress("other steps", 0.2)
    printed_steps = (row for name, row in numbers.items() if name.startswith("step size, "))
    steps = [heel_raise(step=float(row.value)) for row in printed_steps]
    strain = [float(run.anterior[_at(run, times[2] - 0.02), 2]) for run in steps]
    settled = abs(strain[2] - made.anterior[up, 2])
    progress("other pulls and springs", 0.4)
    pulls, over_pulls = _pulls_and_springs(up)
    progress("fewer modes", 0.8)
    modes = _modes(up)
    progress("figures", 0.9)
    return Findings(
        comparisons=(
            *_equal_and_opposite(made, up),
            *_over_steps(steps, strain),
            *_standing(made, still),
            *over_pulls,
        ),
        tables=(
            pulls,
            modes,
            _contact_units(still),
            _exercises(made),
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
            f"A fifth of the step changes the raised strain by {1e6 * settled:.2g} µε.",
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
            "a fifth of the step changes the raised strain by less than 1 µε": bool(
                settled < 1e-6
            ),
        },
    )  # fmt: skip


def _at(made: HeelRaise, time: float) -> int:
    return int(np.searchsorted(made.motion.time, time))


def _equal_and_opposite(made: HeelRaise, up: int) -> Iterator[Comparison]:
    """Differences of the two nodes with all modes of the shank, and with two, of bending."""
    numbers = printed("alnazer2006").numbers
    cause = (
        "Modes other than bending make the difference. Experiment: the two modes of bending alone."
    )
    ours, bending = _differences(made, up), _differences(heel_raise(modes=2), up)
    for name, value in ours.items():
        yield Comparison.of(numbers[name], value, without=bending[name], cause=cause)


def _differences(made: HeelRaise, at: int) -> dict[str, float]:
    """Of the two nodes at an instant, by the printed number's name [µε, µε, MPa]."""
    front, back, bone = made.anterior[at], made.posterior[at], made.material
    strain = np.subtract(*(von_mises_strain(e, bone.poisson) for e in (front, back)))
    stress = np.subtract(*(von_mises_stress(e, bone) for e in (front, back)))
    return {
        "normal Y strain, sum of the two nodes": 1e6 * float(front[2] + back[2]),
        "von Mises strain, difference of the two nodes": 1e6 * float(strain),
        "von Mises stress, difference of the two nodes": 1e-6 * float(stress),
    }


def _over_steps(steps: Iterable[HeelRaise], strain: Iterable[float]) -> Iterator[Comparison]:
    """How much results change from the longest printed step to the shortest."""
    numbers = printed("alnazer2006").numbers
    # the first hundredths settle a shank that starts undeformed
    peaks = [float(run.reaction[run.motion.time > 0.05].max()) for run in steps]
    ours = {"strain with the heel raised": strain, "greatest ground reaction": peaks}
    for name, values in ours.items():
        yield Comparison.of(numbers[f"change with the step size, {name}"], _change(values))


def _change(values: Iterable[float]) -> float:
    """Range in per cent of the last."""
    each = np.array([*values])
    return float(100.0 * np.ptp(each) / abs(each[-1]))


def _standing(made: HeelRaise, still: int) -> Iterator[Comparison]:
    """What contact and toe carry, by where ankle and contact are."""
    row = printed("alnazer2006").numbers["ground reaction, standing"]
    yield Comparison.of(row, made.reaction[still], on="contact and toe")
    for ankle, contact in _PLACES:
        case = heel_raise(Assumptions(ankle_ahead=ankle, contact_ahead=contact, muscle_force=0.0))
        places = f"ankle {1e3 * ankle:g}, contact {1e3 * contact:g} mm before the heel"
        yield Comparison.of(row, case.motion.contact[still], on=f"CONTACT_1, {places}")


def _contact_units(still: int) -> Table:
    """What the heel does by the length in which table 4.2 counts its depth."""
    rows: list[tuple[str | float, ...]] = []
    for unit, stiffness in (("mm", STIFFNESS), ("m", 1e8)):
        case = heel_raise(stiffness=stiffness)
        depth = -1e3 * case.heel
        rows.append((unit, depth[still], depth[-1], case.reaction[case.motion.time > 0.05].max()))
    return Table(
        "Table 4.2 by the unit of depth",
        ("unit", "heel's depth standing [mm]", "at the end [mm]", "greatest reaction [N]"),
        tuple(rows),
        "The force is the stiffness times the depth in this unit to the power 2.2.",
    )


_QUICK = (0.2, 0.45, 0.55, 0.75, 1.0)
"""s, of a cycle half as long, as `Assumptions.times`."""

_MINUTE = 60.0
"""s of each exercise."""


def _exercises(slow: HeelRaise) -> Table:
    """A minute of slow raises and one of quick ones, by what they ask of the bone."""
    rows: list[tuple[str | float, ...]] = []
    quick = heel_raise(Assumptions(times=_QUICK))
    for name, made in (("2 s a raise", slow), ("1 s a raise", quick)):
        # the first hundredths settle a shank that starts undeformed
        kept = made.motion.time > 0.05
        strain = made.anterior[kept, 2]
        raises = _MINUTE / float(made.motion.time[-1])
        rows.append(
            (name, raises, round(1e6 * float(np.ptp(strain)), 1),
             round(1e6 * strain_stimulus(strain, raises), 1))
        )  # fmt: skip
    return Table(
        "Two exercises of a minute, by the bone's dose",
        ("exercise", "raises", "range of strain [µε]", "stimulus [µε]"),
        tuple(rows),
        "Of the front of the shank, the landing with it. Stimulus: Carter, Fyhrie and Whalen "
        "(1987), the fourth root of the raises times the range.",
    )  # fmt: skip


def _pulls_and_springs(up: int) -> tuple[Table, list[Comparison]]:
    """Strains at the instant `up` under other pulls and springs; of some, the printed ones."""
    rows: list[tuple[str | float, ...]] = []
    numbers, beside = printed("alnazer2006").numbers, []
    most = numbers["greatest principal strain, posterior"]
    least = numbers["least principal strain, anterior"]
    for force in (600.0, 800.0, 1000.0, 1200.0):
        for spring in (1e4, 2e4, 4e4):
            case = heel_raise(
                Assumptions(muscle_force=force, knee_spring=spring, hip_spring=spring)
            )
            front = 1e6 * float(principal(case.anterior)[up, 2])
            back = 1e6 * float(principal(case.posterior)[up, 0])
            turned_by = -float(np.degrees(case.motion.q[up, 2]))
            height = 1e3 * float(case.heel[up])
            rows.append((force, SOLEUS_SHARE * force, spring, height, turned_by, front, back))
            if force in _PULLS and spring == Assumptions().knee_spring:
                on = f"both muscles {force:g} N"
                beside += [Comparison.of(most, back, on=on), Comparison.of(least, front, on=on)]
    return Table(
        "What pulls and springs do",
        ("both muscles [N]", "soleus [N]", "springs [N·m/rad]", "heel [mm]",
         "foot turned [°]", "anterior [µε]", "posterior [µε]"),
        tuple(rows),
        "At the end of the pause with the heel raised. A foot turned by more than 90° has "
        "gone over its toe: pulls of that size have no pause.",
    ), beside  # fmt: skip


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
