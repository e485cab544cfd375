"""The chain: a finished hand becomes a link of its club's chain, and its result is written."""

from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games import statistics
from games.book import records, sealing
from games.book.agreed import Waiver, device_name, settle
from games.book.provenance import changes_in, lines_of, written_entries
from games.book.results import Result, is_finished, result_of
from games.book.rows import DERIVED, derived, seat_rows
from games.display.typed_reasons import read_reason
from games.models import Club, Hand, HandSeat, MatchSeat, Player, Seal, SealedText, User, statements
from games.rules import Change, RecordError, Replay, replay, rotation
from games.writing.durably import check_version, durably_on, refuse_version, require_scorer
from games.writing.errors import HandNotFinished, HandVoid, Refused, TooManyHands, WriteError


def seal(*, user: User, hand: Hand, version: int, unconfirmed: str = "", device: str = "") -> Seal:
    """Seal a finished hand: scored, passed out or annulled.

    `version`: the number of the last entry that the sender knows. A hand that was sealed at this
    version is answered with its seal. `unconfirmed`: why nobody can be asked, in a club that wants
    scores confirmed. Raises ValidationError (`because`), HandNotFinished, NotConfirmed,
    StaleVersion, VersionAhead, HandVoid, Refused (the record does not stand), NotAllowed, Busy,
    StorageFull.
    """
    require_scorer(user, hand)
    check_version(version)
    waiver = waiver_of(unconfirmed, device)
    try:
        judged = judge(user, hand)
    except WriteError:
        if not _open_at(hand, version).exists():
            return _sealed_before(hand, version)
        raise
    return durably_on(hand, lambda mine: seal_row(user, mine, version, judged, waiver))


def waiver_of(unconfirmed: str, device: str) -> Waiver | None:
    """Read the reason why nobody can be asked; None without one. Raises ValidationError."""
    if not unconfirmed:
        return None
    reason = read_reason(unconfirmed, _("Say in a few words why nobody can be asked."))
    return Waiver(reason, device_name(device))


class SealDraft(NamedTuple):
    """All of a finished hand's seal but its place in the chain; `players`: keys by seat."""

    table: statements.TableNow
    result: Result
    players: list[int]
    parts: sealing.Sealed


def judge(user: User, hand: Hand) -> SealDraft:
    """Judge a hand that is to be sealed, before anybody waits. Raises HandNotFinished, Refused."""
    table, entries = _read_table(hand), written_entries(hand)
    replayed = _finished(hand, changes_in(entries))
    result, chairs = result_of(replayed), rotation.seated(table.chairs, table.sits_out)
    ids = [chair.public_id for chair in chairs]
    where = lines_of(hand.match, hand, ids, user, entries)
    parts = sealing.seal(replayed.record, ids, result.status, result.halves, where)
    return SealDraft(table, result, [chair.player for chair in chairs], parts)


def seal_row(
    user: User, hand: Hand, version: int, judged: SealDraft, waiver: Waiver | None = None
) -> Seal:
    """Seal a hand as `seal` does, but in the caller's transaction.

    The caller has checked the role and judged the hand.

    Others in the club wait from `take_place` on, so what needs no place in the chain is written
    before. Then who sits there is read once more, and the hand is judged again if that has changed.
    """
    now = timezone.now().replace(microsecond=0)
    columns = derived(judged.result)
    sealed = {"state": Hand.State.SEALED, "sealed_at": now, "changed_at": now}
    if not _open_at(hand, version).update(**sealed, **columns):
        return _sealed_before(hand, version)
    vars(hand).update(columns)
    HandSeat.objects.bulk_create(seat_rows(hand, judged.result, judged.players))
    facts = statistics.facts_of_hand(hand)
    place = take_place(hand)
    if _read_table(hand) != judged.table:
        judged = judge(user, hand)
        write_result(hand, judged.result, judged.players)
        facts = statistics.facts_of_hand(hand)
    agreed = ""
    if judged.result.status == "scored":  # of a hand that was thrown in nothing is to be confirmed
        agreed = settle(hand, place.club, user, version, waiver)
    made = chain(place, hand, sealing.with_agreed(judged.parts, agreed), now, user)
    SealedText.objects.bulk_create(
        SealedText(seal=made, place=place, salt=salt, text=text)
        for place, salt, text in judged.parts.texts
    )
    statistics.add(hand.club_id, hand.variant, [facts])
    hand.state, hand.sealed_at = Hand.State.SEALED, now
    return made


def _open_at(hand: Hand, version: int) -> QuerySet[Hand]:
    """Return the hand as long as nobody has sealed it or recorded in it since that version."""
    return Hand.objects.filter(pk=hand.pk, state=Hand.State.OPEN, version=version)


def _read_table(hand: Hand) -> statements.TableNow:
    """Read again who deals, who sits there and on which day. One statement."""
    now = statements.find_table(hand)
    hand.dealer, hand.sits_out, hand.match.played_on = now.dealer, now.sits_out, now.day
    # As `with_table` annotates it.
    names = {str(chair): one.name for chair, one in enumerate(now.chairs)}
    vars(hand)["names_by_seat"] = names
    return now


def players_of(hand: Hand) -> list[Player]:
    """Return who plays a hand, by seat. One statement."""
    seats = MatchSeat.objects.filter(match=hand.match_id).at(hand.number)
    seats = seats.select_related("player").order_by("seat")
    return rotation.seated([seat.player for seat in seats], hand.sits_out)


def _sealed_before(hand: Hand, version: int) -> Seal:
    now = Hand.objects.only("state", "version").get(pk=hand.pk)
    refuse_version(hand, now.version, version)
    seal = Seal.objects.filter(hand=hand, revision=1).first()
    if seal is None:
        raise HandVoid
    return seal


def _finished(hand: Hand, changes: list[Change]) -> Replay:
    try:
        replayed = replay(records.record_of(hand, changes))
    except RecordError as error:
        raise Refused(error.problem) from None
    if replayed.problem is not None:
        raise Refused(replayed.problem)
    if not is_finished(replayed.outcome):
        raise HandNotFinished
    return replayed


# One way to the database while the whole club waits.
TAKE_PLACE = "UPDATE games_club SET seals = seals + 1 WHERE id = %s RETURNING *"


class ChainPlace(NamedTuple):
    """The place of a seal in the chain of its club: its number from 1, the link before it."""

    club: Club
    number: int
    previous: str


def take_place(hand: Hand) -> ChainPlace:
    """Take the next place in the chain of a hand's club.

    The update locks the club's row: nobody else seals a hand or merges two players until all is
    written. So read who sits there after it.
    """
    [club] = Club.objects.raw(TAKE_PLACE, [hand.club_id])
    if club.seals > settings.HANDS_A_DAY:
        _check_pace(club)
    return ChainPlace(club, club.seals, club.head)


def _check_pace(club: Club) -> None:
    """Raise TooManyHands where a club has recorded as many hands in a day as it may.

    What was brought in does not count, or a club could not play on the day of a large import. One
    statement, two on a day with as many seals.
    """
    most, day = settings.HANDS_A_DAY, timezone.now() - timedelta(days=1)
    latest = Seal.objects.filter(club=club, number__gte=club.seals - most)
    if not latest.filter(number=club.seals - most, sealed_at__gt=day).exists():
        return
    if latest.filter(hand__opened_at__gt=day).count() >= most:
        raise TooManyHands


def hands_left(club: Club) -> int:
    """Return how many more hands a club may take in today. One statement."""
    most, day = settings.HANDS_A_DAY, timezone.now() - timedelta(days=1)
    latest = Seal.objects.filter(club=club, number__gte=club.seals - most)
    return max(most - latest.filter(sealed_at__gt=day).count(), 0)


def hold_chain(club: int) -> None:
    """Lock the chain: others who seal a hand of the club or merge its players then wait."""
    Club.objects.filter(pk=club).update(seals=F("seals"))


def chain(
    place: ChainPlace,
    hand: Hand,
    parts: sealing.Sealed,
    now: datetime,
    user: User,
    *,
    revision: int = 1,
) -> Seal:
    """Put the seal of a hand at the place that was taken for it."""
    made = next_link(place, hand, revision, parts, now, user)
    made.save(force_insert=True)
    clubs = Club.objects.filter(pk=hand.club_id, seals=made.number, head=made.previous)
    if not clubs.update(head=made.link):
        raise RuntimeError("the head of the chain moved although its row is locked")
    return made


def next_link(
    place: ChainPlace, hand: Hand, revision: int, parts: sealing.Sealed, now: datetime, user: User
) -> Seal:
    """Return the seal of a hand at that place of the chain, with its link, not saved yet."""
    made = Seal(
        club=place.club,
        number=place.number,
        hand=hand,
        revision=revision,
        game=parts.game,
        game_digest=parts.game_digest,
        provenance=parts.provenance,
        commitments=parts.commitments,
        content=parts.content,
        previous=place.previous,
        sealed_at=now,
        sealed_by=user,
    )
    made.link = link_of(made)
    return made


def link_of(made: Seal) -> str:
    """Return what the link of a seal has to be."""
    return sealing.link_digest(
        previous=made.previous,
        club=made.club.public_id,
        number=made.number,
        hand=made.hand.public_id,
        revision=made.revision,
        sealed_at=made.sealed_at,
        content=made.content,
    )


def write_result(hand: Hand, result: Result, player_ids: list[int]) -> None:
    """Write all derived columns of a sealed hand, in the caller's transaction."""
    vars(hand).update(derived(result))
    hand.save(update_fields=DERIVED)
    HandSeat.objects.filter(hand=hand).delete()
    HandSeat.objects.bulk_create(seat_rows(hand, result, player_ids))
