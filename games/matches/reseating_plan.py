"""The effects of correcting who sat where and who dealt: judged, and nothing written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.book import records, revisions
from games.book.results import is_finished, result_of
from games.book.table_changes import TableSeats
from games.display.chairs import SITS_OUT
from games.matches.match_seats import seating_plan
from games.models import Hand, HandSeat, Match, Player, Seal, User
from games.rules import (
    LAST_HAND,
    Change,
    Record,
    Replay,
    SeatingPlan,
    format_record,
    parse_record,
    replay,
    rotation,
    turned,
)
from games.writing.durably import require_scorer, require_watcher
from games.writing.errors import NothingToReseat, Refused, invalid
from games.writing.once import facts_digest


@dataclass(frozen=True, slots=True)
class Reseating:
    """Who really sat where: `people` by chair from hand `since` to hand `until` (None: for good).

    `dealer`: the chair that dealt the first of these hands, None to leave the dealers as they are;
    with `dealers_after` those of the later ones follow in turn.
    """

    people: tuple[Player, ...]
    since: int = 1
    until: int | None = None
    dealer: int | None = None
    dealers_after: bool = False

    @property
    def last(self) -> int:
        """Return the number of the last hand that it is about."""
        return LAST_HAND if self.until is None else self.until

    def facts(self) -> list[Any]:
        """Return all that makes it the same when it is sent again."""
        ids = [player.public_id for player in self.people]
        return [ids, self.since, self.until, self.dealer, self.dealers_after]


class Sitters(NamedTuple):
    """Who plays a hand, by seat; who sits it out; the seat of the record that deals."""

    players: tuple[Player, ...]
    away: Player | None
    sits_out: int | None
    dealer: int | None

    @property
    def ids(self) -> list[str]:
        """Return the public ids of those who play."""
        return [player.public_id for player in self.players]

    def at_table(self) -> TableSeats:
        """Return the people and the dealer by chair."""
        people = list(self.players)
        if self.sits_out is None or self.away is None:
            return TableSeats(people, self.dealer)
        people.insert(self.sits_out, self.away)
        return TableSeats(people, self.sits_out)

    def seated(self) -> revisions.Seated:
        """Return the people and the dealer as entries name them."""
        return revisions.Seated(self.ids, self.dealer)


@dataclass(frozen=True, slots=True)
class ReseatedHand:
    """What is corrected in one hand, open or sealed.

    `step`: by how many seats everything recorded moves on with the deal; 0 where only people or the
    dealer change. `changes` are the entries for it, `former` and `played` of a sealed hand the seal
    that is replaced and the corrected hand.
    """

    hand: Hand
    before: Sitters
    after: Sitters
    step: int = 0
    changes: Sequence[Change] = ()
    former: Seal | None = None
    played: Replay | None = None


@dataclass(frozen=True, slots=True)
class ReseatingPlan:
    """The effects of a reseating: the seats after it, the hands that it changes in order.

    `seen` represents all that it was judged by; `scores` are the sums of everybody in the match
    before and after it, in half points.
    """

    match: Match
    wanted: Reseating
    seats: SeatingPlan[Player]
    hands: Sequence[ReseatedHand]
    seen: str
    scores: Mapping[Player, tuple[int, int]] = field(default_factory=dict)

    @property
    def sealed(self) -> bool:
        """Return whether a sealed hand is among them, so that a reason is needed."""
        return any(one.former for one in self.hands)


def plan_reseating(*, user: User, match: Match, wanted: Reseating) -> ReseatingPlan:
    """Return what would be corrected, unsaved.

    Some ten statements, and a hand is judged once or twice.

    Raises ValidationError by field (`seats`, `since`, `until`, `dealer`), NothingToReseat, Refused
    for a hand that the rules allow neither as it is nor turned, NotAllowed, PlaysHere for a running
    hand that the club hides from `user`.
    """
    require_scorer(user, match)
    hands, before = list(match.hands.order_by("number")), seating_plan(match)
    seen = seating_digest(hands, before)
    _check(match, hands, before, wanted)
    after = before.with_people(wanted.people, wanted.since, wanted.last)
    deals = _deals(match, hands, wanted)
    seals = _latest_seals(hands, wanted)
    changed = []
    for hand in hands:
        now = _sitters(before, hand, hand.sits_out, hand.dealer)
        deal = deals.get(hand.pk)
        then = _sitters(after, hand, *(deal[1:] if deal else (hand.sits_out, hand.dealer)))
        if then != now and hand.state != Hand.State.VOID:
            hand.club = match.club
            require_watcher(user, hand)
            changed.append(_judged(hand, now, then, seals))
    if not changed and _ranges(after) == _ranges(before):
        raise NothingToReseat
    return ReseatingPlan(match, wanted, after, changed, seen, _scores(match, changed))


def seating_digest(hands: Sequence[Hand], seats: SeatingPlan[Player]) -> str:
    """Return a digest of all that a plan depends on."""
    of_hands = [(hand.pk, hand.version, hand.state, hand.dealer, hand.sits_out) for hand in hands]
    return facts_digest([of_hands, _ranges(seats)])


def _ranges(seats: SeatingPlan[Player]) -> list[tuple[int, int, int, int]]:
    return [(row.seat, row.since, row.until, row.player.pk) for row in seats.rows]


def _check(
    match: Match, hands: Sequence[Hand], seats: SeatingPlan[Player], wanted: Reseating
) -> None:
    people, coming = wanted.people, hands[-1].number + 1 if hands else 1
    if len(people) != len(seats.first):
        message = _("Say of each of the %(count)s chairs who sat there.")
        raise invalid("seats", "malformed", message % {"count": len(seats.first)})
    if any(player.club_id != match.club_id for player in people):
        raise invalid("seats", "unknown-player", _("A player belongs to another club."))
    twice = next((player for player in people if people.count(player) > 1), None)
    if twice is not None:
        message = _("%(player)s sits on two seats.") % {"player": twice.name}
        raise invalid("seats", "duplicate-player", message)
    if not 1 <= wanted.since <= coming:
        message = _("The match has not reached that hand yet.")
        raise invalid("since", "out-of-range", message)
    if not wanted.since <= wanted.last <= LAST_HAND:
        raise invalid("until", "out-of-range", _("It ends before it begins."))
    if wanted.dealer is not None and not 0 <= wanted.dealer < len(people):
        raise invalid("dealer", "out-of-range", _("The dealer sits at the table."))


def _deals(match: Match, hands: Sequence[Hand], wanted: Reseating) -> dict[int, rotation.Deal]:
    """Return the deals that are corrected, by hand."""
    if wanted.dealer is None:
        return {}
    dealt = [
        hand
        for hand in hands
        if hand.state != Hand.State.VOID and wanted.since <= hand.number <= wanted.last
    ]
    if not dealt:
        raise invalid("dealer", "out-of-range", _("None of these hands has been dealt yet."))
    chairs = len(wanted.people)
    deal = rotation.dealt_by(wanted.dealer, chairs, dealer_sits_out=match.dealer_sits_out)
    deals = {}
    for hand in dealt if wanted.dealers_after else dealt[:1]:
        deals[hand.pk] = deal
        deal = rotation.following(hand, deal, chairs, deals_on=rotation.deals_on(match.options))
    return deals


def _sitters(
    seats: SeatingPlan[Player], hand: Hand, sits_out: int | None, dealer: int | None
) -> Sitters:
    people = seats.at(hand.number)
    away = None if sits_out is None else people[sits_out]
    return Sitters(tuple(rotation.seated(people, sits_out)), away, sits_out, dealer)


def _latest_seals(hands: Sequence[Hand], wanted: Reseating) -> dict[int, Seal]:
    """Return the latest seals of the hands in question, with texts. Two statements."""
    within = [hand.pk for hand in hands if wanted.since <= hand.number <= wanted.last]
    seals = Seal.objects.filter(hand__in=within).order_by("revision").prefetch_related("texts")
    return {seal.hand_id: seal for seal in seals}


def _judged(hand: Hand, before: Sitters, after: Sitters, seals: Mapping[int, Seal]) -> ReseatedHand:
    if hand.is_open:
        record = records.record_of(hand, records.changes_of(hand))
        played, step = _dealt_by(record, after.dealer, finished=False)
        changes = _moves(record, step)
        return ReseatedHand(hand, before, after, step, changes)
    former = seals[hand.pk]
    record = records.read_seal(former)
    played, step = _dealt_by(_with_people(record, before, after), after.dealer, finished=True)
    entry = revisions.seats_entry(before.seated(), after.seated())
    changes = [revisions.mark(former.revision + 1), entry, *_moves(record, step)]
    return ReseatedHand(hand, before, after, step, changes, former, played)


def _with_people(record: Record, before: Sitters, after: Sitters) -> Record:
    """Return a sealed record with other people; those in it before keep their names."""
    names = dict(zip(before.players, record.players, strict=True))
    meta = dict(record.meta)
    if after.away != before.away and after.away is not None:
        meta[SITS_OUT] = names.get(after.away, after.away.name)
    players = tuple(names.get(player, player.name) for player in after.players)
    return record._replace(players=players, meta=meta)


def _dealt_by(record: Record, dealer: int | None, *, finished: bool) -> tuple[Replay, int]:
    """Return the hand as dealt by that seat, and by how many seats everything recorded moves.

    No seats where the rules allow it unmoved. Raises Refused.
    """
    played = _played(record._replace(dealer=dealer))
    if _stands(played, finished=finished):
        return played, 0
    step = 0
    if dealer is not None and record.dealer is not None:
        step = (dealer - record.dealer) % len(record.players)
    played = _played(turned(record, step))
    if not _stands(played, finished=finished) and played.problem is not None:
        raise Refused(played.problem)
    return played, step


def _played(record: Record) -> Replay:
    return replay(parse_record(format_record(record))._replace(sealed=record.sealed))


def _stands(played: Replay, *, finished: bool) -> bool:
    return played.problem is None and (is_finished(played.outcome) or not finished)


def _moves(record: Record, step: int) -> list[Change]:
    """Return the entries that turn what was recorded; they name nobody."""
    if not step:
        return []
    return revisions.changes_to(record, turned(record, step)._replace(dealer=record.dealer))


def _scores(match: Match, changed: Sequence[ReseatedHand]) -> dict[Player, tuple[int, int]]:
    """Return everybody's sum in the match before and after. One statement."""
    before: dict[Player, int] = {}
    after: dict[Player, int] = {}
    reseated = {one.hand.pk: one for one in changed}
    results = HandSeat.objects.filter(hand__match=match).select_related("player")
    for result in results.order_by("hand__number", "seat"):
        before[result.player] = before.get(result.player, 0) + result.score_halves
        after.setdefault(result.player, 0)
        if result.hand_id not in reseated:
            after[result.player] += result.score_halves
    for one in reseated.values():
        if one.played is not None:
            halves = result_of(one.played).halves
            for player, score in zip(one.after.players, halves, strict=True):
                after[player] = after.get(player, 0) + score
    return {player: (before.get(player, 0), after[player]) for player in after}
