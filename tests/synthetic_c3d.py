"""C3D files made for tests: a walking figure of a few markers, and plates with chosen signals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

RATE = 100.0
ANALOG = 1000.0

FIGURE = {
    "LASI": (0.10, 0.12, 0.95),
    "RASI": (0.10, -0.12, 0.95),
    "LHEE": (-0.05, 0.10, 0.05),
    "RHEE": (-0.05, -0.10, 0.05),
    "LTOE": (0.12, 0.11, 0.04),
    "RTOE": (0.12, -0.11, 0.04),
    "LSHO": (0.0, 0.18, 1.40),
    "RSHO": (0.0, -0.18, 1.40),
}
"""m, markers of a standing figure."""


def walker(frames: int = 120, speed: float = 1.2) -> dict[str, np.ndarray]:
    """Marker paths (frames, 3) m of a figure that glides along +X, left at +Y, up +Z."""
    place = {"LPSI": (-0.10, 0.05, 0.97), "RPSI": (-0.10, -0.05, 0.97), **FIGURE}
    time = np.arange(frames) / RATE
    return {
        name: np.array(at) + np.outer(speed * time, [1.0, 0.0, 0.0]) for name, at in place.items()
    }


def write_c3d(
    path: Path,
    markers: Mapping[str, np.ndarray],
    *,
    unit: str = "mm",
    scale: float = 1000.0,
    turn: np.ndarray | None = None,
    analog: np.ndarray | None = None,
    analog_units: Sequence[str] = (),
    plates: Mapping[str, object] | None = None,
    groups: Mapping[str, Mapping[str, object]] | None = None,
    first_frame: int = 0,
) -> Path:
    """Write a C3D.

    Args:
        path: where.
        markers: label -> (frames, 3) m in axes X forward, Y left, Z up; NaN where not seen.
        unit, scale: what the file says and file units per metre.
        turn: (3, 3) from those axes to the file's.
        analog: (samples, channels).
        plates: parameters of FORCE_PLATFORM.
        groups: further parameters.
        first_frame: frames before the first.
    """
    import ezc3d

    labels = list(markers)
    frames = len(next(iter(markers.values()))) if labels else 5
    points = np.ones((4, len(labels), frames))
    for k, label in enumerate(labels):
        place = np.asarray(markers[label], dtype=float)
        points[:3, k] = scale * (place if turn is None else place @ turn.T).T
    c3d = ezc3d.c3d()
    point = c3d["parameters"]["POINT"]
    point["RATE"]["value"] = [RATE]
    point["LABELS"]["value"] = labels
    point["UNITS"]["value"] = [unit]
    c3d["header"]["points"]["first_frame"] = first_frame
    c3d["data"]["points"] = points
    if analog is not None:
        c3d["parameters"]["ANALOG"]["RATE"]["value"] = [ANALOG]
        c3d["parameters"]["ANALOG"]["LABELS"]["value"] = [
            f"channel {k}" for k in range(analog.shape[1])
        ]
        c3d["parameters"]["ANALOG"]["UNITS"]["value"] = list(analog_units)
        c3d["data"]["analogs"] = np.asarray(analog, dtype=float).T[None]
    for group, parameters in {"FORCE_PLATFORM": plates or {}, **(groups or {})}.items():
        for name, value in parameters.items():
            c3d.add_parameter(group, name, value)
    c3d.write(str(path))
    return path


def plate_parameters(
    plate_type: int,
    origin: Sequence[float],
    channels: int,
    *,
    corners: np.ndarray | None = None,
    calibration: np.ndarray | None = None,
) -> dict[str, object]:
    """FORCE_PLATFORM of one plate of 0.6 by 0.4 m around (0.3, 0, 0), in mm, z down."""
    if corners is None:
        corners = plate_corners()
    parameters: dict[str, object] = {
        "USED": [1],
        "TYPE": [plate_type],
        "ZERO": [1, 0],
        "CORNERS": np.asarray(corners, dtype=float).T[:, :, None],
        "ORIGIN": np.asarray(origin, dtype=float)[:, None],
        "CHANNEL": np.arange(1.0, channels + 1)[:, None],
    }
    if calibration is not None:
        parameters["CAL_MATRIX"] = np.asarray(calibration, dtype=float)[:, :, None]
    return parameters


def plate_corners() -> np.ndarray:
    """Corners (4, 3) mm of a plate whose x is along Y, y along X and z down."""
    return np.array(
        [[600.0, 200.0, 0.0], [600.0, -200.0, 0.0], [0.0, -200.0, 0.0], [0.0, 200.0, 0.0]]
    )
