"""What is fuzzed: where a user's file enters, and how that file is damaged."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from fuzz.laboratories import odd_recording
from fuzz.mutations import mutate_bytes, mutate_text

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
        every: rounds over all targets between two of its files; more than 1 for the slow ones.
    """

    name: str
    seeds: tuple[str, ...]
    damage: Callable[[Path, random.Random], bytes]
    enter: Callable[[Path, Files], object]
    every: int = 1


def make_corpus(folder: Path) -> Files:
    """Sound files, made by the project: a simulated walk in every form, and texts of its own."""
    from ambulo.demo.trial import make_trial
    from ambulo.gait.analysis import analyse_in_stages
    from ambulo.gait.configuration import Configuration
    from ambulo.gait.planar.planar_tables import PLANAR_BODIES
    from ambulo.mocap.marker_sets.marker_set_file import MARKER_SETS
    from ambulo.model.segment_table_file import SEGMENT_TABLES
    from ambulo.model.skeleton import SKELETONS
    from ambulo.report.normal_band import NORMS
    from ambulo.report.scene import Scene
    from ambulo.results.folder import write_results
    from ambulo.results.opensim_files import write_opensim

    folder.mkdir(parents=True, exist_ok=True)
    make_trial(folder)
    walk, static = folder / "walk.c3d", folder / "static.c3d"
    analysis, _ = analyse_in_stages(walk, static=static)
    for other in (Configuration(model="legs"), Configuration(method="whole-body")):
        analyse_in_stages(walk, static=static, configuration=other)  # what compiles is no hang
    posture = Scene(analysis).posture
    write_opensim(analysis, posture, folder)
    write_results(analysis, posture, folder)
    for name, text in _TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    shipped = {
        "markers.toml": MARKER_SETS.located("plug_in_gait_lower", ""),
        "segments.toml": SEGMENT_TABLES.located("de_leva1996", ""),
        "skeleton.toml": SKELETONS.located("legs", ""),
        "planar.toml": PLANAR_BODIES.located("pamies2012", ""),
        "norms.toml": NORMS.located("schwartz2008", ""),
    }
    for name, path in shipped.items():
        (folder / name).write_bytes(Path(path).read_bytes())
    made = (
        "walk.c3d",
        "static.c3d",
        "markers.trc",
        "ground_reaction.mot",
        "results.nc",
        "model.json",
    )
    return {name: folder / name for name in (*made, *shipped, *_TEXTS)}


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
    "points.csv": "time,heel_x [mm],heel_z [mm],toe_x [mm],toe_z [mm]\n"
    + "".join(f"{k / 50},{10 * k},{20 + k % 7},{10 * k + 150},{15 + k % 5}\n" for k in range(60)),
    "study.toml": """\
trials = "trials.csv"
files = "curves"
[[trial]]
subject = "one"
condition = "shod"
trial = "walk.c3d"
static = "static.c3d"
mass = 70.0
sex = "m"
""",
    "trials.csv": """\
subject,session,condition,trial,static,mass,height,sex
one,1,shod,walk.c3d,static.c3d,70,1.75,m
two,1,barefoot,w*.c3d,static.c3d,64.5,,f
""",
}


def _bytes(seed: Path, rng: random.Random) -> bytes:
    return mutate_bytes(seed.read_bytes(), rng)


def _table(seed: Path, rng: random.Random) -> bytes:
    return mutate_text(seed.read_text("utf-8"), rng)


def _commas(seed: Path, rng: random.Random) -> bytes:
    return mutate_text(seed.read_text("utf-8"), rng, rng.choice((",", ";")))


def _json(seed: Path, rng: random.Random) -> bytes:
    return mutate_text(seed.read_text("utf-8"), rng, rng.choice((", ", ": ", ",", ":")))


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


def _analysed(path: Path, files: Files) -> object:
    from ambulo.gait.analysis import analyse_in_stages

    # one in two without the static trial
    static = files["static.c3d"] if path.stat().st_size % 2 else None
    return analyse_in_stages(path, static=static)


def _results(path: Path, files: Files) -> object:
    """A folder whose manifest agrees with the damaged file: somebody wrote it so."""
    from ambulo.population.stride_curves import read_stride_curves, stride_curves
    from ambulo.results.folder import read_folder
    from ambulo.results.whole_folder import write_manifest

    folder = path.with_name("case-results")
    folder.mkdir(exist_ok=True)
    for name in ("results.nc", "model.json"):
        source = path if Path(name).suffix == path.suffix else files[name]
        (folder / name).write_bytes(source.read_bytes())
    write_manifest(folder)
    found = read_folder(folder)
    return stride_curves(found), read_stride_curves(folder)


def _segments(path: Path, _: Files) -> object:
    from ambulo.model.segment_table_file import load_segment_table

    return load_segment_table(path)


def _skeleton(path: Path, _: Files) -> object:
    from ambulo.model.skeleton import load_skeleton

    return load_skeleton(path)


def _planar(path: Path, _: Files) -> object:
    from ambulo.gait.planar.planar_tables import load_planar_body

    return load_planar_body(path)


def _norms(path: Path, _: Files) -> object:
    from ambulo.report.normal_band import load_norms

    return load_norms(str(path))


def _points(path: Path, _: Files) -> object:
    from ambulo.gait.planar.points_file import read_points

    return read_points(path)


def _study(path: Path, files: Files) -> object:
    """A study or its table, beside the sound other one."""
    from ambulo.population.study_file import read_study

    folder = path.with_name("case-study")
    folder.mkdir(exist_ok=True)
    (folder / "walk.c3d").touch()
    for name in ("study.toml", "trials.csv"):
        source = path if Path(name).suffix == path.suffix else files[name]
        (folder / name).write_bytes(source.read_bytes())
    return read_study(folder / "study.toml")


TARGETS = (
    Target("c3d", ("walk.c3d", "static.c3d"), _bytes, _trial),
    Target("trc", ("markers.trc",), _table, _trc),
    Target("mot", ("ground_reaction.mot",), _table, _mot),
    Target("configuration", ("configuration.toml",), _toml, _configuration),
    Target("marker set", ("markers.toml",), _toml, _marker_set),
    Target("problem", ("problem.toml",), _toml, _problem),
    Target("segment table", ("segments.toml",), _toml, _segments),
    Target("skeleton", ("skeleton.toml",), _toml, _skeleton),
    Target("planar body", ("planar.toml",), _toml, _planar),
    Target("norms", ("norms.toml",), _toml, _norms),
    Target("points", ("points.csv",), _commas, _points),
    Target("study", ("study.toml",), _toml, _study),
    Target("trials", ("trials.csv",), _commas, _study),
    Target("results", ("results.nc",), _bytes, _results),
    Target("model", ("model.json",), _json, _results),
    Target("laboratory", ("walk.c3d",), odd_recording, _trial),
    Target("laboratory, analysed", ("walk.c3d",), odd_recording, _analysed, every=4),
    Target("c3d, analysed", ("walk.c3d",), _bytes, _analysed, every=4),
)
