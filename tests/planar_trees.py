"""A planar body as the kernels' tree of hinges: another formulation to hold it against."""

from __future__ import annotations

import numpy as np

from ambulo.gait.planar.planar_body import PlanarBody, shared_point
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.multibody.tree.tree_builder import Body, build_tree


def planar_tree(body: PlanarBody) -> Tree:
    """The same body as the kernels' tree: a free base and hinges about Y.

    Body frames have z along the line to the end; a segment's origin is the point it shares with
    the one it is seen from, the base's is its start. Hinge coordinates are differences of
    `line_angles`.
    """
    bodies = []
    anchors: list[str] = []
    for k, segment in enumerate(body.segments):
        seen = body.origin[k]
        other = body.segments[seen]
        anchor = segment.start if seen < 0 else shared_point(other, segment)
        anchors.append(anchor)
        up = np.array([0.0, 0.0, segment.length if anchor == segment.end else 0.0])
        hinge = np.zeros(3)
        if seen >= 0:
            along = {other.start: 0.0, other.end: other.length}
            hinge[2] = along[anchor] - along[anchors[seen]]
        bodies.append(
            Body(
                name=segment.name,
                parent=None if seen < 0 else other.name,
                joint=JointType.FREE if seen < 0 else JointType.HINGE,
                p_PJ=hinge,
                mass=segment.mass,
                com=np.array([-segment.com[1], 0.0, segment.com[0]]) - up,
                inertia=segment.inertia * np.eye(3),
            )
        )
    return build_tree(bodies)
