// SPDX-License-Identifier: Apache-2.0
// Past runs: the list, newest first. One that is chosen is replayed over the home.

import { button, clock, el, fill, lasted } from "../core/dom.js";
import { openReplay } from "./replay.js";

export function mount(element, page) {
  const list = el("div", { class: "runs" });
  const again = button("Look again", () => load(), { kind: "quiet" });
  element.append(el("p", { class: "row" }, again), list);

  async function load() {
    const reply = await page.inquire("runs", { most: 50 });
    if (!reply.ok) return;
    const runs = reply.value.runs;
    fill(list, runs.length ? runs.map((run) => line(run, runs)) : el("p", { class: "empty" }, "There is no run yet."));
  }

  function line(run, runs) {
    const when = run.began === null ? "" : `${new Date(run.began * 1000).toLocaleDateString()} ${clock(run.began)}`;
    const marks = run.state === "unsealed" ? ["record not complete"] : []; // one in progress has that for its end
    if (run.pinned) marks.push("kept");
    return el(
      "button",
      {
        type: "button",
        class: "run",
        "data-key": run.run,
        "data-ok": run.state === "in progress" ? "" : String(run.ok),
        onclick: () => openReplay(page, run, runs),
      },
      el("span", { class: "run-title" }, run.title || run.run),
      el("span", { class: "dim" }, [when, run.ended, lasted(run.took_s), ...marks].filter(Boolean).join(" · ")),
    );
  }

  return (visible) => visible && load();
}
