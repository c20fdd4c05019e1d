# SPDX-License-Identifier: Apache-2.0
"""What things must be or look like: "for kids", "red", "dirty"; and adjectives that change nothing."""

from __future__ import annotations

from dataclasses import dataclass

from planner_node.language.words.cursor import Cursor
from planner_node.language.words.lexicon import SUPERLATIVES
from planner_node.language.words.phrases import inverted

REQUIREMENTS = inverted(
    {
        "kid_safe": (
            "kid,kids,kid's,kids',child,children,children's,child's,toddler,toddlers,toddler's,kid-safe,child-safe,"
            "kid-friendly,child-friendly,kid friendly,child friendly,kid safe,child safe"
        ),
        "non_alcoholic": "non-alcoholic,alcohol-free,nonalcoholic,alcohol free,non alcoholic,soft",
        "edible": "edible",
        "healthy": "healthy,wholesome,nutritious",
        "unspoilt": "good,intact,unspoilt,unspoiled",
        "valuable": "valuable,precious,expensive",
        "drinkable": "drinkable",
    }
)
"""Words before a noun, or behind "for", that say what a thing must be."""

ATTRIBUTES = frozenset(
    """red green blue yellow white black brown beige orange purple pink grey cream crimson silver golden clear
    striped clean dirty used unused rotten rotting mouldy dusty sticky smelly broken rusty big small large little
    empty full fresh ripe old new plastic wood metal steel glass paper ceramic cotton leather rubber cardboard hot
    cold warm open closed locked tall short long round square wet dry soft hard heavy light""".split()
)
"""Words before a noun that the attributes of a scene graph node must bear out."""

_SPELLINGS = {
    "gray": "grey",
    "wooden": "wood",
    "moldy": "mouldy",
    "colored": "coloured",
    "spoilt": "rotten",
    "spoiled": "rotten",
    "bad": "rotten",
}

PLAIN = frozenset(
    """nice tasty delicious favourite favorite lovely other remaining available scattered necessary needed
    required right appropriate usual own same loose separate single different whole various entire leftover stray
    following actual adjacent nearby nearest closest freshly newly recently just printed delivered""".split()
)
"""Words before a noun that change nothing."""

ORIGINAL = frozenset("previous original former".split())
WORDS = REQUIREMENTS.words | ATTRIBUTES | _SPELLINGS.keys() | PLAIN | ORIGINAL


@dataclass(frozen=True, slots=True)
class Qualities:
    """What was said of things before their name.

    Attributes:
        requirements: what each must be, e.g. "kid_safe".
        attributes: what each must look like, e.g. "red".
        original: whether those of before are meant ("the previous contents").
        needed: whether what is needed for something is meant ("the necessary parts").
    """

    requirements: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()
    original: bool = False
    needed: bool = False


def attribute(word: str) -> str | None:
    """The attribute that a word stands for; None if it is none."""
    word = _SPELLINGS.get(word, word)
    return word if word in ATTRIBUTES else None


def read_qualities(cursor: Cursor) -> Qualities:
    """Advance past adjectives, commas between them included."""
    requirements: set[str] = set()
    attributes: set[str] = set()
    original = needed = False
    while True:
        named, follows = cursor.name(), cursor.name(1)
        requirement = cursor.find(REQUIREMENTS)
        looks = attribute(cursor.word())
        if requirement is not None and not (named and named.length > requirement.length):
            requirements.add(requirement.value)
            cursor.at += requirement.length
        elif looks is not None and (named is None or (named.length == 1 and follows)):
            attributes.add(looks)
            cursor.at += 1
        elif named is None and cursor.word() in PLAIN | ORIGINAL | SUPERLATIVES:
            original |= cursor.word() in ORIGINAL
            needed |= cursor.word() in ("necessary", "needed", "required")
            cursor.at += 1
        elif attributes and cursor.word() == "," and attribute(cursor.word(1)):
            cursor.at += 1  # "the big, red ball"
        else:
            return Qualities(frozenset(requirements), frozenset(attributes), original, needed)
