"""A model that was written comes back the same; a damaged file is refused in one line."""

from __future__ import annotations

import json
from dataclasses import fields

import numpy as np
import pytest
from tests.sample_trees import random_tree

from ambulo.inputs.errors import InputError
from ambulo.model.model_file import read_model, write_model
from ambulo.multibody.tree.tree import Tree
from ambulo.records import Model, Subject


@pytest.fixture
def model():
    tree = random_tree(np.random.default_rng(4), 7)
    return Model(
        name="sample",
        segments=tuple(f"segment {i}" for i in range(7)),
        joints=("root", *(f"joint {i}" for i in range(1, 7))),
        tree=tree,
        subject=Subject("Ünal", 61.5, 1.7, "f", None, {"left_knee_width": 0.1}),
        parameters="table",
        whole_body=False,
        marker_names=("A", "B"),
        marker_body=np.array([0, 3]),
        marker_local=np.array([[0.1, 1 / 3, -0.2], [np.pi, 0.0, 1e-300]]),
        marker_weight=np.array([1.0, 0.5]),
        points={"left_heel": (2, np.array([-0.05, 0.0, -0.07]))},
        soles={"left": (0.0, 0.05)},
        notes=("Assumed.",),
    )


def test_every_part_comes_back_to_the_last_bit(model, tmp_path):
    write_model(model, tmp_path / "model.json")
    again = read_model(tmp_path / "model.json")
    for field in fields(Tree):
        ours, theirs = getattr(model.tree, field.name), getattr(again.tree, field.name)
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)
    for field in fields(Model):
        ours, theirs = getattr(model, field.name), getattr(again, field.name)
        if isinstance(ours, np.ndarray):
            np.testing.assert_array_equal(ours, theirs)
        elif field.name not in ("tree", "points"):
            assert ours == theirs
    body, local = again.points["left_heel"]
    assert body == 2
    np.testing.assert_array_equal(local, [-0.05, 0.0, -0.07])


def test_a_model_without_markers_comes_back(model, tmp_path):
    bare = Model("bare", model.segments, model.joints, model.tree, Subject(), "table")
    write_model(bare, tmp_path / "model.json")
    again = read_model(tmp_path / "model.json")
    assert again.marker_local.shape == (0, 3)
    assert again.marker_body.dtype == np.int64


def _drop_mass(content):
    del content["tree"]["mass"]


def _short_com(content):
    content["tree"]["com"].pop()


def _child_first(content):
    content["tree"]["parent"][1] = 5


def _unknown_joint(content):
    content["tree"]["joint"][1] = "cardan"


def _massless_subject(content):
    content["subject"]["mass"] = 0.0


def _weightless(content):
    content["tree"]["mass"][2] = 0.0


def _marker_off_body(content):
    content["markers"]["body"][0] = 99


def _newer(content):
    content["format"] = 99


@pytest.mark.parametrize(
    "damage",
    [
        _drop_mass,
        _short_com,
        _child_first,
        _unknown_joint,
        _weightless,
        _massless_subject,
        _marker_off_body,
        _newer,
    ],
)
def test_a_damaged_model_is_refused_by_name(model, tmp_path, damage):
    path = tmp_path / "model.json"
    write_model(model, path)
    content = json.loads(path.read_text())
    damage(content)
    path.write_text(json.dumps(content))
    with pytest.raises(InputError) as error:
        read_model(path)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_no_file_and_no_json_are_said(tmp_path):
    with pytest.raises(InputError, match="there is no such file"):
        read_model(tmp_path / "model.json")
    (tmp_path / "model.json").write_text("{")
    with pytest.raises(InputError, match="not valid JSON"):
        read_model(tmp_path / "model.json")
