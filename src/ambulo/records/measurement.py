"""What was measured, of whom, and by what: markers, plates, events, trials."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.records.sides import Side


@dataclass(frozen=True, eq=False)
class Markers(BriefRepr):
    """Marker trajectories in the world frame.

    Args:
        names: as in the file, without subject prefix.
        time: (frames,) s.
        position: (frames, markers, 3) m; NaN where a marker was not seen.
    """

    names: tuple[str, ...]
    time: Annotated[FloatArray, "n"]
    position: Annotated[FloatArray, "n markers 3"]

    def __post_init__(self) -> None:
        expected = (len(self.time), len(self.names), 3)
        if self.position.shape != expected:
            raise ValueError(f"marker positions have shape {self.position.shape}, not {expected}")

    @property
    def rate(self) -> float:
        """Frames per second; NaN if there is only one frame."""
        span = float(self.time[-1] - self.time[0])
        return (len(self.time) - 1) / span if span > 0.0 else math.nan

    def of(self, name: str) -> FloatArray:
        """Trajectory (frames, 3) [m] of one marker."""
        return self.position[:, self.names.index(name)]


@dataclass(frozen=True)
class PlateFault(BriefRepr):
    """What is wrong with a channel of a force plate and cannot be made good.

    Args:
        channel: such as "Fx", or "all channels".
        what: in words.
        grave: whether a flexion moment depends on it.
    """

    channel: str
    what: str
    grave: bool


LOADED = 20.0
"""N; vertical force from which a plate or a foot counts as loaded, and has a centre of pressure."""


@dataclass(frozen=True, eq=False)
class ForcePlate(BriefRepr):
    """What one force plate measured, as the action of the ground on the subject, world frame.

    Args:
        name: such as "plate 1" (numbered from 1 as in the file).
        corners: (4, 3) m; the surface.
        time: (samples,) s, on the same clock as the markers.
        force: (samples, 3) N, of the ground on the foot (standing still: z about body weight).
        centre_of_pressure: (samples, 3) m; NaN where the vertical force is below the threshold.
        free_moment: (samples,) N*m, about the plate's normal at the centre of pressure.
        faults: what its channels show to be wrong.
        placed: whether the file says where it lies. If not, each place where a foot came down is
            taken to have a plate of its own, because such files are made in this way.
    """

    name: str
    corners: Annotated[FloatArray, "4 3"]
    time: Annotated[FloatArray, "samples"]
    force: Annotated[FloatArray, "samples 3"]
    centre_of_pressure: Annotated[FloatArray, "samples 3"]
    free_moment: Annotated[FloatArray, "samples"]
    faults: tuple[PlateFault, ...] = ()
    placed: bool = True


@dataclass(frozen=True)
class Event(BriefRepr):
    """Foot strike or foot off; `source` says whether it was read or how it was detected.

    Args:
        time: s.
        doubt: s, by which the signs of its motion are farther apart than usual.
    """

    side: Side
    kind: Literal["strike", "off"]
    time: float
    source: Literal["file", "force", "kinematics"]
    doubt: float = 0.0


@dataclass(frozen=True)
class Subject(BriefRepr):
    """The person who was recorded. Entries that are not known are None or absent.

    Args:
        mass: kg.
        height: m.
        sex: "f" or "m".
        age: years.
        measurements: lengths in m, angles in rad, by name (`left_knee_width`, `asis_breadth`, ...).
        shoe: kg, mass of one shoe; `mass` includes both shoes.
    """

    name: str = ""
    mass: float | None = None
    height: float | None = None
    sex: Literal["f", "m"] | None = None
    age: float | None = None
    measurements: Mapping[str, float] = field(default_factory=dict)
    shoe: float = 0.0


@dataclass(frozen=True, eq=False)
class LabFrame(BriefRepr):
    """How file coordinates became world coordinates: x_world = R_WL @ (unit * x_file).

    Args:
        R_WL: (3, 3) rotation from the laboratory's axes to the world's.
        unit: metres per file unit.
        reason: how it was found out, or that it was given, in a sentence for the log.
    """

    R_WL: Annotated[FloatArray, "3 3"]
    unit: float
    reason: str


@dataclass(frozen=True, eq=False)
class EMG(BriefRepr):
    """How active a muscle was, from its electromyogram.

    Args:
        name: of the channel, as in the file; side, muscle: that it says.
        time: (frames,) s, of the file's marker frames.
        envelope: (frames,) share of the greatest in the trial.
    """

    name: str
    side: Side | None
    muscle: str
    time: Annotated[FloatArray, "n"]
    envelope: Annotated[FloatArray, "n"]


@dataclass(frozen=True, eq=False)
class Trial(BriefRepr):
    """One recording as read, in the world frame.

    Args:
        path: the file that was read.
        markers: the measured markers. Computed points of other systems are in `outputs`.
        plates: the force plates; may be empty.
        events: the events in the file, in order of time.
        subject: the subject's data in the file.
        lab: the rotation from the axes of the file to the world.
        outputs: results of other systems in the file by name, each (frames, 3), in the units of
            the file (degrees, N*mm/kg, W/kg, mm).
        notes: one sentence for everything that was assumed, left out or unusual.
        emg: the electromyograms; may be empty.
        unread_plates: the notes on plates that could not be read.
    """

    path: Path
    markers: Markers
    plates: tuple[ForcePlate, ...]
    events: tuple[Event, ...]
    subject: Subject
    lab: LabFrame
    outputs: Mapping[str, FloatArray] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    emg: tuple[EMG, ...] = ()
    unread_plates: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlateContact(BriefRepr):
    """One loading of one plate, given to a foot or to none.

    Args:
        plate: index into `Trial.plates`.
        start, stop: s.
        side: the foot on it; None if it cannot be given to one foot.
        quality: "whole" if the whole contact of that foot is on this plate; "partial" if the foot
            also touches the ground beside it or the record cuts it; "shared" if both feet load it.
        reason: one sentence.
        carried: kg, mass that the foot carries in single support by the plate's force; None where
            it does not stand alone on it.
        cut: whether it is partial only because the record begins or ends while it lasts.
    """

    plate: int
    start: float
    stop: float
    side: Side | None
    quality: Literal["whole", "partial", "shared"]
    reason: str
    carried: float | None = None
    cut: bool = False


@dataclass(frozen=True, eq=False)
class GroundReaction(BriefRepr):
    """Ground reaction on each foot on the marker frames, world frame, order SIDES.

    Args:
        time: (frames,) s.
        force: (frames, 2, 3) N, of the ground on the foot; zero in the air.
        moment_origin: (frames, 2, 3) N*m, about the world origin.
        centre_of_pressure: (frames, 2, 3) m; NaN in the air.
        free_moment: (frames, 2) N*m, about the vertical through the centre of pressure.
        known: (frames, 2) whether the foot is in the air or wholly measured (or resolved).
        source: how it was obtained ("plates", "whole-body, plates' proportion", ...).
        together: (frames, 6) N*m, N, wrench of both feet about the world origin where a plate under
            both measures their sum alone; NaN elsewhere. None where there is no such plate.
    """

    time: Annotated[FloatArray, "frames"]
    force: Annotated[FloatArray, "frames 2 3"]
    moment_origin: Annotated[FloatArray, "frames 2 3"]
    centre_of_pressure: Annotated[FloatArray, "frames 2 3"]
    free_moment: Annotated[FloatArray, "frames 2"]
    known: Annotated[BoolArray, "frames 2"]
    source: str
    together: Annotated[FloatArray, "frames 6"] | None = None

    @property
    def wrench(self) -> FloatArray:
        """Moment about the world origin and force on each foot (frames, 2, 6), N*m and N."""
        wrench: FloatArray = np.concatenate([self.moment_origin, self.force], axis=2)
        return wrench
