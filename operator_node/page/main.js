// SPDX-License-Identifier: Apache-2.0
// Puts the page together. A pane is a module with `mount(element, page)`; it is added in the list below.

import { Live } from "./core/live.js";
import { mountStop } from "./core/stop.js";
import { mountNotice } from "./core/notice.js";
import { mount as mountBar } from "./panes/bar.js";
import { mount as mountNow } from "./panes/now.js";
import { mount as mountSay } from "./panes/say.js";
import { mount as mountContract } from "./panes/contract.js";
import { mount as mountPlan } from "./panes/plan.js";
import { mount as mountHome } from "./panes/home.js";
import { mount as mountCamera } from "./panes/camera.js";
import { mount as mountDrawer } from "./panes/drawer.js";

const PANES = {
  now: mountNow,
  say: mountSay,
  contract: mountContract,
  plan: mountPlan,
  home: mountHome,
  camera: mountCamera,
  drawer: mountDrawer,
};

const events = new EventTarget();

/**
 * What every pane gets:
 * live: the connection (on, look, ask, inquire, newest);
 * notice(text, kind): one line for the operator; kinds: "", "stop", "stopped", "warning", "danger";
 * ask(what, fields), inquire(what, fields): as those of live, and a refusal is told by a notice;
 * say(text): put words into the instruction box;
 * emit(name, detail), listen(name, handler): between panes.
 */
const page = {
  live: new Live(),
  notice: () => {},
  async ask(what, fields) {
    return told(await page.live.ask(what, fields));
  },
  async inquire(what, fields) {
    return told(await page.live.inquire(what, fields));
  },
  say(text) {
    page.emit("say", text);
  },
  emit(name, detail) {
    events.dispatchEvent(new CustomEvent(name, { detail }));
  },
  listen(name, handler) {
    events.addEventListener(name, (event) => handler(event.detail));
  },
};

function told(reply) {
  if (!reply.ok) page.notice(reply.said, "warning");
  return reply;
}

page.notice = mountNotice(document.getElementById("notice"), page);
mountBar(document, page);
mountStop(document.getElementById("motion"), page);
for (const [id, mount] of Object.entries(PANES)) {
  try {
    mount(document.getElementById(id), page);
  } catch (error) {
    console.error(`the pane ${id} cannot be shown`, error); // one that fails takes nothing else with it
  }
}
page.live.start();
