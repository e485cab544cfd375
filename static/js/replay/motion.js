// Cards that move: from the hand to the table, from the table to the winner of the trick, and back.
// Where the cards are that a step would take away is measured while nothing happens, where they go
// after the step, and they travel in between. So a step has nothing to measure before it is made.
// A reader whose device asks for less motion sees the step alone.

const CARD = 180; // milliseconds
const TRICK = 240;
const CURVE = "cubic-bezier(.2, .8, .2, 1)";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let running = [];

export const allowed = () => !reduced.matches && document.visibilityState === "visible";

// Ends at once whatever still travels.
export function settle() {
  for (const [animation, element] of running) {
    animation.cancel();
    element.classList.remove("leaving");
  }
  running = [];
}

// The middle of an element, measured from the corner of the table: the page may be scrolled meanwhile.
function middle(element, corner) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2 - corner.left, y: top + height / 2 - corner.top, height };
}

const cornerOf = (root) => root.querySelector(".stage").getBoundingClientRect();

// Whose card it is: that of the hand in which it lies, or of who has played it.
const ownerOf = (element) => element.closest("[data-of]").dataset.of;

// Before the step: where the cards are that it takes away.
export function look(root, changes) {
  const corner = cornerOf(root);
  const cards = changes.filter(({ style }) => style === "lying");
  const gone = cards.filter(({ on }) => !on).map(({ element }) => ({
    element,
    card: element.dataset.card,
    of: ownerOf(element),
    from: middle(element, corner),
  }));
  return { gone, came: cards.filter(({ on }) => on).map(({ element }) => element) };
}

// The card that has come was this one: the same face, or one face down in the same hand.
function sourceOf(element, gone) {
  const { card } = element.dataset;
  const of = ownerOf(element);
  const source = gone.find((one) => card && one.card === card) ??
    gone.find((one) => (!one.card || !card) && one.of !== undefined && one.of === of);
  return source && gone.splice(gone.indexOf(source), 1)[0];
}

function arrival(element, from, to, duration) {
  const moved = `${from.x - to.x}px ${from.y - to.y}px`;
  return {
    element,
    duration,
    seen: to.height && from.height,
    frames: [
      { translate: moved, scale: from.height / to.height },
      { translate: "0 0", scale: 1 },
    ],
  };
}

// A trick goes to its winner: each card fades on the way.
function departure({ element, from }, to) {
  const moved = `${to.x - from.x}px ${to.y - from.y}px`;
  return {
    element,
    duration: TRICK,
    seen: from.height,
    leaves: true,
    frames: [
      { translate: "0 0", scale: 1, opacity: 1 },
      { translate: moved, scale: 0.4, opacity: 0 },
    ],
  };
}

const plateOf = (root, seat) => seat && root.querySelector(`.seat[data-of="${seat}"] .plate`);

// After the step: how the cards travel to where they are now.
export function travels(root, { gone, came }) {
  const moves = [];
  const corner = cornerOf(root);
  for (const element of came) {
    const source = sourceOf(element, gone);
    const plate = !source && plateOf(root, element.dataset.goes);
    const to = middle(element, corner);
    if (source) moves.push(arrival(element, source.from, to, CARD));
    else if (plate) moves.push(arrival(element, middle(plate, corner), to, TRICK));
  }
  for (const left of gone) {
    const plate = plateOf(root, left.element.dataset.goes);
    if (plate) moves.push(departure(left, middle(plate, corner)));
  }
  return moves.filter(({ seen }) => seen);
}

export function start(travels) {
  for (const { element, frames, duration, leaves } of travels) {
    const animation = element.animate(frames, { duration, easing: CURVE });
    running.push([animation, element]);
    if (!leaves) continue;
    element.classList.add("leaving");
    animation.onfinish = () => element.classList.remove("leaving");
  }
}
