"""Landmarks of the static trial, carried by the cluster of their segment."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from ambulo.mocap.marker_sets.marker_names import match_set
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.static_landmarks import missing_beside_clusters, with_static_landmarks
from ambulo.records import Markers

SET = load_marker_set("condyle_clusters")
NAMES = tuple(SET.markers)
LANDMARKS = tuple(name for name in NAMES if name[1:] in ("LFC", "MFC", "LMAL", "MMAL"))


def recordings(frames: int = 40) -> tuple[Markers, Markers]:
    """Every marker while standing, and all of them turned and moved by their segment's own way."""
    rng = np.random.default_rng(2)
    local = rng.uniform(-0.1, 0.1, (len(NAMES), 3))
    static = Markers(NAMES, np.arange(9) / 100.0, np.repeat(local[None], 9, axis=0))
    moved = np.empty((frames, len(NAMES), 3))
    for segment in {SET.markers[name].segment for name in NAMES}:
        mine = [k for k, name in enumerate(NAMES) if SET.markers[name].segment == segment]
        turn = Rotation.random(frames, rng=rng)
        for k in mine:
            moved[:, k] = turn.apply(local[k])
        moved[:, mine] += rng.normal(size=(frames, 1, 3))
    return static, Markers(NAMES, np.arange(frames) / 100.0, moved)


def without(markers: Markers, names: tuple[str, ...]) -> Markers:
    keep = [k for k, name in enumerate(markers.names) if name not in names]
    kept = tuple(markers.names[k] for k in keep)
    return Markers(kept, markers.time, markers.position[:, keep])


def test_they_are_where_the_segment_takes_them():
    static, whole = recordings()
    walk = without(whole, LANDMARKS)
    nearly = match_set(walk.names, SET)
    missing = missing_beside_clusters(nearly, static)
    assert set(missing) == set(LANDMARKS)
    found, markers = with_static_landmarks(nearly, walk, static, missing)
    assert found.complete
    assert found.carried == set(LANDMARKS)
    for name in NAMES:
        np.testing.assert_allclose(markers.of(name), whole.of(name), atol=1e-9)


def test_where_the_cluster_has_a_gap_so_have_they():
    static, whole = recordings()
    walk = without(whole, LANDMARKS)
    walk.position[7, walk.names.index("LTH1")] = np.nan
    nearly = match_set(walk.names, SET)
    missing = missing_beside_clusters(nearly, static)
    _, markers = with_static_landmarks(nearly, walk, static, missing)
    assert np.isnan(markers.of("LLFC")[7]).all()
    assert np.isfinite(np.delete(markers.of("LLFC"), 7, axis=0)).all()
    assert np.isfinite(markers.of("RLFC")).all()


@pytest.mark.parametrize("lost", [("LTH1", "LTH2"), ("LCAL",)])
def test_without_three_beside_them_they_cannot_be_had(lost):
    """Nor what has no cluster: a heel beside two metatarsal heads."""
    static, whole = recordings()
    nearly = match_set(without(whole, (*LANDMARKS, *lost)).names, SET)
    assert not missing_beside_clusters(nearly, static)


def test_three_in_a_line_do_not_tell_the_turn_about_it():
    static, whole = recordings()
    lost = (*LANDMARKS, "LTH4", "RTH4", "LTB4", "RTB4")
    walk = without(whole, lost)
    for k, name in enumerate(("LTH1", "LTH2", "LTH3")):
        static.position[:, static.names.index(name)] = [0.05, 0.0, 0.1 * k]
    assert not missing_beside_clusters(match_set(walk.names, SET), static)


def test_a_static_trial_that_lacks_them_too_is_of_no_use():
    static, whole = recordings()
    nearly = match_set(without(whole, LANDMARKS).names, SET)
    assert not missing_beside_clusters(nearly, without(static, LANDMARKS[:1]))
