// Playing by itself: a number of seconds a card, twice as long where a trick is complete.

const KEPT = "replay-seconds";
const AT_ITS_END = 8000; // ms that the score stays before an endless one begins again

// A frame on another site may be denied the browser's storage: then the speed is not remembered.
function kept() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function keep(seconds) {
  try {
    localStorage.setItem(KEPT, seconds);
  } catch {
    // nothing depends on it
  }
}

export class Autoplay {
  constructor(player, button, speed) {
    this.player = player;
    this.button = button;
    this.speed = speed;
    this.speeds = speed.dataset.speeds.split(" ");
    this.timer = null;
    this.endless = false;
    this.choose(kept() ?? speed.dataset.speed);
    button.addEventListener("click", () => this.turn());
    speed.addEventListener("click", () => this.faster(-1, { round: true }));
    button.hidden = speed.hidden = false;
  }

  get playing() {
    return this.timer !== null;
  }

  turn() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    const { player } = this;
    if (player.step === player.film.last) player.go(0);
    this.wait();
    this.show();
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = null;
    this.show();
  }

  wait() {
    const { step, film } = this.player;
    const seconds = Number(this.speed.dataset.speed) * (film.stops.includes(step) ? 2 : 1);
    this.timer = setTimeout(() => {
      this.player.go(this.player.step + 1);
      if (this.player.step < film.last) this.wait();
      else if (this.endless) this.timer = setTimeout(() => this.play(), AT_ITS_END);
      else this.pause();
    }, seconds * 1000);
  }

  // One speed quicker (1) or slower (-1); with `round` from the slowest on to the quickest.
  faster(by, { round = false } = {}) {
    const count = this.speeds.length;
    const at = this.speeds.indexOf(this.speed.dataset.speed) - by;
    this.choose(this.speeds[round ? (at + count) % count : Math.max(0, Math.min(count - 1, at))]);
    if (this.playing) {
      clearTimeout(this.timer);
      this.wait();
    }
  }

  choose(seconds) {
    if (!this.speeds.includes(seconds)) return;
    this.speed.dataset.speed = seconds;
    this.speed.querySelector("[data-speed-shown]").textContent = seconds === "0.5"
      ? "½ s"
      : `${seconds} s`;
    keep(seconds);
  }

  show() {
    this.button.querySelector("[data-when-still]").hidden = this.playing;
    this.button.querySelector("[data-when-playing]").hidden = !this.playing;
  }
}
