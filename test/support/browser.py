# SPDX-License-Identifier: Apache-2.0
"""A real browser without a window, and what a page must be like in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.waiting import LIMIT_S

SIZES = {"desk": (1280, 800), "tablet": (820, 1180)}
NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")
_FITS = """() => {
  const wrong = [];
  const name = (e) => e.id || e.className || e.tagName;
  const box = (e) => e.getBoundingClientRect();
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) wrong.push(`the page is ${root.scrollWidth} wide`);
  if (root.scrollHeight > root.clientHeight) wrong.push(`the page is ${root.scrollHeight} high`);
  const panes = [...document.querySelectorAll(".pane, .bar")].filter((e) => e.offsetParent || e.matches(".bar"));
  for (const pane of panes) {
    const b = box(pane);
    const inside = b.left > -1 && b.top > -1 && b.right < innerWidth + 1 && b.bottom < innerHeight + 1;
    if (!inside) wrong.push(`${name(pane)} is cut`);
    const wide = pane.scrollWidth - pane.clientWidth, high = pane.scrollHeight - pane.clientHeight;
    if (wide > 1) wrong.push(`${name(pane)} holds ${wide} px more in width`);
    if (high > 1) wrong.push(`${name(pane)} holds ${high} px more in height`);
    for (const other of panes) {
      const o = box(other);
      const meet = b.left < o.right - 1 && o.left < b.right - 1 && b.top < o.bottom - 1 && o.top < b.bottom - 1;
      if (pane !== other && meet) wrong.push(`${name(pane)} overlaps ${name(other)}`);
    }
  }
  for (const tabs of document.querySelectorAll(".tabs")) {
    if (tabs.scrollWidth > tabs.clientWidth + 1) wrong.push("the tabs are cut");
  }
  const light = document.querySelector("#health-light");
  if (light && light.scrollWidth > light.clientWidth + 1) wrong.push("the health is cut");
  for (const form of document.querySelectorAll(".card form:not([hidden])")) {
    if (box(form).bottom > box(form.parentElement).bottom + 1) wrong.push("the form is cut");
  }
  for (const button of document.querySelectorAll("button")) {
    const cut = button.offsetParent && button.scrollWidth > button.clientWidth + 1;
    if (cut) wrong.push(`the button ${button.textContent} is cut`);
  }
  return wrong;
}"""


def browser_path() -> str | None:
    """A browser of this machine: MAKEDO_BROWSER, else one of NAMES; None: there is none."""
    return os.environ.get("MAKEDO_BROWSER") or next((p for name in NAMES if (p := shutil.which(name))), None)


@contextmanager
def browser() -> Iterator[Any]:
    """Chromium, driven by Playwright."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browser_path(), args=[*_ARGUMENTS])
        yield started
        started.close()


class Window:
    """A page in a browser at a size; notes what it complains of.

    Args:
        browser: runs.
        url: of the page.
        size: of SIZES.
        scheme: "light" or "dark".
        cookies: of a pass.
    """

    def __init__(self, browser: Any, url: str, size: str = "desk", scheme: str = "light") -> None:
        width, height = SIZES[size]
        self.context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * LIMIT_S)
        self.complaints: list[str] = []
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: (self.complaints.append(f"dialog {dialog.message}"), dialog.dismiss()))
        self.name = f"{size}_{scheme}"
        self.page.goto(url)
        self.see("#connection", "Connected")

    def close(self) -> None:
        self.context.close()

    def _on_console(self, message: Any) -> None:
        expected = "ERR_CONNECTION" in message.text or "WebSocket" in message.text  # tests end servers
        url = message.location.get("url", "")
        if message.type == "error" and not expected and "/vendor/" not in url:  # the home is flat without libraries
            self.complaints.append(f"{message.text} {url}")

    def see(self, where: str, text: str) -> None:
        """Wait until a text stands somewhere."""
        self.page.locator(where, has_text=text).first.wait_for()

    def text(self, where: str) -> str:
        return " ".join(self.page.inner_text(where).split())

    def misfits(self) -> list[str]:
        """What is cut, overlaps or does not fit."""
        found: list[str] = self.page.evaluate(_FITS)
        return found

    def barriers(self) -> list[str]:
        """What axe-core finds serious or worse; empty, too, where axe-core is not in the cache."""
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        axe = base / "makedo" / "axe-core" / "axe.min.js"
        if not axe.is_file():
            return []
        self.page.evaluate(axe.read_text())
        found = self.page.evaluate("() => axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{v['id']}: {v['nodes'][0]['html'][:160]} {v['nodes'][0].get('failureSummary', '')[:160]}"
            for v in found["violations"]
            if v["impact"] in ("serious", "critical")
        ]

    def picture(self, state: str) -> None:
        """Keep a picture where MAKEDO_PICTURES names a folder."""
        folder = os.environ.get("MAKEDO_PICTURES")
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=f"{folder}/{state}_{self.name}.png")
