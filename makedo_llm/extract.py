# SPDX-License-Identifier: Apache-2.0
"""Finds the JSON object or the PDDL text in an answer, whatever stands around it, and says what had to be mended."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn

from makedo_core.failure import MakedoError

LONGEST_ANSWER = 100_000
_THOUGHTS = re.compile(r"\s*<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[\w-]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_STRING = r'"(?:[^"\\]|\\.)*"'
_STRING_OR_TRAILING_COMMA = re.compile(_STRING + r"|,(?=\s*[}\]])", re.DOTALL)
_JSON_TOKEN = re.compile(_STRING + r"|[{}]", re.DOTALL)


class AnswerError(MakedoError):
    """An answer that cannot be used; the message is fit to be shown to the model."""


@dataclass(frozen=True, slots=True)
class Json:
    """A JSON object that was found, and what had to be mended to read it."""

    value: dict[str, Any]
    mended: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pddl:
    """PDDL text that was found, and what had to be taken off it."""

    text: str
    mended: tuple[str, ...] = ()


def json_in(answer: str) -> Json:
    """The one JSON object of an answer.

    Thoughts, fences and prose around it are taken off, and commas before a closing bracket. Two different
    objects are not chosen between.

    Raises:
        AnswerError: if there is no object, or more than one, or it is broken.
    """
    text, mended = _without_thoughts(answer)
    fenced = [f for f in _FENCE.findall(text) if "{" in f]
    if fenced:
        mended.append("fence")
        text = "\n".join(fenced)
    groups = list(_braces(text))
    if not groups:
        raise AnswerError("the answer holds no JSON object; answer with one, beginning with { and ending with }")
    found: list[Json] = []
    problem = ""
    for group in groups:
        try:
            found.append(_parsed(group))
        except AnswerError as error:
            problem = problem or str(error)
    values = [f.value for f in found]
    if not found:
        raise AnswerError(problem)
    if any(value != values[0] for value in values):
        raise AnswerError(f"the answer holds {len(found)} different JSON objects; answer with one")
    if text.strip() not in groups:
        mended.append("prose")
    return Json(values[0], (*mended, *found[0].mended))


def pddl_in(answer: str) -> Pddl:
    """The PDDL text of an answer: a fence's content, else the balanced parentheses.

    Where several stand side by side, the one that begins with "(define" counts, else the longest.

    Raises:
        AnswerError: if there is none, or its parentheses do not balance.
    """
    text, mended = _without_thoughts(answer)
    fenced = [f for f in _FENCE.findall(text) if "(" in f]
    if fenced:
        mended.append("fence")
        text = fenced[0]
    groups = list(_parentheses(text))
    if not groups:
        raise AnswerError("the answer holds no PDDL; answer with one expression in parentheses")
    defined = [g for g in groups if re.match(r"\(\s*define\b", g, re.IGNORECASE)]
    chosen = defined[0] if defined else max(groups, key=len)
    if text.strip() != chosen:
        mended.append("prose")
    return Pddl(chosen, tuple(mended))


def text_in(answer: str) -> str:
    """The words of an answer.

    Raises:
        AnswerError: if there are none.
    """
    text = _without_thoughts(answer)[0].strip()
    if not text:
        raise AnswerError("the answer holds nothing but thoughts; say the answer itself as well")
    return text


def _without_thoughts(answer: str) -> tuple[str, list[str]]:
    """The answer without the thinking aloud of reasoning models."""
    if len(answer) > LONGEST_ANSWER:
        raise AnswerError(f"the answer has {len(answer):,} characters; at most {LONGEST_ANSWER:,} are read")
    if not answer.strip():
        raise AnswerError("the answer is empty")
    thoughts = _THOUGHTS.match(answer)
    return (answer[thoughts.end() :], ["thoughts"]) if thoughts else (answer, [])


def _braces(text: str) -> Iterator[str]:
    """Outermost groups in braces, strings respected.

    Raises:
        AnswerError: if the last one is not closed.
    """
    start = text.find("{")  # quotes of the prose before it begin no string
    while start >= 0:
        depth, end = 0, len(text)
        for token in _JSON_TOKEN.finditer(text, start):
            depth += {"{": 1, "}": -1}.get(token.group(), 0)
            if depth == 0:
                end = token.end()
                break
        if depth:
            raise AnswerError(f"the JSON object is not complete: {depth} closing braces are missing at its end")
        yield text[start:end]
        start = text.find("{", end)


def _parsed(text: str) -> Json:
    """A JSON object, read strictly, then without trailing commas."""
    mended = _STRING_OR_TRAILING_COMMA.sub(lambda m: "" if m.group() == "," else m.group(), text)
    try:
        try:
            return Json(json.loads(text, parse_constant=_refuse_constant))
        except json.JSONDecodeError:
            if mended == text:
                raise
            return Json(json.loads(mended, parse_constant=_refuse_constant), ("trailing comma",))
    except json.JSONDecodeError as error:
        near = " ".join(error.doc[max(0, error.pos - 20) : error.pos + 20].split())
        raise AnswerError(f"the JSON is broken near '{near}': {error.msg}") from None
    except ValueError as error:  # a number of thousands of digits
        raise AnswerError(f"the JSON cannot be read: {error}") from None
    except RecursionError:
        raise AnswerError("the JSON is nested too deeply") from None


def _refuse_constant(name: str) -> NoReturn:
    raise AnswerError(f"the JSON holds {name}, which is no JSON number")


def _parentheses(text: str) -> Iterator[str]:
    """Outermost groups in parentheses; PDDL comments inside them do not count.

    Raises:
        AnswerError: if the parentheses do not balance.
    """
    stack: list[int] = []
    in_comment = False
    for at, character in enumerate(text):
        if in_comment:
            in_comment = character != "\n"
        elif character == ";" and stack:
            in_comment = True
        elif character == "(":
            stack.append(at)
        elif character == ")":
            if not stack:
                raise AnswerError(f"line {text.count(chr(10), 0, at) + 1} of the PDDL closes a parenthesis too many")
            start = stack.pop()
            if not stack:
                yield text[start : at + 1]
    if stack:
        line = text.count("\n", 0, stack[-1]) + 1
        raise AnswerError(f"the PDDL is not complete: {len(stack)} parentheses stay open, the last from line {line}")
