// SPDX-License-Identifier: Apache-2.0
// The queue: instructions that wait for their turn or their time, and who has the robot.

import { button, counted, el, fill } from "../core/dom.js";

export function mount(element, page) {
  const form = adding(page);
  const state = el("div", { class: "queue-state" });
  const list = el("div");
  element.append(form, state, list);
  let control = { handed_over: false };
  let queue = { entries: [], paused: false, reason: "", problem: "" };
  const draw = () => {
    fill(state, about(queue, page), handing(control, page));
    fill(list, queue.entries.length ? table(queue, page) : el("p", { class: "empty" }, "Nothing waits."));
  };
  page.live.on("queue", (newest) => {
    queue = newest;
    draw();
  });
  page.live.on("robot-control", (newest) => {
    control = newest;
    draw();
  });
  draw();
}

function adding(page) {
  const what = el("input", { type: "text", maxlength: "2000", "aria-label": "Instruction for the queue", placeholder: "at 18:00 set the table" });
  const when = el("input", { type: "text", maxlength: "200", size: "14", "aria-label": "Its time", placeholder: "time, if any" });
  const add = async (event) => {
    event.preventDefault();
    if (!what.value.trim()) return;
    const reply = await page.ask("queue_add", { instruction: what.value, when: when.value });
    if (!reply.ok) return;
    what.value = when.value = "";
    page.notice(reply.said, "");
  };
  return el("form", { class: "queue-add", onsubmit: add }, what, when, el("button", { type: "submit" }, "Queue"));
}

function about({ entries, paused, reason, problem }, page) {
  const waiting = entries.filter((entry) => entry.state === "waits").length;
  const change = paused ? "resume" : "pause";
  return [
    problem && el("p", { class: "bad" }, problem),
    el("p", {}, counted(waiting, "instruction"), " waiting", reason && `; ${paused ? "paused" : "held"}: ${reason}`),
    button(paused ? "Go on with the queue" : "Pause the queue", () => page.ask("queue_change", { change }), { key: "queue-motion" }),
  ];
}

function handing({ handed_over: away, person, reason }, page) {
  if (!away) return button("Hand the robot over", () => told(page, "hand_over", {}), { key: "handover" });
  const who = `${person || "A person"} has the robot${reason ? `: ${reason}` : ""}. Makedo keeps still.`;
  return [el("p", { role: "status" }, who), button("Take it back", () => told(page, "take_back"), { kind: "go", key: "handover" })];
}

async function told(page, what, fields) {
  const reply = await page.ask(what, fields);
  if (reply.ok) page.notice(reply.said, what === "hand_over" ? "stopped" : "");
}

function table({ entries }, page) {
  const waiting = entries.filter((entry) => entry.state === "waits");
  const rows = entries.map((entry) => {
    const at = waiting.indexOf(entry) + 1;
    const number = entry.number;
    const change = (fields) => () => page.ask("queue_change", { number, ...fields });
    const move = (place, text, sign) =>
      button(sign, change({ change: "move", place }), {
        "aria-label": `${text}: ${entry.instruction}`,
        "data-place": place,
        key: `${number}-${sign}`,
        disabled: at === 0 || place < 1 || place > waiting.length,
      });
    return el(
      "tr",
      { "data-state": entry.state },
      el("td", { class: "dim num" }, number),
      el("td", {}, entry.instruction, entry.when && el("span", { class: "dim" }, ` ${entry.when}`)),
      el("td", {}, entry.state, entry.said && el("span", { class: "dim" }, ` ${entry.said}`)),
      el(
        "td",
        {},
        at > 0 && [move(at - 1, "Earlier", "↑"), move(at + 1, "Later", "↓")],
        entry.state === "missed" &&
          button("Now", change({ change: "retime", when: "now" }), { key: `${number}-now`, "aria-label": `Begin now: ${entry.instruction}` }),
        entry.state !== "is carried out" &&
          button("Remove", change({ change: "remove" }), { key: `${number}-remove`, "aria-label": `Remove: ${entry.instruction}` }),
      ),
    );
  });
  return el("table", { class: "tried" }, el("tbody", {}, rows));
}
