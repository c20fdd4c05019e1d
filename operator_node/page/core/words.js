// SPDX-License-Identifier: Apache-2.0
// Sentences about what the robot does, from values.

/** What the robot goes on doing, by what was heard last. */
export function goesOn(now) {
  if (!now || now.doing === "unknown") return "What the robot does is not known.";
  const errand = `“${now.instruction}”`;
  const step = now.current ? ` When last heard it was to ${now.current.text} (step ${now.step} of ${now.steps}).` : "";
  switch (now.doing) {
    case "idle":
    case "finished":
      return "When last heard the robot did nothing.";
    case "paused":
      return `The robot stays paused in ${errand} until somebody lets it go on.`;
    case "waiting for approval":
      return `The robot waits for an answer on ${errand}; no answer in time is a no.`;
    case "waiting for an answer":
      return `The robot waits for an answer about ${errand}.`;
    case "handed over":
      return "The robot is handed over to a person; Makedo moves nothing.";
    case "stopping":
      return "The robot was coming to a stand.";
    default:
      return `The robot goes on with ${errand} by itself.${step}`;
  }
}

const HEADLINES = {
  unknown: "Not heard of yet",
  idle: "Ready",
  planning: "Making a plan",
  executing: "At work",
  recovering: "Mending what went wrong",
  stopping: "Coming to a stand",
  paused: "Paused",
  "waiting for approval": "Waits for your approval",
  "waiting for an answer": "Asks you something",
  "handed over": "Handed over to a person",
};

/** The headline of what the robot does; `plan`: the newest, or null. */
export function headline(now, plan = null) {
  if (now.doing === "finished") return now.outcome.ok ? succeeded(now, plan) : ended(now.outcome.cause);
  if (now.doing === "executing" && now.current) return sentence(now.current.text);
  return HEADLINES[now.doing] ?? now.doing;
}

// As `makedo do` tells it: what was made do with is not "done", and neither is an answer.
function succeeded(now, plan) {
  if (plan?.instruction !== now.instruction) return "Done";
  if (plan.changes.length) return "Made do";
  return plan.steps.length ? "Done" : "Answer";
}

const ENDED = {
  stopped: "Stopped",
  canceled: "Cancelled",
  "not approved": "Not approved",
  "not understood": "Not understood",
};

function ended(cause) {
  return ENDED[cause] ?? "Not done";
}

/** With a capital letter. */
export function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
