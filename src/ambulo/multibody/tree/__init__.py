"""Trees of rigid bodies in minimal coordinates: recursive kernels, O(n).

    rod = Body("rod", None, JointType.HINGE, com=(0, 0, -0.5), inertia=np.diag([0.08, 0.08, 0.001]))
    tree = build_tree([rod])
    tau, moment, force = inverse_dynamics(tree, q, v, a)    # and forward_dynamics(tree, q, v, tau)
    motion = simulate_system(tree_system(tree), time, q[0], v[0], METHODS["dop853"])

A name is imported when it is first used.
"""

from typing import TYPE_CHECKING

from ambulo.inputs.by_need import by_need

__all__ = [
    "METHODS",
    "Body",
    "JointType",
    "Tree",
    "body_velocities",
    "build_tree",
    "centre_of_mass",
    "forward_dynamics",
    "forward_kinematics",
    "inverse_dynamics",
    "jacobian",
    "joint_reactions",
    "kinetic_energy",
    "mechanical_energy",
    "passive_joints",
    "potential_energy",
    "simulate_system",
    "spheres_on_ground",
    "tree_system",
]

if TYPE_CHECKING:
    from ambulo.multibody.contact.spheres_on_ground import spheres_on_ground
    from ambulo.multibody.forces.passive_joints import passive_joints
    from ambulo.multibody.integrators.registry import METHODS
    from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
    from ambulo.multibody.tree.articulated_body import forward_dynamics
    from ambulo.multibody.tree.energy import centre_of_mass, kinetic_energy, potential_energy
    from ambulo.multibody.tree.kinematics import body_velocities, forward_kinematics, jacobian
    from ambulo.multibody.tree.newton_euler import inverse_dynamics
    from ambulo.multibody.tree.reactions import joint_reactions
    from ambulo.multibody.tree.system_of_tree import tree_system
    from ambulo.multibody.tree.tree import JointType, Tree
    from ambulo.multibody.tree.tree_builder import Body, build_tree
else:
    _TREE = "ambulo.multibody.tree"
    __getattr__ = by_need(
        __name__,
        {
            "METHODS": "ambulo.multibody.integrators.registry",
            "Body": f"{_TREE}.tree_builder",
            "JointType": f"{_TREE}.tree",
            "Tree": f"{_TREE}.tree",
            "body_velocities": f"{_TREE}.kinematics",
            "build_tree": f"{_TREE}.tree_builder",
            "centre_of_mass": f"{_TREE}.energy",
            "forward_dynamics": f"{_TREE}.articulated_body",
            "forward_kinematics": f"{_TREE}.kinematics",
            "inverse_dynamics": f"{_TREE}.newton_euler",
            "jacobian": f"{_TREE}.kinematics",
            "joint_reactions": f"{_TREE}.reactions",
            "kinetic_energy": f"{_TREE}.energy",
            "mechanical_energy": "ambulo.multibody.integrators.simulation",
            "passive_joints": "ambulo.multibody.forces.passive_joints",
            "potential_energy": f"{_TREE}.energy",
            "simulate_system": "ambulo.multibody.integrators.simulation",
            "spheres_on_ground": "ambulo.multibody.contact.spheres_on_ground",
            "tree_system": f"{_TREE}.system_of_tree",
        },
    )

    def __dir__():
        return sorted(__all__)
