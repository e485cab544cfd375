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

function show(drawing, headers) {
  const fresh = new DOMParser().parseFromString(drawing, "text/html").getElementById("_wall");
  prepare(fresh, Number(headers.get("Age")));
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
  address: location.pathname,
  mark: () => wall().dataset.mark,
  changed: show,
  news: /id="_wall"/,
  reached: (isThere) => isThere && (seen = Date.now()),
  gone: () => location.reload(), // switched off: the page says so
  credentials: "same-origin", // somebody may have chosen a language
  pace: PACE,
}).start();
