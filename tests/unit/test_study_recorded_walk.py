"""What a low-pass took from a motion is given back by what it takes from the plates."""

import numpy as np
import pytest

from ambulo.gait.sharing.problem import SharingProblem
from ambulo.gait.sharing.wrenches import about, about_origin
from ambulo.records import Event, GroundReaction
from ambulo_studies.recorded_walk import unfiltered
from ambulo_studies.shared_again import resultant_error

HALF, CUTOFF = 0.6, 2.5


def _walked() -> tuple[SharingProblem, np.ndarray, np.ndarray]:
    """A symmetric walk of harmonics about a moving centre, on plates for a stride and a half."""
    time = np.arange(0.0, 1.8, 0.01)
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
    events = tuple(Event(side, "strike", t, "file") for side, t in (("left", 0.6), ("right", 1.2)))
    problem = SharingProblem(
        time, plates + 1.0, known, events, measured, centre, nothing[..., 0], nothing, nothing,
        nothing, 700.0,
    )  # fmt: skip
    return problem, centre, wrench


def test_what_the_filter_took_is_given_back_to_the_last_frame():
    problem, centre, wrench = _walked()
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
    assert resultant_error(found)[90] == pytest.approx(1.0 + (found.total - problem.total)[90])
