"""model.json: a model as text, so that the folder of an analysis contains its subject.

Numbers have all their digits. A model that is read again is equal to the last bit.
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
from ambulo.inputs.registry import shown
from ambulo.inputs.regular_file import require_file
from ambulo.multibody.tree.packing import pack
from ambulo.multibody.tree.tree import JointType, Tree
from ambulo.records import Model, Subject

_FORMAT = 1
_MOST = 1e6
"""No mass, length or inertia of a body is larger."""
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
        "soles": model.soles,
        "notes": model.notes,
    }
    text = json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False)
    path.write_text(text + "\n", encoding="utf-8", errors="backslashreplace")


def read_model(path: Path) -> Model:
    """Read what `write_model` wrote.

    Raises:
        InputError: there is no such file, it is not a model, or its parts do not fit together.
    """
    require_file(path, "the model")
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            what=f"the model cannot be read ({error.strerror})",
            where=str(path),
            remedy="Give the folder of an analysis that this version of Ambulo made",
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(
            what=f"not valid JSON ({error})", where=str(path), remedy="Analyse the trial again"
        ) from error
    form = content.get("format") if isinstance(content, dict) else None
    if type(form) is int and form > _FORMAT:
        raise InputError(
            what=f"a newer Ambulo wrote this model in format {form}, but yours reads only format "
            f"{_FORMAT}",
            where=str(path),
            remedy="Update Ambulo",
        )
    if type(form) is not int or form != _FORMAT:
        raise InputError(
            what=f"not a model file of format {_FORMAT}",
            where=str(path),
            remedy="Analyse the trial again with this version of Ambulo",
        )
    try:
        model = _model(content)
        _require_whole(model)
    except Exception as error:  # what is not looked at here is damage all the same
        said = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise InputError(
            what=f"the parts of the model do not fit together: {said}",
            where=str(path),
            remedy="Analyse the trial again",
        ) from error
    return model


def _model(content: Mapping[str, Any]) -> Model:
    parts = dict(content["tree"])
    parts["joint"] = [int(JointType[name.upper()]) for name in _texts(parts["joint"])]
    arrays: dict[str, Any] = {
        field.name: _numbers(parts[field.name], whole=field.name in (*_INTEGERS, "joint"))
        for field in fields(Tree)
    }
    markers, subject = content["markers"], content["subject"]
    if subject.get("sex") not in ("f", "m", None) or type(content["whole_body"]) is not bool:
        raise ValueError("sex is not f, m or null, or whole_body is not true or false")
    known = [
        v for k, v in subject.items() if k in ("mass", "height", "age", "shoe") and v is not None
    ]
    if not (_numbers([*known, *subject["measurements"].values()]) < _MOST).all():
        raise ValueError(
            "the subject's mass, height, age or another measurement is impossibly large"
        )
    if not all(subject.get(name) is None or subject[name] > 0.0 for name in ("mass", "height")):
        raise ValueError("the mass or height of the subject is not positive")
    return Model(
        name=_texts([content["name"]])[0],
        segments=_texts(content["segments"]),
        joints=_texts(content["joints"]),
        tree=Tree(**arrays),
        subject=Subject(**subject),
        parameters=_texts([content["parameters"]])[0],
        whole_body=content["whole_body"],
        marker_names=_texts(markers["names"]),
        marker_body=_numbers(markers["body"], whole=True),
        marker_local=_numbers(markers["local"]).reshape(-1, 3),
        marker_weight=_numbers(markers["weight"]),
        points={
            name: (int(_numbers([point["body"]], whole=True)[0]), _numbers(point["local"]))
            for name, point in content["points"].items()
        },
        soles={side: _pair(angles) for side, angles in content.get("soles", {}).items()},
        notes=_texts(content["notes"]),
    )


def _pair(given: Any) -> tuple[float, float]:
    """Two angles, rad."""
    first, second = _numbers(given)
    if not np.isfinite([first, second]).all():
        raise ValueError("the roll of a sole is not a finite number")
    return float(first), float(second)


def _texts(given: Any) -> tuple[str, ...]:
    """Texts of a list, which nothing else is."""
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise TypeError(f"{shown(given)} is not a list of texts")
    return tuple(given)


def _numbers(given: Any, *, whole: bool = False) -> npt.NDArray[Any]:
    """Numbers of a list, or of lists in it; neither text nor truth counts as one."""
    kinds = (int,) if whole else (int, float)
    flat = [given]
    while any(isinstance(one, list) for one in flat):
        flat = [one for part in flat for one in (part if isinstance(part, list) else [part])]
    for one in flat:
        if type(one) not in kinds:
            raise TypeError(f"{shown(one)} is not a {'whole ' * whole}number")
    return np.array(given, dtype=np.int64 if whole else np.float64)


def _require_whole(model: Model) -> None:
    """Refuse shapes, orders and numbers that no writer of ours leaves behind.

    Raises:
        ValueError: says which part.
    """
    tree, nb = model.tree, model.tree.nb
    pack(tree)
    for name, values in (("segments", model.segments), ("joints", model.joints)):
        if len(values) != nb:
            raise ValueError(f"the model has {len(values)} {name}, but its tree has {nb} bodies")
    for field in fields(Tree):
        numbers: npt.NDArray[Any] = getattr(tree, field.name)
        if not np.isfinite(numbers).all():
            raise ValueError(f"{field.name} contains a value that is not a finite number")
        if field.name not in ("parent", "joint") and (np.abs(numbers) > _MOST).any():
            raise ValueError(f"{field.name} contains an impossibly large number")
    if tree.parent[0] != -1 or (tree.parent[1:] < 0).any():
        raise ValueError("a segment other than the first has no parent")
    if not (tree.mass > 0.0).all():
        raise ValueError("the mass of a segment is not positive")
    if not np.allclose(tree.R_PJ @ tree.R_PJ.swapaxes(-1, -2), np.eye(3), atol=1e-6):
        raise ValueError("R_PJ is not a rotation matrix")
    turned = tree.inertia.swapaxes(-1, -2)
    if not np.allclose(tree.inertia, turned, rtol=1e-6) or np.linalg.eigvalsh(turned).min() < 0.0:
        raise ValueError("an inertia is not symmetric, or has a negative principal moment")
    count = len(model.marker_names)
    for name in ("marker_body", "marker_local", "marker_weight"):
        if len(getattr(model, name)) != count:
            raise ValueError(f"{name} does not have one entry for each of the {count} markers")
    for name, array in (("local", model.marker_local), ("weight", model.marker_weight)):
        if not (np.abs(array) < _MOST).all():
            raise ValueError(f"the {name} of a marker contains an impossibly large number")
    bodies = [*model.marker_body.tolist(), *(body for body, _ in model.points.values())]
    if any(not 0 <= body < nb for body in bodies):
        raise ValueError("a marker or landmark is on a segment that the model does not have")
    if any(
        local.shape != (3,) or not np.isfinite(local).all() for _, local in model.points.values()
    ):
        raise ValueError("a landmark has no position")
