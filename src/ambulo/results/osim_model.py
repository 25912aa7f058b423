"""The scaled model for OpenSim, with Ambulo's coordinates and moments.

Every joint turns by the three clinical angles that Ambulo reports, with the same order and signs.
The axes are the proximal segment's mediolateral axis, the floating axis and the distal segment's
long axis (Grood & Suntay 1983). The generalised force of a coordinate is the joint moment about its
axis. It differs from a component on the axes of one segment.

Source: OpenSim documentation, "OpenSim Models" (CustomJoint and its SpatialTransform).
"""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

import numpy as np

from ambulo.math.arrays import FloatArray
from ambulo.model.joint_angles import joint_angles
from ambulo.model.joint_moments import joint_axes
from ambulo.model.joint_motions import JointMotion, joint_motions
from ambulo.records import Analysis, Model, Quantities, Quantity
from ambulo.records.sides import side_of, without_side
from ambulo.results.posture import Posture

R_OW: FloatArray = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
"""Rotation from the world (x forward, y left, z up) to OpenSim's ground (x forward, y up), and from
the axes of a segment (x anterior, y left, z up) to those of OpenSim's bodies."""

PLACES = ("pelvis_tx", "pelvis_ty", "pelvis_tz")
"""Coordinates of the root's place [m]."""

_BODIES = {
    "thigh": "femur",
    "shank": "tibia",
    "foot": "calcn",
    "hindfoot": "calcn",
    "forefoot": "toes",
    "upper_arm": "humerus",
    "forearm": "ulna",
}
"""Segments that OpenSim's models call otherwise."""


def body_name(segment: str) -> str:
    """OpenSim's name of a segment: left_thigh becomes femur_l."""
    bare = without_side(segment)
    return side_last(segment.removesuffix(bare) + _BODIES.get(bare, bare))


def side_last(name: str) -> str:
    """A name in OpenSim's order: left_hip_flexion becomes hip_flexion_l."""
    side = side_of(name)
    return name if side is None else f"{without_side(name)}_{side[0]}"


def coordinates(posture: Posture) -> tuple[FloatArray, Quantities]:
    """Position of the root (frames, 3) [m] in OpenSim's ground frame, and angles [deg] of every
    joint.
    """
    place: FloatArray = posture.p_WB[:, 0] @ R_OW.T
    return place, joint_angles(posture.model, posture.R_WB)


def generalised_forces(analysis: Analysis, posture: Posture) -> Quantities:
    """Joint moments [N*m] about the axes of the coordinates, positive as the angles.

    Joint coordinate system: component i is M . u_i, the power of the moment per unit rate of
    coordinate i.

    Args:
        posture: of the analysis.
    Returns:
        Three quantities for every joint except the root; NaN where a moment is not known.
    """
    model, R = analysis.model, posture.R_WB
    unit = joint_axes(R[:, model.tree.parent[1:]], R[:, 1:], "jcs")
    along = np.einsum("fbai,fbi->fba", unit, analysis.joint_forces.moment[:, 1:])
    return Quantities(
        Quantity(motion.name, "N*m", motion.sign * along[:, k, motion.axis], motion.positive)
        for k, joint in enumerate(model.joints[1:])
        for motion in joint_motions(joint)
    )


def write_osim(model: Model, path: Path) -> Path:
    """Write the model: bodies with their inertias, joints, markers; no muscles.

    Args:
        path: of the .osim file; overwritten.
    Returns:
        The path.
    """
    document = Element("OpenSimDocument", Version="40000")
    root = SubElement(document, "Model", name=model.subject.name or model.name)
    SubElement(root, "credits").text = f"Ambulo; segment parameters: {model.parameters}"
    SubElement(root, "length_units").text = "meters"
    SubElement(root, "force_units").text = "N"
    SubElement(root, "gravity").text = _numbers(R_OW @ model.tree.gravity)
    SubElement(root, "Ground", name="ground")
    bodies = SubElement(SubElement(root, "BodySet", name="bodyset"), "objects")
    joints = SubElement(SubElement(root, "JointSet", name="jointset"), "objects")
    for k in range(model.tree.nb):
        _body(bodies, model, k)
        _joint(joints, model, k)
    markers = SubElement(SubElement(root, "MarkerSet", name="markerset"), "objects")
    places = zip(model.marker_names, model.marker_body, model.marker_local, strict=True)
    for name, body, local in places:
        marker = SubElement(markers, "Marker", name=name)
        SubElement(marker, "socket_parent_frame").text = f"/bodyset/{_body_at(model, int(body))}"
        SubElement(marker, "location").text = _numbers(R_OW @ local)
        SubElement(marker, "fixed").text = "true"
    ElementTree.indent(document)
    ElementTree.ElementTree(document).write(path, encoding="UTF-8", xml_declaration=True)
    return path


def _body_at(model: Model, k: int) -> str:
    return body_name(model.segments[k])


def _numbers(values: FloatArray) -> str:
    # + 0.0: no -0
    return " ".join(f"{value + 0.0:.12g}" for value in values)


def _body(parent: Element, model: Model, k: int) -> None:
    """Mass, centre of mass and inertia about it; an ellipsoid of that inertia to be seen."""
    tree = model.tree
    inertia = R_OW @ tree.inertia[k] @ R_OW.T
    body = SubElement(parent, "Body", name=_body_at(model, k))
    frames = SubElement(body, "components")
    shown = SubElement(frames, "PhysicalOffsetFrame", name="shape")
    # 5 / (2 m) (I_yy + I_zz - I_xx) is the square of a half axis
    spread = np.trace(inertia) / 2.0 - np.diag(inertia)
    half = np.sqrt(np.maximum(5.0 * spread / max(float(tree.mass[k]), 1e-9), 1e-6))
    geometry = SubElement(SubElement(shown, "attached_geometry"), "Ellipsoid", name="ellipsoid")
    SubElement(geometry, "socket_frame").text = ".."
    SubElement(geometry, "radii").text = _numbers(half)
    SubElement(shown, "socket_parent").text = ".."
    SubElement(shown, "translation").text = _numbers(R_OW @ tree.com[k])
    SubElement(shown, "orientation").text = "0 0 0"
    SubElement(body, "mass").text = f"{tree.mass[k]:.12g}"
    SubElement(body, "mass_center").text = _numbers(R_OW @ tree.com[k])
    about = [inertia[i, j] for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]
    SubElement(body, "inertia").text = _numbers(np.array(about))


def _joint(parent: Element, model: Model, k: int) -> None:
    """A joint of three angles; the root's has three places too."""
    tree, name = model.tree, model.joints[k]
    root = int(tree.parent[k]) < 0
    above = "/ground" if root else f"/bodyset/{_body_at(model, int(tree.parent[k]))}"
    joint = SubElement(parent, "CustomJoint", name="ground_pelvis" if root else side_last(name))
    SubElement(joint, "socket_parent_frame").text = "at_parent"
    SubElement(joint, "socket_child_frame").text = "at_child"
    frames = SubElement(joint, "frames")
    for label, body, place in (
        # the root's place is measured from the ground's origin
        ("at_parent", above, np.zeros(3) if root else R_OW @ tree.p_PJ[k]),
        ("at_child", f"/bodyset/{_body_at(model, k)}", np.zeros(3)),
    ):
        frame = SubElement(frames, "PhysicalOffsetFrame", name=label)
        SubElement(frame, "socket_parent").text = body
        SubElement(frame, "translation").text = _numbers(place)
        # angles are those between the segments' own axes
        SubElement(frame, "orientation").text = "0 0 0"
    motions = joint_motions(name)
    named = [side_last(motion.name) for motion in motions]
    listed = SubElement(joint, "coordinates")
    for coordinate in named:
        SubElement(listed, "Coordinate", name=coordinate)
    for coordinate in PLACES if root else ():
        SubElement(listed, "Coordinate", name=coordinate)
    transform = SubElement(joint, "SpatialTransform")
    for i, (motion, coordinate) in enumerate(zip(motions, named, strict=True), 1):
        _axis(transform, f"rotation{i}", _axis_of(motion), coordinate)
    for i in range(3):
        moved = PLACES[i] if root else None
        _axis(transform, f"translation{i + 1}", np.eye(3)[i], moved)


def _axis_of(motion: JointMotion) -> FloatArray:
    axis: FloatArray = R_OW[:, motion.axis] * motion.sign
    return axis


def _axis(parent: Element, name: str, axis: FloatArray, coordinate: str | None) -> None:
    transform = SubElement(parent, "TransformAxis", name=name)
    SubElement(transform, "coordinates").text = coordinate or ""
    SubElement(transform, "axis").text = _numbers(axis)
    if coordinate is None:
        SubElement(SubElement(transform, "Constant", name="function"), "value").text = "0"
    else:
        line = SubElement(transform, "LinearFunction", name="function")
        SubElement(line, "coefficients").text = "1 0"
