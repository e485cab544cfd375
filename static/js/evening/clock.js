// Counts down the clock of a round. The server says how many seconds are left when it draws the page, so that the clock
// of the device does not matter.

let since = performance.now();
let shown = "";

function tick() {
  const clock = /** @type {HTMLElement | null} */ (document.querySelector(".clock[data-left]"));
  if (!clock) return;
  if (clock.dataset.left !== shown) {
    shown = clock.dataset.left ?? "";
    since = performance.now();
  }
  const left = Math.round(Number(shown) - (performance.now() - since) / 1000);
  const whole = Math.abs(left);
  const text = `${left < 0 ? "−" : ""}${Math.floor(whole / 60)}:${
    String(whole % 60).padStart(2, "0")
  }`;
  if (clock.textContent !== text) clock.textContent = text;
}

setInterval(tick, 500);
tick();
