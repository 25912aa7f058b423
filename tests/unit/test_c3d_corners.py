"""What the C3D format allows and few files use, each in a file whose truth is known.

Source: The C3D file format user guide (Motion Lab Systems, 2021).
"""

from __future__ import annotations

import struct

import numpy as np
import pytest
from tests.raw_c3d import DEC, INTEL, MIPS, real, write_raw
from tests.synthetic_c3d import walker, write_c3d

from ambulo.inputs.errors import InputError
from ambulo.mocap.events import events_in_file
from ambulo.mocap.files.c3d import read_c3d
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.plates.plate_layouts import plate_layouts

FRAMES, POINTS, CHANNELS = 40, 3, 4
BLOCK = 512


@pytest.fixture
def points():
    values = np.random.default_rng(1).integers(-3000, 3000, (FRAMES, POINTS, 4)).astype(float)
    values[:, :, 3] = 0
    return values


@pytest.fixture
def analog():
    return np.random.default_rng(2).integers(-900, 900, (2 * FRAMES, CHANNELS)).astype(float)


def patched(path, at, data):
    raw = bytearray(path.read_bytes())
    raw[at : at + len(data)] = data
    path.write_bytes(bytes(raw))
    return path


def same(file, plain):
    np.testing.assert_array_equal(file.points, plain.points)
    np.testing.assert_array_equal(file.analog, plain.analog)
    assert (file.labels, file.rate) == (plain.labels, plain.rate)


# ------------------------------------------------------------------ where the blocks lie


@pytest.mark.parametrize("processor", [INTEL, DEC, MIPS])
def test_parameters_and_data_may_lie_anywhere(tmp_path, points, analog, processor):
    """Parameters in block 4, then data; and data before the parameters."""
    path = write_raw(tmp_path / "a.c3d", points, analog, processor=processor)
    plain, raw = read_c3d(path), path.read_bytes()
    order = ">" if processor == MIPS else "<"
    (data_at,) = struct.unpack(order + "H", raw[16:18])
    section, data = raw[BLOCK : BLOCK * (data_at - 1)], raw[BLOCK * (data_at - 1) :]
    later = bytearray(raw[:BLOCK])
    later[0] = 4
    later[16:18] = struct.pack(order + "H", data_at + 3)
    path.write_bytes(bytes(later) + bytes(2 * BLOCK) + section + bytes(BLOCK) + data)
    same(read_c3d(path), plain)

    data = data.ljust(-(-len(data) // BLOCK) * BLOCK, b"\0")
    turned = bytearray(raw[:BLOCK])
    turned[0] = 2 + len(data) // BLOCK
    turned[16:18] = struct.pack(order + "H", 2)
    path.write_bytes(bytes(turned) + data + section)
    same(read_c3d(path), plain)


def test_the_parameters_say_where_the_data_start_if_the_header_does_not(tmp_path, points, analog):
    path = write_raw(tmp_path / "a.c3d", points, analog)
    plain = read_c3d(path)
    (data_at,) = struct.unpack("<H", path.read_bytes()[16:18])
    given = {("POINT", "DATA_START"): np.array([data_at])}
    path = write_raw(tmp_path / "b.c3d", points, analog, more=given)
    assert struct.unpack("<H", path.read_bytes()[16:18])[0] == data_at
    same(read_c3d(patched(path, 16, b"\0\0")), plain)
    path = patched(write_raw(tmp_path / "c.c3d", points, analog), 16, b"\0\0")
    with pytest.raises(InputError, match="does not say where the data start"):
        read_c3d(path)


def test_a_section_without_its_own_key_is_read(tmp_path, points, analog):
    """The two first bytes of the section are for programs of the first years."""
    path = write_raw(tmp_path / "a.c3d", points, analog)
    plain = read_c3d(path)
    same(read_c3d(patched(path, BLOCK, b"\0\0")), plain)


# ------------------------------------------------------------------ groups and parameters


def records(raw):
    """Records of a parameter section, apart."""
    at, found = BLOCK + 4, []
    while True:
        length = abs(struct.unpack("b", raw[at : at + 1])[0])
        (offset,) = struct.unpack("<H", raw[at + 2 + length : at + 4 + length])
        stop = at + 2 + length + offset
        if length == 0:
            return found
        found.append(bytearray(raw[at:stop]))
        at = stop


def rewritten(path, change):
    """The file with the records of its section changed, in the same room."""
    raw = path.read_bytes()
    data_at = BLOCK * (struct.unpack("<H", raw[16:18])[0] - 1)
    section = raw[BLOCK : BLOCK + 4] + b"".join(change(records(raw))) + b"\0\0"
    assert len(section) <= data_at - BLOCK
    path.write_bytes(raw[:BLOCK] + section.ljust(data_at - BLOCK, b"\0") + raw[data_at:])
    return path


def locked(found):
    for record in found:
        record[0] = 256 - record[0]
    return found


def parameters_first(found):
    return [r for r in found if r[1] < 128] + [r for r in found if r[1] >= 128]


def far_numbers(found):
    for record in found:
        (group,) = struct.unpack("b", record[1:2])
        record[1:2] = struct.pack("b", group + 125 if group > 0 else group - 125)
    return found


def ends_at_its_last(found):
    """The offset of the last record is 0, and nothing follows."""
    last = found[-1]
    length = abs(struct.unpack("b", last[:1])[0])
    last[2 + length : 4 + length] = b"\0\0"
    return found


def small_letters(found):
    for record in found:
        length = record[0]
        record[2 : 2 + length] = record[2 : 2 + length].lower()
    return found


def of_a_group_that_is_not_there(found):
    stray = bytearray(next(r for r in found if r[2 : 2 + r[0]] == b"RATE"))
    stray[1] = 99
    return [stray, *found]


@pytest.mark.parametrize(
    "change",
    [locked, parameters_first, far_numbers, ends_at_its_last, small_letters,
     of_a_group_that_is_not_there],
)  # fmt: skip
def test_groups_in_any_order_locked_or_not(tmp_path, points, analog, change):
    plain = read_c3d(write_raw(tmp_path / "a.c3d", points, analog))
    if change is far_numbers:  # -126, -127: the last that a signed byte can name
        assert len({r[1] for r in records((tmp_path / "a.c3d").read_bytes())}) == 4
    same(read_c3d(rewritten(tmp_path / "a.c3d", change)), plain)


def test_records_may_fill_the_section(tmp_path, points, analog):
    path = write_raw(tmp_path / "a.c3d", points, analog)
    plain, raw = read_c3d(path), path.read_bytes()
    data_at = BLOCK * (struct.unpack("<H", raw[16:18])[0] - 1)
    found = records(raw)
    spare = data_at - BLOCK - 5 - sum(map(len, found))
    for record in found:
        room = min(spare, 255 - record[-1])
        at = 2 + record[0]
        (offset,) = struct.unpack("<H", record[at : at + 2])
        record[at : at + 2] = struct.pack("<H", offset + room)
        record[-1] += room
        record += b" " * room
        spare -= room
    path.write_bytes(raw[: BLOCK + 4] + b"".join(found) + b"\0" + raw[data_at:])
    same(read_c3d(path), plain)


# ------------------------------------------------------------------ numbers


@pytest.mark.parametrize("processor", [INTEL, DEC, MIPS])
@pytest.mark.parametrize("reals", [True, False])
def test_camera_mask_and_residual_hide_no_point(tmp_path, points, analog, processor, reals):
    """Seven cameras in the high byte, the residual in the low one; only the sign says unseen."""
    points[:, 0, 3] = 0x7F05  # all seven cameras, residual 5
    points[:, 1, 3] = 0x0100 * 0x15
    points[:, 2, 3] = -1
    points[3, 0, 3] = -32768 + 3  # sign bit with a residual
    file = read_c3d(write_raw(tmp_path / "a.c3d", points, analog, processor=processor, reals=reals))
    seen = np.isfinite(file.points).all(axis=2)
    assert seen[:, 1].all()
    assert not seen[:, 2].any()
    assert np.flatnonzero(~seen[:, 0]).tolist() == [3]


def test_a_sign_of_the_scale_that_was_lost_is_told_by_the_length(tmp_path, points, analog):
    """Whole numbers whose POINT:SCALE is negative would need twice the bytes."""
    given = {("POINT", "SCALE"): np.array([-0.1])}
    path = write_raw(tmp_path / "a.c3d", points, analog, reals=False, more=given)
    plain = read_c3d(write_raw(tmp_path / "b.c3d", points, analog, reals=False))
    same(read_c3d(path), plain)
    # reals whose header has lost the sign: the parameter's counts
    path = write_raw(tmp_path / "c.c3d", points, analog)
    patched(path, 12, real(0.1, INTEL))
    same(read_c3d(path), read_c3d(write_raw(tmp_path / "d.c3d", points, analog)))


def test_analog_values_that_the_header_does_not_count_are_found(tmp_path, points, analog):
    """Read as points they would shift every frame."""
    path = write_raw(tmp_path / "a.c3d", points, analog)
    plain = read_c3d(path)
    file = read_c3d(patched(path, 4, b"\0\0"))
    same(file, plain)
    assert "counts no analog values, but 4 channels" in file.notes[-1]
    # channels that are named and of which there is nothing
    bare = write_raw(tmp_path / "b.c3d", points, np.zeros((2 * FRAMES, 0)),
                     more={("ANALOG", "USED"): np.array([CHANNELS])})  # fmt: skip
    patched(bare, 4, b"\0\0")
    file = read_c3d(bare)
    np.testing.assert_array_equal(file.points, plain.points)
    assert file.analog.size == 0


# ------------------------------------------------------------------ more than 255, or 65535


def test_three_hundred_labels_channels_and_scales(tmp_path):
    rng = np.random.default_rng(7)
    points = rng.normal(0.0, 900.0, (4, 300, 4)).astype(np.float32).astype(float)
    points[:, :, 3] = 0
    analog = rng.integers(-900, 900, (4, 300)).astype(float)
    names = [f"P{k}" for k in range(300)]
    scales, offsets = np.linspace(0.5, 2.0, 300), np.arange(300)
    given = {
        ("POINT", "LABELS"): names[:255],
        ("POINT", "LABELS2"): names[255:],
        ("ANALOG", "SCALE"): scales[:255],
        ("ANALOG", "SCALE2"): scales[255:],
        ("ANALOG", "OFFSET"): offsets[:255],
        ("ANALOG", "OFFSET2"): offsets[255:],
    }
    file = read_c3d(write_raw(tmp_path / "a.c3d", points, analog, per_frame=1, more=given))
    assert file.labels == tuple(names)
    np.testing.assert_allclose(file.points, points[:, :, :3], rtol=1e-6)
    np.testing.assert_allclose(file.analog, (analog - offsets) * scales * 0.5, rtol=1e-5)


@pytest.mark.parametrize("counted", ["TRIAL", "LONG_FRAMES", "wrapped"])
def test_seventy_thousand_frames(tmp_path, counted):
    """Of one point, written at once: the header has sixteen bits."""
    frames = 70_000
    more = {
        "TRIAL": {
            ("TRIAL", "ACTUAL_START_FIELD"): np.array([1, 0]),
            ("TRIAL", "ACTUAL_END_FIELD"): np.array([frames % 65536, frames // 65536]),
        },
        "LONG_FRAMES": {("POINT", "LONG_FRAMES"): np.array([float(frames)])},
        "wrapped": {("POINT", "LONG_FRAMES"): np.array([float(frames)])},
    }[counted]
    path = write_raw(tmp_path / "a.c3d", np.zeros((1, 1, 4)), np.zeros((2, 0)), more=more)
    raw = bytearray(path.read_bytes())
    last = frames % 65536 if counted == "wrapped" else 65535
    raw[8:10] = struct.pack("<H", last)
    data_at = BLOCK * (struct.unpack("<H", raw[16:18])[0] - 1)
    values = np.zeros((frames, 4), dtype="<f4")
    values[:, 0] = np.arange(frames)
    path.write_bytes(bytes(raw[:data_at]) + values.tobytes())
    file = read_c3d(path)
    assert file.points.shape == (frames, 1, 3)
    np.testing.assert_array_equal(file.points[:, 0, 0], np.arange(frames))


# ------------------------------------------------------------------ events


def header_events(path, events, key=12345):
    """Words 150 to 234 of the header."""
    raw = bytearray(path.read_bytes())
    width = 4 if key == 12345 else 2
    raw[298:302] = struct.pack("<2H", key, len(events))
    for k, (label, time) in enumerate(events):
        raw[304 + 4 * k : 308 + 4 * k] = struct.pack("<f", time)
        raw[396 + width * k : 396 + width * (k + 1)] = label.encode().ljust(width)
    path.write_bytes(bytes(raw))
    return path


def test_events_of_the_header_count_where_the_group_has_none(tmp_path, points, analog):
    path = write_raw(tmp_path / "a.c3d", points, analog)
    written = [("RHS", 0.1), ("LTO", 0.25), ("RTO", 0.7), ("X", 0.3), ("LHS", 9.0)]
    events, notes = events_in_file(read_c3d(header_events(path, written)))
    assert [(e.side, e.kind, round(e.time, 6)) for e in events] == [
        ("right", "strike", 0.1), ("left", "off", 0.25), ("right", "off", 0.7),
    ]  # fmt: skip
    assert len(notes) == 2  # a label that is no step's, and a time after the end
    group = {
        ("EVENT", "USED"): np.array([1]),
        ("EVENT", "TIMES"): np.array([[0.0], [0.5]]),
        ("EVENT", "LABELS"): ["Foot Strike"],
        ("EVENT", "CONTEXTS"): ["Left"],
    }
    path = write_raw(tmp_path / "b.c3d", points, analog, more=group)
    (event,), _ = events_in_file(read_c3d(header_events(path, written)))
    assert (event.side, event.kind, event.time) == ("left", "strike", 0.5)


def test_events_that_are_not_used_or_are_seconds_alone(tmp_path, points, analog):
    words = {
        ("EVENT", "LABELS"): ["Foot Strike", "Foot Off"],
        ("EVENT", "CONTEXTS"): ["Left", "Left"],
    }
    times = {
        ("EVENT", "USED"): np.array([1]),
        ("EVENT", "TIMES"): np.array([[0.0, 0.0], [0.2, 0.0]]),
    }
    path = write_raw(tmp_path / "a.c3d", points, analog, more={**words, **times})
    (event,), _ = events_in_file(read_c3d(path))
    assert (event.kind, event.time) == ("strike", pytest.approx(0.2))
    times = {
        ("EVENT", "USED"): np.array([2]),
        ("EVENT", "TIMES"): np.array([0.2, 0.6]),
    }
    path = write_raw(tmp_path / "b.c3d", points, analog, more={**words, **times})
    events, _ = events_in_file(read_c3d(path))
    assert [round(e.time, 6) for e in events] == [0.2, 0.6]


def test_more_than_255_events(tmp_path, points, analog):
    count = 300
    times = np.zeros((2, count))
    times[1] = np.linspace(0.0, 0.7, count)
    labels = ["Foot Strike", "Foot Off"] * (count // 2)
    given = {
        ("EVENT", "USED"): np.array([count]),
        ("EVENT", "TIMES"): times[:, :255],
        ("EVENT", "TIMES2"): times[:, 255:],
        ("EVENT", "LABELS"): labels[:255],
        ("EVENT", "LABELS2"): labels[255:],
        ("EVENT", "CONTEXTS"): ["Right"] * 255,
        ("EVENT", "CONTEXTS2"): ["Right"] * 45,
    }
    events, notes = events_in_file(
        read_c3d(write_raw(tmp_path / "a.c3d", points, analog, more=given))
    )
    assert not notes
    np.testing.assert_allclose([e.time for e in events], times[1], atol=1e-6)


# ------------------------------------------------------------------ plates, and what is not there


CORNERS = np.array([[600.0, 600.0, 0.0, 0.0], [200.0, -200.0, -200.0, 200.0], [0.0] * 4])


def one_plate(**entries):
    """Parameters of a plate of type 4, some of them otherwise."""
    usual = {
        "USED": np.array([1]),
        "TYPE": np.array([4]),
        "CORNERS": CORNERS,
        "ORIGIN": np.array([1.0, 2.0, -40.0]),
        "CHANNEL": np.arange(1, 7),
        "CAL_MATRIX": np.eye(6),
    }
    return {("FORCE_PLATFORM", name): value for name, value in (usual | entries).items()}


def test_one_plate_without_the_index_of_the_plate(tmp_path, points):
    """CORNERS 3 x 4, ORIGIN 3, CHANNEL 6, CAL_MATRIX 6 x 6: a last dimension of one left out."""
    matrix = np.arange(36.0).reshape(6, 6)
    given = one_plate(CAL_MATRIX=matrix)
    path = write_raw(tmp_path / "a.c3d", points, np.zeros((2 * FRAMES, 6)), more=given)
    (layout,), unread, notes = plate_layouts(read_c3d(path))
    assert (unread, notes) == ((), ())
    np.testing.assert_array_equal(layout.corners, CORNERS.T)
    np.testing.assert_array_equal(layout.origin, [1.0, 2.0, -40.0])
    # rows are the outputs: the first index runs fastest in the file
    np.testing.assert_array_equal(layout.calibration, matrix)
    # z = x cross y points down on a plate with its corners in the standard order
    np.testing.assert_allclose(layout.R_LP[:, 2], [0.0, 0.0, -1.0], atol=1e-12)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ORIGIN", np.zeros(0)),
        ("ORIGIN", np.zeros((2, 1))),
        ("CORNERS", np.zeros((3, 3, 1))),
        ("CHANNEL", np.zeros(0)),
        ("CAL_MATRIX", np.zeros((6, 2, 1))),
    ],
)
def test_a_plate_that_lacks_a_part_is_left_out_and_said(tmp_path, points, name, value):
    given = one_plate(**{name: value})
    path = write_raw(tmp_path / "a.c3d", points, np.zeros((2 * FRAMES, 6)), more=given)
    layouts, unread, _ = plate_layouts(read_c3d(path))
    assert layouts == ()
    assert "Plate 1 was left out" in unread[0]


def test_plates_of_an_unknown_type_without_channels_are_left_out(tmp_path, points):
    given = one_plate(TYPE=np.array([7]), CHANNEL=np.zeros(0))
    for labels in (["F5X", "F5Y", "F5Z", "M5X", "M5Y", "M5Z"], ["a"] * 6):
        given["ANALOG", "LABELS"] = labels
        path = write_raw(tmp_path / "a.c3d", points, np.zeros((2 * FRAMES, 6)), more=given)
        assert plate_layouts(read_c3d(path)).plates == ()


@pytest.mark.parametrize("channels", [np.arange(1, 13).reshape(2, 6).T, None], ids=["few", "none"])
def test_channels_that_are_not_all_listed_are_told_by_their_labels(tmp_path, points, channels):
    """A plate of eight channels before one of six, and six listed of each, as EVaRT writes."""
    labels = ["F1X1", "F1X3", "F1Y1", "F1Y2", "F1Z1", "F1Z2", "F1Z3", "F1Z4", "EMG1"]
    labels += ["Force.Fx2", "Force.Fy2", "Force.Fz2", "Moment.Mx2", "Moment.My2", "Moment.Mz2"]
    two = {name: np.stack([value] * 2, axis=-1) for name, value in
           {"CORNERS": CORNERS, "ORIGIN": np.array([120.0, 200.0, -40.0])}.items()}  # fmt: skip
    given = one_plate(USED=np.array([2]), TYPE=np.array([3, 2]), **two)
    del given["FORCE_PLATFORM", "CHANNEL"], given["FORCE_PLATFORM", "CAL_MATRIX"]
    if channels is not None:
        given["FORCE_PLATFORM", "CHANNEL"] = channels
    for called, plates in ((labels, 2), ([*labels[:-1], "CH15"], 0)):
        given["ANALOG", "LABELS"] = called
        path = write_raw(tmp_path / "a.c3d", points, np.zeros((2 * FRAMES, 15)), more=given)
        found = plate_layouts(read_c3d(path))
        columns = [layout.channels for layout in found.plates]
        if plates:
            assert columns == [tuple(range(8)), tuple(range(9, 15))]
            assert "(F1X1, F1X3 ...)" in found.notes[0]
        else:
            assert tuple(range(8)) not in columns
            assert "Plate 1 was left out" in found.unread[0]


def test_channels_of_plates_that_nothing_describes_are_said(tmp_path):
    sensors = "Fx12 Fx34 Fy14 Fy23 Fz1 Fz2 Fz3 Fz4"
    for names, said in (
        ("Force.Fx1 Force.Fy1 Force.Fz1 Moment.Mx1 Moment.My1 Moment.Mz1", "(Force.Fx1 ...)"),
        (sensors, "(Fx12, Fx34 ...)"),
        ("EMGx1 EMGy1 EMGz1 Voltage.x Voltage.y Voltage.z", ""),
        ("Fz1 Fz2 Fz3 Fz4", ""),
    ):
        groups = {"ANALOG": {"LABELS": names.split()}}
        path = write_c3d(
            tmp_path / "a.c3d", walker(), analog=np.zeros((1200, len(names.split()))), groups=groups
        )
        (note,) = (n for n in read_trial(path).notes if "describes no force plates" in n)
        assert said in note
        assert ("--grf" in note) == bool(said)
