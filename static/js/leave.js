// On the page where one signs in: what the recording screen kept for a line that fails is of nobody any more.
// Cards that were never sent stay, for the person who tapped them.

globalThis.caches?.delete("clubtarot-recording");
