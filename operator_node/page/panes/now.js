// SPDX-License-Identifier: Apache-2.0
// What the robot does now and what it waits for; approvals and questions are answered here.

import { button, clock, el, fill, head, lasted } from "../core/dom.js";
import { headline, sentence } from "../core/words.js";

export function mount(element, page) {
  const body = el("div", { class: "now", "aria-live": "polite" });
  const field = answerField(page);
  element.append(head("now", "Now"), body, field.element);
  let now = null;
  let plan = null;

  function draw() {
    if (!now) return;
    element.dataset.doing = now.doing;
    element.dataset.ok = now.outcome.ok;
    fill(body, el("p", { class: "headline" }, headline(now, plan)), detail(now), progress(now), actions(now, page));
    field.show(now.doing === "waiting for an answer" && now.question?.free);
  }

  page.live.on("now", (value) => {
    now = value;
    draw();
  });
  page.live.on("plan", (newest) => {
    plan = newest;
    draw();
  });
  setInterval(() => now?.until && draw(), 1000);
}

function detail(now) {
  const lines = [];
  if (now.instruction) lines.push(el("p", { class: "quote" }, `“${now.instruction}”`));
  const said = now.question ? now.question.text : now.message;
  const isNew = said && said !== now.current?.text && sentence(said) !== headline(now);
  if (isNew) lines.push(el("p", { class: "message", tabindex: said.length > 160 ? "0" : null }, sentence(said)));
  if (now.rung) lines.push(el("p", { class: "dim" }, `How it recovers: ${now.rung}`));
  if (now.doing === "idle") lines.push(el("p", { class: "dim" }, "Nothing is being carried out."));
  if (now.doing === "finished") lines.push(el("p", { class: "dim" }, `Ended at ${clock(now.since)}`));
  return lines;
}

function progress(now) {
  if (now.at_rest || !now.steps || !now.step) return null;
  return el(
    "div",
    { class: "progress" },
    el("progress", { max: now.steps, value: Math.max(0, now.step - 1), "aria-label": "steps done" }),
    el("span", { class: "dim" }, `Step ${now.step} of ${now.steps}`),
  );
}

function actions(now, page) {
  switch (now.doing) {
    case "waiting for approval":
      return [timeLeft(now), row(approval(page, now))];
    case "waiting for an answer":
      return [timeLeft(now), row(options(page, now.question))];
    default:
      return now.at_rest || now.doing === "stopping" ? null : row([button("Cancel the instruction", () => page.ask("cancel"), { kind: "quiet", key: "cancel" })]);
  }
}

function row(children) {
  return el("div", { class: "row" }, children);
}

function timeLeft(now) {
  if (!now.until) return null;
  const seconds = Math.max(0, now.until - Date.now() / 1000);
  return el("p", { class: "left-s" }, `${lasted(Math.ceil(seconds))} left; no answer is a no`);
}

function approval(page, now) {
  const yes = now.rung === "ask" ? "Try once more" : "Approve";
  const no = now.rung === "ask" ? "Give up" : "Deny";
  const say = (approved) => page.ask("approve", { approved, reason: "" });
  return [
    button(yes, () => say(true), { kind: "primary", key: "approve" }),
    button(no, () => say(false), { key: "deny" }),
  ];
}

function options(page, question) {
  const offered = question?.options ?? [];
  const answers = offered.map(({ name }) =>
    button(name.replaceAll("_", " "), () => answer(page, name), { key: `option-${name}` }),
  );
  return [...answers, button("Never mind", () => answer(page, "never mind"), { kind: "quiet", key: "never" })];
}

async function answer(page, words) {
  const reply = await page.ask("answer", { answer: words });
  if (reply.ok && reply.said) page.notice(reply.said);
}

// It stays while the pane is drawn anew, so that nothing that was typed is lost.
function answerField(page) {
  const input = el("input", { type: "text", maxlength: 500, "aria-label": "Your answer", placeholder: "or in your words" });
  const form = el("form", { class: "row", hidden: true }, input, el("button", { type: "submit" }, "Answer"));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!input.value.trim()) return;
    await answer(page, input.value.trim());
    input.value = "";
  });
  return { element: form, show: (shown) => (form.hidden = !shown) };
}
