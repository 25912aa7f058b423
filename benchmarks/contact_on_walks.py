"""Foot contact on recorded walks and on walks whose truth is known: what it reaches, row by row.

    PYTHONPATH=. python benchmarks/contact_on_walks.py [--data DIR] [--rows normal friction ...]

DIR holds the public trials ($AMBULO_DATA if left out); each is analysed from its motion alone, the
plates kept to judge. Rows: `normal`, normal forces fitted to each foot's plate, the motion as
recorded; `friction`, all forces with the motion corrected; `carried`, the parameters found on one
walk judged on another of the person, plates unseen; `sharing`, double support by the contact that
the resultant alone tells; `body`, the whole body forward on its spheres; `truth`, simulated walks.
NRMSE is the root mean square error over the range of what was measured.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
from tests.invariants import test_foot_contact as simulated
from tests.reference.accuracy import analysed

from ambulo.foot_contact.contact_file import ContactParameters
from ambulo.foot_contact.estimation import Estimated, MotionError
from ambulo.foot_contact.identification import identify, identify_normal
from ambulo.foot_contact.laws import FRICTION, NORMAL, laws_named
from ambulo.foot_contact.misfit import Accuracy, Wanted
from ambulo.foot_contact.person import person_spheres
from ambulo.forward_check.contact_walk import walk_on_contact
from ambulo.gait.sharing.comparison import compare_sharings
from ambulo.gait.sharing.foot_contact import contact_of_walk
from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.registry import share
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import wrench_about
from ambulo.records import SIDES, Analysis
from ambulo_studies.contact_fits.cases import ContactCase, recorded_case
from ambulo_studies.shared_again import problem_of

WALKS = ("HC038A", "falisse 14", "falisse 25")
SAME_PERSON = (
    ("HC038A", "HC038A turn"), ("HC038A turn", "HC038A"),
    ("falisse 14", "falisse 25"), ("falisse 25", "falisse 14"),
)  # fmt: skip
FORCES = ("Fx", "Fy", "Fz")


@cache
def walk(data: Path, name: str) -> tuple[Analysis, SharingProblem, ContactCase]:
    """A public walk by the whole-body method, and its feet over the plates."""
    analysis = analysed(data, name, method="whole-body")
    problem = problem_of(analysis)
    return analysis, problem, recorded_case(name, analysis, problem)


def percent(values: FloatArray) -> str:
    return ", ".join(f"{100 * x:.1f}" for x in values)


def normal(data: Path) -> Iterator[str]:
    """Normal forces alone, each foot against its plate; limit 6 % of Fz on the walk fitted."""
    laws = laws_named(friction="viscous")
    for name in WALKS:
        case = walk(data, name)[2]
        for heights in (False, True):
            spheres = [
                sphere.held(viscosity=0.0)
                for sphere in person_spheres(case.feet, laws, free_heights=heights)
            ]
            _, found = identify_normal(spheres, case.feet, case.plates, laws=laws, starts=4)
            of_foot = case.nrmse(found.wrenches)
            yield (
                f"{name}, heights {'free' if heights else 'held'}: Fz {percent(of_foot[:, 5])} %, "
                f"Mx {percent(of_foot[:, 0])} %, My {percent(of_foot[:, 1])} % (left, right)"
            )


def forces(case: ContactCase, wrenches: FloatArray) -> str:
    of_foot = case.nrmse(wrenches)
    return "; ".join(f"{c} {percent(of_foot[:, 3 + k])} %" for k, c in enumerate(FORCES))


def largest_shift(found: Estimated, case: ContactCase) -> float:
    """mm, of a foot on the ground."""
    moved = np.linalg.norm(found.corrections[..., :3], axis=2)
    return 1e3 * float(np.where(case.feet.stance, moved, 0.0).max())


@cache
def fitted(data: Path, name: str) -> tuple[ContactParameters, Estimated]:
    """Contact identified from each foot's plate, the feet's motion free within its error."""
    case = walk(data, name)[2]
    error = MotionError.of(jointed=case.feet.jointed)
    spheres = person_spheres(case.feet, free_heights=True)
    found = identify(spheres, case.feet, case.plates, error=error, starts=3)
    contact = ContactParameters(NORMAL, FRICTION, found.design, found.estimated.values)
    return contact, found.estimated


def friction(data: Path) -> Iterator[str]:
    """All forces with the motion corrected; limits 12 % sideways, corrections 5 mm."""
    for name in WALKS:
        case, found = walk(data, name)[2], fitted(data, name)[1]
        yield f"{name}: {forces(case, found.wrenches)}; shift {largest_shift(found, case):.1f} mm"


def carried(data: Path) -> Iterator[str]:
    """Parameters of one walk on another, its motion corrected by the resultant; limit 10 %.

    And each walk's own parameters, found with its plates, on itself: what carrying does not cost.
    """
    own = [(name, name) for name in dict.fromkeys(second for _, second in SAME_PERSON)]
    for first, second in (*SAME_PERSON, *own):
        _, problem, case = walk(data, second)
        found = contact_of_walk(replace(problem, measured=None), fitted(data, first)[0])
        part = np.searchsorted(problem.time, case.feet.time - 1e-9)
        at = case.plates.about
        wrench = found.wrench[part].transpose(1, 0, 2)
        of_feet = np.stack(
            [wrench_about(at[s], wrench[s, :, 3:], wrench[s, :, :3]) for s in (0, 1)]
        )
        corrections = found.identified.estimated.corrections[..., :3]
        moved = np.linalg.norm(corrections, axis=2)
        moved = 1e3 * float(np.where(problem.stance.T, moved, 0.0).max())
        yield f"{second} with {first}'s contact: {forces(case, of_feet)}; shift {moved:.1f} mm"


def sharing(data: Path) -> Iterator[str]:
    """Double support, both feet on plates, rms about the ankles; limit 60 N in Fz."""
    for name in WALKS:
        _, problem, _ = walk(data, name)
        ways = {
            way: share(replace(problem, measured=None), way).ground
            for way in ("foot-contact", "smooth", "sta")
        }
        found = compare_sharings(problem, ways).both_feet_on_plates
        for way, by_side in found.items():
            rms = {c: [by_side[s].rms[c] for s in SIDES] for c in by_side["left"].rms}
            row = "; ".join(f"{c} {a:.1f}, {b:.1f}" for c, (a, b) in rms.items())
            yield f"{name}, {way}: {row} (left, right)"


def body(data: Path) -> Iterator[str]:
    """The whole body on its spheres; limits 15 mm, 2 degrees, 5 % together."""
    for name in WALKS:
        begun = time.process_time()
        found = walk_on_contact(walk(data, name)[0])
        carried, off, effort = found.carried, found.off, found.effort
        root_force, root_moment, joints = (100 * x for x in effort.parts)
        yield (
            f"{name}: walks {found.followed.reached:.2f} of {found.simulated:.2f} s; moved "
            f"{1e3 * carried.moved.max():.1f} mm, {np.degrees(np.nanmax(carried.turned)):.1f} deg; "
            f"off {1e3 * np.nanmax(off.distance):.1f} mm, {np.degrees(np.nanmax(off.angle)):.1f} "
            f"deg; root {root_force:.1f} % of weight, {root_moment:.1f} % of moments; joints "
            f"{joints:.1f} %; together {100 * effort.together:.1f} %; "
            f"{time.process_time() - begun:.0f} s of processor"
        )


def truth(_: Path) -> Iterator[str]:
    """Simulated walks: parameters within 10 %, forces within 3 %."""
    known = simulated.walk()
    wanted = simulated.on_floor(known)
    design, found = identify_normal(simulated.spheres(False), known.feet, wanted, starts=1)
    true = design.variables(simulated.true_values(friction=False))
    off = np.abs(design.variables(found.values) / true - 1.0)
    yield f"same laws, motion exact: {len(true)} normal parameters within {100 * off.max():.2f} %"
    accuracy = Accuracy((5.0, 2.0, 10.0), (1.0, 2.0, 0.5))
    wanted = replace(wanted, accuracy=accuracy)
    feet, _ = simulated.moved(known, 0.002)
    feet = replace(feet, stance=known.wrench[..., 5] > 0.0)
    yield from recovered("same laws, motion off by 2 mm", feet, wanted)
    other = simulated.other_walk()
    yield from recovered(
        "six spheres under another law, motion exact", other.feet,
        replace(simulated.on_floor(other), accuracy=accuracy),
    )  # fmt: skip


def recovered(name: str, feet: object, wanted: Wanted) -> Iterator[str]:
    spheres = simulated.spheres(True) if name.startswith("same") else person_spheres(feet)
    found = identify(spheres, feet, wanted, error=MotionError(), starts=2)
    gap = wanted.errors(found.estimated.wrenches)
    nrmse = (np.sqrt(np.nanmean(gap**2, axis=1)) / wanted.ranges)[:, 3:]
    yield f"{name}: " + "; ".join(f"{c} {percent(nrmse[:, k])} %" for k, c in enumerate(FORCES))
    if not name.startswith("same"):
        return
    design = found.design
    true = design.variables(simulated.true_values())
    off = np.abs(design.variables(found.estimated.values) / true - 1.0)
    for parameter in dict.fromkeys(x.split(maxsplit=2)[2] for x in design.name_of):
        of_it = [o for o, x in zip(off, design.name_of, strict=True) if x.endswith(parameter)]
        yield f"  {parameter}: median {100 * np.median(of_it):.1f} %, most {100 * max(of_it):.0f} %"


ROWS = {row.__name__: row for row in (normal, friction, carried, sharing, body, truth)}


def main() -> None:
    """Print the rows that are asked for, all if none is."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = os.environ.get("AMBULO_DATA", "../shared/data")
    parser.add_argument("--data", type=Path, default=Path(default))
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=list(ROWS))
    chosen = parser.parse_args()
    for name in chosen.rows:
        print(f"{name}: {ROWS[name].__doc__}")
        for row in ROWS[name](chosen.data):
            print(f"  {row}", flush=True)


if __name__ == "__main__":
    main()
