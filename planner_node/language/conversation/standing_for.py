# SPDX-License-Identifier: Apache-2.0
"""Words that stand for what was said and done before, spelled out: "it", "another one", "her", "there"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import combinations

from makedo_core.goals.goal_text import enumerate_words
from makedo_core.graph.scene_graph import State
from makedo_core.ontology.taxonomy import plural
from planner_node.language.conversation.talk import Conversation, words
from planner_node.language.kinds import Asking
from planner_node.language.refusal import Refusal
from planner_node.language.request import Clause, GoTo, Inquire, Request, SetState, TryOut

_NOTHING_MORE = r"(?:\W*$|\W+(?:back|there|again|away|please)\b)"
"""Behind "everything" that was moved before; "everything that is red", "everything on the table" say what is meant."""
_BEHIND_ONE = (
    r"(?=\W*$|\W*[.,;!?]|\s+(?:to|on|onto|in|into|at|for|from|there|here|too|as|please|back|and|goes|go|belongs|should|"
    r"instead|with|that|which|next|off)\b)"
)
"""What may stand behind "another" where no noun follows."""
_SOMEBODY = r"\b(?:her|him)\b(?=\W*$|\W*[.,;!?]|\s+(?:a|an|the|some|my|it|and|another|one|two|three|that|this|\d+)\b)"
"""Who is no owner: "bring it to her", but not "her mug"."""
_SEVERAL = re.compile(r"(?:them|these|those|they|both|all)\b")
_THERE = r"(?<!is )(?<!are )(?<!anything )(?<!else )\b(?:over |up |down )?there\b(?!\s+(?:is|are|was|were)\b)"
_IS_THERE = r"(?:is|are) there\b|(?:do|does) (?:we|you|i|he|she) have\b|have (?:we|you|i) got\b|any\b"
_BRING_ONE = (
    r"\b((?:bring|get|give|take|put|hand|fetch|place|pass)"
    r"(?: (?!(?:that|this|the|another|each|every|which|no) )[^\W\d]\w*)?) one"
    r"(?=\W*$|\W*[.,;!?]|\s+(?:to|on|onto|in|into|too|as|for|there|please|also)\b)"
)
_OTHER = r"\b(another|the other|a second|one more|one other|the next)(?: one)?\b" + _BEHIND_ONE
_ONE = r"\b(the|a|an|my|your|his|her)((?:\s+[^\W\d]\w*)?)\s+(ones?)\b(?!\s+(?:of|more)\b)"


def with_what_they_stand_for(instruction: str, bare: str, talk: Conversation) -> str:
    """The instruction with what such words stand for, where it can be read so; else empty.

    Args:
        instruction: as it was said.
        bare: the same without what only leads in or ends.
        talk: what was said and done before.
    """
    for fits in (_is_request, _is_read):
        for text in dict.fromkeys((instruction, bare)):
            for changed, is_of_furniture in _ways(text, talk):
                found = talk.read(changed)
                if (_is_about_furniture if is_of_furniture else fits)(found):
                    return changed
    return ""


def with_kinds(text: str, talk: Conversation) -> str:
    """With what "one" and "another" are: "the red mug" of "the red one", where a mug was moved."""
    kind = talk.kind
    if not kind:
        return text
    others = talk.others

    def other(said: re.Match[str]) -> str:
        which = said[1].lower()
        if which == "the other" and len(others) == 1:
            return others[0]
        return f"{'another' if which in _ANY_OTHER else which} {kind}"

    if re.match(_IS_THERE, text, re.IGNORECASE):
        but = f" except {enumerate_words(talk.spoken_of)}" if talk.spoken_of else ""
        text = re.sub(_OTHER, f"any {kind}{but}", text, count=1, flags=re.IGNORECASE)
    text = re.sub(r"(?i)^how many (?=(?:are|is|do|does|have|has)\b)", f"how many {plural(kind)} ", text)
    text = re.sub(_BRING_ONE, rf"\1 another {kind}", text, flags=re.IGNORECASE)
    text = re.sub(_OTHER, other, text, flags=re.IGNORECASE)
    return re.sub(
        _ONE, lambda m: f"{m[1]}{m[2]} {plural(kind) if m[3].endswith('s') else kind}", text, flags=re.IGNORECASE
    )


_ANY_OTHER = frozenset({"one more", "one other", "the next", "a second"})


def with_people(text: str, talk: Conversation) -> str:
    """With who got something for "her" and "him"."""
    somebody = talk.recipient
    return text if somebody is None else re.sub(_SOMEBODY, somebody.id, text, flags=re.IGNORECASE)


def _with_place(text: str, talk: Conversation) -> str:
    """With where what was moved is now for "there"."""
    there = talk.there
    return re.sub(_THERE, there, text, count=1, flags=re.IGNORECASE) if there else text


def _with_furniture(text: str, talk: Conversation) -> str:
    """With what was opened or switched for "it", all of it for "both"."""
    said = re.search(_pronoun(), text)
    several = said is not None and _SEVERAL.match(said[0].lower())
    both = re.search(r"(?i)\bboth\b", text) is not None
    meant = talk.touched if several else talk.touched[-1:]
    meant = () if both and len(meant) != 2 else meant
    return re.sub(_pronoun(), enumerate_words(meant), text, count=1) if meant else text


def _with_things(text: str, talk: Conversation) -> str:
    """With what was moved for "it", what was moved one after the other for "them"."""
    said = re.search(_pronoun(), text)
    if said is None:
        return text
    both = re.search(r"(?i)\bboth\b", text) is not None
    several = talk.several(2 if both else 0) if _SEVERAL.match(said[0].lower()) else ()
    meant = enumerate_words(m.node_id for m in several) or talk.moved
    if re.search(rf"(?i)\bof {re.escape(said[0])}\b", text) and len(talk.moved_things) > 1:
        meant = _those_there(talk)  # "one of them": not "one of candle 1 and candle 2"
    return re.sub(_pronoun(), meant, text, count=1) if meant else text


def _those_there(talk: Conversation) -> str:
    """All that was moved, by its kind and the place where it is now; empty: it is of several kinds or places."""
    places = {(r.target, r.type) for m in talk.moved_things if (r := talk.graph.placement(m.node_id)) is not None}
    there = talk.there
    is_all = len(places) == 1 and there and talk.kind and not there.startswith("to ")
    place = places.pop()[0] if is_all else ""
    alike = [i for i in talk.graph.contents(place) if talk.graph[i].label in _labels(talk)] if place else []
    return f"the {plural(talk.kind)} {there}" if len(alike) == len(talk.moved_things) else ""


def _labels(talk: Conversation) -> set[str]:
    return {talk.graph[m.node_id].label for m in talk.moved_things}


def _with_what_holds(text: str, talk: Conversation) -> str:
    """With what was opened, or what something was put in, for "in it": "put the jacket in it", "what is in it"."""
    holding = talk.touched[-1:]
    said = rf"(?i)\b({words()['holding']}) (?:it|there)\b(?! (?:is|are)\b)"
    return re.sub(said, lambda m: f"{m[1]} {holding[0]}", text, count=1) if holding else text


def _pronoun() -> str:
    return rf"(?i)\b(?:{words()['pronouns']})\b(?<!\beverything(?!{_NOTHING_MORE}))"


_OTHERS: tuple[Callable[[str, Conversation], str], ...] = (_with_what_holds, with_people, with_kinds, _with_place)


def _ways(text: str, talk: Conversation) -> Iterator[tuple[str, bool]]:
    """The text with more and more of such words spelled out; whether "it" was taken for furniture."""
    seen = {(text, True), (text, False)}
    for count in range(len(_OTHERS) + 1):
        for some in combinations(_OTHERS, count):
            told = text
            for spell in some:
                told = spell(told, talk)
            for changed, is_of_furniture in (
                (told, False),
                (_with_furniture(told, talk), True),
                (_with_things(told, talk), False),
            ):
                if (changed, is_of_furniture) not in seen:
                    seen.add((changed, is_of_furniture))
                    yield changed, is_of_furniture


def _is_request(found: Request | Refusal) -> bool:
    return isinstance(found, Request)


def _is_read(found: Request | Refusal) -> bool:
    """Whether it is understood, or asks for one thing more."""
    return isinstance(found, Request) or found.gap is not None


def _is_about_furniture(found: Request | Refusal) -> bool:
    return isinstance(found, Request) and all(map(_is_of_furniture, found.clauses))


def _is_of_furniture(clause: Clause) -> bool:
    """Whether a clause opens, switches or goes to furniture, or asks whether it is open or on."""
    if isinstance(clause, Inquire):
        return clause.question.asking is Asking.STATE and clause.question.state in _STATES
    return isinstance(clause, SetState | TryOut | GoTo)


_STATES = frozenset(str(s) for s in (State.OPEN, State.CLOSED, State.AJAR, State.ON, State.OFF))
