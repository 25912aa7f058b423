"""A user's script is checked by mypy --strict, and nothing in it is of any type at all."""

from __future__ import annotations

import re
import textwrap

import pytest

SCRIPT = """
    from dataclasses import replace

    import ambulo

    choice = ambulo.Configuration(mass=70.0)
    found = ambulo.analyse("walk.c3d", static="static.c3d", configuration=choice)
    reveal_type(found)
    reveal_type(found.moments["left_knee_flexion"])
    reveal_type([quantity.name for quantity in found.moments])
    reveal_type(found.moments[:2])
    reveal_type(found.gates)
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
    again = ambulo.gait.invert(replace(found.model, tree=tree), found.motion, found.ground)
    reveal_type(again)
    reveal_type(again.forces.tau.shape)
    reveal_type(again.moments)
    reveal_type(ambulo.Subject(mass=70.0))
    reveal_type(ambulo.__version__)
"""


@pytest.mark.slow
def test_a_users_script_has_no_any(tmp_path):
    mypy = pytest.importorskip("mypy.api")
    script = tmp_path / "script.py"
    script.write_text(textwrap.dedent(SCRIPT), encoding="utf-8")
    said, trouble, _ = mypy.run(
        ["--strict", "--cache-dir", str(tmp_path / "cache"), "--config-file", "", str(script)]
    )
    assert trouble == ""
    errors = [line for line in said.splitlines() if "script.py" in line and ": error:" in line]
    assert errors == []
    revealed = re.findall(r'script\.py:\d+: note: Revealed type is "(.*)"', said)
    assert len(revealed) == SCRIPT.count("reveal_type(")
    for kind in revealed:
        # numpy says of an array's shape that it has any number of axes
        assert "Any" not in kind.replace("tuple[Any, ...]", "shape"), kind
    assert "records.curves.Quantity" in revealed[1]
