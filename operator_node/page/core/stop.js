// SPDX-License-Identifier: Apache-2.0
// STOP: a button that is always there, Escape, and Space outside of text fields. It goes two ways at once, and asks
// nobody. A button is pressed by Enter, so that Space means one thing.

import { el } from "./dom.js";

const SECOND_WAY_MS = 400;

const TYPING = "input, textarea, select, [contenteditable]";

export function mountStop(element, page) {
  const stopButton = el(
    "button",
    { type: "button", class: "stop", id: "stop", onclick: () => stop(page), "aria-keyshortcuts": "Escape Space" },
    el("span", {}, "STOP"),
    el("kbd", { "aria-hidden": "true" }, "Esc"),
  );
  element.append(stopButton);
  window.addEventListener(
    "keydown",
    (event) => {
      const isSpace = event.key === " " && !event.target.closest?.(TYPING);
      if (event.key !== "Escape" && !isSpace) return;
      event.preventDefault();
      event.stopPropagation();
      if (!event.repeat) stop(page);
    },
    true,
  );
}

/** Stop the robot; the notice says what became of it. */
export async function stop(page) {
  page.notice("Stopping …", "stop");
  const sent = sentOn(page);
  const byConnection = page.live.ask("stop");
  const arrived = await Promise.race([byConnection.then(({ ok }) => ok), sent, wait(SECOND_WAY_MS)]);
  let reply = arrived ? await byConnection : null;
  if (!reply?.ok) reply = await firstGood(byConnection, byRequest());
  page.notice(reply.said, reply.ok ? "stopped" : "danger");
}

/** True as soon as the robot's machine says that it sent a stop on; how the robot came to stand is known later. */
function sentOn(page) {
  const before = page.live.newest("still")?.at;
  return new Promise((resolve) => {
    const end = page.live.on("still", (still) => {
      if (!still || still.at === before) return;
      resolve(true);
      setTimeout(end);
    });
    setTimeout(() => end(), 10 * SECOND_WAY_MS);
  });
}

async function byRequest() {
  try {
    const answer = await fetch("/stop", { method: "POST", keepalive: true });
    return await answer.json();
  } catch {
    const said = "The stop did not reach the robot's machine. Use the robot's own emergency stop.";
    return { ok: false, said };
  }
}

/** The first answer that is a yes, else the last one. */
async function firstGood(...answers) {
  const good = answers.map(async (answer) => {
    const reply = await answer;
    if (!reply.ok) throw new Error(reply.said);
    return reply;
  });
  try {
    return await Promise.any(good);
  } catch {
    return (await Promise.all(answers)).at(-1);
  }
}

function wait(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms, null));
}
