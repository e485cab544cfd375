"""Whose eyes the replay is seen with: everybody's cards, one seat's, nobody's."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class View:
    """What is open.

    `key` is its value in the address ("" for all hands), `seat` the one seat that looks, `bottom`
    the seat drawn at the bottom of the table.

    A view that is not `open` shows nothing that comes later than the step.
    """

    key: str
    open: bool
    seat: int | None = None
    bottom: int = 0

    @property
    def turned(self) -> bool:
        """Return whether the table was turned away from this view's usual side."""
        return self.bottom != (self.seat or 0)

    def sees(self, seat: int) -> bool:
        return self.open or self.seat == seat


ALL = View("", True)
NONE = View("none", False)


def view_of(key: str, seats: int, bottom: str = "") -> View | None:
    """Return the view named in an address: "", "none" or a seat's number from 0.

    `bottom` is "" for the usual turn of the table, or the seat to be drawn at its bottom. None for
    anything else.
    """
    if key in ("", "none"):
        view = NONE if key else ALL
    elif is_seat(key, seats):
        view = View(key, False, int(key), int(key))
    else:
        return None
    if not bottom:
        return view
    return replace(view, bottom=int(bottom)) if is_seat(bottom, seats) else None


def is_seat(text: str, seats: int) -> bool:
    """Return whether a text is the number of a seat, from 0."""
    return text.isascii() and text.isdecimal() and len(text) == 1 and int(text) < seats
