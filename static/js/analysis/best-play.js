// Best play is asked for from the step at which the reader is, not from where the page was opened.

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.elt.matches("#_best form")) return;
  const place = document.getElementById("replay").dataset.key;
  detail.path = detail.elt.action.replace(/[^/]*$/, place);
});
