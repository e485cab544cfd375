// Asks the server over and over whether something has changed since this page was drawn: a request that costs it next to
// nothing (games/access/live.py). What has changed the page then asks for itself.

// Milliseconds from the start of one question to the start of the next: with the way there and back, twice, and the
// drawing, what another tablet records is here within a second.
const PACE = 600;
const LEAST = 100; // after a question that took longer than that
const LONGEST = 4000; // while the server cannot be reached
const PATIENCE = 5000; // for one answer
const MARK = /^[\w.]{1,60}$/; // not the sign-in page of a hotel's Wi-Fi

export class Live {
  /**
   * `mark()`: what the page has; `changed(news, headers)`: shows what is new, resolves once that is drawn; `news`: what
   * the server answers where something is, by default another mark; `isReady()`: whether the page could show something
   * new now; `reached(isThere)`: told whether the server has answered; `gone()`: once the address is not found, twice
   * in a row, as one 404 may be of a hotel's Wi-Fi: without it a 404 is no answer; `credentials`: those of the request, by default none, as the address says it all; `pace`: milliseconds.
   * @param {{
   *   address: string,
   *   mark: () => string,
   *   changed: (news: string, headers: Headers) => unknown,
   *   news?: RegExp,
   *   isReady?: () => boolean,
   *   reached?: (isThere: boolean) => void,
   *   gone?: () => void,
   *   credentials?: RequestCredentials,
   *   pace?: number,
   * }} page
   */
  constructor({ address, mark, changed, ...options }) {
    this.address = address;
    this.mark = mark;
    this.changed = changed;
    this.news = options.news ?? MARK;
    this.isReady = options.isReady ?? (() => true);
    this.reached = options.reached ?? (() => {});
    this.gone = options.gone;
    this.credentials = options.credentials ?? "omit"; // no session is looked up
    this.pace = this.wait = options.pace ?? PACE;
    this.asking = false;
    this.ended = false;
    this.missed = 0; // answers in a row that the address is not found
  }

  // Only while somebody can see the page; at once when they look at it again.
  start() {
    document.addEventListener("visibilitychange", () => this.look());
    addEventListener("online", () => this.look());
    // A form that is sent leads to a page of its own, unless a script has taken it.
    addEventListener("submit", (event) => event.defaultPrevented || this.end());
    addEventListener("pageshow", ({ persisted }) => persisted && this.resume());
    this.look();
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
  }

  resume() {
    this.ended = false;
    this.look();
  }

  async look() {
    if (this.asking || this.ended || document.hidden) return;
    clearTimeout(this.timer);
    this.asking = true;
    const began = Date.now();
    if (this.isReady()) await this.ask();
    this.asking = false;
    if (this.ended) return;
    const rest = Math.max(LEAST, this.wait - (Date.now() - began));
    this.timer = setTimeout(() => this.look(), rest);
  }

  async ask() {
    const { address } = this;
    const answer = await this.answer().catch(() => null);
    if (address !== this.address) return; // the page follows something else by now
    if (answer?.status === 403 && !this.gone) return this.end(); // as long ago as that nobody is signed in either
    this.missed = answer?.status === 404 ? this.missed + 1 : 0;
    if (this.missed > 1 && this.gone) {
      this.end();
      return this.gone();
    }
    const news = answer?.ok ? await answer.text() : "";
    const isThere = answer?.status === 204 || this.news.test(news);
    // Not the same on two tablets, so that they do not come back all at once.
    this.wait = isThere ? this.pace : Math.min(this.wait * (1.5 + Math.random() / 2), LONGEST);
    this.reached(isThere);
    if (isThere && news && this.isReady()) await this.changed(news, answer.headers);
  }

  async answer() {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), PATIENCE);
    try {
      return await fetch(`${this.address}?at=${this.mark()}`, {
        cache: "no-store",
        credentials: this.credentials,
        redirect: "manual",
        signal: stop.signal,
      });
    } finally {
      clearTimeout(timer);
    }
  }
}
