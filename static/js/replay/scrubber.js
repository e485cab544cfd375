// The scrubber: dragged like the time line of a film; on the keyboard, and for a screen reader, it
// is a slider.

const FAR = 4; // pixels that a finger may tremble before it drags

export function prepareScrubber(player, autoplay) {
  const line = player.root.querySelector(".scrubber ol");
  const slider = player.root.querySelector("[data-slider]");
  const parts = [...line.children];
  const links = parts.map((part) => part.querySelector("a"));
  let drag = null;

  // The step under a point: its part, and how far into it.
  function stepAt(x) {
    const box = drag.boxes.findLast(({ left }) => left <= x) ?? drag.boxes[0];
    const start = player.film.stepOf(links[box.at]);
    const stop = box.at + 1 < links.length ? player.film.stepOf(links[box.at + 1]) : start + 1;
    const share = Math.min(0.999, Math.max(0, (x - box.left) / box.width));
    return Math.min(player.film.last, start + Math.floor(share * Math.max(1, stop - start)));
  }

  line.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const boxes = parts.map((part, at) => {
      const { left, width } = part.getBoundingClientRect();
      return { at, left, width };
    });
    // On a phone the parts that are no tricks are not drawn, and have no place.
    drag = { x: event.clientX, far: false, boxes: boxes.filter(({ width }) => width > 0) };
  });

  line.addEventListener("pointermove", (event) => {
    if (!drag) return;
    if (!drag.far && Math.abs(event.clientX - drag.x) < FAR) return;
    if (!drag.far) {
      drag.far = true;
      line.setPointerCapture(event.pointerId);
      autoplay.pause();
    }
    player.go(stepAt(event.clientX));
  });

  for (const end of ["pointerup", "pointercancel"]) {
    line.addEventListener(end, () => {
      // The click that follows a drag opens no link.
      if (drag?.far) addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", stop, { capture: true }));
      drag = null;
    });
  }

  function stop(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  line.addEventListener("dragstart", (event) => event.preventDefault());

  // A slider that is not seen: the dot on the line shows where it is, and that it has the focus.
  slider.hidden = false;
  slider.addEventListener("input", () => {
    autoplay.pause();
    player.go(Number(slider.value));
  });
  for (const link of links) link.tabIndex = -1;

  // How far into its part a step lies says its dot alone: written on the whole line, it would be worked
  // out again for every part. Where not all is open, it must not tell how many calls are still to
  // come: a part is then as long as there are seats, or as it has been so far.
  const seats = Number(player.root.querySelector(".stage").dataset.seats);
  let marked = null;
  player.onStep(({ step, film }) => {
    const [start, stop] = film.partAt(step);
    const length = player.shown.seat ? Math.max(seats, step - start + 1) : stop - start;
    const dot = links.find((link) => link.classList.contains("now"))?.querySelector(".scrub-dot");
    if (marked !== dot) marked?.removeAttribute("style");
    marked = dot;
    const share = Math.max(0, step - start + 0.5) / Math.max(1, length);
    dot?.style.setProperty("--within", share.toFixed(3));
  });
  player.onDrawn(({ step, film }) => {
    slider.value = step;
    slider.setAttribute("aria-valuetext", film.steps[step].place);
  });
}
