# SPDX-License-Identifier: Apache-2.0
"""Amounts in front of the names of things."""

from __future__ import annotations

from makedo_core.ontology.words import plural
from planner_node.language.sentence.sentence import Words
from planner_node.language.words import lexicon as lx

WHOLE = frozenset("all every everything stuff things items both each anything".split())
_BEFORE = frozenset("all every both each any of but only just a an the some several few couple".split()) | lx.ARTICLES


def bare(words: Words) -> Words:
    """Words for things without their amount and article."""
    at = 0
    while at < len(words) - 1 and (words[at] in _BEFORE or number_of(words[at : at + 1])):
        at += 1
    return words[at:]


def number_of(words: Words) -> int:
    """The first number of some words; 0: there is none."""
    found = (int(word) if word.isdigit() else lx.NUMBERS.get(word, 0) for word in words if word != "both")
    return next((number for number in found if number), 0)


def in_plural(words: Words) -> Words:
    """Words for things with the last one as a plural: "potato" -> "potatoes"."""
    is_plural = singular(words) != words
    return words if is_plural or not words else (*words[:-1], plural(words[-1]))


def spoken(number: int) -> str:
    """A number as a word."""
    return next((word for word, value in lx.NUMBERS.items() if value == number and word != "single"), str(number))


def singular(words: Words) -> Words:
    """Words for things with the last one as a singular, as far as its form tells: "toy cars" -> "toy car"."""
    if not words:
        return words
    last = words[-1]
    ways = (last[:-3] + "y" if last.endswith("ies") else "", last[:-2] if last.endswith("es") else "", last[:-1])
    one = next((way for way in ways if way and plural(way) == last), last)
    return (*words[:-1], one)
