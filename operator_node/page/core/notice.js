// SPDX-License-Identifier: Apache-2.0
// One line below the bar: what the operator has to know now. That the connection is lost comes before all else.

import { el, fill } from "./dom.js";
import { goesOn } from "./words.js";

const PASSES_MS = { "": 6000, warning: 9000 };

export function mountNotice(element, page) {
  // What a stop or a failure says stays until it is dismissed; what else is to be told stands beside it and passes.
  let lasting = { said: "", kind: "" };
  let passing = { said: "", kind: "" };
  let ends = 0;

  function draw() {
    const lost = page.live.state === "lost";
    element.hidden = !lost && !lasting.said && !passing.said;
    element.dataset.kind = lost ? "lost" : lasting.said ? lasting.kind : passing.kind;
    if (lost) fill(element, el("strong", {}, lostFor(page.live.lost)), " ", goesOn(page.live.newest("now")), stopNote());
    else fill(element, line(lasting), line(passing), (lasting.said || passing.said) && dismiss());
  }

  function line({ said }) {
    return said ? el("span", {}, said) : null;
  }

  // A stop that did not arrive must be told of without a connection.
  function stopNote() {
    return ["danger", "stop"].includes(lasting.kind) ? el("strong", {}, ` ${lasting.said}`) : null;
  }

  function dismiss() {
    return el("button", { type: "button", class: "quiet", "aria-label": "Dismiss", onclick: clear }, "✕");
  }

  function clear() {
    lasting = { said: "", kind: "" };
    passing = { said: "", kind: "" };
    draw();
  }

  function notice(said, kind = "") {
    const one = { said, kind };
    if (kind in PASSES_MS) {
      clearTimeout(ends);
      passing = one;
      ends = setTimeout(() => { passing = { said: "", kind: "" }; draw(); }, PASSES_MS[kind]);
    } else {
      lasting = one;
    }
    draw();
  }

  page.live.onState(draw);
  setInterval(() => page.live.state === "lost" && draw(), 1000);
  return notice;
}

function lostFor({ at, why }) {
  const seconds = Math.max(1, Math.round((Date.now() - at) / 1000));
  return `No connection for ${seconds} s${why ? ` (${why})` : ""}; trying again.`;
}
