// Whose turn it is once the cards on their way are recorded: on a bad line the table does not wait for the server.

// As far as the open trick goes. Who wins it the server says, and until then nobody is named.
export function turnAhead(screen) {
  const { ahead, choosing, desk, now, outbox, stage } = screen;
  const onlyCards = outbox.queue.length === ahead.length;
  if (!ahead.length || !onlyCards || now.turn === null || choosing.active || outbox.halted) return;
  for (const plate of stage.querySelectorAll(".plate.turn")) plate.classList.remove("turn");
  if (now.lying + ahead.length >= now.seats) return screen.say("");
  const seat = stage.querySelector(`.seat[data-seat="${(now.turn + ahead.length) % now.seats}"]`);
  seat.querySelector(".plate").classList.add("turn");
  seat.querySelector(".place").classList.add("next");
  screen.say(desk.dataset.toPlay.replace("%n", seat.querySelector(".plate-name").textContent));
}
