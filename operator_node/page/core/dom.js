// SPDX-License-Identifier: Apache-2.0
// Elements from values. Text is text: nothing that comes from the scene or from people is ever read as HTML.

/** An element: `el("p", { class: "dim", onclick: f }, "text", child)`. Children that are null or false are left out. */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  add(made, children);
  return made;
}

// By key, for as long as the page is shown: what is drawn in between, a plan that is being made, has no such details.
const openedBefore = new Map();

/** Replace all children of an element, unless that would change nothing; `details` with a key stay opened or closed. */
export function fill(element, ...children) {
  const fresh = document.createElement(element.tagName);
  add(fresh, children);
  keepOpened(fresh, element);
  if (sameTree(fresh, element)) return;
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  element.replaceChildren(...fresh.childNodes);
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

function add(element, children) {
  for (const child of children.flat(3)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function keepOpened(fresh, element) {
  const keyed = "details[data-key]";
  for (const each of element.querySelectorAll(keyed)) openedBefore.set(each.dataset.key, each.open);
  for (const details of fresh.querySelectorAll(keyed)) {
    if (openedBefore.has(details.dataset.key)) details.open = openedBefore.get(details.dataset.key);
  }
}

// Listeners do not show in a tree: an element whose listener depends on a value has that value in an attribute.
function sameTree(fresh, element) {
  if (fresh.childNodes.length !== element.childNodes.length) return false;
  return [...fresh.childNodes].every((node, i) => node.isEqualNode(element.childNodes[i]));
}

/** The head of a pane: its title, and what stands beside it. */
export function head(id, title, ...beside) {
  return el("header", { class: "pane-head" }, el("h2", { id: `${id}-title` }, title), ...beside);
}

/** A button; `key` keeps the focus on it when its pane is drawn anew. */
export function button(text, onclick, { kind = "", key = text, ...more } = {}) {
  return el("button", { type: "button", class: kind, "data-key": key, onclick, ...more }, text);
}

/** "3 steps", "1 step". */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A time of the day of seconds since 1970, e.g. "14:05:09". */
export function clock(seconds) {
  return new Date(seconds * 1000).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
}

/** How long something took, for people. */
export function lasted(seconds) {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
