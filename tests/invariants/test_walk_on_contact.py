"""A whole body on contact spheres: energy, another integrator, the controller, files."""

import json
import re
from dataclasses import replace
from functools import cache

import h5netcdf
import numpy as np
import pytest
from tests.command_line import ambulo
from tests.consistent_analysis import consistent_analysis

from ambulo.demo.trial import walking_demo
from ambulo.demo.truth import walk_truth
from ambulo.foot_contact.contact_file import ContactParameters, contact_text, read_contact
from ambulo.foot_contact.design import Sphere, sole_design, values_in_order
from ambulo.foot_contact.person import body_spheres
from ambulo.forward_check.contact_files import contact_summary, write_contact_walk
from ambulo.forward_check.contact_page import contact_page, contact_sentence, contact_verdict
from ambulo.forward_check.contact_use import sphere_use, use_in_words
from ambulo.forward_check.contact_walk import walk_on_contact
from ambulo.forward_check.deviation import Deviation
from ambulo.forward_check.following import driven_body, follow_on_contact
from ambulo.forward_check.pd import StandingGains
from ambulo.inputs.errors import InputError
from ambulo.multibody.contact.friction_laws.bristle import Bristle
from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
from ambulo.multibody.integrators.registry import METHODS
from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
from ambulo.multibody.integrators.time_loop import Outcome
from ambulo.multibody.motion import Motion
from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics
from ambulo.multibody.tree.system_of_tree import tree_system
from ambulo.report.page_data import FactsPanel

NORMAL, FRICTION = HuntCrossley(4e4, 1.5, 0.5), Bristle(0.7, 0.1, 2e4, 60.0, 0.0)
PLACES = (
    ("hindfoot", -0.03, 0.02), ("hindfoot", -0.03, -0.02), ("hindfoot", 0.11, 0.03),
    ("hindfoot", 0.11, -0.03), ("forefoot", 0.04, 0.0),
)  # fmt: skip


def soles(normal=NORMAL, friction=FRICTION):
    """Five spheres a foot, low enough for the demo's feet."""
    names = values_in_order(normal, friction)[4:]
    laws = dict(zip(names, (*normal, *friction), strict=True))
    spheres = [
        Sphere(part, {"x": x, "y": y, "z": -0.04 if part == "hindfoot" else 0.008,
                      "radius": 0.035, **laws}, {})
        for part, x, y in PLACES
    ]  # fmt: skip
    return sole_design(spheres, normal, friction)


@cache
def standing():
    """The simulated subject's posture in the middle of a stance, at rest."""
    demo = walking_demo()
    return walk_truth(demo, 0.22 * demo.walk.cycle.stride_time, np.arange(3) / 100.0)


def dropped(height, normal, friction, method, step, tolerance=None):
    truth = standing()
    law = body_spheres(truth.model, soles(normal, friction), soles(normal, friction).held)
    q = truth.motion.q[0].copy()
    q[2] += height
    time = np.linspace(0.0, 0.12, 13)
    system = tree_system(truth.model.tree, (law,))
    found = simulate_system(
        system, time, q, np.zeros(truth.model.tree.nv), METHODS[method], step=step,
        tolerance=tolerance,
    )  # fmt: skip
    assert found.outcome is Outcome.REACHED
    # it does land
    assert found.s.any() or np.ptp(found.work) > 0.01
    return system, found


def test_a_dropped_body_without_losses_keeps_its_energy():
    elastic, smooth = HuntCrossley(4e4, 1.5, 0.0), Bristle(0.0, 0.1, 1e-6, 60.0, 0.0)
    system, found = dropped(0.02, elastic, smooth, "rkmk4", 1e-4)
    total = mechanical_energy(system, found).sum(axis=1)
    kinetic = mechanical_energy(system, found)[:, 0]
    assert kinetic.max() > 40.0
    np.testing.assert_allclose(total, total[0], atol=1e-4)


def test_losses_only_take_energy_and_two_methods_agree():
    system, found = dropped(0.02, NORMAL, FRICTION, "bogacki-shampine", 1e-2, 1e-6)
    _, again = dropped(0.02, NORMAL, FRICTION, "rkmk4", 2e-5)
    total = mechanical_energy(system, found).sum(axis=1)
    assert (np.diff(total) < 1e-3).all()
    assert total[0] - total[-1] > 1.0
    # relative error of the state, nothing of the two methods in common but the equations
    state, other = (np.concatenate([x.q, x.v], axis=1)[-1] for x in (found, again))
    assert np.linalg.norm(state - other) < 2e-3 * np.linalg.norm(other)


def test_a_body_stands_and_the_effort_is_what_the_controller_spends():
    truth = standing()
    model, tree = truth.model, truth.model.tree
    still = Motion(
        np.arange(31) / 100.0, np.repeat(truth.motion.q[:1], 31, axis=0),
        np.zeros((31, tree.nv)), np.zeros((31, tree.nv)),
    )  # fmt: skip
    spheres = body_spheres(model, soles(), soles().held)
    stiffness, damping = StandingGains().gains(model)
    none = np.zeros((31, tree.nb, 3))
    found = follow_on_contact(driven_body(tree, still, none, spheres, (stiffness, damping)))
    assert found.reached == pytest.approx(0.3)
    force = found.wrench[..., 3:].sum(axis=1)
    weight = model.mass * 9.80665
    # floor, root and inertia balance: after the landing the feet bear most of the weight
    assert 0.5 * weight < force[-1, 2] < 1.3 * weight
    # gravity acts on joints whose moments were not given: the controller must hold them
    assert np.sqrt((found.joint_moment**2).sum()) > 10.0
    assert found.root_force > 1.0
    gains = (1e-3 * stiffness, 1e-3 * damping)
    weaker = follow_on_contact(driven_body(tree, still, none, spheres, gains))
    # without a controller worth the name the posture folds
    assert abs(weaker.q[-1, 2] - still.q[0, 2]) > 5.0 * abs(found.q[-1, 2] - still.q[0, 2])


def angular_momentum(tree, q, v):
    """(frames, 3) N*m*s about the whole body's mass centre."""
    R, p = forward_kinematics(tree, q)
    w, u = body_velocities(tree, q, v)
    arm = np.einsum("kbij,bj->kbi", R, tree.com)
    centre, rate = p + arm, u + np.cross(w, arm)
    middle = np.einsum("b,kbi->ki", tree.mass, centre) / tree.mass.sum()
    spin = np.einsum("kbij,bjl,kbml,kbm->kbi", R, tree.inertia, R, w)
    return (spin + np.cross(centre - middle[:, None], tree.mass[:, None] * rate)).sum(axis=1)


def test_joints_turn_the_body_in_the_air_about_nothing():
    truth = standing()
    tree = truth.model.tree
    q = truth.motion.q[:1].copy()
    q[:, 2] += 1.0
    rng = np.random.default_rng(3)
    v = np.repeat(0.5 * rng.normal(size=(1, tree.nv)), 21, axis=0)
    # a reference that moves on while the body is let go: the joints have to pull
    held = Motion(np.arange(21) / 100.0, np.repeat(q, 21, axis=0), v, np.zeros_like(v))
    stiffness, damping = StandingGains().gains(truth.model)
    stiffness[:2], damping[:2] = 0.0, 0.0
    spheres = body_spheres(truth.model, soles(), soles().held)
    none = np.zeros((21, tree.nb, 3))
    found = follow_on_contact(driven_body(tree, held, none, spheres, (stiffness, damping)))
    assert found.reached == pytest.approx(0.2)
    assert np.sqrt((found.joint_moment**2).mean()) > 1.0
    assert found.root_force == 0.0
    momentum = angular_momentum(tree, found.q, found.v)
    np.testing.assert_allclose(momentum, np.broadcast_to(momentum[0], momentum.shape), atol=1e-3)


def contact():
    design = soles()
    values = design.held.copy()
    values[1, 2, 4] *= 1.5
    return ContactParameters("hunt-crossley", "bristle", design, values)


def test_parameters_come_back_from_their_file(tmp_path):
    path = tmp_path / "contact.toml"
    path.write_text(contact_text(contact()), encoding="utf-8")
    found = read_contact(path)
    np.testing.assert_array_equal(found.values, contact().values)
    np.testing.assert_array_equal(found.design.segment, contact().design.segment)
    assert found.design.names == contact().design.names


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("radius = 0.035", "radius = -0.035", "a radius is not positive"),
        ("radius = 0.035", "breadth = 0.035", "unknown entry 'breadth'"),
        ("x = -0.03", "", "x must be a number"),
        ("coefficient = 0.7", "coefficient = -1.0", "coefficient = -1 is impossible"),
        ("transition = 0.1", "transition = 0.0", "at least 1e-06"),
        ("exponent = 1.5", "exponent = 0.5", "exponent = 0.5 is impossible for this law"),
        ("damping = 60.0", "damping = -1e-3", "at least 0"),
        ('"hunt-crossley"', '"hunt"', "hunt"),
        ('segment = "hindfoot"', 'segment = "forefoot"', "not on the same segments"),
        ('segment = "hindfoot"', 'segment = "heel"', "hindfoot or forefoot"),
    ],
)
def test_a_wrong_file_is_said(tmp_path, old, new, said):
    path = tmp_path / "contact.toml"
    path.write_text(contact_text(contact()).replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_contact(path)


SAID = []
"""What was told while it was simulated."""


@cache
def walked():
    """0.12 s of the test's smooth walk on given spheres."""
    return walk_on_contact(consistent_analysis(13), contact(), step=2.5e-4, progress=SAID.append)


def changed(name, value, side=slice(None), k=slice(None)):
    """The test's contact with another value in some spheres."""
    given = contact()
    values = given.values.copy()
    values[side, k, given.design.names.index(name)] = value
    return replace(given, values=values)


@pytest.mark.parametrize(
    ("name", "value", "where", "said"),
    [
        ("radius", 35.0, (1, 2), "sphere right 3 has a radius of 35 m, but the foot is only"),
        ("x", -27.6, (0, 0), "sphere left 1 has its centre 27.6 m from its segment's joint"),
        ("z", 0.1, (), "would press with no more than 0 N even if they were lowered by 20 mm"),
        ("z", -0.15, (), "would press with no less than .* N even if they were lifted by"),
        ("stiffness", 100.0, (), "would press with no more than"),
        ("stiffness", 1e14, (0, 4), "sphere left 5 is too stiff"),
    ],
)
def test_contact_that_cannot_be_that_of_the_feet_is_refused(name, value, where, said):
    with pytest.raises(InputError, match=said):
        walk_on_contact(consistent_analysis(13), changed(name, value, *where), step=5e-5)


def unsolved(*_, **__):
    """In the place of `carry`."""
    raise np.linalg.LinAlgError("not positive definite")


def test_a_step_too_long_for_the_contact_is_refused_and_the_one_offered_is_not(monkeypatch):
    monkeypatch.setattr("ambulo.forward_check.contact_walk.carry", unsolved)
    with pytest.raises(InputError, match="too stiff for equal steps") as error:
        walk_on_contact(consistent_analysis(13), contact(), step=2e-2)
    offered = float(re.search(r"--step ([\d.e-]*\d)", str(error.value))[1])
    assert offered > 5e-4
    # steps that a tolerance chooses, and the step offered, are not refused
    for chosen in ({"step": offered}, {"step": 2e-2, "integrator": "bogacki-shampine"}):
        with pytest.raises(InputError, match="the equations cannot be solved"):
            walk_on_contact(consistent_analysis(13), contact(), **chosen)


def test_the_simulated_body_falls_and_rises_as_its_forces_say():
    walk = walked()
    tree, followed = walk.model.tree, walk.followed
    assert followed.reached == pytest.approx(0.12)
    # momentum of the whole body is what floor, gravity and the controller at the root gave it
    R, _ = forward_kinematics(tree, followed.q)
    w, u = body_velocities(tree, followed.q, followed.v)
    rate = u + np.cross(w, np.einsum("kbij,bj->kbi", R, tree.com))
    momentum = np.einsum("b,kbi->ki", tree.mass, rate)
    force = followed.wrench[..., 3:].sum(axis=1) + tree.mass.sum() * tree.gravity
    missing = np.diff(momentum, axis=0) / 0.01 - 0.5 * (force[1:] + force[:-1])
    counted = missing[5:]
    assert np.sqrt((counted**2).sum(axis=1).mean()) == pytest.approx(followed.root_force, rel=0.05)
    # the floor does bear something
    assert followed.wrench[..., 5].sum(axis=1).max() > 100.0


def test_what_spheres_feel_is_what_the_feet_feel():
    walk = walked()
    felt, wrench = walk.followed.felt, walk.followed.wrench
    np.testing.assert_allclose(felt.force.sum(axis=1), wrench[..., 3:].sum(axis=1), atol=1e-9)
    assert (felt.force[felt.depth <= 0.0] == 0.0).all()
    pressed = felt.depth > 1e-4
    assert pressed.any()
    assert (felt.force[pressed][:, 2] > 0.0).all()
    # forces act in the floor, under the centres
    np.testing.assert_allclose(felt.point[..., 2], 0.0, atol=1e-12)


def test_spheres_that_never_touch_and_values_on_bounds_are_said():
    given = contact()
    radius = given.values[..., 3].ravel()
    depth = np.full((4, radius.size), -0.01)
    depth[1, 2], depth[2, 6], depth[3] = 0.5 * radius[2], 1.5 * radius[6], np.nan
    held = [
        Sphere(part, dict(zip(given.design.names, row, strict=True)), {})
        for part, row in zip(("hindfoot",) * 2, given.values[0], strict=False)
    ]
    design = sole_design([x.bounded(stiffness=(1e3, 1e5)) for x in held], NORMAL, FRICTION)
    values = design.values(np.array([1e3, 5e4, 1e5, 5e4]))
    fitted = replace(given, design=design, values=values)
    assert sphere_use(fitted, depth[:, :4]).at_bounds == 2
    use = sphere_use(given, depth)
    assert len(use.idle) == radius.size - 2
    assert (use.where, use.of) == ("right 2", "right 2")
    said = " ".join(use_in_words(use))
    assert f"2 of {radius.size} contact spheres touched the floor" in said
    assert "at most 1.50 (right 2), so that its centre is below the floor" in said
    assert "bound" not in said
    cut = sphere_use(given, depth, ended=False)
    said = " ".join(use_in_words(cut))
    assert not cut.idle
    assert f"2 of {radius.size} contact spheres touched the floor before the" in said
    assert "never touched the floor" not in said


def test_the_deepest_sphere_need_not_be_the_one_pressed_by_most_of_its_radius():
    given = contact()
    values = given.values.copy()
    values[0, 1, 3], values[1, 0, 3] = 0.01, 0.05
    depth = np.full((3, values[..., 3].size), -0.01)
    depth[1, 1], depth[2, len(values[0])] = 0.009, 0.02
    use = sphere_use(replace(given, values=values), depth)
    assert (use.deepest, use.where) == (0.02, "right 1")
    assert (use.part, use.of) == (pytest.approx(0.9), "left 2")
    said = " ".join(use_in_words(use))
    assert "deepest compression is 20.0 mm (right 1)" in said
    assert "at most 0.90 (left 2)." in said


def test_how_far_the_motion_is_moved_is_told():
    walked()
    moving = [said for said in SAID if said.startswith("move the motion onto it")]
    assert moving[0] == "move the motion onto it"
    assert moving[1].endswith(", 1 % of the steps at most")
    assert len(moving) > 3


def test_a_body_that_leaves_the_motion_does_not_stay_within_it():
    walk = walked()
    far = Deviation(walk.off.angle, walk.off.distance + 1.0)
    grade, said = contact_verdict(replace(walk, off=far))
    assert grade == "do-not-use"
    assert "leaves the measured motion" in said
    assert "leaves the measured motion by up to 10" in contact_sentence(replace(walk, off=far))
    assert "stays within" in contact_sentence(walk)


def test_a_method_that_gave_up_is_not_a_body_that_falls():
    """The run's second half taken away, as an integrator that gives up leaves it."""
    walk = walked()
    q = walk.followed.q.copy()
    q[len(q) // 2 :] = np.nan
    for outcome, word in (
        (Outcome.STEP_TOO_SMALL, "rkmk4 gave up after"),
        (Outcome.NOT_SOLVED, "equations of a step could not be solved"),
        (
            Outcome.LEFT,
            "too long for this contact (the motion left its reference or is no longer finite)",
        ),
    ):
        cut = replace(walk, followed=replace(walk.followed, q=q, outcome=outcome))
        grade, said = contact_verdict(cut)
        assert grade == "do-not-use"
        assert word in said
        assert "falls" not in said
        assert "Until then, on" in contact_sentence(cut)
        summary = contact_summary(cut)
        assert summary["outcome"] == outcome.words
        assert summary["spheres_that_never_touched"] is None
    assert contact_summary(walk)["outcome"] == "the end was reached"


def test_tiles_say_of_which_part_of_the_record_they_are():
    walk = walked()
    motion = walk.analysis.motion
    beyond = np.append(motion.time, motion.time[-1] + 0.5)
    longer = replace(walk.analysis, motion=replace(motion, time=beyond))
    record = f"at {motion.time[0]:.2f} to {motion.time[-1]:.2f} s; the recording lasts 0.62 s"
    for analysis, said in ((walk.analysis, "of 0.12 s"), (longer, f"of 0.12 s, {record}")):
        page = contact_page(replace(walk, analysis=analysis))
        (facts,) = [panel for panel in page.sections[0].panels if isinstance(panel, FactsPanel)]
        notes = {fact.label: fact.note for fact in facts.facts}
        assert notes["Walked"] == said
        share = f"{100 * walk.effort.parts[1]:.1f} % of the moments"
        assert share in notes["Controller, pelvis"]


def test_what_is_not_counted_is_not_drawn_and_deviations_begin_at_zero():
    walk = walked()
    sections = contact_page(walk).sections
    panels = {panel.id: panel for section in sections for panel in section.panels}
    late = walk.measured.time - walk.measured.time[0] >= 0.05
    assert late.any()
    assert not late.all()
    for plot in panels["reactions"].plots:
        for series in plot.series:
            drawn = np.isfinite(series.y)
            if series.label.endswith("simulated"):
                np.testing.assert_array_equal(drawn, late)
    assert panels["reactions"].caption.startswith("After the first 50 ms")
    for plot in panels["spheres"].plots:
        for series in plot.series:
            np.testing.assert_array_equal(np.isfinite(series.y), late)
    for arrow in panels["both-motions"].arrows:
        assert np.isnan(arrow.origin[~late]).all()
    # nor is it in the figures: the deepest compression is one that is drawn
    deep = 1e3 * walk.followed.felt.depth
    drawn = max(np.nanmax(s.y) for p in panels["spheres"].plots[::2] for s in p.series)
    assert drawn == pytest.approx(1e3 * walk.use.deepest)
    assert drawn == pytest.approx(deep[late].max())
    for plot in panels["deviations"].plots:
        assert [(mark.axis, mark.at) for mark in plot.marks] == [("y", 0.0)]


def test_files_say_what_was_simulated(tmp_path):
    walk = walked()
    write_contact_walk(walk, tmp_path / "simulation")
    entry = json.loads((tmp_path / "simulation" / "summary.json").read_text())["contact"]
    shares = [entry["controller"][x] for x in (
        "root_force_of_weight", "root_moment_of_moments", "joint_moments_of_moments")]  # fmt: skip
    assert entry["controller"]["together"] == pytest.approx(np.sqrt(np.square(shares).sum()))
    with h5netcdf.File(tmp_path / "simulation" / "contact.nc") as data:
        assert list(data["sphere"][:2]) in (["left 1", "left 2"], [b"left 1", b"left 2"])
        np.testing.assert_array_equal(data["sphere_depth"][:], walk.followed.felt.depth)
    found = read_contact(tmp_path / "simulation" / "contact.toml")
    np.testing.assert_array_equal(found.values, contact().values)
    page = (tmp_path / "simulation" / "contact.html").read_text()
    assert "What each sphere feels" in page
    # spheres that nobody fitted: the controller bears the body, and that is said
    assert entry["controller"]["together"] > 0.05
    off = entry["forces_off_the_analysed_ones"]["left"]["Fz_N"]
    assert off == pytest.approx(walk.force_errors["left"]["Fz"][0])
    assert "Fz under the left foot, difference from the analysis" in page
    assert "more than the 5 % that are allowed" in page


def test_what_cannot_be_walked_is_refused_before_it_takes_time():
    analysis = consistent_analysis(13)
    for choice, said in (({"step": 0.0}, "step"), ({"integrator": "symplectic"}, "integrator")):
        with pytest.raises(InputError, match=said):
            walk_on_contact(analysis, None, **choice)
    heavier = replace(analysis.model.subject, mass=2.0 * analysis.model.mass)
    legs = replace(analysis, model=replace(analysis.model, subject=heavier))
    with pytest.raises(InputError, match="kg that the model does not contain"):
        walk_on_contact(legs, None)


def test_the_filter_is_of_bodies_on_contact(tmp_path):
    ending = ambulo("simulate", tmp_path, "--ekf")
    assert ending.status == 2
    assert "--contact" in ending.err


@pytest.mark.exhaustive
def test_the_demo_walks_on_its_contact(tmp_path):
    folder = tmp_path / "demo"
    assert ambulo("demo", "--out", folder, "--uncertainty", 0, "--quiet").status == 0
    ending = ambulo("simulate", folder, "--contact", "--quiet")
    assert ending.status == 0, ending
    first = json.loads((folder / "simulation" / "summary.json").read_text())["contact"]
    assert first["walked_s"] == first["simulated_s"] > 0.9
    assert first["controller"]["together"] < 0.05
    assert first["off_the_measured_motion"]["largest_mm"] < 15.0
    kept = folder / "simulation" / "contact.toml"
    given = ("simulate", folder, "--contact-parameters", kept, "--quiet")
    found = []
    for more in ((), ("--step", 2.5e-5, "--ekf")):
        again = ambulo(*given, *more)
        assert again.status == 0, again
        summary = json.loads((folder / "simulation" / "summary.json").read_text())
        found.append(summary["contact"])
    first, second = found
    # half the step is the same motion: nothing of the effort is the method's
    for name in ("root_force_rms_N", "root_moment_rms_Nm", "joint_moments_rms_Nm"):
        assert second["controller"][name] == pytest.approx(first["controller"][name], rel=0.05)
    # the filter in the controller's place walks the same way
    by_filter = second["filter"]
    assert by_filter["walked_s"] == second["simulated_s"]
    assert by_filter["off_the_measured_motion_mm"] < 15.0
    # 7 to 16 %, by the minimum that the identification ends at
    assert by_filter["together"] < 0.25
    with h5netcdf.File(folder / "simulation" / "contact.nc") as data:
        force = data["filter_force"][10:, :3]
        assert np.isfinite(force).all()
