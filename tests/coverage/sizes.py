"""How large the laboratory's errors are, in millimetres and newtons, beside those that bands draw.

From the project's root: `python -m tests.coverage.sizes [COUNT]` prints the table of
docs/methods/notes/coverage.md, the rms over so many people.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from tests.coverage.counted import people
from tests.coverage.laboratory import NONE, Errors, measured, palpated, slid
from tests.coverage.people import Person

from ambulo.demo.marker_placement import MarkerPlacement
from ambulo.gait.analysis import analyse_trial_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import FloatArray
from ambulo.model.scaling import build_model
from ambulo.records import SIDES, GroundReaction, Model
from ambulo.uncertainty.geometry import segment_lengths
from ambulo.uncertainty.plan import plan
from ambulo.uncertainty.source import Acts, Nominal, PlacedMarkers

Size = tuple[str, FloatArray, FloatArray]
"""What, and squares of its error in the laboratory and in the bands."""

_LEG = ("thigh", "shank", "hindfoot")
_LOADED = 200.0
"""N, from which a centre of pressure is compared."""
_DRAWS = 8
PLATE = ("plate_force", "plate_moment", "centre_of_pressure")
REST = ("plate_position", "synchronisation")


def sizes(number: int) -> Iterator[Size]:
    """Of one person, in mm, N, N*m and %."""
    person, rng = people(number)
    trial, static, truth = measured(person, Errors(), rng)
    nominal = Nominal(*analyse_trial_in_stages(trial, static, Configuration(sex="m")))
    stuck = 1e3 * palpated(person, Errors(), rng)
    drawn = 1e3 * _change(nominal, "marker_placement", rng)
    yield "marker beside its landmark, mm", stuck, drawn
    placement = MarkerPlacement(person.names, person.body, person.local)
    skin = 1e3 * slid(truth, placement, number)
    on = [truth.model.segments[k].split("_")[-1] for k in person.body]
    moved = 1e3 * _change(nominal, "soft_tissue", rng)
    where = [nominal.model.segments[k].split("_")[-1] for k in nominal.segment_of.values()]
    for kind in (*_LEG, "pelvis"):
        yield (
            f"skin of the {kind}, mm",
            skin[:, [name == kind for name in on]],
            moved[:, [name == kind for name in where]],
        )
    yield from _inertia(person, nominal, rng)
    for names, said in ((PLATE, "what a plate reads"), (REST, "place and clock of a plate")):
        true = measured(person, NONE, np.random.default_rng(number))[0].plates[0]
        wrong = {"survey", "late"} if names is REST else {"cells", "gain", "crosstalk", "drift"}
        errors = replace(NONE, **{name: getattr(Errors(), name) for name in wrong})
        read = measured(person, errors, np.random.default_rng(number))[0].plates[0]
        both = (true.force[:, 2] > _LOADED) & (read.force[:, 2] > _LOADED)
        at = [plate.centre_of_pressure[both, :2] for plate in (true, read)]
        before = nominal.stages.steps.plates
        assert before is not None
        drawn_at, drawn_force = zip(*_read(nominal, names, before, rng), strict=True)
        for k, axis in enumerate(("forward", "to the side")):
            lab = 1e3 * (at[1] - at[0])[:, k]
            yield f"{said}: centre of pressure {axis}, mm", lab, np.concatenate(drawn_at)[:, k]
        force = (read.force - true.force)[both]
        if names is PLATE:
            yield f"{said}: force across, N", force[:, :2], np.concatenate(drawn_force)[:, :2]
            yield f"{said}: force up, N", force[:, 2], np.concatenate(drawn_force)[:, 2]


def _change(nominal: Nominal, name: str, rng: np.random.Generator) -> FloatArray:
    """How far a source moves the tracking markers (frames, m, 3) m, in the laboratory's axes."""
    (one,) = plan(nominal, Configuration(uncertainty={"sources": [name]}).uncertainty).perturbations
    z = rng.standard_normal(one.stop - one.start)
    markers = nominal.stages.named.markers
    column = [markers.names.index(each) for each in nominal.segment_of]
    if one.source.acts == Acts.PLACEMENT:
        moved = one.settings.change(nominal, PlacedMarkers(None, markers), z).walking
    else:
        moved = one.settings.change(nominal, markers, z)
    return np.asarray((moved.position - markers.position)[:, column])


def _read(
    nominal: Nominal, names: tuple[str, ...], before: GroundReaction, rng: np.random.Generator
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """By how much sources move the left foot's centre of pressure [mm] and force [N]."""
    chosen = plan(nominal, Configuration(uncertainty={"sources": names}).uncertainty)
    loaded = before.force[:, 0, 2] > _LOADED
    for _ in range(_DRAWS):
        after = before
        for one in chosen.perturbations:
            z = rng.standard_normal(one.stop - one.start)
            after = one.settings.change(nominal, after, z)
        at = 1e3 * (after.centre_of_pressure - before.centre_of_pressure)[loaded, 0, :2]
        yield at, (after.force - before.force)[loaded, 0]


def _inertia(person: Person, nominal: Nominal, rng: np.random.Generator) -> Iterator[Size]:
    """Masses and mass centres of the leg: from the table's at his joints."""
    true = person.walk.model
    table = _of_table(true)
    names = ("segment_mass", "segment_mass_centre", "segment_inertia")
    chosen = plan(nominal, Configuration(uncertainty={"sources": names}).uncertainty)
    drawn = []
    for _ in range(_DRAWS):
        model = nominal.model
        for one in chosen.perturbations:
            model = one.settings.change(nominal, model, rng.standard_normal(one.stop - one.start))
        drawn.append(_relative(model, nominal.model))
    lab, bands = (
        _relative(true, table),
        {k: np.concatenate([d[k] for d in drawn]) for k in drawn[0]},
    )
    for name, values in lab.items():
        yield name, values, bands[name]


def _of_table(model: Model) -> Model:
    """A body with the same joints, as de Leva (1996) has its masses."""
    joints = {name: model.tree.p_PJ[k] for k, name in enumerate(model.joints) if name != "root"}
    ends = {
        f"{side}_{end}": model.points[f"{side}_{point}"][1]
        for side in SIDES
        for end, point in (("heel", "heel"), ("forefoot", "toe"))
    }
    return build_model("body18", joints, ends, model.subject, "de_leva1996")


def _relative(model: Model, table: Model) -> dict[str, FloatArray]:
    """Errors [%] of thighs and shanks."""
    leg = [k for k, name in enumerate(model.segments) if name.endswith(("thigh", "shank"))]
    shift = 100.0 * (model.tree.com - table.tree.com)[leg]
    length, inertia = segment_lengths(table)[leg], [m.tree.inertia[leg] for m in (model, table)]
    about = [tensor[:, [0, 1], [0, 1]] for tensor in inertia]
    return {
        "mass of thigh and shank, %": 100.0 * (model.tree.mass / table.tree.mass - 1.0)[leg],
        "their mass centre along, % of its distance": shift[:, 2] / table.tree.com[leg, 2],
        "their mass centre across, % of the length": shift[:, :2] / length[:, None],
        "their moments of inertia, %": 100.0 * (about[0] / about[1] - 1.0),
    }


def main(arguments: list[str]) -> None:
    squares: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for number in range(int(arguments[0]) if arguments else 20):
        for name, lab, bands in sizes(number):
            squares[name].append((float(np.mean(lab**2)), float(np.mean(bands**2))))
    print("| | laboratory | bands |\n|---|---:|---:|")
    for name, found in squares.items():
        lab, bands = np.sqrt(np.mean(found, axis=0))
        print(f"| {name} | {lab:.1f} | {bands:.1f} |")


if __name__ == "__main__":
    main(sys.argv[1:])
