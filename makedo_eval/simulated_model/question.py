# SPDX-License-Identifier: Apache-2.0
"""What kind of prompt a conversation began with, and its blocks of data, read off the words that were sent.

The kind is the name of the system prompt's template, `<kind>_system.txt`. It is recognised by the template's fixed
words, so that nothing has to be added to a prompt and a real server is sent exactly the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from makedo_eval.baselines.templates import FOLDER as OF_BASELINES
from makedo_llm.chat import Message, Role
from makedo_llm.templates import fixed_text
from planner_node.llm.templates import FOLDER as OF_PLANNER

_ENDING = "_system.txt"
_BLOCK = re.compile(r"<(\w+)>\n(.*?)\n</\1>", re.DOTALL)
_ESCAPED = (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"))  # "&" last


@dataclass(frozen=True, slots=True)
class Question:
    """A conversation that waits for an answer.

    Attributes:
        kind: name of the template of its system prompt.
        blocks: data of the newest question, by name.
        system: the system prompt.
        messages: all of it.
    """

    kind: str
    blocks: Mapping[str, str]
    system: str
    messages: tuple[Message, ...]


def read_question(messages: Sequence[Message]) -> Question | None:
    """The question of a conversation; None if no template of the planner or the baselines is like its system prompt."""
    system = "\n".join(m.content for m in messages if m.role is Role.SYSTEM)
    kind = next((name for name, parts in _templates((OF_PLANNER, OF_BASELINES)) if _has(system, parts)), None)
    if kind is None:
        return None
    blocks: dict[str, str] = {}
    for message in messages:
        if message.role is Role.USER:
            blocks.update(_blocks(message.content))
    return Question(kind, blocks, system, tuple(messages))


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """Fenced data, as it was before it was escaped."""
    for found in _BLOCK.finditer(text):
        content = found[2]
        for escaped, plain in _ESCAPED:
            content = content.replace(escaped, plain)
        yield found[1], content


@cache
def _templates(folders: tuple[Path, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The fixed parts of each system prompt, those with most words first: a shorter one may be part of a longer."""
    found = sorted((p for folder in folders for p in folder.glob(f"*{_ENDING}")), key=lambda p: p.name)
    every = [(p.name.removesuffix(_ENDING), fixed_text(p)) for p in found]
    return tuple(sorted(every, key=lambda item: -sum(map(len, item[1]))))


def _has(text: str, parts: Sequence[str]) -> bool:
    """Whether all parts stand in a text, in their order."""
    at = 0
    for part in parts:
        found = text.find(part, at)
        if found < 0:
            return False
        at = found + len(part)
    return any(parts)
