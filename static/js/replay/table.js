// The table itself: turned so that another player sits at the bottom, and the last trick looked at.

const wide = matchMedia("(min-width: 1100px)");

// Keeps the table at the size that it has. On a wide screen it fills its place, elsewhere it would be
// as high as what lies on it; nothing that the reader does changes that, but without being told the
// browser would look at the whole page at each step.
export function keepSize(player) {
  const room = player.root.querySelector(".stage-room");
  room.removeAttribute("style");
  if (!wide.matches) room.style.height = `${room.getBoundingClientRect().height}px`;
}

// Lays each card of the play in its place, out of sight until its step: to show it then costs no
// layout. Those of this step, and what is unusual, the server has drawn (null).
export function layCards(root, cards) {
  const centre = root.querySelector(".centre");
  const after = centre.querySelector("template[data-laid]");
  const blank = after.content.firstElementChild;
  const drawn = [...centre.querySelectorAll(".lying")];
  let passed = 0;
  for (const card of cards) {
    if (card) centre.insertBefore(laid(root, blank, card), drawn[passed] ?? after);
    else passed += 1;
  }
}

function laid(root, blank, [code, name, of, trick, goes, lying, winning, led]) {
  const card = blank.cloneNode(true);
  const seat = root.querySelector(`.seat[data-of="${of}"]`);
  Object.assign(card.dataset, { slot: seat.dataset.slot, card: code, of, trick, lying });
  if (goes !== null) card.dataset.goes = goes;
  if (winning) card.querySelector(".place").dataset.winning = winning;
  if (!led) card.querySelector(".flag").remove();
  const face = card.querySelector(".face");
  face.dataset.suit = code[0];
  face.setAttribute("aria-label", name);
  face.firstElementChild.setAttribute("href", `#card-${code}`);
  card.lastElementChild.textContent = seat.querySelector(".plate-name").textContent;
  return card;
}

// Turns every place by one: the player on the left moves to the bottom. A chair whose player sits
// out is passed over.
export function turn(player) {
  const { root, shown } = player;
  const stage = root.querySelector(".stage");
  const count = Number(stage.dataset.seats);
  const usual = shown.seat === "" || shown.seat === "none" ? 0 : Number(shown.seat);
  let bottom = usual;
  do {
    for (const element of stage.querySelectorAll("[data-slot]")) {
      const slot = (Number(element.dataset.slot) + 1) % count;
      element.dataset.slot = slot;
      if (slot === 0 && element.matches(".seat")) bottom = Number(element.dataset.of);
    }
  } while (stage.querySelector('.seat.out[data-slot="0"]'));
  keepSize(player);
  player.look({ bottom: bottom === usual ? "" : String(bottom) });
}

// Lays the trick before the open one on the table again, until it is looked at no more.
export function prepareLastTrick(player) {
  const centre = player.root.querySelector(".centre");
  const label = player.root.querySelector("[data-last-trick]");
  const cards = [...centre.querySelectorAll(".lying")];
  let peeked = [];

  function end() {
    if (!peeked.length) return;
    for (const copy of peeked) copy.remove();
    peeked = [];
    centre.classList.remove("peeking");
    label.hidden = true;
  }

  player.onStep(end);
  return () => {
    if (peeked.length) return end();
    const lying = cards.filter((card) => !card.hidden);
    const open = lying.length ? Number(lying[0].dataset.trick) : null;
    const number = open === null ? null : open - 1;
    const trick = cards.filter(({ dataset }) =>
      Number(dataset.trick) === number && dataset.takenBack === undefined
    );
    if (!trick.length) return;
    peeked = trick.map((card) => {
      const copy = card.cloneNode(true);
      copy.hidden = false;
      copy.removeAttribute("aria-hidden");
      copy.classList.add("peeked");
      centre.append(copy);
      return copy;
    });
    centre.classList.add("peeking");
    label.querySelector("b").textContent = number;
    label.hidden = false;
  };
}
