# SPDX-License-Identifier: Apache-2.0
"""How lists of words and phrases are written in a file, and what becomes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, ConfigDict, GetCoreSchemaHandler, GetPydanticSchema
from pydantic_core import CoreSchema, core_schema

from planner_node.language.words.phrases import Phrases

PhraseMeaning = TypeVar("PhraseMeaning")

STRICT = ConfigDict(extra="forbid")
_BRACKETS = re.compile(r"\(([^()]*)\)")


def _checked_phrase(text: str) -> str:
    """A phrase as the parser sees it.

    Raises:
        ValueError: telling how it would be right.
    """
    plain = " ".join(text.lower().split())
    if not plain:
        raise ValueError("is empty; expected a word or a phrase")
    if "," in plain:
        parts = ", ".join(p.strip() for p in plain.split(",") if p.strip())
        raise ValueError(f"'{text}' holds a comma; expected phrases one by one: [{parts}]")
    if plain != text:
        raise ValueError(f"'{text}' is never found; expected lower case and single spaces: '{plain}'")
    return text


def _checked_word(text: str) -> str:
    if " " in text:
        raise ValueError(f"'{text}' is never found; expected single words: [{', '.join(text.split())}]")
    return text


def _checked_name(text: str) -> str:
    if not text or text != text.strip():
        raise ValueError("is empty; expected a name of the ontology")
    return text


Phrase = Annotated[str, AfterValidator(_checked_phrase)]
EntryName = Annotated[str, AfterValidator(_checked_name)]
OneWord = Annotated[Phrase, AfterValidator(_checked_word)]
WordSet = frozenset[OneWord]
PhraseSet = frozenset[Phrase]


def _as_phrases(_: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    return core_schema.no_info_after_validator_function(plain, handler.generate_schema(tuple[Phrase, ...]))


Listed = Annotated[Phrases[None], GetPydanticSchema(_as_phrases)]
"""Phrases that stand for nothing but themselves, written as a list."""


def _as_patterns(_: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
    written = handler.generate_schema(tuple[Phrase, ...])
    return core_schema.no_info_after_validator_function(lambda listed: plain(_spelt_out(listed)), written)


Patterns = Annotated[Phrases[None], GetPydanticSchema(_as_patterns)]
"""As `Listed`; a phrase may hold choices, "(could|would) you (please|)"."""


def _as_names(listed: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_spelt_out(listed)))


Spelt = Annotated[tuple[Phrase, ...], AfterValidator(_as_names)]
"""Phrases in the order in which they are written; a phrase may hold choices."""


def keyed_patterns(meaning: Any) -> GetPydanticSchema:
    """As `keyed`; a phrase may hold choices.

    Args:
        meaning: type of the keys.
    """

    def schema(_: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        written = handler.generate_schema(dict[meaning, tuple[Phrase, ...]])
        return core_schema.no_info_after_validator_function(
            lambda lists: inverted({key: _spelt_out(listed) for key, listed in lists.items()}), written
        )

    return GetPydanticSchema(schema)


def _spelt_out(patterns: Iterable[str]) -> tuple[str, ...]:
    """Phrases in place of those that hold choices."""
    return tuple(phrase for pattern in patterns for phrase in _choices(pattern))


def _choices(pattern: str) -> list[str]:
    """A pattern with each of its choices, the last one changing soonest."""
    parts = _BRACKETS.split(pattern)  # every second one is what stands in brackets
    if any("(" in part or ")" in part for part in parts[::2]):
        return _nested(pattern)
    ways = product(*(part.split("|") if at % 2 else (part,) for at, part in enumerate(parts)))
    return [" ".join("".join(way).split()) for way in ways]


def _nested(pattern: str) -> list[str]:
    """The same, with choices within choices; those that are closed first change last.

    Raises:
        ValueError: telling that a bracket is missing.
    """
    end = pattern.find(")")
    begin = pattern.rfind("(", 0, max(end, 0))
    if begin < 0:
        raise ValueError(f"'{pattern}' has a bracket too few; expected such as '(could|would) you'")
    ways = (f"{pattern[:begin]}{choice}{pattern[end + 1 :]}" for choice in pattern[begin + 1 : end].split("|"))
    return [phrase for way in ways for phrase in _choices(way)]


def keyed(meaning: Any) -> GetPydanticSchema:
    """Phrases that are written as lists under what they stand for.

    Args:
        meaning: type of the keys.
    """

    def schema(_: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        written = handler.generate_schema(dict[meaning, tuple[Phrase, ...]])
        return core_schema.no_info_after_validator_function(inverted, written)

    return GetPydanticSchema(schema)


def looked_up(meaning: Any, written_as: Any) -> GetPydanticSchema:
    """As `keyed`, of words or phrases that are looked up as a whole.

    Args:
        meaning: type of the keys.
        written_as: `OneWord` or `Phrase`.
    """

    def schema(_: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        written = handler.generate_schema(dict[meaning, tuple[written_as, ...]])
        return core_schema.no_info_after_validator_function(_by_phrase, written)

    return GetPydanticSchema(schema)


def plain(listed: Iterable[str]) -> Phrases[None]:
    """Phrases that stand for nothing but themselves."""
    return Phrases(dict.fromkeys(listed))


def inverted(written: Mapping[PhraseMeaning, Iterable[str]]) -> Phrases[PhraseMeaning]:
    """Phrases with what they stand for, from lists of them under that.

    Raises:
        ValueError: if one stands for two things.
    """
    return Phrases(_by_phrase(written))


def _by_phrase(written: Mapping[PhraseMeaning, Iterable[str]]) -> dict[str, PhraseMeaning]:
    return unique((phrase, meaning) for meaning, phrases in written.items() for phrase in phrases)


def unique(pairs: Iterable[tuple[str, PhraseMeaning]]) -> dict[str, PhraseMeaning]:
    """Phrases with what each stands for.

    Raises:
        ValueError: if one stands for two things.
    """
    found: dict[str, PhraseMeaning] = {}
    for phrase, meaning in pairs:
        if found.setdefault(phrase, meaning) != meaning:
            both = f"{said(found[phrase])} and for {said(meaning)}"
            raise ValueError(f"'{phrase}' stands for {both}; expected one of them")
    return found


def said(meaning: object) -> str:
    """What a phrase stands for, as it is written in a file."""
    return "all" if meaning is None else f"'{meaning}'"


def no_phrases() -> Phrases[Any]:
    """An empty table."""
    return Phrases({})
