"""Recordings whose truth is known, and that share little with what the checks assume.

Two people who walk by simulation: the demo's man, and a smaller, slower one with other markers,
plates and laboratory axes. Their masses lie as Dumas et al. (2007) have them, the analysis takes de
Leva's (1996); Plug-in Gait and cluster markers sit on the skin by anatomy, not where a regression
finds a joint exactly; skin slides and shakes. Each is recorded with markers of the whole body and
of the legs alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from tests.edited_c3d import Change, edited
from tests.kept import kept

from ambulo.analysis import analyse
from ambulo.demo.consistent_walk import ConsistentWalk, consistent_walk
from ambulo.demo.foot_rockers import FootShape
from ambulo.demo.marker_placement import MarkerPlacement, place_markers
from ambulo.demo.normal_walk import PeriodicSeries, normal_walk
from ambulo.demo.recording import skin_shift
from ambulo.demo.truth import WalkTruth, feet_share, walk_truth
from ambulo.demo.walking_man import MEASUREMENTS, SOLE, walking_man
from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import FloatArray
from ambulo.mocap.files.c3d_writer import PlateRecording, write_c3d
from ambulo.model.scaling import build_model
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Analysis, Event, Markers, Model, Side, Subject

RATE, PLATE_RATE = 100.0, 1000.0


@dataclass(frozen=True, eq=False)
class Channels(PlateRecording):
    """A plate as its six channels hold it: a lie may be told of each.

    Args:
        held: (samples, 6) N and N*mm, as `PlateRecording.channels` gives them.
        foot: who stepped on it.
    """

    held: FloatArray
    foot: Side

    def channels(self) -> FloatArray:
        """What the file gets."""
        return self.held


@dataclass(eq=False)
class Recording:
    """What a laboratory hands in; a lie is a change of a copy.

    Args:
        title: in words.
        walk, standing: markers.
        plates: in the order of the file.
        events: in the file.
        subject: in the file.
        parameters: of the file's PROCESSING group, in mm.
        role: part of the body ("left knee") -> name of its marker.
        choices: of the configuration.
        edits, static_edits: what is changed in the written files.
    """

    title: str
    walk: Markers
    standing: Markers
    plates: list[Channels]
    events: tuple[Event, ...]
    subject: Subject
    parameters: dict[str, float]
    role: Mapping[str, str]
    choices: dict[str, Any] = field(default_factory=dict)
    edits: list[Change] = field(default_factory=list)
    static_edits: list[Change] = field(default_factory=list)
    with_static: bool = True

    def copy(self) -> Recording:
        """With arrays of its own."""

        def own(markers: Markers) -> Markers:
            return replace(markers, position=markers.position.copy())

        plates = [replace(plate, held=plate.held.copy()) for plate in self.plates]
        return replace(
            self,
            walk=own(self.walk),
            standing=own(self.standing),
            plates=plates,
            parameters=dict(self.parameters),
            choices=dict(self.choices),
            edits=list(self.edits),
            static_edits=list(self.static_edits),
        )

    def marker(self, part: str) -> int:
        """Column of the marker of a part of the body."""
        return self.walk.names.index(self.role[part])

    def forward(self, by: tuple[float, float, float]) -> FloatArray:
        """A vector forward, left and up in the laboratory's axes."""
        pelvis = self.walk.position[:, self.marker("left sacrum")]
        way = np.round((pelvis[-1] - pelvis[0]) / np.linalg.norm(pelvis[-1] - pelvis[0]))
        left = np.cross([0.0, 0.0, 1.0], way)
        return np.asarray(np.column_stack([way, left, [0.0, 0.0, 1.0]]) @ by)

    def plate_of(self, foot: Side) -> int:
        """Index of the first plate that a foot stepped on."""
        return next(k for k, plate in enumerate(self.plates) if plate.foot == foot)

    def stance(self, foot: Side) -> slice:
        """Frames in which a foot loads its first plate."""
        force = np.abs(self.plates[self.plate_of(foot)].held[:, 2])
        loaded = np.flatnonzero(force > 50.0) * RATE / PLATE_RATE
        return slice(int(loaded[0]), int(loaded[-1]) + 1)


def analysed(recording: Recording, folder: Path) -> Analysis:
    """The real analysis of the files that the recording is written to."""
    walk, static = folder / "walk.c3d", folder / "static.c3d"
    written = {"subject": recording.subject, "parameters": recording.parameters}
    write_c3d(
        walk,
        recording.walk,
        recording.plates,
        plate_rate=PLATE_RATE,
        events=recording.events,
        **written,
    )
    if recording.edits:
        edited(walk, walk, *recording.edits)
    if not recording.with_static:
        return analyse(walk, configuration=Configuration(**recording.choices))
    write_c3d(static, recording.standing, **written)
    if recording.static_edits:
        edited(static, static, *recording.static_edits)
    return analyse(walk, static=static, configuration=Configuration(**recording.choices))


# --------------------------------------------------------------------------- who walks


@kept
def _first() -> ConsistentWalk:
    return consistent_walk(walking_man("dumas2007"), normal_walk(), SOLE)


_SMALLER = 0.91


@kept
def _second() -> ConsistentWalk:
    """A smaller body, a slower and shorter stride."""
    man = walking_man()
    joints = {
        joint: _SMALLER * man.tree.p_PJ[k] for k, joint in enumerate(man.joints) if joint != "root"
    }
    # shorter shanks and a wider pelvis than a man made smaller would have
    for side, left in zip(SIDES, (1.0, -1.0), strict=True):
        joints[f"{side}_ankle"] = joints[f"{side}_ankle"] * 0.97
        joints[f"{side}_hip"] = joints[f"{side}_hip"] + [0.0, left * 0.004, 0.0]
    subject = Subject(name="Second", mass=63.0, height=1.64, sex="m", age=41.0)
    shape = FootShape(
        _SMALLER * SOLE.ankle_height,
        _SMALLER * SOLE.heel,
        (_SMALLER * SOLE.metatarsal[0], _SMALLER * SOLE.metatarsal[1]),
        _SMALLER * SOLE.toe,
    )
    ends = {
        f"{side}_{point}": _SMALLER * man.points[f"{side}_{name}"][1]
        for side in SIDES
        for point, name in (("heel", "heel"), ("forefoot", "toe"))
    }
    model = build_model("body18", joints, ends, subject, "dumas2007")
    walk = normal_walk()
    path = {
        name: _scaled(series, _SMALLER * 0.985)
        for name, series in walk.angles.items()
        if name in ("pelvis_forward", "pelvis_left", "pelvis_up")
    }
    cycle = replace(walk.cycle, stride_time=1.2, stride_length=1.16, step_width=0.12, foot_off=0.62)
    return consistent_walk(model, replace(walk, cycle=cycle, angles={**walk.angles, **path}), shape)


def _scaled(series: PeriodicSeries, factor: float) -> PeriodicSeries:
    return PeriodicSeries(factor * series.mean, factor * series.cosine, factor * series.sine)


# --------------------------------------------------------------------------- where markers sit


def _placed(
    model: Model, at: Mapping[str, tuple[str, tuple[float, float, float]]]
) -> MarkerPlacement:
    """Markers given on the left, or on the midline, and their mirror images."""
    names, body, local = [], [], []
    for name, (segment, place) in at.items():
        sides = [("L", "left_", 1.0), ("R", "right_", -1.0)] if "{S}" in name else [("", "", 1.0)]
        for letter, side, left in sides:
            names.append(name.replace("{S}", letter))
            body.append(model.segments.index(segment.replace("{side}_", side)))
            local.append(np.array(place) * [1.0, left, 1.0])
    return MarkerPlacement(tuple(names), np.array(body), np.array(local))


def _plug_in_gait(model: Model, *, upper: bool) -> MarkerPlacement:
    thigh, shank = (-model.tree.p_PJ[model.joints.index(f"left_{j}"), 2] for j in ("knee", "ankle"))
    size = thigh / 0.398
    foot = size * SOLE.ankle_height
    legs = {
        "{S}ASI": ("pelvis", (0.050 * size, 0.125 * size, 0.092 * size)),
        "{S}PSI": ("pelvis", (-0.115 * size, 0.045 * size, 0.105 * size)),
        "{S}THI": ("{side}_thigh", (0.012, 0.078 * size, -0.55 * thigh)),
        "{S}KNE": ("{side}_thigh", (0.004, 0.056 * size, -0.995 * thigh)),
        "{S}TIB": ("{side}_shank", (0.015, 0.058 * size, -0.48 * shank)),
        "{S}ANK": ("{side}_shank", (-0.006, 0.043 * size, -1.0 * shank)),
        "{S}HEE": ("{side}_hindfoot", (-0.053 * size, 0.004, 0.028 - foot)),
        "{S}TOE": ("{side}_hindfoot", (0.128 * size, 0.006, 0.048 - foot)),
    }
    if not upper:
        return _placed(model, legs)
    arm, forearm = (
        -model.tree.p_PJ[model.joints.index(f"left_{j}"), 2] for j in ("elbow", "wrist")
    )
    trunk = {
        "{S}FHD": ("head", (0.125 * size, 0.065 * size, 0.115 * size)),
        "{S}BHD": ("head", (-0.055 * size, 0.060 * size, 0.105 * size)),
        "C7": ("torso", (-0.085 * size, 0.0, 0.255 * size)),
        "T10": ("torso", (-0.125 * size, 0.0, 0.03 * size)),
        "CLAV": ("torso", (0.045 * size, 0.0, 0.215 * size)),
        "STRN": ("torso", (0.085 * size, 0.0, 0.05 * size)),
        "RBAK": ("torso", (-0.115 * size, -0.08 * size, 0.13 * size)),
        "{S}SHO": ("torso", (-0.005, 0.195 * size, 0.295 * size)),
        "{S}UPA": ("{side}_upper_arm", (0.0, 0.05 * size, -0.5 * arm)),
        "{S}ELB": ("{side}_upper_arm", (0.0, 0.042 * size, -1.0 * arm)),
        "{S}WRA": ("{side}_forearm", (0.055 * size, 0.025 * size, -1.0 * forearm)),
        "{S}WRB": ("{side}_forearm", (-0.012 * size, 0.025 * size, -1.0 * forearm)),
        "{S}FIN": ("{side}_hand", (0.02 * size, 0.012, -0.085 * size)),
    }
    return _placed(model, legs | trunk)


def _clusters(model: Model) -> MarkerPlacement:
    thigh, shank = (-model.tree.p_PJ[model.joints.index(f"left_{j}"), 2] for j in ("knee", "ankle"))
    size = thigh / 0.398
    foot = size * SOLE.ankle_height
    return _placed(
        model,
        {
            "{S}ASI": ("pelvis", (0.050 * size, 0.125 * size, 0.092 * size)),
            "{S}PSI": ("pelvis", (-0.115 * size, 0.045 * size, 0.105 * size)),
            "{S}TH1": ("{side}_thigh", (0.03, 0.075 * size, -0.42 * thigh)),
            "{S}TH2": ("{side}_thigh", (-0.03, 0.075 * size, -0.45 * thigh)),
            "{S}TH3": ("{side}_thigh", (0.02, 0.072 * size, -0.68 * thigh)),
            "{S}LFC": ("{side}_thigh", (0.002, 0.056 * size, -0.99 * thigh)),
            "{S}MFC": ("{side}_thigh", (0.002, -0.054 * size, -0.99 * thigh)),
            "{S}TB1": ("{side}_shank", (0.04, 0.045 * size, -0.30 * shank)),
            "{S}TB2": ("{side}_shank", (-0.01, 0.060 * size, -0.33 * shank)),
            "{S}TB3": ("{side}_shank", (0.03, 0.045 * size, -0.60 * shank)),
            "{S}LMAL": ("{side}_shank", (-0.008, 0.042 * size, -1.005 * shank)),
            "{S}MMAL": ("{side}_shank", (0.006, -0.040 * size, -0.990 * shank)),
            "{S}CAL": ("{side}_hindfoot", (-0.053 * size, 0.004, 0.030 - foot)),
            "{S}MT1": ("{side}_hindfoot", (0.150 * size, -0.035 * size, 0.036 - foot)),
            "{S}MT5": ("{side}_hindfoot", (0.115 * size, 0.050 * size, 0.030 - foot)),
        },
    )


_ROLES = {
    "pamies37": ("{S}ASIS", "SACRUM", "{S}TROCH", "{S}EPIC", "{S}TUBER", "{S}MAL", "{S}HEEL",
    "{S}MET1"), "plug_in_gait": ("{S}ASI", "LPSI", "{S}THI", "{S}KNE", "{S}TIB", "{S}ANK", "{S}HEE",
    "{S}TOE"), "clusters": ("{S}ASI", "LPSI", "{S}TH3", "{S}LFC", "{S}TB3", "{S}LMAL", "{S}CAL",
    "{S}MT1"),
}  # fmt: skip
_PARTS = ("asis", "sacrum", "thigh", "knee", "shank", "ankle", "heel", "toe")


def _roles(kind: str) -> dict[str, str]:
    names = dict(zip(_PARTS, _ROLES[kind], strict=True))
    return {
        f"{side} {part}": name.replace("{S}", side[0].upper())
        for part, name in names.items()
        for side in SIDES
    }


# --------------------------------------------------------------------------- the laboratory


@dataclass(frozen=True)
class _Laboratory:
    """How it records: (foot, strides from the middle step) a plate, edge lengths, axes, noise."""

    steps: tuple[tuple[Side, float], ...]
    size: tuple[float, float]
    depth: float
    quarter_turns: int
    noise: float
    soft_tissue: float
    seed: int


_ONE = _Laboratory((("right", -0.5), ("left", 0.0)), (0.60, 0.40), 0.045, 0, 0.0003, 1.0, 0)
_TWO = _Laboratory(
    (("right", -0.5), ("left", 0.0), ("right", 0.5)), (0.508, 0.464), 0.02, 3, 0.0005, 1.2, 7
)


def _recorded(
    title: str,
    walk: ConsistentWalk,
    place: Callable[[Model], MarkerPlacement],
    laboratory: _Laboratory,
    role: Mapping[str, str],
    parameters: Mapping[str, float],
    **choices: Any,
) -> Recording:
    period = walk.walk.cycle.stride_time
    time = np.arange(round(3.3 * period * RATE)) / RATE
    truth = walk_truth(walk, -1.45 * period, time)
    model = truth.model
    placement = place(model)
    rng = np.random.default_rng([laboratory.seed, 11])
    shift = laboratory.soft_tissue * skin_shift(truth, placement, laboratory.seed)
    turn = np.linalg.matrix_power(
        np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), laboratory.quarter_turns
    )

    def seen(time: FloatArray, q: FloatArray, shift: FloatArray | float) -> Markers:
        R, p = forward_kinematics(model.tree, q)
        local = np.broadcast_to(placement.local + shift, (len(time), *placement.local.shape))
        at = p[:, placement.body] + np.einsum("fmij,fmj->fmi", R[:, placement.body], local)
        at = at @ turn.T + laboratory.noise * rng.standard_normal(at.shape)
        return Markers(placement.names, time, at)

    standing = np.zeros((80, model.tree.nq))
    standing[:, model.tree.q_start[1:]] = 1.0
    standing[:, 3] = 1.0
    _, origin = forward_kinematics(model.tree, standing[:1])
    hindfoot = model.segments.index("left_hindfoot")
    standing[:, 2] = walk.shape.ankle_height - origin[0, hindfoot, 2]
    return Recording(
        title=title,
        walk=seen(time, truth.motion.q, shift),
        standing=seen(np.arange(80) / RATE, standing, 0.0),
        plates=_plates(truth, laboratory, turn, rng),
        events=truth.events,
        subject=replace(model.subject, measurements={}),
        parameters=dict(parameters),
        role=role,
        choices=choices,
    )


def _plates(
    truth: WalkTruth, laboratory: _Laboratory, turn: FloatArray, rng: np.random.Generator
) -> list[Channels]:
    cycle, shape = truth.walk.walk.cycle, truth.walk.shape
    samples = len(truth.time) * round(PLATE_RATE / RATE)
    time = np.arange(samples) / PLATE_RATE
    ground = feet_share(truth.walk, truth.start, time)
    along, across = 0.5 * laboratory.size[0], 0.5 * laboratory.size[1]
    corners = np.array(
        [[along, across, 0], [along, -across, 0], [-along, -across, 0], [-along, across, 0]]
    )
    plates = []
    for foot, strides in laboratory.steps:
        strike = strides * cycle.stride_time - truth.start
        i = SIDES.index(foot)
        on = (time > strike - 0.1) & (time < strike + 0.9 * cycle.stride_time)
        middle = np.array(
            [strides * cycle.stride_length + 0.5 * (shape.toe - shape.heel), 0.0, 0.0]
        )
        force = ground.force[:, i] * on[:, None]
        moment = ground.moment_origin[:, i] * on[:, None] - np.cross(middle, force)
        true = PlateRecording(
            corners=(middle + corners) @ turn.T,
            depth=laboratory.depth,
            force=force @ turn.T + 0.8 * rng.standard_normal(force.shape),
            moment=moment @ turn.T + 0.15 * rng.standard_normal(moment.shape),
        )
        plates.append(
            Channels(true.corners, true.depth, true.force, true.moment, true.channels(), foot)
        )
    return plates


_SIDED = {
    "thigh_length": "ThighLength",
    "midthigh_circumference": "MidthighCircumference",
    "calf_length": "CalfLength",
    "calf_circumference": "CalfCircumference",
    "knee_width": "KneeWidth",
    "foot_length": "FootLength",
    "malleolus_height": "MalleolusHeight",
    "malleolus_width": "AnkleWidth",
    "foot_breadth": "FootBreadth",
}


def _tape(walk: ConsistentWalk) -> dict[str, float]:
    """What Plug-in Gait wants measured, mm."""
    size = float(-walk.model.tree.p_PJ[walk.model.joints.index("left_knee"), 2]) / 0.398
    found = {}
    for letter in "LR":
        found[f"{letter}LegLength"] = 1000 * size * 0.955
        found[f"{letter}KneeWidth"] = 1000 * (2 * 0.056 * size - 0.014)
        found[f"{letter}AnkleWidth"] = 1000 * (2 * 0.043 * size - 0.014)
    return found


@cache
def first_whole() -> Recording:
    """The demo's man with his 37 markers."""
    tape = {"InterAsisDistance": 1000 * MEASUREMENTS["asis_breadth"]}
    for name, entry in _SIDED.items():
        for side in SIDES:
            tape[f"{side[0].upper()}{entry}"] = 1000 * MEASUREMENTS[f"{side}_{name}"]
    return _recorded(
        "first, whole body", _first(), place_markers, _ONE, _roles("pamies37"), tape, sex="m"
    )


@cache
def first_legs() -> Recording:
    """The demo's man with Plug-in Gait's markers of the legs."""
    walk = _first()
    return _recorded(
        "first, legs only",
        walk,
        lambda model: _plug_in_gait(model, upper=False),
        _ONE,
        _roles("plug_in_gait"),
        _tape(walk),
        sex="m",
    )


@cache
def second_whole() -> Recording:
    """The smaller one with Plug-in Gait's markers of the whole body."""
    walk = _second()
    return _recorded(
        "second, whole body",
        walk,
        lambda model: _plug_in_gait(model, upper=True),
        _TWO,
        _roles("plug_in_gait"),
        _tape(walk),
    )


@cache
def second_legs() -> Recording:
    """The smaller one with clusters on the legs."""
    return _recorded("second, legs only", _second(), _clusters, _TWO, _roles("clusters"), {})
