"""The addresses of the recording screen: who may, what is answered, what is refused."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Entry, Hand, Membership, Role
from games.rules.cards import CODES
from tests import factories, hands
from tests.cast import Cast
from tests.factories import act, new_key
from tests.tablet import JSON, address, number_of_entries, send

# name, arguments after the club, method
ADDRESSES = [
    ("record", "match", "get"),
    ("hand-open", "match", "post"),
    ("recording", "hand", "get"),
    ("hand-seal", "hand", "post"),
    ("entries", "hand", "post"),
    ("entry", "hand 0", "get"),
    ("entry-preview", "hand", "post"),
    ("panel", "hand claim", "get"),
    ("choosing", "hand", "get"),
]


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A hand of four with two calls in it."""
    return cast.open_hand(hands.auction()[:2])


# --- what is there -------------------------------------------------------------------------------


def test_a_hand_is_found_in_its_own_club_only(scorer: Client, cast: Cast, hand: Hand) -> None:
    """Also by somebody who records in both."""
    Membership.objects.create(user=cast.scorer, club=cast.other_club, role=Role.SCORER)
    for name, where, method in ADDRESSES:
        way = address(name, where, hand, cast.other_club.slug)
        assert getattr(scorer, method)(way).status_code == 404, name


def test_a_panel_is_a_page_of_its_own_without_htmx_and_no_other_is_there(
    scorer: Client, hand: Hand
) -> None:
    for panel in ("claim", "comment", "announce", "deal", "entries", "ruling"):
        way = address("panel", f"hand {panel}", hand)
        assert "<html" in scorer.get(way).content.decode()
        part = scorer.get(way, headers={"HX-Request": "true"}).content.decode().strip()
        assert "<html" not in part and f'id="_{panel}"' in part
    for name, where in (("panel", "hand whist"), ("panel", "hand CLAIM"), ("entry", "hand 2")):
        assert scorer.get(address(name, where, hand)).status_code == 404, where


# --- an entry ------------------------------------------------------------------------------------


def test_an_entry_is_answered_with_the_screen_and_written_once(scorer: Client, hand: Hand) -> None:
    """Sent again with its key it is answered alike, and as it was once others have followed."""
    body = {"version": 2, "key": new_key(), "change": act("call", call="pass")}
    sent = (address("entries", "hand", hand), json.dumps(body), JSON)
    first = scorer.post(*sent, headers={"X-Device": "tablet-7"})
    answer = first.json()
    assert {key: answer[key] for key in ("version", "mode", "phase", "turn", "behind", "undo")} == {
        "version": 3,
        "mode": "auction",
        "phase": "auction",
        "turn": 3,
        "behind": False,
        "undo": "Chloé’s pass",
    }
    assert answer["status"][0] == "Dario to speak."
    assert answer["stage"].strip().startswith('<section id="stage" data-mode="auction"')
    assert answer["keys"] == [] and answer["select"] is None
    assert Entry.objects.latest("seq").device == "tablet-7"
    again = scorer.post(*sent)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.json() == answer
    stale = send(scorer, hand, act("call", call="guard"), version=2)
    assert stale.status_code == 409
    assert (stale.json()["code"], stale.json()["version"]) == ("stale-version", 3)
    assert number_of_entries(hand) == 3
    hand.refresh_from_db()
    send(scorer, hand, act("call", call="pass"))
    late = scorer.post(*sent).json()
    assert (late["version"], late["behind"], late["turn"]) == (3, True, 3)
    assert number_of_entries(hand) == 4


def test_in_the_play_a_refusal_brings_its_panel_and_an_answer_all_78_keys(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand(hands.played(26))
    answer = send(scorer, hand, act("play", card="DJ"))
    assert answer.status_code == 422
    body = answer.json()
    assert (body["code"], body["refused"], body["evidence"]) == ("revoke", "DJ", ["T15"])
    assert "Dario had no diamonds in trick 5" in body["side"]
    assert 'href="/c/les-atouts/rules/french/#r-1.9.3a"' in body["side"]
    assert number_of_entries(hand) == len(hands.played(26))
    body = send(scorer, hand, act("play", card="T1")).json()
    assert len(body["keys"]) == 78 and body["keys"][14] == "p1"
    assert (body["led"], body["lying"], body["seats"], body["turn"]) == ("D", 3, 4, 0)


# --- several entries, kept while there was no line -----------------------------------------------


def test_several_entries_are_written_in_turn_up_to_a_refused_one_and_once(
    scorer: Client, cast: Cast
) -> None:
    """The second player follows hearts; the third must too, and the hands are known."""
    hand = cast.open_hand(hands.played_open(0))
    before = number_of_entries(hand)
    entries = several(hand, "H1 HQ T20 H3")
    answer = send_several(scorer, hand, entries)
    assert (answer.status_code, answer.json()["recorded"]) == (201, 2)
    refused = send_several(scorer, hand, entries[2:])
    assert (refused.status_code, refused.json()["refused"]) == (422, "T20")
    assert number_of_entries(hand) == before + 2
    hand.refresh_from_db()
    entries = several(hand, "HK H3 H8")
    send_several(scorer, hand, entries[:2])
    again = send_several(scorer, hand, entries)
    body = again.json()
    assert (again.status_code, body["recorded"], body["version"]) == (201, 3, before + 5)
    assert body["status"][0] == "Dario to play."
    assert "parts" not in body and 'id="trick-2"' in body["stage"]
    once_more = send_several(scorer, hand, entries)
    assert (once_more.status_code, once_more.json()["recorded"]) == (200, 3)
    assert number_of_entries(hand) == before + 5


def test_of_several_entries_none_is_written_where_one_cannot_be_read(
    scorer: Client, hand: Hand
) -> None:
    entries = several(hand, "H1 HQ")
    for wrong in ([*entries, {}], [*entries, 7], [], entries * 11, "H1"):
        answer = send_several(scorer, hand, wrong)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), wrong
    assert number_of_entries(hand) == 2


def several(hand: Hand, cards: str) -> list[dict[str, Any]]:
    """Cards as entries that follow each other, each with a key of its own."""
    return [
        {"version": hand.version + at, "key": new_key(), "change": act("play", card=card)}
        for at, card in enumerate(cards.split())
    ]


def send_several(client: Client, hand: Hand, entries: Any) -> Any:
    return client.post(address("entries", "hand", hand), json.dumps({"entries": entries}), JSON)


@pytest.mark.django_db
def test_whether_the_line_is_back_is_answered_without_the_database(client: Client) -> None:
    """Tablets ask for it every few seconds, without their cookies."""
    with CaptureQueriesContext(connection) as seen:
        answer = client.head(reverse("worker"))
    assert (answer.status_code, len(seen)) == (200, 0)


# --- what cannot be read -------------------------------------------------------------------------

KEY = "aBcDeFgHiJkLmNoPqR"
UNDO = '"change": {"op": "undo"}'


# What is no strict JSON: tests/rules/test_strict.py.
UNREADABLE: list[tuple[bytes | str, str]] = [
    (b"", "This is not a JSON object"),
    (b"[]", "Send one JSON object."),
    (b"\xff\xfe", "The text is not UTF-8"),
    (b"[" * 50_000, "nested too deeply"),
    (b"x" * 65_537, "larger than 65536 bytes"),
    (b'{"version": 2, "version": 2}', "given twice"),
    (f'{{"key": "{KEY}", {UNDO}}}', "“version”"),
    (f'{{"version": "2", "key": "{KEY}", {UNDO}}}', "“version”"),
    (f'{{"version": true, "key": "{KEY}", {UNDO}}}', "“version”"),
    (f'{{"version": -1, "key": "{KEY}", {UNDO}}}', "“version”"),
    (f'{{"version": {2**31}, "key": "{KEY}", {UNDO}}}', "“version”"),
    (f'{{"version": 2, "key": 7, {UNDO}}}', "“key”"),
    (f'{{"version": 2, "key": "short", {UNDO}}}', "random key"),
    (f'{{"version": 2, "key": "{KEY}"}}', "“op”"),
    (f'{{"version": 2, "key": "{KEY}", "change": {{"op": "dance"}}}}', "“op”"),
    (f'{{"version": 2, "key": "{KEY}", "change": {{"op": "undo", "x": 1}}}}', "“x”"),
    (f'{{"version": 2, "key": "{KEY}", "change": {{"op": "rewind", "to": 9}}}}', "action 9"),
    (
        f'{{"version": 2, "key": "{KEY}", "change": {{"op": "act", "action": 5}}}}',
        "An action needs a “kind”.",
    ),
    (
        f'{{"version": 2, "key": "{KEY}", "change": {{"op": "act", "action":'
        ' {"kind": "note", "text": "\\ud800"}}}',
        "cannot be stored",
    ),
]


def test_what_cannot_be_read_is_refused_in_words(scorer: Client, hand: Hand) -> None:
    for body, sentence in UNREADABLE:
        answer = scorer.post(address("entries", "hand", hand), body, JSON)
        assert (answer.status_code, answer.headers["Content-Type"]) == (400, JSON), sentence
        said = answer.json()
        assert said["code"] in ("malformed", "key-malformed")
        assert sentence in said["message"]
        assert "side" not in said
    assert number_of_entries(hand) == 2
    for body in (b"", b"[]", b'{"change": 5}', b'{"change": {"op": "dance"}}'):
        answer = scorer.post(address("entry-preview", "hand", hand), body, JSON)
        assert answer.status_code == 400 and answer.json()["message"]


# --- previews ------------------------------------------------------------------------------------


def preview(client: Client, hand: Hand, **body: Any) -> Any:
    return client.post(address("entry-preview", "hand", hand), json.dumps(body), JSON)


def test_a_preview_says_what_would_follow_and_saves_nothing(scorer: Client, cast: Cast) -> None:
    hand, first = cast.open_hand(hands.played(8)), len(hands.exchange())
    action = {"kind": "play", "seat": 3, "card": "H2"}
    fits = preview(scorer, hand, change={"op": "change", "edits": [[first + 5, action]]}).json()
    assert fits["fits"] is True and "It fits" in fits["side"]
    action = {"kind": "play", "seat": 2, "card": "H4"}
    conflict = preview(scorer, hand, change={"op": "change", "edits": [[first + 2, action]]}).json()
    assert conflict["fits"] is False
    assert "It does not fit: Chloé’s 8♥" in conflict["side"]
    for unreadable in (
        {"kind": "play", "card": "H99"},
        {"kind": "play", "card": 7},
        {"kind": "call", "call": "schneider"},
        {"kind": "dance"},
    ):
        edit = {"op": "change", "edits": [[first, {"seat": 0} | unreadable]]}
        for change in (act(**unreadable), edit):
            body = preview(scorer, hand, change=change).json()
            assert body["fits"] is False
            assert "This cannot be recorded" in body["side"]
    assert number_of_entries(hand) == len(hands.played(8))


def test_a_preview_may_ask_for_the_reason_and_an_empty_hand_has_nothing_to_take_back(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand()
    answer = preview(scorer, hand, change={"op": "undo"})
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing-to-undo")
    for change in (hands.dealt(), *hands.auction()):
        factories.write(cast.scorer, hand, change)
    change = act("discard", seat=1, cards="DK S3 S1 H6 C4 C3".split())
    side = preview(scorer, hand, change=change, refusal=True).json()["side"]
    assert "A king stays in the hand" in side


# --- cards chosen to be laid away ---------------------------------------------------------------


def test_the_keys_that_go_with_a_choice_can_be_asked_for(scorer: Client, cast: Cast) -> None:
    """Droggn 2.6.3: with a king and a plain card only a trump is left. In French each card is
    judged by itself, and nothing is asked."""
    match = factories.open_match(
        cast.scorer, cast.club, cast.players[:3], variant="droggn", first_dealer=2
    )
    hand = factories.open_hand(cast.scorer, match, factories.calls("ansager pass pass"))
    where = address("choosing", "hand", hand)
    keys = scorer.get(f"{where}?card=SK&card=S4").json()["keys"]
    assert {CODES[at][0] for at, key in enumerate(keys) if key[0] == "c"} == {"T"}
    assert scorer.get(address("recording", "hand", hand)).json()["select"]["follows"] is True
    assert scorer.get(f"{where}?card=S99").status_code == 400
    french = cast.open_hand([*hands.auction(), act("stock", cards=hands.DOG.split())])
    select = scorer.get(address("recording", "hand", french)).json()["select"]
    assert (select["kind"], select["follows"]) == ("discard", False)


def test_what_follows_from_the_last_trick_stands_above_the_score(
    scorer: Client, cast: Cast
) -> None:
    """Taros A19: settled at the end of the hand, the Fool is lost by who has won no trick."""
    match = factories.open_match(
        cast.scorer,
        cast.club,
        cast.players[:2],
        variant="taros-1659",
        options={"fool_settlement": "end-of-hand"},
        first_dealer=0,
    )
    thrown = "F S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SN".split()
    tricks = [f"T{21 - at} {card}" for at, card in enumerate(thrown)]
    factories.open_hand(cast.scorer, match, factories.plays(" ".join(tricks)))
    page = scorer.get(reverse("record", args=[cast.club.slug, match.public_id])).content.decode()
    winner, loser = cast.players[:2]
    told = f"{loser.name} loses the Fool to {winner.name}: there is no card to give."
    assert re.search(rf'<p class="second told">\s*{re.escape(told)}\s*</p>', page)


# --- for whom it was kept ------------------------------------------------------------------------


def test_what_was_kept_for_one_account_is_not_recorded_by_another(
    client: Client, cast: Cast, hand: Hand
) -> None:
    client.force_login(cast.admin)
    body = {"version": hand.version, "key": new_key(), "change": act("note", text="Slow")}
    place, asks = address("entries", "hand", hand), {"X-Account": str(cast.scorer.pk)}
    answer = client.post(place, json.dumps(body), JSON, headers=asks)
    assert (answer.status_code, answer.json()["code"]) == (403, "another-account")
    assert number_of_entries(hand) == hand.version
    client.force_login(cast.scorer)
    answer = client.post(place, json.dumps(body), JSON, headers=asks)
    assert answer.status_code == 201


def test_a_step_that_was_kept_for_one_account_is_not_done_by_another(
    admin: Client, cast: Cast, hand: Hand
) -> None:
    body = {
        **{"version": hand.version, "key": new_key(), "void_as": "misdealt"},
        **{"player": cast.players[0].public_id, "because": "Slow"},
    }
    asks = {"X-Account": str(cast.scorer.pk)}
    for step in ("seal", "confirm", "dispute", "give-up", "deal"):
        way = address(f"tablet-{step}", "match" if step == "deal" else "hand", hand)
        answer = admin.post(way, json.dumps(body), content_type=JSON, headers=asks)
        assert (answer.status_code, answer.json()["code"]) == (403, "another-account"), step
