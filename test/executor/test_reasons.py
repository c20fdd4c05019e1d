# SPDX-License-Identifier: Apache-2.0
"""What people read when a skill fails: plain sentences that name the thing, with the software's words aside."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import executor_node
from executor_node.context import SkillContext, SkillResult, spoken
from executor_node.geometry.base_pose import Ground
from executor_node.geometry.furniture import furniture
from executor_node.instruction.behaviours import naming
from executor_node.instruction.run import run_instruction
from executor_node.instruction.task import guarded
from executor_node.motion.no_place import A_WALL, NoPlace, why_no_place
from executor_node.motion.reach import STANDING, STRAIGHT, Reasons
from executor_node.skills.plans.standing import nowhere_to_stand, why_not
from executor_node.wording import joint, off_by, part, plain, plainly, touching, unanswered
from makedo_core.failure import CausedError, FailureCause, MakedoError, Outcome
from makedo_core.geometry import Box, Pose
from makedo_core.goals.goal_text import named
from makedo_core.ports import MotionResult
from makedo_core.skills import SkillCall

from .conftest import BRING

EXCEPTIONS = [
    name for name, value in vars(builtins).items() if isinstance(value, type) and issubclass(value, BaseException)
]
UNPLAIN = re.compile(r"_|\bik\b|error code|\bNone\b|\bnan\b|\w+Error\b|\(\d+x\)|\blink\b", re.IGNORECASE)


def is_plain(text: str) -> bool:
    """Whether somebody who has never seen the software would read it as a sentence."""
    return len(text.split()) > 2 and not UNPLAIN.search(text) and not any(f"{name}:" in text for name in EXCEPTIONS)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("arm_7_link", "the wrist"),
        ("panda_link7", "the wrist"),
        ("arm_1_link", "the shoulder"),
        ("gripper_left_finger_link", "a finger"),
        ("panda_hand", "the hand"),
        ("torso_fixed_column_link", "the torso"),
        ("head_2_link", "the head"),
        ("table_2/top", "table 2"),
        ("mug_1", "mug 1"),
        ("kitchen/wall_1", "a wall of the kitchen"),
        ("kitchen/lintel_3", "a doorframe of the kitchen"),
        ("tv_stand_1/unseen on top", "what may stand unseen on tv stand 1"),
    ],
)
def test_links_and_things_are_named_as_people_do(name, words):
    assert part(name) == words


@pytest.mark.parametrize(
    ("name", "words", "off"),
    [
        ("arm_5_joint", "joint 5 of the arm", "0.77 rad"),
        ("panda_joint6", "joint 6 of the arm", "0.77 rad"),
        ("head_1_joint", "joint 1 of the head", "0.77 rad"),
        ("torso_lift_joint", "the torso", "0.77 m"),
        ("gripper_left_finger_joint", "a finger", "0.77 m"),
        ("panda_finger_joint1", "a finger", "0.77 m"),
        ("shoulder_lift_joint", "a joint of the arm", "0.77 rad"),
        ("left_shoulder_lift_joint", "a joint of the arm", "0.77 rad"),
        ("arm_lift_joint", "a joint of the arm", "0.77 m"),
        ("elbow", "a joint of the arm", "0.77 rad"),
    ],
)
def test_joints_are_named_as_people_do_with_their_unit(name, words, off):
    assert joint(name) == words and off_by(name, -0.7725) == off


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("arm_7_link", "table_2/top", "the wrist would touch table 2"),
        ("fridge_1/door", "gripper_link", "the hand would touch the door of fridge 1"),
        ("drawer_1/top", "remote_1", "remote 1 would touch drawer 1"),
        ("arm_2_link", "torso_lift_link", "the shoulder would touch the torso"),
    ],
)
def test_of_two_bodies_that_touch_the_robot_is_named_first(first, second, words):
    assert touching(first, second) == words
    assert touching(first, second, now=True) == words.replace("would touch", "touches")


@pytest.mark.parametrize(("node_id", "name"), [("fridge_1", "fridge 1"), ("right_tray", "the right tray")])
def test_a_thing_has_one_name_in_what_the_planner_and_the_executor_say(node_id, name):
    assert spoken(node_id) == named(node_id) == name


def test_what_others_say_is_told_without_the_softwares_names():
    assert plain("no way for the base to (-3.62, 0.36)") == "no way for the base to that place"
    assert plain("arm_5_joint is off, near cola_can_1") == "joint 5 of the arm is off, near cola can 1"
    of_one = "no image came on head_camera/rgb/image_raw, head_camera/depth/image_raw and head_camera/mask/image_raw"
    assert plain(of_one) == "no image came on the head camera"
    assert plain("the cup and the cup_1 and the cup_2") == "the cup and the cup 1 and the cup 2"
    told = plainly(Outcome(FailureCause.EXECUTION_FAILED, "head_controller/follow_joint_trajectory: gave up"))
    assert told.message == "the controller of the head: gave up" and "head_controller" in told.raw
    said = Outcome(FailureCause.EXECUTION_FAILED, "mug 1 fell")
    assert plainly(said) is said


def test_the_most_frequent_reason_comes_first_and_the_cause_stays_typed():
    reasons = Reasons()
    for x in (0.0, 1.0, 1.0):
        reasons.add(
            "reaching it",
            Outcome(FailureCause.UNREACHABLE, "no posture of the arm reaches it", "no ik"),
            Pose((x, 0, 0)),
        )
    touches = Outcome(FailureCause.IN_COLLISION, "the wrist touches table 2", "arm_7_link touches table_2/top")
    reasons.add(STANDING, touches)
    outcome = reasons.outcome("mug 1 cannot be reached")
    assert outcome.cause is FailureCause.UNREACHABLE and reasons.failed("reaching it") == 3
    assert outcome.message == (
        "mug 1 cannot be reached: no posture of the arm reaches it (at 2 places to stand), "
        "and where the robot would stand, the wrist touches table 2"
    )
    assert outcome.raw == "reaching it: no ik (3x); standing there: arm_7_link touches table_2/top (1x)"


def test_what_is_too_far_away_is_told_by_how_much_and_only_if_nothing_else_was_tried():
    reasons = Reasons()
    reasons.too_far(1.38, 1.07)
    reasons.too_far(1.62, 1.07)
    assert (
        reasons.outcome("mug 1 cannot be reached").message
        == "mug 1 cannot be reached: it is 0.31 m out of reach"
    )
    reasons.add(STRAIGHT, Outcome(FailureCause.UNREACHABLE, "the hand cannot go all the way in a straight line"))
    assert "out of reach" not in reasons.outcome("x").message


@pytest.mark.parametrize(
    ("why", "words"),
    [
        (
            NoPlace("armchair_1", 0.31),
            "it is 0.31 m out of reach from every free place to stand; armchair 1 blocks the nearest",
        ),
        (NoPlace(A_WALL), "there is no free place to stand; a wall blocks the nearest"),
        (NoPlace("", 0.1), "it is 0.10 m out of reach from every free place to stand"),
        (NoPlace(), "there is no free place to stand"),
    ],
)
def test_why_there_is_no_place_to_stand_is_a_clause(why, words):
    assert why.of("it") == words


def test_how_far_out_of_reach_a_thing_is_is_told_to_the_centimetre(robot):
    sofa = {"sofa_1": [Box(Pose((0.0, 0.0, 0.3)), (3.0, 3.0, 0.6))]}
    ground = Ground(tuple(sofa["sofa_1"]))
    spots = [(0.6, 0.0), (0.0, 0.8)]
    why = why_no_place((0.0, 0.0, 0.7), spots, Pose((3.0, 0.0, 0.0)), ground, sofa, 0.28, robot)
    assert why == NoPlace("sofa_1", pytest.approx(1.5 + 0.28 - 1.07, abs=0.011))


def test_where_a_free_place_is_within_reach_no_distance_is_told(robot):
    sofa = {"sofa_1": [Box(Pose((0.6, 0.0, 0.3)), (0.4, 0.4, 0.6))]}
    why = why_no_place((0.0, 0.0, 0.7), [(0.6, 0.0)], Pose(), Ground(tuple(sofa["sofa_1"])), sofa, 0.28, robot)
    assert why == NoPlace("sofa_1")


@pytest.fixture
def fenced(world):
    """Puts the plant, so many metres wide, in the middle of the table, so that nobody gets near it."""

    def fence(width_m: float) -> SkillContext:
        table, plant = world.graph["table_1"], world.graph["plant_1"]
        x, y, _ = table.pose.position
        model = replace(
            plant.model,
            parts=(replace(plant.model.parts[0], pose=Pose((0.0, 0.0, 0.3)), size=(width_m, width_m, 0.6)),),
        )
        moved = replace(plant, pose=Pose((x, y, 0.0)), size=(width_m, width_m, 0.6), model=model)
        world.graph = world.graph.changed(put=[moved])
        return world

    return fence


def test_what_blocks_the_nearest_place_and_how_far_the_nearest_free_one_is_are_told(make_task, world, fenced):
    fenced(3.2)
    task = make_task()
    context = SkillContext(task.ports, task.memory, task.token)
    outcome = nowhere_to_stand(context, furniture(world.graph["table_1"]))
    assert outcome.cause is FailureCause.NAVIGATION_FAILED
    found = re.fullmatch(
        r"table 1 is (\d\.\d\d) m out of reach from every free place to stand; plant 1 blocks the nearest",
        outcome.message,
    )
    assert found is not None and 0.0 < float(found.group(1)) < 2.0, outcome.message
    call, reasons = SkillCall("pick_up", ("can_1", "table_1")), Reasons()
    reasons.too_far(2.0, 1.07)
    told = why_not(context, call, reasons, "can 1 cannot be reached")
    assert told.cause is FailureCause.UNREACHABLE and told.message.startswith("can 1 cannot be reached: it is ")
    assert "plant 1 blocks the nearest" in told.message and is_plain(told.message)


def test_a_failure_that_names_nothing_says_what_was_being_done():
    call = SkillCall("pick_up", ("can_1", "table_1"))
    told = naming(call, Outcome(FailureCause.EXECUTION_FAILED, "the arm did not finish its motion", "raw"))
    assert told == Outcome(
        FailureCause.EXECUTION_FAILED, "I could not pick up can 1 from table 1: the arm did not finish its motion"
    )
    assert told.raw == "raw"
    for said in (
        Outcome(FailureCause.UNREACHABLE, "can 1 is away"),
        Outcome(FailureCause.STOPPED, "it was stopped"),
    ):
        assert naming(call, said) is said


def _run(make_task, world, ports) -> list[Outcome]:
    """How each step ended that failed, while the ports of the world answer as scripted."""
    for name, answer in ports.items():
        setattr(world, name, answer)
    task = make_task(BRING, Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can"))
    steps: list[Outcome] = []
    task.listener.step_done = lambda call, outcome, rung: steps.append(outcome)
    steps.append(run_instruction(task))
    return [step for step in steps if not step.ok]


def _refused(cause: FailureCause, message: str, raw: str = ""):
    return lambda *_, **__: MotionResult(Outcome(cause, message, raw))


def _fails(cause: FailureCause, message: str):
    return lambda *_, **__: Outcome(cause, message)


C = FailureCause
SCRIPTS = {
    C.NAVIGATION_FAILED: {"drive_to": _fails(C.NAVIGATION_FAILED, "no way for the base to (-3.62, 0.36)")},
    C.UNREACHABLE: {"unreachable": lambda target: target.position[0] < -0.2},
    C.IN_COLLISION: {
        "plan": _refused(C.IN_COLLISION, "the wrist touches table 1", "arm_7_link touches table_1/top")
    },
    C.MOTION_PLANNING_FAILED: {"plan": _refused(C.MOTION_PLANNING_FAILED, "no motion was found within the time")},
    C.EXECUTION_FAILED: {"execute": _fails(C.EXECUTION_FAILED, "arm_5_joint is off by 0.77")},
    C.WRONG_END_STATE: {"drive_to": _fails(C.WRONG_END_STATE, "the base is 0.40 m off its goal")},
    C.COMPONENT_LOST: {
        "drive_to": lambda *_: unanswered("the navigation", C.COMPONENT_LOST, "nobody serves navigate_to_pose")
    },
    C.TIMEOUT: {"drive_to": lambda *_: unanswered("the navigation", C.TIMEOUT, "navigate_to_pose did not answer")},
    C.INTERNAL_ERROR: {"drive_to": None},
}


@pytest.mark.parametrize("cause", SCRIPTS, ids=lambda cause: cause.name)
def test_what_the_ports_fail_with_ends_in_a_plain_sentence_about_the_thing(make_task, world, cause):
    steps = _run(make_task, world, SCRIPTS[cause])
    assert cause in {step.cause for step in steps}
    for step in steps:
        assert is_plain(step.message), step
        assert re.search(r"can 1|table 1|the navigation", step.message), step


def test_a_hand_that_closes_on_nothing_says_so_of_the_thing(make_task, world):
    first = _run(make_task, world, {"slippery": 99})[0]
    assert first.cause is FailureCause.GRASP_FAILED and "can 1" in first.message and is_plain(first.message)


def test_what_the_software_said_is_noted_once_for_each_failure(make_task, world):
    task = make_task(*[BRING] * 4, Outcome(FailureCause.UNSOLVABLE_PROVEN, "there is no other can"))
    noted = []
    task.listener.note = lambda event, **details: noted.append((event, details.get("raw", "")))
    world.execute = _fails(FailureCause.EXECUTION_FAILED, "arm_5_joint is off by 0.77")
    outcome = run_instruction(task)
    details = [raw for event, raw in noted if event == "in detail"]
    assert "joint 5 of the arm is off by 0.77" in outcome.message
    assert details and all("arm_5_joint" in raw for raw in details)
    assert len(details) == len([step for step in task.listener.steps if step[1] is FailureCause.EXECUTION_FAILED])


@pytest.mark.parametrize(
    "cause", [C.TIMEOUT, C.COMPONENT_LOST, C.PRECONDITION_FAILED, C.CANCELED, C.INTERNAL_ERROR], ids=lambda c: c.name
)
def test_a_call_that_is_not_answered_tells_who_did_not_and_keeps_the_rest(cause):
    outcome = unanswered("the motion planner", cause, "/compute_ik did not answer within 10 s")
    assert outcome.cause is cause and outcome.message.startswith("the motion planner ") and is_plain(outcome.message)
    assert outcome.raw == "/compute_ik did not answer within 10 s"


@pytest.mark.parametrize("cause", [C.PRECONDITION_FAILED, C.EXECUTION_FAILED], ids=lambda c: c.name)
def test_who_refuses_is_not_said_to_be_silent(cause):
    outcome = unanswered("the arm", cause, "execute_trajectory rejected the goal")
    assert outcome == Outcome(cause, "the arm refused what it was asked for")
    assert outcome.raw == "execute_trajectory rejected the goal"


@pytest.mark.parametrize("cause", [FailureCause.COMPONENT_LOST, FailureCause.STALE_GRAPH], ids=lambda c: c.name)
def test_what_is_lost_while_a_skill_runs_is_told_plainly(cause):
    def work() -> SkillResult:
        raise CausedError(cause, "no joint state of arm_1_joint; reported joints: none yet")

    outcome = guarded(work).outcome
    assert outcome.cause is cause and is_plain(outcome.message) and "arm_1_joint" in outcome.raw


def test_an_error_of_no_known_cause_while_a_skill_runs_is_a_loss():
    def work() -> SkillResult:
        raise MakedoError("no transform from map to base_footprint")

    outcome = guarded(work).outcome
    assert outcome.cause is FailureCause.COMPONENT_LOST and outcome.raw == "no transform from map to base_footprint"


def _literal(node: ast.expr | None) -> str:
    """A text of the source with something in place of each value; empty: it is made elsewhere."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(p.value if isinstance(p, ast.Constant) else "mug 1" for p in node.values)
    return ""


def _messages() -> list[tuple[str, str, str]]:
    """File, cause and text of every outcome that the executor's source makes with a cause and words of its own."""
    found = []
    for file in sorted(Path(executor_node.__file__).parent.rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for scope in [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.Module)]:
            inner = list(ast.walk(scope)) if isinstance(scope, ast.FunctionDef) else list(_top_level(scope))
            assigned: dict[str, list[str]] = {}
            for node in inner:
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    assigned.setdefault(node.targets[0].id, []).append(_literal(node.value))
            for node in inner:
                if not isinstance(node, ast.Call) or len(node.args) < 2 or not _makes_outcome(node.func):
                    continue
                cause, said = node.args[0], node.args[1]
                if isinstance(cause, ast.Attribute) and getattr(cause.value, "id", "") == "FailureCause":
                    texts = assigned.get(said.id, [""]) if isinstance(said, ast.Name) else [_literal(said)]
                    found += [(file.name, cause.attr, text) for text in texts]
    return sorted(set(found))


def _top_level(module: ast.Module) -> Iterator[ast.AST]:
    for node in module.body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from ast.walk(node)


def _makes_outcome(func: ast.expr) -> bool:
    return isinstance(func, ast.Name) and func.id in ("Outcome", "failed")


MESSAGES = _messages()


@pytest.mark.parametrize(("file", "cause", "text"), [m for m in MESSAGES if m[2]])
def test_every_text_that_the_executor_has_for_a_cause_is_plain(file, cause, text):
    assert is_plain(text), f"{file}: {cause}: {text}"


def test_every_cause_that_the_executor_names_has_a_text_of_its_own():
    named = {cause for _, cause, _ in MESSAGES}
    elsewhere = {"STOPPED", "PAUSED", "DANGEROUS"}  # said by the operator, the hold, and the judgement of danger
    worded = {cause for _, cause, text in MESSAGES if text} | elsewhere
    assert named <= worded, named - worded
    assert {"NAVIGATION_FAILED", "UNREACHABLE", "JOINT_STUCK", "NOT_TAKEN", "WAY_BLOCKED", "NO_FREE_SPACE"} <= named
