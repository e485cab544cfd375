// The replay of a hand, step by step without asking the server: everything is on the page already.
// Without this script the same steps are plain links.

import "../analysis/best-play.js";
import { copy } from "./address.js";
import { Autoplay } from "./autoplay.js";
import { prepareBig } from "./big.js";
import { isOwn, prepareClicks, prepareHolding, prepareSwipes } from "./hands.js";
import { prepareKeys } from "./keys.js";
import { allowed } from "./motion.js";
import { Player } from "./player.js";
import { prepareScrubber } from "./scrubber.js";
import { keepSize, prepareLastTrick, turn } from "./table.js";

const main = document.getElementById("main");
let asked = 0;

// Makes the main part of the page move; a function that lets go of it.
function begin() {
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
  const over = new AbortController();

  const acts = {
    play: () => autoplay.turn(),
    faster: () => autoplay.faster(1),
    slower: () => autoplay.faster(-1),
    turn: () => turn(player),
    lastTrick: prepareLastTrick(player),
    big: prepareBig(),
    copy() {
      player.pointLinks();
      if (link) copy(link);
    },
    keys: () => keys.showModal(),
    see: (view) => lookAs(view, player, stop),
    // From all hands open to none, and back.
    hide: () =>
      acts.see(views.find((view) => view.dataset.seat === (player.shown.seat ? "" : "none"))),
    // A key that is held ends with the hand.
    go(way, held) {
      autoplay.pause();
      if (held) player.go(player.target(way));
      else player.move(way);
    },
    after: () => visit(root.dataset.after),
    before: () => visit(root.dataset.before),
  };

  function stop() {
    over.abort();
    autoplay.pause();
    player.stop();
  }

  prepareClicks(player, autoplay, acts.see);
  prepareSwipes(player, autoplay);
  prepareHolding(player, autoplay);
  prepareScrubber(player, autoplay);
  prepareKeys(player, acts, over.signal);

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

  addEventListener("resize", measure, { signal: over.signal });
  measure();
  player.pointLinks();
  player.keepRowInSight();
  return { player, autoplay };
}

function visit(address) {
  if (address) location.assign(address);
}

// The same step with other eyes: the server says what is open, and sends the main part of the page.
async function lookAs(view, before, stop) {
  const [address, { seat }, number] = [view.href, view.dataset, asked += 1];
  const focused = main.contains(document.activeElement);
  const answer = await fetch(address, { headers: { "HX-Request": "true" } }).catch(() => null);
  const text = answer?.ok && !answer.redirected && await answer.text().catch(() => "");
  if (number !== asked) return;
  if (!text) return location.assign(address);
  const page = new DOMParser().parseFromString(text, "text/html");
  stop();
  main.replaceChildren(...page.body.childNodes);
  document.title = page.title;
  htmx.process(main);
  history.replaceState(null, "", address);
  const { player } = begin();
  if (before.step <= player.film.last) player.go(before.step); // stepped on in the meantime
  const chosen = document.querySelector(`.seat-switch a[data-seat="${seat}"]`);
  if (focused) chosen.focus({ preventScroll: true });
  document.querySelector("[data-notice]").textContent = chosen.textContent.trim();
}

const { autoplay } = begin();
if (allowed() && new URLSearchParams(location.search).has("plays")) {
  autoplay.endless = true;
  autoplay.play();
}
