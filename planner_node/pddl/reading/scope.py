# SPDX-License-Identifier: Apache-2.0
"""The names that a PDDL text has declared, and look-ups that say what is wrong with a name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from makedo_core.goals.goal import Variable
from planner_node.pddl.mistakes import Findings, TextPosition, listed, similar
from planner_node.pddl.model import OBJECT, Symbol
from planner_node.pddl.reading.expressions import Expression, Parenthesis, Word

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
NAME_WORDS = "a name of letters, digits, - and _ that begins with a letter"
OPERATORS = frozenset({"and", "or", "not", "imply", "exists", "forall", "=", "<", "<=", ">=", ">"})
EFFECT_WORDS = frozenset({"when", "assign", "increase", "decrease", "scale-up", "scale-down"})
RESERVED = OPERATORS | EFFECT_WORDS | {"define", "either"}
_MISSPELT = 0.8  # resemblance of an undeclared name to a declared one that leaves doubt about what was meant

MAX_VARIABLES = 100
_MAX_INFERRED = 50
T = TypeVar("T")


class NameTable(dict[str, T]):
    """What names stand for; finds a name that is spelt with other capitals too."""

    def __init__(self) -> None:
        super().__init__()
        self._spelling: dict[str, str] = {}

    def __setitem__(self, name: str, meaning: T) -> None:
        super().__setitem__(name, meaning)
        self._spelling.setdefault(name.lower(), name)

    def spelling(self, name: str) -> str | None:
        """A name as it was declared; None if it was not, in whatever case."""
        return name if name in self else self._spelling.get(name.lower())


@dataclass(slots=True)
class Use:
    """An undeclared predicate that is taken as declared by its use: where, and the types of its terms."""

    place: TextPosition
    types: list[str]


@dataclass(slots=True)
class Scope:
    """What is declared so far.

    Attributes:
        things: constants and objects with their types.
        derived: predicates that no action changes.
        infer: take an undeclared predicate as declared by its use, if tolerant.
        inferred: those that were.
    """

    findings: Findings
    types: NameTable[str] = field(default_factory=NameTable)
    predicates: NameTable[Symbol] = field(default_factory=NameTable)
    functions: NameTable[Symbol] = field(default_factory=NameTable)
    things: NameTable[str] = field(default_factory=NameTable)
    derived: set[str] = field(default_factory=set)
    has_costs: bool = False
    infer: bool = False
    inferred: dict[str, Use] = field(default_factory=dict)

    def ancestors(self, type_name: str) -> list[str]:
        """The type, its parent, and so on up to OBJECT."""
        line = [type_name]
        while line[-1] != OBJECT:
            line.append(self.types.get(line[-1], OBJECT))
        return line

    def is_a(self, type_name: str, ancestor: str) -> bool:
        """Whether a type is another or below it."""
        return ancestor in self.ancestors(type_name)

    def common(self, one: str, other: str) -> str:
        """The lowest type above two types."""
        above = self.ancestors(other)
        return next(t for t in self.ancestors(one) if t in above)

    def resolve(self, atom: Word, known: NameTable[T], what: str) -> str | None:
        """The declared spelling of a name; None, and a mistake, if there is none."""
        name = known.spelling(atom.text)
        if name is None:
            expected = f"a declared {what}: {listed(known)}"
            self.findings.wrong(atom.place, f"the undeclared {what} {atom.text!r}", expected, atom.text, known)
        elif name != atom.text:
            found = f"the {what} {atom.text!r}, declared as {name!r}"
            self.findings.mendable(atom.place, found, "the same spelling", f"read as {name!r}")
        return name

    def inner(self, outer: NameTable[str], variables: Iterable[Variable], place: TextPosition) -> NameTable[str]:
        """The types of the variables that are known inside of a quantifier or an action."""
        types: NameTable[str] = NameTable()
        for name, type_name in (*outer.items(), *((v.name, v.type) for v in variables)):
            types[name] = type_name
        if len(types) > MAX_VARIABLES:
            self.findings.fatal(place, f"{len(types)} variables at once", f"at most {MAX_VARIABLES}")
        return types

    def type(self, expression: Expression) -> str:
        """A declared type; OBJECT, and a mistake, if it is none."""
        if isinstance(expression, Parenthesis):
            what = "a union of types" if expression.head == "either" else str(expression)
            hint = "one type; give the union a name in :types, as parent of its members"
            self.findings.wrong(expression.place, what, hint)
            return OBJECT
        if expression.text.lower() == OBJECT:
            return OBJECT
        return self.resolve(expression, self.types, "type") or OBJECT

    def term(self, expression: Expression, variables: NameTable[str]) -> tuple[str, str] | None:
        """A variable, constant or object with its type; None, and a mistake, if it is none."""
        if isinstance(expression, Parenthesis):
            self.findings.wrong(expression.place, str(expression), "a variable or an object; terms are not nested")
            return None
        text = expression.text
        if text.startswith("?"):
            name = self.resolve(expression, variables, "variable")
            return (name, variables[name]) if name else None
        if "?" + text in variables and self.things.spelling(text) is None:
            expected = "a declared object, or a variable"
            self.findings.wrong(expression.place, f"the undeclared object {text!r}", expected, text, ["?" + text])
            return None
        name = self.resolve(expression, self.things, "object")
        return (name, self.things[name]) if name else None

    def predicate(self, atom: Word, terms: Sequence[str | None]) -> Symbol | None:
        """The predicate of a literal.

        Args:
            atom: its name.
            terms: the types of the literal's terms; None where a term is wrong.
        """
        name = atom.text
        known = self.predicates
        if known.spelling(name) or not (self.infer and self.findings.tolerant and NAME.fullmatch(name)):
            found = self.resolve(atom, known, "predicate")
            return known[found] if found else None
        if name not in self.inferred:
            alike = [k for k in similar(name, known, _MISSPELT) if len(known[k].parameters) == len(terms)]
            if alike or len(self.inferred) >= _MAX_INFERRED:
                what = "a declared one, or a name less like one" if alike else f"at most {_MAX_INFERRED} of them"
                self.findings.wrong(atom.place, f"the undeclared predicate {name!r}", what, name, alike)
                return None
        types = [t or OBJECT for t in terms]
        use = self.inferred.setdefault(name, Use(atom.place, types))
        if len(use.types) != len(types):
            found = f"{len(types)} terms of the undeclared predicate {name!r}"
            self.findings.wrong(atom.place, found, f"{len(use.types)}, as in {use.place}")
            return None
        use.types = [self.common(a, b) for a, b in zip(use.types, types, strict=True)]
        return Symbol(name, tuple(Variable(f"?x{i}", t) for i, t in enumerate(use.types, start=1)))

    def terms(self, items: Sequence[Expression], variables: NameTable[str]) -> list[tuple[str, str] | None]:
        """Terms with their types; None, and a mistake, for each that is wrong."""
        return [self.term(item, variables) for item in items]

    def check_terms(
        self, head: Word, symbol: Symbol, items: Sequence[Expression], terms: Sequence[tuple[str, str] | None]
    ) -> bool:
        """Whether terms fit the parameters of a symbol in number and type.

        A variable may be of a type above the parameter's: the literal is false where the value does not fit. With
        an object of a type above it the literal has no use, but it does no harm either.
        """
        wanted = len(symbol.parameters)
        if len(items) != wanted:
            self.findings.wrong(head.place, f"{len(items)} terms of {head.text!r}", f"{wanted}: ({symbol})")
            return False
        fits = True
        for item, term, parameter in zip(items, terms, symbol.parameters, strict=True):
            if term is None:
                fits = False
                continue
            name, type_name = term
            if self.is_a(type_name, parameter.type):
                continue
            found = f"{name!r} of type {type_name!r}"
            expected = f"one of type {parameter.type!r} for {parameter.name} of {head.text!r}"
            if not self.is_a(parameter.type, type_name):
                self.findings.wrong(item.place, found, expected)
                fits = False
            elif not name.startswith("?"):
                self.findings.mendable(item.place, f"{found}", expected, f"kept, though {expected} was expected")
        return fits
