"""What a simulated walk made of its contact: spheres that touched, bounds met, forces it misses."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ambulo.foot_contact.contact_file import ContactParameters, sphere_names
from ambulo.math.arrays import BoolArray, FloatArray
from ambulo.records import SIDES, WRENCH


@dataclass(frozen=True, eq=False)
class SphereUse:
    """Of the spheres under both feet.

    Args:
        names: "left 1" and on.
        touched: (spheres,) whether each reached into the floor in the simulation.
        ended: whether the simulation did, or was given up before.
        at_bounds: values of the identification that ended on a bound of their range.
        identified: values that were identified; 0 of a contact that was given.
        deepest: m, largest compression of a sphere; where: its name.
        part: largest compression of a sphere over its own radius; of: its name.
    """

    names: tuple[str, ...]
    touched: BoolArray
    ended: bool
    at_bounds: int
    identified: int
    deepest: float
    where: str
    part: float
    of: str

    @property
    def idle(self) -> tuple[str, ...]:
        """Spheres that never touched: no force tells their values. None if it did not end."""
        if not self.ended:
            return ()
        return tuple(name for name, used in zip(self.names, self.touched, strict=True) if not used)


def sphere_use(contact: ContactParameters, depth: FloatArray, *, ended: bool = True) -> SphereUse:
    """How the spheres were used.

    Args:
        contact: under both feet.
        depth: (frames, spheres) m into the floor, negative above it, NaN where nothing was reached.
        ended: whether the simulation did, or was given up before.
    """
    # nothing reached in any frame: of a body that fell at once
    most = np.fmax.reduce(np.vstack([depth, np.full(depth.shape[1:], -np.inf)]), axis=0)
    names = sphere_names(contact)
    part = most / contact.values[..., 3].ravel()
    k, m = int(np.argmax(most)), int(np.argmax(part))
    design = contact.design
    return SphereUse(
        tuple(names), most > 0.0, ended,
        design.at_bounds(design.variables(contact.values)), len(design.free),
        max(float(most[k]), 0.0), names[k], max(float(part[m]), 0.0), names[m],
    )  # fmt: skip


def use_in_words(use: SphereUse) -> list[str]:
    """A sentence each."""
    until = "" if use.ended else " before the simulation was given up"
    said = [
        f"{int(use.touched.sum())} of {len(use.names)} contact spheres touched the floor{until}."
    ]
    if use.idle:
        idle = ", ".join(use.idle)
        said[0] += (
            f" The rest never touched the floor, so no force determines their values: {idle}."
        )
    if use.identified:
        said.append(
            f"Of {use.identified} identified values, {use.at_bounds} ended on a bound of their "
            f"range{', so the walk does not determine these' if use.at_bounds else ''}."
        )
    # the part of a sphere below its centre is what reaches in
    below = ", so that its centre is below the floor and it cannot represent a part of a foot"
    return [
        *said,
        f"The deepest compression is {1e3 * use.deepest:.1f} mm ({use.where}). Relative to the "
        f"radius of the sphere it is at most {use.part:.2f} ({use.of})"
        f"{below if use.part > 1.0 else ''}.",
    ]


def on_feet(p: FloatArray, wrench: FloatArray, segments: tuple[str, ...]) -> FloatArray:
    """Reaction (frames, 2, 6) of the floor on each foot about the world origin [N*m, N].

    Args:
        p: (frames, nb, 3) m, origins of the segments.
        wrench: (frames, nb, 6) on each about its origin.
        segments: their names.
    """
    found = np.zeros((len(p), len(SIDES), 6))
    for s, side in enumerate(SIDES):
        for part in ("hindfoot", "forefoot"):
            b = segments.index(f"{side}_{part}")
            own = wrench[:, b]
            found[:, s, :3] += own[:, :3] + np.cross(p[:, b], own[:, 3:])
            found[:, s, 3:] += own[:, 3:]
    return found


def force_errors(found: FloatArray, known: FloatArray) -> dict[str, dict[str, tuple[float, float]]]:
    """Simulated forces against those of the analysis, where either bears.

    Args:
        found, known: (frames, 2, 3) N.
    Returns:
        side -> component -> rms [N], and that over the range of the analysed force.
    """
    errors: dict[str, dict[str, tuple[float, float]]] = {}
    for s, side in enumerate(SIDES):
        both = np.isfinite(found[:, s]).all(axis=1) & np.isfinite(known[:, s]).all(axis=1)
        bears = both & ((found[:, s, 2] > 0.0) | (known[:, s, 2] > 0.0))
        if not bears.any():
            continue
        a, b = found[bears, s], known[bears, s]
        rms, size = np.sqrt(((a - b) ** 2).mean(axis=0)), np.ptp(b, axis=0)
        errors[side] = {
            c: (float(rms[k]), float(rms[k] / size[k]) if size[k] > 0.0 else np.nan)
            for k, c in enumerate(list(WRENCH)[:3])
        }
    return errors
