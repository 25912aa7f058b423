"""Moments about the axes of OpenSim's coordinates, and the model as it stands in the file."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from tests.consistent_analysis import consistent_analysis

from ambulo.results.osim_model import R_OW, coordinates, generalised_forces, write_osim
from ambulo.results.posture import posture

ENDS = slice(3, -3)


@pytest.fixture(scope="module")
def analysis():
    return consistent_analysis()


def test_the_moment_on_a_coordinate_is_its_power_by_its_rate(analysis):
    # M . omega of a joint is the sum of moment times rate over its three angles
    at = posture(analysis.model, analysis.motion)
    forces = generalised_forces(analysis, at)
    time, (_, angles) = analysis.motion.time, coordinates(at)
    model = analysis.model
    for joint in ("right_hip", "left_ankle", "lumbar", "left_shoulder"):
        k = model.joints.index(joint)
        names = [name for name in forces.names if name.startswith(f"{joint}_")]
        assert len(names) == 3
        rates = [np.gradient(np.radians(angles[n].values), time, edge_order=2) for n in names]
        power = sum(forces[n].values * rate for n, rate in zip(names, rates, strict=True))
        omega = _angular_velocity(at.R_WB[:, k], time)
        omega -= _angular_velocity(at.R_WB[:, model.tree.parent[k]], time)
        expected = np.einsum("fi,fi->f", analysis.joint_forces.moment[:, k], omega)
        scale = np.abs(expected).max()
        np.testing.assert_allclose(power[ENDS], expected[ENDS], atol=0.03 * scale)


def _angular_velocity(R, time):
    """(frames, 3) in the world, of dR/dt R^T."""
    spin = np.einsum("fij,fkj->fik", np.gradient(R, time, axis=0, edge_order=2), R)
    return np.stack([spin[:, 2, 1], spin[:, 0, 2], spin[:, 1, 0]], axis=1)


def test_the_file_holds_the_whole_body(analysis, tmp_path):
    model = analysis.model
    root = ElementTree.parse(write_osim(model, tmp_path / "model.osim")).getroot()
    masses = [float(body.findtext("mass")) for body in root.iter("Body")]
    assert sum(masses) == pytest.approx(model.mass)
    names = [coordinate.get("name") for coordinate in root.iter("Coordinate")]
    assert len(names) == len(set(names)) == 3 * model.tree.nb + 3
    assert len(list(root.iter("Marker"))) == len(model.marker_names)
    assert [float(x) for x in root.findtext(".//gravity").split()] == [0.0, -9.80665, 0.0]


def test_inertias_stand_in_the_order_that_opensim_reads(analysis, tmp_path):
    """xx yy zz xy xz yz about the mass centre, of segments whose axes are not principal ones."""
    tree = analysis.model.tree
    products = np.array([[0.0, 1e-3, 2e-3], [1e-3, 0.0, 3e-3], [2e-3, 3e-3, 0.0]])
    inertia = tree.inertia + products
    model = replace(analysis.model, tree=replace(tree, inertia=inertia))
    root = ElementTree.parse(write_osim(model, tmp_path / "model.osim")).getroot()
    for k, body in enumerate(root.iter("Body")):
        xx, yy, zz, xy, xz, yz = (float(x) for x in body.findtext("inertia").split())
        read = np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
        np.testing.assert_allclose(R_OW.T @ read @ R_OW, inertia[k], rtol=1e-9, atol=1e-12)
        centre = [float(x) for x in body.findtext("mass_center").split()]
        np.testing.assert_allclose(R_OW.T @ centre, tree.com[k], atol=1e-9)
