"""TRC and OpenSim storage files, and the plates that ground reaction columns make."""

import numpy as np
import pytest
from tests.synthetic_c3d import plate_parameters, walker, write_c3d

from ambulo.inputs.errors import InputError
from ambulo.mocap.files.force_columns import force_columns
from ambulo.mocap.files.mot import read_storage
from ambulo.mocap.files.trc import read_trc
from ambulo.mocap.files.trial_file import read_trial

Y_UP = np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]])  # X forward, Y left, Z up -> X, Z, -Y


def write_trc(path, figure, *, unit="m", scale=1.0, rate=100.0, blank_line=True, decimals=6):
    names = list(figure)
    frames = len(figure[names[0]])
    lines = [
        f"PathFileType\t4\t(X/Y/Z)\t{path.name}",
        "DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\tOrigDataStartFrame\t"
        "OrigNumFrames",
        f"{rate}\t{rate}\t{frames}\t{len(names)}\t{unit}\t{rate}\t1\t{frames}",
        "Frame#\tTime\t" + "\t\t\t".join(names) + "\t\t",
        "\t\t" + "\t".join(f"{a}{k + 1}" for k in range(len(names)) for a in "XYZ"),
    ]
    if blank_line:
        lines.append("")
    for n in range(frames):
        cells = []
        for name in names:
            place = scale * Y_UP @ figure[name][n]
            cells += ["" if np.isnan(x) else f"{x:.5f}" for x in place]
        lines.append(f"{n + 1}\t{n / rate:.{decimals}f}\t" + "\t".join(cells))
    path.write_text("\n".join(lines) + "\n")
    return path


def write_mot(path, columns, time, header="version=1\ninDegrees=yes\n"):
    names = list(columns)
    lines = [path.name, f"{header}nRows={len(time)}", f"nColumns={len(names) + 1}", "endheader"]
    lines.append("time\t" + "\t".join(names))
    table = np.column_stack([time, *columns.values()])
    lines += ["\t".join(f"{x:.6f}" for x in row) for row in table]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize(("unit", "scale"), [("m", 1.0), ("mm", 1000.0)])
@pytest.mark.parametrize("blank_line", [True, False])
def test_trc_comes_into_the_world(tmp_path, unit, scale, blank_line):
    path = write_trc(tmp_path / "w.trc", walker(), unit=unit, scale=scale, blank_line=blank_line)
    trial = read_trial(path)
    for name, place in walker().items():
        np.testing.assert_allclose(trial.markers.of(name), place, atol=2e-5)
    assert trial.plates == ()


def test_blank_cells_are_missing_and_do_not_shift_the_rest(tmp_path):
    figure = walker()
    figure["RASI"][10:15] = np.nan
    file = read_trc(write_trc(tmp_path / "w.trc", figure))
    assert np.isnan(file.position[10:15, list(figure).index("RASI")]).all()
    np.testing.assert_allclose(
        file.position[12, list(figure).index("LASI")], Y_UP @ figure["LASI"][12], atol=1e-5
    )


def test_a_number_of_markers_that_is_not_true_counts_less_than_names_and_columns(tmp_path):
    figure = walker()
    last = [*figure][-1]
    figure[last][20:] = np.nan
    path = write_trc(tmp_path / "w.trc", figure)
    said, lie = f"\t{len(figure)}\tm\t", f"\t{len(figure) + 5}\tm\t"
    path.write_text(path.read_text().replace(said, lie))
    file = read_trc(path)
    assert file.names == tuple(figure)
    np.testing.assert_allclose(file.position[3, -1], Y_UP @ figure[last][3], atol=1e-5)


def test_a_column_of_times_that_is_named_twice_shifts_no_name(tmp_path):
    """As a script wrote a standing trial with 158 points: 159 names, the first of them Time."""
    figure = walker()
    path = write_trc(tmp_path / "w.trc", figure)
    said, lie = f"\t{len(figure)}\tm\t", f"\t{len(figure) + 1}\tm\t"
    path.write_text(path.read_text().replace(said, lie).replace("\tTime\t", "\tTime\tTime\t\t\t"))
    file = read_trc(path)
    assert file.names == tuple(figure)
    assert file.notes


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_every_encoding_in_which_programs_write_numbers_is_read(tmp_path, encoding, end):
    plain = write_trc(tmp_path / "w.trc", walker())
    text = plain.read_text("utf-8").replace("w.trc", "C:\\Müller\\w.trc")
    other = tmp_path / "other.trc"
    other.write_bytes(end.join(text.splitlines()).encode(encoding))
    found, expected = read_trc(other), read_trc(plain)
    assert found.names == expected.names
    np.testing.assert_array_equal(found.position, expected.position)


def test_decimal_commas_are_read(tmp_path):
    plain = write_trc(tmp_path / "w.trc", walker())
    path = tmp_path / "comma.trc"
    head, *rest = plain.read_text("utf-8").splitlines()
    path.write_text("\n".join([head, *(line.replace(".", ",") for line in rest)]), "utf-8")
    np.testing.assert_array_equal(read_trc(path).position, read_trc(plain).position)


@pytest.mark.parametrize("between", ["_", ".", " "])
def test_names_of_columns_are_read_as_their_markers(tmp_path, between):
    plain = read_trc(write_trc(tmp_path / "w.trc", walker()))
    text = (tmp_path / "w.trc").read_text()
    names = "\t\t\t".join(plain.names) + "\t\t"
    each = "\t".join(f"{name}{between}{axis}" for name in plain.names for axis in "XYZ")
    path = tmp_path / "columns.trc"
    for count in (len(plain.names), 3 * len(plain.names)):
        path.write_text(
            text.replace(names, each).replace(f"\t{len(plain.names)}\tm\t", f"\t{count}\tm\t")
        )
        found = read_trc(path)
        assert found.names == plain.names
        np.testing.assert_array_equal(found.position, plain.position)
        assert bool(found.notes) == (count != len(plain.names))
    # markers that end in the axes' letters, each with its three columns
    ends = {f"AXIS{a}": place for a, place in zip("XYZ", walker().values(), strict=False)}
    assert read_trc(write_trc(path, ends)).names == ("AXISX", "AXISY", "AXISZ")


def test_exact_zeros_are_missing(tmp_path):
    figure = walker()
    figure["RASI"][10:15] = 0.0
    file = read_trc(write_trc(tmp_path / "w.trc", figure))
    assert np.isnan(file.position[10:15, list(figure).index("RASI")]).all()


def test_rounded_times_follow_the_rate_and_it_is_said(tmp_path):
    trial = read_trial(write_trc(tmp_path / "w.trc", walker(), rate=60.0, decimals=3))
    np.testing.assert_allclose(np.diff(trial.markers.time), 1 / 60, rtol=1e-9)
    assert any("rounded" in note for note in trial.notes)


def test_even_times_are_believed_against_the_rate_and_uneven_ones_refused(tmp_path):
    path = write_trc(tmp_path / "w.trc", walker(), rate=60.0)
    text = path.read_text().replace("60.0\t60.0", "50.0\t60.0")
    path.write_text(text)
    trial = read_trial(path)
    assert trial.markers.rate == pytest.approx(60.0)
    assert any("times were used, 60 Hz" in note for note in trial.notes)
    lines = text.splitlines(keepends=True)
    path.write_text("".join(lines[:20] + lines[21:]))
    with pytest.raises(InputError, match=r"the times step by .*frames are missing"):
        read_trial(path)
    milliseconds = write_trc(tmp_path / "ms.trc", walker(), rate=0.1).read_text()
    path.write_text(milliseconds.replace("0.1\t0.1", "100.0\t100.0"))
    with pytest.raises(InputError, match="not in seconds"):
        read_trial(path)


@pytest.mark.parametrize("late", [0.4, 1.7])
def test_a_last_frame_at_an_odd_time_is_left_out_and_said(late, tmp_path):
    path = write_trc(tmp_path / "w.trc", walker(), rate=60.0)
    whole = read_trial(path)
    *lines, last = path.read_text().splitlines(keepends=True)
    number, time, rest = last.split("\t", 2)
    path.write_text("".join([*lines, f"{number}\t{float(time) + (late - 1) / 60:.6f}\t{rest}"]))
    trial = read_trial(path)
    np.testing.assert_array_equal(trial.markers.time, whole.markers.time[:-1])
    assert len(trial.markers.position) == len(trial.markers.time)
    assert any("last frame comes" in note for note in trial.notes)


NAMINGS = [
    ("ground_force_{}", "ground_torque_{}", "1_ground_force_{}", "1_ground_torque_{}"),
    ("ground_force_1_{}", "ground_torque_1_{}", "ground_force_2_{}", "ground_torque_2_{}"),
    ("ground_force_r_{}", "ground_torque_r_{}", "ground_force_l_{}", "ground_torque_l_{}"),
    ("R_ground_force_{}", "R_ground_torque_{}", "L_ground_force_{}", "L_ground_torque_{}"),
    ("ground_force1_{}", "ground_torque1_{}", "ground_force2_{}", "ground_torque2_{}"),
    ("ground_force_1_{}", "ground_moment_1_m{}", "ground_force_2_{}", "ground_moment_2_m{}"),
    ("ground_force_calcn_r_{}", "ground_force_calcn_r_m{}", "ground_force_calcn_l_{}",
     "ground_force_calcn_l_m{}"),
    ("calcn_r_force_{}", "calcn_r_moment_{}", "calcn_l_force_{}", "calcn_l_moment_{}"),
    ("FP1_{}", "FP1_moment_{}", "FP2_{}", "FP2_moment_{}"),
    ("right_belt_{}", "right_belt_T{}", "left_belt_{}", "left_belt_T{}"),
    ("Ann_force_{}", "Ann_moment_{}", "Bob_force_{}", "Bob_moment_{}"),
]  # fmt: skip


def columns_of(naming, force, point, torque, shift):
    columns = {}
    for k in range(2):
        f, t = naming[2 * k : 2 * k + 2]
        place = point + np.array([0.0, k * shift, 0.0])
        for axis, name in enumerate("xyz"):
            columns[f.format("v" + name)] = force @ Y_UP[axis]
            columns[f.format("p" + name)] = place @ Y_UP[axis]
            columns[t.format(name)] = torque @ Y_UP[axis]
    return columns


def reaction():
    time = np.arange(0, 1.2, 1 / 600)
    load = np.where((time > 0.2) & (time < 0.8), 1.0, 0.0)
    force = np.outer(load, [40.0, 20.0, 650.0])
    point = np.outer(load, [0.4, -0.1, 0.0])
    torque = np.outer(load, [0.0, 0.0, 3.5])
    return time, force, point, torque


@pytest.mark.parametrize(("naming", "on"), [*((n, 1.0) for n in NAMINGS), (NAMINGS[0], -1.0)])
def test_columns_of_every_naming_make_plates(tmp_path, naming, on):
    time, force, point, torque = reaction()
    # the force on the ground has its torque with it
    columns = columns_of(naming, on * force, point, on * torque, 0.2)
    mot = write_mot(tmp_path / "g.mot", columns, time)
    trial = read_trial(write_trc(tmp_path / "w.trc", walker()), grf=mot)
    assert [plate.name for plate in trial.plates] == ["plate 1", "plate 2"]
    loaded = force[:, 2] > 20
    for k, plate in enumerate(trial.plates):
        np.testing.assert_allclose(plate.force, force, atol=1e-5)
        np.testing.assert_allclose(
            plate.centre_of_pressure[loaded], point[loaded] + [0, 0.2 * k, 0], atol=1e-5
        )
        np.testing.assert_allclose(plate.free_moment[loaded], 3.5, atol=1e-5)
        assert np.isnan(plate.centre_of_pressure[~loaded]).all()


# what programs write that is not called v, p and m; force, point, torque of each of two plates
OTHER_COLUMNS = [
    ("Force.F{}1", "CoP.C{}1", "Moment.M{}1", "Force.F{}2", "CoP.C{}2", "Moment.M{}2"),
    ("FP1.For{}", "FP1.Cop{}", "FP1.Mom{}", "FP2.For{}", "FP2.Cop{}", "FP2.Mom{}"),
    ("F{}1", "{}1", "M{}1", "F{}2", "{}2", "M{}2"),
    ("R_GRF{}", "R_COP{} [m]", "R_T{}", "L_GRF{}", "L_COP{} [m]", "L_T{}"),
    ("Force:{}", "COP:{}", "Moment:{}", "Force2:{}", "COP2:{}", "Moment2:{}"),
    ("F{}", "Cop{}", "M{}", "F{}", "Cop{}", "M{}"),
    (
        "Kraft_links_{}",
        "Angriffspunkt_links_{}",
        "Moment_links_{}",
        "Kraft_rechts_{}",
        "Angriffspunkt_rechts_{}",
        "Moment_rechts_{}",
    ),
    (
        "Bodenreaktionskraft1_{}",
        "Druckpunkt1_{}",
        "Drehmoment1_{}",
        "Bodenreaktionskraft2_{}",
        "Druckpunkt2_{}",
        "Drehmoment2_{}",
    ),
]


@pytest.mark.parametrize("naming", OTHER_COLUMNS)
def test_columns_are_read_by_the_words_in_their_names(naming):
    names = [each.format(axis) for each in naming for axis in "xyz"]
    plates = [*force_columns(["knee_angle_r", *names, "ground_force_totalx"]).values()]
    for k, plate in enumerate(plates):
        for n, kind in enumerate(("force", "point", "torque")):
            first = 1 + 9 * k + 3 * n
            assert plate[kind] == {"x": first, "y": first + 1, "z": first + 2}
    assert len(plates) == 2


def test_what_is_no_reaction_of_the_ground_makes_no_plate():
    names = [
        f"{who}{what}{axis}" for who in ("ground_force_", "box_") for what in "vp" for axis in "xyz"
    ]
    assert list(force_columns(names)) == [""]
    assert force_columns(["pelvis_tx_force", "knee_angle_r_moment", "hip_flexion_r"]) == {}


def test_a_force_without_its_point_is_left_out_and_said(tmp_path):
    time, force, point, torque = reaction()
    columns = columns_of(NAMINGS[1], force, point, torque, 0.2)
    some = {name: path for name, path in columns.items() if not name.startswith("ground_force_2_p")}
    trc = write_trc(tmp_path / "w.trc", walker())
    trial = read_trial(trc, grf=write_mot(tmp_path / "g.mot", some, time))
    assert len(trial.plates) == 1
    assert any("ground_force_2_vx" in note and "point" in note for note in trial.notes)
    none = {name: path for name, path in some.items() if "_p" not in name}
    with pytest.raises(InputError, match="no column contains the point"):
        read_trial(trc, grf=write_mot(tmp_path / "n.mot", none, time))


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_a_table_and_a_forces_file_of_cortex_are_read(tmp_path, between):
    time, force, point, torque = reaction()
    columns = {f"F{a}1": force @ Y_UP[k] for k, a in enumerate("XYZ")}
    columns |= {f"{a}1": 1000 * (point @ Y_UP[k]) for k, a in enumerate("XYZ") if a != "Y"}
    columns |= {"MY1": 1000 * (torque @ Y_UP[1])}
    rows = np.column_stack([*columns.values()])
    lines = [between.join(["Time (s)", *columns])]
    lines += [
        between.join(f"{x:.6f}" for x in [t, *row]) for t, row in zip(time, rows, strict=True)
    ]
    if between == ";":
        lines[1:] = [line.replace(".", ",") for line in lines[1:]]
    csv, forces = tmp_path / "g.csv", tmp_path / "g.forces"
    csv.write_text("\n".join(lines) + "\n")
    head = [
        "[Force Data]",
        "NumberOfForcePlates=1",
        "SampleRate=600.0",
        f"NumberOfSamples={len(time)}",
    ]
    lines = [*head, "\t".join(["#Sample", *columns])]
    lines += ["\t".join(map(str, [n + 1, *row])) for n, row in enumerate(rows)]
    forces.write_text("\n".join(lines) + "\n")
    trc = write_trc(tmp_path / "w.trc", walker())
    loaded = force[:, 2] > 20
    for path in (csv, forces):
        (plate,) = read_trial(trc, grf=path).plates
        np.testing.assert_allclose(plate.time, time, atol=1e-6)
        np.testing.assert_allclose(plate.force, force, atol=1e-5)
        np.testing.assert_allclose(plate.centre_of_pressure[loaded], point[loaded], atol=1e-6)
        np.testing.assert_allclose(plate.free_moment[loaded], 3.5, atol=1e-5)


def test_a_torque_that_is_not_vertical_moves_the_point(tmp_path):
    time, force, point, _ = reaction()
    torque = np.outer(force[:, 2] > 0, [6.5, -13.0, 2.0])
    mot = write_mot(tmp_path / "g.mot", columns_of(NAMINGS[0], force, point, torque, 0.0), time)
    plate = read_trial(write_trc(tmp_path / "w.trc", walker()), grf=mot).plates[0]
    k = 300
    about_origin = np.cross(point[k], force[k]) + torque[k]
    free = np.array([0, 0, plate.free_moment[k]])
    again = np.cross(plate.centre_of_pressure[k], plate.force[k]) + free
    np.testing.assert_allclose(again, about_origin, atol=1e-3)
    assert plate.centre_of_pressure[k, 2] == pytest.approx(0.0, abs=1e-9)


def test_ground_reactions_of_another_time_or_place_are_refused(tmp_path):
    time, force, point, torque = reaction()
    trc = write_trc(tmp_path / "w.trc", walker())
    late = write_mot(
        tmp_path / "late.mot", columns_of(NAMINGS[0], force, point, torque, 0.2), time + 60
    )
    with pytest.raises(InputError, match="no time in common"):
        read_trial(trc, grf=late)
    elsewhere = point + np.array([40.0, 0, 0])
    far = write_mot(tmp_path / "far.mot", columns_of(NAMINGS[0], force, elsewhere, torque, 0), time)
    with pytest.raises(InputError, match="more than a metre"):
        read_trial(trc, grf=far)


def test_ground_reactions_in_other_axes_than_the_markers_are_refused(tmp_path):
    time, force, point, torque = reaction()
    columns = columns_of(NAMINGS[0], force @ Y_UP, point @ Y_UP, torque @ Y_UP, 0.2)
    mot = write_mot(tmp_path / "axes.mot", columns, time)
    with pytest.raises(InputError, match="vertical in the axes"):
        read_trial(write_trc(tmp_path / "w.trc", walker()), grf=mot)


@pytest.mark.parametrize("first", [0, 150])
@pytest.mark.parametrize("turn", [np.eye(3), Y_UP], ids=["laboratory", "opensim"])
def test_ground_reactions_beside_a_c3d_take_the_place_of_its_plates(tmp_path, first, turn):
    """In its axes, or turned as OpenSim does; of a part of a recording counted from 0."""
    time, force, point, torque = reaction()
    rows = [rows @ turn.T @ Y_UP for rows in (force, point, torque)]
    mot = write_mot(tmp_path / "g.mot", columns_of(NAMINGS[0], *rows, 0.0), time)
    plates = plate_parameters(2, (0, 0, -40), 6)
    path = write_c3d(
        tmp_path / "w.c3d", walker(), analog=np.zeros((1200, 6)), plates=plates, first_frame=first
    )
    trial = read_trial(path, grf=mot)
    assert (trial.markers.time[0], len(trial.plates)) == (pytest.approx(first / 100.0), 2)
    np.testing.assert_allclose(trial.plates[0].time, time + trial.markers.time[0], atol=1e-6)
    np.testing.assert_allclose(trial.plates[0].force, force, atol=1e-5)
    said = " ".join(trial.notes)
    assert "replaces the 1 plates" in said
    assert ("counts its time from 0" in said) == (first > 0)
    assert ("as OpenSim turns" in said) == (turn is Y_UP)
    with pytest.raises(InputError, match="plate filter"):
        read_trial(path, grf=mot, plate_filter_hz=20.0)


@pytest.mark.parametrize("torque_unit", [1.0, 1e3])
def test_points_in_millimetres_are_noticed(tmp_path, torque_unit):
    time, force, point, torque = reaction()
    point = 1000 * (point + np.outer(time, [0.3, 0, 0]))
    columns = columns_of(NAMINGS[0], force, point, torque_unit * torque, 0.0)
    mot = write_mot(tmp_path / "mm.mot", columns, time)
    trial = read_trial(write_trc(tmp_path / "w.trc", walker()), grf=mot)
    loaded = force[:, 2] > 20
    for plate in trial.plates:
        np.testing.assert_allclose(
            plate.centre_of_pressure[loaded], point[loaded] / 1000, atol=1e-6
        )
        np.testing.assert_allclose(plate.free_moment[loaded], 3.5, atol=1e-5)
    assert any("in mm" in note for note in trial.notes)


def test_storage_gives_names_times_values_and_header(tmp_path):
    path = write_mot(tmp_path / "a.sto", {"q1": np.arange(5.0), "q2": np.ones(5)}, np.arange(5.0))
    storage = read_storage(path)
    assert storage.names == ("q1", "q2")
    assert storage.header["indegrees"] == "yes"
    np.testing.assert_array_equal(storage.of("q1"), np.arange(5.0))
    with pytest.raises(InputError, match="no column q3"):
        storage.of("q3")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello\nworld\n",
        "a\nendheader\n",
        "a\nendheader\ntime\tx\n",
        "a\nendheader\ntime\tx\n0\t1\n0.1\n",
        "a\nendheader\ntime\tx\n0\t1\n0.1\tabc\n",
        "a\nendheader\ntime\tx\n0.1\t1\n0.1\t2\n",
        "a\nnRows=5\nendheader\ntime\tx\n0.1\t1\n0.2\t2\n",
    ],
)
def test_damaged_storage_is_refused_in_one_line(tmp_path, text):
    path = tmp_path / "bad.mot"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_storage(path)
    assert "\n" not in str(caught.value)
    assert "bad.mot" in str(caught.value)
