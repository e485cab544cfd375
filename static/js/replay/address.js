// Addresses of steps, seats and tabs, the same that the server writes into its links.

const PAUSE = 350; // milliseconds; browsers refuse an address that changes too often

export class Addresses {
  constructor(root, film) {
    this.base = root.dataset.address;
    this.embedded = Boolean(root.dataset.embed);
    this.film = film;
    this.written = 0;
    this.waiting = null;
  }

  // The address of a step; `bottom` is "" where the table lies as it usually does.
  of(step, { seat, bottom, tab, embed = this.embedded }, base = this.base) {
    const query = new URLSearchParams();
    if (seat) query.set("seat", seat);
    if (bottom) query.set("bottom", bottom);
    if (tab) query.set("tab", tab);
    if (embed) query.set("embed", "1");
    return `${base}${this.film.steps[step].key}${query.size ? `?${query}` : ""}`;
  }

  // The address bar follows once the step is made, or a moment later while steps come quickly:
  // `now()` says what is to stand there then.
  write(now) {
    this.waiting ??= setTimeout(() => this.replace(now()), this.written + PAUSE - Date.now());
  }

  stop() {
    clearTimeout(this.waiting);
    this.write = () => {}; // nothing is written any more
  }

  replace(address) {
    this.waiting = null;
    this.written = Date.now();
    history.replaceState(null, "", address);
  }
}

// Copies the link of an element and says so next to it for a moment.
export async function copy(link) {
  if (!navigator.clipboard) return;
  await navigator.clipboard.writeText(link.href);
  link.dataset.done = link.dataset.copied;
  document.querySelector("[data-notice]").textContent = link.dataset.copied;
  setTimeout(() => delete link.dataset.done, 2000);
}
