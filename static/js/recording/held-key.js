// Enter held down on the page before presses nothing on the page that follows it: nobody has seen what it would do.
// The first button therefore gets the focus only from here: a page may be drawn before its scripts have run.

addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
});
document.querySelector("[data-first]")?.focus();
