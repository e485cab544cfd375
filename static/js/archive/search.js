// Where a filter takes cards, they can be chosen with a tap instead of writing their codes. The codes
// stay in the field, so that what was chosen can be read, corrected and sent without this script.

// On a telephone what was found comes first; what was asked for stands above it in chips.
if (matchMedia("(max-width: 699px)").matches && document.querySelector(".chips")) {
  for (const group of document.querySelectorAll(".search-group")) group.open = false;
}

const dialog = document.querySelector("#_pick");
const keys = [...dialog.querySelectorAll(".key")];
let field = null;

function codes() {
  return field.value.toUpperCase().split(/[\s,+]+/).filter(Boolean);
}

function show() {
  const chosen = codes();
  for (const key of keys) {
    const pressed = chosen.includes(key.dataset.card);
    key.setAttribute("aria-pressed", pressed);
    key.dataset.state = pressed ? "chosen" : "clear";
  }
}

function toggle(code) {
  const chosen = codes();
  const others = chosen.filter((one) => one !== code);
  const single = "single" in field.dataset;
  const kept = single ? [] : others;
  field.value = (others.length < chosen.length ? others : [...kept, code]).join(" ");
  show();
}

for (const opener of document.querySelectorAll("[data-pick]")) {
  opener.hidden = false;
  opener.addEventListener("click", () => {
    field = document.getElementById(opener.dataset.pick);
    dialog.querySelector("h2").textContent = field.labels[0].textContent;
    dialog.dataset.before = field.value;
    show();
    dialog.showModal();
  });
}

dialog.addEventListener("click", (event) => {
  const key = event.target.closest(".key");
  if (key) toggle(key.dataset.card);
  if (event.target.closest("[data-none]")) {
    field.value = "";
    show();
  }
});

dialog.addEventListener("close", () => {
  if (field.value !== dialog.dataset.before) {
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }
});
