"""PROBLEM.toml: a ballistic movement described in a file.

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

[[limit]]                    # what the movement must keep, see `problem_limits`
joint = "forearm"
most = 145                   # deg

[[guide]]                    # for a chain between two postures, see `problem_guides`
point = "forearm"
plane = { normal = [1, 0, 0], offset = 0.4 }
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ambulo.ballistic.problem_guides import read_guides
from ambulo.ballistic.problem_limits import read_limits
from ambulo.ballistic.recorded import Recorded, read_recorded
from ambulo.bvp.boundary_value import METHODS, Method
from ambulo.bvp.constraints import Guide
from ambulo.bvp.limits import Limit
from ambulo.bvp.systems import Bodies, ChainInVectors
from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.chain.chain import Chain, JointResistance
from ambulo.multibody.chain.chain_angles import directions

__all__ = ["MovementProblem", "read_problem"]

_KNOWN = {
    "title",
    "method",
    "search",
    "times",
    "duration",
    "chain",
    "skeleton",
    "posture",
    "limit",
    "guide",
}
_CHAIN = {
    "names",
    "lengths",
    "masses",
    "parents",
    "viscosity",
    "stiffness",
    "stop_moment",
    "stop_sharpness",
}


@dataclass(frozen=True, eq=False)
class MovementProblem:
    """A movement as a file describes it.

    Args:
        title: one line.
        system: what moves.
        postures: (n + 1, nq); time: (n + 1,) s.
        method: of the boundary problems.
        search: searches for all solutions; 0 for none.
        notes: what was assumed, one sentence each.
        limits: to be kept by every phase.
        guides: that hold points of the chain.
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


def read_problem(path: Path) -> MovementProblem:
    """Read a movement from a TOML file.

    Args:
        path: the description; an analysis folder in it is looked for beside the file.

    Returns:
        The movement, with postures in the system's own coordinates.

    Raises:
        InputError: says what is wrong, in which entry, and what to write instead.
    """
    where = str(path)
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"the problem cannot be read ({error.strerror})", where, "Give a TOML file."
        ) from error
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"not valid TOML ({error})", where, "Correct the line named.") from error
    unknown = sorted(set(content) - _KNOWN)
    if unknown:
        raise InputError(
            f"unknown entry {unknown[0]!r}", where, f"Known are {', '.join(sorted(_KNOWN))}."
        )
    if ("chain" in content) == ("skeleton" in content):
        raise InputError(
            "a movement needs either [chain] or [skeleton]", where, "Give one of the two tables."
        )
    method = content.get("method", "auto")
    if method not in METHODS:
        raise InputError(
            f"there is no method {method!r}", where, f"Choose from {', '.join(METHODS)}."
        )
    rows = content.get("posture", [])
    if not isinstance(rows, list) or len(rows) < 2:
        raise InputError(
            "a movement needs at least two postures", where, "Give [[posture]] twice or more."
        )
    recorded: Recorded | None = None
    system: ChainInVectors | Bodies
    if "chain" in content:
        system = ChainInVectors(_chain(content["chain"], where))
        postures = np.array([_chain_posture(row, system.chain, where) for row in rows])
    else:
        recorded = read_recorded(_analysis_folder(content["skeleton"], path))
        system = recorded.system
        postures = np.array([_body_posture(row, recorded, where) for row in rows])
    guides = read_guides(content.get("guide", []), system, where)
    mixed = sorted(set(content) & {"limit", "search", "method"})
    if guides and (mixed or len(rows) != 2):
        raise InputError(
            f"a guided movement takes {'no ' + mixed[0] if mixed else 'two postures'}",
            where,
            "Leave the guide out, or the rest.",
        )
    return MovementProblem(
        title=str(content.get("title", path.stem)),
        system=system,
        postures=postures,
        time=_times(content, rows, recorded, where),
        method=method,
        search=int(content.get("search", 0)),
        notes=() if recorded is None else recorded.notes,
        limits=read_limits(content.get("limit", []), system, where),
        guides=guides,
    )


def _numbers(table: Mapping[str, Any], name: str, count: int | None, where: str) -> FloatArray:
    if name not in table:
        raise InputError(f"{name} is missing", where, f"Give {name} as a list of numbers.")
    try:
        values = np.atleast_1d(np.asarray(table[name], dtype=np.float64))
    except (TypeError, ValueError):
        values = np.array([math.nan])
    if values.ndim != 1 or not np.all(np.isfinite(values)):
        raise InputError(f"{name} is not a list of numbers", where, "Write such as [0.3, 0.27].")
    if count is not None and len(values) != count:
        raise InputError(
            f"{name} has {len(values)} numbers where {count} are needed",
            where,
            "Give one a segment.",
        )
    return values


def _chain(table: Mapping[str, Any], where: str) -> Chain:
    unknown = sorted(set(table) - _CHAIN)
    if unknown:
        raise InputError(
            f"unknown entry {unknown[0]!r} in [chain]",
            where,
            f"Known are {', '.join(sorted(_CHAIN))}.",
        )
    lengths = _numbers(table, "lengths", None, where)
    S = len(lengths)
    rows = table.get("masses")
    if not isinstance(rows, list) or not rows:
        raise InputError(
            "masses are missing in [chain]",
            where,
            "Give masses = [ { segment = 1, distance = 0.13, mass = 2.0 }, ... ].",
        )
    try:
        masses = [(int(m["segment"]), float(m["distance"]), float(m["mass"])) for m in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(
            f"a mass in [chain] lacks segment, distance or mass ({error})",
            where,
            "Write { segment = 1, distance = 0.13, mass = 2.0 }: number from 1, m, kg.",
        ) from error
    passive = {
        name: np.broadcast_to(np.asarray(table.get(name, 0.0), dtype=np.float64), (S,))
        for name in ("viscosity", "stiffness", "stop_moment", "stop_sharpness")
    }
    parents = [int(p) - 1 for p in table.get("parents", range(S))]
    return Chain(
        length=lengths,
        mass=np.array([m for _, _, m in masses]),
        mass_segment=np.array([s - 1 for s, _, _ in masses], dtype=np.int64),
        mass_distance=np.array([d for _, d, _ in masses]),
        parent=np.array(parents, dtype=np.int64),
        resistance=JointResistance(**passive) if any(np.any(x) for x in passive.values()) else None,
        names=tuple(table.get("names", ())),
    )


def _chain_posture(row: Mapping[str, Any], chain: Chain, where: str) -> FloatArray:
    theta = _numbers(row, "theta", chain.segments, where)
    phi = _numbers(row, "phi", chain.segments, where) if "phi" in row else 0.0 * theta
    return directions(np.radians(np.concatenate([theta, phi]))).ravel()


def _analysis_folder(table: Mapping[str, Any], path: Path) -> Path:
    name = table.get("analysis") if isinstance(table, Mapping) else None
    if not isinstance(name, str):
        raise InputError(
            "[skeleton] names no analysis", str(path), 'Write analysis = "folder of an analysis".'
        )
    return path.parent / name


def _body_posture(row: Mapping[str, Any], recorded: Recorded, where: str) -> FloatArray:
    given = sorted(set(row) & {"frame", "time", "angles", "root"})
    if "frame" in row:
        return recorded.at_frame(int(row["frame"]), where)
    if "time" in row:
        return recorded.at_time(float(row["time"]), where)
    if "angles" in row:
        root = _numbers(row, "root", 3, where) if "root" in row else None
        return recorded.from_angles(row["angles"], root, where)
    raise InputError(
        f"a posture of a skeleton gives {', '.join(given) or 'nothing'}",
        where,
        "Give frame, time, or angles = { joint = [x, y, z] } in degrees.",
    )


def _times(
    content: Mapping[str, Any],
    rows: list[Mapping[str, Any]],
    recorded: Recorded | None,
    where: str,
) -> FloatArray:
    if "times" in content:
        time = _numbers(content, "times", len(rows), where)
    elif "duration" in content:
        time = np.linspace(0.0, float(content["duration"]), len(rows))
    elif recorded is not None and all("frame" in row or "time" in row for row in rows):
        time = np.array(
            [
                recorded.time[int(row["frame"]) - 1] if "frame" in row else float(row["time"])
                for row in rows
            ]
        )
    else:
        raise InputError(
            "the movement has no times", where, "Give times = [...] in s, or duration."
        )
    if not np.all(np.diff(time) > 0.0):
        raise InputError("the times do not rise", where, "Give a later time for each posture.")
    return time
