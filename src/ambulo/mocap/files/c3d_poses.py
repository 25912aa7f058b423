"""Poses of segments in a C3D file (group ROTATION), as markerless systems such as Theia3D write it.

C-Motion (2019), ROTATION data type: in a data section of its own, per frame and signal sixteen
numbers of a 4 x 4 matrix, column by column, and one of reliability. The matrix takes places of the
segment to the laboratory; its origin is the proximal joint, z points from the distal end to the
proximal one, y ahead, x to the right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.c3d_parameters import BLOCK, COPY, Parameters, Processor

_NUMBERS = 17
# length of the axes that stand for an orientation [m], and what is too large to be a body in metres
_AXIS, _BODY = 0.1, 10.0
# a matrix farther than this from a rotation is no pose
_SKEW = 0.01
_END = "_4x4"
# not a part of the body
_ELSEWHERE = ("world", "lab")


def read_poses(path: Path, processor: Processor, parameters: Parameters) -> dict[str, FloatArray]:
    """Poses by label, at the rate of the points.

    Args:
        path: of the file.
        processor: on which it was written.
        parameters: of the file.
    Returns:
        (frames, 4, 4) in file units; NaN where there is no pose. Empty if the file has none.
    Raises:
        InputError: the file is shorter than its poses, or does not say where they are.
    """
    count = _whole(parameters, "USED")
    if count == 0:
        return {}
    start = _whole(parameters, "DATA_START") - 1
    ratio = max(_whole(parameters, "RATIO"), 1)
    frames = _whole(parameters, "FRAMES")
    wanted = frames * count * _NUMBERS * 4
    if start < 1 or frames == 0:
        raise InputError(
            f"the file does not say where its {count} segment poses begin, or how many frames "
            "they have (ROTATION:DATA_START, ROTATION:FRAMES)",
            str(path),
            "Export the trial again.",
        )
    if path.stat().st_size < start * BLOCK + wanted:
        raise InputError(
            f"the file promises {frames} frames of {count} segment poses, but is shorter",
            str(path),
            COPY,
        )
    with path.open("rb") as file:
        file.seek(start * BLOCK)
        values = processor.reals(file.read(wanted)).reshape(frames, count, _NUMBERS)
    # stored column by column
    matrices = values[..., :16].reshape(frames, count, 4, 4).swapaxes(-1, -2)[::ratio].copy()
    R = matrices[..., :3, :3]
    with np.errstate(invalid="ignore", over="ignore"):
        square = np.abs(R @ R.swapaxes(-1, -2) - np.eye(3)).max(axis=(-1, -2))
    matrices[~(square < _SKEW)] = np.nan
    labels = parameters.texts("ROTATION", "LABELS")[:count]
    return {label.strip(): matrices[:, k] for k, label in enumerate(labels)}


def _whole(parameters: Parameters, name: str) -> int:
    """An unsigned number of sixteen bits; 0 for none and for what is none."""
    value = parameters.first("ROTATION", name)
    return 0 if value is None or not math.isfinite(value) else int(value) & 0xFFFF


def points_of_poses(poses: Mapping[str, FloatArray]) -> tuple[list[str], FloatArray]:
    """Every pose as four points: its origin and the ends of its axes.

    Returns:
        Names such as `l_thigh_origin` and `l_thigh_x`, and places (frames, n, 3) in file units.
    """
    body = {n: T for n, T in poses.items() if not n.casefold().startswith(_ELSEWHERE)}
    if not body:
        return [], np.zeros((0, 0, 3))
    origins = np.stack([T[:, :3, 3] for T in body.values()], axis=1)
    with np.errstate(all="ignore"):
        size = np.nanmax(np.ptp(origins, axis=1), initial=0.0)
    # the axes in the unit of the origins, which are metres or millimetres
    length = _AXIS if size < _BODY else 1e3 * _AXIS
    names: list[str] = []
    places = []
    for name, T in body.items():
        short = name[: -len(_END)] if name.casefold().endswith(_END) else name
        origin = T[:, :3, 3]
        names += [f"{short}_origin", f"{short}_x", f"{short}_y", f"{short}_z"]
        places += [origin, *(origin + length * T[:, :3, axis] for axis in range(3))]
    return names, np.stack(places, axis=1)
