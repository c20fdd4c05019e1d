# SPDX-License-Identifier: Apache-2.0
"""The account of who is who: no more things of a kind are seen to than the words of an instruction speak of.

"Put a carrot on the table. Put the carrot in the basket" speaks of one carrot. A plan with two is not exactly that,
however it was read. Only the words are asked: what stands before each mention of a kind.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from makedo_core.account import ClaimKind, ClaimReason, PlanClaim
from makedo_core.graph.scene_graph import NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.tokens import stems, tokens

_BEFORE = 4  # words between a determiner and its noun
_ONE = frozenset("a an one any another".split())
_AGAIN = frozenset("the this that these those same said".split())
_MORE = frozenset("another other second third fourth fifth next last further remaining".split())
_TELLING = frozenset({"the", "a", "an"})
_PARTS = re.compile(r"[,.;:?!]+\s")
_MANY = frozenset("all every each both everything rest ones others half some several few any more many".split())


@dataclass(slots=True)
class Introduced:
    """What the words of an instruction introduce of one kind.

    Attributes:
        count: how many things.
        is_open: whether the words do not say how many.
        is_counted: whether an amount was said before one of them.
        again: words that speak of one of them again; empty: none do.
        looks: words between an article and the noun, as they were said so far.
    """

    count: int = 0
    is_open: bool = False
    is_counted: bool = False
    again: str = ""
    looks: set[tuple[str, ...]] = field(default_factory=set)


def identity_claims(
    instruction: str, served: Collection[Literal], graph: SceneGraph, ontology: Ontology
) -> Iterator[PlanClaim]:
    """Claims on kinds of which more things are seen to than were spoken of, or one for two.

    Args:
        instruction: as it was said.
        served: literals that were asked for and hold in the end, or did after a stage.
        graph: the scene.
        ontology: what labels are called.
    """
    words, told = _without_told(instruction)
    things: dict[str, set[str]] = {}
    for literal in served:
        node = graph.nodes.get(literal.terms[0]) if len(literal.terms) > 1 else None
        if node is not None and node.kind is NodeKind.OBJECT:
            things.setdefault(node.label, set()).add(node.id)
    for label, done in sorted(things.items()):
        spoken = spoken_of(words, _nouns(label, ontology))
        spoken.again = spoken.again or (told if spoken.is_counted else "")
        if spoken.again and not spoken.is_open and len(done) > spoken.count:
            yield PlanClaim(ClaimKind.SUPPOSED, spoken.again, ClaimReason.ANOTHER, " and ".join(sorted(done)))


def _without_told(instruction: str) -> tuple[tuple[str, ...], str]:
    """The words without what only tells which one is meant ("..., the blue one"), and that; empty: nothing does."""
    parts = _PARTS.split(instruction)
    told = [" ".join(said) for part in parts if _only_tells(said := tokens(part))]
    kept = (word for part in parts if not _only_tells(tokens(part)) for word in tokens(part))
    return tuple(kept), next(iter(told), "")


def _only_tells(said: Sequence[str]) -> bool:
    """Whether words are "the blue one" and no more."""
    bare = [word for word in said if word not in word_lists().function - {"one", "ones", "another"} or word in _TELLING]
    looks = bare[1:-1] if bare[:1] and bare[0] in _TELLING else bare[:-1]
    one = bare[-1:] in (["one"], ["ones"])
    return one and len(bare) <= _BEFORE and bool(looks) and not _MORE & {*looks} and not any(map(_number, looks))


def spoken_of(words: Sequence[str], nouns: frozenset[str]) -> Introduced:
    """What words introduce of the kind that some nouns call.

    Args:
        words: of the instruction.
        nouns: stems of what the kind is called.
    """
    spoken = Introduced()
    for at, word in enumerate(words):
        if not stems(word).isdisjoint(nouns):
            _mention(words, at, word not in nouns, spoken)
        elif word in _MANY:
            spoken.is_open = True
        elif word in ("one", "other") and not _noun_follows(words, at, nouns):
            spoken.count += 1
    return spoken


def _noun_follows(words: Sequence[str], at: int, nouns: frozenset[str]) -> bool:
    return any(not stems(word).isdisjoint(nouns) for word in words[at + 1 : at + 1 + _BEFORE])


def _mention(words: Sequence[str], at: int, is_plural: bool, spoken: Introduced) -> None:
    """One mention of a kind."""
    begin = next((i for i in range(at - 1, max(-1, at - 1 - _BEFORE), -1) if _determines(words[i])), None)
    while begin and _determines(words[begin - 1]):
        begin -= 1
    between = tuple(words[begin + 1 : at]) if begin is not None else ()
    behind = words[at + 1] if at + 1 < len(words) and words[at + 1].isdigit() else ""
    first = words[begin] if begin is not None else ""
    number = next((_number(w) for w in words[begin:at] if _number(w)), 0) if begin is not None else 0
    spoken.is_counted |= first in _ONE or number > 0
    if behind:
        spoken.count += (behind,) not in spoken.looks
        spoken.looks.add((behind,))
    elif _MORE & {first, *between}:
        spoken.is_open |= is_plural and not number
        spoken.count += max(1, number)
    elif first in _AGAIN and not is_plural:
        looks = tuple(w for w in between if w not in _AGAIN)
        if spoken.count and (not looks or looks in spoken.looks):
            spoken.again = " ".join(words[begin or 0 : at + 1])
        else:
            spoken.count += 1
            spoken.looks.add(looks)
    elif first in _AGAIN and number and spoken.count >= number:
        spoken.again = " ".join(words[begin or 0 : at + 1])
    elif is_plural and not number:
        spoken.is_open = True
    else:
        spoken.count += max(1, number)
        spoken.looks.add(between)


def _determines(word: str) -> bool:
    return word in _ONE | _AGAIN | _MORE or _number(word) > 0


def _number(word: str) -> int:
    return int(word) if word.isdigit() else word_lists().numbers.get(word, 0)


def _nouns(label: str, ontology: Ontology) -> frozenset[str]:
    """What a kind is called, in the singular."""
    concept = ontology.concepts.get(ontology.class_of(label) or "")
    names = (label, *((concept.id, *concept.synonyms) if concept is not None else ()))
    return frozenset(tokens(name)[-1] for name in names if tokens(name))
