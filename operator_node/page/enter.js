// SPDX-License-Identifier: Apache-2.0
// The secret stands behind the "#" of the link: no server and no log ever sees it in an address.

const button = document.getElementById("enter");
const said = document.getElementById("said");
const key = location.hash.slice(1);

function close(text) {
  said.textContent = text;
  button.hidden = true;
}

if (!key) close("This link has no key. `makedo page` on the robot's machine gives one that has.");

button.addEventListener("click", async () => {
  button.disabled = true;
  try {
    const answer = await fetch("/enter", { method: "POST", body: JSON.stringify({ key }) });
    if (answer.ok) {
      history.replaceState(null, "", "/enter");
      location.replace("/");
      return;
    }
    const type = answer.headers.get("content-type") ?? "";
    close(type.includes("json") ? (await answer.json()).said : await answer.text());
  } catch {
    said.textContent = "The robot's machine does not answer. Try again.";
    button.disabled = false;
  }
});
