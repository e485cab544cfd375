// Best play and what if are asked for from the step at which the reader is, not from where the page was opened.

const attribute = (one) => one.matches("form") ? "action" : "href";

// Looked up each time: the replay is replaced when the reader looks with other eyes.
function hereOf(one) {
  const { key } = document.getElementById("replay").dataset;
  return one.getAttribute(attribute(one)).replace(/[^/]*$/, key);
}

const follow = new MutationObserver(() => {
  for (const one of document.querySelectorAll("[data-from-here]")) {
    one.setAttribute(attribute(one), hereOf(one));
  }
});
const anywhere = { subtree: true, attributeFilter: ["data-key"] };
follow.observe(document.getElementById("main"), anywhere);

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id === "_ask") detail.path = hereOf(detail.elt);
});
