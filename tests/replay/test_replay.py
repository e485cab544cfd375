"""The page of a sealed hand: each step at its own address, complete without a script."""

import json
import re

from django.test import Client
from django.urls import reverse

from games.book.records import record_of
from games.models import Hand
from games.rules import CODES, format_record
from tests.cast import Cast
from tests.factories import claimed_by_seat_0, in_one_tap, sealed_hand
from tests.replay.hands import petite_entries
from tests.replay.pages import address, heading, read, said, visible

VERDICT = "Boris’s Petite, lost by 9"


def record_address(hand: Hand) -> str:
    return reverse("hand-record", args=[hand.club.slug, hand.public_id])


# --- steps ------------------------------------------------------------------------------------


def test_a_hand_opens_at_the_deal_and_is_read_step_by_step(member: Client, petite: Hand) -> None:
    """The address names the trick and the card: at 3.2 its second card lies on the table."""
    page = read(member, petite)
    assert heading(page) == VERDICT
    line = page.partition('class="score-line"')[2].partition("</p>")[0]
    assert "−102" in line
    assert line.count("+34") == 3
    sentences = {
        None: "Dario has dealt. Anna to call.",
        "auction": "Dario has dealt. Anna to call.",
        "auction.3": "Boris bids Petite. Chloé to call.",
        "exchange": "Dario passes. Boris to lay cards away.",
        "play": "Boris discards 6 cards. Anna to play.",
        "3.2": "Trick 3, Chloé plays ace of diamonds. Dario to play.",
        "7.3": "Trick 7, Dario plays trump 1. Anna to play.",
        32: "Trick 7, Dario plays trump 1. Anna to play.",  # as addresses were before
        "18.4": "Trick 18, Anna plays 7 of clubs. Chloé wins the trick. The hand is over.",
        "score": "Trick 18, Anna plays 7 of clubs. Chloé wins the trick. The hand is over.",
    }
    assert {name: said(read(member, petite, name)) for name in sentences} == sentences


def test_the_page_of_a_step_holds_links_script_score_and_seal(
    member: Client, cast: Cast, petite: Hand
) -> None:
    page = read(member, petite, "7.3")
    for step in ("auction", "7.1", "7.2", "7.4", "8.1", "score"):
        assert f'href="{step}"' in page
    assert "Copy link to <b data-place>7.3</b>" in page
    found = re.search(r'<script id="replay-steps" type="application/json">(.*?)</script>', page)
    assert found is not None
    film = json.loads(found[1])
    assert len(film["steps"]) == 78
    assert film["steps"][32][:2] == ["7.3", ""]
    assert film["steps"][4][:2] == ["exchange", "the exchange"]
    assert film["stops"][:4] == [0, 4, 6, 10]
    assert film["phases"] == [0, 4, 6, 77]
    # The score names its rules and its tricks.
    rules = reverse("rule-sheet", args=[cast.club.slug, "french"])
    assert f'href="{rules}#r-1.11.3"' in page
    assert 'href="2.4"' in page
    link = petite.revisions.get().link
    assert f"sealed {link[:4]} {link[4:8]}" in page
    # It weighs at most 130 kilobytes and draws each card once.
    assert len(page.encode()) <= 130_000
    assert [len(re.findall(rf'id="card-{code}"', page)) for code in CODES] == [1] * 78
    assert "<rect" not in page.partition('id="_table"')[2]


def test_steps_views_and_tabs_that_a_hand_has_not_are_not_found(
    member: Client, petite: Hand
) -> None:
    steps = ["19.1", "3.5", "3.2.2", "end", "auction.5", "exchange.2", "78/", f"{10**12}/"]
    no_names = ["0.1", "3.0", "3.2.0", "deal", "100.1", "3.2.1000", "3.2/"]
    queries = ["?seat=4", "?seat=all", "?tab=secrets", "?seat=1&tab=x", "?bottom=4", "?bottom=x"]
    places = [*steps, *no_names, *(f"7.3{query}" for query in queries)]
    answers = {place: member.get(address(petite) + place).status_code for place in places}
    assert answers == dict.fromkeys(places, 404)
    assert member.get(address(petite, 77)).status_code == 200


def test_the_address_says_how_the_table_is_turned_and_which_tab_is_open(
    member: Client, petite: Hand
) -> None:
    """Boris at the bottom, no matter who looks; the links of the page keep him there."""
    for query in ("?bottom=1", "?seat=3&bottom=1"):
        page = read(member, petite, "7.3", query)
        assert 'data-slot="0" data-of="1"' in page
        assert f'href="7.4{query.replace("&", "&amp;")}"' in page
    assert 'data-bottom=""' in read(member, petite, "7.3", "?seat=3&bottom=3")
    page = read(member, petite, "7.3", "?tab=auction")
    assert re.search(r'<section data-panel="auction">', page)
    assert re.search(r'<section data-panel="tricks" hidden>', page)
    assert 'href="7.4?tab=auction"' in page
    # A page outside the folder of the hand names steps whole.
    assert f'href="{address(petite, "7.4")}"' in read(member, petite, 32)
    refused = member.post(address(petite) + "comments/", {"place": "7.3", "text": ""})
    assert refused.status_code == 422
    assert f'href="{address(petite, "7.4")}?tab=comments"' in refused.content.decode()


def test_other_eyes_are_sent_what_the_page_of_that_seat_holds_and_no_more(
    member: Client, petite: Hand
) -> None:
    token = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"')
    for query in ("", "?seat=3", "?seat=none"):
        place = address(petite, 31) + query
        whole = token.sub("", member.get(place).content.decode())
        answer = member.get(place, headers={"HX-Request": "true"})
        part = token.sub("", answer.content.decode())
        main = part.partition("</title>")[2].strip()
        assert "HX-Request" in answer.headers["Vary"]
        assert "<html" not in part
        assert main in whole


def test_a_hand_thrown_in_claimed_or_irregular_says_so(member: Client, cast: Cast) -> None:
    """Texts of people are shown as they were typed."""
    page = read(member, cast.sealed_hand())
    assert heading(page) == "Passed out"
    assert "No card was played." in page
    assert "Nobody took the hand: there is nothing to count." in page
    page = read(member, cast.sealed_hand(claimed_by_seat_0(dealer=1)))
    assert "claims the remaining tricks." in page
    assert "Conceded at once." in page

    changes = petite_entries()
    changes[9]["action"] |= {
        "irregular": "Two cards stuck together.",
        "note": "<b>Look</b> & </script><script>alert(1)</script>",
    }
    other_friday = cast.open_match()
    page = read(member, sealed_hand(cast.scorer, other_friday, in_one_tap(changes)), 9)
    assert "Two cards stuck together." in page
    assert '<span class="tag irregular">irregular</span>' in page
    assert "&lt;b&gt;Look&lt;/b&gt; &amp; &lt;/script&gt;" in page
    assert "<b>Look</b>" not in page
    assert "<script>alert" not in page


# --- one seat's view --------------------------------------------------------------------------


def test_in_one_seats_view_neither_verdict_cards_nor_score_are_told_before_their_time(
    member: Client, petite: Hand
) -> None:
    whole = read(member, petite, 31)
    assert heading(whole) == VERDICT
    assert "jack of diamonds" in visible(whole)
    assert "know?" not in whole
    page = read(member, petite, 31, "?seat=3")
    assert heading(page) == "Hand 1"
    assert "lost by 9" not in page
    shown = visible(page)
    assert "jack of diamonds" not in shown
    assert "trump 16" in shown
    assert "What did Dario know?" in shown
    for count in (9, 3, 4, 10, 14):
        assert f"{count} unseen" in shown
    shown = visible(read(member, petite, 31, "?seat=3&tab=score"))
    assert "The score follows when the hand is over." in shown
    assert "−102" not in shown


# --- who may read it --------------------------------------------------------------------------


def test_another_club_finds_no_hand_of_this_one_at_its_own_address(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.other_scorer)
    for name in ("hand", "hand-record"):
        theirs = reverse(name, args=[cast.other_club.slug, petite.public_id])
        assert client.get(theirs).status_code == 404


def test_an_open_hand_is_replayed_by_those_alone_who_record(client: Client, cast: Cast) -> None:
    """Its cards are still in the players' hands."""
    hand = cast.open_hand(claimed_by_seat_0(dealer=0)[:6])
    client.force_login(cast.member)
    assert client.get(address(hand)).status_code == 404
    assert client.get(record_address(hand)).status_code == 404
    client.force_login(cast.scorer)
    page = client.get(f"{address(hand)}?tab=score").content.decode()
    assert heading(page) == "Hand 2, still in progress"
    assert "The score follows when the hand is over." in visible(page)
    assert "sealed" not in visible(page)
    assert client.get(record_address(hand)).status_code == 404


def test_the_record_can_be_taken_home(member: Client, petite: Hand) -> None:
    assert f'href="{record_address(petite)}"' in member.get(address(petite)).content.decode()
    answer = member.get(record_address(petite))
    assert answer.content == format_record(record_of(petite)) + b"\n"
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Content-Disposition"].startswith("attachment;")


def test_a_step_takes_few_statements(
    member: Client, petite: Hand, django_assert_max_num_queries
) -> None:
    with django_assert_max_num_queries(9):
        member.get(address(petite, 31))
