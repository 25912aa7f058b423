"""What a C3D says about the subject, in SI units."""

import numpy as np
import pytest
from tests.synthetic_c3d import walker, write_c3d

from ambulo.mocap.files.trial_file import read_trial


def subject(tmp_path, processing):
    groups = {"PROCESSING": processing, "SUBJECTS": {"NAMES": ["Anna"]}}
    trial = read_trial(write_c3d(tmp_path / "s.c3d", walker(), groups=groups))
    return trial.subject, trial.notes


def test_lengths_are_metres_and_angles_radians(tmp_path):
    anna, _ = subject(
        tmp_path,
        {
            "Bodymass": [56.8],
            "Height": [1740.0],
            "LKneeWidth": [98.0],
            "InterAsisDistance": [214.0],
            "RTibialTorsion": [-0.16],
        },
    )
    assert anna.name == "Anna"
    assert anna.mass == pytest.approx(56.8)
    assert anna.height == pytest.approx(1.74)
    assert anna.measurements["left_knee_width"] == pytest.approx(0.098)
    assert anna.measurements["asis_breadth"] == pytest.approx(0.214)
    assert anna.measurements["right_tibial_torsion"] == pytest.approx(-0.16)


def test_degrees_are_noticed(tmp_path):
    anna, notes = subject(tmp_path, {"Bodymass": [60.0], "LStaticPlantFlex": [12.7]})
    assert anna.measurements["left_static_plantar_flexion"] == pytest.approx(np.deg2rad(12.7))
    assert any("taken as degrees" in note for note in notes)


def test_zero_means_unknown(tmp_path):
    anna, _ = subject(tmp_path, {"Bodymass": [0.0], "Height": [0.0], "LKneeWidth": [0.0]})
    assert anna.mass is None
    assert anna.height is None
    assert "left_knee_width" not in anna.measurements
