"""One motion and its forces as another laboratory would have recorded them.

Whatever changes here changes no joint moment, or changes all of them by a known factor: mirror
images, other axes, other rates, the film run backwards, a body of another size and mass.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from scipy.interpolate import CubicSpline

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.mocap.files.c3d_writer import PlateRecording, write_c3d
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import Analysis, Markers, Side, Subject

OTHER: dict[Side, Side] = {"left": "right", "right": "left"}
ASIDE = np.array([1.0, -1.0, 1.0])
MOTIONS = ("hip_flexion", "hip_adduction", "knee_flexion", "ankle_dorsiflexion")


@dataclass(frozen=True, eq=False)
class Take:
    """What a laboratory recorded; `samples` of the plates in a frame of the cameras."""

    markers: Markers
    plates: tuple[PlateRecording, ...]
    samples: int
    subject: Subject

    def written(self, path: Path) -> Path:
        return write_c3d(
            path,
            self.markers,
            self.plates,
            plate_rate=self.samples * self.markers.rate if self.plates else None,
        )

    @property
    def plate_time(self) -> np.ndarray:
        count = self.samples * len(self.markers.time)
        return self.markers.time[0] + np.arange(count) / (self.samples * self.markers.rate)


def taken(path: Path) -> Take:
    """Markers and plates of a file, on clocks that begin together."""
    trial = read_trial(path, force_threshold=1e-3)
    first = round(trial.markers.time[0] * trial.markers.rate)
    time = (first + np.arange(len(trial.markers.time))) / trial.markers.rate
    plates, samples = [], 1
    for plate in trial.plates:
        rate = (len(plate.time) - 1) / (plate.time[-1] - plate.time[0])
        samples = round(rate / trial.markers.rate)
        arm = np.nan_to_num(plate.centre_of_pressure - plate.corners.mean(axis=0))
        moment = np.cross(arm, plate.force) + plate.free_moment[:, None] * [0.0, 0.0, 1.0]
        held = np.minimum(np.arange(samples * len(time)), len(plate.force) - 1)
        plates.append(PlateRecording(plate.corners, 0.045, plate.force[held], moment[held]))
    markers = replace(trial.markers, time=time)
    return Take(markers, tuple(plates), samples, trial.subject)


def moved(R: np.ndarray, by: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Change:
    """In other axes of the laboratory."""

    def change(take: Take) -> Take:
        markers = replace(take.markers, position=take.markers.position @ R.T + by)
        plates = tuple(
            replace(p, corners=p.corners @ R.T + by, force=p.force @ R.T, moment=p.moment @ R.T)
            for p in take.plates
        )
        return replace(take, markers=markers, plates=plates)

    return change


def about_vertical(degrees: float) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def mirrored(take: Take) -> Take:
    """Left for right."""
    names = take.markers.names
    pairs = {a + n[1:]: b + n[1:] for n in names for a, b in ("LR", "RL")}
    order = [names.index(pairs[n]) if pairs.get(n) in names else k for k, n in enumerate(names)]
    plates = tuple(
        replace(p, corners=(p.corners * ASIDE)[[1, 0, 3, 2]], force=p.force * ASIDE,
                moment=-p.moment * ASIDE)
        for p in take.plates
    )  # fmt: skip
    measured = {on_other_side(n): v for n, v in take.subject.measurements.items()}
    return replace(
        take,
        markers=replace(take.markers, position=take.markers.position[:, order] * ASIDE),
        plates=plates,
        subject=replace(take.subject, measurements=measured),
    )


def on_other_side(name: str) -> str:
    side, _, rest = name.partition("_")
    return f"{OTHER[side]}_{rest}" if side in OTHER else name


def backwards(take: Take) -> Take:
    """The film run backwards: places and accelerations stay, and so do forces."""
    last = take.samples * (len(take.markers.time) - 1)
    at = np.maximum(last - np.arange(len(take.plate_time)), 0)
    plates = tuple(replace(p, force=p.force[at], moment=p.moment[at]) for p in take.plates)
    return replace(
        take,
        markers=replace(take.markers, position=take.markers.position[::-1].copy()),
        plates=plates,
    )


def of_size(length: float, mass: float) -> Change:
    """Lengths times `length`, masses times `mass`, times as gravity then has them (Froude)."""

    def change(take: Take) -> Take:
        plates = tuple(
            replace(p, corners=length * p.corners, force=mass * p.force,
                    moment=length * mass * p.moment)
            for p in take.plates
        )  # fmt: skip
        markers = replace(
            take.markers,
            time=np.sqrt(length) * take.markers.time,
            position=length * take.markers.position,
        )
        who = take.subject
        subject = replace(
            who,
            mass=None if who.mass is None else mass * who.mass,
            height=None if who.height is None else length * who.height,
            measurements={
                n: v if "torsion" in n or "angle" in n else length * v
                for n, v in who.measurements.items()
            },
        )
        return Take(markers, plates, take.samples, subject)

    return change


def at_rates(cameras: float, samples: int = 10) -> Change:
    """As other cameras and plates would have sampled it."""

    def change(take: Take) -> Take:
        old = take.markers
        first, last = np.ceil(old.time[0] * cameras), np.floor(old.time[-1] * cameras)
        time = np.arange(first, last + 1) / cameras
        position = np.full((len(time), len(old.names), 3), np.nan)
        for k in range(len(old.names)):
            seen = np.isfinite(old.position[:, k]).all(axis=1)
            if seen.sum() > 3:
                near = np.interp(time, old.time, seen.astype(float)) > 0.999
                position[near, k] = CubicSpline(old.time[seen], old.position[seen, k])(time[near])
        new = Take(Markers(old.names, time, position), (), samples, take.subject)

        def drawn(values: np.ndarray) -> np.ndarray:
            columns = [np.interp(new.plate_time, take.plate_time, x) for x in values.T]
            return np.stack(columns, axis=1)

        plates = tuple(
            replace(p, force=drawn(p.force), moment=drawn(p.moment)) for p in take.plates
        )
        return replace(new, plates=plates)

    return change


def on_halves(take: Take) -> Take:
    """Every plate cut in two across the walkway; a sole hands its load over within 16 cm."""
    halves = []
    for plate in take.plates:
        u = plate.corners[[0, 3]].mean(axis=0) - plate.corners[[1, 2]].mean(axis=0)
        length = float(np.linalg.norm(u))
        u = u / length
        v = np.cross([0.0, 0.0, 1.0], u)
        up = np.where(np.abs(plate.force[:, 2]) > 5.0, plate.force[:, 2], np.inf)
        x = (plate.moment @ v) * -1.0 / up
        ahead = np.clip(0.5 + x / 0.16, 0.0, 1.0)
        between = (ahead > 0.0) & (ahead < 1.0)
        for sign, part in ((1.0, ahead), (-1.0, 1.0 - ahead)):
            # each half is pressed 8 cm from the other's place, so that their sum is the same
            force = part[:, None] * plate.force
            apart = sign * 0.08 * (1.0 - part) * between - sign * 0.25 * length
            moment = part[:, None] * plate.moment + np.cross(apart[:, None] * u, force)
            beside = plate.corners - plate.corners.mean(axis=0)
            corners = plate.corners.mean(axis=0) + sign * 0.25 * length * u
            corners = corners + beside - 0.5 * np.outer(beside @ u, u)
            halves.append(PlateRecording(corners, plate.depth, force, moment))
    return replace(take, plates=tuple(halves))


def named(prefix: str) -> Change:
    """Every marker under the name of the subject."""

    def change(take: Take) -> Take:
        names = tuple(prefix + name for name in take.markers.names)
        return replace(take, markers=replace(take.markers, names=names))

    return change


def permuted(take: Take) -> Take:
    """Markers and plates in another order."""
    order = np.random.default_rng(0).permutation(len(take.markers.names))
    names = tuple(take.markers.names[k] for k in order)
    markers = Markers(names, take.markers.time, take.markers.position[:, order])
    return replace(take, markers=markers, plates=take.plates[::-1])


Change = Callable[[Take], Take]


@dataclass(frozen=True)
class Case:
    """One change and what it may make of moments, N*m/kg: rms, with plates and without.

    Args:
        walk, static: what is changed of either.
        plates: at most, by the plates.
        motion: at most, from the motion alone; None where that is not the same by what it assumes.
        sides: whether left and right change places.
        time: of the changed recording in the one before.
        moment: factor of moments over mass.
        known: share of the frames with moments that still have them.
    """

    walk: Change
    static: Change
    plates: float
    motion: float | None
    sides: bool = False
    time: Callable[[np.ndarray, Take], np.ndarray] = lambda t, _: t
    moment: float = 1.0
    known: float = 0.95


def same(take: Take) -> Take:
    return take


UP_IS_Y = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
UP_IS_X = np.array([[0.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]])
ROUNDING = 2e-5
"""A file's single precision."""

CASES = {
    "mirrored": Case(mirrored, mirrored, ROUNDING, ROUNDING, sides=True),
    "turned by 90": Case(moved(about_vertical(90.0), (1.0, -2.0, 0.0)), same, ROUNDING, ROUNDING),
    "turned by 180": Case(moved(about_vertical(180.0)), same, ROUNDING, ROUNDING),
    "turned by 37": Case(moved(about_vertical(37.0)), same, ROUNDING, ROUNDING),
    "up is Y": Case(moved(UP_IS_Y), moved(UP_IS_Y), ROUNDING, ROUNDING),
    "up is X": Case(moved(UP_IS_X), moved(UP_IS_X), ROUNDING, ROUNDING),
    "upstairs": Case(moved(np.eye(3), (0.0, 0.0, 0.4)), same, ROUNDING, 0.02),
    # who leads and who trails changes with the direction of time, and smooth sharing knows both; a
    # foot's reaction is not known beside an event that only its motion tells but in walks
    "backwards": Case(
        backwards, same, ROUNDING, None, known=0.85,
        time=lambda t, of: of.markers.time[[0, -1]].sum() - t,
    ),
    # a marker's own size stays, by which joint centres lie beside it; and the time by which feet
    # come to rest before a plate shows it, which is taken to be one for all sizes
    "a child of 60 %": Case(
        of_size(0.6, 0.3), of_size(0.6, 0.3), 0.05, 0.10,
        time=lambda t, _: t / np.sqrt(0.6), moment=1.0 / 0.6,
    ),
    # a contact begins at 20 N, whoever weighs on it
    "heavy": Case(of_size(1.0, 2.0), of_size(1.0, 2.0), 0.01, ROUNDING),
    # the filter follows noise that has other frames; at the record's ends the motion tells little,
    # and one more or less of its last events is found
    "cameras at 60 Hz": Case(at_rates(60.0), same, 0.06, None),
    "cameras at 250 Hz": Case(at_rates(250.0), same, 0.015, None),
    "plates at 2000 Hz": Case(at_rates(100.0, 20), same, 0.006, None),
    "plates at 300 Hz": Case(at_rates(100.0, 3), same, 0.008, None),
    "plates cut in two": Case(on_halves, same, 0.01, None),
    "another subject's name": Case(named("Walker7:"), named("Sub_7_"), 0.0, 0.0),
    "in another order": Case(permuted, permuted, ROUNDING, ROUNDING),
}  # fmt: skip


def analysed(walk: Take, static: Take, folder: Path, method: str) -> Analysis:
    who = static.subject
    subject = walk.subject if walk.subject.mass is not None else who
    choice = Configuration(
        mass=subject.mass,
        height=subject.height,
        measurements={**who.measurements, **walk.subject.measurements},
        method=method,
    )
    standing = static.written(folder / "standing.c3d")
    return analyse(walk.written(folder / "walk.c3d"), static=standing, configuration=choice)


def difference(case: Case, walk: Take, before: Analysis, after: Analysis) -> float:
    """Greatest rms difference of a moment over mass, N*m/kg.

    Raises:
        AssertionError: a moment is known in too few of its frames.
    """
    time, now = before.motion.time, case.time(after.motion.time, walk)
    order = np.argsort(now)
    worst = 0.0
    for side in OTHER:
        for motion in MOTIONS:
            old = before.moments[f"{side}_{motion}"].values / before.model.subject.mass
            name = f"{OTHER[side] if case.sides else side}_{motion}"
            new = case.moment * after.moments[name].values[order] / after.model.subject.mass
            known = np.interp(time, now[order], np.isfinite(new).astype(float)) > 0.999
            inside = (time >= now.min()) & (time <= now.max())
            both = np.isfinite(old) & known & inside
            assert both.sum() >= case.known * np.isfinite(old).sum(), f"{side} {motion}: not known"
            gap = old[both] - np.interp(time[both], now[order], np.nan_to_num(new))
            worst = max(worst, float(np.sqrt(np.mean(gap**2))))
    return worst
