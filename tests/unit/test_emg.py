"""Electromyograms: which channels they are, the envelope, and where they are found again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.synthetic_analysis import make_analysis

from ambulo import Analysis, InputError
from ambulo.mocap.emg import emg_in_file, envelope, side_and_muscle
from ambulo.mocap.files.c3d import read_c3d
from ambulo.mocap.files.c3d_encoding import C3DContent
from ambulo.mocap.files.c3d_writer import save_c3d
from ambulo.mocap.files.trial_file import read_trial
from ambulo.records import EMG
from ambulo.report.panels.muscles import muscles_panel
from ambulo.report.scene import Scene
from ambulo.report.write import write
from ambulo.results.folder import read_folder
from ambulo.results.over_time import muscle_activity

RATE = 1000.0
TIME = np.arange(4000) / RATE
INSIDE = slice(500, -500)


def test_the_envelope_of_a_tone_is_its_mean_rectified():
    # mean of |sin| is 2 / pi; a slow change of amplitude is followed
    amplitude = 2.0 + np.sin(2 * np.pi * 0.5 * TIME)
    found = envelope(amplitude * np.sin(2 * np.pi * 120.0 * TIME), RATE)
    np.testing.assert_allclose(found[INSIDE], (2 / np.pi * amplitude)[INSIDE], rtol=0.02)


@pytest.mark.parametrize(
    ("frequency", "passed"), [(0.0, 1e-6), (3.0, 0.001), (60.0, 1.0), (490.0, 0.2)]
)
def test_what_is_no_muscle_is_left_out(frequency, passed):
    # drift and movement of the electrodes below the band, and what is above it
    signal = np.cos(2 * np.pi * frequency * TIME)
    found = envelope(signal, RATE)[INSIDE].max()
    full = 2 / np.pi
    assert found <= 1.05 * passed * full
    if passed == 1.0:
        assert found > 0.97 * full


def burst(start, stop):
    rng = np.random.default_rng(2)
    on = (start < TIME) & (stop > TIME)
    return np.where(on, 1e-3, 2e-5) * rng.normal(size=len(TIME)) + 0.5


CHANNELS = {
    "Fz1": ("V", 100.0 * np.ones(len(TIME))),
    "L Rect": ("V", burst(1.0, 1.5)),
    "Voltage.RGast": ("V", burst(2.0, 2.4)),
    "Sync": ("V", burst(0.0, 3.0)),
    "Empty": ("V", np.zeros(len(TIME))),
    "Goniometer": ("deg", burst(1.0, 2.0)),
    "TA_R": ("uV", burst(2.5, 3.0)),
    "R Spare": ("V", burst(0.5, 3.0)),
    "R Infraspinatus": ("V", burst(1.5, 2.0)),
    "Pin 3": ("V", burst(0.5, 3.0)),
}


MUSCLES = ["L Rect", "Voltage.RGast", "TA_R", "R Infraspinatus"]
BURSTS = ((1.0, 1.5), (2.0, 2.4), (2.5, 3.0), (1.5, 2.0))


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    analysis = make_analysis()
    markers = analysis.trial.markers
    frames = len(TIME) // 10
    position = np.resize(markers.position[:1], (frames, *markers.position.shape[1:]))
    content = C3DContent(
        labels=markers.names,
        points=1000.0 * (position + np.linspace(0, 2, frames)[:, None, None] * [1.0, 0, 0]),
        rate=100.0,
        first_frame=30,
        analog=np.stack([values for _, values in CHANNELS.values()], axis=1),
        groups={
            "POINT": {"UNITS": ["mm"]},
            "ANALOG": {"LABELS": list(CHANNELS), "UNITS": [u for u, _ in CHANNELS.values()]},
            "FORCE_PLATFORM": {"CHANNEL": np.array([[1]])},
        },
    )
    path = tmp_path_factory.mktemp("emg") / "walk.c3d"
    save_c3d(path, content)
    return path


def test_channels_are_known_by_unit_and_name(file):
    found, notes = emg_in_file(read_c3d(file), frozenset({0}))
    assert [channel.name for channel in found] == [
        "L Rect",
        "Voltage.RGast",
        "TA_R",
        "R Infraspinatus",
    ]
    assert "L Rect, Voltage.RGast, TA_R, R Infraspinatus" in notes[0]
    assert "20 to 450 Hz" in notes[0]
    assert notes[1:] == (
        "Left out, because their names say that they are not used: channels R Spare.",
    )


def test_bursts_are_where_they_were(file):
    found, _ = emg_in_file(read_c3d(file), frozenset({0}))
    for channel, (start, stop) in zip(found, BURSTS, strict=True):
        # the file begins at 0.3 s
        on = (channel.time > 0.3 + start + 0.1) & (channel.time < 0.3 + stop - 0.1)
        off = (channel.time < 0.3 + start - 0.2) | (channel.time > 0.3 + stop + 0.2)
        assert channel.envelope[on].min() > 0.4
        assert channel.envelope[off].max() < 0.1
        assert channel.envelope.max() == 1.0
        assert channel.envelope.min() >= 0.0


def test_a_trial_has_them_without_the_plates(file):
    trial = read_trial(file, up="+z", forward="+x")
    assert [channel.name for channel in trial.emg] == [
        "L Rect",
        "Voltage.RGast",
        "TA_R",
        "R Infraspinatus",
    ]


def test_too_slow_a_sampling_is_said(file):
    slow = replace(read_c3d(file), analog_rate=400.0)
    found, notes = emg_in_file(slow, frozenset({0}))
    assert found == ()
    assert "too slowly" in notes[0]


@pytest.mark.parametrize(
    ("label", "side", "muscle"),
    [
        ("L Rect", "left", "Rect"),
        ("Left_TibAnt", "left", "TibAnt"),
        ("RGastroc", "right", "Gastroc"),
        ("right soleus", "right", "soleus"),
        ("TA_R", "right", "TA"),
        ("Rectus", None, "Rectus"),
        ("Voltage.RGast", "right", "Gast"),
        ("EMG 7", None, "7"),
        ("Lat Gastroc", None, "Lat Gastroc"),
    ],
)
def test_labels_say_sides(label, side, muscle):
    assert side_and_muscle(label) == (side, muscle)


@pytest.fixture(scope="module")
def analysis():
    made = make_analysis()
    time = made.motion.time
    shape = np.abs(np.sin(time))
    emg = tuple(
        EMG(name, side, muscle, time[20:], shape[20:])
        for name, side, muscle in (
            ("L Rect", "left", "Rect"),
            ("R Rect", "right", "Rect"),
            ("L Rect", "left", "Rect"),
            ("EMG 7", None, "7"),
        )
    )
    return replace(made, trial=replace(made.trial, emg=emg))


def test_tables_and_results_hold_them(analysis, tmp_path):
    names = [quantity.name for quantity in muscle_activity(analysis)]
    assert names == ["left_emg_rect", "right_emg_rect", "left_emg_rect_2", "emg_7"]
    values = muscle_activity(analysis)[0].values
    assert np.isnan(values[:20]).all()
    np.testing.assert_allclose(values[20:], 100.0 * np.abs(np.sin(analysis.motion.time[20:])))
    out = write(analysis, tmp_path / "out")
    head = (out / "tables" / "muscle_activity.csv").read_text(encoding="utf-8").splitlines()[0]
    assert head == "time,left_emg_rect [%],right_emg_rect [%],left_emg_rect_2 [%],emg_7 [%]"
    assert (out / "tables" / "muscle_activity_by_stride.csv").is_file()
    again = read_folder(out).trial.emg
    assert [(e.name, e.side, e.muscle) for e in again] == [
        (e.name, e.side, e.muscle) for e in analysis.trial.emg
    ]
    np.testing.assert_array_equal(again[0].envelope, analysis.trial.emg[0].envelope)


def test_their_table_is_named_where_it_is_asked_for_by_another_name(analysis):
    pytest.importorskip("pandas")
    with pytest.raises(InputError, match=r"Did you mean muscle_activity\?"):
        Analysis.of(analysis).to_pandas("emg")


def test_the_page_has_a_plot_a_muscle_with_both_sides(analysis):
    panel = muscles_panel(Scene(analysis))
    assert [plot.title for plot in panel.plots] == [
        "Rectus femoris",
        "Rectus femoris 2",
        "Channel 7",
    ]
    assert [series.cut for series in panel.plots[0].series] == ["left", "right"]
    # each is named above its plot, and not once more in the legend
    assert [series.label for series in panel.plots[2].series] == ["side not known"]
    assert "but not their heights" in panel.caption


def test_channels_that_hold_noise_are_said_and_folded(analysis):
    time = analysis.motion.time
    steady = 0.8 + 0.1 * np.sin(9.0 * time)
    noise = EMG("EMG 7", None, "7", time, steady / steady.max())
    alone = muscles_panel(Scene(replace(analysis, trial=replace(analysis.trial, emg=(noise,)))))
    assert alone.folded
    assert alone.caption.startswith("Channel 7 does not switch on and off while")
    both = (*analysis.trial.emg, noise)
    beside = muscles_panel(Scene(replace(analysis, trial=replace(analysis.trial, emg=both))))
    assert not beside.folded
    assert "Channel 7 (2) does not switch" in beside.caption
    # a muscle that holds a posture may be active all the time
    stand = replace(analysis.activity, walking=False, stepping=False)
    held = replace(analysis, activity=stand, trial=replace(analysis.trial, emg=(noise,)))
    assert "noise" not in muscles_panel(Scene(held)).caption


def test_without_any_there_is_no_table_and_no_panel(tmp_path):
    made = make_analysis()
    assert muscles_panel(Scene(made)) is None
    out = write(made, tmp_path / "out")
    assert not (out / "tables" / "muscle_activity.csv").exists()
