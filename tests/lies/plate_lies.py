"""Lies about force plates: signs, channels, place, time, gain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from scipy.signal import butter, sosfilt, sosfiltfilt
from scipy.spatial.transform import Rotation
from tests.edited_c3d import Change
from tests.lies.lie import Lie, Tell
from tests.lies.marker_lies import lagging
from tests.lies.recordings import PLATE_RATE, Channels, Recording

from ambulo.math.arrays import FloatArray

_CHANNELS = ("Fx", "Fy", "Fz", "Mx", "My", "Mz")


def _held(change: Callable[[FloatArray], None], *, every: bool = False) -> Tell:
    """Changes the channels (samples, 6) [N, N*mm] under the left foot, or of all plates."""

    def tell(recording: Recording) -> None:
        for k, plate in enumerate(recording.plates):
            if every or k == recording.plate_of("left"):
                change(plate.held)

    return tell


def _factor(columns: tuple[int, ...], factor: float) -> Callable[[FloatArray], None]:
    def change(held: FloatArray) -> None:
        held[:, columns] *= factor

    return change


def _exchange(a: int, b: int) -> Callable[[FloatArray], None]:
    def change(held: FloatArray) -> None:
        held[:, [a, b]] = held[:, [b, a]].copy()

    return change


def _clip(column: int, share: float) -> Callable[[FloatArray], None]:
    def change(held: FloatArray) -> None:
        top = share * np.abs(held[:, column]).max()
        held[:, column] = np.clip(held[:, column], -top, top)

    return change


def _hum(force: float, moment: float) -> Callable[[FloatArray], None]:
    def change(held: FloatArray) -> None:
        wave = np.sin(2 * np.pi * 50.0 * np.arange(len(held)) / PLATE_RATE)[:, None]
        held += wave * np.array([force] * 3 + [moment] * 3)

    return change


def _drifting_hum(force: float, moment: float) -> Callable[[FloatArray], None]:
    """Of 60 Hz less 0.05 at first and more at last, with half as much of its third multiple."""

    def change(held: FloatArray) -> None:
        time = np.arange(len(held)) / PLATE_RATE
        turn = 2 * np.pi * (59.95 + 0.05 * time / time[-1]) * time
        wave = (np.sin(turn) + 0.5 * np.sin(3 * turn))[:, None]
        held += wave * np.array([force] * 3 + [moment] * 3)

    return change


def _offset_when_loaded(by: tuple[float, ...]) -> Callable[[FloatArray], None]:
    """An amplifier that drifts under load: the zero that is seen untouched is right."""

    def change(held: FloatArray) -> None:
        loaded = np.abs(held[:, 2]) > 20.0
        held[loaded] += np.array(by)

    return change


def _steady_offset(by: tuple[float, ...]) -> Callable[[FloatArray], None]:
    def change(held: FloatArray) -> None:
        held += np.array(by)

    return change


def _ramp(held: FloatArray) -> None:
    held[:, 2] += np.linspace(0.0, 80.0, len(held))


def _spike(column: int, size: float) -> Callable[[FloatArray], None]:
    def change(held: FloatArray) -> None:
        loaded = np.flatnonzero(np.abs(held[:, 2]) > 100.0)
        held[loaded[len(loaded) // 2], column] = size

    return change


def _dropout(held: FloatArray) -> None:
    loaded = np.flatnonzero(np.abs(held[:, 2]) > 100.0)
    middle = loaded[len(loaded) // 2]
    held[middle : middle + 60] = 0.0


def _delay(seconds: float) -> Callable[[FloatArray], None]:
    def change(held: FloatArray) -> None:
        held[:] = np.roll(held, round(seconds * PLATE_RATE), axis=0)

    return change


def _clocked(faster: float) -> Callable[[FloatArray], None]:
    """A clock of its own, right when the recording begins."""

    def change(held: FloatArray) -> None:
        at = np.arange(len(held))
        held[:] = np.column_stack([np.interp((1.0 + faster) * at, at, row) for row in held.T])

    return change


def _lost(samples: int) -> Callable[[FloatArray], None]:
    """Samples that are missing in the middle of the recording; the last is held."""

    def change(held: FloatArray) -> None:
        at = np.arange(len(held))
        held[:] = held[np.minimum(np.where(at < len(at) // 2, at, at + samples), at[-1])]

    return change


def _lagging(cutoff: float) -> Callable[[FloatArray], None]:
    """A Butterworth filter of second order that knows the past alone."""

    def change(held: FloatArray) -> None:
        held[:] = sosfilt(butter(2, cutoff, fs=PLATE_RATE, output="sos"), held, axis=0)

    return change


def _moments_smoothed(cutoff: float) -> Callable[[FloatArray], None]:
    """The moment channels alone, forwards and backwards."""

    def change(held: FloatArray) -> None:
        sos = butter(2, cutoff, fs=PLATE_RATE, output="sos")
        held[:, 3:] = sosfiltfilt(sos, held[:, 3:], axis=0)

    return change


def _both_lagging(cutoff: float) -> Tell:
    """Everything by one programme that filters as the samples come."""

    def tell(recording: Recording) -> None:
        _held(_lagging(cutoff), every=True)(recording)
        lagging(cutoff)(recording)

    return tell


def _tilted(axis: int, degrees: float) -> Callable[[FloatArray], None]:
    """A plate that stands askew."""

    def change(held: FloatArray) -> None:
        R = Rotation.from_euler("xyz"[axis], degrees, degrees=True).as_matrix()
        held[:] = np.hstack([held[:, :3] @ R.T, held[:, 3:] @ R.T])

    return change


def _crutch(held: FloatArray) -> None:
    """60 N of what the foot would carry go elsewhere."""
    load = np.abs(held[:, 2])
    held *= (1.0 - np.clip((load - 20.0) / 300.0, 0.0, 1.0) * 60.0 / np.maximum(load, 60.0))[
        :, None
    ]


def _placed(by: tuple[float, float, float], *, every: bool = False) -> Tell:
    """Corners elsewhere in the file [m]."""

    def tell(recording: Recording) -> None:
        for k, plate in enumerate(recording.plates):
            if every or k == recording.plate_of("left"):
                recording.plates[k] = replace(plate, corners=plate.corners + np.array(by))

    return tell


def _turned(degrees: float) -> Tell:
    """Corners turned about the plate's middle."""

    def tell(recording: Recording) -> None:
        k = recording.plate_of("left")
        corners = recording.plates[k].corners
        c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
        middle = corners.mean(axis=0)
        R = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        recording.plates[k] = replace(
            recording.plates[k], corners=middle + (corners - middle) @ R.T
        )

    return tell


def _corner_order(roll: int, *, reverse: bool = False) -> Tell:
    def tell(recording: Recording) -> None:
        k = recording.plate_of("left")
        corners = recording.plates[k].corners
        corners = corners[::-1] if reverse else corners
        recording.plates[k] = replace(recording.plates[k], corners=np.roll(corners, roll, axis=0))

    return tell


def _exchanged(recording: Recording) -> None:
    """The signals of two plates under each other's corners."""
    a, b = recording.plate_of("left"), recording.plate_of("right")
    first, second = recording.plates[a], recording.plates[b]
    recording.plates[a] = _with(first, second)
    recording.plates[b] = _with(second, first)


def _with(place: Channels, signal: Channels) -> Channels:
    return replace(place, held=signal.held, force=signal.force, moment=signal.moment)


def edited(*changes: Change) -> Tell:
    def tell(recording: Recording) -> None:
        recording.edits += changes

    return tell


def _scaled_corners(factor: float) -> Tell:
    def tell(recording: Recording) -> None:
        for k, plate in enumerate(recording.plates):
            recording.plates[k] = replace(plate, corners=factor * plate.corners)

    return tell


def _origin(change: Callable[[FloatArray], FloatArray]) -> Tell:
    def edit(c3d: Any) -> None:
        entry = c3d["parameters"]["FORCE_PLATFORM"]["ORIGIN"]
        entry["value"] = change(np.asarray(entry["value"], float))

    return edited(edit)


def _late(ms: int) -> str:
    return f"{abs(ms)} ms {'late' if ms > 0 else 'early'}"


def plate_lies() -> Iterator[Lie]:
    """Every kind."""

    def lie(name: str, tell: Tell, cause: str) -> Lie:
        return Lie("plates", name, tell, cause)

    plate = "plate"
    for column, name in enumerate(_CHANNELS):
        yield lie(f"{name} with the opposite sign", _held(_factor((column,), -1.0)), plate)
        yield lie(f"{name} zero throughout", _held(_factor((column,), 0.0)), plate)
    yield lie("all Fx with the opposite sign", _held(_factor((0,), -1.0), every=True), plate)
    yield lie("all Fy with the opposite sign", _held(_factor((1,), -1.0), every=True), plate)
    yield lie("all My with the opposite sign", _held(_factor((4,), -1.0), every=True), plate)
    yield lie("Fx and Fy with the opposite sign", _held(_factor((0, 1), -1.0)), plate)
    yield lie("Mx and My with the opposite sign", _held(_factor((3, 4), -1.0)), plate)
    yield lie("Fx and Fy zero throughout", _held(_factor((0, 1), 0.0)), plate)
    for a, b in ((0, 1), (1, 2), (3, 4), (0, 2), (4, 5)):
        yield lie(f"{_CHANNELS[a]} and {_CHANNELS[b]} exchanged", _held(_exchange(a, b)), plate)
    for column, share in ((2, 0.8), (2, 0.5), (1, 0.5), (4, 0.5), (3, 0.5)):
        yield lie(f"{_CHANNELS[column]} clipped at {share}", _held(_clip(column, share)), plate)
    yield lie("hum of 50 Hz, 20 N and 5 N·m", _held(_hum(20.0, 5e3)), plate)
    yield lie("hum of 50 Hz, 100 N and 25 N·m", _held(_hum(100.0, 25e3)), plate)
    yield lie(
        "hum of 60 Hz that drifts by 0.1 Hz and of 180 Hz, 20 N and 5 N·m",
        _held(_drifting_hum(20.0, 5e3), every=True),
        plate,
    )
    yield lie("Fz: 80 N more while loaded", _held(_offset_when_loaded((0, 0, -80, 0, 0, 0))), plate)
    yield lie("Fy: 40 N more while loaded", _held(_offset_when_loaded((0, 40, 0, 0, 0, 0))), plate)
    yield lie(
        "Mx, My: 30 N·m more while loaded",
        _held(_offset_when_loaded((0, 0, 0, 3e4, 3e4, 0))),
        plate,
    )
    yield lie("Fz: 50 N always", _held(_steady_offset((0, 0, -50, 0, 0, 0))), plate)
    yield lie("Fz drifts by 80 N", _held(_ramp), plate)
    for column, size in ((2, -1e10), (2, -5000.0), (4, 1e7), (1, 2000.0)):
        yield lie(
            f"{_CHANNELS[column]}: one sample of {size:g}", _held(_spike(column, size)), plate
        )
    yield lie("Fz: one sample that is no number", _held(_spike(2, np.nan)), plate)
    yield lie("all channels zero for 60 ms in mid-stance", _held(_dropout), plate)
    for factor in (0.5, 0.8, 0.9, 1.1, 1.2, 2.0):
        yield lie(
            f"gain {factor} of one plate",
            _held(_factor((0, 1, 2, 3, 4, 5), factor)),
            f"{plate}|mass",
        )
    for factor in (0.8, 1.25):
        yield lie(
            f"gain {factor} of all plates",
            _held(_factor((0, 1, 2, 3, 4, 5), factor), every=True),
            f"{plate}|mass",
        )
    for factor in (0.5, 1.5):
        yield lie(f"moments' gain {factor}", _held(_factor((3, 4, 5), factor), every=True), plate)
        yield lie(f"horizontal gain {factor}", _held(_factor((0, 1), factor), every=True), plate)
    yield lie("moments in N·m called N·mm", _held(_factor((3, 4, 5), 1e-3), every=True), plate)
    yield lie("forces in kN called N", _held(_factor((0, 1, 2), 1e-3), every=True), plate)
    yield lie(
        "pounds called N",
        _held(_factor((0, 1, 2, 3, 4, 5), 1 / 4.448), every=True),
        f"{plate}|mass",
    )
    for by in ((0.02, 0, 0), (0.05, 0, 0), (0.10, 0, 0), (-0.05, 0, 0), (0, 0.05, 0), (0, 0, 0.1)):
        shown = ", ".join(f"{100 * x:.0f}" for x in by)
        yield lie(f"plate {shown} cm off", _placed(by), plate)
    for by in ((0.03, 0, 0), (0, 0.03, 0), (-0.03, 0, 0)):
        shown = ", ".join(f"{100 * x:.0f}" for x in by)
        yield lie(f"all plates {shown} cm off", _placed(by, every=True), plate)
    for degrees in (5.0, 15.0, 90.0, 180.0):
        yield lie(f"plate turned by {degrees:.0f}°", _turned(degrees), plate)
    yield lie("corners begin with the second", _corner_order(1), plate)
    yield lie("corners begin with the third", _corner_order(2), plate)
    yield lie("corners in reverse order", _corner_order(0, reverse=True), f"{plate}|corner")
    yield lie("corners scaled by 1.05", _scaled_corners(1.05), plate)
    yield lie("plates exchanged", _exchanged, plate)
    for ms in (-50, -30, -20, -10, 10, 20, 30, 50):
        yield lie(f"plates {_late(ms)}", _held(_delay(ms / 1000), every=True), "synchron|late|time")
    clock = "synchron|clock|late by itself"
    for ms in (-25, 20, 30):
        yield lie(f"one plate {_late(ms)}", _held(_delay(ms / 1000)), clock)
    for share in (-0.01, 0.01, 0.02):
        yield lie(
            f"plates' clock {abs(100 * share):.0f} % {'slow' if share > 0 else 'fast'}",
            _held(_clocked(share), every=True),
            clock,
        )
    yield lie("plates lose 25 samples", _held(_lost(25), every=True), clock)
    for cutoff in (6.0, 10.0, 15.0):
        yield lie(
            f"plates filtered with a lag, {cutoff:.0f} Hz",
            _held(_lagging(cutoff), every=True),
            "lag|synchron",
        )
    for cutoff in (3.0, 6.0):
        yield lie(
            f"moment channels alone smoothed, {cutoff:.0f} Hz",
            _held(_moments_smoothed(cutoff), every=True),
            "smoothed where the forces are not",
        )
    for cutoff in (6.0, 10.0):
        yield lie(
            f"plates and markers filtered with a lag, {cutoff:.0f} Hz",
            _both_lagging(cutoff),
            "lag|synchron",
        )
    for gain in (0.75, 1.3):
        yield lie(f"horizontal gain {gain}", _held(_factor((0, 1), gain), every=True), plate)
    for axis in (0, 1):
        yield lie(f"plates tilted by 3° about {'xy'[axis]}", _held(_tilted(axis, 3.0), every=True),
                  f"{plate}|corner|offset")  # fmt: skip
    yield lie("a crutch takes 60 N", _held(_crutch, every=True), f"{plate}|crutch|beside|mass")
    yield lie(
        "origin of the transducer 10 cm too low",
        _origin(lambda o: o + np.array([[0], [0], [-100.0]])),
        plate,
    )
    yield lie(
        "origin beside the middle by 5 cm",
        _origin(lambda o: o + np.array([[50.0], [0], [0]])),
        plate,
    )
    yield lie(
        "type 4 without matrix",
        edited(
            lambda c3d: c3d["parameters"]["FORCE_PLATFORM"]["TYPE"].__setitem__(
                "value", [4] * len(c3d["parameters"]["FORCE_PLATFORM"]["TYPE"]["value"])
            )
        ),
        plate,
    )

    def channel_shift(c3d: Any) -> None:
        entry = c3d["parameters"]["FORCE_PLATFORM"]["CHANNEL"]
        values = np.asarray(entry["value"])
        values[:, 1] = values[:, 0]
        entry["value"] = values

    yield lie("second plate reads the first one's channels", edited(channel_shift), plate)
