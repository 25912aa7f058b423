"""C3D files: points, analog channels and parameters as they are in the file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.c3d_structure import Layout, check_structure

__all__ = ["C3DFile", "read_c3d"]


@dataclass(frozen=True, eq=False)
class C3DFile:
    """A C3D file as it is, in laboratory axes and file units.

    Args:
        path: the file.
        labels: (n) of the points, in order, as written.
        points: (frames, n, 3) in the file's unit; NaN where the file marks a point as not seen.
        rate: point frames per second.
        first_frame: frames since time 0 at which the recording begins; event times and samples
            count from time 0.
        analog: (samples, channels), offset and scale applied.
        analog_rate: samples per second.
        parameters: group -> parameter -> value, names in upper case.
    """

    path: Path
    labels: tuple[str, ...]
    points: FloatArray
    rate: float
    first_frame: int
    analog: FloatArray
    analog_rate: float
    parameters: Mapping[str, Mapping[str, Any]]

    def parameter(self, group: str, name: str) -> Any:
        """Value of a parameter, or None if the file has none."""
        return self.parameters.get(group.upper(), {}).get(name.upper())

    def texts(self, group: str, name: str) -> list[str]:
        """A text parameter with its continuations (LABELS, LABELS2, ...), stripped."""
        return _texts(self.parameters, group, name)


def read_c3d(path: Path | str) -> C3DFile:
    """Read a C3D file with ezc3d, and refuse one that is damaged or cut short.

    Args:
        path: .c3d file.

    Returns:
        Points, analog channels and parameters as in the file.

    Raises:
        InputError: not a C3D file, damaged, cut short, or without points or frames.

    Source: The C3D file format user guide (Motion Lab Systems, 2021).
    """
    path = Path(path)
    layout = check_structure(path)
    raw = _decode(path, path)
    if not _complete(raw, layout):
        # the decoder cuts the ratio of the rates to a whole number: 959.04 / 59.94 becomes 15, and
        # every sample after the first frame is misread
        with TemporaryDirectory() as folder:
            content = bytearray(path.read_bytes())
            content[layout.rate_at : layout.rate_at + 4] = layout.rate
            copy = Path(folder) / path.name
            copy.write_bytes(content)
            raw = _decode(copy, path)
        if not _complete(raw, layout):
            raise InputError(
                "the analog samples do not match the frames",
                str(path),
                "The file is damaged or cut short: copy or export it again.",
            )
    parameters = {
        str(group).upper(): {
            str(name).upper(): entry["value"]
            for name, entry in content.items()
            if isinstance(entry, dict) and "value" in entry
        }
        for group, content in raw["parameters"].items()
    }
    points = np.moveaxis(np.asarray(raw["data"]["points"], dtype=float)[:3], 2, 0)
    points = np.ascontiguousarray(points.transpose(0, 2, 1))
    frames, count, _ = points.shape
    if count == 0:
        raise InputError("the file holds no points", str(path), "Export the trial with markers.")
    if frames == 0:
        raise InputError("the file holds no frames", str(path), "Export the trial again.")
    residual = np.asarray(raw["data"]["meta_points"]["residuals"], dtype=float)
    unseen = residual[0].T < 0 if residual.size else np.zeros((frames, count), dtype=bool)
    points[unseen] = np.nan
    points[~np.isfinite(points).all(axis=2)] = np.nan
    header = raw["header"]
    rate = float(header["points"]["frame_rate"])
    if not rate > 0:
        raise InputError("the frame rate is zero", str(path), "Export the trial again.")
    analog = np.asarray(raw["data"]["analogs"], dtype=float)
    analog = np.ascontiguousarray(analog[0].T) if analog.size else np.zeros((0, 0))
    labels = _texts(parameters, "POINT", "LABELS")[:count]
    labels += [f"*{k}" for k in range(len(labels) + 1, count + 1)]  # points without a label
    return C3DFile(
        path=path,
        labels=tuple(labels),
        points=points,
        rate=rate,
        first_frame=int(header["points"]["first_frame"]),
        analog=analog,
        analog_rate=rate * max(layout.per_frame, 1),
        parameters=parameters,
    )


def _decode(path: Path, shown: Path) -> Any:
    import ezc3d

    try:
        return ezc3d.c3d(str(path))
    except Exception as error:
        reason = str(error).split(":")[0].strip() or type(error).__name__
        raise InputError(
            f"the file cannot be decoded ({reason[0].lower()}{reason[1:]})",
            str(shown),
            "It is damaged or cut short: copy or export it again.",
        ) from None


def _complete(raw: Any, layout: Layout) -> bool:
    """Whether every frame has the analog samples that the header promises."""
    frames = np.asarray(raw["data"]["points"]).shape[2]
    analog = np.asarray(raw["data"]["analogs"])
    return layout.per_frame == 0 or analog.shape[2] == frames * layout.per_frame


def _texts(parameters: Mapping[str, Mapping[str, Any]], group: str, name: str) -> list[str]:
    texts: list[str] = []
    for suffix in ("", *(str(k) for k in range(2, 100))):
        value = parameters.get(group.upper(), {}).get(name.upper() + suffix)
        if value is None and suffix:
            break
        if value is not None:
            texts += [str(text).strip() for text in np.atleast_1d(np.asarray(value, object))]
    return texts
