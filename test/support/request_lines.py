# SPDX-License-Identifier: Apache-2.0
"""Requests as short lines, for tables of sentences with their clauses."""

from __future__ import annotations

from planner_node.language.refusal import Refusal
from planner_node.language.request import Change, Clause, GoTo, Hold, Look, Put, PutBack, Request, SetState, TryOut
from planner_node.language.things import NounPhrase, Place


def things(phrase: NounPhrase | None) -> str:
    """ "2 snack [kid_safe] (in kitchen)": count, class, what it must be, source; "?" for what is implied."""
    if phrase is None:
        return "-"
    count = "all" if phrase.count is None else str(phrase.count)
    words = [count + ("-" if phrase.or_fewer else ""), phrase.node_id or phrase.concept or "anything"]
    must = sorted(phrase.requirements | phrase.attributes)
    words += [f"[{', '.join(must)}]"] if must else []
    words += [f"(not {', '.join(things(e) for e in phrase.excluded)})"] if phrase.excluded else []
    words += [f"(from {place(phrase.source)})"] if phrase.source else []
    return " ".join(words) + ("?" if phrase.implied else "")


def place(where: Place | None) -> str:
    """ "on 1 table_2"."""
    return "where they were" if where is None else f"{where.side} {things(where.what)}"


def line(clause: Clause) -> str:
    """ "put 1 apple -> on 1 table_2"."""
    match clause:
        case Put(what, where):
            return f"put {'; '.join(map(things, what))} -> {place(where)}"
        case Hold(what):
            return f"hold {things(what)}"
        case SetState(what, state):
            return f"{state} {things(what)}"
        case GoTo(what):
            return f"go {things(what)}"
        case Look(what):
            return f"look {things(what)}"
        case Change(what, quality, using):
            return f"{quality} {'; '.join(map(things, what))}" + (f" using {things(using)}" if using else "")
        case TryOut(what):
            return f"try out {things(what)}"
        case PutBack(sources, what, where):
            kept = ", ".join(map(things, sources))
            return f"put back {things(what) if what else 'all'} of ({kept}) -> {place(where)}"


def written(request: Request | Refusal) -> list[str]:
    """The clauses, one a line; each stage but the first is marked."""
    assert isinstance(request, Request), request
    stages = request.stages or (0,) * len(request.clauses)
    return [f"{'then ' * stage}{line(c)}" for c, stage in zip(request.clauses, stages, strict=True)]
