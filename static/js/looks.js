// The reader's looks: light or dark, which suits, how many suit colours. They are kept in cookies, so
// that the server writes them into <html> and no page appears in the wrong colours first.

const YEAR = 365 * 24 * 60 * 60;
const root = document.documentElement;

function apply(name, value) {
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
  const age = value ? YEAR : 0;
  document.cookie = `${name}=${value}; path=/; max-age=${age}; samesite=lax`;
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

// A menu closes on Escape and on a tap beside it, like every menu the reader knows.
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
