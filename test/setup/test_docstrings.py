# SPDX-License-Identifier: Apache-2.0
"""What docstrings document is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(file for package in ROOT.glob("*/__init__.py") for file in package.parent.rglob("*.py"))
_ARGS = re.compile(r"^Args:\n((?:(?: +.*)?(?:\n|$))+)", re.MULTILINE)
_ARG = re.compile(r"^ {4}(\w[\w, *]*):", re.MULTILINE)


def documented(docstring: str) -> set[str]:
    """Names under "Args:"; several may share a line."""
    section = _ARGS.search(docstring)
    names = _ARG.findall(section.group(1)) if section else []
    return {name.strip(" *") for line in names for name in line.split(",")}


def parameters(owner: ast.FunctionDef | ast.ClassDef) -> set[str]:
    """Of a function, or of what makes an instance of a class: its fields if it has no __init__."""
    if isinstance(owner, ast.FunctionDef):
        given = owner.args
        every = (*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg)
        return {argument.arg for argument in every if argument is not None}
    for inner in owner.body:
        if isinstance(inner, ast.FunctionDef) and inner.name == "__init__":
            return parameters(inner)
    return {f.target.id for f in owner.body if isinstance(f, ast.AnnAssign) and isinstance(f.target, ast.Name)}


def with_arguments() -> Iterator[tuple[str, set[str], set[str]]]:
    """What documents arguments: file and name, those documented, and those that there are."""
    for file in FILES:
        for owner in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(owner, ast.FunctionDef | ast.ClassDef):
                names = documented(ast.get_docstring(owner) or "")
                if names:
                    yield f"{file.relative_to(ROOT)}: {owner.name}", names, parameters(owner)


def test_every_argument_that_a_docstring_documents_is_there():
    found = list(with_arguments())
    assert len(found) > 100
    missing = {where: names - there for where, names, there in found if names - there}
    assert not missing
