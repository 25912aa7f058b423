"""Packed arrays declared with their shapes, which the declaration allocates.

    class Factors(NamedTuple):
        K: Annotated[FloatArray, "N N"]
        pivot: Annotated[IntArray, "N"]

    zeros_of_factors = allocator(Factors)        # compiled code: zeros_of_factors(N=3)

A shape has sizes with spaces between them, as in jaxtyping. A size is a number, a name, or a sum
such as `nb+1`. Fields of other types are given to the allocator by name.
"""

from __future__ import annotations

import re
import sys
from typing import Any, get_args, get_type_hints

import numpy as np

from ambulo.math.compilation import inner


def allocator(kind: Any) -> Any:
    """Function that allocates a packed type, and packed types in it, filled with zeros, for
    compiled code.

    Args:
        kind: a NamedTuple class of arrays declared with their shapes, and of classes like it.

    Returns:
        A function of the sizes by name, in the order of their first occurrence.
    """
    file = str(sys.modules[kind.__module__].__file__)
    space: dict[str, Any] = {"np": np}
    sizes: dict[str, None] = {}
    made = _made(kind, space, sizes)
    exec(compile(f"def zeros({', '.join(sizes)}):\n    return {made}\n", file, "exec"), space)
    return inner(space["zeros"])


def _made(kind: Any, space: dict[str, Any], sizes: dict[str, None]) -> str:
    """The text that makes a packed type; adds its classes to `space`, names of sizes to `sizes`."""
    space[kind.__name__] = kind
    parts = []
    for name, part in get_type_hints(kind, include_extras=True).items():
        if part is Any:
            sizes[name] = None
            parts.append(name)
        elif hasattr(part, "__metadata__"):
            array, shape = get_args(part)
            sizes.update(dict.fromkeys(re.findall(r"[a-zA-Z]\w*", shape)))
            number = get_args(get_args(array)[1])[0].__name__
            parts.append(f"np.zeros(({shape.replace(' ', ', ')},), np.{number})")
        else:
            parts.append(_made(part, space, sizes))
    return f"{kind.__name__}({', '.join(parts)})"
