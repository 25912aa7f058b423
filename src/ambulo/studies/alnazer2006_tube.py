"""Al Nazer (2006), section 3.1: natural frequencies of the shank's tube."""

from __future__ import annotations

import numpy as np

from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.flexible.beam_theory import (
    Ends,
    axial_frequencies,
    bending_frequencies,
    torsion_frequencies,
)
from ambulo.multibody.flexible.craig_bampton import craig_bampton
from ambulo.multibody.flexible.finite_elements import FiniteElements
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import isotropic_bone
from ambulo.multibody.flexible.natural_modes import Kind, kinds, natural_modes
from ambulo.multibody.flexible.sections import hollow_circle
from ambulo.multibody.flexible.timoshenko_beam import beam
from ambulo.multibody.flexible.tube import hollow_solid
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo.studies.registry import Progress

TITLE = "Flexible shank: natural frequencies of the tube"

SOURCE = (
    "Al Nazer R. (2006). The dynamic analysis of a human skeleton using the flexible multibody "
    "simulation approach. Master's thesis, Lappeenranta University of Technology. Section 3.1, "
    "tables 3.1 and 3.2."
)

LENGTH, OUTER, INNER, MASS = 0.421, 0.037, 0.027, 3.0
PRINTED = (652.054, 1596.295, 2634.429)
"""Hz, table 3.2: three pairs of bending modes."""

LAYERS, AROUND = 24, 12

DEVIATIONS = (
    "Table 3.2 does not follow from table 3.1. With outer and inner radius 37 and 27 mm, 0.421 m, "
    "3 kg and 17 GPa the first free bending frequency is 884 Hz by Timoshenko's theory and 887 Hz "
    "by solids, 36 % above the printed 652 Hz; the second 2019 and 2031 Hz, 27 % above 1596 Hz. "
    "The printed ratio of the two is 2.45 and ours 2.29: no change of mass or modulus, which "
    "scales all frequencies alike, can bring the table back.",
    "A more slender tube has the printed ratio: with the printed radii read as diameters and a "
    "density of 2000 kg/m³ beam theory gives 646 and 1665 Hz. The printed third frequency "
    "(2634 Hz) is then 12 % below theory: the ends of Al Nazer's model, which only a figure "
    "shows, may take part. Nothing here is tuned to the table.",
    "Poisson's ratio is not printed: 0.3 is used. Its whole range from 0.2 to 0.4 moves the first "
    "frequency by less than 1 %.",
    "Al Nazer meshes the tube with shells (SHELL63); at a wall of 10 mm on a mean radius of "
    "32 mm solids are used here.",
)


def _held(elements: FiniteElements, ends: Ends) -> IntArray | None:
    z = elements.nodes[:, 2]
    low = np.nonzero(z < 1e-9)[0]
    both = np.nonzero((z < 1e-9) | (z > z.max() - 1e-9))[0]
    if ends == "free":
        return None
    if ends == "clamped":
        return elements.dofs(low, tuple(range(elements.width)))
    return elements.dofs(both, (0, 1))


def _by_kind(elements: FiniteElements, ends: Ends) -> dict[Kind, list[float]]:
    """Frequencies [Hz] in order by what the modes do; the two planes of bending count once."""
    values, modes = natural_modes(elements, 24 if ends == "free" else 14, _held(elements, ends))
    found: dict[Kind, list[float]] = {"bending": [], "extension": [], "torsion": [], "wall": []}
    for frequency, kind in zip(values, kinds(elements, modes), strict=True):
        if frequency > 1.0:  # not the six rigid motions
            found[kind].append(float(frequency))
    found["bending"] = found["bending"][::2]
    return found


def run(progress: Progress) -> Findings:
    """Beam theory, beams and solids for three kinds of ends, and the printed table beside them."""
    section = hollow_circle(OUTER, INNER)
    material = isotropic_bone(MASS / (LENGTH * section.area))
    heights = np.linspace(0.0, LENGTH, LAYERS + 1)
    bodies = {
        "beam elements": beam(heights, lambda _z: section, material).elements,
        "solid elements": hollow_solid(heights, lambda _z: section, material, AROUND).elements,
    }
    rows: list[tuple[str | float, ...]] = []
    checks: dict[str, bool] = {}
    first: dict[str, FloatArray] = {}
    cases: tuple[Ends, ...] = ("free", "clamped", "supported")
    for index, ends in enumerate(cases):
        progress(f"tube with {ends} ends", index / 4)
        theory: list[tuple[Kind, int, float, float]] = [
            ("bending", k, float(f), 0.01)
            for k, f in enumerate(bending_frequencies(LENGTH, section, material, ends))
        ]
        if ends != "supported":
            torsion = float(torsion_frequencies(LENGTH, section, material, ends)[0])
            axial = float(axial_frequencies(LENGTH, material, ends)[0])
            theory += [("torsion", 0, torsion, 0.005), ("extension", 0, axial, 0.005)]
        for kind, elements in bodies.items():
            found = _by_kind(elements, ends)
            if ends == "free":
                first[kind] = np.array(found["bending"][:3])
            for what, order, expected, tolerance in theory:
                got = found[what][order]
                error = got / expected - 1.0
                name = f"{what} {order + 1}"
                rows.append((ends, name, kind, expected, got, round(100.0 * error, 3)))
                checks[f"{kind}, {ends}: {name} within {100 * tolerance:g} % of theory"] = (
                    abs(error) <= tolerance
                )
    progress("component modes", 0.75)
    curve = _convergence(bodies["beam elements"])
    slender = hollow_circle(0.5 * OUTER, 0.5 * INNER)
    slender_bone = isotropic_bone(2000.0)
    other = bending_frequencies(LENGTH, slender, slender_bone, "free")
    ours = first["solid elements"]
    comparisons = (
        *(Comparison(
            f"free bending frequency {k + 1}", "Hz", PRINTED[k], float(ours[k]), None,
            f"table 3.2; {ours[k] / PRINTED[k]:.2f} times the printed one",
        )
        for k in range(3)),
        Comparison(
            "second over first frequency", "", PRINTED[1] / PRINTED[0], float(ours[1] / ours[0]),
            None, "does not depend on mass and modulus",
        ),
        *(Comparison(
            f"free bending frequency {k + 1}, radii read as diameters, 2000 kg/m³", "Hz",
            PRINTED[k], float(other[k]), None, "beam theory; a reading that comes nearer",
        )
        for k in range(3)),
    )  # fmt: skip
    return Findings(
        comparisons=comparisons,
        tables=(
            Table(
                "Against Timoshenko's theory",
                ("ends", "mode", "elements", "theory [Hz]", "found [Hz]", "difference [%]"),
                tuple(rows),
                "Cowper's shear coefficient; extension and torsion without lateral inertia.",
            ),
        ),
        figures=(
            Chart(
                "convergence",
                "Component modes: error of the first free frequencies",
                "fixed-interface modes",
                "error [%]",
                curve,
                log_y=True,
                caption="Craig and Bampton's reduction converges from above.",
            ),
        ),
        notes=(
            f"Density {material.density:.0f} kg/m³ follows from the printed mass and dimensions; "
            "cortical bone has about 1800 to 2000.",
        ),
        checks=checks,
    )


def _convergence(elements: FiniteElements) -> tuple[Curve, ...]:
    last = len(elements.nodes) - 1
    ends = (
        Interface("knee", np.array([0]), elements.nodes[0]),
        Interface("ankle", np.array([last]), elements.nodes[last]),
    )
    exact = natural_modes(elements, 12)[0][6:]
    order = {"bending 1": 0, "torsion 1": 2, "bending 2": 3}  # of the free elastic frequencies
    counts = (0, 2, 4, 8, 12, 20, 30)
    errors = []
    for fixed in counts:
        found = craig_bampton(elements, ends, fixed).orthonormal().frequencies
        # Rayleigh and Ritz: the k-th frequency found is never below the k-th one
        errors.append([100.0 * (found[k] / exact[k] - 1.0) for k in order.values()])
    table = np.array(errors)
    return tuple(
        Curve(name, np.array(counts, dtype=float), table[:, k], "o-")
        for k, name in enumerate(order)
    )
