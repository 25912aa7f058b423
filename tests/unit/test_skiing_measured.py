"""A measured push-off becomes the skater's, fitted with the number of harmonics it needs."""

from __future__ import annotations

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo_studies.skating.kernel import constants, push_off
from ambulo_studies.skating.measured import with_measured_push_off
from ambulo_studies.skating.parameters import load
from ambulo_studies.skating.readings import OUTSIDE_FORCE


def _write(path, time, force):
    np.savetxt(path, np.column_stack([time, force]), delimiter=",", header="time [s],force [N]")


def test_measured_push_off_is_the_force_in_the_kernel(tmp_path):
    skater = load("long_run")
    time = np.arange(500) / 1000.0  # half a second at 1 kHz, stretched to a stroke of 1 s
    angle = 2 * np.pi * time / 0.5
    force = 900.0 + 200.0 * np.sin(angle) - 150.0 * np.cos(2 * angle)
    noise = np.random.default_rng(1).normal(scale=15.0, size=500)
    _write(tmp_path / "force.csv", time, force + noise)
    measured, series = with_measured_push_off(skater, tmp_path / "force.csv")
    assert series.r > 0.99
    c = constants(measured, OUTSIDE_FORCE)
    got = [push_off(c, 2.0 * t) for t in time]
    assert np.abs(np.array(got) - force).max() < 10.0
    assert measured.push_off * measured.weight == pytest.approx(900.0, rel=0.01)


def test_poor_files_are_refused(tmp_path):
    skater, path = load("long_run"), tmp_path / "force.csv"
    with pytest.raises(InputError, match="cannot be read"):
        with_measured_push_off(skater, path)
    path.write_text("time,force\n0,a\n")
    with pytest.raises(InputError, match="cannot be read"):
        with_measured_push_off(skater, path)
    _write(path, np.arange(5.0), np.ones(5))
    with pytest.raises(InputError, match="eight rows"):
        with_measured_push_off(skater, path)
    _write(path, np.arange(20.0), -np.ones(20) - np.sin(np.arange(20.0)))
    with pytest.raises(InputError, match="not positive"):
        with_measured_push_off(skater, path)
