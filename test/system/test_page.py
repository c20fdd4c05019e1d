# SPDX-License-Identifier: Apache-2.0
"""The operator's page on the running simulation.

An errand by typing with another substitute, STOP in mid-motion, a correction, a replay; a page that was killed.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from std_srvs.srv import Trigger
from system import HANGS_S, System

from makedo_cli.commands.operating.page import TO_OPERATE, TO_WATCH
from support.browser import Window, browser, browser_path

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [
    pytest.mark.system,
    pytest.mark.timeout(HANGS_S),
    pytest.mark.skipif(browser_path() is None, reason="no browser; Debian's package is chromium"),
]
INSTRUCTION = "Bring 4 kid snacks to table_2"
LONG_S = 240.0  # [s, wall]
TRIES = 6
STOPPED_S = 0.25  # on the robot's clock
SLOWLY = 0.06  # slower, and the robot is not known to stand within the wait for it
PARAMETERS = """
/**: {ros__parameters: {approval_above_cost: 0.5, approval_timeout_s: 600.0}}
simulation: {ros__parameters: {joint_state_rate: 50.0}}
"""  # joints as often as a TIAGo's
AT_WORK = '#now[data-doing="executing"]'


def free_port() -> int:
    """One that is free now; a page that comes back takes the same."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


@pytest.fixture(scope="module")
def system(tmp_path_factory, shared_ros_domain_id):
    folder = tmp_path_factory.mktemp("page")
    params = folder / "params.yaml"
    params.write_text(PARAMETERS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_DOMAIN_ID", str(shared_ros_domain_id))
        patch.setenv("XDG_STATE_HOME", str(folder))
        running = System(
            folder, seed="1", detector="simulation", real_time_factor="1", page="true", page_port=str(free_port()),
            params_file=str(params),
        )  # fmt: skip
    try:
        running.wait_ready()
        yield running
    finally:
        running.close()


@pytest.fixture(scope="module")
def chromium():
    with browser() as started:
        yield started


def link(system: System, service: str = TO_OPERATE) -> str:
    answer = system.call(Trigger, service)
    assert answer.success
    return str(answer.message)


def insist(act: Callable[[], None], shown: Locator) -> None:
    """Do something until what comes of it is shown: on a busy machine the page may lose its connection meanwhile."""
    from playwright.sync_api import TimeoutError

    for _ in range(TRIES - 1):
        act()
        try:
            return shown.wait_for(timeout=1000 * LONG_S / TRIES)
        except TimeoutError:
            continue
    act()
    return shown.wait_for()


def give(page: Page, instruction: str, shown: str) -> None:
    """Type an instruction and give it."""

    def act() -> None:
        page.fill("#instruction", instruction)
        page.press("#instruction", "Enter")

    insist(act, page.locator(shown, has_text=instruction))


@pytest.fixture
def window(system, chromium):
    opened = Window(chromium, link(system))
    opened.page.set_default_timeout(1000 * LONG_S)
    yield opened
    opened.picture("sim_end")
    opened.close()
    assert opened.complaints == []


def test_an_errand_is_typed_approved_watched_stopped_and_given_again(system, window):
    page = window.page
    window.see("#contract", "Ten to try")
    page.fill("#instruction", INSTRUCTION)
    window.see("#contract", "cola can")
    window.picture("sim_typing")
    page.click("#contract details.instead summary")
    page.click('#contract [data-choice*="juice_carton_1"]')
    page.locator("#contract ins", has_text="juice carton").wait_for()
    window.picture("sim_exchanged")
    assert not system.motion.moving(0.0)  # nothing moves for what is only typed
    waits = page.locator('#now[data-doing="waiting for approval"]')
    insist(lambda: page.press("#instruction", "Enter"), waits)
    assert "juice carton" in window.text("#contract") and "cola can 1 are" not in window.text("#contract")
    window.picture("sim_approval")
    insist(lambda: page.click("#now button:has-text('Approve')"), page.locator(AT_WORK))
    system.wait_moving()
    window.picture("sim_at_work")
    system.set_speed(SLOWLY)  # so that what a message takes on a busy machine is little on the robot's clock
    system.wait_moving()
    page.keyboard.press("Escape")
    stood = page.locator("#notice", has_text="Everything stood still after").first.inner_text()
    page.locator('#now[data-doing="finished"]', has_text="Stopped").wait_for()
    system.set_speed(1.0)
    window.picture("sim_stopped")
    assert float(stood.partition("after ")[2].partition(" s")[0]) < STOPPED_S
    give(page, "go to table_1", "#now")
    page.locator('#now[data-ok="true"]', has_text="Done").wait_for()
    window.see("#now .message", "table 1")  # what came of it
    give(page, "is the fridge open", "#now")
    page.locator('#now[data-ok="true"]', has_text="Answer").wait_for()
    window.see("#now .message", "fridge 1 is closed")
    assert window.misfits() == []


def test_what_a_person_puts_right_is_in_the_next_plan(window):
    page = window.page
    page.fill("#instruction", "Bring the lemon to table_2")
    window.see("#contract", "no lemon")
    page.select_option("#home select", "orange_1")
    page.get_by_role("button", name="Correct").click()
    page.fill(".correct input[name=what]", "lemon")
    told = page.locator(".card", has_text="It was taken for orange")

    def put_right() -> None:
        if (button := page.get_by_role("button", name="Put right")).is_visible():
            button.click()
        else:  # it is, and the answer that says so was lost
            page.select_option("#home select", "lemon_1")

    insist(put_right, told)
    window.see("#contract", "Lemon 1 is on table 2")  # nobody has typed anew
    window.picture("sim_corrected")
    page.fill("#instruction", "")


def test_a_past_run_is_replayed_with_what_was_said_and_done(window):
    page = window.page
    page.click("#tab-runs")
    page.locator(".run", has_text=INSTRUCTION).first.click()
    replay = page.locator(".replay")
    replay.get_by_role("heading").wait_for()
    assert INSTRUCTION in replay.get_by_role("heading").inner_text()
    replay.locator(".map-robot").wait_for()
    replay.get_by_text("graph: revision").wait_for()
    assert replay.get_by_role("group", name="Steps").get_by_role("button").count() > 0
    window.picture("sim_replay")
    replay.get_by_role("button", name="Close").click()
    assert replay.count() == 0


def test_a_page_that_is_killed_comes_back_with_the_right_state_and_the_errand_goes_on(system, window):
    page = window.page
    give(page, "go to table_3", AT_WORK)
    system.wait_moving()
    system.kill("operator")
    window.see("#notice", "The robot goes on with “go to table_3” by itself.")
    window.picture("sim_lost")
    window.see("#connection", "Connected")
    assert "No connection" not in window.text("body")
    window.see("#now", "go to table_3")
    window.see("#control", "You have control")
    page.locator('#now[data-ok="true"]', has_text="Done").wait_for()
    assert "operator" not in system.deaths


def test_whoever_watches_may_stop_and_no_more(system, chromium):
    address = link(system, TO_WATCH)
    assert "/enter#" in address
    page = chromium.new_context().new_page()
    page.set_default_timeout(1000 * LONG_S)
    page.goto(address)
    page.click("#enter")
    page.locator("#connection", has_text="Connected").wait_for()
    page.locator("#control", has_text="Watching").wait_for()
    insist(lambda: page.click("#stop", no_wait_after=True), page.locator("#notice", has_text="Everything stood still"))
