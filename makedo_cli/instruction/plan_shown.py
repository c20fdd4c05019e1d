# SPDX-License-Identifier: Apache-2.0
"""A plan, or why there is none, as it is printed: for people and as JSON."""

from __future__ import annotations

import json
import sys
from itertools import groupby
from typing import Any

from rich.console import Console
from rich.markup import escape

from makedo_cli.exit_code import ExitCode, exit_code
from makedo_core.contract.contract import Contract
from makedo_core.contract.receipt import FactLink, Receipt
from makedo_core.plan import Plan
from planner_node.task import Result


def plan_exit_code(result: Result) -> ExitCode:
    """Nothing has moved, so nothing has failed on the way."""
    code = exit_code(result.outcome.cause)
    return ExitCode.REFUSED if code is ExitCode.FAILED else code


def show_plan(result: Result) -> None:
    """Steps and changes, for people."""
    console = Console(highlight=False)
    if result.plan is None:
        console.print(f"[red]Refused[/] [dim]({result.outcome.cause.name.lower()})[/] {escape(str(result.outcome))}")
        return
    console.print(escape(result.explanation))
    if result.plan.relaxations:
        console.print(f"\n[yellow]Changed[/] [dim](relaxation cost {result.plan.relaxation_cost:.2f})[/]")
        for change in result.plan.relaxations:
            console.print(f"  [yellow]~[/] {escape(str(change))}")
    if result.plan.calls:
        console.print("\n[green]Plan[/]")
        for number, call in enumerate(result.plan.calls, start=1):
            console.print(f"  [dim]{number:2}[/] {escape(call.describe())}")


def show_alternatives(result: Result) -> None:
    """What could be chosen in place of what is planned, part by part, as it is typed."""
    contract = result.plan.contract if result.plan is not None else None
    console = Console(highlight=False)
    for number, part in enumerate(contract.parts if contract is not None else (), start=1):
        console.print(f"\n[green]Instead, for part {number}, {escape(part.asked)}[/]")
        if not part.alternatives:
            console.print("  [dim]nothing else can be had[/]")
        for other in part.alternatives:
            told = f"cost {other.cost:.2f}" + (f": {other.reason}" if other.reason else "")
            console.print(f'  --instead "{escape(str(other.choice))}" [dim]{escape(told)}[/]')


def show_why(plan: Plan, step: int) -> ExitCode:
    """Why a step of a plan is there, or each of them.

    Args:
        plan: with its receipts.
        step: from 1; 0: each.
    """
    known = [r for r in plan.receipts if step in (0, r.step)]
    if not known:
        what = f"there is no step {step}; the plan has {len(plan.calls)}" if plan.receipts else "the plan tells nothing"
        sys.stderr.write(f"makedo: {what}\n")
        return ExitCode.USAGE
    for receipt in known:
        Console(highlight=False).print(escape(receipt.words))
    return ExitCode.OK


def show_explored(result: Result) -> None:
    """The goals that were looked at, cheapest first."""
    from makedo_core.goals.goal_text import describe

    if result.asked is None:
        return
    console = Console(highlight=False)
    console.print(f"\n[green]Understood as[/]\n  {escape(describe(result.asked))}")
    if result.memberships:
        console.print("\n[green]Counted among[/]")
    for known in result.memberships:
        way = " > ".join(step.replace("_", " ") for step in known.path)
        console.print(f"  {escape(known.concept)} [dim]by {known.source}:[/] {escape(way)}")
    for kind, claims in groupby(sorted(result.account.claims, key=lambda c: c.kind), key=lambda c: c.kind):
        console.print(f"\n[green]{kind.name.capitalize()}[/]")
        for claim in claims:
            why = claim.reason.name.lower().replace("_", " ")
            console.print(f"  {escape(claim.subject)} [dim]{escape(f'{why}: {claim.of}' if claim.of else why)}[/]")
    if result.explored:
        console.print("\n[green]Looked at[/]")
    for item in result.explored:
        changes = "; ".join(f"{c.instead or 'nothing'} for {c.asked}" for c in item.changes) or "as it was understood"
        console.print(f"  [dim]cost {item.cost:.2f}, {item.verdict}:[/] {escape(changes)}")


def result_as_json(result: Result, explain: bool) -> dict[str, Any]:
    """Everything, for programs."""
    from makedo_cli.knowledge.english_questions import answer_as_json
    from makedo_core.goals.goal_json import goal_to_json

    answer: dict[str, Any] = {
        "outcome": result.outcome.cause.name,
        "exit_code": int(plan_exit_code(result)),
        "message": result.outcome.message,
        "explanation": result.explanation,
        "candidates": list(result.candidates),
    }
    if result.answers:
        answer["answers"] = [answer_as_json(a) for a in result.answers]
    if result.question is not None:
        answer["question"] = {
            "kind": str(result.question.kind),
            "options": {o.name: o.instruction for o in result.question.options},
        }
    plan = result.plan
    if plan is not None:
        answer["plan"] = {
            "revision": plan.revision,
            "goal": json.loads(goal_to_json(plan.goal)),
            "goal_text": result.goal_text,
            "calls": [{"skill": c.skill, "arguments": list(c.arguments)} for c in plan.calls],
            "relaxation_cost": plan.relaxation_cost,
            "relaxations": [
                {
                    "kind": r.kind.name,
                    "asked": r.asked,
                    "instead": r.instead,
                    "reason": r.reason,
                    "cost": r.cost,
                    "chosen": r.chosen,
                }
                for r in plan.relaxations
            ],
            "exact": result.account.exact,
            "claims": [
                {"kind": c.kind.name, "subject": c.subject, "reason": c.reason.name, "of": c.of, "served": c.served}
                for c in result.account.claims
            ],
            "choices": [str(choice) for choice in plan.choices],
            "contract": None if plan.contract is None else _contract_as_json(plan.contract),
            "receipts": [_receipt_as_json(receipt) for receipt in plan.receipts],
        }
    if explain:
        answer["memberships"] = [
            {"label": m.label, "group": m.concept, "source": str(m.source), "path": list(m.path)}
            for m in result.memberships
        ]
    if explain and result.asked is not None:
        from planner_node.relaxation.relaxation_graph import graph_to_json, relaxation_graph

        answer["relaxation_graph"] = json.loads(graph_to_json(relaxation_graph(result.asked, result.explored)))
    return answer


def _contract_as_json(contract: Contract) -> dict[str, Any]:
    return {
        "parts": [
            {
                "asked": part.asked,
                "stage": part.stage,
                "count": part.count,
                "things": list(part.things),
                "place": part.place,
                "chosen": part.chosen,
                "note": part.note,
                "changes": [str(change) for change in part.changes],
                "alternatives": [
                    {"choice": str(a.choice), "words": a.words, "cost": a.cost, "reason": a.reason}
                    for a in part.alternatives
                ],
            }
            for part in contract.parts
        ],
        "doubts": list(contract.doubts),
        "untouched": [{"id": u.node_id, "why": u.why.name, "reason": u.reason} for u in contract.untouched],
    }


def _receipt_as_json(receipt: Receipt) -> dict[str, Any]:
    return {
        "step": receipt.step,
        "needed": receipt.needed,
        "looks": receipt.looks,
        "serves": list(receipt.serves),
        "makes": [_link_as_json(link) for link in receipt.makes],
        "rests_on": [_link_as_json(link) for link in receipt.rests_on],
        "words": receipt.words,
    }


def _link_as_json(link: FactLink) -> dict[str, Any]:
    answer: dict[str, Any] = {"fact": link.words, "literal": str(link.literal), "step": link.step}
    known = link.evidence
    if known is not None:
        answer["evidence"] = {
            "kind": known.kind.name,
            "node": known.node_id,
            "seen_s": known.seen_s,
            "revision": known.revision,
            "confidence": known.confidence,
            "picture": known.picture,
        }
    return answer
