# SPDX-License-Identifier: Apache-2.0
"""Small tasks for the engines' tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from types import SimpleNamespace

import pytest

from makedo_core.goals.goal import AllOf, Comparator, Compare, ForAll, Goal, Holds, Not, Variable
from makedo_core.skills import Literal
from planner_node.pddl.model import (
    EQUALITY,
    Derived,
    Domain,
    Effect,
    NumericChange,
    NumericEffect,
    Operator,
    PddlTask,
    Symbol,
)

A, B, I = Variable("?a", "asset"), Variable("?b", "asset"), Variable("?i", "item")  # noqa: E741


def lit(text: str) -> Literal:
    """A literal from words, e.g. "on cup shelf" or "not holding cup"."""
    words = text.split()
    negated = words[0] == "not"
    return Literal(words[negated], tuple(words[negated + 1 :]), negated)


def holds(*texts: str) -> Goal:
    """The conjunction of some literals."""
    return AllOf(tuple(Holds(lit(text)) for text in texts))


def effects(*texts: str) -> tuple[Effect, ...]:
    return tuple(Effect(lit(text)) for text in texts)


def symbols(*declared: Symbol) -> dict[str, Symbol]:
    return {symbol.name: symbol for symbol in declared}


def operators(*declared: Operator) -> dict[str, Operator]:
    return {operator.name: operator for operator in declared}


HOME = Domain(
    "home",
    {"asset": "object", "item": "object", "shelf_kind": "asset"},
    symbols(
        Symbol("at", (A,)),
        Symbol("on", (I, A)),
        Symbol("holding", (I,)),
        Symbol("hand_empty", ()),
        Symbol("locked", (A,)),
    ),
    operators(
        Operator(
            "go_to",
            (A,),
            holds("not locked ?a"),
            (
                Effect(lit("at ?a")),
                Effect(lit("not at ?b"), Holds(Literal(EQUALITY, ("?a", "?b"), negated=True)), (B,)),
            ),
        ),
        Operator(
            "pick_up",
            (I, A),
            holds("at ?a", "on ?i ?a", "hand_empty"),
            effects("holding ?i", "not hand_empty", "not on ?i ?a"),
        ),
        Operator(
            "put_on",
            (I, A),
            holds("at ?a", "holding ?i"),
            effects("not holding ?i", "hand_empty", "on ?i ?a"),
        ),
    ),
    derived={
        "clear": Derived(Symbol("clear", (A,)), ForAll((I,), Not(Holds(lit("on ?i ?a"))))),
    },
)


def home(goal: Goal, initial: Iterable[str] = ("hand_empty", "on cup table_1", "on Pen table_1")) -> PddlTask:
    """A table, a shelf and a safe that is locked; a cup and a pen on the table."""
    objects = (
        Variable("table_1", "asset"),
        Variable("shelf", "shelf_kind"),
        Variable("safe", "asset"),
        Variable("cup", "item"),
        Variable("Pen", "item"),
    )
    return PddlTask("tidy", HOME, objects, frozenset({*map(lit, initial), lit("locked safe")}), goal)


CUP = Variable("?c", "cup_kind")
POURING = Domain(
    "pouring",
    {"cup_kind": "object"},
    symbols(Symbol("held", (CUP,))),
    operators(
        Operator("hold", (CUP,), holds("not held ?c"), effects("held ?c")),
        Operator(
            "pour",
            (CUP,),
            AllOf((Holds(lit("held ?c")), Compare("level", ("?c",), Comparator.LESS, 5.0))),
            (),
            (NumericEffect(NumericChange.INCREASE, "level", ("?c",), 1.0),),
        ),
    ),
    functions=symbols(Symbol("level", (CUP,))),
)


def pouring(goal: Goal) -> PddlTask:
    """Two cups that can be filled up to 5; the second has 2 already."""
    values = {("level", ("c1",)): 0.0, ("level", ("c2",)): 2.0}
    return PddlTask(
        "pour", POURING, (Variable("c1", "cup_kind"), Variable("c2", "cup_kind")), frozenset(), goal, values
    )


def paying(goal: Goal) -> PddlTask:
    """Holding a cup costs its level; nothing else is done with it."""
    hold = replace(POURING.operators["hold"], cost_of=("level", ("?c",)))
    return replace(pouring(goal), domain=replace(POURING, operators={"hold": hold}))


def level(cup: str, comparator: Comparator, value: float) -> Goal:
    return Compare("level", (cup,), comparator, value)


def sliding(size: int) -> PddlTask:
    """The sliding tile puzzle from its reversed order: solvable or not, it takes any search long from size 4 on."""
    cells = tuple(Variable(f"c{x}{y}", "cell") for y in range(size) for x in range(size))
    tiles = tuple(Variable(f"t{n}", "tile") for n in range(1, size * size))
    near = [
        f"near c{x}{y} c{x + dx}{y + dy}"
        for x in range(size)
        for y in range(size)
        for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= x + dx < size and 0 <= y + dy < size
    ]
    f, t, n = Variable("?f", "cell"), Variable("?t", "cell"), Variable("?n", "tile")
    domain = Domain(
        "sliding",
        {"cell": "object", "tile": "object"},
        symbols(Symbol("near", (f, t)), Symbol("free", (f,)), Symbol("in", (n, f))),
        operators(
            Operator(
                "slide",
                (n, f, t),
                holds("in ?n ?f", "free ?t", "near ?f ?t"),
                effects("in ?n ?t", "not in ?n ?f", "free ?f", "not free ?t"),
            )
        ),
    )
    order = list(reversed(tiles))
    start = [f"in {tile.name} {cell.name}" for tile, cell in zip(order, cells, strict=False)]
    wanted = [f"in {tile.name} {cell.name}" for tile, cell in zip(tiles, cells, strict=False)]
    initial = frozenset(map(lit, [*near, *start, f"free {cells[-1].name}"]))
    return PddlTask("sliding", domain, (*cells, *tiles), initial, holds(*wanted))


@pytest.fixture(scope="session")
def tasks() -> SimpleNamespace:
    """The builders above."""
    return SimpleNamespace(
        lit=lit, holds=holds, home=home, pouring=pouring, paying=paying, level=level, sliding=sliding, HOME=HOME
    )
