"""Where compiled kernels are kept on disk, by processes beside each other and on full disks."""

from __future__ import annotations

import pickle
import sys
import time
import uuid
from collections.abc import Iterable, Sequence
from pathlib import Path
from subprocess import Popen
from typing import Any

from ambulo.math.held_values import WithoutKey, held_values
from ambulo.math.numba_private import caching, nrt

_LOOK = 0.02
"""s between looks for what another process compiles."""

_told = False

# these classes are named in numba but not in its annotations
_FunctionCache: Any = caching.FunctionCache
_CacheFile: Any = caching.IndexDataCacheFile
# replaced below: one that numba no longer has would be called by nobody, and kernels mixed up
_REPLACED = (
    _FunctionCache._index_key,
    _FunctionCache.load_overload,
    _FunctionCache.save_overload,
    _CacheFile._data_name,
)
_memory: Any = nrt.rtsys

# what unpickling a file cut short or overwritten by another program ends in
_UNREADABLE = (pickle.PickleError, EOFError, ValueError, LookupError, TypeError, AttributeError)


class _FilesOfOneProcess(_CacheFile):  # type: ignore[misc]
    """Index and files of one kernel; no two processes ever write the same file.

    Numba numbers the files 1, 2, ...: two processes that compile one kernel for two kinds of
    arguments at the same time both write number 1, and the index of one may then lead to the code
    of the other.
    """

    def _data_name(self, number: int) -> str:
        return str(self._data_name_pattern.format(number=number)).replace(
            ".nbc", f".{uuid.uuid4().hex[:12]}.nbc"
        )


class _KernelCache(_FunctionCache):  # type: ignore[misc]
    """Numba's cache of a function by what it holds; what cannot be read is compiled anew.

    Args:
        function: that is compiled.
        kinds: packed types (NamedTuple classes) that it is compiled for.
    """

    def __init__(self, function: Any, kinds: Sequence[type]) -> None:
        super().__init__(function)
        self._roots = (function, *kinds)
        self._maker: Popen[bytes] | None = None
        self._cache_file = _FilesOfOneProcess(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return (*super()._index_key(sig, codegen), held_values(self._roots))

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        found = self._on_disk(sig, target_context)
        while found is None and self._maker is not None:
            # once more after the last moment at which it could come
            if self._maker.poll() is not None:
                self._maker = None
            time.sleep(_LOOK)
            found = self._on_disk(sig, target_context)
        return found

    def _on_disk(self, sig: Any, target_context: Any) -> Any:
        try:
            # machine code asks for numba's memory alone; what is to be compiled makes numba import
            # all that it can type
            _memory.initialize(target_context)
            with self._guard_against_spurious_io_errors():
                return self._load_overload(sig, target_context)
        except WithoutKey as error:
            self.disable()
            say_not_kept(str(error), "Numbers given as fields of a law are looked at in every call")
            return None
        except (*_UNREADABLE, OSError):
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except _UNREADABLE:
            self._keep_afresh(sig, data)
        except WithoutKey:  # it has changed while it was compiled
            self.disable()
        except OSError as error:
            self._without(error)

    def _keep_afresh(self, sig: Any, data: Any) -> None:
        """Replace an index that cannot be read."""
        try:
            self.flush()
            super().save_overload(sig, data)
        except OSError as error:
            self._without(error)

    @property
    def kept(self) -> bool:
        """Whether it has been compiled before, for whatever arguments."""
        return Path(self._cache_file._index_path).is_file()

    def expect(self, maker: Popen[bytes]) -> None:
        """Wait for what another process makes of it."""
        self._maker = maker

    def _without(self, error: OSError) -> None:
        self.disable()
        say_not_kept(f"{self._cache_path}: {error.strerror or error}")


def keep_on_disk(dispatcher: Any, kinds: Sequence[type] = ()) -> None:
    """Keep what a numba function compiles in numba's folder, if any folder can be written.

    Args:
        dispatcher: numba's function.
        kinds: packed types (NamedTuple classes) that it is compiled for.
    """
    try:
        dispatcher._cache = _KernelCache(dispatcher.__wrapped__, kinds)
    except RuntimeError as error:  # numba found no folder that it may write
        say_not_kept(str(error))


def keeps(dispatcher: Any) -> bool:
    """Whether what a numba function compiles is kept on disk."""
    cache = dispatcher._cache
    return isinstance(cache, _KernelCache) and bool(cache._enabled)


def is_kept(dispatcher: Any) -> bool:
    """Whether a kernel is on disk, for whatever arguments; also where none can be kept."""
    cache = dispatcher._cache
    return not isinstance(cache, _KernelCache) or cache.kept


def expect(dispatchers: Iterable[Any], maker: Popen[bytes]) -> None:
    """Wait for a process that compiles kernels and keeps them, as long as it runs.

    Args:
        dispatchers: numba's functions.
        maker: the process.
    """
    for dispatcher in dispatchers:
        if isinstance(dispatcher._cache, _KernelCache):
            dispatcher._cache.expect(maker)


def say_not_kept(reason: str, remedy: str = "Give a writable folder in NUMBA_CACHE_DIR") -> None:
    """Tell on the terminal what is not kept; once a process, with the first reason."""
    global _told
    if not _told:
        _told = True
        sys.stderr.write(
            "Compiled code cannot be kept, so each start compiles again (a minute or two): "
            f"{reason}. {remedy}.\n"
        )
