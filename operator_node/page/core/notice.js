// SPDX-License-Identifier: Apache-2.0
// One line below the bar: what the operator has to know now. That the connection is lost comes before all else.

import { el, fill } from "./dom.js";
import { goesOn } from "./words.js";

const STAYS_MS = { "": 6000, warning: 9000 };

export function mountNotice(element, page) {
  let text = "";
  let kind = "";
  let ends = 0;

  function draw() {
    const lost = page.live.state === "lost";
    element.hidden = !lost && !text;
    element.dataset.kind = lost ? "lost" : kind;
    if (lost) fill(element, el("strong", {}, lostFor(page.live.lost)), " ", goesOn(page.live.newest("now")), stopNote());
    else fill(element, el("span", {}, text), text && dismiss());
  }

  // What a stop or a failure says stays until it is read; a stop that did not arrive must be told of without a connection.
  function stopNote() {
    return kind === "danger" || kind === "stop" ? el("strong", {}, ` ${text}`) : null;
  }

  function dismiss() {
    return el("button", { type: "button", class: "quiet", "aria-label": "Dismiss", onclick: () => notice("") }, "✕");
  }

  function notice(said, how = "") {
    text = said;
    kind = how;
    clearTimeout(ends);
    if (STAYS_MS[how]) ends = setTimeout(() => notice(""), STAYS_MS[how]);
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
