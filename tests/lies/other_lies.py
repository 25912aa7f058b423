"""Lies about the subject, the files and the configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from tests.edited_c3d import parameter
from tests.lies.lie import Lie, Tell
from tests.lies.marker_lies import static_scaled
from tests.lies.plate_lies import edited
from tests.lies.recordings import Recording


def _subject(**changes: Callable[[float], float]) -> Tell:
    def tell(recording: Recording) -> None:
        now = {name: change(getattr(recording.subject, name)) for name, change in changes.items()}
        recording.subject = replace(recording.subject, **now)  # type: ignore[arg-type]

    return tell


def _given(**values: Any) -> Tell:
    def tell(recording: Recording) -> None:
        recording.choices.update(values)

    return tell


def _tape(name: str, factor: float) -> Tell:
    """A measurement of the file, of both legs, times a factor; where there is one."""

    def tell(recording: Recording) -> None:
        for entry in recording.parameters:
            if entry[1:] == name or entry == name:
                recording.parameters[entry] *= factor

    return tell


def _angle(name: str, degrees: float) -> Tell:
    def tell(recording: Recording) -> None:
        for letter in "LR":
            recording.parameters[letter + name] = float(np.radians(degrees))

    return tell


def _sides(recording: Recording) -> None:
    """Every left marker called right and the reverse, in walk and static trial."""
    for markers in (recording.walk, recording.standing):
        left = [n for n, name in enumerate(markers.names) if name.startswith("L")]
        right = [markers.names.index("R" + markers.names[n][1:]) for n in left]
        markers.position[:, left + right] = markers.position[:, right + left].copy()


def _sides_of_walk(recording: Recording) -> None:
    left = [n for n, name in enumerate(recording.walk.names) if name.startswith("L")]
    right = [recording.walk.names.index("R" + recording.walk.names[n][1:]) for n in left]
    recording.walk.position[:, left + right] = recording.walk.position[:, right + left].copy()


def _sides_of_feet(recording: Recording) -> None:
    for part in ("heel", "toe", "ankle"):
        a, b = recording.marker(f"left {part}"), recording.marker(f"right {part}")
        recording.walk.position[:, [a, b]] = recording.walk.position[:, [b, a]].copy()


def _longer_leg(recording: Recording) -> None:
    """Markers of one shank and foot 4 cm lower in the static trial than in the walk."""
    for part in ("ankle", "heel", "toe"):
        recording.standing.position[:, recording.marker(f"left {part}"), 2] -= 0.04


def _both(*changes: Any) -> Tell:
    def tell(recording: Recording) -> None:
        recording.edits += changes
        recording.static_edits += changes

    return tell


def _points_scaled(factor: float) -> Any:
    def change(c3d: Any) -> None:
        c3d["data"]["points"][:3] *= factor

    return change


def _rates(points: float | None = None, analog: float | None = None) -> Any:
    """The walk's rates as the file says them."""

    def change(c3d: Any) -> None:
        if points is not None:
            c3d["parameters"]["POINT"]["RATE"]["value"] = [points]
            c3d["header"]["points"]["frame_rate"] = points
        if analog is not None:
            c3d["parameters"]["ANALOG"]["RATE"]["value"] = [analog]

    return change


def _no_events(recording: Recording) -> None:
    recording.events = ()


def _events(shift: float = 0.0, *, exchanged: bool = False) -> Tell:
    def tell(recording: Recording) -> None:
        other = {"left": "right", "right": "left"}
        recording.events = tuple(
            replace(
                event, time=event.time + shift, side=other[event.side] if exchanged else event.side
            )  # type: ignore[arg-type]
            for event in recording.events
            if 0 < event.time + shift < recording.walk.time[-1]
        )

    return tell


def other_lies() -> Iterator[Lie]:
    """Every kind."""

    def subject(name: str, tell: Tell, cause: str) -> Lie:
        return Lie("subject", name, tell, cause)

    def file(name: str, tell: Tell, cause: str) -> Lie:
        return Lie("files", name, tell, cause)

    def choice(name: str, tell: Tell, cause: str) -> Lie:
        return Lie("configuration", name, tell, cause)

    for factor in (0.5, 0.8, 0.9, 1.1, 1.25, 2.0):
        yield subject(f"mass x {factor}", _subject(mass=lambda m, f=factor: f * m), "mass|kg")  # type: ignore[misc]
    yield subject("mass in pounds", _subject(mass=lambda m: 2.2046 * m), "mass|kg")
    yield subject("mass in g", _subject(mass=lambda m: 1000 * m), "mass|kg")
    for factor in (0.5, 0.85, 1.15, 2.0):
        yield subject(
            f"height x {factor}", _subject(height=lambda h, f=factor: f * h), "height|mass|kg"
        )  # type: ignore[misc]
    yield subject("height in cm", _subject(height=lambda h: h / 10), "height|kg")
    for name in ("KneeWidth", "AnkleWidth", "LegLength"):
        word = {"KneeWidth": "knee", "AnkleWidth": "ankle|malleol", "LegLength": "leg"}[name]
        for factor in (0.1, 0.5, 2.0):
            yield subject(f"{name} x {factor}", _tape(name, factor), word)
    for factor in (0.85, 1.15):
        yield subject(f"LegLength x {factor}", _tape("LegLength", factor), "leg")
    yield subject("KneeWidth x 1.3", _tape("KneeWidth", 1.3), "knee")
    yield subject("InterAsisDistance x 2", _tape("InterAsisDistance", 2.0), "asis|pelvi")
    yield subject("CalfLength x 2", _tape("CalfLength", 2.0), "calf|length")
    yield subject("FootLength x 2", _tape("FootLength", 2.0), "foot")
    yield subject("shank rotation -81°", _angle("ShankRotation", -81.0), "rotation|ankle")
    yield subject("thigh rotation 60°", _angle("ThighRotation", 60.0), "rotation|knee")
    yield subject("tibial torsion 80°", _angle("TibialTorsion", 80.0), "torsion")
    yield subject("left and right exchanged in both trials", _sides, "left|side|exchanged|turned")
    yield subject(
        "left and right exchanged in the walk", _sides_of_walk, "left|side|exchanged|turned"
    )
    yield subject(
        "left and right exchanged on the feet", _sides_of_feet, "left|side|exchanged|label|marker"
    )
    for factor in (0.94, 1.05, 1.12):
        yield subject(
            f"static trial of a person {factor} times as tall", static_scaled(factor), "static"
        )
    yield subject("left shank 4 cm longer in the static trial", _longer_leg, "static|marker|leg")

    yield file("mm called m", _both(parameter("POINT", "UNITS", ["m"])), "unit|m")
    yield file("mm called cm", _both(parameter("POINT", "UNITS", ["cm"])), "unit|cm|mm")
    yield file("inches called mm", edited(_points_scaled(1 / 25.4)), "unit|size|static")
    yield file("walk in cm called mm", edited(_points_scaled(0.1)), "unit|size|static")
    for factor in (0.5, 0.8, 1.2, 2.0):
        yield file(
            f"rates x {factor} (cameras and plates)",
            edited(_rates(100.0 * factor, 1000.0 * factor)),
            "rate|mass|gravity|time",
        )
    yield file(
        "analog scale doubled",
        edited(lambda c3d: c3d["data"].__setitem__("analogs", 2 * c3d["data"]["analogs"])),
        "plate|mass",
    )
    yield file("events 0.3 s late", _events(0.3), "event|strike")
    yield file("events of the other foot", _events(exchanged=True), "event|strike")
    yield file("no events", _no_events, "event")

    yield choice("no static trial", lambda r: setattr(r, "with_static", False), "static")
    yield choice(
        "twice the mass given",
        lambda r: r.choices.update(mass=2 * (r.subject.mass or 0)),
        "mass|kg",
    )
    yield choice("up: -z", _given(up="-z"), "up|axis|axes")
    yield choice("up: +x", _given(up="+x"), "up|axis|axes|plate")
    yield choice(
        "forward turned by 90°",
        lambda r: r.choices.update(forward="+x" if "second" in r.title else "+y"),
        "forward|axis|axes|direction",
    )
    yield choice(
        "forward reversed",
        lambda r: r.choices.update(forward="+y" if "second" in r.title else "-x"),
        "forward|axis|axes|direction|backward",
    )
    yield choice("unit cm", _given(unit="cm"), "unit|cm|mm")
    yield choice("unit m", _given(unit="m"), "unit|m")
    yield choice("cut-off of 1 Hz", _given(cutoff=1.0), "cut-off|filter|Hz|marker")
    yield choice("cut-off of 2 Hz", _given(cutoff=2.0), "cut-off|filter|Hz|marker")
    yield choice("cut-off of 3 Hz", _given(cutoff=3.0), "cut-off|filter|Hz|marker")
    yield choice("cut-off of 40 Hz", _given(cutoff=40.0), "cut-off|filter|Hz|noise")
    yield choice("force threshold of 400 N", _given(force_threshold=400.0), "threshold|plate")
    yield choice(
        "knee width of 9.8 m", _given(measurements={"left_knee_width": 9.8}), "knee|unit|length"
    )
    yield choice(
        "knee width of 0.2 m",
        _given(measurements={"left_knee_width": 0.2, "right_knee_width": 0.2}),
        "knee",
    )
    yield choice(
        "leg length of 0.5 m",
        _given(measurements={"left_leg_length": 0.5, "right_leg_length": 0.5}),
        "leg",
    )
    yield choice("gaps of 2 s filled", _given(max_gap=2.0), "gap")
