// The replay of a hand, step by step without asking the server: everything is on the page already.
// Without this script the same steps are plain links.

import "../analysis/best-play.js";
import { copy } from "./address.js";
import { Autoplay } from "./autoplay.js";
import { isOwn, prepareClicks, prepareHolding, prepareSwipes } from "./hands.js";
import { prepareKeys } from "./keys.js";
import { Player } from "./player.js";
import { prepareScrubber } from "./scrubber.js";
import { keepSize, prepareLastTrick, turn } from "./table.js";

const root = document.getElementById("replay");
const player = new Player(root);
const autoplay = new Autoplay(
  player,
  root.querySelector("[data-play]"),
  root.querySelector("[data-speed]"),
);
const link = document.querySelector("a[data-copy]");
const keys = document.querySelector(".keys-dialog");
const views = [...root.querySelectorAll(".seat-switch a")];

const acts = {
  play: () => autoplay.turn(),
  faster: () => autoplay.faster(1),
  slower: () => autoplay.faster(-1),
  turn: () => turn(player),
  lastTrick: prepareLastTrick(player),
  copy() {
    player.pointLinks();
    if (link) copy(link);
  },
  keys: () => keys.showModal(),
  see: (view) => location.assign(view.href),
  // From all hands open to none, and back.
  hide: () =>
    acts.see(views.find((view) => view.dataset.seat === (player.shown.seat ? "" : "none"))),
  go(way) {
    autoplay.pause();
    player.go(player.target(way));
  },
};

prepareClicks(player, autoplay);
prepareSwipes(player, autoplay);
prepareHolding(player, autoplay);
prepareScrubber(player, autoplay);
prepareKeys(player, acts);

for (const button of document.querySelectorAll("button[data-act]")) {
  button.addEventListener("click", acts[button.dataset.act]);
  button.hidden = false;
}

link?.addEventListener("click", (event) => {
  if (!navigator.clipboard || !isOwn(event)) return;
  event.preventDefault();
  copy(link);
});

function measure() {
  keepSize(player);
  player.lookAhead();
}

addEventListener("resize", measure);
measure();
player.pointLinks();
player.keepRowInSight();
