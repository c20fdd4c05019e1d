# SPDX-License-Identifier: Apache-2.0
"""Games of ALFWorld played by Makedo without a language model, and what comes of them.

Source: Shridhar et al., ALFWorld: aligning text and embodied environments for interactive learning, ICLR 2021.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

from makedo_core.ontology import load_ontology
from makedo_eval.alfworld.agent import GameEnding, GamePlayed, GamePlayer
from makedo_eval.alfworld.games import game_files, read_games
from makedo_eval.alfworld.habits import GameHabits, learn
from makedo_eval.alfworld.planning import HomePlanner
from makedo_eval.alfworld.searching import Seeker
from makedo_eval.alfworld.world import TextWorld
from planner_node.language.phrasebook import load_phrasebook

TRAIN, SEEN, UNSEEN = "train", "valid_seen", "valid_unseen"
MOST_COMMANDS = 50
_HEAD = (
    "split",
    "task",
    "games",
    "won",
    "rate",
    "false done",
    "gave up",
    "actions of those won",
    "actions of all",
    "CPU time, median",
)


@dataclass(frozen=True, slots=True)
class AlfworldRecord:
    """What became of a game.

    Attributes:
        split: which it is of.
        game: its id.
        kind: of its task.
        won: whether its goal held within the commands that were allowed.
        played: what the agent did and said.
        cpu_s: of the agent and the environment [s].
    """

    split: str
    game: str
    kind: str
    won: bool
    played: GamePlayed
    cpu_s: float

    @property
    def is_false_done(self) -> bool:
        """Whether the agent said that it was done, and it was not."""
        return self.played.ending is GameEnding.DONE and not self.won


def player(habits: GameHabits | None) -> GamePlayer:
    """An agent that knows where things were in games that were looked at; None: only the ontology."""
    ontology, book = load_ontology(), load_phrasebook()
    return GamePlayer(ontology, book, HomePlanner(ontology, book), Seeker(ontology, habits))


def run(
    folder: Path, splits: Iterable[str] = (SEEN, UNSEEN), limit: int = 0, *, learns: bool = True
) -> Iterator[AlfworldRecord]:
    """Play games.

    Args:
        folder: of ALFWorld's games.
        splits: which are played.
        limit: only so many of each; 0: all.
        learns: whether where things are in the training split is looked at before.

    Raises:
        DatasetError: if there are no games, or one cannot be read.
    """
    agent = player(learn(game_files(folder, TRAIN)) if learns else None)
    for split in splits:
        for game in read_games(folder, split, limit):
            world = TextWorld(game)
            begun_s = time.process_time()
            played = agent.play(world.begin(), world.say, MOST_COMMANDS)
            yield AlfworldRecord(split, game.id, game.kind, world.is_won, played, time.process_time() - begun_s)


def table(records: Iterable[AlfworldRecord]) -> str:
    """The counts in Markdown: a row for each kind of task and one for each split, then why games were not won."""
    rows: dict[tuple[str, str], list[AlfworldRecord]] = {}
    every = list(records)
    for record in every:
        rows.setdefault((record.split, record.kind), []).append(record)
    for record in every:
        rows.setdefault((record.split, "all"), []).append(record)
    lines = [_row(_HEAD), _row(["---"] * len(_HEAD))]
    lines += [_row((*key, *_cells(some))) for key, some in sorted(rows.items(), key=lambda row: row[0][0])]
    why = Counter(str(r.played.ending) for r in every if not r.won)
    if why:
        lines += ["", f"Not won: {', '.join(f'{ending} {count}' for ending, count in sorted(why.items()))}"]
    return "\n".join(lines) + "\n"


def _cells(records: list[AlfworldRecord]) -> tuple[str, ...]:
    won = [r for r in records if r.won]
    false = sum(r.is_false_done for r in records)
    gave_up = sum(r.played.ending is not GameEnding.DONE for r in records if not r.won)
    needed = f"{fmean(len(r.played.commands) for r in won):.2f}" if won else "-"
    spent = fmean(len(r.played.commands) if r.won else MOST_COMMANDS for r in records)
    cpu_ms = 1000 * median(r.cpu_s for r in records)
    counts = (str(len(records)), str(len(won)), f"{100 * len(won) / len(records):.1f} %", str(false), str(gave_up))
    return (*counts, needed, f"{spent:.2f}", f"{cpu_ms:.0f} ms")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
