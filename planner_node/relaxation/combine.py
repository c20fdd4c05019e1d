# SPDX-License-Identifier: Apache-2.0
"""Variants of all demands together: cheapest first, at one place, with a thing for each."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from makedo_core.goals.goal import OBJECT_VARIABLE
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.plan import RelaxationKind
from makedo_core.skills import Literal, Predicate
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.relaxation.identity import SlotKey, choices_bound, ways_to_choose
from planner_node.relaxation.relax import DROP_COST, LOWER_COST, Variant, weights

USUAL_WHOLE = 13.0  # cost of leaving out all of an instruction that asks for half a dozen things
_NEARLY_THE_SAME = 0.3  # cost of what stands in, as a mug for a cup
_MOST_VECTORS = 400


def most_acceptable(demands: Sequence[Demand], max_cost: float) -> float:
    """The largest acceptable cost: as the operator set it, and in proportion more where much is asked for."""
    whole = sum((LOWER_COST * d.count + DROP_COST) * w for d, w in zip(demands, weights(demands), strict=True))
    return max_cost * max(1.0, whole / USUAL_WHOLE)


def cost_of_choices(demands: Sequence[Demand], choices: Sequence[Sequence[Variant]]) -> float:
    """What operators' choices cost at least: that counts for no limit, as it was wanted."""
    return sum(
        min((v.cost for v in some), default=0.0)
        for demand, some in zip(demands, choices, strict=True)
        if demand.chosen is not None
    )


def at_one_place(demands: Sequence[Demand], choices: Sequence[tuple[Variant, ...]]) -> list[tuple[Variant, ...]]:
    """The choices with things that are to go to one of several places all going to the same, the cheapest for all."""
    result = list(choices)
    groups: dict[tuple[int, tuple[Literal, ...]], list[int]] = {}
    for index, demand in enumerate(demands):
        if len(demand.literals) > 1 and (demand.chosen is None or not demand.chosen.place):
            groups.setdefault((demand.stage, demand.literals), []).append(index)
    for (_, literals), members in groups.items():
        if len(members) < 2:
            continue

        def whole(literal: Literal, members: Sequence[int] = members) -> tuple[float, float]:
            ways = [
                min(
                    ((v.cost, v.way_m) for v in choices[i] if v.is_dropped or v.target == literal),
                    default=(math.inf, 0.0),  # it cannot go there with what an operator chose
                )
                for i in members
            ]
            return sum(cost for cost, _ in ways), sum(way for _, way in ways)

        best = min(literals, key=whole)
        for i in members:
            others = [x for x in literals if x != best]
            result[i] = tuple(v for v in choices[i] if v.is_dropped or v.target not in others)
    return result


def best_first(
    choices: Sequence[Sequence[Variant]], max_cost: float, demands: Sequence[Demand] = ()
) -> Iterator[tuple[Variant, ...]]:
    """One variant for each demand: all combinations within a cost, cheapest first, then nearest first.

    Combinations that leave out everything are passed over, and so are all where a machine would be started without
    anything of what was to go into it.
    """
    machines = _loads_of_machines(demands)
    if any(not variants_of for variants_of in choices) or _only_runs_empty(machines, choices):
        return
    start = (0,) * len(choices)
    heap = [(*_rank(choices, start), start)]
    seen = {start}
    given = 0
    while heap and given < _MOST_VECTORS:
        cost, _, vector = heapq.heappop(heap)
        if cost > max_cost + 1e-9:
            return
        chosen = tuple(c[i] for c, i in zip(choices, vector, strict=True))
        sensible = not _runs_empty(machines, chosen) and not _is_half_done(chosen)
        if (not all(v.is_dropped for v in chosen) or not chosen) and sensible:
            given += 1
            yield chosen
        for i in range(len(vector)):
            following = (*vector[:i], vector[i] + 1, *vector[i + 1 :])
            if following[i] < len(choices[i]) and following not in seen:
                seen.add(following)
                heapq.heappush(heap, (*_rank(choices, following), following))


def _loads_of_machines(demands: Sequence[Demand]) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Numbers of the demands that start a machine, each with those of what is to go into it; none without any."""
    literals = [tuple(x for x in demand.literals if not x.negated) for demand in demands]
    found = []
    for number, demand in enumerate(demands):
        started = {
            node_id
            for x in literals[number]
            if x.predicate == Predicate.SWITCHED_ON
            for node_id in (demand.wanted if x.terms[0] == OBJECT_VARIABLE else x.terms[:1])
        }
        loads = tuple(
            i
            for i, some in enumerate(literals)
            if any(x.predicate == Predicate.INSIDE and x.terms[-1] in started for x in some)
        )
        if loads:
            found.append((number, loads))
    return tuple(found)


def _runs_empty(machines: Sequence[tuple[int, Sequence[int]]], chosen: Sequence[Variant]) -> bool:
    """Whether a machine is started that gets nothing of what was to go into it, or something else.

    Something else does not go into one that is not started either.
    """
    return any(
        any(_loads_others(chosen[i]) for i in loads)
        if chosen[start].is_dropped
        else all(chosen[i].is_dropped or _loads_others(chosen[i]) for i in loads)
        for start, loads in machines
    )


def _only_runs_empty(machines: Sequence[tuple[int, Sequence[int]]], choices: Sequence[Sequence[Variant]]) -> bool:
    """Whether all machines that are to be started can get nothing else."""
    loads = {i for _, numbers in machines for i in numbers if i < len(choices)}
    return bool(loads) and all(v.is_dropped or _loads_others(v) for i in loads for v in choices[i])


def _is_half_done(chosen: Sequence[Variant]) -> bool:
    """Whether something stands in for a thing with which more was to be done, and that is left out or done with fewer.

    Of "heat two potatoes and put them on the table" no lettuce goes on the table that was not heated.
    """
    placed: dict[int, int] = {}
    for variant in chosen:
        if variant.stand_ins is not None and variant.referent.number:
            placed[variant.referent.number] = max(placed.get(variant.referent.number, 0), len(variant.pools))
    return any(
        variant.is_dropped or (_is_lowered(variant) and len(variant.pools) < placed[variant.referent.number])
        for variant in chosen
        if variant.referent.number in placed
    )


def _is_lowered(variant: Variant) -> bool:
    return any(change.kind is RelaxationKind.LOWER_COUNT for change in variant.relaxations)


def _loads_others(variant: Variant) -> bool:
    """Whether things of another kind stand in; a mug is nearly a cup, and whole bread of one kind with sliced bread."""
    return any(c.kind is RelaxationKind.SUBSTITUTE and c.cost > _NEARLY_THE_SAME for c in variant.relaxations)


def _rank(choices: Sequence[Sequence[Variant]], vector: tuple[int, ...]) -> tuple[float, float]:
    chosen = [c[i] for c, i in zip(choices, vector, strict=True)]
    return sum(v.cost for v in chosen), sum(v.way_m for v in chosen)


def assign(chosen: Sequence[Variant], scene: Scene) -> tuple[tuple[Literal, ...], ...] | None:
    """The literals of each stage, with a thing for each place in the variants.

    Within a stage no thing serves twice, and the best ones come first. What the instruction speaks of as the same
    things are the same things at every place, and others are others. None if there are not enough.
    """
    purposes = {
        (index, at): (variant.stage, _purpose(variant.target, scene))
        for index, variant in enumerate(chosen)
        for at in range(len(variant.pools))
        if variant.target is not None
    }
    bound = choices_bound(chosen, purposes)
    if not bound:
        return _staged(chosen, scene, {})
    ways = (_staged(chosen, scene, made) for made in ways_to_choose(bound, purposes))
    return next((stages for stages in ways if stages is not None), None)


def _staged(
    chosen: Sequence[Variant], scene: Scene, made: Mapping[SlotKey, str]
) -> tuple[tuple[Literal, ...], ...] | None:
    """The literals of each stage, given the things of some slots."""
    settled = [
        replace(v, pools=tuple((made[i, at],) if (i, at) in made else pool for at, pool in enumerate(v.pools)))
        for i, v in enumerate(chosen)
    ]
    stages = []
    for stage in sorted({v.stage for v in settled}):
        literals = _matched([v for v in settled if v.stage == stage], scene)
        if literals is None:
            return None
        stages.append(literals)
    return tuple(stages)


def as_assigned(chosen: Sequence[Variant], stages: Sequence[Sequence[Literal]], scene: Scene) -> tuple[Variant, ...]:
    """The variants with relaxations that name the substitutes that were assigned, where those are others."""
    assigned = {literal for stage in stages for literal in stage}
    taken = {literal for variant in chosen for literal in _own(variant, assigned)}  # what is brought as itself
    result = []
    for variant in chosen:
        told = variant.stand_ins
        if told is None or variant.target is None:
            result.append(variant)
            continue
        by_literal = {variant.target.bind({OBJECT_VARIABLE: s.node_id}): s for s in (*told.chosen, *told.others)}
        used = [x for x in by_literal if x in assigned and x not in taken][: len(told.chosen)]
        taken.update(used)
        really = tuple(by_literal[x] for x in used)
        if len(really) == len(told.chosen) and really != told.chosen:
            others = tuple(s for s in by_literal.values() if s not in really)
            now = replace(told, chosen=really, others=others)
            rest = variant.relaxations[len(told.told(scene)) :]
            variant = replace(variant, relaxations=(*now.told(scene), *rest), stand_ins=now)
        result.append(variant)
    return tuple(result)


def _own(variant: Variant, assigned: Collection[Literal]) -> tuple[Literal, ...]:
    """Of what was assigned so many as a variant asks for, of those that it may have and that do not stand in."""
    if variant.target is None:
        return ()
    told = variant.stand_ins
    standing_in = {s.node_id for s in (*told.chosen, *told.others)} if told is not None else set()
    ids = dict.fromkeys(i for pool in variant.pools for i in pool if i not in standing_in)
    found = (variant.target.bind({OBJECT_VARIABLE: node_id}) for node_id in ids)
    count = len(variant.pools) - (len(told.chosen) if told is not None else 0)
    return tuple(islice((x for x in found if x in assigned), count))


def _matched(chosen: Sequence[Variant], scene: Scene) -> tuple[Literal, ...] | None:
    """Source: Kuhn, The Hungarian method, 1955 (augmenting paths of a bipartite matching)."""
    slots = [(v.target, pool) for v in chosen if v.target is not None for pool in v.pools]
    turns = [at for v in chosen if v.target is not None for at in range(len(v.pools))]
    taken: dict[tuple[str, str], int] = {}

    def place(slot: int, tried: set[str]) -> bool:
        # The same thing may be made clean and be put somewhere: only where it rests it cannot be twice.
        purpose = _purpose(slots[slot][0], scene)
        for node_id in slots[slot][1]:
            if node_id in tried:
                continue
            tried.add(node_id)
            if (purpose, node_id) not in taken or place(taken[purpose, node_id], tried):
                taken[purpose, node_id] = slot
                return True
        return False

    there = _there_already(slots, scene)
    taken.update({(_purpose(slots[slot][0], scene), node_id): slot for slot, node_id in there.items()})
    kept = set(there.values())
    free: list[Literal] = []
    for slot, (target, pool) in enumerate(slots):
        if slot in there:
            continue
        if pool and scene.graph[pool[0]].kind is NodeKind.OBJECT:
            if not (place(slot, set(kept)) or place(slot, set())):
                return None
        else:
            index = sum(1 for t, p in slots[:slot] if t == target and p == pool)
            index = min(index, turns[slot]) if index >= len(pool) else index  # two demands of one machine
            free.append(target.bind({OBJECT_VARIABLE: pool[index]}))
    literals = [slots[slot][0].bind({OBJECT_VARIABLE: node_id}) for (_, node_id), slot in taken.items()]
    return tuple(dict.fromkeys((*literals, *free)))


def _there_already(slots: Sequence[tuple[Literal, Sequence[str]]], scene: Scene) -> dict[int, str]:
    """A thing for each slot of which one rests there: it stays, rather than going to where another one is missing."""
    found: dict[int, str] = {}
    for slot, (target, pool) in enumerate(slots):
        if target.negated or scene.backend.is_condition(target):
            continue
        there = (n for n in pool if n not in found.values() and scene.graph.support(n) == target.terms[-1])
        node_id = next(there, None)
        if node_id is not None:
            found[slot] = node_id
    return found


def _purpose(literal: Literal, scene: Scene) -> str:
    """Where a thing is excludes that it is elsewhere; how it is, or where it is not, nothing else."""
    if literal.negated:
        return str(literal)
    return literal.predicate if scene.backend.is_condition(literal) else ""
