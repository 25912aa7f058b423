"""Feet that seem to be in the air while the body is carried are not known."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from ambulo.gait.missed_contacts import without_missed_contacts
from ambulo.records import GroundReaction

MASS = 70.0
WEIGHT = MASS * 9.80665
TIME = np.arange(200) / 100.0


def reaction(load: np.ndarray) -> GroundReaction:
    """Both feet known throughout, with vertical forces (frames, 2)."""
    force = np.zeros((200, 2, 3))
    force[..., 2] = load
    nothing = np.zeros((200, 2, 3))
    return GroundReaction(
        TIME, force, nothing, nothing.copy(), np.zeros((200, 2)), np.ones((200, 2), bool), "plates"
    )


def body(needed: np.ndarray) -> SimpleNamespace:
    force = np.zeros((200, 1, 3))
    force[:, 0, 2] = needed
    return SimpleNamespace(
        model=SimpleNamespace(mass=MASS), unsupported=SimpleNamespace(force=force)
    )


def contact(start: int, stop: int, size: float = 2.0) -> np.ndarray:
    load = np.zeros(200)
    load[start:stop] = size * WEIGHT
    return load


def test_a_step_that_no_plate_measured_and_no_event_told_is_not_given():
    measured = contact(50, 70)
    found, (said,) = without_missed_contacts(
        reaction(np.stack([measured, 0 * measured], axis=1)), body(measured + contact(100, 115))
    )
    unknown = np.zeros(200, bool)
    unknown[100:115] = True
    assert np.array_equal(found.known, ~np.stack([unknown, unknown], axis=1))
    assert np.isnan(found.force[unknown]).all()
    assert np.isfinite(found.force[~unknown]).all()
    assert "1.00 to 1.14 s" in said
    assert "A leg that seems to be in the air then has no moments" in said


def test_the_foot_that_is_measured_stays_known():
    """Where the other one is down as well, on no plate."""
    measured = contact(50, 70, 1.0)
    found, said = without_missed_contacts(
        reaction(np.stack([measured, 0 * measured], axis=1)), body(measured + contact(55, 70, 0.8))
    )
    assert said
    assert found.known[:, 0].all()
    assert np.array_equal(np.flatnonzero(~found.known[:, 1]), np.arange(55, 70))


@pytest.mark.parametrize(
    "more", [contact(0, 200, 0.3), contact(100, 104), contact(50, 70, 0.4), 0.0 * TIME]
)
def test_what_filters_and_masses_leave_over_is_no_contact(more):
    measured = contact(50, 70)
    given = reaction(np.stack([measured, 0 * measured], axis=1))
    found, said = without_missed_contacts(given, body(measured + more))
    assert found is given
    assert said == ()


def test_a_foot_that_is_not_known_may_carry_what_is_lacking():
    measured = reaction(np.zeros((200, 2)))
    unknown = measured.known.copy()
    unknown[100:115, 0] = False
    given = replace(measured, known=unknown)
    found, said = without_missed_contacts(given, body(contact(100, 115)))
    assert found is given
    assert said == ()
