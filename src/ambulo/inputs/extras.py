"""Libraries of an extra: whether one can be used, and the remedy if not."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec


def why_without(module: str, extra: str) -> str:
    """Why a library cannot be used, or how to install it; "" if it can be used.

    Args:
        module: of the library, such as "pyarrow.parquet".
        extra: Ambulo's extra that contains it.
    """
    library = module.partition(".")[0]
    if find_spec(library) is None:
        return f"in Ambulo's folder, pip install '.[{extra}]'"
    try:
        import_module(module)
    except Exception as error:  # whatever is wrong with it is not wrong with what is written
        said = " ".join(str(error).split())[:200]
        return f"{library} is installed but cannot be imported ({type(error).__name__}: {said})"
    return ""
