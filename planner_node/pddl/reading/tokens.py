# SPDX-License-Identifier: Apache-2.0
"""The words and parentheses of a PDDL text, with their places; what stands around the PDDL is left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

from planner_node.pddl.mistakes import Findings, TextPosition

MAX_CHARACTERS = 2_000_000
MAX_TOKENS = 100_000
MAX_WORD = 400  # the digits of the smallest number fit
_LINE_END = re.compile(r"\r\n|\r|\n")
_TOKEN = re.compile(r"[()]|\??[^\s();?]+|\?")  # no name has a "?": it begins a variable, with or without a space
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_LANGUAGE = re.compile(r"[A-Za-z]+(?=\s)")
_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Token:
    """A parenthesis or a word."""

    text: str
    place: TextPosition


def tokenize(text: str, findings: Findings, wanted: re.Pattern[str]) -> list[Token]:
    """The tokens of a text without its comments.

    Args:
        text: PDDL, perhaps in one of the fenced blocks of a Markdown text.
        findings: told what is wrong, and what around the fences is left out.
        wanted: found in the fenced block that is to be read, if there are several.

    Raises:
        PddlError: on a text that is too long or holds control characters, and on a choice between blocks.
    """
    start = TextPosition(1, 1)
    if len(text) > MAX_CHARACTERS:
        findings.fatal(start, f"a text of {len(text)} characters", f"at most {MAX_CHARACTERS}")
    control = _CONTROL.search(text)
    if control:
        place = _place(text, control.start())
        findings.fatal(place, f"the control character {control[0]!r}", "printable text")
    tokens: list[Token] = []
    for token in _tokens(_unfenced(text.removeprefix("\ufeff"), findings, wanted)):
        tokens.append(token)
        if len(tokens) > MAX_TOKENS:
            findings.fatal(token.place, f"more than {MAX_TOKENS} words and parentheses", "a shorter text")
        if len(token.text) > MAX_WORD:
            findings.fatal(token.place, f"a word of {len(token.text)} characters", f"at most {MAX_WORD}")
    return tokens


def _tokens(text: str) -> Iterator[Token]:
    for number, line in enumerate(_LINE_END.split(text), start=1):
        code, _, _ = line.partition(";")
        for match in _TOKEN.finditer(code):
            yield Token(match[0], TextPosition(number, match.start() + 1))


def _unfenced(text: str, findings: Findings, wanted: re.Pattern[str]) -> str:
    """The text with everything outside of the wanted fenced block blanked, so that places stay right."""
    parts = text.split(_FENCE)
    if len(parts) == 1:
        return text
    starts = list(accumulate((len(part) + len(_FENCE) for part in parts), initial=0))
    chosen = _chosen(parts, text, starts, findings, wanted)
    for index, part in enumerate(parts):
        if part.strip() and index != chosen:
            begin = starts[index] + len(part) - len(part.lstrip())
            kind = "another fenced block" if index % 2 else "text outside of the fence"
            findings.note(_place(text, begin), f"{kind} is left out: {_shortened(part)}")
    begin = starts[chosen]
    language = _LANGUAGE.match(parts[chosen])
    begin += language.end() if language else 0
    end = starts[chosen] + len(parts[chosen])
    return f"{_blank(text[:begin])}{text[begin:end]}{_blank(text[end:])}"


def _chosen(parts: list[str], text: str, starts: list[int], findings: Findings, wanted: re.Pattern[str]) -> int:
    """The index of the fenced block to read: the only one, or the only one that has what is wanted."""
    fenced = range(1, len(parts), 2)
    fitting = [i for i in fenced if wanted.search(parts[i])]
    if not fitting and len(fenced) == 1:
        return 1
    if len(fitting) != 1:
        at = fitting[1] if fitting else 1
        found = f"{len(fitting)} of {len(fenced)} fenced blocks with {wanted.pattern!r}"
        findings.fatal(_place(text, starts[at]), found, "exactly one")
    return fitting[0]


def _blank(text: str) -> str:
    return re.sub(r"[^\r\n]", " ", text)


def _place(text: str, index: int) -> TextPosition:
    before = _LINE_END.split(text[:index])
    return TextPosition(len(before), len(before[-1]) + 1)


def _shortened(text: str, length: int = 60) -> str:
    words = " ".join(text[: 4 * length].split())
    return repr(words if len(words) <= length else f"{words[:length]}...")
