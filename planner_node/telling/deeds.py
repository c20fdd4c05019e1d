# SPDX-License-Identifier: Apache-2.0
"""Answers questions about what the robot does, did and can do: "did you close the fridge?", "why?"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from makedo_core.conversation.story import Work, ago
from makedo_core.goals.goal_text import enumerate_words, number_word, spoken
from makedo_core.graph.scene_graph import State
from makedo_core.record.skill_outcome import SkillOutcome
from planner_node.language.clauses.refusing import able
from planner_node.language.refusal import Refusal
from planner_node.language.request import Clause, GoTo, Hold, Look, Put, SetState
from planner_node.language.telling.frames import Framed, present_of
from planner_node.language.things import NounPhrase
from planner_node.telling.slots import Slots

_SET: Mapping[State, str] = {
    State.OPEN: "open",
    State.CLOSED: "close",
    State.ON: "turn_on",
    State.OFF: "turn_off",
    State.UPRIGHT: "turn_over",
}
_PUTTING = frozenset({"put_on", "put_inside", "pour", "hand_over"})
_CARRYING = frozenset({"move", "carry", "take", "bring", "put", "place", "touch", "relocate"})
_ALL = re.compile(r"\b(?:everything|all)\b")
_ASKABLE = "I answer questions about the scene, such as 'where is the apple', and about what I did and was told."


def told_of_deeds(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    """What is answered, in full sentences; empty: it is no question about deeds.

    Raises:
        NotUnderstoodError: if it names nothing of the scene.
    """
    return _ANSWERS[said.frame](said, slots, now_s)


def remarked(said: Framed, slots: Slots) -> str:
    """What is said to a remark on what was done, which asks for nothing."""
    match said.frame:
        case "leave":
            moved = [m.node_id for m in slots.past.moved if m.node_id in slots.graph] if slots.past else []
            what = enumerate_words(map(spoken, moved)).capitalize() or "Everything"
            return f"{what} {'stay' if len(moved) > 1 else 'stays'} as it is."
        case "thanks":
            return "You are welcome."
        case "stop":
            return "I stop at once, whatever I am doing, when this is said to me as an instruction."
        case "asked back":
            said_before = slots.past.instruction.rstrip(" .!?") if slots.past is not None else ""
            before = f" The last instruction that I planned for is '{said_before}'." if said_before else ""
            return f"I have no question open.{before} Say what I shall do, or ask what I did."
        case "nothing open":
            return "I asked nothing just now, so there is nothing to leave or to take. Say what I shall do."
    return "Hello. Say what I shall do, or ask me what I can do."


def _which_did(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    """Which things were moved last."""
    moved = [m.node_id for m in slots.past.moved if m.node_id in slots.graph] if slots.past is not None else []
    return (f"I moved {enumerate_words(map(spoken, moved))}." if moved else "I moved nothing just now.",)


def _did(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    fits = _fitting(said.slots["deed"], slots)
    if fits is None:
        return ()
    deed = slots.story.newest(fits)
    if deed is None:
        return ("No, not as far as I know of what I did since I was started.",)
    when = ago(now_s - deed.ended.timestamp())
    if not deed.outcome.ok:
        return (f"I tried to, {when}, and it failed ({deed.call.describe()}): {_sentence(deed.outcome)}",)
    return (f"Yes, {when}: {deed.call.describe()}. That was for '{deed.instruction}'.",)


def _why_deed(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    fits = _fitting(said.slots["deed"], slots)
    if fits is None:
        return ()
    deed = slots.story.newest(fits)
    if deed is None or not deed.outcome.ok:
        return ("I did not, as far as I know of what I did since I was started.",)
    if deed.call.skill == "close" and _opened_before(deed, slots):
        return (f"I had opened it for '{deed.instruction}', and what I open I close again.",)
    return (f"It was step {deed.step} of my plan for '{deed.instruction}'.",)


def _opened_before(deed: SkillOutcome, slots: Slots) -> bool:
    """Whether the robot had opened the same thing before, for the same instruction."""
    before = [d for d in slots.story.deeds if d.run == deed.run and d.number < deed.number and d.outcome.ok]
    return any(d.call.skill == "open" and d.call.arguments == deed.call.arguments for d in before)


def _why(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    work = _last(slots)
    if work is None:
        return ("I have done nothing since I was started.",)
    if work.is_over and not work.outcome.ok:
        return (f"I ended '{work.instruction}' so: {_sentence(work.outcome)}",)
    return (f"Because you said '{work.instruction}'.",)


def _doing(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    work = _last(slots)
    if work is None:
        return ("Nothing at the moment, and nothing since I was started.",)
    if work.is_over:
        return (f"Nothing at the moment. {_ended(work)}",)
    if work.call is None:
        return (f"I am at '{work.instruction}': {_sentence(work.message)}",)
    return (f"I am at '{work.instruction}', step {work.step} of {work.steps}: {work.call.describe()}.",)


def _done(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    over = [w for w in _works(slots) if w.is_over]
    if not over:
        return ("I have done nothing since I was started.",)
    return tuple(map(_ended, over[-3:]))


def _asked_for(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    """What the robot was told to do, the first or the last of it."""
    works = _works(slots)
    if not works:
        return ("You have told me to do nothing since I was started, as far as I know.",)
    if said.slots.get("first") or said.slots.get("first2"):
        return (f"The first that I know of is '{works[0].instruction}'.",)
    told = enumerate_words(f"'{w.instruction}'" for w in works[-3:])
    return (f"You said {told}." if len(works) < 4 else f"The last that you said was {told}.",)


def _worked(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    work = _last(slots)
    if work is None or not work.is_over:
        return _doing(said, slots, now_s)
    if _ALL.search(said.sentence):
        left = [w for w in _works(slots) if not w.outcome.ok]
        return ("No.", *map(_ended, left[-3:])) if left else ("Yes, all that I know of since I was started.",)
    return (f"Yes. {_ended(work)}" if work.outcome.ok else f"No. {_ended(work)}",)


def _can(said: Framed, slots: Slots, now_s: float) -> tuple[str, ...]:
    return (able(slots.book), _ASKABLE)


def _ended(work: Work) -> str:
    if not work.outcome.ok:
        return f"'{work.instruction}' ended so: {_sentence(work.outcome)}"
    steps = f", in {number_word(work.steps)} step{'' if work.steps == 1 else 's'}" if work.steps else ""
    return f"'{work.instruction}' is done{steps}."


def _sentence(text: object) -> str:
    """With one full stop or question mark at its end."""
    said = str(text).rstrip(". ")
    return said if said.endswith(("?", "!")) else f"{said}."


def _last(slots: Slots) -> Work | None:
    return next(reversed(_works(slots)), None)


def _works(slots: Slots) -> list[Work]:
    """Instructions that something was done for, or that failed; an answered question is none."""
    return [w for w in slots.story.works if w.steps or not w.is_over or not w.outcome.ok]


def _fitting(words: str, slots: Slots) -> Callable[[SkillOutcome], bool] | None:
    """Which deeds are what the words of an order say; None: they say none that a deed could be."""
    words = _without_back(words)
    request = slots.order(words)
    verb, _, thing = words.partition(" ")
    if isinstance(request, Refusal) and _CARRYING & {verb, *present_of(verb)}:  # nobody says where to
        ids = {node.id for node in slots.things(thing).nodes}
        return lambda deed: deed.call.skill in (*_PUTTING, "pick_up") and deed.call.arguments[0] in ids
    if isinstance(request, Refusal) or len(request.clauses) != 1:
        return None
    return _fits(request.clauses[0], slots)


def _without_back(words: str) -> str:
    """What a deed moves, without that it goes back or away: "put it back"."""
    verb, _, rest = words.partition(" ")
    for end in (" back", " away", " again"):
        if verb in _CARRYING or _CARRYING & set(present_of(verb)):
            rest = rest.removesuffix(end)
    return f"{verb} {rest}".strip()


def _fits(clause: Clause, slots: Slots) -> Callable[[SkillOutcome], bool] | None:
    match clause:
        case SetState(what, state) if state in _SET:
            return _of({_SET[state]}, what, slots, 0)
        case Put(what, place) if len(what) == 1:
            things, there = _of(_PUTTING, what[0], slots, 0), _of(_PUTTING, place.what, slots, 1)
            return lambda deed: things(deed) and there(deed)
        case Hold(what):
            return _of({"pick_up"}, what, slots, 0)
        case GoTo(what):
            return _of({"go_to"}, what, slots, 0)
        case Look(what):
            return _of({"discover_objects"}, what, slots, 0)
    return None


def _of(skills: set[str] | frozenset[str], what: NounPhrase, slots: Slots, at: int) -> Callable[[SkillOutcome], bool]:
    """Deeds of some skills with something of what is named among their arguments."""
    ids = slots.ids(replace(what, source=None))

    def fits(deed: SkillOutcome) -> bool:
        return deed.call.skill in skills and deed.call.arguments[at : at + 1] != () and deed.call.arguments[at] in ids

    return fits


_ANSWERS: Mapping[str, Callable[[Framed, Slots, float], tuple[str, ...]]] = {
    "did": _did,
    "which did": _which_did,
    "why did": _why_deed,
    "why": _why,
    "doing": _doing,
    "done": _done,
    "worked": _worked,
    "asked for": _asked_for,
    "can": _can,
}
DEEDS = frozenset(_ANSWERS)
"""Names of the frames that ask about deeds."""
