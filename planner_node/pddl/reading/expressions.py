# SPDX-License-Identifier: Apache-2.0
"""Nested lists with places, from tokens; a missing or superfluous parenthesis is reported where it belongs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn

from planner_node.pddl.mistakes import Findings, TextPosition
from planner_node.pddl.reading.tokens import Token, tokenize

MAX_DEPTH = 100
DOMAIN_SECTIONS = (":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action")
TASK_SECTIONS = (":domain", ":objects", ":init", ":goal", ":metric")
ACTION_FIELDS = (":parameters", ":precondition", ":effect")
_SECTIONS = frozenset((*DOMAIN_SECTIONS, *TASK_SECTIONS))


@dataclass(frozen=True, slots=True)
class Word:
    """A word."""

    text: str
    place: TextPosition

    def __str__(self) -> str:
        return f"the word {self.text!r}"


@dataclass(frozen=True, slots=True)
class Parenthesis:
    """What stands between two parentheses.

    Attributes:
        end: of the closing parenthesis.
    """

    items: tuple[Expression, ...]
    place: TextPosition
    end: TextPosition

    @property
    def head(self) -> str:
        """The first word in lower case; empty if there is none."""
        return self.items[0].text.lower() if self.items and isinstance(self.items[0], Word) else ""

    def __str__(self) -> str:
        if not self.items:
            return "empty parentheses"
        return f"'({self.head} ...)'" if self.head else "a parenthesis right after a parenthesis"


Expression = Word | Parenthesis


@dataclass(slots=True)
class _Opened:
    """A list that is still being read."""

    place: TextPosition
    items: list[Expression]

    @property
    def head(self) -> str:
        return Parenthesis(tuple(self.items[:1]), self.place, self.place).head


def definition(text: str, kind: str, findings: Findings) -> Parenthesis:
    """The one `(define (<kind> ...) ...)` of a text.

    Raises:
        PddlError: if there is none or several, and on unbalanced parentheses.
    """
    tokens = tokenize(text, findings, re.compile(rf"\(\s*define\s*\(\s*{kind}\b", re.IGNORECASE))
    begin = next((i for i in range(len(tokens)) if _is_define(tokens, i)), None)
    expected = f"(define ({kind} ...) ...)"
    if begin is None:
        _nothing(tokens, expected, findings)
    _note_prose(tokens[:begin], "before", findings)
    groups = []
    at = begin
    while at < len(tokens) and _is_define(tokens, at):
        group, at = _balanced(tokens, at, findings)
        groups.append(group)
    _check_rest(tokens[at:], groups[-1], findings)
    fitting = [group for group in groups if _defined(group) == kind]
    if len(fitting) != 1:
        wrong = fitting[1] if fitting else groups[0]
        found = f"a second {kind}" if fitting else f"a definition of {_defined(groups[0]) or 'nothing'}"
        findings.fatal(wrong.place, found, f"exactly one {expected}")
    for group in groups:
        if group is not fitting[0]:
            findings.note(group.place, f"the definition of a {_defined(group)} is left out")
    return fitting[0]


def lone(text: str, findings: Findings) -> Parenthesis:
    """The one parenthesised expression of a text.

    Raises:
        PddlError: if there is none or several, and on unbalanced parentheses.
    """
    tokens = tokenize(text, findings, re.compile(r"\("))
    begin = next((i for i, token in enumerate(tokens) if token.text == "("), None)
    if begin is None:
        _nothing(tokens, "a condition in parentheses", findings)
    _note_prose(tokens[:begin], "before", findings)
    group, at = _balanced(tokens, begin, findings)
    rest = tokens[at:]
    second = next((token for token in rest if token.text == "("), None)
    if second is not None:
        findings.fatal(second.place, "a second condition", "one condition; join several by (and ...)")
    _check_rest(rest, group, findings)
    return group


def _balanced(tokens: Sequence[Token], at: int, findings: Findings) -> tuple[Parenthesis, int]:
    """The list that is opened at an index, and the index after it."""
    stack: list[_Opened] = []
    while at < len(tokens):
        token = tokens[at]
        at += 1
        if token.text == "(":
            stack.append(_Opened(token.place, []))
            if len(stack) > MAX_DEPTH:
                findings.fatal(token.place, f"parentheses nested deeper than {MAX_DEPTH}", "fewer levels")
        elif token.text == ")":
            done = stack.pop()
            group = Parenthesis(tuple(done.items), done.place, token.place)
            if not stack:
                return group, at
            stack[-1].items.append(group)
        else:
            stack[-1].items.append(Word(token.text, token.place))
            _check_nesting(stack, token, findings)
    return _closed(stack, tokens[-1].place, findings), at


def _check_nesting(stack: Sequence[_Opened], token: Token, findings: Findings) -> None:
    """A section inside another, or an action's field inside another's value: something was not closed."""
    word = token.text.lower()
    first = len(stack[-1].items) == 1
    if first and len(stack) > 2 and word in _SECTIONS:
        opened = stack[-2]
    elif (
        not first and word in ACTION_FIELDS and stack[-1].head != ":action" and any(o.head == ":action" for o in stack)
    ):
        opened = stack[-1]
    else:
        return
    found = f"'({opened.head}' that is not closed before {word!r} in {token.place}"
    findings.fatal(opened.place, found, "a closing parenthesis for it")


def _closed(stack: list[_Opened], last: TextPosition, findings: Findings) -> Parenthesis:
    """The list that the end of the text leaves open."""
    innermost = stack[-1]
    found = f"'({innermost.head}' that is never closed"
    if not findings.tolerant:
        more = "1 more closing parenthesis" if len(stack) == 1 else f"{len(stack)} more closing parentheses"
        findings.fatal(innermost.place, found, f"{more} at the end of the text")
    for opened in stack:
        findings.note(opened.place, f"'({opened.head}' was never closed; closed at the end of the text")
    while len(stack) > 1:
        done = stack.pop()
        stack[-1].items.append(Parenthesis(tuple(done.items), done.place, last))
    return Parenthesis(tuple(stack[0].items), stack[0].place, last)


def _check_rest(rest: Sequence[Token], group: Parenthesis, findings: Findings) -> None:
    """Of what follows a definition only prose is left out."""
    extra = 0
    while extra < len(rest) and rest[extra].text == ")":
        extra += 1
    section = next((t for b, t in pairwise(rest) if b.text == "(" and t.text.startswith(":")), None)
    if section is not None:
        found = f"a closing parenthesis too many: it ends what {group.place} opens, but {section.text!r} follows"
        findings.fatal(group.end, found, f"{section.text!r} inside of it")
    if extra:
        found = f"{extra} closing parenthes{'i' if extra == 1 else 'e'}s too many"
        mended = "left out, as nothing of the definition follows"
        findings.mendable(rest[0].place, found, "the end of the text", mended)
    _note_prose(rest[extra:], "after", findings)


def _note_prose(tokens: Sequence[Token], where: str, findings: Findings) -> None:
    if tokens:
        words = " ".join(token.text for token in tokens[:10])
        findings.note(tokens[0].place, f"text {where} the PDDL is left out: {words!r}")


def _nothing(tokens: Sequence[Token], expected: str, findings: Findings) -> NoReturn:
    if tokens:
        findings.fatal(tokens[0].place, f"the text {' '.join(t.text for t in tokens[:5])!r}", expected)
    findings.fatal(TextPosition(1, 1), "no text", expected)


def _is_define(tokens: Sequence[Token], at: int) -> bool:
    return tokens[at].text == "(" and at + 1 < len(tokens) and tokens[at + 1].text.lower() == "define"


def _defined(group: Parenthesis) -> str:
    header = group.items[1] if len(group.items) > 1 else None
    return header.head if isinstance(header, Parenthesis) else ""
