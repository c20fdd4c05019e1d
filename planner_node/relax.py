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
| one thing fewer than asked                                   | 1.8 each                                 |
| all of what one part asked for left out                      | 1.5 more                                 |
| left out because nobody can say whether it was meant         | 0.5 each                                 |

Each is weighted by its place in the instruction: what was named first weighs up to a tenth more, what is only
implied ("set the table" implies plates) half. What things must be ("for kids") and what is excluded is never given
up, and neither is the last remaining part of an instruction.

The formula of a relaxed demand is weaker than the one asked for: whatever satisfies that satisfies this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from makedo_core.goal import OBJECT_VARIABLE, AllOf, AnyOf, AtLeast, Goal
from makedo_core.goal_text import enumerate_words, number_word, spoken
from makedo_core.ontology.taxonomy import plural
from makedo_core.plan import Relaxation, RelaxationKind
from makedo_core.scene_graph import Node
from makedo_core.skills import Literal
from planner_node.demand import Demand
from planner_node.missing import bare_text
from planner_node.options import Options, Reach, Target, drive_m, needs_other_places
from planner_node.scene import Scene
from planner_node.shift import Substitute, rejected, requirement_words

LOWER_COST = 1.8
DROP_COST = 1.5
POSITION_WEIGHT = 0.1
IMPLIED_WEIGHT = 0.5
DOUBT_COST = 0.5  # left out because nobody can say whether it was meant
_AWAY_WEIGHT = 10.0  # being close to the place asked for counts more than a short drive


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
    """

    goal: Goal
    target: Literal | None
    pools: tuple[tuple[str, ...], ...]
    relaxations: tuple[Relaxation, ...]
    way_m: float
    stage: int = 0

    @property
    def cost(self) -> float:
        """Relaxation cost."""
        return sum(r.cost for r in self.relaxations)

    @property
    def is_dropped(self) -> bool:
        """Whether nothing of the demand is left."""
        return not self.pools


def variants(options: Options, scene: Scene, reach: Reach, weight: float) -> tuple[Variant, ...]:
    """All ways to fulfil a demand that may be reachable, cheapest first; the last is to leave it out."""
    demand = options.demand
    if demand.doubt:
        change = Relaxation(RelaxationKind.DROP, demand.text, "", demand.doubt, DOUBT_COST)
        return (Variant(AllOf(()), None, (), (change,), 0.0, demand.stage),)
    found: list[Variant] = []
    for target in _useful_targets(options, reach):
        wanted = options.wanted
        if target.change is not None and target.change.kind is RelaxationKind.CHANGE_PLACE and not options.demand.stage:
            # Where a thing lies already is no other place for it, unless it is taken from there before.
            place = target.literal.terms[-1]
            wanted = tuple(w for w in wanted if w in scene.already or not _is_at(scene, w, place))
        here = [w for w in wanted if target.literal.bind({OBJECT_VARIABLE: w}) in reach]
        subs = [s for s in options.substitutes if target.literal.bind({OBJECT_VARIABLE: s.node_id}) in reach]
        found.extend(_for_target(options, scene, reach, target, here, subs))
    if options.demand.count > 0 or not options.demand.wanted:
        found.append(_dropped(options, scene, reach))
    stage = options.demand.stage
    weighted = [
        replace(v, stage=stage, relaxations=tuple(replace(r, cost=r.cost * weight) for r in v.relaxations))
        for v in found
    ]
    return tuple(sorted(weighted, key=lambda v: (v.cost, v.way_m)))


def _is_at(scene: Scene, node_id: str, place: str) -> bool:
    return place in (scene.graph.support(node_id), scene.graph.room_of(node_id))


def _useful_targets(options: Options, reach: Reach) -> tuple[Target, ...]:
    """The places asked for; only if nothing can be brought to any of them, the others."""
    if needs_other_places(options, reach):
        return options.targets
    return tuple(t for t in options.targets if t.change is None)


def _for_target(
    options: Options,
    scene: Scene,
    reach: Reach,
    target: Target,
    here: Sequence[str],
    subs: Sequence[Substitute],
) -> Iterator[Variant]:
    """For one place: as many of the wanted things as there are, then substitutes, then fewer."""
    demand = options.demand
    full = min(demand.count, len(here))
    if demand.count == 0 and not demand.wanted:
        return  # all of something of which there is nothing
    for kept in range(full, -1, -1):
        missing = demand.count - kept
        for stand_in in range(min(missing, len(subs)) if kept == full else 0, -1, -1):
            if kept + stand_in == 0 and demand.count > 0:
                continue
            chosen = subs[:stand_in]
            lowered = missing - stand_in
            changes = list(_changes(options, scene, reach, target, here[:kept], chosen, lowered))
            if target.change is not None:
                changes.append(target.change)
            same = [tuple(s.node_id for s in subs if s.cost <= c.cost) for c in chosen]
            place = target.literal.terms[-1]
            way = sum(drive_m(scene, n, place) for n in (*here[:kept], *(s.node_id for s in chosen)))
            way += _AWAY_WEIGHT * target.away_m
            yield Variant(
                goal=_formula(demand, target, kept, tuple(s.node_id for s in subs) if chosen else (), lowered),
                target=target.literal,
                pools=(*(tuple(here) for _ in range(kept)), *same),
                relaxations=tuple(changes),
                way_m=way,
            )


def _formula(demand: Demand, target: Target, kept: int, stand_ins: tuple[str, ...], lowered: int) -> Goal:
    """The weaker formula: fewer things, more things to choose from, more places to choose from."""

    def at(literal: Literal) -> Goal:
        total = AtLeast(demand.count - lowered, (*demand.wanted, *stand_ins), literal)
        if not stand_ins or kept == 0:
            return total
        return AllOf((AtLeast(kept, demand.wanted, literal), total))

    if target.change is None:
        return at(target.literal)
    return AnyOf((*(at(literal) for literal in demand.literals), at(target.literal)))


def _changes(
    options: Options,
    scene: Scene,
    reach: Reach,
    target: Target,
    kept: Sequence[str],
    chosen: Sequence[Substitute],
    lowered: int,
) -> Iterator[Relaxation]:
    """What is to be said of substitutes, those of one kind together, and of a lowered count."""
    demand = options.demand
    if not chosen and not lowered:
        return
    shortage = _shortage(options, scene, reach, target, len(kept))
    alike: dict[tuple[str, tuple[str, ...]], list[Substitute]] = {}
    for substitute in chosen:
        alike.setdefault((substitute.shared, substitute.given_up), []).append(substitute)
    for (shared, given_up), group in alike.items():
        nodes = [scene.graph[s.node_id] for s in group]
        kind = RelaxationKind.SUBSTITUTE if shared else RelaxationKind.GENERALISE
        named = _named(nodes, scene) if shared else enumerate_words(spoken(n.id) for n in nodes)
        why = (shortage, _likeness(nodes, shared, demand, scene), *given_up, *_warnings(demand, group, scene))
        asked = demand.text
        if len(group) < demand.count:
            asked = f"{number_word(len(group))} of {demand.text}"
        reason = "; ".join(w for w in why if w)
        yield Relaxation(kind, asked, named, reason, sum(s.cost for s in group))
    if lowered:
        less = f"{number_word(demand.count - lowered)}{' in all' if chosen else ''}"
        yield Relaxation(RelaxationKind.LOWER_COUNT, demand.text, f"only {less}", shortage, LOWER_COST * lowered)


def _likeness(nodes: Sequence[Node], shared: str, demand: Demand, scene: Scene) -> str:
    """Why substitutes are close to what was asked for."""
    phrase = demand.phrase
    if not shared or phrase is None or phrase.concept is None:
        return ""
    ontology = scene.ontology
    labels = list(dict.fromkeys(node.label for node in nodes))
    names = enumerate_words(ontology.phrase(label) for label in labels)
    safe = requirement_words(phrase)
    if len(labels) == 1:
        likeness = f"{names} is the closest at hand: like {ontology.phrase(phrase.concept)} it is "
        return f"{likeness}{ontology.phrase(shared)}" + (f", and it is {safe}" if safe else "")
    likeness = f"{names} are the closest at hand: like {ontology.phrase(phrase.concept)} each is "
    return f"{likeness}{ontology.phrase(shared)}" + (f", and all are {safe}" if safe else "")


def _warnings(demand: Demand, chosen: Sequence[Substitute], scene: Scene, most: int = 2) -> Iterator[str]:
    """What else is at hand for the same use and must not be taken."""
    required = demand.phrase is not None and bool(demand.phrase.requirements)
    far = max(s.cost for s in chosen)
    near = [item for item in rejected(demand, scene) if required or item.breadth <= far]
    for item in near[:most]:
        yield f"the {item.label.replace('_', ' ')} is left alone because {item.reason}"


def _shortage(options: Options, scene: Scene, reach: Reach, target: Target, kept: int) -> str:
    """Why not all that was asked for can be had."""
    demand = options.demand
    blocked = []
    for node_id in options.wanted:
        literal = target.literal.bind({OBJECT_VARIABLE: node_id})
        if literal not in reach:
            blocked.append(reach.why(literal))
    lost = [n for n in scene.lost if demand.phrase is not None and scene.is_named(n, demand.phrase)]
    blocked.extend(f"{spoken(n.id)} was not found where it should be" for n in lost)
    if kept == 0 and not demand.wanted:
        named = bare_text(demand.phrase) if demand.phrase is not None else demand.text
        there = f"I know of no {named} here"
    else:
        there = "it cannot be had" if demand.count == 1 else f"{_only(kept)} of them can be had"
    reasons = enumerate_words(dict.fromkeys(blocked))
    return f"{there} as {reasons}" if reasons else there


def _only(count: int) -> str:
    return f"only {number_word(count)}" if count else "none"


def _named(nodes: Sequence[Node], scene: Scene) -> str:
    """Things by class and id: "two spoons (spoon 1 and spoon 2) and a knife (knife 1)"."""
    groups: dict[str, list[str]] = {}
    for node in nodes:
        groups.setdefault(node.label, []).append(spoken(node.id))
    return enumerate_words(
        f"{scene.ontology.phrase(label)} ({ids[0]})"
        if len(ids) == 1
        else f"{number_word(len(ids))} {plural(spoken(label))} ({enumerate_words(ids)})"
        for label, ids in groups.items()
    )


def _dropped(options: Options, scene: Scene, reach: Reach) -> Variant:
    """The demand left out."""
    demand = options.demand
    if not options.targets:
        missing = demand.phrase if demand.place is None else demand.place.what
        named = demand.text if missing is None else bare_text(missing)
        cost = LOWER_COST * demand.count + DROP_COST
        change = Relaxation(RelaxationKind.DROP, demand.text, "", f"I know of no {named} here", cost)
        return Variant(AllOf(()), None, (), (change,), 0.0)
    target = options.targets[0]
    if demand.phrase is None and demand.wanted:
        literal = target.literal.bind({OBJECT_VARIABLE: demand.wanted[0]})
        reason = "it cannot be done together with the rest" if literal in reach else reach.why(literal)
    else:
        here = [w for w in options.wanted if target.literal.bind({OBJECT_VARIABLE: w}) in reach]
        reason = _shortage(options, scene, reach, target, 0)
        if here:
            reason = "it cannot be done together with the rest"
    cost = LOWER_COST * demand.count + DROP_COST
    change = Relaxation(RelaxationKind.DROP, demand.text, "", reason, cost)
    return Variant(AllOf(()), target.literal, (), (change,), 0.0)


def weights(demands: Sequence[Demand]) -> tuple[float, ...]:
    """Weight of each part of an instruction by its place: the first weighs most; what is only implied, less."""
    count = len(demands)
    return tuple(
        (1.0 + POSITION_WEIGHT * (count - 1 - i) / max(count, 1)) * (IMPLIED_WEIGHT if d.is_implied else 1.0)
        for i, d in enumerate(demands)
    )


