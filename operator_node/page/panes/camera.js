// SPDX-License-Identifier: Apache-2.0
// What the head camera sees: a place that waits for its contents.

import { el, head } from "../core/dom.js";

export function mount(element) {
  element.append(head("camera", "Camera"), el("p", { class: "empty" }, "No picture is shown here yet."));
}
