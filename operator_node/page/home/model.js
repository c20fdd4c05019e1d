// SPDX-License-Identifier: Apache-2.0
// What is known of the home, put together from its topics, and what is chosen in it. Views listen; they change nothing here.

const TOPICS = ["furniture", "objects", "robot", "path"];
const UNKNOWN_M = 0.07; // drawn where no size is known
const SPREAD_M = 0.14; // between things of which only the furniture is known

export class HomeModel extends EventTarget {
  furniture = { scene: "", rooms: [], assets: [] };
  things = [];
  #raw = [];
  held = null;
  robot = null;
  path = [];
  chosen = null;
  /** What the next click says: null (choose), or {kind: "bring" | "stand", id}. */
  wish = null;
  #stops = [];

  constructor(page) {
    super();
    const on = (topic, take) => page.live.on(topic, (value) => (take(value), this.#tell(topic)));
    on("furniture", (value) => {
      this.furniture = value;
      this.#place();
    });
    on("objects", (value) => {
      this.held = value.held;
      this.#raw = value.things;
      this.#place();
    });
    on("robot", (value) => {
      this.robot = value;
      if (this.held) this.#place();
    });
    on("path", (value) => (this.path = value));
    this.page = page;
  }

  /** Ask for what is shown while `seen`. */
  look(seen) {
    if (seen === this.#stops.length > 0) return;
    if (seen) this.#stops = TOPICS.map((topic) => this.page.live.look(topic));
    else this.#stops.splice(0).forEach((stop) => stop());
  }

  choose(id) {
    this.chosen = id;
    this.#tell("chosen");
  }

  setWish(wish) {
    this.wish = wish;
    this.#tell("chosen");
  }

  /** A thing, a piece of furniture or a room, with its kind. */
  find(id) {
    const of = (list, kind) => {
      const found = list.find((item) => item.id === id);
      return found && { ...found, kind };
    };
    return of(this.things, "thing") ?? of(this.furniture.assets, "asset") ?? of(this.furniture.rooms, "room") ?? null;
  }

  /** A click on something, at a point of the map (may be null). */
  clicked(id, point) {
    const wish = this.wish;
    if (!wish) return this.choose(id);
    if (id === wish.id || (!id && !point)) return undefined;
    this.setWish(null);
    this.dispatchEvent(new CustomEvent("wished", { detail: { ...wish, target: id, point } }));
    return undefined;
  }

  /** Seconds since something was seen, by the robot's clock; null: it never was, or nobody knows. */
  age(seen) {
    return seen === null || !this.robot ? null : Math.max(0, this.robot.now - seen);
  }

  #place() {
    this.counts = new Map();
    this.things = this.#raw.map((thing) => this.#placed(thing));
  }

  // Of a belief only the furniture may be known: it is drawn on top of that, beside the others of its kind.
  #placed(thing) {
    const size = thing.size.map((v) => v || UNKNOWN_M);
    const hand = thing.id === this.held && this.robot?.hand;
    if (hand) return { ...thing, size, at: [hand[0], hand[1], hand[2] - size[2] / 2, this.robot.base[2]], spread: false, held: true };
    const vague = thing.doubt === "believed" && thing.on && !thing.size.some(Boolean); // nobody has seen it there yet
    if (thing.at && !vague) return { ...thing, size, spread: false };
    const asset = this.furniture.assets.find((a) => a.id === thing.on);
    if (!asset || thing.doubt === "gone") return { ...thing, size, spread: false };
    const number = this.counts?.get(asset.id) ?? 0;
    this.counts?.set(asset.id, number + 1);
    const across = Math.max(1, Math.floor(asset.size[1] / SPREAD_M));
    const [x, y, z, yaw] = asset.at;
    const dx = (Math.floor(number / across) + 0.5) * SPREAD_M - asset.size[0] / 2;
    const dy = ((number % across) + 0.5) * SPREAD_M - asset.size[1] / 2;
    const c = Math.cos(yaw);
    const s = Math.sin(yaw);
    return { ...thing, size, at: [x + c * dx - s * dy, y + s * dx + c * dy, z + asset.size[2], yaw], spread: true };
  }

  #tell(what) {
    this.dispatchEvent(new CustomEvent("changed", { detail: what }));
  }
}

/** "green apple 2": what a node is called on the page; text, whatever it is. */
export function called(node) {
  return String(node.id).replaceAll("_", " ");
}

/** A shorter text for drawings. */
export function short(text, most = 28) {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
