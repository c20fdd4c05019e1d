# SPDX-License-Identifier: Apache-2.0
"""What people get, without an order to give it: "a donut for everyone", "each child gets an apple"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words, each_sentence
from planner_node.language.sentence.shapes.parts import begins_things, side_in
from planner_node.language.words.naming import Name

_EVERYBODY = (("everyone",), ("everybody",))
_EACH = (("each", "of", "the"), ("every", "one", "of", "the"), ("each",), ("every",))
_ALL = (("all", "of", "the"), ("all", "the"), ("both", "of", "the"), ("both", "the"), ("both",), ("the",), ("all",))
_GETTING = tuple(
    tuple(said.split())
    for said in (
        "gets", "get", "should get", "should have", "shall get", "is to get", "are to get", "will get", "may have",
        "can have", "needs", "need", "wants", "want", "would like", "has to get", "have to get", "must get",
    )
)  # fmt: skip
_GIVING = frozenset({"give", "bring", "hand", "pass", "serve", "offer", "get", "fetch", "take"})
_SHARED = frozenset({"each", "apiece"})
_SINGULAR = {"children": "child", "men": "man", "women": "woman", "people": "person"}


def for_people(words: Words, reader: SentenceReader) -> Words:
    """The words with "bring" before what people get whom the scene knows."""
    if not reader.names.is_present(Name(1, "person")):
        return words
    return each_sentence(words, lambda said: _verbless(said, reader) or _getting(said, reader) or _shared(said, reader))


def _verbless(words: Words, reader: SentenceReader) -> Words:
    """Of "a donut for everyone"; empty: it is something else."""
    at = next((i for i in range(1, len(words) - 1) if words[i] == "for"), 0)
    whom = _people(words[at + 1 :], reader) if at else ()
    things = words[:at]
    is_bare = bool(whom) and begins_things(things, reader) and not side_in(things, reader)
    return ("bring", *_without_each(things), "to", *whom) if is_bare else ()


def _getting(words: Words, reader: SentenceReader) -> Words:
    """Of "each child gets an apple"; empty: it is something else."""
    for at in range(1, len(words) - 1):
        get = next((g for g in _GETTING if words[at : at + len(g)] == g), ())
        whom = _people(words[:at], reader) if get else ()
        things = words[at + len(get) :]
        if whom and whom not in _EVERYBODY and begins_things(things, reader) and not side_in(things, reader):
            return ("bring", *_without_each(things), "to", *whom)
    return ()


def _shared(words: Words, reader: SentenceReader) -> Words:
    """Of "bring a banana apiece for the children"; else the words as they are."""
    words = _and_somebody(words, reader)
    at = max((i for i in range(2, len(words) - 1) if words[i] in ("for", "to")), default=0)
    shared = len(words) > 3 and words[0] in _GIVING and not _SHARED.isdisjoint(words[1:at])
    whom = _people(words[at + 1 :], reader) if shared else ()
    return (words[0], *_without_each(words[1:at]), "each", "to", *whom) if whom else words


def _and_somebody(words: Words, reader: SentenceReader) -> Words:
    """With the verb before another who gets something: "bring Tom a banana and Mia something to eat"."""
    for at in range(3, len(words) - 2):
        name = reader.names.match(words, at) if words[at - 1] in ("and", ",") and words[0] in _GIVING else None
        end = at + name.length if name is not None and reader.names.is_person(name) else 0
        if end and words[end : end + 1] in (("something",), ("anything",)):
            return _and_somebody((*words[:at], words[0], *words[at:]), reader)
    return words


def _people(words: Words, reader: SentenceReader) -> Words:
    """People whom words name by what they are; empty: they name none, or somebody by name."""
    if words in _EVERYBODY:
        return words
    lead = next((e for e in (*_EACH, *_ALL) if words[: len(e)] == e), None)
    kind = reader.book.people.kinds.find(words, len(lead)) if lead is not None else None
    if lead is None or kind is None or len(lead) + kind.length != len(words) or kind.value == "person":
        return ()
    noun = words[len(lead) :]
    one = _SINGULAR.get(noun[-1], noun[-1].removesuffix("s"))
    return ("each", *noun[:-1], one) if lead in _EACH else words


def _without_each(things: Words) -> Words:
    return things[:-1] if things[-1:] and things[-1] in _SHARED else things
