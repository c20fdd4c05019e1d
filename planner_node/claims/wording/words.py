# SPDX-License-Identifier: Apache-2.0
"""The account of words: each word of an instruction is mirrored by what was understood, or named.

It is suspicious: a word that says what is not to be done, which of several is meant, or under which condition, needs a
counterpart of its kind, whatever else was understood.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import pairwise

from makedo_core.account import ClaimKind, ClaimReason, PlanClaim
from planner_node.claims.wording.lists import word_lists
from planner_node.claims.wording.mirrors import Mirrors
from planner_node.claims.wording.negated import denied_places
from planner_node.claims.wording.suspicious import is_in_a_name, number_at, rules
from planner_node.claims.wording.tokens import is_near, stems, tokens
from planner_node.language.nouns.nearby import SAME_PLACE
from planner_node.language.reading.quantities import SOME
from planner_node.language.request import Put
from planner_node.language.things import NounPhrase, Side
from planner_node.language.words.lexicon import DEFINITE, ORDINALS

_PAIRS = frozenset({"pair", "pairs"})
_PAIR_WITHIN = 8
_FEW_TURNED = 2  # words
_POINTED = re.compile(
    r"\b(?:on|in|at|to|into|onto|inside) [^,;.!?]+[,;] ?(?:right |over |just )?(here|there)(?=\s*(?:$|[,;.!?]))", re.I
)
"""Behind a place: "on the sofa, here", of which nobody knows what more it says."""
_BEING = frozenset("is are was were not isn't aren't wasn't weren't be still".split())


class WordUse(Enum):
    """What became of a word."""

    BINDING = auto()  # it needs no counterpart
    MIRRORED = auto()
    UNUSED = auto()
    NEAR = auto()  # it is like a word that is mirrored


@dataclass(frozen=True, slots=True)
class SaidWord:
    """A word of an instruction and what became of it."""

    text: str
    use: WordUse


def word_claims(instruction: str, said: Mirrors, quantifiers: Collection[int] = ()) -> tuple[PlanClaim, ...]:
    """Claims on all words that are not simply mirrored; words that stand together are one claim.

    Args:
        instruction: as it was said.
        said: what the request says.
        quantifiers: positions of words that the account of things answers for.
    """
    words = accounted(instruction, said, quantifiers)
    unused = [PlanClaim(ClaimKind.UNUSED, text, ClaimReason.NOT_MIRRORED) for text in _runs(words)]
    near = [PlanClaim(ClaimKind.SUPPOSED, w.text, ClaimReason.SPELLING) for w in words if w.use is WordUse.NEAR]
    pointed = (PlanClaim(ClaimKind.UNUSED, word, ClaimReason.NOT_MIRRORED) for word in _POINTED.findall(instruction))
    return (*unused, *near, *pointed, *_supposed_amounts(words, said), *_supposed_places(instruction, said))


def accounted(instruction: str, said: Mirrors, quantifiers: Collection[int] = ()) -> tuple[SaidWord, ...]:
    """Every word of an instruction with its use."""
    words = tokens(instruction)
    near = _covered(words, word_lists().nearness)
    told = [note.removesuffix(SAME_PLACE)[1:-1] for note in said.request.notes if note.endswith(SAME_PLACE)]
    idioms = _covered(words, (*word_lists().idioms, *told))
    binding = idioms.union(quantifiers, _around(words, said), denied_places(words, said)) - near
    doing = _deeds(words, said)
    return tuple(
        SaidWord(word, _use_of(words, i, i in near, i in binding, i in doing, said)) for i, word in enumerate(words)
    )


def _use_of(
    words: Sequence[str], at: int, is_nearness: bool, is_binding: bool, is_deed: bool, said: Mirrors
) -> WordUse:
    if is_nearness:
        return WordUse.UNUSED
    return WordUse.BINDING if is_binding else _use(words, at, is_deed, said)


def _use(words: Sequence[str], at: int, is_deed: bool, said: Mirrors) -> WordUse:
    word, lists = words[at], word_lists()
    number = number_at(words, at)
    rule = rules().get(word)
    if number is not None and is_in_a_name(words, at, said):
        return WordUse.MIRRORED
    if number is not None:
        return _judged(_is_amount(number, words, at, said))
    if (
        word in ORDINALS
        and at > 0
        and words[at - 1] in ("a", "another")
        and _is_one_more(ORDINALS[word], words, at, said)
    ):
        return WordUse.MIRRORED
    if rule is not None and not _is_in_a_node_name(words, at, said):
        return _judged(rule(words, at, said))
    if at > 0 and words[at - 1] in _BEING and any(word in p.attributes for p in said.phrases):
        return WordUse.MIRRORED
    if _is_look_of_a_node(words, at, said):
        return WordUse.MIRRORED
    if any(word in p.attributes for p in said.phrases):
        meant = said.of_noun_behind(words, at)
        return _judged(not meant or any(word in p.attributes or word in said.nouns[p] for p in meant))
    if is_deed and not stems(word).isdisjoint(lists.arranging):
        return WordUse.UNUSED
    if not stems(word).isdisjoint(said.names) or is_deed or _is_short(word, said):
        return WordUse.MIRRORED
    if word in lists.function or word in lists.world:
        return WordUse.BINDING
    if word in lists.persons and at > 0 and number_at(words, at - 1) in said.counts:
        return WordUse.BINDING
    if word in lists.things:
        return _judged(said.means_all or any(p.concept is None and p.node_id is None for p in said.phrases))
    if all(part in said.names or part in lists.function for part in word.split("-")):
        return WordUse.MIRRORED
    return WordUse.NEAR if is_near(word, said.names) else WordUse.UNUSED


def _is_one_more(number: int, words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether as many things are where one goes as make it "a second", "a third"."""
    meant = said.of_noun_behind(words, at)
    puts = [(p, c.place) for c in said.request.clauses if isinstance(c, Put) for p in c.what if p in meant]
    there = (replace(p, source=replace(place, side=Side.ANY), excluded=()) for p, place in puts)
    return any(said.fitting(phrase) == number - 1 for phrase in there)


def _is_look_of_a_node(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether a word says how a thing looks that was named by it: "swap the red mug with the blue one"."""
    if not any(words[at] in looks for looks in said.looks.values()):
        return False
    meant = said.of_noun_behind(words, at)
    is_one = tuple(words[at + 1 : at + 2]) in (("one",), ("ones",))
    return any(words[at] in said.looks.get(p, ()) for p in meant) if meant else is_one


def _is_in_a_node_name(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether a word begins the name of something that is meant: "the bar counter"."""
    names = (tokens(p.node_id) for p in said.phrases if p.node_id is not None)
    behind = words[at + 1] if at + 1 < len(words) else ""
    return any(a == words[at] and b == behind for name in names for a, b in pairwise(name))


def _is_short(word: str, said: Mirrors) -> bool:
    """Whether a word is short for words that need no counterpart: "gimme"."""
    return word in said.short


def _is_amount(number: int, words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether a number is how many are meant of what it stands before."""
    if (words[at] == "both" and (said.means_all or _is_of_two(words, at, said))) or _is_whole(words, at, said):
        return True
    meant = said.of_noun_behind(words, at)
    if not meant and at > 0 and words[at - 1] in DEFINITE and _are_so_many(number, said):
        return True
    if number > 1 and len(meant) == number and _are_put_one_by_one(meant, said):
        return True  # "take two pens, one to desk 2, the other to desk 3"
    if number > 1 and len(meant) == number == len({p.node_id for p in meant if p.node_id is not None and p.count == 1}):
        return True  # "swap the two cars", each of which has a name
    if number > 1 and _are_parts_of(number, meant, said):
        return True  # "two pens, one from desk 1 and one from desk 2"
    if not _PAIRS.isdisjoint(words[at : at + 2]):
        return _is_in_pairs(number, words, at, said)
    if not meant and words[at].isdigit() and at > 0 and said.is_noun(words[at - 1]):
        return False  # "table 1": a name, and of no node that is meant
    return any(number in (p.count, p.left) for p in meant) if meant else number in said.counts


def _are_put_one_by_one(phrases: Sequence[NounPhrase], said: Mirrors) -> bool:
    """Whether each of some phrases is of one thing that others are not, and goes somewhere by itself."""
    puts = [c.what for c in said.request.clauses if isinstance(c, Put)]
    apart = sum(bool(p.referent.apart) for p in phrases) >= len(phrases) - 1
    return apart and all(p.count == 1 and (p,) in puts for p in phrases)


def _are_parts_of(number: int, phrases: Sequence[NounPhrase], said: Mirrors) -> bool:
    """Whether so many are some from one place and some from another, or of one look and of another."""
    for clause in said.request.clauses:
        parts = [p for p in clause.what if p in phrases] if isinstance(clause, Put) else []
        apart = {(p.source, p.attributes) for p in parts}
        if len(parts) > 1 and len(apart) == len(parts) and sum(p.count or 0 for p in parts) == number:
            return True
    return False


def _are_so_many(number: int, said: Mirrors) -> bool:
    """Whether some clause is about so many things one by one: "the cup and the plate ... the two"."""
    puts = (c.what for c in said.request.clauses if isinstance(c, Put))
    return any(sum(p.count or 0 for p in what) == number and all(p.count for p in what) for what in puts)


def _is_in_pairs(number: int, words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether some pairs are meant: "a pair of scissors" is one thing, "two pairs of socks" are four."""
    noun = next((i for i in range(at, len(words)) if words[i] == "of"), at)
    meant = said.of_noun_behind(words, noun)
    if any(_is_plural_alone(p.concept or "") for p in meant):
        return words[at] in _PAIRS or number in said.counts
    return 2 * number in said.counts or (words[at] in _PAIRS and any((p.count or 0) % 2 == 0 for p in meant))


def _is_plural_alone(concept: str) -> bool:
    return concept.endswith("s") and not concept.endswith(("ss", "us"))


def _is_of_two(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether "both" with no noun behind it is of two things that some clause is about."""
    behind = words[at + 1 : at + 2]
    pairs = any(isinstance(c, Put) and len(c.what) == 2 for c in said.request.clauses)
    one_by_one = "and" in words[at + 1 : at + _PAIR_WITHIN] and all(
        p.count == 1 for p in said.of_noun_behind(words, at)
    )
    return (one_by_one and len(said.phrases) > 1) or (
        pairs and (not behind or behind[0] in ("of", "on", "in", "to", "into", "onto", "there", "away"))
    )


def _is_whole(words: Sequence[str], at: int, said: Mirrors) -> bool:
    """Whether a number says how many there are in all: "two of the three books"."""
    is_partitive = tuple(words[max(0, at - 2) : at]) == ("of", "the")
    return is_partitive and number_at(words, at) in {said.fitting(phrase) for phrase in said.phrases}


def _judged(is_mirrored: bool) -> WordUse:
    return WordUse.MIRRORED if is_mirrored else WordUse.UNUSED


def _covered(words: Sequence[str], phrases: Sequence[str]) -> frozenset[int]:
    """Positions of the words of some phrases, the longest first."""
    found: set[int] = set()
    text = f" {' '.join(words)} "
    for phrase in sorted((p for p in phrases if f" {p} " in text), key=len, reverse=True):
        parts = tuple(phrase.split())
        for i in range(len(words) - len(parts) + 1):
            if tuple(words[i : i + len(parts)]) == parts and found.isdisjoint(range(i, i + len(parts))):
                found.update(range(i, i + len(parts)))
    return frozenset(found)


def _around(words: Sequence[str], said: Mirrors) -> Iterator[int]:
    """Positions of the words of phrases around what is asked for, such as "I was wondering whether"."""
    at = 0
    while at < len(words):
        length = max((f.length for table in said.around if (f := table.find(words, at))), default=0)
        yield from (i for i in range(at, at + length) if words[i] not in word_lists().manner)
        at += length or 1
    at = 0
    while at < len(words):
        turned = said.length_turned(words, at)
        whole = turned > _FEW_TURNED  # "search the house for": the verb has another in its place
        yield from (i for i in range(at, at + turned) if whole or said.verbs.find(words, i) is None)
        at += turned or 1


def _deeds(words: Sequence[str], said: Mirrors) -> frozenset[int]:
    """Positions of the words of deeds that some clause mirrors."""
    found: set[int] = set()
    for i, word in enumerate(words):
        for stem in stems(word):
            verb = said.verbs.find((stem, *words[i + 1 :]), 0)
            alone = said.verbs.find((stem,), 0)
            for match in (verb, alone):
                if match is not None and said.is_done(match.value):
                    found.update(range(i, i + match.length))
    return frozenset(found)


def _runs(words: Sequence[SaidWord]) -> Iterator[str]:
    """Unused words that stand together, with what binds them."""
    run: list[SaidWord] = []
    for word in (*words, SaidWord("", WordUse.MIRRORED)):
        if word.use is WordUse.UNUSED or (run and word.use is WordUse.BINDING):
            run.append(word)
            continue
        while run and run[-1].use is WordUse.BINDING:
            run.pop()
        if run:
            yield " ".join(w.text for w in run)
        run = []


def _supposed_places(instruction: str, said: Mirrors) -> Iterator[PlanClaim]:
    """Places of "bring every book on table 2 and every mug to the shelf": things may go there, or be there."""
    goals = [c.place.what for c in said.request.clauses if isinstance(c, Put)]
    if len({goal.text for goal in goals}) < 2:
        return
    words = tokens(instruction)
    verbs = [i for i, word in enumerate(words) if said.verbs.find((word,), 0) is not None and not said.is_noun(word)]
    for start, end in zip(
        verbs, (*verbs[1:], len(words)), strict=False
    ):  # none in "cups to the sink, books to the shelf"
        part = words[start:end]
        if part[0] in word_lists().bringing and "to" in part and "and" in part[: part.index("to")]:
            before = " ".join(part[: part[: part.index("to")].index("and")])
            for side in ("on", "in", "inside"):
                _, found, place = before.partition(f" {side} ")
                if found and any(goal.text.removeprefix("the ") in place for goal in goals):
                    yield PlanClaim(ClaimKind.SUPPOSED, f"{side} {place}", ClaimReason.DESTINATION)


def _supposed_amounts(words: Sequence[SaidWord], said: Mirrors) -> Iterator[PlanClaim]:
    """Amounts above one that nobody said, where there is more of it."""
    texts = [w.text for w in words]
    told = {number_at(texts, i) for i in range(len(texts)) if not is_in_a_name(texts, i, said)}
    for phrase in said.phrases:
        told_otherwise = phrase.left or phrase.share is not None or phrase.besides
        supposed = not told_otherwise and phrase.count is not None and phrase.count > 1 and phrase.count not in told
        if supposed and said.fitting(phrase) > (phrase.count or 0):
            yield PlanClaim(ClaimKind.SUPPOSED, phrase.text, ClaimReason.AMOUNT, str(phrase.count))
        elif phrase.unsaid and said.fitting(phrase) > (phrase.count or SOME) and _is_guessed(phrase, said):
            yield PlanClaim(ClaimKind.SUPPOSED, phrase.text, ClaimReason.AMOUNT, str(phrase.count or ""))


def _is_guessed(phrase: NounPhrase, said: Mirrors) -> bool:
    """Whether another number may be meant: of things put on furniture or thrown away, or given to several."""
    puts = (c for c in said.request.clauses if isinstance(c, Put) and phrase in c.what)
    return any(phrase.count == 1 or c.place.side is not Side.INSIDE or c.place.what in said.bins for c in puts)
