"""What the engine on the tablet answers, held against what the site says of the same hand."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.book import records
from games.models import Hand
from games.recording import requests, tablet
from games.rules import Variant
from tests import hands as published
from tests.cast import Cast
from tests.factories import act, new_key, open_hand, open_match
from tests.games import EVERY_VARIANT
from tests.ground import undone
from tests.hands import auction
from tests.recording.course import Asked
from tests.recording.on_the_tablet import as_the_tablet_has_it, asked_of, people_of, there_and_back
from tests.recording.tapping import TappedHand, hands_tapped
from tests.recording.test_without_database import plain
from tests.tablet import JSON, address, send
from tests.thorough import amount

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
# What only the server has: others who record, what was written, its own engine.
OF_THE_SERVER = {"engine", "behind", "recorded", "changes", "writers"}


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
    scorer: Client, cast: Cast, variant: Variant
) -> None:
    """A whole hand, sent entry by entry, with all that is refused, corrected and looked at."""
    for tapped in hands_tapped(variant, amount(1, thorough=6)):
        both = Both(scorer, opened(cast, tapped, variant))
        for asked in tapped.asked:
            if asked.name in ADDRESSES:
                both.asks(asked, tapped.changes[: asked.after])
        assert both.hand.version == len(tapped.changes)


def test_no_request_of_the_tablet_is_left_out() -> None:
    assert set(tablet.REQUESTS) == {*ADDRESSES, "enter_row", *STEPS, "between", "desk"}
    assert set(requests.REQUESTS) == set(ADDRESSES) - {"enter"}


def test_a_page_opened_before_the_upgrade_is_answered_as_a_new_one(
    scorer: Client, cast: Cast
) -> None:
    """Its scripts know other names, and follow no redirect."""
    hand = cast.open_hand(auction())
    new, before = (
        scorer.get(address(name, "hand", hand)) for name in ("recording", "recording-0.2")
    )
    assert before.status_code == 200 and before.json() == new.json()
    table = as_the_tablet_has_it(hand) | {"changes": records.changes_of(hand)}
    assert tablet.REQUESTS["desk"](**table) == tablet.REQUESTS["recording"](**table)


def test_an_entry_is_answered_alike_in_each_language(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(auction()[:2])
    table, change = as_the_tablet_has_it(hand), act("call", call="guard")
    changes = records.changes_of(hand)
    for language in ("fr", "de"):
        with translation.override(language):
            ours = asked_of("enter", **table, changes=changes, change=change)
        body = json.dumps({"version": 2, "key": new_key(), "change": change})
        way = address("entries", "hand", hand)
        with undone():
            told = scorer.post(way, body, JSON, headers={"accept-language": language}).json()
        assert "Chloé" in told["stage"]
        assert {name: told[name] for name in ours["body"]} == there_and_back(ours["body"])


def test_what_is_no_card_is_refused_by_the_tablet_as_by_the_site(
    scorer: Client, cast: Cast
) -> None:
    hand = open_hand(cast.scorer, published.seated(cast), published.exchange()[:5])
    table, cards = as_the_tablet_has_it(hand), ["SK", "X9"]
    ours = asked_of("choosing", **table, changes=records.changes_of(hand), cards=cards)
    theirs = chooses(scorer, hand, {"cards": cards})
    assert (ours["status"], ours["body"]) == (theirs.status_code, theirs.json())
