"""Whatever "How to add ..." promises: one file outside the package and one line, then it runs.

Every test writes the files of a package that Ambulo has never heard of, and its entry points as
pip leaves them, or a TOML file of a user; then it takes the path that a user takes.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from tests import configuration_page
from tests.command_line import ambulo, refusal
from tests.plugin_package import install

from ambulo.analysis import analyse, load
from ambulo.gait.configuration import Configuration, read_configuration
from ambulo.gait.origins import files_chosen, plugins_chosen
from ambulo.inputs import registry
from ambulo.inputs.errors import InputError
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.filters.registry import FILTERS
from ambulo.mocap.filters.smoothing import Filter, Smoothing, unchanged
from ambulo.mocap.marker_sets.marker_names import best
from ambulo.model.segment_table_file import SEGMENT_TABLES
from ambulo.model.skeleton import SKELETONS
from ambulo.multibody.integrators.registry import METHODS, method_named
from ambulo.multibody.integrators.simulation import simulate_system
from ambulo.population.kept import key_and_recording
from ambulo.population.study_file import StudyTrial
from ambulo.report.page_data import TextPanel
from ambulo.report.panels import PANELS, Panel
from ambulo.report.write import write
from ambulo.results.provenance import provenance

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def usual(recording):
    walk, static = recording
    return analyse(walk, static=static, configuration=Configuration(sex="m"))


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Installs files and entry points, and forgets them afterwards."""

    modules = []

    def installed(files, entries):
        install(tmp_path / "site", monkeypatch, files, entries)
        modules.extend(Path(name).stem for name in files)

    yield installed
    registry._plugins.cache_clear()
    for name in modules:
        sys.modules.pop(name, None)


def digest_of(text):
    return hashlib.sha256(text.encode()).hexdigest()


def range_of(quantities, name):
    values = quantities[name].values
    return np.nanmax(values) - np.nanmin(values)


MEDIAN = """
import numpy as np
from scipy.signal import medfilt
from ambulo.mocap.filters.smoothing import Filter, Smoothing, unchanged

def choose(markers, cutoff, measure):
    def median(values):
        return medfilt(np.asarray(values), (5, 1))
    return Smoothing(median, unchanged, 1e3, "Markers filtered by a running median of 5 frames.")

FILTER = Filter("running median", "Tukey 1974", choose)
"""


def test_a_filter(recording, package, tmp_path):
    walk, static = recording
    package({"medians.py": MEDIAN}, {"filter.median": "medians:FILTER"})
    assert "median" in ambulo("analyse", "--help").said
    out = tmp_path / "out"
    done = ambulo("analyse", walk, "--static", static, "--filter", "median", "--out", out)
    assert done.status == 0, done.err
    assert "running median of 5 frames" in (out / "log.txt").read_text()
    assert "running median (Tukey 1974)" in (out / "report.html").read_text()
    assert "Did you mean median?" in refusal("analyse", walk, "--filter", "medain")


def test_a_filter_of_a_notebook_session(recording, usual):
    walk, static = recording

    def strong(markers, cutoff, measure):
        return Smoothing(unchanged, unchanged, 1e9, "Very strong.")

    FILTERS.register("strong", Filter("very strong splines", "nobody", strong))
    try:
        found = analyse(walk, static=static, configuration=Configuration(sex="m", filter="strong"))
    finally:
        FILTERS.remove("strong")
    # a spline that follows slow changes only bends the knee less
    name = "left_knee_flexion"
    assert range_of(found.angles, name) < 0.9 * range_of(usual.angles, name)
    assert "Very strong." in found.log
    assert "strong" not in FILTERS


HALVES = """
from ambulo.gait.sharing.problem import Sharing, share_phases

def halves(problem, phase):
    return 0.5 * problem.total[phase.frames], ""

def share(problem):
    return share_phases(problem, [halves], "whole-body, double support in halves")

SHARING = Sharing("halves", False, True, share)
"""


def test_a_way_of_sharing(recording, package):
    walk, static = recording
    package({"halving.py": HALVES}, {"sharing.halves": "halving:SHARING"})
    choice = Configuration(sex="m", sharing="halves", compare_sharing=True)
    found = analyse(walk, static=static, configuration=choice)
    assert found.ground.source == "whole-body, double support in halves"
    left, right = found.ground.force[:, 0], found.ground.force[:, 1]
    both = (np.abs(left[:, 2]) > 1.0) & (np.abs(right[:, 2]) > 1.0)
    np.testing.assert_allclose(left[both], right[both], atol=1e-9)
    assert "halves" in found.sharing.both_feet_on_plates


def test_a_segment_table_by_its_path(recording, usual, tmp_path):
    walk, static = recording
    table = tmp_path / "mine.toml"
    text = SEGMENT_TABLES["winter2009"].read_text("utf-8")
    table.write_text(text.replace('name = "winter2009"', 'name = "mine"'), encoding="utf-8")
    config = tmp_path / "study.toml"
    config.write_text('sex = "m"\nparameters = "mine.toml"\n')  # beside the configuration
    mine = analyse(walk, static=static, configuration=read_configuration(config))
    assert mine.model.parameters == "mine"
    winter = Configuration(sex="m", parameters="winter2009")
    same = analyse(walk, static=static, configuration=winter)
    np.testing.assert_array_equal(mine.model.tree.mass, same.model.tree.mass)
    assert not np.allclose(mine.model.tree.mass, usual.model.tree.mass)


PATHS = """
from pathlib import Path
TABLE = Path(__file__).with_name("table.toml")
SKELETON = Path(__file__).with_name("skeleton.toml")
MARKERS = Path(__file__).with_name("markers.toml")
"""


def test_a_segment_table_of_a_package(recording, package):
    walk, static = recording
    text = SEGMENT_TABLES["dumas2007"].read_text("utf-8").replace('"dumas2007"', '"theirs"')
    package({"theirs.py": PATHS, "table.toml": text}, {"segment_table.theirs": "theirs:TABLE"})
    found = analyse(walk, static=static, configuration=Configuration(sex="m", parameters="theirs"))
    assert found.model.parameters == "theirs"
    made = found.provenance
    assert made.plugins == {"segment_table.theirs": "others_package 1.0"}
    assert {file.role: file.sha256 for file in made.inputs}["parameters"] == digest_of(text)
    record = provenance(found)
    assert record["plugins"] == made.plugins
    assert record["inputs"]["parameters"]["sha256"] == digest_of(text)


def with_hinged_knees(name):
    text = SKELETONS["body18"].read_text("utf-8").replace('name = "body18"', f'name = "{name}"')
    legs = text.index('segments = ["thigh", "shank"')
    return text[:legs] + text[legs:].replace('"BALL", "BALL"', '"BALL", "HINGE"', 1)


def test_a_skeleton_by_its_path(recording, tmp_path):
    walk, static = recording
    path = tmp_path / "hinged.toml"
    path.write_text(with_hinged_knees("hinged"), encoding="utf-8")
    found = analyse(walk, static=static, configuration=Configuration(sex="m", skeleton=str(path)))
    assert found.model.name == "hinged"
    assert found.model.tree.nv == 57 - 2 * 2
    # a hinge leaves one rotation: no adduction of the knee, though the moment is there
    assert range_of(found.angles, "left_knee_adduction") < 1e-6
    assert range_of(found.angles, "left_knee_flexion") > 40.0
    assert range_of(found.moments, "left_knee_adduction") > 5.0


MARKER_SET = """
name = "ours"
title = "Our names"
source = "Our laboratory"
extends = "pamies37"
skeletons = ["mine.toml"]
"""


def test_a_marker_set_by_its_path_with_a_skeleton_beside_it(recording, tmp_path):
    walk, static = recording
    (tmp_path / "mine.toml").write_text(with_hinged_knees("mine"), encoding="utf-8")
    path = tmp_path / "ours.toml"
    path.write_text(MARKER_SET, encoding="utf-8")
    found = analyse(walk, static=static, configuration=Configuration(sex="m", markers=str(path)))
    assert (found.marker_set, found.model.name) == ("ours", "mine")
    digests = {file.role: file.sha256 for file in found.provenance.inputs}
    assert digests["markers"] == digest_of(MARKER_SET)
    assert digests["markers, mine.toml"] == digest_of(with_hinged_knees("mine"))
    assert found.provenance.plugins == {}


def test_a_batch_analyses_again_what_names_a_file_that_has_changed(recording, tmp_path):
    walk, _ = recording
    path = tmp_path / "ours.toml"
    path.write_text(MARKER_SET, encoding="utf-8")
    (tmp_path / "mine.toml").write_text(with_hinged_knees("mine"), encoding="utf-8")
    choice = Configuration(markers=str(path))
    trial = StudyTrial("", "", "", walk, None, None, choice)
    before = key_and_recording(trial)
    assert key_and_recording(trial) == before
    (tmp_path / "mine.toml").write_text(with_hinged_knees("other"), encoding="utf-8")
    assert key_and_recording(trial) != before


@pytest.mark.parametrize("chosen", [True, False])
def test_a_batch_holds_what_a_package_s_marker_set_names(recording, package, tmp_path, chosen):
    walk, _ = recording
    text = MARKER_SET.replace('"mine.toml"', '"stiff"')
    package(
        {"theirs.py": PATHS, "markers.toml": text, "skeleton.toml": with_hinged_knees("stiff")},
        {"marker_set.ours": "theirs:MARKERS", "skeleton.stiff": "theirs:SKELETON"},
    )
    # a set that is not chosen may be the one that is found
    choice = Configuration(markers="ours") if chosen else Configuration()
    trial = StudyTrial("", "", "", walk, None, None, choice)
    before = key_and_recording(trial)
    offered = dict.fromkeys(("marker_set.ours", "skeleton.stiff"), "others_package 1.0")
    assert plugins_chosen(choice, ["ours"]) == offered
    digests = {file.role: file.sha256 for file in files_chosen(choice, ["ours"])}
    assert digests == {
        "markers": digest_of(text),
        "markers, skeleton.toml": digest_of(with_hinged_knees("stiff")),
    }
    changed = with_hinged_knees("other")
    (tmp_path / "site" / "skeleton.toml").write_text(changed, encoding="utf-8")
    assert key_and_recording(trial) != before


def test_a_batch_writes_again_what_gets_more_columns(recording, package):
    trial = StudyTrial("", "", "", recording[0], None, None, Configuration())
    curves = replace(trial, files="curves")
    before = [key_and_recording(one) for one in (trial, curves)]
    package({"reactions.py": COLUMN}, {"columns.joint_reaction": "reactions:OWN"})
    after = [key_and_recording(one) for one in (trial, curves)]
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, False]


def test_a_marker_set_of_a_package(recording, package):
    walk, _ = recording
    text = MARKER_SET.replace('skeletons = ["mine.toml"]\n', 'skeletons = ["body18"]\n')
    package({"theirs.py": PATHS, "markers.toml": text}, {"marker_set.ours": "theirs:MARKERS"})
    assert "ours" in ambulo("info", walk).said
    assert ambulo("info", walk, "--markers", "ours").status == 0


def test_a_marker_set_whose_package_is_gone_is_not_asked_for(recording, tmp_path, monkeypatch):
    names = read_trial(recording[0]).markers.names
    with monkeypatch.context() as installed:
        files = {"theirs.py": PATHS, "markers.toml": MARKER_SET}
        install(tmp_path / "site", installed, files, {"marker_set.ours": "theirs:MARKERS"})
        best(names)
    sys.modules.pop("theirs", None)
    assert best(names).marker_set.name == "pamies37"


HIP = """
import numpy as np
from ambulo.mocap.calibration.hip_centres import HipMethod

def offset(size):
    return np.array([-0.2, 0.3, -0.35]) * size.asis_breadth

METHOD = HipMethod("nobody 2026", ("asis_breadth",), "asis", offset)
"""


def test_a_hip_centre_regression(recording, usual, package):
    walk, static = recording
    package({"hips.py": HIP}, {"hip_centre.nobody2026": "hips:METHOD"})
    found = analyse(walk, static=static, configuration=Configuration(sex="m", hip="nobody2026"))
    thigh = found.model.segments.index("left_thigh")
    assert not np.allclose(found.model.tree.p_PJ[thigh], usual.model.tree.p_PJ[thigh], atol=1e-3)


PANEL = """
from ambulo.report.page_data import TextPanel
from ambulo.report.panels.panel import Panel

def frames(scene):
    said = f"This walk has {len(scene.analysis.motion.time)} frames."
    return TextPanel("frames", "Frames of this walk", [said])

PANEL = Panel("method", frames)
"""


def test_a_panel_of_the_report(usual, package, tmp_path):
    package({"frames.py": PANEL}, {"panel.frames": "frames:PANEL"})
    write(usual, tmp_path / "out")
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Frames of this walk" in page
    assert f"This walk has {len(usual.motion.time)} frames." in page
    whose = "panel.frames of others_package 1.0"
    assert f'"caption":"Not Ambulo\'s: {whose}."' in page
    assert f'["Not Ambulo\'s","{whose}"]' in page


def test_a_page_says_no_more_of_others_than_there_are(usual, tmp_path):
    PANELS.register("mine", Panel("method", lambda scene: TextPanel("m", "M", ["m"], caption="C")))
    try:
        write(usual, tmp_path / "with")
    finally:
        PANELS.remove("mine")
    write(usual, tmp_path / "without")
    pages = [(tmp_path / name / "report.html").read_text("utf-8") for name in ("with", "without")]
    assert ["C Not Ambulo's: panel.mine of this session." in page for page in pages] == [
        True,
        False,
    ]
    assert ["Not Ambulo's" in page for page in pages] == [True, False]


COLUMN = """
import numpy as np
from ambulo.records import Quantity
from ambulo.results.catalogue import OutputColumns

def reactions(analysis, posture):
    force = np.linalg.norm(analysis.joint_forces.force, axis=2)
    return [
        Quantity(f"{joint}_reaction", "N", force[:, i], "pressing or pulling")
        for i, joint in enumerate(analysis.model.joints[1:], start=1)
    ]

OWN = OutputColumns("joint_reaction", reactions, "joint_reaction")
MORE = OutputColumns("ground_reaction", reactions)
"""


def test_an_output_column_and_a_table(usual, package, tmp_path):
    package(
        {"reactions.py": COLUMN},
        {"columns.joint_reaction": "reactions:OWN", "columns.more": "reactions:MORE"},
    )
    out = write(usual, tmp_path / "out")
    i = usual.model.joints.index("left_knee")
    force = np.linalg.norm(usual.joint_forces.force[:, i], axis=1)
    for table in ("joint_reaction", "ground_reaction"):
        with (out / "tables" / f"{table}.csv").open() as file:
            cells = [row["left_knee_reaction [N]"] for row in csv.DictReader(file)]
        column = [float(cell) if cell else np.nan for cell in cells]
        np.testing.assert_allclose(column, force, rtol=1e-5)
    beside = (out / "tables" / "ground_reaction.csv").read_text().splitlines()[0]
    assert "left_Fz [N]" in beside
    header = (out / "tables" / "joint_reaction_by_stride.csv").read_text().splitlines()[0]
    assert "left_knee_reaction_mean [N]" in header
    assert "tables/joint_reaction.csv" in (out / "report.html").read_text()
    import h5netcdf

    with h5netcdf.File(out / "results.nc") as file:
        names = [str(name, "utf-8") for name in file["joint_reaction_column"][...]]
        np.testing.assert_allclose(
            file["joint_reaction"][...][:, names.index("left_knee_reaction")], force
        )


CHECK = """
from ambulo.gait.checks.finding import Finding, judged
from ambulo.gait.checks.table import Row

ROW = Row("enough frames", unit="1", limits=(1e-6, 1e-6), remedy="Record longer")

def check(evidence):
    return [judged(Finding("enough frames", value=1.0 / len(evidence.steps.time)), ROW)]
"""


FIGURE = """
from pathlib import Path
from ambulo.gait.checks.finding import Finding, judged
from ambulo.gait.checks.table import read_rows

ROWS = read_rows(Path(__file__).with_name("mine.toml"))

def check(evidence):
    frames = len(evidence.steps.time)
    found = Finding("frames", "the walk", 1.0 / frames, {"frames": frames})
    return [judged(found, ROWS["frames"])]
"""
ROW = """
[check.frames]
title = "enough frames"
unit = "1"
limits = [1e-6, inf]
remedy = "Record more than {frames}"
"""


def test_a_check(recording, package, tmp_path):
    walk, static = recording
    package({"frames_check.py": CHECK}, {"check.frames": "frames_check:check"})
    found = analyse(walk, static=static, configuration=Configuration(sex="m"))
    (mine,) = [check for check in found.checks if check.name == "enough frames"]
    assert mine.grade == "do-not-use"
    assert mine.id == "enough frames"
    out = write(found, tmp_path / "out")
    assert "enough frames" in json.dumps(json.loads((out / "summary.json").read_text()))


def test_a_check_with_a_row_of_its_own(recording, package, tmp_path):
    walk, static = recording
    files = {"frames_check.py": FIGURE, "mine.toml": ROW}
    package(files, {"check.frames": "frames_check:check"})
    found = analyse(walk, static=static, configuration=Configuration(sex="m"))
    (mine,) = [check for check in found.checks if check.id == "frames"]
    assert (mine.grade, mine.place) == ("look", "the walk")
    assert mine.facts == {"frames": len(found.motion.time)}
    assert f"Record more than {len(found.motion.time)}" in mine.remedy
    assert load(write(found, tmp_path / "out")).checks == found.checks


STUDY = """
from ambulo.studies.record import Findings

TITLE = "Two and two"
SOURCE = "Somebody (2026), Journal of Sums 1, 1"
DEVIATIONS = ()

def run(progress):
    progress("adding", 0.5)
    return Findings(checks={"two and two are four": 2 + 2 == 4})
"""


def test_a_study(package, tmp_path):
    package({"sums.py": STUDY}, {"study.somebody2026_sums": "sums"})
    assert "Two and two" in ambulo("study").said
    done = ambulo("study", "somebody2026_sums", "--out", tmp_path / "out")
    assert done.status == 0, done.err
    assert "two and two are four" in (tmp_path / "out" / "study.html").read_text()
    assert "Did you mean somebody2026_sums?" in refusal("study", "somebody2026_sum")


BODY = """
[[segment]]
name = "stick"
start = "foot"
end = "head"
length = 1.0
mass = 2.0
com = [0.0, 0.5]
inertia = 0.16
neutral = 0.0
"""


def test_a_planar_body(package):
    from ambulo.gait.planar.planar_tables import load_planar_body

    package({"theirs.py": PATHS, "table.toml": BODY}, {"planar_body.stick": "theirs:TABLE"})
    body, _ = load_planar_body("stick", mass=4.0)
    assert body.mass == 4.0


HEUN = """
from typing import NamedTuple
import numpy as np
from ambulo.math.arrays import FloatArray
from ambulo.math.dispatch import implements
from ambulo.multibody.integrators.method import Method
from ambulo.multibody.integrators.scheme import begin, memory, step
from ambulo.multibody.system import accelerate, energies, sizes, workspace

class Heun(NamedTuple):
    control: float

class Slopes(NamedTuple):
    first: FloatArray
    second: FloatArray
    s: FloatArray

@implements(memory, Heun)
def _memory(scheme, system):
    _, nv, ns = sizes(system)
    return Slopes(np.empty(nv), np.empty(nv), np.empty(ns))

@implements(begin, Heun)
def _begin(scheme, system, t, now, work, memory):
    return np.inf

@implements(step, Heun)
def _step(scheme, system, t, h, now, new, work, memory, tolerance):
    accelerate(system, t, now.q, now.v, now.s, work, memory.first, memory.s)
    for i in range(len(now.v)):
        new.q[i] = now.q[i] + h * now.v[i]
        new.v[i] = now.v[i] + h * memory.first[i]
    accelerate(system, t + h, new.q, new.v, now.s, work, memory.second, memory.s)
    for i in range(len(now.v)):
        new.q[i] = now.q[i] + 0.5 * h * (now.v[i] + new.v[i])
        new.v[i] = now.v[i] + 0.5 * h * (memory.first[i] + memory.second[i])
    new.work[0] = now.work[0]
    return 0.0, 1

HEUN = Method("heun", 2, False, "steps", "Heun (1900)", Heun(0.0))

class Swing(NamedTuple):
    length: float

@implements(sizes, Swing)
def _sizes(system):
    return 1, 1, 0

@implements(workspace, Swing)
def _workspace(system):
    return np.empty(0)

@implements(accelerate, Swing)
def _accelerate(system, t, q, v, s, work, a, sigma):
    a[0] = -9.81 / system.length * np.sin(q[0])
    return 0.0

@implements(energies, Swing)
def _energies(system, t, q, v, s, work):
    return 0.5 * (system.length * v[0]) ** 2, -9.81 * system.length * np.cos(q[0])
"""


def test_an_integrator_and_a_system_to_move_with_it(package):
    package({"heuns.py": HEUN}, {"integrator.heun": "heuns:HEUN"})
    assert "heun" in ambulo("simulate", "--help").said
    with pytest.raises(InputError, match="Did you mean heun"):
        method_named("huen")
    system = import_module("heuns").Swing(0.7)
    q, v, time = np.array([1.0]), np.array([2.0]), np.array([0.0, 0.4])

    def end(name, step):
        return simulate_system(system, time, q, v, METHODS.named(name), step=step).q[-1, 0]

    heun = METHODS["heun"]
    listed = simulate_system(system, [0, 0.4], [1.0], [2], heun, s=[], step=1e-3)
    assert listed.q[-1, 0] == end("heun", 1e-3)
    for given, said in (
        ((time, [1.0, 2.0], v, heun), r"^q: its shape is \(2,\), and this system has \(1,\)"),
        ((time, q, 2.0, heun), r"^v: its shape is \(\), and"),
        ((time, ["a"], v, heun), r"^q: \['a'\] does not contain real numbers\. Give a NumPy array"),
        ((time, [[1.0], [2.0, 3.0]], v, heun), "^q: .* does not contain real numbers"),
        ((time, None, v, heun), "^q: None does not contain real numbers"),
        (([], q, v, heun), r"^time: an array of shape \(0,\) is not a list of finite times"),
        (([0.0, np.nan], q, v, heun), r"^time: an array of shape \(2,\) is not a list of finite"),
        ((time, q, v, "heun"), r"^method: 'heun' is not a Method\. Give one of"),
    ):
        with pytest.raises(InputError, match=said):
            simulate_system(system, *given)

    exact = end("dop853", 1e-2)
    errors = [abs(end("heun", step) - exact) for step in (2e-2, 1e-2, 5e-3)]
    ratios = np.log2(np.divide(errors[:-1], errors[1:]))
    np.testing.assert_allclose(ratios, 2.0, atol=0.1)


CHOSEN_LAWS = (("friction_law", "film"), ("normal_law", "square"))
LAWS = """
from typing import NamedTuple
from ambulo.math.dispatch import implements
from ambulo.multibody.contact.law import friction_force, normal_force
from ambulo.multibody.contact.named_law import FrictionLaw, NormalLaw

class Square(NamedTuple):
    stiffness: float
    damping: float

@implements(normal_force, Square)
def _force(law, depth, speed, onset):
    return max(0.0, law.stiffness * depth**2 * (1.0 + law.damping * speed))

SQUARE = NormalLaw(Square(1e6, 0.5), "nobody 2026", {"stiffness": (1e4, 1e7)})

class Film(NamedTuple):
    viscosity: float

@implements(friction_force, Film)
def _drag(law, normal, vx, vy, zx, zy):
    return -law.viscosity * normal * vx, -law.viscosity * normal * vy, 0.0, 0.0

FILM = FrictionLaw(Film(1.0), "nobody 2026", {"viscosity": (0.0, 20.0)})
ONLY_TO_SIMULATE = NormalLaw(Square(1e6, 0.5), "nobody 2026")
"""


def test_a_contact_law_and_a_friction_law(recording, package, monkeypatch):
    from ambulo.gait.sharing import foot_contact

    used = []

    def identify(*arguments, laws, **more):
        used.append((type(laws.normal.usual).__name__, type(laws.friction.usual).__name__))
        return whole_identify(*arguments, laws=laws, **more)

    whole_identify = foot_contact.identify
    monkeypatch.setattr(foot_contact, "identify", identify)
    package(
        {"squares.py": LAWS},
        {
            "normal_law.square": "squares:SQUARE",
            "normal_law.stiff": "squares:ONLY_TO_SIMULATE",
            "friction_law.film": "squares:FILM",
        },
    )
    walk, static = recording
    sharing = ("--static", static, "--method", "whole-body", "--sharing", "foot-contact")
    said = refusal("analyse", walk, *sharing, "--normal-law", "sqare")
    assert "Did you mean square?" in said
    said = refusal("analyse", walk, *sharing, "--normal-law", "stiff")
    assert "stiff cannot be identified: its parameters have no ranges" in said
    choice = Configuration(
        sex="m", method="whole-body", sharing="foot-contact", normal_law="square",
        friction_law="film",
    )  # fmt: skip
    found = analyse(walk, static=static, configuration=choice)
    assert set(used) == {("Square", "Film")}
    (said,) = [line for line in found.log if "Contact law" in line]
    named = "Contact law square (nobody 2026), friction law film (nobody 2026)"
    assert re.search(rf"{re.escape(named)}.*: stiffness \S+ to \S+, viscosity \S+ to \S+\.$", said)
    packages = {f"{law}.{name}": "others_package 1.0" for law, name in CHOSEN_LAWS}
    assert found.provenance.plugins == packages
    # the feet are pressed up by what carries the body, and not in the air
    force, plates = found.ground.force[..., 2], found.plates_ground
    measured = plates.force[..., 2]
    seen = plates.known & np.isfinite(measured)
    assert np.sqrt(np.mean((force - measured)[seen] ** 2)) < 0.1 * measured[seen].max()


MISTAKEN = """
from ambulo.mocap.filters.smoothing import Filter

def choose(markers, cutoff, measure):
    return {}["gone"]

FILTER = Filter("mistaken", "nobody 2026", choose)
"""


def test_a_mistake_of_a_package_is_not_called_a_defect_of_ambulo(recording, package, tmp_path):
    walk, static = recording
    package({"own_filter.py": MISTAKEN}, {"filter.mistaken": "own_filter:FILTER"})
    said = refusal("analyse", walk, "--static", static, "--filter", "mistaken")
    assert "plug-in filter.mistaken of others_package: it raised KeyError ('gone')" in said
    assert "defect of Ambulo" not in said


ENDING = """
from ambulo.mocap.filters.smoothing import Filter, Smoothing, unchanged

def leave(*_):
    raise SystemExit(0)

FILTER = Filter("leaving", "nobody 2026", lambda *_: Smoothing(leave, unchanged, 0.0, "Mine."))
CHECK = leave
"""


@pytest.mark.parametrize("option", ["--filter", "--sex"])
def test_a_package_that_ends_the_process_is_named(recording, package, option):
    walk, static = recording
    entry = {"--filter": "filter.leaving", "--sex": "check.leaving"}[option]
    place = {"--filter": "leaving:FILTER", "--sex": "leaving:CHECK"}[option]
    package({"leaving.py": ENDING}, {entry: place})
    given = (option, {"--filter": "leaving", "--sex": "m"}[option])
    said = refusal("analyse", walk, "--static", static, *given)
    assert f"plug-in {entry} of others_package: it raised SystemExit (0)" in said


# ---- the pages that promise it


def test_how_to_add_names_every_kind_and_nothing_else():
    page = (ROOT / "docs" / "adding.md").read_text(encoding="utf-8")
    table = page.split("\n## ")[0]
    named = set(re.findall(r"^\| [^|]+ \| `([a-z_]+)` \|", table, re.MULTILINE))
    assert named == set(registry.KINDS)
    for row in re.findall(r"^\| [^|]+ \| `[a-z_]+` \|.*$", table, re.MULTILINE):
        (place,) = re.findall(r"`([\w./]+)` \|$", row)
        assert (ROOT / "src" / "ambulo" / place).exists(), place


def test_configuration_page_names_every_choice():
    """`python -m tests.configuration_page` writes them."""
    page = configuration_page.page()
    assert configuration_page.PAGE.read_text("utf-8") == page
    for entry in Configuration.model_fields:
        (row,) = re.findall(rf"^\| `{entry}` \|.*$", page, re.MULTILINE)
        for name in configuration_page.choices(entry):
            assert f"`{name}`" in row, f"{entry}: {name}"


def test_output_page_names_every_table(usual, tmp_path):
    write(usual, tmp_path)
    page = (ROOT / "docs" / "output.md").read_text(encoding="utf-8")
    for path in (tmp_path / "tables").glob("*.csv"):
        name = path.name if not path.stem.endswith("_by_stride") else "*_by_stride.csv"
        assert f"`{name}`" in page, path.name
