// Enter held down on the page before presses nothing on the page that follows it: nobody has seen what it would do.

addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.repeat) event.preventDefault();
});
