"""`ambulo simulate` on a written analysis: files, summary, and what it refuses."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from functools import partial

import h5netcdf
import numpy as np
import pytest
from rich.console import Console
from tests.command_line import ambulo
from tests.consistent_analysis import consistent_analysis
from tests.unit.test_page_data import numbers

from ambulo.forward_check.deviation import Deviation, deviation, followed
from ambulo.forward_check.files import write_simulation
from ambulo.forward_check.run import check_forward
from ambulo.forward_check.simulation_folder import simulate_folder
from ambulo.forward_check.support import support, supports_of
from ambulo.forward_check.terminal import print_check
from ambulo.inputs.errors import InputError
from ambulo.report.verdict import verdict
from ambulo.report.write import write
from ambulo.results.folder import read_folder
from ambulo.results.whole_folder import write_manifest


@pytest.fixture(scope="module")
def analysis():
    made = consistent_analysis(None)
    return replace(made, checks=(replace(made.checks[0], grade="look"), *made.checks[1:]))


@pytest.fixture(scope="module")
def written(analysis, tmp_path_factory):
    folder = tmp_path_factory.mktemp("analysis")
    write(analysis, folder)
    return folder


@pytest.fixture
def folder(written, tmp_path):
    return shutil.copytree(written, tmp_path / "walk")


def simulated_in(folder, simulate=check_forward):
    return simulate_folder(folder, simulate, write_simulation)


def test_what_was_analysed_comes_back(analysis, written):
    found = read_folder(written)
    assert found.method == analysis.method
    for name in ("time", "q", "v", "a"):
        np.testing.assert_array_equal(getattr(found.motion, name), getattr(analysis.motion, name))
    np.testing.assert_array_equal(found.ground.known, analysis.ground.known)
    np.testing.assert_array_equal(found.ground.force, analysis.ground.force)
    np.testing.assert_array_equal(found.joint_forces.moment, analysis.joint_forces.moment)


def test_moments_about_the_ankle_that_are_not_the_reactions_fail(folder):
    with h5netcdf.File(folder / "results.nc", "a") as file:
        variable = file.variables["ground_reaction_moment_ankle"]
        values = variable[...]
        values[50:53, 1] *= 1.01
        variable[...] = values
    write_manifest(folder)
    for strict in ([], ["--strict"]):
        done = ambulo("simulate", folder, "--integrator", "rkmk4", "--quiet", *strict)
        assert done.status == (3 if strict else 0)
        assert (
            "moment about the ankle of a ground reaction does not agree with the stored" in done.err
        )


def test_both_checks_leave_their_files_and_the_analysis_as_it_was(folder):
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    opened = simulated_in(folder, partial(check_forward, integrator="rkmk4"))
    held = simulated_in(folder, partial(check_forward, integrator="rkmk4", control="pd"))
    assert {path: path.read_bytes() for path in before} == before
    after = json.loads((folder / "simulation" / "summary.json").read_text())
    assert set(after) == {"open_loop", "pd"}
    assert after["open_loop"]["carried"] == "feet"
    assert [row["carried"] for row in after["open_loop"]["supports"]] == [
        "feet", "lumbar", "head",
    ]  # fmt: skip
    assert after["pd"]["carried"] == "feet"
    assert after["pd"]["followed_percent"] == 100.0
    assert after["pd"]["controller"]["largest_force_N"] > 0.0
    assert len(after["pd"]["controller"]["joints"]) == 17
    for check in (opened, held):
        page = (folder / "simulation" / f"{check.name}.html").read_text()
        assert "Leg angles" in page
        assert "https://" not in page
        data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])
        panels = {p["id"]: p for section in data["sections"] for p in section["panels"]}
        assert next(iter(panels)) == "analysis-checks"
        assert panels["analysis-checks"]["verdict"] == verdict(check.analysis.checks)
        assert ("effort" in panels, "supports" in panels) == (check is held, check is opened)
        assert ("missing" in panels) == (check is held)
        simulated, measured = panels["both-motions"]["motions"]
        shown = numbers(data, simulated["position"])[:, 0]
        # places in space are kept to 16 bits of their range
        np.testing.assert_allclose(shown, check.simulation.q[:, :3], rtol=0.0, atol=1e-4)
        assert measured["ghost"]
        with h5netcdf.File(folder / "simulation" / f"{check.name}.nc") as file:
            np.testing.assert_array_equal(file.variables["q"][...], check.simulation.q)
            assert file.variables["distance"].attrs["units"] == "m"
            assert file.attrs["integrator"] == "rkmk4"


def test_the_terminal_says_how_far_it_follows(written):
    console = Console(record=True, width=100)
    print_check(check_forward(read_folder(written), integrator="rkmk4"), written, console)
    said = " ".join(console.export_text().split())
    assert "Without a controller, the " in said
    assert not re.search(r"\de[+]\d", said)
    whole = "which is the whole time" in said
    assert whole or "Exact forces would follow it for" in said
    assert whole or "".join(f"ambulosimulate{written}--controlpd".split()) in "".join(said.split())
    assert "applied at head" in said


def test_following_ends_at_the_first_segment_beyond_a_limit():
    time = np.linspace(1.0, 2.0, 11)
    angle, distance = np.zeros((11, 2)), np.zeros((11, 2))
    assert followed(time, Deviation(angle, distance)) == pytest.approx(1.0)
    distance[7, 1] = 0.011
    assert followed(time, Deviation(angle, distance)) == pytest.approx(0.6)
    angle[4:, 0] = np.nan
    assert followed(time, Deviation(angle, distance)) == pytest.approx(0.3)
    angle[0, 0] = 0.1
    assert followed(time, Deviation(angle, distance)) == 0.0


def test_deviation_is_the_angle_and_the_distance(analysis):
    tree, q = analysis.model.tree, analysis.motion.q[:3].copy()
    moved = q.copy()
    moved[:, 0] += 0.02
    off = deviation(tree, moved, q)
    np.testing.assert_allclose(off.distance, 0.02, rtol=1e-9)
    np.testing.assert_allclose(off.angle, 0.0, atol=1e-12)
    w, x, y, z = q[:, 3:7].T
    c, s = np.cos(0.15), np.sin(0.15)
    moved = q.copy()  # turned by 0.3 rad about the vertical, from the left
    moved[:, 3:7] = np.stack([c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w], axis=1)
    np.testing.assert_allclose(deviation(tree, moved, q).angle, 0.3, rtol=1e-9)


def test_supports_follow_the_model(analysis):
    assert supports_of(analysis.model) == ("feet", "lumbar", "head")
    joint = analysis.model.joints.index("lumbar")
    lumbar = support(analysis.model, "lumbar")
    np.testing.assert_array_equal(lumbar.point, analysis.model.tree.p_PJ[joint])
    assert analysis.model.segments[support(analysis.model, "head").body] == "head"
    legs = replace(
        analysis.model, name="legs", segments=("pelvis", "a"), joints=("root", "left_hip")
    )
    assert supports_of(legs) == ("feet", "pelvis")
    assert support(legs, "pelvis").point == (0.0, 0.0, 0.0)
    with pytest.raises(InputError, match="legs has no head at which"):
        support(legs, "head")


def test_a_model_of_another_analysis_is_noticed(folder):
    content = json.loads((folder / "model.json").read_text())
    for key, values in content["tree"].items():
        if key != "gravity":
            values.pop()
    for key in ("segments", "joints"):
        content[key].pop()
    content["points"], content["markers"] = {}, {
        "names": [], "body": [], "local": [], "weight": [],
    }  # fmt: skip
    (folder / "model.json").write_text(json.dumps(content))
    with pytest.raises(InputError, match=r"model\.json is not the file"):
        simulated_in(folder)
    write_manifest(folder)
    with pytest.raises(InputError, match="but the model needs"):
        simulated_in(folder)


def test_an_unknown_stretch_of_motion_is_refused(folder):
    with h5netcdf.File(folder / "results.nc", "a") as file:
        q = file.variables["q"]
        values = q[...]
        values[5, 3] = np.nan
        q[...] = values
    write_manifest(folder)
    with pytest.raises(InputError, match="gaps in 1 of 360 frames"):
        simulated_in(folder)
