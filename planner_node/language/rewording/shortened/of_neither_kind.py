# SPDX-License-Identifier: Apache-2.0
"""Things of neither of two kinds: "everything that is not a mug or a pen", "all that is neither a mug nor a pen"."""

from __future__ import annotations

from planner_node.language.sentence.sentence import SentenceReader, Words

_RELATIVE = frozenset({"that", "which"})
_NOT = (
    ("is", "not"), ("are", "not"), ("isn't",), ("aren't",), ("is", "neither"), ("are", "neither"), ("is", "no"),
    ("are", "no"),
)  # fmt: skip
_ARTICLES = frozenset({"a", "an", "any", "no"})
_JOINTS = frozenset({"or", "nor", ","})


def of_neither_kind(words: Words, reader: SentenceReader) -> Words:
    """The words with all of both kinds excepted; where a kind has no plural here, in words that are not understood."""
    if "or" not in words and "nor" not in words:
        return words
    for at in range(1, len(words) - 4):
        denial = next((n for n in _NOT if words[at + 1 : at + 1 + len(n)] == n), None)
        if words[at] not in _RELATIVE or denial is None:
            continue
        kinds, end = _kinds(words, at + 1 + len(denial), reader)
        if len(kinds) < 2:
            continue
        plurals = tuple(_all_of(kind, reader) for kind in kinds)
        if not all(plurals) or words[end : end + 1] == ("and",):
            parts = (word for n, kind in enumerate(kinds) for word in (*(("nor",) if n else ()), *kind))
            return (*words[: at + 1], "is", "neither", *parts, *words[end:])
        each = (word for n, kind in enumerate(plurals) for word in (*(("and",) if n else ()), *kind))
        return of_neither_kind((*words[:at], "except", *each, *words[end:]), reader)
    return words


def _kinds(words: Words, at: int, reader: SentenceReader) -> tuple[tuple[Words, ...], int]:
    """The kinds of things that are named there with "or" between them, and where they end."""
    found: list[Words] = []
    last = at
    while at < len(words):
        has_article = words[at] in _ARTICLES
        at += has_article
        name = reader.names.match(words, at) if at < len(words) else None
        if name is None or name.node_id is not None or reader.names.is_place(name):
            break
        last = at + name.length
        found.append(words[at - has_article : last])
        if words[last : last + 1] == () or words[last] not in _JOINTS:
            break
        at = last + 1 + (words[last : last + 2] in ((",", "or"), (",", "nor")))
    return tuple(found), last


def _all_of(kind: Words, reader: SentenceReader) -> Words:
    """All of a kind: "a mug" in the plural, "food" as it is; empty: it is not known what that is."""
    if kind[0] not in _ARTICLES:
        name = reader.names.match(kind, 0)
        return ("the", *kind) if name is not None and name.is_plural else kind
    kind = kind[1:]
    for said in (kind, (*kind[:-1], f"{kind[-1]}s"), (*kind[:-1], f"{kind[-1]}es")):
        name = reader.names.match(said, 0)
        if name is not None and name.length == len(said) and name.is_plural:
            return ("the", *said)
    return ()
