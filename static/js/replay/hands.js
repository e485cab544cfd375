// What a hand does: clicks on links, taps and swipes over the table, a button held down.

const FIRST = 500; // milliseconds that a button is held before it repeats
const SLOW = 350;
const QUICK = 100;
const SWIPE = 40; // pixels

export const isOwn = (event) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

function onLink(player, autoplay, see, link, event) {
  const { go: way, tab, here, seat } = link.dataset;
  const step = here === undefined ? player.film.stepOf(link) : undefined;
  if (way) player.move(way);
  else if (tab) player.look({ tab });
  else if (seat !== undefined) see(link);
  else if (step !== undefined) player.go(step);
  else return;
  event.preventDefault();
  autoplay.pause();
}

// A tap on the table: on its right half one step on, on its left half one back.
function onTable(player, autoplay, table, event) {
  const { left, width } = table.getBoundingClientRect();
  autoplay.pause();
  player.go(player.step + (event.clientX < left + width / 2 ? -1 : 1));
}

export function prepareClicks(player, autoplay, see) {
  player.root.addEventListener("click", (event) => {
    if (!isOwn(event)) return;
    const link = event.target.closest("a[href]");
    if (link) return onLink(player, autoplay, see, link, event);
    if (event.target.closest("button, select, label, summary, input, textarea")) return;
    const table = event.target.closest(".stage");
    if (table && getSelection().isCollapsed) onTable(player, autoplay, table, event);
  });
}

// A finger that wipes over the table: to the left one step on, to the right one back.
export function prepareSwipes(player, autoplay) {
  const table = player.root.querySelector(".stage");
  let start = null;
  table.addEventListener("pointerdown", (event) => {
    start = event.pointerType === "mouse" ? null : { x: event.clientX, y: event.clientY };
  });
  table.addEventListener("pointercancel", () => {
    start = null;
  });
  table.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    start = null;
    if (Math.abs(x) < SWIPE || Math.abs(x) < 2 * Math.abs(y)) return;
    autoplay.pause();
    player.go(player.step + (x < 0 ? 1 : -1));
    // The click that some browsers send after it is no tap.
    const swallow = (click) => {
      click.preventDefault();
      click.stopPropagation();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50);
  });
}

// A step button held down repeats, ever quicker.
export function prepareHolding(player, autoplay) {
  let timer = null;
  let repeated = false;

  function repeat(way, pause) {
    repeated = true;
    autoplay.pause();
    player.go(player.target(way));
    timer = setTimeout(() => repeat(way, Math.max(QUICK, pause * 14 / 15)), pause);
  }

  for (const link of player.ways) {
    link.addEventListener("pointerdown", (event) => {
      if (!isOwn(event)) return;
      repeated = false;
      timer = setTimeout(() => repeat(link.dataset.go, SLOW), FIRST);
    });
    for (const end of ["pointerup", "pointerleave", "pointercancel"]) {
      link.addEventListener(end, () => clearTimeout(timer));
    }
    // The step was made while the button was down.
    link.addEventListener("click", (event) => {
      if (!repeated) return;
      repeated = false;
      event.preventDefault();
      event.stopPropagation();
    });
    link.addEventListener("contextmenu", (event) => {
      if (repeated) event.preventDefault();
    });
    link.addEventListener("dragstart", (event) => event.preventDefault());
  }
}
