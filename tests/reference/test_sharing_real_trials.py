"""Sharing on real walks against their plates, at the figures of Pamies-Vila (2012).

Her subject has 85 kg; her figures are scaled by body weight. What falls short is recorded with
its size, so that neither a worse nor a better result passes unseen.
"""

from __future__ import annotations

import numpy as np
import pytest
from tests.reference.accuracy import analysed

from ambulo.records import WRENCH

TRIALS = ("HC038A", "HC030A", "HC038A turn", "HC030A turn", "falisse 14", "falisse 25", "Gait2354")
PAMIES_VILA_MASS = 85.0

# section 4.4: largest root mean square errors of the total wrench
RESULTANT = {"Fz": 24.12, "My": 14.86, "Mz": 3.23}
# table 4.3, CFP in the double support with both feet on plates; the right foot trails
TABLE_4_3 = {
    "trailing": (9.011, 12.557, 35.746, 10.122, 20.838, 5.277),
    "leading": (10.467, 8.148, 27.432, 6.014, 12.963, 1.879),
}

# share of the limit reached, where it is missed.
# HC038A: the file's markers were smoothed before they were written (0.002 um/sqrt(Hz) at 47 Hz,
# where the unsmoothed trials have 16 and more), so the heel's impact is spread to both sides of the
# strike in all that is computed from them; and the default segment parameters have the centre of
# mass 2 cm ahead of where the plates need it (My; see test_mass_centre_real_trials.py).
# falisse: in single support the left foot's plate carries 86 % of the body, the right one's 98 %.
RESULTANT_MISSES = {
    ("HC038A", "Fz"): 1.46,
    ("HC038A", "My"): 2.37,
    ("falisse 14", "Fz"): 3.55,
    ("falisse 14", "My"): 1.28,
}
# what the two feet's errors add up to is the resultant's error, which CFP does not change
CFP_MISSES = {
    ("HC038A", "trailing", "Fx"): 2.26,
    ("HC038A", "trailing", "Fz"): 1.23,
    ("HC038A", "trailing", "Mz"): 1.25,
    ("HC038A", "leading", "Fx"): 1.98,
    ("HC038A", "leading", "My"): 1.06,
    ("HC038A", "leading", "Mz"): 1.17,
    ("falisse 14", "trailing", "Fx"): 2.20,
    ("falisse 14", "trailing", "Fz"): 1.49,
    ("falisse 14", "trailing", "My"): 1.31,
    ("falisse 14", "leading", "Fx"): 2.20,
    ("falisse 14", "leading", "Fy"): 1.30,
    ("falisse 14", "leading", "Fz"): 1.14,
    ("falisse 14", "leading", "My"): 1.41,
    ("falisse 14", "leading", "Mz"): 1.59,
}


def scale(analysis):
    return analysis.model.mass / PAMIES_VILA_MASS


def judge(value, limit, known_miss):
    reached = value / limit
    if known_miss is None:
        assert reached <= 1.0
    else:
        assert reached == pytest.approx(known_miss, rel=0.15)
        assert reached > 1.0, "met by now: take it out of the misses"


@pytest.mark.parametrize("name", ["HC038A", "falisse 14"])
@pytest.mark.parametrize("component", RESULTANT)
def test_total_wrench_from_the_motion(data, name, component):
    analysis = analysed(data, name, compare_sharing=True)
    found = analysis.sharing.resultant
    limit = RESULTANT[component] * scale(analysis)
    judge(found.rms[component], limit, RESULTANT_MISSES.get((name, component)))


@pytest.mark.parametrize("name", ["HC038A", "falisse 14"])
@pytest.mark.parametrize("role", TABLE_4_3)
def test_corrected_plates_against_plates(data, name, role):
    analysis = analysed(data, name, compare_sharing=True)
    trailing = {"HC038A": "right", "falisse 14": "left"}[name]
    leading = "left" if trailing == "right" else "right"
    found = analysis.sharing.both_feet_on_plates["cfp"]
    found = found[trailing if role == "trailing" else leading]
    for component, limit in zip(WRENCH, TABLE_4_3[role], strict=True):
        judge(
            found.rms[component],
            limit * scale(analysis),
            CFP_MISSES.get((name, role, component)),
        )


@pytest.mark.parametrize("name", TRIALS)
def test_without_plates_contact_halves_the_error_of_smooth_transition(data, name):
    found = analysed(data, name, compare_sharing=True).sharing.both_feet_on_plates
    assert found["contact"]["both"].rms["Fz"] <= 0.6 * found["sta"]["both"].rms["Fz"]
    assert found["contact"]["both"].rms["My"] <= found["sta"]["both"].rms["My"]


@pytest.mark.parametrize("name", TRIALS)
def test_corrected_plates_are_nearest_the_plates(data, name):
    found = analysed(data, name, compare_sharing=True).sharing.both_feet_on_plates
    # falisse's left foot stands beside its plate: a draw, 34 N both
    most = 1.02 if name == "falisse 25" else 1.0
    for other in ("contact", "sta"):
        assert found["cfp"]["both"].rms["Fz"] < most * found[other]["both"].rms["Fz"]


@pytest.mark.parametrize("name", TRIALS)
def test_every_double_support_of_a_step_is_shared(data, name):
    analysis = analysed(data, name, method="whole-body")
    assert analysis.ground.known.all()
    moments = {m.name: m.values for m in analysis.moments}
    for side in ("left", "right"):
        assert (moments[f"{side}_knee_flexion"] == moments[f"{side}_knee_flexion"]).all()


def test_markers_alone_give_moments_and_what_is_left_at_the_root(data):
    # the same trial as if the laboratory had no plates
    from dataclasses import replace

    from ambulo.analysis import analyse_trial
    from ambulo.gait.configuration import Configuration
    from ambulo.mocap.files.trial_file import read_trial

    folder = data / "falisse" / "subject2"
    trial = read_trial(folder / "TRC/gait_14.trc", grf=folder / "GRF/GRF_gait_14.mot")
    static = read_trial(folder / "TRC/static.trc")
    blind = analyse_trial(
        replace(trial, plates=()),
        static,
        Configuration(mass=62.0, method="whole-body", compare_sharing=True),
    )
    assert blind.ground.source.endswith("smooth joint moments within the limits of contact")
    left = np.sqrt(np.mean(blind.residual**2, axis=0))
    assert 0.003 < left[3] / (62.0 * 9.81) < 0.05
    assert 2.0 < left[1] < 60.0
    assert any("at the pelvis" in note for note in blind.log)
    assert blind.ground.known.all()
    assert blind.sharing is None
