// The name of this tablet. It goes with every entry, so that one can read later on which of them it was made; it is
// kept here as long as the browser keeps anything, and can be changed in the menu.

const field = document.getElementById("tablet-name");

function newName() {
  const [number] = crypto.getRandomValues(new Uint8Array(1));
  return `${field.dataset.tablet} ${number.toString(16).padStart(2, "0").toUpperCase()}`;
}

export function tabletName() {
  try {
    localStorage.tabletName ||= newName();
    return localStorage.tabletName;
  } catch {
    return field.value;
  }
}

function rename() {
  const name = field.value.trim();
  try {
    localStorage.tabletName = name;
  } catch {
    // the browser keeps nothing: the name lasts as long as the page
  }
  field.value = tabletName();
}

field.value = tabletName();
field.addEventListener("change", rename);
