# SPDX-License-Identifier: Apache-2.0
"""A macro-action library as a file: JSON to keep and share it, Turtle for a knowledge graph."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from makedo_core.failure import MakedoError
from makedo_core.skills import Literal, Predicate, SkillCall
from planner_node.strategies.hierarchical.macros.library import LiftedMacro, MacroLibrary

FORMAT = 1
_CATALOGUE = {str(predicate): predicate for predicate in Predicate}
_VARIABLE = re.compile(r"\?[1-9][0-9]*")
PREFIX = "urn:makedo:macro#"


class LibraryError(MakedoError):
    """A file that is no library of macro actions, or cannot be written; the message says which and why."""


class _Literal(BaseModel):
    model_config = ConfigDict(extra="forbid")
    predicate: str
    terms: list[str] = []
    negated: bool = False


class _Call(BaseModel):
    model_config = ConfigDict(extra="forbid")
    skill: str
    arguments: list[str]


class _Macro(BaseModel):
    model_config = ConfigDict(extra="forbid")
    target: _Literal
    calls: list[_Call]
    classes: dict[str, str]
    before: list[_Literal] = []
    after: list[_Literal] = []
    uses: int = 1


class _Library(BaseModel):
    model_config = ConfigDict(extra="forbid")
    format: int
    macros: list[_Macro]


def library_to_json(library: MacroLibrary) -> str:
    """A library as JSON; `library_from_json` reads it."""
    macros = [_described(macro, uses).model_dump() for macro, uses in library.uses.items()]
    return json.dumps({"format": FORMAT, "macros": macros}, indent=1)


def library_from_json(text: str, source: str = "library") -> MacroLibrary:
    """The library that JSON describes.

    Raises:
        LibraryError: if it is damaged, or of another format.
    """
    try:
        described = _Library.model_validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "top level"
        raise LibraryError(f"{source}: {where}: {first['msg']}") from None
    if described.format != FORMAT:
        raise LibraryError(f"{source}: the format is {described.format}; this version reads {FORMAT}")
    library = MacroLibrary()
    for number, macro in enumerate(described.macros):
        read = _macro(macro, f"{source}: macros.{number}")
        for _ in range(macro.uses):
            library.remember([read])
    return library


def macro_to_json(macro: LiftedMacro) -> str:
    """One macro action as JSON; `macro_from_json` reads it."""
    return _described(macro, 1).model_dump_json(exclude={"uses"})


def macro_from_json(text: str, source: str = "macro action") -> LiftedMacro:
    """The macro action that JSON describes.

    Raises:
        LibraryError: if it is none.
    """
    try:
        return _macro(_Macro.model_validate_json(text), source)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "top level"
        raise LibraryError(f"{source}: {where}: {first['msg']}") from None


def read_library(path: Path) -> MacroLibrary:
    """The library of a file. Raises LibraryError if it cannot be read."""
    try:
        return library_from_json(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        raise LibraryError(f"{path}: cannot be read: {error}") from None


def write_library(library: MacroLibrary, path: Path) -> None:
    """Write a library; the file is replaced when the new one is complete. Raises LibraryError if that fails."""
    new = path.with_name(f"{path.name}.new")
    try:
        new.write_text(library_to_json(library), encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise LibraryError(f"{path}: cannot be written: {error.strerror}") from None


def library_to_turtle(library: MacroLibrary) -> str:
    """A library as RDF: each macro action with what it is for, its conditions, and the list of its calls."""
    lines = [f"@prefix macro: <{PREFIX}> .", ""]
    for number, (macro, uses) in enumerate(library.uses.items(), 1):
        lines += [f"macro:m{number} a macro:MacroAction ;", *_statements(macro, uses), ""]
    return "\n".join(lines)


def _statements(macro: LiftedMacro, uses: int) -> Iterator[str]:
    yield f"  macro:target {_quoted(str(macro.target))} ;"
    for variable, kind in macro.classes:
        yield f"  macro:variable [ macro:name {_quoted(variable)} ; macro:class {_quoted(kind)} ] ;"
    for literal in macro.before:
        yield f"  macro:precondition {_quoted(str(literal))} ;"
    for literal in macro.after:
        yield f"  macro:postcondition {_quoted(str(literal))} ;"
    yield f"  macro:calls ( {' '.join(_quoted(str(call)) for call in macro.calls)} ) ;"
    yield f"  macro:uses {uses} ."


def _quoted(text: str) -> str:
    return json.dumps(text)  # the escapes of JSON are among those of Turtle


def _described(macro: LiftedMacro, uses: int) -> _Macro:
    return _Macro(
        target=_as_read(macro.target),
        calls=[_Call(skill=c.skill, arguments=list(c.arguments)) for c in macro.calls],
        classes=dict(macro.classes),
        before=[_as_read(x) for x in macro.before],
        after=[_as_read(x) for x in macro.after],
        uses=uses,
    )


def _as_read(literal: Literal) -> _Literal:
    return _Literal(predicate=str(literal.predicate), terms=list(literal.terms), negated=literal.negated)


def _macro(read: _Macro, place: str) -> LiftedMacro:
    """A macro action, all of whose terms are variables with a class."""
    calls = tuple(SkillCall(c.skill, tuple(c.arguments)) for c in read.calls)
    literals = (read.target, *read.before, *read.after)
    named = [*(t for x in literals for t in x.terms), *(a for c in calls for a in c.arguments)]
    wrong = next((t for t in (*named, *read.classes) if not _VARIABLE.fullmatch(t) or t not in read.classes), None)
    if wrong is not None:
        raise LibraryError(f"{place}: {wrong!r} is no variable; expected one of {', '.join(read.classes) or 'none'}")
    if not calls:
        raise LibraryError(f"{place}: there are no calls; a macro action has at least one")
    target, *rest = (Literal(_CATALOGUE.get(x.predicate, x.predicate), tuple(x.terms), x.negated) for x in literals)
    before, after = tuple(rest[: len(read.before)]), tuple(rest[len(read.before) :])
    return LiftedMacro(target, calls, tuple(read.classes.items()), before, after)
