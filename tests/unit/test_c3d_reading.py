"""The C3D reader on every form of the format, and on files that lack what others have."""

from __future__ import annotations

import numpy as np
import pytest
from tests.raw_c3d import DEC, INTEL, MIPS, write_raw

from ambulo.inputs.errors import InputError
from ambulo.mocap.files.c3d import read_c3d

FRAMES, POINTS, CHANNELS = 5, 3, 4


@pytest.fixture
def points():
    rng = np.random.default_rng(4)
    values = rng.integers(-3000, 3000, (FRAMES, POINTS, 4)).astype(float)
    values[:, :, 3] = 0
    values[2, 1, 3] = -1
    return values


@pytest.fixture
def analog():
    return np.random.default_rng(5).integers(-2000, 2000, (2 * FRAMES, CHANNELS)).astype(float)


def expected_analog(raw):
    return (raw - 10.0 * np.arange(CHANNELS)) * np.arange(1.0, CHANNELS + 1) * 0.5


@pytest.mark.parametrize("processor", [INTEL, DEC, MIPS])
@pytest.mark.parametrize("reals", [True, False])
def test_every_machine_and_form(tmp_path, points, analog, processor, reals):
    path = write_raw(tmp_path / "a.c3d", points, analog, processor=processor, reals=reals)
    file = read_c3d(path)
    where = points[:, :, :3] * (1.0 if reals else 0.1)
    where[2, 1] = np.nan
    np.testing.assert_allclose(file.points, where, rtol=1e-6)
    np.testing.assert_allclose(file.analog, expected_analog(analog), rtol=1e-6)
    assert (file.rate, file.analog_rate, file.first_frame) == (50.0, 100.0, 0)
    assert file.labels == ("M0", "M1", "M2")
    assert file.notes == ()


@pytest.mark.parametrize("processor", [INTEL, DEC, MIPS])
@pytest.mark.parametrize("said", [INTEL, DEC, MIPS])
def test_a_machine_that_the_file_is_not_of_is_found_out(tmp_path, points, analog, processor, said):
    path = write_raw(tmp_path / "a.c3d", points, analog, processor=processor)
    raw = bytearray(path.read_bytes())
    raw[515] = said
    path.write_bytes(bytes(raw))
    if {processor, said} == {INTEL, DEC}:
        return  # their whole numbers are alike: nothing but the reals could tell
    file = read_c3d(path)
    np.testing.assert_allclose(file.analog, expected_analog(analog), rtol=1e-6)
    assert bool(file.notes) == (said != processor)


@pytest.mark.parametrize(
    "lacking", ["POINT:SCALE", "POINT:RATE", "ANALOG:RATE", "POINT:USED", "ANALOG:GEN_SCALE"]
)
@pytest.mark.parametrize("reals", [True, False])
def test_what_parameters_lack_comes_from_the_header_and_is_said(
    tmp_path, points, analog, lacking, reals
):
    whole = read_c3d(write_raw(tmp_path / "a.c3d", points, analog, reals=reals))
    path = write_raw(tmp_path / "b.c3d", points, analog, reals=reals, leave_out=(lacking,))
    file = read_c3d(path)
    np.testing.assert_array_equal(file.points, whole.points)
    factor = 2.0 if lacking == "ANALOG:GEN_SCALE" else 1.0  # one where nothing is said
    np.testing.assert_allclose(file.analog, factor * whole.analog)
    assert (file.rate, file.analog_rate) == (50.0, 100.0)
    assert all(lacking in note for note in file.notes)
    assert bool(file.notes) == lacking.startswith("POINT")


def test_unsigned_samples_and_real_offsets(tmp_path, points):
    raw = np.full((2 * FRAMES, CHANNELS), 40000.0)
    given = {
        ("ANALOG", "FORMAT"): ["UNSIGNED"],
        ("ANALOG", "OFFSET"): np.full(CHANNELS, 32768.0),
    }
    path = write_raw(tmp_path / "u.c3d", points, raw, reals=False, more=given)
    expected = (40000.0 - 32768.0) * np.arange(1.0, CHANNELS + 1) * 0.5
    np.testing.assert_allclose(read_c3d(path).analog, np.tile(expected, (2 * FRAMES, 1)))


def test_more_analog_values_than_channels_are_passed_over(tmp_path, points, analog):
    given = {("ANALOG", "USED"): np.array([CHANNELS - 1])}
    file = read_c3d(write_raw(tmp_path / "m.c3d", points, analog, more=given))
    np.testing.assert_allclose(file.analog, expected_analog(analog)[:, :-1], rtol=1e-6)


def test_channels_without_a_scale_are_left_out_and_said(tmp_path, points, analog):
    given = {("ANALOG", "SCALE"): np.array([1.0, 2.0])}
    file = read_c3d(write_raw(tmp_path / "s.c3d", points, analog, more=given))
    assert np.isfinite(file.analog[:, :2]).all()
    assert np.isnan(file.analog[:, 2:]).all()
    assert "without a scale in the file were left out: 2" in file.notes[-1]


def test_real_numbers_stand_for_themselves_where_no_scale_is_given(tmp_path, points, analog):
    """As some programs write them; whole numbers without a scale mean nothing."""
    given = {("ANALOG", "OFFSET"): np.zeros(4, dtype=int), ("ANALOG", "GEN_SCALE"): np.ones(1)}
    for reals in (True, False):
        path = tmp_path / f"{reals}.c3d"
        lacking = ("ANALOG:SCALE",)
        file = read_c3d(write_raw(path, points, analog, reals=reals, leave_out=lacking, more=given))
        assert ("gives no scale" if reals else "without a scale") in file.notes[-1]
        np.testing.assert_array_equal(
            file.analog, analog if reals else np.full_like(analog, np.nan)
        )


@pytest.mark.parametrize("rate", [1e-3, 1e5, 1e30, float("nan")])
def test_a_rate_of_no_camera_is_refused(tmp_path, points, analog, rate):
    with pytest.raises(InputError, match=r"frame rate of .* is impossible"):
        read_c3d(write_raw(tmp_path / "r.c3d", points, analog, rate=rate))


def test_a_recording_of_muscles_only_is_called_that(tmp_path, analog):
    path = write_raw(tmp_path / "emg.c3d", np.zeros((FRAMES, 0, 4)), analog)
    with pytest.raises(InputError, match="no points, only 4 analog channels"):
        read_c3d(path)


def test_long_recordings_count_in_their_parameters(tmp_path, points, analog):
    path = write_raw(
        tmp_path / "long.c3d",
        points,
        analog,
        more={
            ("TRIAL", "ACTUAL_START_FIELD"): np.array([100, 1]),
            ("TRIAL", "ACTUAL_END_FIELD"): np.array([100 + FRAMES - 1, 1]),
        },
    )
    raw = bytearray(path.read_bytes())
    raw[8:10] = b"\xff\xff"  # the header's last frame at the end of its range
    path.write_bytes(bytes(raw))
    file = read_c3d(path)
    assert file.points.shape == (FRAMES, POINTS, 3)
    assert file.first_frame == 65536 + 99


def test_control_characters_in_labels_never_reach_a_terminal(tmp_path, points, analog):
    given = {("POINT", "LABELS"): ["\x1b[31mA", "B\x07", "C\xe9"]}
    file = read_c3d(write_raw(tmp_path / "t.c3d", points, analog, more=given))
    assert file.labels == ("?[31mA", "B?", "Cé")


def test_a_long_sparse_file_is_answered_from_its_header(tmp_path, points, analog):
    path = write_raw(tmp_path / "sparse.c3d", points, analog)
    with path.open("r+b") as file:
        file.truncate(3 * 2**30)
    assert read_c3d(path).points.shape == (FRAMES, POINTS, 3)
    raw = bytearray(path.open("rb").read(512))
    raw[2:4] = (20000).to_bytes(2, "little")  # points
    raw[8:10] = (65000).to_bytes(2, "little")  # last frame
    with path.open("r+b") as file:
        file.write(raw)
    with pytest.raises(InputError, match="20000 points"):
        read_c3d(path)


def test_more_data_than_memory_should_hold_are_refused(tmp_path):
    path = write_raw(tmp_path / "big.c3d", np.zeros((1, 255, 4)), np.zeros((20, 100)), per_frame=20)
    with path.open("r+b") as file:
        file.seek(8)
        file.write((65000).to_bytes(2, "little"))
        file.truncate(2**30)
    with pytest.raises(InputError, match="785 MB of data"):
        read_c3d(path)
