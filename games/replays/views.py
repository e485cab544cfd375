"""Whose eyes the replay is seen with: everybody's cards, one seat's, nobody's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class View:
    """What is open. `key` is its value in the address ("" for all hands), `seat` the one seat
    that looks.

    A view that is not `open` shows nothing that comes later than the step.
    """

    key: str
    open: bool
    seat: int | None = None

    def sees(self, seat: int) -> bool:
        """Whether the cards of a seat are face up."""
        return self.open or self.seat == seat


ALL = View("", True)
NONE = View("none", False)


def view_of(key: str, seats: int) -> View | None:
    """The view named in an address: "", "none" or a seat's number from 0. None for anything
    else."""
    if key in ("", "none"):
        return NONE if key else ALL
    if key.isascii() and key.isdecimal() and len(key) == 1 and int(key) < seats:
        return View(key, False, int(key))
    return None
