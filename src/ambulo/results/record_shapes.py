"""Shapes of the arrays in an analysis that is read, so that whoever takes it need not look.

A size's name stands for one number in its record; `frames`, `nb`, `nq`, `nv` and `nm` for one in
the whole analysis. A mapping holds arrays of the shape that stands for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import is_dataclass

import numpy as np

from ambulo.inputs.record_parts import parts
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.tree import JointType
from ambulo.records import (
    EMG,
    Analysis,
    Bands,
    Devices,
    Diagnostic,
    ForcePlate,
    GroundReaction,
    LabFrame,
    Markers,
    Model,
    Quantity,
)

_SHAPES: Mapping[type, Mapping[str, str]] = {
    Analysis: {
        "marker_residual": "frames nm",
        "residual": "frames 6",
    },
    Bands: {
        "median": "frames",
        "low": "frames",
        "high": "frames",
        "cycle_low": "101",
        "cycle_high": "101",
        "strides": "3 strides",
    },
    Devices: {
        "time": "frames",
        "wrench": "frames pressing 6",
        "torque": "frames motions",
    },
    Diagnostic: {"x": "n", "curves": "n"},
    EMG: {"time": "n", "envelope": "n"},
    ForcePlate: {
        "corners": "4 3",
        "time": "samples",
        "force": "samples 3",
        "centre_of_pressure": "samples 3",
        "free_moment": "samples",
    },
    GroundReaction: {
        "time": "frames",
        "force": "frames 2 3",
        "moment_origin": "frames 2 3",
        "centre_of_pressure": "frames 2 3",
        "free_moment": "frames 2",
        "known": "frames 2",
        "together": "frames 6",
    },
    JointForces: {
        "time": "frames",
        "moment": "frames nb 3",
        "force": "frames nb 3",
        "tau": "frames nv",
    },
    LabFrame: {"R_WL": "3 3"},
    Markers: {"time": "n", "position": "n markers 3"},
    Motion: {"time": "frames", "q": "frames nq", "v": "frames nv", "a": "frames nv"},
    Quantity: {"values": "frames"},
}


def require_shapes(analysis: Analysis) -> None:
    """Refuse arrays that do not fit the model, the frames or each other, times that go back and
    quaternions that are none.

    Raises:
        ValueError: says which and how.
    """
    tree = analysis.model.tree
    sizes = {
        "frames": len(analysis.motion.time),
        "nb": tree.nb,
        "nq": tree.nq,
        "nv": tree.nv,
        "nm": len(analysis.model.marker_names),
        "strides": len(analysis.strides),
    }
    for contact in analysis.contacts:
        if not 0 <= contact.plate < len(analysis.trial.plates):
            raise ValueError(f"a contact is on plate {contact.plate + 1}, which is not there")
    for record in _records(analysis):
        time = getattr(record, "time", None)
        # NaN is not later than anything
        if isinstance(time, np.ndarray) and not (np.isfinite(time[:1]) & (np.diff(time) > 0)).all():
            raise ValueError(f"{type(record).__name__}.time does not advance")
        known = dict(sizes)
        for name, dims in _SHAPES.get(type(record), {}).items():
            value = getattr(record, name)
            for array in value.values() if isinstance(value, Mapping) else (value,):
                if array is not None:
                    _require_shape(f"{type(record).__name__}.{name}", array.shape, dims, known)
    for joint, k in zip(tree.joint, tree.q_start, strict=True):
        if joint in (JointType.BALL, JointType.FREE):
            k += 3 * (joint == JointType.FREE)
            norm = np.linalg.norm(analysis.motion.q[:, k : k + 4], axis=1)
            # a gap is told by whoever needs the motion whole
            if not np.allclose(norm[np.isfinite(norm)], 1.0, atol=1e-3):
                raise ValueError("Motion.q has a quaternion that is no rotation")


def _require_shape(
    name: str, shape: tuple[int, ...], dims: str, known: MutableMapping[str, int]
) -> None:
    """Refuse a shape other than its dimensions say; a size that is not known becomes so."""
    wanted = dims.split()
    if len(shape) == len(wanted):
        for dim, size in zip(wanted, shape, strict=True):
            if not dim.isdigit():
                known.setdefault(dim, size)
        if shape == tuple(int(dim) if dim.isdigit() else known[dim] for dim in wanted):
            return
    told = ", ".join(str(known.get(dim, dim)) for dim in wanted)
    raise ValueError(f"{name} has shape {shape}, the model asks for ({told})")


def _records(value: object) -> Iterator[object]:
    """A record and all that are in it, but for the model, whose file is checked as it is read."""
    if isinstance(value, Model):
        return
    if is_dataclass(value):
        yield value
    for _, entry in parts(value):
        yield from _records(entry)
