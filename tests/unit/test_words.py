"""Pages, report, checks, command line, errors and docstrings keep to the word list.

No term has another name.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from ambulo.report.panels.words import _OF_EACH, _OF_NUMBERS, _OF_STRIDES, _OF_WALKING

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "ambulo"
WORDS = ROOT / "docs" / "words.md"
PAGES = [
    page
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")]
    # what theses print is told in their words
    if page not in (WORDS, WORDS.with_name("reproduced.md"))
    and not {"gallery", "generated"} & {*page.parts}
]
TERMS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in WORDS.read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| term")
]
KINDS = re.findall(
    r"^class (\w+)\(InputError\)",
    "".join(path.read_text("utf-8") for path in PACKAGE.glob("**/*.py")),
    re.MULTILINE,
)
ERROR = re.compile(rf"(?<!\w)(?:{'|'.join(['InputError', *KINDS])})\(")
DEFINED = ast.Module | ast.ClassDef | ast.FunctionDef
NOT = sorted({name.strip() for _, _, names in TERMS for name in names.split(",") if name.strip()})


def prose(text):
    """A page without code, and without the addresses of links."""
    text = re.sub(r"```.*?```|`[^`]*`|<[^>]*>", " ", text, flags=re.DOTALL)
    return re.sub(r"\]\([^)]*\)", "]", text)


@cache
def texts():
    """Where -> what is said there."""
    found = {str(p.relative_to(ROOT)): prose(p.read_text("utf-8")) for p in PAGES}
    checks = PACKAGE / "gait" / "checks" / "checks.toml"
    found["checks.toml"] = checks.read_text("utf-8")
    for path in PACKAGE.glob("**/*.py"):
        source = path.read_text("utf-8")
        shown = any(path.is_relative_to(PACKAGE / part) for part in ("cli", "report"))
        if shown or ERROR.search(source):
            found[str(path.relative_to(ROOT))] = prose("\n".join(said(ast.parse(source), shown)))
    for path in ROOT.glob("viewer/src/**/*.ts"):
        found[str(path.relative_to(ROOT))] = "\n".join(quoted(path.read_text("utf-8")))
    return found


@cache
def explained():
    """Module -> its docstrings and those of what it defines."""
    return {
        str(path.relative_to(ROOT)): prose("\n".join(docstrings(path.read_text("utf-8"))))
        for path in PACKAGE.glob("**/*.py")
    }


def docstrings(source):
    """Of a module, its classes and functions, and the texts below constants."""
    for n in ast.walk(ast.parse(source)):
        for one in getattr(n, "body", ()) if isinstance(n, DEFINED) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant):
                yield str(one.value.value)


def quoted(script):
    """Texts of a script of the viewer."""
    return re.findall(r""""(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", script)


def said(tree, shown):
    """Texts in a module of the report but for docstrings; elsewhere those of input errors."""
    nodes = [tree] if shown else [n for n in ast.walk(tree) if raises(n)]
    docs = {
        id(n.body[0].value)
        for n in ast.walk(tree)
        if isinstance(n, ast.Module | ast.ClassDef | ast.FunctionDef)
        and n.body
        and isinstance(n.body[0], ast.Expr)
    }
    for node in nodes:
        for n in ast.walk(node):
            if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in docs:
                yield n.value


def raises(node):
    if not isinstance(node, ast.Call):
        return False
    return ERROR.fullmatch(f"{getattr(node.func, 'id', '')}(") is not None


def test_the_list_is_one_of_terms():
    assert len(TERMS) >= 60
    assert all(len(row) == 3 and row[0] and row[1] for row in TERMS)
    names = [row[0].lower() for row in TERMS]
    assert names == sorted(names)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", NOT)
def test_nothing_is_called_what_it_is_not(name):
    pattern = re.compile(rf"(?<![\w-]){re.escape(name)}s?(?![\w-])", re.IGNORECASE)
    assert not naming(pattern, texts()), f"{name}: see docs/words.md"
    if name.upper() == name:  # in code, com and grf are parameters
        pattern = re.compile(pattern.pattern)
    assert not naming(pattern, explained()), f"{name}: see docs/words.md"


def naming(pattern, said):
    """Where -> the first that is found there."""
    return {where: found[0] for where, text in said.items() if (found := pattern.findall(text))}


def test_the_report_explains_its_words_as_the_list_does():
    meanings = {term: meaning for term, meaning, _ in TERMS}
    explained = {**_OF_STRIDES, **_OF_WALKING, **_OF_NUMBERS, **_OF_EACH}
    known = [term for term in explained if term in meanings]
    assert len(known) > 15
    for term in known:
        assert explained[term].startswith(meanings[term].partition(";")[0]), term


def test_a_wrong_word_would_be_seen():
    assert "forceplate" in NOT
    assert "error" not in prose("`error` and [a](error.md)")
    source = 'raise InputError("a forceplate", where=f"in {x} there")'
    assert len(KINDS) >= 4
    assert [*said(ast.parse(source), shown=False)] == ["a forceplate", "in ", " there"]
    assert [*docstrings('"""One."""\ndef f():\n    """Two."""\n')] == ["One.", "Two."]
    assert quoted("""a("plate 'x'", 'b', `c ${d}`) // e""") == ["\"plate 'x'\"", "'b'", "`c ${d}`"]
    assert len([where for where in texts() if where.startswith("viewer")]) > 20


def test_no_half_of_a_sentence_is_left_alone():
    """A text in a function that is neither its docstring nor a part of anything."""
    for path in sorted(PACKAGE.glob("**/*.py")):
        source = path.read_text("utf-8")
        # only where a line is a text and nothing but
        if not re.search(r'^ {4,}f?"(?!"")[^"\n]*"$', source, re.MULTILINE):
            continue
        alone = [
            statement.lineno
            for block in ast.walk(ast.parse(source))
            if not isinstance(block, ast.Module | ast.ClassDef)
            for name in ("body", "orelse", "finalbody")
            if isinstance(getattr(block, name, None), list)
            for at, statement in enumerate(getattr(block, name))
            if isinstance(statement, ast.Expr)
            and isinstance(statement.value, ast.JoinedStr | ast.Constant)
            and not (at == 0 and isinstance(block, ast.FunctionDef))
            and getattr(statement.value, "value", "") is not ...
        ]
        assert not alone, path
