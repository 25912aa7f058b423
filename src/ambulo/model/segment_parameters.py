"""Published segment parameters: mass, centre of mass and inertia of every part of the body.

`segment_table_file` reads the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.model.leg_regressions import LegRegression, LegSegment, leg_segments
from ambulo.model.standing_posture import StandingPosture
from ambulo.multibody.rigid_body import RigidBody, mirror, turn_between
from ambulo.records import SIDES, Subject

DIRECTION: Mapping[str, tuple[float, float, float]] = {
    "-z": (0.0, 0.0, -1.0),
    "+z": (0.0, 0.0, 1.0),
    "+x": (1.0, 0.0, 0.0),
}
"""Directions of a part's line in segment axes when standing."""


@dataclass(frozen=True, eq=False)
class Proportions:
    """A part of the right side or the middle of the body, for one sex.

    Args:
        mass: of body mass.
        at, length: origin and length of the part, of its line from start to end.
        com: (3,) from the origin, of the length, segment axes.
        gyration: (3, 3) inertia about the centre of mass over mass and length squared.
    """

    mass: float
    at: float
    length: float
    com: FloatArray
    gyration: FloatArray


@dataclass(frozen=True, eq=False)
class Part:
    """One row of a table.

    Args:
        covers: its segments in the most detailed skeleton, proximal first, without side.
        sided: whether there is one on each side.
        line: landmarks between which its length is measured.
        direction: (3,) of that line in standing, or None if the axes do not follow the line.
        female, male: its proportions.
    """

    covers: tuple[str, ...]
    sided: bool
    line: tuple[str, str]
    direction: FloatArray | None
    female: Proportions
    male: Proportions

    def of(self, sex: str | None) -> Proportions:
        """Proportions of one sex, or the mean of both."""
        if sex is not None:
            return self.female if sex == "f" else self.male
        f, m = self.female, self.male
        return Proportions(
            mass=0.5 * (f.mass + m.mass),
            at=0.5 * (f.at + m.at),
            length=0.5 * (f.length + m.length),
            com=0.5 * (f.com + m.com),
            gyration=0.5 * (f.gyration + m.gyration),
        )


@dataclass(frozen=True, eq=False)
class Growth:
    """Masses that change with age.

    Args:
        age: (n,) years, increasing.
        limits: years; the table has no values outside them.
        mass: covered segments -> (n,) of body mass, each side.
    """

    age: FloatArray
    limits: tuple[float, float]
    mass: Mapping[tuple[str, ...], FloatArray]


@dataclass(frozen=True)
class Sample:
    """The people on whom a table was measured. Ranges are (smallest, largest); None if not
    published.

    Args:
        sex: "female", "male", or "any".
        count: number of people; None if not known.
        age: years; mass: kg; stature: m.
        adults: whether they were adults, if nothing else is known of their age.
    """

    sex: str
    count: int | None
    age: tuple[float, float] | None
    mass: tuple[float, float] | None
    stature: tuple[float, float] | None
    adults: bool = False


@dataclass(frozen=True, eq=False)
class SegmentTable:
    """A published table of segment parameters.

    Args:
        name: for choosing the table.
        citation: author, year, where.
        population: who was measured and how.
        remarks: how the printed numbers are used here; one sentence each.
        samples: its population in numbers.
        parts: its rows.
        sexes: sexes for which it has numbers of its own.
        growth: change of its masses with age; None without such a change.
        legs: regressions that replace thigh, shank and foot; may be empty.
    """

    name: str
    citation: str
    population: str
    remarks: tuple[str, ...]
    samples: tuple[Sample, ...]
    parts: tuple[Part, ...]
    sexes: tuple[str, ...]
    growth: Growth | None
    legs: Mapping[str, LegRegression]

    def of_both(self, subject: Subject) -> bool:
        """Whether the mean of both sexes is used, because the table has both and the subject's sex
        is not given.
        """
        return subject.sex is None and len(self.sexes) == 2


@dataclass(frozen=True, eq=False)
class PlacedPart:
    """A part of one subject in the standing posture.

    Args:
        covers: segments of the finest skeleton, with side prefix, proximal first.
        body: mass properties in the posture's coordinates.
    """

    covers: tuple[str, ...]
    body: RigidBody


def place_parts(
    table: SegmentTable, posture: StandingPosture, subject: Subject
) -> tuple[tuple[PlacedPart, ...], tuple[str, ...]]:
    """The whole body of one subject in the parts of a table, standing upright.

    Args:
        table: from `segment_table_file.load_segment_table`.
        posture: where the landmarks are.
        subject: mass [kg] and, for tables that differ by them, sex and age.
    Returns:
        Parts with the subject's total mass, and notes on assumptions.
    Raises:
        InputError: the mass is not known, or age or measurements that the table needs; or a part
            has no length or a wrong direction.
    """
    if subject.mass is None:
        raise InputError("the subject's mass is not known", where="subject", remedy="Give it in kg")
    notes = list(table.remarks)
    if table.sexes and subject.sex is None:
        mean = (
            "differs by sex, and the mean of women and men is used"
            if table.of_both(subject)
            else "has no numbers for women, so those of men are used"
        )
        notes.append(f"Sex is not given. {table.name} {mean}.")
    elif table.sexes and subject.sex not in table.sexes:
        notes.append(f"{table.name} has no numbers for women, so those of men are used.")

    notes += outside_of_sample(table, subject)

    rows = [
        (part, side, part.of(subject.sex))
        for part in table.parts
        for side in (SIDES if part.sided else ("",))
    ]
    if table.growth is not None:
        rows = _grown(rows, table, table.growth, subject, notes)
    total = sum(numbers.mass for _, _, numbers in rows)
    if abs(total - 1.0) > 1e-9:
        notes.append(
            f"The printed mass fractions of {table.name} add up to {total:.4f}, so they are "
            "divided by this sum."
        )
    placed = [
        _place(part, side, numbers, subject.mass / total, posture) for part, side, numbers in rows
    ]
    if table.legs:
        placed = _with_legs(placed, leg_segments(table.legs, subject), subject.mass, posture)
    return tuple(placed), tuple(notes)


_GROWN = 18.0
"""Years; who is younger is a child."""
CHILD_HEIGHT, CHILD_MASS = 1.5, 40.0
"""m and kg; somebody of unknown age who has less of one of these may be a child. Half of the
children of 12 years have less than 1.5 m and 41 kg (CDC growth charts 2000)."""


def outside_of_sample(table: SegmentTable, subject: Subject) -> list[str]:
    """A sentence if the subject's age, mass or stature is outside those of the table's sample.

    The sample of the subject's sex is used; if the sex is not known, all samples together.
    """
    own = {"f": "female", "m": "male", None: ""}[subject.sex]
    samples = [s for s in table.samples if s.sex in (own, "any")] or list(table.samples)
    said = []
    for name, unit, value in (
        ("age", "years", subject.age),
        ("mass", "kg", subject.mass),
        ("stature", "m", subject.height),
    ):
        spans = [span for s in samples if (span := getattr(s, name)) is not None]
        if value is None or not spans:
            continue
        least, most = min(span[0] for span in spans), max(span[1] for span in spans)
        if not least <= value <= most:
            said.append(f"{name} {value:g} {unit} (sample {least:g} to {most:g})")
    short = (subject.height or CHILD_HEIGHT) < CHILD_HEIGHT
    small = short or (subject.mass or CHILD_MASS) < CHILD_MASS
    if all(s.adults for s in samples) and samples:
        if subject.age is not None and subject.age < _GROWN:
            said.append(f"age {subject.age:g} years (sample of adults)")
        elif subject.age is None and small:
            whose = f"stature {subject.height:g} m" if short else f"mass {subject.mass:g} kg"
            said.append(f"{whose} (sample of adults)")
    if not said:
        return []
    child = (
        " For a child of 4 to 17 years use the masses of jensen1989, which needs the age."
        if table.growth is None and subject.age is None and small
        else ""
    )
    return [
        f"The subject is outside the range of the people on whom {table.name} was measured: "
        f"{', '.join(said)}. Masses and mass centres of segments may be wrong.{child}"
    ]


_Row = tuple[Part, str, Proportions]


def _grown(
    rows: list[_Row], table: SegmentTable, growth: Growth, subject: Subject, notes: list[str]
) -> list[_Row]:
    """Rows with the masses of the subject's age, in their old proportion within each group."""
    if subject.age is None:
        raise InputError(
            f"{table.name} needs the subject's age, which is not known",
            where="subject",
            remedy="Give it in years, or choose another table of segment parameters",
        )
    if not growth.limits[0] <= subject.age <= growth.limits[1]:
        raise InputError(
            f"{table.name} is for ages {growth.limits[0]:g} to {growth.limits[1]:g}, "
            f"not {subject.age:g}",
            where="subject",
            remedy="Choose another table of segment parameters",
        )
    if not growth.age[0] <= subject.age <= growth.age[-1]:
        notes.append(
            f"At {subject.age:g} years, the masses are those of the nearest age in {table.name} "
            f"(ages {growth.age[0]:g} to {growth.age[-1]:g})."
        )
    grown = []
    for part, side, numbers in rows:
        group = next(covers for covers in growth.mass if set(part.covers) <= set(covers))
        before = sum(n.mass for p, s, n in rows if s == side and set(p.covers) <= set(group))
        now = float(np.interp(subject.age, growth.age, growth.mass[group]))
        grown.append((part, side, replace(numbers, mass=numbers.mass * now / before)))
    return grown


_LEG_LINE = {
    "thigh": (("thigh",), ("hip", "knee"), "-z"),
    "shank": (("shank",), ("knee", "ankle"), "-z"),
    "foot": (("hindfoot", "forefoot"), ("heel", "toe"), "+x"),
}


def _with_legs(
    placed: list[PlacedPart],
    legs: Mapping[tuple[str, str], LegSegment],
    body_mass: float,
    posture: StandingPosture,
) -> list[PlacedPart]:
    """Measured legs in place of the table's, the rest scaled to the mass that remains."""
    measured = []
    for (side, name), segment in legs.items():
        covers, ends, along = _LEG_LINE[name]
        start, end = (posture.landmark[f"{side}_{end}"] for end in ends)
        R = turn_between(np.array(DIRECTION[along]), end - start)
        body = RigidBody(
            mass=segment.mass,
            com=start + segment.com * (end - start),
            inertia=R @ np.diag(segment.moments) @ R.T,
        )
        measured.append(PlacedPart(tuple(f"{side}_{c}" for c in covers), body))
    replaced = {part.covers for part in measured}
    others = [part for part in placed if part.covers not in replaced]
    rest = body_mass - sum(part.body.mass for part in measured)
    factor = rest / sum(part.body.mass for part in others)
    return measured + [
        PlacedPart(
            part.covers,
            RigidBody(factor * part.body.mass, part.body.com, factor * part.body.inertia),
        )
        for part in others
    ]


def _place(
    part: Part, side: str, numbers: Proportions, body_mass: float, posture: StandingPosture
) -> PlacedPart:
    prefix = f"{side}_" if side else ""
    start, end = (_landmark(posture, prefix, name) for name in part.line)
    line = end - start
    length = numbers.length * float(np.linalg.norm(line))
    mass = numbers.mass * body_mass
    unit = RigidBody(1.0, numbers.com, numbers.gyration)
    if side == "left":
        unit = mirror(unit)
    if float(np.linalg.norm(line)) < _SHORTEST or (
        part.direction is not None and part.direction @ line <= 0.0
    ):
        names = " to ".join((prefix + name).replace("_", " ") for name in part.line)
        raise InputError(
            f"the line from {names} is {np.round(line, 3).tolist()} m (forwards, left, up), "
            "which is impossible for a standing person",
            where="model",
            remedy="Check the markers of these joints and the laboratory's axes",
        )
    R = np.eye(3) if part.direction is None else turn_between(part.direction, line)
    body = RigidBody(
        mass=mass,
        com=start + numbers.at * line + length * (R @ unit.com),
        inertia=mass * length**2 * (R @ unit.inertia @ R.T),
    )
    return PlacedPart(tuple(prefix + name for name in part.covers), body)


_SHORTEST = 0.005
"""m; no part of a body is shorter."""


def _landmark(posture: StandingPosture, prefix: str, name: str) -> FloatArray:
    return posture.landmark[name] if name in posture.landmark else posture.landmark[prefix + name]
