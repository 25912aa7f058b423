"""Filters chosen in a configuration, through the whole analysis: its moments, its log and pages."""

from __future__ import annotations

import numpy as np
import pytest
from tests.command_line import ambulo, refusal

from ambulo.analysis import load

JOINTS = ("hip_flexion", "knee_flexion", "ankle_dorsiflexion")

CHOICES = {
    "bezier": ('filter = "bezier"', "Bézier curves of order"),
    "reinsch": ('filter = "reinsch"', "Reinsch's splines"),
    "ssa": (
        'filter = "ssa"\n[filter_settings]\nwindow = 7\ncomponents = 2\npasses = 2',
        "window 7, 2 components, 2 passes",
    ),
}


def analysed(recording, folder, text):
    walk, static = recording
    folder.mkdir()
    (folder / "study.toml").write_text(f'sex = "m"\n{text}\n')
    out = folder / "out"
    done = ambulo(
        "analyse", walk, "--static", static, "--config", folder / "study.toml", "--out", out
    )
    assert done.status == 0, done.err
    return out


@pytest.fixture(scope="module")
def usual(recording, tmp_path_factory):
    return load(analysed(recording, tmp_path_factory.mktemp("usual") / "quintic", ""))


@pytest.mark.parametrize("name", list(CHOICES))
def test_moments_by_every_filter_are_those_of_the_walk(recording, usual, tmp_path, name):
    """Filters of about the same cut-off, 10 Hz by this recording's noise, differ by a few per cent.

    A window of 13 would err by 5 %, Bézier curves of half the order by more.
    """
    text, said = CHOICES[name]
    out = analysed(recording, tmp_path / name, text)
    assert said in (out / "log.txt").read_text(encoding="utf-8")
    assert "Noise is removed by" in (out / "report.html").read_text(encoding="utf-8")
    found = load(out)
    # polynomials err at the ends of the record
    inner = slice(15, -15)
    for side in ("left", "right"):
        for joint in JOINTS:
            ours = found.moments[f"{side}_{joint}"].values[inner]
            theirs = usual.moments[f"{side}_{joint}"].values[inner]
            known = np.isfinite(ours) & np.isfinite(theirs)
            assert known.mean() > 0.5
            off = np.sqrt(np.mean((ours - theirs)[known] ** 2)) / np.ptp(theirs[known])
            assert 1e-4 < off < 0.025, (side, joint)


def test_settings_of_another_filter_are_refused_with_their_line(recording, tmp_path):
    walk, static = recording
    path = tmp_path / "study.toml"
    path.write_text('filter = "bezier"\n\n[filter_settings]\nwindow = 10\n')
    message = refusal("analyse", walk, "--static", static, "--config", path)
    assert "study.toml" in message
    assert "window" in message
    assert "order" in message or "tolerance" in message
