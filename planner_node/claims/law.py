# SPDX-License-Identifier: Apache-2.0
"""The law of claims: what may be said of a plan follows from the instruction, the request and the scene alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from makedo_core.account import Account, ClaimKind, ClaimReason, PlanClaim
from makedo_core.goals.goal import Goal, InOrder, literals
from makedo_core.ontology.membership import Memberships, memberships_of
from makedo_core.plan import Plan
from makedo_core.skills import Literal, SkillCall
from planner_node.claims.besides import claims_besides
from planner_node.claims.groups import Groups
from planner_node.claims.identity import identity_claims
from planner_node.claims.scopes import scope_claims
from planner_node.claims.things import measured_amounts, thing_claims
from planner_node.claims.wording.exchanged import exchange_claims
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.mirrors import mirrors
from planner_node.claims.wording.outlines import outline_claims
from planner_node.claims.wording.quantified import quantified
from planner_node.claims.wording.words import word_claims
from planner_node.grounding.demand import Demand
from planner_node.grounding.scene import Scene
from planner_node.grounding.things import taken_soiled
from planner_node.language.phrasebook import Phrasebook, load_phrasebook
from planner_node.language.request import Basis, Request


def account_of(
    request: Request | None,
    scene: Scene,
    demands: Sequence[Demand],
    plan: Plan,
    end: Collection[Literal],
    memberships: Memberships | None = None,
    book: Phrasebook | None = None,
) -> Account:
    """What is claimed of a plan.

    Args:
        request: what was read of an instruction; None: a goal was given as a formula, and that is all of it.
        scene: where it is done.
        demands: what was asked, with the choices that were made.
        plan: with its changes.
        end: what holds in the end.
        memberships: which labels belong to which groups; None: by the ontology alone.
        book: words for what a request can say; None: ours.
    """
    changes = tuple(PlanClaim(ClaimKind.SUPPOSED, c.asked, ClaimReason.CHANGED, c.instead) for c in plan.relaxations)
    choices = tuple(PlanClaim(ClaimKind.SUPPOSED, d.text, ClaimReason.CHOSEN, d.note) for d in demands if d.note)
    if request is None:
        return Account((*changes, *choices))
    groups = Groups(scene, memberships or memberships_of(scene.ontology), word_lists())
    said = mirrors(request, scene.graph, scene.ontology, book or load_phrasebook(), groups.count, scene.habits)
    each = quantified(request.instruction, scene.graph, scene.ontology)
    served = frozenset(_served(plan.goal, plan.calls, end))
    spans = frozenset(position for group in each for position in group.span)
    of_words = word_claims(request.instruction, said, spans) if request.clauses else ()  # the notes say why nothing
    amounts = measured_amounts(each, groups)
    of_words = tuple(c for c in of_words if c.reason is not ClaimReason.AMOUNT or not _is_measured(c, amounts))
    if request.basis is Basis.PIECES:
        choices += tuple(
            PlanClaim(ClaimKind.SUPPOSED, request.instruction, ClaimReason.CHOSEN, n) for n in request.notes
        )
    besides = claims_besides(plan.calls, served, scene.graph)
    soiled = tuple(
        PlanClaim(ClaimKind.SUPPOSED, thing, ClaimReason.SOILED, look)
        for thing, look in taken_soiled(demands, plan.calls, scene)
    )
    same = identity_claims(request.instruction, served, scene.graph, scene.ontology)
    exchanged = tuple(exchange_claims(request.instruction, served, scene.graph))
    outlined = tuple(outline_claims(request.instruction, served, scene.graph, scene.ontology))
    of_things = (*thing_claims(request, said, each, served, groups), *scope_claims(request, groups))
    return Account((*changes, *choices, *of_words, *of_things, *outlined, *besides, *exchanged, *soiled, *same))


def _is_measured(claim: PlanClaim, amounts: Collection[int]) -> bool:
    """Whether a number that nobody said is so many for each of others, as "two forks per plate" says."""
    return bool(claim.of) and any(int(claim.of) % amount == 0 for amount in amounts)


def _served(goal: Goal, calls: Sequence[SkillCall], end: Collection[Literal]) -> Iterator[Literal]:
    """Literals of a goal that hold in the end, or did after an earlier stage."""
    *earlier, last = goal.parts if isinstance(goal, InOrder) and goal.parts else (goal,)
    touched = {argument for call in calls for argument in call.arguments}
    for part in earlier:
        yield from (x for x in literals(part) if not touched.isdisjoint(x.terms[:1]))
    yield from (x for x in literals(last) if (~x not in end if x.negated else x in end))
