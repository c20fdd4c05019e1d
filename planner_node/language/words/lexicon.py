# SPDX-License-Identifier: Apache-2.0
"""Words of the grammar that English adds none to: articles, pronouns, numbers, punctuation marks.

They are closed classes, and functions of the parser stand on each of them, so they are no data; "thirty-seven" is put
together of them. All other words are in language/words and can be added to.
"""

from __future__ import annotations

from collections.abc import Mapping

from makedo_core.graph.scene_graph import State

SEPARATORS = frozenset(
    {",", ";", ".", "!", "?", ":", "-", "\u2013", "\u2014", "\u2026", "and", "but", "first", "firstly"}
)
SENTENCE_ENDS = frozenset(".!?;")

BUT = "but"

NUMBERS: Mapping[str, int] = {
    **{
        word: value
        for value, word in enumerate(
            """one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
            seventeen eighteen nineteen twenty""".split(),
            1,
        )
    },
    **{word: 10 * value for value, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), 3)},
    "both": 2,
    "dozen": 12,
    "hundred": 100,
    "single": 1,
}

ORDINALS: Mapping[str, int] = {
    word: value
    for value, word in enumerate("first second third fourth fifth sixth seventh eighth ninth tenth".split(), 1)
}

DEFINITE = frozenset("the this that these those my our your his her their its".split())
ARTICLES = DEFINITE | {"a", "an", "some"}
PRONOUNS = frozenset("it them these those they".split())
RECIPIENTS = frozenset("me us him her them".split())
SPEAKERS = frozenset("me us".split())
THERE = frozenset({"there"})
HERE = frozenset({"here"})
PARTICLES: Mapping[str, State] = {"on": State.ON, "off": State.OFF}

ONES = frozenset({"one", "ones"})
DEMONSTRATIVE = frozenset("this that these those".split())
SAME = frozenset("same said aforementioned".split())
RANKS: Mapping[str, int] = {
    **{word: rank for rank, word in enumerate("first second third fourth fifth sixth".split(), 1)},
    **{word: rank for rank, word in enumerate("1st 2nd 3rd 4th 5th 6th".split(), 1)},
    "next": 0,
    "last": 0,
}
"""Ranks in the order in which things are spoken of; 0: behind those that were."""
ANEW = frozenset("another other others remaining rest remainder else further different more".split()) | RANKS.keys()
POSSESSIVES = frozenset("his her their".split())
OWN = frozenset("mine yours hers ours theirs".split())

WORDS = frozenset().union(SEPARATORS, NUMBERS, ARTICLES, PRONOUNS, THERE, RECIPIENTS, OWN)
"""For the correction of typing errors."""
RELATIVE = frozenset({"that", "which", "who"})
"""What begins a clause about the noun before it."""
ALL_TO: dict[tuple[str, ...], tuple[str, ...]] = {
    ("to", "eat"): ("all", "the", "food"),
    ("to", "drink"): ("all", "the", "drinks"),
}
"""What stands for all that is there to eat or to drink."""
