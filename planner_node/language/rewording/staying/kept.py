# SPDX-License-Identifier: Apache-2.0
"""What stays while all else goes.

"Clear the table to the counter, but keep the napkin there"; "keep one here, the others go to the shelf"; "the balloons
stay, everything else on the sofa goes to the table".
"""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, skipped, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words import lexicon as lx

_JOINTS = frozenset({",", "and", "but", ";"})
_SET_OFF = frozenset({",", "-", "\u2013", "\u2014"})
_POINTING = frozenset({"that", "it", "this", "which", "they", "those", "these"})
_KEEP = frozenset({"keep", "leave"})
_ONLY = frozenset({"only", "just", "merely"})
_THERE = (
    ("in", "there"), ("on", "there"), ("inside", "it"), ("there",), ("on", "it"), ("in", "it"), ("inside",),
    ("where", "it", "is"), ("where", "they", "are"),
)  # fmt: skip
_ALL = frozenset({"everything", "all", "clear", "empty", "unload", "anything", "whatever"})
_EACH = _ALL | {"every", "each", "both"}
_ONE = frozenset({"a", "an", "just", "only"})
_STAY = frozenset({"stay", "stays", "remain", "remains"})
_MAY = frozenset({"can", "may", "should", "must", "shall"})
_LONGEST_STAY = 4  # "stay where it is"
_OTHERS = (("the", "others"), ("the", "rest"), ("the", "other", "ones"), ("all", "others"), ("all", "the", "others"))
_ELSE = (("everything", "else"), ("all", "else"), ("anything", "else"))


def kept(words: Words, reader: SentenceReader) -> Words:
    """The words with what stays as an exception from what goes."""
    end = next((i for i in range(len(words)) if words[i] in ENDS - {";"} and not _goes_on(words, i)), len(words))
    sentence = tuple("," if word in ENDS else word for word in words[:end])
    found = _staying(sentence, reader) or _some_kept(sentence, reader) or _left_there(sentence, reader)
    found = found or _denied_and_staying(sentence, reader) or _kept_at_its_place(sentence, reader)
    return words if found is None else (*found, *words[end:])


def _goes_on(words: Words, at: int) -> bool:
    """Whether what stays is told in a sentence of its own: "... onto the bench. Leave the jeans in there"."""
    rest = without(words[at + 1 :], {"but", "and", "please", "just", "only"})
    return words[at] == "." and rest[:1] != () and rest[0] in _KEEP


def _left_there(words: Words, reader: SentenceReader) -> Words | None:
    """Behind an order about everything: "and leave only the stapler there", "but leave the jeans in the dryer"."""
    at = next((i for i in range(3, len(words) - 2) if words[i] in _KEEP and words[i - 1] in _JOINTS), None)
    if at is None or _ALL.isdisjoint(words[:at]) or _is_of_two(words[: at - 1], reader):
        return None
    order = _bare(words[:at])
    stays = without(words[at + 1 :], _ONLY)
    there = next((len(t) for t in _THERE if stays[-len(t) :] == t), 0) or _same_place(stays, order, reader)
    thing = stays[: len(stays) - there]
    if not there:
        return None
    return (*order, ",", "except", *thing) if _is_thing(thing, reader) and _is_order(order, reader) else None


def _is_order(words: Words, reader: SentenceReader) -> bool:
    """Whether words order something, with the verb first or as "everything goes on the desk"."""
    goes = reader.book.verbs.belonging
    return reader.starts_order(words) or any(goes.find(words, i) is not None for i in range(1, len(words)))


def _same_place(words: Words, order: Words, reader: SentenceReader) -> int:
    """How many words at the end are the place that an order names first, with a preposition; 0: none are."""
    where = next((i for i in range(1, len(words)) if _place_told(words[i:], reader)), len(words))
    side = reader.book.places.sides.find(words, where) if where < len(words) else None
    names = ((i, reader.names.match(order, i)) for i in range(1, len(order)))
    first = next(((i, n) for i, n in names if n is not None and reader.names.is_place(n)), None)
    if side is None or first is None:
        return 0
    same = without(words[where + side.length :], lx.ARTICLES) == order[first[0] : first[0] + first[1].length]
    return len(words) - where if same else 0


def _denied_and_staying(words: Words, reader: SentenceReader) -> Words | None:
    """Without what says again that a thing stays: "..., not the present, that stays where it is"."""
    at = next((i for i in range(4, len(words) - 3) if words[i] == "not" and words[i - 1] in _SET_OFF), None)
    mark = next((i for i in range(at + 2, len(words) - 1) if words[i] in _SET_OFF), None) if at is not None else None
    if at is None or mark is None or words[mark + 1] not in _POINTING or not _is_thing(words[at + 1 : mark], reader):
        return None
    said = mark + 2 + (words[mark + 2 : mark + 3] == ("one",))
    staying = reader.book.sentences.staying.find(words, said)
    said += 0 if staying is not None or words[said : said + 1] == () else words[said] in _MAY
    staying = staying or reader.book.sentences.staying.find(words, said)
    whole = staying is not None and said + staying.length == len(words)
    return (*words[: at - 1], ",", *words[at:mark]) if whole else None


def _is_of_two(orders: Words, reader: SentenceReader) -> bool:
    """Whether another order follows the one about everything: what stays is none of its things."""
    return any(orders[i] in _JOINTS and reader.starts_order(orders[i + 1 :]) for i in range(2, len(orders) - 2))


def _kept_at_its_place(words: Words, reader: SentenceReader) -> Words | None:
    """Behind an order about all: "put all books on the sofa, but keep the green one on the bookshelf"."""
    at = next((i for i in range(5, len(words) - 3) if words[i] in _KEEP and words[i - 1] == "but"), None)
    if at is None or _EACH.isdisjoint(words[:at]) or _is_of_two(words[: at - 1], reader):
        return None
    order, stays = _bare(words[:at]), without(words[at + 1 :], _ONLY)
    where = next((i for i in range(1, len(stays)) if _place_told(stays[i:], reader)), len(stays))
    thing = stays[:where]
    own = reader.names.match(thing, 0)
    one = thing[-1:] in (("one",), ("ones",)) and thing[0] in lx.ARTICLES
    named = own is not None and own.node_id is not None and own.length == len(thing)  # "keep pen 3 on desk 2"
    if where == len(stays) or not (one or named or _is_thing(thing, reader)) or not _is_order(order, reader):
        return None
    return (*order, ",", "except", *thing, *(() if named else ("that", "is", *stays[where:])))


def _some_kept(words: Words, reader: SentenceReader) -> Words | None:
    """Past "keep one beaker on bench 1, the others (on it) go to the shelf", "... and take the other to the shelf"."""
    comma = next((i for i, word in enumerate(words) if word in _JOINTS and i > 2), None)
    if words[:1] == () or words[0] not in _KEEP or comma is None:
        return None
    said = without(words[1:comma], _ONLY)
    number = 1 if said[:1] and said[0] in _ONE else lx.NUMBERS.get(said[0]) if said else None
    is_one = number is None and said[:1] and said[0] in lx.DEFINITE  # "leave the bread on the counter, ..."
    there = next((t for t in _THERE if said[-len(t) :] == t), ())
    said = said[: len(said) - len(there)]
    sides = reader.book.places.sides
    at = len(said) if there else next((i for i in range(1, len(said)) if sides.find(said, i) is not None), None)
    if not (number or (is_one and not there)) or not at or reader.names.match(said, at - 1) is None:
        return None
    thing, place = said[1:at], said[at:]
    behind = without(words[comma:], _JOINTS)
    verb = reader.book.said_verbs.find(behind, 0)
    rest = behind[verb.length :] if verb is not None else behind
    order = ("put",) if verb is None else behind[: verb.length]
    if number is None:  # "leave the bread on the counter and put the rest on the table"
        other = next(((len(o), True) for o in (*_ELSE, ("the", "rest")) if rest[: len(o)] == o), None)
        thing, place = place, ("except", *said[:at])
        which: Words = ("everything",)
    else:
        other = _others_ahead(rest, thing, reader)
        several = other is not None and other[1]
        which = ("all", "but", _spelt(number)) if several else ("one", "of", "the", _spelt(number + 1))
        thing = thing if several or number > 1 else (*thing[:-1], plural(thing[-1]))
    if other is None:
        return None
    goes = _goes(rest[other[0] :], verb is None, reader)
    return None if goes is None else (*order, *which, *thing, *place, *goes)


def _others_ahead(words: Words, thing: Words, reader: SentenceReader) -> tuple[int, bool] | None:
    """How many words first say that others are meant, and whether several may be; None: none do."""
    others = next((o for o in _OTHERS if words[: len(o)] == o), None)
    if others is not None:
        return len(others), True
    if words[:2] != ("the", "other"):
        return None
    if words[2:3] == ("one",):
        return 3, False
    name, kind = reader.names.match(words, 2), reader.names.match(thing, len(thing) - 1)
    if name is None or kind is None:
        return (2, False) if name is None and not (words[2:3] and words[2] in lx.NUMBERS) else None
    return (2 + name.length, name.is_plural) if name.concept == kind.concept else None


def _spelt(number: int) -> str:
    return next(word for word, value in lx.NUMBERS.items() if value == number and word.isalpha() and word != "both")


def _goes(words: Words, needs_verb: bool, reader: SentenceReader) -> Words | None:
    """Where others go, behind "go" where no verb stands before them; None: it is not said."""
    rest = next((words[len(t) :] for t in _THERE if words[: len(t)] == t), words)
    return skipped(rest, reader.book.verbs.belonging) if needs_verb else rest


def _staying(words: Words, reader: SentenceReader) -> Words | None:
    """Past "the balloons stay, everything else on the sofa goes to the side table"."""
    comma = next((i for i, word in enumerate(words) if word in _JOINTS and i > 1), None)
    at = next((i for i in range(1, comma) if words[i] in _STAY), None) if comma else None
    if comma is None or at is None:
        return None
    stays = words[: at - (words[at - 1] in _MAY)]
    is_plural = (name := reader.names.match(stays, 0)) is not None and name.is_plural and name.length == len(stays)
    if not (is_plural or _is_thing(stays, reader)):
        return None
    stays = ("the", *stays) if is_plural else stays
    behind = without(words[comma:], _JOINTS)
    there = _place_told(words[at + 1 : comma], reader)
    others = (*_ELSE, *_OTHERS) if there else _ELSE
    all_else = next((e for e in others if behind[: len(e)] == e), None)
    if all_else is None or (not there and len(words[at:comma]) > _LONGEST_STAY):
        return None
    rest = (*there, *behind[len(all_else) :])
    goes = next((i for i in range(len(rest)) if reader.book.verbs.belonging.find(rest, i) is not None), None)
    place = skipped(rest[goes:], reader.book.verbs.belonging) if goes is not None else None
    return None if place is None else ("put", "everything", *rest[:goes], "except", *stays, *place)


def _place_told(words: Words, reader: SentenceReader) -> Words:
    """The words, if they are a preposition with a place and no more; else none."""
    side = reader.book.places.sides.find(words, 0)
    whole = side is not None and named_place_end(words, side.length, reader) == len(words) > side.length
    return words if whole else ()


def _is_thing(words: Words, reader: SentenceReader) -> bool:
    """Whether words name a thing that can be told from others."""
    bare = without(words, lx.ARTICLES | set(lx.NUMBERS))
    at = next((i for i in range(len(bare)) if reader.names.match(bare, i) is not None), None)
    name = reader.names.match(bare, at) if at is not None else None
    return name is not None and at is not None and at + name.length == len(bare) and words != bare


def _bare(words: Words) -> Words:
    while words and words[-1] in _JOINTS:
        words = words[:-1]
    return words
