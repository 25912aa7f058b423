"""Entries by name: shipped, installed by others, and a session's own."""

import sys
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
from tests.command_line import ambulo
from tests.plugin_package import install

from ambulo.inputs import registry
from ambulo.inputs.errors import AmbuloWarning, InputError
from ambulo.inputs.registry import FileRegistry, Registry, near


@dataclass(frozen=True)
class Colour:
    """An entry."""

    wavelength: float


@pytest.fixture
def colours(monkeypatch: pytest.MonkeyPatch) -> Registry[Colour]:
    # Ambulo itself offers studies and their numbers
    kinds = {kind: registry.KINDS[kind] for kind in ("study", "printed_numbers")}
    kinds["colour"] = "tests.unit.test_registry:COLOURS"
    monkeypatch.setattr(registry, "KINDS", kinds)
    registry._plugins.cache_clear()
    yield Registry("colour", Colour, {"red": Colour(650e-9), "green": Colour(530e-9)})
    registry._plugins.cache_clear()


def test_shipped_entries_keep_their_order(colours):
    assert list(colours) == ["red", "green"]
    assert colours["green"].wavelength == 530e-9


def test_a_reference_is_imported_when_used():
    found = Registry("colour", type, {"path": "pathlib:Path", "gone": "no.such.module:X"})
    assert found["path"] is Path
    with pytest.raises(ModuleNotFoundError):  # a shipped line that is wrong is a defect
        found["gone"]


def test_an_unknown_name_is_refused_with_the_nearest(colours):
    with pytest.raises(InputError) as refused:
        colours.named("gren", "--colour")
    assert str(refused.value) == "--colour: there is no colour 'gren'. Did you mean green?"
    with pytest.raises(InputError, match="Choose one of red, green"):
        colours.named("xyz")


def test_a_session_registers_under_names_that_are_free(colours):
    assert colours.register("blue", Colour(470e-9)) is colours["blue"]
    with pytest.raises(InputError, match=r"'blue' already.*remove\('blue'\)"):
        colours.register("blue", Colour(460e-9))
    assert colours["blue"].wavelength == 470e-9
    assert list(colours) == ["red", "green", "blue"]
    with pytest.raises(InputError, match="'red' already"):
        colours.register("red", Colour(700e-9))
    with pytest.raises(InputError, match="must be a Colour, not a str"):
        colours.register("cyan", "490 nm")  # type: ignore[arg-type]
    for name in ("", " "):
        with pytest.raises(InputError, match="the name is empty"):
            colours.register(name, Colour(470e-9))
    colours.remove("blue")
    assert "blue" not in colours
    assert colours.register("blue", Colour(460e-9)).wavelength == 460e-9


CELL = """
from dataclasses import dataclass
from typing import Callable, NamedTuple

@dataclass(frozen=True)
class Law:
    usual: tuple
    force: Callable

class Spring(NamedTuple):
    stiffness: float

class Hardening(NamedTuple):
    stiffness: float

def force(x):
    return {factor} * x

def another(x):
    return x
"""


def test_a_cell_that_is_run_again_registers_its_own_again():
    def run(factor):
        names = {"__name__": "notebook"}
        exec(CELL.replace("{factor}", factor), names)
        return names

    first, edited = run("2.0"), run("3.0")
    laws = Registry("normal_law", object, {})
    laws.register("spring", first["Law"](first["Spring"](1e4), first["force"]))
    again = edited["Law"](edited["Spring"](1e4), edited["force"])
    assert laws.register("spring", again) is laws["spring"] is again
    for other in (
        edited["Law"](edited["Spring"](1e4), edited["another"]),
        edited["Law"](edited["Spring"](2e4), edited["force"]),
        # of another kind, though its numbers are equal
        edited["Law"](edited["Hardening"](1e4), edited["force"]),
        edited["Law"](edited["Spring"](1e4), lambda x: 2.0 * x),
        edited["force"],
    ):
        with pytest.raises(InputError, match="'spring' already"):
            laws.register("spring", other)


def test_arrays_of_a_cell_that_is_run_again_are_compared():
    schemes = Registry("integrator", object, {})
    schemes.register("mine", (np.eye(2), 1.0))
    schemes.register("mine", (np.eye(2), 1.0))
    with pytest.raises(InputError, match="'mine' already"):
        schemes.register("mine", (2.0 * np.eye(2), 1.0))


SOURCE = "from tests.unit.test_registry import Colour\nVIOLET = Colour(400e-9)\nTEXT = 'violet'\n"


def test_another_package_adds_by_an_entry_point(colours, tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, {"violets.py": SOURCE}, {"colour.violet": "violets:VIOLET"})
    assert list(colours) == ["red", "green", "violet"]
    assert colours.named("violet").wavelength == 400e-9
    with pytest.raises(InputError, match="'violet' already"):
        colours.register("violet", Colour(410e-9))


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ({"colour.grey": "violets:MISSING"}, "plug-in colour.grey of others_package: it cannot be"),
        ({"colour.grey": "no_such_module:X"}, "it cannot be imported"),
        (
            {"colour.grey": "violets:TEXT"},
            "grey of others_package: a colour must be a Colour, not",
        ),
    ],
)
def test_a_broken_package_is_named(colours, tmp_path, monkeypatch, entries, said):
    install(tmp_path, monkeypatch, {"violets.py": SOURCE}, entries)
    with pytest.raises(InputError) as refused:
        colours.named(next(iter(entries)).split(".")[1])
    assert said in str(refused.value)
    assert refused.value.remedy


def test_a_shipped_name_stays_what_it_is(colours, tmp_path, monkeypatch):
    offered = {"colour.red": "violets:VIOLET", "colour.violet": "violets:VIOLET"}
    install(tmp_path, monkeypatch, {"violets.py": SOURCE}, offered)
    with pytest.warns(AmbuloWarning, match=r"colour\.red of others_package is not used: there is"):
        assert colours["red"].wavelength == 650e-9
    assert (colours.whose("red"), colours.origin("red")) == ("", "")
    assert list(colours) == ["red", "green", "violet"]


def test_two_packages_with_one_name_are_refused_where_it_is_asked_for(
    colours, tmp_path, monkeypatch
):
    for folder, value, package in (("a", "VIOLET", "first"), ("b", "TEXT", "second")):
        offered = {"colour.violet": f"violets:{value}"}
        install(tmp_path / folder, monkeypatch, {"violets.py": SOURCE}, offered, package)
    with pytest.warns(AmbuloWarning, match=r"violet of first and second is not used: more than"):
        assert list(colours) == ["red", "green", "violet"]
    assert colours["red"].wavelength == 650e-9
    assert colours.origin("violet") == "first 1.0 and second 1.0"
    with pytest.raises(InputError) as refused:
        colours.named("violet")
    assert str(refused.value) == (
        "plug-in colour.violet of first and second: more than one package offers an entry of that "
        "name. Uninstall all but one"
    )


BLAMED = """
def call(function):
    return function()
VIOLET = 1
"""


@pytest.mark.parametrize(
    ("called", "said"),
    [
        ("hues.violet", "plug-in colour.violet of others_package"),
        ("hues.mauve", "plug-in colour.mauve of others_package"),
        ("hues.greys", "a plug-in of others_package"),
        ("hues.helper hues.mauve", "plug-in colour.mauve of others_package"),
        ("hues.mauve hues.violet", "plug-in colour.violet of others_package"),
        ("hues.mauve ambulo hues.violet", "plug-in colour.violet of others_package"),
        ("hues.helper", "a plug-in of others_package"),
        ("ambulo", ""),
    ],
)
def test_the_entry_that_was_called_last_is_blamed(colours, tmp_path, monkeypatch, called, said):
    names = ("violet", "mauve", "greys")
    files = {f"hues/{name}.py": BLAMED for name in names}
    files |= {"hues/__init__.py": "", "hues/helper.py": BLAMED}
    entries = {"violet": "violet", "mauve": "mauve", "grey": "greys", "pale": "greys"}
    offered = {f"colour.{name}": f"hues.{at}:VIOLET" for name, at in entries.items()}
    install(tmp_path, monkeypatch, files, offered)
    chain = mistake
    for module in reversed(called.split()):
        call = ours if module == "ambulo" else import_module(module).call
        chain = partial(call, chain)
    for name in names:
        import_module(f"hues.{name}")
    try:
        chain()
    except ValueError as error:
        found = registry.blamed(error)
    finally:
        for name in [name for name in sys.modules if name.partition(".")[0] == "hues"]:
            del sys.modules[name]
    assert found == said


def mistake():
    raise ValueError("own mistake")


def ours(function):
    """Calls it from a file of Ambulo's."""
    names = {}
    exec(compile(BLAMED, str(Path(registry.__file__)), "exec"), names)
    return names["call"](function)


def test_an_entry_point_of_no_kind_is_told(colours, tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, {"violets.py": SOURCE}, {"color.violet": "violets:VIOLET"})
    with pytest.warns(AmbuloWarning, match=r"color\.violet .* Did you mean colour\?"):
        assert list(colours) == ["red", "green"]


def test_an_entry_point_without_a_name_is_told(colours, tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, {"violets.py": SOURCE}, {"colour.": "violets:VIOLET"})
    with pytest.warns(AmbuloWarning, match=r"plug-in colour\. .* Call it colour\.NAME$"):
        assert list(colours) == ["red", "green"]


def test_the_command_line_tells_it_in_a_line(tmp_path, monkeypatch):
    install(tmp_path, monkeypatch, {"violets.py": SOURCE}, {"fliter.violet": "violets:VIOLET"})
    registry._plugins.cache_clear()
    ending = ambulo("analyse", "--help")
    registry._plugins.cache_clear()
    assert (ending.status, ending.err) == (
        0,
        "ambulo: plug-in fliter.violet of others_package is not used: it is not called "
        "<kind>.<name>. Did you mean filter?\n",
    )


def test_a_file_is_found_by_name_or_path(tmp_path):
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    for name in ("one", "two"):
        (shipped / f"{name}.toml").write_text("")
    mine = tmp_path / "mine.toml"
    mine.write_text("")
    found = FileRegistry("planar_body", shipped)
    assert list(found) == ["one", "two"]
    assert found.located("two") == shipped / "two.toml"
    assert found.located(str(mine)) == found.located(mine) == mine
    assert found.name_of(shipped / "two.toml") == "two"
    assert found.name_of(mine) == str(mine)
    with pytest.raises(InputError) as refused:
        found.located("tow", "parameters")
    assert str(refused.value) == (
        "parameters: there is no planar body 'tow'. Did you mean two? Or give a TOML file"
    )
    with pytest.raises(InputError, match=r"there is no file 'gone\.toml'"):
        found.located("gone.toml")


def test_every_kind_has_its_registry_and_every_shipped_entry_can_be_used():
    for kind in registry.KINDS:
        entries = registry.registry_of(kind)
        assert entries.kind == kind
        for name in entries:
            assert isinstance(entries[name], entries.of), f"{kind}.{name}"


def test_a_message_lists_no_more_names_than_a_line_holds():
    many = [f"entry_{k}" for k in range(90)]
    said = near("nothing like it", many)
    assert said.startswith("Choose one of entry_0, entry_1")
    assert said.endswith("... (90 in all)")
    assert len(said) < 300
    assert near("nothing like it", many[:3]) == "Choose one of entry_0, entry_1, entry_2"


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("stat", "Did you mean static?"),
        ("fot_off", "Did you mean foot_off?"),
        ("off foot", "Did you mean foot_off?"),
        ("t", "Choose one of start, foot_off, static"),
    ],
)
def test_a_beginning_is_nearer_than_another_spelling(given, meant):
    assert near(given, ["start", "foot_off", "static"]) == meant
