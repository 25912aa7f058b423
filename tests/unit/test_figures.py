"""Figures for print: files, captions, and what the pelvis shows over each side's strides."""

from __future__ import annotations

import shutil
from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo.inputs.errors import InputError
from ambulo.records import Activity, Quantities
from ambulo.report.figures import FIGURES, write_figures
from ambulo.report.plot import COLOURS, Plot
from ambulo.results.gait_cycle import CYCLE, cycle_curves


@pytest.fixture(scope="module")
def analysis():
    return make_analysis(whole=True)


@pytest.fixture(scope="module")
def svg(analysis, tmp_path_factory):
    folder = tmp_path_factory.mktemp("drawn") / "figures"
    write_figures(analysis, folder, "svg")
    return folder


@pytest.fixture
def two_figures(monkeypatch):
    """Drawing is what these tests cost."""
    some = {name: FIGURES[name] for name in ("joint_angles", "joint_moments")}
    monkeypatch.setattr("ambulo.report.figures.FIGURES", some)
    return some


def are_figures_with_captions(folder, form, begins, names=FIGURES):
    said = (folder / "captions.md").read_text(encoding="utf-8")
    for name in names:
        assert (folder / f"{name}.{form}").read_bytes().startswith(begins)
        assert f"**{name}** " in said
    assert "typically developing children" in said
    assert "3 left strides and 2 right strides" in said
    assert "How far each curve can be trusted: pelvis tilt " in said
    assert "S01_walk03.c3d" in said


def test_every_figure_is_a_file_with_a_caption(svg):
    assert {path.name for path in svg.iterdir()} >= {"captions.md", *(f"{n}.svg" for n in FIGURES)}
    are_figures_with_captions(svg, "svg", b"<?xml")


def test_another_format_is_kept_and_shows_the_same(analysis, svg, two_figures, tmp_path):
    folder = shutil.copytree(svg, tmp_path / "figures")
    before = (folder / "joint_moments.svg").read_bytes()
    written = write_figures(analysis, folder, "pdf", "schwartz2008")
    names = {path.name for path in written}
    assert {f"{n}.{form}" for n in two_figures for form in ("pdf", "svg")} <= names
    assert (folder / "joint_moments.svg").read_bytes() == before
    are_figures_with_captions(folder, "pdf", b"%PDF", two_figures)


@pytest.mark.exhaustive
def test_png_is_a_format(analysis, tmp_path):
    write_figures(analysis, tmp_path / "figures", "png")
    are_figures_with_captions(tmp_path / "figures", "png", b"\x89PNG")


@pytest.mark.usefixtures("two_figures")
def test_a_caption_says_strides_that_are_known_and_that_nobody_was_measured(analysis, tmp_path):
    time = analysis.motion.time
    first = next(s for s in analysis.strides if s.side == "left")
    gone = (time > first.start + 0.1) & (time < first.start + 0.6)
    moments = Quantities(
        replace(q, values=np.where(gone & q.name.startswith("left_"), np.nan, q.values))
        for q in analysis.moments
    )
    lacking = replace(analysis, moments=moments, truth={"left_knee_flexion [deg]": time})
    write_figures(lacking, tmp_path / "figures", "svg")
    said = (tmp_path / "figures" / "captions.md").read_text(encoding="utf-8")
    captions = {text.split("**")[1]: text for text in said.strip().split("\n\n")}
    assert "2 of 3 left strides and 2 right strides" in captions["joint_moments"]
    assert "3 left strides and 2 right strides" in captions["joint_angles"]
    assert "left, 2 of 3 strides" in legend(Plot(lacking).moments())
    assert "about the joint coordinate system's axes. A moment" in captions["joint_moments"]
    assert all("Simulated subject: nobody was measured." in text for text in captions.values())


@pytest.mark.usefixtures("two_figures")
def test_letters_stay_letters_and_the_file_is_the_same_again(analysis, svg, tmp_path):
    write_figures(analysis, tmp_path, "svg")
    one, other = (folder / "joint_angles.svg" for folder in (svg, tmp_path))
    assert one.read_bytes() == other.read_bytes()
    words = {node.text for node in ElementTree.parse(one).iter() if node.tag.endswith("text")}
    assert {"Knee flexion [°]", "this side up", "left, 3 strides", "stride [%]"} <= words


def curve(axes, side):
    (line,) = (
        line
        for line in axes.lines
        if line.get_color() == COLOURS[side] and line.get_linestyle() == "-"
    )
    return line.get_ydata()


def test_a_poor_curve_says_so_above_its_plot(analysis):
    plot = Plot(analysis)
    graded, drawn = plot.graded("angles"), plot.angles()
    assert any("poor" in said for said in graded.values())
    for name, at in drawn.items():
        first, *others = at.get_title().split("\n")
        assert others == ([graded[name]] if "poor" in graded[name] else []), first


def test_the_pelvis_is_seen_from_each_side(analysis):
    # obliquity is positive with the left side up, rotation in a turn to the left
    axes = Plot(analysis).angles()
    signs = {"pelvis_tilt": (1, 1), "pelvis_obliquity": (1, -1), "pelvis_rotation": (-1, 1)}
    for name, by_side in signs.items():
        for side, sign in zip(("left", "right"), by_side, strict=True):
            strides = [stride for stride in analysis.strides if stride.side == side]
            values = sign * analysis.angles[name].values
            expected = cycle_curves(analysis.motion.time, values, strides).mean
            np.testing.assert_allclose(curve(axes[name], side), expected)
    # the band of the source is as each leg sees it: the synthetic walker lies in it on both sides
    band = Plot(analysis).band.curves["angles"]["pelvis_obliquity"]
    mean = np.interp(CYCLE, band.cycle, band.mean)
    for side in ("left", "right"):
        assert np.corrcoef(curve(axes["pelvis_obliquity"], side), mean)[0, 1] > 0.9


def test_no_normal_walking_beside_what_is_no_walk(analysis):
    squat = replace(analysis, activity=Activity(name="squat", walking=False, stepping=False))
    assert Plot(squat).band is None
    assert "typically developing children,\nfree speed" in legend(Plot(analysis).moments())
    assert legend(Plot(squat).moments()) == ["left, 3 strides", "right, 2 strides"]


def legend(axes):
    (found,) = axes["knee_flexion"].figure.legends
    return [text.get_text() for text in found.get_texts()]


def test_figures_are_as_wide_as_a_page_with_letters_that_can_be_read(analysis):
    for draw, *_ in FIGURES.values():
        axes = draw(Plot(analysis))
        figure = next(iter(axes.values())).figure
        figure.draw_without_rendering()
        assert figure.get_figwidth() == pytest.approx(180 / 25.4, abs=0.05)
        for at in axes.values():
            sizes = [text.get_size() for text in (*at.get_xticklabels(), *at.get_yticklabels())]
            assert min([at.yaxis.label.get_size(), *sizes]) >= 7.0


def test_the_foot_is_seen_to_leave_the_ground(analysis):
    at = Plot(analysis).moments()["knee_flexion"]
    for side in ("left", "right"):
        (line,) = (
            x for x in at.lines if x.get_linestyle() == ":" and x.get_color() == COLOURS[side]
        )
        strides = [s for s in analysis.strides if s.side == side]
        mean = np.mean([100 * (s.off - s.start) / (s.stop - s.start) for s in strides])
        assert line.get_xdata()[0] == pytest.approx(mean)


def test_a_body_without_legs_has_no_figure(analysis, tmp_path):
    none = Quantities()
    bare = replace(analysis, angles=none, moments=none, powers=none)
    with pytest.raises(InputError, match="no curve"):
        write_figures(bare, tmp_path / "figures", "svg")
    assert not (tmp_path / "figures").exists()
