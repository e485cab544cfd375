// A page that follows what others record: once something has changed it is fetched again, and what differs takes its
// place.

import { Live } from "./live.js";
import { renew } from "./renew.js";

async function fetchAgain() {
  const asked = location.href;
  const answer = await fetch(asked, { redirect: "manual" }).catch(() => null);
  if (answer?.type === "opaqueredirect" || answer?.status === 404) return live.end(); // signed out, or gone
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (location.href !== asked) return fetchAgain(); // the reader has gone on meanwhile, on this page
  if (!page.getElementById("_live")) return location.reload(); // another page by now: the next hand has been dealt
  const main = document.getElementById("main");
  const focused = /** @type {PageElement} */ (document.activeElement);
  renew(main, page.getElementById("main"));
  if (focused.isConnected && focused !== document.activeElement) {
    focused.focus({ preventScroll: true });
  }
  htmx.process(main);
  document.title = page.title;
}

const place = document.getElementById("_live");
const live = new Live({
  address: place.dataset.address,
  mark: () => place.dataset.mark,
  changed: fetchAgain,
});
live.start();
