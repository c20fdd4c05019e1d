# SPDX-License-Identifier: Apache-2.0
"""Plays a game: reads the task, remembers what it sees, plans over it, looks for what is missing, says when it is done.

It has no language model, and sees nothing of a game but its observations.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from makedo_core.enums import StrEnum
from makedo_core.graph.scene_graph import Node
from makedo_core.ontology import Ontology
from makedo_core.skills import SkillCall
from makedo_eval.alfworld.memory import SeenHome, shown
from makedo_eval.alfworld.planning import HomePlanner
from makedo_eval.alfworld.searching import Seeker
from makedo_eval.alfworld.wishes import GameWish, WantedKind, wish_of
from planner_node.language.phrasebook import Phrasebook
from planner_node.language.refusal import Refusal
from planner_node.seeking.travel import is_shut

_TIME_LIMIT_S = 10.0
_WORDS = {
    "go": "go to {0}",
    "open": "open {0}",
    "take": "take {0} from {1}",
    "put": "move {0} to {1}",
    "heat": "heat {0} with {1}",
    "cool": "cool {0} with {1}",
    "clean": "clean {0} with {1}",
    "use": "use {0}",
}


class GameEnding(StrEnum):
    """How an agent ends a game."""

    DONE = "done"  # it says that all is as was asked
    NOT_UNDERSTOOD = "not understood"
    NOT_FOUND = "not found"  # it looked everywhere
    NO_PLAN = "no plan"
    TOO_LONG = "too long"


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """What an agent did.

    Attributes:
        ending: what it says in the end.
        commands: what it said before.
        reason: of an ending without success, in plain words.
    """

    ending: GameEnding
    commands: tuple[str, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GamePlayer:
    """What is needed to play."""

    ontology: Ontology
    book: Phrasebook
    planner: HomePlanner
    seeker: Seeker

    def play(self, first: str, say: Callable[[str], str], most: int) -> GamePlayed:
        """Play one game.

        Args:
            first: what it begins with.
            say: gives a command and returns what is seen then.
            most: commands that may be given.
        """
        home = SeenHome(first, self._shut(first))
        wish = wish_of(home.task, home.graph, self.ontology, self.book)
        if isinstance(wish, Refusal):
            return GamePlayed(GameEnding.NOT_UNDERSTOOD, (), wish.message)
        game = _Game(self, home, wish)
        commands: list[str] = []
        while True:
            step = game.next_call()
            if isinstance(step, GameEnding):
                return GamePlayed(step, tuple(commands), game.reason)
            if len(commands) >= most:
                return GamePlayed(GameEnding.TOO_LONG, tuple(commands), f"{most} commands were not enough")
            commands.append(_WORDS[step.skill].format(*map(shown, step.arguments)))
            if not home.read(say(commands[-1])):
                game.learn_failure(step)

    def _shut(self, first: str) -> Collection[str]:
        """Which kinds of places are taken to be shut until they are seen."""
        if self.seeker.habits is not None:
            return self.seeker.habits.shut
        labels = {n.label for n in SeenHome(first, ()).places}
        return {label for label in labels if "openable" in self.ontology.affordances(label)}


class _Game:
    """One game that is being played. Before each command the plan is made anew, from what is known then."""

    def __init__(self, player: GamePlayer, home: SeenHome, wish: GameWish) -> None:
        self._player, self._home, self._wish = player, home, wish
        self._barred: frozenset[str] = frozenset()
        self.reason = ""

    def learn_failure(self, call: SkillCall) -> None:
        """What did not work is not tried again: putting bars the place, all else what it was done to."""
        self._barred |= {call.arguments[-1] if call.skill == "put" else call.arguments[0]}

    def next_call(self) -> SkillCall | GameEnding:
        """What to do now: the first call of a plan for as many things as are known, or looking for what is not."""
        wish, home, planner = self._wish, self._home, self._player.planner
        things = self._of(wish.thing, home.things)
        lamps = self._of(wish.light, home.things)
        places = self._of(wish.place, home.places)
        if wish.place is not None and not places:
            self.reason = f"there is no {wish.place.word} that can be used"
            return GameEnding.NO_PLAN
        if not things:
            return self._look_for(wish.thing)
        held = [n for n in home.things if n.id == home.graph.held() and n not in (*things, *lamps)]
        used = [*things, *lamps, *held]
        facts = planner.facts(home, used)
        ways = planner.ways(wish, min(wish.count, len(things)), things, places, lamps, home)
        if not any(set(way.facts) <= set(facts) for way in ways):
            calls = planner.plan(ways, facts, used, home, _TIME_LIMIT_S)
            self.reason = "" if calls else "with what is known there is no plan"
            return calls[0] if calls else GameEnding.NO_PLAN
        if wish.light is not None and not lamps:
            return self._look_for(wish.light)
        return self._look_for(wish.thing) if len(things) < wish.count else GameEnding.DONE

    def _look_for(self, kind: WantedKind) -> SkillCall | GameEnding:
        """Go on to the place where it may be soonest, and open it if it is shut."""
        home = self._home
        if (
            home.here
            and home.here not in home.looked
            and is_shut(home.graph[home.here])
            and home.here not in self._barred
        ):
            return SkillCall("open", (home.here,))
        place = self._player.seeker.next_place(kind, home, self._barred)
        if place is None:
            self.reason = f"there is no {kind.word} where I looked, which is everywhere"
            return GameEnding.NOT_FOUND
        return SkillCall("go", (place,))

    def _of(self, kind: WantedKind | None, nodes: Sequence[Node]) -> list[Node]:
        if kind is None:
            return []
        return [n for n in nodes if n.id not in self._barred and self._player.seeker.is_kind(n.label, kind)]
