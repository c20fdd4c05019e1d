// SPDX-License-Identifier: Apache-2.0
// The connection: what is new comes by topic, what is asked for gets one reply. It mends itself, and says when it is lost.

const SILENT_MS = 1500; // three beats of the server: said to be lost
const GIVEN_UP_MS = 6000; // closed, and made anew: until then what was silent may only have been slow
const LOOK_MS = 250;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 2000;
const REPLY_MS = 30000;

/** The name of this page for the server: stays the same when it connects again or is loaded anew. */
function clientName() {
  let name = sessionStorage.getItem("client");
  if (!name) {
    name = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
    sessionStorage.setItem("client", name);
  }
  return name;
}

export class Live {
  #socket = null;
  #handlers = new Map();
  #newest = new Map();
  #replies = new Map();
  #looks = new Map();
  #number = 0;
  #heardAt = 0;
  #retryMs = FIRST_RETRY_MS;
  #retry = 0;
  #changes = [];
  #state = "connecting";
  #lostAt = 0;
  #why = "";

  /** "connecting", "open" or "lost". */
  get state() {
    return this.#state;
  }

  /** Since when the connection is lost, as Date.now() has it; and why, where the server said so. */
  get lost() {
    return { at: this.#lostAt, why: this.#why };
  }

  start() {
    this.#connect();
    setInterval(() => this.#check(), LOOK_MS);
  }

  /** Connect anew, e.g. with another name. */
  restart() {
    this.#socket?.close();
  }

  /** Have a function called with each value of a topic; at once with the newest, if there is one. */
  on(topic, handler) {
    const handlers = this.#handlers.get(topic) ?? [];
    this.#handlers.set(topic, [...handlers, handler]);
    if (this.#newest.has(topic)) handler(...this.#newest.get(topic));
    return () => this.#handlers.set(topic, this.#handlers.get(topic).filter((h) => h !== handler));
  }

  /** The newest value of a topic. */
  newest(topic) {
    return this.#newest.get(topic)?.[0];
  }

  /** Have a function called when the connection is made or lost. */
  onState(handler) {
    this.#changes.push(handler);
  }

  /** Ask for a topic that is sent on demand, for as long as somebody looks; returns what ends it. */
  look(topic) {
    this.#looks.set(topic, (this.#looks.get(topic) ?? 0) + 1);
    this.#sendLooks();
    let looking = true;
    return () => {
      if (!looking) return;
      looking = false;
      const left = this.#looks.get(topic) - 1;
      if (left > 0) this.#looks.set(topic, left);
      else this.#looks.delete(topic);
      this.#sendLooks();
    };
  }

  /** Ask for something; the reply is {ok, said, value, lost}, also when it cannot be sent: lost tells that. */
  ask(what, fields = {}) {
    if (this.#socket?.readyState !== WebSocket.OPEN) {
      return Promise.resolve({ ok: false, said: "There is no connection to the robot.", value: {}, lost: true });
    }
    const id = ++this.#number;
    this.#socket.send(JSON.stringify({ id, do: what, ...fields }));
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#reply(id, { ok: false, said: "No answer came.", value: {} }), REPLY_MS);
      this.#replies.set(id, { resolve, late });
    });
  }

  /** Ask for what changes nothing: asked again as soon as a connection that was lost is back. */
  async inquire(what, fields = {}) {
    for (;;) {
      const reply = await this.ask(what, fields);
      if (!reply.lost) return reply;
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const name = encodeURIComponent(localStorage.getItem("name") ?? "");
    const socket = new WebSocket(`${scheme}://${location.host}/live?client=${clientName()}&name=${name}`);
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    this.#heardAt = performance.now();
    socket.onopen = () => {
      this.#retryMs = FIRST_RETRY_MS;
      this.#sendLooks();
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#heard(event.data);
    };
    socket.onclose = (event) => {
      if (socket === this.#socket) this.#closed(event.reason);
    };
  }

  #heard(data) {
    this.#heardAt = performance.now();
    this.#set("open");
    if (data instanceof ArrayBuffer) {
      const length = new DataView(data).getUint32(0);
      const about = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
      this.#tell(about.topic, about, new Uint8Array(data, 4 + length));
      return;
    }
    const message = JSON.parse(data);
    if ("reply" in message) this.#reply(message.reply, message);
    else this.#tell(message.topic, message.value);
  }

  #tell(topic, ...values) {
    this.#newest.set(topic, values);
    for (const handler of this.#handlers.get(topic) ?? []) {
      try {
        handler(...values);
      } catch (error) {
        console.error(`a pane cannot show ${topic}`, error);
      }
    }
  }

  #reply(id, reply) {
    const waiting = this.#replies.get(id);
    if (!waiting) return;
    this.#replies.delete(id);
    clearTimeout(waiting.late);
    waiting.resolve({ ok: reply.ok, said: reply.said, value: reply.value ?? {}, lost: reply.lost ?? false });
  }

  #closed(why) {
    this.#socket = null;
    this.#why = why;
    for (const id of [...this.#replies.keys()]) this.#reply(id, { ok: false, said: "The connection was lost.", lost: true });
    if (this.#state === "open") this.#set("lost");
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), this.#retryMs);
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 1.6);
  }

  // A cable that is pulled closes nothing: what has been silent is said to be lost, and given up later.
  #check() {
    const silentMs = performance.now() - this.#heardAt;
    if (silentMs < SILENT_MS) return;
    if (this.#state === "open") this.#set("lost");
    if (this.#state === "connecting" && !this.#socket) this.#set("lost");
    const socket = this.#socket;
    if (socket && socket.readyState !== WebSocket.CLOSED && silentMs > GIVEN_UP_MS) {
      this.#socket = null;
      socket.close();
      this.#closed("");
    }
  }

  #set(state) {
    if (state === this.#state) return;
    this.#state = state;
    if (state === "lost") this.#lostAt = Date.now();
    for (const handler of this.#changes) handler(state);
  }

  #sendLooks() {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ id: ++this.#number, do: "look", topics: [...this.#looks.keys()] }));
    }
  }
}
