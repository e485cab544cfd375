"""The steps of an evening on the tablet, held against those of the site: a hand is sealed, given
up and taken up again, the next is dealt, a score confirmed or disputed."""

import json
import re
from typing import Any

import pytest

from games import book
from games.book import records
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import match_as_json, match_from_json
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating
from games.models import Confirms, Hand, Match
from games.recording.sitting import Sitting
from games.recording.sitting_rows import sitting_of
from games.rules import VARIANTS, Seating, Variant
from tests import hands as published
from tests.cast import Cast
from tests.factories import open_hand, open_match, write
from tests.games import hand_by_chance
from tests.ground import undone
from tests.hands import auction
from tests.recording.on_the_tablet import as_the_tablet_has_it, asked_of, people_of, there_and_back

pytestmark = pytest.mark.django_db

EVERY_SEATING = pytest.mark.parametrize(
    ("variant", "seating"),
    [
        pytest.param(variant, one, id=f"{variant.key}-{one.people}-{one.players}")
        for variant in VARIANTS
        for one in variant.seatings
    ],
)
MISDEALT = {"void_as": "misdealt", "because": "Seen"}


def dealt(cast: Cast, match: Match, **facts: Any) -> Hand:
    """The next hand of a match, as the site deals it."""
    made = book.open_hand(user=cast.scorer, match=match, **facts)
    return Hand.objects.visible_to(cast.scorer).with_table().get(pk=made.pk)


def played(cast: Cast, hand: Hand) -> list[Any]:
    """The hand recorded to its end; its changes."""
    seats = len(sitting_of(hand).facts["players"])
    changes = hand_by_chance(hand.variant, seats, seed=hand.number, dealer=hand.dealer)
    for change in changes:
        write(cast.scorer, hand, change)
    return records.changes_of(hand)


def without_ids(match: dict[str, Any]) -> dict[str, Any]:
    """A match without the ids of its hands, which the site gives them."""
    return match | {"hands": [hand | {"public_id": ""} for hand in match["hands"]]}


@EVERY_SEATING
def test_the_tablet_seals_and_deals_what_the_site_does(
    cast: Cast, variant: Variant, seating: Seating
) -> None:
    """Two hands in a row, and a third dealt, of which the tablet asks nothing. Two people change
    places after the first, and another takes the chair of one of them for good."""
    people = people_of(cast, seating.people + 1)
    match = open_match(
        cast.scorer,
        cast.club,
        people[:-1],
        variant=variant.key,
        first_dealer=1,
        dealer_sits_out=seating.dealer_sits_out,
        table="Blue",
    )
    hand = dealt(cast, match, comment="The first of the evening: ½ “&”")
    text = json.dumps(sitting_of(hand).as_json())
    assert Sitting.from_json(json.loads(text)) == sitting_of(hand)
    assert json.dumps(Sitting.from_json(json.loads(text)).as_json()) == text
    others = (people[1], people[-1], *people[2:-1])
    wanted = Reseating(others, since=2)
    reseat(user=cast.scorer, match=match, wanted=wanted)
    table = as_the_tablet_has_it(hand)
    for _ in range(2):
        changes = played(cast, hand)
        sealed = there_and_back(asked_of("seal", **table, changes=changes))
        book.seal(user=cast.scorer, hand=hand, version=hand.version)
        table["match"] = with_row(table["match"], sealed)
        assert without_ids(table["match"]) == without_ids(match_of(match))
        hand = dealt(cast, match)
        new = there_and_back(asked_of("deal", **table, changes=changes, id=hand.public_id))
        assert new["hand"] == there_and_back(sitting_of(hand).as_json())
        table |= {"hand": new["hand"], "match": with_row(table["match"], new)}
        assert without_ids(table["match"]) == without_ids(match_of(match))


def with_row(match: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    """A match with the row of a hand that a step has dealt or ended."""
    rows = {row["number"]: row for row in (*match["hands"], answer["row"])}
    return match | {"hands": list(rows.values())}


def match_of(match: Match) -> dict[str, Any]:
    """A match as the site has it now, as JSON."""
    value: dict[str, Any] = there_and_back(match_as_json(match_so_far(match)))
    return value


def test_what_one_hand_alone_writes_down_is_not_what_the_next_ones_do(cast: Cast) -> None:
    """A program may open a hand of which more is written down than of the others of its match; it
    may also make one void, and then the same player deals again."""
    hand = dealt(cast, cast.match, writes="all-hands")
    first = sitting_of(hand)
    changes = played(cast, hand)
    table = as_the_tablet_has_it(hand)
    sealed = with_row(table["match"], asked_of("seal", **table, changes=changes))
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    hand = dealt(cast, cast.match)
    second = sitting_of(hand)
    assert (first.writes, second.writes) == ("all-hands", "tricks-only")
    assert first.next_dealt(second.public_id, match_from_json(sealed)) == second
    book.void_hand(user=cast.scorer, hand=hand, version=0)
    match = match_so_far(cast.match)
    third = sitting_of(dealt(cast, cast.match))
    assert third.facts["dealer"] == second.facts["dealer"] != first.facts["dealer"]
    assert second.next_dealt(third.public_id, match) == third


@pytest.mark.parametrize("sits_out", [False, True])
def test_after_a_hand_given_up_the_tablet_deals_what_the_site_does(
    cast: Cast, sits_out: bool
) -> None:
    """After a hand that was thrown in the next player deals, after the others the same."""
    facts = {"first_dealer": 1, "dealer_sits_out": sits_out}
    match = open_match(cast.scorer, cast.club, people_of(cast, 5), **facts)
    for void_as in Hand.Void.values:
        with undone():
            give_up_on_both(cast, match, void_as, 4 + (not sits_out))


def give_up_on_both(cast: Cast, match: Match, void_as: str, players: int) -> None:
    """Give up a begun hand on the tablet and on the site, and deal the next on both."""
    hand = dealt(cast, match)
    table, why = as_the_tablet_has_it(hand), {"void_as": void_as, "because": "The cat"}
    for change in hand_by_chance(hand.variant, players, seed=2, dealer=hand.dealer)[:3]:
        write(cast.scorer, hand, change)
    void = there_and_back(asked_of("give_up", **table, changes=records.changes_of(hand), **why))
    book.give_up(user=cast.scorer, hand=hand, version=hand.version, **why)
    table["match"] = with_row(table["match"], void)
    assert table["match"] == match_of(match)
    body = void["body"]
    assert f"Hand 1: {void_as.replace('-', ' ')}." in body["stage"]
    assert (body["mode"], body["select"], body["keys"]) == ("score", None, [])
    second = dealt(cast, match)
    new = there_and_back(asked_of("deal", **table, changes=[], id=second.public_id))
    assert new["hand"] == there_and_back(sitting_of(second).as_json())
    assert new["deals"]["dealer"] == second.dealer


def test_a_hand_is_given_up_on_the_tablet_with_a_way_and_a_reason_and_taken_up_where_it_was(
    cast: Cast,
) -> None:
    hand = open_hand(cast.scorer, cast.match, auction()[:2])
    table, changes = as_the_tablet_has_it(hand), records.changes_of(hand)
    for void_as, because in (("forgotten", "Why not"), ("misdealt", "  ")):
        why = {"void_as": void_as, "because": because}
        refused = asked_of("give_up", **table, changes=changes, **why)
        assert (refused["status"], refused["body"]["code"]) == (422, "malformed")
    void = asked_of("give_up", **table, changes=changes, **MISDEALT)
    given_up = table | {"match": with_row(table["match"], void)}
    again = asked_of("take_up", **given_up, changes=changes)
    assert with_row(given_up["match"], again) == table["match"]
    assert again["body"] == asked_of("recording", **table, changes=changes)["body"]


def test_the_tablet_deals_a_hand_again_only_where_the_same_player_deals(cast: Cast) -> None:
    """It was recorded after hand 1 had been sealed; hand 1 is opened again, and given up."""
    hand = dealt(cast, cast.match)
    table = as_the_tablet_has_it(hand)
    refused = asked_of("deal", **table, changes=[], id="new-1")
    assert (refused["status"], refused["body"]["code"]) == (409, "hand-still-open")
    match = with_row(table["match"], asked_of("seal", **table, changes=played(cast, hand)))
    first = asked_of("deal", **table | {"match": match}, changes=[], id="new-1")
    again = {"deals": first["deals"], "changes": [], "id": "new-1"}
    assert asked_of("deal", **table | {"match": match}, **again)["status"] == 201
    void = with_row(table["match"], asked_of("give_up", **table, changes=[], **MISDEALT))
    refused = asked_of("deal", **table | {"match": void}, **again)
    assert (refused["status"], refused["body"]["code"]) == (409, "dealt-otherwise")
    at_it = table | {"hand": first["hand"], "match": with_row(match, first)}
    there = asked_of("deal", **at_it, **again)
    assert there["there"] and "hand" not in there


def test_who_did_not_take_the_hand_confirms_it_on_the_tablet_or_disputes_it_until_they_confirm(
    cast: Cast,
) -> None:
    """Samir took it; the account that records is Elise's. A dispute is enough to seal."""
    hand = open_hand(cast.scorer, published.seated(cast), published.played(72))
    wanda, elise = (hand.match.seats.get(seat=seat).player.public_id for seat in (0, 2))
    table = as_the_tablet_has_it(hand) | {"changes": records.changes_of(hand)}
    by_tap = table | {"me": elise, "confirms": Confirms.TAP}
    asked = asked_of("recording", **by_tap)["body"]["stage"]
    names = re.findall(r'<button[^>]*\sname="player"\s+value="(\w+)"', asked)
    assert wanda in names and len(names) == 2 and elise not in names
    answer = asked_of("confirm", **by_tap, player=wanda)
    assert answer["given"] == wanda
    assert "<b>Wanda</b> confirms the score." in answer["body"]["stage"]
    by_pin = table | {"confirms": Confirms.PIN}
    assert "No PIN can be checked" in asked_of("recording", **by_pin)["body"]["stage"]
    answer = asked_of("dispute", **by_pin, player=wanda, because=" We had  52. ")
    assert answer["disputes"] == [{"player": wanda, "because": "We had 52."}]
    assert "<b>Wanda</b>: We had 52." in answer["body"]["stage"]
    assert "Seal as disputed" in answer["body"]["stage"]
    assert asked_of("dispute", **by_pin, player=wanda, because=" ")["status"] == 422
    given = asked_of("confirm", **by_pin, disputes=answer["disputes"], player=wanda)
    assert given["disputes"] == []
