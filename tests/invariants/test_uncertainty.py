"""Bands of a simulated walk: what errors must do by mechanics, and the same bits whoever draws."""

from __future__ import annotations

import pickle
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import qmc

from ambulo.gait.analysis import analyse_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.gait.fastest_movement import movement_below_cutoff, turning_axes
from ambulo.gait.stages.differentiate import differentiate
from ambulo.inputs.errors import InputError, MistakeOfOthers
from ambulo.math.random_points import MOST_COORDINATES
from ambulo.math.splines import smoothing_spline
from ambulo.mocap.filters.lost_movement import roughness
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set
from ambulo.mocap.plates.ground_reaction import ground_reaction
from ambulo.model.markers_on_model import markers_on_model
from ambulo.multibody.tree.kinematics import forward_kinematics
from ambulo.records import SIDES, Analysis, Quantity
from ambulo.results.catalogue import CURVES, OutputColumns
from ambulo.results.columns import header
from ambulo.results.posture import Posture
from ambulo.uncertainty.bands import spread_of
from ambulo.uncertainty.perturbed import (
    MotionAtRest,
    analyse_again,
    banded_rows,
    can_be_batched,
    result_names,
    results_of,
)
from ambulo.uncertainty.plan import Plan, plan
from ambulo.uncertainty.plate_errors import surfaces_of
from ambulo.uncertainty.run import _packed, _said_of_lost, _unpacked, draw, with_bands
from ambulo.uncertainty.source import Acts, Nominal, PlacedMarkers, Source, SourceForm
from ambulo.uncertainty.sources.camera_noise import white_noise
from ambulo.uncertainty.sources.registry import SOURCES


@pytest.fixture(scope="module")
def nominal(recording) -> Nominal:
    walk, static = recording
    found = analyse_in_stages(walk, static=static, configuration=Configuration(sex="m"))
    return Nominal(*found)


def _plan(nominal: Nominal, *names: str, **entries: dict[str, float]) -> Plan:
    choice = Configuration(uncertainty={"sources": names, "source": entries}).uncertainty
    return plan(nominal, choice)


def _plain(analysis: Analysis) -> np.ndarray:
    return banded_rows(analysis)


def test_nothing_perturbed_gives_the_analysis_itself(nominal: Nominal) -> None:
    every = _plan(nominal, *SOURCES)
    found = analyse_again(nominal, every, np.zeros(every.size))
    plain = _plain(nominal.analysis)
    # markers go through one more fit, of markers that were moved by nothing
    np.testing.assert_allclose(found, plain, rtol=1e-5, atol=1e-5 * np.nanmax(np.abs(plain)))


@pytest.mark.parametrize("name", list(SOURCES))
def test_every_source_moves_what_it_says(nominal: Nominal, name: str) -> None:
    one = _plan(nominal, name)
    if not one.size:
        assert SOURCES[name].title in one.idle
        return
    names = result_names(nominal.analysis)
    found = analyse_again(nominal, one, np.random.default_rng(1).normal(size=one.size))
    change = np.abs(found - _plain(nominal.analysis))
    angles = [k for k, entry in enumerate(names) if entry.endswith("[deg]")]
    forces = [k for k, entry in enumerate(names) if "_F" in entry]
    legs = [k for k, entry in enumerate(names) if entry in _leg_moments(nominal)]
    acts = SOURCES[name].acts
    moves_angles = acts <= Acts.SMOOTHING
    moves_forces = acts == Acts.REACTION and name not in ("plate_moment", "centre_of_pressure")
    assert np.nanmax(change[legs]) > 1e-3
    assert (np.nanmax(change[angles]) > 1e-3) == moves_angles
    assert (np.nanmax(change[forces]) > 1e-3) == moves_forces
    assert np.array_equal(np.isnan(found), np.isnan(_plain(nominal.analysis)))


def _leg_moments(nominal: Nominal) -> set[str]:
    names = nominal.analysis.moments.names
    return {header(n, "N*m") for n in names if any(j in n for j in ("hip", "knee", "ankle"))}


OF_MASSES = OutputColumns(
    "height",
    lambda _, posture: [Quantity("height", "m", posture.mass_centre()[:, 2], "up")],
    banded=True,
    changed_by=("masses",),
)


@pytest.mark.parametrize("cutoff", ["none", "motion"])
def test_all_at_once_is_one_by_one(
    nominal: Nominal, cutoff: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = nominal.stages.choice.model_copy(update={"plates_cutoff": cutoff})
    nominal = replace(nominal, stages=replace(nominal.stages, choice=choice))
    names = ("segment_mass", "segment_mass_centre", "segment_inertia", "plate_force",
             "centre_of_pressure", "plate_position", "synchronisation")  # fmt: skip
    few = _plan(nominal, *names)
    monkeypatch.setitem(CURVES, "higher", OF_MASSES)  # type: ignore[arg-type]
    assert can_be_batched(nominal, few)
    points = np.random.default_rng(2).normal(size=(3, few.size))
    together = MotionAtRest(nominal, few).results(points)
    for point, found in zip(points, together, strict=True):
        alone = analyse_again(nominal, few, point)
        np.testing.assert_allclose(found, alone, rtol=1e-9, atol=1e-8)


def test_a_new_row_of_the_catalogue_gets_bands(
    nominal: Nominal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def knee_force(analysis: Analysis, _posture: Posture) -> list[Quantity]:
        knee = analysis.model.joints.index("left_knee")
        force = np.linalg.norm(analysis.joint_forces.force[:, knee], axis=1)
        return [Quantity("left_knee_force", "N", force, "any direction")]

    few = _plan(nominal, "segment_mass")
    assert can_be_batched(nominal, few)
    row = OutputColumns("knee_force", knee_force, banded=True)
    monkeypatch.setitem(CURVES, "knee_force", row)  # type: ignore[arg-type]
    assert not can_be_batched(nominal, few)
    assert result_names(nominal.analysis)[-1] == "left_knee_force [N]"
    (plain,) = results_of(nominal.analysis)[-1:]
    found = analyse_again(nominal, few, np.ones(few.size))[len(result_names(nominal.analysis)) - 1]
    assert np.nanmax(np.abs(found - plain.values)) > 1e-3


def test_a_horizontal_force_moves_moments_by_its_lever_arm(nominal: Nominal) -> None:
    """dM = (r_plate - r_joint) x dF at every joint above the foot (Pamies-Vila 2012, table 5.4)."""
    one = _plan(nominal, "plate_force")
    analysis, body = nominal.analysis, nominal.stages.inverse.body
    contact = next(c for c in nominal.stages.steps.contacts if c.quality == "whole")
    corners = nominal.stages.recording.trial.plates[contact.plate].corners
    point = np.zeros(one.size)
    point[3 * contact.plate] = 3.0
    force = np.array([0.01 * 500.0, 0.0, 0.0])
    names = result_names(analysis)
    side = contact.side
    ground = analysis.ground
    s = SIDES.index(side)
    on = (ground.time > contact.start + 0.05) & (ground.time < contact.stop - 0.05)
    on &= ground.known[:, s]
    change = analyse_again(nominal, one, point) - _plain(analysis)
    for joint in ("knee", "hip"):
        k = body.model.joints.index(f"{side}_{joint}")
        about_joint = np.cross(corners.mean(axis=0) - body.p[:, k], force)
        parent = body.model.tree.parent[k]
        lateral = np.einsum("fi,fi->f", body.R[:, parent, :, 1], about_joint)
        found = change[names.index(header(f"{side}_{joint}_flexion", "N*m"))]
        # an external force is carried by the joints with the opposite sign
        sign = 1.0 if joint == "hip" else -1.0
        np.testing.assert_allclose(found[on], sign * lateral[on], atol=1e-6)


def test_a_late_clock_cuts_off_no_corner(nominal: Nominal) -> None:
    """A load that turns between two frames, moved onto one: F - k h (1/2 - 2/pi^2) is read there.

    That is the mean of k |t| under a Hann window of half width h; between the averages of the
    frames on both sides a line would give less.
    """
    steps, recording = nominal.stages.steps, nominal.stages.recording
    contact = next(c for c in steps.contacts if c.quality == "whole")
    s, h = SIDES.index(contact.side), float(steps.time[1] - steps.time[0])
    f = int(np.searchsorted(steps.time, 0.5 * (contact.start + contact.stop)))
    plates = list(recording.trial.plates)
    plate = plates[contact.plate]
    force = plate.force.copy()
    force[:, 2] = 800.0 - 1000.0 * np.abs(plate.time - steps.time[f] - 0.5 * h)
    plates[contact.plate] = replace(plate, force=force)
    trial = replace(recording.trial, plates=tuple(plates))
    read = ground_reaction(
        trial, steps.contacts, steps.events, steps.time, steps.feet, steps.stance
    )
    stages = replace(nominal.stages, recording=replace(recording, trial=trial),
                     steps=replace(steps, plates=read))  # fmt: skip
    (one,) = _plan(nominal, "synchronisation").perturbations
    late = np.array([0.5 * h / one.settings.sigma])
    moved = one.settings.change(Nominal(nominal.analysis, stages), read, late)
    expected = 800.0 - 1000.0 * h * (0.5 - 2.0 / np.pi**2)
    assert moved.force[f, s, 2] == pytest.approx(expected, abs=0.1)
    # what is read earlier begins earlier
    first = int(np.searchsorted(steps.time, contact.start)) - 1
    earlier = one.settings.change(Nominal(nominal.analysis, stages), read, 3.0 * late)
    assert read.force[first, s, 2] == 0.0
    force, moment = earlier.force[first, s], earlier.moment_origin[first, s]
    assert force[2] > 100.0
    # it acts on the plate: x F_z = -M_y, y F_z = M_x
    at = np.array([-moment[1], moment[0]]) / force[2]
    assert np.all(
        np.abs(at - plate.corners[:, :2].mean(axis=0)) < 0.5 * np.ptp(plate.corners[:, :2], axis=0)
    )


def test_variance_by_masses_is_that_of_linear_propagation(nominal: Nominal) -> None:
    """Moments are linear in masses, so their variance follows from the derivatives alone."""
    one = _plan(nominal, "segment_mass", segment_mass={"left_right": 0.0, "largest": 0.15})
    samples = draw(nominal, one, seed=3, count=512)
    plain = _plain(nominal.analysis)
    step = 1e-3
    derivative = np.stack(
        [(analyse_again(nominal, one, step * e) - plain) / step for e in np.eye(one.size)]
    )
    expected = np.sqrt(np.square(derivative).sum(axis=0))
    found = samples.astype(np.float64).std(axis=0)
    k = result_names(nominal.analysis).index(header("right_hip_flexion", "N*m"))
    known = np.isfinite(expected[k])
    np.testing.assert_allclose(found[k, known], expected[k, known], rtol=0.12, atol=0.02)


def test_a_heavier_segment_has_more_inertia_where_that_is_asked(nominal: Nominal) -> None:
    """With all of its mass's error a segment keeps its radii of gyration, in either order."""
    entries = {"largest": 0.0, "with_mass": 1.0}
    both = _plan(nominal, "segment_inertia", "segment_mass", segment_inertia=entries)
    model = nominal.model
    for one, z in both.of(Acts.INERTIA, np.random.default_rng(4).normal(size=both.size)):
        model = one.settings.change(nominal, model, z)
    ratio = model.tree.mass / nominal.model.tree.mass
    assert np.ptp(ratio) > 0.05
    expected = ratio[:, None, None] * nominal.model.tree.inertia
    np.testing.assert_allclose(model.tree.inertia, expected, rtol=1e-12)


def test_noise_of_the_recording_is_found_in_it(nominal: Nominal) -> None:
    """The demo's markers have 0.3 mm of white noise; ten times as much is found as ten times."""
    markers = nominal.stages.named.markers
    found = white_noise(markers)
    assert found == pytest.approx(3e-4, rel=0.1)
    rng = np.random.default_rng(0)
    more = markers.position + 3e-3 * rng.standard_normal(markers.position.shape)
    assert white_noise(replace(markers, position=more)) == pytest.approx(3.01e-3, rel=0.1)


def test_what_smoothing_takes_grows_with_the_recordings_roughness(nominal: Nominal) -> None:
    """Twice the factor, twice the change of the ankle in swing; a tenth of a second shows where."""
    name = header("left_ankle_dorsiflexion", "N*m")
    k = result_names(nominal.analysis).index(name)
    plain = _plain(nominal.analysis)[k]
    z = np.random.default_rng(6).normal(size=16)
    changes = []
    for factor in (0.01, 0.02):
        one = _plan(nominal, "smoothing_loss", smoothing_loss={"factor": factor})
        changes.append(analyse_again(nominal, one, z)[k] - plain)
    known = np.isfinite(changes[0])
    np.testing.assert_allclose(
        changes[1][known], 2.0 * changes[0][known], atol=1e-2 * np.nanmax(np.abs(changes[1]))
    )
    # rough where the foot strikes: the largest jerk of its joint is near a strike or an off
    start = nominal.model.tree.q_start[nominal.model.joints.index("left_ankle")]
    rough = np.square(nominal.roughness[:, start : start + 4]).sum(axis=1)
    time = nominal.stages.steps.time
    events = [e.time for e in nominal.stages.steps.events if e.side == "left"]
    near = np.min(np.abs(time[:, None] - np.array(events)), axis=1) < 0.1
    assert rough[near].mean() > 2.0 * rough[~near].mean()


def test_markers_that_shake_are_no_movement(nominal: Nominal) -> None:
    """What lies below the cut-off is movement where markers sit on the model, noise where not."""
    filtered, model = nominal.stages.filtered, nominal.stages.fitted.model
    column = [filtered.markers.names.index(name) for name in model.marker_names]
    R, p = forward_kinematics(model.tree, nominal.stages.fitted.q)
    axis, mass = turning_axes(model.tree)
    shares = {}
    for size in (0.0, 0.003):
        position = filtered.markers.position.copy()
        position[:, column] = markers_on_model(model, R, p)
        shake = np.random.default_rng(7).standard_normal((len(position), len(column), 3))
        big = [
            k
            for k, name in enumerate(model.segments)
            if name.endswith(("pelvis", "torso", "thigh"))
        ]
        shake *= np.isin(model.marker_body, big)[:, None]
        position[:, column] += size * shake
        markers = replace(filtered.markers, position=position)
        fitted = replace(nominal.stages.fitted, q=fit_model(model, markers).q)
        smoothing = filtered.smoothing
        seen = roughness(markers.time, fitted.q, smoothing.weight, smoothing.profile)
        moved = movement_below_cutoff(fitted, markers, smoothing)
        power = [np.square(x).mean(axis=0) * mass for x in (moved, seen)]
        shares[size] = [power[0][axis == k].sum() / power[1][axis == k].sum() for k in range(3)]
    # markers that sit on the model have no errors: all of flexion is movement
    assert shares[0.0][1] == pytest.approx(1.0, rel=1e-9)
    # the fit leaves the less of errors the fewer markers a segment has: most are not found
    assert shares[0.003][0] < 0.95
    # and to the sides there is no more of fast movement, next to flexion, than of all movement
    turned = smoothing_spline(markers.time, fitted.q, np.full(fitted.q.shape[1], smoothing.weight),
                              smoothing.profile)(markers.time, 1)  # fmt: skip
    speed = np.square(turned).mean(axis=0) * mass
    for k in (0, 2):
        fast = [of[axis == k].sum() / of[axis == 1].sum() for of in (power[0], speed)]
        assert fast[0] <= fast[1] * (1.0 + 1e-9)


def test_a_marker_is_as_far_from_its_landmark_standing_as_walking(nominal: Nominal) -> None:
    """By sigma z in the axes of its segment, in every frame of both trials."""
    (one,) = _plan(nominal, "marker_placement").perturbations
    static = nominal.stages.recording.static
    assert static is not None
    before = PlacedMarkers(static.markers, nominal.stages.named.markers)
    z = np.random.default_rng(9).normal(size=one.stop - one.start)
    after = one.settings.change(nominal, before, z)
    assert after.standing is not None
    far = 0.005 * np.linalg.norm(z.reshape(-1, 3), axis=1)
    for was, now in ((static.markers, after.standing), (before.walking, after.walking)):
        moved = np.linalg.norm(now.position - was.position, axis=2)
        columns = [was.names.index(name) for name in nominal.segment_of]
        seen = np.where(np.isfinite(moved[:, columns]), moved[:, columns], far)
        np.testing.assert_allclose(seen, np.broadcast_to(far, seen.shape), rtol=1e-9)


def test_a_turned_plate_turns_all_that_it_reads(nominal: Nominal) -> None:
    """Counterclockwise about the plates' middle: forces, and where they act."""
    (one,) = _plan(nominal, "plate_position").perturbations
    stages = nominal.stages
    assert stages.steps.plates is not None
    before, plates = stages.steps.plates, stages.recording.trial.plates
    after = one.settings.change(nominal, before, np.array([0.0, 0.0, 0.0, 3.0]))
    angle = np.radians(0.9)
    R = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    middle = np.mean([plate.corners.mean(axis=0) for plate in plates], axis=0)[:2]
    on = before.force[..., 2] > 100.0
    turned = before.force[on][:, :2] @ R.T
    np.testing.assert_allclose(after.force[on][:, :2], turned, atol=1e-9)
    at = middle + (before.centre_of_pressure[on][:, :2] - middle) @ R.T
    np.testing.assert_allclose(after.centre_of_pressure[on][:, :2], at, atol=1e-9)


def test_a_cut_off_errs_by_its_logarithm(nominal: Nominal) -> None:
    """Of a spline with H = 1 / (1 + w omega^6): three sigma are 30 %, e^0.3 on the cut-off."""
    (one,) = _plan(nominal, "filter_cutoff").perturbations
    smoothing = nominal.stages.filtered.smoothing
    moved = one.settings.change(nominal, smoothing, np.array([3.0]))
    assert (moved.weight / smoothing.weight) ** (-1.0 / 6.0) == pytest.approx(np.exp(0.3))
    assert moved.centre.weight / smoothing.centre.weight == pytest.approx(np.exp(-1.8))


def test_the_mass_centre_is_off_by_what_its_own_spline_takes(nominal: Nominal) -> None:
    (one,) = _plan(nominal, "smoothing_loss").perturbations
    stages = nominal.stages
    z = np.linspace(-1.0, 1.0, one.stop - one.start)
    moved = one.settings.change(nominal, stages.filtered.smoothing, z)
    body = differentiate(stages.fitted, stages.steps.time, moved)
    before = differentiate(stages.fitted, stages.steps.time, stages.filtered.smoothing)
    np.testing.assert_allclose(body.mass_centre - before.mass_centre, moved.centre.off, atol=1e-9)
    assert np.abs(moved.centre.off).max() > 1e-5


def test_how_rough_a_movement_is_hangs_on_no_draw_of_the_noise(nominal: Nominal) -> None:
    """Half a millimetre of noise, four times: what smoothing takes is as large within a tenth."""
    markers, model = nominal.stages.filtered.markers, nominal.stages.fitted.model
    sizes = []
    for seed in range(4):
        noise = 0.0005 * np.random.default_rng(seed).standard_normal(markers.position.shape)
        noisy = replace(markers, position=markers.position + noise)
        fitted = replace(nominal.stages.fitted, q=fit_model(model, noisy).q)
        rough = movement_below_cutoff(fitted, noisy, nominal.stages.filtered.smoothing)
        sizes.append(np.sqrt(np.square(rough).mean()))
    assert max(sizes) < 1.1 * min(sizes)


def test_a_marker_that_only_calibrates_is_misplaced_too(recording, tmp_path) -> None:
    """Of weight 0 it is in no fit, and yet it moves the joint that it places."""
    text = load_marker_set("pamies37").path.read_text("utf-8")
    only = tmp_path / "only.toml"
    mine = 'REPIC = { on = "right_thigh", weight = '
    assert mine + "4" in text
    only.write_text(text.replace(mine + "4", mine + "0"), "utf-8")
    walk, static = recording
    choice = Configuration(sex="m", markers=str(only))
    nominal = Nominal(*analyse_in_stages(walk, static=static, configuration=choice))
    assert "REPIC" not in nominal.model.marker_names
    (one,) = _plan(nominal, "marker_placement").perturbations
    z = np.zeros(one.size)
    k = [worn.walking for worn in nominal.worn].index("REPIC")
    z[3 * k : 3 * k + 3] = 1.0
    change = analyse_again(nominal, _plan(nominal, "marker_placement"), z) - _plain(
        nominal.analysis
    )
    moved = result_names(nominal.analysis).index(header("right_knee_flexion", "N*m"))
    assert np.nanmax(np.abs(change[moved])) > 0.5


def test_columns_of_a_foot_have_a_plate_at_every_step(nominal: Nominal) -> None:
    """A file with a force a foot has the errors of one with a force a step."""
    trial, steps = nominal.stages.recording.trial, nominal.stages.steps
    first, second = steps.contacts[:2]
    # while one of them alone is loaded
    alone = replace(first, stop=second.start), replace(second, start=first.stop)
    steps = replace(steps, contacts=alone)
    plates = tuple(replace(plate, placed=False) for plate in trial.plates)
    a, b = plates[first.plate], plates[second.plate]
    on = b.time > 0.5 * (second.start + first.stop)
    joined = replace(
        a,
        force=np.where(on[:, None], b.force, a.force),
        centre_of_pressure=np.where(on[:, None], b.centre_of_pressure, a.centre_of_pressure),
    )
    apart = surfaces_of(replace(trial, plates=plates), steps)
    columns = replace(steps, contacts=tuple(replace(contact, plate=0) for contact in alone))
    found = surfaces_of(replace(trial, plates=(joined,)), columns)
    assert len(found) == len(apart) == 2
    for one in found:
        (same,) = (other for other in apart if np.array_equal(one.loaded, other.loaded))
        np.testing.assert_allclose(one.middle, same.middle, atol=1e-12)
    # a foot that comes back to its spot shares it, whichever column has it
    back = replace(alone[0], plate=2, start=alone[1].stop, stop=alone[1].stop + 0.1)
    again = replace(a, placed=False, time=a.time + back.start - alone[0].start)
    both = replace(trial, plates=(*plates, again))
    assert len(surfaces_of(both, replace(steps, contacts=(*alone, back)))) == 2
    # both feet on one spot share a plate
    still = replace(joined, centre_of_pressure=0.0 * np.nan_to_num(joined.centre_of_pressure))
    (shared,) = surfaces_of(replace(trial, plates=(still,)), columns)
    assert shared.loaded.any(axis=0).all()


def test_another_table_and_other_shoes_keep_the_mass(nominal: Nominal) -> None:
    both = _plan(nominal, "segment_table", "footwear")
    model = nominal.model
    before = model.tree.mass
    for one, z in both.of(Acts.INERTIA, np.ones(both.size)):
        model = one.settings.change(nominal, model, z)
    assert model.tree.mass.sum() == pytest.approx(before.sum(), rel=1e-12)
    feet = [k for k, name in enumerate(model.segments) if name.endswith("foot")]
    assert model.tree.mass[feet].sum() > before[feet].sum() + 0.2


def test_markers_of_a_segment_slide_together_in_the_sagittal_plane(nominal: Nominal) -> None:
    """All in common: forwards and up the thigh's markers move as one, to the side each alone."""
    one = _plan(nominal, "soft_tissue", soft_tissue={"together": 1.0})
    (source,) = one.perturbations
    markers = nominal.stages.filtered.markers
    z = np.random.default_rng(8).normal(size=one.size)
    moved = source.settings.change(nominal, markers, z).position - markers.position
    thigh = nominal.model.segments.index("left_thigh")
    mine = [name for name, body in nominal.segment_of.items() if body == thigh]
    columns = [markers.names.index(name) for name in mine]
    local = np.einsum("fji,fmj->fmi", nominal.turned()[:, thigh], moved[:, columns])
    apart = np.ptp(local, axis=1).max(axis=0)
    assert apart[[0, 2]] == pytest.approx(0.0, abs=1e-12)
    assert apart[1] > 0.004


def test_skin_follows_the_joints_of_its_segment(nominal: Nominal) -> None:
    """A thigh's by hip and knee alone, in proportion; as large as without; a half of the rest."""
    markers, thigh = nominal.stages.filtered.markers, nominal.model.segments.index("left_thigh")
    mine = [markers.names.index(name) for name, k in nominal.segment_of.items() if k == thigh]
    joints = [nominal.model.segments.index(name) for name in ("left_thigh", "left_shank")]
    bent = nominal.flexion[joints].T
    rng = np.random.default_rng(8)

    def shift(following: float) -> np.ndarray:
        """(frames, draws) m of one marker in its segment, along each axis."""
        one = _plan(nominal, "soft_tissue", soft_tissue={"following": following})
        (source,) = one.perturbations
        drawn = rng.normal(size=(16, one.size))
        moved = [source.settings.change(nominal, markers, z).position for z in drawn]
        apart = np.stack(moved)[:, :, mine[0]] - markers.position[:, mine[0]]
        local = np.einsum("fji,nfj->fni", nominal.turned()[:, thigh], apart)
        return np.asarray(local.reshape(len(local), -1))

    def explained(course: np.ndarray) -> float:
        left = course - bent @ np.linalg.lstsq(bent, course, rcond=None)[0]
        return float(1.0 - np.square(left).mean() / np.square(course).mean())

    wholly, half, freely = shift(1.0), shift(0.5), shift(0.0)
    assert explained(wholly) == pytest.approx(1.0, abs=1e-9)
    assert explained(half) == pytest.approx(0.5 + 0.5 * explained(freely), abs=0.1)
    for course in (wholly, half, freely):
        assert np.sqrt(np.square(course).mean()) == pytest.approx(0.008, rel=0.15)


def test_an_error_that_another_source_holds_is_counted_where_it_is_named() -> None:
    """Markers place both ends of a segment: its length is a matter of joint centres."""
    held = [name for name, source in SOURCES.items() if source.within]
    assert held == ["segment_length", "segment_table", "footwear"]
    assert all(SOURCES[name].within in SOURCES for name in held)


def test_a_foot_lies_along_its_own_axis(nominal: Nominal) -> None:
    """The share of the distance is along the segment: forward in a foot, up in a shank."""
    one = _plan(nominal, "segment_mass_centre", segment_mass_centre={"across": 0.0, "along": 0.3})
    z = np.random.default_rng(4).normal(size=one.size)
    (perturbation,) = one.perturbations
    model = nominal.model
    changed = perturbation.settings.change(nominal, model, z)
    moved = changed.tree.com - model.tree.com
    for name, axis in (("left_hindfoot", 0), ("right_shank", 2)):
        k = model.segments.index(name)
        assert abs(moved[k, axis]) > 1e-4
        np.testing.assert_array_equal(np.delete(moved[k], axis), 0.0)


def test_same_bits_from_others_and_in_other_portions(nominal: Nominal) -> None:
    for names in (("segment_mass", "plate_force"), ("segment_mass", "filter_cutoff")):
        some = _plan(nominal, *names)
        alone = draw(nominal, some, seed=5, count=24)
        fewer = draw(nominal, some, seed=5, count=19)
        with ThreadPoolExecutor(3) as threads:
            others = draw(nominal, some, seed=5, count=24, executor=threads)
        assert np.array_equal(alone, others, equal_nan=True)
        assert np.array_equal(alone[:19], fewer, equal_nan=True)
        assert not np.array_equal(alone, draw(nominal, some, seed=6, count=24), equal_nan=True)


def test_same_bits_from_other_processes(nominal: Nominal) -> None:
    from ambulo.execution.tasks import process_pool

    some = _plan(nominal, "soft_tissue", "marker_placement", "segment_mass")
    alone = draw(nominal, some, seed=5, count=20)
    with process_pool(3) as pool:
        others = draw(nominal, some, seed=5, count=20, executor=pool)
    assert np.array_equal(alone, others, equal_nan=True)


def test_bands_of_an_analysis(nominal: Nominal) -> None:
    choice = Configuration(
        sex="m",
        uncertainty={"samples": 128, "sources": ["segment_mass", "plate_force", "event_times"]},
    )
    stages = replace(nominal.stages, choice=choice)
    bands = with_bands(nominal.analysis, stages).bands
    assert bands is not None
    assert bands.samples == 128
    assert bands.failed == 0
    for name in result_names(nominal.analysis):
        known = np.isfinite(bands.median[name])
        assert np.all(bands.low[name][known] <= bands.median[name][known])
        assert np.all(bands.median[name][known] <= bands.high[name][known])
    angle = header("left_knee_flexion", "deg")
    np.testing.assert_array_equal(bands.low[angle], bands.high[angle])
    moment = nominal.analysis.moments["left_hip_flexion"].values
    known = np.isfinite(moment)
    low = bands.low[header("left_hip_flexion", "N*m")][known]
    high = bands.high[header("left_hip_flexion", "N*m")][known]
    assert np.mean((low < moment[known]) & (moment[known] < high)) > 0.95
    assert any("event times" in note for note in bands.notes)
    assert "soft tissue" in bands.left_out
    assert "segment masses" not in bands.left_out
    assert {key.split()[0] for key in bands.peaks} <= set(SIDES)
    assert bands.peaks
    # mass m of a segment errs by a third of 10 %, its potential energy m g h as much
    energy = header("left_thigh_potential_energy", "J")
    width = (bands.high[energy] - bands.low[energy]) / bands.median[energy]
    assert width.mean() == pytest.approx(2.0 * 1.645 * 0.1 / 3.0, rel=0.2)


def test_bands_of_nothing_are_refused(nominal: Nominal) -> None:
    choice = Configuration(sex="m", uncertainty={"samples": 64, "sources": ["event_times"]})
    with pytest.raises(InputError, match="these sources change: event times"):
        with_bands(nominal.analysis, replace(nominal.stages, choice=choice))


def test_few_samples_have_bands_and_no_word_on_how_they_settle(nominal: Nominal) -> None:
    uncertainty = {"samples": 19, "sources": ["segment_mass"]}
    choice = Configuration(sex="m", uncertainty=uncertainty)
    bands = with_bands(nominal.analysis, replace(nominal.stages, choice=choice)).bands
    assert bands is not None
    assert bands.settling == {}
    assert all(np.isfinite([peak.low, peak.high]).all() for peak in bands.peaks.values())


def test_auto_stops_when_settled(nominal: Nominal, monkeypatch: pytest.MonkeyPatch) -> None:
    import ambulo.uncertainty.run as run

    choice = Configuration(sex="m", uncertainty={"samples": "auto", "sources": ["plate_force"]})
    stages = replace(nominal.stages, choice=choice)
    found = with_bands(nominal.analysis, stages).bands
    assert found is not None
    last = str(found.samples)
    assert found.settling[last] <= run.SETTLED
    assert all(change > run.SETTLED for at, change in found.settling.items() if at != last)
    assert "settled at" in found.notes[-1]
    monkeypatch.setattr(run, "SETTLED", 1e-9)
    monkeypatch.setattr(run, "_MOST", 256)
    given_up = with_bands(nominal.analysis, stages).bands
    assert given_up is not None
    assert given_up.samples == 256
    assert "not settled" in given_up.notes[-1]


def test_what_matters_is_told_apart(nominal: Nominal) -> None:
    """Of two groups the one with a hundred times smaller errors makes nothing of the variance."""
    choice = Configuration(
        sex="m",
        uncertainty={
            "samples": 128,
            "sources": ["segment_mass", "plate_moment"],
            "source": {"segment_mass": {"largest": 0.001}},
            "effects": 128,
        },
    )
    bands = with_bands(nominal.analysis, replace(nominal.stages, choice=choice)).bands
    assert bands is not None
    ankle = {e.group: e for e in bands.effects if e.quantity.endswith("ankle plantarflexion")}
    assert ankle["force plates"].first > 0.9
    assert ankle["segment parameters"].total < 0.05


class Offset(SourceForm):
    """A force on both feet."""

    def size(self, nominal):
        return 1

    def change(self, nominal, found, z):
        return replace(found, force=found.force + z)

    def said(self):
        return "1 N"


def _form(**methods):
    return type("Own", (Offset,), methods)


def _source(settings, acts=Acts.REACTION) -> Source:
    return Source("own", "nobody 2026", "own", acts, settings)


@pytest.fixture
def own():
    """Adds a source to this session."""
    yield lambda settings, **more: SOURCES.register("own", _source(settings, **more))
    SOURCES.remove("own")


def test_what_a_source_of_others_changes_in_place_is_its_own(nominal, own) -> None:
    def change(self, nominal, found, z):
        found.force[:] += z
        z[:] = 0.0
        return found

    before = nominal.analysis.ground.force.copy()
    own(Offset)
    usual = draw(nominal, _plan(nominal, "plate_force", "own"), 0, 19)
    SOURCES.remove("own")
    own(_form(change=change))
    np.testing.assert_array_equal(draw(nominal, _plan(nominal, "plate_force", "own"), 0, 19), usual)
    np.testing.assert_array_equal(nominal.analysis.ground.force, before)


def _written(self, nominal, found, z):
    nominal.stages.steps.plates.force[:] = 0.0
    return found


@pytest.mark.parametrize(
    ("methods", "said"),
    [
        ({"size": lambda *_: -1}, "size gives -1, not a whole number from 0"),
        ({"size": lambda *_: 2.5}, "size gives 2.5, not a whole"),
        ({"said": lambda *_: 3}, "said gives 3, not a string of one line"),
        ({"said": lambda *_: sys.exit(0)}, "it raised SystemExit (0) at "),
        ({"change": lambda *_: None}, "change gives a NoneType, not a GroundReaction"),
        ({"change": lambda *_: {}["gone"]}, "it raised KeyError ('gone') at "),
        ({"change": lambda s, n, g, z: replace(g, force=g.force * np.nan)},
         "change gives no finite number in force, where there was one"),
        ({"change": lambda s, n, g, z: replace(g, force=g.force[:-1])},
         "change gives force as float64 of shape ("),
        ({"change": _written}, "it writes into nominal."),
    ],
)  # fmt: skip
def test_a_mistake_in_a_source_of_others_is_told_by_its_name(nominal, own, methods, said) -> None:
    before = nominal.stages.steps.plates.force.copy()
    own(_form(**methods))
    for at_once in (True, False):
        names = ("own",) if at_once else ("own", "camera_noise")
        with pytest.raises(InputError) as refused:
            draw(nominal, _plan(nominal, *names), 0, 2)
        assert refused.value.where == "source of error 'own' of this session"
        assert said in refused.value.what
        assert str(pickle.loads(pickle.dumps(refused.value))) == str(refused.value)
    np.testing.assert_array_equal(nominal.stages.steps.plates.force, before)


def test_more_numbers_than_a_point_has_are_refused(nominal, own) -> None:
    assert qmc.Sobol.MAXDIM == MOST_COORDINATES
    rest = _plan(nominal, "plate_force").size
    own(_form(size=lambda *_: 100_000))
    said = r"size gives 100000 numbers, but only (\d+) are left\. .* at most 21201 dimensions"
    with pytest.raises(MistakeOfOthers, match=said + r"\. Let size give MANY_NUMBERS") as refused:
        _plan(nominal, "plate_force", "own")
    left = int(re.search(said, str(refused.value))[1])
    assert left == MOST_COORDINATES - rest
    for effects, most in ((0, left), (64, MOST_COORDINATES // 2 - rest)):
        for size in (most, most + 1):
            SOURCES.remove("own")
            own(_form(size=lambda *_, size=size: size))
            asked = {"samples": 19, "sources": ("plate_force", "own"), "effects": effects}
            choice = Configuration(uncertainty=asked).uncertainty
            if size == most:
                assert plan(nominal, choice).size == size + rest
            else:
                with pytest.raises(MistakeOfOthers, match=f"but only {most} are left"):
                    plan(nominal, choice)


def test_what_other_processes_cannot_take_over_is_told(nominal, own, monkeypatch) -> None:
    local = type("Local", (Offset,), {"__module__": __name__})
    own(local, acts=Acts.GEOMETRY)
    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(MistakeOfOthers, match=r"cannot take over .*Local") as refused:
            draw(nominal, _plan(nominal, "own"), 0, 1, pool)
        assert refused.value.where == "source of error 'own' of this session"
        assert "Define this object at the top level of a module" in refused.value.remedy
        smoothing = replace(nominal.stages.filtered.smoothing, markers=lambda values: values)
        filtered = replace(nominal.stages.filtered, smoothing=smoothing)
        odd = Nominal(nominal.analysis, replace(nominal.stages, filtered=filtered))
        with pytest.raises(InputError, match=r"uncertainty: .* cannot take over .*lambda"):
            draw(odd, _plan(odd, "camera_noise"), 0, 1, pool)
    # defined in a notebook: only the process that has it finds it
    monkeypatch.setattr(sys.modules[__name__], "Local", local, raising=False)
    job = _packed(nominal, _plan(nominal, "own"))
    monkeypatch.delattr(sys.modules[__name__], "Local")
    with pytest.raises(InputError, match=r"cannot take over .*Can't get attribute 'Local'"):
        _unpacked(job)


def _gone(markers, where):
    position = markers.position.copy()
    position[where] = np.nan
    return replace(markers, position=position)


def _nan_centre(reaction, feet):
    centre = reaction.centre_of_pressure.copy()
    centre[feet] = np.nan
    return replace(reaction, centre_of_pressure=centre)


@pytest.mark.parametrize(
    ("acts", "change", "said"),
    [
        (Acts.MARKERS, lambda s, n, m, z: _gone(m, np.s_[:]),
         "no finite number in position, where there was one: at [0, 0, 0]"),
        (Acts.MARKERS, lambda s, n, m, z: _gone(m, np.s_[10:14, 3]),
         "no finite number in position, where there was one: at [10, 3, 0]"),
        (Acts.PLACEMENT, lambda s, n, p, z: replace(p, standing=_gone(p.standing, np.s_[4])),
         "no finite number in standing.position, where there was one: at [4, 0, 0]"),
        (Acts.MARKERS, lambda s, n, m, z: replace(m, time=m.time[::-1]),
         "change gives a time that does not increase"),
        (Acts.MARKERS, lambda s, n, m, z: replace(m, time=0.0 * m.time),
         "change gives a time that does not increase"),
        (Acts.SMOOTHING, lambda s, n, smoothing, z: replace(smoothing, weight=np.nan),
         "change gives no finite number in weight, where there was one"),
        (Acts.EVENTS, lambda s, n, e, z: tuple(replace(one, time=np.nan) for one in e),
         "change gives an event whose time is not a finite number"),
        (Acts.REACTION, lambda s, n, g, z: _nan_centre(g, g.force[..., 2] > 200.0),
         "no finite number in centre_of_pressure, where there was one: at ["),
    ],
)  # fmt: skip
def test_numbers_that_a_source_of_others_loses_are_told(nominal, own, acts, change, said) -> None:
    own(_form(change=change), acts=acts)
    with pytest.raises(MistakeOfOthers) as refused:
        draw(nominal, _plan(nominal, "own"), 0, 1)
    assert said in refused.value.what


def test_what_a_source_of_others_cannot_know_may_be_unknown(nominal, own) -> None:
    # what was not seen before, and a point of pressure under a load of 20 N
    light = _form(change=lambda s, n, g, z: _nan_centre(g, g.force[..., 2] < 15.0))
    own(light)
    assert np.isfinite(draw(nominal, _plan(nominal, "own"), 0, 1)).any()
    SOURCES.remove("own")
    own(_form(change=lambda s, n, p, z: p), acts=Acts.PLACEMENT)
    named = nominal.stages.named
    gap = replace(named, markers=_gone(named.markers, np.s_[10:14, 3]))
    gaps = Nominal(nominal.analysis, replace(nominal.stages, named=gap))
    assert draw(gaps, _plan(gaps, "own"), 0, 1).shape[0] == 1


@pytest.mark.parametrize(
    ("settings", "acts", "said"),
    [
        (Offset, "REACTION", "acts is 'REACTION', but must be a stage. Give one of Acts.PLACEMENT"),
        (SourceForm, Acts.REACTION, "Give a class of SourceForm that has size, change and said"),
    ],
)
def test_a_source_is_whole_where_it_is_made(settings, acts, said) -> None:
    with pytest.raises(InputError, match=said):
        _source(settings, acts=acts)


def _bands_by_own(nominal):
    choice = Configuration(sex="m", uncertainty={"samples": 19, "sources": ("own",)})
    return with_bands(nominal.analysis, replace(nominal.stages, choice=choice)).bands


def test_a_band_contains_its_curve_where_every_error_adds(nominal, own) -> None:
    own(_form(change=lambda s, n, found, z: replace(found, force=found.force + 1.0 + np.abs(z))))
    bands = _bands_by_own(nominal)
    for of in results_of(nominal.analysis):
        name, rounding = header(of.name, of.unit), 1e-6 * np.abs(of.values)
        assert not np.any(bands.low[name] > of.values + rounding), name
        assert not np.any(bands.high[name] < of.values - rounding), name


def test_progress_is_told_from_the_beginning(nominal) -> None:
    """Before the first samples, because without a beginning they have no rate."""
    said: list[str] = []
    choice = Configuration(sex="m", uncertainty={"samples": 19, "sources": ("segment_mass",)})
    with_bands(nominal.analysis, replace(nominal.stages, choice=choice), progress=said.append)
    assert said[0] == "uncertainty: 0 of 19 perturbed analyses"
    assert said[1].startswith("uncertainty: 8 of 19 perturbed analyses")


def test_a_source_of_others_that_moves_nothing_is_told(nominal, own) -> None:
    own(Offset)
    assert _bands_by_own(nominal).notes == ()
    SOURCES.remove("own")
    own(_form(change=lambda s, n, found, z: found))
    (said,) = _bands_by_own(nominal).notes
    assert said.startswith(
        "Own changes no result: all analyses that are perturbed by it alone are the same"
    )


def test_results_without_a_band_are_told(nominal, own) -> None:
    def lost(self, nominal, found, z):
        raise InputError("there is nothing left")

    own(_form(change=lost), acts=Acts.GEOMETRY)
    with pytest.raises(InputError, match="none of 19 perturbed analyses found a result"):
        _bands_by_own(nominal)
    samples = np.tile(_plain(nominal.analysis).astype(np.float32), (19, 1, 1))
    names = result_names(nominal.analysis)
    samples[:4, names.index("left_hip_flexion [N*m]")] = np.nan
    # nine tenths of 19 must have a number where there is a band
    spread = spread_of(samples[:, : len(names)], 0.9)
    (said,) = _said_of_lost(nominal.analysis, samples, spread)
    assert said == ("No band of left_hip_flexion [N*m]: 4 of 19 perturbed analyses gave no number.")
