"""What the residual moment of walks on two plates is made of (docs/accuracy.md)."""

from __future__ import annotations

import numpy as np
import pytest
from tests.kept import kept
from tests.reference.accuracy import analysed as walk

from ambulo.analysis import analyse
from ambulo.gait.configuration import Configuration
from ambulo.gait.inverse import joint_forces
from ambulo.gait.plate_registration import plate_registration
from ambulo.multibody.tree.energy import centre_of_mass
from ambulo.records import Analysis

TRIALS = {
    "HC038A": ("HC038A/Straight/HC038A11.c3d", "HC038A/Static/HC038A01.c3d"),
    "HC030A": ("HC030A/Straight/HC030A05.c3d", "HC030A/Static/HC030A01.c3d"),
    "HC038A turn": ("HC038A/Turn/HC038A27.c3d", "HC038A/Static/HC038A01.c3d"),
    "HC030A turn": ("HC030A/Turn/HC030A22.c3d", "HC030A/Static/HC030A01.c3d"),
    "HC038A stands": ("HC038A/Static/HC038A01.c3d", "HC038A/Static/HC038A01.c3d"),
    "HC030A stands": ("HC030A/Static/HC030A01.c3d", "HC030A/Static/HC030A01.c3d"),
}


@kept
def analysed(data, name: str, cutoff: float | None = None, table: str = "de_leva1996") -> Analysis:
    trial, static = TRIALS[name]
    choice = Configuration(cutoff=cutoff, parameters=table)
    folder = data / "biomechzoo"
    return analyse(folder / trial, static=folder / static, configuration=choice)


def floor_moment(found: Analysis) -> tuple[np.ndarray, np.ndarray]:
    """Pitching moment left about the floor under the mass centre, and height times force error."""
    centre = centre_of_mass(found.model.tree, found.motion.q)[0]
    moment, force = found.residual[:, :3], found.residual[:, 3:]
    about_centre = moment + np.cross(found.motion.q[:, :3] - centre, force)
    part = centre[:, 2] * force[:, 0]
    known = np.isfinite(part) & np.isfinite(about_centre[:, 1])
    return (about_centre[:, 1] + part)[known], part[known]


@pytest.mark.parametrize("name", ["HC038A", "HC030A"])
def test_most_of_the_pitching_moment_is_a_forward_force_that_is_wrong(data, name):
    whole, part = floor_moment(analysed(data, name))
    assert 1.0 - np.var(whole - part) / np.var(whole) > 0.75
    # the constant part, all that shifted masses or plates can mend, is a third of the square
    assert np.mean(whole) ** 2 < 0.4 * np.mean(whole**2)


@pytest.mark.parametrize("name", ["HC038A", "HC030A"])
def test_no_cut_off_makes_the_forward_force_right(data, name):
    errors = []
    for cutoff in (6.0, 20.0):
        found = analysed(data, name, cutoff)
        forward = found.residual[:, 3]
        weight = found.model.mass * 9.80665
        errors.append(float(np.sqrt(np.nanmean(forward**2))) / weight)
    assert min(errors) > 0.028
    assert max(errors) - min(errors) < 0.007


PARTS = {"thigh": "legs", "shank": "legs", "foot": "legs", "pelvis": "pelvis", "arm": "arms",
         "hand": "arms"}  # fmt: skip


def parts_inertial_force(found: Analysis) -> np.ndarray:
    """Forward force (frames, 4) that legs, pelvis, trunk with head, and arms take by themselves."""
    model = found.model
    carried = joint_forces(model, found.motion).force
    own = carried.copy()
    for body in range(1, model.tree.nb):
        own[:, model.tree.parent[body]] -= carried[:, body]
    names = [
        next((part for word, part in PARTS.items() if word in segment), "trunk")
        for segment in model.segments
    ]
    every = ("legs", "pelvis", "trunk", "arms")
    return np.stack([own[:, np.array(names) == part, 0].sum(axis=1) for part in every], axis=1)


def taken_away(error: np.ndarray, parts: np.ndarray) -> float:
    """Share of the error's square that the best factors on parts (frames, n) take away."""
    factors = np.linalg.lstsq(parts, error, rcond=None)[0]
    return 1.0 - float(np.sum((error - parts @ factors) ** 2) / np.sum(error**2))


@pytest.mark.parametrize(("name", "all_four"), [("HC038A", 0.10), ("HC030A", 0.27)])
def test_no_other_mass_of_a_part_makes_the_forward_force_right(data, name, all_four):
    found = analysed(data, name)
    error, parts = found.residual[:, 3], parts_inertial_force(found)
    known = np.isfinite(error)
    error, parts = error[known], parts[known]
    assert max(taken_away(error, parts[:, [k]]) for k in range(4)) < 0.07
    assert taken_away(error, parts) < all_four
    # a part that is wrong by a known factor is found
    planted = error + 2.0 * parts[:, 2]
    assert taken_away(planted, parts[:, [2]]) > 0.5


def test_the_plates_lie_where_they_do_whatever_the_table_of_masses(data):
    found = {
        table: plate_registration([analysed(data, name, None, table) for name in TRIALS])
        for table in ("de_leva1996", "dumas2007")
    }
    shifts, bodies = [], []
    for registration in found.values():
        assert registration.shift is not None
        assert registration.body is not None
        shifts.append(registration.shift)
        bodies.append(registration.body)
    np.testing.assert_allclose(shifts[0], shifts[1], atol=0.006)
    # the tables differ by where they put the mass: 15 to 20 mm
    assert 0.010 < bodies[1][0] - bodies[0][0] < 0.025
    for registration in found.values():
        assert abs(registration.turn) < 2.0 * registration.turn_sd
        assert abs(registration.delay) < 0.005


# Pamies-Vila (2012, section 4.4): largest root mean square errors of the resultant, 85 kg
THESIS_FZ, THESIS_MY = 24.12 / 85.0, 14.86 / 85.0
BESIDE_EVENTS = 0.07


def away_from_events(found: Analysis) -> np.ndarray:
    """Frames in which the residual is known and no foot strikes or leaves within 70 ms."""
    time = found.motion.time
    loads = [t for one in found.contacts for t in (one.start, one.stop)]
    events = np.array([*loads, *(event.time for event in found.events)])
    far = np.abs(time[:, None] - events).min(axis=1) > BESIDE_EVENTS
    return far & np.isfinite(found.residual).all(axis=1)


def rms(values: np.ndarray) -> float:
    return float(np.sqrt(np.mean(values**2)))


@pytest.mark.parametrize(("name", "miss"), [("HC038A", 1.0), ("HC030A", 1.45)])
def test_the_vertical_residual_is_what_strikes_are_smeared_over(data, name, miss):
    found = analysed(data, name)
    limit = THESIS_FZ * found.model.mass
    known = np.isfinite(found.residual).all(axis=1)
    assert rms(found.residual[known, 5]) > miss * limit
    assert rms(found.residual[away_from_events(found), 5]) < limit


@pytest.mark.parametrize("name", ["falisse 14", "falisse 25"])
def test_the_vertical_residual_of_falisse_is_the_left_foots_plate(data, name):
    """Scaled as its own single support asks, by 1.18, and away from strikes."""
    found = walk(data, name)
    limit = THESIS_FZ * found.model.mass
    judged = away_from_events(found)
    force = found.plates_ground.force[..., 2]
    lacking = found.residual[:, 5]
    assert rms(lacking[judged]) > 3.0 * limit
    share = np.zeros(2)
    for s in range(2):
        alone = judged & (force[:, s] > 0.0) & (force[:, 1 - s] == 0.0)
        share[s] = lacking[alone].mean() / force[alone, s].mean()
    assert share[0] == pytest.approx(0.18, abs=0.02)
    assert abs(share[1]) < 0.035
    assert rms((lacking - force @ share)[judged]) < limit


@pytest.mark.parametrize("name", ["HC038A", "HC030A"])
def test_without_the_forward_forces_error_and_a_constant_no_pitching_moment_is_missed(data, name):
    found = analysed(data, name)
    whole, part = floor_moment(found)
    limit = THESIS_MY * found.model.mass
    assert rms(whole) > 1.5 * limit
    assert rms((whole - part) - np.mean(whole - part)) < limit
