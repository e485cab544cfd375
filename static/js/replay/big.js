// The big view, for a projector: the table and the words for the step, and nothing else.

const KEPT = "replay-big";

// A frame on another site may be denied the browser's storage: then the view ends with the page.
function kept() {
  try {
    return sessionStorage.getItem(KEPT) === "1";
  } catch {
    return false;
  }
}

export function prepareBig() {
  const { classList } = document.body;
  const button = document.querySelector("button[data-act=big]");
  if (!button) return () => {}; // in a frame

  function show(big) {
    classList.toggle("big", big);
    button.setAttribute("aria-pressed", String(big));
    dispatchEvent(new Event("resize")); // the table takes its new size
  }

  show(kept() || classList.contains("big"));
  return () => {
    const big = !classList.contains("big");
    try {
      sessionStorage.setItem(KEPT, big ? "1" : "0");
    } catch {
      // it holds as long as the page
    }
    show(big);
  };
}
