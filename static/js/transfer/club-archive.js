// While a file is on its way: how much of it has been sent, then that it is being stored.
// Without this script the browser's own signs of loading say as much.

const form = document.querySelector("[data-bring]");

if (form) {
  const working = form.querySelector("[data-working]");
  const sent = form.querySelector("[data-sent]");
  const sending = form.querySelector("[data-sending]");
  const stored = form.querySelector("[data-stored]");

  const show = (share) => {
    const done = share >= 1;
    sent.setAttribute("value", String(100 * share));
    sending.hidden = done;
    stored.hidden = !done;
    if (done) sent.removeAttribute("value");
  };

  form.addEventListener("htmx:beforeRequest", () => {
    working.hidden = false;
    show(0);
  });
  form.addEventListener("htmx:xhr:progress", (event) => {
    const { loaded, total, lengthComputable } = event.detail;
    if (lengthComputable) show(loaded / total);
  });
  form.addEventListener("htmx:afterRequest", () => {
    working.hidden = true;
  });
}
