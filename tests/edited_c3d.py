"""Copies of C3D files with one thing changed, as a user's mistake would change it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

Change = Callable[[Any], None]


def edited(source: Path, target: Path, *changes: Change) -> Path:
    """Read a C3D file, apply changes to ezc3d's dictionary, write it elsewhere."""
    import ezc3d

    c3d = ezc3d.c3d(str(source))
    for change in changes:
        change(c3d)
    c3d.write(str(target))
    return target


def parameter(group: str, name: str, value: Any) -> Change:
    """Sets a parameter."""

    def change(c3d: Any) -> None:
        c3d["parameters"][group][name]["value"] = value

    return change


def labels(rename: Callable[[str], str]) -> Change:
    """Renames every marker."""

    def change(c3d: Any) -> None:
        label = c3d["parameters"]["POINT"]["LABELS"]
        label["value"] = [rename(name) for name in label["value"]]

    return change


def exchanged(first: str, second: str) -> Change:
    """Two markers under each other's name."""
    return labels(lambda name: {first: second, second: first}.get(name, name))


def hidden(marker: str, start: int, stop: int) -> Change:
    """A marker not seen on some frames."""

    def change(c3d: Any) -> None:
        column = c3d["parameters"]["POINT"]["LABELS"]["value"].index(marker)
        c3d["data"]["points"][:3, column, start:stop] = np.nan

    return change


def turned(axes: np.ndarray) -> Change:
    """Markers and plates in other laboratory axes: x_file = axes @ x_before."""

    def change(c3d: Any) -> None:
        points = c3d["data"]["points"]
        points[:3] = np.einsum("ij,jkl->ikl", axes, points[:3])
        corners = c3d["parameters"]["FORCE_PLATFORM"].get("CORNERS")
        if corners is not None and np.size(corners["value"]):
            corners["value"] = np.einsum("ij,jkl->ikl", axes, np.asarray(corners["value"], float))

    return change


def shifted_plates(by: tuple[float, float, float]) -> Change:
    """Corners elsewhere, mm."""

    def change(c3d: Any) -> None:
        corners = c3d["parameters"]["FORCE_PLATFORM"]["CORNERS"]
        corners["value"] = np.asarray(corners["value"], float) + np.array(by)[:, None, None]

    return change


def channels(first: int, last: int, factor: float) -> Change:
    """Analog channels multiplied (from 0, last exclusive)."""

    def change(c3d: Any) -> None:
        c3d["data"]["analogs"][0, first:last] *= factor

    return change


def shortened(frames: int) -> Change:
    """Only the first frames."""

    def change(c3d: Any) -> None:
        data = c3d["data"]
        per_frame = data["analogs"].shape[2] // data["points"].shape[2]
        data["points"] = data["points"][:, :, :frames]
        data["analogs"] = data["analogs"][:, :, : frames * per_frame]
        for name in ("residuals", "camera_masks"):
            data["meta_points"][name] = data["meta_points"][name][:, :, :frames]

    return change
