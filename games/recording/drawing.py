"""What a card changes of the screen, drawn with templates: each fragment once for what it shows.

The answer to an entry brings seats, rows of the trick list and points, so it is drawn some 80 times
a hand. A template takes about a tenth of a millisecond, and most of what stands on the table stood
there before: so a fragment is given all that it shows as values, and is remembered by them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import lru_cache

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.display.table_parts import Plate, PlateMark, TrickCell, TrickRow
from games.recording.table import ScreenSeat, cards_by_seat
from games.rules import CODES, State, Trick

MOST = 2048  # fragments that are remembered, some 600 bytes each


def draw(template: str, **facts: Hashable) -> SafeString:
    """The fragment with these facts, which must be all that it shows, in the reader's language."""
    if settings.DEBUG:  # whoever works on a template sees the change at once
        return _drawn.__wrapped__(template, None, **facts)
    return _drawn(template, get_language(), **facts)


@lru_cache(maxsize=MOST)
def _drawn(template: str, language: str | None, **facts: Hashable) -> SafeString:
    return SafeString(render_to_string(template, facts).strip())


def draw_seats(seats: Iterable[ScreenSeat], game: str, *, places: bool) -> tuple[SafeString, ...]:
    """The seats of the table, each an element `_seat-N`; `places`: with tricks won and cards,
    which have the words of `game`."""
    return tuple(
        draw(
            "recording/_seat.html",
            seat=seat,
            plate=draw("_plate.html", plate=plate_of(seat, tricks=places)),
            places=places,
            game_key=game,
        )
        for seat in seats
    )


def plate_of(seat: ScreenSeat, *, tricks: bool) -> Plate[bool]:
    """The plate of a seat as it stands; `tricks`: with the number of those it has won."""
    words = (
        (seat.deals, _("deals"), ""),
        (seat.takes, _("takes"), "filled"),
        (seat.partner, _("partner"), "filled"),
        *((True, promised, "promise") for promised in seat.promised),
        (bool(seat.said), seat.said, "call"),
    )
    marks = [PlateMark(text, True, kind) for holds, text, kind in words if holds]
    if seat.holds is not None:
        spoken = ngettext("%(count)s card", "%(count)s cards", seat.holds) % {"count": seat.holds}
        marks.append(PlateMark(str(seat.holds), True, "holds", spoken))
    return Plate(
        seat=seat.seat,
        name=seat.name,
        turn=seat.turn,
        marks=tuple(marks),
        strokes=(True,) * seat.won if tricks else (),
        counts=((seat.won, True),) if tricks else (),
        no_trick=not seat.won,
        scored=False,
    )


def draw_tricks(
    state: State, marks: Mapping[int, str], entry_address: str, kept: int = 0
) -> tuple[SafeString, ...]:
    """The rows of the trick list, without the first `kept`; each card is a link to its entry.

    `marks` says of actions, by index, that they are "irregular" or "inferred"; `entry_address` is
    the address of the entries, up to the index.
    """
    begun = -(-len(state.played) // state.seats)
    tricks: list[Trick | None] = [state.trick(at) for at in range(kept, begun)]
    if state.phase in ("announcements", "play") and begun == len(state.winners):
        tricks.append(None)
    return tuple(
        draw(
            "_trick.html",
            row=_row(state, number, trick, marks, entry_address),
            game_key=state.variant.key,
        )
        for number, trick in enumerate(tricks, kept + 1)
    )


def _row(
    state: State, number: int, trick: Trick | None, marks: Mapping[int, str], address: str
) -> TrickRow[bool]:
    """A trick; one of which no card has been played is None."""
    lying = cards_by_seat(trick, state.seats) if trick else {}
    done = trick is not None and trick.winner is not None
    cells = []
    for seat in range(state.seats):
        card, index = lying.get(seat, (None, -1))
        cells.append(
            TrickCell(
                "" if card is None else CODES[card],
                seen=True,
                unseen=False,
                next=card is None and not done and seat == state.turn,
                won=trick is not None and seat == trick.winner,
                led=trick is not None and card is not None and card == trick.card_led,
                irregular="irregular" if marks.get(index) == "irregular" else "",
                inferred=marks.get(index) == "inferred",
                address="" if card is None else f"{address}{index}/",
            )
        )
    halves = trick.points if trick is not None and done else None
    return TrickRow(number, tuple(cells), halves, told=True, now=not done)
