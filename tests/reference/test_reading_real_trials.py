"""Real trials: what is read agrees with mechanics and with the files' own results."""

import re
from itertools import pairwise

import numpy as np
import pytest

from ambulo.gait.stages.steps import stance_of
from ambulo.mocap.events import force_events, kinematic_events, merge_events
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.plates.ground_reaction import ground_reaction
from ambulo.mocap.plates.plate_contacts import assign_contacts
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import SIDES

PLUG_IN = ("HEE", "TOE")


def feet_of(trial, points=PLUG_IN):
    markers = trial.markers
    return {
        side: np.stack([markers.of(side[0].upper() + point) for point in points], axis=1)
        for side in SIDES
    }


def steps(trial, points=PLUG_IN):
    markers, feet = trial.markers, feet_of(trial, points)
    moving = kinematic_events(markers.time, feet)
    contacts = assign_contacts(trial, feet, merge_events(trial.events, moving)[0])
    events, _ = merge_events(trial.events, force_events(contacts), moving)
    return moving, contacts, events


def reaction(trial, contacts, events):
    time = trial.markers.time
    stance = stance_of(time, events)
    return ground_reaction(trial, contacts, events, time, feet_of(trial), stance)


def every_file(data):
    return sorted(
        path
        for path in data.rglob("*")
        if path.suffix.lower() in (".c3d", ".trc") and path.name != "std_walking2_markers.trc"
    )


SHOULDER_ALONE = "osim_abdbone.trc"
IN_VOLTS = "s11_evart.c3d"
"""No gain is in the file: its third plate reads noise and some newtons."""


def test_every_trial_is_read(data):
    files = every_file(data)
    assert len(files) >= 25
    for path in files:
        trial = read_trial(path)
        R = trial.lab.R_WL
        np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-12)
        assert np.linalg.det(R) == pytest.approx(1.0)
        height = np.nanmax(trial.markers.position[..., 2])
        assert 0.5 < height < 2.3 or path.name == SHOULDER_ALONE, path
        for plate in trial.plates:
            upward = plate.force[:, 2].max() > -plate.force[:, 2].min() - 5.0
            assert upward or path.name == IN_VOLTS, path


WALKS = {
    "biomechzoo/HC038A/Straight/HC038A11.c3d": "+Y",
    "biomechzoo/HC030A/Straight/HC030A05.c3d": "+Y",
    "btk/PiG/PiG_Motion3_FF.c3d": "+Y",
    "btk/others/FunctionalWalk.c3d": "+X",
}


@pytest.mark.parametrize("name", WALKS)
def test_walk_goes_forward_on_the_ground(data, name):
    trial = read_trial(data / name)
    pelvis = 0.5 * (trial.markers.of("LASI") + trial.markers.of("RASI"))
    assert pelvis[-1, 0] - pelvis[0, 0] > 1.5
    assert (trial.markers.of("LASI")[:, 1] > trial.markers.of("RASI")[:, 1]).all()
    lab_axis = "XYZ".index(WALKS[name][1])
    assert trial.lab.R_WL[0, lab_axis] > np.cos(np.deg2rad(3.0))
    by_name = read_trial(data / name, forward="laboratory")
    assert by_name.lab.R_WL[0, lab_axis] == pytest.approx(1.0)


@pytest.mark.parametrize("name", WALKS)
def test_each_plate_belongs_to_one_foot(data, name):
    trial = read_trial(data / name)
    _, contacts, _ = steps(trial)
    assert len(contacts) == len(trial.plates)
    assert {c.quality for c in contacts} == {"whole"}
    sides = [c.side for c in contacts]
    assert all(a != b for a, b in pairwise(sides))


@pytest.mark.parametrize("name", WALKS)
def test_feet_by_motion_find_the_plates_steps(data, name):
    trial = read_trial(data / name)
    moving, contacts, _ = steps(trial)
    late = []
    for contact in contacts:
        for kind, time in (("strike", contact.start), ("off", contact.stop)):
            mine = [e.time for e in moving if e.side == contact.side and e.kind == kind]
            late.append(min((t - time for t in mine), key=abs))
    # O'Connor et al. (2007): 16 and 9 ms on average, 15 ms deviation
    assert np.abs(late).max() < 0.045


@pytest.mark.parametrize("name", WALKS)
def test_the_files_events_are_on_the_plates_clock(data, name):
    trial = read_trial(data / name)
    _, contacts, _ = steps(trial)
    for contact in contacts:
        strikes = [e.time for e in trial.events if e.side == contact.side and e.kind == "strike"]
        assert min(abs(t - contact.start) for t in strikes) < 0.012


# over one stride every foot that touches the ground is on a plate
CARRIED = {
    "btk/PiG/PiG_Motion3_FF.c3d": (8.20, 9.28),
    "btk/others/FunctionalWalk.c3d": (5.30, 6.36),
}


@pytest.mark.parametrize("name", CARRIED)
def test_plates_carry_the_body_over_a_stride(data, name):
    trial = read_trial(data / name)
    _, contacts, events = steps(trial)
    ground = reaction(trial, contacts, events)
    start, stop = CARRIED[name]
    inside = (ground.time >= start) & (ground.time < stop)
    assert ground.known[inside].all()
    mean = ground.force[inside].sum(axis=1).mean(axis=0)
    weight = trial.subject.mass * STANDARD_GRAVITY
    assert mean[2] == pytest.approx(weight, rel=0.03)
    assert np.abs(mean[:2]).max() < 0.02 * weight


@pytest.mark.parametrize("name", ["btk/PiG/PiG_Motion3_FF.c3d", "btk/others/FunctionalWalk.c3d"])
@pytest.mark.parametrize("side", SIDES)
def test_vertical_reaction_is_the_files_own(data, name, side):
    trial = read_trial(data / name)
    _, contacts, events = steps(trial)
    ground = reaction(trial, contacts, events)
    theirs = trial.outputs[f"{side[0].upper()}GroundReactionForce"]  # N/kg, laboratory axes
    foot = SIDES.index(side)
    compared = np.isfinite(theirs[:, 2]) & (theirs[:, 2] > 1) & ground.known[:, foot]
    ours = ground.force[compared, foot, 2] / trial.subject.mass
    difference = ours - theirs[compared, 2]
    assert compared.sum() > 60
    assert np.sqrt(np.mean(difference**2)) < 0.15


@pytest.mark.parametrize("name", WALKS)
@pytest.mark.parametrize("side", SIDES)
def test_lever_of_the_force_gives_the_files_ankle_moment(data, name, side):
    """The foot is light: what the ground does about the ankle is nearly its whole moment."""
    trial = read_trial(data / name)
    _, contacts, events = steps(trial)
    ground = reaction(trial, contacts, events)
    initial, foot = side[0].upper(), SIDES.index(side)
    ankle = trial.lab.unit * trial.outputs[f"{initial}TIO"] @ trial.lab.R_WL.T
    # N*m/kg about the shank's own axis: up to 24 degrees of toe-out make the difference
    theirs = trial.outputs[f"{initial}AnkleMoment"][:, 0] / 1000
    about_ankle = ground.moment_origin[:, foot] - np.cross(ankle, ground.force[:, foot])
    ours = -about_ankle[:, 1] / trial.subject.mass
    on_plate = ground.known[:, foot] & (np.nan_to_num(ground.force[:, foot, 2]) > 50)
    on_plate &= np.isfinite(theirs) & np.isfinite(ours)
    ours, theirs = ours[on_plate], theirs[on_plate]
    assert np.corrcoef(ours, theirs)[0, 1] > 0.995
    assert np.sqrt(np.mean((ours - theirs) ** 2)) < 0.08


def test_a_static_on_one_plate_is_shared_and_weighs_the_subject(data):
    trial = read_trial(data / "biomechzoo/HC038A/Static/HC038A01.c3d")
    _, contacts, _ = steps(trial)
    assert [c.quality for c in contacts] == ["shared"]
    weight = trial.subject.mass * STANDARD_GRAVITY
    assert trial.plates[0].force[:, 2].mean() == pytest.approx(weight, rel=0.01)


def test_a_foot_that_reaches_off_its_plate_is_a_half_hit(data):
    trial = read_trial(data / "btk/PiG/PiG_Motion-FlatFoot-Full.c3d")
    _, contacts, _ = steps(trial)
    by_plate = {c.plate: c for c in contacts}
    assert by_plate[0].quality == "partial"
    # its heel's pressure lies beyond the edge of the plate
    plate = trial.plates[0]
    assert np.nanmin(plate.centre_of_pressure[:, 0]) < plate.corners[:, 0].min()


@pytest.mark.parametrize("walk", ["14", "25"])
def test_falisse_each_foot_has_its_columns(data, walk):
    folder = data / "falisse" / "subject2"
    trial = read_trial(
        folder / "TRC" / f"gait_{walk}.trc", grf=folder / "GRF" / f"GRF_gait_{walk}.mot"
    )
    markers = trial.markers
    feet = {
        side: np.stack([markers.of(f"{foot}2"), markers.of(f"{foot}7")], axis=1)
        for side, foot in (("left", "foot_l"), ("right", "Foot_r"))
    }
    contacts = assign_contacts(trial, feet, kinematic_events(markers.time, feet))
    # the left plate misses a seventh of the body
    assert "in single support" in contacts[0].reason
    # ground_force is the left foot's, 1_ground_force the right's, by the external loads file
    assert [(c.plate, c.side, c.quality) for c in contacts] == [
        (0, "left", "whole"),
        (1, "right", "whole"),
    ]


def test_plate_types_two_and_four_of_one_trial_agree(data):
    folder = data / "btk" / "c3d_org" / "sample10"
    two = read_trial(folder / "type-2a.c3d")
    four = read_trial(folder / "type-4a.c3d")
    for a, b in zip(two.plates, four.plates, strict=True):
        loaded = (a.force[:, 2] > 100) & (b.force[:, 2] > 100)
        assert loaded.sum() > 300
        # type 2 leaves the plate's crosstalk in, which is about a percent
        np.testing.assert_allclose(a.force[loaded], b.force[loaded], atol=6.0)
        off = a.centre_of_pressure[loaded] - b.centre_of_pressure[loaded]
        assert np.abs(off).max() < 0.004


@pytest.mark.parametrize("name", ["type-2a.c3d", "type-4a.c3d"])
def test_plates_agree_with_ezc3ds_own_reading(data, name):
    import ezc3d

    path = data / "btk" / "c3d_org" / "sample10" / name
    theirs = ezc3d.c3d(str(path), extract_forceplat_data=True)["data"]["platform"]
    trial = read_trial(path, plate_zero=False)
    for ours, other in zip(trial.plates, theirs, strict=True):
        force = (trial.lab.R_WL @ other["force"]).T
        sign = np.sign(force[np.abs(force[:, 2]).argmax(), 2])
        # but for a hum of the mains, which is said with its size
        hum = any(f"{ours.name.capitalize()}: a steady hum" in note for note in trial.notes)
        alike = np.isclose(ours.force, sign * force, atol=0.3 if hum else 1e-3).all(axis=1)
        # but for lone samples that are no load, each of which is said
        replaced = [
            re.search(rf"{ours.name.capitalize()}: (\d+) samples? of", note) for note in trial.notes
        ]
        assert (~alike).sum() <= sum(int(found[1]) for found in replaced if found)
        point = (trial.lab.R_WL @ other["center_of_pressure"]).T * trial.lab.unit
        loaded = alike & (ours.force[:, 2] > 50)
        assert loaded.sum() > 100
        off = 3e-4 if hum else 1e-4
        np.testing.assert_allclose(ours.centre_of_pressure[loaded], point[loaded], atol=off)


def test_computed_points_are_set_apart_and_no_marker_is_lost(data):
    trial = read_trial(data / "biomechzoo/HC038A/Straight/HC038A11.c3d")
    assert len(trial.markers.names) == 59
    assert {"LASI", "RTOE", "LCPG", "LSTL", "RHLX", "T10"} <= set(trial.markers.names)
    assert {"LFEO", "LKneeMoment", "LHJC", "CentreOfMass", "LHDF0"} <= set(trial.outputs)
    assert np.nanmax(np.abs(trial.outputs["LKneeMoment"])) > 100  # N*mm/kg, as in the file


def test_labels_without_data_are_said(data):
    trial = read_trial(data / "btk/others/FunctionalWalk.c3d")
    assert "LFHD" not in trial.markers.names
    assert any("Labels without data" in note and "LFHD" in note for note in trial.notes)


def test_every_file_is_read_as_ezc3d_reads_it(data):
    import ezc3d

    from ambulo.mocap.files.c3d import read_c3d

    paths = [path for path in data.rglob("*") if path.suffix.lower() == ".c3d"]
    assert paths
    misread = []
    for path in paths:
        ours, theirs = read_c3d(path), ezc3d.c3d(str(path))
        own = theirs["header"]["analogs"]
        if own["size"] * (own["last_frame"] - own["first_frame"] + 1) != ours.analog.size:
            misread.append(path.name)
            continue
        points = theirs["data"]["points"][:3].transpose(2, 1, 0).copy()
        points[theirs["data"]["meta_points"]["residuals"][0].T < 0] = np.nan
        np.testing.assert_array_equal(ours.points, points)
        analog = theirs["data"]["analogs"][0].T[: len(ours.analog)]
        parameters = theirs["parameters"]["ANALOG"]
        if "".join(parameters.get("FORMAT", {"value": []})["value"]) == "UNSIGNED":
            # the guide: offsets are unsigned words then; ezc3d takes 32759 for 32777 (-32759)
            words, scale = (np.ravel(parameters[key]["value"]) for key in ("OFFSET", "SCALE"))
            wrong = np.where(words < 0, -words - (words + 65536), 0)
            analog = analog + wrong * scale * parameters["GEN_SCALE"]["value"][0]
            np.testing.assert_allclose(ours.analog, analog, rtol=1e-9, atol=1e-9 * abs(scale).max())
            analog = ours.analog
        np.testing.assert_array_equal(ours.analog, analog)
        assert ours.first_frame == theirs["header"]["points"]["first_frame"]
    # the header and the file's length say 17 samples a frame of 1000 / 60, and one where no rate is
    # given; ezc3d reads 16 and none, and then the next frame's points from among the samples
    assert sorted(misread) == ["561xxa01.c3d", "s11_evart.c3d"]
