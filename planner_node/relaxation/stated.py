# SPDX-License-Identifier: Apache-2.0
"""Which of the requests that a speaker stated is pursued: by their conditions, then the first that can be met wholly.

What a speaker wants instead ("or, failing that, a banana") comes before any change of the goal that the speaker did not
name, and costs nothing. If none of the requests can be met as it was said, the first is pursued and relaxed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.goals.goal import AllOf
from planner_node.grounding.demand import Demand, manner_of
from planner_node.grounding.ground import Asker, ground
from planner_node.grounding.scene import UNSPOILT, Scene
from planner_node.grounding.stated.conditions import holds
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis, Put, Request, StatedCondition
from planner_node.relaxation.options import Reachability, make_options
from planner_node.relaxation.relax import variants


def stated(
    request: Request, scene: Scene, book: Phrasebook | None = None, asker: Asker | None = None
) -> Request | Refusal:
    """The request that is to be met, with the others as what is wanted instead.

    Args:
        request: what is asked for, with what is wanted in other cases.
        scene: what there is.
        book: knows which machine does what; None: ours.
        asker: says what questions and people demand; None: they are refused.
    """
    if request.basis is Basis.NEED:
        return _needed(request, scene, book, asker)
    ways = (replace(request, instead=()), *request.instead)
    if len(ways) == 1 and not request.when:
        return request
    given: list[Request] = []
    for way in ways:
        so = _all_hold(way.when, scene)
        if isinstance(so, Refusal):
            return so
        if so:
            given.append(way)
    pursued = _first_met(given, scene, book, asker) if given else _nothing(ways[0])
    notes = tuple(f"'{c.text}' is {'so' if c.so else 'not so'}, as far as I know" for c in pursued.when)
    return replace(pursued, notes=(*notes, *pursued.notes), instead=tuple(w for w in ways if w is not pursued))


def _needed(request: Request, scene: Scene, book: Phrasebook | None, asker: Asker | None) -> Request | Refusal:
    """The first of the readings of a need that can be met wholly; none of them is relaxed, as nobody asked for it.

    What is so already did not help: it is the answer only where nothing else can be done.
    """
    ways = tuple(_unspoilt(way) for way in (replace(request, instead=()), *request.instead))
    so_already: Request | None = None
    who: Refusal | None = None
    for way in ways:
        found = ground(way, scene, book, asker)
        if isinstance(found, Refusal) and found.gap is not None and found.gap.tells:
            who = who or found  # who speaks, or where, has to be known first
        if isinstance(found, Refusal) or not is_met(found, scene):
            continue
        if scene.backend.validate((), AllOf(tuple(demand.asked() for demand in found))).outcome.ok:
            so_already = so_already or way
            continue
        return replace(way, instead=tuple(w for w in ways if w is not way))
    if so_already is not None:
        return replace(so_already, instead=tuple(w for w in ways if w is not so_already))
    if who is not None:
        return who
    told = " ".join(f"{note.rstrip('.')}." for note in request.notes)
    text = f"{told} I know of nothing here that would do. Say what is to be done."
    return Refusal(FailureCause.OBJECT_NOT_FOUND, text.strip())


def _unspoilt(way: Request) -> Request:
    """The request without what is good for nobody: whoever is hungry wants nothing rotten."""
    clauses = tuple(
        replace(c, what=tuple(replace(t, requirements=t.requirements | {UNSPOILT}) for t in c.what))
        if isinstance(c, Put)
        else c
        for c in way.clauses
    )
    return replace(way, clauses=clauses)


def _nothing(way: Request) -> Request:
    """That nothing is asked for, as a condition is not so."""
    return replace(way, clauses=(), stages=(), when=tuple(replace(c, so=not c.so) for c in way.when))


def _first_met(given: Sequence[Request], scene: Scene, book: Phrasebook | None, asker: Asker | None) -> Request:
    """The first request that can be met wholly; else the first that is about what there is."""
    if len(given) == 1:
        return given[0]
    grounded = [(way, ground(way, scene, book, asker)) for way in given]
    for way, found in grounded:
        if not isinstance(found, Refusal) and is_met(found, scene):
            failing = way.basis is Basis.CASE and way is not given[0]
            return replace(way, notes=("what was asked for first cannot be had", *way.notes)) if failing else way
    return next((way for way, found in grounded if not isinstance(found, Refusal)), given[0])


def is_met(demands: Sequence[Demand], scene: Scene) -> bool:
    """Whether demands can be met as they were said, as far as can be seen without a search."""
    options = [make_options(d, scene, other_places=False, stand_ins=False) for d in demands]
    reach = Reachability(scene.backend, (x for o in options for x in o.literals()), manner_of(demands))
    ways = (variants(o, scene, reach, 1.0) for o in options)
    return all(any(not v.relaxations for v in some) for some in ways)


def _all_hold(conditions: Sequence[StatedCondition], scene: Scene) -> bool | Refusal:
    for condition in conditions:
        so = holds(condition, scene)
        if isinstance(so, Refusal) or not so:
            return so
    return True
