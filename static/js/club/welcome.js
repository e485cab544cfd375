// The newest published hand plays by itself, once the page is there.

const room = document.querySelector("[data-film]");

addEventListener("load", () => {
  const frame = document.createElement("iframe");
  Object.assign(frame, { title: room.dataset.title, loading: "lazy", src: room.dataset.film });
  room.replaceChildren(frame);
});
