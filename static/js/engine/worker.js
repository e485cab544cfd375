// Where the engine runs: Python, and in it the very modules and templates of the server (games/engine/README.md).
// Asks without cookies, so that no session is looked up.
// A page talks to it by engine.js alone. Nothing runs here but files that the server has named, with their digests.

const HERE = new URL("./", location.href); // the address at which the server says what the engine consists of
// In the memory of Python: the bundle, and where it is unpacked.
const ARCHIVE = "/site.zip";
const FOLDER = "/site";
const KEPT = "clubtarot-engine"; // see js/worker.js; what is compiled here is next to the files
const SETTLED = 3000; // milliseconds after the start until it is compiled
const BETWEEN = 10; // and between two modules, for requests
const QUIET = 1000; // since the last request: nobody who taps waits for it
const TRIES = 20;
const WAIT = 2; // seconds, where the server says nothing about it

const ask = globalThis.fetch;
let digests = {};
let cache = /** @type {RequestCache} */ ("default");
let door = null;
let asked = 0; // when something was last

// Python's own loader fetches its files by this too. The browser compares each with its digest.
globalThis.fetch = async (wanted, options = {}) => {
  const { pathname } = new URL(wanted instanceof Request ? wanted.url : wanted, HERE);
  try {
    return await file(pathname, options);
  } catch (error) {
    lose(error);
    throw error;
  }
};

// Python's loader waits for ever for a file that does not come: so those who wait for the loader wait for this as well.
let lose;
const lost = new Promise((_, reject) => (lose = reject));
lost.catch(() => {});

async function file(address, options) {
  const integrity = digests[address];
  if (!integrity) throw new TypeError(`${address} is no file of the engine.`);
  const compiled = await globalThis.caches?.match(compiledFrom(address), { cacheName: KEPT });
  if (compiled) return compiled;
  const answer = await ask(address, { ...options, cache, integrity, credentials: "omit" });
  if (!answer.ok) throw new TypeError(`${address}: ${answer.status}`);
  return answer;
}

const compiledFrom = (address) => `${address}?compiled`;

const milliseconds = (count) => new Promise((resolve) => setTimeout(resolve, count));
const seconds = (count) => milliseconds(1000 * count);

// After a restart the server makes its engine first, and asks for patience (503).
async function describe() {
  for (let left = TRIES; left; left--) {
    const answer = await ask(HERE, {
      cache: "no-cache",
      credentials: "omit",
      redirect: "error",
    });
    if (answer.ok) return answer.json();
    if (answer.status !== 503) throw new TypeError(`${HERE.pathname}: ${answer.status}`);
    await seconds(Number(answer.headers.get("Retry-After")) || WAIT);
  }
  throw new TypeError("The server has not made its engine.");
}

async function contents(address) {
  return (await fetch(address)).arrayBuffer();
}

// An import compares no digest: so the scripts are fetched first, and the import finds them in the browser's cache.
async function checkScripts() {
  const scripts = Object.keys(digests).filter((address) => /\.m?js$/.test(address));
  await Promise.all(scripts.map(contents));
}

async function start({ language, refetch }) {
  const began = performance.now();
  const took = {};
  const passed = (name) => (took[name] = Math.round(performance.now() - began));
  if (refetch) cache = "reload";
  const { digest, runtime, bundle, files } = await describe();
  digests = files;
  await checkScripts();
  passed("scripts");
  const archive = contents(bundle);
  archive.catch(() => {}); // told by `lost`
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const python = await Promise.race([loadPyodide({ indexURL: runtime }), lost]);
  passed("python");
  python.FS.writeFile(ARCHIVE, new Uint8Array(await archive));
  const begin = python.runPython(`
    import sys, zipfile
    zipfile.ZipFile("${ARCHIVE}").extractall("${FOLDER}")
    sys.path.insert(0, "${FOLDER}")
    from games.engine.tablet_django import begin
    begin
  `);
  begin(FOLDER, language);
  door = python.runPython("from games.engine import door; door");
  passed("ready");
  setTimeout(() => keepAll(python, digest, runtime, bundle).catch(() => {}), SETTLED); // else the next start is as slow
  return { digest, took, memory: python._module.HEAP8.length };
}

// For the next start: js/worker.js has kept all files by now, and is shown what a new engine consists of once more.
async function keepAll(python, digest, runtime, bundle) {
  const cache = await globalThis.caches?.open(KEPT);
  if (!cache) return;
  const before = await (await cache.match(HERE.href))?.json();
  if (before && before.digest !== digest) await describe().catch(() => {}); // else the one before stays
  await keepCompiled(cache, python, runtime, bundle);
  if (await isKept(cache)) postMessage({ kept: true });
}

// Resolves once nothing has been asked for a while.
async function quiet() {
  const rest = () => asked + QUIET - performance.now();
  do await milliseconds(Math.max(BETWEEN, rest())); while (rest() > 0);
}

// Most of a start is spent on compiling what is imported: done once more here, bit by bit.
async function keepCompiled(cache, python, runtime, bundle) {
  const library = python.runPython("next(path for path in sys.path if path.endswith('.zip'))");
  const Compiling = python.runPython("from games.engine.compiling import Compiling; Compiling");
  for (
    const [address, path, root] of [
      [`${runtime}python_stdlib.zip`, library, library],
      [bundle, ARCHIVE, FOLDER],
    ]
  ) {
    await quiet();
    const work = Compiling(path, root);
    if (work.is_needed) {
      while (work.step()) await quiet();
      const archive = work.archive();
      await cache.put(compiledFrom(address), new Response(archive.toJs()));
      archive.destroy();
    }
    work.destroy();
  }
}

// Whether all of it is here for a start without the server: it is, where a service worker has kept it.
async function isKept(cache) {
  for (const address of [HERE.href, location.href, ...Object.keys(digests)]) {
    const kept = await cache.match(address) ?? await cache.match(compiledFrom(address));
    if (!kept) return false;
  }
  return true;
}

const told = (error) => String(error?.message ?? error);

addEventListener("message", async ({ data }) => {
  if (data.start) {
    try {
      postMessage({ ready: await start(data.start) });
    } catch (error) {
      postMessage({ failed: told(error) });
    }
    return;
  }
  const { id, name, args } = data;
  try {
    postMessage({ id, answer: door.call(name, args) });
    asked = performance.now();
  } catch (error) { // Python itself has broken down: what goes wrong in it comes as an answer
    postMessage({ failed: told(error) });
  }
});
