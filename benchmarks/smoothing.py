"""The automatic smoothing against the best fixed cut-off by hindsight, on made motions and plates.

    PYTHONPATH=. python benchmarks/smoothing.py [seed]

Made motions: their accelerations are known. For every motion, rate and kind of noise it prints the
fixed cut-off with the least error of the whole-body force (F) and of the segments' accelerations by
mass (A), the cut-off chosen, and the error over that least one: with the cut-off chosen for all
times, and following the movement; and the peak of the vertical force over the true one. Recorded
walks ($AMBULO_DATA): the difference of the resultant from the unfiltered plates, mean of each axis
taken out, in % of body weight, over the frames in which the plates carry the whole body.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from tests.made_motions import MadeMotion
from tests.recorded_motions import MAN, FittedMotion, fitted_motion, in_unison
from tests.reference import accuracy

from ambulo.gait.inverse import joint_forces
from ambulo.gait.smoothing_choice import cutoff_of_fit
from ambulo.math.splines import weight_at_cutoff
from ambulo.mocap.filters.differentiation import differentiate
from ambulo.mocap.fit.marker_fit import fit_model
from ambulo.multibody.gravity import STANDARD_GRAVITY
from ambulo.multibody.motion import Motion
from ambulo.records import Model

WALKS = ("HC038A", "HC030A", "HC038A turn", "HC030A turn", "falisse 14", "falisse 25", "Gait2354")
CUTOFFS = np.geomspace(2.0, 30.0, 25)
RATES = {
    "standing": (60.0, 100.0, 300.0),
    "squat": (60.0, 100.0, 250.0),
    "walk": (60.0, 100.0, 200.0),
    "run": (100.0, 200.0, 300.0),
    "sprint": (120.0, 250.0, 300.0),
    "jump": (100.0, 200.0, 250.0),
}


def white(size: float, slope: float = 0.0, coloured: float = 0.0):
    """White noise and noise that falls with frequency above 0.5 Hz, m."""

    def noise(rng: np.random.Generator, made: MadeMotion) -> np.ndarray:
        shape = (len(made.motion.time), len(made.model.marker_names), 3)
        values = size * rng.normal(size=shape)
        if coloured:
            time = made.motion.time
            spectrum = np.fft.rfft(rng.normal(size=shape), axis=0)
            frequency = np.fft.rfftfreq(len(time), time[1] - time[0])
            fall = np.maximum(frequency, 0.5)[:, None, None] ** slope
            path = np.fft.irfft(spectrum / fall, n=len(time), axis=0)
            values += coloured * path / path.std()
        return values

    return noise


def shaken(size: float):
    """White noise of 0.2 mm and vibrations after contact, three quarters in unison, m."""
    return lambda rng, made: in_unison(rng, made, size)


NOISES: dict[str, Callable[[np.random.Generator, MadeMotion], np.ndarray]] = {
    "white 0.15 mm": white(1.5e-4),
    "white 1 mm": white(1e-3),
    "0.2 mm + 1/f 0.8 mm": white(2e-4, 1.0, 8e-4),
    "0.2 mm + 1/f^2 1.5 mm": white(2e-4, 2.0, 1.5e-3),
    "skin 2 mm": shaken(2e-3),
    "skin 5 mm": shaken(5e-3),
}


def accelerations(model: Model, motion: Motion) -> tuple[np.ndarray, np.ndarray]:
    """Acceleration less gravity of every segment's centre of mass, and the force on the body."""
    force = joint_forces(model, motion).force
    own = force.copy()
    for body in range(1, model.tree.nb):
        own[:, model.tree.parent[body]] -= force[:, body]
    return own / model.tree.mass[None, :, None], force[:, 0]


def errors(fitted: FittedMotion, motion: Motion) -> np.ndarray:
    """Root mean square errors F and A [m/s^2], 0.1 s at the ends left out."""
    ends = max(5, round(0.1 * fitted.markers.rate))
    inner = slice(ends, -ends)
    (a, f), (true_a, true_f) = (accelerations(MAN, m) for m in (motion, fitted.made.motion))
    mass = MAN.tree.mass
    wrong_a = np.sum((a - true_a)[inner] ** 2, axis=2) @ mass / mass.sum()
    wrong_f = np.sum((f - true_f)[inner] ** 2, axis=1) / mass.sum() ** 2
    return np.sqrt([wrong_f.mean(), wrong_a.mean()])


def made(seed: int) -> None:
    print(
        "| motion | noise | Hz | best F, A | chosen | F, A for all times | F, A following | peak |"
    )
    print("|---|---|---|---|---|---|---|---|")
    rows = []
    for name, rates in RATES.items():
        for k, (kind, noise) in enumerate(NOISES.items()):
            if "skin" in kind and name in ("standing", "squat"):
                continue
            fitted = fitted_motion(name, rates[k % 3], noise, seed=seed)
            fixed = np.array([errors(fitted, fitted.motion(f)) for f in CUTOFFS])
            least, at = fixed.min(axis=0), CUTOFFS[fixed.argmin(axis=0)]
            found = cutoff_of_fit(fitted.model, fitted.markers, fitted.q)
            one = errors(fitted, fitted.motion(found.hz)) / least
            smooth = fitted.chosen(found)
            course = errors(fitted, smooth) / least
            peak = fitted.vertical_force(smooth).max() / fitted.true_vertical_force.max()
            rows.append([*one, *course])
            print(
                f"| {name} | {kind} | {rates[k % 3]:.0f} | {at[0]:.1f}, {at[1]:.1f} | "
                f"{found.hz:.1f} | {one[0]:.2f}, {one[1]:.2f} | {course[0]:.2f}, {course[1]:.2f} | "
                f"{peak:.3f} |",
                flush=True,
            )
    for word, row in (("worst", np.max(rows, axis=0)), ("mean", np.mean(rows, axis=0))):
        print(f"| **{word}** | | | | | {row[0]:.2f}, {row[1]:.2f} | {row[2]:.2f}, {row[3]:.2f} | |")


def plates(data: Path, name: str) -> None:
    """One row for a recorded walk."""
    found = accuracy.analysed(data, name)
    model, markers, ground = found.model, found.trial.markers, found.plates_ground
    assert ground is not None
    q = fit_model(model, markers).q
    force = ground.force.sum(axis=1)
    judged = ground.known.all(axis=1) & (force[:, 2] > 0.0)
    weight = model.mass * STANDARD_GRAVITY

    def residual(motion: Motion) -> float:
        apart = (joint_forces(model, motion).force[:, 0] - force)[judged]
        return 100.0 * float(np.sqrt(apart.var(axis=0).sum())) / weight

    def fixed(cutoff: float) -> Motion:
        weights = np.full(model.tree.nq, weight_at_cutoff(cutoff, 1.0 / markers.rate))
        return differentiate(model.tree, markers.time, q, weights)

    every = np.array([residual(fixed(f)) for f in CUTOFFS])
    cutoff = cutoff_of_fit(model, markers, q)
    one, following = (residual(m) / every.min() for m in (fixed(cutoff.hz), found.motion))
    print(
        f"| {name} | {CUTOFFS[every.argmin()]:.1f} | {every.min():.2f} | {cutoff.hz:.1f} | "
        f"{one:.3f} | {following:.3f} |",
        flush=True,
    )


if __name__ == "__main__":
    made(int(sys.argv[1]) if len(sys.argv) > 1 else 0)
    if "AMBULO_DATA" in os.environ:
        print("\n| walk | best fixed, Hz | its residual | chosen, Hz | one | following |")
        print("|---|---|---|---|---|---|")
        for walk in WALKS:
            plates(Path(os.environ["AMBULO_DATA"]), walk)
