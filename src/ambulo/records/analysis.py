"""All results of one analysis, and the files and choices behind them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.multibody.motion import JointForces, Motion
from ambulo.records.bands import Bands
from ambulo.records.comparison import SegmentLength, SharingComparison, WrenchDifference
from ambulo.records.curves import Diagnostic, Quantities
from ambulo.records.devices import Devices
from ambulo.records.measurement import Event, GroundReaction, PlateContact, Trial
from ambulo.records.model import Model
from ambulo.records.movement import Activity, Stride
from ambulo.records.quality import Check

FORMAT = 2
"""Format of the files of an analysis. The number increases if results or their names change. Ambulo
does not compare folders of two formats. A folder without a number has the format 1.
"""

SINCE = {
    1: "joint moments were on axes of the marker set, feet rolled with the shank's markers, and "
    "directions were the laboratory's axis",
}
"""The differences of an earlier format, in words."""

MomentAxes = Literal["proximal", "distal", "jcs"]
"""Axes of the proximal or distal segment, or of the joint coordinate system."""


@dataclass(frozen=True)
class InputFile(BriefRepr):
    """A file that was read.

    Args:
        role: "trial", "static", "grf", "config", or the choice that names the file ("parameters").
        size: bytes.
        sha256: of its content, in hexadecimal.
    """

    role: str
    path: Path
    size: int
    sha256: str

    @classmethod
    def of(cls, role: str, path: str | Path) -> InputFile:
        """Read size and digest of a file.

        Raises:
            OSError: it cannot be read.
        """
        path = Path(path)
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return cls(role, path, path.stat().st_size, digest)


@dataclass(frozen=True)
class Provenance(BriefRepr):
    """The inputs, choices and versions with which a result was computed.

    Args:
        inputs: files read.
        configuration: every choice, defaults included, as JSON.
        seed: of random numbers; None if none were drawn.
        version: version of Ambulo.
        plugins: entries from other packages, such as "filter.median", and the names of these
            packages.
        format: version of the results' names and meanings: `FORMAT` when they were computed.
    """

    inputs: tuple[InputFile, ...] = ()
    configuration: str = "{}"
    seed: int | None = None
    version: str = ""
    plugins: Mapping[str, str] = field(default_factory=dict)
    format: int = FORMAT


@dataclass(frozen=True, eq=False)
class Analysis(BriefRepr):
    """All results of an analysis.

    Args:
        trial, model, motion: the trial with the markers that were used (gaps filled), the scaled
            model, and its motion.
        marker_set: name of the marker set.
        method: "plates" or "whole-body".
        events, contacts, strides: the events that were used, contacts with plates, and strides.
        ground, plates_ground: the ground reaction that was used, and the one that the plates
            measured (None without plates).
        joint_forces: net joint forces and moments.
        angles, moments, powers: curves of the joints in degrees, N*m and W.
        marker_residual: (frames, nm) m, distance of the model's markers from the measured ones;
            NaN in a gap.
        residual: (frames, 6) N*m, N: moment and force at the root by which ground reaction and
            motion disagree.
        checks: the quality checks. A check that the trial does not allow has the grade unknown.
        log: lines of text, in order.
        plates_vs_inverse: the ground reaction from the motion compared with the plates: phase
            ("single_support", "double_support") -> side or "both" -> difference.
        sharing: comparison of the ways of sharing double support; None if it was not asked for, or
            if the plates measured no double support.
        segment_lengths: "left_knee to left_ankle" -> its length, if segments were made rigid.
        timing: s, by stage.
        truth: true curves by name, in the same units (simulated subjects only).
        reference: curves of another system in the file by name, in the same units and signs.
        diagnostics: what the chosen filter and fit show about themselves.
        bands: error bands; None if they were not asked for.
        provenance: input files, versions and choices.
        activity: what the subject did.
        moment_axes: the axes of joint moments in space. With `model = "planar"`, moments are
            sagittal.
        smoothed_ground: `ground` after the filter of `plates_cutoff`, from which joint forces and
            moments are computed; None if they are computed from `ground`.
        devices: forces of orthoses and crutches. `joint_forces` contains the person's part and the
            part of the devices.
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
    marker_residual: Annotated[FloatArray, "frames nm"]
    residual: Annotated[FloatArray, "frames 6"]
    checks: tuple[Check, ...]
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
    moment_axes: MomentAxes = "jcs"
    smoothed_ground: GroundReaction | None = None
    devices: Devices | None = None

    @property
    def inverted_ground(self) -> GroundReaction:
        """The ground reaction from which joint forces, moments and powers are computed."""
        return self.ground if self.smoothed_ground is None else self.smoothed_ground
