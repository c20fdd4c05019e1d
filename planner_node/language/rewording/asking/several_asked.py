# SPDX-License-Identifier: Apache-2.0
"""Several questions in one sentence, and what is asked shortly behind another: "how many pens are there, and where?".

What the second leaves out is what the first asks about: "how many plates are dirty and how many are clean", "is the
cabinet locked, and what's in it?", "do we have scissors, and if so where?". An order in that case is one, too: "is
there anything on table 3, and if not, could you put the vase there?".
"""

from __future__ import annotations

from dataclasses import dataclass

from planner_node.language.questions.parts import COPULA
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import opened, spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, sentence_bounds, without
from planner_node.language.sentence.shapes.parts import is_look, placing_end
from planner_node.language.words import lexicon as lx

_ASKING = frozenset("where what which who whose how is are do does have has can whether where's what's who's".split())
_JOINTS = frozenset({"and", "but", "then", "also", ","})
_IF_SO = (("if", "so"), ("if", "yes"), ("if", "there", "is"), ("if", "there", "are"), ("if", "we", "do"))
_IF_NOT = (("if", "not"), ("if", "no"), ("otherwise",))
_HOW_MANY = frozenset({"many", "much"})
_WHICH = frozenset({"which", "what"})
_OF_THEM = (("of", "it"), ("of", "them"), ("of", "those"), ("of", "these"))
_COLOURS = frozenset({"colour", "color", "colours", "colors"})
_IT = frozenset({"it", "they", "them", "those", "these"})
_SUBJECTS = COPULA | frozenset("have has got kept keep find left in on inside at under of you we the my".split())
_WHATEVER = (("what",), ("which",), ("who",))
_GOING = frozenset({"must", "should", "shall", "ought", "goes", "go", "belongs", "belong"})  # "what is rotten must go"
_WITHIN = frozenset({"in", "on", "inside", "at"})


@dataclass(frozen=True, slots=True)
class _Topic:
    """What a question asks about: the words of its thing and of its place with its side; empty: it names none."""

    thing: Words = ()
    place: Words = ()
    is_plural: bool = False

    @property
    def furniture(self) -> Words:
        """The place without its side."""
        return self.place[1:]


@needs(_ASKING)
def several_asked(words: Words, reader: SentenceReader) -> Words:
    """The words with each question as a sentence of its own, and with what it is about."""
    found: list[str] = []
    topic = None
    for begin, end in sentence_bounds(words):
        mark = words[end : end + 1]
        said = words[begin:end]
        wished = mark != ("?",) and said[:1] in _WHATEVER and not _GOING.isdisjoint(said)
        for part in (said,) if wished else _parts(said, reader):
            plain = part if topic is None else _in_full(part, topic, reader)
            is_question = _asks(plain, reader)
            found += [*plain, *(("?",) if part is not said and is_question else (".",) if part is not said else mark)]
            if is_question:
                now = _topic(plain, reader)
                topic = now if now.thing or now.place else topic
            else:
                topic = None
    again = tuple(found)
    return again if again not in (words, (*words, ".")) else words


def _asks(said: Words, reader: SentenceReader) -> bool:
    plain = _spelt(_behind_lead(said, reader), reader)
    return plain[:1] != () and plain[0] in _ASKING and plain[:2] not in (("do", "not"), ("have", "a"))


def _spelt(said: Words, reader: SentenceReader) -> Words:
    """With "where is" for "where's" first, and other contractions likewise."""
    first, is_short, _ = said[0].partition("'s") if said else ("", "", "")
    said = (first, "is", *said[1:]) if is_short and first in _ASKING else said
    return spelt_out(said, reader.book.sentences)


def _behind_lead(said: Words, reader: SentenceReader) -> Words:
    lead = reader.book.questions.telling_leads.find(said, 0) if said else None
    return said[lead.length :] if lead is not None and lead.length < len(said) else said


def _parts(said: Words, reader: SentenceReader) -> list[Words]:
    """A sentence apart where a question, or what is to be done in a case, follows a question."""
    is_led = _behind_lead(said, reader) != said
    if not _asks(said, reader) or (reader.starts_order(said) and not is_led):
        return [said]
    for at in range(2, len(said)):
        if said[at] not in ("and", ",", "but") or said[at - 1] in _JOINTS:
            continue
        behind = without(said[at:], _JOINTS)
        if not behind or not _goes_on(said[at:], behind, said[:at], reader):
            continue
        return [said[:at], *_parts(behind, reader)]
    return [said]


def _goes_on(joined: Words, behind: Words, before: Words, reader: SentenceReader) -> bool:
    """Whether what stands behind a joint is a question or a case of its own."""
    is_led = _behind_lead(before, reader) != before
    if any(behind[: len(c)] == c for c in (*_IF_SO, *_IF_NOT)):
        return "and" in joined[:2] or joined[0] == ","
    if behind[0] == "whether" or (is_led and behind[0] not in ("how", "where", "what", "which", "who")):
        return False
    plain = _spelt(behind, reader)
    if "and" not in joined[:2] or plain[0] not in _ASKING - {"whether"}:
        return False
    if plain[0] in ("which", "what") and len(plain) == 1:
        return False
    return plain[0] not in COPULA | {"do", "does", "have", "has", "can"} or len(plain) > 2


def _in_full(said: Words, topic: _Topic, reader: SentenceReader) -> Words:
    """A question, or an order in a case, with what it leaves out: what the question before asks about."""
    said = without(said, _JOINTS)
    case = next((c for c in _IF_SO if said[: len(c)] == c), None)
    rest = without(said[len(case) :], {",", "then"}) if case is not None else said
    if case is None and (denied := next((c for c in _IF_NOT if said[: len(c)] == c), None)) is not None:
        order = opened(without(said[len(denied) :], {",", "then"}), reader.book.sentences).words
        return ("if", "not", ",", *_there(order, topic)) if reader.starts_order(order) else said
    plain = _spelt(_behind_lead(rest, reader), reader)
    if case is not None and not _is_short_question(plain):
        order = opened(rest, reader.book.sentences).words
        return ("if", "so", ",", *_there(order, topic)) if reader.starts_order(order) else said
    if not plain or plain[0] not in _ASKING:
        return said
    return _with_thing(plain, topic, reader) or said


def _is_short_question(plain: Words) -> bool:
    return plain[:1] in (("where",), ("which",), ("what",), ("who",)) or plain[:2] in (("how", "many"), ("how", "much"))


def _there(order: Words, topic: _Topic) -> Words:
    """An order with its place for "there"."""
    return (*order[:-1], *topic.place) if order[-1:] == ("there",) and topic.place else order


def _with_thing(plain: Words, topic: _Topic, reader: SentenceReader) -> Words | None:
    """A question in full; None: it leaves nothing out, or nobody knows what."""
    thing = without(topic.thing, lx.ARTICLES | lx.POSSESSIVES)
    be = "are" if topic.is_plural else "is"
    if thing and plain[:1] == ("where",) and all(w in _IT | COPULA | {"exactly"} for w in plain[1:]):
        return ("where", be, "the", *thing)
    if thing and plain[0] == "how" and plain[1:2] != () and plain[1] in _HOW_MANY:
        rest = next((plain[2 + len(o) :] for o in _OF_THEM if plain[2 : 2 + len(o)] == o), plain[2:])
        if not rest:
            return ("how", "many", *thing, "are", "there")
        if rest[0] in _SUBJECTS:
            return (*plain[:2], *_kind(thing, reader), *rest)
    if thing and plain[0] in _WHICH and plain[1:2] != () and plain[1] in _COLOURS:
        rest = without(plain[2:], COPULA | _IT)
        return ("what", "colour", be, "the", *thing) if not rest else None
    if thing and plain[0] == "which" and len(plain) > 2:
        rest = plain[2:] if plain[1] in ("one", "ones") else plain[1:]
        if rest[0] in COPULA and rest[1:] == ("not",) and topic.place:  # "... in the chest and which aren't"
            return ("which", *_kind(thing, reader), *rest, *topic.place)
        if rest[0] in COPULA and not _names_anything(rest[1:], reader):
            return ("which", *_kind(thing, reader), *rest)
        if rest[0] in COPULA and placing_end(rest, 1, reader) == len(rest):
            return ("which", *_kind(thing, reader), *rest)
    return _without_pronoun(plain, topic)


def _kind(thing: Words, reader: SentenceReader) -> Words:
    """A thing without its looks: "which plates are dirty, and which are clean" asks of all plates."""
    return without(thing, {word for word in thing[:-1] if is_look(word, reader)})


def _without_pronoun(plain: Words, topic: _Topic) -> Words | None:
    """With the furniture for "in it", with the thing for "it"; None: there is no such word."""
    at = next((i for i in range(1, len(plain)) if plain[i] in _IT), None)
    if at is None or any(w in _IT for w in plain[at + 1 :]):
        return None
    place = topic.furniture or topic.thing
    meant = place if plain[at - 1] in _WITHIN else topic.thing or topic.furniture
    if not meant:
        return None
    named = meant if meant[0] in lx.ARTICLES | lx.POSSESSIVES or meant[-1][-1:].isdigit() else ("the", *meant)
    return (*plain[:at], *named, *plain[at + 1 :])


def _names_anything(words: Words, reader: SentenceReader) -> bool:
    return any(reader.names.match(words, i) is not None for i in range(len(words)))


def _topic(said: Words, reader: SentenceReader) -> _Topic:
    """What a question asks about: the first thing that it names, with its looks, and the last place."""
    plain = _spelt(_behind_lead(said, reader), reader)
    thing: Words = ()
    place: Words = ()
    is_plural, at = False, 1
    while at < len(plain):
        if at > 1 and (end := placing_end(plain, at, reader)) > at:
            place, at = plain[at:end], end
            continue
        name = reader.names.match(plain, at)
        if name is None or reader.names.is_person(name):
            at += 1
            continue
        begin = at
        while begin > 1 and (reader.book.adjectives.attribute(plain[begin - 1]) or plain[begin - 1] in _DETERMINED):
            begin -= 1
        if not thing:
            thing, is_plural = plain[begin : at + name.length], name.is_plural
        at += name.length
    looks = plain[-1:] if plain[-2:-1] and plain[-2] in COPULA else ()
    if thing and looks and plain[0] in ("which", "how") and reader.book.adjectives.attribute(looks[0]):
        thing = (*looks, *without(thing, _DETERMINED))  # "which towel is dirty, and where is it"
    return _Topic(_certain(thing), place, is_plural)


_DETERMINED = lx.ARTICLES | lx.POSSESSIVES


def _certain(thing: Words) -> Words:
    return ("the", *thing[1:]) if thing[:1] and thing[0] in ("a", "an", "any", "some") else thing
