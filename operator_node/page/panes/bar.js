// SPDX-License-Identifier: Apache-2.0
// The bar: whether the connection lives, who has control, pause and go on.

import { button, el, fill } from "../core/dom.js";
import { mountLight } from "./health.js";

const PAUSABLE = new Set(["planning", "executing", "recovering", "waiting for approval", "waiting for an answer"]);

export function mount(root, page) {
  connection(root.getElementById("connection"), page);
  mountLight(root.getElementById("health-light"), page);
  control(root.getElementById("control"), page);
  motion(root.getElementById("motion"), page);
}

function connection(element, page) {
  const words = { connecting: "Connecting", open: "Connected", lost: "No connection" };
  page.live.onState((state) => {
    element.dataset.state = state;
    fill(element, el("span", { class: "dot", "aria-hidden": "true" }), words[state]);
    document.body.dataset.connection = state;
  });
}

function control(element, page) {
  page.live.on("lease", (lease) => {
    keep(lease, page);
    fill(element, who(lease), lease.role === "operate" && change(lease, page), others(lease));
  });
}

// Who had control has it again where nobody else took it: the page's node may have been started anew.
let wanted = false;
function keep(lease, page) {
  if (lease.yours) wanted = true;
  else if (lease.holder) wanted = false;
  else if (wanted) page.live.ask("take", { over: false });
}

function giveBack(page) {
  wanted = false;
  page.ask("give_back");
}

function who(lease) {
  if (lease.role === "watch") return el("span", { class: "chip" }, lease.holder ? `${lease.holder} has control` : "Watching");
  if (lease.yours) return el("span", { class: "chip on" }, "You have control");
  if (!lease.holder) return el("span", { class: "chip" }, "Nobody has control");
  return el("span", { class: "chip" }, `${lease.holder} has control${lease.lost ? ", connection lost" : ""}`);
}

function change(lease, page) {
  if (lease.yours) return button("Give back", () => giveBack(page), { kind: "quiet", "data-yours": "yes" });
  if (!lease.holder) return button("Take control", () => page.ask("take", { over: false }), { kind: "quiet" });
  return button("Take over", () => takeOver(page, lease.holder), { kind: "quiet", "data-from": lease.holder });
}

// Twice within three seconds: nobody takes control from somebody else by a slip.
let sure = 0;
function takeOver(page, holder) {
  if (Date.now() - sure < 3000) {
    sure = 0;
    page.ask("take", { over: true });
    return;
  }
  sure = Date.now();
  page.notice(`${holder} has control. Press again to take over.`, "warning");
}

function others(lease) {
  const count = lease.watchers - 1;
  return count > 0 && el("span", { class: "dim", title: "pages that are open beside this one" }, `+${count}`);
}

function motion(element, page) {
  const place = el("span");
  element.append(place);
  page.live.on("now", (now) => {
    if (now.doing === "paused") {
      fill(place, button("Go on", () => page.ask("resume"), { kind: "go", key: "motion" }));
      return;
    }
    const disabled = !PAUSABLE.has(now.doing);
    fill(place, button("Pause", () => pause(page), { key: "motion", disabled }));
  });
}

async function pause(page) {
  const reply = await page.ask("pause", { reason: "" });
  if (reply.ok) page.notice(reply.said, "stopped");
}
