# SPDX-License-Identifier: Apache-2.0
"""Random domains, tasks and conditions in the form that reading gives them."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from makedo_core.goals.goal import AllOf, AnyOf, Comparator, Compare, Exists, ForAll, Goal, Holds, Not, Variable
from makedo_core.skills import Literal
from planner_node.pddl.model import (
    OBJECT,
    Derived,
    Domain,
    Effect,
    NumericChange,
    NumericEffect,
    Operator,
    PddlTask,
    Symbol,
)
from planner_node.pddl.requirements import required

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
TYPES = {"room": OBJECT, "thing": OBJECT, "cup": "thing", "red-cup": "cup"}


@st.composite
def _symbols(draw, prefix: str, types: list[str]) -> dict[str, Symbol]:
    result = {}
    for number in range(draw(st.integers(1, 4))):
        arity = draw(st.integers(0, 3))
        parameters = tuple(Variable(f"?p{i}", draw(st.sampled_from(types))) for i in range(arity))
        result[f"{prefix}{number}"] = Symbol(f"{prefix}{number}", parameters)
    return result


def _terms(draw, symbol: Symbol, known: tuple[Variable, ...], domain: Domain) -> tuple[str, ...] | None:
    """Terms that fit a symbol, out of variables and objects; None if there are none."""
    chosen = []
    for parameter in symbol.parameters:
        fitting = [v.name for v in known if domain.is_a(v.type, parameter.type)]
        if not fitting:
            return None
        chosen.append(draw(st.sampled_from(fitting)))
    return tuple(chosen)


@st.composite
def conditions(draw, domain: Domain, known: tuple[Variable, ...], depth: int = 3) -> Goal:
    """A condition over known variables and objects, as the reader would give it."""
    kinds = ["holds", "holds", "equal", "compare"]
    kinds += ["not", "all", "any", "exists", "forall"] if depth else []
    kind = draw(st.sampled_from(kinds))
    part = conditions(domain, known, depth - 1)
    match kind:
        case "holds" | "compare":
            symbols = domain.predicates if kind == "holds" else domain.functions
            symbol = draw(st.sampled_from(sorted(symbols.values(), key=str))) if symbols else None
            terms = _terms(draw, symbol, known, domain) if symbol else None
            if symbol is None or terms is None:
                return AllOf(())
            if kind == "compare":
                return Compare(symbol.name, terms, draw(st.sampled_from(Comparator)), draw(NUMBERS))
            return Holds(Literal(symbol.name, terms, draw(st.booleans())))
        case "equal":
            names = [v.name for v in known]
            if not names:
                return AnyOf(())
            pair = (draw(st.sampled_from(names)), draw(st.sampled_from(names)))
            return Holds(Literal("=", pair, draw(st.booleans())))
        case "not":
            inner = draw(part)
            positive = isinstance(inner, Holds) and not inner.literal.negated
            return Holds(~inner.literal) if positive else Not(inner)
        case "all" | "any":
            return (AllOf if kind == "all" else AnyOf)(tuple(draw(st.lists(part, max_size=3))))
    own = tuple(
        Variable(f"?q{depth}{i}", draw(st.sampled_from([OBJECT, *domain.types])))
        for i in range(draw(st.integers(1, 2)))
    )
    inner = draw(conditions(domain, (*known, *own), depth - 1))
    return (Exists if kind == "exists" else ForAll)(own, inner)


@st.composite
def _operators(draw, domain: Domain, name: str, costs: bool) -> Operator:
    types = [OBJECT, *domain.types]
    parameters = tuple(Variable(f"?a{i}", draw(st.sampled_from(types))) for i in range(draw(st.integers(0, 3))))
    known = (*parameters, *domain.constants)
    effects = []
    changeable = sorted((s for n, s in domain.predicates.items() if n not in domain.derived), key=str)
    for _ in range(draw(st.integers(0, 3))):
        own = tuple(Variable(f"?e{i}", draw(st.sampled_from(types))) for i in range(draw(st.integers(0, 2))))
        symbol = draw(st.sampled_from(changeable))
        terms = _terms(draw, symbol, (*known, *own), domain)
        if terms is not None:
            condition = draw(st.one_of(st.just(AllOf(())), conditions(domain, (*known, *own), 1)))
            effects.append(Effect(Literal(symbol.name, terms, draw(st.booleans())), condition, own))
    numeric = []
    for symbol in draw(st.lists(st.sampled_from(sorted(domain.functions.values(), key=str)), max_size=2)):
        terms = _terms(draw, symbol, known, domain)
        if terms is not None:
            numeric.append(NumericEffect(draw(st.sampled_from(NumericChange)), symbol.name, terms, draw(NUMBERS)))
    cost = draw(st.floats(0, 1e6)) if costs else 1.0
    return Operator(name, parameters, draw(conditions(domain, known)), tuple(effects), tuple(numeric), cost)


@st.composite
def domains(draw) -> Domain:
    """A well-formed domain."""
    types = TYPES if draw(st.booleans()) else {}
    names = [OBJECT, *types]
    constants = tuple(Variable(f"c{i}", draw(st.sampled_from(names))) for i in range(draw(st.integers(0, 3))))
    plain, functions = draw(_symbols("is-", names)), draw(_symbols("level_", names))
    domain = Domain("d-1", types, plain, {}, constants, functions)
    heads = draw(_symbols("so-", names))
    derived = {
        n: Derived(s, draw(conditions(domain, (*s.parameters, *constants), 2)))
        for n, s in heads.items()
        if draw(st.booleans())
    }
    predicates = {**plain, **{n: rule.symbol for n, rule in derived.items()}}
    domain = replace(domain, predicates=predicates, derived=derived)
    costs = draw(st.booleans())
    operators = {f"do_{i}": draw(_operators(domain, f"do_{i}", costs)) for i in range(draw(st.integers(0, 3)))}
    domain = replace(domain, operators=operators)
    return replace(domain, requirements=required(domain))


@st.composite
def tasks(draw) -> PddlTask:
    """A well-formed task of a random domain."""
    domain = draw(domains())
    names = [OBJECT, *domain.types]
    objects = tuple(Variable(f"o{i}", draw(st.sampled_from(names))) for i in range(draw(st.integers(0, 5))))
    known = (*domain.constants, *objects)
    facts, values = [], {}
    for symbol in draw(st.lists(st.sampled_from(sorted(domain.predicates.values(), key=str)), max_size=6)):
        terms = _terms(draw, symbol, known, domain)
        if terms is not None and symbol.name not in domain.derived:
            facts.append(Literal(symbol.name, terms))
    for symbol in domain.functions.values():
        terms = _terms(draw, symbol, known, domain)
        if terms is not None:
            values[symbol.name, terms] = draw(NUMBERS)
    return PddlTask("t-1", domain, objects, frozenset(facts), draw(conditions(domain, known)), values)
