// SPDX-License-Identifier: Apache-2.0
// The plan: how far it is, what the dry run says of each step and why, how long each took.

import { counted, el, fill, head, lasted } from "../core/dom.js";
import { sentence } from "../core/words.js";

const LIGHTS = {
  green: "green: tried out without moving",
  yellow: "yellow: cannot be known yet",
  red: "red: no way was found",
};
const MARKS = { waits: "", now: "▸", done: "✓", ended: "✕" };
const opened = new Set(); // steps whose reason is shown, while the plan is drawn anew
const STATES = { waits: "to do", now: "now", done: "done", ended: "ended" };

export function mount(element, page) {
  const tally = el("span", { class: "dim" });
  const body = el("div", { class: "scrolls", tabindex: "0", role: "region", "aria-labelledby": "plan-title" });
  element.append(head("plan", "Plan", tally), body);
  let current = -1;

  page.live.on("plan", (plan) => {
    fill(tally, plan ? `${plan.done} of ${counted(plan.steps.length, "step")}` : "");
    fill(body, plan ? steps(plan) : el("p", { class: "empty" }, "There is no plan yet."));
    const now = plan ? plan.steps.findIndex((step) => step.state === "now") : -1;
    if (now !== current && now >= 0) body.querySelector('[data-state="now"]')?.scrollIntoView({ block: "nearest" });
    current = now;
  });
}

function steps(plan) {
  return el("ol", { class: "steps" }, plan.steps.map((step, i) => oneStep(step, i + 1)));
}

function oneStep(step, number) {
  const note = step.reason && step.light !== "green" ? el("p", { class: "reason" }, sentence(step.reason)) : null;
  const tries = step.tries > 1 ? `${step.tries} tries` : "";
  const took = step.took_s === null ? "" : lasted(step.took_s);
  return el(
    "li",
    { "data-state": step.state, "aria-current": step.state === "now" ? "step" : null },
    el("span", { class: "mark", "aria-label": STATES[step.state], role: "img" }, MARKS[step.state] || String(number)),
    el("div", { class: "what" }, el("p", {}, sentence(step.text)), note, why(step, number)),
    el("span", { class: "took" }, [tries, took].filter(Boolean).join(", ")),
    light(step),
  );
}

// Why it is there: what it serves, and what it rests on.
function why(step, number) {
  if (!step.why) return null;
  const told = el("details", { class: "why", open: opened.has(number), ontoggle: () => remember(number, told.open) });
  told.append(el("summary", { "data-key": `why-${number}` }, "why?"), el("p", {}, step.why));
  return told;
}

function remember(number, isOpen) {
  if (isOpen) opened.add(number);
  else opened.delete(number);
}

function light(step) {
  if (!step.light) return el("span", { class: "light none" });
  const words = LIGHTS[step.light] + (step.reason ? `: ${step.reason}` : "");
  return el("span", { class: `light ${step.light}`, role: "img", "aria-label": words, title: words });
}
