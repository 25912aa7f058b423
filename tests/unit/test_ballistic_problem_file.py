"""PROBLEM.toml: what is read, what is written, and what is said about mistakes."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace

import numpy as np
import pytest
from tests.reaching_arm import CHAIN, FIRST, LAST, MIDDLE
from tests.synthetic_analysis import make_analysis

from ambulo.ballistic.page import movement_page
from ambulo.ballistic.problem import read_problem
from ambulo.ballistic.problem_run import sampled, solve_file
from ambulo.inputs.errors import InputError
from ambulo.model.scaling import build_model
from ambulo.model.skeleton import load_skeleton
from ambulo.model.standing_posture import generic_geometry
from ambulo.multibody.bvp.course import course
from ambulo.multibody.bvp.systems import Bodies
from ambulo.multibody.motion import JointForces, Motion
from ambulo.multibody.tree.configuration import integrate, neutral
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import Quantities, Subject
from ambulo.results.folder import write_results
from ambulo.results.netcdf import opened
from ambulo.results.posture import posture
from ambulo.results.whole_folder import write_manifest

ARM = f"""
title = "reach"
times = [0.0, 0.25, 0.5]
{CHAIN}{FIRST}{MIDDLE}{LAST}"""


def written(tmp_path, text):
    path = tmp_path / "problem.toml"
    path.write_text(text, encoding="utf-8")
    return path


def page_of(folder):
    """The data of the page in a folder."""
    text = (folder / "movement.html").read_text(encoding="utf-8")
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL)
    return json.loads(found[1])


def quiet(stage, share):
    assert stage
    assert 0.0 <= share <= 1.0


def test_a_chain_is_solved_and_written(tmp_path):
    result = solve_file(written(tmp_path, ARM), tmp_path / "out", quiet)
    assert result.movement.converged
    summary = json.loads((tmp_path / "out/summary.json").read_text(encoding="utf-8"))
    assert summary["converged"] is True
    assert all(phase["residual_at_target"] <= 1e-9 for phase in summary["phases"])
    assert summary["effort"]["impulse"]["value"] > 0.0
    with (tmp_path / "out/movement.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert float(rows[-1]["time [s]"]) == pytest.approx(0.5)
    assert float(rows[0]["upper arm nz [1]"]) == pytest.approx(np.cos(np.radians(170.0)))
    assert float(rows[-1]["forearm nz [1]"]) == pytest.approx(np.cos(np.radians(80.0)), abs=1e-8)
    with opened(tmp_path / "out/movement.nc") as file:
        time, kinetic, potential, height, rate = (
            np.asarray(file.variables[name][...])
            for name in (
                "time", "kinetic_energy", "potential_energy", "forearm_nz", "forearm_nz_rate",
            )
        )  # fmt: skip
    # nothing drives it between postures, and the pushes at them are no part of a phase
    for phase in (time <= 0.25, time > 0.25):
        assert np.ptp((kinetic + potential)[phase]) < 1e-6 * kinetic.max()
        went = np.sum(np.diff(time[phase]) * 0.5 * (rate[phase][1:] + rate[phase][:-1]))
        assert went == pytest.approx(np.diff(height[phase][[0, -1]])[0], abs=1e-3)
    (section,) = [s for s in page_of(tmp_path / "out")["sections"] if s["id"] == "impulses"]
    shown = {row["cells"][0]: row["cells"][1:-1] for row in section["panels"][0]["rows"]}
    with (tmp_path / "out/impulses.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            parts = [float(row[f"impulse {c} [N*m*s or N*s]"]) for c in "xyz"]
            at = [0.0, 0.25, 0.5].index(float(row["time [s]"]))
            assert shown[row["joint"]][at] == pytest.approx(np.linalg.norm(parts))
    with (tmp_path / "out/impulses.csv").open(encoding="utf-8") as file:
        assert len(list(csv.reader(file))) == 1 + 3 * 2


def test_the_page_begins_and_ends_at_the_postures_asked_for(tmp_path):
    result = solve_file(written(tmp_path, ARM), tmp_path / "out", quiet)
    problem, movement = result.problem, result.movement
    run = sampled(movement)
    time, q = run.time, run.q
    page = movement_page(problem, movement, time, q, (), None)
    lines = page.sections[2].panels[0]
    (plot,) = lines.plots
    assert [s.label for s in plot.series] == ["upper arm", "forearm"]
    for series, angles in zip(plot.series, ([170, 140, 110], [160, 110, 80]), strict=True):
        at = [int(np.argmin(np.abs(time - t))) for t in (0.0, 0.25, 0.5)]
        assert series.y[at] == pytest.approx(angles, abs=1e-6)
    assert [mark.at for mark in plot.marks] == [0.0, 0.25, 0.5]
    # the forearm's far end in space is where the lengths and angles put it
    link = page.sections[1].panels[0].links[0]
    theta, phi = np.radians([170, 160]), np.zeros(2)
    n = np.column_stack([np.sin(theta) * np.cos(phi), np.sin(theta) * np.sin(phi), np.cos(theta)])
    assert link.path[0, link.pairs[1][1]] == pytest.approx(0.30 * n[0] + 0.27 * n[1])


def test_a_limit_that_is_passed_heads_the_page(tmp_path):
    result = solve_file(written(tmp_path, ARM), tmp_path / "out", quiet)
    run = sampled(result.movement)
    said = "phase 1 goes beyond a limit, forearm, by 3 deg"
    page = movement_page(result.problem, result.movement, run.time, run.q, (said,), None)
    (checks,) = [p for p in page.sections[0].panels if p.kind == "checks"]
    assert checks.grade == "look"
    assert [c.name for c in checks.checks] == [said.capitalize()]


def test_a_search_lists_solutions(tmp_path):
    text = "search = 30\n" + ARM.replace("times = [0.0, 0.25, 0.5]", "duration = 0.5")
    result = solve_file(written(tmp_path, text), tmp_path / "out", quiet)
    assert result.solutions is not None
    assert len(result.solutions.found) >= 1


ONE_PHASE = ARM.replace("times = [0.0, 0.25, 0.5]", "duration = 0.5").replace(
    """[[posture]]
theta = [140, 110]
phi = [0, 20]
""",
    "",
)


def test_another_solution_keeps_a_limit_that_the_first_one_passes(tmp_path):
    elbow = '[[limit]]\njoint = "forearm"\nmost = 110\n'
    bent = []
    for text in (ONE_PHASE, ONE_PHASE + elbow):
        result = solve_file(written(tmp_path, text), tmp_path / "out", quiet, overwrite=True)
        assert result.movement.converged
        assert not result.broken
        n = course(result.movement.phases[0]).q.reshape(-1, 2, 3)
        bent.append(np.degrees(np.arccos(np.sum(n[:, 0] * n[:, 1], axis=1).min())))
    assert bent[0] > 110.0 >= bent[1]
    summary = json.loads((tmp_path / "out/summary.json").read_text(encoding="utf-8"))
    (limit,) = summary["phases"][0]["limits"]
    assert limit["kept"]
    assert limit["least_margin_deg"] == pytest.approx(110.0 - bent[1], abs=0.1)


def test_a_limit_that_no_solution_keeps_is_named(tmp_path):
    straight = '[[limit]]\njoint = "forearm"\nmost = 50\n'
    result = solve_file(written(tmp_path, ONE_PHASE + straight), tmp_path / "out", quiet)
    assert "goes beyond a limit, angle at forearm, at most 50 deg" in result.message
    assert result.broken


def test_limits_of_a_person(tmp_path, analysis):
    text = """
    duration = 0.3
    [skeleton]
    analysis = "walk"
    [[posture]]
    angles = { right_knee = [0, 0, 0] }
    [[posture]]
    angles = { right_knee = [0, 40, 0] }
    [[limit]]
    joint = "right_knee"
    most = 60
    [[limit]]
    point = "right_knee"
    least = -0.2
    """
    problem = read_problem(written(tmp_path, text))
    angle, height = problem.limits
    assert [angle.value(q) for q in problem.postures] == pytest.approx([60.0, 20.0])
    tree = problem.system.tree
    knee = problem.system.joint_names.index("right_knee")
    at = forward_kinematics(tree, problem.postures)[1][:, knee, 2]
    assert [height.value(q) for q in problem.postures] == pytest.approx(at + 0.2)


GUIDED = """
duration = 0.3
[chain]
lengths = [0.3, 0.3, 0.2]
masses = [
  { segment = 1, distance = 0.3, mass = 2.0 },
  { segment = 2, distance = 0.3, mass = 1.5 },
  { segment = 3, distance = 0.2, mass = 0.5 },
]
[[posture]]
theta = [150, 130, %r]
[[posture]]
theta = [140, 150, %r]
[[guide]]
point = "segment 3"
plane = { normal = [2, 0, 0], offset = 0.4 }
"""


def guided():
    """The far end on the plane x = 0.4 m at both postures."""
    reach = [
        (0.4 - 0.3 * np.sin(np.radians([a, b])).sum()) / 0.2 for a, b in ((150, 130), (140, 150))
    ]
    return GUIDED % tuple(180.0 - float(np.degrees(np.arcsin(x))) for x in reach)


def test_a_guided_hand_from_a_file(tmp_path):
    result = solve_file(written(tmp_path, guided()), tmp_path / "out", quiet)
    assert result.message.startswith("converged")
    with (tmp_path / "out/movement.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lengths = [0.3, 0.3, 0.2]
    place = [
        sum(length * float(row[f"segment {s + 1} nx [1]"]) for s, length in enumerate(lengths))
        for row in rows
    ]
    assert place == pytest.approx(np.full(len(rows), 0.4), abs=1e-8)
    assert len({row["guide 1 [multiplier]"] for row in rows}) > 10
    (guides,) = [s for s in page_of(tmp_path / "out")["sections"] if s["id"] == "guide-forces"]
    assert [s["label"] for s in guides["panels"][0]["plots"][0]["series"]] == ["guide 1"]
    summary = json.loads((tmp_path / "out/summary.json").read_text(encoding="utf-8"))
    assert summary["converged"]
    assert summary["residual_at_target"] <= 1e-9


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('point = "segment 3"', 'point = "hand"'), "no point 'hand'"),
        (("plane =", "cone ="), "unknown entry 'cone'"),
        (('point = "segment 3"\n', ""), "point is missing"),
        (("plane = { normal = [2, 0, 0], offset = 0.4 }", ""), "incomplete"),
        (("offset = 0.4", "ofset = 0.4"), "Did you mean offset"),
        (("[2, 0, 0]", "[0, 0, 0]"), "the normal has the length 0"),
        (("duration = 0.3", "duration = 0.3\nsearch = 5"), "cannot have search"),
    ],
)
def test_mistakes_in_a_guide_are_named(tmp_path, change, said):
    with pytest.raises(InputError, match=said) as caught:
        read_problem(written(tmp_path, guided().replace(*change)))
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("joint = 'hand'\nmost = 3", "no joint 'hand'"),
        ("most = 3", "either joint or point"),
        ("joint = 'forearm'", "not given"),
        ("joint = 'forearm'\nmost = 'far'", "most is 'far' and should be a number"),
        ("point = 'forearm'\naxis = 'up'\nleast = 0", "there is no axis 'up'"),
        ("joint = 'forearm'\nmaximum = 3", "unknown entry 'maximum'"),
    ],
)
def test_mistakes_in_a_limit_are_named(tmp_path, limit, said):
    with pytest.raises(InputError, match=said) as caught:
        read_problem(written(tmp_path, ONE_PHASE + "[[limit]]\n" + limit))
    assert caught.value.remedy


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("title =", "tilte ="), "unknown entry 'tilte'"),
        (("[chain]", "[skeleton]\nanalysis = 'x'\n[chain]"), "either"),
        (("times = [0.0, 0.25, 0.5]", "times = [0.0, 0.5, 0.25]"), "do not increase"),
        (("times = [0.0, 0.25, 0.5]", "times = [0.0, 0.5]"), "3 are needed"),
        (("times = [0.0, 0.25, 0.5]", ""), "no times"),
        (("theta = [170, 160]", "theta = [170]"), "2 are needed"),
        (("theta = [170, 160]", "theta = 'up'"), "theta is 'up' and should be a list"),
        (("distance = 0.13, ", ""), "distance is missing"),
        (("segment = 2", "segment = 3"), "is on a segment that does not exist"),
        (("mass = 2.0", "mass = -2.0"), "mass is -2.0 and should be above 0"),
        (("lengths = [0.30, 0.27]", "lengths = [0.30, -0.27]"), "should be at least 1e-06"),
        (('names = ["upper arm", "forearm"]', 'names = ["arm"]'), "2 are needed"),
        (("lengths =", "parents = [0, 5]\nlengths ="), "comes after it"),
        (('title = "reach"', 'method = "magic"'), "no method 'magic'"),
        (("[[posture]]", "[[posture"), "not valid TOML"),
    ],
)
def test_mistakes_are_named(tmp_path, change, said):
    with pytest.raises(InputError, match=said) as caught:
        read_problem(written(tmp_path, ARM.replace(*change)))
    assert caught.value.remedy


@pytest.fixture
def analysis(tmp_path):
    """A folder as an analysis leaves it, of a made-up motion of half a second."""
    skeleton = load_skeleton("body18")
    joints, ends = generic_geometry(skeleton, 1.75, "m")
    model = build_model(skeleton, joints, ends, Subject(mass=75.0, height=1.75, sex="m"))
    time = np.linspace(0.0, 0.5, 51)
    way = 0.2 * np.random.default_rng(0).normal(size=model.tree.nv)
    q = integrate(model.tree, neutral(model.tree), time[:, None] * way)
    still = np.zeros((51, model.tree.nv))
    force = np.zeros((51, model.tree.nb, 3))
    walk = replace(
        make_analysis(strides=False),
        model=model,
        motion=Motion(time, q, still, still.copy()),
        joint_forces=JointForces(time, force, force.copy(), still.copy()),
    )
    walk = replace(walk, **{name: Quantities() for name in ("angles", "moments", "powers")})
    walk = replace(walk, marker_residual=np.zeros((51, 0)), residual=np.zeros((51, 6)))
    ground = walk.ground
    arrays = ("time", "force", "moment_origin", "centre_of_pressure", "free_moment", "known")
    cut = replace(ground, **{name: getattr(ground, name)[:51] for name in arrays})
    folder = tmp_path / "walk"
    folder.mkdir()
    write_results(
        replace(walk, ground=cut, plates_ground=None), posture(model, walk.motion), folder
    )
    write_manifest(folder)
    return folder


def test_postures_of_an_analysis(tmp_path, analysis):
    text = """
    [skeleton]
    analysis = "walk"
    [[posture]]
    frame = 1
    [[posture]]
    time = 0.2
    """
    problem = read_problem(written(tmp_path, text))
    assert isinstance(problem.system, Bodies)
    assert problem.time == pytest.approx([0.0, 0.2])
    result = solve_file(tmp_path / "problem.toml", tmp_path / "out", quiet)
    assert result.movement.converged
    page = page_of(tmp_path / "out")
    (scene,) = [p for s in page["sections"] for p in s["panels"] if p["kind"] == "scene"]
    assert len(scene["bodies"]) == scene["motions"][0]["position"]["shape"][1]


def test_postures_by_joint_angles(tmp_path, analysis):
    text = """
    duration = 0.3
    [skeleton]
    analysis = "walk"
    [[posture]]
    angles = { left_knee = [0, 20, 0] }
    [[posture]]
    angles = { left_knee = [0, 40, 0], left_hip = [0, -20, 0] }
    """
    problem = read_problem(written(tmp_path, text))
    difference = problem.system.straight(problem.postures[0], problem.postures[1])
    assert np.degrees(np.linalg.norm(difference)) == pytest.approx(np.hypot(20.0, 20.0))
    with pytest.raises(InputError, match="no joint 'left_nee'"):
        read_problem(written(tmp_path, text.replace("left_knee", "left_nee")))
    with pytest.raises(InputError, match="takes 3 angles"):
        read_problem(written(tmp_path, text.replace("[0, 20, 0]", "[20, 0]")))


def test_frames_outside_an_analysis(tmp_path, analysis):
    text = '[skeleton]\nanalysis = "walk"\n[[posture]]\nframe = 0\n[[posture]]\nframe = 9\n'
    with pytest.raises(InputError, match="no frame 0"):
        read_problem(written(tmp_path, text))
    with pytest.raises(InputError, match=r"no results\.nc"):
        read_problem(written(tmp_path, text.replace("walk", "nowhere")))
