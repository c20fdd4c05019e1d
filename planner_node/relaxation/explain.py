# SPDX-License-Identifier: Apache-2.0
"""Says in plain words what will be done, what was changed and why, or why nothing is done."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from makedo_core.account import Account, ClaimReason
from makedo_core.failure import CANNOT, FailureCause
from makedo_core.goals.goal_text import describe, enumerate_words, so_already, spoken
from makedo_core.graph.scene_graph import NodeKind
from makedo_core.plan import Plan, Relaxation, RelaxationKind
from makedo_core.skills import Literal
from planner_node.claims.telling import named, sentences
from planner_node.grounding.demand import Demand
from planner_node.grounding.missing import no_place, not_found
from planner_node.grounding.scene import Scene
from planner_node.language.refusal import Refusal
from planner_node.language.request import Basis
from planner_node.relaxation.relax import Variant
from planner_node.relaxation.shift import rejected

_MOVING_NOTHING = frozenset({"go_to", "discover_objects"})


def explain(
    plan: Plan,
    demands: Sequence[Demand],
    scene: Scene,
    achieved: str,
    account: Account,
    begin: Collection[Literal] = (),
    end: Collection[Literal] = (),
) -> str:
    """What will be done, what was changed, why, what stayed, and what is in doubt.

    A plan that is provisional here looks whether all is as it was asked already.

    Args:
        plan: with its changes.
        demands: what was asked.
        scene: where it is done.
        achieved: what is true in the end.
        account: what may be claimed.
        begin: what is true before the plan; empty: what is so already is not told.
        end: what is true after it.
    """
    asked = enumerate_words(_asked(demands))
    notes = [text for d in demands for text in (d.note, d.told) if text]
    doubts = sentences(account)
    if all(d.is_void for d in demands):
        return _sentences(*notes, "There is nothing to do", *doubts)
    is_so = f"There is nothing to do: {_now(plan, begin) or describe(plan.goal, scene.graph)} already"
    deeds = scene.backend.deeds(plan.calls) or f"In {len(plan.calls)} steps: {achieved}" if plan.calls else is_so
    if plan.provisional and not plan.relaxations:
        thought = f"As far as I know {describe(plan.goal, scene.graph)} already"
        return _sentences(*notes, f"{thought}; I look whether it is so", *doubts)
    so = _so_already(plan, begin, end) if plan.calls and not plan.provisional else ()
    if not plan.relaxations:
        return _sentences(
            *notes, deeds, *so, _claim(demands, account) if plan.calls else "", *doubts, _beliefs(plan, scene)
        )
    told = [*notes, f"You asked for {asked}"]
    for number, (change, *others) in enumerate(_alike(plan.relaxations)):
        done = f"I make do {'' if number == 0 else 'also '}"
        if change.kind is RelaxationKind.DROP:
            done += f"without {enumerate_words(c.asked for c in (change, *others))}"
        else:
            done += f"with {change.instead} instead of {change.asked}"
        why, *more = change.reasons
        told.append(f"{done}, as you chose" if change.chosen else f"{done}, because {why}")
        told.extend(m for m in more if m[0].upper() + m[1:] not in told)
    return _sentences(*(s[0].upper() + s[1:] for s in told), deeds, *so, *doubts, _beliefs(plan, scene))


def _now(plan: Plan, begin: Collection[Literal]) -> str:
    """What of a goal with stand-ins is so, of all that might be; empty: nothing stands in, or it is not known."""
    if not plan.relaxations:
        return ""
    now = so_already(plan.goal, begin, begin, frozenset())
    return enumerate_words(f"{named(names)} {'are' if len(names) > 1 else 'is'} {said}" for said, names in now.items())


def _asked(demands: Sequence[Demand]) -> Iterator[str]:
    """What was asked for, its steps once; where the same was for several places, with its place."""
    last = ""
    for demand in demands:
        text = demand.named_among(demands)
        if text != last or text != demand.text:
            yield text
        last = text


def _claim(demands: Sequence[Demand], account: Account) -> str:
    """What may be claimed of a plan that changes nothing of what is pursued."""
    bases = {d.basis for d in demands}
    if Basis.NEED in bases:
        return "This is my reading of what is needed; say so if something else was meant"
    if Basis.PIECES in bases:
        return "Say so if something else was meant"
    if Basis.CASE in bases:
        sure = all(claim.is_as_asked or claim.reason is ClaimReason.CHOSEN for claim in account.claims)
        return "This is what was asked for in this case" if sure else ""
    return "This is exactly what was asked for" if account.exact else ""


def _so_already(plan: Plan, begin: Collection[Literal], end: Collection[Literal]) -> Iterator[str]:
    """What was asked for and needs nothing: "onion 2 and carrot 1 are on counter 1 already"."""
    moved = {call.arguments[0] for call in plan.calls if call.arguments and call.skill not in _MOVING_NOTHING}
    for said, names in so_already(plan.goal, begin, end, moved).items():
        yield f"{named(names)} {'are' if len(names) > 1 else 'is'} {said} already"


def _alike(changes: Sequence[Relaxation]) -> Iterator[tuple[Relaxation, ...]]:
    """Changes, those together that leave something out for the same reasons."""
    dropped: dict[tuple[str, ...], list[Relaxation]] = {}
    for change in changes:
        if change.kind is RelaxationKind.DROP:
            dropped.setdefault(change.reasons, []).append(change)
    stand_ins: set[tuple[str, str]] = set()  # each is told once, whatever is done with it
    for change in changes:
        if change.kind is not RelaxationKind.DROP:
            stands_in = change.kind in (RelaxationKind.SUBSTITUTE, RelaxationKind.GENERALISE)
            if not stands_in or (change.instead, change.reasons[0]) not in stand_ins:
                yield (change,)
            stand_ins |= {(change.instead, change.reasons[0])} if stands_in else set()
        elif change is dropped[change.reasons][0]:
            yield tuple(dropped[change.reasons])


def _beliefs(plan: Plan, scene: Scene) -> str:
    """Which things are only thought to be where they are taken from."""
    picked = [c.arguments[0] for c in plan.calls if c.skill == "pick_up"]
    believed = [o for o in picked if scene.graph[o].kind is NodeKind.OBJECT and scene.graph[o].is_belief]
    if not believed:
        return ""
    verb = "have" if len(believed) > 1 else "has"
    return f"{named([spoken(o) for o in believed])} {verb} not been seen yet, so I look when I get there"


def _sentences(*parts: str) -> str:
    said = dict.fromkeys(f"{p[0].upper()}{p[1:].rstrip('.')}." for p in parts if p)  # a note may say so already
    return " ".join(said)


def explain_refusal(choices: Sequence[Sequence[Variant]], demands: Sequence[Demand], scene: Scene) -> Refusal:
    """Why nothing acceptable is left, with the nearest option."""
    for demand, variants in zip(demands, choices, strict=True):
        useful = [v for v in variants if not v.is_dropped]
        if not useful and not demand.literals and demand.place is not None:
            return no_place(demand.place.what, scene)
        useful = [v for v in variants if not v.is_dropped]
        if useful or demand.phrase is None or demand.wanted:
            continue
        refusal = not_found(demand.phrase, scene)
        left_alone = _left_alone(demand, scene)
        return Refusal(refusal.cause, f"{refusal.message}{left_alone}", refusal.candidates)
    nearest = [v[0] for v in choices if v and v[0].relaxations]
    told = dict.fromkeys(r.reason for v in nearest for r in v.relaxations if r.reasons)
    reasons = enumerate_words(t for t in told if not any(t != other and t in other for other in told))  # each once
    asked = enumerate_words(d.text for d in demands)
    message = f"{CANNOT}{asked}"
    message += f"; {reasons}." if reasons else ", not all at once."
    options = [r for v in choices for w in v if not w.is_dropped for r in w.relaxations if r.instead]
    near = tuple(dict.fromkeys(r.instead for r in options))[:3]
    if near:
        fewer = options[0].kind is RelaxationKind.LOWER_COUNT
        done = f"{near[0]} for '{options[0].asked}'" if fewer else near[0]
        message += f" The nearest I could do is {done}, which is further from the instruction than allowed."
    cause = FailureCause.NOTHING_ACCEPTABLE
    proven = all(len(v) == 1 and v[0].is_dropped for v in choices if v)
    return Refusal(FailureCause.UNSOLVABLE_PROVEN if proven and not near else cause, message, near)


def _left_alone(demand: Demand, scene: Scene) -> str:
    """What would serve the same use and must not be taken."""
    items = rejected(demand, scene)[:2]
    if not items:
        return ""
    told = enumerate_words(f"the {i.label.replace('_', ' ')} because {i.reason}" for i in items)
    return f" I do not take {told}."
