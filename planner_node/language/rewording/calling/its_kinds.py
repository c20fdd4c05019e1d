# SPDX-License-Identifier: Apache-2.0
"""Things of a kind, and behind a mark which: "two fruits, an apple and a banana", "a drink (cola or juice)".

Those that are told are meant, and not others of the kind besides. With "or" it is one kind or the other.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import placing_end
from planner_node.language.words import lexicon as lx
from planner_node.language.words.naming import Name

_MARKS = {",": ",", "(": ")", ":": ",", "-": "-", "\u2013": "\u2013"}
"""What stands before the kinds, and behind them."""
_ONE = frozenset({"a", "an", "one"})
_SHARED = frozenset({"all", "the", "my", "our", "these", "those"})
"""Said of things, it is said of each of the kinds as well."""
_DETERMINERS = lx.ARTICLES | lx.DEFINITE | lx.NUMBERS.keys() | {"all", "both", "some", "any", "another"}
_JOINTS = frozenset({",", "and", "or", "plus"})
_INCLUDING = (("including",), ("especially",), ("particularly",), ("in", "particular"), ("even",), ("above", "all"))
"""Before kinds beside which all others are meant as well."""
_RATHER = (
    ("preferably",),
    ("ideally",),
    ("say",),
    ("perhaps",),
    ("maybe",),
    ("such", "as"),
    ("for", "example"),
    ("for", "instance"),
)
"""Before a kind that would do best, where any other does, too."""
_FAR = 8  # words from things to the mark


@dataclass(frozen=True, slots=True)
class _Kinds:
    """What is told behind a mark.

    Attributes:
        items: each with what stands before its name.
        is_choice: whether it is one or the other of them.
        end: index behind them, and behind the mark that closes them.
        is_closed: whether a mark closes them.
    """

    items: tuple[Words, ...]
    is_choice: bool
    end: int
    is_closed: bool


@needs({",", "(", ":", "-", "\u2013", "such"})
def its_kinds(words: Words, reader: SentenceReader) -> Words:
    """The words with those that are told in the place of what they are kinds of."""
    at = 0
    while at < len(words) - 3:
        name = reader.names.match(words, at)
        if name is None or name.node_id is not None or reader.names.is_place(name) or reader.names.is_person(name):
            at += 1 if name is None else name.length
            continue
        behind = at + name.length
        mark = next((i for i in range(behind, min(len(words) - 1, behind + _FAR)) if words[i] in _MARKS), 0)
        if words[behind : behind + 2] == ("such", "as"):
            words = (*words[:behind], ",", *words[behind:])
            mark = behind
        if mark and (mark == behind or placing_end(words, behind, reader) == mark):
            begin = at - (at > 0 and (words[at - 1] in _DETERMINERS or words[at - 1].isdecimal()))
            lead = next((n for n in (*_INCLUDING, *_RATHER) if words[mark + 1 : mark + 1 + len(n)] == n), ())
            kinds = _kinds_of(name, words, mark, mark + 1 + len(lead), reader)
            if kinds is not None and mark > behind and placing_end(words, kinds.end, reader) > kinds.end:
                kinds = None  # "the fruit on table 1, the apples and pears on table 2"
            if lead in _INCLUDING and not _SHARED.issuperset(words[begin:at]):
                kinds = None  # "two books, including the red one"
            if kinds is not None and lead not in _INCLUDING and any(item[-1] in lx.ONES for item in kinds.items):
                kinds = None  # "two mugs, a red one and a blue one"
            if kinds is not None and (begin < at or _is_bare(words, at, reader)):
                whole = words[begin:behind]
                said = whole if lead in _INCLUDING else _said(kinds, words[begin:at], whole if lead else ())
                if said:
                    told = words[mark + 1 : kinds.end - (words[kinds.end - 1] in _MARKS.values())]
                    reader.turned.update({whole, told if lead in _INCLUDING else lead})
                    return its_kinds((*words[:begin], *said, *words[behind:mark], *words[kinds.end :]), reader)
        at = behind
    return words


def _is_bare(words: Words, at: int, reader: SentenceReader) -> bool:
    """Whether things are named with nothing before them but a verb: "put cutlery on the table, a fork and a knife"."""
    verbs = (reader.book.said_verbs.find(words, i) for i in range(max(0, at - 2), at))
    return at == 0 or any(verb is not None and i + verb.length == at for i, verb in enumerate(verbs, max(0, at - 2)))


def _kinds_of(group: Name, words: Words, mark: int, at: int, reader: SentenceReader) -> _Kinds | None:
    """The kinds of a group that are told behind a mark, from a position on; None: something else is."""
    items: list[Words] = []
    joints: list[str] = []
    end = at
    while at < len(words):
        first = at
        at += words[at] in _DETERMINERS or words[at].isdecimal()
        while (
            at < len(words)
            and reader.book.adjectives.attribute(words[at]) is not None
            and not reader.names.match(words, at)
        ):
            at += 1
        name = reader.names.match(words, at)
        if name is None and at > first + 1 and words[at : at + 1] != () and words[at] in lx.ONES:
            name = replace(group, length=1)  # "the red one"
            is_kind = True
        else:
            is_kind = name is not None and _is_kind(name, group, reader)
        if name is None or not is_kind:
            return None if joints and joints[-1] != "," else _closed(items, joints, end, words, mark, reader)
        at = end = at + name.length
        items.append(words[first:end])
        while at < len(words) and words[at] in _JOINTS:
            joints.append(words[at])
            at += 1
        if at == end:
            break
    return _closed(items, joints, end, words, mark, reader)


def _closed(
    items: list[Words], joints: list[str], end: int, words: Words, mark: int, reader: SentenceReader
) -> _Kinds | None:
    """The kinds, where a mark, a place or the end of the sentence follows them."""
    behind = words[end : end + 1]
    closes = behind == (_MARKS[words[mark]],) and end + 1 < len(words)
    goes_on = placing_end(words, end + closes, reader) > end + closes
    if not items or not (behind == () or behind[0] in ENDS or closes or goes_on):
        return None
    if closes and words[mark] == "," and not goes_on and words[end + 1] not in ENDS | {"and", "then", "please"}:
        return None
    last = end + (closes and (goes_on or words[mark] != "," or words[end + 1] in ENDS))
    return _Kinds(tuple(items), "or" in joints, last, closes)


def _is_kind(name: Name, group: Name, reader: SentenceReader) -> bool:
    """Whether a name is one of the kinds that a group has, and not the group itself."""
    one, all_of_them = name.concept, group.concept
    if one is None or all_of_them is None or one == all_of_them:
        return False
    return reader.names.ontology.is_a(one, all_of_them)


def _said(kinds: _Kinds, before: Words, whole: Words) -> Words:
    """The kinds as they are asked for; empty: what stands before the things contradicts them.

    Args:
        kinds: as they are told.
        before: what stands before the things: their number, an article.
        whole: the things, where any of them will do if there are none of the kinds; empty: none will.
    """
    number = _number(before)
    bare = [item[1:] if _number(item[:1]) or item[0] in _DETERMINERS else item for item in kinds.items]
    if whole:
        any_will_do = bool(number) or before in ((), ("some",))
        return _joined([*((*before, *item) for item in bare), whole], "or") if any_will_do else ()
    if kinds.is_choice:
        if len(bare) < 2 or not (number or before == ("some",)):
            return ()
        return _joined([(*before, *item) for item in bare], "or")
    if len(kinds.items) == 1 and not (kinds.is_closed and kinds.items[0][0] in _DETERMINERS):
        return ()
    if number and all(item == whole for item, whole in zip(bare, kinds.items, strict=True)):
        return _joined([("one", *item) for item in bare], "and") if number == len(bare) else ()
    counts = [_number(item[:1]) for item in kinds.items]
    if number and all(counts) and sum(counts) != number:
        return ()
    shared = before if before and before[0] in _SHARED else ("the",) if before == ("both",) else ()
    return _joined([(*shared, *item) if item in bare else item for item in kinds.items], "and")


def _number(words: Words) -> int:
    """The number that words are; 0: none."""
    if len(words) != 1:
        return 0
    word = words[0]
    return 1 if word in _ONE else lx.NUMBERS.get(word, 0) or (int(word) if word.isdecimal() else 0)


def _joined(items: list[Words], joint: str) -> Words:
    joints: list[Words] = [(), *((",",) for _ in items[2:]), (joint,)]
    return tuple(word for before, item in zip(joints, items, strict=False) for word in (*before, *item))
