# SPDX-License-Identifier: Apache-2.0
"""Hears which sentences of an instruction tell something, take it back or ask for it; the others are to be carried out.

Nothing is told by halves: a sentence that names nothing of the scene, or several things where one is meant, is left to
the reader of orders, with the question that it raises where that reader has no use for it either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from makedo_core.conversation.habit import AS, SPEAKER, Change, Forget, Habit, HabitKind, Remember, ToldHabits, person
from makedo_core.failure import FailureCause
from makedo_core.graph.scene_graph import NodeKind
from planner_node.language.reading.cursor import NotUnderstoodError, words_of
from planner_node.language.refusal import Refusal
from planner_node.language.telling.frames import Framed, Move, framed
from planner_node.language.things import Side
from planner_node.telling.deeds import DEEDS, remarked, told_of_deeds
from planner_node.telling.oneself import ONESELF, told_of_oneself
from planner_node.telling.recalling import concerning, recalled
from planner_node.telling.seeing import SceneTold, Seeing, apart, asks_something
from planner_node.telling.slots import Slots
from planner_node.telling.statements import only_states

_SENTENCE = re.compile(r"[^.!?;]+[.!?;]*\s*")
_QUOTES = re.compile(r"(?<!\w)'|'(?!\w)")
_THERE = re.compile(r"\b(?<!is )(?<!are )there\b(?! (?:is|are)\b)", re.IGNORECASE)
_BELONGS = re.compile(
    r"\bbelongs?\b|\bis (?:the |a )?(?:right |proper |best )?(?:place|home|spot) (?:of|for)\b|\bshould go\b"
)
_LASTING = re.compile(
    r"\b(?:always|usually|normally|generally|in general|for good|from now on|in this house|as a rule)\b"
)
"""Said of what is so from now on, and not of what is to be done now."""
_NOT_ELSEWHERE = re.compile(r", (?:and )?not (?:on|in|inside|at|under) ")
"""Said of where a thing is now, and should not be."""
_OUTDOORS = frozenset({"outside", "outdoors"})
_NONE = frozenset({"no", "nothing"})
_SIDES: Mapping[Side, str] = {Side.ON: "on", Side.INSIDE: "in"}


@dataclass(frozen=True, slots=True)
class ToldSentences:
    """What an instruction tells.

    Attributes:
        rest: the sentences that tell nothing, as they were written; empty: there are none.
        changes: of what is remembered.
        replies: what is said to each sentence that tells or asks, full sentences.
        refusal: why a sentence that would tell something could not be taken so; its sentence is in the rest.
        somebody: name of who was spoken of last, in lower case; empty: nobody was.
        scene: what is told of the scene.
        states: whether the only sentence states what somebody does or did.
    """

    rest: str
    changes: tuple[Change, ...] = ()
    replies: tuple[str, ...] = ()
    refusal: Refusal | None = None
    somebody: str = ""
    scene: SceneTold = field(default_factory=SceneTold)
    states: bool = False

    @property
    def things(self) -> tuple[str, ...]:
        """Ids of the things of which something to keep was told last: what "it" and "them" stand for."""
        told = [c.habit for c in self.changes if isinstance(c, Remember)]
        about = [h for h in told if h.kind in (HabitKind.OWNED, HabitKind.KEPT)]
        return tuple(h.about for h in about if h.said == about[-1].said)


@dataclass(slots=True)
class _Hearing:
    """The sentences so far.

    Attributes:
        saying: the sentence that is heard, in lower case.
        goes_on: whether the next one speaks of its place: "desk 1 is for pens. Bring every pen there".
    """

    slots: Slots
    now_s: float
    habits: ToldHabits
    rest: list[str] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    saying: str = ""
    goes_on: bool = False


def hear(instruction: str, slots: Slots, now_s: float) -> ToldSentences:
    """What an instruction tells, and what is left of it.

    Args:
        instruction: in plain English.
        slots: the scene, and what was told before.
        now_s: of the wall clock, since 1970 [s].
    """
    hearing, seeing = _Hearing(slots, now_s, slots.habits), Seeing(slots)
    sentences = [part for sentence in _SENTENCE.findall(instruction) for part in apart(sentence, slots)]
    for at, sentence in enumerate(sentences):
        words = _located(tuple(w for w in words_of(_QUOTES.sub(" ", sentence)) if w not in ".!?;"))
        before, hearing.saying = hearing.refusal, sentence.lower()
        hearing.goes_on = any(map(_THERE.search, sentences[at + 1 : at + 2]))
        readings = [f for f in framed(words) if f.move is not Move.ALONE or len(sentences) == 1]
        others = [*sentences[:at], *sentences[at + 1 :]]
        taken = next((f for f in readings if words and f.move is not Move.SEEN and _taken(f, hearing)), None)
        if taken is not None:
            hearing.refusal = before
            if _is_done_now(taken, hearing):
                hearing.rest.append(_as_order(taken, sentence))
            elif taken.move is Move.TOLD and hearing.goes_on:
                hearing.rest.append(sentence)
            continue
        seen = (f for f in readings if f.move is Move.SEEN)
        replies = (seeing.takes(sentence, f, others, sentences[at - 1] if at else "") for f in seen)
        reply = next((r for r in replies if r is not None), None)
        if reply is None:
            hearing.rest.append(sentence)
        else:
            hearing.refusal = before
            hearing.slots = seeing.slots
            hearing.replies.append(reply)
            if hearing.goes_on and words[:1] == ("there",) and _NONE & set(words[:4]):
                hearing.rest.append(sentence)  # "there are no apples on table 3. Put one there"
    rest = "".join(hearing.rest).strip()
    if not any(c.isalnum() for c in rest):
        rest = ""
    told = ToldSentences(rest, tuple(hearing.changes), tuple(hearing.replies), hearing.refusal)
    asks = instruction.rstrip().endswith("?") or asks_something(instruction, slots)
    states = len(sentences) == 1 and not asks and only_states(words, slots)
    return replace(told, somebody=hearing.slots.somebody or "", scene=seeing.told, states=states)


def _located(words: tuple[str, ...]) -> tuple[str, ...]:
    """Words of a sentence with a place for "outside" at its end."""
    if words[-1:] and words[-1] in _OUTDOORS and words[-2:-1] not in (("the",), ("from",)):
        return (*words[:-1], "in", "the", words[-1])
    return words


def _taken(said: Framed, hearing: _Hearing) -> bool:
    """Whether a sentence is taken for what its frame says."""
    try:
        if said.move is Move.ALONE:
            hearing.replies.append(remarked(said, hearing.slots))
            return True
        if said.move is Move.ASKED:
            if said.frame in DEEDS:
                replies = told_of_deeds(said, hearing.slots, hearing.now_s)
            elif said.frame in ONESELF:
                replies = told_of_oneself(said, hearing.slots)
            else:
                replies = recalled(said, hearing.slots, hearing.habits)
            hearing.replies += replies
            return bool(replies)
        if said.move is Move.TOLD:
            return _remembered(said, hearing)
        return _forgotten(said, hearing)
    except NotUnderstoodError as stop:
        hearing.refusal = hearing.refusal or stop.refusal
        return False


def _remembered(said: Framed, hearing: _Hearing) -> bool:
    """Keep what a sentence tells, and say so."""
    habits = _READERS[said.frame](said, hearing.slots)
    for habit in habits:
        habit = replace(habit, said=said.sentence, told_s=hearing.now_s)
        before = next((h for h in hearing.habits if h.key == habit.key), None)
        change = Remember(habit)
        hearing.habits = hearing.habits.changed((change,))
        hearing.changes.append(change)
        hearing.replies.append(
            _acknowledged(habit, before, hearing.goes_on or _is_missing_there(habits, said, hearing))
        )
    return bool(habits)


def _is_done_now(said: Framed, hearing: _Hearing) -> bool:
    """Whether what was told last is an order as well: "the blue mug belongs on the shelf", of one that is not there."""
    told = [c.habit for c in hearing.changes if isinstance(c, Remember) and c.habit.said == said.sentence]
    return said.move is Move.TOLD and _is_missing_there(told, said, hearing)


def _as_order(said: Framed, sentence: str) -> str:
    """What is to be done, of a sentence that tells where something belongs, without where it does not: that is done."""
    if _NOT_ELSEWHERE.search(sentence.lower()) is None or not {"things", "place"} <= said.slots.keys():
        return sentence
    return f"Put {said.slots['things']} {said.slots['place']}. "


def _is_missing_there(habits: Sequence[Habit], said: Framed, hearing: _Hearing) -> bool:
    """Whether a thing, or one of several that are told apart, is said to belong, here and now, where it is not."""
    is_now = _BELONGS.search(said.sentence) or _NOT_ELSEWHERE.search(hearing.saying)
    if said.sure or is_now is None or _LASTING.search(hearing.saying):
        return False
    if any(h.kind is not HabitKind.KEPT for h in habits):
        return False
    graph = hearing.slots.graph
    return any(h.value not in (graph.support(h.about), graph.room_of(h.about)) for h in habits)


def _acknowledged(habit: Habit, before: Habit | None, is_done: bool = False) -> str:
    """What is said to what was told."""
    if before is not None and (before.value, before.side) == (habit.value, habit.side):
        return f"I know that {habit}; you told me before."
    changed = f" Until now I had it that {before}." if before is not None else ""
    is_kept = habit.kind in (HabitKind.KEPT, HabitKind.KIND_KEPT)
    stays = " I move nothing for it." if is_kept and not is_done else ""
    return f"I keep in mind that {habit}.{stays}{changed}"


def _owned(said: Framed, slots: Slots) -> tuple[Habit, ...]:
    """As in "The mug is Anna's", "these cups belong to me"."""
    owner = slots.person(said.slots.get("whose") or said.slots.get("whom") or said.slots.get("owner") or "")
    if owner is None:
        return ()
    words = said.slots["thing"]
    found = slots.things(words)
    nodes = found.nodes if found.nodes and found.phrase.count is None else (slots.one(words),)
    kind = slots.phrase(said.slots["kind"]).concept if said.slots.get("kind") else None
    if kind is not None and not all(slots.ontology.is_a(n.label, kind) for n in nodes):
        return ()  # "that is my mug", of an apple
    return tuple(Habit(HabitKind.OWNED, n.id, owner) for n in nodes)


def _owned_as(said: Framed, slots: Slots) -> tuple[Habit, ...]:
    """As in "My mug is the blue one"."""
    owner = slots.person(said.slots["owner"])
    if owner is None:
        return ()
    node = slots.one(said.slots["what"], slots.phrase(said.slots["kind"]))
    kind = slots.phrase(said.slots["kind"]).concept
    if kind is not None and not slots.ontology.is_a(node.label, kind):
        return ()
    return (Habit(HabitKind.OWNED, node.id, owner),)


_BESIDE = ("next to ", "beside ", "by ", "near ")


def _kept(said: Framed, slots: Slots) -> tuple[Habit, ...]:
    """As in "The books belong on the shelf", "this is where the cups go"."""
    if "place" in said.slots:
        try:
            node, side = slots.place(said.slots["place"])
        except NotUnderstoodError:
            if said.slots["place"].startswith(_BESIDE):
                return ()  # "the lemon belongs beside the bread": where that lies now
            raise
    else:
        node, side = slots.spot(said.slots["spot"]), Side.ANY
    found = slots.things(said.slots["things"])
    concept = found.phrase.concept
    plain = not (found.phrase.attributes or found.phrase.restrictions or found.phrase.source)
    of_all = found.phrase.count is None or not found.phrase.definite
    if concept is not None and found.phrase.node_id is None and plain and of_all:
        return (Habit(HabitKind.KIND_KEPT, concept, node.id, _SIDES.get(side, "")),)
    nodes = found.nodes if found.phrase.count is None else (slots.one(said.slots["things"]),)
    return tuple(Habit(HabitKind.KEPT, n.id, node.id, _SIDES.get(side, "")) for n in nodes)


def _meant(said: Framed, slots: Slots) -> tuple[Habit, ...]:
    """As in "By 'the table' I mean table 2"."""
    words = said.slots["words"].strip(" ,")
    node = slots.anywhere(said.slots["what"].strip(" ,"))
    if words in (node.id, node.id.replace("_", " ")):
        return ()
    return (Habit(HabitKind.MEANT, words, node.id),)


def _named(said: Framed, slots: Slots) -> tuple[Habit, ...]:
    """As in "call table 3 the reading corner"."""
    words = said.slots["naming"].split()
    for at in range(len(words) - 1, 0, -1):
        told = replace(said, slots={"what": " ".join(words[:at]), "words": " ".join(words[at:])})
        if found := _named_so(told, slots):
            return found
    return ()


def _named_so(said: Framed, slots: Slots) -> tuple[Habit, ...]:
    """As in "table 3 is Anna's desk", "home is counter 1", "this is the reading corner"."""
    words = said.slots["words"].strip(" ,").removeprefix("the ").removeprefix("your ")
    place = slots.place_named(said.slots["what"].strip(" ,"))
    if place is None or not slots.may_name_a_place(said.slots["words"].strip(" ,"), said.frame == "named so"):
        return ()
    return (Habit(HabitKind.MEANT, words, place.id),)


def _speaks(said: Framed, slots: Slots) -> tuple[Habit, ...]:
    """As in "I am Anna", of somebody whom the scene knows."""
    found = slots.somebody_here(said.slots["who"])
    if found is not None:
        return (Habit(HabitKind.STANDS, SPEAKER, found.id, AS),)
    if not said.sentence.startswith(_NAMING):
        return ()
    text = f"I know of nobody here who is called {person(said.slots['who'])}."
    raise NotUnderstoodError(FailureCause.UNKNOWN_OBJECT, text)


_NAMING = ("my name", "call me", "you can call", "you may call")


def _stands(said: Framed, slots: Slots) -> tuple[Habit, ...]:
    """As in "Anna sits in the living room", "I'm at the sofa", "my place is the armchair"."""
    who = said.slots.get("somebody") or said.slots.get("owner") or "i"
    name = slots.person(who, certain=said.frame == "stands")
    if name is None:
        return ()
    node = slots.place(said.slots["place"])[0] if "place" in said.slots else slots.spot(said.slots["spot"])
    return (Habit(HabitKind.STANDS, name, node.id, "in" if node.kind is NodeKind.ROOM else ""),)


_READERS: Mapping[str, Callable[[Framed, Slots], tuple[Habit, ...]]] = {
    "owned": _owned,
    "owned this": _owned,
    "owned as": _owned_as,
    "kept": _kept,
    "kept where": _kept,
    "meant": _meant,
    "named": _named,
    "named as": _named_so,
    "named so": _named_so,
    "speaks": _speaks,
    "stands": _stands,
    "stands now": _stands,
}


def _forgotten(said: Framed, hearing: _Hearing) -> bool:
    """Forget what a sentence takes back, and say so."""
    gone = tuple(_taken_back(said, hearing))
    if gone:
        changes = [Forget(*habit.key) for habit in gone]
        hearing.habits = hearing.habits.changed(changes)
        hearing.changes += changes
        hearing.replies += [f"I have forgotten that {habit}." for habit in gone]
        return True
    told = _statement(said, hearing)
    if said.frame in ("statement", "owned") and not told:
        return False
    hearing.replies.append("There is nothing to forget: nobody told me that.")
    return True


def _taken_back(said: Framed, hearing: _Hearing) -> Sequence[Habit]:
    """The habits that a sentence takes back."""
    if said.frame == "everything":
        return hearing.habits.told
    if said.frame == "about":
        return concerning(said.slots["topic"], hearing.slots, hearing.habits)
    named = _statement(said, hearing)
    return tuple(h for h in hearing.habits if any((h.key, h.value) == (n.key, n.value) for n in named))


def _statement(said: Framed, hearing: _Hearing) -> tuple[Habit, ...]:
    """What a sentence says that is taken back."""
    if said.frame == "owned":
        told = replace(said, move=Move.TOLD)
        return _of_several(told, hearing)
    found = framed(tuple(said.slots.get("statement", "").split()))
    return tuple(h for f in found if f.move is Move.TOLD for h in _of_several(f, hearing))


def _of_several(said: Framed, hearing: _Hearing) -> tuple[Habit, ...]:
    """What is told; of several things that may be meant, those of which it is known."""
    try:
        return _READERS[said.frame](said, hearing.slots)
    except NotUnderstoodError as stop:
        owner = hearing.slots.person(said.slots.get("whose") or said.slots.get("whom") or "")
        theirs = tuple(h for h in hearing.habits.things_of(owner or "") if h.about in stop.refusal.candidates)
        if not theirs:
            raise
        return theirs
