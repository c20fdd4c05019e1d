// SPDX-License-Identifier: Apache-2.0
// The home: a place that waits for its contents.

import { el, head } from "../core/dom.js";

export function mount(element) {
  element.append(head("home", "Home"), el("p", { class: "empty" }, "Nothing is shown here yet."));
}
