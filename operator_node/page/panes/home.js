// SPDX-License-Identifier: Apache-2.0
// The home: in three dimensions or as a map, what is known of what one clicks, and what two clicks say.

import { button, el, fill, head } from "../core/dom.js";
import { Card } from "../home/card.js";
import { Map2d } from "../home/map2d.js";
import { HomeModel, called, short } from "../home/model.js";

const KEY = "home-view";
const MOST_LOST = 6;

export function mount(element, page) {
  const model = new HomeModel(page);
  const views = el("div", { class: "row views", role: "group", "aria-label": "View" });
  const stage = el("div", { class: "stage" });
  const cardBox = el("div", { class: "card", hidden: true, "aria-live": "polite" });
  const hint = el("p", { class: "hint row", role: "status", hidden: true });
  const chooser = el("select", { "aria-label": "Choose in the home", onchange: () => model.clicked(chooser.value || null, null) });
  const lost = el("p", { class: "lost small dim" });
  element.append(head("home", "Home", chooser, views), el("div", { class: "around" }, stage, cardBox), hint, lost);
  const card = new Card(cardBox, page, model);
  let view = null;
  let shown = "";

  let drawsSolids = false; // whether the library for that is there

  async function show(name, chosen) {
    if (chosen) localStorage.setItem(KEY, name);
    if (name === shown) return;
    shown = name;
    view?.close();
    view = null;
    stage.dataset.view = name;
    if (name === "map") view = new Map2d(stage, model);
    else view = await three(stage, model, chosen);
    if (!view && shown === "3d") show("map");
    buttons();
  }

  // Where it cannot be had, or is slow and was not asked for, the map is shown.
  async function three(place, of, chosen) {
    try {
      const module = await import("../home/scene3d.js");
      if (!module.canDraw() || shown !== "3d") return null;
      const slow = (ms) => {
        if (chosen || localStorage.getItem(KEY) === "3d") return;
        page.notice(`The map is shown, since a picture of the home took ${ms} ms here.`, "");
        show("map");
      };
      return new module.Scene3d(place, of, slow);
    } catch (error) {
      console.warn("the home cannot be shown in three dimensions", error);
      return null;
    }
  }

  function buttons() {
    const one = (name, text) =>
      button(text, () => show(name, true), { kind: "quiet", key: name, "aria-pressed": String(shown === name) });
    if (!drawsSolids) return fill(views);
    const fit = button("Fit", () => view?.fit?.(), { kind: "quiet", key: "fit" });
    return fill(views, shown === "3d" && fit, one("3d", "3D"), one("map", "Map"));
  }

  function wishText() {
    const node = model.wish && model.find(model.wish.id);
    if (!node) return "";
    const how = model.wish.kind === "bring" ? "Click where to bring" : "Click where this stands:";
    return `${how} ${short(called(node), 40)}`;
  }

  function told() {
    card.draw();
    const text = wishText();
    hint.hidden = !text;
    fill(hint, text, text && button("Never mind", () => model.setWish(null), { kind: "quiet" }));
    fillChooser();
    const missing = model.things.filter((thing) => !thing.at).map((thing) => short(called(thing), 40));
    const more = missing.length > MOST_LOST ? ` and ${missing.length - MOST_LOST} more` : "";
    fill(lost, missing.length ? `Whereabouts unknown: ${missing.slice(0, MOST_LOST).join(", ")}${more}` : "");
    stage.dataset.wish = model.wish?.kind ?? "";
  }

  // The same as a click, by keyboard.
  function fillChooser() {
    const listed = [...model.things, ...model.furniture.assets, ...model.furniture.rooms];
    const options = listed.map((node) => el("option", { value: node.id }, short(called(node), 40)));
    fill(chooser, el("option", { value: "" }, "Choose …"), ...options);
    chooser.value = model.chosen ?? "";
  }

  model.addEventListener("changed", (event) => {
    view?.draw(event.detail);
    if (event.detail !== "path") told();
  });
  model.addEventListener("wished", ({ detail }) => {
    if (detail.kind === "bring") bring(page, model, detail);
    else stand(card, model, detail);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => view?.draw("furniture"));

  let visible = false;
  const watch = () => model.look(visible && !document.hidden);
  new IntersectionObserver((entries) => {
    visible = entries.at(-1).isIntersecting;
    watch();
  }).observe(element);
  document.addEventListener("visibilitychange", watch);
  page.live.on("libraries", ({ three: isThere }) => {
    drawsSolids = isThere;
    show(isThere && localStorage.getItem(KEY) !== "map" ? "3d" : "map", false);
  });
}

/** Two clicks say an instruction; it is put into the box, and given by whoever reads it there. */
function bring(page, model, { id, target }) {
  const place = model.find(target);
  if (!place) return;
  page.say(`Bring ${called({ id })} to ${place.kind === "room" ? "the " : ""}${called(place)}`);
}

function stand(card, model, { target, point }) {
  const place = target && model.find(target);
  if (place?.kind === "thing") card.tell({ side: "on", place: target });
  else if (point) card.tell({ point: point.map((v) => Number(v.toFixed(3))) });
}
