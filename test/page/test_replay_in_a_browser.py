# SPDX-License-Identifier: Apache-2.0
"""A past run on the page, in a browser."""

from __future__ import annotations

import shutil

import pytest

from support.page_server import ServedPage
from support.past_runs import a_run, recording

CHROMIUM = shutil.which("chromium")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="there is no chromium (Debian's package)"),
]


@pytest.fixture
def browser():
    """A browser without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


def test_a_run_is_chosen_scrubbed_compared_and_left(browser, tmp_path):
    first = a_run(tmp_path / "runs")
    a_run(tmp_path / "runs", "Put <img src=x onerror=alert(1)> away", slip=True)
    with ServedPage(tmp_path, runs=tmp_path / "runs") as served:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        faults, dialogs = [], []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page.goto(served.origin)
        page.get_by_role("tab", name="Past runs").click()
        page.locator(".run").first.click()
        replay = page.locator(".replay")
        replay.get_by_role("heading").wait_for()
        assert replay.get_by_role("heading").inner_text() == "Put <img src=x onerror=alert(1)> away"
        assert replay.get_by_role("group", name="Steps").get_by_role("button").count() == 3
        replay.locator(".map-robot").wait_for()  # it opens where the record of the robot begins
        scrubber = page.get_by_label("Time since the run began")
        scrubber.fill(scrubber.get_attribute("max"))
        replay.get_by_text("3 skill calls ended").wait_for()
        assert "it slipped" in replay.get_by_role("log").inner_text()
        assert replay.locator(".map-object").count() == 1 and replay.locator(".map-robot").count() == 1
        assert replay.locator(".replay-picture").get_attribute("src").endswith("/start_head.png")
        replay.get_by_label("Compare with").select_option(first.name)
        replay.get_by_text("they part after 0 like steps").wait_for()
        page.keyboard.press("Escape")  # is STOP here, too
        page.wait_for_function("document.querySelector('#notice:not([hidden])')")
        assert "stop" in served.stack.names() and replay.is_visible()
        replay.get_by_role("button", name="Close").click()
        assert replay.count() == 0 and dialogs == [] and faults == []


def test_a_run_in_progress_is_said_to_be_so_once(browser, tmp_path):
    going = recording(tmp_path / "runs", "Put the mug away")
    going.settle()
    with ServedPage(tmp_path, runs=tmp_path / "runs") as served:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(served.origin)
        page.get_by_role("tab", name="Past runs").click()
        page.locator(".run", has_text="in progress").wait_for()
        told = page.locator(".run .dim").inner_text()
        ok = page.locator(".run").get_attribute("data-ok")
    going.writer.close()
    assert told.split(" · ").count("in progress") == 1
    assert ok == ""  # neither well nor ended in vain
