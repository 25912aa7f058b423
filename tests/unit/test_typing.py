"""A user's script is checked by mypy --strict, and nothing in it is of any type at all."""

from __future__ import annotations

import re
import textwrap
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest

from ambulo import gait, records

# `make lint` has read the project's modules by then: five seconds of processor in place of 25
pytestmark = pytest.mark.last

ROOT = Path(__file__).resolve().parents[2]

SCRIPT = """
    from dataclasses import replace

    import ambulo

    choice = ambulo.Configuration(mass=70.0)
    found = ambulo.analyse("walk.c3d", static="static.c3d", configuration=choice)
    reveal_type(found)
    reveal_type(found.moments["left_knee_flexion"])
    reveal_type([quantity.name for quantity in found.moments])
    reveal_type(found.moments[:2])
    reveal_type(found.checks)
    reveal_type(found.timing)
    reveal_type(found.plates_vs_inverse["single_support"]["left"].rms["Fz"])
    reveal_type(found.provenance.inputs)
    reveal_type(found.plot.moments())
    reveal_type(found.save("walk"))
    reveal_type(found.to_xarray())
    reveal_type(found.to_pandas("angles"))
    reveal_type(ambulo.load("walk"))
    trial = ambulo.read_trial("walk.c3d")
    reveal_type(trial)
    reveal_type(ambulo.analyse_trial(trial, None, choice))
    tree = replace(found.model.tree, mass=1.1 * found.model.tree.mass)
    model = replace(found.model, tree=tree)
    again = ambulo.gait.invert(model, found.motion, found.ground, axes=found.moment_axes)
    reveal_type(again)
    reveal_type(again.forces.tau.shape)
    reveal_type(again.moments)
    reveal_type(ambulo.Subject(mass=70.0))
    reveal_type(ambulo.__version__)
"""


OWN_MECHANISM = """
    import numpy as np

    import ambulo
    from ambulo.multibody.contact.normal_laws.hunt_crossley import HuntCrossley
    from ambulo.multibody.contact.registry import FRICTION_LAWS, NORMAL_LAWS
    from ambulo.multibody.contact.spheres_on_ground import contact_wrenches, spheres_on_ground
    from ambulo.multibody.forces.law import BodyMotion, Loads
    from ambulo.multibody.forces.passive_joints import passive_joints
    from ambulo.multibody.integrators.registry import METHODS
    from ambulo.multibody.integrators.simulation import mechanical_energy, simulate_system
    from ambulo.multibody.tree.articulated_body import forward_dynamics
    from ambulo.multibody.tree.derivatives import inverse_dynamics_derivatives
    from ambulo.multibody.tree.newton_euler import inverse_dynamics
    from ambulo.multibody.tree.tree import JointType
    from ambulo.multibody.tree.tree_builder import Body, build_tree
    from ambulo.multibody.tree.system_of_tree import tree_system
    from ambulo.results.summary import summary

    tree = build_tree([Body("ball", None, JointType.FREE, mass=2.0, inertia=0.008 * np.eye(3))])
    reveal_type(tree)
    law = NORMAL_LAWS["hunt-crossley"]
    reveal_type(law)
    reveal_type(law.usual)
    reveal_type(law.ranges)
    reveal_type(FRICTION_LAWS.named("bristle").usual)
    reveal_type(HuntCrossley(1e4, 1.5, 0.5))
    floor = spheres_on_ground(
        np.array([0]), np.zeros((1, 3)), np.array([0.1]), law.usual, FRICTION_LAWS["viscous"].usual
    )
    reveal_type(floor)
    reveal_type(floor.values)
    system = tree_system(tree, (floor,))
    reveal_type(system)
    reveal_type(system.forces)
    q, v = np.array([0.0, 0.0, 0.3, 1.0, 0.0, 0.0, 0.0]), np.zeros(6)
    method = METHODS["dop853"]
    reveal_type(method)
    reveal_type(method.scheme)
    found = simulate_system(system, np.linspace(0.0, 1.0, 51), q, v, method)
    reveal_type(found)
    reveal_type(found.q)
    reveal_type(found.outcome)
    reveal_type(mechanical_energy(system, found))
    reveal_type(inverse_dynamics(tree, q[None], v[None], v[None]))
    reveal_type(forward_dynamics(tree, q[None], v[None], v[None]))
    reveal_type(inverse_dynamics_derivatives(tree, q[None], v[None], v[None]).by_q)
    reveal_type(passive_joints)
    reveal_type(contact_wrenches)
    reveal_type(BodyMotion)
    reveal_type(Loads)
    reveal_type(summary)
    reveal_type(ambulo.multibody)
"""


def every_field() -> str:
    """A script that looks at every field of every record of an analysis, and at every stage."""
    lines = ["from ambulo import gait, records"]
    lines += [f"reveal_type(gait.{name})" for name in gait.__all__]
    for name in records.__all__:
        kind = getattr(records, name)
        if is_dataclass(kind):
            lines.append(f"def of_{name.lower()}(one: records.{name}) -> None:")
            lines += [f"    reveal_type(one.{field.name})" for field in fields(kind)]
    return "\n".join(lines)


SCRIPTS = {
    "analysis": textwrap.dedent(SCRIPT),
    "own_mechanism": textwrap.dedent(OWN_MECHANISM),
    "every_field": every_field(),
}


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What mypy --strict says of all scripts, in one run."""
    mypy = pytest.importorskip("mypy.api")
    folder = tmp_path_factory.mktemp("scripts")
    files = []
    for name, text in SCRIPTS.items():
        files.append(str(folder / f"{name}.py"))
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    # as strict as the project, whose modules `make lint` has read already
    choice = [
        "--config-file",
        str(ROOT / "pyproject.toml"),
        "--cache-dir",
        str(ROOT / ".mypy_cache"),
    ]
    lines, trouble, _ = mypy.run([*choice, *files])
    assert trouble == ""
    return lines.splitlines()


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_users_script_has_no_any(name, said):
    mine = [line for line in said if f"{name}.py:" in line]
    assert [line for line in mine if ": error:" in line] == []
    revealed = re.findall(r'note: Revealed type is "(.*)"', "\n".join(mine))
    assert len(revealed) == SCRIPTS[name].count("reveal_type(")
    for kind in revealed:
        # numpy says of an array's shape that it has any number of axes
        assert "Any" not in kind.replace("tuple[Any, ...]", "shape"), kind
    if name == "analysis":
        assert "records.curves.Quantity" in revealed[1]
