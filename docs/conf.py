"""How the documentation site is built: `make docs`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import ambulo

sys.path.insert(0, str(Path(__file__).parent / "_extension"))

project = "Ambulo"
author = "The Ambulo developers"
copyright = "The Ambulo developers, BSD-3-Clause"
release = version = ambulo.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "sphinx.ext.napoleon",
    "sphinx.ext.mathjax",
    "sphinx.ext.viewcode",
    "sphinx_gallery.gen_gallery",
    "house_docstrings",
]
exclude_patterns = ["gallery/**/*.ipynb", "gallery/**/*.py.md5"]
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_heading_anchors = 3

autosummary_generate = True
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": False}
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_rtype = False

sphinx_gallery_conf = {
    "default_thumb_file": str(Path(__file__).parent / "images" / "report.png"),
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"\.py$",
    "ignore_pattern": r"__init__\.py",
    "download_all_examples": False,
    "show_memory": False,
    "min_reported_time": 1e9,
    "abort_on_example_error": True,
}

html_theme = "pydata_sphinx_theme"
html_title = f"Ambulo {release}"
html_show_sourcelink = False
html_theme_options = {
    "navbar_align": "left",
    "show_prev_next": False,
    # code that is read by those who see little contrast, too
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}

# an annotation names a class as its module does; several modules may have one of that name
suppress_warnings = ["ref.python"]


def _root_pages(_app: object, page: str, source: list[str]) -> None:
    """README and NOTATION stand above the documentation: here they are pages of it."""
    if page in ("readme", "notation", "contributing"):
        return  # these include the files that stand above
    for name in ("README", "NOTATION"):
        source[0] = source[0].replace(f"../../{name}.md", f"../{name.lower()}.md")
        source[0] = source[0].replace(f"../{name}.md", f"{name.lower()}.md")
        source[0] = source[0].replace("](docs/", "](").replace("CONTRIBUTING.md", "contributing.md")
    source[0] = source[0].replace("(../../examples)", "(../gallery/index.rst)")
    source[0] = source[0].replace("(../examples)", "(gallery/index.rst)")
    source[0] = (
        source[0].replace("](NOTATION.md", "](notation.md").replace("[LICENSE](LICENSE)", "LICENSE")
    )


_NAMELESS = (
    # the theme's switches of the list of pages, and the gallery's links over their pictures
    (r'<summary>(<span class="toctree-toggle")', r'<summary aria-label="Show the pages below">\1'),
    (
        r'<a class="reference internal" (href="[^"]+")>(<span class="doc">([^<]+)</span></a></p>)',
        r'<a class="reference internal" aria-label="\3" \1>\2',
    ),
)


def _name_what_has_no_name(app: Any, error: Exception | None) -> None:
    """Give a screen reader words for switches and links that the theme leaves without."""
    for page in [] if error else Path(app.outdir).rglob("*.html"):
        text = named = page.read_text("utf-8")
        for pattern, words in _NAMELESS:
            named = re.sub(pattern, words, named)
        if named != text:
            page.write_text(named, "utf-8")


def setup(app: Any) -> None:
    """Links to pages outside the documentation's folder."""
    app.connect("source-read", _root_pages)
    app.connect("build-finished", _name_what_has_no_name)
    app.connect("include-read", lambda app, _path, _page, content: _root_pages(app, "", content))
