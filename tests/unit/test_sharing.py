"""Sharing in double support: phases, published laws, limits of contact, comparison, refusals."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_sharing import (
    DOUBLE,
    OFF,
    STRIKE,
    TIME,
    WEIGHT,
    at_frames,
    known_step,
    true_wrenches,
    with_known,
    wrenches,
)

from ambulo.gait.choices import choices_without_effect, choose_method
from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing import registry
from ambulo.gait.sharing.comparison import compare_resultant, compare_sharings
from ambulo.gait.sharing.foot_contact import _beside_markers, _told, pointed_towards_body
from ambulo.gait.sharing.problem import double_supports
from ambulo.gait.sharing.registry import SHARINGS, every_sharing, resultant_on_feet, share
from ambulo.gait.sharing.smooth_transition import (
    transition_of_fore_aft_force,
    transition_of_others,
)
from ambulo.gait.sharing.sole_contact import FRICTION, contact_limits, contact_patch
from ambulo.gait.sharing.wrenches import about, value_at
from ambulo.inputs.errors import InputError
from ambulo.math.vector_arrays import cross_matrix
from ambulo.records import WRENCH, Event

FIRST, LAST = np.flatnonzero(DOUBLE)[[0, -1]]
BIAS = np.array([4.0, -6.0, 2.0, 10.0, -5.0, 30.0])


@pytest.fixture(scope="module")
def step():
    return known_step()


@pytest.fixture(scope="module")
def biased(step):
    """A resultant that differs from the plates by a constant wrench."""
    return replace(step, total=step.total + BIAS)


# --------------------------------------------------------------------------- phases


def test_a_step_is_bounded_by_its_strike_and_off(step):
    (phase,), notes = double_supports(step)
    assert (phase.trailing, phase.leading) == (0, 1)
    assert (phase.first, phase.last) == (FIRST, LAST)
    assert (phase.start, phase.stop) == (STRIKE, OFF)
    assert notes == ()
    np.testing.assert_allclose(phase.progress(TIME), (TIME[DOUBLE] - STRIKE) / (OFF - STRIKE))


@pytest.mark.parametrize(
    ("frames", "start", "stop", "progress"),
    [(slice(FIRST + 3, None), None, OFF, 1.0), (slice(0, LAST - 2), STRIKE, None, 0.0)],
)
def test_a_record_that_begins_or_ends_in_double_support(step, frames, start, stop, progress):
    (phase,), _ = double_supports(at_frames(step, frames))
    assert (phase.start, phase.stop) == (start, stop)
    assert (phase.trailing, phase.leading) == (0, 1)
    assert (phase.progress(TIME[frames]) == progress).all()


def test_standing_and_shuffling_are_no_steps(step):
    standing = replace(step, stance=np.ones_like(step.stance), events=())
    back = replace(
        step,
        stance=np.stack([np.ones_like(DOUBLE), DOUBLE], axis=1),
        events=(Event("right", "strike", STRIKE, "file"), Event("right", "off", OFF, "file")),
    )
    for problem in (standing, back):
        phases, notes = double_supports(problem)
        assert phases == ()
        assert "not between a single support of one foot" in notes[0]
        shared = share(problem, "contact")
        assert not shared.ground.known[problem.stance.all(axis=1)].any()
        assert notes[0] in shared.notes


# --------------------------------------------------------------------------- corrected plates


def test_corrected_plates_pass_the_difference_from_foot_to_foot(step, biased):
    # Pamies-Vila (2012), eq. 4.8 with a constant difference
    found = wrenches(share(biased, "cfp").ground)[DOUBLE]
    passed = ((TIME[DOUBLE] - STRIKE) / (OFF - STRIKE))[:, None]
    true = true_wrenches(TIME[DOUBLE])
    np.testing.assert_allclose(found[:, 0], true[:, 0] + (1.0 - passed) * BIAS, atol=1e-10)
    np.testing.assert_allclose(found[:, 1], true[:, 1] + passed * BIAS, atol=1e-10)


@pytest.mark.parametrize("foot", [0, 1])
def test_one_plate_fades_its_difference_to_single_support(step, biased, foot):
    # eqs. 4.9 to 4.11: about the point under the lumbar joint the difference is faded, and the
    # other foot has what is left
    known = np.ones_like(step.stance)
    known[DOUBLE, 1 - foot] = False
    problem = with_known(biased, known)
    shared = share(problem, "cfp")
    assert shared.ground.known.all()
    assert "only the" in shared.notes[0]
    floor = step.lumbar * [1.0, 1.0, 0.0]
    found = about(floor[:, None], wrenches(shared.ground))[DOUBLE, foot]
    plate = about(floor[:, None], true_wrenches(TIME))[DOUBLE, foot]
    passed = ((TIME[DOUBLE] - STRIKE) / (OFF - STRIKE))[:, None]
    weight = 1.0 - passed if foot == 0 else passed
    inside = np.arange(len(TIME))[DOUBLE]
    # the frame before the strike or after the off: within the phase the other foot's load is no
    # difference
    alone = inside[0] - 1 if foot == 0 else inside[-1] + 1
    difference = about(floor, biased.total - true_wrenches(TIME)[:, foot])[alone]
    np.testing.assert_allclose(found - plate, weight * difference, atol=1e-10)
    # about the moving point the constant wrench has a moment that moves with it
    np.testing.assert_allclose(difference[3:], BIAS[3:], atol=2.0)


def test_a_correction_stays_where_the_record_cuts_the_phase(biased):
    problem = at_frames(biased, slice(0, LAST - 2))
    shared = share(problem, "cfp")
    double = problem.stance.all(axis=1)
    found = wrenches(shared.ground)[double]
    np.testing.assert_allclose(found[:, 1], true_wrenches(problem.time)[double, 1], atol=1e-10)
    assert "because the recording ends" in shared.notes[0]


def test_without_any_plate_corrected_plates_say_so(step):
    for problem in (
        replace(step, measured=None),
        with_known(step, ~step.stance),
    ):
        shared = share(problem, "cfp")
        assert not shared.ground.known[DOUBLE].any()
        assert np.isnan(shared.ground.force[DOUBLE]).all()
        assert shared.ground.known[~DOUBLE].all()
        assert any("not shared" in note for note in shared.notes)


# --------------------------------------------------------------------------- other ways


def test_transition_functions_are_the_published_ones():
    ends = np.array([0.0, 1.0])
    np.testing.assert_allclose(transition_of_fore_aft_force(ends), [1.0, 0.0], atol=1e-14)
    np.testing.assert_allclose(transition_of_others(ends), [1.0, np.exp(-8.0)])
    # the force peaks near tp = 2/3 of half the double support; half-way both have fallen
    fine = np.linspace(0.0, 1.0, 2001)
    law = transition_of_fore_aft_force(fine)
    assert fine[law.argmax()] == pytest.approx(1.0 / 3.0, abs=0.03)
    assert law.max() > 1.2
    assert transition_of_others(np.array([0.5]))[0] == pytest.approx(np.exp(-1.0))


def test_smooth_transition_acts_at_the_trailing_foots_centre_of_mass(step):
    centre = step.foot_mass_centre[:, 0]
    found = about(centre, wrenches(share(step, "sta").ground)[:, 0])[DOUBLE]
    at_strike = value_at(TIME, about(centre, step.total), STRIKE)
    passed = (TIME[DOUBLE] - STRIKE) / (OFF - STRIKE)
    for k in range(6):
        law = transition_of_fore_aft_force if k == 3 else transition_of_others
        np.testing.assert_allclose(found[:, k], law(passed) * at_strike[k], atol=1e-9)


def test_the_plates_proportion_corrects_each_foot_by_its_load(step, biased):
    found = wrenches(share(biased, "plates").ground)[DOUBLE]
    true = true_wrenches(TIME[DOUBLE])
    part = true[:, :, 5] / true[:, :, 5].sum(axis=1, keepdims=True)
    np.testing.assert_allclose(found - true, part[..., None] * BIAS, atol=1e-9)


def test_no_correction_leaves_the_difference_over(biased):
    found = wrenches(share(biased, "none").ground)
    np.testing.assert_allclose((biased.total - found.sum(axis=1))[DOUBLE], [BIAS] * DOUBLE.sum())
    np.testing.assert_allclose((biased.total - found.sum(axis=1))[~DOUBLE], 0.0, atol=1e-12)


def test_what_is_set_against_the_plates_is_all_of_the_resultant(step, biased):
    corrected = wrenches(share(biased, "cfp").ground)
    for name in (None, "smooth", "none"):
        np.testing.assert_array_equal(wrenches(resultant_on_feet(biased, name)), corrected)
    np.testing.assert_array_equal(
        wrenches(resultant_on_feet(biased, "sta")), wrenches(share(biased, "sta").ground)
    )
    assert resultant_on_feet(replace(biased, measured=None)) is None


def test_ways_that_give_one_foot_the_resultant_say_where_their_moments_fail(biased):
    for name, way in SHARINGS.items():
        if not way.quick:
            # the step is known by its forces alone, not by how its feet move
            assert not way.adds_up
            continue
        said = any("moments are wrong" in note for note in share(biased, name).notes)
        assert said is (way.adds_up or name == "none")


# --------------------------------------------------------------------------- contact


@pytest.mark.parametrize(
    ("frame", "foot", "rear", "front"),
    [
        (5, 0, 0.0, 0.26),  # flat: heel to toe
        (85, 1, 0.0, 0.26),
        # 40 degrees nose down about the metatarsal heads: 2 cm above the toe that is below them
        (55, 0, None, None),
    ],
)
def test_the_patch_is_the_low_part_of_the_sole(step, frame, foot, rear, front):
    patch = contact_patch(step, foot)
    if rear is not None:
        assert patch.rear[frame] == pytest.approx(rear, abs=1e-9)
        assert patch.front[frame] == pytest.approx(front, abs=1e-9)
        return
    place = step.sole[frame, foot, :, 0] - step.sole[frame, foot, 0, 0]
    assert place[0] + 0.08 < patch.rear[frame] <= place[1]
    assert patch.front[frame] == pytest.approx(place[2], abs=1e-9)


def test_at_heel_strike_only_the_heel_carries(step):
    patch = contact_patch(step, 1)
    # 2 cm of yield under a sole pitched by 20 degrees
    assert patch.rear[FIRST] == pytest.approx(0.0, abs=1e-9)
    assert patch.front[FIRST] == pytest.approx(0.02 / np.tan(np.radians(20.0)), rel=0.02)


def test_a_heel_that_never_comes_down_carries_nothing(step):
    # both heels held 8 cm up, as by an idiopathic toe walker
    sole = step.sole.copy()
    sole[:, :, 0, 2] = 0.08 + 0.01 * np.sin(9.0 * TIME)[:, None]
    patch = contact_patch(replace(step, sole=sole), 1)
    standing = TIME > 0.7
    ball = (sole[:, 1, 1, 0] - sole[:, 1, 0, 0])[standing]
    assert (patch.rear[standing] > 0.4 * ball).all()


def wrench_at(point, force, free=0.0):
    point = np.array([*point, 0.0])
    moment = np.cross(point, force)
    moment[2] += free
    return np.concatenate([moment, force])


def test_limits_hold_for_what_a_sole_can_pass_on_and_for_nothing_else(step):
    patch = contact_patch(step, 0)
    rows = contact_limits(patch, WEIGHT)[5]
    x, y = patch.centre[5]
    half = 0.5 * (patch.front[5] - patch.rear[5])
    up = np.array([0.0, 0.0, 500.0])

    def holds(wrench):
        return bool((rows @ wrench >= 0.0).all())

    assert holds(wrench_at((x, y), up))
    assert holds(wrench_at((x + 0.99 * half, y - 0.99 * patch.half_breadth), up))
    for sign in (-1.0, 1.0):
        assert not holds(wrench_at((x + 1.01 * sign * half, y), up))
        assert not holds(wrench_at((x, y + 1.01 * sign * patch.half_breadth), up))
    assert not holds(wrench_at((x, y), -up))
    for angle in np.linspace(0.0, 6.0, 13):
        side = 500.0 * FRICTION * np.array([np.cos(angle), np.sin(angle), 0.0])
        assert holds(wrench_at((x, y), up + 0.99 * side))
        assert not holds(wrench_at((x, y), up + 1.09 * side))
    most = FRICTION * 500.0 * np.hypot(half, patch.half_breadth)
    assert holds(wrench_at((x, y), up, 0.99 * most))
    for sign in (-1.0, 1.0):
        assert not holds(wrench_at((x, y), up, 1.01 * sign * most))


def test_contact_keeps_both_feet_within_their_limits(biased):
    shared = share(biased, "contact")
    assert not any("exceeded" in note for note in shared.notes)
    found = wrenches(shared.ground)
    for foot in range(2):
        limits = contact_limits(contact_patch(biased, foot), WEIGHT)
        for frame in np.flatnonzero(DOUBLE):
            assert (limits[frame] @ found[frame, foot]).min() > -1e-9


def test_contact_finds_the_true_load_without_plates(step):
    # the true wrenches obey no principle of least action: near them is what can be asked
    found = share(replace(step, measured=None), "contact").ground
    gap = found.force[DOUBLE, :, 2] - true_wrenches(TIME[DOUBLE])[:, :, 5]
    assert np.sqrt(np.mean(gap**2)) < 0.08 * WEIGHT
    by_law = share(replace(step, measured=None), "sta").ground
    law_gap = by_law.force[DOUBLE, :, 2] - true_wrenches(TIME[DOUBLE])[:, :, 5]
    assert np.sqrt(np.mean(gap**2)) < 0.6 * np.sqrt(np.mean(law_gap**2))


def test_a_resultant_that_no_sole_can_pass_on_is_shared_all_the_same_and_said(step):
    # pressed half a metre beside both feet
    beside = step.total.copy()
    beside[:, 0] += 0.5 * beside[:, 5]
    shared = share(replace(step, total=beside), "contact")
    np.testing.assert_allclose(wrenches(shared.ground).sum(axis=1), beside, atol=1e-9)
    assert "soles cannot carry what the motion needs" in shared.notes[0]


def test_what_is_shared_does_not_depend_on_how_finely_it_is_sampled(step):
    # ten times the unknowns: a dense program would take a thousand times as long
    fine = known_step(np.arange(900) / 1000.0)
    coarse, often = (
        wrenches(share(replace(problem, measured=None), "contact").ground)
        for problem in (step, fine)
    )
    there = np.isfinite(coarse).all(axis=(1, 2))
    gap = (often[::10] - coarse)[there]
    assert np.sqrt(np.mean(gap[..., 3:] ** 2)) < 0.01 * WEIGHT


def test_feet_that_push_against_each_other_without_end_push_as_walkers_do(step):
    # on a floor z = 0; two opposed forces leave the resultant as it is
    true = true_wrenches(TIME)
    opposed = true.copy()
    opposed[DOUBLE, 0, 3] += 200.0
    opposed[DOUBLE, 1, 3] -= 200.0
    # at the centres of pressure (-M_y, M_x)/F_z they turn about the vertical
    lever = true[DOUBLE, :, 0] / true[DOUBLE, :, 5]
    opposed[DOUBLE, :, 2] -= lever * [200.0, -200.0]
    found = pointed_towards_body(step, opposed)
    same = [0, 1, 5]
    np.testing.assert_array_equal(found[..., same], opposed[..., same])
    np.testing.assert_allclose(found[..., 3:5].sum(axis=1), step.total[:, 3:5], atol=1e-9)
    np.testing.assert_allclose(found, pointed_towards_body(step, true), atol=1e-9)


def test_feet_moved_farther_than_markers_are_off_are_said():
    assert _beside_markers(3.6).startswith("within")
    assert "doubtful" in _beside_markers(16.0)


# --------------------------------------------------------------------------- comparison


def test_differences_from_the_plates_are_what_was_put_in(step, biased):
    tables = compare_sharings(biased, every_sharing(biased))
    both = tables.both_feet_on_plates
    passed = (TIME[DOUBLE] - STRIKE) / (OFF - STRIKE)
    expected = np.sqrt(np.mean(passed**2)) * abs(BIAS[3:])
    right = both["cfp"]["right"]
    np.testing.assert_allclose([right.rms[c] for c in ("Fx", "Fy", "Fz")], expected)
    assert right.frames == DOUBLE.sum()
    # uncorrected plates differ from plates by nothing
    assert set(both) == {name for name, way in SHARINGS.items() if way.quick and way.compared}
    assert tables.one_foot_on_plate == {}
    alone = tables.single_support["left"]
    assert alone.rms["Fz"] == pytest.approx(30.0)
    assert alone.frames == FIRST


@pytest.mark.parametrize("push", [(50.0, 0.0, 0.0), (0.0, 50.0, 0.0), (0.0, 0.0, 50.0)])
def test_the_resultants_difference_is_about_the_point_under_the_lumbar_joint(step, push):
    # a force there has no moment about it: a level one tells its height, an upright one its place
    floor = step.lumbar * [1.0, 1.0, 0.0]
    everywhere = np.tile(push, (len(TIME), 1))
    extra = np.concatenate([np.cross(floor, everywhere), everywhere], axis=1)
    found = compare_resultant(replace(step, total=step.total + extra))
    expected = dict.fromkeys(WRENCH, 0.0) | dict(zip(list(WRENCH)[:3], push, strict=True))
    assert found.rms == pytest.approx(expected, abs=1e-9)
    # the double support and the single supports before and after it are all of the record
    assert found.frames == len(TIME)


def test_with_one_plate_the_comparison_moves_to_its_own_table(step):
    known = np.ones_like(step.stance)
    known[DOUBLE, 1] = False
    problem = with_known(step, known)
    tables = compare_sharings(problem, every_sharing(problem))
    assert tables.both_feet_on_plates == {}
    assert set(tables.one_foot_on_plate["cfp"]) == {"left", "both"}
    assert compare_resultant(problem) is None


def test_the_way_that_was_asked_for_is_among_those_compared(step, monkeypatch):
    slow = replace(SHARINGS["sta"], quick=False)
    monkeypatch.setattr(registry, "SHARINGS", {**SHARINGS, "sta": slow})
    assert "sta" not in every_sharing(step)
    assert "sta" in every_sharing(step, "sta")


def test_nothing_is_compared_where_nothing_was_measured(step):
    assert every_sharing(replace(step, measured=None)) == {}
    assert every_sharing(with_known(step, ~step.stance)) == {}


# --------------------------------------------------------------------------- what is asked for


@pytest.mark.parametrize(
    ("choices", "whole_body", "plates", "words"),
    [
        ({"sharing": "cfp", "method": "plates"}, True, True, "method plates does not divide"),
        ({"sharing": "contact"}, False, True, "model of the whole body"),
        ({"sharing": "cfp"}, True, False, "needs force plates"),
        ({"sharing": "none"}, True, False, "needs force plates"),
    ],
)
def test_a_sharing_that_cannot_be_is_refused_in_one_line(step, choices, whole_body, plates, words):
    with pytest.raises(InputError, match=words) as refused:
        choose_method(
            Configuration(**choices), whole_body, step.measured if plates else None, (), step.stance
        )
    assert "\n" not in str(refused.value)
    assert refused.value.remedy


def test_a_sharing_asked_for_means_the_whole_body(step):
    method, why = choose_method(Configuration(sharing="sta"), True, step.measured, (), step.stance)
    assert method == "whole-body"
    assert "smooth transition" in why


@pytest.mark.parametrize("foot", [0, 1])
def test_a_foot_that_stands_on_its_plate_all_the_time_is_not_estimated(step, foot):
    """Squats and jumps with one foot beside the plates: the record cuts every contact."""
    known = np.zeros_like(step.stance)
    known[:, foot] = True
    one = with_known(step, known).measured
    method, why = choose_method(Configuration(), True, one, (), step.stance)
    assert method == "plates"
    assert f"No plate measures most of the {('right', 'left')[foot]} foot's stance" in why
    assert "whole-body estimates" in why
    none = with_known(step, ~step.stance).measured
    assert choose_method(Configuration(), True, none, (), step.stance)[0] == "whole-body"
    # a foot that never stands lacks nothing
    stance = step.stance.copy()
    stance[:, 1 - foot] = False
    method, why = choose_method(Configuration(), True, one, (), stance)
    assert (method, "no plate measures" in why) == ("plates", False)


def test_the_matrix_of_a_cross_product():
    rng = np.random.default_rng(5)
    a, b = rng.normal(size=(2, 7, 3))
    product = np.einsum("fij,fj->fi", cross_matrix(a), b)
    np.testing.assert_allclose(product, np.cross(a, b), atol=1e-15)


def test_contact_laws_without_a_contact_are_said():
    (said,) = choices_without_effect(Configuration(normal_law="flores"))
    assert "normal law" in said
    assert "not used" in said
    used = Configuration(normal_law="flores", sharing="foot-contact")
    assert choices_without_effect(used) == choices_without_effect(Configuration()) == []


def test_a_sharing_that_takes_long_says_how_far_it_is():
    said = []
    tell = _told(said.append)
    tell(0)
    tell(3)
    assert said[0] == "contact under the feet, 0 of 60 steps at most"
    assert said[1].startswith("contact under the feet, 3 of 60 steps at most, ")
    assert said[1].endswith(" left")
    assert _told(None) is None
