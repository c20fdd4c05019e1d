# SPDX-License-Identifier: Apache-2.0
"""What is to be so before it goes somewhere: "put a heated potato in the sink" heats one first, where none is hot."""

from __future__ import annotations

from dataclasses import dataclass, replace

from makedo_core.graph.scene_graph import NodeKind
from makedo_core.ontology.words import with_article
from planner_node.language.rewording.gaps import place_stands
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_end
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name
from planner_node.language.words.verbs import Verb

_MOVING = frozenset(
    {Verb.BRING, Verb.TAKE, Verb.HOLD, Verb.THROW, Verb.THROW_AWAY, Verb.RETURN, Verb.SERVE, Verb.RECYCLE, Verb.LOAD}
)
_LOOKS = {"warm": "hot", "cool": "cold"}
_BEFORE = lx.ARTICLES | lx.POSSESSIVES | lx.NUMBERS.keys() | {"some", "another", "any"}
_JOINTS = frozenset({"and", "plus", ","})
_CLOSES = ENDS | {",", "and", "then"}
_BEGINS = ENDS | {",", "and", "then", "to", "please"}


@dataclass(frozen=True, slots=True)
class _Wanted:
    """Things that an order moves, with what they are to be.

    Attributes:
        plain: the words for them without that.
        name: what they are called.
        word: how they are to be, as it was said.
        quality: the same as verbs make it.
        verb: what makes them so.
        end: index behind them.
    """

    plain: Words
    name: Name
    word: str
    quality: str
    verb: Words
    end: int


def made_so(words: Words, reader: SentenceReader) -> Words:
    """The words with an order to make things so before the one that moves them.

    Where something here is so already, that is meant. Where no machine here makes such things so, a certain thing stays
    described as it is, and any one is told to be so as things look: "a heated pan" is a hot one.
    """
    words = _that_are_so(words, reader)
    for at in range(len(words) - 2):
        verb = reader.book.said_verbs.find(words, at) if at == 0 or words[at - 1] in _BEGINS else None
        if verb is None or verb.value.verb not in _MOVING:
            continue
        behind = at + verb.length
        begin = behind + (words[behind : behind + 1] != () and words[behind] in lx.RECIPIENTS)
        apart = _apart(words, at, begin, reader)
        if apart != words:
            return made_so(apart, reader)
        wanted = _wanted(words, begin, reader)
        if wanted is None or _is_any_so(wanted, reader):
            continue
        if _is_made(wanted, reader):
            stop = _end_of_things(words, wanted.end, reader)
            it = "them" if wanted.name.is_plural else "it"
            reader.turned.add((wanted.word,))
            first = (*wanted.verb, *wanted.plain, *words[wanted.end : stop])
            back = (*words[at:behind], it, *(("to",) if begin > behind else ()), *words[behind:begin])
            return (*words[:at], *first, ",", "then", *back, *made_so(words[stop:], reader))
        certain = words[begin] in lx.DEFINITE and reader.names.is_present(wanted.name)
        if not certain and reader.book.adjectives.attribute(wanted.word) is None:
            so = _as_it_looks(words[begin : wanted.end], wanted.word, wanted.quality, reader)
            words = (*words[:begin], *so, *words[wanted.end :])
    return words


def _apart(words: Words, at: int, begin: int, reader: SentenceReader) -> Words:
    """The words with an order of its own for what is to be made so and is listed behind other things.

    "Put an apple and a heated potato in the fridge", "... in the fridge and a heated potato on the table".

    Args:
        words: that are said.
        at: index of the verb of the list.
        begin: index of the first thing of the list.
        reader: knows names and words.
    """
    stop = sentence_end(words, begin, ENDS | {"then"})
    for joint in range(begin + 1, stop):
        if words[joint] not in _JOINTS or words[joint - 1] in _JOINTS:
            continue
        after = joint + 1 + (words[joint + 1 : joint + 2] == ("and",))
        listed = _wanted(words, after, reader) if reader.book.said_verbs.find(words, after) is None else None
        if listed is None or _is_any_so(listed, reader) or not _is_made(listed, reader):
            continue
        side = next((i for i in range(begin + 1, stop) if place_stands(words[:stop], i, reader)), stop)
        where = words[side : sentence_end(words, side, _CLOSES)] if side > joint else ()
        return (*words[:joint], *where, ",", "then", *words[at:begin], *words[after:])
    return words


def _that_are_so(words: Words, reader: SentenceReader) -> Words:
    """The words with how things look for what was done to them, where some here look so: "the washed socks"."""
    for at in range(1, len(words) - 1):
        so = _becoming(words, at, reader) if reader.names.match(words, at) is None else None
        name = reader.names.match(words, at + 1) if so is not None else None
        if so is None or name is None or so[1] == so[0] or reader.book.adjectives.attribute(words[at]) is not None:
            continue
        if reader.names.here.is_any_so(NounPhrase("", name.concept, name.node_id), frozenset({so[1]})):
            words = (*words[:at], *_as_it_looks(words[at : at + 1], so[0], so[1], reader), *words[at + 1 :])
    return words


def _as_it_looks(things: Words, word: str, look: str, reader: SentenceReader) -> Words:
    """The words with a look for what was done, if things may have that look."""
    if reader.book.adjectives.attribute(look) is None:
        return things
    reader.turned.add((word,))
    return tuple(look if said == word else said for said in things)


def _wanted(words: Words, begin: int, reader: SentenceReader) -> _Wanted | None:
    """Things that are told by what they are to be; None: these are not."""
    at = begin
    plain: list[str] = []
    found: tuple[str, str, Words] | None = None
    while at < len(words):
        so = _becoming(words, at, reader) if reader.names.match(words, at) is None else None
        if so is not None:
            made = any(rule.makes == so[1] for rule in reader.book.machines.does)
            if made and found is not None and found[1] != so[1]:
                return None  # "a chilled, heated tomato"
            if not made and reader.book.adjectives.attribute(words[at]) is None:
                return None
            found, plain = (so, plain) if made else (found, [*plain, words[at]])
            at += 1
            if words[at : at + 1] and words[at] in _JOINTS and _becoming(words, at + 1, reader) is not None:
                at += 1
        elif words[at] in _BEFORE or words[at].isdecimal() or reader.book.adjectives.attribute(words[at]) is not None:
            if reader.names.match(words, at) is not None and words[at] not in _BEFORE:
                break
            plain.append(words[at])
            at += 1
        else:
            break
    name = reader.names.match(words, at)
    if found is None or name is None or (reader.names.is_place(name) and not _is_carried(name, reader)):
        return None
    end = at + name.length
    word, quality, verb = found
    things = (*plain, *words[at:end])
    if things[0] in ("a", "an"):  # "a heated egg" is "an egg"
        things = tuple(with_article(" ".join(things[1:])).split())
    return _Wanted(things, name, word, quality, verb, end)


def _becoming(words: Words, at: int, reader: SentenceReader) -> tuple[str, str, Words] | None:
    """How things are to be, as it is said and as a verb makes it, and that verb; None: no such word stands there."""
    if at >= len(words):
        return None
    word = words[at]
    done = reader.book.done_by.find((_LOOKS.get(word, word),), 0)
    said = reader.book.said_verbs.find(tuple(done.value.split()), 0) if done is not None else None
    if done is None or said is None or said.value.verb is not Verb.CHANGE:
        return None
    verb = next(v for v, known in reader.book.said_verbs.items() if known == replace(said.value, like=v))
    return word, said.value.quality, tuple(verb.split())


def _is_carried(name: Name, reader: SentenceReader) -> bool:
    """Whether something that is carried here is called so: a kettle."""
    here = reader.names.graph.of_kind(NodeKind.OBJECT)
    return any(reader.names.ontology.is_a(node.label, name.concept or "") for node in here)


def _is_any_so(wanted: _Wanted, reader: SentenceReader) -> bool:
    """Whether something here that is called so looks so."""
    phrase = NounPhrase("", wanted.name.concept, wanted.name.node_id)
    return any(reader.names.here.is_any_so(phrase, frozenset({look})) for look in (wanted.word, wanted.quality))


def _is_made(wanted: _Wanted, reader: SentenceReader) -> bool:
    """Whether a machine here makes such things so, and "clean" is not said of what usually is."""
    names, concept = reader.names, wanted.name.concept or ""
    if not names.is_present(wanted.name):
        return False
    if wanted.word == "clean" and not (names.ontology.is_a(concept, "consumable") or _all_soiled(wanted, reader)):
        return False
    rules = (r for r in reader.book.machines.does if r.makes == wanted.quality and names.ontology.is_a(concept, r.of))
    return any(names.here.has_machine(rule.machine, rule.runs) for rule in rules)


def _all_soiled(wanted: _Wanted, reader: SentenceReader) -> bool:
    """Whether all such things here are known to be dirty."""
    graph, soiled = reader.names.graph, reader.book.adjectives.soiled
    alike = [
        n for n in graph.of_kind(NodeKind.OBJECT) if reader.names.ontology.is_a(n.label, wanted.name.concept or "")
    ]
    return bool(alike) and all(n.attributes & soiled for n in alike)


def _end_of_things(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind what tells where things are, before the last place of the clause: "the cup from the table"."""
    stop = sentence_end(words, at, _CLOSES)
    sides = [i for i in range(at, stop) if place_stands(words[:stop], i, reader)]
    if words[at : at + 1] and reader.book.places.sources.find(words, at) is not None and sides:
        return sides[0] if sides[0] > at else sides[1] if len(sides) > 1 else at
    return at
