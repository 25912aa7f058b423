"""A page's data: the viewer's contract, numbers that survive, text that cannot become markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import ClassVar, get_args

import numpy as np
import pytest
from tests import page_contract

from ambulo.math.arrays import FloatArray
from ambulo.report import page_data
from ambulo.report.page_data import (
    Band,
    Cell,
    Clock,
    Fact,
    FactsPanel,
    LinesPanel,
    MapPanel,
    Page,
    PanelGroup,
    Plot,
    Role,
    Series,
    Side,
    TextPanel,
    Unit,
    to_json,
)
from ambulo.report.page_file import page_html


def numbers(page, encoded):
    """An encoded array of a page as the viewer reads it."""
    data = base64.b64decode(page["arrays"][encoded["array"]])
    if encoded.get("bits") == 16:
        low, step = np.frombuffer(data, dtype="<f4", count=2).astype(float)
        steps = np.frombuffer(data, dtype="<i2", offset=8)
        values = np.where(steps == -32768, np.nan, low + (steps + 32767.0) * step)
        return values.reshape(encoded["shape"])
    return np.frombuffer(data, dtype="<f4").reshape(encoded["shape"])


def page_of(*panels, clocks=None):
    return Page("A title", "under", "foot", [PanelGroup("s", "S", list(panels))], clocks or {})


def test_the_viewers_contract_is_made_of_these_records():
    assert page_contract.FILE.read_text("utf-8") == page_contract.contract(), "run make viewer"


def test_a_record_becomes_an_interface():
    @dataclass(frozen=True)
    class Own:
        """Mine."""

        kind: ClassVar[str] = "own"
        from_: FloatArray | None
        pairs: Sequence[tuple[Side, int] | Cell]
        by_side: Mapping[Side, Sequence[Role]]

    assert page_contract.interface(Own) == (
        "/** Mine. */\nexport interface Own {\n"
        '  kind: "own";\n  from: Encoded | null;\n'
        "  pairs: ([Side, number] | string | number | null)[];\n"
        "  by_side: Partial<Record<Side, Role[]>>;\n}\n"
    )
    with pytest.raises(TypeError, match="a page holds no"):
        page_contract.typescript(complex)


def test_the_bundle_is_built_from_these_sources():
    # make viewer-check builds it and compares every byte; this needs no Node
    digest = hashlib.sha256()
    for file in sorted(page_contract.FILE.parent.iterdir()):
        digest.update(f"{file.name}\n".encode())
        digest.update(file.read_bytes())
    built = resources.files("ambulo.report").joinpath("viewer", "sources.sha256")
    assert built.read_text("utf-8").strip() == digest.hexdigest(), "run make viewer and commit"


def test_numbers_survive_with_gaps_and_shape():
    values = np.array([[1.5, np.nan, -2.0e-7], [3.0e5, 0.0, -0.0]])
    panel = MapPanel("m", "M", values[0], values[1, :2], values, "x", "y", "z", "1")
    data = json.loads(to_json(page_of(panel)))
    back = numbers(data, data["sections"][0]["panels"][0]["values"])
    np.testing.assert_array_equal(back, values.astype("<f4"))
    assert np.isnan(back[0, 1])


@pytest.mark.parametrize(
    "values",
    [np.sin(np.arange(300.0)) * 80.0 + 900.0, np.full(7, 3.25), np.array([np.nan] * 3),
     np.array([np.nan, -1e-3, 4e-3, np.nan]), np.array([5.0]), np.array([])],
)  # fmt: skip
def test_what_is_only_drawn_is_within_a_65000th_of_its_range(values):
    band = Band("b", np.arange(float(len(values))), values, values)
    plot = Plot("p", [Unit("1")], [], bands=[band])
    data = json.loads(to_json(page_of(LinesPanel("l", "L", [plot]))))
    shown = data["sections"][0]["panels"][0]["plots"][0]["bands"][0]["low"]
    back = numbers(data, shown)
    np.testing.assert_array_equal(np.isnan(back), np.isnan(values))
    if np.isfinite(values).any():
        within = np.nanmax(values) - np.nanmin(values) + 1e-3 * np.nanmax(np.abs(values))
        np.testing.assert_allclose(back, values, rtol=0.0, atol=within / 60000.0)


def test_equal_arrays_stand_in_the_page_once():
    same = np.arange(12.0).reshape(3, 4)
    panel = MapPanel("m", "M", np.arange(4.0), np.arange(3.0), same, "x", "y", "z", "1")
    again = MapPanel("n", "N", np.arange(4.0), np.arange(3.0), same.copy(), "x", "y", "z", "1")
    data = json.loads(to_json(page_of(panel, again)))
    assert len(data["arrays"]) == 3
    for shown in data["sections"][0]["panels"]:
        np.testing.assert_array_equal(numbers(data, shown["values"]), same)


def test_a_kind_names_every_panel():
    text = page_contract.FILE.with_name("page.ts").read_text("utf-8")
    table = re.search(r"const KINDS.*?\{(.*?)\};", text, re.DOTALL)
    drawn = set(re.findall(r"^  (\w+): ", table[1], re.MULTILINE))
    kinds = {kind.kind for kind in get_args(page_data.Panel)}
    assert kinds == drawn


def test_text_cannot_become_markup():
    bad = "</script><script>alert(1)</script>&<!--"
    page = page_html(Page(bad, bad, bad, [PanelGroup("s", bad, [TextPanel("t", bad, [bad])])]))
    assert "<script>alert" not in page
    assert page.count("</script>") == 2
    data = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1]
    assert json.loads(data)["sections"][0]["panels"][0]["paragraphs"] == [bad]


def test_without_scripts_facts_have_both_sides():
    step = Fact("Step length", "", "m", sides=("0.65", "0.66"))
    page = page_html(page_of(FactsPanel("f", "F", [Fact("Speed", "1.2", "m/s"), step])))
    assert "Speed 1.2 m/s; Step length left 0.65, right 0.66 m" in page


def test_nothing_is_fetched_from_anywhere():
    page = page_html(page_of(FactsPanel("f", "F", [Fact("Speed", "1.2", "m/s")])))
    for tag in re.findall(
        r"<(?:script|link|img|iframe|source|use)\b[^>]*>", page.split("<script>")[0]
    ):
        assert not re.search(r"\b(src|href)\s*=", tag)
    assert "default-src 'none'" in page
    assert "@import" not in page
    assert "url(http" not in page
    # without scripts the numbers still stand
    assert "Speed 1.2 m/s" in page


def test_two_panels_of_one_name_are_refused():
    twice = TextPanel("t", "T"), TextPanel("t", "U")
    with pytest.raises(ValueError, match="have the id t"):
        to_json(page_of(*twice))


def test_what_has_no_place_on_a_page_is_refused():
    with pytest.raises(TypeError, match="object"):
        to_json(page_of(TextPanel("t", "T", [object()])))


def test_a_clock_and_a_curve_keep_their_names():
    time = np.linspace(0.0, 1.0, 5)
    plot = Plot("Knee", [Unit("°")], [Series("left", "left", time**2, cut="left")])
    clock = Clock(time, stances={"left": [(0.0, 0.6)]}, start=0.25)
    page = page_of(LinesPanel("p", "P", [plot], clock="trial"), clocks={"trial": clock})
    data = json.loads(to_json(page))
    assert data["clocks"]["trial"]["stances"] == {"left": [[0.0, 0.6]]}
    panel = data["sections"][0]["panels"][0]
    assert panel["clock"] in data["clocks"]
    assert panel["plots"][0]["series"][0]["x"] is None
    np.testing.assert_allclose(
        numbers(data, panel["plots"][0]["series"][0]["y"]), time**2, rtol=1e-6
    )
