"""What an evening brings to paper: the list, the draw, table sheets, slips with the seats.

Of the list that was printed last its places and totals are kept, so that the page can say what a
correction has changed since.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.access.qr_codes import qr_code
from games.display import paper
from games.display.headlines import half_score, variant_name
from games.display.phrases import labelled
from games.evening.duplicate.boards import boards_in_words
from games.evening.prizes import Prize
from games.evening.tables import round_title, seated
from games.evening.totals import ListLine, games_of, list_of
from games.matches import sheets
from games.models import Evening, EveningRound, Player, User
from games.models.evenings import MOST_ROUNDS
from games.people.merge_plan import ids_now
from games.writing.durably import durably, require_scorer


class ListChange(NamedTuple):
    """A line that is not as it was printed; `place` and `total` are those on paper, if any."""

    player: Player
    place: int | None
    total: int | None
    line: ListLine


def keep_printed(*, user: User, evening: Evening, lines: Sequence[ListLine]) -> None:
    """Keep what a printed list says. Raises NotAllowed."""
    require_scorer(user, evening)
    rows = [[line.player.public_id, line.place, line.total] for line in lines]
    rounds = max((len(line.by_round) for line in lines), default=0)
    printed = {"at": timezone.now().isoformat(), "lines": rows, "rounds": rounds}
    durably(lambda: Evening.objects.filter(pk=evening.pk).update(printed=printed))


def changed_since(evening: Evening) -> dict[str, Any]:
    """Return when the list was printed, and the lines that have changed since then.

    They are those after the rounds that are on paper: what was played since changes no line. Where
    two turned out to be one person, their lines are compared with that person's.
    """
    if not evening.printed:
        return {}
    lines = list_of(evening, last=evening.printed.get("rounds", MOST_ROUNDS))
    ids = ids_now(evening.club)
    before = {ids.get(key, key): (place, total) for key, place, total in evening.printed["lines"]}
    changes = [
        ListChange(line.player, *before.get(line.player.public_id, (None, None)), line)
        for line in lines
        if before.get(line.player.public_id) != (line.place, line.total)
    ]
    return {"printed_at": parse_datetime(evening.printed["at"]), "changes": changes}


def list_facts(
    evening: Evening, head: Sequence[str], lines: Sequence[ListLine], prizes: Sequence[Prize]
) -> dict[str, Any]:
    """Return what stands on the list on paper, and on the picture of it."""
    games = map(variant_name, games_of(evening) or [evening.variant])
    facts = [evening.club.name, date_format(evening.played_on), *games]
    rows = [_in_words(evening, line) for line in lines]
    notes = [labelled(prize.name, prize.words) for prize in prizes]
    return on_paper(evening.title, ", ".join(facts), head, rows, notes)


def on_paper(
    title: str,
    second: str,
    head: Sequence[str],
    rows: Sequence[Sequence[str]],
    notes: Sequence[str] = (),
) -> dict[str, Any]:
    """Return what `evening/list.typ` sets: of a place and a name and figures, the last in bold."""
    now = date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
    printed = _("as of %(moment)s") % {"moment": now}
    facts = {"title": title, "second": second, "printed": printed}
    return facts | {"header": head, "rows": rows, "notes": notes}


def _in_words(evening: Evening, line: ListLine) -> list[str]:
    return [
        str(line.place or ""),
        ", ".join([line.player.name, *line.marks]),
        *("–" if one is None else half_score(one, evening.variant) for one in line.by_round),
        half_score(line.director, evening.variant) if line.director else "",
        half_score(line.total, evening.variant),
    ]


class Seat(NamedTuple):
    """Who sits where in a round; `address` is that of their table once it is announced.

    `plays`: which boards, or which game where it is not the one of the evening.
    """

    player: Player
    table: int
    seat: int
    address: str = ""
    plays: str = ""


def seats_of(drawn: EveningRound, site: Callable[[str], str]) -> list[Seat]:
    """Return who sits where in a round, by name. `site` makes a whole address of a path."""
    seats = []
    for number, people, match in seated(drawn):
        place = [drawn.evening.club.slug, match.public_id] if match else []
        address = site(reverse("match", args=place)) if place else ""
        plays = boards_in_words(match) if match else ""
        if match and match.variant != drawn.evening.variant:
            plays = variant_name(match.variant)
        seats += [Seat(one, number, seat, address, plays) for seat, one in enumerate(people, 1)]
    return sorted(seats, key=lambda seat: seat.player.sort_key)


def _with_what(text: str, seat: Seat) -> str:
    return ", ".join(filter(None, (text, seat.plays)))


def draw_pdf(drawn: EveningRound, site: Callable[[str], str]) -> bytes:
    """Return who sits where in a round, by name, large enough to hang out."""
    facts = _about(drawn) | {
        "header": [_("Player"), _("Table"), _("Seat")],
        "rows": [
            [_with_what(one.player.name, one), str(one.table), str(one.seat)]
            for one in seats_of(drawn, site)
        ],
    }
    return paper.pdf_of("evening/draw.typ", facts)


def slips_pdf(drawn: EveningRound, site: Callable[[str], str]) -> bytes:
    """Return a slip for everybody with their table and seat, to cut out: ten a page, by table."""
    seats = sorted(seats_of(drawn, site), key=lambda one: (one.table, one.seat))
    facts = _about(drawn) | {
        "slips": [
            {
                "name": one.player.name,
                "place": _with_what(
                    _("Table %(table)s, seat %(seat)s") % {"table": one.table, "seat": one.seat},
                    one,
                ),
                "code": qr_code(one.address) if one.address else "",
            }
            for one in seats
        ]
    }
    return paper.pdf_of("evening/slips.typ", facts)


def sheets_pdf(drawn: EveningRound, site: Callable[[str], str]) -> bytes:
    """Return a sheet for every table to write on, with room for the signatures of all."""
    club = drawn.evening.club
    made = [
        sheets.sheet_of(club, one, site(reverse("typed-sheet", args=[club.slug, one.public_id])))
        for one in drawn.matches.order_by("pk").select_related("club")
    ]
    return sheets.pdf_of(_about(drawn)["title"], made)


def _about(drawn: EveningRound) -> dict[str, Any]:
    evening = drawn.evening
    return {
        "title": round_title(evening.title, drawn.number),
        "second": f"{evening.club.name}, {date_format(evening.played_on)}",
    }


# What there is on paper of a round, by the name in its address.
OF_A_ROUND: Mapping[str, Callable[[EveningRound, Callable[[str], str]], bytes]] = {
    "draw": draw_pdf,
    "sheets": sheets_pdf,
    "slips": slips_pdf,
}
