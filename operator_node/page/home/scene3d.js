// SPDX-License-Identifier: Apache-2.0
// The home in three dimensions. A picture is drawn when something has changed, and not otherwise.

import * as THREE from "/vendor/three/build/three.module.js";
import { OrbitControls } from "/vendor/three/examples/jsm/controls/OrbitControls.js";
import { bounds } from "./map2d.js";
import { called, short } from "./model.js";

const STILL_PX = 5; // a pointer that moves farther turns the view, and clicks nothing
const COLOURS = ["red", "green", "blue", "yellow", "orange", "white", "black", "brown", "pink", "purple", "grey", "gray"];
const BASE = { radius: 0.27, height: 0.3 };
const BONE_M = 0.045;
const SLOW_MS = 140;
const FROM = new THREE.Vector3(0, -0.58, 0.81);

export class Scene3d {
  /**
   * Draw into a stage.
   * slow(): called when pictures take too long.
   */
  constructor(stage, model, slow) {
    this.stage = stage;
    this.model = model;
    this.slow = slow;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, alpha: true });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 1.5));
    this.labels = document.createElement("div");
    this.labels.className = "labels";
    stage.append(this.renderer.domElement, this.labels);
    this.scene = new THREE.Scene();
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x9098a0, 2.4), sun());
    this.camera = new THREE.PerspectiveCamera(42, 1, 0.05, 200);
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.maxPolarAngle = 1.45;
    this.controls.addEventListener("change", () => this.ask());
    this.groups = Object.fromEntries(["furniture", "objects", "robot", "path"].map((name) => [name, new THREE.Group()]));
    this.scene.add(...Object.values(this.groups));
    this.took = [];
    this.#listen();
    this.draw("furniture");
  }

  /** Build anew what has changed, and have it drawn. */
  draw(what) {
    this.colour = colours(this.stage);
    const build = {
      furniture: () => this.#fill("furniture", this.#furniture()),
      objects: () => this.#fill("objects", this.#objects()),
      robot: () => this.#fill("robot", this.#robot()),
      path: () => this.#fill("path", this.#path()),
    };
    if (what === "robot" || what === "path") build[what]();
    else for (const name of Object.keys(build)) build[name]();
    if (!this.fitted) this.fit();
    this.ask();
  }

  /** Look at the whole home. */
  fit() {
    const { rooms, assets } = this.model.furniture;
    const box = bounds(rooms.length ? rooms : assets);
    if (!box) return;
    const target = new THREE.Vector3((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, 0.2);
    this.controls.target.copy(target);
    const corners = [0, 2].flatMap((i) => [1, 3].flatMap((j) => [0, 0.4].map((z) => new THREE.Vector3(box[i], box[j], z))));
    const inside = (corner) => {
      const seen = corner.clone().project(this.camera);
      return seen.z < 1 && Math.abs(seen.x) < 0.98 && Math.abs(seen.y) < 0.96;
    };
    for (let far = 2; far < 150; far *= 1.05) {
      this.camera.position.copy(target).addScaledVector(FROM, far);
      this.controls.update();
      this.camera.updateMatrixWorld();
      if (corners.every(inside)) break;
    }
    this.fitted = true;
  }

  /** Have a picture drawn soon. */
  ask() {
    if (this.asked || this.closed) return;
    this.asked = requestAnimationFrame(() => this.#render());
  }

  close() {
    this.closed = true;
    cancelAnimationFrame(this.asked);
    this.sized.disconnect();
    this.controls.dispose();
    for (const group of Object.values(this.groups)) empty(group);
    this.renderer.dispose();
    this.renderer.domElement.remove();
    this.labels.remove();
  }

  #render() {
    this.asked = 0;
    const begun = performance.now();
    this.renderer.render(this.scene, this.camera);
    this.renderer.getContext().finish();
    this.#writeLabels();
    this.took.push(performance.now() - begun);
    if (this.took.length === 8) {
      const middle = this.took.sort((a, b) => a - b)[4];
      this.took = [];
      if (middle > SLOW_MS) this.slow(Math.round(middle));
    }
  }

  #listen() {
    this.sized = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = this.stage;
      if (!width || !height) return;
      this.renderer.setSize(width, height);
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
      if (!this.sizedOnce) this.fit();
      this.sizedOnce = true;
      this.ask();
    });
    this.sized.observe(this.stage);
    let down = null;
    const canvas = this.renderer.domElement;
    canvas.addEventListener("pointerdown", (event) => (down = [event.clientX, event.clientY]));
    canvas.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < STILL_PX) this.#clicked(event);
      down = null;
    });
  }

  #clicked(event) {
    const { left, top, width, height } = this.renderer.domElement.getBoundingClientRect();
    const at = new THREE.Vector2(((event.clientX - left) / width) * 2 - 1, 1 - ((event.clientY - top) / height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(at, this.camera);
    const hit = ray
      .intersectObjects([this.groups.furniture, this.groups.objects, this.groups.robot], true)
      .find((found) => found.object.userData.id && found.object.isMesh);
    this.model.clicked(hit?.object.userData.id ?? null, hit ? hit.point.toArray() : null);
  }

  #fill(name, made) {
    empty(this.groups[name]);
    if (made.length) this.groups[name].add(...made);
  }

  #furniture() {
    const made = [];
    for (const room of this.model.furniture.rooms) {
      const floor = new THREE.Mesh(new THREE.BoxGeometry(room.size[0], room.size[1], 0.02), flat(this.colour.sunk));
      floor.position.set(room.at[0], room.at[1], room.at[2] - 0.012);
      floor.rotation.z = room.at[3];
      floor.userData.id = room.id;
      made.push(floor, edges(floor, this.colour.line));
    }
    for (const asset of this.model.furniture.assets) {
      const chosen = this.model.chosen === asset.id;
      for (const part of asset.parts) {
        const colour = chosen ? this.colour.accent : part.moves ? this.colour.moves : this.colour.wood;
        const mesh = new THREE.Mesh(new THREE.BoxGeometry(...part.size.map((v) => Math.max(v, 0.004))), solid(colour));
        mesh.position.set(...part.at.slice(0, 3));
        mesh.quaternion.set(...part.at.slice(3));
        mesh.userData.id = asset.id;
        made.push(mesh, edges(mesh, this.colour.edge));
      }
    }
    return made;
  }

  #objects() {
    return this.model.things.filter((thing) => thing.at && !thing.held).map((thing) => this.#thing(thing));
  }

  #thing(thing) {
    const chosen = this.model.chosen === thing.id;
    const named = COLOURS.find((word) => thing.attributes.includes(word));
    const colour = chosen ? this.colour.accent : new THREE.Color(named ?? this.colour.thing);
    const doubtful = Boolean(thing.doubt) || thing.spread;
    const material = solid(colour);
    Object.assign(material, { transparent: doubtful, opacity: doubtful ? 0.35 : 1, depthWrite: !doubtful });
    const mesh = new THREE.Mesh(shape(thing), material);
    if (thing.shape === "cylinder") mesh.rotation.set(Math.PI / 2, 0, 0);
    const holder = new THREE.Group();
    holder.position.set(thing.at[0], thing.at[1], thing.at[2] + thing.size[2] / 2);
    holder.rotation.z = thing.at[3];
    mesh.userData.id = thing.id;
    holder.add(mesh);
    if (doubtful) holder.add(dashed(mesh, this.colour.text));
    if (thing.told) holder.add(ring(thing, this.colour.accent));
    return holder;
  }

  #robot() {
    const robot = this.model.robot;
    if (!robot) return [];
    const [x, y, yaw] = robot.base;
    const skin = solid(this.colour.robot);
    const base = new THREE.Mesh(new THREE.CylinderGeometry(BASE.radius, BASE.radius, BASE.height, 28), skin);
    base.rotation.x = Math.PI / 2;
    base.position.set(x, y, BASE.height / 2);
    const nose = new THREE.Mesh(new THREE.ConeGeometry(0.08, 0.16, 12), solid(this.colour.accent));
    nose.position.set(x + BASE.radius * Math.cos(yaw), y + BASE.radius * Math.sin(yaw), BASE.height);
    nose.rotation.z = yaw - Math.PI / 2;
    const held = this.model.things.filter((thing) => thing.held).map((thing) => this.#thing(thing)); // goes with the hand
    return [base, nose, ...robot.bones.flatMap((bone) => limb(bone, skin)), ...held];
  }

  #path() {
    if (this.model.path.length < 2) return [];
    const points = this.model.path.map(([x, y]) => new THREE.Vector3(x, y, 0.02));
    const geometry = new THREE.BufferGeometry().setFromPoints(points);
    return [new THREE.Line(geometry, new THREE.LineBasicMaterial({ color: this.colour.accent }))];
  }

  // Names beside what they name; of two that would cover each other the farther one is left out.
  #writeLabels() {
    const { clientWidth: width, clientHeight: height } = this.stage;
    const taken = [];
    const shown = [];
    for (const item of this.#named()) {
      const at = new THREE.Vector3(item.at[0], item.at[1], item.at[2] + item.size[2] + 0.05);
      const far = at.distanceTo(this.camera.position);
      const seen = at.project(this.camera);
      if (seen.z > 1 || Math.abs(seen.x) > 1 || Math.abs(seen.y) > 1) continue;
      shown.push({ item, far: item.first ? -1 : far, x: ((seen.x + 1) / 2) * width, y: ((1 - seen.y) / 2) * height });
    }
    const made = [];
    for (const { item, x, y } of shown.sort((a, b) => a.far - b.far)) {
      const half = 3.7 * item.text.length + 5;
      const rect = [x - half, y - 17, x + half, y + 1];
      const covered = rect[0] < 0 || rect[2] > width || rect[1] < 0 || taken.some((t) => overlap(t, rect));
      if (covered) continue;
      taken.push(rect);
      const label = document.createElement("span");
      label.className = `label ${item.kind}`;
      label.textContent = item.text;
      label.style.transform = `translate(-50%, -100%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
      made.push(label);
    }
    this.labels.replaceChildren(...made);
  }

  #named() {
    const chosen = this.model.chosen;
    const things = this.model.things.filter((t) => t.at);
    return [
      ...things.map((t) => ({ ...t, text: short(called(t)), kind: t.doubt || "seen", first: t.id === chosen })),
      ...this.model.furniture.assets.map((a) => ({ ...a, text: short(called(a)), kind: "asset", first: a.id === chosen })),
    ];
  }
}

/** Whether this browser can draw in three dimensions at all. */
export function canDraw() {
  const context = document.createElement("canvas").getContext("webgl2");
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  return Boolean(context);
}

function overlap(a, b) {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

// The page's colours as three.js has them; a probe resolves what the scheme makes of each.
function colours(stage) {
  const probe = document.createElement("span");
  stage.append(probe);
  const of = (value) => {
    probe.style.color = value;
    return new THREE.Color(getComputedStyle(probe).color);
  };
  const found = {
    sunk: of("var(--ground)"), line: of("var(--dim)"), edge: of("var(--home-edge)"), text: of("var(--text)"),
    accent: of("var(--accent)"), wood: of("var(--home-wood)"), moves: of("var(--home-moves)"),
    thing: of("var(--home-thing)"), robot: of("var(--home-robot)"),
  };
  probe.remove();
  return found;
}

function sun() {
  const light = new THREE.DirectionalLight(0xffffff, 1.1);
  light.position.set(-3, -5, 9);
  return light;
}

function solid(colour) {
  return new THREE.MeshLambertMaterial({ color: colour });
}

function flat(colour) {
  return new THREE.MeshBasicMaterial({ color: colour });
}

function shape(thing) {
  const [w, d, h] = thing.size;
  if (thing.shape === "sphere") return new THREE.SphereGeometry(Math.max(w, d, h) / 2, 20, 14);
  if (thing.shape === "cylinder") return new THREE.CylinderGeometry(w / 2, w / 2, h, 24);
  return new THREE.BoxGeometry(w, d, h);
}

function edges(mesh, colour) {
  const lines = new THREE.LineSegments(new THREE.EdgesGeometry(mesh.geometry), new THREE.LineBasicMaterial({ color: colour }));
  lines.position.copy(mesh.position);
  lines.quaternion.copy(mesh.quaternion);
  return lines;
}

function dashed(mesh, colour) {
  const material = new THREE.LineDashedMaterial({ color: colour, dashSize: 0.02, gapSize: 0.015 });
  const lines = new THREE.LineSegments(new THREE.EdgesGeometry(mesh.geometry, 40), material);
  lines.computeLineDistances();
  lines.rotation.copy(mesh.rotation);
  return lines;
}

function ring(thing, colour) {
  const radius = Math.max(thing.size[0], thing.size[1]) * 0.75 + 0.02;
  const made = new THREE.Mesh(new THREE.RingGeometry(radius, radius + 0.014, 28), flat(colour));
  made.material.side = THREE.DoubleSide;
  made.position.z = -thing.size[2] / 2 + 0.006;
  return made;
}

function limb([ax, ay, az, bx, by, bz], material) {
  const from = new THREE.Vector3(ax, ay, az);
  const to = new THREE.Vector3(bx, by, bz);
  const length = from.distanceTo(to);
  const joint = new THREE.Mesh(new THREE.SphereGeometry(BONE_M * 1.25, 12, 8), material);
  joint.position.copy(to);
  if (length < 0.01) return [joint];
  const bone = new THREE.Mesh(new THREE.CylinderGeometry(BONE_M, BONE_M, length, 10), material);
  bone.position.copy(from).lerp(to, 0.5);
  bone.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), to.clone().sub(from).normalize());
  return [bone, joint];
}

function empty(group) {
  group.traverse((item) => {
    item.geometry?.dispose();
    item.material?.dispose();
  });
  group.clear();
}
