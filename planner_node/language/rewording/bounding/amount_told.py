# SPDX-License-Identifier: Apache-2.0
"""How many of a kind are meant, told behind the order: "put wine on the table, one bottle", "forks. Two will do".

An amount tells of the one thing of the order that has none yet; of "apples, three pieces" each piece is an apple.
"""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import number_said, several
from planner_node.language.rewording.bounding.which_one import CountedThing, things_of
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx
from planner_node.language.words.packs import PACKS

_THEM = (("them",), ("those",), ("these",), ("it",))
_PIECES = frozenset("piece pieces item items unit units loaf loaves".split())
_LIMITING = frozenset({"only", "just", "exactly"})
_WOULD = frozenset("is are will would should ought to be that's".split())
_ENOUGH = frozenset("enough plenty sufficient do fine okay ok suffice suffices".split())
_AT_ALL = (("in", "all"), ("in", "total"), ("if", "possible"), ("altogether",))
_LONGEST_TAIL = 4
_WHOLE = frozenset({"all", "every", "each", "both", "no", "many", "half", "most"})


def amount_told(order: Words, told: Words, reader: SentenceReader) -> Words | None:
    """The order with how many are meant before the name of what has no amount; None: something else is told."""
    if any((f := reader.book.speech.takes_back.find(order, i)) and i + f.length == len(order) for i in _last(order)):
        return None  # "the forks, no, only two of them"
    limit = told[:1] if told[:1] and told[0] in _LIMITING else ()
    amount, left = _amount(told[len(limit) :], reader)
    pack = left[:1] if left and _is_pack(left[0], reader) else ()
    if not amount or not _ends(left[len(pack) :]):
        return None
    thing = _uncounted(order, reader)
    of_them = any(word in _THEM for word in zip(left, strict=True))
    if thing is None or (order[thing.begin] in lx.DEFINITE and not of_them):
        return None
    noun = order[thing.noun : thing.end]
    number = (number_said(amount[0]) if len(amount) == 1 else 0) or 2  # "a couple" is no single one
    if pack and pack[0] not in _PIECES:
        packed = _packed(pack, noun, reader)
        if not packed:
            return None
        noun = packed
    elif reader.book.nouns.collectives.isdisjoint(noun):
        name = reader.names.match(noun, 0)
        noun = several(noun, reader) if number > 1 else singular(noun, reader) if name and name.is_plural else noun
    reader.turned.update((order[thing.begin : thing.end], told))
    return (*order[: thing.begin], *limit, *amount, *noun, *order[thing.end :])


def _amount(told: Words, reader: SentenceReader) -> tuple[Words, Words]:
    """The words for a number, and what stands behind them; no words: there is no number."""
    counted = reader.book.quantities.counted.find(told, 0)
    if counted is not None and counted.length > 1 and counted.value is not None:
        end = counted.length - (told[counted.length :][:1] in _THEM)  # "a couple of them"
        return told[:end], told[end:]
    is_number = told[:1] and told[0] not in lx.ARTICLES and number_said(told[0])
    return (told[:1], told[1:]) if is_number else ((), told)


def _is_pack(word: str, reader: SentenceReader) -> bool:
    """Whether a word is for a piece, or for what things are packed in."""
    if word in _PIECES:
        return True
    name = reader.names.match((word,), 0)
    is_a = reader.names.ontology.is_a
    return name is not None and any(is_a(name.concept or "", kind) for kind in PACKS)


def _ends(left: Words) -> bool:
    """Whether what stands behind an amount says nothing but that it is enough."""
    left = left[2:] if left[:1] == ("of",) and left[1:2] in _THEM else left
    left = next((left[: -len(end)] for end in _AT_ALL if left[-len(end) :] == end), left)
    return not left or (left[-1] in _ENOUGH and _WOULD.issuperset(left[:-1]))


def _uncounted(order: Words, reader: SentenceReader) -> CountedThing | None:
    """The one thing of the order, if nobody says how many of it are meant."""
    things = tuple(things_of(order, reader))
    if len(things) != 1:
        return None
    thing = things[0]
    before = order[max(0, thing.begin - 2) : thing.begin]
    said_some = order[thing.begin] in ("some", "any")
    is_open = thing.number == 0 or said_some
    return thing if is_open and _WHOLE.isdisjoint(before) else None


def _last(order: Words) -> range:
    """Where a few words may begin that an order ends in."""
    return range(max(0, len(order) - _LONGEST_TAIL), len(order))


def _packed(pack: Words, noun: Words, reader: SentenceReader) -> Words:
    """The words for packs of a kind that there are: "bottle of wine"; none: no such packs are known."""
    said = (*pack, "of", *noun)
    name = reader.names.match(said, 0)
    return said if name is not None and name.length == len(said) and reader.names.is_present(name) else ()
