"""Pàmies-Vilà (2012), section 4.3: filters compared by the accelerations they give."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from ambulo.demo.marker_placement import place_markers
from ambulo.demo.recording import EXACT, RecordingChoice
from ambulo.demo.trial import make_trial
from ambulo.demo.walking_man import walking_man
from ambulo.gait.planar.planar_body import PlanarSegment, seen_from, with_lengths
from ambulo.gait.planar.planar_dynamics import consistent_points
from ambulo.gait.smoothing_choice import cutoff_of_fit
from ambulo.inputs.progress import OnPart
from ambulo.math.arrays import FloatArray
from ambulo.math.splines import smoothing_spline
from ambulo.mocap.files.trial_file import read_trial
from ambulo.mocap.filters.butterworth import butterworth_filter
from ambulo.mocap.filters.noise_spectrum import noise_spectrum
from ambulo.mocap.filters.registry import choose_smoothing
from ambulo.mocap.filters.singular_spectrum import singular_spectrum_filter
from ambulo.mocap.filters.smoothing import Cutoff, Measure
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.records import Markers
from ambulo.studies.record import Chart, Curve, Findings, Table
from ambulo.studies.trials import public_trial
from ambulo_studies.gait_trials import beside_printed

TITLE = "Filters compared by the accelerations they give"

SOURCE = (
    "Pàmies-Vilà R. (2012). Application of multibody dynamics techniques to the analysis of human "
    "gait. Doctoral thesis, Universitat Politècnica de Catalunya. Section 4.3, figures "
    "4.2 to 4.5. Running step: van den Bogert AJ, simulated data of the ISB's inverse dynamics "
    "benchmark."
)

DEVIATIONS = (
    "Pàmies-Vilà shows the filter on one marker, whose truth is not known. Here the truth is "
    "known, so errors can be compared.",
    "Coordinates that swing about zero, as a hand's across the walkway, keep less than 99.9 % of "
    "the eigenvalues in two components; those with a mean, as a height, keep more: the share "
    "depends on where the laboratory's origin is.",
    "A window of 10 samples is a tenth of a second at Pàmies-Vilà's 100 Hz; on the running step, "
    "sampled at 250 Hz, it is a twenty-fifth, and the same filter smooths less.",
)

NOISE = 0.001
"""m, added to the running step, whose file has none."""

RUNNING_RATE = 250.0

_LEG = (
    ("thigh", "hip", "knee", 0.1000, "", None),
    ("shank", "knee", "ankle", 0.0465, "knee", "thigh"),
    ("foot", "ankle", "toe", 0.0145, "ankle", "shank"),
)
"""Segment, start, end, share of the body's mass (Winter 2009, table 4.1), joint and parent."""

_LEG_MASS = np.array([0.05, 0.07325, 0.0305, 0.00725])
"""Of hip, knee, ankle and toe: half of every segment at each end."""


@dataclass(frozen=True, eq=False)
class _Case:
    """A recording, its true accelerations (frames, series) m/s^2, the cut-off by its
    noise, and the mass that each marker stands for."""

    name: str
    markers: Markers
    truth: FloatArray
    measure: Measure
    mass: FloatArray


Filtered = Callable[[_Case], FloatArray]


def run(progress: OnPart) -> Findings:
    """Every filter on every recording with a known truth."""
    progress("recordings", 0.0)
    with tempfile.TemporaryDirectory() as folder:
        cases = [_demo(Path(folder))]
    running = _running()
    if running is not None:
        cases.append(running)
    filters = _filters()
    errors = np.zeros((len(filters), len(cases)))
    for k, (name, filtered) in enumerate(filters.items()):
        progress(name, (k + 1) / (len(filters) + 1))
        for j, case in enumerate(cases):
            errors[k, j] = _error(case, filtered(case))
    rows: list[tuple[str | float, ...]] = [
        (name, *(round(float(e), 2) for e in errors[k])) for k, name in enumerate(filters)
    ]
    headings = ("filter", *(f"{case.name} [%]" for case in cases))
    names = list(filters)
    best = {case.name: names[int(np.argmin(errors[:, j]))] for j, case in enumerate(cases)}
    ssa = min(k for k, name in enumerate(names) if name.startswith("singular spectrum, window 10"))
    notes = [f"{case}: the least error is that of {name}." for case, name in best.items()]
    if running is None:
        notes.append(
            "The running step is left out: set AMBULO_DATA to the folder of public trials."
        )
    charts, share, elsewhere = _singular_spectrum(cases[0])
    return Findings(
        comparisons=(
            beside_printed(
                "eigenvalues kept at each pass",
                100.0 * share,
                on=cases[0].name,
                without={
                    "The origin of the laboratory is in the middle of the walk. Experiment: the "
                    "origin is 10 m away.": 100.0 * elsewhere
                },
            ),
        ),
        tables=(
            Table(
                "Error of the acceleration",
                headings,
                tuple(rows),
                "Root mean square error over that of the true acceleration, every marker counted "
                "by the mass it stands for, without the first and last 0.15 s.",
            ),
        ),
        figures=charts,
        deviations=(
            *(
                f"{case.name}: singular spectrum analysis as printed gives "
                f"{errors[ssa, j]:.1f} %, {names[int(np.argmin(errors[:, j]))]} "
                f"{errors[:, j].min():.1f} %."
                for j, case in enumerate(cases)
            ),
        ),
        notes=tuple(notes),
    )


def _filters() -> dict[str, Filtered]:
    def automatic(name: str) -> Filtered:
        def accelerations(case: _Case) -> FloatArray:
            markers = case.markers
            smoothing = choose_smoothing(name, markers, None, case.measure)
            values = smoothing.coordinates(_flat(smoothing.of_markers(markers)))
            return _second(markers, values, smoothing.weight, smoothing.profile)

        return accelerations

    def as_printed(case: _Case) -> FloatArray:
        markers = case.markers
        return _second(markers, singular_spectrum_filter(_flat(markers), 10).filtered, 0.0)

    def butterworth(case: _Case) -> FloatArray:
        markers = case.markers
        return _second(markers, butterworth_filter(_flat(markers), 1.0 / markers.rate, 6.0), 0.0)

    def unfiltered(case: _Case) -> FloatArray:
        return _second(case.markers, _flat(case.markers), 0.0)

    return {
        "none": unfiltered,
        "singular spectrum, window 10, 2 components, 3 passes": as_printed,
        "singular spectrum, automatic": automatic("ssa"),
        "Butterworth, 4th order, 6 Hz": butterworth,
        "Butterworth, automatic": automatic("butterworth"),
        "quintic spline, generalised cross-validation": automatic("gcv"),
        "quintic spline, Reinsch's tolerance from the noise": automatic("reinsch"),
        "Bézier curves, automatic": automatic("bezier"),
        "quintic spline, from the noise's spectrum": automatic("quintic"),
    }


def _flat(markers: Markers) -> FloatArray:
    return markers.position.reshape(len(markers.time), -1)


def _second(
    markers: Markers, values: FloatArray, weight: float, profile: FloatArray | None = None
) -> FloatArray:
    spline = smoothing_spline(markers.time, values, np.full(values.shape[1], weight), profile)
    return spline(markers.time, 2)


def _error(case: _Case, found: FloatArray) -> float:
    """Percent of the truth's standard deviation, ends left out."""
    ends = round(0.15 * case.markers.rate)
    inner = slice(ends, -ends)
    share = np.repeat(case.mass, 3)
    wrong = np.sum(share * (found - case.truth)[inner] ** 2)
    return float(100.0 * np.sqrt(wrong / np.sum(share * case.truth[inner] ** 2)))


def _demo(folder: Path) -> _Case:
    """The simulated subject with noise and soft tissue, and as a perfect laboratory sees it."""
    noisy_file, _, _ = make_trial(folder / "noisy", choice=replace(RecordingChoice(), gaps=()))
    exact_file, _, _ = make_trial(folder / "exact", choice=EXACT)
    noisy, exact = read_trial(noisy_file).markers, read_trial(exact_file).markers
    order = [exact.names.index(name) for name in noisy.names]
    true_path = Markers(noisy.names, exact.time, exact.position[:, order])
    man = walking_man()
    placed = place_markers(man)
    model = replace(
        man, marker_names=placed.names, marker_body=placed.body, marker_local=placed.local,
        marker_weight=np.ones(len(placed.names)),
    )  # fmt: skip
    q = fit_model(model, noisy).q
    measure = partial(cutoff_of_fit, model, noisy, q)
    truth = _second(true_path, _flat(true_path), 0.0)
    body = model.marker_body
    mass = dict(
        zip(model.marker_names, model.tree.mass[body] / np.bincount(body)[body], strict=True)
    )
    return _Case(
        "demo subject", noisy, truth, measure, np.array([mass[name] for name in noisy.names])
    )


def _running() -> _Case | None:
    """The simulated running step with white noise, sampled as a camera would."""
    path = public_trial("isb_invdyn_running_simulated/all.kin")
    if path is None:
        return None
    fine = np.loadtxt(path)
    rate = 10_000.0
    time = np.arange(len(fine)) / rate
    exact = smoothing_spline(time, fine, np.zeros(fine.shape[1]))
    step = round(rate / RUNNING_RATE)
    seen = fine[::step]
    position = np.zeros((len(seen), fine.shape[1] // 2, 3))
    position[:, :, [0, 2]] = seen.reshape(len(seen), -1, 2)
    position += NOISE * np.random.default_rng(0).normal(size=position.shape)
    truth = np.zeros_like(position)
    truth[:, :, [0, 2]] = exact(time[::step], 2).reshape(len(seen), -1, 2)
    names = ("hip", "knee", "ankle", "toe")
    markers = Markers(names, time[::step], position)
    measure = partial(_cutoff_of_leg, markers)
    return _Case(
        "running step, 1 mm noise", markers, truth.reshape(len(seen), -1), measure, _LEG_MASS
    )


def _cutoff_of_leg(markers: Markers) -> Cutoff:
    """By what keeping the lengths of thigh, shank and foot takes out of the markers."""
    leg = seen_from(
        [
            PlanarSegment(name, start, end, 0.4, mass, np.zeros(2), 0.0, joint, parent, 0.0)
            for name, start, end, mass, joint, parent in _LEG
        ],
        "thigh",
    )
    measured = markers.position[:, [markers.names.index(name) for name in leg.points]]
    flat = measured[:, :, [0, 2]]
    rigid = consistent_points(with_lengths(leg, flat), flat, np.ones(len(leg.points)))[0]
    found = noise_spectrum(
        markers.time,
        measured,
        np.insert(rigid, 1, 0.0, axis=2),
        _LEG_MASS,
        # five degrees of freedom take up what three lengths leave over
        5.0 / 3.0,
    )
    return Cutoff(found.cutoff, found.note)


def _singular_spectrum(case: _Case) -> tuple[tuple[Chart, ...], float, float]:
    """One vertical coordinate through the filter as printed (figures 4.2 to 4.5).

    Returns:
        Charts, and the least share of the eigenvalues that any coordinate keeps, here and with the
        origin 10 m away.
    """
    markers = case.markers
    name = next(n for n in markers.names if "SACR" in n.upper())
    column = 3 * markers.names.index(name) + 2
    every = singular_spectrum_filter(_flat(markers), 10)
    vertical = markers.of(name)[:, 2:3]
    result = singular_spectrum_filter(vertical, 10)
    index = np.arange(1.0, result.window + 1.0)
    measured, filtered = vertical[:, 0], result.filtered[:, 0]
    time, inner = markers.time, markers.time[1:-1]
    acceleration = {
        "original": _finite_differences(measured, markers.rate),
        "reconstructed": _finite_differences(filtered, markers.rate),
    }
    truth = Curve("true", inner, case.truth[1:-1, column], "k--")
    height = f"height of {name}"
    charts = (
        Chart("displacement", f"{height}, as recorded", "time [s]",
              "height [m]", (Curve("", time, measured),),
              caption="One coordinate of one marker; as Pàmies-Vilà's figure 4.2 (a)."),
        Chart("differences", f"Acceleration of the {height} by finite differences", "time [s]",
              "acceleration [m/s²]", (Curve("original", inner, acceleration["original"]), truth),
              caption="As Pàmies-Vilà's figure 4.2 (b): noise covers the movement."),
        Chart("singular_spectrum", f"Singular spectrum of the {height}", "component",
              "share of the eigenvalues' sum [1]",
              tuple(Curve(f"pass {k + 1}", index, values[0] / values[0].sum(), "o-")
                    for k, values in enumerate(result.eigenvalues)),
              caption="As Pàmies-Vilà's figure 4.3: a branch a pass; two components hold nearly "
              "all.", log_y=True),
        Chart("reconstruction", f"{height.capitalize()}, original and reconstructed", "time [s]",
              "height [m]", (Curve("original", time, measured),
                    Curve("reconstructed", time, filtered, "--")),
              caption="At this scale the filter changes nothing that can be seen; as Pàmies-Vilà's "
              "figure 4.4 (a)."),
        Chart("taken_out", f"What the filter takes out of the {height}", "time [s]",
              "difference [m]", (Curve("", time, measured - filtered),),
              caption="What is left should look like noise, without a course; as figure 4.4 (b)."),
        Chart("filtered_differences", f"Acceleration of the {height}", "time [s]",
              "acceleration [m/s²]",
              (*(Curve(label, inner, values) for label, values in acceleration.items()), truth),
              caption="As Pàmies-Vilà's figure 4.5, with the true one."),
    )  # fmt: skip
    away = singular_spectrum_filter(_flat(markers) + 10.0, 10)
    return charts, float(every.kept.min()), float(away.kept.min())


def _finite_differences(values: FloatArray, rate: float) -> FloatArray:
    """Second central differences (frames - 2,) of a series (frames,)."""
    return np.asarray(np.diff(values, 2) * rate**2)
