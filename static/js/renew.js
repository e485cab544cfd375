// What is drawn again replaces what is there, and only where it differs: scroll position, focus, what is open
// and what was filled in stay, and the browser lays out and paints no more than has changed.

const OWN = new Set(["open"]); // what the reader has opened stays open, whatever the server sends
const ROWS = "LI, TR";
const SCRIPTED = "[data-scripted]"; // says what a script on this page is doing

// What an element is about: its id, where it leads, or where the row leads that it is.
function keyOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const link = node.matches(ROWS) ? node.querySelector("a") : node.matches("a") ? node : null;
  return node.id || link?.getAttribute("href") || "";
}

const isSame = (old, fresh) => old.nodeName === fresh.nodeName && keyOf(old) === keyOf(fresh);

/**
 * Makes an element what `fresh` is, in its own place. Returns the elements that are new in it.
 * @param {PageElement} old
 * @param {PageElement} fresh
 * @param {PageElement[]} added
 */
export function renew(old, fresh, added = []) {
  if (old.isEqualNode(fresh) || old.matches?.(SCRIPTED)) return added;
  if (old.nodeType !== Node.ELEMENT_NODE) {
    old.nodeValue = fresh.nodeValue;
    return added;
  }
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  renewInside(old, fresh, added);
  return added;
}

// Children with a key are found by it, wherever they stood; others by their place.
function renewInside(old, fresh, added) {
  const coming = new Set([...fresh.childNodes].map(keyOf));
  for (const child of [...old.children]) if (!coming.has(keyOf(child))) child.remove();
  const known = new Map([...old.children].map((child) => [keyOf(child), child]));
  let at = old.firstChild;
  for (const child of fresh.childNodes) {
    const key = keyOf(child);
    const here = key ? known.get(key) : at;
    if (!here || !isSame(here, child)) {
      const copy = old.insertBefore(document.importNode(child, true), at);
      if (copy.nodeType === Node.ELEMENT_NODE) added.push(copy);
      continue;
    }
    known.delete(key);
    if (here === at) at = at.nextSibling;
    else old.insertBefore(here, at);
    renew(here, child, added);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
