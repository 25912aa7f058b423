"""Damaged, empty and contradictory files: one clear line each, never a trace or a guess."""

import re
import struct
from pathlib import Path

import numpy as np
import pytest
from tests.synthetic_c3d import plate_parameters, walker, write_c3d

from ambulo.inputs.errors import InputError
from ambulo.mocap.files.trc import read_trc
from ambulo.mocap.files.trial_file import read_trial


def refuse(path: Path, **options) -> str:
    with pytest.raises(InputError) as caught:
        read_trial(path, **options)
    text = str(caught.value)
    assert "\n" not in text
    assert len(text) < 400
    assert path.name in text
    assert caught.value.remedy
    return text


@pytest.fixture
def good(tmp_path):
    analog = np.zeros((1200, 6))
    return write_c3d(
        tmp_path / "good.c3d",
        walker(),
        analog=analog,
        analog_units=["N"] * 3 + ["Nmm"] * 3,
        plates=plate_parameters(2, (0, 0, -40), 6),
    )


@pytest.mark.parametrize("share", [0.0, 0.0001, 0.02, 0.1, 0.3, 0.5, 0.9, 0.99])
def test_truncated_c3d(tmp_path, good, share):
    raw = good.read_bytes()
    path = tmp_path / "cut.c3d"
    path.write_bytes(raw[: int(share * len(raw))])
    refuse(path)


def test_truncation_is_named_with_its_frames(tmp_path, good):
    raw = good.read_bytes()
    path = tmp_path / "cut.c3d"
    path.write_bytes(raw[: int(0.8 * len(raw))])
    assert re.search(r"states 120 frames, but the file contains \d+", refuse(path))


@pytest.mark.parametrize("content", [b"", b"hello\n" * 200, b"\x00" * 4096, b"\xff" * 4096])
@pytest.mark.parametrize("name", ["x.c3d", "x.trc"])
def test_other_content(tmp_path, name, content):
    path = tmp_path / name
    path.write_bytes(content)
    refuse(path)


def test_missing_file_folder_and_kind(tmp_path):
    assert "no such file" in refuse(tmp_path / "none.c3d")
    folder = tmp_path / "folder.c3d"
    folder.mkdir()
    assert "not a file" in refuse(folder)
    text = tmp_path / "walk.csv"
    text.write_text("a,b\n")
    assert ".csv" in refuse(text)


def test_one_frame(tmp_path):
    assert "single frame" in refuse(write_c3d(tmp_path / "one.c3d", walker(frames=1)))


def test_all_markers_missing(tmp_path):
    figure = {name: np.full_like(path, np.nan) for name, path in walker().items()}
    assert "no measured marker" in refuse(write_c3d(tmp_path / "nan.c3d", figure))


def test_only_results(tmp_path):
    angles = {"LKneeAngles": np.ones((50, 3)), "RKneeAngles": np.ones((50, 3))}
    assert "no measured marker" in refuse(write_c3d(tmp_path / "pig.c3d", angles))


def test_one_marker(tmp_path):
    figure = {"LASI": walker()["LASI"]}
    assert "two markers" in refuse(write_c3d(tmp_path / "lone.c3d", figure))


def test_no_points(tmp_path):
    refuse(write_c3d(tmp_path / "empty.c3d", {}))


def test_gaps_stay_gaps(tmp_path):
    figure = walker()
    figure["LTOE"][30:40] = np.nan
    trial = read_trial(write_c3d(tmp_path / "gap.c3d", figure))
    assert np.isnan(trial.markers.of("LTOE")[30:40]).all()
    assert np.isfinite(trial.markers.of("LTOE")[:30]).all()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"CHANNEL": np.arange(10.0, 16.0)[:, None]}, "channels are not in the file"),
        ({"CORNERS": np.zeros((3, 4, 1))}, "do not go round a surface"),
        (
            {"CORNERS": plate_parameters(2, (0, 0, -40), 6)["CORNERS"][:, [0, 2, 1, 3]]},
            "do not go round a surface",
        ),
        ({"CORNERS": np.full((3, 4, 1), np.nan)}, "do not go round a surface"),
        ({"TYPE": [99]}, "type 99"),
        ({"TYPE": [3]}, "have 8 channels, but the file lists 6"),
        ({"TYPE": [4]}, "calibration matrix is missing"),
    ],
)
def test_plates_that_make_no_sense_are_left_out_and_said(tmp_path, change, said):
    parameters = {**plate_parameters(2, (0, 0, -40), 6), **change}
    path = write_c3d(
        tmp_path / "plate.c3d",
        walker(),
        analog=np.ones((1200, 6)),
        analog_units=["N"] * 3 + ["Nmm"] * 3,
        plates=parameters,
    )
    trial = read_trial(path)
    assert trial.plates == ()
    assert any(said in note for note in trial.notes)


def test_a_file_without_plates_says_so(tmp_path):
    trial = read_trial(write_c3d(tmp_path / "w.c3d", walker()))
    assert trial.plates == ()
    assert any("no force plates" in note for note in trial.notes)


TRC = (
    "PathFileType\t4\t(X/Y/Z)\tx.trc\n"
    "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\n"
    "100\t100\t{frames}\t{markers}\t{unit}\t100\n"
    "Frame#\tTime\tLASI\t\t\tLHEE\n"
    "\t\tX1\tY1\tZ1\tX2\tY2\tZ2\n"
)


def trc_rows(count, scale=1.0):
    return "".join(
        f"{n + 1}\t{n / 100}\t{scale * (n / 50)}\t{scale}\t{0.1 * scale}\t"
        f"{scale * n / 50}\t{0.05 * scale}\t{0.1 * scale}\n"
        for n in range(count)
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (TRC.format(frames=0, markers=2, unit="m"), "no frames"),
        (TRC[:90], "cut off in its header"),
        (TRC.format(frames=1, markers=2, unit="m") + trc_rows(1), "single frame"),
        (
            TRC.format(frames=40, markers=4, unit="m").replace("LHEE", "LHEE\t\t\tRHEE")
            + trc_rows(40),
            "states 4 markers, names 3",
        ),
        (TRC.format(frames=40, markers=2, unit="cm") + trc_rows(40), "look like m"),
        (
            TRC.format(frames=40, markers=2, unit="m") + trc_rows(39) + "40\t0.39\t0.1",
            "cut short",
        ),
        (
            TRC.format(frames=40, markers=2, unit="m")
            + trc_rows(39)
            + "40\t0.39\tx\t1\t1\t1\t1\t1",
            "not a number",
        ),
        (
            TRC.format(frames=40, markers=2, unit="m").replace("DataRate", "Rate") + trc_rows(40),
            "DataRate",
        ),
        (
            TRC.format(frames=40, markers=2, unit="m").replace("\n100\t", "\n1e-320\t")
            + trc_rows(40),
            "frame rate of",
        ),
    ],
)
def test_damaged_trc(tmp_path, text, said):
    path = tmp_path / "bad.trc"
    path.write_text(text)
    assert said in refuse(path)


@pytest.mark.parametrize(("number", "seen"), [(5.0, True), (0.0, False), (9999.999, False)])
def test_three_equal_numbers_of_a_trc_file_are_a_place_once_amidst_the_others(
    tmp_path, number, seen
):
    at = np.array([[float(n), n, 10.0 - n] for n in range(11)])
    at[5] = number
    rows = (f"{n + 1}\t{n / 100}\t{x}\t{y}\t{z}\t1\t2\t3" for n, (x, y, z) in enumerate(at))
    path = tmp_path / "walk.trc"
    path.write_text(TRC.format(frames=11, markers=2, unit="mm") + "\n".join(rows))
    assert np.isfinite(read_trc(path).position[:, 0]).all(axis=1).tolist() == [
        n != 5 or seen for n in range(11)
    ]


def test_separators_missing_numbers_and_units_of_trc_files_are_told_by_what_they_contain(tmp_path):
    rows = trc_rows(40, 1000.0).splitlines()
    cells = rows[7].split("\t")
    rows[7] = "\t".join([*cells[:2], *["9999.999"] * 3, *cells[5:]])
    text = TRC.format(frames=40, markers=2, unit="m") + "\n".join(rows)
    path = tmp_path / "walk.trc"
    path.write_text(text.replace("\t", ";"))
    trial = read_trial(path)
    assert np.isnan(trial.markers.position[7, 0]).all()
    assert np.isfinite(trial.markers.position).all(axis=2).sum() == 79
    assert np.nanmax(np.abs(trial.markers.position)) < 10.0
    assert any("Lengths are in mm, not in m as the file says" in note for note in trial.notes)


@pytest.mark.parametrize(
    ("frames", "markers", "rate", "more", "said"),
    [
        (60, 2, 100, "", "states 60 frames but contains 40"),
        (40, 3, 100, "", "states 3 markers, names 2 but contains 2"),
        (40, 2, 100, "\t\t\tV_Mid_ASIS\t\t\tV_Knee", "states 2 markers, names 4 but contains 2"),
        (40, 2, 0, "", "states 0 Hz; its times show 100 Hz, which was used"),
    ],
)
def test_a_header_of_a_trc_is_one_witness_among_others(tmp_path, frames, markers, rate, more, said):
    text = TRC.format(frames=frames, markers=markers, unit="m") + trc_rows(40)
    path, good = tmp_path / "odd.trc", tmp_path / "good.trc"
    path.write_text(text.replace("\n100\t", f"\n{rate}\t").replace("LHEE", f"LHEE{more}"))
    good.write_text(TRC.format(frames=40, markers=2, unit="m") + trc_rows(40))
    found = read_trial(path)
    assert any(said in note for note in found.notes)
    assert found.markers.names == ("LASI", "LHEE")
    np.testing.assert_allclose(found.markers.time, read_trial(good).markers.time)
    np.testing.assert_array_equal(found.markers.position, read_trial(good).markers.position)


@pytest.mark.parametrize("ratio", [9.9999, 10.001])
def test_rates_that_are_not_quite_whole_multiples_are_read_all_the_same(tmp_path, good, ratio):
    raw = bytearray(good.read_bytes())
    where = raw.index(struct.pack("<f", 1000.0))  # ANALOG:RATE
    raw[where : where + 4] = struct.pack("<f", 100.0 * ratio)
    path = tmp_path / "ntsc.c3d"
    path.write_bytes(bytes(raw))
    ours, theirs = read_trial(path), read_trial(good)
    np.testing.assert_array_equal(ours.markers.position, theirs.markers.position)
    np.testing.assert_array_equal(ours.plates[0].force, theirs.plates[0].force)
    np.testing.assert_allclose(ours.plates[0].time, theirs.plates[0].time)


def with_real(path, good, old, new, count=-1):
    """The file with a real number in place of another."""
    raw = good.read_bytes().replace(struct.pack("<f", old), struct.pack("<f", new), count)
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("sampled", [960.0, 1200.0])
def test_samples_that_the_file_holds_outvote_the_rate_it_gives(tmp_path, good, sampled):
    trial = read_trial(with_real(tmp_path / "rates.c3d", good, 1000.0, sampled))
    assert any("Ambulo read 1000 samples a second" in note for note in trial.notes)
    np.testing.assert_array_equal(trial.plates[0].time, read_trial(good).plates[0].time)


def test_rates_of_which_no_two_agree_are_refused(tmp_path, good):
    raw = bytearray(with_real(tmp_path / "rates.c3d", good, 1000.0, 1300.0).read_bytes())
    raw[20:24] = struct.pack("<f", 72.0)  # the header's
    (tmp_path / "rates.c3d").write_bytes(bytes(raw))
    assert "rates" in refuse(tmp_path / "rates.c3d")


def test_samples_a_frame_that_the_header_miscounts_are_read_by_the_others(tmp_path, good):
    raw = bytearray(good.read_bytes())
    raw[18:20] = struct.pack("<H", 1)
    (tmp_path / "one.c3d").write_bytes(bytes(raw))
    ours, theirs = read_trial(tmp_path / "one.c3d"), read_trial(good)
    np.testing.assert_array_equal(ours.plates[0].force, theirs.plates[0].force)


@pytest.mark.parametrize(("word", "what"), [(1, "points"), (4, "frames")])
def test_what_the_header_miscounts_is_read_by_parameters_and_the_files_length(
    tmp_path, good, word, what
):
    raw = bytearray(good.read_bytes())
    (right,) = struct.unpack_from("<H", raw, 2 * word)
    struct.pack_into("<H", raw, 2 * word, right + 40)
    (tmp_path / "more.c3d").write_bytes(bytes(raw))
    ours, theirs = read_trial(tmp_path / "more.c3d"), read_trial(good)
    np.testing.assert_array_equal(ours.markers.position, theirs.markers.position)
    assert any(f"The header states {right + 40} {what}" in note for note in ours.notes)
