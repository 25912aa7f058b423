"""How often the bands of simulated people hold the truth: counted by joint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import binomtest
from tests.coverage.laboratory import Errors, measured
from tests.coverage.people import Person, draw_person

from ambulo.demo.truth import truth_quantities
from ambulo.gait.analysis import analyse_trial_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.results.columns import body_mass, header
from ambulo.results.peak_moments import peak_places
from ambulo.uncertainty.bands import peaks_of, quantiles, spread_of
from ambulo.uncertainty.perturbed import result_names
from ambulo.uncertainty.plan import plan
from ambulo.uncertainty.run import draw
from ambulo.uncertainty.source import Nominal

CURVES = (
    "hip_flexion",
    "hip_adduction",
    "knee_flexion",
    "knee_adduction",
    "ankle_dorsiflexion",
)
"""Moments of the leg on the plate."""

SHARE = 0.90


@dataclass(frozen=True)
class Held:
    """Of one person.

    Args:
        seed: of the person.
        curves: name -> share of the frames in which the band holds the truth.
        swing: the same of the frames in which the leg swings.
        peaks: name -> whether the peak's band holds the true peak.
        wide: name -> mean width of the band; wrong: name -> rms of what is wrong, N*m/kg.
    """

    seed: int
    curves: dict[str, float]
    swing: dict[str, float]
    peaks: dict[str, bool]
    wide: dict[str, float]
    wrong: dict[str, float]


@dataclass(frozen=True)
class Coverage:
    """Share and its 95 % interval (Wilson 1927)."""

    share: float
    low: float
    high: float
    people: int


def people(seed: int) -> tuple[Person, np.random.Generator]:
    """Person of a number, and the generator of what the laboratory does wrong."""
    for attempt in range(50):
        rng = np.random.default_rng([seed, attempt])
        try:
            return draw_person(rng), rng
        except ValueError:
            continue  # his legs do not reach: another build or gait
    raise ValueError(f"no person {seed} can walk")


def held(
    seed: int,
    samples: int,
    errors: Errors | None = None,
    choice: dict[str, object] | None = None,
    rate: float = 100.0,
) -> Held:
    """Whether the bands of a person's analysis hold the truth.

    Args:
        seed: of the person, and of the perturbed analyses.
        samples: perturbed analyses.
        errors: of the laboratory; as usual if None.
        choice: of the configuration's `uncertainty`.
        rate: of the cameras, Hz.
    """
    person, rng = people(seed)
    trial, static, truth = measured(person, errors or Errors(), rng, rate)
    chosen = Configuration(sex="m", uncertainty={**(choice or {})})
    nominal = Nominal(*analyse_trial_in_stages(trial, static, chosen))
    analysis = nominal.analysis
    if analysis.method != "plates":
        raise ValueError(f"person {seed}: the plate was not used")
    drawn = draw(nominal, plan(nominal, chosen.uncertainty), seed, samples)
    true = truth_quantities(truth, analysis.motion.time)["moments"]
    names, mass = result_names(analysis), body_mass(analysis)
    air = np.interp(analysis.motion.time, truth.time, truth.ground.force[:, 0, 2]) <= 0.0
    curves, swing, wide, wrong = {}, {}, {}, {}
    found = spread_of(drawn, SHARE)
    for name in CURVES:
        k = names.index(header(f"left_{name}", "N*m"))
        values = true[f"left_{name}"]
        known = np.isfinite(found.low[k] + values)
        low, high, values = found.low[k, known], found.high[k, known], values[known]
        holds = (low <= values) & (values <= high)
        curves[name], swing[name] = float(holds.mean()), float(holds[air[known]].mean())
        wide[name] = float(np.mean(high - low)) / mass
        plain = analysis.moments[f"left_{name}"].values[known]
        wrong[name] = float(np.sqrt(np.mean(np.square(plain - values)))) / mass
    keys, peaks = peaks_of(analysis, drawn)
    low, high = quantiles(peaks, (0.5 * (1.0 - SHARE), 0.5 * (1.0 + SHARE)))
    inside = {}
    for place in peak_places(analysis):
        if place.key in keys and place.key.startswith("left"):
            k = keys.index(place.key)
            value = (place.sign * true[place.quantity][place.frames]).max() / mass
            inside[place.key.removeprefix("left ")] = bool(low[k] <= value <= high[k])
    return Held(seed, curves, swing, inside, wide, wrong)


def interval(shares: Sequence[float]) -> Coverage:
    """Mean share of people, as if so many of them were inside."""
    n = len(shares)
    mean = float(np.mean(shares))
    # Wilson's interval takes whole counts: the share of frames is one person's vote
    found = binomtest(round(mean * n), n).proportion_ci(method="wilson")
    return Coverage(mean, float(found.low), float(found.high), n)


def by_name(found: Sequence[Held]) -> Iterator[tuple[str, str, Coverage]]:
    """(kind, name, coverage) of every curve, in swing too, and every peak."""
    for name in CURVES:
        yield "curve", name, interval([one.curves[name] for one in found])
        yield "in swing", name, interval([one.swing[name] for one in found])
    for name in dict.fromkeys(key for one in found for key in one.peaks):
        yield "peak", name, interval([float(one.peaks[name]) for one in found if name in one.peaks])
