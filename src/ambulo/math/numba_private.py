"""All private parts of numba that Ambulo uses. They may change with any version.

All other modules use only numba's documented functions. `benchmarks/numba_private.py` measures
kernels without each of these parts.

    compiler passes             a kernel's own copies, no machine code inside, arrays borrowed
    caching, nrt                kernels kept on disk, by processes beside each other, read quickly
    overload_for_all            implementations chosen by type, compiled once for all callers
    cgutils, Conversion, CFunc  for others: instructions that numba has no Python for,
    llvm_ir                     and LLVM's, by the library below numba
    to_fixed_tuple              for others: a packed law from an array of its parameters
    Loc, event                  for others: errors with their place; how long it compiles
"""

# numba's private parts have no types
# mypy: disable-error-code="attr-defined, import-untyped, misc, no-untyped-call, unused-ignore"
# mypy: implicit-reexport
# ruff: noqa: F401

from __future__ import annotations

import gc
import pickle
import sys
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from typing import Any

import llvmlite.binding as llvm
import llvmlite.ir as llvm_ir
from numba import TypingError, types
from numba.core import caching, cgutils, event, ir
from numba.core.ccallback import CFunc
from numba.core.compiler import CompilerBase, DefaultPassBuilder, Flags
from numba.core.compiler_machinery import AnalysisPass, LoweringPass, register_pass
from numba.core.ir import Loc
from numba.core.runtime import nrt
from numba.core.targetconfig import ConfigStack
from numba.core.typeconv import Conversion
from numba.core.typed_passes import NativeLowering, NopythonTypeInference
from numba.core.typing.templates import infer_global, make_overload_template
from numba.extending import infer
from numba.np.unsafe.ndarray import to_fixed_tuple

# --------------------------------------------------------------------------- passes

# What a kernel calls and LLVM does not inline lies beside it as a function of its own. Numba leaves
# its name open to the linker, which takes whatever of that name came first: a process that compiles
# runs the code of the called function's own library, optimised apart from the kernel, a process
# that loads the kernel from disk the copy that came with it. Where sums may be reordered
# (`compilation.OPTIONS`) their last bits then differ. A private copy has no name for the linker.


def _library(state: Any) -> Any:
    """Where NativeLowering puts a function's code: made as it would make it."""
    if state.library is None:
        state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        state.library.enable_object_caching()
    return state.library


@register_pass(mutates_CFG=True, analysis_only=False)
class _OwnCopies(LoweringPass):
    """Makes what is linked into the kernel private to it, between linking and optimising."""

    _name = "own_copies"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        library = _library(state)
        optimise = library._optimize_final_module

        def make_own_and_optimise() -> None:
            for function in library._final_module.functions:
                if not function.is_declaration and function.linkage.name == "linkonce_odr":
                    # internal ones keep their names, and the linker takes them for others' too
                    function.linkage = "private"
            optimise()

        library._optimize_final_module = make_own_and_optimise
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _NoMachineCode(LoweringPass):
    """Leaves a function as what kernels are compiled from: nothing runs it by itself.

    It is optimised within each kernel that calls it, and not before: once less, which takes a
    quarter of the time of a compilation.
    """

    _name = "no_machine_code"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        library = _library(state)
        finish = library._finalize_final_module

        def finish_without_code() -> None:
            whole = library._final_module
            # numba writes into the function's environment, a variable that kernels share with it
            shared = [str(v) for v in whole.global_variables if v.linkage.name == "common"]
            library._final_module = llvm.parse_assembly("\n".join(shared))
            finish()
            library._final_module = whole

        library._optimize_final_module = lambda: None
        library._finalize_final_module = finish_without_code
        return True


def _passes(state: Any, before_lowering: type) -> Any:
    """Numba's usual passes and one more, before machine code is thought of."""
    passes = DefaultPassBuilder.define_nopython_pipeline(state)
    kinds = [kind for kind, _ in passes.passes]
    passes.add_pass_after(before_lowering, kinds[kinds.index(NativeLowering) - 1])
    return passes


def inner_passes(state: Any) -> Any:
    """Numba's usual passes without machine code, which a function that only kernels call does not
    need.
    """
    return _passes(state, _NoMachineCode)


class InnerCompiler(CompilerBase):
    """Compiler for functions that only kernels call."""

    def define_pipelines(self) -> list[Any]:
        """The passes, as numba asks for them."""
        passes = inner_passes(self.state)
        passes.finalize()
        return [passes]


@contextmanager
def _no_collection() -> Iterator[None]:
    """While it lasts, Python does not look for unused circles of objects.

    A compilation makes millions of objects that live until it ends: to look through them again and
    again took an eighth of a first analysis.
    """
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class SelfContainedCompiler(CompilerBase):
    """Numba's usual pipeline. The functions that a kernel calls are compiled only into it."""

    def compile_extra(self, func: Any) -> Any:
        """Compile the kernel with all functions that it calls."""
        with _no_collection():
            return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        """The passes, as numba asks for them."""
        passes = _passes(self.state, _OwnCopies)
        passes.finalize()
        return [passes]


# Numba counts a reference to every array of a packed NamedTuple at every call, which costs more
# than the equations of a small system. A function that makes no array, keeps and returns none needs
# no count: its caller holds all that it sees. Numba leaves counting out on request, but then what
# such a function is handed as new is never freed, and nothing would say so.

_PARTS = {"getattr", "static_getitem", "build_tuple", "exhaust_iter", "cast", "phi"}
"""Expressions that give what is there already, or a part of it."""
_VIEWS = {"array.reshape"}
"""Methods that give another view of the same numbers; of contiguous arrays, as numba asks."""
UNOWNED: list[Any] = []
"""Functions that return arrays in memory that the caller must keep."""


@register_pass(mutates_CFG=False, analysis_only=True)
class _RefuseOwned(AnalysisPass):
    """Refuse a function that gets hold of an array that nobody else holds."""

    _name = "refuse_owned_arrays"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        models = state.targetctx.data_model_manager

        def counted(kind: Any) -> bool:
            return bool(models[kind].contains_nrt_meminfo())

        if counted(state.return_type):
            self._refuse(state, "returns", state.func_ir.loc)
        for block in state.func_ir.blocks.values():
            for line in block.find_insts(ir.Assign):
                kind = state.typemap[line.target.name]
                if counted(kind) and not _borrowed(line.value, state):
                    self._refuse(state, "makes, or is given as new,", line.loc)
        return False

    def _refuse(self, state: Any, does: str, loc: Any) -> None:
        raise TypingError(f"{state.func_id.func_name} borrows arrays but {does} one", loc)


def _borrowed(value: Any, state: Any) -> bool:
    """Whether the right side of an assignment gives nothing that is new."""
    if not isinstance(value, ir.Expr):
        return True  # an argument, another name for a variable, a constant
    if value.op in _PARTS:
        return True
    if value.op == "getitem":
        index = state.typemap[value.index.name]
        parts = index.types if isinstance(index, types.BaseTuple) else (index,)
        return not any(isinstance(part, types.Array) for part in parts)
    if value.op == "call":
        called = state.typemap[value.func.name]
        if isinstance(called, types.NamedTupleClass):
            return True
        if isinstance(called, types.Function) and called.typing_key in UNOWNED:
            return True
        return isinstance(called, types.BoundFunction) and called.typing_key in _VIEWS
    return False


class BorrowingCompiler(CompilerBase):
    """Numba's usual pipeline. After type inference, it also checks the origin of arrays."""

    def define_pipelines(self) -> list[Any]:
        """The passes, as numba asks for them."""
        passes = inner_passes(self.state)
        passes.add_pass_after(_RefuseOwned, NopythonTypeInference)
        passes.finalize()
        return [passes]


# --------------------------------------------------------------------------- kernels on disk

_LOOK = 0.02
"""s between looks for what another process compiles."""

_told = False

# these classes are named in numba but not in its annotations
_FunctionCache: Any = caching.FunctionCache
_CacheFile: Any = caching.IndexDataCacheFile
# replaced below: one that numba no longer has would be called by nobody, and kernels mixed up
_REPLACED = (
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
    """Numba's cache of a function; what cannot be read is compiled anew."""

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._maker: Popen[bytes] | None = None
        self._cache_file = _FilesOfOneProcess(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=self._impl.locator.get_source_stamp(),
        )

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
        except (*_UNREADABLE, OSError):
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            super().save_overload(sig, data)
        except _UNREADABLE:
            self._keep_afresh(sig, data)
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


def keep_on_disk(dispatcher: Any) -> None:
    """Keep the compiled code of a numba function in numba's folder, if one can be written."""
    try:
        dispatcher._cache = _KernelCache(dispatcher.__wrapped__)
    except RuntimeError as error:  # numba found no folder that it may write
        say_not_kept(str(error))


def keeps(dispatcher: Any) -> bool:
    """Whether the compiled code of a numba function is kept on disk."""
    cache = dispatcher._cache
    return isinstance(cache, _KernelCache) and bool(cache._enabled)


def is_kept(dispatcher: Any) -> bool:
    """Whether a kernel is on disk for any arguments; also True where none can be kept."""
    cache = dispatcher._cache
    return not isinstance(cache, _KernelCache) or cache.kept


def expect(dispatchers: Iterable[Any], maker: Popen[bytes]) -> None:
    """Wait while a process compiles and stores kernels.

    Args:
        dispatchers: numba's functions.
        maker: the process.
    """
    for dispatcher in dispatchers:
        if isinstance(dispatcher._cache, _KernelCache):
            dispatcher._cache.expect(maker)


def say_not_kept(reason: str) -> None:
    """Print, once for each process, which functions are not kept on disk, with the first reason."""
    global _told
    if not _told:
        _told = True
        sys.stderr.write(
            "Compiled code cannot be kept, so each start compiles again (10 s to a minute): "
            f"{reason}. Give a writable folder in NUMBA_CACHE_DIR.\n"
        )


# --------------------------------------------------------------------------- chosen by type

_CALLER: Any = Flags()
"""The one caller that implementations are told of."""


def overload_for_all(
    stub: Any,
    options: dict[str, Any],
    choose: Callable[..., Any],
    check: Callable[[Any, Callable[..., Any]], None] | None = None,
    more: Callable[[Callable[..., Any]], dict[str, bool]] = lambda _: {},
) -> None:
    """As `numba.extending.overload`, but compiled once for all callers.

    Numba compiles an implementation again for callers with other options, because it could take
    options from them. Here all options are given explicitly. The stub's parameters may have any
    names.

    Args:
        stub, options, choose: as in `numba.extending.overload`.
        check: function of (type, implementation) that raises an error if the implementation returns
            the wrong kind of result.
        more: function that gives the options of one implementation alone.
    """
    template: Any = make_overload_template(stub, choose, options, strict=False, inline="never")

    class ForAllCallers(template):
        def _get_impl(self, args: Any, kws: Any) -> Any:
            with ConfigStack().enter(_CALLER):
                return super()._get_impl(args, kws)

        def _get_jit_decorator(self) -> Any:
            jit = super()._get_jit_decorator()
            return lambda **given: lambda function: jit(**given | more(function))(function)

        def generic(self, args: Any, kws: Any) -> Any:
            found = super().generic(args, kws)
            if found is not None and check is not None:
                check(found.return_type, choose(*args))
            return found

    infer(ForAllCallers)
    infer_global(stub, types.Function(ForAllCallers))
