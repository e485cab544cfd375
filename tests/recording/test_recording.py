"""The addresses of the recording screen: who may, what is answered, what is refused."""

import json
import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Entry, Hand
from games.rules.cards import CODES
from tests import factories, hands
from tests.cast import Cast
from tests.factories import act, new_key
from tests.tablet import JSON, address, number_of_entries, send

MOST_STATEMENTS = 8
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
OTHER_METHOD = {"get": "post", "post": "get"}


@pytest.fixture
def hand(cast: Cast) -> Hand:
    """A hand of four with two calls in it."""
    return cast.open_hand(hands.auction()[:2])


# --- who may -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "where", "method"), ADDRESSES)
def test_strangers_members_and_methods(
    client: Client, cast: Cast, hand: Hand, name: str, where: str, method: str
) -> None:
    """404 for another club, 403 for a member who reads, 405 for another method, sign in first."""
    way = address(name, where, hand)
    ask = getattr(client, method)
    signed_out = ask(way)
    assert signed_out.status_code == 302 and "/accounts/sign-in/" in signed_out.url
    client.force_login(cast.other_scorer)
    assert ask(way).status_code == 404
    client.force_login(cast.member)
    assert ask(way).status_code == 403
    client.force_login(cast.scorer)
    refused = getattr(client, OTHER_METHOD[method])(way)
    assert refused.status_code == 405 and refused.headers["Allow"].lower() == method
    assert number_of_entries(hand) == 2


@pytest.mark.parametrize(("name", "where", "method"), ADDRESSES)
def test_a_hand_is_found_in_its_own_club_only(
    client: Client, cast: Cast, hand: Hand, name: str, where: str, method: str
) -> None:
    client.force_login(cast.other_scorer)
    way = address(name, where, hand, cast.other_club.slug)
    assert getattr(client, method)(way).status_code == 404


@pytest.mark.parametrize("where", ["hand whist", "hand CLAIM"])
def test_other_panels_are_not_there(scorer: Client, hand: Hand, where: str) -> None:
    assert scorer.get(address("panel", where, hand)).status_code == 404


def test_an_entry_that_is_not_there_is_not_found(scorer: Client, hand: Hand) -> None:
    assert scorer.get(address("entry", "hand 2", hand)).status_code == 404


@pytest.mark.parametrize("panel", ["claim", "comment", "announce", "deal", "entries", "ruling"])
def test_a_panel_is_a_page_of_its_own_without_htmx(scorer: Client, hand: Hand, panel: str) -> None:
    way = address("panel", f"hand {panel}", hand)
    assert "<html" in scorer.get(way).content.decode()
    part = scorer.get(way, headers={"HX-Request": "true"}).content.decode().strip()
    assert "<html" not in part and f'id="_{panel}"' in part


# --- an entry ------------------------------------------------------------------------------------


def test_an_entry_is_answered_with_the_screen(scorer: Client, cast: Cast, hand: Hand) -> None:
    answer = send(scorer, hand, act("call", call="pass"))
    assert answer.status_code == 201
    body = answer.json()
    assert {key: body[key] for key in ("version", "mode", "phase", "turn", "behind", "undo")} == {
        "version": 3,
        "mode": "auction",
        "phase": "auction",
        "turn": 3,
        "behind": False,
        "undo": "Chloé’s pass",
    }
    assert body["status"][0] == "Dario to speak."
    assert body["stage"].strip().startswith('<section id="stage" data-mode="auction"')
    assert body["keys"] == [] and body["select"] is None


def test_in_the_play_the_answer_has_78_keys(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(hands.exchange())
    body = send(scorer, hand, act("play", card="H1")).json()
    assert len(body["keys"]) == 78 and body["keys"][14] == "p1"
    assert (body["led"], body["lying"], body["seats"], body["turn"]) == ("H", 1, 4, 1)


def test_the_same_key_again_changes_nothing(scorer: Client, cast: Cast, hand: Hand) -> None:
    facts = {"key": new_key(), "version": 2}
    first = send(scorer, hand, act("call", call="pass"), **facts)
    again = send(scorer, hand, act("call", call="pass"), **facts)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.json() == again.json()
    assert number_of_entries(hand) == 3


def test_an_old_key_is_answered_with_its_own_state_and_that_more_followed(
    scorer: Client, cast: Cast, hand: Hand
) -> None:
    facts = {"key": new_key(), "version": 2}
    send(scorer, hand, act("call", call="pass"), **facts)
    hand.refresh_from_db()
    send(scorer, hand, act("call", call="pass"))
    body = send(scorer, hand, act("call", call="pass"), **facts).json()
    assert (body["version"], body["behind"], body["turn"]) == (3, True, 3)


def test_a_sender_who_is_behind_learns_it_and_nothing_is_written(
    scorer: Client, cast: Cast, hand: Hand
) -> None:
    answer = send(scorer, hand, act("call", call="guard"), version=1)
    assert answer.status_code == 409
    assert (answer.json()["code"], answer.json()["version"]) == ("stale-version", 2)
    assert number_of_entries(hand) == 2


def test_a_refusal_brings_its_panel(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(hands.played(26))
    answer = send(scorer, hand, act("play", card="DJ"))
    assert answer.status_code == 422
    body = answer.json()
    assert (body["code"], body["refused"], body["evidence"]) == ("revoke", "DJ", ["T15"])
    assert "Dario had no diamonds in trick 5" in body["side"]
    assert 'href="/c/les-atouts/rules/french/#r-1.9.3a"' in body["side"]
    assert number_of_entries(hand) == len(hands.played(26))


# --- several entries, kept while there was no line -----------------------------------------------


def test_several_entries_of_one_request_are_written_one_after_the_other(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand(hands.exchange())
    answer = send_several(scorer, hand, several(hand, "H1 HQ HK H3 H8"))
    body = answer.json()
    assert (answer.status_code, body["recorded"], body["version"]) == (201, 5, hand.version + 5)
    assert body["status"][0] == "Dario to play."
    assert "parts" not in body and 'id="trick-2"' in body["stage"]


def test_several_entries_sent_again_are_written_once(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(hands.exchange())
    entries = several(hand, "H1 HQ HK")
    before = number_of_entries(hand)
    send_several(scorer, hand, entries[:2])
    again = send_several(scorer, hand, entries)
    assert (again.status_code, again.json()["recorded"]) == (201, 3)
    once_more = send_several(scorer, hand, entries)
    assert (once_more.status_code, once_more.json()["recorded"]) == (200, 3)
    assert number_of_entries(hand) == before + 3


def test_behind_a_refused_entry_nothing_is_written_and_as_the_first_it_says_why(
    scorer: Client, cast: Cast
) -> None:
    """The second player follows hearts; the third must too, and the hands are known."""
    hand = cast.open_hand(hands.played_open(0))
    before = number_of_entries(hand)
    entries = several(hand, "H1 HQ T20 H3")
    answer = send_several(scorer, hand, entries)
    assert (answer.status_code, answer.json()["recorded"]) == (201, 2)
    assert number_of_entries(hand) == before + 2
    refused = send_several(scorer, hand, entries[2:])
    assert (refused.status_code, refused.json()["refused"]) == (422, "T20")
    assert number_of_entries(hand) == before + 2


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


def test_the_device_is_kept_with_the_entry(scorer: Client, cast: Cast, hand: Hand) -> None:
    body = {"version": 2, "key": new_key(), "change": act("call", call="pass")}
    way = address("entries", "hand", hand)
    scorer.post(way, json.dumps(body), JSON, headers={"X-Device": "tablet-7"})
    assert Entry.objects.latest("seq").device == "tablet-7"


def test_the_first_card_costs_as_many_statements_as_the_last(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(hands.exchange())
    counts = {}
    for number, card in enumerate(hands.CARDS, 1):
        hand.refresh_from_db(fields=["version"])
        with CaptureQueriesContext(connection) as seen:
            answer = send(scorer, hand, act("play", card=card))
        assert answer.status_code == 201
        counts[number] = len(seen)
    assert set(counts.values()) == {counts[1]}
    assert counts[1] <= MOST_STATEMENTS


# --- what cannot be read -------------------------------------------------------------------------

KEY = "aBcDeFgHiJkLmNoPqR"
UNDO = '"change": {"op": "undo"}'


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "This is not a JSON object"),
        (b"{", "This is not a JSON object"),
        (b"[]", "Send one JSON object."),
        (b"null", "Send one JSON object."),
        (b"\xff\xfe", "The text is not UTF-8"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b"[" * 50_000, "nested too deeply"),
        (b"x" * 65_537, "larger than 65536 bytes"),
        (b'{"version": 2, "version": 2}', "given twice"),
        (b'{"version": NaN}', "NaN"),
        (f'{{"key": "{KEY}", {UNDO}}}', "“version”"),
        (f'{{"version": "2", "key": "{KEY}", {UNDO}}}', "“version”"),
        (f'{{"version": 2.0, "key": "{KEY}", {UNDO}}}', "“version”"),
        (f'{{"version": true, "key": "{KEY}", {UNDO}}}', "“version”"),
        (f'{{"version": -1, "key": "{KEY}", {UNDO}}}', "“version”"),
        (f'{{"version": 4000000000, "key": "{KEY}", {UNDO}}}', "“version”"),
        (f'{{"version": {10**30}, "key": "{KEY}", {UNDO}}}', "more than 15 digits"),
        (f'{{"version": 2, {UNDO}}}', "“key”"),
        (f'{{"version": 2, "key": 7, {UNDO}}}', "“key”"),
        (f'{{"version": 2, "key": "short", {UNDO}}}', "random key"),
        (f'{{"version": 2, "key": "{KEY}"}}', "“op”"),
        (f'{{"version": 2, "key": "{KEY}", "change": []}}', "“op”"),
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
    ],
)
def test_what_cannot_be_read_is_refused_in_words(
    scorer: Client, cast: Cast, hand: Hand, body: bytes | str, sentence: str
) -> None:
    answer = scorer.post(address("entries", "hand", hand), body, JSON)
    assert answer.status_code == 400
    assert answer.headers["Content-Type"] == JSON
    assert answer.json()["code"] in ("malformed", "key-malformed")
    assert sentence in answer.json()["message"]
    assert "side" not in answer.json()
    assert number_of_entries(hand) == 2


@pytest.mark.parametrize("body", [b"", b"[]", b'{"change": 5}', b'{"change": {"op": "dance"}}'])
def test_a_preview_reads_as_strictly(scorer: Client, hand: Hand, body: bytes) -> None:
    answer = scorer.post(address("entry-preview", "hand", hand), body, JSON)
    assert answer.status_code == 400 and answer.json()["message"]


# --- previews ------------------------------------------------------------------------------------


def preview(client: Client, hand: Hand, **body: Any) -> Any:
    return client.post(address("entry-preview", "hand", hand), json.dumps(body), JSON)


@pytest.mark.parametrize(
    "action",
    [
        {"kind": "play", "card": "H99"},
        {"kind": "play", "card": 7},
        {"kind": "call", "call": "schneider"},
        {"kind": "dance"},
    ],
)
def test_an_entry_that_cannot_be_read_fits_nowhere_and_is_not_named(
    scorer: Client, cast: Cast, action: dict[str, Any]
) -> None:
    hand = cast.open_hand(hands.played(8))
    index = len(hands.exchange())
    for change in (act(**action), {"op": "change", "edits": [[index, {"seat": 0} | action]]}):
        body = preview(scorer, hand, change=change).json()
        assert body["fits"] is False
        assert "This cannot be recorded" in body["side"]


def test_a_preview_saves_nothing(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(hands.played(8))
    action = {"kind": "play", "seat": 3, "card": "H2"}
    index = len(hands.exchange()) + 5
    answer = preview(scorer, hand, change={"op": "change", "edits": [[index, action]]})
    assert answer.json()["fits"] is True and "It fits" in answer.json()["side"]
    assert number_of_entries(hand) == len(hands.played(8))


def test_a_preview_shows_the_first_conflict(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand(hands.played(8))
    action = {"kind": "play", "seat": 2, "card": "H4"}
    index = len(hands.exchange()) + 2
    answer = preview(scorer, hand, change={"op": "change", "edits": [[index, action]]})
    assert answer.json()["fits"] is False
    assert "It does not fit: Chloé’s 8♥" in answer.json()["side"]


def test_a_preview_may_ask_for_the_reason(scorer: Client, cast: Cast) -> None:
    hand = cast.open_hand([hands.dealt(), *hands.auction()])
    change = act("discard", seat=1, cards="DK S3 S1 H6 C4 C3".split())
    assert (
        "A king stays in the hand"
        in preview(scorer, hand, change=change, refusal=True).json()["side"]
    )


def test_nothing_can_be_taken_back_from_an_empty_hand(scorer: Client, cast: Cast) -> None:
    answer = preview(scorer, cast.open_hand(), change={"op": "undo"})
    assert (answer.status_code, answer.json()["code"]) == (409, "nothing-to-undo")


# --- cards chosen to be laid away ---------------------------------------------------------------


def test_the_keys_that_go_with_a_choice_can_be_asked_for(scorer: Client, cast: Cast) -> None:
    """Droggn 2.6.3: with a king and a plain card only a trump is left."""
    match = factories.open_match(
        cast.scorer, cast.club, cast.players[:3], variant="droggn", first_dealer=2
    )
    hand = factories.open_hand(cast.scorer, match, factories.calls("ansager pass pass"))
    where = address("choosing", "hand", hand)
    keys = scorer.get(f"{where}?card=SK&card=S4").json()["keys"]
    assert {CODES[at][0] for at, key in enumerate(keys) if key[0] == "c"} == {"T"}
    assert scorer.get(address("recording", "hand", hand)).json()["select"]["follows"] is True
    assert scorer.get(f"{where}?card=S99").status_code == 400


def test_of_a_discard_in_which_each_card_is_judged_by_itself_nothing_is_asked(
    scorer: Client, cast: Cast
) -> None:
    hand = cast.open_hand([*hands.auction(), act("stock", cards=hands.DOG.split())])
    select = scorer.get(address("recording", "hand", hand)).json()["select"]
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


@pytest.mark.parametrize(
    "step", ["tablet-seal", "tablet-confirm", "tablet-dispute", "tablet-give-up", "tablet-deal"]
)
def test_a_step_that_was_kept_for_one_account_is_not_done_by_another(
    client: Client, cast: Cast, hand: Hand, step: str
) -> None:
    client.force_login(cast.admin)
    player = cast.players[0].public_id
    body = {
        **{"version": hand.version, "key": new_key(), "player": player, "because": "Slow"},
        "void_as": "misdealt",
    }
    where = "match" if step == "tablet-deal" else "hand"
    answer = client.post(
        address(step, where, hand),
        json.dumps(body),
        content_type=JSON,
        headers={"X-Account": str(cast.scorer.pk)},
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "another-account")
