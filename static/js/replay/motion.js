// Cards that move: from the hand to the table, from the table to whoever won the trick, and back.
// Where a card was is measured before the step, where it is after it, and it travels in between.
// Whoever asks his device for less motion sees the step alone.

const CARD = 180; // milliseconds
const TRICK = 240;
const CURVE = "cubic-bezier(.2, .8, .2, 1)";

const reduced = matchMedia("(prefers-reduced-motion: reduce)");
let running = [];
let ghosts = [];

export const allowed = () => !reduced.matches && document.visibilityState === "visible";

// Ends at once whatever still travels.
export function settle() {
  for (const animation of running) animation.cancel();
  for (const ghost of ghosts) ghost.remove();
  running = [];
  ghosts = [];
}

function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, height };
}

const isCard = ({ element, style }) => !style && element.dataset.card !== undefined;

// Before the step: where the cards are that it takes away.
export function look(changes) {
  const cards = changes.filter(isCard);
  const gone = cards.filter(({ on }) => !on).map(({ element }) => ({
    element, card: element.dataset.card, of: element.dataset.of, from: middle(element),
  }));
  return { gone, came: cards.filter(({ on }) => on).map(({ element }) => element) };
}

// The card that has come was this one: the same face, or one face down in the same hand.
function sourceOf(element, gone) {
  const { card, of } = element.dataset;
  const found = gone.find((one) => card && one.card === card)
    ?? gone.find((one) => (!one.card || !card) && one.of !== undefined && one.of === of);
  return found && gone.splice(gone.indexOf(found), 1)[0];
}

function travel(element, frames, duration) {
  const animation = element.animate(frames, { duration, easing: CURVE });
  running.push(animation);
  return animation;
}

function arrive(element, from, duration) {
  const to = middle(element);
  if (!to.height || !from.height) return;
  travel(element, [
    { translate: `${from.x - to.x}px ${from.y - to.y}px`, scale: from.height / to.height },
    { translate: "0 0", scale: 1 },
  ], duration);
}

// A trick goes to its winner: what is left of each card fades on the way.
function leave({ element, from }, plate) {
  const to = middle(plate);
  const ghost = element.cloneNode(true);
  ghost.hidden = false;
  ghost.setAttribute("aria-hidden", "true");
  ghost.className += " ghost";
  element.after(ghost);
  ghosts.push(ghost);
  travel(ghost, [
    { translate: "0 0", scale: 1, opacity: 1 },
    { translate: `${to.x - from.x}px ${to.y - from.y}px`, scale: 0.4, opacity: 0 },
  ], TRICK).onfinish = () => ghost.remove();
}

const plateOf = (root, seat) => seat && root.querySelector(`.seat[data-of="${seat}"] .plate`);

// After the step: the cards travel to where they are now.
export function move(root, { gone, came }) {
  for (const element of came) {
    const source = sourceOf(element, gone);
    if (source) arrive(element, source.from, CARD);
    else {
      const plate = plateOf(root, element.dataset.goes);
      if (plate) arrive(element, middle(plate), TRICK);
    }
  }
  for (const left of gone) {
    const plate = plateOf(root, left.element.dataset.goes);
    if (plate) leave(left, plate);
  }
}
