// Hands out the recording screen once more where no server answers: a tablet loads a page again whenever it needs
// the memory, and the table does not wait. What is handed out is the page as it came last (marked `data-kept`) and
// its files; the screen as it stood is js/recording/spare.js's. Nothing is sent from here, and no other page is touched.

const CACHE = "clubtarot-recording"; // emptied by js/leave.js
const PATIENCE = 5000; // milliseconds; a line that answers later is no line
const RECORDING = /^\/c\/[^/]+\/matches\/[^/]+\/record\/$/;
const FILES = new Set(["font", "image", "script", "style"]);
const NEVER_CHANGES = /\.[0-9a-f]{12}\.\w+$/; // a file with its digest in the name

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && RECORDING.test(pathname)) {
    event.respondWith(page(request, pathname));
  } else if (FILES.has(request.destination)) event.respondWith(file(request));
});

const late = () => new Promise((resolve) => setTimeout(resolve, PATIENCE, null));

// The server's answer; null where none comes in time, or one that says that the server is out of order.
async function answerInTime(asked) {
  const answer = await Promise.race([asked.catch(() => null), late()]);
  return answer && answer.status < 500 ? answer : null;
}

// Where there is no room, or no cache at all, the server's answer counts as before.
async function keep(key, answer) {
  try {
    await (await caches.open(CACHE)).put(key, answer);
  } catch {
    // what is not kept is missed when the line fails, and not before
  }
}

const keptFor = (key) =>
  caches.match(key, { cacheName: CACHE, ignoreVary: true }).catch(() => null);

async function page(request, pathname) {
  const asked = fetch(request);
  const answer = await answerInTime(asked);
  if (answer?.ok) await keep(pathname, answer.clone());
  if (answer) return answer;
  const kept = await keptFor(pathname);
  return kept ? marked(kept) : asked;
}

async function marked(kept) {
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // of the text as it was sent
  return new Response((await kept.text()).replace(' id="desk"', ' id="desk" data-kept'), {
    headers,
  });
}

// Files that the page has put into the cache; anything else goes its way.
async function file(request) {
  const kept = await keptFor(request.url);
  if (kept && NEVER_CHANGES.test(request.url)) return kept;
  const asked = fetch(request);
  if (!kept) return asked;
  const answer = await answerInTime(asked);
  if (!answer?.ok) return kept;
  await keep(request.url, answer.clone());
  return answer;
}
