# SPDX-License-Identifier: Apache-2.0
"""Homes of which half of the things were moved after the graph was made: plan, carry out, look, and plan again.

The worlds are the demo's home, VirtualHome's apartments, and those of the data sets robothow and behavior. Which things
were moved and where to is drawn from a seed.

Source: Onishchenko et al., "LookPlanGraph", sections VI-B and VII-A, table II.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from makedo_core.files.importers.foreign_file import read_json
from makedo_core.files.importers.grasif_like import read_grasif
from makedo_core.files.importers.virtualhome import read_virtualhome
from makedo_core.files.scene_files import scene_file
from makedo_core.files.scene_json import graph_from_json
from makedo_core.goals.facts import facts
from makedo_core.graph.scene_graph import GraphError, NodeKind, SceneGraph
from makedo_core.ontology import Ontology
from makedo_core.skills import Literal, Predicate
from makedo_eval.case import CaseAttempt, Dataset, DatasetError, Score
from makedo_eval.datasets.graph_homes import behavior, robothow
from makedo_eval.datasets.virtualhome_goals import APARTMENTS, FOLDER
from makedo_eval.dynamic.episode import carry_out
from makedo_eval.dynamic.moves import moved_home
from makedo_eval.dynamic.tasks import DynamicTask, bring_tasks, household_tasks
from makedo_eval.dynamic.world import HiddenWorld
from makedo_eval.hand import misfits
from makedo_eval.planning import CasePlanner

SEEDS = (1, 2)
EACH = 5
"""Most tasks of a kind in an apartment."""

_TABLES = ("table_2", "table_1")
_ROOM_WITHOUT_PEOPLE = {APARTMENTS[0]: "bathroom_1"}
_MADE = "half of the things in every task were moved (in the paper: in half of the tasks); parsed from the instruction"
_JUDGED = "strict: it must be what was named, no stand-in; vision is perfect, motion is not judged"
_SEEING = "the paper's dynamic methods with true vision, its static ones as they are; Llama 3.2 90B"


@dataclass(frozen=True, slots=True)
class HomeSource:
    """Where the homes of a data set come from, and what was published for them."""

    told: str
    published: Mapping[str, float]
    source: str


WORLDS: Mapping[str, HomeSource] = {
    "home": HomeSource("the demo's home: every thing is brought to a table", {}, ""),
    "virtualhome": HomeSource(
        "tasks of our own of the paper's three kinds, in its apartments",
        {
            "llm_as_planner": 0.16,
            "llm_p": 0.0,
            "sayplan": 0.21,
            "sayplan_lite": 0.39,
            "react": 0.50,
            "memory_graph": 0.92,
        },
        f"LookPlanGraph, table II, VirtualHome ({_SEEING}, 50 tasks)",
    ),
    "robothow": HomeSource("tasks of the paper's three kinds, in the apartments of the data set robothow", {}, ""),
    "behavior": HomeSource(
        "one thing is brought to another piece of furniture, in each home of the data set behavior; other tasks than "
        "the paper's",
        {
            "llm_as_planner": 0.16,
            "llm_p": 0.21,
            "sayplan": 0.10,
            "sayplan_lite": 0.27,
            "react": 0.63,
            "memory_graph": 0.74,
        },
        f"LookPlanGraph, table II, OmniGibson ({_SEEING})",
    ),
}


def load(folder: Path | None, ontology: Ontology, world: str) -> Dataset:
    """The tasks of one kind of worlds that are not done already.

    Args:
        folder: of all data; the demo's home needs none.
        ontology: classes of things.
        world: one of `WORLDS`.

    Raises:
        DatasetError: if data is missing.
    """
    skipped: list[str] = []
    of_world = WORLDS[world]
    if world == "home":
        path = scene_file("home")
        home = graph_from_json(path.read_text(encoding="utf-8"), str(path))
        tasks = {task.instruction: task for task in bring_tasks(home, _TABLES, ontology)}  # of a class, once
        found = [DynamicCase(task, home, seed, ontology) for seed in SEEDS for task in tasks.values()]
    else:
        assert folder is not None
        homes = {"virtualhome": _apartments, "robothow": _robothow, "behavior": _behavior}[world]
        found = list(homes(folder, ontology, skipped))
    cases = tuple(c for c in found if not c.task.success(c.world().truth))
    comparable = f"{of_world.told}; {_MADE}; {_JUDGED}"
    return Dataset(f"dynamic_{world}", cases, tuple(skipped), of_world.published, of_world.source, comparable)


@dataclass(frozen=True)
class DynamicCase:
    """A task in a home of which half was moved."""

    task: DynamicTask
    home: SceneGraph
    seed: int
    ontology: Ontology

    @property
    def id(self) -> str:
        """Home, seed and instruction."""
        return f"{self.home.scene}/{self.seed}/{self.task.instruction}"

    @property
    def family(self) -> str:
        """Kind of task."""
        return self.task.family

    def world(self) -> HiddenWorld:
        """The home anew."""
        return moved_home(self.home, self.ontology, Random(self.seed))

    def attempt(self, planning: CasePlanner) -> CaseAttempt:
        """Plan, carry out, look, and plan again; beside it, what search without a model does if it knows the truth."""
        world = self.world()
        known = HiddenWorld(world.truth, world.truth)
        carry_out(self.task.instruction, known, planning.oracle)
        episode = carry_out(self.task.instruction, world, planning)
        success = self.task.success(world.truth)
        more = {
            "looks": float(episode.looks),
            "way [m]": episode.way_m,
            "calls": float(len(episode.calls)),
            "ES": episode.execution_success,
            "goal changed": float(episode.changed),
            "SR if all is known": float(self.task.success(known.truth)),
        }
        score = Score(success, self.task.precision(world.truth), more, "" if success else str(episode.outcome))
        return CaseAttempt(episode.outcome, tuple(episode.calls), "", score)


def _apartments(folder: Path, ontology: Ontology, skipped: list[str]) -> Iterator[DynamicCase]:
    for name in APARTMENTS:
        try:
            room = _ROOM_WITHOUT_PEOPLE.get(name, "")
            home = read_virtualhome(folder / FOLDER / name, room, ontology=ontology).graph
        except GraphError as error:
            raise DatasetError(f"{error}; MAKEDO_DATA must name the folder that holds {FOLDER}") from None
        yield from _household(home, ontology)


def _household(home: SceneGraph, ontology: Ontology) -> Iterator[DynamicCase]:
    for seed in SEEDS:
        yield from (DynamicCase(t, home, seed, ontology) for t in household_tasks(home, ontology, Random(seed), EACH))


def _robothow(folder: Path, ontology: Ontology, skipped: list[str]) -> Iterator[DynamicCase]:
    """Each set of furniture once, however many tasks the data set has in it."""
    homes: dict[frozenset[str], SceneGraph] = {}
    for home in robothow.apartments(folder, ontology, skipped):
        homes.setdefault(frozenset(n.id for n in home.of_kind(NodeKind.ASSET)), home)
    for home in homes.values():
        yield from _household(home, ontology)


def _behavior(folder: Path, ontology: Ontology, skipped: list[str]) -> Iterator[DynamicCase]:
    """A thing of a class that the ontology knows, to a piece of furniture of the same home."""
    try:
        rows = read_json(folder / behavior.FILE)
    except GraphError as error:
        raise DatasetError(f"{error}; MAKEDO_DATA must name the folder that holds {behavior.FILE.parent}") from None
    for row in rows:
        try:
            home = read_grasif(row).graph
        except (GraphError, KeyError, TypeError) as error:
            skipped.append(f"{behavior.FILE.name}: {type(error).__name__}: {error}")
            continue
        random = Random(f"{SEEDS[0]}/{home.scene}")
        known = facts(home, misfits(home))
        targets = [n.id for n in home.of_kind(NodeKind.ASSET) if Literal(Predicate.SURFACE, (n.id,)) in known]
        random.shuffle(targets)
        tasks = [t for t in bring_tasks(home, targets, ontology) if all(map(ontology.class_of, t.labels))]
        if tasks:
            yield DynamicCase(random.choice(tasks), home, SEEDS[0], ontology)
