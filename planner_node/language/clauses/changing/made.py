# SPDX-License-Identifier: Apache-2.0
"""What is to be made: a coffee, a bed."""

from __future__ import annotations

from makedo_core.failure import FailureCause
from planner_node.language.clauses.carrying.putting import put
from planner_node.language.clauses.carrying.recipients import recipient, recipient_first
from planner_node.language.clauses.changing.becoming import becoming
from planner_node.language.clauses.steps import ClauseStep
from planner_node.language.nouns.nouns import Nouns
from planner_node.language.reading.cursor import NotUnderstoodError
from planner_node.language.things import NounPhrase, Place, Side
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_BEHIND_NAME = lx.SEPARATORS | {"with", "for", "from", "out", "using", "please"}


def drink_made(nouns: Nouns) -> tuple[ClauseStep, ...] | None:
    """Past "Niko a coffee": a cup is filled by a machine for hot drinks; None if something else is to be made."""
    cursor = nouns.cursor
    begin = cursor.at
    whom = recipient(nouns, recipient_first(nouns))
    cursor.skip(lx.ARTICLES)
    drink = cursor.name()
    kind = "hot_drink_machine"
    if drink is not None and drink.concept == "coffee":
        kind = "coffee_machine"
    hot = drink is not None and drink.concept is not None and nouns.names.ontology.is_a(drink.concept, "hot_drink")
    if drink is None or not hot or not nouns.names.is_present(Name(1, kind)):
        cursor.at = begin
        return None
    cursor.at += drink.length
    if cursor.accept("for"):
        whom = recipient(nouns, told=True) if cursor.word() in lx.RECIPIENTS else nouns.phrases.noun_phrase(place=True)
    cup = NounPhrase("a cup", "cup_or_mug")
    made = becoming(nouns, (cup,), "filled", NounPhrase("the machine", kind))
    if whom is None or cursor.word(1):  # what follows may say where it goes
        return (made,)
    return made, put(nouns, (cup,), Place(Side.ANY, whom))


def check_made(nouns: Nouns) -> None:
    """Refuse to make what there is not; a bed is made where it stands."""
    cursor = nouns.cursor
    ahead = 0
    while cursor.word(ahead) in lx.ARTICLES | {"all", "both"}:
        ahead += 1
    name = cursor.name(ahead)
    if name is None or name.concept not in nouns.book.verbs.made:
        cursor.skip(lx.RECIPIENTS)
        said = cursor.words[cursor.at : cursor.at + 4]
        what = " ".join(said[: next((i for i, word in enumerate(said) if i and word in _BEHIND_NAME), len(said))])
        cursor.skip(lx.ARTICLES)
        order = f"bring the ingredients for {what}" if cursor.find(nouns.book.kit_of) else ""
        hint = f"I can bring what it takes: say '{order}'." if order else "I can bring what there is."
        message = f"I cannot make '{what}'. {hint}"
        raise NotUnderstoodError(FailureCause.NOT_CAPABLE, message, (order,) if order else ())
