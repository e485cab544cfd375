// The reader's looks: light or dark, which suits, how many suit colours. They are kept in cookies, so
// that the server writes them into <html> and no page appears in the wrong colours first.

const YEAR = 365 * 24 * 60 * 60;
const root = document.documentElement;
const device = matchMedia("(prefers-color-scheme: dark)");

// Browsers from before the spring of 2024, on tablets that get no newer one, know no light-dark(): there the colour
// of the two that is meant takes the place of both.
const EITHER = /light-dark\((.+?), (.+?)\)(?=[ ,]|$)/g;
const known = CSS.supports("color", "light-dark(red, red)");
const tokens = [...document.styleSheets].filter(({ href }) => href?.includes("/css/tokens."));
const pairs = (known ? [] : tokens)
  .flatMap(({ cssRules }) => [...cssRules].filter((rule) => rule instanceof CSSLayerBlockRule))
  .flatMap(({ cssRules }) => [...cssRules].filter((rule) => rule instanceof CSSStyleRule))
  .flatMap(({ style }) => Array.from(style, (name) => ({ style, name })))
  .map(({ style, name }) => ({ style, name, both: style.getPropertyValue(name) }));

function settle() {
  const isDark = root.dataset.theme ? root.dataset.theme === "dark" : device.matches;
  for (const { style, name, both } of pairs) {
    style.setProperty(name, both.replaceAll(EITHER, isDark ? "$2" : "$1"));
  }
}

device.addEventListener("change", settle);
settle();

function apply(name, value) {
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
  // Against what the club says it must be kept as well that somebody wants the game's own.
  const kept = value || (root.dataset.usual?.split(" ").includes(name) ? "own" : "");
  const age = kept ? YEAR : 0;
  document.cookie = `${name}=${kept}; path=/; max-age=${age}; samesite=lax`;
  settle();
}

function prepare(form) {
  for (const input of form.elements) {
    if (input.type === "radio") input.checked = input.value === (root.dataset[input.name] ?? "");
  }
  form.hidden = false;
}

document.querySelectorAll("form[data-looks]").forEach(prepare);

document.addEventListener("change", (event) => {
  if (event.target.matches("form[data-looks] input")) apply(event.target.name, event.target.value);
});

// A menu closes on Escape and on a tap outside it, like every menu the reader knows.
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});

document.addEventListener("keydown", (event) => {
  const menu = event.target.closest?.("details[data-menu][open]");
  if (event.key !== "Escape" || !menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});
