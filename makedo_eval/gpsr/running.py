# SPDX-License-Identifier: Apache-2.0
"""Runs commands of a generator and counts, by category, what is understood, planned rightly, or refused by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from makedo_core.ontology import Ontology, load_ontology
from makedo_eval.gpsr import command_generator, frames, maker
from makedo_eval.gpsr.commands import GeneratorError, SpokenCommand
from makedo_eval.gpsr.home import PeopledHome, our_home
from makedo_eval.gpsr.judge import CommandRecord, judged
from makedo_eval.gpsr.meaning import StepReader
from makedo_eval.gpsr.widening import widened
from planner_node.engine import Engine
from planner_node.task import Settings

_HEAD = (
    "category",
    "commands",
    "understood",
    "with skills",
    "planned rightly",
    "others refused by kind",
    "wrong plans",
)


def run(source: Path | None, count: int, seed: int) -> Iterator[CommandRecord]:
    """Judge commands.

    Args:
        source: a checkout of the league's generator, a folder of commands with frames, or a file with a command in each
            line; None: our own maker.
        count: how many; of files, at most so many.
        seed: of what is drawn.

    Raises:
        GeneratorError: if nothing there can be used.
    """
    ontology = load_ontology()
    engine = Engine(ontology, Settings())
    home, commands = _commands(source, count, seed, ontology)
    reader = StepReader(home.graph, ontology)
    for command in islice(commands, count):
        yield judged(command, home, engine, reader)


def _commands(
    source: Path | None, count: int, seed: int, ontology: Ontology
) -> tuple[PeopledHome, Iterator[SpokenCommand]]:
    home = our_home()
    reader = StepReader(home.graph, ontology)
    if source is None:
        return home, maker.commands(home.names, reader, count, seed)
    if command_generator.is_checkout(source):
        return home, command_generator.commands(source, home.names, reader, count, seed)
    if source.is_dir() and frames.is_folder_of_frames(source):
        framed = tuple(frames.framed(source))
        home = widened(home, (name for _, _, f in framed for name in frames.names_in(f)), ontology)
        reader = StepReader(home.graph, ontology)
        return home, (frames.command_of(*entry, reader) for entry in framed)
    if source.is_file():
        lines = (s for line in source.read_text(encoding="utf-8").splitlines() if (s := line.strip()) and s[0] != "#")
        return home, (SpokenCommand(line, source.stem) for line in lines)
    raise GeneratorError(f"{source}: expected a checkout of the command generator, commands with frames, or a file")


def table(records: Iterable[CommandRecord]) -> str:
    """The counts in Markdown, by category and of all."""
    counts: dict[str, Counter[str]] = {}
    for record in records:
        for name in (record.command.category, "all"):
            counts.setdefault(name, Counter()).update(_counted(record))
    lines = [_row(_HEAD), _row(["---"] * len(_HEAD))]
    order = [*sorted(name for name in counts if name != "all"), *(["all"] if counts else [])]
    for name in order:
        count = counts[name]
        others = count["commands"] - count["skilled"]
        right = f"{count['right']} of {count['skilled']}"
        refused = f"{count['refused']} of {others}"
        cells = (count["commands"], count["understood"], count["skilled"], right, refused, count["wrong"])
        lines.append(_row((name, *map(str, cells))))
    return "\n".join(lines) + "\n"


def _counted(record: CommandRecord) -> Counter[str]:
    return Counter(
        commands=1,
        understood=int(record.understood),
        skilled=int(record.has_skills),
        right=int(record.has_skills and record.right),
        refused=int(not record.has_skills and record.refused_by_kind),
        wrong=int(record.wrong),
    )


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
