// SPDX-License-Identifier: Apache-2.0
// The home from above, as a drawing: for where WebGL is missing or slow, and for whoever likes maps.

import { called, short } from "./model.js";

const SVG = "http://www.w3.org/2000/svg";
const MARGIN_M = 0.3;
const ROBOT_M = 0.27;
const CLICK_M = 0.09; // a thing is at least so large for fingers
const STILL_PX = 9; // a pointer that moves farther clicks nothing

export class Map2d {
  constructor(stage, model) {
    this.model = model;
    this.svg = make("svg", { class: "map", role: "img", "aria-label": "Map of the home" });
    stage.append(this.svg);
    let down = null; // no click comes of an element that was drawn anew between press and release
    this.svg.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    this.svg.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < STILL_PX) this.#clicked(event);
      down = null;
    });
    this.draw();
  }

  /** Draw what has changed; all of it, which is quick. */
  draw() {
    const { rooms, assets } = this.model.furniture;
    const fit = bounds(rooms.length ? rooms : assets);
    if (!fit) return;
    // y points up in the map and down on the screen
    this.svg.setAttribute("viewBox", `${fit[0]} ${-fit[3]} ${fit[2] - fit[0]} ${fit[3] - fit[1]}`);
    const shapes = [];
    for (const room of rooms) shapes.push(...this.#room(room));
    for (const asset of assets) shapes.push(...this.#asset(asset));
    const driven = this.model.path.map(([x, y]) => `${x},${-y}`).join(" ");
    shapes.push(make("polyline", { points: driven, class: "driven" }));
    const placed = this.model.things.filter((thing) => thing.at);
    shapes.push(...placed.filter((thing) => !thing.held).flatMap((thing) => this.#thing(thing)));
    if (this.model.robot) shapes.push(...robotShapes(this.model.robot));
    shapes.push(...placed.filter((thing) => thing.held).flatMap((thing) => this.#thing(thing)));
    this.svg.replaceChildren(...shapes);
  }

  close() {
    this.svg.remove();
  }

  #room(room) {
    return [box(room, "room"), words(short(called(room)), room.at[0], -room.at[1], "room-name")];
  }

  #asset(asset) {
    const chosen = this.model.chosen === asset.id ? " chosen" : "";
    const open = asset.states.includes("open") ? " open" : "";
    const [w, h] = asset.size;
    const half = (Math.abs(w * Math.sin(asset.at[3])) + Math.abs(h * Math.cos(asset.at[3]))) / 2;
    const label = words(short(called(asset)), asset.at[0], -asset.at[1] + half + 0.12, "asset-name");
    return [box(asset, `asset${chosen}${open}`), label];
  }

  #thing(thing) {
    const [x, y] = thing.at;
    const radius = Math.max(CLICK_M, Math.max(thing.size[0], thing.size[1]) / 2);
    const chosen = this.model.chosen === thing.id ? " chosen" : "";
    const kind = `thing${thing.doubt ? ` ${thing.doubt}` : ""}${thing.told ? " told" : ""}${chosen}`;
    const dot = make("circle", { cx: x, cy: -y, r: radius, class: kind, "data-id": thing.id });
    const title = make("title", {});
    title.textContent = short(called(thing), 60);
    dot.append(title);
    return chosen || thing.held ? [dot, words(short(called(thing)), x, -y - radius - 0.06, "thing-name")] : [dot];
  }

  #clicked(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    const id = under?.closest("[data-id]")?.dataset.id ?? null;
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const asset = this.model.furniture.assets.find((a) => a.id === id);
    const z = asset ? asset.at[2] + asset.size[2] : 0;
    this.model.clicked(id, [at.x, -at.y, z]);
  }
}

function box(node, kind) {
  const [x, y, , yaw] = node.at;
  const [w, h] = node.size;
  const turn = `rotate(${(-yaw * 180) / Math.PI} ${x} ${-y})`;
  return make("rect", {
    x: x - w / 2, y: -y - h / 2, width: w, height: h, rx: 0.04, class: kind, transform: turn, "data-id": node.id,
  });
}

function robotShapes(robot) {
  const [x, y, yaw] = robot.base;
  const tip = [x + 1.5 * ROBOT_M * Math.cos(yaw), -(y + 1.5 * ROBOT_M * Math.sin(yaw))];
  return [
    make("circle", { cx: x, cy: -y, r: ROBOT_M, class: "robot" }),
    make("line", { x1: x, y1: -y, x2: tip[0], y2: tip[1], class: "heading" }),
    ...robot.bones.map(([ax, ay, , bx, by]) => make("line", { x1: ax, y1: -ay, x2: bx, y2: -by, class: "bone" })),
  ];
}

function words(text, x, y, kind) {
  const made = make("text", { x, y, class: kind });
  made.textContent = text;
  return made;
}

function make(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** [least x, least y, most x, most y] of some nodes, with a margin; null where there are none. */
export function bounds(nodes) {
  if (!nodes.length) return null;
  const reach = (n, i) => Math.max(n.size[0], n.size[1]) / 2 > n.size[i] / 2 && n.at[3] ? Math.max(n.size[0], n.size[1]) / 2 : n.size[i] / 2;
  const low = [0, 1].map((i) => Math.min(...nodes.map((n) => n.at[i] - reach(n, i))) - MARGIN_M);
  const high = [0, 1].map((i) => Math.max(...nodes.map((n) => n.at[i] + reach(n, i))) + MARGIN_M);
  return [...low, ...high];
}
