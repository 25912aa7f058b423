"""Records in a notebook: brief, and with what one looks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pytest

from ambulo.inputs.errors import InputError
from ambulo.math.arrays import FloatArray
from ambulo.math.brief_repr import BriefRepr
from ambulo.math.compilation import compiled, inner
from ambulo.multibody.constrained import GROUND, AngleDriver, Body, Revolute, frames_at
from ambulo.multibody.integrators.compile_errors import mistakes_in_one_line
from ambulo.multibody.tree import tree_builder
from ambulo.multibody.tree.tree import JointType
from ambulo.records import Check, Markers, Quantity
from ambulo.records.by_name import ByName


@dataclass(frozen=True, eq=False)
class Inside(BriefRepr):
    value: float = 1.0


@dataclass(frozen=True, eq=False)
class Arrays(BriefRepr):
    by_name: Mapping[str, FloatArray] = field(default_factory=lambda: {"a": np.zeros(2)})


@dataclass(frozen=True, eq=False)
class Record(BriefRepr):
    name: str
    values: FloatArray
    few: tuple[float, ...] = ()
    many: tuple[str, ...] = ()
    by_name: Mapping[str, float] = field(default_factory=dict)
    inside: Inside | None = None
    hidden: str = field(default="hidden", repr=False)


def test_an_array_is_shown_by_shape_and_range():
    values = np.array([[np.nan, 2.5], [-1.25, 0.0], [3.0, 4.0], [5.0, 6.0]])
    assert repr(Record("a", values)) == "Record(name='a', values=<(4, 2), -1.25 to 6>)"
    assert "not known" in repr(Record("a", np.full((9, 3), np.nan)))
    assert "[1, 2, nan]" in repr(Record("a", np.array([1.0, 2.0, np.nan])))
    assert "bool" in repr(Record("a", np.zeros((9, 2), bool)))
    assert "<(0, 3) float64>" in repr(Record("a", np.zeros((0, 3))))


def test_parts_of_mechanisms_are_short_and_show_no_addresses():
    rod = tree_builder.Body("rod", None, JointType.HINGE, inertia=np.eye(3))
    at = frames_at(GROUND, Body("rod", 1.0, np.eye(3)), (0, 0, 0), axis=(0, 0, 1))
    for part in (rod, Revolute("hinge", *at), AngleDriver("motor", *at, lambda t: (t, 1.0, 0.0))):
        said = repr(part)
        assert " at 0x" not in said
        assert "array(" not in said
    assert "angle=<lambda>" in said


def test_what_is_at_its_default_is_left_out_and_what_is_long_is_cut():
    record = Record("n" * 100, np.zeros(3), (1.0,), ("x",) * 37, {str(k): 0.0 for k in range(9)})
    said = repr(record)
    assert "hidden" not in said
    assert "inside" not in said
    assert "few=(1,)" in said
    assert "<37: 'x', ...>" in said
    assert "<9: '0', '1', ...>" in said
    assert max(map(len, said.splitlines())) < 100
    assert "inside=Inside(...)" in repr(Record("a", np.zeros(3), inside=Inside(2.0)))
    assert repr(Inside()) == "Inside()"
    nested = repr(Arrays({"a": record, "b": Record("b", np.zeros(3))}))
    assert f"{{'a': Record('{'n' * 57}...', ...), 'b': Record('b', ...)}}" in nested
    arrays = {"a": np.zeros((9, 3)), "b": np.zeros(2)}
    assert "by_name={'a': <(9, 3), 0 to 0>, 'b': [0, 0]}" in repr(Arrays(arrays))
    assert repr(Arrays({})) == "Arrays()"


def test_a_joint_shows_its_bodies_by_name():
    rod = Body.rod("rod", 1.0, (0, 0, 0), (0, 0, -1))
    assert repr(rod.point(0.5)) == "Point(body=Body('rod', ...), local=[0.5, 0, 0])"
    said = repr(Revolute("top", *frames_at(GROUND, rod, (0, 0, 0), axis=(0, 1, 0))))
    assert said == "Revolute(name='top', i=Frame('ground', ...), j=Frame('rod', ...))"


def test_records_of_a_recording_fit_a_screen():
    time = np.linspace(0.0, 1.0, 101)
    names = tuple(f"M{k}" for k in range(40))
    markers = Markers(names, time, np.zeros((101, 40, 3)))
    assert len(repr(markers)) < 250
    assert "(101, 40, 3)" in repr(markers)
    assert len(repr(Quantity("left_knee_flexion", "deg", time, "flexion"))) < 120
    check = Check("mass against plates", 1.5, 6.0, "%", "good", "A sentence " * 20)
    assert repr(check).endswith("unit='%', grade='good')")


@pytest.mark.parametrize(
    ("mistake", "reason"), [("x.nothing", "nothing"), ("unheard_of(x)", "unheard_of")]
)
def test_what_does_not_compile_is_told_by_place_and_reason(tmp_path, mistake, reason):
    file = tmp_path / "springs.py"
    file.write_text(f"def law(x):\n    return {mistake}\n\ndef loop(x):\n    return law(x)\n")
    space: dict[str, object] = {}
    exec(compile(file.read_text(), str(file), "exec"), space)
    space["law"] = inner(space["law"])
    loop = compiled(space["loop"])
    with pytest.raises(InputError, match=reason) as told, mistakes_in_one_line():
        loop(1.0)
    assert "springs.py, line " in told.value.where
    assert len(str(told.value).splitlines()) == 1


def test_other_errors_pass():
    with pytest.raises(ValueError, match="reason"), mistakes_in_one_line():
        raise ValueError('a reason\n\nFile "springs.py", line 2:')


def test_what_is_found_by_name_is_one_line():
    grades = ByName({f"angles/{k}": Inside(2.0) for k in range(89)})
    assert repr(grades) == "<89: 'angles/0', 'angles/1', ...>"
