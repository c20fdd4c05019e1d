# SPDX-License-Identifier: Apache-2.0
"""Takes a PDDL definition apart: its name, its sections, the fields of an operator, the requirement flags."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from planner_node.pddl.mistakes import Findings, listed
from planner_node.pddl.reading.declarations import name_of
from planner_node.pddl.reading.expressions import ACTION_FIELDS, Expression, Parenthesis, Word
from planner_node.pddl.requirements import KNOWN, UNSUPPORTED, covered

_UNSUPPORTED_SECTIONS = frozenset(
    {":durative-action", ":constraints", ":axiom", ":process", ":event", ":safety", ":situation", ":length"}
)
_REPEATED = frozenset({":action", ":derived"})


def title(group: Parenthesis, findings: Findings) -> Word | None:
    """The name in `(define (domain name) ...)`."""
    header = group.items[1]
    assert isinstance(header, Parenthesis)
    if len(header.items) != 2:
        findings.wrong(header.place, f"'({header.head} ...)' with {len(header.items) - 1} names", "one name")
        return None
    return name_of(header.items[1], header, f"the {header.head}", findings)


def sections(group: Parenthesis, known: Sequence[str], findings: Findings) -> dict[str, list[Parenthesis]]:
    """The sections of a definition by their keyword; each but operators and derived predicates once."""
    found: dict[str, list[Parenthesis]] = {keyword: [] for keyword in known}
    for item in group.items[2:]:
        keyword = item.head if isinstance(item, Parenthesis) else ""
        expected = f"one of the sections {', '.join(known)}"
        if not isinstance(item, Parenthesis) or not keyword:
            findings.wrong(item.place, str(item), expected)
        elif keyword in _UNSUPPORTED_SECTIONS:
            findings.wrong(item.place, f"the section {keyword!r}, which is not supported", expected)
        elif keyword not in found:
            findings.wrong(item.place, f"the unknown section {keyword!r}", expected, keyword, known)
        elif found[keyword] and keyword not in _REPEATED:
            first = found[keyword][0].place
            findings.wrong(item.place, f"the section {keyword!r} again", f"one; the first is in {first}")
        else:
            found[keyword].append(item)
    return found


def fields(operator: Parenthesis, findings: Findings) -> dict[str, Expression]:
    """The values of an operator's fields: what follows :parameters, :precondition and :effect."""
    result: dict[str, Expression] = {}
    items = operator.items[2:]
    at = 0
    while at < len(items):
        key = items[at]
        value = items[at + 1] if at + 1 < len(items) else None
        word = key.text.lower() if isinstance(key, Word) else ""
        at += 2
        if word not in ACTION_FIELDS:
            expected = f"one of the fields {', '.join(ACTION_FIELDS)}"
            findings.wrong(key.place, str(key), expected, word, ACTION_FIELDS)
            at -= 0 if word.startswith(":") else 1
        elif not isinstance(value, Parenthesis):
            place = value.place if value else key.place
            findings.wrong(place, f"{word!r} followed by {value or 'nothing'}", "parentheses after it")
            at -= 1 if value and value.text.startswith(":") else 0
            result[word] = Parenthesis((), place, place)
        elif word in result:
            findings.wrong(key.place, f"{word!r} again", "each field once")
        else:
            result[word] = value
    return result


def flags(found: Sequence[Parenthesis], findings: Findings) -> tuple[str, ...]:
    """The requirement flags that are declared, in lower case."""
    result: dict[str, None] = {}
    for item in found[0].items[1:] if found else ():
        flag = item.text.lower() if isinstance(item, Word) else ""
        if flag in UNSUPPORTED:
            findings.mendable(item.place, f"the requirement {flag!r}", "supported ones only", "left out")
        elif flag in KNOWN:
            result.setdefault(flag)
        elif flag.startswith(":"):
            found_text = f"the unknown requirement {flag!r}"
            findings.mendable(item.place, found_text, f"known ones: {listed(KNOWN - UNSUPPORTED)}", "left out")
        else:
            findings.wrong(item.place, str(item), "a requirement, e.g. :typing")
    return tuple(result)


def with_missing(
    declared: Collection[str], needed: Mapping[str, str], where: Expression, findings: Findings
) -> tuple[str, ...]:
    """The declared flags and those that are needed too; each that was missing is mended, or a mistake."""
    missing = {flag: what for flag, what in needed.items() if flag not in covered(declared)}
    for flag, what in missing.items():
        found = f"no requirement {flag!r}, needed by {what}"
        findings.mendable(where.place, found, "it in (:requirements ...)", "added")
    return (*declared, *missing)
