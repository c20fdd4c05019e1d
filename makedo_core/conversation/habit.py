# SPDX-License-Identifier: Apache-2.0
"""What people told that holds from now on: whose something is, where things belong, what is meant by a name.

A habit is an answer that was given before. It decides what the words of now leave open, and nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from makedo_core.enums import StrEnum
from makedo_core.failure import MakedoError
from makedo_core.goals.goal_text import named, spoken, within
from makedo_core.ontology.taxonomy import plural

TOPIC = "habits"
"""All that is remembered, latched, as JSON: `habits_to_json`."""
CHANGES = "habit_changes"
"""What is to be remembered or forgotten, as JSON: `change_to_json`."""
SPEAKER = "you"
"""Who speaks to the robot, as the robot says it."""
AS = "as"
"""The side of STANDS where somebody is no place but a person whom the scene knows: "you are Anna"."""
LAST_S = 253_402_300_799
"""The last second of the year 9999: later ones are no dates."""
MOST = 1000
"""Number of habits that are kept; of more, the oldest go."""


class HabitError(MakedoError):
    """Text that is no habit."""


class HabitKind(StrEnum):
    """What is remembered."""

    OWNED = "owned"  # the thing `about` is `value`'s
    KEPT = "kept"  # the thing `about` belongs at `value`
    KIND_KEPT = "kind kept"  # things of the class `about` belong at `value`
    MEANT = "meant"  # by the words `about` the node `value` is meant
    STANDS = "stands"  # the person `about` is to be found at `value`


@dataclass(frozen=True, slots=True)
class Habit:
    """One thing that was told.

    Attributes:
        kind: what of.
        about: id of a node, class of things, words in lower case, or a person's name in lower case.
        value: id of a node; of OWNED a person's name in lower case, SPEAKER for who speaks.
        side: of KEPT, KIND_KEPT and STANDS: "on" or "in"; empty: whichever serves; of STANDS also AS.
        said: the words that told it.
        told_s: when [s of the wall clock, since 1970]; 0: it was configured.
    """

    kind: HabitKind
    about: str
    value: str
    side: str = ""
    said: str = ""
    told_s: float = 0.0

    @property
    def key(self) -> tuple[HabitKind, str]:
        """The same for habits of which only the last one told holds."""
        return self.kind, self.about

    def __str__(self) -> str:
        """As a sentence without its full stop, in the words of the robot."""
        match self.kind:
            case HabitKind.OWNED:
                return f"{named(self.about)} is {whose(self.value)}"
            case HabitKind.KEPT:
                return f"{named(self.about)} belongs {self.side or 'at'} {named(self.value)}"
            case HabitKind.KIND_KEPT:
                return f"{plural(spoken(self.about))} belong {self.side or 'at'} {named(self.value)}"
            case HabitKind.MEANT:
                return f"by '{self.about}' you mean {named(self.value)}"
            case HabitKind.STANDS:
                verb = "are" if self.about == SPEAKER else "is"
                if self.side == AS:
                    return f"{person(self.about)} {verb} {person(spoken(self.value))}"
                side = within(self.value) if self.side == "in" else self.side
                return f"{person(self.about)} {verb} {side or 'at'} {named(self.value)}"


def as_told(habit: Habit) -> str:
    """What is said where a habit decided something."""
    return f"as {'you told me' if habit.told_s else 'it is configured'}, {habit}"


def person(name: str) -> str:
    """A person's name as it is said."""
    return name if name == SPEAKER else " ".join(part[:1].upper() + part[1:] for part in name.split())


def whose(name: str) -> str:
    """What belongs to a person: "yours", "Anna's"."""
    return "yours" if name == SPEAKER else f"{person(name)}'s"


@dataclass(frozen=True, slots=True)
class Remember:
    """Something is to be remembered from now on."""

    habit: Habit


@dataclass(frozen=True, slots=True)
class Forget:
    """A habit of this kind about this is to be forgotten."""

    kind: HabitKind
    about: str

    @property
    def key(self) -> tuple[HabitKind, str]:
        """Of the habit."""
        return self.kind, self.about


Change = Remember | Forget


@dataclass(frozen=True, slots=True)
class ToldHabits:
    """All that was told and not forgotten, the oldest first; one of each key."""

    told: tuple[Habit, ...] = field(default=())

    def __iter__(self) -> Iterator[Habit]:
        return iter(self.told)

    def __len__(self) -> int:
        return len(self.told)

    def changed(self, changes: Iterable[Change]) -> ToldHabits:
        """With what is to be remembered, and without what is to be forgotten."""
        kept = {habit.key: habit for habit in self.told}
        for change in changes:
            if isinstance(change, Forget):
                kept.pop(change.key, None)
                continue
            kept.pop(change.habit.key, None)  # the last one told comes last
            kept[change.habit.key] = change.habit
        return ToldHabits(tuple(kept.values())[-MOST:])

    def owner(self, node_id: str) -> Habit | None:
        """Whose a thing is."""
        return self._find(HabitKind.OWNED, node_id)

    def things_of(self, owner: str) -> tuple[Habit, ...]:
        """What somebody owns."""
        return tuple(h for h in self.told if h.kind is HabitKind.OWNED and h.value == owner)

    def place(self, classes: Iterable[str], node_id: str = "") -> Habit | None:
        """Where a thing belongs: it alone, or the nearest of its classes of which something was told."""
        own = self._find(HabitKind.KEPT, node_id)
        return own or next((h for name in classes if (h := self._find(HabitKind.KIND_KEPT, name))), None)

    def meant(self, words: str) -> Habit | None:
        """Which node is meant by words."""
        return self._find(HabitKind.MEANT, words.lower())

    def where(self, name: str) -> Habit | None:
        """Where somebody is to be found."""
        return self._find(HabitKind.STANDS, name)

    def of(self, about: str) -> tuple[Habit, ...]:
        """All that concerns a node, a class or a person."""
        return tuple(h for h in self.told if about in (h.about, h.value))

    def _find(self, kind: HabitKind, about: str) -> Habit | None:
        return next((h for h in self.told if h.key == (kind, about)), None)


def habits_to_json(habits: ToldHabits) -> str:
    """ToldHabits as text; `habits_from_json` reads it."""
    return json.dumps([asdict(h) for h in habits], ensure_ascii=False, indent=1)


def habits_from_json(text: str) -> ToldHabits:
    """The habits of a text.

    Raises:
        HabitError: if it is none.
    """
    raw = _json(text)
    if not isinstance(raw, list):
        raise HabitError(f"{text[:60]!r} is no list of habits")
    return ToldHabits().changed(Remember(_habit(r)) for r in raw)


def change_to_json(change: Change) -> str:
    """A change as text; `change_from_json` reads it."""
    if isinstance(change, Forget):
        return json.dumps({"forget": {"kind": str(change.kind), "about": change.about}})
    return json.dumps({"remember": asdict(change.habit)})


def change_from_json(text: str) -> Change:
    """The change of a text.

    Raises:
        HabitError: if it is none.
    """
    raw = _json(text)
    if not isinstance(raw, dict) or len(raw) != 1 or not raw.keys() <= {"remember", "forget"}:
        raise HabitError(f'{text[:60]!r} is no change; expected {{"remember": ...}} or {{"forget": ...}}')
    if "remember" in raw:
        return Remember(_habit(raw["remember"]))
    gone = raw["forget"]
    if not isinstance(gone, dict) or gone.keys() != {"kind", "about"}:
        raise HabitError("forget: expected kind and about")
    return Forget(_kind(gone["kind"]), str(gone["about"]))


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise HabitError(f"not JSON: {error}") from None


def _habit(raw: Any) -> Habit:
    texts = ("about", "value", "side", "said")
    if not isinstance(raw, dict) or not {"kind", "about", "value"} <= raw.keys() <= {*texts, "kind", "told_s"}:
        raise HabitError(f"{str(raw)[:60]!r} is no habit; expected kind, about and value")
    wrong = [name for name in texts if not isinstance(raw.get(name, ""), str)]
    told_s = raw.get("told_s", 0.0)
    if wrong or isinstance(told_s, bool) or not isinstance(told_s, int | float) or not raw["about"] or not raw["value"]:
        raise HabitError(f"{str(raw)[:60]!r} is no habit: {wrong[0] if wrong else 'about, value or told_s'} is wrong")
    if not abs(told_s) < LAST_S:
        raise HabitError(f"told_s is {str(told_s)[:60]}; expected seconds since 1970")
    kind = _kind(raw["kind"])
    return Habit(kind, raw["about"], raw["value"], raw.get("side", ""), raw.get("said", ""), float(told_s))


def _kind(raw: Any) -> HabitKind:
    try:
        return HabitKind(raw)
    except ValueError:
        raise HabitError(f"{raw!r} is no kind of habit; there are {', '.join(HabitKind)}") from None
