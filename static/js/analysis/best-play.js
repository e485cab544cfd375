// Best play is asked for from the step at which the reader is, not from where the page was opened.

const replay = document.getElementById("replay");
const hereOf = (form) => form.getAttribute("action").replace(/[^/]*$/, replay.dataset.key);

const follow = new MutationObserver(() => {
  const form = document.getElementById("_ask");
  form?.setAttribute("action", hereOf(form));
});
follow.observe(replay, { attributes: true, attributeFilter: ["data-key"] });

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id === "_ask") detail.path = hereOf(detail.elt);
});
