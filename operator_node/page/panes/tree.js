// SPDX-License-Identifier: Apache-2.0
// The behaviour tree as it runs; it is sent only while it is looked at.

import { el, fill } from "../core/dom.js";

const MARKS = { waiting: "·", running: "▸", succeeded: "✓", failed: "✕" };

export function mount(element, page) {
  let stop = null;
  fill(element, el("p", { class: "empty" }, "There is no tree yet."));
  page.live.on("tree", (tree) => tree && fill(element, tree.map(line)));
  return (visible) => {
    if (visible && !stop) stop = page.live.look("tree");
    if (!visible && stop) stop = stop();
  };
}

function line(behaviour) {
  const depth = Math.min(behaviour.depth, 12);
  return el(
    "p",
    { class: `behaviour depth-${depth}`, "data-is": behaviour.is },
    el("span", { class: "mark", role: "img", "aria-label": behaviour.is }, MARKS[behaviour.is] ?? "·"),
    behaviour.name,
  );
}
