# SPDX-License-Identifier: Apache-2.0
"""The page in a real browser: what an operator sees and presses in each state, at a desk and on a tablet."""

from __future__ import annotations

import asyncio
import threading
import time
from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest

from makedo_core.contract.choice import ChoiceKind, OperatorChoice
from makedo_core.contract.contract import Contract, ContractPart, GoalAlternative
from makedo_core.conversation.question import OpenQuestion, Option, QuestionKind
from makedo_core.failure import SUCCESS, FailureCause, Outcome
from makedo_core.goals.goal import AllOf
from makedo_core.plan import Light, Plan, PlannedCall, Relaxation, RelaxationKind
from makedo_core.record.skill_outcome import SkillOutcome
from makedo_core.record.tree_view import BehaviourProgress, TreeNode
from makedo_core.skills import SkillCall
from operator_node.panes.ports import Preview
from operator_node.state.doing import Doing, ExecutorSaid
from support.browser import SIZES, Window, browser, browser_path
from support.page_server import ServedPage
from support.waiting import until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(browser_path() is None, reason="no browser; Debian's package is chromium"),
]

INSTRUCTION = "Bring 4 kid snacks to table_2"
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"
CALLS = tuple(
    SkillCall(skill, arguments)
    for skill, arguments in [
        ("go_to", ("table_1",)),
        *[
            call
            for thing in ("cracker_box_1", "cookie_box_1", "granola_bar_1", "cola_can_1")
            for call in (
                ("pick_up", (thing, "table_1")),
                ("go_to", ("table_2",)),
                ("put_on", (thing, "table_2")),
                ("go_to", ("table_1",)),
            )
        ],
    ]
)
CHANGE = Relaxation(
    RelaxationKind.SUBSTITUTE,
    "one of 4 kid snacks",
    "a cola can (cola can 1)",
    ("only three of them can be had", "a cola can is the closest at hand: like a snack it is a treat"),
    1.0,
)
GOAL_TEXT = "cracker box 1, cookie box 1, granola bar 1 and cola can 1 are on table 2"


def plan(instruction: str = INSTRUCTION, calls=CALLS, changes=(CHANGE,)) -> Plan:
    return Plan(instruction, AllOf(()), calls, 7, changes)


def lights() -> list[PlannedCall]:
    said = [PlannedCall(call, Light.GREEN) for call in CALLS]
    said[5] = PlannedCall(CALLS[5], Light.YELLOW, "cookie box 1 has not been seen yet")
    said[-2] = PlannedCall(CALLS[-2], Light.RED, "no motion was found: the arm does not reach over the rim of table 2")
    return said


def done(step: int, outcome: Outcome = SUCCESS, attempt: int = 1, then: str = "") -> SkillOutcome:
    ended = datetime(2026, 5, 4, 14, 5, 10 + step, tzinfo=timezone.utc)
    began = ended - timedelta(seconds=8.4)
    times = (began, ended, 10.0 + step, 18.4 + step)
    number = step * 10 + attempt
    return SkillOutcome("run_1", number, INSTRUCTION, CALLS[step - 1], step, attempt, *times, outcome, then)


def at_work(served: ServedPage, doing: Doing = Doing.EXECUTING, **more) -> None:
    """In the sixth step of the errand, after a grasp that failed once."""
    served.task.on_plan(plan(), GOAL_TEXT, 0.0)
    served.task.on_lights(lights())
    for step in range(1, 6):
        if step == 2:
            failed = Outcome(FailureCause.GRASP_FAILED, "the fingers closed on nothing")
            served.task.on_tried(done(2, failed, 1, "retry"))
        served.task.on_tried(done(step, attempt=2 if step == 2 else 1))
    said = {"message": CALLS[5].describe(), **more}
    served.task.on_said(ExecutorSaid(doing, INSTRUCTION, CALLS[5], 6, len(CALLS), **said))
    served.task.on_tree(
        [TreeNode(INSTRUCTION, 0, BehaviourProgress.RUNNING), TreeNode("go to table 1", 1, BehaviourProgress.SUCCEEDED)]
    )


def waits_for_approval(served: ServedPage) -> None:
    served.task.on_patience(60.0)
    served.task.on_plan(plan(), GOAL_TEXT, 0.0)
    served.task.on_lights(lights())
    why = f"it would make do: {CHANGE} (cost 1.00, the limit is 0.50)"
    served.task.on_said(ExecutorSaid(Doing.WAITING_FOR_APPROVAL, INSTRUCTION, steps=len(CALLS), message=why))


def asks(served: ServedPage) -> None:
    options = tuple(Option(f"table_{n}", f"Bring the apple to table_{n}") for n in (1, 2, 3))
    question = OpenQuestion(QuestionKind.WHERE, "Where shall the apple go?", "Bring the apple {}", options)
    served.task.on_said(ExecutorSaid(Doing.WAITING_FOR_ANSWER, "Bring the apple", question=question))


def ended(served: ServedPage) -> None:
    at_work(served)
    why = Outcome(FailureCause.STOPPED, "it was stopped: Anna on the page")
    served.task.on_said(ExecutorSaid(Doing.FINISHED, INSTRUCTION, message=str(why), outcome=why))


STATES = {
    "idle": lambda served: served.task.on_said(ExecutorSaid(Doing.IDLE, message="ready")),
    "at_work": at_work,
    "recovering": lambda served: at_work(served, Doing.RECOVERING, rung="retry", message="another grasp"),
    "paused": lambda served: at_work(served, Doing.PAUSED, message="paused by the operator"),
    "approval": waits_for_approval,
    "question": asks,
    "ended": ended,
}


@pytest.fixture(scope="module")
def chromium():
    with browser() as started:
        yield started


@pytest.fixture
def home(tmp_path):
    things = tmp_path / "things.txt"
    things.write_text("\n".join(f"Bring the apple to table_{n}" for n in range(1, 11)))
    with ServedPage(tmp_path, things=things) as page:
        yield page


@pytest.fixture
def window(chromium, home):
    opened = Window(chromium, home.origin)
    yield opened
    opened.close()
    assert opened.complaints == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_in_every_state_everything_fits_and_nobody_is_kept_out(chromium, home, size, scheme):
    home.stack.found = Preview(SUCCESS, plan(), GOAL_TEXT, "You asked for 4 kid snacks. I make do with a cola can.")
    window = Window(chromium, home.origin, size, scheme)
    wrong: dict[str, list[str]] = {}
    for state, bring_about in STATES.items():
        bring_about(home)
        doing = home.board.value("now")["doing"]
        window.page.locator(f'#now[data-doing="{doing}"]').wait_for()
        window.picture(state)
        wrong[state] = window.misfits() + window.barriers()
    STATES["idle"](home)
    window.page.fill("#instruction", INSTRUCTION)
    window.see("#contract", "Not as asked")
    window.picture("typing")
    wrong["typing"] = window.misfits() + window.barriers()
    window.close()
    assert {state: found for state, found in wrong.items() if found} == {}
    assert window.complaints == []


def test_what_would_be_done_is_seen_before_anything_is_pressed(home, window):
    home.stack.found = Preview(SUCCESS, plan(), GOAL_TEXT, "You asked for 4 kid snacks.")
    window.page.fill("#instruction", INSTRUCTION)
    window.see("#contract", "Not as asked")
    shown = window.text("#contract")
    assert "Cracker box 1, cookie box 1, granola bar 1 and cola can 1 are on table 2" in shown
    assert "one of 4 kid snacks → a cola can (cola can 1)" in shown
    assert "17 steps, 1.00 away from what was asked" in shown
    assert set(home.stack.names()) == {"preview"}
    window.page.press("#instruction", "Enter")
    until(lambda: ("execute", INSTRUCTION) in home.stack.asked)
    window.see("#control", "You have control")
    assert window.page.input_value("#instruction") == ""
    window.page.press("#instruction", "ArrowUp")
    assert window.page.input_value("#instruction") == INSTRUCTION


def test_what_could_be_taken_instead_is_planned_with_at_a_click_and_is_what_is_done(home, window):
    choice = OperatorChoice(ChoiceKind.THING, 1, "cola_can_1", "juice_carton_1")
    others = tuple(
        GoalAlternative(replace(choice, taken=other), words, 1.0, "like a snack it is something to eat or drink")
        for other, words in [(f"apple_{n}", f"apple {n}") for n in range(1, 8)] + [("juice_carton_1", "juice carton 1")]
    )
    contract = Contract((ContractPart("4 kid snacks", alternatives=others),))
    home.stack.found = Preview(SUCCESS, replace(plan(), contract=contract), GOAL_TEXT, "You asked for 4 kid snacks.")
    window.page.fill("#instruction", INSTRUCTION)
    window.page.click("#contract details.instead summary")
    window.picture("instead")
    found = home.stack.found
    home.stack.found = Preview(Outcome(FailureCause.COMPONENT_LOST, "the planner does not answer"))
    window.page.press("#instruction", "Space")  # it is planned anew, and drawn anew: in between there is no plan
    window.see("#contract", "the planner does not answer")
    before, home.stack.found = len(home.stack.asked), found
    window.page.press("#instruction", "Space")
    until(lambda: len(home.stack.asked) > before)
    window.page.click('#contract [data-choice*="juice_carton_1"]')
    until(lambda: home.stack.chosen == (choice,), lambda: window.text("#contract"))
    window.page.get_by_role("button", name="Take my choices back").wait_for()
    window.page.press("#instruction", "Enter")
    until(lambda: ("execute", INSTRUCTION) in home.stack.asked)
    assert home.stack.chosen == (choice,)


def test_the_question_that_an_instruction_raises_is_answered_while_it_is_typed(home, window):
    options = (Option("table_2", "Bring the apple to table_2"),)
    question = OpenQuestion(QuestionKind.WHERE, "Where shall the apple go?", "Bring the apple {}", options)
    home.stack.found = Preview(Outcome(FailureCause.AMBIGUOUS, question.text), question=question)
    window.page.fill("#instruction", "Bring the apple")
    window.page.click("#contract button:has-text('table 2')")
    assert window.page.input_value("#instruction") == "Bring the apple to table_2"
    until(lambda: ("preview", "Bring the apple to table_2") in home.stack.asked)


def test_stop_by_button_by_escape_and_by_space_but_not_while_typing(home, window):
    at_work(home)
    for press in (
        lambda: window.page.click("#stop"),
        lambda: window.page.press("body", "Escape"),
        lambda: window.page.press("#plan .scrolls", " "),
        lambda: window.page.press("#instruction", "Escape"),
    ):
        before = len(home.stack.asked)
        press()
        window.see("#notice", "Everything stood still after 0.14 s. The last to rest: arm 7 joint.")
        until(lambda before=before: len(home.stack.asked) > before)
        window.page.click("#notice button")
    before = len(home.stack.asked)
    window.page.fill("#instruction", "")
    window.page.press("#instruction", " ")
    window.page.locator("#control button").focus()
    assert len(home.stack.asked) == before
    window.page.keyboard.press(" ")  # on a button it stops, too: a button is pressed by Enter
    until(lambda: len(home.stack.asked) > before)
    assert set(home.stack.names()) == {"stop"}


def test_what_passes_by_does_not_take_the_place_of_how_a_stop_ended(window):
    shown = window.page.evaluate(
        """async () => {
            const { mountNotice } = await import("/page/core/notice.js");
            const line = document.createElement("div");
            const notice = mountNotice(line, { live: { state: "connected", onState() {}, newest() {} } });
            notice("Everything stood still after 0.14 s.", "stopped");
            notice("The map is shown.");
            return [line.textContent, line.dataset.kind];
        }"""
    )
    assert shown == ["Everything stood still after 0.14 s.The map is shown.✕", "stopped"]


def test_pause_and_go_on(home, window):
    at_work(home)
    window.page.click("#motion button:has-text('Pause')")
    until(lambda: "pause" in home.stack.names())
    at_work(home, Doing.PAUSED, message="paused by the operator")
    window.page.click("#motion button:has-text('Go on')")
    until(lambda: "resume" in home.stack.names())


def test_an_approval_shows_the_time_that_is_left_and_is_given(home, window):
    waits_for_approval(home)
    window.see("#now", "left; no answer is a no")
    window.page.click("#now button:has-text('Approve')")
    until(lambda: ("approve", True) in home.stack.asked)
    window.page.click("#now button:has-text('Deny')")
    until(lambda: ("approve", False) in home.stack.asked)


def test_a_question_is_answered_by_a_button_and_in_ones_own_words(home, window):
    asks(home)
    window.page.click("#now button:has-text('table 3')")
    until(lambda: ("answer", "table_3") in home.stack.asked)
    window.page.fill("#now input", "the one by the window")
    window.page.press("#now input", "Enter")
    until(lambda: ("answer", "the one by the window") in home.stack.asked)


def test_the_plan_shows_progress_lights_with_reasons_and_what_was_tried(home, window):
    at_work(home)
    window.see("#plan", "5 of 17 steps")
    assert "Cookie box 1 has not been seen yet" in window.text("#plan")
    window.see('#plan li[aria-current="step"]', "ick up cookie box 1")
    assert "2 tries" in window.text("#plan li:nth-child(2)")
    window.see("#panel-tried", "the fingers closed on nothing, then: retry")
    assert window.page.locator("#panel-tree").is_hidden()
    window.page.click("#tab-tree")
    window.see("#panel-tree", "go to table 1")
    until(lambda: home.board.wanted("tree"))
    window.page.click("#tab-tried")
    until(lambda: not home.board.wanted("tree"))


def test_what_is_done_is_in_no_doubt_any_more(home, window):
    at_work(home)
    window.see("#plan li:nth-child(6)", "Cookie box 1 has not been seen yet")
    home.task.on_tried(done(6))
    said = ExecutorSaid(Doing.EXECUTING, INSTRUCTION, CALLS[6], 7, len(CALLS), message=CALLS[6].describe())
    home.task.on_said(said)
    window.see("#plan", "6 of 17 steps")
    assert "not been seen yet" not in window.text("#plan li:nth-child(6)")
    assert window.page.locator("#plan li:nth-child(6) .light.yellow").count() == 0


def test_what_was_not_known_yet_of_a_step_that_is_done_is_said_of_no_later_step(home, window):
    doubt = "cookie box 1 has not been seen yet"
    about = [n for n, call in enumerate(CALLS, start=1) if "cookie_box_1" in call.arguments]
    told = [PlannedCall(c, Light.YELLOW, doubt if n in about else "it is far") for n, c in enumerate(CALLS, start=1)]
    at_work(home)
    home.task.on_lights(told)
    later = f"#plan li:nth-child({about[-1]})"
    window.see(later, "Cookie box 1 has not been seen yet")
    home.task.on_tried(done(about[0]))
    said = ExecutorSaid(Doing.EXECUTING, INSTRUCTION, CALLS[6], 7, len(CALLS), message=CALLS[6].describe())
    home.task.on_said(said)
    window.see("#plan", "6 of 17 steps")
    assert len(about) > 1 and "not been seen yet" not in window.text(later)


@pytest.mark.parametrize(
    ("calls", "changes", "headline", "said"),
    [
        (CALLS, (), "Done", "the books are on shelf 1"),
        (CALLS, (CHANGE,), "Made do", GOAL_TEXT),
        ((), (), "Answer", "I know of vase 1 on table 2."),
    ],
)
def test_the_end_is_told_as_what_it_is_with_what_came_of_it(home, window, calls, changes, headline, said):
    home.task.on_plan(plan(calls=calls, changes=changes), said, 0.0)
    home.task.on_said(ExecutorSaid(Doing.FINISHED, INSTRUCTION, message=said))
    window.see("#now .headline", headline)
    window.see("#now .message", said[0].upper() + said[1:])
    home.task.on_said(ExecutorSaid(Doing.FINISHED, "stop", message="it stands still"))
    window.see("#now .headline", "Done")  # of which there was no plan


@pytest.mark.parametrize(
    ("cause", "headline"),
    [
        (FailureCause.NOT_UNDERSTOOD, "Not understood"),
        (FailureCause.STOPPED, "Stopped"),
        (FailureCause.CANCELED, "Cancelled"),
        (FailureCause.NOT_APPROVED, "Not approved"),
        (FailureCause.UNREACHABLE, "Not done"),
    ],
)
def test_an_end_that_was_not_reached_is_told_by_its_cause(home, window, cause, headline):
    home.task.on_said(ExecutorSaid(Doing.FINISHED, INSTRUCTION, outcome=Outcome(cause, "it is so")))
    window.see("#now .headline", headline)


def test_faults_come_with_what_helps(home, window):
    fault = {"area": "camera", "subject": "colour image", "found": "no image for 6 s", "remedy": "start the camera"}
    well = {"area": "nodes", "subject": "planner", "found": "active", "remedy": ""}
    home.health.on_health([{**fault, "level": "fault"}, {**well, "level": "ok"}], 0.63)
    window.see("#health-light", "1 fault")
    assert "Battery 63 %" in window.text("#health-light")
    window.page.click("#health-light button")
    window.see("#panel-health", "What helps: start the camera")
    assert window.misfits() + window.barriers() == []
    window.picture("health")
    home.health.on_health([{**well, "level": "ok"}], -1.0)
    window.see("#health-light", "All is well")


def test_text_from_the_scene_is_never_more_than_text(home, window):
    long = "x" * 10_000
    call = SkillCall("pick_up", (HOSTILE, long))
    home.task.on_plan(plan(HOSTILE, (call,)), HOSTILE + long, 0.0)
    home.task.on_said(ExecutorSaid(Doing.EXECUTING, HOSTILE + long, call, 1, 1, HOSTILE))
    window.see("#plan", HOSTILE.replace("_", " "))
    assert window.page.locator("img, main script").count() == 0
    assert [misfit for misfit in window.misfits() if "wide" in misfit or "overlaps" in misfit] == []
    window.page.click("#stop")
    until(lambda: "stop" in home.stack.names())


def test_a_lost_connection_is_told_within_two_seconds_and_mends_itself(chromium, tmp_path):
    with ServedPage(tmp_path) as first:
        at_work(first)
        window = Window(chromium, first.origin)
        window.see("#now", "Pick up")
        port = int(first.host.rpartition(":")[2])
    begun = time.monotonic()
    window.see("#notice", "The robot goes on with")
    assert time.monotonic() - begun < 2.0 or window.page.evaluate("() => performance.now()") < 2000  # [s]
    shown = window.text("#notice")
    assert f"“{INSTRUCTION}” by itself. When last heard it was to pick up cookie box 1" in shown
    window.page.click("#stop")
    window.see("#notice", "Use the robot's own emergency stop.")
    window.picture("lost")
    window.page.click("#tab-runs")  # what changes nothing is asked for again
    with ServedPage(tmp_path, port=port) as again:
        ended(again)
        window.see("#connection", "Connected")
        window.see("#now", "Stopped")
        window.see("#drawer", "There is no run yet.")
    window.close()


def test_a_server_that_is_slow_for_a_while_is_said_to_be_lost_and_its_answer_is_not(home, window, monkeypatch):
    sockets = []
    window.page.on("websocket", lambda socket: sockets.append(socket))
    preview = home.stack.preview

    async def slow(*asked, **more):
        time.sleep(2.5)  # the whole server is silent
        return await preview(*asked, **more)

    monkeypatch.setattr(home.stack, "preview", slow)
    window.page.fill("#instruction", INSTRUCTION)
    window.see("#connection", "No connection")
    window.see("#connection", "Connected")
    window.see("#contract", "understood in")
    assert sockets == []


def test_what_was_taken_while_the_connection_was_lost_does_not_stand_in_the_box_to_be_given_twice(chromium, tmp_path):
    with ServedPage(tmp_path) as first:
        begun = threading.Event()

        async def taken(*_, **__):
            begun.set()
            await asyncio.sleep(3600.0)

        first.stack.execute = taken
        window = Window(chromium, first.origin)
        window.page.fill("#instruction", INSTRUCTION)
        window.page.press("#instruction", "Enter")
        until(begun.is_set)
        port = int(first.host.rpartition(":")[2])
    window.see("#connection", "No connection")
    assert window.page.input_value("#instruction") == INSTRUCTION
    with ServedPage(tmp_path, port=port) as again:
        at_work(again)
        window.see("#connection", "Connected")
        window.see("#now", "Pick up")
        until(lambda: window.page.input_value("#instruction") == "")
    window.close()


def test_a_pass_is_taken_by_a_link_and_a_second_browser_gets_nothing(chromium, guarded):
    from operator_node.web.commands import PageRole

    link = guarded.server.link(PageRole.OPERATE)
    context = chromium.new_context()
    page = context.new_page()
    page.goto(link)
    page.click("#enter")
    page.locator("#connection", has_text="Connected").wait_for()
    assert page.url == f"{guarded.origin}/"
    assert page.evaluate("() => document.cookie") == ""  # no script reads it
    other = chromium.new_context().new_page()
    other.goto(guarded.origin)
    assert "needs a link of its own" in other.inner_text("body")
    other.goto(link)
    other.click("#enter")
    other.locator("#said", has_text="used already").wait_for()
    context.close()
