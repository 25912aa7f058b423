"""Orthoses and crutches on the body: the person's part, and what a crutch takes off the hip."""

from __future__ import annotations

import csv
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from scipy.spatial.transform import Rotation
from tests import command_line
from tests.consistent_analysis import consistent_analysis

import ambulo
from ambulo.forward_check.run import check_forward
from ambulo.gait.body_motion import jointed
from ambulo.gait.devices.registry import DEVICES
from ambulo.gait.stages.invert import invert_body
from ambulo.inputs.errors import InputError
from ambulo.mocap.files.c3d_writer import write_c3d
from ambulo.mocap.files.mot import read_storage
from ambulo.model.joint_angles import joint_angles
from ambulo.model.joint_moments import working_axis
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.records import Devices, ForcePlate, Markers
from ambulo.results.device_columns import device_quantities
from ambulo.results.opensim_files import write_opensim
from ambulo.results.osim_model import R_OW
from ambulo.results.posture import posture

ANKLE = {"kind": "orthosis", "joint": "left_ankle", "stiffness": 180.0, "neutral": 4.0}
CANE = {"kind": "crutch", "side": "right", "tip": "TIP"}


@pytest.fixture(scope="module")
def walk():
    return consistent_analysis(41)


def with_tip(walk, place):
    """The trial with a marker that stands on the floor, and one above it."""
    time = walk.motion.time
    at = np.array([[place, (place[0] + 0.3, place[1], place[2] + 0.4)]] * len(time))
    return replace(walk.trial, markers=Markers(("TIP", "TOP"), time, at))


def acting(walk, *tables, trial=None, plates=()):
    """The walk with devices on the body."""
    body = jointed(walk.model, walk.motion)
    given = ambulo.Configuration(device=tables).device
    each = (DEVICES[d.kind].act(d, body, trial or walk.trial, plates) for d in given)
    body = replace(body, devices=Devices.together(each))
    inverse = invert_body(body, walk.ground, axes=walk.moment_axes)
    return replace(
        walk, devices=body.devices, joint_forces=inverse.forces, moments=inverse.moments,
        powers=inverse.powers,
    )  # fmt: skip


def columns(analysis):
    found = device_quantities(analysis, posture(analysis.model, analysis.motion))
    return {f"{q.name} {q.unit}": q.values for q in found}


def test_the_ankles_moment_is_the_persons_and_the_orthosis(walk):
    """tau = -k (angle - neutral), closed with the net moment to 1e-6 N*m."""
    angle = joint_angles(walk.model, posture(walk.model, walk.motion).R_WB)
    expected = -180.0 * np.radians(angle["left_ankle_dorsiflexion"].values - 4.0)
    worn = acting(walk, ANKLE)
    found = columns(worn)
    orthosis = found["left_ankle_dorsiflexion_orthosis N*m"]
    np.testing.assert_allclose(orthosis, expected, atol=1e-9)
    net = walk.moments["left_ankle_dorsiflexion"].values
    person = found["left_ankle_dorsiflexion_person N*m"]
    np.testing.assert_allclose(person + orthosis, net, atol=1e-6)
    total = found["left_ankle_power_person W"] + found["left_ankle_power_orthosis W"]
    np.testing.assert_allclose(total, worn.powers["left_ankle_power"].values, atol=1e-6)


def test_the_moment_of_an_orthosis_works_on_the_flexion_angle_alone():
    """d.omega is the rate of the angle about y, however the joint turns about its other axes."""
    rng = np.random.default_rng(5)
    angle, rate = rng.uniform(-0.6, 0.6, 3), rng.uniform(-2.0, 2.0, 3)
    about = [Rotation.from_euler("YXZ", angle + e * rate).as_matrix() for e in (-1e-5, 0.0, 1e-5)]
    proximal = Rotation.random(random_state=7).as_matrix()
    spin = (about[2] - about[0]) / 2e-5 @ about[1].T
    omega = proximal @ np.array([spin[2, 1], spin[0, 2], spin[1, 0]])
    d = working_axis(proximal, proximal @ about[1])
    assert d @ omega == pytest.approx(rate[0], abs=1e-8)


def test_a_table_and_a_measured_torque_say_the_same_as_the_spring(walk, tmp_path):
    table, series = tmp_path / "table.csv", tmp_path / "series.csv"
    rows = [f"{a},{-180.0 * np.radians(a - 4.0)}" for a in (-60, -20, 10, 60)]
    table.write_text("\n".join(["angle [deg],torque [N*m]", *rows]))
    by_stiffness = acting(walk, ANKLE).devices.torque[:, 0]
    pairs = zip(walk.motion.time.tolist(), by_stiffness.tolist(), strict=True)
    series.write_text("\n".join(["time [s],torque [N*m]", *(f"{t!r},{x!r}" for t, x in pairs)]))
    for name, file in (("torque_by_angle", table), ("torque", series)):
        given = {"kind": "orthosis", "joint": "left_ankle", name: str(file)}
        found = acting(walk, given).devices.torque[:, 0]
        np.testing.assert_allclose(found, by_stiffness, atol=1e-9)


def test_a_crutch_takes_off_the_hip_what_a_hand_calculates(walk):
    """On one leg the foot bears F less at the resultant's place: the hip's moment changes by r x F.

    With the whole leg's reaction smaller by the crutch's wrench, M_hip changes by its moment about
    the hip.
    """
    place = np.array([0.3, -0.5, 0.0])
    found = acting(walk, {**CANE, "share": 0.15}, trial=with_tip(walk, place))
    force = 0.15 * walk.model.mass * STANDARD_GRAVITY
    np.testing.assert_allclose(found.devices.wrench[:, 0, 5], force)
    # the stance foot bears that much less: what the body needs stays the same
    ground = walk.ground
    on = np.where(ground.force[:, 0, 2] > ground.force[:, 1, 2], 0, 1)
    every = np.arange(len(on))
    less = {name: getattr(ground, name).copy() for name in ("force", "moment_origin")}
    less["force"][every, on] -= [0.0, 0.0, force]
    less["moment_origin"][every, on] -= np.cross(place, [0.0, 0.0, force])
    body = replace(jointed(walk.model, walk.motion), devices=found.devices)
    # a foot of two segments: the place of pressure moves, and with it the segment that bears
    inverse = invert_body(body, replace(ground, **less), axes="proximal")
    hips = [walk.model.joints.index(f"{side}_hip") for side in ("left", "right")]
    at = np.array(hips)[on]
    change = inverse.forces.moment[every, at] - walk.joint_forces.moment[every, at]
    arm = place - body.p[every, at]
    expected = np.column_stack([arm[:, 1] * force, -arm[:, 0] * force, np.zeros(len(on))])
    np.testing.assert_allclose(change, expected, atol=1e-6)
    # and nothing is left at the root that was not there
    np.testing.assert_allclose(inverse.forces.force[:, 0], walk.joint_forces.force[:, 0], atol=1e-9)


def test_measured_crutches_press_along_their_axis_in_space_and_on_a_plate(walk, tmp_path):
    place, time = np.array([0.3, -0.5, 0.0]), walk.motion.time
    axis = np.array([0.6, 0.0, 0.8])
    along, space = tmp_path / "along.csv", tmp_path / "space.csv"
    in_file = 100.0 * axis @ walk.trial.lab.R_WL
    along.write_text("\n".join(["time,axial [N]", *(f"{t!r},100" for t in time.tolist())]))
    rows = (f"{t!r}," + ",".join(map(repr, map(float, in_file))) for t in time.tolist())
    space.write_text("\n".join(["time,Fx,Fy,Fz", *rows]))
    fine = np.linspace(time[0], time[-1], 10 * len(time))
    plate = ForcePlate(
        "plate 1", np.array([[0, 0, 0], [0, 1, 0], [1, 1, 0], [1, 0, 0.0]]), fine,
        np.tile(100.0 * axis, (len(fine), 1)), np.tile(place, (len(fine), 1)),
        np.zeros(len(fine)),
    )  # fmt: skip
    trial = with_tip(walk, place)
    wrench = [
        acting(walk, {**CANE, **how}, trial=trial, plates=(plate,)).devices.wrench[:, 0]
        for how in ({"force": str(along), "top": "TOP"}, {"force": str(space)}, {"plate": 1})
    ]
    expected = np.concatenate([np.cross(place, 100.0 * axis), 100.0 * axis])
    for found in wrench:
        np.testing.assert_allclose(found, np.tile(expected, (len(time), 1)), atol=1e-6)


def test_the_forward_check_follows_with_devices_as_without(walk):
    """The orthosis acts by the simulated angle, the crutch on the hand; the motion comes out."""
    trial = with_tip(walk, (0.3, -0.5, 0.0))
    found = check_forward(acting(walk, ANKLE, {**CANE, "share": 0.15}, trial=trial), control="pd")
    assert len(found.stored.orthoses.proximal) == 1
    assert found.followed == pytest.approx(found.simulated)
    assert not found.miss.other_moments


@pytest.mark.parametrize(
    ("device", "said"),
    [
        ({"kind": "splint"}, "kind of device"),
        ({"kind": "orthosis", "joint": "left_ankle"}, "has none of stiffness, torque_by_angle"),
        ({**ANKLE, "torque": "a.csv"}, "stiffness and torque"),
        ({"kind": "crutch", "side": "left", "share": 0.2}, "where the crutch's force acts"),
        ({**ANKLE, "stifness": 1.0}, "stifness"),
    ],
)
def test_a_device_that_is_not_whole_is_said(device, said):
    with pytest.raises(InputError, match=said):
        ambulo.Configuration(device=[device])


def test_a_configuration_keeps_its_devices():
    choice = ambulo.Configuration(device=[ANKLE])
    again = ambulo.Configuration.model_validate_json(choice.model_dump_json())
    assert again.device == choice.device


def test_opensim_gets_a_crutch_as_a_load_on_the_hand(walk, tmp_path):
    """F, and M = M_P + p x F about the origin, in OpenSim's axes."""
    trial = with_tip(walk, np.array([0.3, -0.5, 0.0]))
    held = acting(walk, {**CANE, "share": 0.15}, trial=trial)
    unseen = held.devices.wrench.copy()
    unseen[:2] = np.nan
    held = replace(held, devices=replace(held.devices, wrench=unseen))
    write_opensim(held, posture(held.model, held.motion), tmp_path)
    loads = ElementTree.parse(tmp_path / "external_loads.xml").getroot()
    (load,) = loads.findall(".//ExternalForce[@name='right_crutch']")
    assert load.findtext("applied_to_body") == "hand_r"
    table = read_storage(tmp_path / "ground_reaction.mot")
    force, point, moment = (
        np.stack([table.of(f"{load.findtext(f'{what}_identifier')}{a}") for a in "xyz"], axis=1)
        for what in ("force", "point", "torque")
    )
    expected = unseen[2:, 0]
    np.testing.assert_allclose(force @ R_OW, expected[:, 3:], atol=1e-6)
    about = (moment + np.cross(point, force)) @ R_OW
    np.testing.assert_allclose(about, expected[:, :3], atol=1e-5)


def test_analyse_gives_both_devices_what_a_hand_calculates(recording, tmp_path):
    """From the recording to the tables: a tenth of the weight stands on a cane, an ankle's spring
    bears a part.
    """
    trial = ambulo.read_trial(recording[1])
    seen = trial.markers.position
    names = (*trial.markers.names, "TIP")
    place = np.array([0.2, -0.3, 0.0]) + np.nanmean(seen, axis=(0, 1)) * [1.0, 1.0, 0.0]
    seen = np.concatenate([seen, np.broadcast_to(place, (len(seen), 1, 3))], axis=1)
    c3d = write_c3d(
        tmp_path / "stand.c3d", Markers(names, trial.markers.time, seen), subject=trial.subject
    )
    alone = 'method = "whole-body"\nactivity = "stand"\n'
    cane = '[[device]]\nkind = "crutch"\nside = "right"\nshare = 0.1\ntip = "TIP"\n'
    spring = (
        '[[device]]\nkind = "orthosis"\njoint = "left_ankle"\nstiffness = 60.0\nneutral = 4.0\n'
    )

    def table(of, name):
        with (tmp_path / of / "tables" / f"{name}.csv").open(encoding="utf-8") as file:
            head, *rows = csv.reader(file)
        return dict(zip(head, np.array(rows, dtype=float).T, strict=True))

    for out, text in (("alone", alone), ("worn", alone + cane + spring)):
        (tmp_path / f"{out}.toml").write_text(text)
        asked = ("--config", tmp_path / f"{out}.toml", "--out", tmp_path / out, "--quiet")
        assert command_line.ambulo("analyse", c3d, *asked).status == 0
    devices, force = table("worn", "devices"), 0.1 * 85.0 * 9.80665
    np.testing.assert_allclose(devices["right_crutch_force_z [N]"], force, rtol=1e-5)
    # the feet bear less by that force, and by its moment about the line of progression
    before, after = (table(of, "ground_reaction") for of in ("alone", "worn"))

    def borne(ground, axis):
        arms = [ground[f"{side}_cop_{axis} [m]"] for side in ("left", "right")]
        return sum(a * ground[f"{s}_Fz [N]"] for a, s in zip(arms, ("left", "right"), strict=True))

    less = sum(before[f"{side}_Fz [N]"] - after[f"{side}_Fz [N]"] for side in ("left", "right"))
    np.testing.assert_allclose(less, force, rtol=1e-4)
    np.testing.assert_allclose((borne(before, "y") - borne(after, "y")) / force, -0.3, atol=1e-3)
    # both hips bear the rest of its moment, but for what smooth sharing leaves at the pelvis
    worn = ambulo.load(tmp_path / "worn")
    stands = posture(worn.model, worn.motion)
    arm = place[0] - np.mean([stands.joint(f"{side}_hip")[:, 0] for side in ("left", "right")])
    hips = [table(of, "joint_moments") for of in ("alone", "worn")]
    flexion = [sum(m[f"{side}_hip_flexion [N*m]"] for side in ("left", "right")) for m in hips]
    np.testing.assert_allclose(flexion[1] - flexion[0], force * arm, rtol=0.08)
    # the ankle's net moment is the person's and the spring's
    angle = table("worn", "joint_angles")["left_ankle_dorsiflexion [deg]"]
    orthosis = devices["left_ankle_dorsiflexion_orthosis [N*m]"]
    np.testing.assert_allclose(orthosis, -60.0 * np.radians(angle - 4.0), atol=1e-4)
    person = devices["left_ankle_dorsiflexion_person [N*m]"]
    net = hips[1]["left_ankle_dorsiflexion [N*m]"]
    np.testing.assert_allclose(person + orthosis, net, atol=2e-4)
