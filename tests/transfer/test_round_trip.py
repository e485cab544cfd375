"""What is exported can be taken in again, and comes out the same to the byte."""

from datetime import date, timedelta
from itertools import count as count_up
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games import book
from games import proof as verifying
from games.analysis import studies
from games.book.records import sealed_record
from games.book.sealed_lines import FACTS
from games.club.opening_clubs import set_up
from games.confirming import disputes
from games.confirming.confirmations import confirm
from games.confirming.disputes import rule
from games.matches.match_changes import close_match
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating
from games.models import Club, Hand, Match, MatchSeat, Seal, SealedText, Tally
from games.people.players import PlayerFacts, add_player, change_player
from games.replay import remarking
from games.rules import VARIANTS, format_record, parse_record
from tests.cast import Cast, gather, rename_player
from tests.factories import (
    THROWN_IN,
    act,
    calls,
    claimed_by_seat_0,
    new_key,
    open_match,
    sealed_hand,
    stated,
)
from tests.games import hand_by_chance
from tests.ground import Ground, laid_once
from tests.transfer.archives import (
    bring,
    bring_all,
    count,
    empty,
    export,
    objects,
    read,
    write_lines,
)

FAMILY = "👨\u200d👩\u200d👧"
STOOD = act("play", card="HQ", irregular="Nobody noticed, said “Boris”.")


whole_club = laid_once(lambda: furnish(gather()))


@pytest.fixture
def club(whole_club: Ground[Cast], db: None) -> Cast:
    """An archive with something of everything."""
    return whole_club.given()


def furnish(cast: Cast) -> Cast:
    """Record something of everything."""
    *begun, claim, note = claimed_by_seat_0()
    marked = {**note, "action": {**note["action"], "_by": {"program": [1, 2.5, None]}}}
    dealt = {"op": "deal", "deal": {**begun[0]["deal"], "_shuffled": True}}
    talked = cast.sealed_hand([dealt, *begun[1:], STOOD, claim, marked])
    remark = remarking.add_remark(user=cast.member, hand=talked, place="auction", text="Oh?\nNo!")
    remarking.hide_remark(user=cast.scorer, remark=remark, hidden=True)
    remarking.add_remark(user=cast.admin, hand=talked, place="1.1", text="Well played, Chloé")
    taught: Any = {
        "user": cast.member,
        "hand": talked,
        "once": None,
        "title": f"“From” kings {FAMILY}",
    }
    study = studies.keep(study=None, place="1.1", cards="", text="Oh?\nNo!", **taught)
    studies.keep(study=study, place="auction", cards="guard.pass", text="", **taught)
    studies.describe(user=cast.member, study=study, title=study.title, text="Seen in May.")
    amend(cast, talked, "She said so.", {"op": "rewind", "to": 6}, act("claim", seat=1))
    amend(cast, talked, "Nobody “said” so.", {"op": "undo"}, claim)
    SealedText.objects.filter(seal__revision=2, place="amended/by").delete()
    every_game(cast)
    sitting_out(cast)
    results_only(cast)
    agreed_and_disputed(cast)
    reseated(cast)
    rename_player(user=cast.scorer, player=cast.players[0], name="Anne-Marie")
    known_for_years(cast)
    planned: dict[str, Any] = {
        "settings": {"target": 40},
        "table": "3",
        "hands_planned": 7,
        "first_dealer": 2,
    }
    cast.open_match(title="To be played", variant="taros-1659", **planned)
    cast.sealed_hand(THROWN_IN)
    close_match(user=cast.scorer, match=cast.match)
    return cast


def known_for_years(cast: Cast) -> None:
    """Two of one name, and one who has left."""
    add_player(user=cast.scorer, club=cast.club, name="Emma", nickname=f"The younger “E.” {FAMILY}")
    facts = PlayerFacts("Dario", "Dar", "075-12", date(2001, 1, 31), date(2026, 12, 31))
    change_player(user=cast.scorer, player=cast.players[3], facts=facts)


def amend(cast: Cast, hand: Hand, because: str, *changes: Any) -> None:
    wanted = book.Wanted(changes=changes)
    facts = {"hand": hand, "version": hand.version, "because": because, "wanted": wanted}
    book.amend(user=cast.scorer, key=new_key(), **facts)  # type: ignore[arg-type]


def agreed_and_disputed(cast: Cast) -> None:
    """One hand that Boris confirmed and Chloé disputes; one that nobody was asked about, with a
    dispute that a ruling ended."""
    set_up(user=cast.admin, club=cast.club, confirms="tap")
    user, (boris, chloe) = cast.scorer, cast.players[1:3]
    first = cast.open_hand(claimed_by_seat_0(0))
    facts: dict[str, Any] = {"user": user, "version": first.version, "hand": first}
    confirm(player=boris, device="Tablet 3F", **facts)
    book.seal(**facts)
    disputes.dispute(user=user, hand=first, player=chloe, because="It was “52”.")
    second = cast.open_hand(claimed_by_seat_0(1))
    book.seal(user=user, hand=second, version=second.version, unconfirmed="They ran for a train.")
    dispute = disputes.dispute(user=user, hand=second, player=boris, because="No.")
    rule(user=cast.admin, dispute=dispute, answer="Counted again.")
    set_up(user=cast.admin, club=cast.club, confirms="no")


def every_game(cast: Cast) -> None:
    sixth = add_player(user=cast.scorer, club=cast.club, name="Farid")
    for variant in VARIANTS:
        players = variant.seats[0]
        seats = (*cast.players, sixth)[:players]
        facts = {"variant": variant.key, "title": f"A try of {variant.name}", "first_dealer": 0}
        match = open_match(cast.scorer, cast.club, seats, table="2", **facts)
        sealed_hand(cast.scorer, match, hand_by_chance(variant.key, players))


def sitting_out(cast: Cast) -> None:
    match = cast.open_match(5, dealer_sits_out=True, hands_planned=5, title="Five, one rests")
    for _hand in range(2):
        sealed_hand(cast.scorer, match, THROWN_IN)


def results_only(cast: Cast) -> None:
    """One hand of a match without cards, and one of which the auction was written down later."""
    match = cast.open_match(title="Results only", writes="result-only")
    sealed_hand(cast.scorer, match, [stated()])
    raised = sealed_hand(cast.scorer, match, [stated(taker=2)])
    later = [*calls("pass"), stated(taker=2)]
    amend(cast, raised, "From the notes.", {"op": "rewind", "to": 0}, *later)


def reseated(cast: Cast) -> None:
    """Four hands; Emma plays hands 2 and 3 for Boris, and hand 1 was dealt by somebody else."""
    match = cast.open_match(title="Emma helps out", first_dealer=3)
    for dealer in (3, 0, 1):
        sealed_hand(cast.scorer, match, claimed_by_seat_0(dealer=dealer))
    sealed_hand(cast.scorer, match, THROWN_IN)
    anna, boris, chloe, dario, emma = cast.players
    for wanted in (
        Reseating((anna, emma, chloe, dario), since=2, until=3),
        Reseating((anna, boris, chloe, dario), since=1, until=1, dealer=2),
        Reseating((chloe, boris, anna, dario), since=1, until=1),
    ):
        reseat(user=cast.scorer, match=match, wanted=wanted, because="Seen by all.")


def test_a_club_comes_out_of_its_archive_the_same_to_the_byte(club: Cast, tmp_path: Path) -> None:
    """Its rows, its sums, the people of every revision, and a chain that goes on."""
    before, rows, kept = read(export(club.club, tmp_path / "before")), count(club.club), facts(club)
    empty(club.club)
    report = bring_all(club.admin, club.club, tmp_path / "before")
    assert report.hands.new == rows["Hand"] == len(before["records.ndjson"].splitlines())
    assert count(club.club) == {**rows, "Entry": count(club.club)["Entry"]}
    assert facts(club) == kept
    assert read(export(club.club, tmp_path / "after")) == before
    assert bring_all(club.admin, club.club, tmp_path / "before").hands.new == 0
    open_still = Match.objects.get(club=club.club, title="Five, one rests")
    made = sealed_hand(club.scorer, open_still, THROWN_IN)
    assert (made.number, made.sits_out) == (3, 0)
    club.club.refresh_from_db()
    last = Seal.objects.filter(club=club.club).latest("number")
    assert (club.club.seals, club.club.head) == (last.number, last.link)
    assert verifying.findings_of(club.club) == []


def facts(cast: Cast) -> list[list[Any]]:
    """Matches and who sat there when, by each revision too, and the sums over their hands."""
    matches = Match.objects.filter(club=cast.club).order_by("public_id")
    settled = ("variant", "options", "preset", "settings", "table", "played_on", "closed_at")
    planned = ("title", "hands_planned", "first_dealer", "dealer_sits_out", "writes")
    seats = MatchSeat.objects.filter(match__club=cast.club)
    seats = seats.order_by("match__public_id", "seat", "since")
    names = SealedText.objects.filter(seal__club=cast.club, place__startswith="players/")
    names = names.order_by("seal__hand__public_id", "seal__revision", "place")
    assert seats.filter(since=2).exists()
    return [
        list(matches.values(*settled, *planned)),
        list(seats.values_list("match__title", "seat", "since", "until", "player__public_id")),
        list(names.values_list("seal__hand__public_id", "seal__revision", "place", "text")),
        tallies(cast),
    ]


def tallies(cast: Cast) -> list[Any]:
    columns = ("variant", "period", "kind", "hands", "decided", "won", "taken", "score_halves")
    return sorted(
        Tally.objects.filter(club=cast.club).values_list("player__public_id", *columns), key=str
    )


def test_records_are_the_canonical_ones_with_facts_of_their_own(club: Cast, tmp_path: Path) -> None:
    folder = export(club.club, tmp_path / "archive")
    for line in (folder / "records.ndjson").read_bytes().splitlines():
        record = parse_record(line)
        assert format_record(record) == line
        hand = Hand.objects.get(public_id=record.extra[FACTS]["hand"])
        plain = {key: value for key, value in record.extra.items() if key != FACTS}
        assert format_record(record._replace(extra=plain)) == format_record(sealed_record(hand))


# --- revisions ------------------------------------------------------------------------------------


def test_of_two_archives_the_later_revision_stays(
    cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look at the clock is a second later: an import does not mix its moments up."""
    hand = cast.sealed_hand(claimed_by_seat_0())
    cast.sealed_hand(THROWN_IN)
    export(cast.club, tmp_path / "first")
    for number, seat in enumerate((1, 2), 1):
        give_the_rest_to(cast, hand, seat)
        export(cast.club, tmp_path / f"amended-{number}")
    latest = read(tmp_path / "amended-2")
    rows, sums = count(cast.club), tallies(cast)
    for older in ("first", "amended-1"):
        report = bring_all(cast.admin, cast.club, tmp_path / older)
        assert (report.hands.new, report.hands.known) == (0, 2)
    assert (count(cast.club), tallies(cast)) == (rows, sums)
    now = timezone.now()
    seconds = (now + timedelta(seconds=number) for number in count_up())
    monkeypatch.setattr(timezone, "now", lambda: next(seconds))
    for begun in ("first", "amended-1"):
        empty(cast.club)
        bring_all(cast.admin, cast.club, tmp_path / begun)
        report = bring_all(cast.admin, cast.club, tmp_path / "amended-2")
        assert (report.hands.new, report.hands.known) == (1, 1)
        assert read(export(cast.club, tmp_path / f"from-{begun}")) == latest
        assert count(cast.club) == {**rows, "Entry": count(cast.club)["Entry"]}
        assert tallies(cast) == sums
        assert verifying.findings_of(Club.objects.get(pk=cast.club.pk)) == []


def give_the_rest_to(cast: Cast, hand: Hand, seat: int) -> None:
    """Amend who claimed."""
    again = {"op": "rewind", "to": 5}, act("claim", seat=seat)
    amend(cast, hand, f"Seat {seat} had the rest.", *again)


def test_a_revision_that_replaces_something_else_is_a_conflict(cast: Cast, tmp_path: Path) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    export(cast.club, tmp_path / "first")
    give_the_rest_to(cast, hand, 1)
    export(cast.club, tmp_path / "one")
    empty(cast.club)
    bring_all(cast.admin, cast.club, tmp_path / "first")
    give_the_rest_to(cast, Hand.objects.get(club=cast.club), 2)
    report = bring(cast.admin, cast.club, tmp_path / "one")
    assert [fault.code for fault in report.faults] == ["record-conflict"]


def test_former_revisions_that_are_none_are_refused(cast: Cast, tmp_path: Path) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    give_the_rest_to(cast, hand, 1)
    archive = export(cast.club, tmp_path / "archive")
    (line,) = objects(archive / "records.ndjson")
    (former,) = line["_clubtarot"]["amendments"]
    empty(cast.club)
    for wrong in (
        [],
        [{**former, "at": "yesterday"}],
        [{**former, "who": "?"}],
        [{**former, "record": {**former["record"], "dealer": 1}}],
        [{**former, "record": {**former["record"], "actions": []}}],
    ):
        told = {**line, "_clubtarot": {**line["_clubtarot"], "amendments": wrong}}
        lines = write_lines(archive / "records.ndjson", [told])
        report = bring(cast.admin, cast.club, archive / "players.ndjson", lines)
        assert len(report.faults) == 1, wrong
    assert not Hand.objects.filter(club=cast.club).exists()
