// SPDX-License-Identifier: Apache-2.0
// What is known of what was chosen in the home, what was done with it, and how it is put right.

import { button, clock, el, fill } from "../core/dom.js";
import { called, short } from "./model.js";

const SURE = [[0.85, "seen well"], [0.5, "seen"], [0.01, "believed"]];

export class Card {
  constructor(element, page, model) {
    Object.assign(this, { element, page, model, done: null, of: null, correcting: false });
    this.form = this.#form();
    this.facts = el("div", { class: "facts" });
    this.acts = el("div", { class: "row" });
    element.append(this.facts, this.acts, this.form);
  }

  draw() {
    const node = this.model.chosen && this.model.find(this.model.chosen);
    this.element.hidden = !node || Boolean(this.model.wish); // what is clicked next must not be covered
    if (!node) return;
    if (this.of !== node.id) this.#begin(node);
    fill(this.facts, ...this.#facts(node));
    fill(this.acts, ...this.#acts(node));
    this.form.hidden = !this.correcting;
    this.form.querySelector("input[name=what]").placeholder = short(what(node));
    this.form.querySelector(".for-things").hidden = node.kind !== "thing";
    this.form.querySelector(".what").hidden = node.kind === "room";
  }

  #begin(node) {
    Object.assign(this, { of: node.id, done: null, correcting: false });
    this.form.reset();
    this.page.live.inquire("about", { node: node.id }).then((reply) => {
      if (!reply.ok || this.of !== node.id) return;
      this.done = reply.value.done;
      this.draw();
    });
  }

  #facts(node) {
    const close = button("Close", () => this.model.choose(null), { kind: "quiet", key: "close" });
    const facts = [el("div", { class: "card-head" }, el("h3", { class: "node-name" }, called(node)), close)];
    if (this.correcting) return facts; // there is little room, and the form needs it and says what it was taken for
    facts.push(el("p", {}, what(node)));
    if (node.where) facts.push(el("p", { class: "dim" }, node.doubt === "gone" ? "It is gone; nobody knows where." : node.where));
    if (node.kind === "thing") facts.push(el("p", { class: "dim" }, this.#seen(node)));
    if (node.told) facts.push(el("p", { class: "told-line" }, toldText(node.told)));
    const done = (this.done ?? []).slice(0, 4).map((deed) => el("li", {}, deedText(deed)));
    if (done.length) facts.push(el("ul", { class: "deeds small" }, ...done));
    return facts;
  }

  #seen(node) {
    const sure = SURE.find(([least]) => node.confidence >= least)?.[1] ?? "not there";
    const age = this.model.age(node.seen);
    const when = node.seen === null ? "never seen yet" : age === null ? "" : `${lately(age)} ago`;
    return [sure, `confidence ${node.confidence.toFixed(2)}`, when].filter(Boolean).join(", ");
  }

  #acts(node) {
    const choose = (kind) => () => this.model.setWish({ kind, id: node.id });
    const acts = [button("Correct", () => this.#correct(), { key: "correct", "aria-expanded": String(this.correcting) })];
    if (node.kind === "thing" && node.doubt !== "gone") acts.unshift(button("Bring it to …", choose("bring"), { key: "bring" }));
    return acts;
  }

  #correct() {
    this.correcting = !this.correcting;
    this.draw();
    if (this.correcting) this.form.querySelector("input:not([disabled])")?.focus();
  }

  #form() {
    const whatBox = el("input", { name: "what", maxlength: 200, "aria-label": "It is a", autocomplete: "off" });
    const nameBox = el("input", { name: "name", maxlength: 60, placeholder: "Anna's desk", "aria-label": "Call it", autocomplete: "off" });
    const stand = button("It stands there …", () => this.model.setWish({ kind: "stand", id: this.of }));
    const gone = button("It is gone", () => this.tell({ gone: true }));
    const form = el(
      "form",
      { class: "correct", hidden: true, onsubmit: (event) => (event.preventDefault(), this.#send(whatBox, nameBox)) },
      el("label", { class: "what" }, "It is a", whatBox),
      el("label", {}, "Call it", nameBox),
      el("button", { class: "primary" }, "Put right"),
      el("div", { class: "row for-things" }, stand, gone),
    );
    return form;
  }

  #send(whatBox, nameBox) {
    const said = { what: whatBox.value.trim(), name: nameBox.value.trim() };
    if (said.what || said.name) this.tell(said);
  }

  /** Tell the robot what is wrong; what was chosen stays chosen under its new name. */
  async tell(said) {
    const id = this.of;
    const reply = await this.page.ask("correct", { node: id, ...said });
    if (!reply.ok) return;
    this.page.notice(reply.said, "");
    this.correcting = false;
    if (this.model.chosen === id) this.model.choose(reply.value.id || id);
  }
}

function what(node) {
  const words = [...(node.attributes ?? []), ...(node.states ?? []), String(node.label).replaceAll("_", " ")];
  return words.map((word) => word.replaceAll("_", " ")).join(" ");
}

function toldText(told) {
  const said = { class: "what it is", attributes: "what it is like", place: "where it is", gone: "that it is gone" };
  const former = told.formerly.length ? ` It was taken for ${told.formerly.at(-1).replaceAll("_", " ")}.` : "";
  return `A person said ${told.of.map((matter) => said[matter] ?? matter).join(" and ")}.${former}`;
}

function deedText(deed) {
  const picture = deed.picture ? `, picture ${deed.picture} of ${deed.run}` : "";
  return `${clock(deed.ended)} ${deed.call}: ${deed.ok ? "done" : deed.said || "failed"}${picture}`;
}

function lately(seconds) {
  if (seconds < 2) return "a moment";
  if (seconds < 100) return `${Math.round(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}
