# SPDX-License-Identifier: Apache-2.0
"""Phrases without a noun, which stand for the kind that was spoken of: "one", "the other", "a second one"."""

from __future__ import annotations

from dataclasses import replace

from makedo_core.failure import FailureCause
from makedo_core.ontology.words import tails
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.reading.qualities import Qualities
from planner_node.language.reading.quantities import Quantity
from planner_node.language.referring.discourse import Discourse
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Names

_BEHIND = frozenset("to for back out away up with".split()) | lx.THERE | lx.HERE


def names_amount(cursor: Cursor, spoken: Discourse, begin: int, quantity: Quantity, qualities: Qualities) -> bool:
    """Whether only how many was said, or that others are meant, and the kind was spoken of before."""
    known = spoken.antecedent() is not None and cursor.at > begin and cursor.name() is None
    counted = quantity.stated and quantity.count is not None and not (quantity.share or quantity.left)
    pointing = cursor.word(begin - cursor.at) in lx.DEFINITE and not qualities.other  # "the one that ...", "those two"
    both = quantity.each and not qualities.other  # "apple and banana, both on the counter": those, and no others
    return known and (counted or qualities.other) and not (pointing or both) and _ends(cursor)


def kind_of_others(one: NounPhrase, names: Names) -> NounPhrase:
    """What "the other one" is one of: of a floor lamp that is the only one, of the lamps."""
    labels = [node.label for node in names.graph]
    if one.concept is None or sum(names.ontology.is_a(label, one.concept) for label in labels) > 1:
        return one
    wider = [kind for tail in tails(one.concept) if (kind := names.ontology.class_of(tail)) is not None]
    several = [k for k in wider if sum(names.ontology.is_a(label, k) for label in labels) > 1]
    return replace(one, concept=several[0], node_id=None) if several else one


def are_elsewhere(one: NounPhrase) -> bool:
    """Whether others of a kind are not where certain things are that nothing but their place tells: "the mug there"."""
    told = one.attributes or one.requirements or one.restrictions or one.superlative or one.left or one.share
    return not told and one.count == 1 and one.definite


def _ends(cursor: Cursor, ahead: int = 0) -> bool:
    each = cursor.find(cursor.book.quantities.apart, ahead)
    return cursor.ends_place(ahead) or cursor.word(ahead) in _BEHIND or each is not None


def unnamed(spoken: Discourse, quantity: Quantity, qualities: Qualities) -> NounPhrase:
    """So many of the kind that was spoken of; its text is still missing."""
    last = spoken.antecedent()
    assert last is not None
    return NounPhrase(
        "",
        last.concept,
        None,
        quantity.count,
        quantity.definite and quantity.count == 1,
        last.requirements | qualities.requirements,
        qualities.attributes if qualities.other else last.attributes | qualities.attributes,
        source=None if qualities.other and are_elsewhere(last) else last.source,
    )


def _number(concept: str, cursor: Cursor) -> int:
    """How many things of a kind there are."""
    return sum(cursor.names.ontology.is_a(node.label, concept) for node in cursor.names.graph)


def past_ordinal(cursor: Cursor, spoken: Discourse, quantity: Quantity) -> bool:
    """Past "second" of "a second one", "third" of "the third glass", where the first two were spoken of."""
    rank = lx.RANKS.get(cursor.word())
    if rank is None or not (quantity.definite or quantity.stated) or cursor.name() is not None:
        return False
    name, last = cursor.name(1), spoken.antecedent()
    if name is None and not (cursor.word(1) in lx.ONES or _ends(cursor, 1)):
        return False
    concept = name.concept if name is not None else last.concept if last is not None else None
    before = [m for m in spoken.mentioned(cursor.at) if m.concept == concept and m.referent.number]
    several = any(m.count is None or m.count >= max(rank, 2) for m in before)
    counted = len({m.referent.number: m for m in before})
    total = sum(m.count or 0 for m in {m.referent.number: m for m in before}.values())
    if concept is None or not counted or not (several or rank == 0 or total == rank - 1):
        return False
    named = any(m.node_id is not None and m.node_id[-1].isdigit() for m in before)
    numbered = quantity.definite and any(m.text[-1:].isdigit() for m in before) and _number(concept, cursor) > rank
    if (named and cursor.word() == "next") or numbered:  # of "tubes 1 and 2, and the third" that may be number 3
        message = f"Which one is 'the {cursor.word()}' behind {before[-1].text}? Name it."
        raise NotUnderstoodError(FailureCause.AMBIGUOUS, message)
    cursor.at += 1
    return True
