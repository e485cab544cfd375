// Passkeys: the page for making one, and the button on the sign-in page. What the browser answers goes
// to the site in a form, so that the site's own pages say how it ended.

// The parts of an answer, of which each kind has some.
const PARTS = [
  "clientDataJSON",
  "attestationObject",
  "authenticatorData",
  "signature",
  "userHandle",
];

function bytes(text) {
  const plain = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
}

function text(buffer) {
  const plain = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return plain.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What the site asks, as the browser takes it; older browsers have no function of their own for it. */
function question(kind, options) {
  const read = PublicKeyCredential[kind];
  if (read) return read.call(PublicKeyCredential, options);
  const asked = { ...options, challenge: bytes(options.challenge) };
  const described = (one) => ({ ...one, id: bytes(one.id) });
  if (options.user) asked.user = described(options.user);
  if (options.excludeCredentials) {
    asked.excludeCredentials = options.excludeCredentials.map(described);
  }
  return asked;
}

/**
 * What the browser answers, as the site reads it. Some password managers have no `toJSON`.
 * @param {any} credential
 */
function answer({ id, rawId, type, response }) {
  const said = {};
  for (const name of PARTS) if (response[name]) said[name] = text(response[name]);
  return JSON.stringify({
    id,
    rawId: text(rawId),
    type,
    response: said,
    clientExtensionResults: {},
  });
}

async function make() {
  const options = JSON.parse(document.getElementById("passkey-options").textContent);
  const asked = question("parseCreationOptionsFromJSON", options);
  return answer(await navigator.credentials.create({ publicKey: asked }));
}

async function use(form) {
  const sent = await fetch(form.dataset.options, { credentials: "same-origin" });
  if (!sent.ok) throw new Error(`no options: ${sent.status}`);
  const asked = question("parseRequestOptionsFromJSON", await sent.json());
  return answer(await navigator.credentials.get({ publicKey: asked }));
}

function show(form, state) {
  for (const one of form.querySelectorAll("[data-state]")) one.hidden = one.dataset.state !== state;
}

/** What went wrong, as the page says it. */
function wrong(error) {
  if (error.name === "InvalidStateError") return "known";
  return error.name === "NotAllowedError" || error.name === "AbortError" ? "cancelled" : "failed";
}

async function send(form, ask) {
  const button = form.querySelector("button");
  button.disabled = true;
  show(form, "waiting");
  try {
    form.querySelector("[name=answer]").value = await ask(form);
    show(form, "sending");
    form.submit();
  } catch (error) {
    button.disabled = false;
    show(form, wrong(error));
    button.focus();
  }
}

const form = document.querySelector("[data-passkey=make], [data-passkey=use]");

if (form && globalThis.isSecureContext && globalThis.PublicKeyCredential) {
  const ask = form.dataset.passkey === "make" ? make : use;
  form.hidden = false;
  for (const none of document.querySelectorAll("[data-passkey=none]")) none.hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, ask);
  });
  // A page that the browser brings back is as it was: nothing is under way on it.
  addEventListener("pageshow", () => {
    form.querySelector("button").disabled = false;
    show(form, "");
  });
}
