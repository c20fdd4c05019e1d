// SPDX-License-Identifier: Apache-2.0
// What was known at a moment, from above: furniture, things, the way of the robot up to then.

const SVG = "http://www.w3.org/2000/svg";
const MARGIN_M = 0.5;

function shape(tag, attributes, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** Draw it into an element; the map's x goes right, its y goes up. */
export function drawMap(element, moment, path) {
  const points = [...moment.things.map((t) => [t.x, t.y]), ...path.map(([, x, y]) => [x, y])];
  if (moment.base) points.push([moment.base.x, moment.base.y]);
  if (!points.length) {
    element.replaceChildren();
    return;
  }
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => -y);
  const [left, top] = [Math.min(...xs) - MARGIN_M, Math.min(...ys) - MARGIN_M];
  const [wide, high] = [Math.max(...xs) + MARGIN_M - left, Math.max(...ys) + MARGIN_M - top];
  const view = { viewBox: `${left} ${top} ${wide} ${high}`, role: "img", "aria-label": "What was known, from above" };
  const gone = path.filter(([atS]) => atS <= moment.at_s).map(([, x, y]) => `${x},${-y}`);
  element.replaceChildren(
    shape(
      "svg",
      view,
      ...moment.things.filter((t) => t.is === "asset").map(furniture),
      shape("polyline", { class: "map-path", points: gone.join(" ") }),
      ...moment.things.filter((t) => t.is === "object").map(thing),
      ...(moment.base ? [robot(moment.base)] : []),
    ),
  );
}

function furniture(node) {
  const [wide, deep] = node.size;
  const turn = `translate(${node.x} ${-node.y}) rotate(${(-node.yaw * 180) / Math.PI})`;
  const box = { x: -wide / 2, y: -deep / 2, width: wide, height: deep, transform: turn, class: "map-asset" };
  return shape("rect", box, shape("title", {}, node.id));
}

function thing(node) {
  const kind = node.believed ? "map-object believed" : "map-object";
  return shape("circle", { cx: node.x, cy: -node.y, r: 0.06, class: kind }, shape("title", {}, node.id));
}

function robot(base) {
  const turn = `translate(${base.x} ${-base.y}) rotate(${(-base.yaw * 180) / Math.PI})`;
  return shape("path", { d: "M0.3 0 L-0.2 0.2 L-0.2 -0.2 Z", transform: turn, class: "map-robot" });
}
