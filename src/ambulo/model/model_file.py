"""model.json: a model as text, so that an analysis' folder carries the person it is about.

Numbers are written with all their digits: a model that is read again is the same to the last bit.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ambulo.inputs.errors import InputError
from ambulo.multibody.tree.packing import pack
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.records import Model, Subject

__all__ = ["read_model", "write_model"]

_FORMAT = 1
_INTEGERS = ("parent", "q_start", "v_start")


def write_model(model: Model, path: Path) -> None:
    """Write a model as JSON.

    Args:
        model: one person; a leading models axis is kept too.
        path: overwritten if it exists.
    """
    tree = {field.name: getattr(model.tree, field.name).tolist() for field in fields(Tree)}
    tree["joint"] = [JointType(kind).name.lower() for kind in model.tree.joint]
    content = {
        "format": _FORMAT,
        "units": "m, kg, s, rad; segment frames as in the reference posture",
        "name": model.name,
        "parameters": model.parameters,
        "whole_body": model.whole_body,
        "subject": asdict(model.subject) | {"measurements": dict(model.subject.measurements)},
        "segments": model.segments,
        "joints": model.joints,
        "tree": tree,
        "markers": {
            "names": model.marker_names,
            "body": model.marker_body.tolist(),
            "local": model.marker_local.tolist(),
            "weight": model.marker_weight.tolist(),
        },
        "points": {
            name: {"body": body, "local": local.tolist()}
            for name, (body, local) in model.points.items()
        },
        "notes": model.notes,
    }
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8")


def read_model(path: Path) -> Model:
    """Read what `write_model` wrote.

    Raises:
        InputError: there is no such file, it is no model, or its parts do not fit together.
    """
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            what=f"the model cannot be read ({error.strerror})",
            where=str(path),
            remedy="Give the folder of an analysis that this version of Ambulo made",
        ) from error
    except ValueError as error:
        raise InputError(
            what=f"not valid JSON ({error})", where=str(path), remedy="Analyse the trial again"
        ) from error
    if not isinstance(content, dict) or content.get("format") != _FORMAT:
        raise InputError(
            what=f"not a model file of format {_FORMAT}",
            where=str(path),
            remedy="Analyse the trial again with this version of Ambulo",
        )
    try:
        model = _model(content)
        _require_whole(model)
    except (KeyError, TypeError, ValueError) as error:
        said = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise InputError(
            what=f"the parts of the model do not fit together: {said}",
            where=str(path),
            remedy="Analyse the trial again",
        ) from error
    return model


def _model(content: Mapping[str, Any]) -> Model:
    parts = dict(content["tree"])
    parts["joint"] = [int(JointType[name.upper()]) for name in parts["joint"]]
    arrays: dict[str, Any] = {
        field.name: np.asarray(
            parts[field.name], dtype=np.int64 if field.name in (*_INTEGERS, "joint") else np.float64
        )
        for field in fields(Tree)
    }
    markers = content["markers"]
    return Model(
        name=content["name"],
        segments=tuple(content["segments"]),
        joints=tuple(content["joints"]),
        tree=Tree(**arrays),
        subject=Subject(**content["subject"]),
        parameters=content["parameters"],
        whole_body=bool(content["whole_body"]),
        marker_names=tuple(markers["names"]),
        marker_body=np.array(markers["body"], dtype=np.int64),
        marker_local=np.array(markers["local"], dtype=np.float64).reshape(-1, 3),
        marker_weight=np.array(markers["weight"], dtype=np.float64),
        points={
            name: (int(point["body"]), np.array(point["local"], dtype=np.float64))
            for name, point in content["points"].items()
        },
        notes=tuple(content["notes"]),
    )


def _require_whole(model: Model) -> None:
    """Refuse shapes, orders and numbers that no writer of ours leaves behind.

    Raises:
        ValueError: says which part.
    """
    tree, nb = model.tree, model.tree.nb
    pack(tree)
    for name, values in (("segments", model.segments), ("joints", model.joints)):
        if len(values) != nb:
            raise ValueError(f"{len(values)} {name} in a tree of {nb}")
    for field in fields(Tree):
        numbers: npt.NDArray[Any] = getattr(tree, field.name)
        if not np.isfinite(numbers).all():
            raise ValueError(f"{field.name} is not a number everywhere")
    if not (tree.mass > 0.0).all():
        raise ValueError("a segment has no mass")
    count = len(model.marker_names)
    for name in ("marker_body", "marker_local", "marker_weight"):
        if len(getattr(model, name)) != count:
            raise ValueError(f"{name} is not given for {count} markers")
    bodies = [*model.marker_body.tolist(), *(body for body, _ in model.points.values())]
    if any(not 0 <= body < nb for body in bodies):
        raise ValueError("a marker or landmark sits on a segment that is not there")
    if any(
        local.shape != (3,) or not np.isfinite(local).all() for _, local in model.points.values()
    ):
        raise ValueError("a landmark is nowhere")
