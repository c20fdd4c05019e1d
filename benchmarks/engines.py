# SPDX-License-Identifier: Apache-2.0
"""Planning engines side by side: `python -m benchmarks.engines [--ipc FOLDER] [--data FOLDER]`.

Each problem is given to every engine in turn, as `makedo plan --engine NAME` gives it (docs/engines.md), each time in a
process of its own with the same limits of CPU time and memory. A plan counts only if it was carried out on the problem.

--ipc: a checkout of aibasel/downward-benchmarks; some problems of twenty domains, spread over each by number.
--data: the evaluation data ($MAKEDO_DATA); ContextMatters' problems with the goals that Makedo reads from the words.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import resource
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeVar

from benchmarks.contextmatters.makedo_planner import plan_instruction
from makedo_core.failure import MakedoError
from makedo_eval.contextmatters.dataset import load_tasks
from planner_node.engines.builtin import Builtin
from planner_node.engines.installed import OWN, other_engines
from planner_node.engines.outcome import EngineStatus, PlanningEngine
from planner_node.pddl.mistakes import PddlError
from planner_node.pddl.model import PddlTask
from planner_node.pddl.reading.reader import read_domain
from planner_node.pddl.reading.tasks import read_task
from planner_node.pddl.simulate import simulate
from planner_node.proof.search import SearchLimits

ENGINES = (OWN, "fast-downward", "up:pyperplan", "up:tamer", "up:aries")
DOMAINS = (
    "barman-sat11-strips",
    "blocks",
    "childsnack-sat14-strips",
    "depot",
    "driverlog",
    "elevators-sat08-strips",
    "floortile-sat11-strips",
    "freecell",
    "gripper",
    "logistics98",
    "miconic",
    "openstacks-sat08-adl",
    "parking-sat11-strips",
    "rovers",
    "satellite",
    "schedule",
    "tidybot-sat11-strips",
    "transport-sat08-strips",
    "visitall-sat11-strips",
    "zenotravel",
)
"""Of the competitions of 1998 to 2014; some with costs, conditional effects and quantifiers."""

HOUSEHOLD = "ContextMatters"
"""The suite of household problems."""
_WALL_S = 3600.0  # of a run that gets no CPU time; the limit that counts is of CPU time
_ASKED_EVERY_S = 0.2
_UNREAD = "not read"
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class PosedProblem:
    """A planning problem as text.

    Attributes:
        suite: what it belongs to, e.g. a domain of a competition.
        name: within the suite.
    """

    suite: str
    name: str
    domain: str
    problem: str


@dataclass(frozen=True, slots=True)
class EngineRun:
    """What an engine made of a problem.

    Attributes:
        status: an EngineStatus by name, or "not read".
        steps: of the plan; -1: there is none.
        cpu_s: of the engine with all its processes and of what prepares its task, reading left out [s].
        message: what the engine says of it.
    """

    suite: str
    problem: str
    engine: str
    status: str
    steps: int
    cpu_s: float
    message: str = ""

    @property
    def is_solved(self) -> bool:
        """Whether there is a plan that was carried out."""
        return self.status == EngineStatus.PLAN.name


def spread(some: Sequence[_T], number: int) -> list[_T]:
    """So many of a sequence, evenly spread; all if there are no more."""
    if number >= len(some):
        return list(some)
    return [some[(2 * i + 1) * len(some) // (2 * number)] for i in range(number)]


def competition_problems(folder: Path, domains: Iterable[str], number: int) -> Iterator[PosedProblem]:
    """Problems of some domains of a checkout of downward-benchmarks.

    Raises:
        MakedoError: if a domain is not there.
    """
    for name in domains:
        files = sorted((p for p in (folder / name).glob("*.pddl") if "domain" not in p.name), key=_by_number)
        if not files:
            raise MakedoError(f"{folder / name}: no problems; --ipc is a checkout of aibasel/downward-benchmarks")
        for file in spread(files, number):
            own = file.with_name(f"{file.stem}-domain.pddl"), file.with_name(f"domain_{file.name}")
            domain = next((p for p in own if p.exists()), file.with_name("domain.pddl"))
            texts = (p.read_text(encoding="utf-8", errors="replace") for p in (domain, file))
            yield PosedProblem(name, file.stem, *texts)


def household_problems(folder: Path, number: int) -> Iterator[PosedProblem]:
    """ContextMatters' tasks, spread over all, with the goals that Makedo makes of their words.

    Raises:
        BenchmarkError: if the data is not there.
    """
    tasks = load_tasks(folder)
    for task in spread(tasks, number):
        answer = plan_instruction(task.instruction, task.graph(), task.domain_path)
        if answer.problem:
            yield PosedProblem(HOUSEHOLD, task.id, task.domain_path.read_text(encoding="utf-8"), answer.problem)


def engines(names: Sequence[str]) -> dict[str, PlanningEngine | None]:
    """Engines by name; None: it is not installed."""
    found: dict[str, PlanningEngine | None] = {}
    for name in names:
        try:
            some: tuple[PlanningEngine, ...] = (Builtin(),) if name == OWN else other_engines([name])
        except MakedoError:
            some = ()
        found[name] = some[0] if some else None
    return found


def measured(posed: PosedProblem, name: str, engine: PlanningEngine, cpu_limit_s: float, memory: int) -> EngineRun:
    """Let an engine solve a problem, in a process of its own that is ended at its limits.

    Args:
        posed: the problem.
        name: the engine's.
        engine: it.
        cpu_limit_s: of the process, and of all that it starts together [s].
        memory: of the process [bytes].
    """
    here, there = multiprocessing.Pipe(duplex=False)
    child = multiprocessing.get_context("fork").Process(
        target=_solve, args=(posed, name, engine, cpu_limit_s, memory, there)
    )
    child.start()
    there.close()
    try:
        run: EngineRun = here.recv()
    except EOFError:  # ended by the system
        run = EngineRun(posed.suite, posed.name, name, EngineStatus.TIMEOUT.name, -1, cpu_limit_s, "ended at its limit")
    child.join()
    return run


def _solve(
    posed: PosedProblem, name: str, engine: PlanningEngine, cpu_limit_s: float, memory: int, answer: Connection
) -> None:
    """The process of one run."""
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    begun_s = time.process_time()
    try:
        domain = read_domain(posed.domain, tolerant=True, source="domain").value
        task = read_task(posed.problem, domain, tolerant=True, source=posed.name).value
    except (PddlError, MemoryError) as error:
        spent_s = time.process_time() - begun_s
        answer.send(EngineRun(posed.suite, posed.name, name, _UNREAD, -1, spent_s, str(error).partition("\n")[0]))
        return
    hard = int(time.process_time() + cpu_limit_s) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
    deadline_s = time.monotonic() + _WALL_S
    answer.send(_answered(posed, name, engine, task, SearchLimits(deadline_s, cancelled=_over(cpu_limit_s))))


def _answered(
    posed: PosedProblem, name: str, engine: PlanningEngine, task: PddlTask, limits: SearchLimits
) -> EngineRun:
    try:
        result = engine.solve(task, limits)
    except MemoryError:
        spent_s = time.process_time()
        return EngineRun(posed.suite, posed.name, name, EngineStatus.MEMORY.name, -1, spent_s, "out of memory")
    status, message = result.status, result.message
    if status is EngineStatus.PLAN:
        outcome = simulate(task, result.calls).outcome
        if not outcome.ok:
            status, message = EngineStatus.CRASH, f"its plan is not one: {outcome.message}"
    steps = len(result.calls) if status is EngineStatus.PLAN else -1
    status = EngineStatus.TIMEOUT if status is EngineStatus.CANCELED else status  # nobody but the limit cancels
    return EngineRun(posed.suite, posed.name, name, status.name, steps, result.cpu_s, message)


def _over(limit_s: float) -> Callable[[], bool]:
    """Whether this process and all that it has started took more CPU time than that from now on [s]."""
    begun_s, looked_s, others_s = time.process_time(), 0.0, 0.0

    def is_over() -> bool:
        nonlocal looked_s, others_s
        now_s = time.monotonic()
        if now_s - looked_s > _ASKED_EVERY_S:
            looked_s, others_s = now_s, _started_cpu_s(os.getpid())
        return time.process_time() - begun_s + others_s > limit_s

    return is_over


def _started_cpu_s(parent: int) -> float:
    """CPU time of all processes below one that still run, and of those that it waited for [s]."""
    below: dict[int, list[tuple[int, float]]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        spent_s = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
        below.setdefault(int(fields[1]), []).append((int(entry.name), spent_s))
    waited = resource.getrusage(resource.RUSAGE_CHILDREN)
    total_s, waiting = waited.ru_utime + waited.ru_stime, [parent]
    while waiting:
        for child, spent_s in below.get(waiting.pop(), ()):
            total_s += spent_s
            waiting.append(child)
    return total_s


def comparison(runs: Sequence[EngineRun]) -> str:
    """A row for each engine in Markdown.

    Steps and CPU time are also told beside our own on the problems that both solve: the sum of steps, theirs and ours,
    and the median CPU time, theirs and ours.
    """
    heads = ("engine", "problems", "solved", "time over", "memory", "otherwise", "CPU s, median of the solved", "all")
    lines = [_row((*heads, "steps, and ours on the same", "CPU s, and ours on the same")), _row(["---"] * 10)]
    own = {(r.suite, r.problem): r for r in runs if r.engine == OWN and r.is_solved}
    for engine in dict.fromkeys(r.engine for r in runs):
        some = [r for r in runs if r.engine == engine]
        solved = [r for r in some if r.is_solved]
        both = [(r, own[r.suite, r.problem]) for r in solved if (r.suite, r.problem) in own]
        over, memory = (sum(r.status == s.name for r in some) for s in (EngineStatus.TIMEOUT, EngineStatus.MEMORY))
        counts = (len(some), len(solved), over, memory, len(some) - len(solved) - over - memory)
        shared = "-" if not both else f"{sum(t.steps for t, _ in both)}, {sum(o.steps for _, o in both)} ({len(both)})"
        times = "-" if not both else f"{_median(t for t, _ in both)}, {_median(o for _, o in both)}"
        total = f"{sum(r.cpu_s for r in some):.0f}"
        lines.append(_row((engine, *map(str, counts), _median(solved), total, shared, times)))
    return "\n".join(lines) + "\n"


def by_suite(runs: Sequence[EngineRun]) -> str:
    """Solved problems in Markdown, a row for each suite and a column for each engine."""
    names = list(dict.fromkeys(r.engine for r in runs))
    lines = [_row(("domain", "problems", *names)), _row(["---"] * (len(names) + 2))]
    for suite in dict.fromkeys(r.suite for r in runs):
        some = [r for r in runs if r.suite == suite]
        solved = [sum(r.is_solved for r in some if r.engine == name) for name in names]
        lines.append(_row((suite, str(len({r.problem for r in some})), *map(str, solved))))
    return "\n".join(lines) + "\n"


def _median(runs: Iterable[EngineRun]) -> str:
    times = [r.cpu_s for r in runs]
    return f"{statistics.median(times):.3g}" if times else "-"


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _by_number(path: Path) -> list[str]:
    return [part.zfill(9) if part.isdigit() else part for part in re.split(r"(\d+)", path.name)]


def run_all(
    problems: Iterable[PosedProblem],
    installed: Mapping[str, PlanningEngine],
    cpu_limit_s: float,
    memory: int,
    done: Callable[[EngineRun], None],
) -> list[EngineRun]:
    """Every problem with every engine, engine after engine, so that what else the machine does slows all alike."""
    runs = []
    for posed in problems:
        for name, engine in installed.items():
            runs.append(measured(posed, name, engine, cpu_limit_s, memory))
            done(runs[-1])
    return runs


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ipc", type=Path, help="a checkout of aibasel/downward-benchmarks")
    parser.add_argument("--data", type=Path, default=os.environ.get("MAKEDO_DATA"), help="the evaluation data")
    parser.add_argument("--engine", action="append", help=f"may be given several times ({', '.join(ENGINES)})")
    parser.add_argument("--number", type=int, default=2, help="of problems of a domain (%(default)s)")
    parser.add_argument("--household", type=int, default=20, help="of ContextMatters' problems (%(default)s)")
    parser.add_argument("--limit", type=float, default=5.0, help="CPU time of one run [s] (%(default)s)")
    parser.add_argument("--memory", type=float, default=2.0, help="of a run's process [GiB] (%(default)s)")
    parser.add_argument("--domain", action="append", help="only these of the twenty domains")
    parser.add_argument("--json", type=Path, help="write every run there, a line each")
    parser.add_argument("--runs", type=Path, action="append", help="tell what --json wrote before, and measure nothing")
    args = parser.parse_args()
    if args.runs:
        before = [EngineRun(**json.loads(line)) for file in args.runs for line in file.read_text("utf-8").splitlines()]
        sys.stdout.write(told_in_tables(before, ()))
        return 0
    found = engines(args.engine or ENGINES)
    installed = {name: engine for name, engine in found.items() if engine is not None}
    missing = [name for name, engine in found.items() if engine is None]
    if args.json:
        args.json.write_text("", encoding="utf-8")

    def told(run: EngineRun) -> None:
        sys.stderr.write(f"{run.suite} {run.problem} {run.engine}: {run.status} {run.steps} {run.cpu_s:.2f} s\n")
        if args.json:
            with args.json.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(run)) + "\n")

    runs: list[EngineRun] = []
    try:
        for posed in _posed(args):
            runs += run_all((posed,), installed, args.limit, int(args.memory * 2**30), told)
    except MakedoError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(told_in_tables(runs, missing))
    return 0


def _posed(args: argparse.Namespace) -> Iterator[PosedProblem]:
    """The problems that a command line asks for."""
    if args.data and args.household:
        yield from household_problems(Path(args.data) / "contextmatters", args.household)
    if args.ipc:
        yield from competition_problems(args.ipc, args.domain or DOMAINS, args.number)


def told_in_tables(runs: Sequence[EngineRun], missing: Sequence[str]) -> str:
    """Tables of the household's problems and of the competitions', as far as there are some."""
    home = [r for r in runs if r.suite == HOUSEHOLD]
    other = [r for r in runs if r.suite != HOUSEHOLD]
    parts = [f"{HOUSEHOLD}\n\n{comparison(home)}"] if home else []
    parts += [f"Competitions\n\n{comparison(other)}\n{by_suite(other)}"] if other else []
    return "\n".join((*parts, *(f"{name}: not installed" for name in missing))) + "\n"


if __name__ == "__main__":
    sys.exit(main())
