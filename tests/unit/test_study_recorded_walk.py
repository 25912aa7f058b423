"""Causes taken out of a recorded walk: masses fitted to plates, and the markers' low-pass."""

from dataclasses import replace

import numpy as np
import pytest
from tests.consistent_analysis import consistent_analysis

from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.wrenches import about, about_origin
from ambulo.records import SIDES, Event, GroundReaction
from ambulo_studies.recorded_walk import (
    _known,
    changed,
    fitted_to,
    mass_centre_path,
    slowed,
    unfiltered,
)
from ambulo_studies.shared_again import problem_of, resultant_less_plates

HALF, CUTOFF, START = 0.6, 2.5, 2.4


def _walked(strikes: tuple[float, float]) -> tuple[SharingProblem, np.ndarray, np.ndarray]:
    """A symmetric walk of harmonics about a moving centre, on plates for a stride and a half."""
    time = START + np.arange(180) / 100.0
    whole, twice = np.cos(np.pi / HALF * time), np.sin(2.0 * np.pi / HALF * time)
    # moments about X and Z and the force to the left are of the stride, all else of its half
    wrench = np.stack([9.0 * whole, 20.0 * twice, 2.0 * whole,
                       50.0 * twice, 20.0 * whole, 100.0 * twice], axis=1)  # fmt: skip
    centre = np.stack([1.2 * time, 0.02 * whole, 0.9 + 0.02 * twice], axis=1)
    plates, nothing = about_origin(centre, wrench), np.zeros((len(time), 2, 3, 3))
    on_feet = np.stack([plates, 0.0 * plates], axis=1)
    known = np.ones((len(time), 2), dtype=bool)
    measured = GroundReaction(
        time, on_feet[..., 3:], on_feet[..., :3], nothing[..., 0], nothing[..., 0, 0], known, "here"
    )
    assert np.allclose(measured.wrench.sum(axis=1), plates)
    events = tuple(
        Event(side, "strike", t, "file") for side, t in zip(("left", "right"), strikes, strict=True)
    )
    problem = SharingProblem(
        time, plates + 1.0, known, events, measured, centre, nothing[..., 0], nothing, nothing,
        nothing, 700.0,
    )  # fmt: skip
    return problem, centre, wrench


@pytest.mark.parametrize("strikes", [(START + 0.6, START + 1.2), (START, START + 1.8)])
def test_what_the_filter_took_is_given_back_to_the_last_frame(strikes):
    """The record goes on as it was half a stride before, or three halves."""
    problem, centre, wrench = _walked(strikes)
    found = unfiltered(problem, centre, CUTOFF, mirrored=True)
    given = about(centre, found.total - problem.total)
    # a harmonic of f keeps 1 / (1 + (f / cutoff)^4) of its size in two passes of second order
    for column, f in enumerate(np.array([0.5, 1.0, 0.5, 1.0, 0.5, 1.0]) / HALF):
        kept = 1.0 / (1.0 + (np.tan(np.pi * f * 0.01) / np.tan(np.pi * CUTOFF * 0.01)) ** 4)
        size = np.abs(wrench[:, column]).max()
        assert given[:, column] == pytest.approx((1.0 - kept) * wrench[:, column], abs=1e-3 * size)
    # turned about its last value, the record bends there
    bent = about(centre, unfiltered(problem, centre, CUTOFF, mirrored=False).total - problem.total)
    assert np.abs(bent - given)[-1].max() > 10.0 * np.abs(bent - given)[90].max()
    # the motion's own error, 1 everywhere, is left but for what the filter takes
    assert resultant_less_plates(found)[90] == pytest.approx(
        1.0 + (found.total - problem.total)[90]
    )


def test_masses_and_centres_are_found_from_the_plates_of_a_walk():
    made = consistent_analysis()
    landed = tuple(Event(side, "strike", made.motion.time[0], "file") for side in SIDES)
    truth = replace(made, plates_ground=made.ground, events=landed)
    change = np.zeros((8, 4))
    # torso, thighs
    change[1, 0], change[5, 1:] = 0.1, [0.01, 0.02, 0.0]
    other = changed(truth, change)
    names, mass = truth.model.segments, other.model.tree.mass / truth.model.tree.mass
    assert mass[names.index("torso")] == pytest.approx(1.1 * mass[names.index("pelvis")])
    assert other.model.tree.mass.sum() == pytest.approx(truth.model.mass)
    moved = other.model.tree.com - truth.model.tree.com
    assert moved[names.index("right_thigh")] == pytest.approx([0.01, -0.02, 0.0])

    def error(analysis):
        return about(mass_centre_path(analysis), resultant_less_plates(problem_of(analysis)))

    assert np.abs(error(truth)).max() < 1e-6
    before, after = error(other), error(changed(other, fitted_to(other)))
    known = _known(other, before)
    # the frames before the strike that ends the record do not count
    assert known[0]
    assert np.count_nonzero(~known) == 31
    assert np.sqrt((after[known] ** 2).mean()) < 0.1 * np.sqrt((before[known] ** 2).mean())


def test_in_twice_the_time_a_walk_presses_as_its_mass_needs():
    """Plates of the slow walk measure what its inverse dynamics gives, and their own error."""
    made = consistent_analysis()
    landed = tuple(Event(side, "strike", made.motion.time[0], "file") for side in SIDES)
    motion = replace(
        made.motion, time=2.0 * made.motion.time, v=made.motion.v / 2.0, a=made.motion.a / 4.0
    )
    slow = replace(made, motion=motion, plates_ground=None, events=())
    fast = replace(made, plates_ground=made.ground, events=landed)
    found = slowed(fast, slow, 2.0)
    assert found.events[0].time == 2.0 * landed[0].time
    assert np.abs(resultant_less_plates(problem_of(found))).max() < 1e-6
    # the error of a moment stays, that of a force by its change alone
    centre = mass_centre_path(made)
    error = np.tile([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], (len(centre), 1))
    error[::2, 3:] *= -1.0
    read = made.ground.wrench
    read[:, 0] -= about_origin(centre, error)
    off = replace(made.ground, moment_origin=read[..., :3], force=read[..., 3:])
    left = problem_of(slowed(replace(fast, plates_ground=off), slow, 2.0))
    error[:, 3:] = error[:, 3:].mean(axis=0) + 0.25 * (error - error.mean(axis=0))[:, 3:]
    np.testing.assert_allclose(about(centre, resultant_less_plates(left)), error, atol=1e-6)
