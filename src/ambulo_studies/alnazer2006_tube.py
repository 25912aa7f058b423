"""Al Nazer (2006), section 3.1: natural frequencies of the shank's tube."""

from __future__ import annotations

import numpy as np

from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.flexible.beam_theory import (
    Ends,
    axial_frequencies,
    bending_frequencies,
    torsion_frequencies,
)
from ambulo.multibody.flexible.craig_bampton import Kind, craig_bampton, kinds, natural_modes
from ambulo.multibody.flexible.finite_elements import FiniteElements
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.materials import isotropic_bone
from ambulo.multibody.flexible.sections import hollow_circle
from ambulo.multibody.flexible.timoshenko_beam import beam
from ambulo.multibody.flexible.tube import hollow_solid
from ambulo.studies.printed.lists import printed
from ambulo.studies.record import Chart, Comparison, Curve, Findings, Table
from ambulo_studies.heel_raise_model import INNER, MASSES, OUTER, SHANK, SHANK_SECTION

TITLE = "Flexible shank: natural frequencies of the tube"

SOURCE = printed("alnazer2006").source

BONE = isotropic_bone(MASSES["shank"] / (SHANK * SHANK_SECTION.area))
"""The modulus, mass and size of table 3.1."""

LAYERS, AROUND = 24, 12

_BENT_APART, _APART = 0.01, 0.005
"""Of beam theory, what frequencies of bending and others of elements may differ by."""

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
    "Al Nazer meshes the tube with shells (SHELL63). Shells at the middle of its wall have the "
    "tube's area and 2 % less second moment; drawn on its inner wall they come to 711 Hz, 9 % "
    "high. The shape of the bone's two ends, which only figure 3.3 shows, is not known.",
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


def run(progress: OnPart) -> Findings:
    """Beam theory, beams and solids for three kinds of ends, and the printed table beside them."""
    section, material = SHANK_SECTION, BONE
    heights = np.linspace(0.0, SHANK, LAYERS + 1)
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
        theory: list[tuple[Kind, int, float]] = [
            ("bending", k, float(f))
            for k, f in enumerate(bending_frequencies(SHANK, section, material, ends), 1)
        ]
        if ends != "supported":
            torsion = float(torsion_frequencies(SHANK, section, material, ends)[0])
            axial = float(axial_frequencies(SHANK, material, ends)[0])
            theory += [("torsion", 1, torsion), ("extension", 1, axial)]
        for kind, elements in bodies.items():
            found = _by_kind(elements, ends)
            if ends == "free":
                first[kind] = np.array(found["bending"][:3])
            for what, order, expected in theory:
                got = found[what][order - 1]
                error = got / expected - 1.0
                name = f"{what} {order}"
                rows.append((ends, name, kind, expected, got, round(100.0 * error, 3)))
                apart = _BENT_APART if what == "bending" else _APART
                checks[f"{kind}, {ends}: {name} within {100 * apart:g} % of theory"] = (
                    abs(error) <= apart
                )
    progress("component modes", 0.75)
    curve = _convergence(bodies["beam elements"])
    rigid = natural_modes(bodies["beam elements"], 7)[0]
    rigid = rigid[rigid < 1.0]
    numbers, ours = printed("alnazer2006").numbers, np.repeat(first["solid elements"], 2)
    comparisons = (
        Comparison.of(numbers["rigid modes of the free shank"], len(rigid)),
        Comparison.of(numbers["frequency of the rigid modes"], np.abs(rigid).max()),
        *(
            Comparison.of(numbers[f"natural frequency of the shank, ({mode})"], found)
            for mode, found in zip("abcdef", ours, strict=True)
        ),
    )
    return Findings(
        comparisons=comparisons,
        tables=(
            Table(
                "Against Timoshenko's theory",
                ("ends", "mode", "elements", "theory [Hz]", "found [Hz]", "difference [%]"),
                tuple(rows),
                "Cowper's shear coefficient; extension and torsion without lateral inertia.",
            ),
            _readings(),
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
            f"Density {BONE.density:.0f} kg/m³ follows from the printed mass and dimensions; "
            "cortical bone has about 1800 to 2000.",
        ),
        checks=checks,
    )


def _readings() -> Table:
    """Free bending of the tube as table 3.1 can be read, by beam theory."""
    rows: list[tuple[str | float, ...]] = []
    for reading, outer, inner, density in (
        ("radii, 3 kg; shells at the wall's middle", OUTER, INNER, 0.0),
        ("shells on the outer wall, 3 kg", OUTER + 0.005, INNER + 0.005, 0.0),
        ("shells on the inner wall, 3 kg", OUTER - 0.005, INNER - 0.005, 0.0),
        ("radii as diameters, 2000 kg/m³", 0.5 * OUTER, 0.5 * INNER, 2000.0),
    ):
        section = hollow_circle(outer, inner)
        bone = isotropic_bone(density or MASSES["shank"] / (SHANK * section.area))
        f = bending_frequencies(SHANK, section, bone, "free")
        rows.append((reading, *map(float, f), float(f[1] / f[0]), float(f[2] / f[0])))
    table = printed("alnazer2006").numbers
    f = np.array([float(table[f"natural frequency of the shank, ({m})"].value) for m in "ace"])
    rows.append(("printed", *map(float, f), float(f[1] / f[0]), float(f[2] / f[0])))
    return Table(
        "Readings of table 3.1",
        ("reading", "1 [Hz]", "2 [Hz]", "3 [Hz]", "2 over 1", "3 over 1"),
        tuple(rows),
        "A wall of 10 mm. Mass and modulus scale all frequencies alike: ratios do not depend on "
        "them.",
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
