# SPDX-License-Identifier: Apache-2.0
"""Steps that are numbered: "1. Open the drawer. 2. Take the fork out", also where no stop stands between them.

Letters number them just so: "a) open the drawer b) take the fork out".
"""

from __future__ import annotations

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words, sentence_begin
from planner_node.language.sentence.shapes.parts import begins_things
from planner_node.language.words import lexicon as lx

_STEPS = frozenset({"secondly", "thirdly", "fourthly", "fifthly"})
_ORDINALS = frozenset({"second", "third", "fourth", "fifth"})
_BEHIND = frozenset({".", ")", ":", "-"})
_MARKED = frozenset({"marked", "labelled", "labeled", "numbered"})
_WITH_NUMBER = (("with", "number"), ("marked", "with"), ("bearing", "number"), ("labelled", "as"), ("labeled", "as"))
_LETTERS = "abcdefgh"
_BRACKETS = frozenset({"(", "["})


@needs(_STEPS | _ORDINALS | _MARKED | _BEHIND | {"number", "step"})
def numbered(words: Words, reader: SentenceReader) -> Words:
    """With "then" in place of the numbers, a comma between things; words that no second number follows stay."""
    words = _by_ordinals(_marked(words, reader), reader)
    marks: list[tuple[int, int]] = []
    for at in range(len(words)):
        mark = _mark(words, at, len(marks) + 1)
        if mark and (at == 0 or words[at - 1] in ENDS | {",", ":"} or _runs_on(words, at, mark, marks, reader)):
            marks.append((at, mark))
    if len(marks) < 2:
        return words
    found: list[str] = list(words[: marks[0][0]])
    for number, (at, length) in enumerate(marks):
        end = marks[number + 1][0] if number + 1 < len(marks) else len(words)
        part = words[at + length : end]
        if number and (reader.starts_order(part) or not begins_things(part, reader)):
            found.append("then")
        elif number:  # things are numbered: "a) the honey b) the tea"
            found = [*(found[:-1] if found[-1] in {",", ";", "and"} else found), ","]
        found += part
    return tuple(found)


def _marked(words: Words, reader: SentenceReader) -> Words:
    """With the number behind the name in "the sample in the fridge marked 2", where one thing is called so."""
    for at in range(2, len(words) - 1):
        lead = 2 if words[at : at + 2] in _WITH_NUMBER else 1 if words[at] in _MARKED else 0
        said = words[at + lead] if lead and at + lead < len(words) else ""
        number = said if said.isdecimal() else str(lx.NUMBERS.get(said, ""))
        begin = sentence_begin(words, at, ENDS | {",", "and"}) if number else at
        for i in range(at - 1, begin - 1, -1):
            name = reader.names.match(words, i)
            end = i + name.length if name is not None else at + 1
            one = reader.names.match((*words[i:end], number), 0) if end <= at else None
            if one is not None and one.node_id is not None and one.length == end - i + 1:
                return _marked((*words[:end], number, *words[end:at], *words[at + lead + 1 :]), reader)
    return words


def _by_ordinals(words: Words, reader: SentenceReader) -> Words:
    """With "then" in place of "second," and "thirdly" at the beginning of a sentence or behind a comma."""
    found: list[str] = []
    for at, word in enumerate(words):
        begins = at == 0 or words[at - 1] in ENDS | {",", "and"}
        told = words[at + 1 : at + 2] in ((",",), (":",)) or (at > 0 and reader.starts_order(words[at + 1 :]))
        is_step = word in _STEPS or (word in _ORDINALS and told)
        if word in (",", ":") and found[-1:] == ["then"] and words[at - 1] in _STEPS | _ORDINALS:
            continue
        found += (["then"] if any(w in ENDS | {","} for w in found) else []) if begins and is_step else [word]
        if begins and is_step and word in _ORDINALS and found[-1:] != ["then"]:
            found.append("first")
    return tuple(found)


def _mark(words: Words, at: int, number: int) -> int:
    """How many words number a step there: "2.", "(2)", "step two:"; 0: none do."""
    begin = at
    at += at < len(words) and words[at] in _BRACKETS
    at += at < len(words) and words[at] == "step"
    if at >= len(words) or (words[at] not in _said(number) and lx.NUMBERS.get(words[at]) != number):
        return 0
    if words[at].isalpha() and words[at] in _LETTERS and words[at + 1 : at + 2] != (")",):
        return 0
    if words[at - 1 : at] == ("step",) and words[at + 1 : at + 2] and words[at + 1] not in _BEHIND:
        return at + 1 - begin  # "step two take the hat"
    is_marked = at + 1 < len(words) and words[at + 1] in _BEHIND
    return at + 2 - begin if is_marked else 0


def _said(number: int) -> tuple[str, ...]:
    """A number as it stands before a step: "2", "b"."""
    return (str(number), *_LETTERS[number - 1 : number])


def _runs_on(words: Words, at: int, length: int, marks: list[tuple[int, int]], reader: SentenceReader) -> bool:
    """Whether a step begins there without a stop before it: the first word was numbered, and an order follows.

    A number that belongs to a name ("open fridge 2. Put ...") numbers no step. Behind a bracket anything may follow.
    """
    if marks and words[at + length - 1] == ")":
        return True
    if not marks or marks[0][0] != 0 or not reader.starts_order(words[at + length :]):
        return False
    names = ((i, reader.names.match(words, i)) for i in range(max(0, at - 4), at))
    return not any(name is not None and i + name.length > at for i, name in names)
