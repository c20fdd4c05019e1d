# SPDX-License-Identifier: Apache-2.0
"""Semantic tagging: which of a few tasks an instruction is about, and what of it the grammar is to read.

The paper tags parts of speech with spaCy and takes the first verb that is one of the robot's tasks. Here the grammar of
the planner reads the clauses and finds the things; what is left to do is to find the task, and to make two ways of
speaking readable: a task that stands before what it consists of ("Clean the table, move ...") and classes that are
spoken of as items ("crockery items").

Source: Ud Din et al., Ontology-driven Prompt Tuning for LLM-based Task and Motion Planning, section IV-B.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from planner_node.language.words.lexicon import ARTICLES, NUMBERS

_SAID: dict[str, tuple[str, ...]] = {
    "clean": ("clear", "tidy", "cleaning", "clearing"),
    "arrange": ("organise", "organize", "sort", "arranging"),
    "serve": ("serving",),
    "stack": ("pile", "stacking"),
    "put": ("place", "set", "lay", "move", "bring", "carry", "take", "transfer"),
}
"""Other words for the tasks; the words of earlier ones count more."""
_WORD = re.compile(r"[a-z]+")
_HEADING = re.compile(r"^\s*(?:please\s+)?(?P<verb>\w+)\s+(?:up\s+)?(?:the\s+)?\w+\s*[,:;.]\s*(?P<rest>\w.*)$")
_ITEMS = re.compile(r"items?(?P<rest>\W*)", re.IGNORECASE)
_COUNTED = ARTICLES | NUMBERS.keys() | {"all", "every", "both"}


@dataclass(frozen=True, slots=True)
class Tagged:
    """An instruction with its task.

    Attributes:
        task: e.g. "put" or "clean"; empty: none of the tasks.
        readings: how it can be read, the likeliest first. A later one is for where those before are not understood.
    """

    task: str
    readings: tuple[str, ...]


def tag(instruction: str, tasks: Collection[str], is_class: Callable[[str], bool]) -> Tagged:
    """The task of an instruction and how it can be read.

    Args:
        instruction: in plain English.
        tasks: what there are rules for.
        is_class: whether words name a class of things.
    """
    plain = _without_items(instruction, is_class)
    readings = dict.fromkeys((plain,))
    heading = _HEADING.match(plain)
    if heading is not None and _task([heading["verb"].lower()], tasks) not in ("", "put"):
        first = heading["rest"].split()[0].lower()
        if first == "put" or first in _SAID["put"]:
            readings[heading["rest"]] = None
    others = tuple(reading for reading in readings if reading != instruction or plain == instruction)
    as_it_stands = () if plain == instruction else (instruction,)
    return Tagged(_task(_WORD.findall(instruction.lower()), tasks), (*others, *as_it_stands))


def _without_items(instruction: str, is_class: Callable[[str], bool]) -> str:
    """Classes that are spoken of as items, as such: "crockery items" are all crockery; "three items" stay."""
    words: list[str] = []
    for word in instruction.split():
        items = _ITEMS.fullmatch(word)
        length = 0 if items is None else _class_length(words, is_class)
        if items is None or not length:
            words.append(word)
            continue
        said = words[-length - 1].lower() if len(words) > length else ""
        if said not in _COUNTED and not said.isdigit():
            words.insert(len(words) - length, "all")
        words[-1] += items["rest"]
    return " ".join(words)


def _class_length(words: Sequence[str], is_class: Callable[[str], bool]) -> int:
    """How many of the last words name a class; 0: none do."""
    return next((n for n in (2, 1) if len(words) >= n and is_class(" ".join(words[-n:]).lower())), 0)


def _task(words: Collection[str], tasks: Collection[str]) -> str:
    """The first word that is a task; else the task that a word is another name of."""
    by_name = next((word for word in words if word in tasks), "")
    if by_name:
        return by_name
    return next((task for task, said in _SAID.items() if task in tasks and any(w in said for w in words)), "")
