// SPDX-License-Identifier: Apache-2.0
// How the robot is: a light in the bar, and a tab with each fault and what helps.

import { button, counted, el, fill } from "../core/dom.js";
import { sentence } from "../core/words.js";

const SILENT_S = 8;

/** The light in the bar; pressing it opens the tab. */
export function mountLight(element, page) {
  function draw() {
    const health = page.live.newest("health");
    if (!health) return fill(element);
    const silent = Date.now() / 1000 - health.heard > SILENT_S;
    const level = silent ? "warning" : worst(health.counts);
    fill(
      element,
      button(said(health, silent), () => page.emit("open-tab", "health"), { kind: "quiet health-light", key: "light", "data-level": level }),
      health.battery !== null && el("span", { class: "dim" }, `Battery ${Math.round(health.battery * 100)} %`),
    );
  }
  page.live.on("health", draw);
  setInterval(draw, 2000);
}

function worst(counts) {
  if (counts.fault) return "fault";
  return counts.warning ? "warning" : "ok";
}

function said({ counts }, silent) {
  if (silent) return "Health not heard of";
  const words = [counts.fault && counted(counts.fault, "fault"), counts.warning && counted(counts.warning, "warning")];
  return words.filter(Boolean).join(", ") || "All is well";
}

export function mount(element, page) {
  const list = el("div");
  element.append(list);
  page.live.on("health", ({ items }) => fill(list, items.length ? rows(items) : nothing()));
  if (!page.live.newest("health")) fill(list, nothing());
}

function nothing() {
  return el("p", { class: "empty" }, "Nothing was heard of the robot's health yet.");
}

function rows(items) {
  return el(
    "table",
    { class: "health" },
    el(
      "tbody",
      {},
      items.map((item) =>
        el(
          "tr",
          { "data-level": item.level },
          el("td", {}, el("span", { class: "level", "data-level": item.level }, item.level)),
          el("td", {}, item.subject),
          el("td", {}, sentence(item.found), item.remedy && el("p", { class: "dim" }, `What helps: ${item.remedy}`)),
        ),
      ),
    ),
  );
}
