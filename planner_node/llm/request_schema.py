# SPDX-License-Identifier: Apache-2.0
"""The form in which a model says what an instruction asks for, derived from the clauses of `language.request`.

A clause that is added to `request.Errand` appears here, and in the prompt, by itself: its fields are mirrored by
type (`_MIRRORED` says how), and the first line of its docstring explains it to the model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from dataclasses import Field as DataclassField
from enum import Enum
from functools import reduce
from operator import or_
from types import GenericAlias, MappingProxyType, NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, create_model, model_validator
from typing_extensions import Self

from makedo_core.graph.scene_graph import State
from planner_node.language.kinds import ModelRequirement
from planner_node.language.request import Errand
from planner_node.language.things import NounPhrase, Place, Side

MOST = 20
"""Clauses of an instruction, and things of a clause."""

MOST_THINGS = 999
"""Highest number that is taken for a count."""


def _printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("expected plain words on one line")
    return text


Words = Annotated[str, Field(min_length=1, max_length=120), AfterValidator(_printable)]
_OneOf: Any = Literal  # of values that are known at run time only
if TYPE_CHECKING:
    Requirement = str
else:
    Requirement = _OneOf[tuple(map(str, ModelRequirement))]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Kind(_Model):
    """A kind of things, or one certain thing.

    Attributes:
        said: the words of the instruction that it stands for, verbatim.
        words: its name: one of the scene or a common noun; "anything" for things of every kind.
        attributes: what it looks like.
    """

    said: Words
    words: Words
    attributes: list[Words] = Field(default=[], max_length=MOST)


class Where(Kind):
    """Furniture or a room, on which side of it, and in which room the furniture is."""

    side: Side = Side.ANY
    definite: bool = False
    room: Kind | None = None


class Thing(Kind):
    """Things that are spoken of, or furniture. `implied`: not said itself, but part of what was said."""

    count: Annotated[int, Field(ge=1, le=MOST_THINGS, strict=True)] | Literal["all"] = 1
    definite: bool = False
    requirements: list[Requirement] = Field(default=[], max_length=MOST)
    excluded: list[Kind] = Field(default=[], max_length=MOST)
    source: Where | None = None
    implied: bool = False


class ClauseSchema(_Model):
    """Base of the clauses; those of a stage begin when all of the stages before are done."""

    kind: str
    stage: Annotated[int, Field(ge=1, le=MOST)] = 1


_MIRRORED: Mapping[Any, Any] = {
    NounPhrase: Thing,
    Place: Where,
    State: Literal["open", "closed", "on", "off"],  # those that a robot can bring about
}


def _mirrored(hint: Any) -> Any:
    """The schema's type for the type of a clause's field."""
    if hint in _MIRRORED:
        return _MIRRORED[hint]
    if get_origin(hint) is tuple:
        some: Any = GenericAlias(list, (_mirrored(get_args(hint)[0]),))
        return Annotated[some, Field(min_length=1, max_length=MOST)]
    if get_origin(hint) in (Union, UnionType):
        return reduce(or_, (_mirrored(h) for h in get_args(hint)))
    if hint is str:
        return Words
    if hint in (int, float, bool, NoneType) or (isinstance(hint, type) and issubclass(hint, Enum)):
        return hint
    raise TypeError(f"no schema for fields of type {hint}; say in _MIRRORED what a model gives for it")


def clause_schema(clause: type) -> type[ClauseSchema]:
    """The form of one clause.

    Raises:
        TypeError: if it has a field that `_MIRRORED` says nothing about.
    """
    hints = get_type_hints(clause)
    mirrored: dict[str, Any] = {f.name: (_mirrored(hints[f.name]), _default(f)) for f in fields(clause)}
    return create_model(clause.__name__, __base__=ClauseSchema, kind=(_OneOf[kind_of(clause)], ...), **mirrored)


def _default(field: DataclassField[Any]) -> Any:
    return ... if field.default is MISSING else field.default


def kind_of(clause: type) -> str:
    """The name of a clause for a model: SetState is "set_state"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", clause.__name__).lower()


CLAUSES: Mapping[str, type] = MappingProxyType({kind_of(c): c for c in get_args(Errand)})
_SCHEMAS = {kind: clause_schema(clause) for kind, clause in CLAUSES.items()}

if TYPE_CHECKING:
    AnyClause = ClauseSchema
else:
    AnyClause = Annotated[reduce(or_, _SCHEMAS.values()), Field(discriminator="kind")]


class InterpretedRequest(_Model):
    """Everything that one instruction asks for, as a model understands it.

    Attributes:
        reading: the instruction in plain orders; comes first, so that a model thinks before it fills in forms.
        clauses: what can be said in clauses.
        cannot: what else is asked for, in the words of the instruction.
    """

    reading: Annotated[str, Field(max_length=400)] = ""
    clauses: list[AnyClause] = Field(default=[], max_length=MOST)
    cannot: list[Words] = Field(default=[], max_length=MOST)

    @model_validator(mode="after")
    def _not_empty(self) -> Self:
        if not self.clauses and not self.cannot:
            raise ValueError("give at least one clause, or say in 'cannot' what no clause can express")
        return self

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        stages = [clause.stage for clause in self.clauses]
        if stages != sorted(stages):
            raise ValueError(f"clauses stand in the order of their stages; these go {stages}")
        return self


def described() -> str:
    """The clauses for a prompt: one line each, with its fields and what it means."""
    lines = []
    for kind, clause in CLAUSES.items():
        hints = get_type_hints(clause)
        parts = ", ".join(f'"{f.name}": {_described(hints[f.name])}' for f in fields(clause))
        meaning = (clause.__doc__ or "").strip().splitlines()[0]
        lines.append(f'{{"kind": "{kind}", {parts}}}  {meaning}')
    return "\n".join(lines)


def _described(hint: Any) -> str:
    mirrored = _mirrored(hint)
    if get_origin(hint) is tuple:
        return f"[{_described(get_args(hint)[0])}, ...]"
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(_described(h) for h in get_args(hint))
    if hint is NoneType:
        return "null"
    if get_origin(mirrored) is Literal:
        return " or ".join(f'"{value}"' for value in get_args(mirrored))
    if isinstance(mirrored, type) and issubclass(mirrored, Enum):
        return " or ".join(f'"{member.value}"' for member in mirrored)
    if mirrored is Words:
        return "words"
    return str(mirrored.__name__).upper() if mirrored in (Thing, Where) else str(mirrored.__name__)


def requirements() -> str:
    """What things can be required to be, for a prompt."""
    return " or ".join(f'"{name}"' for name in ModelRequirement)
