// Requests of the tablet: the token that the server asks for, a limit of time, no redirect followed.

import { tabletName } from "./tablet.js";

// Milliseconds. A server that has much to do may take its time, a line that is gone is not waited for: a request that
// says nothing is watched by lighter ones, and given up as soon as one of these has no answer either.
const PATIENCE = 10000;
const SILENCE = 1000;
const LIGHT_PATIENCE = 2000;
const { worker: LIGHT, user: ACCOUNT } = document.getElementById("recording").dataset; // a small file, answered without the database
const TOKEN = "[name=csrfmiddlewaretoken]";

let token = document.querySelector(TOKEN)?.value ?? "";

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID needs a secure context
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Whether anything answers at all. Without cookies no session is looked up for it.
export async function isLineThere() {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), LIGHT_PATIENCE);
  try {
    await fetch(LIGHT, {
      method: "HEAD",
      cache: "no-store",
      credentials: "omit",
      redirect: "manual",
      signal: stop.signal,
    });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

// Ends a request that stays unanswered while the line is gone. Returns what ends the watch.
function watch(stop) {
  let timer = setTimeout(async function look() {
    if (!(await isLineThere())) return stop.abort();
    if (timer) timer = setTimeout(look, SILENCE);
  }, SILENCE);
  return () => {
    clearTimeout(timer);
    timer = null;
  };
}

// Resolves to status, text and body (null where it is no JSON); rejects where no answer came in time.
// A way to the sign-in page counts as 401.
async function ask(url, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
  const endWatch = watch(stop);
  try {
    const answer = await fetch(url, { redirect: "manual", signal: stop.signal, ...options });
    const text = await answer.text();
    return {
      ok: answer.ok,
      status: answer.type === "opaqueredirect" ? 401 : answer.status,
      pause: 1000 * Number(answer.headers.get("Retry-After")),
      text,
      body: read(text),
    };
  } finally {
    clearTimeout(timer);
    endWatch();
  }
}

export function get(url) {
  return ask(url, { headers: { Accept: "application/json" } });
}

/**
 * `engine`: the digest of the engine that has drawn what follows from it, so that the server need not.
 * @param {string} url
 * @param {object} body
 * @param {string} [engine]
 * @param {string} [held] how many entries wait here, and for how many seconds the oldest
 */
export function post(url, body, engine = "", held = "") {
  return ask(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": token,
      "X-Account": ACCOUNT, // for which entries are kept here: no other sends them
      ...(engine && { "X-Engine": engine }),
      ...(held && { "X-Held": held }),
      "X-Device": encodeURIComponent(tabletName()), // a header has no letters but Latin ones
    },
    body: JSON.stringify(body),
  });
}

// Puts the token into a form that was drawn here.
export function sign(form) {
  if (form.elements.csrfmiddlewaretoken) return;
  const field = document.createElement("input");
  field.type = "hidden";
  field.name = "csrfmiddlewaretoken";
  field.value = token;
  form.append(field);
}

// Takes the token of a new session, if the same person has signed in again elsewhere. Resolves to the status of the page
// for the person signed in by now: 200 with the token; 401 where it is another account.
export async function renewToken(user) {
  const { ok, status, text } = await ask(location.pathname);
  if (!ok) return status;
  const page = new DOMParser().parseFromString(text, "text/html");
  token = page.querySelector(TOKEN)?.value ?? "";
  return page.getElementById("recording")?.dataset.user === user && token ? status : 401;
}
