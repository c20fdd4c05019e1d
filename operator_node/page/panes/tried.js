// SPDX-License-Identifier: Apache-2.0
// What was done in this run, and what was tried after each failure.

import { clock, el, fill, lasted } from "../core/dom.js";
import { sentence } from "../core/words.js";

export function mount(element, page) {
  page.live.on("tried", (tried) => fill(element, tried.length ? table(tried) : nothing()));
  if (!page.live.newest("tried")) fill(element, nothing());
}

function nothing() {
  return el("p", { class: "empty" }, "Nothing has been done yet.");
}

function table(tried) {
  const rows = [...tried].reverse().map((done) =>
    el(
      "tr",
      { "data-ok": done.outcome.ok },
      el("td", { class: "dim" }, clock(done.ended)),
      el("td", {}, sentence(done.text), done.attempt > 1 && el("span", { class: "dim" }, ` (try ${done.attempt})`)),
      el("td", {}, result(done)),
      el("td", { class: "dim num" }, lasted(done.took_s)),
    ),
  );
  return el("table", { class: "tried" }, el("tbody", {}, rows));
}

function result({ outcome, then }) {
  if (outcome.ok) return "done";
  const why = outcome.message || outcome.cause;
  return [el("span", { class: "bad" }, why), then ? `, then: ${then}` : ""];
}
