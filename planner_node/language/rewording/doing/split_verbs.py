# SPDX-License-Identifier: Apache-2.0
"""A verb of two words around what it is about: "line them up on the shelf" is "line up them on the shelf".

So is one that stands before what tells which things are meant: "turn everything off that is on".
"""

from __future__ import annotations

from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.words import lexicon as lx
from planner_node.language.words.verbs import Verb

_PARTICLES = frozenset({"up", "together", "down"})
_SECOND = _PARTICLES | {"off", "on", "out", "away", "back"}
_RELATIVE = frozenset({"that", "which", "that's"})
_WIDE = frozenset({"all", "those", "any"})
_AFTER = ENDS | {",", "and", "then"}
_FAR = 5  # words between the two
_ABOUT = frozenset({"it", "them"})


def split_verbs(words: Words, reader: SentenceReader) -> Words:
    """The words with the second word of such a verb right behind the first, where the first alone is no verb here."""
    words = _before_relative(_tried_out(words), reader)
    if _PARTICLES.isdisjoint(words[2:]):
        return words
    verbs, places = reader.book.said_verbs, reader.book.places
    for at in range(len(words) - 2):
        whole = next((p for p in sorted(_PARTICLES) if _begins(words, at, p, reader)), "")
        alone = verbs.find((words[at],), 0)
        end = next((i for i in range(at + 2, min(len(words), at + _FAR)) if words[i] == whole), 0) if whole else 0
        if not end or alone is not None or not _is_about(words[at + 1 : end], reader):
            continue
        if end + 1 == len(words) or words[end + 1] in _AFTER or places.sides.find(words, end + 1) is not None:
            return split_verbs((*words[: at + 1], whole, *words[at + 1 : end], *words[end + 1 :]), reader)
    return words


def _before_relative(words: Words, reader: SentenceReader) -> Words:
    """With the second word right behind the first, where a clause that says which things are meant follows it."""
    for at in range(len(words) - 4):
        end = next((i for i in range(at + 2, min(len(words) - 2, at + _FAR + 2)) if words[i] in _SECOND), 0)
        if not end or words[end + 1] not in _RELATIVE:
            continue
        alone = reader.book.said_verbs.find((words[at],), 0)
        switches = alone is not None and alone.value.verb is Verb.SWITCH and words[end] in lx.PARTICLES
        if not switches and not _begins(words, at, words[end], reader):
            continue
        thing = words[at + 1 : end]
        is_wide = thing[-1] in reader.book.nouns.anything or thing[-1] in _WIDE
        if is_wide or _is_about(thing, reader):
            return (*words[: at + 1], words[end], *thing, *words[end + 1 :])
    return words


def _tried_out(words: Words) -> Words:
    """With "test" for "try ... out": "try" alone opens an order."""
    for at in range(len(words) - 2):
        end = next((i for i in range(at + 1, min(len(words), at + _FAR)) if words[i] == "out"), 0)
        begins = words[at] == "try" and (at == 0 or words[at - 1] in _AFTER)
        if begins and end and (end == at + 1 or end + 1 == len(words) or words[end + 1] in _AFTER):
            return _tried_out((*words[:at], "test", *words[at + 1 : end], *words[end + 1 :]))
    return words


def _begins(words: Words, at: int, particle: str, reader: SentenceReader) -> bool:
    found = reader.book.said_verbs.find((words[at], particle), 0)
    return found is not None and found.length > 1


def _is_about(words: Words, reader: SentenceReader) -> bool:
    """Whether words are a pronoun, or an article with a name."""
    if len(words) == 1:
        return words[0] in _ABOUT
    name = reader.names.match(words, 1) if words[0] in lx.ARTICLES | {"all"} else None
    return name is not None and name.length + 1 == len(words)
