"""Measurements: markers, plates, events, subjects and trials."""

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


class PutBack(str):
    """A note on exchanged labels that Ambulo corrected. It is no fault of the results."""


class FramesLeftOut(str):
    """A note on a part of the recording that was not analysed, as required markers are missing."""


@dataclass(frozen=True)
class PlateFault(BriefRepr):
    """An error of a force plate's channel that cannot be corrected.

    Args:
        channel: such as "Fx", or "all channels".
        what: the error, in words.
        grave: whether the error makes a flexion moment wrong.
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
        force: (samples, 3) N, of the ground on the foot (in standing, z is about body weight).
        centre_of_pressure: (samples, 3) m; NaN where the vertical force is below the threshold.
        free_moment: (samples,) N*m, about the plate's normal at the centre of pressure.
        faults: errors of its channels.
        placed: whether the file gives the position of the plate. If not, Ambulo assumes one plate
            at each place where a foot came down, because such files are made in this way.
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
    """A foot strike or foot off. `source` says how it was found: read from the file, or detected.

    Args:
        time: s.
        doubt: s; signs in the motion place the event at different times, and `doubt` says by how
            much more than usual these times differ.
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
    """Transformation of file coordinates to world coordinates: x_world = R_WL @ (unit * x_file).

    Args:
        R_WL: (3, 3) rotation from the laboratory's axes to the world's.
        unit: metres per file unit.
        reason: a sentence for the log: how axes and unit were found, or that they were given.
    """

    R_WL: Annotated[FloatArray, "3 3"]
    unit: float
    reason: str


@dataclass(frozen=True, eq=False)
class EMG(BriefRepr):
    """Activity of a muscle, from its electromyogram.

    Args:
        name: name of the channel in the file.
        side, muscle: the side and the muscle in this name.
        time: (frames,) s, the times of the marker frames in the file.
        envelope: (frames,) as a share of its greatest value in the trial.
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
        lab: the transformation from the file's axes to the world.
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
    """One loading of one plate, and the foot that loads it, if known.

    Args:
        plate: index into `Trial.plates`.
        start, stop: s.
        side: the foot on the plate; None if the loading cannot be assigned to one foot.
        quality: "whole" if the whole contact of that foot is on this plate; "partial" if the foot
            also touches the ground beside it, or the recording cuts the contact; "shared" if both
            feet load it.
        reason: why the contact has this quality, in one sentence.
        carried: kg, mass that the plate shows under the foot in single support; None if there is no
            single support of this foot on the plate.
        cut: whether the contact is partial only because the recording begins or ends during it.
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
        known: (frames, 2) whether the reaction of the foot is known: the foot is in the air, or the
            load is measured wholly or computed.
        source: how it was obtained ("plates", "whole-body, plates' proportion", ...).
        together: (frames, 6) N*m, N, wrench of both feet about the world origin in frames in which
            both feet load the same plate; NaN in other frames. None if there is no such plate.
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
