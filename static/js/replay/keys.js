// The keyboard. What is written into a field stays there, and what scrolls by a key goes on doing so.

const FIELDS = "input:not([type=range]), select, textarea, [contenteditable]";
const SCROLLING = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "];

const WAYS = {
  ArrowLeft: "prev",
  ArrowRight: "next",
  ArrowUp: "back",
  ArrowDown: "forward",
  "[": "back",
  "]": "forward",
  PageUp: "partBack",
  PageDown: "partOn",
  Home: "first",
  End: "last",
};

const ACTS = {
  " ": "play",
  "+": "faster",
  "=": "faster",
  "-": "slower",
  "−": "slower",
  n: "after",
  p: "before",
  b: "big",
  f: "turn",
  h: "hide",
  c: "copy",
  l: "lastTrick",
  "?": "keys",
};

// What a key does: `acts` are the functions by name, `seats` goes to the view of a seat.
function meaning({ key, repeat }, player, acts) {
  if (key in WAYS) return () => acts.go(WAYS[key], repeat);
  const act = ACTS[key.length === 1 ? key.toLowerCase() : key];
  if (act) return acts[act];
  if (key >= "0" && key <= "9" && key.length === 1) {
    const seat = key === "0" ? "" : String(Number(key) - 1);
    const link = player.root.querySelector(`.seat-switch a[data-seat="${seat}"]`);
    return link && (() => acts.see(link));
  }
  return null;
}

export function prepareKeys(player, acts, signal) {
  document.addEventListener("keydown", (event) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    const { target, key } = event;
    if (target.closest(FIELDS) || target.closest("dialog")) return;
    if (key === " " && target.closest("button, summary")) return;
    if (SCROLLING.includes(key) && target.matches(".beside-scroll")) return;
    const act = meaning(event, player, acts);
    if (!act) return;
    event.preventDefault();
    act();
  }, { signal });
}
