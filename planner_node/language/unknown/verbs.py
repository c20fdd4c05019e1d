# SPDX-License-Identifier: Apache-2.0
"""A verb that nobody knows, by the words around it and by verbs that mean the same.

What stands behind a verb tells much of what it asks for: who is to "xyz table 1 of mugs" is to take them away, and who
is to "xyz me a pen" is to bring one. Else WordNet has verbs that mean the same or something more general. Either is
only asked about.

Source: Levin, English verb classes and alternations, 1993: verbs of removing, of clearing, of filling and of giving.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from makedo_core.ontology import verbs_of, wordnet_of
from makedo_core.ontology.wordnet import WordNet, kindred
from planner_node.language.piecing.pieces import PieceKind, SentencePiece, piece_at
from planner_node.language.sentence.sentence import SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.beginnings import begins, may_be_a_verb
from planner_node.language.words.verbs import Verb

_PARTICLES = frozenset("up out off down away over".split())
_NO_ORDERS = frozenset(
    "be am is are was were have has had do does did need want like love hate hope wish think know mean feel seem "
    "see hear thank thanks guess believe mind let must can could will would shall should may might".split()
)
_FURTHEST = 4  # of what WordNet says: what a meaning of the third rank means, or two steps up from the first
_SURELY = 1  # of verbs that throw away: the first two meanings themselves
_THROWING = frozenset({Verb.THROW_AWAY, Verb.RECYCLE, Verb.THROW})
_MOST = 6  # verbs that are tried


class OtherVerb(NamedTuple):
    """An instruction with a known verb, the unknown one, and whether it may be left open where things go.

    It may where the words around the verb tell what it means, or where furniture is emptied.
    """

    orders: Words
    unknown: str
    may_be_open: bool


def in_known_verbs(words: Words, reader: SentenceReader) -> Iterator[OtherVerb]:
    """An instruction with a verb that is known in the place of each that is not, likeliest first.

    Without WordNet only the words around a verb tell what it means.

    Args:
        words: in lower case, as they were said.
        reader: knows names and words.
    """
    verbs = verbs_of(reader.names.ontology)
    at = next((i for i in range(len(words)) if _is_unknown_verb(words, i, reader)), None)
    if at is None:
        return
    length = 2 if words[at + 1 : at + 2] and words[at + 1] in _PARTICLES else 1
    unknown = " ".join(words[at : at + length])
    other_verbs = tuple(_meaning_the_same(unknown, reader, verbs))
    if other_verbs[:1] and other_verbs[0] in reader.book.verbs.cannot:
        return  # "demolish" is not to be read as something that can be done
    around = _by_words_around(words, at, length, reader)
    able = (other for other in other_verbs if other not in reader.book.verbs.cannot)
    ways = [around] if around is not None else [(other, at + length) for other in able]
    for orders, end in ways[:_MOST]:
        said = (*words[:at], *orders.split(), *words[end:])
        further = tuple(in_known_verbs(said, reader))
        for other in further or (OtherVerb(said, "", True),):
            verb_words = " and ".join(verb for verb in (unknown, other.unknown) if verb)
            may_be_open = around is not None or _empties(orders, reader)
            yield OtherVerb(other.orders, verb_words, may_be_open)


def _is_unknown_verb(words: Words, at: int, reader: SentenceReader) -> bool:
    word, book = words[at], reader.book
    if not begins(words, at) or not word.isalpha() or at + 1 >= len(words):
        return False
    if (
        word in lx.WORDS | _NO_ORDERS | book.nouns.excepted.words
        or book.said_verbs.find(words, at)
        or book.adjectives.attribute(word) is not None
    ):
        return False
    name = reader.names.match(words, at)
    if (name is not None and reader.names.is_present(name)) or _is_first_of_two_nouns(words, at, reader):
        return False
    if word not in book.known_words and name is None:
        return True
    return may_be_a_verb(words, at, reader.names.ontology)


def _is_first_of_two_nouns(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a noun stands before another with no article between them: "power tools on shelf 1"."""
    behind, base = reader.names.match(words, at + 1), wordnet_of(reader.names.ontology)
    is_bare = behind is not None and behind.node_id is None and not reader.names.is_person(behind)
    return is_bare and base is not None and bool(base.senses(words[at]))


def _empties(verb: str, reader: SentenceReader) -> bool:
    said = reader.book.said_verbs.find(tuple(verb.split()), 0)
    return said is not None and (said.value.verb is Verb.CLEAR or said.value.quality == "empty")


def _meaning_the_same(unknown: str, reader: SentenceReader, verbs: WordNet | None) -> Iterator[str]:
    """Verbs that are known, or that nobody here can do, nearest first."""
    if verbs is None:
        return
    for verb, far in kindred(unknown, verbs):
        said = reader.book.said_verbs.find(tuple(verb.split()), 0)
        is_known = said is not None and said.length == len(verb.split())
        most = _SURELY if said is not None and is_known and said.value.verb in _THROWING else _FURTHEST
        if far <= most and (is_known or verb in reader.book.verbs.cannot):
            yield verb


def _by_words_around(words: Words, at: int, length: int, reader: SentenceReader) -> tuple[str, int] | None:
    """Orders for a verb and what stands behind it, by what that is, and where they end; None: it tells nothing."""
    begin = at + length
    if words[at + 1 : at + 2] and words[at + 1] in lx.RECIPIENTS:
        return _for_somebody(words, at + 1, words[at + 1], reader)
    if begin >= len(words):
        return None
    piece, taken = piece_at(words, begin, reader, False)
    behind = begin + taken
    if piece.kind is PieceKind.PLACE:
        return _of_a_place(words, piece, behind, reader)
    end = _end_of_things(words, begin, reader)
    if end == begin or end >= len(words):
        return None
    if words[end] == "for" and words[end + 1 : end + 2] != () and words[end + 1] in lx.SPEAKERS and length > 1:
        return f"bring {words[end + 1]} {' '.join(words[begin:end])}", end + 2  # "(xyz) out a pen for me"
    source, from_there = piece_at(words, end, reader, False)
    if source.kind is not PieceKind.FROM:
        return None
    goal = piece_at(words, end + from_there, reader, False)[0] if end + from_there < len(words) else None
    verb = "move" if goal is not None and goal.kind is PieceKind.TO else "remove"
    return verb, begin


def _for_somebody(words: Words, at: int, whom: str, reader: SentenceReader) -> tuple[str, int] | None:
    """What is said of somebody: "(xyz) me a pen", "(xyz) me up with a pen"."""
    begin = at + 1
    begin += words[begin : begin + 1] != () and words[begin] in _PARTICLES
    begin += words[begin : begin + 1] == ("with",)
    if _end_of_things(words, begin, reader) == begin:
        return None
    return f"bring {whom}", begin


def _of_a_place(words: Words, place: SentencePiece, behind: int, reader: SentenceReader) -> tuple[str, int] | None:
    """What is said of furniture or somebody: "(xyz) table 1 of mugs", "(xyz) Anna with a pen"."""
    joint = words[behind : behind + 1]
    end = _end_of_things(words, behind + 1, reader)
    if joint not in (("of",), ("with",)) or end == behind + 1:
        return None
    things, named = " ".join(words[behind + 1 : end]), " ".join(place.words)
    if joint == ("of",):
        return f"remove {things} from {named}", end
    is_somebody = reader.names.is_person(reader.names.match(place.words, len(place.words) - 1))
    return (f"bring {things} to {named}" if is_somebody else f"put {things} on {named}"), end


def _end_of_things(words: Words, at: int, reader: SentenceReader) -> int:
    """Where things that are named from a position on end; the position: none are."""
    end = at
    while at < len(words):
        piece, taken = piece_at(words, at, reader, False)
        if piece.kind is not PieceKind.THING:
            return end
        end = at + taken
        if words[end : end + 1] not in (("and",), (",",)):
            return end
        at = end + 1 + (words[end + 1 : end + 2] == ("and",))
    return end
