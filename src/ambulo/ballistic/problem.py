"""PROBLEM.toml: a ballistic movement described in a file.

The file has these entries:

    title = "reach"
    method = "auto"              # or any of METHODS
    search = 0                   # searches for all solutions of a movement of one phase
    times = [0.0, 0.3, 0.6]      # s, one a posture; or duration = 0.6

    [chain]                      # point masses on straight segments ...
    names = ["upper arm", "forearm"]
    lengths = [0.30, 0.27]       # m
    masses = [ { segment = 1, distance = 0.13, mass = 2.0 }, ... ]       # m, kg
    viscosity = 0.1              # N*m*s/rad, optional, as are stiffness, stop_moment, ...

    [skeleton]                   # ... or the person of an analysis ...
    analysis = "results/walk01"  # folder with model.json and results.nc

    [[posture]]
    theta = [170, 160]           # deg from straight up, and phi about the vertical, for a chain
    phi = [0, 0]
    [[posture]]                  # for a skeleton: frame or time of the analysis, or angles
    frame = 120

    [[limit]]                    # what the movement must keep, see `problem_parts`
    joint = "forearm"
    most = 145                   # deg

    [[guide]]                    # for a chain between two postures, see `problem_parts`
    point = "forearm"
    plane = { normal = [1, 0, 0], offset = 0.4 }
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import Field, model_validator

from ambulo.ballistic.problem_parts import GuideForm, LimitForm, read_guides, read_limits
from ambulo.ballistic.recorded import Recorded, read_recorded
from ambulo.inputs.article import counted
from ambulo.inputs.registry import near
from ambulo.inputs.toml_file import (
    Count,
    Form,
    Number,
    Numbers,
    Text,
    Texts,
    TomlFile,
    Vector,
    mistake,
    open_toml,
)
from ambulo.math.arrays import FloatArray
from ambulo.multibody.bvp.boundary_value import METHODS, Method
from ambulo.multibody.bvp.constraints import Guide
from ambulo.multibody.bvp.limits import Limit
from ambulo.multibody.bvp.systems import Bodies, ChainInVectors
from ambulo.multibody.chain.chain import Chain, JointResistance
from ambulo.multibody.chain.chain_angles import directions
from ambulo.records import Model

Length = Annotated[Number, Field(ge=1e-6, lt=1e3)]
Angle = Annotated[Number, Field(ge=-1e4, le=1e4)]
Resistance = Annotated[Number, Field(ge=0, lt=1e6)]


class _MassForm(Form):
    segment: Annotated[Count, Field(ge=1)] = Field(description="number of the segment, from 1")
    distance: Annotated[Number, Field(gt=-1e3, lt=1e3)] = Field(description="m from its joint")
    mass: Annotated[Number, Field(gt=0, lt=1e6)] = Field(description="kg")


class _ChainForm(Form):
    lengths: tuple[Length, ...] = Field(min_length=1, description="of the segments, m")
    masses: tuple[_MassForm, ...] = Field(
        min_length=1, description="[ { segment = 1, distance = 0.13, mass = 2.0 }, ... ]"
    )
    names: Texts = ()
    parents: tuple[Annotated[Count, Field(ge=0)], ...] = ()
    viscosity: Resistance | tuple[Resistance, ...] = 0.0
    stiffness: Resistance | tuple[Resistance, ...] = 0.0
    stop_moment: Resistance | tuple[Resistance, ...] = 0.0
    stop_sharpness: Resistance | tuple[Resistance, ...] = 0.0

    @model_validator(mode="after")
    def _one_a_segment(self) -> _ChainForm:
        for name in ("names", "parents", *_RESISTANCES):
            given = getattr(self, name)
            listed = isinstance(given, tuple) and (given or name in _RESISTANCES)
            if listed and len(given) != len(self.lengths):
                raise mistake(
                    f"{name} has {counted(len(given), 'value')}, but {len(self.lengths)} are "
                    "needed",
                    "Give one entry for each segment",
                    name,
                )
        return self


_RESISTANCES = ("viscosity", "stiffness", "stop_moment", "stop_sharpness")


class _SkeletonForm(Form):
    analysis: Text = Field(description="folder of an analysis")


class _PostureForm(Form):
    theta: tuple[Angle, ...] | None = None
    phi: tuple[Angle, ...] | None = None
    frame: Count | None = None
    time: Number | None = None
    angles: dict[Text, Angle | tuple[Angle, ...]] | None = None
    root: Vector | None = None


class _ProblemForm(Form):
    title: str | None = None
    method: Text = "auto"
    search: Annotated[Count, Field(ge=0)] = 0
    times: Numbers | None = None
    duration: Annotated[Number, Field(gt=0)] | None = None
    chain: _ChainForm | None = None
    skeleton: _SkeletonForm | None = None
    posture: tuple[_PostureForm, ...] = Field(
        min_length=2, description="[[posture]] tables, two or more"
    )
    limit: tuple[LimitForm, ...] = ()
    guide: tuple[GuideForm, ...] = ()

    either = (
        ("chain", "skeleton"), "a movement needs either [chain] or [skeleton]",
        "Give one of the two tables",
    )  # fmt: skip

    @model_validator(mode="after")
    def _method_known(self) -> _ProblemForm:
        if self.method not in METHODS:
            raise mistake(
                f"there is no method {self.method!r}", near(self.method, METHODS), "method"
            )
        return self


@dataclass(frozen=True, eq=False)
class MovementProblem:
    """A movement as a file describes it.

    Args:
        title: one line.
        system: the moving system.
        postures: (n + 1, nq); time: (n + 1,) s.
        method: of the boundary problems.
        search: searches for all solutions; 0 for none.
        notes: what was assumed, one sentence each.
        limits: to be kept by every phase.
        guides: that hold points of the chain.
        person: whose bodies move, if it is the person of an analysis.
    """

    title: str
    system: ChainInVectors | Bodies
    postures: FloatArray
    time: FloatArray
    method: Method
    search: int
    notes: tuple[str, ...]
    limits: tuple[Limit, ...] = ()
    guides: tuple[Guide, ...] = ()
    person: Model | None = None


def read_problem(path: Path) -> MovementProblem:
    """Read a movement from a TOML file.

    Args:
        path: the description; an analysis folder in it is looked for beside the file.

    Returns:
        The movement, with postures in the system's own coordinates.

    Raises:
        InputError: an entry is wrong. The message says which, and what to write instead.
    """
    file = open_toml(path, "the problem")
    form = file.read(_ProblemForm)
    recorded: Recorded | None = None
    system: ChainInVectors | Bodies
    rows = list(enumerate(form.posture))
    if form.chain is not None:
        system = ChainInVectors(_chain(form.chain))
        postures = np.array([_chain_posture(row, k, system.chain, file) for k, row in rows])
    else:
        assert form.skeleton is not None
        recorded = read_recorded(path.parent / form.skeleton.analysis)
        system = recorded.system
        postures = np.array([_body_posture(row, k, recorded, file) for k, row in rows])
    guides = read_guides(form.guide, system, file)
    mixed = sorted(set(file.tables) & {"limit", "search", "method"})
    if guides and (mixed or len(rows) != 2):
        raise file.error(
            "a guided movement "
            + (f"cannot have {mixed[0]}" if mixed else "needs exactly two postures"),
            ("guide",),
            f"Leave out the guide, or {mixed[0]}"
            if mixed
            else "Give two postures, or leave out the guide",
        )
    return MovementProblem(
        title=form.title if form.title is not None else path.stem,
        system=system,
        postures=postures,
        time=_times(form, recorded, file),
        method=form.method,  # type: ignore[arg-type]
        search=form.search,
        notes=() if recorded is None else recorded.notes,
        limits=read_limits(form.limit, system, file),
        guides=guides,
        person=None if recorded is None else recorded.model,
    )


def _chain(form: _ChainForm) -> Chain:
    S = len(form.lengths)
    passive = {
        name: np.broadcast_to(np.asarray(getattr(form, name), dtype=np.float64), (S,))
        for name in _RESISTANCES
    }
    return Chain(
        length=np.array(form.lengths),
        mass=np.array([row.mass for row in form.masses]),
        mass_segment=np.array([row.segment - 1 for row in form.masses], dtype=np.int64),
        mass_distance=np.array([row.distance for row in form.masses]),
        parent=np.array(form.parents or range(S), dtype=np.int64) - 1,
        resistance=JointResistance(**passive) if any(np.any(x) for x in passive.values()) else None,
        names=form.names,
    )


def _chain_posture(row: _PostureForm, number: int, chain: Chain, file: TomlFile) -> FloatArray:
    angles = {"theta": row.theta, "phi": (0.0,) * chain.segments if row.phi is None else row.phi}
    for name, given in angles.items():
        found = 0 if given is None else len(given)
        if found != chain.segments:
            raise file.error(
                f"{name} has {counted(found, 'number')}, but {chain.segments} are needed",
                ("posture", number, name),
                "Give one number for each segment, in degrees",
            )
    return directions(
        np.radians(np.concatenate([angles["theta"] or (), angles["phi"] or ()]))
    ).ravel()


def _body_posture(row: _PostureForm, number: int, recorded: Recorded, file: TomlFile) -> FloatArray:
    where = f"{file.path}, posture {number + 1}"
    if row.frame is not None:
        return recorded.at_frame(row.frame, where)
    if row.time is not None:
        return recorded.at_time(row.time, where)
    if row.angles is not None:
        root = None if row.root is None else np.array(row.root)
        return recorded.from_angles(row.angles, root, where)
    raise file.error(
        "a posture of a skeleton gives no frame, time or angles",
        ("posture", number),
        "Give frame, time, or angles = { joint = [x, y, z] } in degrees",
    )


def _times(form: _ProblemForm, recorded: Recorded | None, file: TomlFile) -> FloatArray:
    """Instants (postures,) s."""
    count = len(form.posture)
    if form.times is not None:
        if len(form.times) != count:
            raise file.error(
                f"times has {counted(len(form.times), 'number')}, but {count} are needed",
                ("times",),
                "Give one time for each posture",
            )
        time = np.array(form.times)
    elif form.duration is not None:
        time = np.linspace(0.0, form.duration, count)
    elif recorded is not None and all(
        row.frame is not None or row.time is not None for row in form.posture
    ):
        time = np.array(
            [
                recorded.time[row.frame - 1] if row.frame is not None else row.time
                for row in form.posture
            ]
        )
    else:
        raise file.error("the movement has no times", (), "Give times = [...] in s, or duration")
    if not np.all(np.diff(time) > 0.0):
        raise file.error(
            "the times do not increase", ("times",), "Give a later time for each posture"
        )
    return time
