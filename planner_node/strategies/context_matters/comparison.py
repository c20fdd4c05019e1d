# SPDX-License-Identifier: Apache-2.0
"""How a goal differs from what was asked, demand by demand, and the weakest formula that says so.

A model names single things where the instruction left a choice. What it states is therefore read back into formulas
of the demands' kind: "two of these five on the table", not "apple_1 and apple_4 on table_2". Whether one goal is
weaker than another is then proven by entailment between those.

Source of the kinds of change: Musumeci et al., Context Matters! Relaxing Goals with LLMs for Feasible 3D Scene
Planning, section III-A (drop conjuncts, replace constants by sets, generalise predicates, widen thresholds, add
disjuncts).
"""

from __future__ import annotations

from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass

from makedo_core.goals.entailment import entails
from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Goal, Holds, conjuncts, staged
from makedo_core.graph.scene_graph import AGENT_ID
from makedo_core.plan import RelaxationKind
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand

SHIFTS = frozenset({RelaxationKind.SUBSTITUTE, RelaxationKind.CHANGE_PLACE, RelaxationKind.GENERALISE})


@dataclass(frozen=True, slots=True)
class Difference:
    """One change of one demand.

    Attributes:
        kind: SUBSTITUTE, CHANGE_PLACE, WEAKEN_RELATION, LOWER_COUNT or DROP.
        demand: what was asked.
        kept: how many of the things that were asked for are still in the goal.
        instead: things that stand in, or the place that does.
        missing: how many things fewer.
        target: what is to hold of the things ("?object") where that was changed.
    """

    kind: RelaxationKind
    demand: Demand
    kept: int
    instead: tuple[str, ...] = ()
    missing: int = 0
    target: Literal | None = None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A goal seen from what was asked.

    Attributes:
        goal: the weakest formula of the demands' kind that the compared goal ensures; what was asked, if nothing
            differs.
        differences: every change.
        surplus: literals that nobody asked for and that do not hold already.
        nothing_left: whether no demand is met, not even in part.
        stages: literals that the instruction wants before others, stage after stage; the last stage is not among them.
    """

    goal: Goal
    differences: tuple[Difference, ...]
    surplus: tuple[Literal, ...]
    nothing_left: bool
    stages: tuple[tuple[Literal, ...], ...] = ()


@dataclass(slots=True)
class _Share:
    """What of a goal belongs to one demand."""

    demand: Demand
    target: Literal | None
    kept: list[str]
    stand_ins: list[str]
    moved: Literal | None = None  # the literal of another place

    @property
    def count(self) -> int:
        return len(self.kept) + len(self.stand_ins)

    @property
    def literals(self) -> tuple[Literal, ...]:
        target = self.moved or self.target
        return tuple(target.bind({OBJECT_VARIABLE: i}) for i in (*self.kept, *self.stand_ins)) if target else ()


def compare(
    wanted: Sequence[Literal],
    demands: Sequence[Demand],
    true: Collection[Literal],
    there: Container[str],
    hopeless: Container[str] = (),
) -> Comparison:
    """Divide the literals of a goal among the demands: exact ones first, then stand-ins, then other places.

    What has to be so before something else, and need not last, is put in where the instruction leaves no choice.

    Args:
        wanted: the goal.
        demands: what was asked.
        true: what holds before anything is done; keeping that is no surplus.
        there: ids of the scene; what else a model asked for is in no formula.
        hopeless: texts of demands that are proven to be out of reach.
    """
    free = list(wanted)
    shares = [_exact(demand, free) for demand in demands]
    last = max((demand.stage for demand in demands), default=0)
    for share in shares:
        if share.demand.text not in hopeless:
            _in_passing(share, last, there)
    for share in shares:
        _stand_ins(share, free)
    for share in shares:
        _elsewhere(share, free)
    kept = [x for x in free if (Literal(x.predicate, x.terms) in true) is not x.negated]
    parts = [(s.demand.stage, part) for s in shares if s.count for part in conjuncts(_formula(s, there))]
    differences = tuple(d for share in shares for d in _differences(share))
    surplus = tuple(x for x in free if x not in kept)
    earlier = sorted({share.demand.stage for share in shares if share.count} - {last})
    stages = tuple(tuple(x for s in shares if s.demand.stage == stage for x in s.literals) for stage in earlier)
    goal = staged([*parts, *((last, Holds(x)) for x in kept)])
    return Comparison(goal, differences, surplus, not any(share.count for share in shares), stages)


def is_weaker(before: Goal, after: Goal, fresh: Collection[Difference]) -> bool:
    """Whether a change is proven to be a relaxation: what satisfies the goal before satisfies the one after.

    Where the goal before cannot hold at all, it entails everything; a change that puts other things or places in is
    therefore never a relaxation.
    """
    return entails(before, after) and not any(d.kind in SHIFTS for d in fresh)


def _thing(pattern: Literal, literal: Literal) -> str | None:
    """What stands for "?object" if a literal is an instance of a pattern; None if it is not."""
    if (pattern.predicate, pattern.negated, len(pattern.terms)) != (
        literal.predicate,
        literal.negated,
        len(literal.terms),
    ):
        return None
    found = None
    for expected, term in zip(pattern.terms, literal.terms, strict=True):
        if expected == OBJECT_VARIABLE:
            found = term
        elif expected != term:
            return None
    return found


def _exact(demand: Demand, free: list[Literal]) -> _Share:
    """Take what fits a demand as it was asked, at the one of its places where most of it is."""
    best: list[Literal] = []
    target = demand.literals[0] if demand.literals else None
    for pattern in demand.literals:
        found = [x for x in free if _thing(pattern, x) in demand.wanted]
        if len(found) > len(best):
            best, target = found, pattern
    taken = best[: demand.count]
    for literal in taken:
        free.remove(literal)
    return _Share(demand, target, [_thing(target, x) or "" for x in taken] if target else [], [])


def _in_passing(share: _Share, last: int, there: Container[str]) -> None:
    """What leaves no choice and comes before other things need not be so in the end, so no problem has to say it."""
    demand = share.demand
    if demand.stage == last or share.kept or len(demand.literals) != 1 or len(demand.wanted) != demand.count:
        return
    if all(w in there for w in demand.wanted):
        share.kept.extend(demand.wanted)


def _stand_ins(share: _Share, free: list[Literal]) -> None:
    """Take other things at the place that was asked for."""
    missing = share.demand.count - len(share.kept)
    if missing <= 0:
        return
    patterns = [share.target] if share.kept and share.target else list(share.demand.literals)
    options = [(p, [x for x in free if _thing(p, x) not in (None, *share.demand.wanted)]) for p in patterns]
    pattern, found = max(options, key=lambda option: len(option[1]), default=(None, []))
    if pattern is None or not found:
        return
    share.target = pattern
    for literal in found[:missing]:
        free.remove(literal)
        share.stand_ins.append(_thing(pattern, literal) or "")


def _elsewhere(share: _Share, free: list[Literal]) -> None:
    """Where nothing is left of a demand: take what goes to another place, or what else its things are to become."""
    demand = share.demand
    if share.count:
        return
    about_places = not demand.literals or any(len(x.terms) == 2 and not x.negated for x in demand.literals)
    options = [x for x in free if x.terms and x.terms[0] != AGENT_ID and not x.negated]
    if about_places:
        options = [x for x in options if len(x.terms) == 2]
    else:
        options = [x for x in options if x.terms[0] in demand.wanted]
    if not options:
        return
    first = max(options, key=lambda x: x.terms[0] in demand.wanted)
    target = Literal(first.predicate, (OBJECT_VARIABLE, *first.terms[1:]))
    there = [x for x in options if _thing(target, x) is not None]
    there.sort(key=lambda x: x.terms[0] not in demand.wanted)
    for literal in there[: demand.count]:
        free.remove(literal)
        (share.kept if literal.terms[0] in demand.wanted else share.stand_ins).append(literal.terms[0])
    share.moved = target


def _formula(share: _Share, there: Container[str]) -> Goal:
    """The weaker formula: fewer things, more things or more places to choose from."""
    demand, target = share.demand, share.moved or share.target
    if not share.count or target is None:
        return AllOf(())
    if share.count == demand.count and not share.stand_ins and share.moved is None:
        return demand.asked()
    wanted = tuple(w for w in demand.wanted if w in there)
    total = AtLeast(share.count, (*wanted, *share.stand_ins), target)
    both: Goal = total
    if share.kept and share.stand_ins:
        both = AllOf((AtLeast(len(share.kept), wanted, target), total))
    if share.moved is None:
        return both
    known = [x for x in demand.literals if all(t == OBJECT_VARIABLE or t in there for t in x.terms)]
    asked = tuple(AtLeast(share.count, wanted, literal) for literal in known)
    return AnyOf((*asked, both)) if asked else both


def _differences(share: _Share) -> tuple[Difference, ...]:
    demand, kept = share.demand, len(share.kept)
    found: list[Difference] = []
    if share.stand_ins:
        found.append(Difference(RelaxationKind.SUBSTITUTE, demand, kept, tuple(share.stand_ins)))
    if share.moved is not None:
        place = share.moved.terms[1] if len(share.moved.terms) == 2 else ""
        # The same place in another way, or a state for which a place or another state stands in.
        weaker = any(place in x.terms for x in demand.literals) or all(len(x.terms) == 1 for x in demand.literals)
        kind = RelaxationKind.WEAKEN_RELATION if demand.literals and weaker else RelaxationKind.CHANGE_PLACE
        found.append(Difference(kind, demand, kept, (place,) if place else (), target=share.moved))
    missing = demand.count - share.count
    if missing > 0:
        kind = RelaxationKind.LOWER_COUNT if share.count else RelaxationKind.DROP
        found.append(Difference(kind, demand, kept, (), missing))
    return tuple(found)
