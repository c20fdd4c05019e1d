// SPDX-License-Identifier: Apache-2.0
// A past run along its time line: what was said, where the robot was, what it knew, what it saw; beside another run.

import { button, counted, el, fill, lasted } from "../core/dom.js";
import { drawMap } from "./replay_map.js";

const PLAY_MS = 200;
const ASK_MS = 120;
const SPEEDS = [1, 4, 16];
const NEAR_LINES = 12;

/** Show a run in place of the panes; the bar with STOP stays. */
export async function openReplay(page, entry, runs) {
  const reply = await page.inquire("run", { run: entry.run });
  if (!reply.ok) return;
  document.querySelector(".replay")?.replayClose?.();
  const replay = new Replay(page, reply.value, entry, runs);
  document.body.append(replay.element);
  replay.element.replayClose = () => replay.close();
  replay.element.querySelector("h2").focus();
  replay.goTo(reply.value.path[0]?.[0] ?? 0); // before that nobody had written down where the robot was
}

class Replay {
  constructor(page, run, entry, runs) {
    this.page = page;
    this.run = run;
    this.atS = 0;
    this.speed = 4;
    this.playing = 0;
    this.asking = false;
    this.wanted = null;
    this.returnTo = document.activeElement;
    this.moment = el("div", { class: "replay-moment" });
    this.picture = el("img", { class: "replay-picture", alt: "", hidden: true });
    this.map = el("div", { class: "replay-map" });
    this.lines = el("div", { class: "replay-lines scrolls", tabindex: "0", role: "log", "aria-label": "What happened" });
    this.compared = el("pre", { class: "replay-compared scrolls", tabindex: "0", hidden: true });
    this.clock = el("output", { class: "replay-clock" });
    this.scrubber = el("input", {
      type: "range",
      min: 0,
      max: Math.max(run.duration_s, 0.1).toFixed(1),
      step: 0.1,
      value: 0,
      "aria-label": "Time since the run began",
    });
    this.scrubber.addEventListener("input", () => this.goTo(Number(this.scrubber.value)));
    this.player = button("Play", () => this.play(), { key: "play" });
    this.element = el(
      "section",
      { class: "replay", "aria-label": `Past run: ${run.title}` },
      this.header(entry, runs),
      el("div", { class: "replay-body" }, el("div", { class: "replay-seen" }, this.picture, this.map), this.words()),
      el("div", { class: "replay-time" }, this.player, this.speeds(), this.scrubber, this.clock),
      this.steps(),
    );
  }

  header(entry, runs) {
    const { run } = this;
    const file = encodeURIComponent(run.run);
    const others = runs.filter((other) => other.run !== run.run);
    const choice = el(
      "select",
      { "aria-label": "Compare with" },
      el("option", { value: "" }, "Compare with …"),
      others.map((other) => el("option", { value: other.run }, `${other.run.slice(0, 15)} ${other.title.slice(0, 40)}`)),
    );
    choice.addEventListener("change", () => this.compare(choice.value));
    const keep = button(entry.pinned ? "Do not keep" : "Keep", async () => {
      const reply = await this.page.ask("pin_run", { run: run.run, pinned: !entry.pinned });
      if (!reply.ok) return;
      entry.pinned = !entry.pinned;
      keep.textContent = entry.pinned ? "Do not keep" : "Keep";
      this.page.notice(reply.said);
    });
    return el(
      "header",
      { class: "replay-head" },
      el("div", { class: "grow" },
        el("h2", { tabindex: "-1" }, run.title || run.run),
        el("p", { class: "dim" }, `${run.ended} · ${lasted(run.duration_s)} · record: ${told(run.state)}`)),
      choice,
      keep,
      el("a", { href: `/runs/${file}.zip`, download: true }, "Download"),
      el("a", { href: `/runs/${file}.mcap`, download: true }, "MCAP"),
      button("Close", () => this.close(), { key: "close" }),
    );
  }

  words() {
    const { run } = this;
    const damage = run.damage.map((what) => el("p", { class: "replay-damage" }, `Damaged: ${what}`));
    return el("div", { class: "replay-words" }, this.moment, damage, this.lines, this.compared);
  }

  speeds() {
    const choice = el("select", { "aria-label": "Speed" }, SPEEDS.map((s) => el("option", { value: s }, `${s} ×`)));
    choice.value = String(this.speed);
    choice.addEventListener("change", () => (this.speed = Number(choice.value)));
    return choice;
  }

  steps() {
    const { run } = this;
    const shown = run.steps.map((step, i) =>
      button(`${i + 1}. ${step.what}`, () => this.goTo(step.begin_s), {
        kind: "replay-step",
        key: `step-${i}`,
        "data-ok": String(step.ok),
        title: `${step.ok ? "done" : "failed"}, ${lasted(step.end_s - step.begin_s)}`,
      }),
    );
    return el("div", { class: "replay-steps scrolls", tabindex: "0", role: "group", "aria-label": "Steps" }, shown);
  }

  play() {
    if (this.playing) return this.pause();
    if (this.atS >= this.run.duration_s) this.goTo(0);
    this.player.textContent = "Hold";
    this.playing = setInterval(() => {
      const next = this.atS + (this.speed * PLAY_MS) / 1000;
      this.goTo(Math.min(next, this.run.duration_s));
      if (next >= this.run.duration_s) this.pause();
    }, PLAY_MS);
  }

  pause() {
    clearInterval(this.playing);
    this.playing = 0;
    this.player.textContent = "Play";
  }

  /** Show a moment; of several that are asked for at once the last alone. */
  async goTo(atS) {
    this.atS = atS;
    this.scrubber.value = atS.toFixed(1);
    this.clock.textContent = `${atS.toFixed(1)} s of ${this.run.duration_s.toFixed(1)} s`;
    this.showLines();
    this.wanted = atS;
    if (this.asking) return;
    this.asking = true;
    while (this.wanted !== null && this.element.isConnected) {
      const wanted = this.wanted;
      this.wanted = null;
      const reply = await this.page.live.inquire("run_moment", { run: this.run.run, at_s: wanted });
      if (reply.ok) this.show(reply.value);
      else fill(this.moment, el("p", { class: "replay-damage" }, reply.said));
      await new Promise((resolve) => setTimeout(resolve, ASK_MS)); // who drags the handle asks no faster than this
    }
    this.asking = false;
  }

  show(moment) {
    const base = moment.base;
    const where = base ? `x ${base.x.toFixed(2)} m, y ${base.y.toFixed(2)} m` : "not known";
    fill(
      this.moment,
      el("p", { class: "headline" }, moment.message || moment.state || "Nothing is told yet."),
      el("p", { class: "dim" }, [
        `robot: ${where}`,
        moment.revision === null ? "what it knew is not recorded" : `graph: revision ${moment.revision}`,
        counted(moment.done, "skill call") + " ended",
      ].join(" · ")),
    );
    this.picture.hidden = !moment.picture;
    if (moment.picture) {
      const source = `/runs/${encodeURIComponent(this.run.run)}/${encodeURIComponent(moment.picture)}`;
      if (this.picture.getAttribute("src") !== source) this.picture.setAttribute("src", source);
      this.picture.alt = `Picture: ${moment.picture.replace(/\.\w+$/, "").replaceAll("_", " ")}`;
    }
    drawMap(this.map, moment, this.run.path);
  }

  showLines() {
    const { lines } = this.run;
    const next = lines.findIndex((line) => line.at_s > this.atS);
    const done = next < 0 ? lines.length : next;
    const near = lines.slice(Math.max(0, done - NEAR_LINES), done + 3);
    fill(
      this.lines,
      near.map((line) =>
        el("p", { class: line.at_s > this.atS ? "replay-line later" : "replay-line" },
          el("span", { class: "replay-at" }, `${line.at_s.toFixed(1)} s`), line.text)),
    );
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  async compare(other) {
    this.compared.hidden = !other;
    this.lines.hidden = Boolean(other);
    if (!other) return;
    const reply = await this.page.inquire("compare_runs", { run: this.run.run, other });
    this.compared.textContent = reply.ok ? reply.value.text : reply.said;
  }

  close() {
    this.pause();
    this.element.remove();
    this.returnTo?.focus?.();
  }
}

function told(state) {
  return { sealed: "complete", unsealed: "not complete", "in progress": "in progress" }[state] ?? state;
}
