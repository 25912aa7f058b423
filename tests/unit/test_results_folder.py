"""An analysis that is written and read is the same, field by field."""

from __future__ import annotations

import gc
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import h5netcdf
import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.gait.checks.finding import Finding, judged
from ambulo.inputs.errors import InputError
from ambulo.records import (
    Analysis,
    Diagnostic,
    Event,
    FramesLeftOut,
    InputFile,
    Provenance,
    PutBack,
    SegmentLength,
    SharingComparison,
    WrenchDifference,
)
from ambulo.report.page import report_page
from ambulo.report.page_data import to_json
from ambulo.report.scene import Scene
from ambulo.results.folder import read_folder, write_results
from ambulo.results.posture import posture
from ambulo.results.record_codec import UnknownField, decode
from ambulo.results.whole_folder import write_folder, write_manifest


def differences(a, b, path=""):
    """Paths at which two records differ; arrays to the last bit, NaN equal to NaN."""
    if isinstance(a, np.ndarray):
        same = a.dtype == b.dtype and np.array_equal(a, b, equal_nan=a.dtype.kind == "f")
        return [] if same else [path]
    if is_dataclass(a):
        if type(a) is not type(b):
            return [path]
        names = [field.name for field in fields(a)]
        return [d for n in names for d in differences(getattr(a, n), getattr(b, n), f"{path}.{n}")]
    if isinstance(a, Mapping):
        if list(a) != list(b):
            return [path]
        return [d for key in a for d in differences(a[key], b[key], f"{path}[{key}]")]
    if isinstance(a, tuple):
        if type(a) is not type(b) or len(a) != len(b):
            return [path]
        pairs = enumerate(zip(a, b, strict=True))
        return [d for k, (x, y) in pairs for d in differences(x, y, f"{path}[{k}]")]
    both_nan = isinstance(a, float) and a != a and b != b
    same = type(b) is type(a) or (isinstance(a, float) and isinstance(b, float))
    return [] if both_nan or (same and a == b) else [path]


def saved(analysis: Analysis, folder: Path) -> Path:
    write_folder(
        folder,
        lambda out: write_results(analysis, posture(analysis.model, analysis.motion), out),
    )
    return folder


def full() -> Analysis:
    """Every field of the record holds something, what cannot be told in JSON too."""
    found = make_analysis(whole=True, truth=True, failed=True)
    rng = np.random.default_rng(5)
    gap = WrenchDifference(7, {"Fx": 1.5, "Fz": np.inf}, {"Fx": float("nan"), "Fz": 0.1})
    trial = replace(
        found.trial,
        outputs={"LHipAngles": rng.normal(size=(50, 3)), "N*mm/kg": rng.normal(size=(50, 3))},
        events=(Event("left", "strike", 0.1, "file"),),
    )
    return replace(
        found,
        trial=trial,
        log=(*found.log, PutBack("LWRB is LWRA."), FramesLeftOut("Frames 1 to 3 are left out.")),
        checks=(*found.checks, judged(Finding("residual_force", why="no_trunk"))),
        plates_vs_inverse={"single_support": {"left": gap}},
        sharing=SharingComparison(
            {"cfp": found.ground}, None, {"left": gap}, {"cfp": {"both": gap}}, {}
        ),
        segment_lengths={"left_hip to left_knee": SegmentLength(0.4, 0.41, 0.42, 0.1 + 0.2)},
        diagnostics=(
            Diagnostic("Noise", "µm", "Hz", np.arange(4.0), {"a": np.arange(4.0)}, "Read it so."),
            Diagnostic("Ragged", "1", "n", np.arange(2.0), {}, ""),
        ),
        provenance=Provenance(
            (InputFile("trial", Path("a/walk.c3d"), 12, "ab"),), '{"mass": 68.0}', 3, "0.1.0"
        ),
    )


@pytest.mark.parametrize(
    "analysis",
    [full(), make_analysis(), make_analysis(strides=False, upper=False)],
    ids=["everything", "plates", "part of the body"],
)
def test_what_is_read_is_what_was_written(analysis, tmp_path):
    again = read_folder(saved(analysis, tmp_path / "out"))
    assert type(again) is Analysis
    assert differences(analysis, again) == []


def test_the_page_of_what_is_read_says_what_that_of_the_analysis_does(tmp_path):
    """Also of exchanged labels and of frames left out, which are notes of their own kind."""
    whole = make_analysis(whole=True)
    analysis = replace(whole, log=full().log)
    again = read_folder(saved(analysis, tmp_path))
    first, second = (to_json(report_page(Scene(one), [])) for one in (analysis, again))
    assert first == second
    assert "LWRB is LWRA. " in first
    assert "Frames 1 to 3 are left out. LWRB" in first


def test_a_note_of_a_kind_of_a_newer_version_is_refused():
    with pytest.raises(UnknownField, match="Later"):
        decode(tuple[str, ...], ["plain", {"Later": "text"}], None)


def test_the_comparison_itself_sees_a_changed_bit(tmp_path):
    analysis = make_analysis()
    again = read_folder(saved(analysis, tmp_path))
    again.motion.q[3, 2] = np.nextafter(again.motion.q[3, 2], 9.0)
    moments = again.moments[:-1]
    assert differences(analysis, replace(again, moments=moments)) == [".motion.q", ".moments"]


def test_what_is_read_can_be_written_again(tmp_path):
    once = read_folder(saved(full(), tmp_path / "once"))
    assert differences(once, read_folder(saved(once, tmp_path / "twice"))) == []


def test_curves_are_not_kept_twice(tmp_path):
    saved(make_analysis(), tmp_path)
    with h5netcdf.File(tmp_path / "results.nc") as file:
        apart = file.groups["record"].variables
        # plates, and nothing of motion, forces, quantities, markers
        paths = [v.attrs["long_name"] for name, v in apart.items() if name != "content"]
    assert all(path.startswith("trial_plates") or path == "trial_lab_R_WL" for path in paths)


@pytest.mark.parametrize("analysis", [make_analysis(), full()], ids=["plates", "whole body"])
@pytest.mark.parametrize("prefix", ["ground_reaction", "plates_ground_reaction"])
@pytest.mark.parametrize("part", ["force", "moment_origin", "centre_of_pressure", "free_moment"])
def test_each_published_ground_reaction_is_what_is_read(analysis, prefix, part, tmp_path):
    """Where one is the other, two files of the same numbers are refused unless they are."""
    saved(analysis, tmp_path)
    with h5netcdf.File(tmp_path / "results.nc", "a") as file:
        values = file.variables[f"{prefix}_{part}"]
        values[...] = 1.2 * values[...] + 0.5
    write_manifest(tmp_path)
    if analysis.ground is analysis.plates_ground:
        with pytest.raises(InputError, match=f"ground_reaction_{part} and plates"):
            read_folder(tmp_path)
        return
    field = prefix.replace("ground_reaction", "ground")
    where = [f".{field}.{part}"]
    where += [".sharing.sharings[cfp]" + where[0][7:]] * (field == "ground")
    assert differences(analysis, read_folder(tmp_path)) == where


def test_a_folder_that_is_none_is_refused_in_one_line(tmp_path):
    with pytest.raises(InputError, match=r"no results\.nc"):
        read_folder(tmp_path)
    saved(make_analysis(), tmp_path)
    (tmp_path / "results.nc").write_bytes(b"no NetCDF")
    write_manifest(tmp_path)
    with pytest.raises(InputError, match="cannot be read"):
        read_folder(tmp_path)
    with h5netcdf.File(tmp_path / "results.nc", "w") as file:
        file.dimensions = {"time": 3}
        file.create_variable("time", ("time",), data=np.arange(3.0))
    write_manifest(tmp_path)
    with pytest.raises(InputError, match="record is missing"):
        read_folder(tmp_path)


def test_a_motion_that_is_none_is_refused(tmp_path):
    sound = make_analysis()
    saved(replace(sound, motion=replace(sound.motion, q=0.0 * sound.motion.q)), tmp_path)
    with pytest.raises(InputError, match="a quaternion whose norm is not 1"):
        read_folder(tmp_path)


def test_damaged_bytes_are_refused_and_nothing_else_is_said(tmp_path, monkeypatch):
    """HDF5 and what is built on it speak on the terminal where objects are closed half-made."""
    aloud = []
    monkeypatch.setattr("sys.unraisablehook", aloud.append)
    folder, refused = saved(make_analysis(), tmp_path), 0
    sound = (folder / "results.nc").read_bytes()
    for first in range(0, 2400, 80):
        (folder / "results.nc").write_bytes(sound[:first] + b"\xff" * 4 + sound[first + 4 :])
        write_manifest(folder)
        try:
            read_folder(folder)
        except InputError:
            refused += 1
    gc.collect()
    assert refused > 5
    assert aloud == []


@pytest.mark.parametrize("name", ["results.nc", "model.json"])
def test_files_of_two_analyses_are_not_read_as_one(name, tmp_path):
    """Another subject of the same shape: only the digests can tell."""
    one = saved(make_analysis(), tmp_path / "one")
    other = saved(make_analysis(failed=True), tmp_path / "other")
    assert read_folder(one).motion.q.shape == read_folder(other).motion.q.shape
    changed = (other / name).read_bytes() + b" "
    (one / name).write_bytes(changed)
    with pytest.raises(InputError, match=f"{name} is not the file that was written with this"):
        read_folder(one)
    (other / "manifest.json").unlink()
    with pytest.raises(InputError, match=r"no readable manifest\.json"):
        read_folder(other)
