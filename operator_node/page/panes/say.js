// SPDX-License-Identifier: Apache-2.0
// The instruction box. What it would come to is asked for while one types; the pane of the contract shows it.

import { button, el, head } from "../core/dom.js";

const REST_MS = 120; // after the last key
const ANEW_MS = 300; // after what is known has changed
const ANEW_EVERY_MS = 2000;
const AGAIN = 2; // times
const HISTORY = 50;

export function mount(element, page) {
  const box = el("textarea", {
    id: "instruction",
    rows: 2,
    maxlength: 2000,
    placeholder: "Tell the robot what to do",
    "aria-labelledby": "say-title",
    autocomplete: "off",
  });
  const send = button("Do it", () => give(), { kind: "primary", disabled: true });
  const clear = button("Clear", () => set(""), { kind: "quiet" });
  element.append(head("say", "Say"), box, el("div", { class: "row" }, send, clear, hint()));

  let resting = 0;
  let asked = 0;
  let choices = []; // in place of what would be taken, for the text as it is now
  let chosenFor = "";
  let revision = null; // of the graph, the newest that this page has heard of
  let previewedAt = 0;
  let pending = 0; // previews without an answer yet
  let missed = false; // the newest preview was lost
  let told = ""; // by the newest preview
  let anew = 0;
  let again = 0; // how often it is still asked whether what has become known changes anything
  let unsure = ""; // was given, but its answer was lost
  let place = 0; // in the history, from its end; 0: what is typed now

  function set(text) {
    box.value = text;
    changed();
    box.focus();
  }

  function changed() {
    const text = box.value.trim();
    if (text !== chosenFor) choices = [];
    send.disabled = !text;
    clear.hidden = !text;
    clearTimeout(resting);
    clearTimeout(anew);
    anew = 0;
    asked += 1;
    if (!text) page.emit("preview", null);
    else resting = setTimeout(() => preview(text), REST_MS);
  }

  async function preview(text, quietly = false) {
    const number = ++asked;
    if (!quietly) page.emit("preview-asked", text);
    pending += 1;
    const reply = await page.live.ask("preview", { instruction: text, choices });
    pending -= 1;
    previewedAt = performance.now();
    if (number !== asked) return;
    missed = reply.lost; // then it is asked for again as soon as the connection is back
    if (missed) return;
    const found = { instruction: text, choices, ...reply };
    const tells = JSON.stringify({ ...found, value: { ...reply.value, took_ms: 0 } });
    if (quietly && (!reply.ok || tells === told)) {
      if (again-- > 0 && !anew) schedule(); // the planner may not have heard of it yet
      return; // what changes nothing must not be drawn below a finger
    }
    told = tells;
    page.emit("preview", found);
  }

  // What stands in the box is planned anew once more is known, or otherwise: a correction, a look.
  function known(value) {
    const before = revision;
    revision = value.revision;
    if (before === null || before === revision) return;
    again = AGAIN;
    if (!anew && box.value.trim()) schedule();
  }

  // Not before the newest is answered: where planning takes long, none ever would be.
  function schedule() {
    const wait = Math.max(ANEW_MS, previewedAt + ANEW_EVERY_MS - performance.now());
    anew = setTimeout(() => {
      anew = 0;
      if (pending) schedule();
      else if (box.value.trim()) preview(box.value.trim(), true);
    }, wait);
  }

  function choose(choice) {
    const text = box.value.trim();
    choices = choice ? [...(text === chosenFor ? choices : []), choice] : [];
    chosenFor = text;
    if (text) preview(text);
  }

  async function give() {
    const text = box.value.trim();
    if (!text) return;
    remember(text);
    send.disabled = true;
    const reply = await page.ask("execute", { instruction: text, choices: text === chosenFor ? choices : [] });
    if (reply.ok) set("");
    else if (reply.lost) unsure = text;
    send.disabled = !box.value.trim();
  }

  // What was given while the connection was lost is not left standing in the box, to be given twice.
  function isTaken(now) {
    if (!unsure || !now || now.at_rest || now.instruction !== unsure) return;
    if (box.value.trim() === unsure) set("");
    unsure = "";
  }

  function older(by) {
    const past = remembered();
    place = Math.min(Math.max(place + by, 0), past.length);
    set(place ? past[past.length - place] : "");
  }

  box.addEventListener("input", () => {
    place = 0;
    changed();
  });
  box.addEventListener("keydown", (event) => {
    const isOneLine = !box.value.includes("\n");
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) give();
    else if (event.key === "ArrowUp" && isOneLine && (!box.value || place)) older(1);
    else if (event.key === "ArrowDown" && isOneLine && place) older(-1);
    else return;
    event.preventDefault();
  });
  window.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest?.("input, textarea")) return;
    event.preventDefault();
    box.focus();
  });
  page.listen("say", set);
  page.listen("choose", choose);
  page.live.on("objects", known);
  page.live.on("now", isTaken);
  page.live.onState((state) => state === "open" && missed && changed());
  clear.hidden = true;
}

function hint() {
  return el("span", { class: "dim keys" }, el("kbd", {}, "/"), " to type, ", el("kbd", {}, "↑"), " what was said before");
}

export function remembered() {
  try {
    const past = JSON.parse(localStorage.getItem("said") ?? "[]");
    return Array.isArray(past) ? past.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}

function remember(text) {
  const past = [...remembered().filter((other) => other !== text), text].slice(-HISTORY);
  localStorage.setItem("said", JSON.stringify(past));
}
