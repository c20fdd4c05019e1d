# SPDX-License-Identifier: Apache-2.0
"""What the next person gets: "give Anna two beers and Ben one", "bring Anna a soda and me the juice"."""

from __future__ import annotations

from planner_node.language.rewording.amounts.counted_here import number_said, several
from planner_node.language.rewording.needed import needs
from planner_node.language.sentence.sentence import ENDS, SentenceReader, Words
from planner_node.language.sentence.shapes.parts import singular
from planner_node.language.words import lexicon as lx

_GIVING = frozenset({"give", "bring", "hand", "get", "pass", "serve", "fetch"})
_JOINTS = frozenset({",", "and"})
_BEFORE = lx.ARTICLES | lx.POSSESSIVES | {"some", "another"}
_FAR = 8  # words from one person to the next


@needs(_GIVING, _JOINTS)
def given_numbers(words: Words, reader: SentenceReader) -> Words:
    """The words with the verb before the next person, and the name of the things behind a number alone."""
    for at in range(len(words) - 5):
        whom = _person_end(words, at + 1, reader) if words[at] in _GIVING else 0
        if not whom or words[whom : whom + 1] == () or not _begins(words[whom]):
            continue  # "give Anna, Ben and Carla a soda"
        end = _first_joint(words, whom, reader)
        behind = end + 1 + (words[end + 1 : end + 2] == ("and",)) if end else 0
        other = _person_end(words, behind, reader) if end else 0
        if not other or other >= len(words):
            continue
        noun = _counted(words[whom:end], reader)
        alone = number_said(words[other]) and (other + 1 == len(words) or words[other + 1] in ENDS | _JOINTS)
        if alone and noun:
            one = (singular(noun, reader) or noun) if number_said(words[other]) == 1 else several(noun, reader)
            words = (*words[: other + 1], *one, *words[other + 1 :])
        elif alone or not _begins(words[other]):
            continue
        return given_numbers((*words[:end], "and", words[at], *words[behind:]), reader)
    return words


def _begins(word: str) -> bool:
    """Whether things may begin with a word."""
    return word in _BEFORE or number_said(word) > 0


def _first_joint(words: Words, at: int, reader: SentenceReader) -> int:
    """Index of the joint before the next person; 0: no other person is named."""
    for i in range(at + 1, min(len(words) - 1, at + _FAR)):
        if words[i] in ENDS:
            return 0
        if words[i] in _JOINTS:
            behind = i + 1 + (words[i + 1] == "and")
            return i if _person_end(words, behind, reader) else 0
    return 0


def _counted(words: Words, reader: SentenceReader) -> Words:
    """The name of the only things that are told with a number or an article."""
    name = reader.names.match(words, 1) if len(words) > 1 else None
    counted = words[:1] != () and (number_said(words[0]) > 0 or words[0] in lx.ARTICLES)
    is_thing = name is not None and not (reader.names.is_place(name) or reader.names.is_person(name))
    return words[1:] if counted and is_thing and name is not None and 1 + name.length == len(words) else ()


def _person_end(words: Words, at: int, reader: SentenceReader) -> int:
    """Index behind a person who is named at an index; 0: nobody is."""
    if at >= len(words):
        return 0
    if words[at] in lx.RECIPIENTS:
        return at + 1
    name = reader.names.match(words, at)
    return at + name.length if name is not None and reader.names.is_person(name) else 0
