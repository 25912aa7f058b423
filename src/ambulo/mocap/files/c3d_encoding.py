"""Bytes of a C3D file: header, parameter section and data, as Intel machines write real numbers.

Source: The C3D file format user guide (Motion Lab Systems, 2021).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.math.vector_arrays import finite
from ambulo.mocap.files.c3d_data import MOST_FRAMES
from ambulo.mocap.files.c3d_parameters import BLOCK, Processor

Value = Sequence[str] | FloatArray | IntArray
"""Value of a parameter: texts, real numbers or integers; the first index runs fastest."""

_MOST = 255
"""The most that a byte counts: letters of a text, entries of a list, blocks of the section."""
_PARAMETERS_AT = 2  # block, from 1
_OWN = {
    "POINT": ("USED", "FRAMES", "DATA_START", "SCALE", "RATE", "LABELS", "DESCRIPTIONS"),
    "ANALOG": ("USED", "GEN_SCALE", "RATE", "SCALE", "OFFSET", "FORMAT", "BITS"),
    "TRIAL": ("ACTUAL_START_FIELD", "ACTUAL_END_FIELD"),
}
"""Parameters that say how the data lie: they follow from the data, whatever is given."""


@dataclass(frozen=True, eq=False)
class C3DContent:
    """Content of a C3D file, in laboratory axes and file units.

    Args:
        labels: (n,) of the points; descriptions: (n,) or none.
        points: (frames, n, 3); NaN where a point is not known.
        rate: frames per second.
        first_frame: number of frames from time 0 to the beginning of the recording.
        analog: (samples, channels), with a whole number of samples in each frame.
        groups: further parameters by group and name. Parameters of the data's layout are ignored.
    """

    labels: Sequence[str]
    points: FloatArray
    rate: float
    first_frame: int = 0
    analog: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    descriptions: Sequence[str] = ()
    groups: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)


def encode_c3d(content: C3DContent, where: Path) -> bytes:
    """The bytes of the file.

    Args:
        where: path of the future file, for messages.
    Raises:
        InputError: the content exceeds what a C3D file can hold.
    """
    frames, count = content.points.shape[:2]
    channels = content.analog.shape[1]
    per_frame = len(content.analog) // frames if channels else 0
    most = max(count, channels * per_frame, content.first_frame // MOST_FRAMES)
    if most > MOST_FRAMES:
        raise InputError(
            f"{count} points and {channels} channels are more than a C3D file can hold",
            str(where),
            "Omit --c3d.",
        )
    # the section's length depends on nothing in DATA_START but its place
    blocks = len(_section(content, per_frame, 0, where)) // BLOCK
    data_at = _PARAMETERS_AT + blocks
    header = _header(content, per_frame, data_at)
    return header + _section(content, per_frame, data_at, where) + _data(content, per_frame)


def _header(content: C3DContent, per_frame: int, data_at: int) -> bytes:
    frames, count = content.points.shape[:2]
    first = content.first_frame + 1
    words = struct.pack(
        "<BB5HfHHf",
        _PARAMETERS_AT,
        0x50,
        count,
        per_frame * content.analog.shape[1],
        min(first, MOST_FRAMES),
        min(first + frames - 1, MOST_FRAMES),
        0,  # no gap is to be filled
        -1.0,  # real numbers
        data_at,
        per_frame,
        content.rate,
    )
    return words.ljust(BLOCK, b"\0")


def _data(content: C3DContent, per_frame: int) -> bytes:
    """Per frame: x, y, z and residual of every point (negative: not seen), then the samples."""
    frames, count = content.points.shape[:2]
    quads = np.zeros((frames, count, 4), dtype="<f4")
    seen = finite(content.points)
    quads[seen, :3] = content.points[seen]
    quads[~seen, 3] = -1.0
    parts = [quads.reshape(frames, -1)]
    if per_frame:
        parts.append(content.analog[: frames * per_frame].astype("<f4").reshape(frames, -1))
    raw = np.concatenate(parts, axis=1).tobytes()
    return raw.ljust(-(-len(raw) // BLOCK) * BLOCK, b"\0")


def _section(content: C3DContent, per_frame: int, data_at: int, where: Path) -> bytes:
    """The parameter section, filled up to whole blocks."""
    records: list[tuple[str, int, bytes]] = []
    for number, (group, parameters) in enumerate(_groups(content, per_frame, data_at).items(), 1):
        records.append((group, -number, b"\0"))
        for name, value in parameters.items():
            for part, piece in _pieces(name, value):
                # no description follows
                records.append((part, number, _value(piece) + b"\0"))
    *others, last = records
    body = b"".join([*(_record(*record) for record in others), _record(*last, final=True)])
    blocks = -(-(len(body) + 4) // BLOCK)
    if blocks > _MOST:
        raise InputError(
            f"the parameter section needs {blocks} blocks, but a C3D file can hold at most {_MOST}",
            str(where),
            "Omit --c3d.",
        )
    head = bytes([1, 0x50, blocks, Processor.INTEL])
    return (head + body).ljust(blocks * BLOCK, b"\0")


def _groups(content: C3DContent, per_frame: int, data_at: int) -> dict[str, dict[str, Value]]:
    """All parameters: those given, and those that follow from the data."""
    groups: dict[str, dict[str, Value]] = {
        group: {name: value for name, value in given.items() if not _is_own(group, name)}
        for group, given in content.groups.items()
    }
    frames, count = content.points.shape[:2]
    channels = content.analog.shape[1]
    first, last = content.first_frame + 1, content.first_frame + frames
    point: dict[str, Value] = {
        "USED": np.array([count]),
        # counted in sixteen bits; longer recordings count in TRIAL
        "FRAMES": np.array([min(frames, MOST_FRAMES)]),
        "DATA_START": np.array([data_at]),
        "SCALE": np.array([-1.0]),
        "RATE": np.array([content.rate]),
        "LABELS": list(content.labels),
    }
    if content.descriptions:
        point["DESCRIPTIONS"] = list(content.descriptions)
    analog: dict[str, Value] = {"USED": np.array([channels])}
    if channels:
        analog |= {
            "GEN_SCALE": np.array([1.0]),
            "RATE": np.array([content.rate * per_frame]),
            "SCALE": np.ones(channels),
            "OFFSET": np.zeros(channels, dtype=np.int64),
        }
    # low word, high word
    trial: dict[str, Value] = {
        "ACTUAL_START_FIELD": np.array([first % 65536, first // 65536]),
        "ACTUAL_END_FIELD": np.array([last % 65536, last // 65536]),
    }
    for group, own in (("POINT", point), ("ANALOG", analog), ("TRIAL", trial)):
        groups[group] = own | groups.get(group, {})
    return groups


def _is_own(group: str, name: str) -> bool:
    """Whether a parameter, or its continuation, follows from the data."""
    return name.upper().rstrip("0123456789") in _OWN.get(group.upper(), ())


def _pieces(name: str, value: Value) -> list[tuple[str, Value]]:
    """Of more than 255 entries along the last index, the rest is NAME2, NAME3, ..."""
    count = value.shape[-1] if isinstance(value, np.ndarray) else len(value)
    pieces: list[tuple[str, Value]] = []
    for k, start in enumerate(range(0, max(count, 1), _MOST)):
        cut = slice(start, start + _MOST)
        piece = value[..., cut] if isinstance(value, np.ndarray) else value[cut]
        pieces.append((name if k == 0 else f"{name}{k + 1}", piece))
    return pieces


def _record(name: str, group: int, content: bytes, *, final: bool = False) -> bytes:
    """Length of name, group, name, way to the next record (none: zero), content."""
    label = name.upper().encode("ascii", "replace")[:127]
    onward = struct.pack("<H", 0 if final else 2 + len(content))
    return struct.pack("<bb", len(label), group) + label + onward + content


def _value(value: Value) -> bytes:
    """Type, sizes and numbers or letters."""
    if isinstance(value, np.ndarray):
        whole = value.dtype.kind in "iub"
        # whole numbers above 32767 are written as their sixteen bits
        data = (value.astype("<i8").astype("<u2") if whole else value.astype("<f4")).tobytes(
            order="F"
        )
        return struct.pack("<bB", 2 if whole else 4, value.ndim) + bytes(value.shape) + data
    texts = [
        text.encode("utf-8", "backslashreplace")[:_MOST].decode("utf-8", "ignore").encode()
        for text in value
    ]
    width = max((len(text) for text in texts), default=0)
    letters = b"".join(text.ljust(width) for text in texts)
    return struct.pack("<bB", -1, 2) + bytes([width, len(texts)]) + letters
