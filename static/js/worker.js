// Hands out the recording screen once more where no server answers: a tablet loads a page again whenever it needs
// the memory, and the table does not wait. What is handed out is the page as it came last (marked `data-kept`) and
// its files; the screen as it stood is js/recording/spare.js's. Nothing is sent from here, and no other page is touched.
// It keeps the engine's files as well (js/engine/engine.js), which say nothing of a club and stay after signing out.

const CACHE = "clubtarot-recording"; // emptied by js/leave.js
const ENGINE_CACHE = "clubtarot-engine";
const PATIENCE = 5000; // milliseconds; a line that answers later is no line
const RECORDING = /^\/c\/[^/]+\/matches\/[^/]+\/record\/$/;
const ENGINE = /^\/engine\/(worker\.js)?$/; // what it consists of, and its script
const ENGINE_FILE = /^\/engine\/[0-9a-f]{64}\/[\w.-]+$/; // by digest: it never changes
const CLOSED = new Set([403, 404, 410]); // answers to whom a page is not open
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
  } else if (ENGINE.test(pathname)) event.respondWith(engine(request, pathname));
  else if (ENGINE_FILE.test(pathname)) event.respondWith(engineFile(request, pathname));
  else if (FILES.has(request.destination)) event.respondWith(file(request));
});

const late = () => new Promise((resolve) => setTimeout(resolve, PATIENCE, null));

// The server's answer; null where none comes in time, or one that says that the server is out of order.
async function answerInTime(asked) {
  const answer = await Promise.race([asked.catch(() => null), late()]);
  return answer && answer.status < 500 ? answer : null;
}

// Where there is no room, or no cache at all, the server's answer counts as before.
async function keep(key, answer, cacheName = CACHE) {
  try {
    await (await caches.open(cacheName)).put(key, answer);
  } catch {
    // what is not kept is missed when the line fails, and not before
  }
}

// People removed from the club, or the match, no longer find its table here: neither the page nor the screen on it.
async function forget(pathname) {
  const cache = await caches.open(CACHE).catch(() => null);
  const kept = await cache?.match(pathname, { ignoreVary: true });
  if (!kept) return;
  const screen = /\sdata-(?:recording|desk)="([^"]+)"/.exec(await kept.text());
  for (const key of [pathname, screen?.[1]]) if (key) await cache.delete(key, { ignoreVary: true });
}

const keptFor = (key, cacheName = CACHE) =>
  caches.match(key, { cacheName, ignoreVary: true }).catch(() => null);

async function page(request, pathname) {
  const asked = fetch(request).then(async (answer) => {
    if (answer.ok) await keep(pathname, answer.clone()); // a late one as well: it is for the next time
    else if (CLOSED.has(answer.status)) await forget(pathname);
    return answer;
  });
  const answer = await answerInTime(asked);
  if (answer) return answer;
  const kept = await keptFor(pathname);
  return kept ? marked(kept) : asked;
}

async function marked(kept) {
  const headers = new Headers(kept.headers);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name); // of the text as it was sent
  const text = (await kept.text()).replace(/ id="(recording|desk)"/, "$& data-kept");
  return new Response(text, { headers });
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

async function engine(request, pathname) {
  const asked = fetch(request).then(async (answer) => {
    if (!answer.ok) return answer;
    if (pathname.endsWith("/")) await learn(pathname, answer.clone()).catch(() => {}); // no cache, or no description
    else await keep(pathname, answer.clone(), ENGINE_CACHE);
    return answer;
  });
  return (await answerInTime(asked)) ?? (await keptFor(pathname, ENGINE_CACHE)) ?? asked;
}

// What the engine consists of is kept once all of it is here; then files that the server no longer has are forgotten.
// Until then the engine before stays, so that a line that fails in the middle of an update takes none away.
async function learn(pathname, answer) {
  const { files } = await answer.clone().json();
  const cache = await caches.open(ENGINE_CACHE);
  const requests = await cache.keys();
  const kept = new Map(requests.map((request) => [request, new URL(request.url).pathname]));
  const here = new Set(kept.values());
  if (here.has(pathname) && !Object.keys(files).every((file) => here.has(file))) return;
  await keep(pathname, answer, ENGINE_CACHE);
  for (const [request, file] of kept) {
    if (ENGINE_FILE.test(file) && !(file in files)) await cache.delete(request);
  }
}

async function engineFile(request, pathname) {
  const kept = request.cache === "reload" ? null : await keptFor(pathname, ENGINE_CACHE);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await keep(pathname, answer.clone(), ENGINE_CACHE);
  return answer;
}
