"""Component modes: constraint modes and fixed-interface modes, orthonormalised.

Craig and Bampton (1968); Al Nazer (2006), eqs. 2.94-2.101. Eq. 2.95 prints an identity and a zero
for the boundary. Here these belong to the boundary's rows of the nodal vector, not to the reference
coordinates.
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

Kind = Literal["bending", "extension", "torsion", "wall"]


def factorise(K: Sparse) -> Any:
    """Factorise a symmetric positive definite matrix (SuperLU); the result has `.solve(b)`."""
    from scipy.sparse.linalg import splu

    return splu(
        K.tocsc(),
        permc_spec="MMD_AT_PLUS_A",
        diag_pivot_thresh=0.0,
        options={"SymmetricMode": True},
    )


def solve_columns(factors: Any, right: FloatArray) -> FloatArray:
    """Solve for right-hand sides (n, count), four at a time.

    With more columns, BLAS starts threads within every small block of the factors. On a busy
    machine, their waiting for each other takes twenty times as long as the work.
    """
    found = np.empty(right.shape)
    for k in range(0, right.shape[1], 4):
        found[:, k : k + 4] = factors.solve(np.asfortranarray(right[:, k : k + 4]))
    return found


def lowest_modes(
    K: Sparse, M: Sparse, count: int, shift: float = 0.0, factors: Any = None
) -> tuple[FloatArray, FloatArray]:
    """Smallest eigenvalues (count,) and mass-normalised vectors (n, count) of K x = lambda M x.

    Lanczos's method with shift and inversion (Ericsson and Ruhe 1980) by ARPACK. If more than a
    fifth of the modes are wanted, a dense method computes all of them.

    Args:
        shift: eigenvalues below it are found too; negative for a free body.
        factors: of K - shift M, if already computed.
    """
    from scipy.sparse.linalg import LinearOperator, eigsh

    n = K.shape[0]
    if count > n // 5 and factors is None:
        values, vectors = scipy.linalg.eigh(
            K.toarray(), M.toarray(), subset_by_index=(0, count - 1)
        )
        return np.asarray(values), np.asarray(vectors)
    solver = factorise((K - shift * M) if shift else K) if factors is None else factors
    inverse = LinearOperator((n, n), matvec=solver.solve, dtype=np.float64)
    start = np.cos(np.arange(n) * 1.618) + 1.0  # the same on every run
    values, vectors = eigsh(K, count, M, sigma=shift, OPinv=inverse, v0=start, tol=1e-10)
    order = np.argsort(values)
    return np.asarray(values[order]), np.asarray(vectors[:, order])


def natural_modes(
    elements: FiniteElements, count: int, held: IntArray | None = None
) -> tuple[FloatArray, FloatArray]:
    """Natural frequencies (count,) [Hz] and modes (ndof, count) [1/sqrt(kg)].

    Args:
        elements: the body.
        count: number of modes, including rigid motions (0 Hz).
        held: degrees of freedom that do not move; none by default.
    """
    free = np.setdiff1d(np.arange(elements.ndof), [] if held is None else held)
    K, M = elements.K[free][:, free], elements.M[free][:, free]
    # a shift well below the first elastic frequency keeps a free body's matrix definite
    scale = float(K.diagonal().mean() / M.diagonal().mean())
    values, part = lowest_modes(K, M, count, shift=-1e-7 * scale)
    modes = np.zeros((elements.ndof, count))
    modes[free] = part
    return np.sqrt(np.maximum(values, 0.0)) / (2.0 * np.pi), modes


def kinds(elements: FiniteElements, modes: FloatArray) -> list[Kind]:
    """Kind of each mode (ndof, count) of a straight bar, from the mean motion of its sections.

    In a "wall" mode, sections deform but move little as a whole.
    """
    nodes = elements.nodes
    _, level, size = np.unique(np.round(nodes[:, 2], 9), return_inverse=True, return_counts=True)
    arm = nodes[:, :2] - nodes[:, :2].mean(axis=0)
    radius = np.einsum("ni,ni->n", arm, arm)
    found: list[Kind] = []
    for k in range(modes.shape[1]):
        u = modes[:, k].reshape(len(nodes), elements.width)
        mean = np.stack([np.bincount(level, u[:, i]) / size for i in range(3)])
        if elements.width == 6:
            # a beam's nodes lie on its axis: a centimetre stands for the section's radius
            twist = u[:, 5] ** 2 * 1e-4
            turned, total = float(twist.sum()), float(np.sum(u[:, :3] ** 2) + twist.sum())
        else:
            swirl = np.bincount(level, arm[:, 0] * u[:, 1] - arm[:, 1] * u[:, 0])
            turned = float(np.sum(swirl**2 / np.bincount(level, radius)))
            total = float(np.sum(u**2))
        shares: dict[Kind, float] = {
            "bending": float(np.sum(mean[:2] ** 2 * size)),
            "extension": float(np.sum(mean[2] ** 2 * size)),
            "torsion": turned,
        }
        best = max(shares, key=lambda kind: shares[kind])
        found.append(best if shares[best] > 0.3 * total else "wall")
    return found


def attachment_modes(elements: FiniteElements, interfaces: Sequence[Interface]) -> FloatArray:
    """Displacements (ndof, interfaces, 6) for unit forces [1/N] and moments [1/(N*m)] on each
    interface.

    A force is distributed over the nodes of an interface as by an averaging tie. The displacements
    contain an arbitrary rigid motion.
    """
    loads = np.zeros((elements.ndof, 6 * len(interfaces)))
    for k, interface in enumerate(interfaces):
        loads[interface.dofs(elements), 6 * k : 6 * k + 6] = interface.motion_rows(elements).T
    every = np.arange(len(elements.nodes))
    R = rigid_motions(elements, elements.centre_of_mass, every)
    carried = np.asarray(elements.M @ R)
    loads -= carried @ np.linalg.solve(R.T @ carried, R.T @ loads)
    # balanced loads need no reactions: any six degrees of freedom that stop the body may be held
    held = _determinate(elements, R)
    free = np.setdiff1d(np.arange(elements.ndof), held)
    moved = np.zeros_like(loads)
    moved[free] = solve_columns(factorise(elements.K[free][:, free]), loads[free])
    return moved.reshape(elements.ndof, len(interfaces), 6)


def _determinate(elements: FiniteElements, R: FloatArray) -> IntArray:
    """Six degrees of freedom that stop every rigid motion, far apart (pivoted QR)."""
    from scipy.linalg import qr

    size = np.ptp(elements.nodes, axis=0).max()
    scaled = R * np.array([1.0, 1.0, 1.0, 1.0 / size, 1.0 / size, 1.0 / size])
    return np.asarray(qr(scaled.T, mode="r", pivoting=True)[1][:6])


Reference = Literal["free"] | tuple[tuple[str, tuple[int, ...]], ...]
"""The reference of the floating frame. "free" removes the rigid modes of the free body (mean axes).
Otherwise it lists interfaces, each with the motions (0 to 5) that remain zero, six motions in all:
(("knee", (0, 1, 2, 3, 4, 5)),) is a frame fixed at the knee."""


@dataclass(frozen=True, eq=False)
class Modes:
    """Mass-normalised component modes without rigid motions.

    Args:
        elements: of the body.
        shapes: (ndof, nm) 1/sqrt(kg).
        frequencies: (nm,) Hz.
        interfaces: the interfaces for which the modes were computed.
    """

    elements: FiniteElements
    shapes: FloatArray
    frequencies: FloatArray
    interfaces: tuple[Interface, ...]

    @property
    def stiffness(self) -> FloatArray:
        """(nm,) modal stiffness; the modal mass is 1."""
        return np.asarray((2.0 * np.pi * self.frequencies) ** 2)

    def at(self, interface: Interface) -> FloatArray:
        """Displacement and rotation (6, nm) of an interface's frame in each mode."""
        rows = interface.motion_rows(self.elements)
        return np.asarray(rows @ self.shapes[interface.dofs(self.elements)])

    def lowest(self, count: int) -> Modes:
        """The first modes only."""
        return Modes(
            self.elements, self.shapes[:, :count], self.frequencies[:count], self.interfaces
        )


@dataclass(frozen=True, eq=False)
class Components:
    """Constraint modes, six for each interface, then fixed-interface modes: Psi of eq. 2.94.

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
        """Orthonormal modes without rigid motions (eq. 2.96).

        Raises:
            InputError: the reference does not hold the body, or names an interface or direction
                that does not exist.
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
                    remedy="Hold exactly six, so that the body can deform but not move rigidly",
                )
        K, M = self.K[np.ix_(keep, keep)], self.M[np.ix_(keep, keep)]
        # K^ n = w^2 M^ n (eq. 2.96); Phi = Psi N
        values, vectors = scipy.linalg.eigh(K, M)
        rigid = 6 if reference == "free" else 0
        if values[rigid] <= 1e-7 * np.median(values):
            raise InputError(
                what="a rigid motion remains among the modes",
                where="reference conditions",
                remedy="Hold interfaces so that the body cannot move rigidly, or tie them to it",
            )
        shapes = self.shapes[:, keep] @ vectors[:, rigid:]
        return Modes(
            self.elements, shapes, np.sqrt(values[rigid:]) / (2.0 * np.pi), self.interfaces
        )


def craig_bampton(
    elements: FiniteElements, interfaces: Sequence[Interface], fixed: int = 6
) -> Components:
    """Reduce a body to the motion of its interfaces and to `fixed` modes with fixed interfaces.

    Args:
        elements: the body.
        interfaces: the interfaces; rigid interfaces may not share nodes.
        fixed: number of fixed-interface modes.

    Returns:
        Components, which are exact for static loads on the interfaces.
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
            remedy="Make the patches smaller, or give one interface tie='averaging'",
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
