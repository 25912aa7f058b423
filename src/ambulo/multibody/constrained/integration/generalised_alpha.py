"""Generalised-alpha for index 3: constraints hold in place at every step, order two."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.multibody.constrained.integration.trajectory import Trajectory, record
from ambulo.multibody.constrained.system import System

__all__ = ["GeneralisedAlpha"]


@dataclass(frozen=True)
class GeneralisedAlpha:
    """Chung and Hulbert's method for constrained systems (Arnold and Bruls 2007).

    Args:
        step: s.
        spectral_radius: 1 keeps high frequencies, 0 removes them at once.
        tolerance: of the equations (N) and constraints (m), relative to 1.
    """

    step: float
    spectral_radius: float = 0.8
    tolerance: float = 1e-10

    def __call__(
        self, system: System, q: FloatArray, v: FloatArray, start: float, stop: float
    ) -> Trajectory:
        """Integrate from start to stop [s].

        Raises:
            InputError: if Newton's method does not converge in a step.
        """
        r = self.spectral_radius
        alpha_m = (2.0 * r - 1.0) / (r + 1.0)
        alpha_f = r / (r + 1.0)
        gamma = 0.5 + alpha_f - alpha_m
        beta = 0.25 * (gamma + 0.5) ** 2
        count = max(1, int(np.ceil((stop - start) / self.step - 1e-9)))
        h = (stop - start) / count
        beta_dash = (1.0 - alpha_m) / (h * h * beta * (1.0 - alpha_f))
        gamma_dash = gamma / (h * beta)
        dashes = (beta_dash, gamma_dash)
        K = np.zeros((0, 0))

        solved = system.dynamics(q, v, start)
        position, rates, acceleration = np.array(q), np.array(v), solved.qdd
        algorithmic = acceleration.copy()
        multipliers = solved.multipliers.copy()
        time, qs, vs = [start], [position], [rates]
        work = [np.zeros(len(system.work_names))]
        rate_of_work = system.power(system.terms(q, v, start), solved)
        for k in range(1, count + 1):
            t = start + (stop - start) * k / count
            position = position + h * rates + h * h * (0.5 - beta) * algorithmic
            rates = rates + h * (1.0 - gamma) * algorithmic
            algorithmic = (alpha_f * acceleration - alpha_m * algorithmic) / (1.0 - alpha_m)
            position = position + h * h * beta * algorithmic
            rates = rates + h * gamma * algorithmic
            acceleration = np.zeros(system.n)
            for iteration in range(50):
                terms = system.terms(position, rates, t)
                residual = terms.M @ acceleration + terms.Cq.T @ multipliers - terms.Qe - terms.Qv
                scale = max(1.0, float(np.abs(terms.Qe).max(initial=0.0)))
                if (
                    np.abs(residual).max() <= self.tolerance * scale
                    and np.abs(terms.C).max(initial=0.0) <= self.tolerance * h
                ):
                    break
                if iteration % 5 == 0:  # the matrix serves for some steps of Newton's method
                    tangent = _tangent(
                        system, (position, rates, acceleration), multipliers, t, dashes
                    )
                    K = np.zeros((system.n + system.m, system.n + system.m))
                    K[: system.n, : system.n] = tangent
                    K[: system.n, system.n :] = terms.Cq.T / (beta * h * h)
                    K[system.n :, : system.n] = terms.Cq / (beta * h * h)
                # scaled unknowns keep the matrix well conditioned for small steps (Bottasso 2007)
                right = -np.concatenate([residual, terms.C / (beta * h * h)])
                step = np.linalg.lstsq(K, right, rcond=1e-15)[0]
                dq = step[: system.n]
                position = position + dq
                rates = rates + gamma_dash * dq
                acceleration = acceleration + beta_dash * dq
                multipliers = multipliers + step[system.n :] / (beta * h * h)
            else:
                raise InputError(
                    what="Newton's method does not converge",
                    where=f"t = {t:g} s, step {h:g} s",
                    remedy="Take a smaller step",
                )
            algorithmic = algorithmic + (1.0 - alpha_f) / (1.0 - alpha_m) * acceleration
            time.append(t)
            qs.append(position.copy())
            vs.append(rates.copy())
            terms = system.terms(position, rates, t)
            earlier = rate_of_work
            rate_of_work = np.append(terms.power, -float(multipliers @ terms.nu))
            work.append(work[-1] + 0.5 * h * (earlier + rate_of_work))
        return record(system, time, qs, vs, work)


def _tangent(
    system: System,
    at: tuple[FloatArray, FloatArray, FloatArray],
    multipliers: FloatArray,
    t: float,
    dashes: tuple[float, float],
) -> FloatArray:
    """M beta' + C gamma' + K of the balance of forces (n, n), by central differences."""
    q, v, a = at
    beta_dash, gamma_dash = dashes
    n = system.n
    tangent = np.empty((n, n))

    def balance(dq: FloatArray) -> FloatArray:
        terms = system.terms(q + dq, v + gamma_dash * dq, t)
        force = terms.M @ (a + beta_dash * dq) + terms.Cq.T @ multipliers - terms.Qe - terms.Qv
        return np.asarray(force)

    for k in range(n):
        dq = np.zeros(n)
        dq[k] = 1e-7 * max(1.0, abs(q[k]))
        tangent[:, k] = (balance(dq) - balance(-dq)) / (2.0 * dq[k])
    return tangent
