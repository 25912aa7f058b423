"""Writes a trial as a C3D file: markers, force plates of type 2, events, subject."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.c3d_encoding import C3DContent, Value, encode_c3d
from ambulo.records import Event, Markers, Subject

_MILLI = 1000.0
_CHANNELS = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")
_LABELS = {"strike": "Foot Strike", "off": "Foot Off"}
_EVENT_ICON = {"strike": 1, "off": 2}


@dataclass(frozen=True, eq=False)
class PlateRecording:
    """The content of one plate's six channels, in the world frame.

    Args:
        corners: (4, 3) m; in the order of the quadrants of the plate's axes (+x +y, -x +y,
            -x -y, +x -y), seen with the plate's z axis pointing down.
        depth: m, from the middle of the surface down to the transducer's origin.
        force: (samples, 3) N, from the ground on the subject.
        moment: (samples, 3) N*m, moment of the ground on the subject about the middle of the
            surface.
    """

    corners: FloatArray
    depth: float
    force: FloatArray
    moment: FloatArray

    @property
    def R_WP(self) -> FloatArray:
        """(3, 3) rotation from the plate's axes to the world's."""
        x = self.corners[0] - self.corners[1]
        y = self.corners[0] - self.corners[3]
        return np.column_stack([v / np.linalg.norm(v) for v in (x, y, np.cross(x, y))])

    def channels(self) -> FloatArray:
        """(samples, 6) forces [N] and moments [N*mm] on the plate, about the transducer's origin.

        The C3D user guide's type 2: the force that the subject exerts on the plate.
        """
        force = -self.force @ self.R_WP
        moment = -self.moment @ self.R_WP
        surface = np.array([0.0, 0.0, -self.depth])
        moment = moment + np.cross(surface, force)
        return np.concatenate([force, _MILLI * moment], axis=1)


def write_c3d(
    path: Path | str,
    markers: Markers,
    plates: Sequence[PlateRecording] = (),
    *,
    plate_rate: float | None = None,
    events: Sequence[Event] = (),
    subject: Subject | None = None,
    parameters: Mapping[str, float] | None = None,
) -> Path:
    """Write a recording, axes as in the world frame, lengths in mm.

    Args:
        path: path of the file.
        markers: NaN where not seen; the first frame's time must be a whole number of frames.
        plates: all with the same number of samples, a whole multiple of the frames.
        plate_rate: samples per second; needed with plates.
        events: on the markers' clock.
        subject: name, mass and height are written to SUBJECTS and PROCESSING as Vicon does.
        parameters: further entries of PROCESSING by name.
    Returns:
        The path.
    Raises:
        InputError: the rates do not fit, plates have different numbers of samples, or the folder
            does not exist.
        OSError: the file cannot be written.
    """
    path = Path(path)
    if not path.parent.is_dir():
        raise InputError(
            "the file cannot be written, because its folder does not exist",
            str(path),
            "Create the folder.",
        )
    _require_whole_frames(path, markers, plates, plate_rate)
    groups: dict[str, Mapping[str, Value]] = {
        "POINT": {"UNITS": ["mm"], "X_SCREEN": ["+X"], "Y_SCREEN": ["+Z"]}
    }
    analog = np.zeros((0, 0))
    if plates:
        analog = np.concatenate([p.channels() for p in plates], axis=1)
        groups |= _plate_groups(plates)
    if events:
        groups["EVENT"] = event_group(events)
    groups |= subject_groups(subject or Subject(), parameters or {})
    content = C3DContent(
        labels=markers.names,
        points=_MILLI * markers.position,
        rate=markers.rate,
        first_frame=round(markers.time[0] * markers.rate),
        analog=analog,
        groups=groups,
    )
    save_c3d(path, content)
    return path


def save_c3d(path: Path, content: C3DContent) -> None:
    """Write a file.

    Raises:
        InputError: the content exceeds what a C3D file can hold.
        OSError: the file cannot be written.
    """
    path.write_bytes(encode_c3d(content, path))


def _require_whole_frames(
    path: Path, markers: Markers, plates: Sequence[PlateRecording], rate: float | None
) -> None:
    if not plates:
        return
    if rate is None:
        raise InputError("plates are given without a sampling rate", str(path), "Give plate_rate.")
    ratio = round(rate / markers.rate)
    if not np.isclose(ratio * markers.rate, rate):
        raise InputError(
            f"the plates' {rate:g} Hz are not a multiple of the markers' {markers.rate:g} Hz",
            str(path),
            "Resample the plates.",
        )
    expected = ratio * len(markers.time)
    for number, plate in enumerate(plates, 1):
        if len(plate.force) != expected:
            raise InputError(
                f"plate {number} has {len(plate.force)} samples, but the markers need {expected}",
                str(path),
                "Cut or extend the plate's record.",
            )


def _plate_groups(plates: Sequence[PlateRecording]) -> dict[str, Mapping[str, Value]]:
    labels = [f"{name}{number}" for number in range(1, len(plates) + 1) for name in _CHANNELS]
    channel = np.arange(1, len(labels) + 1).reshape(len(plates), len(_CHANNELS)).T
    return {
        "ANALOG": {
            "LABELS": labels,
            "DESCRIPTIONS": [f"force plate, {label}" for label in labels],
            "UNITS": ["N", "N", "N", "Nmm", "Nmm", "Nmm"] * len(plates),
        },
        "FORCE_PLATFORM": {
            "USED": np.array([len(plates)]),
            "TYPE": np.full(len(plates), 2),
            "ZERO": np.array([0, 0]),
            "CORNERS": np.stack([_MILLI * p.corners.T for p in plates], axis=2),
            "ORIGIN": np.array([[0.0, 0.0, -_MILLI * p.depth] for p in plates]).T,
            "CHANNEL": channel,
        },
    }


def event_group(
    events: Sequence[Event], others: Sequence[tuple[str, str, float]] = ()
) -> Mapping[str, Value]:
    """Foot strikes and offs in order of time, in the form of the group EVENT.

    Args:
        others: label, context and time [s] of events of other kinds.
    """
    feet = [(_LABELS[e.kind], e.side.capitalize(), e.time, _EVENT_ICON[e.kind]) for e in events]
    ordered = sorted([*feet, *((*other, 0) for other in others)], key=lambda entry: entry[2])
    return {
        "USED": np.array([len(ordered)]),
        "CONTEXTS": [context for _, context, _, _ in ordered],
        "LABELS": [label for label, _, _, _ in ordered],
        # minutes and seconds
        "TIMES": np.stack(np.divmod(np.array([time for _, _, time, _ in ordered]), 60.0)),
        "ICON_IDS": np.array([icon for _, _, _, icon in ordered]),
    }


def subject_groups(
    subject: Subject, parameters: Mapping[str, float]
) -> dict[str, Mapping[str, Value]]:
    """Name, mass and height as Vicon writes them, and further entries of PROCESSING."""
    processing = dict(parameters)
    if subject.mass is not None:
        processing["Bodymass"] = subject.mass
    if subject.height is not None:
        processing["Height"] = _MILLI * subject.height
    groups: dict[str, Mapping[str, Value]] = {}
    if subject.name:
        groups["SUBJECTS"] = {"USED": np.array([1]), "NAMES": [subject.name]}
    if processing:
        groups["PROCESSING"] = {name: np.array([value]) for name, value in processing.items()}
    return groups
