# SPDX-License-Identifier: Apache-2.0
"""What belongs on a table that is set, by occasion: data, and the phrases that it makes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from makedo_core.ontology.taxonomy import plural
from planner_node.language.request import NounPhrase
from planner_node.language.words.naming import Names
from planner_node.language.words.phrases import Phrases, inverted, listed


@dataclass(frozen=True, slots=True)
class Setting:
    """What a table is set with, by names that the ontology may know.

    Attributes:
        each: what everybody needs.
        welcome: what everybody may get.
        shared: what stands on the table once, and is welcome.
        people: for how many, where it is not said.
    """

    each: tuple[str, ...] = ("plate", "fork", "knife", "glass")
    welcome: tuple[str, ...] = ("spoon", "napkin")
    shared: tuple[str, ...] = ()
    people: int = 2


MEAL = Setting()
OCCASIONS: Phrases[Setting] = inverted(
    {
        MEAL: "dinner,lunch,supper,a meal,a dinner,a lunch,guests,a family dinner,brunch",
        Setting(each=("plate", "knife", "cup"), welcome=("spoon", "glass", "napkin")): "breakfast,a breakfast",
        Setting(shared=("candle", "flower")): "a romantic dinner,a date,a romantic evening,a candlelight dinner",
        Setting(
            each=("plate", "fork", "glass"), welcome=("knife", "spoon", "napkin"), shared=("balloon", "snack")
        ): "a party,a birthday party,a birthday",
        Setting(each=("plate", "fork", "glass"), welcome=("napkin", "knife", "spoon")): (
            "a buffet,a buffet after a work meeting,a buffet after a meeting,a reception,a work meeting"
        ),
        Setting(each=("cup", "saucer", "teaspoon"), welcome=("napkin",)): "tea,coffee,afternoon tea,tea time",
    }
)
COURSES: Phrases[Setting] = inverted(
    {
        Setting(each=("bowl", "spoon", "glass"), welcome=("plate", "fork", "knife", "napkin")): "soup,a soup,stew",
        Setting(each=("plate", "fork", "knife", "wine glass")): "wine",
        Setting(each=("bowl", "spoon")): "dessert,a dessert,pudding,ice cream",
    }
)
"""What is eaten or drunk, and what it needs instead of the usual."""

PEOPLE = listed(
    "people,persons,person,guests,guest,adults,adult,of us,friends,diners,visitors,kids,children,family members"
)
HAVING = listed(
    "we'll have,we will have,we are having,we're having,we will eat,we'll eat,we will be having,there will be,"
    "there is,i will serve,i'll serve,we serve,we have,having,with"
)
"""Before what is eaten."""

DECORATING = listed(
    "decorating it,decorate it,decorating the table,decorate the table,make it festive,make it pretty,make it nice"
)
MANNERS = listed(
    "keeping it professional,keep it professional,keeping it simple,keep it simple,keeping it formal,keep it formal,"
    "make it professional,nothing fancy"
)
"""Wishes that add nothing to a plain table."""

WORDS = OCCASIONS.words | COURSES.words | PEOPLE.words | HAVING.words | DECORATING.words | MANNERS.words


def covers(names: Names, setting: Setting, people: int, stated: bool) -> Iterator[NounPhrase]:
    """The things of a setting that the ontology knows; what nobody counted or everybody may do without is implied."""
    for name in setting.each:
        yield from _things(names, name, people, implied=not stated)
    for name in setting.welcome:
        yield from _things(names, name, people, implied=True)
    for name in setting.shared:
        yield from _things(names, name, 1, implied=True)


def decoration(names: Names) -> Iterator[NounPhrase]:
    """Something that decorates."""
    for phrase in _things(names, "decoration", 1, implied=False):
        yield replace(phrase, text="a decoration")


def _things(names: Names, name: str, count: int, implied: bool) -> Iterator[NounPhrase]:
    found = names.match(name.split(), 0)
    if found is not None:
        concept = names.ontology.concepts.get(found.concept or "")
        irregular = concept.plurals[:1] if concept and concept.id == name else ()
        text = f"{count} {(*irregular, plural(name))[0] if count > 1 else name}"
        yield NounPhrase(text, found.concept, None, count, implied=implied)
