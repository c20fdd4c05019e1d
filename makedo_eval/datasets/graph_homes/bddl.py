# SPDX-License-Identifier: Apache-2.0
"""Goal formulas of BEHAVIOR (BDDL) as goals without quantifiers.

Source: Li et al., "BEHAVIOR-1K" (2022), and the semantics of its language BDDL: forn asks for exactly written many of a
kind, forpairs for partners, each used once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Goal, Holds, Not
from makedo_core.skills import Literal
from makedo_eval.case import DatasetError

_PREDICATES: Mapping[str, tuple[str, bool]] = {
    "inside": ("inside", False),
    "ontop": ("ontop", False),
    "open": ("closed", True),
    "toggled_on": ("switched-on", False),
}
_Bound = Mapping[str, str]


class Reader:
    """Reads formulas about the things of one scene.

    Args:
        ids: node of each name, e.g. "sack.n.01_1".
        members: nodes of each type, e.g. "sack.n.01".
    """

    def __init__(self, ids: Mapping[str, str], members: Mapping[str, Sequence[str]]) -> None:
        self._ids = ids
        self._members = members

    def goal(self, formulas: Sequence[Any]) -> Goal:
        """The goal that all formulas hold.

        Raises:
            DatasetError: on a formula that is malformed, or names what is not in the scene.
        """
        return AllOf(tuple(self._formula(f, {}) for f in formulas))

    def _formula(self, formula: Any, bound: _Bound) -> Goal:
        match formula:
            case ["and", *parts]:
                return AllOf(tuple(self._formula(p, bound) for p in parts))
            case ["or", *parts]:
                return AnyOf(tuple(self._formula(p, bound) for p in parts))
            case ["not", part]:
                return Not(self._formula(part, bound))
            case ["imply", condition, part]:
                return AnyOf((Not(self._formula(condition, bound)), self._formula(part, bound)))
            case ["forall", [str(name), "-", str(type_name)], part]:
                return _counted(self._each(name, type_name, part, bound), None)
            case ["exists", [str(name), "-", str(type_name)], part]:
                return _counted(self._each(name, type_name, part, bound), 1)
            case ["forn", [str(number)], [str(name), "-", str(type_name)], part] if number.isdigit():
                return _counted(self._each(name, type_name, part, bound), int(number))
            case ["forpairs", [str(one), "-", str(ones)], [str(other), "-", str(others)], part]:
                return self._pairs((one, ones), (other, others), part, bound)
            case [str(predicate), *terms] if predicate in _PREDICATES:
                name, negated = _PREDICATES[predicate]
                return Holds(Literal(name, tuple(self._term(t, bound) for t in terms), negated))
        raise DatasetError(f"{str(formula)[:80]}: this is no formula; known predicates are {', '.join(_PREDICATES)}")

    def _each(self, name: str, type_name: str, part: Any, bound: _Bound) -> list[tuple[str, Goal]]:
        return [(i, self._formula(part, {**bound, name: i})) for i in self._of(type_name)]

    def _pairs(self, one: tuple[str, str], other: tuple[str, str], part: Any, bound: _Bound) -> Goal:
        """A partner for each of the kind that there are fewer of, and none for two of them."""
        few, many = sorted((one, other), key=lambda kind: len(self._of(kind[1])))

        def paired(a: str, b: str) -> Goal:
            return self._formula(part, {**bound, few[0]: a, many[0]: b})

        partners = self._of(many[1])
        parts: list[Goal] = [AnyOf(tuple(paired(a, b) for b in partners)) for a in self._of(few[1])]
        for a, c in combinations(self._of(few[1]), 2):
            parts += [AnyOf((Not(paired(a, b)), Not(paired(c, b)))) for b in partners]
        return AllOf(tuple(parts))

    def _of(self, type_name: str) -> Sequence[str]:
        if type_name not in self._members:
            raise DatasetError(f"nothing is a {type_name!r}; there are {', '.join(self._members)}")
        return self._members[type_name]

    def _term(self, term: str, bound: _Bound) -> str:
        if term in bound:
            return bound[term]
        name = term.removeprefix("?")
        if name not in self._ids:
            raise DatasetError(f"{term!r} is neither bound nor in the scene; there are {', '.join(self._ids)}")
        return self._ids[name]


def _counted(cases: Sequence[tuple[str, Goal]], count: int | None) -> Goal:
    """So many of the cases, or all; as one count where they differ in their first term alone."""
    wanted = len(cases) if count is None else count
    parts = tuple(part for _, part in cases)
    first = parts[0] if parts else None
    if isinstance(first, Holds) and not first.literal.negated:
        pattern = Literal(first.literal.predicate, (OBJECT_VARIABLE, *first.literal.terms[1:]))
        if all(isinstance(p, Holds) and p.literal == pattern.bind({OBJECT_VARIABLE: i}) for i, p in cases):
            return AtLeast(wanted, tuple(i for i, _ in cases), pattern)
    if wanted == len(parts):
        return AllOf(parts)
    return AnyOf(tuple(AllOf(some) for some in combinations(parts, wanted)))
