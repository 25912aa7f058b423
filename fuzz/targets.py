"""What is fuzzed: where a user's file enters, and how that file is damaged."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fuzz.mutations import mutate_bytes, mutate_text

__all__ = ["TARGETS", "Target", "make_corpus"]

Files = Mapping[str, Path]
"""The corpus: sound files by name."""


@dataclass(frozen=True)
class Target:
    """One way in.

    Args:
        name: short.
        seeds: names of sound files in the corpus, one of which is damaged.
        damage: from the sound file and chance to the damaged one's content.
        enter: reads the damaged file, given with the other sound files.
    """

    name: str
    seeds: tuple[str, ...]
    damage: Callable[[Path, random.Random], bytes]
    enter: Callable[[Path, Files], object]


def make_corpus(folder: Path) -> Files:
    """Sound files, made by the project: a simulated walk in every form, and texts of its own."""
    from ambulo.demo.trial import make_trial
    from ambulo.gait.analysis import analyse
    from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
    from ambulo.report.scene import Scene
    from ambulo.results.opensim_files import write_opensim

    folder.mkdir(parents=True, exist_ok=True)
    make_trial(folder)
    analysis = analyse(folder / "walk.c3d", static=folder / "static.c3d")
    write_opensim(analysis, Scene(analysis).posture, folder)
    for name, text in _TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    shipped = load_marker_set("plug_in_gait_lower").path
    (folder / "markers.toml").write_text(Path(shipped).read_text("utf-8"), encoding="utf-8")
    names = (
        "walk.c3d", "static.c3d", "markers.trc", "ground_reaction.mot", "markers.toml", *_TEXTS,
    )  # fmt: skip
    return {name: folder / name for name in names}


_TEXTS = {
    "configuration.toml": """\
mass = 70.0
sex = "m"
filter = "quintic"
cutoff = 6.0
max_gap = 0.1
functional = []
[measurements]
left_leg_length = 0.9
[weights]
left_knee = 2.0
""",
    "problem.toml": """\
title = "reach"
search = 0
duration = 0.6
[chain]
names = ["upper arm", "forearm"]
lengths = [0.30, 0.27]
masses = [
  { segment = 1, distance = 0.13, mass = 2.0 },
  { segment = 2, distance = 0.17, mass = 1.6 },
]
viscosity = 0.1
[[posture]]
theta = [170, 160]
phi = [0, 0]
[[posture]]
theta = [90, 60]
phi = [0, 10]
[[limit]]
joint = "forearm"
most = 145
""",
}


def _bytes(seed: Path, rng: random.Random) -> bytes:
    return mutate_bytes(seed.read_bytes(), rng)


def _table(seed: Path, rng: random.Random) -> bytes:
    return mutate_text(seed.read_text("utf-8"), rng)


def _toml(seed: Path, rng: random.Random) -> bytes:
    return mutate_text(seed.read_text("utf-8"), rng, rng.choice((" ", " = ", ", ")))


def _trial(path: Path, _: Files) -> object:
    from ambulo.mocap.files.trial_file import read_trial

    return read_trial(path)


def _trc(path: Path, files: Files) -> object:
    from ambulo.mocap.files.trial_file import read_trial

    return read_trial(path, grf=files["ground_reaction.mot"])


def _mot(path: Path, files: Files) -> object:
    from ambulo.mocap.files.trial_file import read_trial

    return read_trial(files["markers.trc"], grf=path)


def _configuration(path: Path, _: Files) -> object:
    from ambulo.gait.configuration import read_configuration

    return read_configuration(path)


def _marker_set(path: Path, _: Files) -> object:
    from ambulo.mocap.marker_sets.marker_set_file import load_marker_set

    return load_marker_set(str(path))


def _problem(path: Path, _: Files) -> object:
    from ambulo.ballistic.problem import read_problem

    return read_problem(path)


TARGETS = (
    Target("c3d", ("walk.c3d", "static.c3d"), _bytes, _trial),
    Target("trc", ("markers.trc",), _table, _trc),
    Target("mot", ("ground_reaction.mot",), _table, _mot),
    Target("configuration", ("configuration.toml",), _toml, _configuration),
    Target("marker set", ("markers.toml",), _toml, _marker_set),
    Target("problem", ("problem.toml",), _toml, _problem),
)
