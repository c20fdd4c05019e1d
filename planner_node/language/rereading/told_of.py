# SPDX-License-Identifier: Apache-2.0
"""What "it" and "her" stand for where only a statement says so: "Ben brought a present for Anna, give it to her"."""

from __future__ import annotations

from planner_node.language.sentence.background import is_background, is_reason
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import ENDS, MARKS, SentenceReader, Words, sentence_end, without
from planner_node.language.sentence.shapes.parts import names_things
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_JOINTS = ENDS | MARKS | {"so", "and", "but"}
_IS = frozenset({"is", "are", "was", "were"})
_SUBJECTS = frozenset({"i", "you", "we", "he", "she", "they", "it", "who", "nobody", "somebody"})
_LISTING = frozenset({",", "and", "or", "nor"})
_IT = frozenset({"it", "them", "that", "this", "those", "these"})
_PARTLY = frozenset({"some", "several", "many", "most", "few", "half", "only", "none", "not", "hardly", "almost"})
_ONE_OF = frozenset({"it", "that", "this"})  # none of these is several things
_ANOTHER = frozenset({"a", "another", "new", "fresh", "other", "second", "different"})
_ASKING = frozenset({"so", "could", "would", "can", "will"})
_NEEDS = frozenset({"need", "needs"})
_OF_FURNITURE = frozenset({Verb.OPEN, Verb.CLOSE, Verb.SWITCH})
_PERSON = frozenset({"her", "him", "them"})
_TO = frozenset({"to", "for", "give", "hand", "bring", "take", "get", "fetch", "pass", "serve", "offer"})


def with_what_was_told(words: Words, reader: SentenceReader) -> Words | None:
    """The words with what a statement tells of in place of "it"; None: none does, or of several that are no list."""
    for at in range(len(words) - 2, 1, -1):  # "the pen, the cup and the book are waste: bin them" tells of all three
        if words[at] not in _JOINTS or not _is_told(words[:at], reader, words[at] == "so" or words[at + 1] in _ASKING):
            continue
        if words[at] == "," and names_things(words[at + 1 : sentence_end(words, at + 1, ENDS | {","})], reader):
            continue  # "I need a pen, a cup and a book, put them on the desk"
        told, rest = words[:at], words[at:]
        furniture = _furniture(told, rest, reader)
        thing, person = _thing(told, reader) or furniture, _person(told, reader)
        said = rest
        to = next((i for i in range(1, len(rest)) if rest[i] in _PERSON and rest[i - 1] in _TO), None)
        if person and to is not None:
            said = (*said[:to], person, *said[to + 1 :])
        it = next((i for i, word in enumerate(said) if word in _IT and _is_alone(said, i, reader)), None)
        listed = () if thing else _listed(told, reader)
        several = bool(listed) or (bool(thing) and _is_plural(thing, reader))
        partly = several and not _PARTLY.isdisjoint(told)  # of "many plates are dirty", "them" is not all plates
        if (thing or listed) and it is not None and not partly and not (several and said[it] in _ONE_OF):
            behind = said[it + 1 :]
            every = ("all",) if behind[:1] == ("all",) and not listed else ()  # "put them all in the box"
            behind = behind[1:] if behind[:1] in (("all",), ("both",)) else behind
            said = (*said[:it], *every, *(listed or ("the", *thing)), *behind)
        its = said.index("its") if "its" in said and furniture else 0
        said = (*said[:its], "the", *furniture, *said[its + 1 :]) if its else said
        if it is None and thing and (one := _one(said, thing, reader)) is not None:
            said = one  # "I dropped a fork, get me a clean one"
        if said != rest and any(told[i] in _NEEDS and told[i + 1].endswith("ing") for i in range(len(told) - 1)):
            return without(said, _JOINTS)  # "the towel needs washing" would be an order
        if said != rest:
            return (*told, *said)
    return None


def _one(said: Words, thing: Words, reader: SentenceReader) -> Words | None:
    """What is ordered, with the kind of the thing that was told of for "one" behind an article or a look."""
    kind = next((thing[i:] for i in range(len(thing)) if reader.names.match(thing, i) is not None), ())
    known = reader.book.adjectives
    for at in range(2, len(said)):
        before = said[at - 1]
        looks = known.attribute(before) is not None or before in reader.names.attributes
        if said[at] not in lx.ONES or not (looks or before in _ANOTHER) or reader.names.match(said, at + 1) is not None:
            continue
        if not kind or _is_plural(thing, reader) is not (said[at] == "ones"):
            return None
        return (*said[:at], *kind, *said[at + 1 :])
    return None


def _is_plural(thing: Words, reader: SentenceReader) -> bool:
    names = (reader.names.match(thing, at) for at in range(len(thing)))
    return any(name is not None and name.is_plural for name in names)


def _is_told(words: Words, reader: SentenceReader, so: bool) -> bool:
    core = opened(spelt_out(words, reader.book.sentences), reader.book.sentences).words
    return len(core) > 2 and (is_background(core, reader) or (so and is_reason(core, reader)))


def _is_alone(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a pronoun stands for a thing, and not before its noun or a clause: "that book", "that is fine"."""
    behind = words[at + 1 : at + 2]
    if not behind or behind[0] in _JOINTS or words[at] in ("it", "them"):
        return True
    book = reader.book
    if book.sentences.modals.find(words, at + 1) is not None:
        return True
    return book.places.sides.find(words, at + 1) is not None or behind[0] in ("away", "back", "out", "off", "on")


def _thing(told: Words, reader: SentenceReader) -> Words:
    """The only thing that a statement names; empty: none, or several."""
    found: dict[str, tuple[Name, Words]] = {}
    at = 0
    while at < len(told):
        name = _named(told, at, reader)
        if name is not None and not (reader.names.is_place(name) or reader.names.is_person(name)):
            words = told[_first_look(told, at, reader) : at + name.length]
            found.setdefault(name.node_id or name.concept or "", (name, words))
        at += name.length if name is not None else 1
    present = [words for name, words in found.values() if reader.names.is_present(name)]
    return (*_looks_behind(told, reader), *present[0]) if len(present) == 1 else ()


def _furniture(told: Words, rest: Words, reader: SentenceReader) -> Words:
    """The only furniture that a statement names before an order to open, shut or switch "it"; empty: there is none."""
    known = reader.book.sentences
    while rest and rest[0] in _JOINTS:
        rest = rest[1:]
    verb = reader.book.said_verbs.find(order, 0) if (order := opened(rest, known).words) else None
    at = next((i for i in range(1, len(rest)) if rest[i] in _IT and _is_alone(rest, i, reader)), 0)
    is_there = at > 0 and (reader.book.places.sides.find(rest, at - 1) or reader.book.places.sources.find(rest, at - 1))
    if not is_there and (verb is None or verb.value.verb not in _OF_FURNITURE):
        return ()  # "clear all that is on it"
    found: dict[str, Words] = {}
    behind = 0
    for at in range(len(told)):
        name = reader.names.match(told, at) if at >= behind else None
        behind = at + name.length if name is not None else behind
        if name is not None and reader.names.is_place(name) and not reader.names.is_room(name):
            found.setdefault(name.node_id or name.concept or "", told[at : at + name.length])
    return next(iter(found.values())) if len(found) == 1 else ()


def _looks_behind(told: Words, reader: SentenceReader) -> Words:
    """The look by which a thing is told once more, behind it: "a towel, the blue one"; empty: none is, or several."""
    known, here = reader.book.adjectives, reader.names.attributes
    ones = (i for i in range(3, len(told)) if told[i] in lx.ONES and told[i - 3 : i - 1] == (",", "the"))
    looks = [told[i - 1] for i in ones if known.attribute(told[i - 1]) is not None or told[i - 1] in here]
    return tuple(looks) if len(looks) == 1 else ()


def _listed(told: Words, reader: SentenceReader) -> Words:
    """All things that a statement names, with "the", if they stand in one list; empty: they do not."""
    found: list[Words] = []
    at = behind = 0
    while at < len(told) and not (found and told[at] in _IS):  # "... are rubbish"
        name = _named(told, at, reader)
        length = 1 if name is None else name.length
        if name is not None:
            if reader.names.is_place(name) or reader.names.is_person(name) or not reader.names.is_present(name):
                return ()
            begin = _first_look(told, at, reader)
            between = [w for w in told[behind:begin] if not (w in lx.ARTICLES or w in lx.NUMBERS or w.isdecimal())]
            if found and (not between or not _LISTING.issuperset(between)):
                return ()
            found.append(told[begin : at + length])
            behind = at + length
        at += length
    joined = (word for n, thing in enumerate(found) for word in ((("and",) if n else ()) + ("the", *thing)))
    return tuple(joined) if len(found) > 1 else ()


def _named(told: Words, at: int, reader: SentenceReader) -> Name | None:
    """The name that stands there, and is no verb of the statement: "leaves", "I can"."""
    name = reader.names.match(told, at)
    is_verb = name is not None and told[at + name.length - 1] in reader.book.sentences.stating
    is_verb |= told[at].endswith("ing") and told[at - 1] in _NEEDS  # "needs washing"
    return None if is_verb or (at and told[at] == "can" and told[at - 1] in _SUBJECTS) else name


def _first_look(words: Words, at: int, reader: SentenceReader) -> int:
    """Where the looks and ranks begin that stand before a name: "her red" of "her red sweater" is "red"."""
    known, here, ranks = reader.book.adjectives, reader.names.attributes, reader.book.superlatives
    while at > 0:
        word, ranked = words[at - 1], ranks.find(words[:at], at - 1) is not None
        if not (ranked or word in lx.RANKS or known.attribute(word) is not None or word in here):
            break
        at -= 1
    return at


def _person(told: Words, reader: SentenceReader) -> str:
    """The only person that a statement names, or of several the one whom something is for; empty: nobody."""
    found = [i for i in range(len(told)) if reader.names.is_person(reader.names.match(told, i))]
    meant = [i for i in found if i and told[i - 1] == "for"] if len(found) > 1 else found
    return told[meant[0]] if len(meant) == 1 else ""
