"""Component modes: constraint modes and fixed-interface modes, orthonormalised.

Craig and Bampton (1968); Al Nazer (2006), eqs. 2.94-2.101. Eq. 2.95 prints an identity and a zero
for the boundary, which belong to the boundary's own rows of the nodal vector, not to the reference
coordinates: they are used in that sense.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy.linalg
import scipy.sparse as sp

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray, IntArray
from ambulo.multibody.flexible.finite_elements import FiniteElements, Sparse, rigid_motions
from ambulo.multibody.flexible.interface import Interface
from ambulo.multibody.flexible.natural_modes import factorise, lowest_modes, solve_columns

Reference = Literal["free"] | tuple[tuple[str, tuple[int, ...]], ...]
"""What the floating frame keeps to: "free" drops the rigid modes of the free body (mean axes);
else interfaces with those of their six motions that stay zero, six in all, such as
(("knee", (0, 1, 2, 3, 4, 5)),) for a frame fixed at the knee."""


@dataclass(frozen=True, eq=False)
class Modes:
    """Mass-normalised component modes without rigid motion.

    Args:
        elements: of the body.
        shapes: (ndof, nm) 1/sqrt(kg).
        frequencies: (nm,) Hz.
        interfaces: those the modes were made for.
    """

    elements: FiniteElements
    shapes: FloatArray
    frequencies: FloatArray
    interfaces: tuple[Interface, ...]

    @property
    def stiffness(self) -> FloatArray:
        """(nm,) modal stiffness: the mass is 1."""
        return np.asarray((2.0 * np.pi * self.frequencies) ** 2)

    def at(self, interface: Interface) -> FloatArray:
        """Displacement and rotation (6, nm) of an interface's frame in every mode."""
        rows = interface.motion_rows(self.elements)
        return np.asarray(rows @ self.shapes[interface.dofs(self.elements)])

    def lowest(self, count: int) -> Modes:
        """The first modes only."""
        return Modes(
            self.elements, self.shapes[:, :count], self.frequencies[:count], self.interfaces
        )


@dataclass(frozen=True, eq=False)
class Components:
    """Constraint modes, six an interface, then fixed-interface modes: Psi of eq. 2.94.

    Args:
        shapes: (ndof, 6 ni + nn).
        K, M: reduced stiffness and mass (eqs. 2.97, 2.98).
        fixed_frequencies: (nn,) Hz, of the fixed-interface modes.
    """

    elements: FiniteElements
    interfaces: tuple[Interface, ...]
    shapes: FloatArray
    K: FloatArray
    M: FloatArray
    fixed_frequencies: FloatArray

    def orthonormal(self, reference: Reference = "free") -> Modes:
        """Solve eq. 2.96 and leave out the rigid motions.

        Raises:
            InputError: if the reference does not hold the body, or names what is not there.
        """
        keep = np.ones(len(self.K), dtype=bool)
        if reference != "free":
            names = [interface.name for interface in self.interfaces]
            for name, motions in reference:
                if name not in names:
                    raise InputError(
                        what=f"the reference names {name}, which is not an interface of the body",
                        where="reference conditions",
                        remedy="Use one of " + ", ".join(names),
                    )
                keep[6 * names.index(name) + np.array(motions)] = False
            if np.sum(~keep) != 6:
                raise InputError(
                    what=f"{np.sum(~keep)} motions are held",
                    where="reference conditions",
                    remedy="Hold exactly six, which stop every rigid motion and no deformation",
                )
        K, M = self.K[np.ix_(keep, keep)], self.M[np.ix_(keep, keep)]
        # K^ n = w^2 M^ n (eq. 2.96); Phi = Psi N
        values, vectors = scipy.linalg.eigh(K, M)
        rigid = 6 if reference == "free" else 0
        if values[rigid] <= 1e-7 * np.median(values):
            raise InputError(
                what="a rigid motion remains among the modes",
                where="reference conditions",
                remedy="Hold motions that stop all six rigid ones, or tie interfaces to the body",
            )
        shapes = self.shapes[:, keep] @ vectors[:, rigid:]
        return Modes(
            self.elements, shapes, np.sqrt(values[rigid:]) / (2.0 * np.pi), self.interfaces
        )


def craig_bampton(
    elements: FiniteElements, interfaces: Sequence[Interface], fixed: int = 6
) -> Components:
    """Reduce a body to the motion of its interfaces and `fixed` modes with interfaces held.

    Args:
        elements: the body.
        interfaces: rigid ones may not share nodes.
        fixed: number of fixed-interface modes.

    Returns:
        Components; any static load on the interfaces is carried exactly.
    """
    rigid = [k for k, interface in enumerate(interfaces) if interface.tie == "rigid"]
    soft = [k for k, interface in enumerate(interfaces) if interface.tie == "averaging"]
    tied = _tied(elements, [interfaces[k] for k in rigid])
    inner = np.setdiff1d(np.arange(elements.ndof), tied)
    boundary = np.zeros((elements.ndof, 6 * len(rigid)))
    for column, k in enumerate(rigid):
        own = interfaces[k]
        motions = rigid_motions(elements, own.origin, own.nodes)
        boundary[own.dofs(elements), 6 * column : 6 * column + 6] = motions
    rows = np.zeros((6 * len(soft), elements.ndof))
    for row, k in enumerate(soft):
        own = interfaces[k]
        rows[6 * row : 6 * row + 6, own.dofs(elements)] = own.motion_rows(elements)

    # constraint modes: [1; -K_ii^-1 K_ib] for rigid ties, with multipliers for averaging ones
    K = elements.K[inner][:, inner].tocsc()
    solver = _Held(K, rows[:, inner]) if soft else factorise(K)
    shapes = np.zeros((elements.ndof, 6 * len(interfaces) + fixed))
    coupling = np.asarray(elements.K[inner] @ boundary)
    held = boundary.copy()
    if soft:
        held[inner] = solver.solve_held(-coupling, -rows @ boundary)
    elif rigid:
        held[inner] = solve_columns(solver, -coupling)
    for column, k in enumerate(rigid):
        shapes[:, 6 * k : 6 * k + 6] = held[:, 6 * column : 6 * column + 6]
    if soft:
        moved = solver.solve_held(np.zeros((len(inner), len(rows))), np.eye(len(rows)))
        for row, k in enumerate(soft):
            shapes[inner, 6 * k : 6 * k + 6] = moved[:, 6 * row : 6 * row + 6]
    frequencies = np.zeros(fixed)
    if fixed:
        # K_ii n = w^2 M_ii n with the boundary held
        M = elements.M[inner][:, inner].tocsc()
        # a small body's modes come all at once, without the factors
        few = fixed <= len(inner) // 5
        values, vectors = lowest_modes(K, M, fixed, factors=solver if soft or few else None)
        shapes[inner, 6 * len(interfaces) :] = vectors
        frequencies = np.sqrt(values) / (2.0 * np.pi)
    reduced_K = shapes.T @ (elements.K @ shapes)
    reduced_M = shapes.T @ (elements.M @ shapes)
    return Components(
        elements,
        tuple(interfaces),
        shapes,
        0.5 * (reduced_K + reduced_K.T),
        0.5 * (reduced_M + reduced_M.T),
        frequencies,
    )


def _tied(elements: FiniteElements, interfaces: list[Interface]) -> IntArray:
    tied = [interface.dofs(elements) for interface in interfaces]
    every = np.concatenate(tied) if tied else np.zeros(0, dtype=np.int64)
    if len(np.unique(every)) != len(every):
        raise InputError(
            what="two rigid interfaces share nodes",
            where=", ".join(interface.name for interface in interfaces),
            remedy="Make the patches smaller, or make one interface averaging",
        )
    return np.asarray(every, dtype=np.int64)


class _Held:
    """Solutions of K u + B^T p = f with B u = d: patches whose mean motion is prescribed."""

    def __init__(self, K: Sparse, rows: FloatArray) -> None:
        from scipy.sparse.linalg import splu

        self.n = K.shape[0]
        # rows as large as the stiffness keep the matrix well conditioned
        self.scale = float(abs(K.diagonal()).mean()) / max(float(np.abs(rows).max()), 1e-300)
        B = sp.csc_array(self.scale * rows)
        self.factors: Any = splu(sp.block_array([[K, B.T], [B, None]], format="csc"))

    def solve_held(self, force: FloatArray, motion: FloatArray) -> FloatArray:
        return solve_columns(self.factors, np.concatenate([force, self.scale * motion]))[: self.n]

    def solve(self, force: FloatArray) -> FloatArray:
        flat = np.asarray(force).reshape(self.n, -1)
        found = self.solve_held(flat, np.zeros((self.factors.shape[0] - self.n, flat.shape[1])))
        return found.reshape(np.asarray(force).shape)
