# SPDX-License-Identifier: Apache-2.0
"""Equal things, and a few sentences that introduce them and speak of them again, against a reading by brute force.

The same referent is the same node, another is another, and nothing else is called exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from random import Random

import pytest

from makedo_core.ontology import load_ontology
from planner_node.engine import Engine
from planner_node.task import PlanningTask, Settings
from support.small_worlds import make_world

ENGINE = Engine(load_ontology(), Settings())
KINDS = {"mug": "mugs", "book": "books", "towel": "towels", "apple": "apples"}
PLACES = {
    "on table 2": "table_2",
    "on table 3": "table_3",
    "on the shelf": "shelf_1",
    "on the counter": "counter_1",
    "in the drawer": "drawer_1",
}
NUMBERS = {2: "two", 3: "three"}


@dataclass
class Story:
    """Sentences, and where each thing that they speak of is to go, one after the other.

    Attributes:
        total: how many things there are.
        ways: of each referent its places, in order.
        pair: those that were introduced as two, if they are what was spoken of last.
        left: of a pair of which one was singled out, the other.
    """

    kind: str
    total: int
    sentences: list[str] = field(default_factory=list)
    ways: list[list[str]] = field(default_factory=list)
    pair: tuple[int, ...] = ()
    left: int | None = None

    def say(self, what: str, place: str, who: Sequence[int]) -> None:
        """A sentence that puts some referents somewhere."""
        self.sentences.append(f"put {what} {place}")
        for referent in who:
            self.ways[referent].append(PLACES[place])

    def new(self, count: int) -> tuple[int, ...]:
        """So many new referents."""
        first = len(self.ways)
        self.ways += [[] for _ in range(count)]
        return tuple(range(first, first + count))


def told(random: Random) -> Story:
    """A story of two to four sentences."""
    kind = random.choice(list(KINDS))
    story = Story(kind, random.randint(2, 5))
    places = random.sample(list(PLACES), 4)
    for turn in range(random.randint(2, 4)):
        choices = list(_next(story, turn, random))
        if not choices:
            break
        what, who = random.choice(choices)
        story.say(what, places[turn], who(story))
    return story


def _next(story: Story, turn: int, random: Random) -> Iterator[tuple]:
    """What may be said now, and who is meant by it."""
    kind, kinds, free = story.kind, KINDS[story.kind], story.total - len(story.ways)
    if turn == 0:
        yield random.choice((f"a {kind}", f"one {kind}")).replace("a apple", "an apple"), _introduced(1)
        if free > 1:
            yield f"two {kinds}", _introduced(2)
        return
    if story.left is not None:
        yield random.choice((f"the other {kind}", "the other one", "the other")), _left_over
        return
    if len(story.ways) == 1:
        again = ("it", f"the {kind}", f"that {kind}", f"the same {kind}", "that one", f"this {kind}")
        yield random.choice(again), lambda s: (0,)
    if story.pair and story.left is None:
        again = (
            "them",
            f"those two {kinds}",
            f"the two {kinds}",
            f"these {kinds}",
            f"the same {kinds}",
            "both of them",
        )
        yield random.choice(again), lambda s: s.pair
        yield random.choice(("one of them", f"one of those {kinds}", f"one of the two {kinds}")), _singled_out
    if free > 0:
        yield random.choice((f"another {kind}", "another one", "another")), _introduced(1)
        others = ("the rest", "the others", f"the other {kinds}", f"the remaining {kinds}")
        yield random.choice(others) if free > 1 else "the rest", _introduced(free)
    if free == 1 and len(story.ways) == 1:
        yield random.choice((f"the other {kind}", "the other one", "the other")), _introduced(1)
    if free > 1:
        yield f"two other {kinds}", _introduced(2)


def _introduced(count: int):
    def introduce(story: Story) -> tuple[int, ...]:
        new = story.new(count)
        story.pair = new if count == 2 and len(story.ways) == 2 else ()
        return new

    return introduce


def _singled_out(story: Story) -> tuple[int, ...]:
    one, story.left = story.pair
    return (one,)


def _left_over(story: Story) -> tuple[int, ...]:
    assert story.left is not None
    left, story.left, story.pair = story.left, None, ()
    return (left,)


def is_told(story: Story, puts: Sequence[tuple[str, str]], things: Sequence[str]) -> bool:
    """Whether some things can be the referents: each went just where its referent was to go."""
    ways = {thing: [place for moved, place in puts if moved == thing] for thing in things}
    for chosen in permutations(things, len(story.ways)):
        others = set(things).difference(chosen)
        if all(ways[c] == w for c, w in zip(chosen, story.ways, strict=True)) and not any(ways[o] for o in others):
            return True
    return False


@pytest.mark.parametrize("seed", range(120))
def test_what_is_spoken_of_again_is_the_same_and_another_is_another(seed):
    random = Random(seed)
    story = told(random)
    things = [f"{story.kind}_{i}" for i in range(1, story.total + 1)]
    graph = make_world(*(f"{thing} on table_1" for thing in things))
    said = random.choice((". ", ". Then ", ", then ")).join(story.sentences)
    result = ENGINE.plan(PlanningTask(said, graph))
    assert result.plan is not None, (said, str(result.outcome))
    puts = [call.arguments for call in result.plan.calls if call.skill in ("put_on", "put_inside")]
    assert is_told(story, puts, things), (said, puts)
    assert not result.plan.relaxations
