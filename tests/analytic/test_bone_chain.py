"""The whole way from net joint loads to a gauge, on legs simple enough to be done by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests.synthetic_leg import SHANK, THIGH, about_y, bent_leg, moved

from ambulo.bone.leg_muscles import LegMuscles, Muscle, leg_muscles, route
from ambulo.bone.tibia_loads import tibia_loads
from ambulo.multibody.flexible.materials import Isotropic
from ambulo.multibody.flexible.sections import Section

pytest.importorskip("skfem")

import itertools

from ambulo.bone.bone import gauge_histories
from ambulo.bone.tibia import Shaft, bone_of_sections

TUBE = Section(0.012, 0.010, 0.5)
BONE = Isotropic(17e9, 0.3, 1900.0)
BEHIND = 0.05
"""m, of the muscle behind the line from ankle to knee."""


def one_muscle(*path, subtalar=(0.0, 0.0, 0.0)):
    """A table of one muscle and, that its moments can always be met, no others."""
    return LegMuscles(
        THIGH, SHANK, np.array([1.0, 0.0, 0.0]), np.array(subtalar),
        np.array([0.0, 1.0]), np.zeros((2, 3)),
        (Muscle("only", 5000.0, tuple((name, np.array(at)) for name, at in path)),),
    )  # fmt: skip


SOLEUS = one_muscle(
    ("shank", (-BEHIND, 0.0, -0.05)), ("foot", (-BEHIND, 0.0, -0.06)), subtalar=(-BEHIND, 0.0, 0.0)
)
"""Straight down behind the shank; it passes the subtalar axis by without an arm."""


@pytest.fixture(scope="module")
def tube():
    heights = np.array([-SHANK, 0.0])
    two = np.ones(2)
    shaft = Shaft(
        heights, TUBE.a * two, TUBE.b * two, TUBE.hollow * two, np.zeros((2, 2)), -0.5 * SHANK
    )
    return bone_of_sections(SHANK, shaft, BONE)


def axial_strain(bone, loads):
    rings = bone.ring_loads(loads.points, loads.forces, loads.couples)
    return {gauge.name: gauge.strain(rings)[0, 2] for gauge in bone.gauges}


# Plantarflexion turns about +y. The foot is pushed off the ground: by W upwards at the toe.
W, TOE = 800.0, 0.12
HELD = bent_leg(
    knee_load=((0.0, 0.0, -W), (0.0, W * TOE, 0.0)),
    ankle_load=((0.0, 0.0, -W), (0.0, W * TOE, 0.0)),
)


def test_a_leg_on_its_toes_by_hand():
    loads = tibia_loads(HELD, table=SOLEUS)
    tension = W * TOE / BEHIND
    assert loads.muscle_force[0, 0] == pytest.approx(tension, rel=1e-6)
    assert loads.ankle_contact[0] == pytest.approx(W + tension, rel=1e-6)
    assert loads.knee_contact[0] == pytest.approx(W, rel=1e-6)
    np.testing.assert_allclose(loads.missing[0, 1:], 0.0, atol=1e-3)
    # the soleus does not cross the knee: what the knee needs is missing, left to the joint
    assert loads.missing[0, 0] == pytest.approx(W * TOE)
    forces = dict(zip(loads.labels, loads.forces[0], strict=True))
    couples = dict(zip(loads.labels, loads.couples[0], strict=True))
    np.testing.assert_allclose(forces["only 1"], [0.0, 0.0, -tension], atol=1e-3)
    np.testing.assert_allclose(forces["ankle contact"], [0.0, 0.0, W + tension], atol=1e-3)
    np.testing.assert_allclose(forces["knee contact"], [0.0, 0.0, -W], atol=1e-3)
    np.testing.assert_allclose(couples["knee contact"], [0.0, W * TOE, 0.0], atol=1e-3)
    np.testing.assert_allclose(couples["ankle contact"], 0.0, atol=1e-3)


def test_strain_of_a_leg_on_its_toes(tube):
    # at mid-shaft, above which the muscle begins 0.05 m below the knee, the cut carries the ankle
    # contact and no moment; above it the muscle's arm bends
    tension = W * TOE / BEHIND
    found = axial_strain(tube, tibia_loads(HELD, table=SOLEUS))
    pressed = -(W + tension) / (BONE.young * TUBE.area)
    for site, strain in found.items():
        assert strain == pytest.approx(pressed, rel=0.01), site


def test_strain_above_and_below_a_muscles_origin(tube):
    # the origin moved below the middle: there the cut carries W and the moment of T behind
    low = one_muscle(
        ("shank", (-BEHIND, 0.0, -0.35)), ("foot", (-BEHIND, 0.0, -0.06)),
        subtalar=(-BEHIND, 0.0, 0.0),
    )  # fmt: skip
    tension = W * TOE / BEHIND
    found = axial_strain(tube, tibia_loads(HELD, table=low))
    pressed = -W / (BONE.young * TUBE.area)
    # the muscle draws the back of the lower part down: the shaft bends, its front is pressed
    bent = tension * BEHIND * TUBE.a / (BONE.young * TUBE.second_moment_y)
    assert found["anterior"] == pytest.approx(pressed - bent, rel=0.01)
    assert found["posterior"] == pytest.approx(pressed + bent, rel=0.01)
    assert found["medial"] == pytest.approx(pressed, rel=0.03)


def test_strain_by_a_moment_from_side_to_side(tube):
    # adduction moment about +x through the whole shank, with no muscle to meet it
    leg = bent_leg(
        knee_load=((0.0, 0.0, 0.0), (15.0, 0.0, 0.0)),
        ankle_load=((0.0, 0.0, 0.0), (15.0, 0.0, 0.0)),
    )
    aside = one_muscle(("shank", (-BEHIND, 0.0, -0.05)), ("foot", (-BEHIND, 0.0, -0.06)))
    without_pull = aside._replace(subtalar_axis=np.array([0.0, 1.0, 0.0]))
    found = axial_strain(tube, tibia_loads(leg, table=without_pull))
    bent = 15.0 * TUBE.b / (BONE.young * TUBE.second_moment_x)
    assert found["medial"] == pytest.approx(bent, rel=0.01)
    assert found["lateral"] == pytest.approx(-bent, rel=0.01)
    assert abs(found["anterior"]) < 0.02 * bent
    # half-way round in the ellipse's parameter the arm is b sin 45 degrees
    assert found["anteromedial"] == pytest.approx(bent * np.sqrt(0.5), rel=0.01)


def test_strain_by_torsion(tube):
    couple = 8.0
    leg = bent_leg(
        knee_load=((0.0, 0.0, 0.0), (0.0, 0.0, couple)),
        ankle_load=((0.0, 0.0, 0.0), (0.0, 0.0, couple)),
    )
    loads = tibia_loads(leg, table=SOLEUS)
    rings = tube.ring_loads(loads.points, loads.forces, loads.couples)
    # an ellipse's greatest shear is at the ends of its short axis: 2 T / (pi a b^2 (1 - k^4))
    gauge = next(g for g in tube.gauges if g.name == "medial")
    shear = 2.0 * couple / (np.pi * TUBE.a * TUBE.b**2 * (1.0 - TUBE.hollow**4))
    strain = gauge.strain(rings)[0]
    # at the medial side (y = b) a couple about +z on the upper end moves the surface to -x
    assert strain[4] == pytest.approx(-shear / BONE.shear_modulus, rel=0.02)
    history = gauge_histories(tube, rings, np.array([0.0, 0.1]), np.array([True, False]))["medial"]
    half = 0.5 * shear / BONE.shear_modulus
    assert history.high[0] == pytest.approx(half, rel=0.02)
    assert history.low[0] == pytest.approx(-half, rel=0.02)
    assert abs(history.angle[0]) == pytest.approx(np.pi / 4.0, abs=0.02)
    assert np.isnan(history.high[1])


def test_a_push_from_one_end_is_met_by_inertia(tube):
    # 1000 N on the knee alone: half the bone's mass is beyond the middle, which carries half
    points = np.zeros((1, 1, 3))
    rings = tube.ring_loads(points, np.array([[[0.0, 0.0, -1000.0]]]), np.zeros((1, 1, 3)))
    found = {gauge.name: gauge.strain(rings)[0, 2] for gauge in tube.gauges}
    for strain in found.values():
        assert strain == pytest.approx(-500.0 / (BONE.young * TUBE.area), rel=0.01)


@pytest.mark.parametrize("pull", [-1000.0, 1000.0])
def test_the_greater_strain_lies_along_a_pressed_or_drawn_bone(tube, pull):
    ends = np.array([[[0.0, 0.0, -0.02], [0.0, 0.0, -0.38]]])
    rings = tube.ring_loads(ends, np.array([[[0, 0, pull], [0, 0, -pull]]]), np.zeros((1, 2, 3)))
    histories = gauge_histories(tube, rings, np.zeros(3), np.array([True, False, False]))
    for site, history in histories.items():
        assert history.angle[0] == pytest.approx(0.0, abs=0.02), site
        along, across = (history.high, history.low) if pull > 0.0 else (history.low, history.high)
        assert across[0] == pytest.approx(-BONE.poisson * along[0], rel=0.02)


def test_normals_stand_on_the_ellipse(tube):
    for gauge in tube.gauges:
        x, y, _ = gauge.place
        tangent = np.array([-y * TUBE.a / TUBE.b, x * TUBE.b / TUBE.a, 0.0])
        assert abs(gauge.normal @ tangent) < 1e-9
        assert gauge.normal @ gauge.place > 0.0


def test_a_load_goes_to_the_rings_next_to_it(tube):
    low, high = tube.rings[4], tube.rings[5]
    at = (0.75 * low + 0.25 * high)[None, None]
    found = tube.ring_loads(at, np.array([[[3.0, 0.0, 8.0]]]), np.zeros((1, 1, 3))).reshape(-1, 6)
    np.testing.assert_allclose(found[4, :3], [2.25, 0.0, 6.0], atol=1e-12)
    np.testing.assert_allclose(found[5, :3], [0.75, 0.0, 2.0], atol=1e-12)
    assert np.abs(np.delete(found, (4, 5), axis=0)).max() == 0.0


def test_rates_are_the_slope_of_the_strains(tube):
    time = np.linspace(0.0, 1.0, 11)
    unit = tube.ring_loads(
        np.array([[[0.0, 0.0, -0.02], [0.0, 0.0, -0.38]]]),
        np.array([[[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]]),
        np.zeros((1, 2, 3)),
    )
    histories = gauge_histories(tube, 1000.0 * time[:, None] * unit, time, np.ones(11, dtype=bool))
    slope = -1000.0 / (BONE.young * TUBE.area)
    np.testing.assert_allclose(histories["anterior"].low_rate, slope, rtol=0.02)


# --------------------------------------------------------------------------- posture and muscles


def test_where_the_bone_is_does_not_matter():
    rng = np.random.default_rng(3)
    loads = rng.normal(scale=[[200.0] * 3, [30.0] * 3, [400.0] * 3, [40.0] * 3], size=(4, 3))
    leg = bent_leg(0.4, 0.2, loads[:2], loads[2:])
    here = tibia_loads(leg)
    R = Rotation.from_rotvec([0.7, -1.9, 0.4]).as_matrix()
    there = tibia_loads(moved(leg, R, np.array([3.0, -1.0, 0.5])))
    for name in ("points", "forces", "couples", "knee_contact", "ankle_contact"):
        np.testing.assert_allclose(getattr(there, name), getattr(here, name), atol=1e-4)
    np.testing.assert_allclose(there.axes, R @ here.axes, atol=1e-12)


def test_a_leg_that_hangs_is_held_by_ligaments_and_presses_on_nothing():
    hanging = bent_leg(
        knee_load=((0.0, 0.0, 40.0), (0.0, 0.0, 0.0)),
        ankle_load=((0.0, 0.0, 10.0), (0.0, 0.0, 0.0)),
    )
    loads = tibia_loads(hanging, table=SOLEUS)
    assert (loads.knee_contact[0], loads.ankle_contact[0]) == (0.0, 0.0)
    assert loads.knee_ligaments[0] == pytest.approx(40.0, rel=1e-6)
    assert loads.ankle_ligaments[0] == pytest.approx(10.0, rel=1e-3)
    pressed = tibia_loads(HELD, table=SOLEUS)
    assert (pressed.knee_ligaments[0], pressed.ankle_ligaments[0]) == (0.0, 0.0)


def path_lengths(leg):
    """(muscles,) m, from the table's places by hand: thigh, shank and foot axes, scaled."""
    table = leg_muscles()
    scale = {"thigh": THIGH / table.thigh, "shank": SHANK / table.shank}
    scale |= {"pelvis": scale["thigh"], "foot": scale["shank"]}
    frame = {
        "pelvis": (leg.hip_centre[0], leg.pelvis[0]),
        "thigh": (leg.hip_centre[0], leg.thigh[0]),
        "shank": (leg.knee_centre[0], leg.shank[0]),
        "foot": (leg.ankle_centre[0], leg.foot[0]),
    }
    lengths = []
    for muscle in table.muscles:
        if muscle.name == "quadriceps":  # the patella moves in the shank with the knee
            lengths.append(np.nan)
            continue
        at = [frame[s][0] + frame[s][1] @ place * scale[s] for s, place in muscle.path]
        lengths.append(sum(np.linalg.norm(b - a) for a, b in itertools.pairwise(at)))
    return np.array(lengths)


@pytest.mark.parametrize("joint", [0, 1])
def test_levers_are_what_shortens_the_muscles(joint):
    # virtual work: the moment about the joint by 1 N is -d(length)/d(angle)
    step, posture = 1e-6, np.array([0.5, -0.2])
    change = step * np.eye(2)[joint]
    shorter = path_lengths(bent_leg(*(posture - change))) - path_lengths(
        bent_leg(*(posture + change))
    )
    lever = route(leg_muscles(), bent_leg(*posture)).lever[joint, 0, :, 1]
    known = np.isfinite(shorter)
    np.testing.assert_allclose(lever[known], shorter[known] / (2.0 * step), atol=1e-7)
    assert np.abs(lever[known]).max() > 0.02


def test_the_pull_on_the_shank_is_the_paths_resultant():
    # all forces on the shank by 1 N: what its crossing muscles do to it, seen from either joint
    leg, table = bent_leg(0.3, 0.1), leg_muscles()
    routes = route(table, leg)
    for m, muscle in enumerate(table.muscles):
        on_shank = sum((at.pull[0] for at in routes.attachments if at.muscle == m), np.zeros(3))
        # across the knee it pulls on the shank or on what hangs below, across the ankle the
        # reaction stays on the shank
        expected = routes.pull[0, 0, m] - routes.pull[1, 0, m]
        np.testing.assert_allclose(on_shank, expected, atol=1e-12, err_msg=muscle.name)


@pytest.mark.parametrize(
    ("knee", "ankle", "working", "resting"),
    [
        (0.0, 60.0, "soleus", "tibialis_anterior"),
        (0.0, -20.0, "tibialis_anterior", "soleus"),
        (40.0, 0.0, "biceps_femoris_long_head", "quadriceps"),
        (-60.0, 0.0, "quadriceps", "biceps_femoris_long_head"),
    ],
)
def test_the_right_muscles_pull(knee, ankle, working, resting):
    # about +y: flexion of the knee, plantarflexion of the ankle
    leg = bent_leg(
        0.3, 0.1, knee_load=((0, 0, 0), (0, knee, 0)), ankle_load=((0, 0, 0), (0, ankle, 0))
    )
    loads = tibia_loads(leg)
    force = dict(zip(loads.muscles, loads.muscle_force[0], strict=True))
    assert force[working] > 50.0
    assert force[resting] < 1e-3 * force[working]
    np.testing.assert_allclose(loads.missing[0], 0.0, atol=1e-3)


def test_heads_lie_on_their_own_sides():
    leg = bent_leg()
    attached = {at.label: at.point[0] for at in route(leg_muscles(), leg).attachments}
    scale = SHANK / leg_muscles().shank
    # Rajagopal et al. (2016) in their own axes, x forwards, y up, z right: (-.0076, -.0916, .0098)
    expected = leg.knee_centre[0] + scale * np.array([-0.0076, -0.0098, -0.0916])
    np.testing.assert_allclose(attached["soleus 1"], expected, atol=1e-12)
    knee = leg.knee_centre[0]
    assert attached["peroneus_longus 1"][1] < knee[1] < attached["tibialis_posterior 2"][1]


def test_the_kneecap_follows_the_knee():
    # Delp et al. (1990): at 60 degrees (0.0293, 0.0271) in the shank's axes, of a shank of 0.400 m
    leg, table = bent_leg(np.radians(60.0)), leg_muscles()
    at = next(at for at in route(table, leg).attachments if at.label == "quadriceps 2")
    kneecap = leg.knee_centre[0] + about_y(np.radians(60.0)) @ np.array([0.0293, 0.0, 0.0271])
    towards = kneecap - at.point[0]
    np.testing.assert_allclose(at.pull[0], towards / np.linalg.norm(towards), atol=1e-9)


def test_more_muscle_force_is_more_contact():
    one, more = tibia_loads(HELD, table=SOLEUS), tibia_loads(HELD, muscle_factor=1.3, table=SOLEUS)
    np.testing.assert_allclose(more.muscle_force, 1.3 * one.muscle_force)
    added = more.ankle_contact - one.ankle_contact
    np.testing.assert_allclose(added, 0.3 * one.muscle_force[:, 0], rtol=1e-9)


def test_an_error_of_the_pressures_centre_moves_both_moments():
    leg = bent_leg(knee_load=((0, 0, -W), (0, 30, 0)), ankle_load=((0, 0, -W), (0, 60, 0)))
    shifted = bent_leg(knee_load=((0, 0, -W), (0, 36, 0)), ankle_load=((0, 0, -W), (0, 66, 0)))
    found, expected = tibia_loads(leg, moment_shift=0.1), tibia_loads(shifted)
    np.testing.assert_allclose(found.muscle_force, expected.muscle_force, rtol=1e-9, atol=1e-6)
    np.testing.assert_allclose(found.couples, expected.couples, atol=1e-4)
