"""Spatial Timoshenko beam elements along z, with varying section.

Cubic deflections and quadratic rotations solve the static equations of the element, so it does not
lock (interdependent interpolation, Friedman and Kosmatka 1993). Axial and torsional displacements
are linear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from ambulo.math.arrays import FloatArray
from ambulo.multibody.flexible.finite_elements import FiniteElements, Sparse
from ambulo.multibody.flexible.materials import Material
from ambulo.multibody.flexible.sections import Section


@dataclass(frozen=True, eq=False)
class Beam:
    """The elements of a beam, with the data to compute strains.

    Args:
        elements: nodes carry x, y, z displacements and rotations.
        sections: one for each element, at its middle.
        material: of all elements.
    """

    elements: FiniteElements
    sections: tuple[Section, ...]
    material: Material

    def strain_rows(self, z: float, angle: float) -> FloatArray:
        """Strain rows (6, ndof) on the outer surface, at height z [m] and polar angle [rad].

        The angle is the ellipse's parameter: the point is (a cos angle, b sin angle). Axial strain
        and torsional shear are those of beam theory; the section contracts freely.
        """
        nodes = self.elements.nodes[:, 2]
        e = int(np.clip(np.searchsorted(nodes, z, side="right") - 1, 0, len(self.sections) - 1))
        length = nodes[e + 1] - nodes[e]
        section = self.sections[e]
        s = (z - nodes[e]) / length
        x, y = section.a * np.cos(angle), section.b * np.sin(angle)
        _, slope, shear = _shapes(s, length, section, self.material)
        nu = self.material.axial_poisson
        rows = np.zeros((6, self.elements.ndof))
        local = np.zeros((6, 12))
        # e_zz = u_z' + y theta_x' - x theta_y'
        local[2] = slope[2] + y * slope[3] - x * slope[4]
        local[0] = local[1] = -nu * local[2]
        a2, b2 = section.a**2, section.b**2
        # warping of an elliptical section (Timoshenko and Goodier 1970, article 107)
        local[4] = -2.0 * a2 / (a2 + b2) * y * slope[5]
        local[3] = 2.0 * b2 / (a2 + b2) * x * slope[5]
        # Saint-Venant's flexural shear at the surface, its mean over the wall of a thin tube
        outward = np.array([np.cos(angle) / section.a, np.sin(angle) / section.b])
        tangent = np.array([-outward[1], outward[0]]) / np.linalg.norm(outward)
        for k, gamma in enumerate(shear):
            k_s = section.shear_coefficient(nu)
            along = 2.0 * k_s * gamma * tangent[k]
            local[4] += along * tangent[0]
            local[3] += along * tangent[1]
        rows[:, 6 * e : 6 * e + 12] = local
        return rows


def beam(heights: FloatArray, section: Callable[[float], Section], material: Material) -> Beam:
    """Beam elements between heights (n + 1,) [m] on the z axis, with section(z) at their
    middles."""
    heights = np.asarray(heights, dtype=np.float64)
    count = len(heights) - 1
    nodes = np.zeros((count + 1, 3))
    nodes[:, 2] = heights
    sections = tuple(section(0.5 * (heights[e] + heights[e + 1])) for e in range(count))
    abscissae, weights = np.polynomial.legendre.leggauss(4)
    E, G = material.axial_modulus, material.shear_modulus
    ndof = 6 * (count + 1)
    K: Sparse = sp.lil_array((ndof, ndof))
    points, mass, blocks = [], [], []
    for e, cut in enumerate(sections):
        length = float(heights[e + 1] - heights[e])
        part = np.arange(6 * e, 6 * e + 12)
        rigidity = cut.shear_coefficient(material.axial_poisson) * cut.area * G
        stiffness = np.zeros((12, 12))
        rx = np.sqrt(2.0 * cut.second_moment_y / cut.area)
        ry = np.sqrt(2.0 * cut.second_moment_x / cut.area)
        for x, w in zip(0.5 * (abscissae + 1.0), 0.5 * weights * length, strict=True):
            values, slope, shear = _shapes(x, length, cut, material)
            stiffness += w * (
                E * cut.area * np.outer(slope[2], slope[2])
                + E * cut.second_moment_x * np.outer(slope[3], slope[3])
                + E * cut.second_moment_y * np.outer(slope[4], slope[4])
                + G * cut.torsion_constant * np.outer(slope[5], slope[5])
                + rigidity * (np.outer(shear[0], shear[0]) + np.outer(shear[1], shear[1]))
            )
            # four points have the section's area and second moments
            for px, py in ((rx, 0.0), (-rx, 0.0), (0.0, ry), (0.0, -ry)):
                u = values[:3].copy()
                u[0] -= py * values[5]
                u[1] += px * values[5]
                u[2] += py * values[3] - px * values[4]
                block = np.zeros((3, ndof))
                block[:, part] = u
                blocks.append(sp.csr_array(block))
                points.append((px, py, heights[e] + x * length))
                mass.append(0.25 * w * material.density * cut.area)
        K[np.ix_(part, part)] = K[np.ix_(part, part)].toarray() + stiffness
    elements = FiniteElements(
        nodes=nodes,
        width=6,
        K=K.tocsc(),
        points=np.array(points),
        point_mass=sp.diags_array(np.array(mass)).tocsc(),
        interpolation=sp.vstack(blocks).tocsr(),
    )
    return Beam(elements, sections, material)


def _shapes(
    s: float, length: float, section: Section, material: Material
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Displacements and rotations (6, 12), their slopes (6, 12) and shear strains (2, 12) at s."""
    E = material.axial_modulus
    rigidity = (
        section.shear_coefficient(material.axial_poisson) * section.area * material.shear_modulus
    )
    values, slope, shear = np.zeros((6, 12)), np.zeros((6, 12)), np.zeros((2, 12))
    for component in (2, 5):
        values[component, [component, component + 6]] = 1.0 - s, s
        slope[component, [component, component + 6]] = -1.0 / length, 1.0 / length
    # x deflection turns about +y, y deflection about -x
    for deflection, rotation, sign, moment in (
        (0, 4, 1.0, section.second_moment_y),
        (1, 3, -1.0, section.second_moment_x),
    ):
        phi = 12.0 * E * moment / (rigidity * length**2)
        c = 1.0 / (1.0 + phi)
        w = c * np.array(
            [
                2 * s**3 - 3 * s**2 - phi * s + 1 + phi,
                length * (s**3 - (2 + phi / 2) * s**2 + (1 + phi / 2) * s),
                -(2 * s**3 - 3 * s**2 - phi * s),
                length * (s**3 - (1 - phi / 2) * s**2 - phi / 2 * s),
            ]
        )
        dw = (
            c
            / length
            * np.array(
                [
                    6 * s**2 - 6 * s - phi,
                    length * (3 * s**2 - (4 + phi) * s + 1 + phi / 2),
                    -(6 * s**2 - 6 * s - phi),
                    length * (3 * s**2 - (2 - phi) * s - phi / 2),
                ]
            )
        )
        psi = c * np.array(
            [
                6 / length * (s**2 - s),
                3 * s**2 - (4 + phi) * s + 1 + phi,
                -6 / length * (s**2 - s),
                3 * s**2 - (2 - phi) * s,
            ]
        )
        dpsi = (
            c
            / length
            * np.array(
                [
                    6 / length * (2 * s - 1),
                    6 * s - 4 - phi,
                    -6 / length * (2 * s - 1),
                    6 * s - 2 + phi,
                ]
            )
        )
        # psi is the slope; the nodal rotation has the sign of the axis
        where = [deflection, rotation, deflection + 6, rotation + 6]
        turn = np.array([1.0, sign, 1.0, sign])
        values[deflection, where] = w * turn
        values[rotation, where] = sign * psi * turn
        slope[deflection, where] = dw * turn
        slope[rotation, where] = sign * dpsi * turn
        shear[deflection, where] = (dw - psi) * turn
    return values, slope, shear
