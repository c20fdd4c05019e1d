# SPDX-License-Identifier: Apache-2.0
"""Reads one file of words: YAML in which every scalar is a text, checked against the sections.

So "on", "off" and "no" are words here and need no quotation marks. Every error names the file, the line, the key, what
is wrong and what would be right.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, get_args, get_type_hints

import yaml
from pydantic import TypeAdapter, ValidationError

from makedo_core.failure import MakedoError
from makedo_core.goals.goal_text import enumerate_words
from planner_node.language.phrasebook.forms import STRICT
from planner_node.language.phrasebook.gist_words import GistWords
from planner_node.language.phrasebook.household import KitWords, MachineRules, SettingWords, UseWords
from planner_node.language.phrasebook.need_words import NeedWords
from planner_node.language.phrasebook.sections import (
    AdjectiveWords,
    ClauseWords,
    ModelWords,
    NounWords,
    OriginalWords,
    PeopleWords,
    PlaceWords,
    QuantityWords,
    QuestionWords,
    RemarkWords,
    SpellingWords,
    VerbWords,
)
from planner_node.language.phrasebook.sentence_words import SentenceWords
from planner_node.language.phrasebook.speech_words import SpeechWords
from planner_node.language.phrasebook.turn_words import TurnWords

MAX_BYTES = 1_000_000
_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # libyaml's is ten times as fast
_DEEPEST = 8

EntryKey = str | int
EntryPlace = tuple[EntryKey, ...]
"""A place in a file: keys, and numbers of items counted from 0."""


class PhrasebookError(MakedoError):
    """A file of words that cannot be used."""


@dataclass(frozen=True, slots=True)
class Sections:
    """All that a file can hold; what it does not mention is empty."""

    __pydantic_config__ = STRICT

    verbs: VerbWords = field(default_factory=VerbWords)
    clauses: ClauseWords = field(default_factory=ClauseWords)
    places: PlaceWords = field(default_factory=PlaceWords)
    nouns: NounWords = field(default_factory=NounWords)
    adjectives: AdjectiveWords = field(default_factory=AdjectiveWords)
    quantities: QuantityWords = field(default_factory=QuantityWords)
    originals: OriginalWords = field(default_factory=OriginalWords)
    remarks: RemarkWords = field(default_factory=RemarkWords)
    sentences: SentenceWords = field(default_factory=SentenceWords)
    speech: SpeechWords = field(default_factory=SpeechWords)
    turns: TurnWords = field(default_factory=TurnWords)
    questions: QuestionWords = field(default_factory=QuestionWords)
    people: PeopleWords = field(default_factory=PeopleWords)
    models: ModelWords = field(default_factory=ModelWords)
    spelling: SpellingWords = field(default_factory=SpellingWords)
    table_settings: SettingWords = field(default_factory=SettingWords)
    kits: KitWords = field(default_factory=KitWords)
    machines: MachineRules = field(default_factory=MachineRules)
    needs: NeedWords = field(default_factory=NeedWords)
    uses: UseWords = field(default_factory=UseWords)
    gist: GistWords = field(default_factory=GistWords)


@dataclass(frozen=True, slots=True)
class WordFile:
    """A file that was read.

    Attributes:
        path: the file.
        sections: what it says.
        lines: at which line the values of a place begin, counted from 1; also of the texts of a list, by themselves.
    """

    path: Path
    sections: Sections
    lines: Mapping[EntryPlace, int]

    def at(self, place: EntryPlace) -> str:
        """The file with the line of a place, or with that of the part that it belongs to."""
        line = next((self.lines[place[:n]] for n in range(len(place), 0, -1) if place[:n] in self.lines), 1)
        return f"{self.path}: line {line}"


_ADAPTER = TypeAdapter(Sections)


def read_word_file(path: Path) -> WordFile:
    """One file of words.

    Raises:
        PhrasebookError: if it cannot be read, is no YAML, or holds what is not known; it names the place and what was
            expected.
    """
    lines: dict[EntryPlace, int] = {}
    raw = _parsed(path, lines)
    try:
        sections = _ADAPTER.validate_python(raw)
    except ValidationError as error:
        first = min(error.errors(), key=lambda e: e["type"] != "unexpected_keyword_argument")  # why others are missing
        place = tuple(part for part in first["loc"] if part != "[key]")
        at = WordFile(path, Sections(), lines).at(place)
        raise PhrasebookError(f"{at}: {_shown(place)}: {_wrong(first, place)}") from None
    return WordFile(path, sections, lines)


def _parsed(path: Path, lines: dict[EntryPlace, int]) -> object:
    """The mappings, lists and texts of a file; the line of each is written down."""
    try:
        content = path.read_bytes()
        if len(content) > MAX_BYTES:
            raise PhrasebookError(f"{path}: has {len(content):,} bytes; at most {MAX_BYTES:,} are read")
        root = yaml.compose(content.decode("utf-8-sig"), Loader=_LOADER)
    except FileNotFoundError:
        raise PhrasebookError(f"{path}: no such file") from None
    except OSError as error:
        raise PhrasebookError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise PhrasebookError(f"{path}: is not UTF-8 text: byte {error.start}") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f"line {mark.line + 1}: " if mark is not None else ""
        raise PhrasebookError(f"{path}: {line}is not YAML: {error.problem or error.context}") from None
    except (yaml.YAMLError, RecursionError) as error:
        raise PhrasebookError(f"{path}: is not YAML: {str(error).splitlines()[0]}") from None
    if root is None:
        return {}
    return _Reading(path, lines).value(root, ())


class _Reading:
    """Turns YAML's nodes into plain values."""

    def __init__(self, path: Path, lines: dict[EntryPlace, int]) -> None:
        self._path = path
        self._lines = lines
        self._seen: set[int] = set()

    def _item(self, node: yaml.Node, place: EntryPlace, number: int) -> object:
        """As `value`; the line of a text is found by the text, too."""
        found = self.value(node, (*place, number))
        if isinstance(found, str):
            by_text = (*place, found)
            self._lines[by_text] = node.start_mark.line + 1
        return found

    def value(self, node: yaml.Node, place: EntryPlace) -> object:
        """A mapping, a list or a text, with all that is in it."""
        line = self._lines[place] = node.start_mark.line + 1
        if id(node) in self._seen or len(place) > _DEEPEST:
            why = "an alias (*name) stands here; write out what is meant" if id(node) in self._seen else "is too deep"
            raise PhrasebookError(f"{self._path}: line {line}: {_shown(place)}: {why}")
        self._seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            return [self._item(item, place, number) for number, item in enumerate(node.value)]
        if not isinstance(node, yaml.MappingNode):
            return node.value
        found: dict[str, object] = {}
        for key, item in node.value:
            name = str(key.value)
            here = (*place, name)
            if name in found:
                first = self._lines[here]
                why = f"is there twice, at line {first} too; write it once"
                raise PhrasebookError(f"{self._path}: line {key.start_mark.line + 1}: {_shown(here)}: {why}")
            found[name] = self.value(item, here)
            self._lines[here] = key.start_mark.line + 1
        return found


def _shown(place: EntryPlace) -> str:
    """A place for people: "verbs.kinds.bring, item 2"."""
    keys = [f", item {part + 1}" if isinstance(part, int) else f".{part}" for part in place]
    return "".join(keys).lstrip(".") or "top level"


def _wrong(error: Mapping[str, Any], place: EntryPlace) -> str:
    """What is wrong, and what would be right."""
    kind, given = error["type"], error["input"]
    expected = {
        "tuple_type": "a list such as [one, another]",
        "frozen_set_type": "a list such as [one, another]",
        "string_type": "a text",
        "dict_type": "lines such as 'key: [one, another]'",
        "dataclass_type": "lines such as 'key: value'",
        "bool_parsing": "true or false",
        "int_parsing": "a whole number",
        "too_short": "at least one",
    }
    if kind == "unexpected_keyword_argument":
        return _unknown(str(place[-1]), _known_keys(place[:-1]))
    if kind == "enum":
        return _unknown(str(given), error["ctx"]["expected"].replace("'", "").replace(" or ", ", ").split(", "))
    if kind == "missing":
        return "is missing"
    if kind == "value_error":
        return str(error["ctx"]["error"])
    if kind in expected:
        return f"is {_described(given)}; expected {expected[kind]}"
    return f"{_described(given)}: {error['msg'][0].lower()}{error['msg'][1:]}"


def _described(given: object) -> str:
    if isinstance(given, str):
        return f"'{given}'" if given else "empty"
    if isinstance(given, Sequence):
        return "a list" if given else "an empty list"
    return "a mapping (key: value)"


def _unknown(key: str, known: Sequence[str]) -> str:
    """That there is no such key, the one that is nearest, and all there are."""
    near = difflib.get_close_matches(key, known, n=1)
    hint = f" Did you mean '{near[0]}'?" if near else ""
    return f"'{key}' is not known here.{hint} Expected {enumerate_words(known, 'or')}."


def _known_keys(place: EntryPlace) -> list[str]:
    """The keys that a part of a file can have."""
    form: Any = Sections
    for part in place:
        if isinstance(part, str):
            form = get_type_hints(form)[part]
            form = next((a for a in get_args(form) if is_dataclass(a)), form)  # what a list holds
    return ["for" if f.name == "purposes" else f.name for f in fields(form)]
