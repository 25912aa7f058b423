"""Writes a trial as a C3D file: markers, force plates of type 2, events, subject."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.records import Event, Markers, Subject

__all__ = ["PlateRecording", "write_c3d"]

_MILLI = 1000.0
_CHANNELS = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")
_LABELS = {"strike": "Foot Strike", "off": "Foot Off"}
_EVENT_ICON = {"strike": 1, "off": 2}


@dataclass(frozen=True, eq=False)
class PlateRecording:
    """What one plate's six channels hold, in the world frame.

    Args:
        corners: (4, 3) m; in the order of the quadrants of the plate's axes (+x +y, -x +y,
            -x -y, +x -y), seen with the plate's z axis pointing down.
        depth: m, of the transducer's origin below the middle of the surface.
        force: (samples, 3) N, of the ground on the subject.
        moment: (samples, 3) N*m, of that force about the middle of the surface.
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
        path: of the file.
        markers: NaN where not seen; the first frame's time must be a whole number of frames.
        plates: with one number of samples that is a whole multiple of the frames.
        plate_rate: samples per second; needed with plates.
        events: on the markers' clock.
        subject: name, mass, height go to SUBJECTS and PROCESSING as Vicon writes them.
        parameters: further entries of PROCESSING by name.
    Returns:
        The path.
    Raises:
        InputError: the rates do not fit, a plate has another number of samples, or the file
            cannot be written.
    """
    import ezc3d

    path = Path(path)
    if not path.parent.is_dir():
        raise InputError("the file cannot be written", str(path), "Its folder is not there.")
    ratio = _samples_per_frame(path, markers, plates, plate_rate)
    file = ezc3d.c3d()
    point = file["parameters"]["POINT"]
    point["RATE"]["value"] = [markers.rate]
    point["LABELS"]["value"] = list(markers.names)
    file.add_parameter("POINT", "UNITS", ["mm"])
    file.add_parameter("POINT", "X_SCREEN", ["+X"])
    file.add_parameter("POINT", "Y_SCREEN", ["+Z"])
    homogeneous = np.ones((4, len(markers.names), len(markers.time)))
    homogeneous[:3] = _MILLI * markers.position.transpose(2, 1, 0)
    file["data"]["points"] = homogeneous
    first_frame = round(markers.time[0] * markers.rate)
    file["header"]["points"]["first_frame"] = first_frame
    if plates:
        _add_plates(file, plates, ratio, markers)
    if events:
        _add_events(file, events)
    _add_subject(file, subject or Subject(), parameters or {})
    try:
        file.write(str(path))
    except (OSError, RuntimeError) as error:
        raise InputError(
            f"the file cannot be written ({error})", str(path), "Check folder and permissions."
        ) from None
    return path


def _samples_per_frame(
    path: Path, markers: Markers, plates: Sequence[PlateRecording], rate: float | None
) -> int:
    if not plates:
        return 0
    if rate is None:
        raise InputError("plates are given without their rate", str(path), "Give plate_rate.")
    ratio = round(rate / markers.rate)
    if not np.isclose(ratio * markers.rate, rate):
        raise InputError(
            f"{rate:g} Hz of the plates is no multiple of {markers.rate:g} Hz of the markers",
            str(path),
            "Resample the plates.",
        )
    expected = ratio * len(markers.time)
    for number, plate in enumerate(plates, 1):
        if len(plate.force) != expected:
            raise InputError(
                f"plate {number} has {len(plate.force)} samples, the markers last {expected}",
                str(path),
                "Cut or extend the plate's record.",
            )
    return ratio


def _add_plates(file, plates: Sequence[PlateRecording], ratio: int, markers: Markers) -> None:  # type: ignore[no-untyped-def]
    labels = [f"{name}{number}" for number in range(1, len(plates) + 1) for name in _CHANNELS]
    count = len(labels)
    file["data"]["analogs"] = np.concatenate([p.channels() for p in plates], axis=1).T[None]
    analog = file["parameters"]["ANALOG"]
    analog["RATE"]["value"] = [ratio * markers.rate]
    analog["LABELS"]["value"] = labels
    file.add_parameter("ANALOG", "DESCRIPTIONS", [f"force plate, {label}" for label in labels])
    file.add_parameter("ANALOG", "UNITS", ["N", "N", "N", "Nmm", "Nmm", "Nmm"] * len(plates))
    file.add_parameter("ANALOG", "SCALE", [1.0] * count)
    file.add_parameter("ANALOG", "OFFSET", [0] * count)
    file.add_parameter("FORCE_PLATFORM", "USED", [len(plates)])
    file.add_parameter("FORCE_PLATFORM", "TYPE", [2] * len(plates))
    file.add_parameter("FORCE_PLATFORM", "ZERO", [0, 0])
    corners = np.stack([_MILLI * p.corners.T for p in plates], axis=2)
    file.add_parameter("FORCE_PLATFORM", "CORNERS", corners)
    origin = np.array([[0.0, 0.0, -_MILLI * p.depth] for p in plates]).T
    file.add_parameter("FORCE_PLATFORM", "ORIGIN", origin)
    channel = np.arange(1.0, count + 1).reshape(len(plates), len(_CHANNELS)).T
    file.add_parameter("FORCE_PLATFORM", "CHANNEL", channel)


def _add_events(file, events: Sequence[Event]) -> None:  # type: ignore[no-untyped-def]
    ordered = sorted(events, key=lambda event: event.time)
    minutes, seconds = np.divmod([event.time for event in ordered], 60.0)
    file.add_parameter("EVENT", "USED", [len(ordered)])
    file.add_parameter("EVENT", "CONTEXTS", [event.side.capitalize() for event in ordered])
    file.add_parameter("EVENT", "LABELS", [_LABELS[event.kind] for event in ordered])
    file.add_parameter("EVENT", "TIMES", np.stack([minutes, seconds]))
    file.add_parameter("EVENT", "ICON_IDS", [_EVENT_ICON[event.kind] for event in ordered])


def _add_subject(file, subject: Subject, parameters: Mapping[str, float]) -> None:  # type: ignore[no-untyped-def]
    if subject.name:
        file.add_parameter("SUBJECTS", "USED", [1])
        file.add_parameter("SUBJECTS", "NAMES", [subject.name])
    if subject.mass is not None:
        file.add_parameter("PROCESSING", "Bodymass", [subject.mass])
    if subject.height is not None:
        file.add_parameter("PROCESSING", "Height", [_MILLI * subject.height])
    for name, value in parameters.items():
        file.add_parameter("PROCESSING", name, [value])
