"""C3D files as laboratories write them: well formed, of every machine, and odd in what they say."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from tests.raw_c3d import DEC, INTEL, MIPS, write_raw

from ambulo.mocap.files.c3d import read_c3d

_ODD_NUMBERS = (0.0, -1.0, 1.0, 0.5, 1e-3, 1e6, 1e30, -1e30, 255.0, 32767.0, float("nan"))
_ODD_WORDS = (
    "", " ", "mm", "m", "cm", "inch", "in", "millimetre", "Meters", "V", "N", "kN", "lbf", "Nmm",
    "N*m", "\x1b[31m", "\xe9\xe8", "Right", "LEFT", "General", "nobody",
)  # fmt: skip


@dataclass
class _Recording:
    """What a file is written from; habits change it in place.

    Args:
        points: (frames, n, 4) mm and the fourth number; analog: (frames per_frame, channels).
        more: parameters; leave_out: "GROUP:NAME" of those the file lacks.
        first: number of the first frame, as the header counts.
    """

    points: np.ndarray
    analog: np.ndarray
    rate: float
    per_frame: int
    labels: list[str]
    more: dict[tuple[str, str], Any]
    leave_out: list[str] = field(default_factory=list)
    processor: int = INTEL
    reals: bool = True
    first: int = 1


@cache
def _sound(path: Path) -> _Recording:
    file = read_c3d(path)
    fourth = np.where(np.isfinite(file.points).all(axis=2), 0.0, -1.0)[..., None]
    points = np.concatenate([np.nan_to_num(file.points), fourth], axis=2)
    own = {
        (group, name): value if isinstance(value, list) else _as_in_file(file, group, name)
        for (group, name), value in file.parameters.values.items()
        if group not in ("POINT", "ANALOG", "TRIAL")
    }
    units = file.parameters.texts("ANALOG", "UNITS")
    names = file.parameters.texts("ANALOG", "LABELS")
    own[("ANALOG", "UNITS")], own[("ANALOG", "LABELS")] = units, names
    return _Recording(
        points=points,
        analog=file.analog,
        rate=file.rate,
        per_frame=round(file.analog_rate / file.rate),
        labels=list(file.labels),
        more=own,
    )


def _as_in_file(file: Any, group: str, name: str) -> np.ndarray:
    values = file.parameters.array(group, name)
    return values.astype(int) if (group, name) in file.parameters.whole else values


def odd_recording(seed: Path, rng: random.Random) -> bytes:
    """A sound recording written with one to four habits of other laboratories, or faults."""
    sound = _sound(seed)
    made = _Recording(
        sound.points.copy(), sound.analog.copy(), sound.rate, sound.per_frame, list(sound.labels),
        {key: value.copy() for key, value in sound.more.items()},
    )  # fmt: skip
    made.processor = rng.choice((INTEL, INTEL, DEC, MIPS))
    made.reals = rng.random() < 0.7
    with np.errstate(all="ignore"):  # numbers that are none are meant
        for habit in rng.sample(_HABITS, rng.randint(1, 4)):
            habit(made, rng)
        return _encoded(made)


def _encoded(made: _Recording) -> bytes:
    points, analog = made.points, made.analog
    if made.processor == DEC or not made.reals:  # neither has a number that is none
        points, analog = np.nan_to_num(points), np.nan_to_num(analog)
    largest = 1e38 if made.processor != DEC else 1e37
    points, analog = np.clip(points, -largest, largest), np.clip(analog, -largest, largest)
    scale, gains = 1.0, np.ones(analog.shape[1])
    if not made.reals:
        scale = max(float(np.abs(points[..., :3]).max(initial=1.0)) / 32000.0, 1e-6)
        points = np.concatenate([np.round(points[..., :3] / scale), points[..., 3:]], axis=2)
        gains = np.maximum(np.abs(analog).max(axis=0, initial=1e-6), 1e-6) / 32000.0
        analog = np.round(analog / gains)
    if made.processor == DEC:
        points, analog = (np.where(np.abs(x) < 1e-37, 0.0, x) for x in (points, analog))
    more: dict[tuple[str, str], Any] = {
        ("ANALOG", "GEN_SCALE"): np.array([1.0]),
        ("ANALOG", "SCALE"): gains[:255],
        ("ANALOG", "OFFSET"): np.zeros(min(len(gains), 255), dtype=int),
        ("POINT", "LABELS"): made.labels[:255],
        **made.more,
    }
    for key, value in more.items():
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            more[key] = np.clip(value, -largest, largest)
            if made.processor == DEC:
                known = np.nan_to_num(more[key])
                more[key] = np.where(np.abs(known) < 1e-37, 0.0, known)
    if len(made.labels) > 255:
        more[("POINT", "LABELS2")] = made.labels[255:510]
    with TemporaryDirectory() as folder:
        path = write_raw(
            Path(folder) / "odd.c3d", points, analog, processor=made.processor, reals=made.reals,
            scale=scale, rate=made.rate, per_frame=made.per_frame,
            leave_out=tuple(made.leave_out), more=more,
        )  # fmt: skip
        raw = bytearray(path.read_bytes())
    order = "big" if made.processor == MIPS else "little"
    last = made.first + len(points) - 1
    raw[6:8] = (made.first % 65536).to_bytes(2, order)
    raw[8:10] = (last % 65536).to_bytes(2, order)
    return bytes(raw)


# --------------------------------------------------------------------------- habits


def _labels(made: _Recording, rng: random.Random) -> None:
    """Prefixes, doubles, blanks, other letters, one too few or too many."""
    k = rng.randrange(len(made.labels))
    what = rng.randrange(8)
    if what == 0:
        made.labels = [f"Subject 1:{name}" for name in made.labels]
    elif what == 1:
        made.labels = [f"{rng.choice(('A', 'B'))}:{name}" for name in made.labels]
    elif what == 2:
        made.labels[k] = rng.choice(made.labels)
    elif what == 3:
        made.labels[k] = rng.choice(("", "*12", "# 3", "\xdcber", "L" * 200, "\x1b[2J", "*"))
    elif what == 4:
        made.labels = [name.lower() for name in made.labels]
    elif what == 5:
        del made.labels[k:]
    elif what == 6:
        made.labels += [f"X{n}" for n in range(rng.choice((1, 300)))]
    else:
        rng.shuffle(made.labels)
    if rng.random() < 0.2:
        made.more[("SUBJECTS", "LABEL_PREFIXES")] = [rng.choice(("A:", "L", "", "Subject 1"))]


def _unit(made: _Recording, rng: random.Random) -> None:
    """Another unit of length, told rightly, wrongly or not at all."""
    factor, said = rng.choice(
        ((1.0, "mm"), (1e-3, "m"), (0.1, "cm"), (1 / 25.4, "inch"), (1e-3, "mm"), (1.0, "m"))
    )
    made.points[..., :3] *= factor
    for name in ("CORNERS", "ORIGIN"):
        if ("FORCE_PLATFORM", name) in made.more:
            made.more[("FORCE_PLATFORM", name)] = made.more[("FORCE_PLATFORM", name)] * factor
    made.more[("POINT", "UNITS")] = rng.choice(([said], [said], [rng.choice(_ODD_WORDS)], []))
    if rng.random() < 0.3:
        made.leave_out.append("POINT:UNITS")


def _axes(made: _Recording, rng: random.Random) -> None:
    """Axes turned, exchanged or mirrored, with the plates or without."""
    turn = np.eye(3)[rng.sample(range(3), 3)] * [rng.choice((-1.0, 1.0)) for _ in range(3)]
    made.points[..., :3] = made.points[..., :3] @ turn.T
    if ("FORCE_PLATFORM", "CORNERS") in made.more and rng.random() < 0.7:
        corners = made.more[("FORCE_PLATFORM", "CORNERS")]
        made.more[("FORCE_PLATFORM", "CORNERS")] = np.einsum("ij,j...->i...", turn, corners)


def _plates(made: _Recording, rng: random.Random) -> None:
    """Types, corners, channels, matrices and counts of the plates."""
    key = rng.choice([name for group, name in made.more if group == "FORCE_PLATFORM"] or ["TYPE"])
    types = made.more.get(("FORCE_PLATFORM", "TYPE"))
    if types is not None and rng.random() < 0.5:
        types[rng.randrange(len(types))] = rng.choice((0, 1, 2, 3, 4, 5, 6, 7, 11, 12, 21, -1))
    corners = made.more.get(("FORCE_PLATFORM", "CORNERS"))
    if corners is not None and corners.ndim == 3 and rng.random() < 0.5:
        order = rng.sample(range(4), 4)
        corners[:, :, rng.randrange(corners.shape[2])] = corners[:, order, 0]
    if rng.random() < 0.5:
        count = len(types) if types is not None else 1
        matrix = np.eye(6)[:, :, None].repeat(count, axis=2) * rng.choice((1.0, 100.0, 0.0))
        made.more[("FORCE_PLATFORM", "CAL_MATRIX")] = matrix[:, :, : rng.randint(0, count)]
    value = made.more.get(("FORCE_PLATFORM", key))
    if isinstance(value, np.ndarray) and value.size and rng.random() < 0.5:
        flat = value.reshape(-1)
        odd = rng.choice(_ODD_NUMBERS)
        if value.dtype.kind == "f" or np.isfinite(odd):
            flat[rng.randrange(len(flat))] = np.clip(odd, -32768, 32767) if (
                value.dtype.kind != "f"
            ) else odd  # fmt: skip
        if rng.random() < 0.3:
            made.more[("FORCE_PLATFORM", key)] = flat[: rng.randrange(len(flat) + 1)]
    if rng.random() < 0.2:
        made.leave_out.append(f"FORCE_PLATFORM:{key}")


def _events(made: _Recording, rng: random.Random) -> None:
    """Times that are none, other words, lists of unlike length."""
    count = rng.randint(0, 12)
    words = (
        "Foot Strike",
        "Foot Off",
        "RHS",
        "lto",
        "Event",
        "Heel-Strike",
        "",
        "\xe9v",
        "General",
    )
    times = np.zeros((2, count))
    times[1] = [rng.choice((rng.uniform(0, 4), -1.0, 1e30, float("nan"))) for _ in range(count)]
    made.more[("EVENT", "USED")] = np.array([rng.choice((count, 0, 99, -1))])
    made.more[("EVENT", "TIMES")] = times if rng.random() < 0.7 else times[1]
    made.more[("EVENT", "LABELS")] = [rng.choice(words) for _ in range(rng.randint(0, count))]
    sides = ("Left", "Right", "General", "")
    made.more[("EVENT", "CONTEXTS")] = [rng.choice(sides) for _ in range(count)]


def _clock(made: _Recording, rng: random.Random) -> None:
    """Rates, first frames and counts of frames, told twice and not alike."""
    what = rng.randrange(6)
    if what == 0:
        made.rate = rng.choice((1e-3, 0.5, 5.0, 29.97, 59.94, 50.0, 250.0, 1e5, 1e30))
    elif what == 1:
        made.first = rng.choice((0, -5, 2, 1000, 65000, 65535))
    elif what == 2:
        count = rng.choice((0, -1, 1, 70000, len(made.points)))
        made.more[("POINT", rng.choice(("FRAMES", "LONG_FRAMES")))] = np.array([float(count)])
    elif what == 3:
        for name in ("ACTUAL_START_FIELD", "ACTUAL_END_FIELD"):
            numbers = [rng.choice((0, 1, 2, -1, len(made.points))) for _ in range(2)]
            made.more[("TRIAL", name)] = np.array(numbers)
    elif what == 4:
        made.leave_out += ["POINT:RATE", "ANALOG:RATE", "POINT:SCALE"][: rng.randint(1, 3)]
    else:
        made.more[("ANALOG", "RATE")] = np.array([rng.choice(_ODD_NUMBERS)])


def _length(made: _Recording, rng: random.Random) -> None:
    """No frames, one, a few; no points; no channels."""
    frames = rng.choice((0, 1, 2, 5, 19, 20, 21, 40, 100))
    what = rng.randrange(4)
    if what < 2:
        made.points = made.points[:frames]
        made.analog = made.analog[: frames * made.per_frame]
    elif what == 2:
        made.points = made.points[:, : rng.choice((0, 1, 3, 10))]
    else:
        made.analog = made.analog[:, : rng.choice((0, 1, 5))]


def _data(made: _Recording, rng: random.Random) -> None:
    """Gaps, zeros, constants, infinities, jumps; in one marker, in all, in a channel."""
    frames, count = made.points.shape[:2]
    if not frames or not count:
        return
    a = rng.randrange(frames)
    rows = slice(a, a + rng.choice((1, 5, 30, frames)))
    columns = rng.choice((slice(None), rng.randrange(count), slice(rng.randrange(count), None)))
    what = rng.randrange(7)
    if what == 0:
        made.points[rows, columns, 3] = -1.0
    elif what == 1:
        made.points[rows, columns, :3] = 0.0
    elif what == 2:
        made.points[rows, columns, :3] = made.points[a, columns, :3]
    elif what == 3:
        made.points[rows, columns, :3] = rng.choice((np.nan, np.inf, 1e30, -1e9))
    elif what == 4:
        made.points[rows, columns, :3] += rng.choice((30.0, 500.0, 1e4))
    elif what == 5:
        made.points = made.points[::-1].copy()
    if made.analog.size and what > 4:
        channel = rng.randrange(made.analog.shape[1])
        made.analog[:, channel] *= rng.choice((0.0, -1.0, 1e3, 1e-3, np.nan, np.inf, 1e30))


def _person(made: _Recording, rng: random.Random) -> None:
    """What the file says of the subject: numbers that are nobody's, texts for numbers."""
    names = [name for group, name in made.more if group == "PROCESSING"] or ["Bodymass", "Height"]
    for _ in range(rng.randint(1, 3)):
        name = rng.choice(
            [*names, "LLegLength", "RKneeWidth", "Bodymass", "Height", "LTibialTorsion"]
        )
        odd = rng.choice(_ODD_NUMBERS)
        value: Any = np.array([odd]) if rng.random() < 0.8 else [rng.choice(_ODD_WORDS)]
        made.more[("PROCESSING", name)] = value


def _channels(made: _Recording, rng: random.Random) -> None:
    """Units, labels, scales and formats of the analog channels."""
    key = rng.choice(("UNITS", "LABELS", "SCALE", "OFFSET", "GEN_SCALE", "USED", "FORMAT"))
    count = made.analog.shape[1]
    if key in ("UNITS", "LABELS", "FORMAT"):
        words = [rng.choice(_ODD_WORDS) for _ in range(rng.randint(0, count + 2))]
        made.more[("ANALOG", key)] = words if key != "FORMAT" else ["UNSIGNED"]
    elif key == "USED":
        made.more[("ANALOG", key)] = np.array([rng.choice((0, 1, count + 1, -1))])
    else:
        numbers = [rng.choice(_ODD_NUMBERS) for _ in range(rng.randint(0, count + 1))]
        made.more[("ANALOG", key)] = np.array(numbers, dtype=float)
    if rng.random() < 0.2:
        made.leave_out.append(f"ANALOG:{key}")


_HABITS: list[Callable[[_Recording, random.Random], None]] = [
    _labels, _unit, _axes, _plates, _events, _clock, _length, _data, _person, _channels,
]  # fmt: skip
