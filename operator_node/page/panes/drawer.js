// SPDX-License-Identifier: Apache-2.0
// Tabs below the home. A tab is a module with `mount(element, page)`; it is mounted when it is first opened, and
// `shown(visible)`, if mount returns it, is told whether it is seen.

import { el } from "../core/dom.js";
import { mount as health } from "./health.js";
import { mount as queue } from "./queue.js";
import { mount as runs } from "./runs.js";
import { mount as tried } from "./tried.js";
import { mount as tree } from "./tree.js";

const TABS = {
  tried: ["Tried", tried],
  queue: ["Queue", queue],
  health: ["Health", health],
  tree: ["Behaviour tree", tree],
  runs: ["Past runs", runs],
};

export function mount(element, page) {
  const list = el("div", { class: "tabs", role: "tablist", "aria-label": "More" });
  element.append(list);
  const tabs = Object.entries(TABS).map(([name, [title, mountTab]]) => {
    const tab = el("button", { type: "button", role: "tab", id: `tab-${name}`, "aria-controls": `panel-${name}` }, title);
    const panel = el("div", {
      class: "panel scrolls",
      role: "tabpanel",
      id: `panel-${name}`,
      "aria-labelledby": `tab-${name}`,
      tabindex: "0",
      hidden: true,
    });
    list.append(tab);
    element.append(panel);
    tab.addEventListener("click", () => open(name));
    return { name, tab, panel, mountTab, shown: undefined };
  });

  function open(name) {
    for (const entry of tabs) {
      const is = entry.name === name;
      entry.tab.setAttribute("aria-selected", String(is));
      entry.tab.tabIndex = is ? 0 : -1;
      entry.panel.hidden = !is;
      if (is && entry.shown === undefined) entry.shown = entry.mountTab(entry.panel, page) ?? (() => {});
      entry.shown?.(is);
    }
  }

  list.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    const at = tabs.findIndex((entry) => !entry.panel.hidden);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    open(next.name);
    next.tab.focus();
  });
  open(tabs[0].name);
  page.listen("open-tab", open);
}
