"""Data section of a C3D file: frames of points and analog samples.

Source: The C3D file format user guide (Motion Lab Systems, 2021).
"""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.vector_arrays import finite
from ambulo.mocap.files.c3d_parameters import BLOCK, COPY, Header, Parameters, Processor

SLOWEST, FASTEST = 1.0 / 600.0, 2e4
"""Least and greatest frames per second of any camera or simulation. Beyond them, the number is
damaged.
"""
MOST_FRAMES = 65535
"""Largest number of frames that the header can state. Longer recordings state it in their
parameters.
"""
_MOST_BYTES = 1 << 29
"""Of data that are read at all: an hour of eighty markers and four plates."""


class Layout(NamedTuple):
    """The layout of the data of a C3D file.

    Args:
        frames: number of frames; the first frame has the number `first`, counted from 0.
        points: points in each frame, with four numbers each.
        channels, per_frame: number of analog channels, and samples of each channel in a frame.
        real: whether numbers are real. If not, they are integers, which must be scaled.
        scale: scale of integer points, file units.
        rate: frames per second.
        start: byte at which the data begin.
        notes: notes on what the header says and the parameters lack.
    """

    frames: int
    first: int
    points: int
    channels: int
    per_frame: int
    real: bool
    scale: float
    rate: float
    start: int
    notes: tuple[str, ...] = ()

    @property
    def width(self) -> int:
        """Numbers in each frame."""
        return 4 * self.points + self.channels * self.per_frame


def data_layout(path: Path, header: Header, parameters: Parameters) -> Layout:
    """The layout of the data, from the header and parameters that agree with the file's length.

    Raises:
        InputError: they contradict each other, or the file is shorter than its frames.
    """
    notes: list[str] = []

    def said(group: str, name: str, by_header: float) -> float:
        value = parameters.first(group, name)
        if value is None:
            notes.append(f"The file lacks {group}:{name}, but its header says {by_header:g}.")
        return by_header if value is None else value

    scale = said("POINT", "SCALE", header.scale)
    rate = said("POINT", "RATE", header.rate)
    if not rate > 0:
        rate = header.rate
    if not SLOWEST <= rate <= FASTEST:
        raise InputError(
            f"a frame rate of {rate:g} Hz is impossible",
            str(path),
            "Correct POINT:RATE, or export the trial again.",
        )
    used = int(said("POINT", "USED", header.points)) % (MOST_FRAMES + 1)
    frames, first = _frame_count(header, parameters)
    start = _data_start(path, header, parameters)
    size = path.stat().st_size
    numbers = (size - start) / (4 if scale < 0 or header.scale < 0 else 2)
    counted = int(parameters.first("POINT", "FRAMES") or frames) % (MOST_FRAMES + 1)
    # two witnesses against the header: the parameters, and the file's length but for its last block
    for count, points in product((frames, counted), (header.points, used)):
        if 0.0 <= numbers - count * (4 * points + header.analog) < BLOCK:
            for one, other, what in ((frames, count, "frames"), (header.points, points, "points")):
                if one != other:
                    notes.append(
                        f"The header states {one} {what}. The parameters and the length of the "
                        f"file show {other}, and these were read."
                    )
            frames, used = count, points
            break
    else:
        if used != header.points:
            raise InputError(
                f"the header states {header.points} points, but the parameters state {used}",
                str(path),
                COPY,
            )
    # the header's sign stands in where the parameter's is lost in a zero
    real = scale < 0 or (scale == 0 and header.scale < 0)
    room = (size - start) / (4 if real else 2) / max(frames, 1) - 4 * used
    channels, per_frame = _analog_counts(path, header, parameters, rate, room)
    if header.analog == 0:
        channels, per_frame = _uncounted(parameters, rate)
        if size - start < frames * (4 * used + channels * per_frame) * (4 if real else 2):
            channels, per_frame = 0, 0
        elif channels:
            notes.append(
                f"The header counts no analog values, but {channels} channels are in the file "
                "according to its parameters and its length."
            )
    width = frames * (4 * used + channels * per_frame)
    if scale * header.scale < 0 and 4 * width > size - start >= 2 * width:
        # one of both has lost its sign: four bytes a number would not fit
        real = False
    if real and channels and parameters.first("ANALOG", "SCALE") is None:
        notes.append(
            "The file gives no scale for its analog channels, so its numbers were used unchanged."
        )
    rate, odd = _rate(path, header, parameters, rate, per_frame if channels else 0)
    notes += [odd] if odd else []
    layout = Layout(
        frames=frames,
        first=first,
        points=used,
        channels=channels,
        per_frame=per_frame,
        real=real,
        scale=abs(scale),
        rate=rate,
        start=start,
        notes=tuple(notes),
    )
    frame_bytes = layout.width * (4 if layout.real else 2)
    held = max(size - layout.start, 0)
    if held < frames * frame_bytes:
        raise InputError(
            f"the header states {frames} frames, but the file contains {held // frame_bytes}",
            str(path),
            "The file is cut short: copy or export it again.",
        )
    if frames * frame_bytes > _MOST_BYTES:
        raise InputError(
            f"the file contains {frames * frame_bytes / 1e6:.0f} MB of data, but Ambulo reads "
            f"at most {_MOST_BYTES / 1e6:.0f} MB",
            str(path),
            "Export a shorter part of the recording.",
        )
    return layout


def _data_start(path: Path, header: Header, parameters: Parameters) -> int:
    """Byte at which the data begin, by the header; by the parameters where it does not say."""
    if header.data_at >= BLOCK and header.data_at != header.parameters_at:
        return header.data_at
    block = int(parameters.first("POINT", "DATA_START") or 0) % (MOST_FRAMES + 1)
    if block < 2:
        raise InputError("the file does not say where the data start", str(path), COPY)
    return (block - 1) * BLOCK


def _uncounted(parameters: Parameters, rate: float) -> tuple[int, int]:
    """Channels and samples in a frame that the parameters speak of."""
    channels = int(parameters.first("ANALOG", "USED") or 0)
    sampled = parameters.first("ANALOG", "RATE") or 0.0
    per_frame = round(sampled / rate) if 0 < sampled / rate < MOST_FRAMES else 0
    return (channels, per_frame) if channels > 0 and per_frame > 0 else (0, 0)


def _analog_counts(
    path: Path, header: Header, parameters: Parameters, rate: float, room: float
) -> tuple[int, int]:
    """Channels in the data, and samples of each in a frame, as most of what tells of them has it.

    Args:
        room: analog values a frame for which the file is long enough.
    """
    if header.analog == 0:
        return 0, 0
    named = int(parameters.first("ANALOG", "USED") or 0)
    ratio = (parameters.first("ANALOG", "RATE") or 0.0) / rate
    ways = []
    if header.per_frame and header.analog % header.per_frame == 0:
        ways.append((header.analog // header.per_frame, header.per_frame))
    if named and header.analog % named == 0:
        ways.append((named, header.analog // named))
    if named and 1 <= ratio < MOST_FRAMES:
        ways.append((named, round(ratio)))

    def witnesses(way: tuple[int, int]) -> int:
        channels, per_frame = way
        values = channels * per_frame
        return (
            (values == header.analog)
            + (per_frame == header.per_frame)
            + (channels == named)
            + (abs(ratio - per_frame) < 1)
            + (values <= room < values + 1)
        )

    ways = [way for way in ways if way[0] >= named]
    if not ways:
        raise InputError(
            f"the header states {header.analog} analog values per frame, but the parameters state "
            f"{named} channels with {header.per_frame} values each",
            str(path),
            COPY,
        )
    return max(ways, key=witnesses)


def _rate(
    path: Path, header: Header, parameters: Parameters, rate: float, per_frame: int
) -> tuple[float, str]:
    """Frames per second as two of three have it, and what is to be said of the third."""
    sampled = parameters.first("ANALOG", "RATE")
    if not per_frame or not sampled or abs(sampled / rate - per_frame) < 0.01 * per_frame:
        return rate, ""
    by_samples = sampled / per_frame
    odd = f"{rate:g} frames and {sampled:g} analog samples a second, but {per_frame} samples in a "
    odd += "frame"
    if abs(sampled / rate - per_frame) < 1 or abs(header.rate - rate) < 0.01 * rate:
        return rate, f"The file counts {odd}. Ambulo read {rate * per_frame:g} samples a second."
    if abs(header.rate - by_samples) < 0.01 * by_samples:
        return header.rate, f"The file counts {odd}. Ambulo used the header's {header.rate:g} Hz."
    raise InputError(f"the rates contradict each other: {odd}", str(path), COPY)


def _frame_count(header: Header, parameters: Parameters) -> tuple[int, int]:
    """Number of frames, and the number of the first from 0."""
    frames, first = header.last - header.first + 1, header.first
    start = parameters.numbers("TRIAL", "ACTUAL_START_FIELD")
    stop = parameters.numbers("TRIAL", "ACTUAL_END_FIELD")
    counted = parameters.first("POINT", "LONG_FRAMES") or 0.0
    # a header that has run over counts on from 0
    if header.last == MOST_FRAMES or frames < 1 or counted > MOST_FRAMES:
        if start.size == 2 and stop.size == 2:  # low word, high word
            first, last = (int(w[0]) % 65536 + 65536 * int(w[1]) for w in (start, stop))
            frames = last - first + 1
        else:
            counted = counted or parameters.first("POINT", "FRAMES") or 0.0
            if counted:  # whole numbers are signed in the section
                frames = int(counted) if counted > 0 else int(counted) % 65536
    return max(frames, 0), max(first - 1, 0)


def read_data(
    path: Path, processor: Processor, parameters: Parameters, layout: Layout
) -> tuple[FloatArray, FloatArray]:
    """Points and analog samples.

    Returns:
        Points (frames, points, 3) in file units, NaN where not seen, and analog samples
        (samples, channels) with offset and scale applied, NaN for channels that have no scale.
    """
    count = layout.frames * layout.width
    with path.open("rb") as file:
        file.seek(layout.start)
        raw = file.read(count * (4 if layout.real else 2))
    whole = processor.order + "i2"
    values = processor.reals(raw) if layout.real else np.frombuffer(raw, whole).astype(float)
    values = values.reshape(layout.frames, layout.width)
    split = 4 * layout.points
    quads = values[:, :split].reshape(layout.frames, layout.points, 4)
    with np.errstate(invalid="ignore", over="ignore"):
        points = quads[:, :, :3] * (1.0 if layout.real else layout.scale)
    # the fourth number holds camera mask and residual; negative: not measured
    points[(quads[:, :, 3] < 0) | ~finite(points)] = np.nan
    if not layout.channels:
        return points, np.zeros((0, 0))
    samples = values[:, split:].reshape(layout.frames * layout.per_frame, layout.channels)
    unsigned = "".join(parameters.texts("ANALOG", "FORMAT")).upper() == "UNSIGNED"
    if unsigned and not layout.real:
        samples = np.where(samples < 0, samples + 65536.0, samples)
    channels = int(parameters.first("ANALOG", "USED") or layout.channels)
    return points, _scaled(samples[:, :channels], parameters, real=layout.real, unsigned=unsigned)


def _scaled(
    samples: FloatArray, parameters: Parameters, *, real: bool, unsigned: bool
) -> FloatArray:
    """(raw - OFFSET) SCALE GEN_SCALE; real numbers stand for themselves where no scale is given."""
    channels = samples.shape[1]
    offset = np.zeros(channels)
    given = parameters.numbers("ANALOG", "OFFSET")[:channels]
    if unsigned:
        given = np.where(given < 0, given + 65536.0, given)
    offset[: len(given)] = given
    factors = parameters.numbers("ANALOG", "SCALE")[:channels]
    scale = np.full(channels, 1.0 if real and not factors.size else np.nan)
    scale[: len(factors)] = factors
    general = parameters.first("ANALOG", "GEN_SCALE")
    scale *= 1.0 if general is None else general
    with np.errstate(invalid="ignore", over="ignore"):  # a damaged sample is not a number
        scaled: FloatArray = (samples - offset) * scale
    return scaled
