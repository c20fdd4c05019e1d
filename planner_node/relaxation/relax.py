# SPDX-License-Identifier: Apache-2.0
"""Goal relaxation: the cheapest reachable change of what was asked, best first under an explicit cost.

Relaxation cost of a change (a sum over all changes; 0 only if nothing changed):

| change                                                      | cost                                     |
|-------------------------------------------------------------|------------------------------------------|
| another one than the node that was named                     | 0.5 each                                 |
| an attribute given up ("red")                                | 0.5 each                                 |
| taken from elsewhere than "from ..."                         | 0.75 each                                |
| a substitute of the same functional class                    | breadth of the class (0.5 to 2) each     |
| the other side of the same furniture (on / inside)           | 0.5                                      |
| other furniture of the same functional class                 | breadth of the class                     |
| furniture of the broader kind (a table for a coffee table)   | half of that                             |
| one thing fewer than asked                                   | 1.8 each                                 |
| all of what one part asked for left out                      | 1.5 more                                 |
| left out because nobody can say whether it was meant         | 0.5 each                                 |

Each is weighted by its place in the instruction: what was named first weighs up to a tenth more, what is only
implied ("set the table" implies plates) half. What things must be ("for kids") and what is excluded is never given
up, and neither is the last remaining part of an instruction.

The formula of a relaxed demand is weaker than the one asked for: whatever satisfies that satisfies this. What an
operator chose binds it besides: those things, that place, so many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from makedo_core.goals.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Goal
from makedo_core.goals.goal_text import number_word
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.skills import Literal
from planner_node.grounding.demand import Demand, DemandChoice
from planner_node.grounding.missing import bare_text
from planner_node.grounding.scene import Scene
from planner_node.language.things import UNTRACKED, Referent
from planner_node.relaxation.options import DemandOptions, Reachability, Target, drives, needs_other_places
from planner_node.relaxation.reasons import CHOSEN, scarcity, shortage, substitutions, why_not_there
from planner_node.relaxation.shift import Substitute

LOWER_COST = 1.8
DROP_COST = 1.5
POSITION_WEIGHT = 0.1
IMPLIED_WEIGHT = 0.5
_LESS = (RelaxationKind.DROP, RelaxationKind.LOWER_COUNT)
_AGAIN = 0.01
"""What stands in for a thing that was spoken of before counts so much again: as good as nothing."""
_NOT_TOGETHER = "it cannot be done together with the rest"
DOUBT_COST = 0.5  # left out because nobody can say whether it was meant
_AWAY_WEIGHT = 10.0  # being close to the place asked for counts more than a short drive


@dataclass(frozen=True, slots=True)
class StandIns:
    """What relaxations say of substitutes, which may be others in the end where several demands want the same.

    Attributes:
        demand: what they stand in for.
        why: what was asked for is not had.
        chosen: those that the relaxations name.
        others: those that would do as well.
        weight: of the demand.
        by_operator: ids of substitutes that an operator chose.
        rivals: ids of what other demands want; nothing is said to be left alone of these.
    """

    demand: Demand
    why: str
    chosen: tuple[Substitute, ...]
    others: tuple[Substitute, ...]
    weight: float = 1.0
    by_operator: frozenset[str] = frozenset()
    rivals: frozenset[str] = frozenset()

    def told(self, scene: Scene) -> tuple[Relaxation, ...]:
        """The relaxations."""
        found = substitutions(self.demand, scene, self.why, self.chosen, self.others, self.by_operator, self.rivals)
        return tuple(replace(r, cost=r.cost * self.weight) for r in found)


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to fulfil a demand, wholly or in part.

    Attributes:
        goal: formula; weaker than the demand's or equal.
        target: literal in which "?object" stands for a thing.
        pools: for each thing that is to be chosen, the ids it can be chosen from, best first.
        relaxations: what was changed; empty if nothing.
        way_m: length of the ways, to choose among equals.
        stage: of the demand.
        stand_ins: what stands in, as the relaxations have it; None: nothing does.
        referent: which things are spoken of, towards those of other variants.
    """

    goal: Goal
    target: Literal | None
    pools: tuple[tuple[str, ...], ...]
    relaxations: tuple[Relaxation, ...]
    way_m: float
    stage: int = 0
    stand_ins: StandIns | None = None
    referent: Referent = UNTRACKED

    @property
    def cost(self) -> float:
        """Relaxation cost."""
        return sum(r.cost for r in self.relaxations)

    @property
    def is_dropped(self) -> bool:
        """Whether nothing of the demand is left, where something was asked for."""
        return not self.pools and not (self.goal == AllOf(()) and not self.relaxations)


def variants(
    options: DemandOptions,
    scene: Scene,
    reach: Reachability,
    weight: float,
    rivals: Sequence[Demand] = (),
) -> tuple[Variant, ...]:
    """All ways to fulfil a demand that may be reachable, cheapest first; the last is to leave it out.

    Args:
        options: of the demand.
        scene: where it is fulfilled.
        reach: what can become true.
        weight: of its changes.
        rivals: all demands, which may want the same things; what stands in for them all counts for the first.
    """
    demand = options.demand
    share = _AGAIN if _is_again(demand, rivals) else 1.0
    if demand.is_void:
        return (Variant(AllOf(()), None, (), (), 0.0, demand.stage),)
    if demand.doubt:
        change = Relaxation(RelaxationKind.DROP, demand.text, "", (demand.doubt,), DOUBT_COST)
        return (Variant(AllOf(()), None, (), (change,), 0.0, demand.stage),)
    found: list[Variant] = []
    chosen = demand.chosen
    elsewhere = frozenset(w for d in rivals if d is not demand for w in d.wanted)
    for target in _useful_targets(options, reach) if chosen is None or not chosen.dropped else ():
        wanted, standing_in = options.wanted, options.substitutes
        if target.change is not None and target.change.kind is RelaxationKind.CHANGE_PLACE and not options.demand.stage:
            # Where a thing lies already is no other place for it, unless it is taken from there before, or was brought
            # there for an earlier goal.
            place = target.literal.terms[-1]
            wanted = tuple(w for w in wanted if {w, place} <= scene.already or not _is_at(scene, w, place))
            standing_in = tuple(
                s for s in standing_in if {s.node_id, place} <= scene.already or not _is_at(scene, s.node_id, place)
            )
        here = [w for w in wanted if target.literal.bind({OBJECT_VARIABLE: w}) in reach]
        subs = [s for s in standing_in if target.literal.bind({OBJECT_VARIABLE: s.node_id}) in reach]
        found.extend(_for_target(options, scene, reach, target, here, subs, elsewhere, share))
    if chosen is not None and chosen.dropped:
        found.append(_chosen_to_drop(demand))
    elif chosen is None and (options.demand.count > 0 or not options.demand.wanted):
        found.append(_dropped(options, scene, reach, scarcity(options.demand, rivals) or _NOT_TOGETHER))
    stage, named = options.demand.stage, demand.named_among(rivals)
    weighted = [
        replace(
            v,
            stage=stage,
            relaxations=tuple(
                replace(r, asked=named if r.kind in _LESS else r.asked, cost=r.cost * weight) for r in v.relaxations
            ),
            stand_ins=None if v.stand_ins is None else replace(v.stand_ins, weight=weight * share),
            referent=demand.phrase.referent if demand.phrase is not None else UNTRACKED,
        )
        for v in found
    ]
    return tuple(sorted(weighted, key=lambda v: (v.cost, v.way_m)))


def _is_again(demand: Demand, demands: Sequence[Demand]) -> bool:
    """Whether an earlier demand is about the same things: what is heated first and put somewhere then."""
    number = demand.phrase.referent.number if demand.phrase is not None else 0
    earlier = demands[: demands.index(demand)] if number and demand in demands else ()
    return any(d.phrase is not None and d.phrase.referent.number == number for d in earlier)


def _is_at(scene: Scene, node_id: str, place: str) -> bool:
    return place in (scene.graph.support(node_id), scene.graph.room_of(node_id))


def _useful_targets(options: DemandOptions, reach: Reachability) -> tuple[Target, ...]:
    """The places asked for, or the one that was chosen; only if nothing can be brought to any of them, the others."""
    if (options.demand.chosen is not None and options.demand.chosen.place) or needs_other_places(options, reach):
        return options.targets
    return tuple(t for t in options.targets if t.literal in options.demand.literals)


def _for_target(
    options: DemandOptions,
    scene: Scene,
    reach: Reachability,
    target: Target,
    here: Sequence[str],
    subs: Sequence[Substitute],
    elsewhere: frozenset[str],
    share: float = 1.0,
) -> Iterator[Variant]:
    """For one place: as many of the wanted things as there are, then substitutes, then fewer."""
    demand = options.demand
    if demand.count == 0 and not demand.wanted:
        return  # all of something of which there is nothing
    bound = _bound(demand.chosen, here, subs)
    if bound is None:
        return
    least = len(bound.stand_ins)
    subs = bound.ordered(subs)
    full = min(demand.count - least, len(here))
    for kept in range(full, len(bound.own) - 1, -1):
        missing = demand.count - kept
        for stand_in in range(min(missing, len(subs)) if kept == full else least, least - 1, -1):
            if (kept + stand_in == 0 and demand.count > 0) or bound.count not in (0, kept + stand_in):
                continue
            chosen = subs[:stand_in]
            lowered = missing - stand_in
            why = shortage(options, scene, reach, target, kept) if stand_in or lowered else ""
            stand_ins = None
            if stand_in:
                by_operator = frozenset(bound.by_operator)
                others = tuple(subs[stand_in:])
                stand_ins = StandIns(demand, why, tuple(chosen), others, share, by_operator, elsewhere)
            changes = list(stand_ins.told(scene) if stand_ins else ())
            if lowered:
                less = f"{number_word(demand.count - lowered)}{' in all' if stand_in else ''}"
                cost, by_choice = LOWER_COST * lowered, bool(bound.count)
                reasons = (CHOSEN,) if by_choice else (why,)
                kind = RelaxationKind.LOWER_COUNT
                changes.append(Relaxation(kind, demand.text, f"only {less}", reasons, cost, by_choice))
            if target.change is not None:
                brought = next(iter((*(s.node_id for s in chosen), *here)), "")
                changes.append(_place_change(target.change, target, demand, brought, reach))
            same = [
                bound.stand_ins[n] if n < least else tuple(s.node_id for s in subs if s.cost <= c.cost)
                for n, c in enumerate(chosen)
            ]
            place = target.literal.terms[-1]
            drive_m = drives(scene, place)
            way = sum(drive_m(n) for n in (*here[:kept], *(s.node_id for s in chosen)))
            way += _AWAY_WEIGHT * target.away_m
            open_to = subs if demand.chosen is None or stand_in > least else ()  # else what was chosen alone
            instead = dict.fromkeys((*bound.by_operator, *(s.node_id for s in open_to)))
            yield Variant(
                goal=_formula(demand, target, kept, tuple(instead) if chosen else (), lowered),
                target=target.literal,
                pools=(*bound.own, *(tuple(here) for _ in range(kept - len(bound.own))), *same),
                relaxations=tuple(changes),
                way_m=way,
                stand_ins=stand_ins,
            )


@dataclass(frozen=True, slots=True)
class _Bound:
    """What an operator's choice binds at one place.

    Attributes:
        own: sets of which one of the wanted things each is used.
        stand_ins: sets of which one substitute each is used.
        count: of things; 0: it is not bound.
    """

    own: tuple[tuple[str, ...], ...] = ()
    stand_ins: tuple[tuple[str, ...], ...] = ()
    count: int = 0

    @property
    def by_operator(self) -> Iterator[str]:
        """Ids of substitutes that were chosen."""
        return (node_id for pool in self.stand_ins for node_id in pool)

    def ordered(self, subs: Sequence[Substitute]) -> Sequence[Substitute]:
        """Substitutes with one of each set first."""
        known = {s.node_id: s for s in subs}
        first: dict[str, Substitute] = {}
        for pool in self.stand_ins:
            node_id = next((i for i in pool if i not in first), pool[0])
            first[node_id] = known[node_id]
        return [*first.values(), *(s for s in subs if s.node_id not in first)]


def _bound(chosen: DemandChoice | None, here: Sequence[str], subs: Sequence[Substitute]) -> _Bound | None:
    """What a choice binds; None: not all of it is to be had here."""
    if chosen is None:
        return _Bound()
    own, stand_ins = [], []
    other = {s.node_id for s in subs}
    for pool in chosen.required:
        wanted = tuple(i for i in pool if i in here)
        instead = tuple(i for i in pool if i in other)
        if wanted:
            own.append(wanted)
        elif instead:
            stand_ins.append(instead)
        else:
            return None
    return _Bound(tuple(own), tuple(stand_ins), chosen.count)


def _place_change(change: Relaxation, target: Target, demand: Demand, thing: str, reach: Reachability) -> Relaxation:
    """The change of a place with its reason: an operator's choice if he made one, else what stands against it."""
    if demand.chosen is not None and demand.chosen.place:
        return replace(change, reasons=tuple(r for r in (CHOSEN, target.likeness) if r), chosen=True)
    why = why_not_there(thing, demand, reach) if target.unusable and thing else ""
    return replace(change, reasons=tuple(r.replace(target.unusable, why) for r in change.reasons)) if why else change


def _formula(demand: Demand, target: Target, kept: int, stand_ins: tuple[str, ...], lowered: int) -> Goal:
    """The weaker formula: fewer things, more things to choose from, more places to choose from."""
    chosen = demand.chosen or DemandChoice("")
    wanted = tuple(w for w in demand.wanted if w not in chosen.excluded)

    def at(literal: Literal) -> Goal:
        total = AtLeast(demand.count - lowered, (*wanted, *stand_ins), literal)
        parts = [AtLeast(kept, wanted, literal)] if stand_ins and kept else []
        parts += [AtLeast(count, pool, literal) for pool, count in Counter(chosen.required).items()]
        return AllOf((*parts, total)) if parts else total

    if target.change is None or chosen.place:
        return at(target.literal)
    return AnyOf((*(at(literal) for literal in demand.literals), at(target.literal)))


def _chosen_to_drop(demand: Demand) -> Variant:
    """The demand left out by an operator."""
    cost = LOWER_COST * demand.count + DROP_COST
    change = Relaxation(RelaxationKind.DROP, demand.text, "", (CHOSEN,), cost, True)
    return Variant(AllOf(()), None, (), (change,), 0.0)


def _dropped(options: DemandOptions, scene: Scene, reach: Reachability, alone: str) -> Variant:
    """The demand left out; `alone`: why, where it could be done if nothing else were asked for."""
    demand = options.demand
    if not options.targets:
        missing = demand.phrase if demand.place is None else demand.place.what
        named = demand.text if missing is None else bare_text(missing)
        cost = LOWER_COST * demand.count + DROP_COST
        change = Relaxation(RelaxationKind.DROP, demand.text, "", (f"I know of no {named} here",), cost)
        return Variant(AllOf(()), None, (), (change,), 0.0)
    target = options.targets[0]
    if demand.phrase is None and demand.wanted:
        literal = target.literal.bind({OBJECT_VARIABLE: demand.wanted[0]})
        reason = alone if literal in reach else reach.why(literal)
    else:
        here = [w for w in options.wanted if target.literal.bind({OBJECT_VARIABLE: w}) in reach]
        reason = shortage(options, scene, reach, target, 0)
        if here:
            reason = alone
    cost = LOWER_COST * demand.count + DROP_COST
    change = Relaxation(RelaxationKind.DROP, demand.text, "", (reason,), cost)
    return Variant(AllOf(()), target.literal, (), (change,), 0.0)


def weights(demands: Sequence[Demand]) -> tuple[float, ...]:
    """Weight of each part of an instruction by its place: the first weighs most; what is only implied, less."""
    count = len(demands)
    return tuple(
        (1.0 + POSITION_WEIGHT * (count - 1 - i) / max(count, 1)) * (IMPLIED_WEIGHT if d.is_implied else 1.0)
        for i, d in enumerate(demands)
    )
