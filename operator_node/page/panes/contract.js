// SPDX-License-Identifier: Apache-2.0
// The contract: what is asked, what will be done, what is left out and why, what stays. Of what is typed; else of what
// is carried out; else ten things to say.

import { button, counted, el, fill, head } from "../core/dom.js";
import { sentence } from "../core/words.js";
import { remembered } from "./say.js";

export function mount(element, page) {
  const title = head("contract", "What would be done");
  const body = el("div", { class: "scrolls", tabindex: "0", role: "region", "aria-labelledby": "contract-title" });
  element.append(title, body);
  const heading = title.querySelector("h2");
  let preview = null;

  function draw() {
    const plan = page.live.newest("plan");
    const now = page.live.newest("now");
    if (preview) {
      heading.textContent = "What would be done";
      fill(body, ...typed(preview, page));
    } else if (plan && now && !now.at_rest) {
      heading.textContent = "What is being done";
      fill(body, ...terms({ instruction: now.instruction, ...plan }));
    } else {
      heading.textContent = "Things to say";
      fill(body, ...things(page));
    }
  }

  page.listen("preview", (value) => {
    preview = value;
    element.classList.remove("stale");
    draw();
  });
  page.listen("choose", () => (body.scrollTop = 0)); // what comes of a choice stands at the top
  page.listen("preview-asked", () => element.classList.add("stale"));
  for (const topic of ["plan", "now", "things"]) page.live.on(topic, () => preview || draw());
  draw();
}

function typed(preview, page) {
  const { value } = preview;
  if (!preview.ok) return [el("p", { class: "warning" }, preview.said)];
  const shown = [];
  if (value.question) shown.push(...question(value.question, page));
  else if (!value.outcome.ok) shown.push(part("Not yet", el("p", {}, sentence(value.outcome.message || value.outcome.cause))));
  if (value.goal_text || value.steps.length) shown.push(...terms({ instruction: preview.instruction, ...value }));
  if (value.terms) shown.push(...value.terms.parts.map((each) => instead(each, page)));
  if (preview.choices.length) {
    const back = () => page.emit("choose", null);
    shown.push(el("div", { class: "row" }, button("Take my choices back", back, { kind: "quiet", key: "choose-back" })));
  }
  shown.push(el("p", { class: "dim small" }, `understood in ${value.took_ms} ms`));
  return shown;
}

function question(asked, page) {
  const answers = asked.options.map((option) =>
    button(option.name.replaceAll("_", " "), () => page.say(option.instruction), {
      key: `answer-${option.name}`,
      "data-says": option.instruction,
    }),
  );
  return [part("It would ask", el("p", {}, asked.text), el("div", { class: "row" }, answers))];
}

// What could be taken in place of what is planned; the one that is clicked is planned with at once.
function instead(part_, page) {
  if (!part_.alternatives.length) return null;
  const rows = part_.alternatives.map((other) =>
    el(
      "li",
      {},
      button(other.words, () => page.emit("choose", other.choice), {
        kind: "say",
        key: `choose-${JSON.stringify(other.choice)}`,
        "data-choice": JSON.stringify(other.choice),
      }),
      el("p", { class: "dim small" }, [`cost ${other.cost.toFixed(2)}`, other.reason].filter(Boolean).join(" · ")),
    ),
  );
  return el(
    "details",
    { class: "part instead", open: part_.chosen ? true : null, "data-key": `instead-${part_.asked}` },
    el("summary", {}, `Instead, for ${part_.asked}`),
    el("ul", { class: "sayable" }, rows),
  );
}

function terms(plan) {
  const { changes } = plan;
  const steps = plan.steps.length ? counted(plan.steps.length, "step") : "nothing to do";
  const cost = changes.length ? `, ${plan.cost.toFixed(2)} away from what was asked` : "";
  return [
    part("Asked", el("p", { class: "quote" }, `“${plan.instruction}”`)),
    part("Will do", el("p", {}, sentence(plan.goal_text)), el("p", { class: "dim" }, `${steps}${cost}`)),
    changes.length > 0 && part("Not as asked", el("ul", { class: "changes" }, changes.map(change))),
    plan.explanation && plan.explanation !== plan.goal_text && part("Why", el("p", {}, plan.explanation)),
    plan.terms?.untouched.length > 0 && untouched(plan.terms.untouched),
    plan.provisional && part("First", el("p", {}, "It only looks, then it makes a new plan.")),
  ].filter(Boolean);
}

function untouched(things) {
  const rows = things.map(({ id, reason }) => el("li", {}, `${id.replaceAll("_", " ")}: ${reason}`));
  return el("details", { class: "part", "data-key": "untouched" }, el("summary", {}, "Stays untouched"), el("ul", { class: "changes" }, rows));
}

function change({ asked, instead, reason, cost, chosen }) {
  const by = chosen ? " (your choice)" : "";
  return el(
    "li",
    {},
    el("p", {}, instead ? [el("del", {}, asked), " → ", el("ins", {}, instead), by] : [el("del", {}, asked), " is left out", by]),
    el("p", { class: "dim" }, `${sentence(reason)} · cost ${cost.toFixed(2)}`),
  );
}

function part(title, ...children) {
  return el("section", { class: "part" }, el("h3", {}, title), ...children);
}

function things(page) {
  const past = remembered().slice(-5).reverse();
  const ten = page.live.newest("things") ?? [];
  return [past.length > 0 && part("Said before", sayable(past, page)), ten.length > 0 && part("Ten to try", sayable(ten, page))].filter(
    Boolean,
  );
}

function sayable(texts, page) {
  return el(
    "ul",
    { class: "sayable" },
    texts.map((text) => el("li", {}, button(text, () => page.say(text), { kind: "say", key: `say-${text}` }))),
  );
}
