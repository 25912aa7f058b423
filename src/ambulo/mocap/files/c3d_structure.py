"""Whether the header and the parameter section of a C3D file hang together.

The decoder trusts what it reads and takes the process down with it on a damaged section. What it
relies on is therefore checked first: records that follow each other within the section, sizes that
fit, and counts that agree with each other and with the length of the file.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod
from pathlib import Path

from ambulo.errors import InputError

__all__ = ["Layout", "check_structure"]

_BLOCK = 512
_KEY = 0x50
_INTEL, _DEC, _MIPS = 84, 85, 86
_MOST_FRAMES = 65535
"""The most that the header can count; longer recordings count in their parameters."""
_COPY = "The file is damaged or cut short: copy or export it again."


@dataclass(frozen=True)
class Layout:
    """How a C3D file counts its analog samples.

    Args:
        per_frame: analog samples a point frame, as the header says; zero without analog data.
        rate_at: byte at which the rate of the analog samples stands.
        rate: those bytes with a rate a hundred-thousandth above `per_frame` times the point rate.
    """

    per_frame: int
    rate_at: int = 0
    rate: bytes = b""


@dataclass(frozen=True)
class _Record:
    """One group (no type) or parameter of the section; its data begin at byte `at`."""

    group: int
    name: str
    type: int
    data: bytes
    at: int

    def first(self, processor: int) -> float:
        """First value of a number parameter; zero if it has none."""
        width = abs(self.type)
        if len(self.data) < width or self.type not in (1, 2, 4):
            return 0.0
        word = self.data[:width]
        order = ">" if processor == _MIPS else "<"
        if self.type == 4 and processor == _DEC:
            # halves exchanged, and an exponent two higher: a quarter of the IEEE number
            return float(struct.unpack("<f", word[2:] + word[:2])[0]) / 4
        return float(struct.unpack(order + {1: "B", 2: "H", 4: "f"}[self.type], word)[0])


def check_structure(path: Path) -> Layout:
    """Refuse a file that is not a C3D, or whose parts contradict each other.

    Args:
        path: the file.

    Returns:
        How its analog samples are counted.

    Raises:
        InputError: not a C3D; a record of the parameter section is damaged; the counts of header
            and parameters differ; or the file is shorter than its frames.

    Source: The C3D file format user guide (Motion Lab Systems, 2021), header and parameter section.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot be read ({error.strerror})", str(path), "Check the path."
        ) from None
    if not content:
        raise InputError("the file is empty", str(path), "Copy or export it again.")
    if len(content) < _BLOCK or content[1] != _KEY or content[0] == 0:
        raise InputError(
            "this is not a C3D file",
            str(path),
            "Give a .c3d file, or a .trc with --grf FILE.mot.",
        )
    start = (content[0] - 1) * _BLOCK
    if len(content) < start + 4 or content[start + 3] not in (_INTEL, _DEC, _MIPS):
        raise InputError("the parameter section is missing", str(path), _COPY)
    processor = content[start + 3]
    order = ">" if processor == _MIPS else "<"
    points, analog, first, last = struct.unpack(order + "4H", content[2:10])
    data_start, per_frame = struct.unpack(order + "2H", content[16:20])
    records = list(_records(path, content, start + 4, order))
    groups = {-record.group: record.name for record in records if record.group < 0}
    parameters = {
        (groups.get(record.group, ""), record.name): record
        for record in records
        if record.group > 0
    }
    scale = parameters.get(("POINT", "SCALE"))
    if scale is None or len(scale.data) < 4 or ("POINT", "USED") not in parameters:
        raise InputError("the group POINT lacks USED or SCALE", str(path), _COPY)
    used = int(parameters["POINT", "USED"].first(processor))
    if used != points:
        raise InputError(
            f"the header counts {points} points and the parameters {used}", str(path), _COPY
        )
    analog_used = parameters.get(("ANALOG", "USED"))
    channels = int(analog_used.first(processor)) if analog_used is not None else 0
    if channels * per_frame != analog and analog:
        raise InputError(
            f"the header counts {analog} analog values a frame and the parameters {channels} "
            f"channels of {per_frame}",
            str(path),
            _COPY,
        )
    layout = Layout(0)
    if analog:
        layout = _check_analog(path, parameters, channels, per_frame, processor)
    if last < first or last == _MOST_FRAMES:
        # counted in TRIAL or POINT:FRAMES: the decoder's business
        return layout
    # a negative scale says that the data are floating point; the sign of a DEC number is elsewhere
    sign_byte = scale.data[{_INTEL: 3, _DEC: 1, _MIPS: 0}[processor]]
    width = 4 if sign_byte & 0x80 else 2
    frame_bytes = width * (4 * points + analog)
    frames = last - first + 1
    held = max(len(content) - (data_start - 1) * _BLOCK, 0)
    if held < frames * frame_bytes:
        raise InputError(
            f"the header promises {frames} frames and the file holds {held // frame_bytes}",
            str(path),
            "The file is cut short: copy or export it again.",
        )
    return layout


def _check_analog(
    path: Path,
    parameters: dict[tuple[str, str], _Record],
    channels: int,
    per_frame: int,
    processor: int,
) -> Layout:
    for name in ("SCALE", "OFFSET"):
        parts = [
            record
            for (group, label), record in parameters.items()
            if group == "ANALOG" and (label == name or label.rstrip("0123456789") == name)
        ]
        if sum(len(record.data) // max(abs(record.type), 1) for record in parts) < channels:
            raise InputError(
                f"ANALOG:{name} has not a value for each of the {channels} channels",
                str(path),
                _COPY,
            )
    point, sampled = parameters.get(("POINT", "RATE")), parameters.get(("ANALOG", "RATE"))
    disagree = InputError(
        "the rates of points and analog channels do not agree with the header", str(path), _COPY
    )
    if point is None or sampled is None or (point.type, sampled.type) != (4, 4):
        raise disagree
    frame_rate, rate = point.first(processor), sampled.first(processor)
    if not frame_rate > 0 or not abs(rate / frame_rate - per_frame) < 0.01 * per_frame:
        raise disagree
    above = _encoded(frame_rate * per_frame * (1 + 1e-5), processor)
    return Layout(per_frame, sampled.at, above)


def _encoded(number: float, processor: int) -> bytes:
    if processor == _DEC:
        word = struct.pack("<f", 4 * number)
        return word[2:] + word[:2]
    return struct.pack(">f" if processor == _MIPS else "<f", number)


def _records(path: Path, content: bytes, place: int, order: str) -> Iterator[_Record]:
    """Groups and parameters one after another, each checked to lie within the file."""
    damaged = InputError("the parameter section is damaged", str(path), _COPY)
    while place + 2 <= len(content):
        length, group = struct.unpack("2b", content[place : place + 2])
        length = abs(length)
        if length == 0:
            return
        head = place + 2 + length
        if head + 3 > len(content) or group == 0:
            raise damaged
        name = content[place + 2 : head]
        if not all(32 <= letter < 127 for letter in name):
            raise damaged
        (offset,) = struct.unpack(order + "H", content[head : head + 2])
        if group < 0:
            need = 3 + content[head + 2]
            record = _Record(group, name.decode("ascii").strip().upper(), 0, b"", head)
        else:
            if head + 4 > len(content):
                raise damaged
            (kind,) = struct.unpack("b", content[head + 2 : head + 3])
            count = content[head + 3]
            sizes = content[head + 4 : head + 4 + count]
            if kind not in (-1, 1, 2, 4) or count > 7 or len(sizes) < count:
                raise damaged
            size = abs(kind) * prod(sizes)
            begin = head + 4 + count
            need = 4 + count + size + 1
            if begin + size + 1 > len(content):
                raise damaged
            need += content[begin + size]
            data = content[begin : begin + size]
            record = _Record(group, name.decode("ascii").strip().upper(), kind, data, begin)
        if head + need > len(content) or 0 < offset < need:
            raise damaged
        yield record
        if offset == 0:
            return
        place = head + offset
    raise damaged
