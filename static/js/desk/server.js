// Requests of the tablet: the token that the server asks for, a limit of time, no redirect followed.

const PATIENCE = 10000; // milliseconds
const TOKEN = "[name=csrfmiddlewaretoken]";

let token = document.querySelector(TOKEN)?.value ?? "";

export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16)); // randomUUID needs a secure context
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Which tablet wrote an entry: a number of its own, as long as the browser keeps it.
function device() {
  try {
    localStorage.tablet ??= newKey().slice(0, 8);
    return localStorage.tablet;
  } catch {
    return "";
  }
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// Resolves to status, text and body (null where it is no JSON); rejects where no answer came in time.
// A way to the sign-in page counts as 401.
async function ask(url, options) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE);
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
  }
}

export function get(url) {
  return ask(url, { headers: { Accept: "application/json" } });
}

export function post(url, body) {
  return ask(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json",
      "X-CSRFToken": token,
      "X-Device": device(),
    },
    body: JSON.stringify(body),
  });
}

// Takes the token of a new session, if the same person has signed in again elsewhere; false where not.
export async function renewToken(user) {
  const answer = await ask(location.pathname);
  if (!answer.ok) return false;
  const page = new DOMParser().parseFromString(answer.text, "text/html");
  if (page.getElementById("desk")?.dataset.user !== user) return false;
  token = page.querySelector(TOKEN)?.value ?? "";
  return Boolean(token);
}
