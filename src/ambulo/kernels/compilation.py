"""How every kernel is compiled: cached on disk, without the interpreter lock, NaN kept."""

from __future__ import annotations

import numba

__all__ = ["compiled"]

# nnan and ninf stay out: a NaN frame must come out as NaN
compiled = numba.njit(
    cache=True,
    nogil=True,
    error_model="numpy",
    fastmath={"contract", "reassoc", "nsz", "arcp"},
)
