// What is understood of a typed line, shown next to it before Enter, and in words what is not.

const NO_DOUBT = { word: "", which: [] };

/**
 * @param {PageElement} place
 * @param {(Node | string)[]} understood
 * @param {string} left what is not understood
 * @param {{word: string, which: string[]}} [doubt] a word of it, and what it may be
 */
export function sayUnderstood(place, understood, left, { word, which } = NO_DOUBT) {
  const { unread, may } = place.dataset;
  const rest = document.createElement("strong");
  rest.textContent = which.length
    ? may.replace("%n", () => which.join(", ")).replace("%w", () => word)
    : unread.replace("%w", () => left);
  place.hidden = !understood.length && !left;
  place.replaceChildren(
    ...understood.flatMap((part) => [part, " "]),
    ...(left ? [rest] : []),
  );
}
