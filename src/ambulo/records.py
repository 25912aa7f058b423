"""Every record that passes between Ambulo's parts: frozen, checked for shape, no algorithms.

SI units and radians throughout. World frame: X in the direction of progression, Y to the left,
Z up. Segment frames coincide with the world frame in the reference posture (standing upright,
arms hanging, facing X): x anterior, y to the left, z up, origin at the proximal joint.
Wrenches and spatial vectors are ordered (moment, force) and (angular, linear).
Missing measurements are NaN, never zero.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, Self, SupportsIndex, overload

import numpy as np

from ambulo.math.arrays import BoolArray, FloatArray, IntArray
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.tree import Tree

Side = Literal["left", "right"]
# of a check: use it; use it and look first; do not use it as it is; could not be checked
Grade = Literal["good", "look", "do-not-use", "unknown"]
SIDES: tuple[Side, Side] = ("left", "right")


# --------------------------------------------------------------------------- measurement


@dataclass(frozen=True, eq=False)
class Markers:
    """Marker trajectories in the world frame.

    Args:
        names: as in the file, without subject prefix.
        time: (frames,) s.
        position: (frames, markers, 3) m; NaN where a marker was not seen.
    """

    names: tuple[str, ...]
    time: FloatArray
    position: FloatArray

    def __post_init__(self) -> None:
        expected = (len(self.time), len(self.names), 3)
        if self.position.shape != expected:
            raise ValueError(f"marker positions have shape {self.position.shape}, not {expected}")

    @property
    def rate(self) -> float:
        """Frames per second."""
        return float((len(self.time) - 1) / (self.time[-1] - self.time[0]))

    def of(self, name: str) -> FloatArray:
        """Trajectory (frames, 3) [m] of one marker."""
        return self.position[:, self.names.index(name)]


@dataclass(frozen=True)
class PlateFault:
    """What is wrong with a channel of a force plate and cannot be made good.

    Args:
        channel: such as "Fx", or "all channels".
        what: in words.
        grave: whether a flexion moment depends on it.
    """

    channel: str
    what: str
    grave: bool


@dataclass(frozen=True, eq=False)
class ForcePlate:
    """What one force plate measured, as the action of the ground on the subject, world frame.

    Args:
        name: such as "plate 1" (numbered from 1 as in the file).
        corners: (4, 3) m; the surface.
        time: (samples,) s, on the same clock as the markers.
        force: (samples, 3) N, of the ground on the foot (standing still: z about body weight).
        centre_of_pressure: (samples, 3) m; NaN where the vertical force is below the threshold.
        free_moment: (samples,) N*m, about the plate's normal at the centre of pressure.
        faults: what its channels show to be wrong.
    """

    name: str
    corners: FloatArray
    time: FloatArray
    force: FloatArray
    centre_of_pressure: FloatArray
    free_moment: FloatArray
    faults: tuple[PlateFault, ...] = ()


@dataclass(frozen=True)
class Event:
    """Foot strike or foot off; `source` says whether it was read or how it was detected."""

    side: Side
    kind: Literal["strike", "off"]
    time: float
    source: Literal["file", "force", "kinematics"]


@dataclass(frozen=True)
class Subject:
    """Who walked. Unknown entries are None or absent.

    Args:
        mass: kg.
        height: m.
        sex: "f" or "m".
        age: years.
        measurements: lengths in m, angles in rad, by name (`left_knee_width`, `asis_breadth`, ...).
    """

    name: str = ""
    mass: float | None = None
    height: float | None = None
    sex: Literal["f", "m"] | None = None
    age: float | None = None
    measurements: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class LabFrame:
    """How file coordinates became world coordinates: x_world = R_WL @ (unit * x_file).

    Args:
        R_WL: (3, 3) rotation from the laboratory's axes to the world's.
        unit: metres per file unit.
        reason: how it was found out, or that it was given, in a sentence for the log.
    """

    R_WL: FloatArray
    unit: float
    reason: str


@dataclass(frozen=True, eq=False)
class Trial:
    """One recording as read, in the world frame.

    Args:
        path: the file it came from.
        markers: measured markers only; computed points of other systems are in `outputs`.
        plates: force plates, possibly none.
        events: those written in the file, in order of time.
        subject: what the file says about the subject.
        lab: the turn from file to world.
        outputs: other systems' results in the file, (frames, 3) each, as in the file (units of
            the file: degrees, N*mm/kg, W/kg, mm), by name.
        notes: everything that was assumed, dropped or odd; one sentence each.
    """

    path: Path
    markers: Markers
    plates: tuple[ForcePlate, ...]
    events: tuple[Event, ...]
    subject: Subject
    lab: LabFrame
    outputs: Mapping[str, FloatArray] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlateContact:
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
    """

    plate: int
    start: float
    stop: float
    side: Side | None
    quality: Literal["whole", "partial", "shared"]
    reason: str
    carried: float | None = None


@dataclass(frozen=True, eq=False)
class GroundReaction:
    """Ground reaction on each foot on the marker frames, world frame, order SIDES.

    Args:
        time: (frames,) s.
        force: (frames, 2, 3) N, of the ground on the foot; zero in the air.
        moment_origin: (frames, 2, 3) N*m, about the world origin.
        centre_of_pressure: (frames, 2, 3) m; NaN in the air.
        free_moment: (frames, 2) N*m, about the vertical through the centre of pressure.
        known: (frames, 2) whether the foot is in the air or wholly measured (or resolved).
        source: how it was obtained ("plates", "whole-body, plates' proportion", ...).
    """

    time: FloatArray
    force: FloatArray
    moment_origin: FloatArray
    centre_of_pressure: FloatArray
    free_moment: FloatArray
    known: BoolArray
    source: str


# --------------------------------------------------------------------------- model


@dataclass(frozen=True, eq=False)
class Model:
    """A person: tree, names, and where the markers sit on it.

    Args:
        name: skeleton, e.g. "body18".
        segments: (nb,) names in the order of the tree, e.g. "left_thigh".
        joints: (nb,) names; joint i connects segment i to its parent; joints[0] is "root".
        tree: geometry and inertia.
        subject: whom it was scaled to.
        parameters: name of the segment parameter table.
        marker_names: (nm,) tracking markers, as in the trial.
        marker_body: (nm,) segment index.
        marker_local: (nm, 3) m, in the segment frame.
        marker_weight: (nm,) relative weight in the fit.
        points: landmarks fixed in a segment, name -> (segment index, (3,) m in its frame), such as
            "left_heel", "left_toe", "left_metatarsal".
        notes: what was assumed in building it; one sentence each.
    """

    name: str
    segments: tuple[str, ...]
    joints: tuple[str, ...]
    tree: Tree
    subject: Subject
    parameters: str
    marker_names: tuple[str, ...] = ()
    marker_body: IntArray = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    marker_local: FloatArray = field(default_factory=lambda: np.zeros((0, 3)))
    marker_weight: FloatArray = field(default_factory=lambda: np.zeros(0))
    points: Mapping[str, tuple[int, FloatArray]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def mass(self) -> float:
        """Total mass, kg."""
        return float(self.tree.mass.sum())


# --------------------------------------------------------------------------- motion and forces


@dataclass(frozen=True)
class Stride:
    """From one strike to the next of the same foot."""

    side: Side
    start: float
    stop: float
    off: float | None = None


@dataclass(frozen=True)
class Phase:
    """A named part of what was done, from start to stop [s]."""

    name: str
    start: float
    stop: float


@dataclass(frozen=True)
class Number:
    """A key number of what was done, in `unit`; `from_what` says how it was found, if it counts."""

    name: str
    value: float
    unit: str
    from_what: str = ""


@dataclass(frozen=True)
class Activity:
    """What the subject did in a trial.

    Args:
        name: in the registry of activities: "walk", "run", "squat", ...
        noun: as a sentence has it, after "the".
        doing: what the subject did, in the past: "walked".
        walking: whether the means of normal walking are a measure of it.
        stepping: whether it consists of strides.
        floor: m/s, horizontal velocity of the floor: of a treadmill's belt, else zero.
        reason: how it was recognised, or that it was given; a sentence.
        phases: its parts, in order of time.
        numbers: its key numbers.
    """

    name: str = "walk"
    noun: str = "walk"
    doing: str = "walked"
    walking: bool = True
    stepping: bool = True
    floor: tuple[float, float] = (0.0, 0.0)
    reason: str = ""
    phases: tuple[Phase, ...] = ()
    numbers: tuple[Number, ...] = ()

    @property
    def treadmill(self) -> bool:
        """Whether the floor moves under the feet."""
        return self.floor != (0.0, 0.0)


@dataclass(frozen=True)
class Gate:
    """One quality check of an analysis.

    Args:
        name: short, e.g. "marker fit".
        value: in `unit`; NaN where it could not be checked.
        limit: in `unit`, up to which it is good.
        unit: of the value and its limits.
        grade: how far the results can be used, as far as this check goes.
        remedy: likeliest cause and what to do, a sentence; unless it is good.
        unusable: in `unit`, beyond which the results are not to be used; infinite where no value
            alone forbids it.
        found: what was found, or why nothing could be, in a sentence of plain words; may be empty.
        cost: what it does to the results, in a sentence of plain words; may be empty.
    """

    name: str
    value: float
    limit: float
    unit: str
    grade: Grade
    remedy: str = ""
    unusable: float = math.inf
    found: str = ""
    cost: str = ""

    @property
    def passed(self) -> bool:
        """Whether the results can be used, with a look if need be: never where it is unknown."""
        return self.grade in ("good", "look")


def graded(value: float, limit: float, unusable: float) -> Grade:
    """Good up to the limit, a look up to where it is unusable; unknown where the value is NaN."""
    if math.isnan(value):
        return "unknown"
    if value <= limit:
        return "good"
    return "look" if value <= unusable and math.isfinite(value) else "do-not-use"


@dataclass(frozen=True, eq=False)
class Quantity:
    """A reported time series with its meaning: one column of a table, one curve of a figure.

    Args:
        name: as in the tables, e.g. "left_knee_flexion".
        unit: "deg", "N*m", "W", "N", "m".
        values: (frames,) in `unit`; NaN where not known.
        positive: what a positive value means, e.g. "flexion".
    """

    name: str
    unit: str
    values: FloatArray
    positive: str = ""


class Quantities(tuple[Quantity, ...]):
    """Reported quantities in their order, and by name: `moments["left_knee_flexion"].values`.

    Iterating gives the quantities, `names` their names; `"left_knee_flexion" in moments` asks for
    a name.
    """

    __slots__ = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order."""
        return tuple(quantity.name for quantity in self)

    def items(self) -> Iterator[tuple[str, Quantity]]:
        """Each name with its quantity."""
        return ((quantity.name, quantity) for quantity in self)

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Quantity: ...
    @overload
    def __getitem__(self, key: str, /) -> Quantity: ...
    @overload
    def __getitem__(self, key: slice, /) -> Self: ...
    def __getitem__(self, key: SupportsIndex | str | slice, /) -> Quantity | Self:
        if isinstance(key, slice):
            return type(self)(super().__getitem__(key))
        if not isinstance(key, str):
            return super().__getitem__(key)
        for quantity in self:
            if quantity.name == key:
                return quantity
        near = get_close_matches(key, self.names, n=1)
        raise KeyError(f"{key}; did you mean {near[0]}?" if near else key)

    def __contains__(self, key: object, /) -> bool:
        return key in self.names if isinstance(key, str) else super().__contains__(key)

    def __repr__(self) -> str:
        return f"Quantities({', '.join(f'{q.name} [{q.unit}]' for q in self)})"


@dataclass(frozen=True, eq=False)
class Diagnostic:
    """How a stage of the analysis went, as curves: one small plot of the report.

    Args:
        title: what is shown; unit: of the curves.
        xlabel: what x is, with its unit.
        x: (n,) abscissae.
        curves: name -> (n,).
        note: one sentence on how to read it; the same for plots that belong together.
    """

    title: str
    unit: str
    xlabel: str
    x: FloatArray
    curves: Mapping[str, FloatArray]
    note: str


@dataclass(frozen=True)
class WrenchDifference:
    """How far ground reactions differ over some frames, by component.

    Args:
        frames: how many were compared.
        rms: Fx, Fy, Fz [N], Mx, My, Mz [N*m] -> root mean square difference.
        relative: the same over the range of the reference in these frames, NaN without a range;
            empty where nobody asked for it.
    """

    frames: int
    rms: Mapping[str, float]
    relative: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class SharingComparison:
    """Ways of sharing double support against the plates (Pamies-Vila 2012, tables 4.1 to 4.3).

    Args:
        sharings: the ground reaction by every way of sharing, by its name.
        resultant: of the motion against the plates' sum; None where no double support is measured
            whole.
        single_support: side ("left", "right", "both": pooled) -> difference.
        both_feet_on_plates, one_foot_on_plate: way -> side -> difference in double support.
    """

    sharings: Mapping[str, GroundReaction]
    resultant: WrenchDifference | None
    single_support: Mapping[str, WrenchDifference]
    both_feet_on_plates: Mapping[str, Mapping[str, WrenchDifference]]
    one_foot_on_plate: Mapping[str, Mapping[str, WrenchDifference]]


@dataclass(frozen=True)
class SegmentLength:
    """Distance of two neighbouring joints, as markers place them one by one and made rigid [m]."""

    measured_min: float
    measured_mean: float
    measured_max: float
    consistent: float


@dataclass(frozen=True)
class InputFile:
    """A file that was read.

    Args:
        role: "trial", "static", "grf", "config".
        size: bytes.
        sha256: of its content, in hexadecimal.
    """

    role: str
    path: Path
    size: int
    sha256: str


@dataclass(frozen=True)
class Provenance:
    """From what and with which choices a result was made.

    Args:
        inputs: files read.
        configuration: every choice, defaults included, as JSON.
        seed: of random numbers; None if none were drawn.
        version: of the Ambulo that analysed.
    """

    inputs: tuple[InputFile, ...] = ()
    configuration: str = "{}"
    seed: int | None = None
    version: str = ""


@dataclass(frozen=True)
class PeakBand:
    """A peak of perturbed analyses: the median and the ends of its band, in `unit`."""

    unit: str
    median: float
    low: float
    high: float


@dataclass(frozen=True)
class SourceEffect:
    """How much of the variance of a result a group of sources of error makes (Sobol 2001).

    Args:
        group: of sources, such as "soft tissue".
        quantity: the result, as `Bands.peaks` names it.
        first, total: share of its variance by the group alone, and with all its interactions.
        first_error, total_error: half widths of their 95 % confidence intervals.
    """

    group: str
    quantity: str
    first: float
    total: float
    first_error: float
    total_error: float


@dataclass(frozen=True, eq=False)
class Bands:
    """How far results move when what they rest on is as uncertain as the sources say.

    Curves go by the header of their column, `left_knee_flexion [N*m]`.

    Args:
        samples: number of perturbed analyses; failed: of them, those that found no result.
        share: of the perturbed analyses that lie in a band, such as 0.9.
        sources: what was perturbed and by how much, one sentence each, with its citation.
        median, low, high: (frames,) in the column's unit.
        cycle_low, cycle_high: (101,) of the mean over the strides of the quantity's side.
        peaks: "left hip extension" -> the band of the peak itself.
        settling: number of samples -> largest change of an end of a joint moment's band against
            half as many, as a share of the band's width.
        effects: which source matters for which peak; empty where nobody asked.
        notes: one sentence each.
    """

    samples: int
    failed: int
    share: float
    sources: tuple[str, ...]
    median: Mapping[str, FloatArray]
    low: Mapping[str, FloatArray]
    high: Mapping[str, FloatArray]
    cycle_low: Mapping[str, FloatArray] = field(default_factory=dict)
    cycle_high: Mapping[str, FloatArray] = field(default_factory=dict)
    peaks: Mapping[str, PeakBand] = field(default_factory=dict)
    settling: Mapping[str, float] = field(default_factory=dict)
    effects: tuple[SourceEffect, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Analysis:
    """Everything one analysis found, as the report and the tables take it.

    Args:
        trial, model, motion: what it rests on; the trial's markers are those used, gaps filled.
        marker_set: name of the marker set that matched.
        method: "plates" or "whole-body".
        events: those used; contacts: plate contacts; strides.
        ground: the ground reaction used; plates_ground: as the plates measured it (None without).
        joint_forces: net joint forces and moments.
        angles, moments, powers: reported quantities by group, SI at joints but angles in degrees.
        marker_residual: (frames, nm) m, distance of model markers from measured ones (NaN: gap).
        residual: (frames, 6) N*m, N: wrench at the root that ground reaction and motion leave.
        gates: quality checks, those that the trial did not allow with the grade unknown.
        log: one line each, in order.
        plates_vs_inverse: ground reaction from the motion against the plates, phase
            ("single_support", "double_support") -> side or "both" -> difference.
        sharing: the ways of sharing double support compared; None where nobody asked, or the
            plates measured no double support.
        segment_lengths: "left_knee to left_ankle" -> its length, where segments were made rigid.
        timing: s, by stage.
        truth: known true quantities by name (simulated subjects only), same units.
        reference: another system's quantities from the file, same units and signs, by name.
        diagnostics: how filter and fit went, where the method chosen has something to show.
        bands: how sure the results are; None where nobody asked.
        provenance: from what it was made.
        activity: what the subject did.
    """

    trial: Trial
    model: Model
    motion: Motion
    marker_set: str
    method: str
    events: tuple[Event, ...]
    contacts: tuple[PlateContact, ...]
    strides: tuple[Stride, ...]
    ground: GroundReaction
    plates_ground: GroundReaction | None
    joint_forces: JointForces
    angles: Quantities
    moments: Quantities
    powers: Quantities
    marker_residual: FloatArray
    residual: FloatArray
    gates: tuple[Gate, ...]
    log: tuple[str, ...]
    plates_vs_inverse: Mapping[str, Mapping[str, WrenchDifference]] = field(default_factory=dict)
    sharing: SharingComparison | None = None
    segment_lengths: Mapping[str, SegmentLength] = field(default_factory=dict)
    timing: Mapping[str, float] = field(default_factory=dict)
    truth: Mapping[str, FloatArray] = field(default_factory=dict)
    reference: Mapping[str, FloatArray] = field(default_factory=dict)
    diagnostics: tuple[Diagnostic, ...] = ()
    bands: Bands | None = None
    provenance: Provenance = field(default_factory=Provenance)
    activity: Activity = field(default_factory=Activity)
