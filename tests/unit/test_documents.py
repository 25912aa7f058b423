"""README and documentation: links lead somewhere, examples run, tables hold what there is."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest
import scipy.stats
from tests import activities_page
from tests.command_line import ambulo

import ambulo as package
from ambulo.gait.activities.registry import ACTIVITIES
from ambulo.gait.configuration import Configuration
from ambulo.gait.sharing.registry import SHARINGS
from ambulo.mocap.calibration.hip_centres import HIP_CENTRES
from ambulo.mocap.marker_sets.marker_set_file import load_marker_set, shipped_marker_sets
from ambulo.model.segment_table_file import SEGMENT_TABLES
from ambulo.model.skeleton import SKELETONS, load_skeleton
from ambulo.uncertainty.sources.registry import SOURCES

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
CODE = ("src", "tests", "benchmarks", "examples", "docs", "fuzz")
MODULES = [path for folder in CODE for path in (ROOT / folder).glob("**/*.py")]


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


def first_column(page):
    """Names in code type in the first column of a page's tables."""
    rows = re.findall(r"^ *\| *(`[^|]*) *\|", text_of(page), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text) + re.findall(r'src="([^"]+)"', text)
    for target in targets:
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_options_that_are_mentioned_exist(page):
    known = "".join(ambulo(command, "--help").out for command in ("demo", "info", "analyse"))
    for line in re.findall(r"ambulo (?:analyse|info|demo) [^\n`]*", page.read_text("utf-8")):
        for option in re.findall(r"--[a-z-]+", line):
            assert option in known, f"{page.name}: {option}"


def test_the_python_example_runs(tmp_path, monkeypatch, capsys):
    from ambulo.demo.trial import make_trial

    make_trial(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")
    names: dict[str, object] = {}
    for example in re.findall(r"```python\n(.*?)```", text_of("README.md"), re.DOTALL):
        exec(compile(example, "README.md", "exec"), names)
    said = capsys.readouterr().out
    assert "Analysis of walk.c3d" in said
    assert float(said.splitlines()[-1]) > 0.0


def test_the_readme_states_this_version():
    assert f"Ambulo {package.__version__}" in text_of("README.md")
    assert f"\nversion: {package.__version__}\n" in text_of("CITATION.cff")


def test_the_picture_is_small_and_an_image():
    picture = ROOT / "docs" / "images" / "report.png"
    assert picture.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture.stat().st_size < 300_000


def test_every_entry_of_a_configuration_is_described():
    assert first_column("docs/configuration.md") == set(Configuration.model_fields)


def test_the_configuration_examples_are_valid():
    import tomllib

    examples = re.findall(r"```toml\n(.*?)```", text_of("docs/configuration.md"), re.DOTALL)
    assert len(examples) == 2
    for example in examples:
        Configuration.model_validate(tomllib.loads(example))


def test_every_marker_set_and_hip_method_is_described():
    listed = first_column("docs/methods/marker_sets.md")
    assert set(shipped_marker_sets()) <= listed
    assert {*HIP_CENTRES, "functional"} <= listed
    assert set(shipped_marker_sets()) == first_column("README.md")
    for name in shipped_marker_sets():
        row = re.search(
            rf"^\| `{name}` \|.*$", text_of("docs/methods/marker_sets.md"), re.MULTILINE
        )
        assert (load_marker_set(name).hip_centre or "origins") in row[0]


def test_every_way_of_sharing_is_described():
    assert first_column("docs/methods/inverse_dynamics.md") == set(SHARINGS)


def test_errors_of_moments_without_plates_are_those_of_the_code():
    written = {}
    for name, *cells in re.findall(
        r"^   \| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$",
        text_of("docs/methods/notes/checks.md"),
        re.MULTILINE,
    ):
        numbers = [re.split(r" of (?:[\d.]+–)?", cell) for cell in cells]
        if all(re.fullmatch(r"[\d.]+", number) for pair in numbers for number in pair):
            written[name] = [tuple(map(float, column)) for column in zip(*numbers, strict=True)]
    known = {}
    for name, kind in ACTIVITIES.items():
        if kind.without_plates is not None:
            known[name.replace("heel-rises", "heel rises")] = [
                tuple(kind.without_plates.values()), tuple(kind.size_of_moments.values())
            ]  # fmt: skip
    walk = ACTIVITIES["walk"]
    known["walk that turns"] = [tuple(walk.turning[0].values())]
    known["walk with larger moments"] = [
        tuple(walk.larger.without_plates.values()),
        tuple(round(size, 1) for size in walk.larger.size_of_moments.values()),
    ]
    for name, way in SHARINGS.items():
        shown = f"`--sharing {'plates`, `none' if name in ('plates', 'none') else name}`"
        for walk, errors in (("walk", way.off_in_walks), ("walk that turns", way.off_in_turns)):
            if errors is not None:
                known[f"{walk}, {shown}"] = [tuple(errors.values())]
    assert written == known


def test_the_summary_of_accuracy_is_that_of_its_table():
    summary, _, table = text_of("docs/accuracy.md").partition("## Every figure")
    found = {
        (trial, quantity): float(value)
        for trial, quantity, value in re.findall(
            r"^\| ([^|]+) \| ([^|]+) \| (-?[\d.]+)[^|]*\|", table, re.MULTILINE
        )
    }

    def of(trials, motions, figure):
        return [
            value
            for (trial, quantity), value in found.items()
            if trial in trials
            and re.fullmatch(f"(left|right) ({motions}) moment, {figure}", quantity)
        ]

    flexion = "hip flexion|knee flexion|ankle dorsiflexion"
    other = "(hip|knee) (adduction|rotation)"
    plates, models = ("Motion3", "HC038A", "HC030A"), ("Gait10dof", "Gait2354")
    noisy = ("FunctionalWalk",)
    ankles = of(noisy, "ankle dorsiflexion", "correlation"), of(noisy, "ankle .*", "rms")
    proximal = "hip flexion|knee flexion"
    noise = of(noisy, proximal, "correlation"), of(noisy, proximal, "rms")
    hips, knees = (of(models, f"{joint} flexion", "correlation") for joint in ("hip", "knee"))
    planes = sorted(of(plates, other, "correlation"))
    for said in (
        f"r {min(of(plates, flexion, 'correlation')):.3f}, "
        f"rms {max(of(plates, flexion, 'rms')):.3f} N·m/kg (HC038A, right hip)",
        f"r {min(ankles[0]):.3f}, rms {max(ankles[1]):.3f} N·m/kg",
        f"r {min(noise[0]):.2f} to {max(noise[0]):.2f}, "
        f"rms {min(noise[1]):.2f} to {max(noise[1]):.2f} N·m/kg",
        f"r {planes[1]:.3f} to {planes[-1]:.3f}; HC030A, left knee adduction {planes[0]:.3f}",
        f"hip r {min(hips):.2f} to {max(hips):.2f}, knee {min(knees):.2f} to {max(knees):.2f}",
    ):
        assert said in summary, said


def test_every_skeleton_and_segment_table_is_described():
    listed = first_column("docs/methods/model.md")
    assert listed == {*SKELETONS, *SEGMENT_TABLES}
    for name in SKELETONS:
        row = re.search(rf"\| `{name}` \| (\d+) \| (\d+) \|", text_of("docs/methods/model.md"))
        links = load_skeleton(name).links
        assert int(row[1]) == len(links)
        assert int(row[2]) == 3 + 3 * len(links)  # a free root, balls elsewhere


def test_the_table_of_activities_is_that_of_their_registry():
    """`make outputs` writes it."""
    assert activities_page.PAGE.read_text("utf-8") == activities_page.page()
    for name in activities_page.ordered():
        assert ACTIVITIES[name].shows, name


def test_every_source_of_error_and_its_group_is_described():
    page = "docs/methods/uncertainty.md"
    assert first_column(page) == set(SOURCES)
    assert first_column("docs/methods/notes/uncertainty.md") >= set(SOURCES)
    listed = re.search(r"The sources form groups: (.*?)\.", text_of(page), re.DOTALL)
    assert listed
    assert set(re.split(r",\s+", listed[1].replace("\n", " "))) == {
        SOURCES[name].group for name in SOURCES
    }


def test_the_limits_of_residuals_follow_from_their_walks():
    """The page's figures over people are those of its rows of walks, but for rounding."""
    page = text_of("docs/methods/notes/residuals.md")
    rows = re.findall(r"^\| ([^|]+?) \| ([\d.]+) \| ([\d.]+) \|$", page, re.MULTILINE)
    said = {name: np.array([force, moment], dtype=float) for name, force, moment in rows}
    people = {name.split(",")[0] for name in said if "," in name}
    assert len(people) == 3
    logs = [np.mean([np.log(said[name]) for name in said if one in name], 0) for one in people]
    middle = said["geometric mean over people"]
    spread = said["standard deviation of the logarithm"]
    assert np.abs(middle - np.exp(np.mean(logs, 0))).max() < 0.06
    assert np.abs(spread - np.std(logs, 0, ddof=1)).max() < 0.008
    limits = re.findall(r"(force|moment) (\d+) %", page.split("| limit |")[1].split("\n")[0])
    beyond = page.split("| people in a thousand | ")[1].split("\n")[0]
    for (what, limit), written in zip(limits, re.findall(r"\d+", beyond), strict=True):
        k = ("force", "moment").index(what)
        t = np.log(float(limit) / middle[k]) / (spread[k] * np.sqrt(1.0 + 1.0 / len(people)))
        assert float(written) == pytest.approx(1e3 * scipy.stats.t.sf(t, 2), rel=0.12)


def test_every_page_is_reached_from_the_index():
    docs = ROOT / "docs"
    for page in docs.glob("**/*.md"):
        if page.name != "index.md" and not {"gallery", "generated"} & {*page.parts}:
            name = page.relative_to(docs).with_suffix("")
            listed = name.as_posix() in text_of("docs/index.md")
            near = page.with_name("index.md")
            assert listed or re.search(rf"^({page.stem}|\*)$", near.read_text("utf-8"), re.M), name


ORDER = ["When to use it", "How to read it", "How sure it is", "Equations and sources"]
METHODS = sorted(p for p in PAGES if p.parent.name == "methods" and p.stem != "index")


@pytest.mark.parametrize("page", METHODS, ids=lambda p: p.stem)
def test_a_methods_page_says_what_it_is_first_and_its_equations_last(page):
    lines = page.read_text("utf-8").splitlines()
    assert len(lines) <= 150
    assert re.match(r"[A-Z`]", lines[2]), "a sentence comes first"
    heads = [line[3:] for line in lines if line.startswith("## ")]
    assert [head for head in heads if head in ORDER] == ORDER
    assert heads[0] == ORDER[0]
    assert heads[-1] == ORDER[-1]


@pytest.mark.parametrize("page", ["architecture", "declared-once", "adding", "first-hour"])
def test_places_named_on_pages_of_the_house_exist(page):
    """Code names with a slash are files or folders of the package, of the tests or of the docs."""
    text = text_of(f"docs/{page}.md").split("\n## An output")[0]  # examples are not there yet
    named = re.findall(r"`([\w./]+/(?:[\w./]*\.(?:py|toml|ts))?)`", text)
    assert len(named) >= 10
    for place in named:
        package = ROOT / "src" / "ambulo"
        roots = (package, package / "gait", package / "mocap", package.parent, ROOT)
        assert any((root / place).exists() for root in roots), place


@pytest.mark.parametrize("page", ["architecture", "declared-once", "adding", "first-hour"])
def test_names_on_pages_of_the_house_are_where_the_pages_say(page):
    """`NAME` in `folder/file.py`: a definition of this file, or an entry of a row of a TOML."""
    said = names_with_files(text_of(f"docs/{page}.md").split("\n## An output")[0])
    assert said or page == "architecture"
    for name, file in said:
        sources = [*MODULES, *ROOT.glob("src/**/*.toml")]
        files = [path for path in sources if f"/{path.relative_to(ROOT)}".endswith(f"/{file}")]
        assert any(name in defined(path) for path in files), f"{name} in {file}"


def test_a_row_that_names_the_wrong_file_would_be_seen():
    said = names_with_files("its row of `CURVES`, `NUMBERS` or `ARRAYS` in `results/catalogue.py`")
    assert said == [(name, "results/catalogue.py") for name in ("CURVES", "NUMBERS", "ARRAYS")]
    package = ROOT / "src" / "ambulo"
    assert {"CURVES", "OutputColumns", "table"} <= defined(package / "results" / "catalogue.py")
    assert "CURVES" not in defined(package / "results" / "record_codec.py")


def test_each_row_of_the_map_of_changes_says_more_than_a_file_that_exists():
    text = text_of("docs/first-hour.md").split("## Where do I change what")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) > 10
    for change, place in rows[1:]:
        files = set(re.findall(r"`([\w./]+/\w+\.(?:py|toml))`", place))
        assert files == {file for _, file in names_with_files(place)}, change
        for folder in re.findall(r"a TOML in `([\w./]+/)`", place):
            assert [*(ROOT / "src" / "ambulo" / folder).glob("*.toml")], change


def names_with_files(text):
    """(name, file) wherever a text says in which file names are."""
    found = []
    some = r"`\w+`(?:(?:, | and | or )`\w+`)*"
    for names, file in re.findall(rf"({some})\s+(?:in|of)\s+`([\w./]+\.(?:py|toml))`", text):
        found += [(name, file) for name in re.findall(r"\w+", names) if name not in ("and", "or")]
    return found


def defined(path):
    """Names that a module or its classes define, or entries of the rows of a TOML."""
    if path.suffix == ".toml":
        import tomllib

        checks = tomllib.loads(path.read_text("utf-8")).get("check", {})
        return {entry for row in checks.values() for entry in row}
    body = ast.parse(path.read_text("utf-8")).body
    found = set()
    for node in [*body, *(n for c in body if isinstance(c, ast.ClassDef) for n in c.body)]:
        named = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", node)]
        found |= {getattr(one, "name", getattr(one, "id", "")) for one in named}
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_modules_named_on_pages_exist(page):
    """Code names of modules with their folder are the end of a path of the project."""
    text = page.read_text(encoding="utf-8").split("\n## An output")[0]  # an example's
    for module in re.findall(r"`((?:\w+/)+\w+\.py)`", text):
        assert any(f"/{path.relative_to(ROOT)}".endswith(f"/{module}") for path in MODULES), module


def test_the_languages_of_marker_names_are_counted():
    listed = text_of("docs/methods/notes/marker_names.md").split("The words are ")[1]
    languages = re.findall(r"[A-Z][a-z]+", listed.partition(" (")[0])
    assert len(languages) == 18
    for page in ("README.md", "docs/methods/marker_sets.md"):
        assert "in eighteen languages" in text_of(page)


def test_what_is_promised_first_is_there():
    """The package's one line on PyPI promises nothing that no module does."""
    import tomllib

    described = tomllib.loads(text_of("pyproject.toml"))["project"]["description"]
    assert described in text_of("README.md").replace("\n", " ")


def test_the_reference_begins_with_every_public_name():
    page = text_of("docs/api/index.md")
    public = page[: page.index("## The parts")]
    for name in package.__all__:
        assert f"ambulo.{name}" in public
    for name in package.multibody.__all__:
        assert f"multibody.{name}`" in public


def test_no_public_name_is_that_of_a_module_beside_it():
    """Once anything has imported the module, the package's attribute is the module."""
    parts = [getattr(package.multibody, name) for name in package.multibody.__all__]
    public = [part for part in parts if hasattr(part, "__all__")]
    assert package.multibody.tree in public
    for part in public:
        modules = {path.stem for path in Path(part.__path__[0]).glob("*.py")}
        assert not modules & set(part.__all__)
