"""Header and parameter section of a C3D file: what the file says about its data.

The readers check that records follow each other within the section and that sizes fit. They read
nothing beyond the file's end.

Source: The C3D file format user guide (Motion Lab Systems, 2021).
"""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import IntEnum
from math import prod
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.inputs.printable import printable
from ambulo.math.arrays import FloatArray

BLOCK = 512
_KEY = 0x50
_MOST_EVENTS, _FOUR_LETTERS = 18, 12345
"""Largest number of events in the header, and the key that marks labels of four letters."""
_LONGEST_SECTION = 1 << 20
"""bytes; where the header does not say where the parameters end."""
COPY = "The file is damaged or cut short: copy or export it again."


class Processor(IntEnum):
    """The kind of machine on which a file was written: order and form of its numbers."""

    INTEL = 84
    DEC = 85
    MIPS = 86

    @property
    def order(self) -> str:
        """Byte order of integers, as `struct` and numpy write it."""
        return ">" if self is Processor.MIPS else "<"

    def reals(self, data: bytes) -> FloatArray:
        """Real numbers from their bytes, four each."""
        with np.errstate(invalid="ignore"):  # bytes that are no number
            if self is not Processor.DEC:
                return np.frombuffer(data, self.order + "f4").astype(float)
            # halves exchanged, and an exponent two higher: a quarter of the IEEE number
            halves = np.frombuffer(data, "<u2").reshape(-1, 2)[:, ::-1]
            return np.ascontiguousarray(halves).view("<f4").ravel().astype(float) / 4.0


class Header(NamedTuple):
    """The first block of a C3D file.

    Args:
        processor: processor of the machine that wrote the file.
        parameters_at: byte at which the parameter section starts.
        points, analog: number of points in each frame, and of analog samples of all channels
            together.
        first, last: frame numbers, from 1.
        scale: scale of integer points; negative if the data are real numbers.
        data_at: byte at which the data start.
        per_frame: analog samples of a channel in one frame.
        rate: frames per second.
        events: label and time [s] of the events that the header itself holds.
    """

    processor: Processor
    parameters_at: int
    points: int
    analog: int
    first: int
    last: int
    scale: float
    data_at: int
    per_frame: int
    rate: float
    events: tuple[tuple[str, float], ...] = ()


def read_section(path: Path) -> tuple[Header, Parameters, tuple[str, ...]]:
    """Header and parameters, read as the machine that the file names wrote them, otherwise as a
    machine that fits.

    Raises:
        InputError: the file cannot be read, is not a C3D file, or its section is damaged.
    """
    header = read_header(path)
    damaged: InputError | None = None
    parameters = Parameters({})
    try:
        parameters = read_parameters(path, header)
    except InputError as error:
        damaged = error
    if parameters.first("POINT", "USED") == header.points:
        return header, parameters, ()
    for processor in set(Processor) - {header.processor}:
        other = read_header(path, processor)
        try:
            found = read_parameters(path, other)
        except InputError:
            continue
        # by another machine's order these are not right by chance
        if found.first("POINT", "USED") == other.points > 0 and 0.001 < other.rate < 1e5:
            note = f"The file says {header.processor.name} numbers but contains {processor.name}."
            return other, found, (note,)
    if damaged is not None:
        raise damaged
    return header, parameters, ()


def read_header(path: Path, processor: Processor | None = None) -> Header:
    """The header of a C3D file.

    Args:
        processor: processor that wrote the numbers; None takes the processor that the file names.
    Raises:
        InputError: the file cannot be read or is not a C3D file.
    """
    try:
        with path.open("rb") as file:
            block = file.read(BLOCK)
            if not block:
                raise InputError("the file is empty", str(path), "Copy or export it again.")
            if len(block) < BLOCK or block[1] != _KEY or block[0] == 0:
                raise InputError(
                    "this is not a C3D file",
                    str(path),
                    "Give a .c3d file, or a .trc with --grf FILE.mot.",
                )
            start = (block[0] - 1) * BLOCK
            file.seek(start)
            section = file.read(4)
    except OSError as error:
        raise InputError(
            f"cannot be read ({error.strerror})", str(path), "Check the path."
        ) from None
    if len(section) < 4 or section[3] not in tuple(Processor):
        raise InputError("the parameter section is missing", str(path), COPY)
    processor = processor or Processor(section[3])
    order = processor.order
    points, analog, first, last = struct.unpack(order + "4H", block[2:10])
    data_start, per_frame = struct.unpack(order + "2H", block[16:20])
    scale, rate = processor.reals(block[12:16] + block[20:24])
    return Header(
        processor=processor,
        parameters_at=start,
        points=points,
        analog=analog,
        first=first,
        last=last,
        scale=float(scale),
        data_at=(data_start - 1) * BLOCK,
        per_frame=per_frame,
        rate=float(rate),
        events=_events(block, processor),
    )


def _events(block: bytes, processor: Processor) -> tuple[tuple[str, float], ...]:
    """Events of the header: words 150 to 234, counted from 1."""
    key, count = struct.unpack(processor.order + "2H", block[298:302])
    if count > _MOST_EVENTS:
        return ()
    # without the key labels have two letters
    width = 4 if key == _FOUR_LETTERS else 2
    times = processor.reals(block[304 : 304 + 4 * _MOST_EVENTS])
    labels = block[396 : 396 + width * _MOST_EVENTS]
    return tuple(
        (_text(labels[width * k : width * (k + 1)]), float(times[k])) for k in range(count)
    )


@dataclass(frozen=True)
class Parameters:
    """Groups of parameters by name, upper case.

    Args:
        values: (group, name) -> texts as a list, numbers as an array whose first index runs
            fastest in the file.
        whole: parameters that the file contains as integers.
    """

    values: Mapping[tuple[str, str], list[str] | FloatArray]
    whole: frozenset[tuple[str, str]] = frozenset()

    def get(self, group: str, name: str) -> list[str] | FloatArray | None:
        """Value of a parameter; None if there is none."""
        return self.values.get((group.upper(), name.upper()))

    def group(self, group: str) -> dict[str, list[str] | FloatArray]:
        """Parameters of a group by name."""
        return {name: value for (of, name), value in self.values.items() if of == group.upper()}

    def array(self, group: str, name: str) -> FloatArray:
        """Numbers in the shape that the file gives; (0,) if there are none."""
        value = self.get(group, name)
        return np.zeros(0) if value is None or isinstance(value, list) else value

    def texts(self, group: str, name: str) -> list[str]:
        """A text parameter with its continuations (LABELS, LABELS2, ...)."""
        return [
            text for part in self._parts(group, name) for text in part if isinstance(part, list)
        ]

    def numbers(self, group: str, name: str) -> FloatArray:
        """A parameter of numbers (n,) with its continuations; (0,) if there is none."""
        parts = [
            np.ravel(part, order="F")
            for part in self._parts(group, name)
            if not isinstance(part, list)
        ]
        return np.concatenate(parts) if parts else np.zeros(0)

    def first(self, group: str, name: str) -> float | None:
        """First number of a parameter; None if there is none."""
        numbers = self.numbers(group, name)
        return float(numbers[0]) if numbers.size else None

    def _parts(self, group: str, name: str) -> Iterator[list[str] | FloatArray]:
        for k in itertools.count(1):
            value = self.get(group, f"{name}{k}" if k > 1 else name)
            if value is not None:
                yield value
            elif k > 1:
                return


def read_parameters(path: Path, header: Header) -> Parameters:
    """The parameter section of a C3D file.

    Raises:
        InputError: a record of the section is damaged.
    """
    start = header.parameters_at + 4
    stop = header.data_at
    length = stop - start if stop > start else _LONGEST_SECTION
    with path.open("rb") as file:
        file.seek(start - 2)
        # the section counts its blocks itself, up to 255
        length = max(length, BLOCK * file.read(1)[0] - 4)
        file.seek(start)
        content = file.read(min(length, _LONGEST_SECTION))
    groups: dict[int, str] = {}
    found: dict[tuple[int, str], list[str] | FloatArray] = {}
    whole: set[tuple[int, str]] = set()
    for record in _records(path, content, header.processor):
        if record.group < 0:
            groups[-record.group] = record.name
        else:
            found[record.group, record.name] = record.value(header.processor)
            if record.type in (1, 2):
                whole.add((record.group, record.name))
    return Parameters(
        {(groups[group], name): value for (group, name), value in found.items() if group in groups},
        frozenset((groups[group], name) for group, name in whole if group in groups),
    )


class _Record(NamedTuple):
    """One group (negative number) or parameter of the section."""

    group: int
    name: str
    type: int = 0
    sizes: tuple[int, ...] = ()
    data: bytes = b""

    def value(self, processor: Processor) -> list[str] | FloatArray:
        if self.type == -1:
            width = self.sizes[0] if self.sizes else 1
            count = prod(self.sizes[1:])
            return [_text(self.data[k * width : (k + 1) * width]) for k in range(count)]
        if self.type == 4:
            numbers = processor.reals(self.data)
        else:
            kind = {1: "u1", 2: processor.order + "i2"}[self.type]
            numbers = np.frombuffer(self.data, kind).astype(float)
        return numbers.reshape(self.sizes or (1,), order="F")


def _text(data: bytes) -> str:
    """Text without padding; what no terminal should be sent is shown as a question mark."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return printable(text.split("\0")[0].strip())


def _records(path: Path, content: bytes, processor: Processor) -> Iterator[_Record]:
    """Groups and parameters one after another, each checked to lie within the section."""
    damaged = InputError("the parameter section is damaged", str(path), COPY)
    at = 0
    while at + 2 <= len(content):
        length, group = struct.unpack("2b", content[at : at + 2])
        length = abs(length)  # negative: the name is locked
        if length == 0 or group == 0:
            return
        head = at + 2 + length
        if head + 3 > len(content):
            raise damaged
        name = content[at + 2 : head]
        if any(letter < 32 or letter == 127 for letter in name):
            raise damaged
        label = name.decode("latin-1").strip().upper()
        (offset,) = struct.unpack(processor.order + "H", content[head : head + 2])
        if group < 0:
            need = 3 + content[head + 2]
            record = _Record(group, label)
        else:
            if head + 4 > len(content):
                raise damaged
            (kind,) = struct.unpack("b", content[head + 2 : head + 3])
            count = content[head + 3]
            sizes = tuple(content[head + 4 : head + 4 + count])
            if kind not in (-1, 1, 2, 4) or count > 7 or len(sizes) < count:
                raise damaged
            size = abs(kind) * prod(sizes)
            begin = head + 4 + count
            if begin + size > len(content):
                raise damaged
            # the length of a description follows, which a last record may lack
            described = content[begin + size] if begin + size < len(content) else 0
            need = 4 + count + size + 1 + described
            record = _Record(group, label, kind, sizes, content[begin : begin + size])
        if 0 < offset < need - 1 or (offset and head + offset > len(content)):
            raise damaged
        yield record
        if offset == 0:
            return
        at = head + offset
    # records may fill the section up to its end
    if any(content[at:]):
        raise damaged
