"""Bands where a reader sees them: tables, results.nc and back, page, terminal."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from tests.synthetic_analysis import MASS, make_analysis

import ambulo
from ambulo.inputs.errors import InputError
from ambulo.records import Analysis, Bands, PeakBand, SourceEffect
from ambulo.report.comparison import share_inside
from ambulo.report.panels.comparison import truth_panel
from ambulo.report.panels.joint_curves import curves_panel
from ambulo.report.panels.peaks import peaks_panel
from ambulo.report.panels.stride_numbers import numbers_panel
from ambulo.report.panels.uncertainty import EFFECTS, SETTLING, SOURCES
from ambulo.report.peaks import peak_moments
from ambulo.report.plot import Plot
from ambulo.report.scene import Scene
from ambulo.report.terminal import print_result
from ambulo.report.write import write
from ambulo.results.catalogue import NUMBERS
from ambulo.results.columns import header
from ambulo.results.folder import read_folder
from ambulo.results.gait_cycle import CYCLE, stride_parameters
from ambulo.results.posture import posture
from ambulo.results.trust import trust
from ambulo.uncertainty.bands import cycle_spread, numbers_bands, peaks_of, settling_of, spread_of
from ambulo.uncertainty.perturbed import banded_rows, results_of

SPREAD = 3.0


def _numbers(analysis: Analysis) -> dict[str, np.ndarray]:
    at = posture(analysis.model, analysis.motion)
    every = (q for row in NUMBERS for q in row.quantities(analysis, at))
    return {header(q.name, q.unit): q.values for q in every}


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    """Every result with a band of its own, 3 units to each side."""
    plain = make_analysis(whole=True)
    found = {header(q.name, q.unit): q.values for q in results_of(plain)}
    ends = np.array([[0.0], [-SPREAD], [SPREAD]])
    of_strides = {name: values + ends for name, values in _numbers(plain).items()}
    bands = Bands(
        samples=256,
        failed=1,
        share=0.9,
        sources=("Segment masses: some.",),
        titles=("segment masses",),
        median=found,
        low={name: values - SPREAD for name, values in found.items()},
        high={name: values + SPREAD for name, values in found.items()},
        cycle_low=dict.fromkeys(found, CYCLE - SPREAD),
        cycle_high=dict.fromkeys(found, CYCLE + SPREAD),
        strides=of_strides,
        peaks={"left knee extension": PeakBand("N*m/kg", 0.88, 0.79, 0.97)},
        settling={"128": 0.2, "256": 0.1},
        effects=(SourceEffect("soft tissue", "left knee extension", 0.6, 0.7, 0.05, 0.06),),
        notes=("One was left out.",),
    )
    return replace(plain, bands=bands)


def test_written_and_read_again(analysis: Analysis, tmp_path: Path) -> None:
    import h5netcdf

    folder = write(analysis, tmp_path / "out")
    again = read_folder(folder).bands
    assert again is not None
    assert analysis.bands is not None
    for name in (
        "samples",
        "failed",
        "share",
        "sources",
        "peaks",
        "settling",
        "effects",
        "notes",
    ):
        assert getattr(again, name) == getattr(analysis.bands, name)
    for name, values in analysis.bands.low.items():
        np.testing.assert_array_equal(again.low[name], values)
    for name, values in analysis.bands.strides.items():
        np.testing.assert_array_equal(again.strides[name], values)
    with h5netcdf.File(folder / "results.nc", "r") as file:
        plain = np.asarray(file.variables["joint_moments"][...])
        high = np.asarray(file.variables["joint_moments_high"][...])
        np.testing.assert_allclose(high - plain, np.where(np.isnan(plain), np.nan, SPREAD))
        feet = np.asarray(file.variables["foot_progression"][...])
        low = np.asarray(file.variables["foot_progression_low"][...])
        np.testing.assert_allclose(feet - low, np.full(feet.shape, SPREAD))
        work, high = (np.asarray(file.variables[name][...]) for name in ("work", "work_high"))
        np.testing.assert_allclose(high - work, np.where(np.isnan(work), np.nan, SPREAD))
    first = (folder / "tables" / "joint_angles_bands.csv").read_text().splitlines()[0]
    assert "left_knee_flexion_low [deg],left_knee_flexion_high [deg]" in first
    assert "left_foot_progression_low [deg],left_foot_progression_high [deg]" in first
    first = (folder / "tables" / "work_bands.csv").read_text().splitlines()[0]
    assert first.startswith("time,side,stop [s],")
    assert "knee_positive_work_low [J],knee_positive_work_high [J]" in first
    assert "0.79,0.97" in (folder / "tables" / "peaks_bands.csv").read_text()
    assert "soft tissue" in (folder / "tables" / "effects_of_sources.csv").read_text()


def test_every_table_of_the_folder_is_a_frame(analysis: Analysis, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    found = ambulo.Analysis.of(analysis)
    tables = write(analysis, tmp_path / "out") / "tables"
    for path in tables.glob("*.csv"):
        there, name = pandas.read_csv(path), path.stem
        if name.endswith("_by_stride"):
            with pytest.raises(InputError, match='with over="stride"'):
                found.to_pandas(name)
            continue
        here = found.to_pandas(name)
        assert list(there) in (list(here), ["time", *here]), name
        assert len(here) == len(there)
    peaks = found.to_pandas("peaks").set_index("peak")
    knee = peaks.loc["left knee extension"]
    assert (knee["per_kg_low [N*m/kg]"], knee["per_kg_high [N*m/kg]"]) == (0.79, 0.97)
    mass = analysis.model.subject.mass
    assert mass is not None
    largest = np.nanmax(-analysis.moments["left_knee_flexion"].values)
    assert knee["value [N*m]"] == pytest.approx(largest, rel=0.01)
    assert knee["value [N*m]"] == pytest.approx(mass * knee["per_kg [N*m/kg]"])
    assert np.isnan(peaks.loc["right knee extension", "per_kg_low [N*m/kg]"])
    grades = found.to_pandas("trust")["grade"]
    assert grades["moments/left_knee_flexion"] == found.trust["moments/left_knee_flexion"].grade


def test_bands_are_frames_over_time_and_over_the_stride(analysis: Analysis) -> None:
    pytest.importorskip("pandas")
    found = ambulo.Analysis.of(analysis)
    over_time = found.to_pandas("joint_moments_bands")
    assert over_time.index.name == "time"
    knee = over_time["left_knee_flexion_high [N*m]"]
    np.testing.assert_allclose(knee, found.moments["left_knee_flexion"].values + SPREAD)
    mean = found.to_pandas("joint_moments_bands", over="stride")
    assert mean.index.name == "stride [%]"
    np.testing.assert_array_equal(mean["left_knee_flexion_low [N*m]"], CYCLE - SPREAD)
    np.testing.assert_array_equal(mean["left_knee_flexion_high [N*m]"], CYCLE + SPREAD)
    with pytest.raises(InputError, match="a single stride has no band"):
        found.to_pandas("joint_moments_bands", over="strides")
    with pytest.raises(InputError, match='Give "joint_moments_bands", and divide it'):
        found.to_pandas("joint_moments_per_kg_bands")


def test_an_analysis_says_whether_its_bands_have_settled(analysis: Analysis) -> None:
    said = repr(ambulo.Analysis.of(analysis))
    assert "error bands      90 % of 256 perturbed analyses" in said
    assert "moved by up to 10 % of their width" in said
    trust = repr(ambulo.Analysis.of(analysis).trust["moments/left_knee_flexion"])
    assert re.search(r"\d\.\d{9}", trust) is None  # numbers are rounded


def test_names_that_are_nearly_right_are_told_where_bands_are(analysis: Analysis) -> None:
    bands = analysis.bands
    assert bands is not None
    # an angle has the same name: nothing is guessed
    with pytest.raises(KeyError, match=r"left_knee_flexion \[deg\] or left_knee_flexion \[N"):
        bands.low["left_knee_flexion"]
    with pytest.raises(KeyError, match="mean left knee extension"):
        bands.peaks["left_knee_extension"]


def test_curves_carry_their_bands_in_the_unit_shown(analysis: Analysis) -> None:
    panel = curves_panel(Scene(analysis), "moments", "legs")
    assert panel is not None
    series = [s for plot in panel.plots for s in plot.series if s.low is not None]
    assert len(series) >= 10
    for one in series:
        known = np.isfinite(one.y)
        np.testing.assert_allclose((one.high - one.low)[known], 2.0 * SPREAD / MASS)
        np.testing.assert_allclose((one.y - one.low)[known], SPREAD / MASS)
    over = [band for plot in panel.plots for band in plot.bands if "90 % band" in band.label]
    assert {band.role for band in over} >= {"left", "right"}
    assert all(band.cycle for band in over)
    np.testing.assert_allclose(over[0].high - over[0].low, 2.0 * SPREAD / MASS)


def test_work_reads_with_its_bands_and_their_half_is_its_error(analysis: Analysis) -> None:
    panel = numbers_panel(Scene(analysis))
    assert panel is not None
    (cells,) = (row.cells for row in panel.rows if row.cells[0] == "Knee positive work")
    mean = _numbers(analysis)["knee_positive_work [J]"][
        [stride.side == "left" for stride in analysis.strides]
    ].mean()
    assert f"[{mean - SPREAD:.2f}, {mean + SPREAD:.2f}]" in str(cells[2])
    strides = stride_parameters(analysis, posture(analysis.model, analysis.motion))
    one = trust(analysis, strides)["work/left_knee_positive_work"]
    assert (one.error, one.unit) == (pytest.approx(SPREAD / MASS), "J/kg")
    # in the unit of the table
    assert [column.title for column in panel.columns].index("± of the mean") == 4
    assert str(cells[4]).endswith(f"±{SPREAD:.1f} J")


def test_peaks_read_with_their_bands(analysis: Analysis) -> None:
    peaks = {peak.name: peak for peak in peak_moments(Scene(analysis))}
    assert peaks["Knee extension"].bands["left"].high == 0.97
    assert peaks["Knee flexion"].bands == {}
    text = io.StringIO()
    print_result(analysis, Path("out"), Console(file=text, width=200))
    (line,) = (row for row in text.getvalue().splitlines() if "Knee extension" in row)
    assert "[0.79, 0.97]" in line
    table = peaks_panel(Scene(analysis))
    assert table is not None
    assert any("[0.79, 0.97]" in row.cells for row in table.rows)
    assert {len(row.cells) for row in table.rows} == {len(table.columns)}


@pytest.mark.parametrize(("off", "said"), [(0.0, False), (0.02, True), (-0.02, True)])
def test_a_peak_outside_its_own_band_is_told(analysis: Analysis, off: float, said: bool) -> None:
    """A band that ends at the peak holds it; 0.02 N*m/kg beside it does not."""
    at = {peak.name: peak for peak in peak_moments(Scene(analysis))}["Knee extension"].sides["left"]
    assert at is not None
    assert analysis.bands is not None
    own = replace(
        analysis.bands.peaks["left knee extension"],
        low=at + (off if off > 0.0 else -0.1),
        high=at + (off if off < 0.0 else 0.1),
    )
    bands = replace(analysis.bands, peaks={"left knee extension": own})
    found, text = replace(analysis, bands=bands), io.StringIO()
    print_result(found, Path("out"), Console(file=text, width=500))
    assert ("outside its band" in text.getvalue()) is said
    table = peaks_panel(Scene(found))
    assert table is not None
    assert ("outside its band" in table.caption) is said


def test_the_page_says_what_was_perturbed(analysis: Analysis) -> None:
    scene = Scene(analysis)
    sources = SOURCES.make(scene)
    assert sources is not None
    assert sources.items == ("Segment masses: some.", "One was left out.")
    settling = SETTLING.make(scene)
    assert settling is not None
    np.testing.assert_allclose(settling.plots[0].series[0].y, [20.0, 10.0])
    effects = EFFECTS.make(scene)
    assert effects is not None
    assert effects.rows[0].cells == ["left knee extension", "soft tissue", 60.0, 5.0, 70.0, 6.0]
    plain = Scene(replace(analysis, bands=None))
    assert [panel.make(plain) for panel in (SOURCES, SETTLING, EFFECTS)] == [None] * 3


def test_bands_of_some_sources_say_of_which(analysis: Analysis, tmp_path: Path) -> None:
    def on_the_terminal(found: Analysis) -> str:
        text = io.StringIO()
        print_result(found, tmp_path, Console(file=text, width=500))
        return text.getvalue()

    assert "with errors of" not in on_the_terminal(analysis)
    assert analysis.bands is not None
    bands = replace(analysis.bands, left_out=("soft tissue",), settling={"256": float("nan")})
    some = replace(analysis, bands=bands)
    said = on_the_terminal(some)
    assert "256 perturbed analyses, with errors of segment masses only" in said
    assert "nan" not in said
    sources, moments = SOURCES.make(Scene(some)), curves_panel(Scene(some), "moments", "legs")
    assert sources is not None
    assert "not perturbed: soft tissue." in sources.caption
    assert moments is not None
    assert "They include only errors of segment masses." in moments.caption
    again = read_folder(write(some, tmp_path / "out")).bands
    assert again is not None
    assert again.left_out == ("soft tissue",)


def _samples(analysis: Analysis, count: int) -> np.ndarray:
    """Results times the expected order statistics of a factor spread evenly over 0.9 to 1.1."""
    plain = banded_rows(analysis)
    factor = np.linspace(0.9, 1.1, count + 2)[1:-1]
    return (factor[:, None, None] * plain).astype(np.float32)


def test_bands_of_scaled_curves_are_scaled_curves() -> None:
    analysis = make_analysis(whole=True)
    plain = np.stack([q.values for q in results_of(analysis)])
    samples = _samples(analysis, 199)
    found = spread_of(samples[:, : len(plain)], 0.9)
    np.testing.assert_allclose(found.median, plain, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(found.high, np.maximum(0.91 * plain, 1.09 * plain), rtol=1e-5)
    np.testing.assert_allclose(found.low, np.minimum(0.91 * plain, 1.09 * plain), rtol=1e-5)
    keys, peaks = peaks_of(analysis, samples)
    own = {
        f"{side} {peak.name.lower()}": value
        for peak in peak_moments(Scene(analysis))
        for side, value in peak.sides.items()
        if value is not None and " after " not in peak.name
    }
    assert set(keys) == set(own)
    for k, key in enumerate(keys):
        factors = np.array([0.901, 1.0, 1.099])
        np.testing.assert_allclose(peaks[[0, 99, 198], k], own[key] * factors, rtol=1e-4)
    bands = numbers_bands(analysis, samples, 0.9)
    assert bands
    for name, values in _numbers(analysis).items():
        ends = np.sort([0.91 * values, 1.09 * values], axis=0)
        np.testing.assert_allclose(bands[name], [values, *ends], rtol=1e-5)


def test_a_band_contains_its_value_where_every_error_adds() -> None:
    analysis = make_analysis(whole=True)
    larger = (np.linspace(1.5, 2.5, 19)[:, None, None] * banded_rows(analysis)).astype(np.float32)
    bands, own = numbers_bands(analysis, larger, 0.9), _numbers(analysis)
    assert any(values.any() for values in own.values())
    for name, (median, low, high) in bands.items():
        np.testing.assert_allclose(median, 2.0 * own[name], rtol=1e-6)
        np.testing.assert_array_equal(np.where(own[name] > 0.0, low, high), own[name])
    equal = np.stack([banded_rows(analysis).astype(np.float32)] * 19)
    plain = cycle_spread(analysis, equal, 0.9)
    for name, band in cycle_spread(analysis, larger, 0.9).items():
        value = plain[name].median
        np.testing.assert_allclose(np.where(value > 0.0, band.low, band.high), value, rtol=1e-6)
        np.testing.assert_array_equal(plain[name].low, plain[name].high)


def test_bands_over_the_stride_are_of_the_mean_over_strides() -> None:
    from ambulo.results.gait_cycle import over_stride

    analysis = make_analysis(whole=True)
    found = cycle_spread(analysis, _samples(analysis, 199), 0.9)
    name = header("left_knee_flexion", "deg")
    values = next(q for q in analysis.angles if q.name == "left_knee_flexion")
    mine = [s for s in analysis.strides if s.side == "left"]
    cut = [over_stride(analysis.motion.time, values.values, stride) for stride in mine]
    mean = np.mean([curve for curve in cut if np.isfinite(curve).all()], axis=0)
    np.testing.assert_allclose(found[name].median, mean, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(found[name].high, np.maximum(0.91 * mean, 1.09 * mean), rtol=1e-4)


def test_what_is_known_from_elsewhere_is_counted_in_the_bands(analysis: Analysis) -> None:
    """Two thirds of the frames beside the curve, a third beyond the band's end."""
    frames = np.arange(len(analysis.motion.time))
    beside = np.where(frames % 3 == 0, 1.5 * SPREAD, 0.5 * SPREAD)
    truth = {header(q.name, q.unit): q.values + beside for q in analysis.moments}
    known = replace(analysis, truth=truth)
    share = share_inside(Scene(known), truth)
    assert share == pytest.approx(2.0 / 3.0, abs=0.02)
    panel = truth_panel(Scene(known))
    assert panel is not None
    places = [k for k, column in enumerate(panel.columns) if column.title == "in the band"]
    shares = [row.cells[k] for row in panel.rows if len(row.cells) > 1 for k in places]
    given = [value for value in shares if value is not None]
    np.testing.assert_allclose(given, 200.0 / 3.0, atol=2.0)
    stream = io.StringIO()
    print_result(known, Path("out"), Console(file=stream, width=120))
    assert f"In {100 * share:.0f} % of the frames" in stream.getvalue()
    plain = replace(known, bands=None)
    assert share_inside(Scene(plain), truth) is None
    panel = truth_panel(Scene(plain))
    assert panel is not None
    assert all(column.title != "in the band" for column in panel.columns)


def test_bands_that_do_not_move_have_settled() -> None:
    analysis = make_analysis(whole=True)
    samples = _samples(analysis, 64)
    twice = np.concatenate([samples, samples])
    # of the same values twice the quantiles hardly move; of another half they do
    assert settling_of(analysis, twice, 0.9) < 0.02
    wider = np.concatenate([samples, 1.0 + 3.0 * samples])
    assert settling_of(analysis, wider, 0.9) > 0.2


def test_a_figures_dashed_lines_are_in_its_legend(analysis: Analysis) -> None:
    (found,) = Plot(analysis).moments()["knee_flexion"].figure.legends
    texts = {text.get_text() for text in found.get_texts()}
    assert {f"{side}, 90 % of perturbed analyses" for side in ("left", "right")} <= texts
