# SPDX-License-Identifier: Apache-2.0
"""From what people say they do to what has to hold when it is done, with the objects that are at hand.

Verbs and things are those of Makedo's language and ontology, and of goals.yaml. Ends come before means: "I sit down,
turn the television on and watch" asks for what watching asks for. What is named is read first; what is told of how it
is done says which things are meant and in which way, and stands in where the name says nothing that is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from makedo_core.enums import StrEnum
from makedo_core.ontology.words import plural, spaced
from makedo_eval.eai.goal_book import GoalBook, HomeActivity, WayDone, WrittenGoal
from planner_node.language.reading.cursor import words_of
from planner_node.language.words import lexicon

CHARACTER = "character"
_IN_PLACE = "AT"
_UNSPOKEN = 4
_NO_VERB_BEHIND = lexicon.ARTICLES | {"no", "any", "of", "with"}
_PRONOUNS = lexicon.PRONOUNS | {"one"}


class GoalPart(StrEnum):
    """What a goal is about."""

    NODE = "node"
    EDGE = "edge"
    ACTION = "action"


@dataclass(frozen=True, slots=True)
class ReadGoal:
    """One condition.

    Attributes:
        part: what it is about.
        words: (object, state), (object, relation, object) or (action,).
    """

    part: GoalPart
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectAtHand:
    """An object that the prompt names.

    Attributes:
        name: its class, such as floor_lamp.
        states: as they are.
        possible: states that it can have.
    """

    name: str
    states: frozenset[str]
    possible: frozenset[str]


@dataclass(frozen=True, slots=True)
class GoalTask:
    """What an agent is told.

    Attributes:
        id: such as 11_1.
        name: what is to be done, in a few words.
        description: how somebody does it, in sentences.
        objects: what is at hand.
        targets: by relation, the objects that it leads to.
    """

    id: str
    name: str
    description: str
    objects: tuple[ObjectAtHand, ...]
    targets: Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True)
class _Deed:
    activity: HomeActivity
    named: tuple[str, ...]


class GoalReader:
    """Reads goals with a book; holds nothing of a task."""

    def __init__(self, book: GoalBook) -> None:
        """Read with these words."""
        self._book = book

    def goals(self, task: GoalTask) -> tuple[ReadGoal, ...]:
        """What has to hold when the task is done; empty: nothing is known of it."""
        spoken = tuple(word for text in (task.name, task.description) for word in words_of(text))
        at_hand = _AtHand(self._book, task, spoken)
        for text in (task.name, task.description):
            deeds = self._deeds(words_of(text))
            for is_end in (True, False):
                found = [goal for deed in deeds if deed.activity.end is is_end for goal in at_hand.goals(deed)]
                if found or at_hand.is_done:
                    return tuple(dict.fromkeys(found))
        return ()

    def _deeds(self, words: Sequence[str]) -> tuple[_Deed, ...]:
        found: list[_Deed] = []
        before: tuple[str, ...] = ()
        for said, behind in self._clauses(words):
            named = tuple(self._named(behind))
            if set(behind) & _PRONOUNS:
                named = (*named, *before)
            before = named or before
            fitting = [a for a in said if self._fits(a, named, behind)]
            found += (_Deed(activity, named) for activity in fitting[:1])
        return tuple(found)

    def _clauses(self, words: Sequence[str]) -> Iterator[tuple[tuple[HomeActivity, ...], Sequence[str]]]:
        """Each verb with the words behind it, up to the next one or the end of the sentence."""
        at, begun = 0, 0
        said: tuple[HomeActivity, ...] = ()
        while at <= len(words):
            ended = at == len(words) or words[at] in lexicon.SENTENCE_ENDS
            is_free = at == 0 or words[at - 1] not in _NO_VERB_BEHIND
            verb = None if ended or not is_free else self._book.verbs.find(words, at)
            stops = ended or verb is not None or (is_free and self._book.is_verb(words, at))
            if stops and said:
                yield said, words[begun:at]
                said = ()
            if verb is not None:
                said, begun = verb.value, at + verb.length
            at += verb.length if verb is not None else 1

    def _named(self, words: Sequence[str]) -> Iterator[str]:
        at = 0
        while at < len(words):
            name, length = self._book.named(words, at)
            if name:
                yield name
            at += length

    def _fits(self, activity: HomeActivity, named: Sequence[str], behind: Sequence[str]) -> bool:
        if set(activity.unless) & set(behind):
            return False
        return not activity.of or any(self._book.is_kind(name, kind) for name in named for kind in activity.of)


class _AtHand:
    """The objects of one task, and what is said of them."""

    def __init__(self, book: GoalBook, task: GoalTask, spoken: Sequence[str]) -> None:
        self._book = book
        self._targets = task.targets
        self._objects = {o.name: o for o in task.objects if o.name != CHARACTER}
        self._text = f" {' '.join(spoken)} "
        self._spoken: dict[str, str | None] = {}
        at = 0
        while at < len(spoken):
            name, length = book.named(spoken, at)
            if name:
                self._spoken[name] = book.ontology.class_of(name)
            at += length
        self.is_done = False  # whether something is as it should be already

    def goals(self, deed: _Deed) -> Iterator[ReadGoal]:
        """What has to hold when something is done."""
        activity = deed.activity
        if activity.made and (inside := self._machine(activity)) is not None:
            machine, things = inside
            yield from self._running(machine)
            yield from (self._edge(thing, _IN_PLACE, machine) for thing in things)
            return
        for way in activity.ways:
            meant = self._meant(way, deed.named)
            if meant is not None and (not way.said or any(f" {words} " in self._text for words in way.said)):
                for goal in way.goals:
                    yield from self._spelt(goal, meant)
                return

    def _meant(self, way: WayDone, named: Sequence[str]) -> Mapping[str, tuple[str, ...]] | None:
        found: dict[str, tuple[str, ...]] = {CHARACTER: (CHARACTER,)}
        for role, kinds in way.things.items():
            fitting = self._of(kinds, named)
            if not fitting and role not in way.maybe:
                return None
            found[role] = fitting if role in way.each else fitting[:1]
        return found

    def _of(self, kinds: Sequence[str], named: Sequence[str] = ()) -> tuple[str, ...]:
        """Objects of some kinds: what is spoken of first, then by the order of the kinds."""
        ranked: list[tuple[int, int, str]] = []
        for name in self._objects:
            fitting = [i for i, kind in enumerate(kinds) if self._book.is_kind(name, kind)]
            if fitting:
                near = self._distance(name, {n: self._spoken.get(n) for n in named})
                far = _UNSPOKEN + self._distance(name, self._spoken)
                ranked.append((near if near < _UNSPOKEN else far, fitting[0], name))
        return tuple(name for _, _, name in sorted(ranked, key=lambda one: one[:2]))

    def _distance(self, name: str, spoken: Mapping[str, str | None]) -> int:
        """How far an object is from what is spoken of: its name, its last word, another word, a wider one, nothing."""
        label = spaced(name)
        last = label.rpartition(" ")[2]
        for distance, words in enumerate(({label, plural(label)}, {last, plural(last)})):
            if words & spoken.keys():
                return distance
        concept = self._book.ontology.class_of(name)
        if concept is not None and concept in spoken.values():
            return 2
        wider = any(c is not None and self._book.ontology.is_a(name, c) for c in spoken.values())
        return 3 if wider else _UNSPOKEN

    def _machine(self, activity: HomeActivity) -> tuple[str, tuple[str, ...]] | None:
        for known in self._book.machines:
            if known.makes == activity.made and known.runs and known.stops and (machines := self._of((known.machine,))):
                things = self._of([m.of for m in self._book.machines if m.machine == known.machine])
                if things:
                    return machines[0], tuple(dict.fromkeys((*things, *self._of(activity.adds))))
        return None

    def _spelt(self, goal: WrittenGoal, meant: Mapping[str, tuple[str, ...]]) -> Iterator[ReadGoal]:
        if isinstance(goal, dict):
            if "do" in goal:
                yield ReadGoal(GoalPart.ACTION, (goal["do"],))
            for thing in meant.get(goal.get("run", ""), ()):
                yield from self._running(thing)
        elif len(goal) == 2:
            yield from (ReadGoal(GoalPart.NODE, (thing, goal[1])) for thing in meant.get(goal[0], ()))
        else:
            pairs = ((a, b) for a in meant.get(goal[0], ()) for b in meant.get(goal[2], ()) if a != b)
            yield from (self._edge(a, goal[1], b) for a, b in pairs)

    def _edge(self, first: str, relation: str, second: str) -> ReadGoal:
        if relation == _IN_PLACE:
            relation = next((r for r in ("ON", "INSIDE") if second in self._targets.get(r, ())), "ON")
        return ReadGoal(GoalPart.EDGE, (first, relation, second))

    def _running(self, name: str) -> Iterator[ReadGoal]:
        """A machine runs; one that does so from the beginning is no goal."""
        states = self._objects[name].states
        if "ON" in states:
            self.is_done = True
            return
        wanted = ["ON"] if "ON" in self._objects[name].possible else []
        wanted += ["PLUGGED_IN"] if states & {"PLUGGED_IN", "PLUGGED_OUT"} else []
        wanted += ["CLOSED"] if states & {"OPEN", "CLOSED"} else []
        yield from (ReadGoal(GoalPart.NODE, (name, state)) for state in wanted)
