# SPDX-License-Identifier: Apache-2.0
"""What people do with a thing, which no scene graph knows: "the hammer I'm using", where there is but one hammer."""

from __future__ import annotations

from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_WHO = frozenset({"i", "i'm", "i've", "we", "we're", "we've", "you", "he", "she", "they", "somebody", "someone"})
_BEING = frozenset(
    {"am", "are", "is", "was", "were", "have", "has", "had", "been", "just", "always", "still", "use", "used"}
)
_RELATIVE = frozenset({"that", "which"})
_FORMS = ("ing", "ed")
_WORDS = frozenset(
    {"use", "need", "bought", "left", "found", "read", "wear", "wore", "like", "love", "made", "got", "gave"}
)
_LONGEST = 4  # words from who it is to the verb


def unseen(words: Words, reader: SentenceReader) -> Words:
    """The words without such a clause behind the name of the only thing of its kind; it is told as not made use of."""
    for at in range(2, len(words) - 1):
        who = at + (words[at] in _RELATIVE)
        if words[who : who + 1] == () or words[who] not in _WHO or not _is_only(words, at, reader):
            continue
        end = _clause_end(words, who, reader)
        if end:
            return unseen((*words[:at], *words[end:]), reader)
    return words


def _is_only(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether the name of a thing with "the" ends there of which the scene has one alone."""
    for begin in range(max(0, at - 4), at - 1):
        name = reader.names.match(words, begin + 1) if words[begin] in lx.DEFINITE else None
        if name is not None and begin + 1 + name.length == at and not reader.names.is_place(name):
            return _count(name, reader) == 1
    return False


def _count(name: Name, reader: SentenceReader) -> int:
    names = reader.names
    alike = (n for n in names.graph.of_kind(NodeKind.OBJECT) if names.ontology.is_a(n.label, name.concept or ""))
    return 1 if name.node_id is not None else sum(1 for _ in alike)


def _clause_end(words: Words, who: int, reader: SentenceReader) -> int:
    """Behind the verb of a clause that says no more; 0: it says more, or is none."""
    verb = who + 1
    while verb < len(words) and words[verb] in _BEING and verb < who + _LONGEST:
        verb += 1
    is_verb = verb < len(words) and (words[verb].endswith(_FORMS) or words[verb] in _WORDS)
    if not is_verb and verb == who + 1:
        return 0
    end = verb + 1 if is_verb else verb
    behind = words[end] if end < len(words) else ""
    closes = not behind or behind in ENDS | {",", "and"} or reader.book.places.sides.find(words, end) is not None
    return end if closes else 0
