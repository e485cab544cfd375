// Somebody who taps at random on the recording screen: what they do, when all of it is settled, and how the screen then
// differs from a fresh page of the server. Put into every page before its own scripts (tests/browser/random_walk.py).

globalThis.walk = (() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const isShown = (element) => element.checkVisibility() && !element.disabled;
  const shown = (selector) => all(selector).filter(isShown);

  // ---- What is under way: requests of the page, and what the engine is asked -----------------------------------

  let hasLine = true;
  let underWay = 0;
  let isLeaving = false; // for another page
  addEventListener("beforeunload", () => (isLeaving = true));
  const realFetch = globalThis.fetch;
  const counts = (url) => !/\/live\/|worker\.js/.test(url);
  globalThis.fetch = async (wanted, options) => {
    const url = String(wanted.url ?? wanted);
    if (!hasLine) throw new TypeError("no line");
    if (!counts(url)) return realFetch(wanted, options);
    underWay += 1;
    try {
      const answer = await realFetch(wanted, options);
      const text = await answer.text(); // a reader need not wait any more
      const { status, headers } = answer;
      const isEmpty = [101, 204, 205, 304].includes(status);
      const copy = new Response(isEmpty ? null : text, { status, headers });
      Object.defineProperty(copy, "type", { value: answer.type });
      return answer.type === "opaqueredirect" ? answer : copy;
    } finally {
      setTimeout(() => (underWay -= 1));
    }
  };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function (body) {
    if (!hasLine) return setTimeout(() => this.dispatchEvent(new Event("error")));
    underWay += 1;
    this.addEventListener("loadend", () => setTimeout(() => (underWay -= 1)));
    return send.call(this, body);
  };
  const RealWorker = globalThis.Worker;
  globalThis.Worker = class extends RealWorker {
    postMessage(message) {
      if (message.id) underWay += 1;
      super.postMessage(message);
    }
    set onmessage(listen) {
      super.onmessage = (event) => {
        listen(event);
        if (event.data.id) setTimeout(() => (underWay -= 1));
      };
    }
  };

  const turn = () => new Promise((resolve) => setTimeout(resolve));
  const TURNS = 4; // after this many turns of the browser without anything under way, and all is settled
  const PATIENCE = 60_000;

  async function settled(isDone = () => true) {
    const begin = performance.now();
    for (let quiet = 0; quiet < TURNS;) {
      await turn();
      quiet = underWay || isLeaving || one("#recording[inert]") || !isDone() ? 0 : quiet + 1;
      if (performance.now() - begin > PATIENCE) throw new Error(`never settled: ${state()}`);
    }
  }

  async function until(isDone, act) {
    const begin = performance.now();
    while (!isDone()) {
      if (performance.now() - begin > PATIENCE) throw new Error(`never settled: ${act}`);
      await act();
      await settled();
    }
  }

  const state = () => one("#line")?.dataset.state ?? "next";
  const isSaved = () => ["saved", "next"].includes(state());

  // ---- What can be done ----------------------------------------------------------------------------------------

  let random; // a number from 0 to 1

  function mulberry(seed) {
    return () => {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };
  }

  const pick = (from) => from[Math.floor(random() * from.length)];
  const tap = (selector) => () => pick(shown(selector)).click();

  async function panel(name) {
    pick(shown(`#recording [data-panel="${name}"]`)).click();
    await settled();
  }

  async function giveUp() {
    await panel("comment");
    const ways = all("#_give_up details");
    if (!ways.length) return;
    const way = pick(ways);
    way.open = true;
    const reason = pick([...way.querySelectorAll("[name=because]")]);
    reason.click();
    way.querySelector("button").click();
  }

  async function comment() {
    await panel("comment");
    const form = one("[data-comment]");
    if (!form) return;
    form.elements.text.value = "A comment";
    form.querySelector("button").click();
  }

  async function stateTheResult() {
    if (!one("#_result")) {
      await panel("comment");
      if (!one("#side [data-panel=result]")) return;
      await panel("result");
    }
    for (const fact of all("#_result [data-fact]")) {
      const choices = [...fact.querySelectorAll("input[type=radio], input[type=checkbox]")];
      if (choices.length && random() < 0.8) pick(choices).click();
      const amount = fact.querySelector(".amount");
      if (amount && random() < 0.9) {
        amount.value = String(Math.floor(random() * 92));
        amount.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }
    await settled();
    shown("#_result [data-change]")[0]?.click();
  }

  const free = '.key:is([data-state="clear"], [data-state="forced"], [data-state="possible"])';
  // What, how often compared with the others, and where.
  const DEEDS = [
    ["card", 40, free, tap(free)],
    ["wrong card", 1, '.key[data-state="forbidden"]', tap('.key[data-state="forbidden"]')],
    ["call", 40, "[data-call]:not([data-refused])", tap("[data-call]:not([data-refused])")],
    ["step", 30, "#stage [data-act]", tap("#stage [data-act]")],
    ["done", 60, "#done", tap("#done")],
    ["unseen", 60, "#unseen", tap("#unseen")],
    ["rest", 20, "#rest", tap("#rest")],
    ["undo", 5, "#undo", tap("#undo")],
    ["undo at the score", 5, ".seal-bar [data-undo]", tap(".seal-bar [data-undo]")],
    ["undo between", 5, "#undo-seal", tap("#undo-seal")],
    ["seal", 30, ".seal-bar .seal", tap(".seal-bar .seal")],
    ["deal", 30, ".next-deal button", tap(".next-deal button")],
    ["take up", 10, ".take-up button", tap(".take-up button")],
    ["give up", 1, '#recording [data-panel="comment"]', giveUp],
    ["comment", 1, '#recording [data-panel="comment"]', comment],
    ["result", 1, '#recording [data-panel="comment"]', stateTheResult],
    ["result now", 40, "#_result", stateTheResult],
    ["close", 10, "#side [data-close]", tap("#side [data-close]")],
    ["send mine", 20, "[data-send-mine]", tap("[data-send-mine]")],
    ["drop mine", 20, "[data-drop-mine]", tap("[data-drop-mine]")],
    ["drop held", 20, "[data-drop-held]", tap("[data-drop-held]")],
    ["the line in words", 20, "#line[data-state=held]", tap("#line")],
  ];

  function deed() {
    const can = DEEDS.filter(([, , selector]) => shown(selector).length);
    const total = can.reduce((sum, [, weight]) => sum + weight, 0);
    let at = random() * total;
    return can.find(([, weight]) => (at -= weight) < 0);
  }

  async function setLine(there) {
    hasLine = there;
    if (!there) return;
    dispatchEvent(new Event("online"));
    await settled(() => !["waiting", "offline", "sending"].includes(state()));
  }

  // ---- The screen against a fresh page of the server ----------------------------------------------------------------

  const MOMENT = [
    [/ tabindex="-1"/g, ""],
    [/ disabled=""(?! data-never)/g, ""],
    [/<input name="(csrfmiddlewaretoken|key|device|version)"[^>]*>/g, ""],
    [/<button[^>]* id="undo-seal".*?<\/button>/gs, ""],
    [/<div [^>]*id="side"[^>]*><\/div>/g, ""],
    [/ class="(\w+ )?settling-[\w-]*"/g, ""],
    [/\s+/g, " "],
    [/> </g, "><"],
  ];
  const plain = (html) => MOMENT.reduce((text, [from, to]) => text.replace(from, to), html).trim();

  function htmlOf(element) {
    if (!element) return "";
    const copy = element.cloneNode(true);
    for (const side of copy.querySelectorAll("#side")) side.replaceChildren();
    for (const opened of copy.querySelectorAll("details[open]")) opened.open = false;
    for (const row of copy.querySelectorAll(".chosen, .so-far")) { // filled in by the page, also where nothing is chosen
      if (!row.querySelector(".face") && !/[1-9]\d* \//.test(row.textContent)) row.replaceChildren();
    }
    for (const node of copy.querySelectorAll("*")) { // in an order of their own
      const attributes = [...node.attributes].sort((a, b) => a.name < b.name ? -1 : 1);
      for (const { name } of attributes) node.removeAttribute(name);
      for (const { name, value } of attributes) node.setAttribute(name, value);
    }
    return plain(copy.outerHTML);
  }

  const keysOf = (root) =>
    [...root.querySelectorAll(".key")].map(({ dataset: { card, state, note, mark } }) =>
      [card, state, note, mark].filter(Boolean).join(" ")
    ).join(", ");

  async function keysOfFresh(page, now) {
    const { Pad } = await import("/static/js/recording/pad.js");
    new Pad(page.getElementById("pad")).apply(now.keys);
    return keysOf(page);
  }

  async function differences() {
    const address = one("#recording")?.dataset.record ?? location.pathname;
    const text = await (await realFetch(address)).text();
    const page = new DOMParser().parseFromString(text, "text/html");
    const between = (root) => root.querySelector("#_between");
    if (between(page) || between(document)) {
      return { between: [htmlOf(between(document)), htmlOf(between(page))] };
    }
    const now = JSON.parse(page.getElementById("pad-now").textContent);
    const stage = (root) => htmlOf(root.querySelector("#stage"));
    const words = (root, id) => root.getElementById(id).textContent.replace(/\s+/g, " ").trim();
    const both = {
      stage: [stage(document), stage(page)],
      hand: [words(document, "hand-words"), words(page, "hand-words")],
      running: [words(document, "_running"), words(page, "_running")],
    };
    const isScore = one("#recording").dataset.mode === "score";
    if (isScore || page.getElementById("recording").dataset.mode === "score") return both;
    const [first, second] = now.status;
    return {
      ...both,
      status: [words(document, "status"), `${first} ${second}`.replace(/\s+/g, " ").trim()],
      keys: now.keys.length ? [keysOf(document), await keysOfFresh(page, now)] : [],
      undo: [one("#undo .second").textContent, now.undo],
      claim: [one(".tail-claim").hidden, !now.claim],
      announce: [one(".tail-announce").hidden, !now.announce],
      rest: [one("#rest").hidden, !now.rest.length],
    };
  }

  const unlike = (both) => Object.entries(both).filter(([, [mine, theirs]]) => mine !== theirs);

  // What is open next to the table, or half chosen, is the scorer's; all else is the server's. A form that the hand begins
  // with stays.
  async function tidy() {
    if (!one("#_result") || one("#recording").dataset.version !== "0") {
      await until(() => !shown("#give-up").length, tap("#give-up"));
      await until(() => !shown("#side [data-close]").length, tap("#side [data-close]"));
    }
    // By undo: a second tap on a key within a moment would not count.
    await until(() => !one('.key[data-state="chosen"]'), () => one("#undo").click());
  }

  const WITHIN = 8_000; // milliseconds for what another tablet has recorded

  async function compare(begins) {
    await settled(isSaved);
    if (begins && one("#recording:not([data-mode=score])")?.dataset.version === "0" && !one("#_result")) {
      return "a hand of which the result alone is written down does not begin with its form";
    }
    await tidy();
    const begin = performance.now();
    let different = unlike(await differences());
    while (different.length && performance.now() - begin < WITHIN) {
      dispatchEvent(new Event("online")); // followers look again
      await settled(isSaved);
      await tidy(); // what came from there may have drawn a choice again
      different = unlike(await differences());
    }
    return different.map(([name, [mine, theirs]]) => {
      let at = 0;
      while (mine[at] === theirs[at] && at < mine.length) at += 1;
      const near = (text) => String(text).slice(Math.max(0, at - 80), at + 160);
      return `${name}: ${near(mine)}\n  is not ${near(theirs)}`;
    }).join("\n");
  }

  // ---- Steps ---------------------------------------------------------------------------------------------------

  const PUTS_FORM_AWAY = new Set(["close", "give up", "comment", "result"]); // with which a hand begins, for another panel
  const NEEDS_LINE = new Set(["deal", "seal", "give up", "take up"]); // without the engine they lead to another page

  /** That many steps; says what was done, how often the screen was compared, and what differed. */
  async function go({ seed, steps, begins }) {
    random = mulberry(seed);
    const done = [];
    let compared = 0;
    let wrong = "";
    let isPutAway = false;
    await settled();
    while (done.length < steps && !wrong) {
      const chance = random();
      if (hasLine && chance < 0.04) {
        done.push("line away");
        await setLine(false);
      } else if (!hasLine && chance < 0.2) {
        done.push("line back");
        await setLine(true);
      } else {
        const found = deed();
        const [name, , , act] = found ?? ["nothing", 0, "", turn];
        if (!hasLine && NEEDS_LINE.has(name) && !one("#recording[data-judged]")) continue;
        done.push(name);
        const version = one("#recording")?.dataset.version;
        await act();
        isPutAway = PUTS_FORM_AWAY.has(name) || (isPutAway && version === "0" && name !== "deal");
      }
      await settled();
      if (hasLine && isSaved()) {
        compared += 1;
        wrong = await compare(begins && !isPutAway);
      }
    }
    return { done, compared, wrong };
  }

  return { go, compare, setLine, settled, state };
})();
