# SPDX-License-Identifier: Apache-2.0
"""How many things are asked for: "4", "all the", "at least two of the", "half a dozen"."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from makedo_core.conversation.question import QuestionKind
from makedo_core.failure import FailureCause
from planner_node.language.phrasebook.sections import MOST, Bound
from planner_node.language.reading.cursor import Cursor, NotUnderstoodError
from planner_node.language.refusal import Gap
from planner_node.language.words import lexicon as lx

SOME = 2
"""How many things "some" or a bare plural asks for."""

_BEFORE_NAME = 5
_ANY = frozenset({"any", "another"})
_PAIRS = frozenset({"pair", "pairs"})
_NUMERAL = re.compile(r"[-\u2212+]?\d[\d.,]*\Z")


@dataclass(frozen=True, slots=True)
class Quantity:
    """What was said of how many.

    Attributes:
        count: how many; None: all there are.
        stated: whether a number or a word for one was said.
        definite: whether "the" was said.
        or_fewer: whether fewer are just as well.
        each: whether every single one was spoken of: "each", "both".
        share: which part of all there are: 0.5 for "half of".
        left: how many of all are not meant: 2 for "all but two of".
        some: whether "some" was said: two of several, one of what is not counted.
    """

    count: int | None = 1
    stated: bool = False
    definite: bool = False
    or_fewer: bool = False
    each: bool = False
    share: float | None = None
    left: int = 0
    some: bool = False


def read_quantity(cursor: Cursor) -> Quantity:
    """Advance past what says how many.

    Raises:
        NotUnderstoodError: for none, a number that is no count, or words like "many".
    """
    found = Quantity()
    bound: Bound | None = None
    while True:
        limit = cursor.find(cursor.book.quantities.bounds)
        if limit is not None and number_at(cursor, limit.length) is not None:
            bound = limit.value
            cursor.at += limit.length
            continue
        if limit is not None and cursor.word(limit.length) == "a" and cursor.word(limit.length + 1) == "single":
            bound = limit.value  # "at most a single cup"
            cursor.at += limit.length + 1
            continue
        if limit is not None and limit.value is Bound.EXACTLY and cursor.word(limit.length) in lx.DEFINITE:
            cursor.at += limit.length  # "only the red mug": nothing else is asked for
            continue
        single = cursor.word() in cursor.book.quantities.each
        step = _left_out(cursor, found) or _share(cursor, found) or _counted(cursor, found) or _number(cursor, found)
        if step is None:
            break
        found = replace(step, each=step.each or (single and step.stated))
    _refuse_vague(cursor)
    return _bounded(found, bound)


def _left_out(cursor: Cursor, found: Quantity) -> Quantity | None:
    """Past "but two of" behind "all"; None if it does not stand here."""
    excepted = cursor.find(cursor.book.nouns.excepted)
    ahead = excepted.length if excepted else 1
    if not found.stated or found.count is not None or not (excepted or cursor.word() == lx.BUT):
        return None
    number = number_at(cursor, ahead)
    if number is None or cursor.word(ahead + 1) in lx.ONES:
        return None
    cursor.at += ahead + 1
    return replace(found, left=number)


def _share(cursor: Cursor, found: Quantity) -> Quantity | None:
    """Past "half of"; None if it does not stand here."""
    share = cursor.find(cursor.book.quantities.shares)
    counted = cursor.find(cursor.book.quantities.counted)  # "half a dozen"
    longer = counted is not None and share is not None and counted.length > share.length
    if share is None or longer or cursor.name() is not None or found.share is not None:
        return None
    cursor.at += share.length
    return replace(found, count=None, stated=True, share=share.value)


def _counted(cursor: Cursor, found: Quantity) -> Quantity | None:
    """Past one word or phrase that counts; None if there is none."""
    word = cursor.word()
    if word in lx.DEFINITE:
        if cursor.names.match(cursor.words, cursor.at) and word not in ("the", "this", "that"):
            return None
        if cursor.word(-1) in lx.ONES and cursor.find(cursor.book.places.being):
            return None  # "the one that is off"
        cursor.at += 1
        return replace(found, definite=True)
    if word == "of" and found.stated:
        cursor.at += 1
        return found
    phrase = cursor.find(cursor.book.quantities.counted)
    if phrase is not None and (pairs := _pairs(cursor, found, phrase.length)) is not None:
        cursor.at += phrase.length
        return replace(found, count=pairs, stated=True)
    if phrase is None or cursor.name() is not None:
        return None
    said = cursor.name(1)  # "a bar of soap" is one thing
    if word in ("a", "an") and phrase.length > 1 and said is not None and said.length >= phrase.length:
        cursor.at += 1
        return replace(found, count=1)
    cursor.at += phrase.length
    if word == "as":
        return replace(found, count=None, stated=True, or_fewer=True)
    if word in ("some", "various") and phrase.length == 1:
        return replace(found, some=word == "some")  # "some milk" is one thing, "some apples" are two
    return replace(found, count=phrase.value, stated=True)


def _pairs(cursor: Cursor, found: Quantity, length: int) -> int | None:
    """How many things some pairs are: "a pair of goggles" is one, "two pairs of socks" are four; None: no pairs."""
    if _PAIRS.isdisjoint(cursor.words[cursor.at : cursor.at + length]):
        return None
    number = (found.count or 1) if found.stated else 1
    return number if _is_one_pair(cursor, length) else 2 * number


def _is_one_pair(cursor: Cursor, ahead: int) -> bool:
    """Whether a pair of what is named so many words ahead is one thing: goggles; gloves that are one in the scene."""
    while cursor.attribute(ahead) is not None and cursor.name(ahead) is None:
        ahead += 1
    name = cursor.name(ahead)
    if name is None:
        return False
    graph, is_a = cursor.names.graph, cursor.names.ontology.is_a
    labels = {n.label for n in graph if n.id == name.node_id or (name.concept and is_a(n.label, name.concept))}
    nouns = {label.split("_")[-1] for label in labels or {name.concept or ""}}
    return all(noun in cursor.book.quantities.pairs or (noun[-1:] == "s" and noun[-2:] != "ss") for noun in nouns)


def number_at(cursor: Cursor, ahead: int = 0) -> int | None:
    """The number that stands some words ahead, in words or digits; None if there is none."""
    word = cursor.word(ahead)
    if word in lx.NUMBERS:
        return lx.NUMBERS[word]
    if _NUMERAL.match(word) and word.isascii():
        return _whole(word)
    tens, dash, units = word.partition("-")
    if dash and lx.NUMBERS.get(tens, 0) >= 20 and 0 < lx.NUMBERS.get(units, 0) < 10:
        return lx.NUMBERS[tens] + lx.NUMBERS[units]
    return None


def _whole(numeral: str) -> int:
    if not numeral.isdigit():
        raise _no_count(f"'{numeral}' is no number of things; say a whole number such as 3.")
    if len(numeral.lstrip("0")) > len(str(MOST)) or int(numeral) > MOST:
        raise _no_count(f"'{numeral[:20]}' is more than I can count things to; say a number up to {MOST:,}, or 'all'.")
    return int(numeral)


def _number(cursor: Cursor, found: Quantity) -> Quantity | None:
    """Past a number; None if there is none."""
    if _joins(cursor):
        cursor.at += 1
        return found
    number = number_at(cursor)
    if number is None and (none := cursor.find(cursor.book.quantities.none)) is not None:
        number = 0
        cursor.at += none.length - 1
    if number is None:
        return None
    if number == 0:
        raise _no_count("None at all is asked for; say how many.")
    cursor.at += 1
    if cursor.word() == "more" and cursor.word(1) != "than" and cursor.name() is None:
        cursor.at += 1  # "three more cups"
    if (behind := cursor.find(cursor.book.quantities.open_ended)) is not None:
        cursor.at += behind.length
        found = replace(found, or_fewer=behind.value is Bound.AT_MOST)
    following = number_at(cursor, 1) if cursor.word() in ("or", "to") else None
    if following is not None:
        raise NotUnderstoodError(
            FailureCause.AMBIGUOUS, f"{number} or {following}: how many?", (str(number), str(following))
        )
    if found.count is None and (found.share is not None or found.left):
        return found  # "half of the ten cups"
    if not found.stated or found.count is None or cursor.word(-2) in _ANY:
        return replace(found, count=number, stated=True)
    if cursor.word(-1) in ("dozen", "hundred"):
        return replace(found, count=number * found.count)
    if found.definite or found.count == number:  # "one of the two", "a single one"
        return found
    raise NotUnderstoodError(FailureCause.AMBIGUOUS, f"{found.count} or {number}: how many?")


def _joins(cursor: Cursor) -> bool:
    """Whether "both" only joins two things that are named one by one: "both the bowl and the pot"."""
    if cursor.word() != "both":
        return False
    ahead = next((i for i in range(1, _BEFORE_NAME) if cursor.name(i) is not None), 0)
    name = cursor.name(ahead) if ahead else None
    return name is not None and not name.is_plural and cursor.word(ahead + name.length) == "and"


def _refuse_vague(cursor: Cursor) -> None:
    vague = cursor.find(cursor.book.quantities.vague)
    compared = cursor.find(cursor.book.superlatives)  # "the most expensive wine"
    if vague is not None and cursor.name() is None and compared is None:
        said = " ".join(cursor.words[cursor.at : cursor.at + vague.length])
        raise NotUnderstoodError(
            FailureCause.AMBIGUOUS,
            f"How many is '{said}'? Say a number, 'some' or 'all'.",
            ("some", "all"),
            gap=Gap(QuestionKind.HOW_MANY, said),
        )


def _bounded(found: Quantity, bound: Bound | None) -> Quantity:
    if found.count is None or bound is None:
        return found
    count, or_fewer = found.count, bound in (Bound.AT_MOST, Bound.FEWER_THAN)
    if bound is Bound.MORE_THAN:
        count += 1
    elif bound is Bound.FEWER_THAN:
        count -= 1
    if count == 0:
        raise _no_count("None at all is asked for; say how many.")
    return replace(found, count=count, or_fewer=or_fewer)


def _no_count(message: str) -> NotUnderstoodError:
    return NotUnderstoodError(FailureCause.NOT_UNDERSTOOD, message)
