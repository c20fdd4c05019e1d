# SPDX-License-Identifier: Apache-2.0
"""How long the robot takes to stand still when it is stopped, at random moments of whatever it does.

Instructions are given one after another, and each is stopped while something moves. What the robot says of it is
compared with what its joints and its base told meanwhile. The time before is simulated as fast as it goes, the stop in
real time: in a quicker simulation, the way of a message would count for more than it does on a robot.

    python -m benchmarks.stopping --moments 100
    python -m benchmarks.stopping --moments 20 --instruction "Open the fridge" --during open --per-start 2
"""

from __future__ import annotations

import argparse
import contextlib
import random
import statistics
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table

from benchmarks.execution_errands import instructions
from benchmarks.own_system import own_domain
from makedo_cli.motion import SpeedHistory
from makedo_cli.simulated_system import SimulatedSystem

if TYPE_CHECKING:
    from rclpy.client import Client

LIMIT_S = 0.25  # on the robot's clock
LATEST_S = 60.0  # of an instruction, after which it is stopped; on the robot's clock
DURING_S = 25.0  # the same of a skill
SETTLE_S = 1.0  # in real time before a stop, so that no node still has messages of quicker times to work off
MOVING_S = 0.1  # so short ago something must have moved
READY_S = 10.0
FINELY = "simulation: {ros__parameters: {joint_state_rate: 50.0}}\n"  # as a TIAGo's
AFTERWARDS_S = 1.0  # of watching whether it stands


@dataclass(frozen=True)
class Moment:
    """One stop.

    Attributes:
        skill: that was being carried out.
        part: what moved last, a joint or the base.
        measured_s: until the last motion that the joints and the base reported; on the robot's clock [s].
        reported_s: what the service said; negative: it did not know.
    """

    skill: str
    part: str
    measured_s: float
    reported_s: float


def stop_once(
    system: SimulatedSystem, motion: SpeedHistory, stop: Client, said: str, after_s: float, during: str = ""
) -> Moment | None:
    """Give an instruction and stop it in a motion, so long after it, or a skill, began; None if it ended before."""
    from makedo.action import ExecuteInstruction
    from makedo.srv import Stop
    from makedo_ros.runtime.action_client import ActionClient
    from makedo_ros.runtime.clients import call, send_goal, wait

    skills: list[str] = []

    def on_feedback(message: Any) -> None:
        skills.append(message.feedback.status.current.skill or "planning")

    motion.samples.clear()
    client = ActionClient(system.node, ExecuteInstruction, "execute_instruction")
    goal = ExecuteInstruction.Goal(instruction=said)
    handle = send_goal(client, goal, "execute_instruction", timeout_s=10.0, feedback=on_feedback)
    ending = handle.get_result_async()
    system.set_speed(0.0)
    while during and during not in skills[-1:] and not ending.done():
        time.sleep(0.01)
    due_s = motion.now_s + after_s
    while motion.now_s < due_s and not ending.done():
        time.sleep(0.01)
    system.set_speed(1.0)
    settled = time.monotonic() + SETTLE_S
    while time.monotonic() < settled or not motion.moving(motion.now_s - MOVING_S):
        if ending.done():
            return None
        time.sleep(0.01)
    since_s, skill = motion.now_s, skills[-1] if skills else "planning"
    response = call(stop, Stop.Request(reason="benchmark"), 10.0)
    wait(ending, "execute_instruction", 30.0)
    until_s = motion.now_s + AFTERWARDS_S
    while motion.now_s < until_s:
        time.sleep(0.05)
    last_s, part = motion.last_motion(since_s)
    return Moment(skill, part, last_s - since_s, response.standstill_s)


def run(given: argparse.Namespace, folder: Path, console: Console, moments: list[Moment]) -> None:
    """Stop until there are as many moments as were asked for."""
    from makedo.srv import Stop
    from makedo_ros.runtime.clients import wait_ready

    rng = random.Random(given.seed)
    finely = folder / "finely.yaml"
    finely.write_text(FINELY, encoding="utf-8")
    while len(moments) < given.moments:
        arguments = {
            "seed": str(given.seed + len(moments)),
            "runs_dir": str(folder),
            "detector": given.detector,
            "real_time_factor": "1",
            "params_file": str(finely),
        }
        with SimulatedSystem(arguments) as system:
            motion = SpeedHistory()
            motion.listen(system.node)
            stop = system.node.create_client(Stop, "stop")
            wait_ready(stop.service_is_ready, "stop", READY_S)
            for _ in range(given.per_start):
                said = given.instruction or next(instructions(system.truth(), rng)).text
                after_s = rng.uniform(0.0, DURING_S if given.during else LATEST_S)
                moment = stop_once(system, motion, stop, said, after_s, given.during)
                if system.deaths:
                    break
                if moment is None:  # it was over before
                    continue
                moments.append(moment)
                console.print(
                    f"{len(moments):3}  {moment.skill:10} stood after {moment.measured_s:.2f} s, said "
                    f"{moment.reported_s:.2f} s; {moment.part or 'nothing'} last  ({said})",
                    soft_wrap=True,
                )
                if len(moments) == given.moments:
                    break


def table(moments: list[Moment]) -> Table:
    """One row a skill."""
    by_skill: dict[str, list[Moment]] = defaultdict(list)
    for moment in moments:
        by_skill[moment.skill].append(moment)
    over_limit, short_by = f"over {LIMIT_S} s", "said less, at most [s]"
    result = Table("stopped while", "times", "median [s]", "longest [s]", over_limit, short_by, "not known")
    for skill, of_it in [*sorted(by_skill.items()), ("all", moments)]:
        measured = [m.measured_s for m in of_it]
        said = [m for m in of_it if m.reported_s >= 0.0]
        less = max((m.measured_s - m.reported_s for m in said), default=0.0)
        figures = (statistics.median(measured), max(measured), sum(s > LIMIT_S for s in measured), max(less, 0.0))
        median, longest, over, short = (f"{f:.2f}" if isinstance(f, float) else str(f) for f in figures)
        name, unknown = skill.replace("_", " "), str(len(of_it) - len(said))
        result.add_row(name, str(len(of_it)), median, longest, over, short, unknown)
    return result


def main() -> int:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moments", type=int, default=30)
    parser.add_argument("--per-start", type=int, default=10, help="stops before the system is started anew")
    parser.add_argument("--instruction", default="", help="what is said each time; none: random ones")
    parser.add_argument("--during", default="", help="a skill during which it is stopped, open for one")
    parser.add_argument("--detector", default="onnx")
    parser.add_argument("--seed", type=int, default=300)
    given = parser.parse_args()
    console = Console(width=110, markup=False, highlight=False)
    moments: list[Moment] = []
    with own_domain() as folder, contextlib.suppress(KeyboardInterrupt):  # what was measured is printed
        run(given, folder, console, moments)
    if moments:
        console.print(table(moments))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
