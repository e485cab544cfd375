// The wall: fetched again when something has changed, shown in turns where a screen holds only a part of a list, and
// honest about its age while the server cannot be reached.

import { Live } from "../live.js";
import { renew } from "../renew.js";

const PACE = 2000; // milliseconds between two questions
const TURN = 10_000;
const OLD = 15_000;
const large = matchMedia("(min-width: 900px)"); // smaller screens list everything, and are scrolled
const place = document.getElementById("up-to-date");
const words = new Intl.RelativeTimeFormat(document.documentElement.lang);
const wall = () => document.getElementById("_wall");

let seen = Date.now(); // when what is shown was last known to be so
let before = seen;

function prepare(root, age) {
  const clock = root.querySelector(".clock[data-left]");
  if (clock) {
    clock.dataset.left -= age;
    clock.textContent = wall().querySelector(".clock")?.textContent ?? clock.textContent;
  }
  takeTurns(root);
}

function takeTurns(root) {
  for (const { children } of root.querySelectorAll("[data-turns]")) {
    const turn = Math.floor(Date.now() / TURN) % children.length;
    [...children].forEach((part, number) => part.hidden = large.matches && number !== turn);
  }
}

async function fetchAgain() {
  const answer = await fetch(location.href, { headers: { "HX-Request": "true" } }).catch(() =>
    null
  );
  if (answer?.status === 404) location.reload(); // switched off
  const text = answer?.ok ? await answer.text() : "";
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("_wall");
  if (!fresh) return seen = before;
  prepare(fresh, Number(answer.headers.get("Age")));
  renew(wall(), fresh);
}

function tick() {
  takeTurns(wall());
  const seconds = Math.round((Date.now() - seen) / 1000);
  place.querySelector("time").textContent = seconds < 100
    ? words.format(-seconds, "second")
    : words.format(-Math.round(seconds / 60), "minute");
  place.classList.toggle("message", Date.now() - seen > OLD);
}

prepare(wall(), Number(place.dataset.age));
setInterval(tick, 1000);
new Live({
  address: place.dataset.address,
  mark: () => wall().dataset.mark,
  changed: fetchAgain,
  reached: (isThere) => {
    before = seen;
    if (isThere) seen = Date.now();
  },
  pace: PACE,
}).start();
