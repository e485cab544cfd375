"""What the engine on the tablet answers, held against what the site says of the same hand."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games import book
from games.book import records
from games.club.opening_clubs import set_up
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import match_as_json, match_from_json
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating
from games.models import Confirms, Hand, Match, Player
from games.people.players import add_player
from games.recording import requests, tablet
from games.recording.sitting import Sitting
from games.recording.sitting_rows import sitting_of
from games.rules import VARIANTS, Seating, Variant
from tests import hands as published
from tests.cast import Cast
from tests.factories import act, new_key, open_hand, open_match, write
from tests.games import EVERY_VARIANT, hand_by_chance
from tests.hands import auction
from tests.recording.course import Asked
from tests.recording.tapping import TappedHand, hands_tapped
from tests.recording.test_without_database import plain
from tests.tablet import JSON, address, send
from tests.thorough import amount

pytestmark = pytest.mark.django_db

EVERY_SEATING = pytest.mark.parametrize(
    ("variant", "seating"),
    [
        pytest.param(variant, one, id=f"{variant.key}-{one.people}-{one.players}")
        for variant in VARIANTS
        for one in variant.seatings
    ],
)
HTMX = {"HX-Request": "true"}
# What only the server has: others who record, what was written, its own engine.
OF_THE_SERVER = {"engine", "behind", "recorded", "changes", "writers"}


def there_and_back(value: Any) -> Any:
    """A value as it comes out of JSON."""
    return json.loads(json.dumps(value))


def as_the_tablet_has_it(hand: Hand) -> dict[str, Any]:
    """The hand and its match, as a page hands them to the tablet."""
    return there_and_back(
        {
            "hand": sitting_of(hand).as_json(),
            "match": match_as_json(match_so_far(hand.match)),
            "written": hand.match.get_writes_display(),
            **{"confirms": hand.club.confirms, "me": ""},
        }
    )


def people_of(cast: Cast, count: int) -> list[Any]:
    """That many players, more than the cast where a game has more."""
    there = list(Player.objects.filter(club=cast.club).order_by("pk"))
    names = ("Farid", "Gaëlle", "Hugo")[: max(0, count - len(there))]
    others = [add_player(user=cast.scorer, club=cast.club, name=name) for name in names]
    return [*there, *others][:count]


def asked_of(name: str, /, **sent: Any) -> Any:
    """What the tablet answers itself."""
    return tablet.REQUESTS[name](**sent)


# --- each request --------------------------------------------------------------------------------


class Both:
    """A hand of the site, asked by its addresses and through the tablet's requests."""

    def __init__(self, client: Client, hand: Hand) -> None:
        self.client = client
        self.hand = hand
        self.table = as_the_tablet_has_it(hand)

    def asks(self, asked: Asked, changes: list[Any]) -> None:
        """One request of both, which must answer alike."""
        facts = dict(asked.facts)
        ours = there_and_back(asked_of(asked.name, **self.table, changes=changes, **facts))
        answer = ADDRESSES[asked.name](self.client, self.hand, facts)
        assert answer.status_code == ours["status"], asked
        if asked.name in ("panel", "entry"):
            if ours["status"] == 200:
                side = comparable(answer.content.decode())
                assert side == comparable(ours["body"]["side"]), asked
            return
        body, told = ours["body"], answer.json()
        assert set(told) - set(body) <= OF_THE_SERVER, asked
        assert set(body) <= set(told), asked
        for name in body:
            assert comparable(told[name]) == comparable(body[name]), (asked, name)
        if asked.name == "enter" and ours["status"] == 201:
            assert told["changes"] == [ours["change"]]
            self.hand.version += 1


def comparable(value: Any) -> Any:
    """HTML without the tokens of its forms."""
    return plain(value) if isinstance(value, str) else value


def enters(client: Client, hand: Hand, facts: dict[str, Any]) -> Any:
    return send(client, hand, facts["change"])


def previews(client: Client, hand: Hand, facts: dict[str, Any]) -> Any:
    return client.post(address("entry-preview", "hand", hand), json.dumps(facts), JSON)


def pastes(client: Client, hand: Hand, facts: dict[str, Any]) -> Any:
    return client.post(address("entry-paste", "hand", hand), json.dumps(facts), JSON)


def opens_a_panel(client: Client, hand: Hand, facts: dict[str, Any]) -> Any:
    way = address("panel", f"hand {facts['name']}", hand)
    return client.get(way, {"card": facts.get("card", "")}, headers=HTMX)


def opens_an_entry(client: Client, hand: Hand, facts: dict[str, Any]) -> Any:
    return client.get(address("entry", f"hand {facts['index']}", hand), headers=HTMX)


def chooses(client: Client, hand: Hand, facts: dict[str, Any]) -> Any:
    return client.get(address("choosing", "hand", hand), {"card": facts["cards"]})


def asks_for_the_desk(client: Client, hand: Hand, facts: dict[str, Any]) -> Any:
    return client.get(address("recording", "hand", hand))


STEPS = {"confirm", "dispute", "seal", "give_up", "take_up", "deal"}  # tried by tests of their own
ADDRESSES: dict[str, Callable[[Client, Hand, dict[str, Any]], Any]] = {
    "enter": enters,
    "preview": previews,
    "paste": pastes,
    "panel": opens_a_panel,
    "entry": opens_an_entry,
    "choosing": chooses,
    "recording": asks_for_the_desk,
}


def opened(cast: Cast, tapped: TappedHand, variant: Variant) -> Hand:
    """A hand of the site with the options and the dealer of one that was tapped."""
    facts = tapped.hand["facts"]
    match = open_match(
        cast.scorer,
        cast.club,
        people_of(cast, len(facts["players"])),
        variant=variant.key,
        options=facts["options"],
        first_dealer=facts["dealer"],
        dealer_sits_out=False,
    )
    return open_hand(cast.scorer, match)


def test_entries_judged_in_a_row_are_what_each_is_by_itself_up_to_the_first_refused(
    cast: Cast,
) -> None:
    hand = cast.open_hand(auction()[:1])
    table, changes = as_the_tablet_has_it(hand), records.changes_of(hand)
    row = [*auction()[1:], act("call", call="pass"), act("call", call="small")]
    answer = asked_of("enter_row", **table, changes=changes, row=row)
    assert len(answer["entered"]) == len(auction()) - 1
    for wanted, entered in zip(row, answer["entered"], strict=False):
        alone = asked_of("enter", **table, changes=changes, change=wanted)
        assert entered == {"change": alone["change"], "digest": alone["body"]["digest"]}
        changes = [*changes, alone["change"]]


@EVERY_VARIANT
def test_the_tablet_is_answered_as_the_site_would_answer(
    client: Client, cast: Cast, variant: Variant
) -> None:
    """A whole hand, sent entry by entry, with all that is refused, corrected and looked at."""
    client.force_login(cast.scorer)
    for tapped in hands_tapped(variant, amount(1, thorough=6)):
        both = Both(client, opened(cast, tapped, variant))
        for asked in tapped.asked:
            if asked.name in ADDRESSES:
                both.asks(asked, tapped.changes[: asked.after])
        assert both.hand.version == len(tapped.changes)


def test_no_request_of_the_tablet_is_left_out() -> None:
    assert set(tablet.REQUESTS) == {*ADDRESSES, "enter_row", *STEPS, "between", "desk"}
    assert set(requests.REQUESTS) == set(ADDRESSES) - {"enter"}


def test_a_page_opened_before_the_upgrade_is_answered_as_a_new_one(
    client: Client, cast: Cast
) -> None:
    """Its scripts know other names, and follow no redirect."""
    client.force_login(cast.scorer)
    hand = cast.open_hand(auction())
    new, before = (
        client.get(address(name, "hand", hand)) for name in ("recording", "recording-0.2")
    )
    assert before.status_code == 200 and before.json() == new.json()
    table = as_the_tablet_has_it(hand) | {"changes": records.changes_of(hand)}
    assert tablet.REQUESTS["desk"](**table) == tablet.REQUESTS["recording"](**table)


def test_whoever_did_not_take_the_hand_is_asked_and_may_confirm_it(cast: Cast) -> None:
    """Samir took it; the account that records is Elise's."""
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.TAP)
    hand = open_hand(cast.scorer, published.seated(cast), published.played(72))
    wanda, _samir, elise, _nadia = (one.player for one in hand.match.seats.order_by("seat"))
    table = as_the_tablet_has_it(hand) | {"me": elise.public_id}
    asked = asked_of("recording", **table, changes=records.changes_of(hand))["body"]["stage"]
    names = re.findall(r'<button[^>]*\sname="player"\s+value="(\w+)"', asked)
    assert wanda.public_id in names and len(names) == 2 and elise.public_id not in names
    answer = asked_of("confirm", **table, changes=records.changes_of(hand), player=wanda.public_id)
    assert answer["given"] == wanda.public_id
    assert "<b>Wanda</b> confirms the score." in answer["body"]["stage"]


@pytest.mark.parametrize("language", ["fr", "de"])
def test_an_entry_is_answered_alike_in_each_language(
    client: Client, cast: Cast, language: str
) -> None:
    client.force_login(cast.scorer)
    hand = cast.open_hand(auction()[:2])
    table, change = as_the_tablet_has_it(hand), act("call", call="guard")
    with translation.override(language):
        ours = asked_of("enter", **table, changes=records.changes_of(hand), change=change)
    body = json.dumps({"version": 2, "key": new_key(), "change": change})
    way = address("entries", "hand", hand)
    told = client.post(way, body, JSON, headers={"accept-language": language}).json()
    assert "Chloé" in told["stage"]
    assert {name: told[name] for name in ours["body"]} == there_and_back(ours["body"])


# --- the next hand -------------------------------------------------------------------------------


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
    """Three hands in a row, of which the tablet asks nothing. Two people change places after the
    first, and another takes the chair of one of them for good."""
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
    hand = dealt(cast, match, comment="The first of the evening.")
    others = (people[1], people[-1], *people[2:-1])
    wanted = Reseating(others, since=2)
    reseat(user=cast.scorer, match=match, wanted=wanted)
    table = as_the_tablet_has_it(hand)
    for _ in range(3):
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


def test_what_one_hand_alone_writes_down_is_not_what_the_next_one_does(cast: Cast) -> None:
    """A program may open a hand of which more is written down than of the others of its match."""
    hand = dealt(cast, cast.match, writes="all-hands")
    first = sitting_of(hand)
    changes = played(cast, hand)
    table = as_the_tablet_has_it(hand)
    sealed = with_row(table["match"], asked_of("seal", **table, changes=changes))
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    second = sitting_of(dealt(cast, cast.match))
    assert (first.writes, second.writes) == ("all-hands", "tricks-only")
    assert first.next_dealt(second.public_id, match_from_json(sealed)) == second


def test_after_a_void_hand_the_tablet_deals_again_by_the_same_player(cast: Cast) -> None:
    hand = dealt(cast, cast.match)
    first = sitting_of(hand)
    book.void_hand(user=cast.scorer, hand=hand, version=0)
    match = match_so_far(cast.match)
    second = sitting_of(dealt(cast, cast.match))
    assert second.facts["dealer"] == first.facts["dealer"]
    assert first.next_dealt(second.public_id, match) == second


@pytest.mark.parametrize("void_as", Hand.Void.values)
@pytest.mark.parametrize("sits_out", [False, True])
def test_after_a_hand_given_up_the_tablet_deals_what_the_site_does(
    cast: Cast, void_as: str, sits_out: bool
) -> None:
    """After a hand that was thrown in the next player deals, after the others the same."""
    facts = {"first_dealer": 1, "dealer_sits_out": sits_out}
    match = open_match(cast.scorer, cast.club, people_of(cast, 5), **facts)
    hand = dealt(cast, match)
    table, why = as_the_tablet_has_it(hand), {"void_as": void_as, "because": "The cat"}
    changes = hand_by_chance(hand.variant, 4 + (not sits_out), seed=2, dealer=hand.dealer)[:3]
    for change in changes:
        write(cast.scorer, hand, change)
    void = there_and_back(asked_of("give_up", **table, changes=records.changes_of(hand), **why))
    book.give_up(user=cast.scorer, hand=hand, version=hand.version, **why)
    table["match"] = with_row(table["match"], void)
    assert table["match"] == match_of(match)
    assert f"Hand 1: {void_as.replace('-', ' ')}." in void["body"]["stage"]
    assert (void["body"]["mode"], void["body"]["select"], void["body"]["keys"]) == (
        "score",
        None,
        [],
    )
    second = dealt(cast, match)
    new = there_and_back(asked_of("deal", **table, changes=[], id=second.public_id))
    assert new["hand"] == there_and_back(sitting_of(second).as_json())
    assert new["deals"]["dealer"] == second.dealer


def test_a_hand_taken_up_again_on_the_tablet_is_where_it_was(cast: Cast) -> None:
    hand = open_hand(cast.scorer, cast.match, auction()[:2])
    table, changes = as_the_tablet_has_it(hand), records.changes_of(hand)
    void = asked_of("give_up", **table, changes=changes, void_as="misdealt", because="Seen")
    given_up = table | {"match": with_row(table["match"], void)}
    again = asked_of("take_up", **given_up, changes=changes)
    assert with_row(given_up["match"], again) == table["match"]
    assert again["body"] == asked_of("recording", **table, changes=changes)["body"]


@pytest.mark.parametrize(("void_as", "because"), [("forgotten", "Why not"), ("misdealt", "  ")])
def test_the_tablet_gives_nothing_up_without_a_way_and_a_reason(
    cast: Cast, void_as: str, because: str
) -> None:
    table = as_the_tablet_has_it(dealt(cast, cast.match))
    refused = asked_of("give_up", **table, changes=[], void_as=void_as, because=because)
    assert (refused["status"], refused["body"]["code"]) == (422, "malformed")


def test_the_tablet_deals_nothing_while_a_hand_is_recorded(cast: Cast) -> None:
    table = as_the_tablet_has_it(dealt(cast, cast.match))
    refused = asked_of("deal", **table, changes=[], id="new-1")
    assert (refused["status"], refused["body"]["code"]) == (409, "hand-still-open")


def test_the_tablet_deals_a_hand_again_only_where_the_same_player_deals(cast: Cast) -> None:
    """It was recorded after hand 1 had been sealed; hand 1 is opened again, and given up."""
    hand = dealt(cast, cast.match)
    table = as_the_tablet_has_it(hand)
    match = with_row(table["match"], asked_of("seal", **table, changes=played(cast, hand)))
    first = asked_of("deal", **table | {"match": match}, changes=[], id="new-1")
    again = {"deals": first["deals"], "changes": [], "id": "new-1"}
    assert asked_of("deal", **table | {"match": match}, **again)["status"] == 201
    why = {"void_as": "misdealt", "because": "Seen"}
    void = with_row(table["match"], asked_of("give_up", **table, changes=[], **why))
    refused = asked_of("deal", **table | {"match": void}, **again)
    assert (refused["status"], refused["body"]["code"]) == (409, "dealt-otherwise")
    at_it = table | {"hand": first["hand"], "match": with_row(match, first)}
    there = asked_of("deal", **at_it, **again)
    assert there["there"] and "hand" not in there


def test_what_is_no_card_is_refused_by_the_tablet_as_by_the_site(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.scorer)
    hand = open_hand(cast.scorer, published.seated(cast), published.exchange()[:5])
    table, cards = as_the_tablet_has_it(hand), ["SK", "X9"]
    ours = asked_of("choosing", **table, changes=records.changes_of(hand), cards=cards)
    theirs = chooses(client, hand, {"cards": cards})
    assert (ours["status"], ours["body"]) == (theirs.status_code, theirs.json())


def test_a_dispute_on_the_tablet_is_enough_to_seal_and_withdrawn_by_confirming(cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, confirms=Confirms.PIN)
    hand = open_hand(cast.scorer, published.seated(cast), published.played(72))
    table = as_the_tablet_has_it(hand) | {"changes": records.changes_of(hand)}
    wanda = hand.match.seats.get(seat=0).player.public_id
    assert "No PIN can be checked" in asked_of("recording", **table)["body"]["stage"]
    answer = asked_of("dispute", **table, player=wanda, because=" We had  52. ")
    assert answer["disputes"] == [{"player": wanda, "because": "We had 52."}]
    assert "<b>Wanda</b>: We had 52." in answer["body"]["stage"]
    assert "Seal as disputed" in answer["body"]["stage"]
    assert asked_of("dispute", **table, player=wanda, because=" ")["status"] == 422
    given = asked_of("confirm", **table, disputes=answer["disputes"], player=wanda)
    assert given["disputes"] == []


@EVERY_SEATING
def test_a_hand_read_from_its_json_is_the_same(
    cast: Cast, variant: Variant, seating: Seating
) -> None:
    match = open_match(
        cast.scorer,
        cast.club,
        people_of(cast, seating.people),
        variant=variant.key,
        first_dealer=0,
        dealer_sits_out=seating.dealer_sits_out,
    )
    hand = sitting_of(dealt(cast, match, comment="½ “&”"))
    text = json.dumps(hand.as_json())
    assert Sitting.from_json(json.loads(text)) == hand
    assert json.dumps(Sitting.from_json(json.loads(text)).as_json()) == text
