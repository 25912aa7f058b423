"""The example man of Vaughan, Davis & O'Connor's GaitLab: a text file with every stage listed."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ambulo.records import (
    SIDES,
    ForcePlate,
    LabFrame,
    Markers,
    Subject,
    Trial,
)

RATE = 50.0
MEASUREMENTS = {
    "thigh_length": "ThighLength",
    "midthigh_circumference": "MidThighCircumference",
    "calf_length": "CalfLength",
    "calf_circumference": "CalfCircumference",
    "knee_width": "KneeDiameter",
    "foot_length": "FootLength",
    "foot_breadth": "FootBreadth",
    "malleolus_height": "MalleolusHeight",
    "malleolus_width": "MalleolusDiameter",
}


def read_blocks(path: Path) -> dict[str, np.ndarray]:
    """Blocks by key ("!Key" or "!Key-3" lines), each (rows, columns)."""
    blocks: dict[str, list[list[float]]] = {}
    key = ""
    for line in path.read_text(encoding="latin-1").splitlines():
        if line.startswith("!"):
            key = line[1:].strip().removesuffix("-3")
            blocks[key] = []
        elif line.strip():
            blocks[key].append([float(x) for x in line.split()])
    return {k: np.array(v) for k, v in blocks.items()}


def subject(blocks: dict[str, np.ndarray]) -> Subject:
    """Mass and the measurements listed, m."""
    measured = {"asis_breadth": float(blocks["AnthropometryASISBreadth"][0, 0])}
    for side in SIDES:
        for ours, theirs in MEASUREMENTS.items():
            value = blocks[f"Anthropometry{side.capitalize()}{theirs}"]
            measured[f"{side}_{ours}"] = float(value[0, 0])
    mass = float(blocks["AnthropometryTotalBodyMass"][0, 0])
    return Subject(name="man", mass=mass, sex="m", measurements=measured)


def markers(blocks: dict[str, np.ndarray]) -> Markers:
    """The 15 markers; their axes are the world's."""
    names = tuple(k for k, v in blocks.items() if k.startswith("Marker") and v.shape[1:] == (3,))
    position = np.stack([blocks[n] for n in names], axis=1)
    return Markers(names, np.arange(len(position)) / RATE, position)


def trial(blocks: dict[str, np.ndarray], path: Path) -> Trial:
    """Markers and the two plates, the first under the right foot."""
    measured = markers(blocks)
    plates = []
    for number in (1, 2):
        column = {k: blocks[f"ForcePlate{number}{k}"][:, 0] for k in
                  ("FX", "FY", "FZ", "DX", "DY", "TZ")}  # fmt: skip
        loaded = column["FZ"] > 0.0
        pressure = np.column_stack([column["DX"], column["DY"], np.zeros(len(loaded))])
        pressure[~loaded] = np.nan
        low, high = np.nanmin(pressure, axis=0) - 0.15, np.nanmax(pressure, axis=0) + 0.15
        corners = np.array(
            [[high[0], high[1], 0], [low[0], high[1], 0], [low[0], low[1], 0], [high[0], low[1], 0]]
        )
        plates.append(
            ForcePlate(
                f"plate {number}",
                corners,
                np.arange(len(loaded)) / RATE,
                np.column_stack([column["FX"], column["FY"], column["FZ"]]),
                pressure,
                np.where(loaded, column["TZ"], 0.0),
            )
        )
    lab = LabFrame(np.eye(3), 1.0, "the file's axes are the world's")
    return Trial(path, measured, tuple(plates), (), subject(blocks), lab)
