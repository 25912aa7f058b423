"""What stands out: nothing of normal walking; an angle that is off, as the field names it."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.records import SIDES, Quantities
from ambulo.report import page
from ambulo.report.gait_profile import PELVIS, VARIABLES, normal_angle
from ambulo.report.panels.profile import profile_panel
from ambulo.report.panels.stands_out import judge, stands_out_panel
from ambulo.report.scene import Scene
from ambulo.results.gait_cycle import CYCLE
from ambulo.results.trust import Trust


@pytest.fixture(scope="module")
def walk():
    """An analysis whose angles are normal walking's means in every stride."""
    analysis = make_analysis()
    scene, time = Scene(analysis), analysis.motion.time
    angles = {q.name: q for q in analysis.angles}
    for side in SIDES:
        for variable in VARIABLES:
            name = variable if variable in PELVIS else f"{side}_{variable}"
            band = normal_angle(scene.band, side, variable)
            if name in angles and band is not None:
                values = np.full(len(time), np.nan)
                for stride in scene.strides_of(side):
                    share = 100.0 * (time - stride.start) / (stride.stop - stride.start)
                    inside = (share >= -1.0) & (share <= 101.0)
                    values[inside] = np.interp(share[inside], band.cycle, band.mean)
                angles[name] = replace(angles[name], values=values)
    return replace(analysis, angles=Quantities(angles.values()))


def found(walk, monkeypatch, grade="good", **off):
    """Deviations where angles are moved by so many degrees, each known to 2°."""
    moved = Quantities(replace(q, values=q.values + off.get(q.name, 0.0)) for q in walk.angles)
    scene = Scene(replace(walk, angles=moved))
    known = {
        f"angles/{q.name}": Trust("angles", q.name, "deg", grade, 2.0, 0.96, 10.0, "a test", 3, ())
        for q in moved
    }
    monkeypatch.setattr(Scene, "trust", property(lambda _: known))
    return scene


def test_normal_walking_has_nothing_that_stands_out(walk, monkeypatch):
    scene = found(walk, monkeypatch)
    found_, panel = judge(scene), stands_out_panel(scene)
    assert found_.off == []
    assert {"left_knee_flexion", "right_ankle_dorsiflexion", "pelvis_tilt"} <= set(found_.judged)
    assert panel.paragraphs[0].startswith("None of these angles stands out: ")
    assert "° from normal. More than" in panel.paragraphs[0]
    score = profile_panel(scene).line.split(",")[1].strip().split("°")[0]
    assert f"left {score}°, right" in panel.paragraphs[1]


def test_the_score_says_why_it_takes_the_free_speed(walk, monkeypatch):
    scene = found(walk, monkeypatch)
    same, other = scene.band, scene.usual_band
    assert "free speed" in other.population
    slow = replace(same, population="children, slow speed", short="children, slow speed")
    for band, told in ((other, False), (slow, True)):
        monkeypatch.setattr(Scene, "band", band)
        caption = profile_panel(Scene(scene.analysis)).caption
        assert ("The curves are compared with the speed nearest to this walk" in caption) == told
        assert caption.endswith("walk: children, slow speed.") == told


def test_a_turn_is_no_walk_that_normal_walking_is_set_beside(walk, monkeypatch):
    monkeypatch.setattr(Scene, "turn", 85.2)
    scene = found(walk, monkeypatch, left_knee_flexion=40.0)
    panel = stands_out_panel(scene)
    assert panel.items == ()
    said = re.match(r"The subject turns (left|right) by 85°, most of all in the (\w+) stride from "
                    r"(\d\.\d\d) to", panel.paragraphs[0])  # fmt: skip
    stride, _ = scene.turning_stride
    assert said
    assert said.group(2, 3) == (stride.side, f"{stride.start:.2f}")
    monkeypatch.setattr(page, "sections_of", lambda scene: [])
    assert f"turns {said[1]} by 85°." in page.report_page(scene, ()).subtitle
    assert profile_panel(scene).line.endswith("compared with straight walks")


@pytest.mark.parametrize("side", SIDES)
def test_a_turn_has_a_side_and_a_stride(walk, monkeypatch, side):
    """A quarter of a circle; Y is to the left of X."""
    scene, angle = Scene(walk), np.linspace(0.0, 0.5 * np.pi, len(walk.motion.time))
    path = 3.0 * np.stack([np.sin(angle), 1.0 - np.cos(angle)], axis=1)
    path[:, 1] *= 1.0 if side == "left" else -1.0
    monkeypatch.setattr(Scene, "_path", path)
    assert scene.turn_in_words == f"turns {side} by {scene.turn:.0f}°"
    assert scene.turn == pytest.approx(60.0, abs=2.0)


def test_an_angle_that_is_off_is_named_as_the_field_does(walk, monkeypatch):
    both = dict.fromkeys((f"{side}_knee_flexion" for side in SIDES), 40.0)
    panel = stands_out_panel(found(walk, monkeypatch, **both, left_hip_adduction=-25.0))
    assert panel.items == [
        "Increased hip abduction in stance and swing, left: by 25°",
        "Increased knee flexion in stance and swing, both sides: by 40° and 40°",
    ]
    assert "not a diagnosis" in panel.caption


def test_what_is_hardly_known_is_not_judged(walk, monkeypatch):
    scene = found(walk, monkeypatch, grade="poor", left_knee_flexion=40.0)
    found_ = judge(scene)
    assert found_.off == found_.judged == []
    assert "left_knee_flexion" in found_.poor
    panel = stands_out_panel(scene)
    assert "knee flexion" in panel.caption.split("grade poor")[1]
    assert "contains these angles too, so it can be high although no angle" in panel.caption
    # nor called far from normal
    assert "arthest" not in panel.paragraphs[-1]


def test_why_an_angle_is_not_judged_is_its_own_reason(walk, monkeypatch):
    """The ± for its range, the correlation with another system, or a check."""
    scene = found(walk, monkeypatch)
    for name, lacks in (
        ("left_knee_flexion", {"spread": 2.5, "r": 0.96}),
        ("pelvis_tilt", {"spread": 9.0, "r": 0.7}),
        ("right_hip_flexion", {"spread": 9.0, "r": 0.96}),
    ):
        one = scene.trust[f"angles/{name}"]
        scene.trust[f"angles/{name}"] = replace(one, grade="poor", **lacks)
    caption = stands_out_panel(scene).caption
    for said in (
        "because their ± is large compared with their range (grade poor): left knee flexion.",
        "because their correlation with another system may be below 0.8 (grade poor): pelvis tilt.",
        "because a check lowers their grade to poor: right hip flexion.",
    ):
        assert said in caption


def test_steps_of_unequal_length_are_told_beyond_their_errors(walk, monkeypatch):
    scene = found(walk, monkeypatch)
    for longer, told in ((0.02, False), (0.11, True), (-0.11, True)):
        for side, size in zip(SIDES, (0.68 + longer, 0.68), strict=True):
            name = f"strides/{side}_step_length"
            scene.trust[name] = Trust("strides", name, "m", "good", 0.016, np.nan, size, "a test")
        said = [one for one in stands_out_panel(scene).paragraphs if one.startswith("Steps")]
        assert bool(said) == told
        if told:
            one, other = SIDES if longer > 0.0 else reversed(SIDES)
            assert said[0].startswith(
                f"Steps of the {one} foot are 11 cm longer than those of the {other} foot (±2.3 cm)"
            )


def test_farthest_from_normal_is_an_angle_that_is_judged(walk, monkeypatch):
    scene = found(walk, monkeypatch, left_knee_flexion=40.0, pelvis_tilt=30.0)
    said = stands_out_panel(scene).paragraphs[-1]
    assert "over the whole stride: left knee flexion (40°) and pelvis tilt (30°)" in said
    scene.trust["angles/left_knee_flexion"] = replace(
        scene.trust["angles/left_knee_flexion"], grade="poor"
    )
    assert (
        "Among the judged angles, farthest from normal over the whole stride: pelvis tilt"
        in stands_out_panel(scene).paragraphs[-1]
    )


def test_the_limit_is_of_the_people_and_of_the_error_together(walk, monkeypatch):
    band = normal_angle(Scene(walk).band, "left", "knee_flexion")
    spread = float(np.interp(CYCLE, band.cycle, band.sd).mean())
    limit = 2.58 * np.hypot(spread, 2.0 / 1.645)
    for factor, stands in ((0.7, False), (1.5, True)):
        one = judge(found(walk, monkeypatch, left_knee_flexion=factor * limit))
        assert bool(one.off) == stands


def test_results_that_a_check_forbids_are_said_first(walk, monkeypatch):
    scene = found(walk, monkeypatch)
    first, *others = scene.analysis.checks
    forbidden = replace(scene.analysis, checks=(replace(first, grade="do-not-use"), *others))
    assert "do not use" in stands_out_panel(Scene(forbidden)).paragraphs[0]
