"""Confirming a score before it is sealed: who may, that they did, and what a seal asks for."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils import timezone

from games.book import records
from games.book.agreed import device_name, end_disputes
from games.book.chain import players_of
from games.book.results import is_finished
from games.models import (
    Confirmation,
    Confirms,
    Dispute,
    Entry,
    Hand,
    Membership,
    Player,
    User,
)
from games.people.pins import is_player, prove_pin
from games.rules import Replay, opponents, replay
from games.writing.durably import check_version, durably, refuse_version, require_scorer
from games.writing.errors import HandNotFinished, HandSealed, HandVoid, NotAtTable, NotTheOtherSide


class HandPlayer(NamedTuple):
    """Somebody who plays a hand, and on which seat."""

    seat: int
    player: Player


def other_side(hand: Hand, played: Replay) -> list[HandPlayer]:
    """Return who may confirm the score of a finished hand.

    One of those who did not take it; anybody where nobody took it; not the person who wrote it
    down, unless nobody else is left. Two statements.
    """
    players = players_of(hand)
    others = [HandPlayer(seat, players[seat]) for seat in opponents(played)]
    writers = Membership.objects.filter(
        club=hand.club_id, user__in=Entry.objects.filter(hand=hand).values("author")
    )
    wrote = set(writers.values_list("player", flat=True))
    return [one for one in others if one.player.pk not in wrote] or others


def confirm(
    *, user: User, hand: Hand, version: int, player: Player, pin: str = "", device: str = ""
) -> Confirmation:
    """Take down that `player` agrees with the score of a hand that is not sealed yet.

    `version`: the last entry that was shown with the score. Members confirm as themselves; at the
    tablet of a scorer anybody does by a tap or, where the club wants it, with their `pin`. Who
    confirms withdraws what they disputed. Confirmed again at the same version nothing is changed.

    Raises NotAtTable, NotTheOtherSide, HandNotFinished, HandSealed, HandVoid, StaleVersion,
    VersionAhead, NoPin, WrongPin, PinBlocked, NotAllowed, Busy, StorageFull.
    """
    how = _how(user, hand, player)
    check_version(version)
    proven = prove_pin(player, pin) if how == Confirmation.How.PIN else None

    def write() -> Confirmation:
        seat = _seat_of(player, _finished_at(hand, version))
        facts: dict[str, Any] = {"club_id": hand.club_id, "seat": seat, "how": how, "by": user}
        if proven is not None and proven.pin_set_by_id is not None:
            facts |= {"pin_set_by_id": proven.pin_set_by_id, "pin_set_at": proven.pin_set_at}
        made, new = Confirmation.objects.get_or_create(
            hand=hand,
            version=version,
            player=player,
            defaults={**facts, "by_name": user.get_username(), "device": device_name(device)},
        )
        if new:
            Hand.objects.filter(pk=hand.pk).update(changed_at=timezone.now())
            end_disputes(hand, Dispute.EndedAs.WITHDRAWN, user, player=player)
        return made

    return durably(write)


def _how(user: User, hand: Hand, player: Player) -> Confirmation.How:
    if is_player(user, player):
        return Confirmation.How.ACCOUNT
    require_scorer(user, hand)
    wants_pin = hand.club.confirms == Confirms.PIN
    return Confirmation.How.PIN if wants_pin else Confirmation.How.TAP


def _finished_at(hand: Hand, version: int) -> tuple[Hand, Replay]:
    """Return the hand, locked, and its replay: finished, and still at `version`."""
    now = Hand.objects.select_for_update(of=("self",)).select_related("match", "club")
    here = now.get(pk=hand.pk)
    refuse_version(here, here.version, version)
    if not here.is_open:
        raise HandVoid if here.state == Hand.State.VOID else HandSealed
    return here, finished(here)


def finished(hand: Hand) -> Replay:
    """Return the replay of an open hand that is finished. Raises HandNotFinished for any other."""
    played = replay(records.record_of(hand))
    if played.problem is not None or not is_finished(played.outcome):
        raise HandNotFinished
    return played


def _seat_of(player: Player, here: tuple[Hand, Replay]) -> int:
    hand, played = here
    if player.pk not in (one.pk for one in players_of(hand)):
        raise NotAtTable
    for one in other_side(hand, played):
        if one.player.pk == player.pk:
            return one.seat
    raise NotTheOtherSide


def confirmation_of(hand: Hand) -> Confirmation | None:
    """Return who confirmed the score of an open hand as it stands; None while nobody has."""
    mine = Confirmation.objects.filter(hand=hand, version=hand.version)
    return mine.select_related("player").order_by("pk").first()
