"""Matches: opening and closing."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.book.chain import hold_chain
from games.book.hands import next_hand, void_unplayed
from games.matches.match_seats import first_merged
from games.models import Club, Hand, Match, MatchSeat, Player, User
from games.models.club_choices import Writes
from games.models.days import check_days
from games.rules import Option, Seating, Variant, find_variant
from games.writing.durably import durably_on, require_scorer
from games.writing.errors import invalid
from games.writing.names import read_name
from games.writing.once import Once, make_once

TABLE_LENGTH = 32


def open_match(
    *,
    user: User,
    club: Club,
    seats: Sequence[Player],
    first_hand: bool = False,
    once: Once | None = None,
    **facts: Any,
) -> Match:
    """Open a match; `first_hand`: and its first hand with it.

    `facts` are those of `checked_match`. With `once` it is opened once, however often it is sent.
    Raises ValidationError by field, NotAllowed, KeyReused, KeyMalformed.
    """
    require_scorer(user, club)
    match = checked_match(user=user, club=club, seats=seats, **facts)

    def make() -> Match:
        hold_chain(club.pk)
        insert_match(match, seats)
        if first_hand:
            next_hand(match)
        return match

    sent = [club.public_id, [player.public_id for player in seats], facts]
    return make_once(once, user=user, sent=sent, rows=club.matches.all(), make=make)


def checked_match(
    *,
    user: User,
    club: Club,
    title: str,
    variant: str,
    seats: Sequence[Player],
    options: Mapping[str, Any] | None = None,
    preset: str = "",
    settings: Mapping[str, Any] | None = None,
    first_dealer: int = 0,
    dealer_sits_out: bool | None = None,
    hands_planned: int | None = None,
    writes: str = Writes.TRICKS_ONLY,
    table: str = "",
    played_on: date | None = None,
) -> Match:
    """Return a match that may be opened, unsaved. Raises ValidationError by field.

    `variant` and `preset` are keys, `options` what differs from the preset (from the defaults where
    there is none), `settings` what differs from the game's own, `seats` the people in turn order,
    `first_dealer` one of their chairs, `dealer_sits_out` whether one less plays each hand (None: as
    the game wants it with that many people), `hands_planned` None for an open end, `played_on` None
    for today.
    """
    game = find_variant(variant)
    if game is None:
        raise invalid("variant", "unknown-variant", _("There is no such game."))
    seating = _check_seats(game, club, seats, dealer_sits_out)
    _check_plan(seats, first_dealer, hands_planned, writes)
    day = played_on or timezone.localdate()
    check_days(played_on=day)
    return Match(
        club=club,
        title=read_name(title, "title"),
        variant=variant,
        options=_differences(game, preset, options or {}),
        preset=preset,
        settings=_own_settings(game, settings or {}),
        table=read_name(table, "table")[:TABLE_LENGTH] if table else "",
        played_on=day,
        hands_planned=hands_planned,
        first_dealer=first_dealer,
        dealer_sits_out=seating.dealer_sits_out,
        writes=writes,
        opened_by=user,
    )


def insert_match(match: Match, seats: Sequence[Player]) -> None:
    """Insert what `checked_match` returned, with its seats. Raises ValidationError."""
    if merged := first_merged(seats):
        message = _("%(name)s has been merged already.") % {"name": merged.name}
        raise invalid("seats", "unknown-player", message)
    match.pk = None
    match.save(force_insert=True)
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, player=player) for seat, player in enumerate(seats)
    )


def _check_seats(
    game: Variant, club: Club, seats: Sequence[Player], dealer_sits_out: bool | None
) -> Seating:
    """Return how these people sit down to the game. Raises ValidationError."""
    fitting = [
        seating
        for seating in game.seatings
        if seating.people == len(seats) and dealer_sits_out in (None, seating.dealer_sits_out)
    ]
    if not fitting:
        allowed = ", ".join(map(str, sorted({seating.people for seating in game.seatings})))
        message = _("This game is played by %(allowed)s.") % {"allowed": allowed}
        raise invalid("seats", "wrong-player-count", message)
    if any(player.club_id != club.pk for player in seats):
        raise invalid("seats", "unknown-player", _("A player belongs to another club."))
    twice = next((player for player in seats if seats.count(player) > 1), None)
    if twice is not None:
        message = _("%(player)s sits on two seats.") % {"player": twice.name}
        raise invalid("seats", "duplicate-player", message)
    return fitting[0]


def _check_plan(
    seats: Sequence[Player], first_dealer: int, hands_planned: int | None, writes: str
) -> None:
    if not 0 <= first_dealer < len(seats):
        raise invalid("first_dealer", "out-of-range", _("The first dealer sits at the table."))
    if hands_planned is not None and not 1 <= hands_planned <= 1_000:
        raise invalid("hands_planned", "out-of-range", _("Plan 1 to 1000 hands, or none."))
    if writes not in Writes.values:
        raise invalid("writes", "unknown-choice", _("There is no such choice."))


def _differences(game: Variant, preset: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of the match that differ from the variant's defaults."""
    chosen = next((one for one in game.presets if one.key == preset), None)
    if preset and chosen is None:
        raise invalid("preset", "unknown-option", _("There is no such preset."))
    read = _read("options", game.options, options)
    return game.differing({**(chosen.options if chosen else {}), **read})


def _own_settings(game: Variant, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings of the match that differ from the game's own."""
    usual = game.complete_settings({})
    read = _read("settings", game.settings, settings)
    return {key: value for key, value in read.items() if value != usual[key]}


def _read(field: str, known: Sequence[Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return values as the game reads them."""
    options, read = {option.key: option for option in known}, {}
    for key, value in values.items():
        try:
            if key not in options:
                raise ValueError(key)
            read[key] = options[key].read(value)
        except ValueError:
            message = _("This game has no option %(option)s with that value.") % {"option": key}
            raise invalid(field, "unknown-option", message) from None
    return read


def close_match(*, user: User, match: Match) -> Match:
    """Close a match. A hand that was opened and never played becomes void.

    Closing it twice changes nothing. Raises HandStillOpen, NotAllowed.
    """
    require_scorer(user, match)

    def write(match: Match) -> None:
        now = timezone.now()
        open_still = Match.objects.filter(pk=match.pk, closed_at=None)
        open_still.update(closed_at=now, changed_at=now)
        for hand in Hand.objects.filter(match=match, state=Hand.State.OPEN):
            void_unplayed(hand)
        match.refresh_from_db(fields=["closed_at"])

    durably_on(match, write)
    return match
