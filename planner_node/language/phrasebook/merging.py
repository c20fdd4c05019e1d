# SPDX-License-Identifier: Apache-2.0
"""Several files of words as one: a word has one meaning, and what was read later comes first.

Verbs and small words that mean two things are refused, since it is unclear which was meant. Kits, table settings,
furniture for what is done somewhere, feelings, machines and tools are opinions on a household: those of a later file
come before those of earlier ones, and the first that fits counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from planner_node.language.phrasebook.forms import said
from planner_node.language.phrasebook.word_file import EntryPlace, PhrasebookError, Sections, WordFile
from planner_node.language.words.phrases import Phrases

_VERBS = ("kinds", "changes", "floors", "synonyms")  # one table in four parts


@dataclass(frozen=True, slots=True)
class _Claim:
    """What a file says that a phrase stands for."""

    table: str
    phrase: str
    place: EntryPlace
    meaning: object
    file: WordFile


def merged(files: Sequence[WordFile]) -> Sections:
    """All that the files say.

    Raises:
        PhrasebookError: if a word stands for two things; it names both places.
    """
    claims: dict[tuple[str, str], _Claim] = {}
    for file in files:
        for claim in _claims(file):
            earlier = claims.setdefault((claim.table, claim.phrase), claim)
            if earlier.place != claim.place:
                raise _contradiction(earlier, claim)
    joined: Sections = _joined([file.sections for file in files])
    return joined


def _claims(file: WordFile) -> Iterator[_Claim]:
    for section in fields(file.sections):
        part = getattr(file.sections, section.name)
        for part_field in fields(part):
            value = getattr(part, part_field.name)
            if (section.name, part_field.name) == ("machines", "tools"):
                continue
            if isinstance(value, Mapping | Phrases):
                is_verb = section.name == "verbs" and part_field.name in _VERBS
                table = "verbs" if is_verb else f"{section.name}.{part_field.name}"
                for phrase, meaning in value.items():
                    if meaning is not None or part_field.name == "counted":
                        key = "all" if meaning is None else str(meaning)
                        yield _Claim(table, phrase, (section.name, part_field.name, key, phrase), meaning, file)


def _contradiction(earlier: _Claim, claim: _Claim) -> PhrasebookError:
    section, part, key, _ = claim.place
    here = f"{claim.file.at(claim.place)}: {section}.{part}.{key}: '{claim.phrase}'"
    there = f"{earlier.place[1]}.{said(earlier.meaning)} at {earlier.file.at(earlier.place)}"
    return PhrasebookError(f"{here} is already in {section}.{there}; a word has one meaning, so take it out here")


def _joined(parts: Sequence[Any]) -> Any:
    """Values of one type as one: what was read later comes first, or is all that counts."""
    last = parts[-1]
    if isinstance(last, Phrases):
        filled = [part for part in parts if not part.is_empty]
        if len(filled) == 1:
            return filled[0]
        return Phrases({phrase: meaning for part in parts for phrase, meaning in part.items()})
    if isinstance(last, frozenset):
        return frozenset().union(*parts)
    if isinstance(last, tuple):
        return tuple(item for part in reversed(parts) for item in part)
    if isinstance(last, Mapping):
        return {key: value for part in parts for key, value in part.items()}
    if type(last) in _SECTIONS:
        return type(last)(**{f.name: _joined([getattr(part, f.name) for part in parts]) for f in fields(last)})
    return next((part for part in reversed(parts) if part is not None), None)


_SECTIONS = frozenset({Sections, *(f.default_factory for f in fields(Sections))})
