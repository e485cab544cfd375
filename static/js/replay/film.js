// What the page shows at which step. Every element that comes and goes says so itself, "3-7 9-" in
// a data attribute; from that follows what changes between a step and the next, and a step touches
// nothing else.

// Attributes that hold steps, and the class that they set ("" for being there at all, "lying"
// for a card, which keeps its form while it is out of sight).
const MARKS = {
  shown: "",
  lying: "lying",
  turn: "turn",
  next: "next",
  winning: "winning",
  now: "now",
  won: "won",
  told: "told",
  past: "past",
  out: "out",
  takes: "taker",
  last: "last",
  none: "none",
  scored: "scored",
  "over-8": "over-8",
  "over-12": "over-12",
  "over-16": "over-16",
  "over-18": "over-18",
};

function readSpans(text) {
  return text.split(" ").filter(Boolean).map((span) => {
    const [start, stop] = span.split("-");
    return [Number(start), stop === "" ? Infinity : Number(stop)];
  });
}

// The changes by step: those that happen on the way from the step before to this one.
function changesOf(root, count) {
  const changes = Array.from({ length: count }, () => []);
  for (const [name, style] of Object.entries(MARKS)) {
    for (const element of root.querySelectorAll(`[data-${name}]`)) {
      for (const [start, stop] of readSpans(element.getAttribute(`data-${name}`))) {
        if (start > 0 && start < count) changes[start].push({ element, style, on: true });
        if (stop < count) changes[stop].push({ element, style, on: false });
      }
    }
  }
  return changes;
}

function apply({ element, style, on }) {
  if (style === "" || style === "lying") element.hidden = !on;
  else element.classList.toggle(style, on);
  if (style === "lying") {
    if (on) element.removeAttribute("aria-hidden");
    else element.setAttribute("aria-hidden", "true");
  }
  // Of the parts of the scrubber the current one says so.
  if (style === "now" && element.href) {
    if (on) element.setAttribute("aria-current", "step");
    else element.removeAttribute("aria-current");
  }
}

export class Film {
  // `data`: what the page carries about each step; `root`: the element in which everything stands.
  constructor(root, data) {
    this.steps = data.steps.map(([key, place, words, part]) => (
      { key, place: place || key, words, part }
    ));
    this.numbers = new Map(this.steps.map(({ key }, number) => [key, number]));
    this.stops = data.stops;
    this.phases = data.phases;
    this.last = this.steps.length - 1;
    this.changes = changesOf(root, this.steps.length);
  }

  // The step to which a link leads; undefined where it leads elsewhere.
  stepOf(link) {
    const [path] = link.getAttribute("href").split("?");
    return this.numbers.get(path.slice(path.lastIndexOf("/") + 1));
  }

  // What changes between two steps, in the order in which it does.
  between(from, to) {
    const changes = [];
    for (let step = from + 1; step <= to; step += 1) changes.push(...this.changes[step]);
    for (let step = from; step > to; step -= 1) {
      const undone = this.changes[step].map(({ element, style, on }) => ({
        element,
        style,
        on: !on,
      }));
      changes.push(...undone.reverse());
    }
    return changes;
  }

  show(changes) {
    changes.forEach(apply);
  }

  // Where one of `stops` lies before or after a step.
  before(stops, step) {
    return Math.max(0, ...stops.filter((stop) => stop < step));
  }

  after(stops, step) {
    return Math.min(this.last, ...stops.filter((stop) => stop > step));
  }

  // Where the part begins in which a step lies, and where the next one does.
  partAt(step) {
    return [this.before(this.stops, step + 1), this.after(this.stops, step)];
  }
}
