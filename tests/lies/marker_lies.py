"""Lies about markers: names, places, gaps, scale."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from scipy.signal import butter, sosfilt, sosfilt_zi
from scipy.spatial.transform import Rotation
from tests.lies.lie import Lie, Tell
from tests.lies.recordings import Recording

from ambulo.math.arrays import FloatArray
from ambulo.mocap.filters.zero_lag import zero_lag
from ambulo.records import SIDES

Change = Callable[[Recording, FloatArray, slice], None]
"""Changes a path (frames, 3) m in place, knowing the left foot's stance."""


def _moved(part: str, change: Change) -> Tell:
    def tell(recording: Recording) -> None:
        path = recording.walk.position[:, recording.marker(part)]
        change(recording, path, recording.stance("left"))

    return tell


def _swapped(first: str, second: str, frames: int | None, at: float = 0.5) -> Tell:
    """Two labels exchanged over some frames of the left stance; over all if None."""

    def tell(recording: Recording) -> None:
        a, b = recording.marker(first), recording.marker(second)
        stance = recording.stance("left")
        start = stance.start + int(at * (stance.stop - stance.start))
        rows = slice(None) if frames is None else slice(start, start + frames)
        both = recording.walk.position[rows][:, [b, a]].copy()
        recording.walk.position[rows, a], recording.walk.position[rows, b] = both.swapaxes(0, 1)

    return tell


def _relabelled(first: str, second: str, how: str) -> Tell:
    """Labels that come back exchanged after a gap, or are exchanged from the start or to the end;
    or one that sits on the other's marker, whose own is not seen."""

    def tell(recording: Recording) -> None:
        a, b = recording.marker(first), recording.marker(second)
        position = recording.walk.position
        stance = recording.stance("left")
        rows = {
            "from the start": slice(0, 40),
            "to the end": slice(len(position) - 40, len(position)),
        }.get(how, slice(stance.start + 10, stance.start + 40))
        position[rows, a], position[rows, b] = position[rows, b].copy(), position[rows, a].copy()
        if how in ("between gaps", "alone"):
            for gap in (slice(rows.start - 6, rows.start), slice(rows.stop, rows.stop + 6)):
                position[gap, [a, b]] = np.nan
        if how == "alone":
            position[rows, b] = np.nan

    return tell


def _spike(size: float, frames: int) -> Change:
    def change(recording: Recording, path: FloatArray, stance: slice) -> None:
        middle = (stance.start + stance.stop) // 2
        path[middle : middle + frames] += [size, 0.0, 0.3 * size]

    return change


def _frozen(recording: Recording, path: FloatArray, stance: slice) -> None:
    start = stance.start + 10
    path[start : start + 20] = path[start]


def _stuck(recording: Recording, path: FloatArray, stance: slice) -> None:
    path[stance.start :] = path[stance.start]


def _flicker(share: float) -> Change:
    def change(recording: Recording, path: FloatArray, stance: slice) -> None:
        hidden = np.random.default_rng(3).random(len(path)) < share
        path[hidden] = np.nan

    return change


def _jitter(size: float) -> Change:
    def change(recording: Recording, path: FloatArray, stance: slice) -> None:
        path += size * np.random.default_rng(4).standard_normal(path.shape)

    return change


def _beside(by: tuple[float, float, float]) -> Change:
    """Placed elsewhere in the walk than in the static trial, in the laboratory's axes."""

    def change(recording: Recording, path: FloatArray, stance: slice) -> None:
        path += np.array(by)

    return change


def _slid(by: tuple[float, float, float]) -> Change:
    """Comes loose in the left stance and hangs elsewhere from then on."""

    def change(recording: Recording, path: FloatArray, stance: slice) -> None:
        middle = (stance.start + stance.stop) // 2
        path[middle - 10 :] += np.array(by)

    return change


def _drift(recording: Recording, path: FloatArray, stance: slice) -> None:
    path[:, 2] += 0.06 * np.linspace(-1, 1, len(path))


def _line(recording: Recording, path: FloatArray, stance: slice) -> None:
    """A gap that somebody has filled by a straight line."""
    a, b = stance.start + 5, stance.start + 45
    path[a:b] = path[a] + np.linspace(0, 1, b - a)[:, None] * (path[b] - path[a])


def _copied(part: str) -> Change:
    """A gap filled from another marker's path."""

    def change(recording: Recording, path: FloatArray, stance: slice) -> None:
        other = recording.walk.position[:, recording.marker(part)]
        a, b = stance.start + 10, stance.start + 40
        path[a:b] = path[a] + other[a:b] - other[a]

    return change


def _delayed(frames: int) -> Change:
    def change(recording: Recording, path: FloatArray, stance: slice) -> None:
        path[frames:] = path[:-frames].copy()

    return change


def _all(change: Callable[[Recording, FloatArray], FloatArray]) -> Tell:
    """Changes all markers of the walk."""

    def tell(recording: Recording) -> None:
        recording.walk.position[:] = change(recording, recording.walk.position)

    return tell


def _smoothed(cutoff: float) -> Tell:
    """Filtered without lag before the file was written."""
    return _all(lambda recording, position: zero_lag(position, cutoff, recording.walk.rate))


def lagging(cutoff: float) -> Tell:
    """Filtered forwards alone, as if the walk had gone on before it begins."""

    def late(recording: Recording, position: FloatArray) -> FloatArray:
        before = position[0] + np.arange(-100, 0)[:, None, None] * (position[1] - position[0])
        sections = butter(2, cutoff, fs=recording.walk.rate, output="sos")
        start = sosfilt_zi(sections)[:, :, None, None] * before[0]
        whole, _ = sosfilt(sections, np.concatenate([before, position]), axis=0, zi=start)
        return np.asarray(whole[len(before) :])

    return _all(late)


def _cameras_turned(about: str, degrees: float) -> Tell:
    """A calibration frame that lay askew, about the middle of the first plate."""

    def tell(recording: Recording) -> None:
        axis = recording.forward((0.0, 0.0, 1.0) if about == "up" else (1.0, 0.0, 0.0))
        turn = Rotation.from_rotvec(np.radians(degrees) * axis / np.linalg.norm(axis)).as_matrix()
        centre = recording.plates[0].corners.mean(axis=0)
        for markers in (recording.walk, recording.standing):
            markers.position[:] = centre + (markers.position - centre) @ turn.T

    return tell


def _both(part: str, by: tuple[float, float, float]) -> Tell:
    """Placed elsewhere for both trials, in the laboratory's axes of the static trial."""

    def tell(recording: Recording) -> None:
        k = recording.marker(part)
        shift = recording.forward(by)
        recording.walk.position[:, k] += shift
        recording.standing.position[:, k] += shift

    return tell


def _on_both_sides(part: str, forward: float) -> Tell:
    """The same on the left and on the right, in both trials."""

    def tell(recording: Recording) -> None:
        for side in SIDES:
            _both(f"{side} {part}", (forward, 0.0, 0.0))(recording)

    return tell


def _stretched(factor: float) -> Tell:
    """Cameras that see the way of the walk longer than it is, in both trials."""

    def tell(recording: Recording) -> None:
        axis = int(np.argmax(np.abs(recording.forward((1.0, 0.0, 0.0)))))
        for markers in (recording.walk, recording.standing):
            markers.position[..., axis] *= factor

    return tell


def _slower(factor: int) -> Tell:
    """Lines between every so many frames."""

    def drawn(recording: Recording, position: FloatArray) -> FloatArray:
        at = np.arange(len(position))
        whole = np.minimum(at // factor * factor, len(position) - 1 - factor)
        share = ((at - whole) / factor)[:, None, None]
        return np.asarray((1 - share) * position[whole] + share * position[whole + factor])

    return _all(drawn)


def _resampled(rows: Callable[[int, slice], FloatArray]) -> Tell:
    """Frames of the cameras that are not those of the plates: the last are held."""

    def tell(recording: Recording) -> None:
        count = len(recording.walk.time)
        at = rows(count, recording.stance("left")).astype(int)
        recording.walk.position[:] = recording.walk.position[np.clip(at, 0, count - 1)]

    return tell


def _dropped(frames: int) -> Callable[[int, slice], FloatArray]:
    def rows(count: int, stance: slice) -> FloatArray:
        at = np.arange(count)
        middle = (stance.start + stance.stop) // 2
        return np.asarray(np.where(at < middle, at, at + frames))

    return rows


def _repeated(frames: int) -> Callable[[int, slice], FloatArray]:
    def rows(count: int, stance: slice) -> FloatArray:
        at = np.arange(count)
        middle = (stance.start + stance.stop) // 2
        return np.asarray(np.where((at >= middle) & (at < middle + frames), middle, at))

    return rows


def _unison(hertz: float, size: float) -> Tell:
    """Skin of the left shank and thigh that shakes as one."""

    def tell(recording: Recording) -> None:
        shake = size * np.sin(2 * np.pi * hertz * recording.walk.time)
        for part in ("left thigh", "left knee", "left shank"):
            recording.walk.position[:, recording.marker(part), 0] += shake
            recording.walk.position[:, recording.marker(part), 1] += 0.5 * shake

    return tell


def _static(part: str, by: tuple[float, float, float]) -> Tell:
    """Placed elsewhere in the static trial than in the walk."""

    def tell(recording: Recording) -> None:
        recording.standing.position[:, recording.marker(part)] += np.array(by)

    return tell


def _static_swapped(first: str, second: str) -> Tell:
    def tell(recording: Recording) -> None:
        a, b = recording.marker(first), recording.marker(second)
        position = recording.standing.position
        position[:, [a, b]] = position[:, [b, a]].copy()

    return tell


def static_scaled(factor: float) -> Tell:
    def tell(recording: Recording) -> None:
        recording.standing.position[:] *= factor

    return tell


def _mirrored(recording: Recording, position: FloatArray) -> FloatArray:
    return np.asarray(position * [1.0, -1.0, 1.0])


def marker_lies() -> Iterator[Lie]:
    """Every kind."""

    def lie(name: str, tell: Tell, cause: str) -> Lie:
        return Lie("markers", name, tell, cause)

    label = "label|exchanged|marker"
    for frames in (3, 5, 12, 40):
        yield lie(
            f"knee and shank exchanged for {frames} frames",
            _swapped("left knee", "left shank", frames),
            label,
        )
    for a, b in (("knee", "thigh"), ("ankle", "shank"), ("ankle", "heel"), ("heel", "toe")):
        yield lie(
            f"{a} and {b} exchanged for 8 frames", _swapped(f"left {a}", f"left {b}", 8), label
        )
    for part in ("knee", "ankle", "heel", "toe", "asis"):
        yield lie(
            f"left and right {part} exchanged for 8 frames",
            _swapped(f"left {part}", f"right {part}", 8),
            label,
        )
    for a, b in (("knee", "shank"), ("knee", "thigh"), ("ankle", "shank"), ("heel", "toe")):
        yield lie(
            f"{a} and {b} exchanged throughout", _swapped(f"left {a}", f"left {b}", None), label
        )
    for part in ("knee", "asis", "ankle", "toe"):
        yield lie(
            f"left and right {part} exchanged throughout",
            _swapped(f"left {part}", f"right {part}", None),
            f"{label}|side|left|turned",
        )
    for how in ("from the start", "to the end", "between gaps", "alone"):
        for a, b in (("knee", "shank"), ("ankle", "toe")):
            yield lie(
                f"{a} on {b}, {how}" if how == "alone" else f"{a} and {b} exchanged {how}",
                _relabelled(f"left {a}", f"left {b}", how),
                label,
            )
    for part in ("thigh", "knee", "shank", "ankle", "heel", "toe", "asis", "sacrum"):
        yield lie(
            f"{part}: spike of 0.2 m on one frame", _moved(f"left {part}", _spike(0.2, 1)), label
        )
    for size, frames in ((0.05, 1), (0.05, 4), (0.5, 3), (5.0, 1)):
        yield lie(
            f"knee: spike of {size} m on {frames} frames",
            _moved("left knee", _spike(size, frames)),
            label,
        )
    for part in ("knee", "ankle", "toe", "asis"):
        yield lie(f"{part}: frozen for 20 frames", _moved(f"left {part}", _frozen), label)
    yield lie("knee: frozen from strike to the end", _moved("left knee", _stuck), label)
    for share in (0.05, 0.2):
        yield lie(
            f"knee: hidden on {100 * share:.0f} % of the frames",
            _moved("left knee", _flicker(share)),
            label,
        )
    yield lie("knee: 5 mm of noise", _moved("left knee", _jitter(0.005)), label)
    yield lie("ankle: 10 mm of noise", _moved("left ankle", _jitter(0.010)), label)
    for part in ("knee", "ankle", "asis", "toe", "thigh"):
        yield lie(
            f"{part}: 3 cm off in the walk, not in the static trial",
            _moved(f"left {part}", _beside((0.0, 0.0, 0.03))),
            f"{label}|static",
        )
    for part in ("knee", "ankle"):
        yield lie(
            f"{part}: 3 cm off in the static trial",
            _static(f"left {part}", (0.0, 0.0, 0.03)),
            f"{label}|static",
        )
        yield lie(
            f"{part}: 3 cm forward in the static trial",
            _static(f"left {part}", (0.03, 0.0, 0.0)),
            f"{label}|static",
        )
    yield lie(
        "knee: slides by 4 cm in stance", _moved("left knee", _slid((0.0, 0.0, -0.04))), label
    )
    yield lie(
        "ankle: slides by 4 cm in stance", _moved("left ankle", _slid((0.0, 0.0, -0.04))), label
    )
    yield lie(
        "asis: slides by 4 cm in stance", _moved("left asis", _slid((0.0, 0.0, -0.04))), label
    )
    yield lie("knee: drifts by 12 cm", _moved("left knee", _drift), label)
    yield lie("knee: gap of 0.4 s filled by a line", _moved("left knee", _line), label)
    yield lie("heel: gap of 0.4 s filled by a line", _moved("left heel", _line), label)
    yield lie(
        "ankle: gap of 0.3 s filled from the toe", _moved("left ankle", _copied("left toe")), label
    )
    yield lie(
        "knee: gap of 0.3 s filled from the asis", _moved("left knee", _copied("left asis")), label
    )
    yield lie("shank: 4 frames late", _moved("left shank", _delayed(4)), label)
    yield lie("knee: 4 frames late", _moved("left knee", _delayed(4)), label)
    scale = "scale|height|unit|static|foot|sole|plate|leg"
    for factor in (0.97, 0.9, 1.05, 1.1):
        yield lie(
            f"cameras' scale {factor}",
            _all(lambda recording, position, factor=factor: factor * position),  # type: ignore[misc]
            scale,
        )

    yield lie(
        "positions in steps of 8 mm",
        _all(lambda _, position: 0.008 * np.round(position / 0.008)),
        "steps of",
    )

    def both(factor: float) -> Tell:
        def tell(recording: Recording) -> None:
            recording.walk.position[:] *= factor
            recording.standing.position[:] *= factor

        return tell

    for factor in (0.9, 1.1):
        yield lie(f"cameras' scale {factor}, static trial too", both(factor), scale)
    yield lie("static trial's scale 1.06", static_scaled(1.06), "static")
    yield lie("mirrored", _all(_mirrored), "left|side|mirror|turned|plate|foot")
    for frames in (3, 8):
        cause = "frame|synchron|camera|jump|late"
        yield lie(f"cameras drop {frames} frames in stance", _resampled(_dropped(frames)), cause)
        yield lie(f"cameras hold a frame for {frames}", _resampled(_repeated(frames)), cause)
    yield lie(
        "cameras skip every tenth frame",
        _resampled(lambda count, _: np.arange(count) * 10 // 9),
        "frame|synchron|camera|jump|late|rate",
    )
    for cutoff in (3.0, 4.0):
        yield lie(
            f"smoothed before at {cutoff:.0f} Hz", _smoothed(cutoff), "filtered|smoothed|cut-off"
        )
    for about, degrees in (("up", 3.0), ("forward", 2.0)):
        yield lie(
            f"cameras turned by {degrees:.0f}° about the axis {about}, in both trials",
            _cameras_turned(about, degrees),
            "plate|camera|axes|corner",
        )
    for cutoff in (6.0, 10.0):
        yield lie(
            f"filtered with a lag before, {cutoff:.0f} Hz",
            lagging(cutoff),
            "lag|filtered|smoothed|synchron",
        )
    for part, by in (
        ("knee", (0.03, 0.0, 0.0)),
        ("knee", (-0.03, 0.0, 0.0)),
        ("knee", (0.0, 0.0, 0.03)),
        ("ankle", (0.03, 0.0, 0.0)),
        ("asis", (0.03, 0.0, 0.0)),
    ):
        shown = ", ".join(f"{100 * x:.0f}" for x in by)
        yield lie(f"{part}: {shown} cm off in both trials", _both(f"left {part}", by), label)
    for part, ahead in (("knee", 0.03), ("ankle", 0.025), ("asis", 0.04)):
        yield lie(
            f"both sides' {part}: {100 * ahead:g} cm forward in both trials",
            _on_both_sides(part, ahead),
            "both trials|placed wrongly",
        )
    yield lie(
        "distances along the walk seen 1.03 times as long, in both trials",
        _stretched(1.03),
        "scale|foot|plate|corner",
    )
    yield lie(
        "cameras with a quarter of the frames, straight lines between them",
        _slower(4),
        "frame|camera|rate",
    )
    yield lie(
        "skin of thigh and shank shakes as one, 12 Hz, 8 mm",
        _unison(12.0, 0.008),
        "marker|skin|shak|cut-off|noise|agree",
    )
    yield lie(
        "skin of thigh and shank shakes as one, 3 Hz, 10 mm",
        _unison(3.0, 0.010),
        "marker|skin",
    )
    yield lie(
        "static: knee and thigh exchanged",
        _static_swapped("left knee", "left thigh"),
        f"{label}|static",
    )
    yield lie(
        "static: left and right asis exchanged",
        _static_swapped("left asis", "right asis"),
        f"{label}|static|turned|left",
    )
    yield lie(
        "static: ankle and shank exchanged",
        _static_swapped("left ankle", "left shank"),
        f"{label}|static",
    )
