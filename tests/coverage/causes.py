"""How wrong each error of the laboratory makes the moments, beside what the bands draw for it.

From the project's root: `python -m tests.coverage.causes FIRST COUNT` measures the same people with
one kind of error at a time, and draws for each the sources that stand for it alone. Prints the rms
over people and frames of both, in N*m/kg.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from tests.coverage.counted import people
from tests.coverage.laboratory import NONE, Errors, measured

from ambulo.gait.analysis import analyse_trial_in_stages
from ambulo.gait.configuration import Configuration
from ambulo.math.arrays import FloatArray
from ambulo.records import Analysis
from ambulo.results.columns import body_mass, header
from ambulo.results.peak_moments import peak_places
from ambulo.uncertainty.bands import peaks_of
from ambulo.uncertainty.perturbed import result_names
from ambulo.uncertainty.plan import plan
from ambulo.uncertainty.run import draw
from ambulo.uncertainty.source import Nominal

USUAL = Errors()
CAUSES: dict[str, tuple[Errors, tuple[str, ...]]] = {
    "markers": (replace(NONE, palpation=USUAL.palpation), ("marker_placement",)),
    "skin": (replace(NONE, skin=USUAL.skin), ("soft_tissue",)),
    "cameras": (replace(NONE, noise=USUAL.noise), ("camera_noise",)),
    "plates": (
        replace(USUAL, palpation=0.0, skin=0.0, noise=0.0),
        ("plate_force", "plate_moment", "centre_of_pressure", "plate_position", "synchronisation"),
    ),
    "all": (
        USUAL,
        ("marker_placement", "soft_tissue", "camera_noise", "plate_force", "plate_moment",
         "centre_of_pressure", "plate_position", "synchronisation"),
    ),
}  # fmt: skip
"""Errors of the laboratory, and the sources that stand for them. What a person is (bones, masses)
is the same with and without them; what smoothing takes is more where cameras are noisy."""

CURVES = ("hip_flexion", "hip_adduction", "knee_flexion", "knee_adduction", "ankle_dorsiflexion")
SAMPLES = 6


def analysed(seed: int, errors: Errors) -> Nominal:
    person, rng = people(seed)
    trial, static, _ = measured(person, errors, rng)
    return Nominal(*analyse_trial_in_stages(trial, static, Configuration(sex="m")))


def curves_and_peaks(found: Analysis, places: Analysis) -> dict[str, FloatArray]:
    """Moments of the leg on the plate and its peaks, at the places of another analysis, N*m/kg."""
    mass = body_mass(found)
    values = {name: found.moments[f"left_{name}"].values / mass for name in CURVES}
    for place in peak_places(places):
        if place.key.startswith("left") and place.frames.any():
            curve = found.moments[place.quantity].values[place.frames]
            values[f"peak {place.key}"] = np.array([(place.sign * curve).max() / mass])
    return values


def of_person(seed: int) -> Iterator[tuple[str, str, float, float]]:
    """Cause, quantity, mean square of what is wrong, and of what the bands draw."""
    bare = analysed(seed, NONE)
    without = curves_and_peaks(bare.analysis, bare.analysis)
    for cause, (errors, sources) in CAUSES.items():
        nominal = analysed(seed, errors)
        found = curves_and_peaks(nominal.analysis, bare.analysis)
        chosen = Configuration(sex="m", uncertainty={"sources": sources}).uncertainty
        drawn = draw(nominal, plan(nominal, chosen), seed, SAMPLES)
        names, mass = result_names(nominal.analysis), body_mass(nominal.analysis)
        keys, peaks = peaks_of(nominal.analysis, drawn)
        for name, values in found.items():
            if name.startswith("peak "):
                key = name.removeprefix("peak ")
                if key not in keys:
                    continue
                spread = float(np.var(peaks[:, keys.index(key)], ddof=1))
            else:
                at = drawn[:, names.index(header(f"left_{name}", "N*m"))] / mass
                spread = float(np.nanmean(np.var(at, axis=0, ddof=1)))
            yield cause, name, float(np.nanmean(np.square(values - without[name]))), spread


def main(arguments: list[str]) -> None:
    first, count = map(int, arguments)
    wrong: dict[tuple[str, str], list[float]] = defaultdict(list)
    drawn: dict[tuple[str, str], list[float]] = defaultdict(list)
    for k in range(count):
        try:
            for cause, name, error, spread in of_person(first + k):
                if not np.isfinite(error):  # a peak that only one of the analyses has
                    continue
                wrong[cause, name].append(error)
                drawn[cause, name].append(spread)
        except ValueError as error:
            print(error, file=sys.stderr)
        if (k + 1) % 10 == 0 or k + 1 == count:
            print(f"\n{k + 1} people\n\n| | cause | laboratory | bands | ratio |")
            print("|---|---|---:|---:|---:|")
            for cause, name in sorted(wrong, key=lambda pair: pair[1]):
                of, by = (np.array(x[cause, name]) for x in (wrong, drawn))
                rms = [np.sqrt(of.mean()), np.sqrt(by.mean())]
                said = f"{rms[0]:.4f} | {rms[1]:.4f} | {rms[1] / rms[0]:.2f}"
                print(f"| {name} | {cause} | {said} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
