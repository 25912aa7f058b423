"""Known recordings under other habits: the guessed set's answers are the shipped set's."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import ambulo
from ambulo.mocap.calibration.landmarks import evaluate_landmarks
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.marker_sets.marker_names import best, match_set
from ambulo.mocap.naming.guess import guess
from ambulo.records import SIDES, Markers

# landmark -> names of it in the recordings, without the side
KNOWN = {
    "asis": ("ASI",),
    "psis": ("PSI",),
    "thigh": ("THI",),
    "knee lat": ("KNE",),
    "knee med": ("KNM", "KNE_med"),
    "shank": ("TIB",),
    "ankle lat": ("ANK",),
    "ankle med": ("ANM", "MMA", "ANK_med"),
    "heel": ("HEE",),
    "toe": ("TOE",),
}
FRENCH = {
    "asis": "EIAS", "psis": "EIPS", "thigh": "CUISSE", "knee lat": "CDE", "knee med": "CDI",
    "shank": "JAMBE", "ankle lat": "MALE", "ankle med": "MALI", "heel": "TALON", "toe": "ORTEIL",
}  # fmt: skip
SHORT = {
    "asis": "IAS", "psis": "IPS", "thigh": "TH1", "knee lat": "LEPI", "knee med": "MEPI",
    "shank": "SK1", "ankle lat": "LMAL", "ankle med": "MMAL", "heel": "CALC", "toe": "MT2",
}  # fmt: skip
HABITS = {
    "words": lambda side, what: f"{side[0]} {what}",
    "camel": lambda side, what: side.capitalize() + what.title().replace(" ", ""),
    "french": lambda side, what: f"{FRENCH[what]}_{'GD'[side == 'right']}",
    "short": lambda side, what: f"{side[0].upper()}{SHORT[what]}",
}


def renamed(trial, habit):
    """With its markers of pelvis and legs under other names, and no others."""
    markers = trial.markers
    names = {
        side[0].upper() + own: HABITS[habit](side, what)
        for what, owns in KNOWN.items()
        for own in owns
        for side in SIDES
    }
    names |= {"SACR": "Sacrum"}
    kept = [k for k, name in enumerate(markers.names) if name in names]
    position = markers.position[:, kept]
    shown = tuple(names[markers.names[k]] for k in kept)
    return replace(trial, markers=Markers(shown, markers.time, position))


@pytest.mark.parametrize("habit", HABITS)
@pytest.mark.parametrize(
    "name",
    [
        "biomechzoo/HC038A/Straight/HC038A11.c3d",
        "biomechzoo/HC030A/Straight/HC030A05.c3d",
        "btk/others/FunctionalWalk.c3d",
    ],
)
def test_centres_and_moments_are_those_of_the_shipped_set(data, name, habit):
    trial = read_trial(data / name)
    other = renamed(trial, habit)
    # one regression for both: sets differ in their choice
    choice = ambulo.Configuration(
        mass=60.0, model="legs", hip="harrington2007", moment_axes="proximal"
    )
    shipped = ambulo.analyse_trial(trial, configuration=choice)
    found = ambulo.analyse_trial(other, configuration=choice)
    assert found.marker_set == "landmarks"
    ours = centres(other, guess(other.markers).marker_set)
    theirs = centres(trial, None)
    for point, path in theirs.items():
        apart = np.nanmedian(np.linalg.norm(ours[point] - path, axis=1))
        assert apart < (0.015 if "hip" in point else 0.010), point
    for joint, least in (("hip", 0.96), ("knee", 0.98), ("ankle", 0.98)):
        for side in SIDES:
            a, b = (curve(one, f"{side}_{joint}") for one in (shipped, found))
            known = np.isfinite(a) & np.isfinite(b)
            assert known.sum() > 30
            assert np.corrcoef(a[known], b[known])[0, 1] > least, (side, joint)


def without_toes(trial):
    """Without the markers of the second metatarsal, so that others are the front of the foot."""
    french = renamed(trial, "french").markers
    shown = dict(zip(trial.markers.names, range(len(trial.markers.names)), strict=True))
    feet = {f"{side}{own}": shown[f"{side}{own}"] for side in "LR" for own in ("HLX", "D5M")}
    feet |= {name: k for name, k in shown.items() if name in ("LD1M", "RD1M")}
    kept = [k for k, name in enumerate(french.names) if not name.startswith("ORTEIL")]
    names = (*(french.names[k] for k in kept), *feet)
    position = np.hstack([french.position[:, kept], trial.markers.position[:, [*feet.values()]]])
    return replace(trial, markers=Markers(names, french.time, position))


def test_a_foot_whose_front_other_markers_show_in_standing_is_no_other_length(data):
    """HC038A has markers at the first metatarsals in the static trial alone."""
    zoo = data / "biomechzoo/HC038A"
    walk, static = (
        without_toes(read_trial(zoo / name))
        for name in ("Straight/HC038A11.c3d", "Static/HC038A01.c3d")
    )
    choice = ambulo.Configuration(mass=60.0, model="legs")
    found = ambulo.analyse_trial(walk, static=static, configuration=choice)
    (check,) = (check for check in found.checks if check.id.startswith("segments"))
    assert check.grade == "good"


def centres(trial, marker_set):
    names = trial.markers.names
    match = best(names) if marker_set is None else match_set(names, marker_set)
    points = evaluate_landmarks(match, trial.markers, trial.subject, hip="harrington2007").points
    return {f"{s}_{j}": points[f"{s}_{j}"] for s in SIDES for j in ("hip", "knee", "ankle")}


def curve(analysis, joint):
    """Flexion moment of a joint."""
    (name,) = [q.name for q in analysis.moments if q.name.startswith(joint) and "flexion" in q.name]
    return analysis.moments[name].values
