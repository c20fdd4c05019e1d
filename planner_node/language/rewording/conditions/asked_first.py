# SPDX-License-Identifier: Apache-2.0
"""A question and what depends on its answer: "is there juice in the fridge? If so, bring it", "no jam? Then honey"."""

from __future__ import annotations

from collections.abc import Iterator

from planner_node.language.sentence.sentence import SentenceReader, Words, skipped, without
from planner_node.language.sentence.shapes.parts import named_place_end
from planner_node.language.words.phrases import Phrases

_ENDS = frozenset({"?", ".", "!", ";"})
_ASKING = frozenset({"is", "are"})
_LOOKING = Phrases(
    dict.fromkeys(
        f"{verb} {whether}"
        for verb in (
            "check",
            "see",
            "look",
            "find out",
            "make sure",
            "go and see",
            "go and check",
            "have a look",
            "tell me",
        )
        for whether in ("if", "whether")
    )
)
_JOINTS = frozenset({",", "then", "and"})


def asked_first(words: Words, reader: SentenceReader) -> Words:
    """With the question as a condition of what follows it."""
    known = reader.book.sentences
    for begin, end in _questions(words):
        asked = words[begin:end]
        for table, negated in ((known.if_yes, False), (known.if_no, True)):
            then = skipped(words[end + 1 :], table)
            said = _as_condition(asked, negated, reader) if then else ()
            if then and said:
                return (*words[:begin], "if", *said, ",", *without(then, _JOINTS))
    return words


def looked_first(words: Words, reader: SentenceReader) -> Words:
    """With what is to be looked at as a condition: "check whether the fridge is shut; if it isn't, shut it"."""
    known, begin = reader.book.sentences, 0
    for at in range(len(words)):
        lead = _LOOKING.find(words, at) if at == begin else None
        end = next((i for i in range(at, len(words)) if words[i] in _ENDS | _JOINTS), len(words)) if lead else at
        if lead is not None:
            said, behind = words[at + lead.length : end], without(words[end:], _ENDS | _JOINTS)
            for table, negated in ((known.if_no, True), (known.if_yes, False)):
                then = skipped(behind, table)
                copula = next((i for i in range(1, len(said)) if said[i] in _ASKING), 0)
                if then and copula and not {"not", "no"} & set(said):
                    so = (*said[: copula + 1], *(("not",) if negated else ()), *said[copula + 1 :])
                    return (*words[:at], "if", *so, ",", *without(then, _JOINTS))
        if words[at] in _ENDS:
            begin = at + 1
    return words


def another_condition(words: Words, reader: SentenceReader) -> Words:
    """With a stop before a second condition in a sentence: "if it is on, switch it off and if ..."."""
    for at in range(4, len(words) - 3):
        begin = next((i + 1 for i in range(at - 1, -1, -1) if words[i] in _ENDS), 0)
        is_second = words[at] == "if" and words[at - 1] in ("and", ",") and words[begin] == "if"
        if is_second and words[at + 1] != "not" and reader.book.sentences.otherwise.find(words, at) is None:
            end = at - 1 if words[at - 2] not in ("and", ",") else at - 2
            return another_condition((*words[:end], ".", *words[at:]), reader)
    return words


def _questions(words: Words) -> Iterator[tuple[int, int]]:
    """Where each question begins, and where its mark stands."""
    begin = 0
    for at, word in enumerate(words):
        if word == "?" and at > begin:
            yield begin, at
        if word in {"?", ".", "!", ";"}:
            begin = at + 1


def _says_how_it_is(asked: Words, at: int, reader: SentenceReader) -> bool:
    """Whether a question ends in a state, or in where something is: "open", "in the bedroom"."""
    state = reader.book.sentences.states.find(asked, at)
    if state is not None and at + state.length == len(asked):
        return True
    side = reader.book.places.sides.find(asked, at)
    return side is not None and named_place_end(asked, at + side.length, reader) == len(asked) > at + side.length


def _as_condition(asked: Words, negated: bool, reader: SentenceReader) -> Words:
    """A question as a statement: "is the fridge open" as "the fridge is open"; empty if it is none."""
    known = reader.book.sentences
    if asked[0] in ("no", "not"):
        return () if negated else ("there", "is", "no", *without(asked[1:], {"more", "any"}))
    if known.exists.find(asked, 0) is not None:
        return () if negated else asked
    if asked[:1] == ("do",) and known.exists.find(asked, 1) is not None:  # "do we have milk"
        return () if negated else asked[1:]
    if asked[0] not in _ASKING or len(asked) < 3:
        return ()
    if asked[1] == "there":
        amounts = {"any", "a", "an"} if negated else ()
        return ("there", asked[0], *(("no",) if negated else ()), *without(asked[2:], amounts))
    at = next((i for i in range(2, len(asked)) if _says_how_it_is(asked, i, reader)), 0)
    return (*asked[1:at], asked[0], *(("not",) if negated else ()), *asked[at:]) if at else ()
