# SPDX-License-Identifier: Apache-2.0
"""A condition that is true of some of several things: "put the cups on the counter unless they're dirty"."""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.openings import spelt_out
from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_THEY = frozenset({"they", "it"})
_ARE = frozenset({"are", "is"})
_ALL = frozenset("everything all things stuff anything".split())
_BEFORE_LOOKS = lx.ARTICLES | lx.POSSESSIVES | frozenset({"all", "of", "any", "every", "each"})
_CARRYING = frozenset({Verb.BRING, Verb.TAKE, Verb.RETURN, Verb.SERVE, Verb.THROW, Verb.THROW_AWAY})


@needs({"if", "unless", "provided", "long", "case"}, {"they", "it", "they're", "it's", "they've"})
def singly_so(words: Words, reader: SentenceReader) -> Words:
    """The words with "except the dirty ones", or "the dirty cups", in place of such a condition at the end."""
    return each_sentence(words, lambda said: _order(said, reader) or said)


def _order(words: Words, reader: SentenceReader) -> Words:
    known = reader.book.sentences
    verb = reader.book.said_verbs.find(words, 0)
    if verb is None or verb.value.verb not in _CARRYING:
        return ()
    for at in range(verb.length + 1, len(words) - 1):
        unless, so = known.if_not.find(words, at), known.if_so.find(words, at)
        case = unless or so
        if case is None or not reader.starts_order(words[:at]):
            continue
        said = spelt_out(words[at + case.length :], known)
        denied = said[2:3] == ("not",)
        looks = said[2 + denied :]
        if said[:1] == () or said[0] not in _THEY or said[1:2] == () or said[1] not in _ARE or len(looks) != 1:
            return ()
        order = words[: at - (words[at - 1] == ",")]
        first = next((i for i in range(verb.length, len(order)) if order[i] not in _BEFORE_LOOKS), len(order))
        known_looks = looks[0] in reader.names.attributes or reader.book.adjectives.attribute(looks[0]) is not None
        if not known_looks or not _are_several(order, first, said[0], reader):
            return ()
        reader.turned.add(words[at:])
        if (unless is not None) != denied:
            if order[first] in ("things", "stuff") and first == verb.length:
                order = (*order[:first], "all", *order[first:])
            return (*order, "except", "the", looks[0], "ones")
        if order[first] in ("everything", "anything"):
            return (*order[:first], "all", looks[0], "things", *order[first + 1 :])
        return (*order[:first], looks[0], *order[first:])
    return ()


def _are_several(order: Words, at: int, they: str, reader: SentenceReader) -> bool:
    """Whether several things are named behind a verb, of which each may be so or not."""
    if at >= len(order):
        return False
    if order[at] in _ALL:
        return True
    ends = (i for i in range(at, len(order)) if (n := reader.names.match(order, i)) is not None and n.is_plural)
    return they == "they" and next(ends, None) is not None
