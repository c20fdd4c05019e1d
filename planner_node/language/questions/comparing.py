# SPDX-License-Identifier: Apache-2.0
"""Questions that compare how many there are: "which shelf has more bottles", "are there more forks than spoons"."""

from __future__ import annotations

from dataclasses import replace

from planner_node.language.kinds import Asking, Measure
from planner_node.language.people.person_phrases import PERSON
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.questions.parts import COPULA, THING, QuestionParts
from planner_node.language.request import SceneQuestion
from planner_node.language.sentence.sentence import Words, without
from planner_node.language.things import NounPhrase
from planner_node.language.words import lexicon as lx

_MOST = {
    "most": Measure.GREATEST_NUMBER,
    "more": Measure.GREATEST_NUMBER,
    "fewest": Measure.LEAST_NUMBER,
    "fewer": Measure.LEAST_NUMBER,
    "least": Measure.LEAST_NUMBER,
    "less": Measure.LEAST_NUMBER,
}
_FULL = {"fullest": Measure.GREATEST_NUMBER, "emptiest": Measure.LEAST_NUMBER}
_WHICH = frozenset({"which", "what"})
_HOLDING = frozenset({"has", "have", "holds", "hold", "contains", "contain"})
_LACKING = tuple(
    (*said.split(),)
    for said in (
        "has no", "have no", "holds no", "hold no", "contains no", "does not have", "doesn't have", "do not have",
        "don't have", "does not hold", "doesn't hold", "does not contain", "doesn't contain", "is without", "lacks",
    )
)  # fmt: skip
_ANY = frozenset({"any", "a", "an"})
_THERE = frozenset({"the", "there"})
_AT = frozenset({"on", "in", "at"})
_WITHIN = (("on", "it"), ("in", "it"), ("on", "them"), ("in", "them"), ("inside",), ("on",), ("in",))
_SHORTEST = 3
_US = frozenset("everybody everyone us people persons guests".split())
_WITH_US = {"of", "you", "all", "the", "both"}


def compared_by_number(words: Words, book: Phrasebook, parts: QuestionParts) -> SceneQuestion | None:
    """The question where there are more of some things, or whether there are more of them than of others.

    Args:
        words: of one question, without its mark.
        book: words of questions.
        parts: reads things.

    Raises:
        NotUnderstoodError: if nobody knows what is compared.
    """
    return _which_has(words, parts) or _where_most(words, parts) or _more_than(words, book, parts)


def _which_has(words: Words, parts: QuestionParts) -> SceneQuestion | None:
    """As in "which shelf has more bottles (on it)", "which room is the emptiest"."""
    if words[0] == "who" and any(words[1 : 1 + len(lacking)] == lacking for lacking in _LACKING):
        words = ("which", "person", *words[1:])
    if words[0] not in _WHICH:
        return None
    for lacking in _LACKING:
        at = next((i for i in range(2, len(words) - len(lacking)) if words[i : i + len(lacking)] == lacking), 0)
        if at:  # "which shelf has no bottles": how many each of them has, those with none first
            words = (*words[:at], "has", "fewest", *without(words[at + len(lacking) :], _ANY))
    held = next((i for i in range(2, len(words) - 1) if words[i] in _HOLDING | COPULA), 0)
    behind = without(words[held + 1 :], {"the"}) if held else ()
    places = words[1 + (words[1:2] == ("of",)) : held]
    if held and words[held] in COPULA and behind[:1] != () and behind[0] in _FULL and len(behind) == 1:
        return _at(places, (), _FULL[behind[0]], parts)
    if not held or behind[:1] == () or behind[0] not in _MOST or len(behind) == 1 or "than" in behind:
        return None
    if words[held] in COPULA and (len(behind) < 3 or behind[-1] not in _AT):
        return None  # "which shelf are the most bottles on", but "which book is more expensive"
    within = next((w for w in _WITHIN if behind[-len(w) :] == w), ())
    return _at(places, behind[1 : len(behind) - len(within)], _MOST[behind[0]], parts)


def _where_most(words: Words, parts: QuestionParts) -> SceneQuestion | None:
    """As in "on which shelf are the most bottles", "where are the most books"."""
    at = 1 if words[0] == "where" else 2
    copula = next((i for i in range(at, len(words)) if words[i] in COPULA), 0)
    behind = tuple(w for w in words[copula + 1 :] if w not in _THERE)
    if not copula or len(behind) < 2 or behind[0] not in _MOST or "than" in behind:
        return None
    if words[0] == "where":
        return _at(("furniture",), behind[1:], _MOST[behind[0]], parts) if copula == 1 else None
    if words[0] not in _AT or words[1] not in _WHICH or copula < 3:
        return None
    return _at(words[2:copula], behind[1:], _MOST[behind[0]], parts)


def _at(places: Words, things: Words, measure: Measure, parts: QuestionParts) -> SceneQuestion | None:
    """The question which of some places has the most or the fewest of some things."""
    among = parts.spans.things(without(places, {"the"})).things
    counted = () if not things or things[0] in THING else parts.spans.things(things).things
    if len(among) != 1:
        return None
    return SceneQuestion(Asking.HOLDS_MOST, "", counted, measure=measure, among=replace(among[0], count=None))


def _more_than(words: Words, book: Phrasebook, parts: QuestionParts) -> SceneQuestion | None:
    """As in "are there more forks than spoons", "do we have as many forks as plates", "enough cups for everybody"."""
    found = book.questions.whether.find(words, 0)
    rest = words[found.length :] if found is not None else ()
    if len(rest) < _SHORTEST:
        return None
    if "for" in rest[1:-1] and rest[0] not in ("enough", "more", "fewer", "less", "as"):  # "goggles for two people"
        at = rest.index("for")
        if (needed := _number_of_us(parts.without_still(rest[at + 1 :]))) > 1:
            return _enough(without(rest[:at], _ANY), needed, parts)
    more, joint, behind = next(
        ((n, j, rest[n:]) for lead, j in _COMPARED if rest[: (n := len(lead))] == lead), (0, "", ())
    )
    at = behind.index(joint) if joint in behind[1:] else 0
    if not more or not at or at + 1 == len(behind):
        return None
    first, second = behind[:at], parts.without_still(behind[at + 1 :])
    if joint == "for" and (needed := _number_of_us(second)):
        return _enough(first, needed, parts)
    people = _is_us(second) or (parts.somebody(second) if joint == "for" else None) is not None
    others = SceneQuestion(Asking.MORE, "", (_PEOPLE,)) if people else parts.about(Asking.MORE, second)
    asked = parts.about(Asking.MORE, first)
    if asked is None or others is None or not asked.things or not others.things:
        return None
    compared = (*asked.things[:1], *others.things[:1])
    is_fewer = rest[0] in ("fewer", "less")
    measure = None if rest[0] not in _MOST else Measure.GREATEST_NUMBER
    things = tuple(replace(t, count=None) for t in (reversed(compared) if is_fewer else compared))
    return replace(asked, things=things, place=others.place or asked.place, measure=measure)


_PEOPLE = NounPhrase("people", PERSON, count=None)
_COMPARED = (
    *((("more",), "than"), (("fewer",), "than"), (("less",), "than")),
    *((("as", "many"), "as"), (("enough",), "for"), (("as", "many"), "as")),
)


def _is_us(words: Words) -> bool:
    return bool(words) and words[-1] in _US and all(w in _WITH_US | _US for w in words)


def _number_of_us(words: Words) -> int:
    """How many people are meant by "three people", "the two of us"; 0: nobody says it."""
    numbers = [lx.NUMBERS[w] if w in lx.NUMBERS else int(w) for w in words if w in lx.NUMBERS or w.isdigit()]
    rest = [w for w in words if w not in lx.NUMBERS and not w.isdigit()]
    if words == ("both", "of", "us"):
        return 2
    return int(numbers[0]) if len(numbers) == 1 and (not rest or _is_us(tuple(rest))) else 0


def _enough(things: Words, needed: int, parts: QuestionParts) -> SceneQuestion | None:
    """The question whether there are so many."""
    asked = parts.about(Asking.WHETHER, things)
    if asked is None or len(asked.things) != 1:
        return None
    return replace(asked, things=(replace(asked.things[0], count=needed),))
