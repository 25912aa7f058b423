"""Whose normal walking: matched to the speed, of one's own people, named where it is shown."""

from __future__ import annotations

import io
import platform
import shutil
from dataclasses import replace

import numpy as np
import pytest
from rich.console import Console
from tests.synthetic_analysis import SPEED, make_analysis

from ambulo.gait.configuration import Configuration, read_configuration
from ambulo.inputs.errors import InputError
from ambulo.population.norms import make_norms, write_norms
from ambulo.records import Provenance, Quantities, Subject
from ambulo.report.normal_band import NORMS, load_band, load_norms, read_own_norms
from ambulo.report.peaks import peak_moments
from ambulo.report.plot import Plot
from ambulo.report.scene import Scene
from ambulo.report.terminal import print_result
from ambulo.report.write import write
from ambulo.results.dimensionless_speed import dimensionless_speed, leg_length
from ambulo.results.gait_cycle import CYCLE, cycle_curves


@pytest.fixture(scope="module")
def analysis():
    return replace(make_analysis(whole=True), method="plates")


def named(analysis, name, scale):
    """The same walk of another person, every curve of the legs so much larger."""
    model = replace(analysis.model, subject=replace(analysis.model.subject, name=name))
    groups = {
        group: Quantities(replace(q, values=scale * q.values) for q in getattr(analysis, group))
        for group in ("angles", "moments", "powers")
    }
    return replace(analysis, model=model, **groups)


def test_children_at_five_speeds():
    norms = load_norms("schwartz2008")
    assert list(norms.speeds) == ["very slow", "slow", "free", "fast", "very fast"]
    for group, name in (("angles", "hip_flexion"), ("powers", "ankle_power")):
        spans = [np.ptp(band.curves[group][name].mean) for band in norms.speeds.values()]
        # the faster, the longer the stride and the stronger the push
        assert spans == sorted(spans)
    within = {0.1: "very slow", 0.3: "slow", 0.363: "free", 0.44: "free", 0.6: "fast",
              0.9: "very fast"}  # fmt: skip
    for speed, expected in within.items():
        assert norms.at(speed) is norms.speeds[expected]
        assert norms.at(speed).population == f"typically developing children, {expected} speed"
    assert norms.at(None) is norms.speeds["free"] is load_band()


def test_the_band_is_that_of_the_walks_speed(analysis):
    scene = Scene(analysis)
    # thigh and shank of 0.42 m each; the sole is 0.075 m below the ankle, the foot at times turned
    length = leg_length(scene.posture)
    assert 0.88 < length < 0.93
    speed = dimensionless_speed(analysis, scene.posture, scene.strides)
    assert speed == pytest.approx(SPEED / np.sqrt(9.80665 * length), rel=0.03)
    assert scene.band is load_norms().speeds["free"]
    creeping = replace(analysis, motion=replace(analysis.motion, q=analysis.motion.q.copy()))
    creeping.motion.q[:, 0] *= 0.5
    assert Scene(creeping).band is load_norms().speeds["very slow"]


def test_terminal_says_whose_they_are(analysis, tmp_path):
    out = io.StringIO()
    print_result(analysis, tmp_path, Console(file=out, width=200))
    said = out.getvalue()
    assert "normal: children, free speed" in said
    assert "developing children, free speed. Source: Schwartz, Rozumalski, Trost (2008)" in said


@pytest.fixture(scope="module")
def folders(analysis, tmp_path_factory):
    root = tmp_path_factory.mktemp("norms")
    # two walks of Ann, one each of the others
    people = [("Ann", 0.8), ("Ann", 1.2), ("Bo", 1.3), ("Cem", 0.7)]
    return [
        write(named(analysis, name, scale), root / f"{k}") for k, (name, scale) in enumerate(people)
    ]


@pytest.fixture(scope="module")
def own(folders, tmp_path_factory):
    path = tmp_path_factory.mktemp("own") / "mine.nc"
    write_norms(make_norms(folders), path, "three colleagues")
    return path


def test_ones_own_are_mean_and_spread_between_people(analysis, folders, own):
    found = make_norms(folders)
    assert found.people == ("Ann", "Bo", "Cem")
    assert found.trials == 4
    band = load_norms(str(own)).at(0.4)
    assert (band.name, band.population) == ("mine", "three colleagues")
    by_side = [
        cycle_curves(
            analysis.motion.time,
            analysis.angles[f"{side}_knee_flexion"].values,
            [s for s in analysis.strides if s.side == side],
        ).mean
        for side in ("left", "right")
    ]
    both = np.mean(by_side, axis=0)
    curve = band.curves["angles"]["knee_flexion"]
    np.testing.assert_allclose(curve.cycle, CYCLE)
    # Ann's mean is 1.0: 1.0, 1.3 and 0.7
    np.testing.assert_allclose(curve.mean, both, atol=1e-9)
    np.testing.assert_allclose(curve.sd, 0.3 * np.abs(both), atol=1e-9)
    # moments go by body mass
    peak = band.curves["moments"]["ankle_dorsiflexion"].mean.min()
    children = load_band().curves["moments"]["ankle_dorsiflexion"].mean.min()
    assert peak == pytest.approx(children, rel=0.1)


def test_the_pelvis_of_ones_own_is_as_each_leg_sees_it(own):
    ours, theirs = load_norms(str(own)).at(None), load_band()
    for name in ("pelvis_obliquity", "pelvis_rotation"):
        curve, source = ours.curves["angles"][name], theirs.curves["angles"][name]
        expected = np.interp(CYCLE, source.cycle, source.mean)
        assert np.corrcoef(curve.mean, expected)[0, 1] > 0.9


def test_ones_own_stand_in_the_report_and_in_figures(analysis, own):
    text = Configuration(norms=str(own)).model_dump_json()
    chosen = replace(analysis, provenance=Provenance(configuration=text))
    assert Scene(chosen).band.population == "three colleagues"
    assert Plot(analysis, str(own)).band.short == "mine"


def test_a_missing_end_of_ones_own_moments_hides_no_peak(analysis, own):
    scene = Scene(analysis)
    whole = load_norms(str(own)).at(None)

    def normal(unknown):
        curves = {
            name: replace(curve, mean=np.where(unknown, np.nan, curve.mean))
            for name, curve in whole.curves["moments"].items()
        }
        vars(scene)["band"] = replace(whole, curves={**whole.curves, "moments": curves})
        return [peak.normal for peak in peak_moments(scene)]

    assert normal(CYCLE >= 100.0) == normal(CYCLE < 0.0)
    assert None not in normal(CYCLE >= 100.0)
    # the peak may be in the half that is not known
    assert set(normal(CYCLE >= 50.0)) == {None}


def test_one_person_is_no_norm(folders):
    with pytest.raises(InputError, match="all given analyses are of Ann"):
        make_norms(folders[:2])


def test_only_normal_data_are_replaced(folders, own, tmp_path):
    found = make_norms(folders)
    left = tmp_path / ".mine.nc.writing-0a1b2c3d"
    left.mkdir()
    (left / "held").write_text(platform.node(), encoding="utf-8")
    shutil.copy(own, tmp_path / "mine.nc")
    write_norms(found, tmp_path / "mine.nc", "others")
    assert read_own_norms(tmp_path / "mine.nc").population == "others"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.nc"]
    shutil.copy(folders[0] / "results.nc", tmp_path / "results.nc")
    with pytest.raises(InputError, match="no normal data and would be overwritten"):
        write_norms(found, tmp_path / "results.nc")


def test_moments_of_a_walk_without_plates_are_left_out(analysis, folders, tmp_path):
    bare = replace(named(analysis, "Di", 5.0), method="whole-body")
    found = make_norms([*folders, write(bare, tmp_path / "bare")])
    before = make_norms(folders)
    assert found.without_plates == 1
    assert found.doubts.startswith("Moments and powers of 1 walk without force plates are left out")
    assert before.doubts == ""
    for group, more in (("angles", 1.0), ("moments", 0.0), ("powers", 0.0)):
        for name, count in found.count[group].items():
            np.testing.assert_array_equal(count, before.count[group][name] + more)


def test_what_is_no_walk_is_no_norm(analysis, folders, tmp_path):
    bare = replace(analysis, strides=(), model=replace(analysis.model, subject=Subject(name="Di")))
    with pytest.raises(InputError, match="not a walk"):
        make_norms([*folders, write(bare, tmp_path / "bare")])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("schwarz2008", "no normal data"),
        ("gone.nc", "no normal data"),
        ("x/gone.toml", "no file"),
    ],
)
def test_norms_that_are_not_there(given, said):
    with pytest.raises(InputError, match=said):
        load_norms(given)


def test_a_file_that_is_none(tmp_path):
    path = tmp_path / "mine.nc"
    path.write_bytes(b"nothing")
    with pytest.raises(InputError, match="not a file of normal data"):
        load_norms(str(path))


def test_speeds_out_of_order_are_refused(tmp_path):
    text = NORMS["schwartz2008"].read_text(encoding="utf-8").replace("0.363", "0.163")
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="not in order"):
        load_norms(str(path))


def test_a_file_beside_the_configuration_is_found(own):
    config = own.with_name("config.toml")
    config.write_text('norms = "mine.nc"\n', encoding="utf-8")
    assert read_configuration(config).norms == str(own)
