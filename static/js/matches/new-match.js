// A new match: a preset sets the options; a tap on a player fills the marked seat, or marks the
// player for the seat that is tapped next. What is sent stays in the form's own fields, so the
// page works without this file, and a form that htmx has replaced needs no setting up again.

const chosen = { seat: null, player: null };

const form = () => document.querySelector("form[data-new-match]");
const seats = () =>
  [...form().querySelectorAll(".at-seat")].filter((seat) => seat.checkVisibility());
const dealers = () => [...form().querySelectorAll("[name=first_dealer]")];
const select = (seat) => seat.querySelector("select");
const button = (seat) => seat.querySelector(".sit");
const seatOf = (player) => seats().find((seat) => select(seat).value === player);

// --- Who sits where ---------------------------------------------------------------------------

function start() {
  for (const seat of form().querySelectorAll(".at-seat")) {
    select(seat).hidden = true;
    seat.querySelector("label").hidden = true;
    button(seat).hidden = false;
  }
  for (const part of form().querySelectorAll("[data-people], [data-hint]")) part.hidden = false;
  markNext();
}

function markNext() {
  chosen.player = null;
  chosen.seat = seats().find((seat) => !select(seat).value) ?? null;
  draw();
}

function tapSeat(seat) {
  if (chosen.player) return sit(chosen.player, seat);
  chosen.seat = chosen.seat === seat ? null : seat;
  draw();
}

function tapPlayer(player) {
  if (!chosen.seat) chosen.player = chosen.player === player ? null : player;
  else if (select(chosen.seat).value === player) select(chosen.seat).value = "";
  else return sit(player, chosen.seat);
  draw();
}

// The player who sat there changes places with the newcomer, or gets up.
function sit(player, seat) {
  const before = seatOf(player);
  if (before && before !== seat) select(before).value = select(seat).value;
  select(seat).value = player;
  form().querySelector(".newcomer input").value = "";
  narrow("");
  markNext();
}

function draw() {
  for (const seat of form().querySelectorAll(".at-seat")) drawSeat(seat);
  for (const person of form().querySelectorAll(".person")) {
    const seated = Boolean(seatOf(person.dataset.player));
    person.setAttribute("aria-pressed", String(seated));
    person.classList.toggle("chosen", person.dataset.player === chosen.player);
  }
  const hint = form().querySelector("[data-hint]");
  const { sit: sitDown, swap, full } = hint.dataset;
  hint.textContent = chosen.player ? swap : chosen.seat ? sitDown : full;
}

function drawSeat(seat) {
  const { value, selectedOptions } = select(seat);
  const label = seat.querySelector("label").textContent;
  const name = value ? selectedOptions[0].text : label;
  const dealer = dealers()[Number(seat.dataset.seat)];
  const plate = button(seat);
  plate.querySelector("[data-name]").textContent = name;
  plate.querySelector("[data-deals]").hidden = !dealer.checked;
  plate.setAttribute("aria-label", value ? `${label}: ${name}` : label);
  plate.setAttribute("aria-pressed", String(chosen.seat === seat));
  plate.classList.toggle("empty", !value);
  plate.classList.toggle("turn", chosen.seat === seat || Boolean(chosen.player));
  dealer.nextElementSibling.textContent = name;
}

// The way round is a setting of some games: the table is drawn as it is played.
function turn(direction) {
  form().querySelector(".seats-table").dataset.turns = direction;
}

// Fewer places: somebody at the table has to be the first dealer.
function changePlaces() {
  const here = dealers().slice(0, seats().length);
  if (!here.some((dealer) => dealer.checked)) here[0].checked = true;
  markNext();
}

// The field for a new player also finds one: what is typed narrows the list, accents or none.
const plain = (text) => text.trim().normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();

function narrow(typed) {
  const part = plain(typed);
  for (const person of form().querySelectorAll(".person")) {
    person.hidden = !plain(person.textContent).includes(part);
  }
}

// --- Presets -------------------------------------------------------------------------------------

function takePreset(preset) {
  for (const [key, value] of Object.entries(JSON.parse(preset.dataset.preset))) {
    form().elements[`option-${key}`].value = value;
  }
  markPreset();
}

function markPreset() {
  let own = true;
  for (const preset of form().querySelectorAll("[data-preset]")) {
    const options = Object.entries(JSON.parse(preset.dataset.preset));
    const same = options.every(([key, value]) => form().elements[`option-${key}`].value === value);
    preset.setAttribute("aria-pressed", String(same));
    own &&= !same;
  }
  form().querySelector("[data-own]").hidden = !own;
}

// --- What is tapped and typed ---------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const { target } = event;
  const seat = target.closest(".sit")?.closest(".at-seat");
  const person = target.closest(".person");
  const preset = target.closest("[data-preset]");
  if (seat) tapSeat(seat);
  if (person) tapPlayer(person.dataset.player);
  if (preset) {
    event.preventDefault();
    takePreset(preset);
  }
});

document.addEventListener("change", ({ target }) => {
  if (target.name === "places") changePlaces();
  if (target.name === "first_dealer") draw();
  if (target.name === "setting-direction") turn(target.value);
  if (target.name?.startsWith("option-")) markPreset();
});

document.addEventListener("input", ({ target }) => {
  if (target.closest(".newcomer")) narrow(target.value);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".newcomer input")) return;
  event.preventDefault();
  form().querySelector("[data-add]").click();
});

document.addEventListener("htmx:load", (event) => {
  if (event.target.matches?.("[data-new-match]")) start();
});

start();
