// SPDX-License-Identifier: Apache-2.0
// What the camera sees, with outlines of what was recognised. Asked for only while it is seen.

import { el, fill, head } from "../core/dom.js";
import { short } from "../home/model.js";

const SVG = "http://www.w3.org/2000/svg";
const STALE_S = 2.5; // outlines of a picture that is older than this are not those of this one

export function mount(element, page) {
  const picture = el("canvas", { role: "img", "aria-label": "What the robot's camera sees", hidden: true });
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("aria-hidden", "true");
  const none = el("p", { class: "empty" }, "No picture comes from the camera.");
  const list = el("p", { class: "small dim seen-now" });
  element.append(head("camera", "Camera"), el("div", { class: "lens" }, picture, drawing, none), list);
  let at = 0;
  let outlines = null;

  // Drawn on a canvas: addresses made in the page are none of those that its policy allows for pictures.
  page.live.on("camera", async (about, bytes) => {
    const bitmap = await createImageBitmap(new Blob([bytes], { type: about.type }));
    picture.width = bitmap.width;
    picture.height = bitmap.height;
    picture.getContext("2d").drawImage(bitmap, 0, 0);
    bitmap.close();
    at = about.at;
    picture.hidden = false;
    none.hidden = true;
    draw();
  });
  page.live.on("outlines", (value) => {
    outlines = value;
    draw();
  });
  function draw() {
    if (picture.hidden) return;
    const { width, height } = picture;
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const fresh = outlines && Math.abs(at - outlines.at) < STALE_S ? outlines.things : [];
    drawing.replaceChildren(...fresh.flatMap((thing) => outline(thing, width, height)));
    const names = [...new Set(fresh.map((thing) => short(thing.label.replaceAll("_", " "), 30)))];
    fill(list, names.length ? `Recognised: ${names.join(", ")}` : "Nothing is recognised in it.");
  }

  let stops = [];
  let visible = false;
  const watch = () => {
    const seen = visible && !document.hidden;
    if (seen && !stops.length) stops = ["camera", "outlines"].map((topic) => page.live.look(topic));
    else if (!seen) stops.splice(0).forEach((stop) => stop());
  };
  new IntersectionObserver((entries) => {
    visible = entries.at(-1).isIntersecting;
    watch();
  }).observe(element);
  document.addEventListener("visibilitychange", watch);
}

function outline(thing, width, height) {
  const corners = thing.outline.map(([u, v]) => [u * width, v * height]);
  const shape = document.createElementNS(SVG, "polygon");
  shape.setAttribute("points", corners.map((c) => c.map((n) => n.toFixed(1)).join(",")).join(" "));
  const name = document.createElementNS(SVG, "text");
  const top = corners.reduce((a, b) => (b[1] < a[1] ? b : a));
  name.setAttribute("x", Math.min(Math.max(top[0], 4), width - 4));
  if (top[0] > width / 2) name.setAttribute("text-anchor", "end");
  name.setAttribute("y", Math.max(top[1] - 4, 14));
  name.textContent = short(thing.label.replaceAll("_", " "), 24);
  return [shape, name];
}
