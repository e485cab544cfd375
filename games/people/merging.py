"""Two players who are one person become one, and for a day two again. See README.md.

Seals and entries are not touched: they go on naming the player who is gone, and a check
asks `merge_plan.ids_now` for whom it stands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games import statistics
from games.book.chain import hold_chain
from games.models import (
    Club,
    Hand,
    HandSeat,
    Match,
    MatchSeat,
    Merge,
    Player,
    Presence,
    Seal,
    User,
)
from games.models.querysets import in_pieces
from games.people.merge_plan import BELONGINGS, MergePlan, cannot, plan_merge
from games.people.players import free_name, tell_apart
from games.writing.durably import durably, require_admin

UNDOABLE = timedelta(days=1)


def merge_players(*, user: User, kept: Player, gone: Player, seen: str | None = None) -> Merge:
    """Merge `gone` into `kept`: hands, matches, agreement, their account.

    `seen`: of the plan that was looked at, which must be still true. Raises ValidationError also
    where both sat at one table, NotAllowed, Busy, StorageFull.
    """
    require_admin(user, kept)

    def write() -> Merge:
        hold_chain(kept.club_id)
        pair = {player.pk: player for player in Player.every.filter(pk__in=[kept.pk, gone.pk])}
        plan = plan_merge(user=user, kept=pair[kept.pk], gone=pair[gone.pk])
        if plan.why_not:
            raise cannot("at-one-table", " ".join(plan.why_not))
        if seen not in (None, plan.seen):
            message = _("Something of it has changed in the meantime. Look once more.")
            raise cannot("changed", message)
        return _merged(user, plan)

    return durably(write)


def _merged(user: User, plan: MergePlan) -> Merge:
    kept, gone = plan.kept, plan.gone
    now = timezone.now()
    _hand_over(gone, kept, plan.moved)
    _touch(plan.moved, now)
    Presence.objects.filter(instead_of=gone).update(instead_of=kept)
    Player.objects.filter(pk=gone.pk).update(merged_into=kept, changed_at=now)
    tell_apart(kept.club_id, gone.bare_name)
    for variant in plan.variants:
        statistics.recount(kept.club_id, variant)
    seals = Club.objects.values_list("seals", flat=True).get(pk=kept.club_id)
    facts: dict[str, Any] = {"moved": {**plan.moved, "seals": seals}, "by": user, "at": now}
    return Merge.objects.create(club_id=kept.club_id, kept=kept, gone=gone, **facts)


def _hand_over(giver: Player, taker: Player, moved: Mapping[str, Any]) -> None:
    """Give these rows of one player to the other, and write nothing that is not theirs."""
    for seat, keys in _by_seat(moved["hands"]).items():
        _update(HandSeat.objects.filter(player=giver, seat=seat), "hand", keys, player=taker)
    for match, seat, since, _until in moved["seats"]:
        sat = MatchSeat.objects.filter(match=match, seat=seat, since=since, player=giver)
        sat.update(player=taker)
    for name, model in BELONGINGS.items():
        _update(model.objects.filter(player=giver), "pk", moved.get(name, ()), player=taker)


def _by_seat(hands: Sequence[Sequence[int]]) -> dict[int, list[int]]:
    by_seat: dict[int, list[int]] = {}
    for hand, seat in hands:
        by_seat.setdefault(seat, []).append(hand)
    return by_seat


def _update(rows: QuerySet[Any], column: str, keys: Sequence[int], **facts: Any) -> None:
    for some in in_pieces(keys):
        rows.filter(**{f"{column}__in": some}).update(**facts)


def _touch(moved: Mapping[str, Any], now: datetime) -> None:
    """Mark hands and matches as changed, for those who follow them."""
    hands = [hand for hand, _seat in moved["hands"]]
    matches = sorted({match for match, *_seat in moved["seats"]})
    _update(Hand.objects.all(), "pk", hands, changed_at=now)
    _update(Match.objects.all(), "pk", matches, changed_at=now)


def undoable(player: Player) -> Merge | None:
    """Return the latest merge into this player that can still be undone. One statement."""
    if player.erased_at is not None:
        return None
    since = timezone.now() - UNDOABLE
    return player.merges.filter(undone_at=None, at__gt=since).select_related("gone").first()


def undo_merge(*, user: User, merge: Merge) -> Merge:
    """Make two players again of those who were merged less than a day ago.

    Raises ValidationError where that is too late, where one of the hands has been changed or
    another sealed since, or where the name is taken; NotAllowed, Busy, StorageFull.
    """
    require_admin(user, merge)

    def write() -> Merge:
        hold_chain(merge.club_id)
        now = Merge.objects.select_related("kept", "gone").get(pk=merge.pk)
        if now.undone_at is None:
            _check_undo(now)
            _undone(now)
        return now

    with free_name(merge.gone.bare_name):
        return durably(write)


def _check_undo(merge: Merge) -> None:
    if timezone.now() - merge.at >= UNDOABLE:
        raise cannot("too-late", _("This can be undone for a day only."))
    if merge.kept.erased_at is not None or merge.gone.erased_at is not None:
        raise cannot(
            "erased", _("This player has been erased: nothing tells the two apart any more.")
        )
    if merge.kept.merged_into_id is not None or merge.gone.merged_into_id != merge.kept_id:
        raise cannot("merged", _("There was one more merge: undo that first."))
    if (
        merge.gone.number
        and Player.objects.filter(club=merge.club_id, number=merge.gone.number).exists()
    ):
        message = _("Somebody else has the number %(number)s now.")
        raise cannot("taken", message % {"number": merge.gone.number})
    hand = _changed_since(merge)
    if hand is not None:
        message = _("Hand %(number)d of “%(match)s” has been changed or sealed since.")
        facts = {"number": hand.number, "match": hand.match.title}
        raise cannot("changed", message % facts)
    kept = MatchSeat.objects.filter(player=merge.kept)
    now = {tuple(row) for row in kept.values_list("match", "seat", "since", "until")}
    if not {tuple(row) for row in merge.moved["seats"]} <= now:
        raise cannot("changed", _("Who sat where has since been corrected."))


def _changed_since(merge: Merge) -> Hand | None:
    """Return a hand that was revised since, or sealed with the kept player on a moved seat."""
    moved = {hand for hand, _seat in merge.moved["hands"]}
    since = Seal.objects.filter(club=merge.club_id, number__gt=merge.moved["seals"])
    for seal in since.select_related("hand__match").order_by("number"):
        hand = seal.hand
        if hand.pk in moved or any(
            match == hand.match_id and since <= hand.number <= until
            for match, _seat, since, until in merge.moved["seats"]
        ):
            return hand
    return None


def _undone(merge: Merge) -> None:
    now = timezone.now()
    kept, gone = merge.kept, merge.gone
    # Under a name that nobody has, until it is known what tells the two apart.
    mine = Player.every.filter(pk=gone.pk)
    facts = {"name": gone.public_id, "own_name": gone.bare_name}
    mine.update(**facts, merged_into=None, changed_at=now)
    tell_apart(gone.club_id, gone.bare_name)
    _hand_over(kept, gone, merge.moved)
    _touch(merge.moved, now)
    seats = HandSeat.objects.filter(player=gone)
    for variant in sorted(seats.order_by().values_list("variant", flat=True).distinct()):
        statistics.recount(gone.club_id, variant)
    merge.undone_at = now
    merge.save(update_fields=["undone_at"])
