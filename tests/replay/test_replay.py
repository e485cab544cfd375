"""The page of a sealed hand: each step at its own address, complete without a script."""

import json
import re
from html.parser import HTMLParser

import pytest
from django.test import Client
from django.urls import reverse

from games.book.records import record_of
from games.models import Hand
from games.rules import CODES, format_record
from tests import published_hands
from tests.cast import Cast
from tests.factories import claimed_by_seat_0

# Elements that hold nothing and are never closed.
VOID = {"area", "br", "circle", "hr", "img", "input", "line", "link", "meta", "path", "rect", "use"}


@pytest.fixture
def petite(cast: Cast) -> Hand:
    """The published petite that Boris, on seat 1, loses by nine; dealt by Dario."""
    return cast.sealed_hand(published_hands.changes(published_hands.hands()[1], 3))


def address(hand: Hand, step: int | str | None = None) -> str:
    """The address of a step by its name, as pages link to it, or by its number, as before."""
    where = [hand.club.slug, hand.public_id]
    if step is None:
        return reverse("hand", args=where)
    return reverse("hand-step" if isinstance(step, int) else "hand-place", args=[*where, step])


def read(
    client: Client, cast: Cast, hand: Hand, step: int | str | None = None, query: str = ""
) -> str:
    client.force_login(cast.member)
    answer = client.get(address(hand, step) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def said(page: str) -> str:
    found = re.search(r"data-said>(.*?)<", page)
    assert found is not None
    return found[1]


def heading(page: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", page)
    assert found is not None
    return found[1]


# --- steps ------------------------------------------------------------------------------------


def test_each_step_has_its_own_address(client: Client, cast: Cast, petite: Hand) -> None:
    page = read(client, cast, petite, "7.3")
    assert said(page) == "Trick 7, Dario plays trump 1. Anna to play."
    for step in ("auction", "7.1", "7.2", "7.4", "8.1", "score"):
        assert f'href="{step}"' in page
    assert "Copy link to <b data-place>7.3</b>" in page


def test_the_page_of_a_hand_opens_at_the_deal(client: Client, cast: Cast, petite: Hand) -> None:
    page = read(client, cast, petite)
    assert heading(page) == "Boris’s Petite, lost by 9"
    assert said(page) == "Dario has dealt. Anna to call."
    line = page.partition('class="score-line"')[2].partition("</p>")[0]
    assert "−102" in line
    assert line.count("+34") == 3


def test_other_eyes_are_sent_what_the_page_of_that_seat_holds_and_no_more(
    client: Client, cast: Cast, petite: Hand
) -> None:
    token = re.compile(r'name="(csrfmiddlewaretoken|key)" value="[^"]*"')
    client.force_login(cast.member)
    for query in ("", "?seat=0", "?seat=3", "?seat=none"):
        place = address(petite, 31) + query
        whole = token.sub("", client.get(place).content.decode())
        answer = client.get(place, headers={"HX-Request": "true"})
        part = token.sub("", answer.content.decode())
        main = part.partition("</title>")[2].strip()
        assert "HX-Request" in answer.headers["Vary"]
        assert "<html" not in part
        assert main in whole


def test_before_the_first_and_after_the_last_step_there_is_nothing(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.member)
    assert client.get(address(petite, 77)).status_code == 200
    assert client.get(address(petite, 78)).status_code == 404
    assert client.get(address(petite, 10**12)).status_code == 404


def test_the_address_names_the_trick_and_the_card(client: Client, cast: Cast, petite: Hand) -> None:
    """Whatever was said before, at 3.2 the second card of trick 3 lies on the table."""
    for name, sentence in {
        "auction": "Dario has dealt. Anna to call.",
        "auction.3": "Boris bids Petite. Chloé to call.",
        "exchange": "Dario passes. Boris to lay cards away.",
        "play": "Boris discards 6 cards. Anna to play.",
        "3.2": "Trick 3, Chloé plays ace of diamonds. Dario to play.",
        "18.4": "Trick 18, Anna plays 7 of clubs. Chloé wins the trick. The hand is over.",
        "score": "Trick 18, Anna plays 7 of clubs. Chloé wins the trick. The hand is over.",
    }.items():
        assert said(read(client, cast, petite, name)) == sentence


def test_old_addresses_with_the_number_of_a_step_stay(
    client: Client, cast: Cast, petite: Hand
) -> None:
    assert said(read(client, cast, petite, 32)) == said(read(client, cast, petite, "7.3"))


@pytest.mark.parametrize("name", ["19.1", "3.5", "3.2.2", "end", "auction.5", "exchange.2"])
def test_a_step_that_the_hand_has_not_is_not_found(
    client: Client, cast: Cast, petite: Hand, name: str
) -> None:
    client.force_login(cast.member)
    assert client.get(address(petite, name)).status_code == 404


@pytest.mark.parametrize("name", ["0.1", "3.0", "3.2.0", "deal", "100.1", "3.2.1000", "3.2/"])
def test_what_names_no_step_at_all_is_no_address(
    client: Client, cast: Cast, petite: Hand, name: str
) -> None:
    client.force_login(cast.member)
    assert client.get(f"{address(petite)}{name}").status_code == 404


def test_the_table_can_be_turned_in_the_address(client: Client, cast: Cast, petite: Hand) -> None:
    """Boris at the bottom, no matter who looks; the links of the page keep him there."""
    for query in ("?bottom=1", "?seat=3&bottom=1"):
        page = read(client, cast, petite, "7.3", query)
        assert 'data-slot="0" data-of="1"' in page
        assert f'href="7.4{query.replace("&", "&amp;")}"' in page
    assert 'data-bottom=""' in read(client, cast, petite, "7.3", "?seat=3&bottom=3")


@pytest.mark.parametrize(
    "query", ["?seat=4", "?seat=all", "?tab=secrets", "?seat=1&tab=x", "?bottom=4", "?bottom=x"]
)
def test_what_nobody_can_see_is_not_found(
    client: Client, cast: Cast, petite: Hand, query: str
) -> None:
    client.force_login(cast.member)
    assert client.get(address(petite, 5) + query).status_code == 404


def test_the_script_gets_every_step_with_the_page(client: Client, cast: Cast, petite: Hand) -> None:
    page = read(client, cast, petite, 3)
    found = re.search(r'<script id="replay-steps" type="application/json">(.*?)</script>', page)
    assert found is not None
    film = json.loads(found[1])
    assert len(film["steps"]) == 78
    assert film["steps"][32][:2] == ["7.3", ""]
    assert film["steps"][4][:2] == ["exchange", "the exchange"]
    assert film["stops"][:4] == [0, 4, 6, 10]
    assert film["phases"] == [0, 4, 6, 77]


def test_a_tab_is_an_address(client: Client, cast: Cast, petite: Hand) -> None:
    page = read(client, cast, petite, "7.3", "?tab=auction")
    assert re.search(r'<section data-panel="auction">', page)
    assert re.search(r'<section data-panel="tricks" hidden>', page)
    assert 'href="7.4?tab=auction"' in page


def test_a_page_outside_the_folder_of_the_hand_names_steps_whole(
    client: Client, cast: Cast, petite: Hand
) -> None:
    assert f'href="{address(petite, "7.4")}"' in read(client, cast, petite, 32)
    refused = client.post(address(petite) + "comments/", {"place": "7.3", "text": ""})
    assert refused.status_code == 422
    assert f'href="{address(petite, "7.4")}?tab=comments"' in refused.content.decode()


def test_a_page_weighs_at_most_130_kilobytes_and_draws_each_card_once(
    client: Client, cast: Cast, petite: Hand
) -> None:
    page = read(client, cast, petite, "7.3")
    assert len(page.encode()) <= 130_000
    assert [len(re.findall(rf'id="card-{code}"', page)) for code in CODES] == [1] * 78
    assert "<rect" not in page.partition('id="_table"')[2]


# --- what the page says -----------------------------------------------------------------------


def test_the_score_names_its_rules_and_its_tricks(client: Client, cast: Cast, petite: Hand) -> None:
    page = " ".join(read(client, cast, petite).split())
    rules = reverse("rule-sheet", args=[cast.club.slug, "french"])
    assert f'href="{rules}#r-1.11.3"' in page
    assert 'href="2.4"' in page
    for score in ("−102", "+34"):
        assert score in page


def test_a_hand_thrown_in_says_so(client: Client, cast: Cast) -> None:
    page = read(client, cast, cast.sealed_hand())
    assert heading(page) == "Passed out"
    assert "No card was played." in page
    assert "Nobody took the hand: there is nothing to count." in page


def test_a_claim_ends_the_film(client: Client, cast: Cast) -> None:
    page = read(client, cast, cast.sealed_hand(claimed_by_seat_0()))
    assert "Anna claims the remaining tricks." in page
    assert "Conceded at once." in page


def test_an_irregular_hand_is_marked(client: Client, cast: Cast) -> None:
    changes = published_hands.changes(published_hands.hands()[1], 3)
    changes[9]["action"] |= {"irregular": "Two cards stuck together."}
    page = read(client, cast, cast.sealed_hand(changes), 9)
    assert "Two cards stuck together." in page
    assert '<span class="tag irregular">irregular</span>' in page


def test_texts_of_people_are_shown_as_they_were_typed(client: Client, cast: Cast) -> None:
    changes = published_hands.changes(published_hands.hands()[1], 3)
    changes[9]["action"] |= {"note": "<b>Look</b> & </script><script>alert(1)</script>"}
    page = read(client, cast, cast.sealed_hand(changes), 9)
    assert "&lt;b&gt;Look&lt;/b&gt; &amp; &lt;/script&gt;" in page
    assert "<b>Look</b>" not in page
    assert "<script>alert" not in page


def test_the_short_seal_stands_in_the_title(client: Client, cast: Cast, petite: Hand) -> None:
    link = petite.revisions.get().link
    assert f"sealed {link[:4]} {link[4:8]}" in read(client, cast, petite, 31)


# --- one seat's view --------------------------------------------------------------------------


class Reader(HTMLParser):
    """Collects the words of a page that are not hidden, those of pictures included."""

    def __init__(self) -> None:
        super().__init__()
        self.hidden = 0
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in VOID:
            return
        if self.hidden or tag in ("script", "head") or "hidden" in dict(attrs):
            self.hidden += 1
        else:
            self.words.append(dict(attrs).get("aria-label") or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that is closed at once holds no words."""

    def handle_endtag(self, tag: str) -> None:
        if self.hidden and tag not in VOID:
            self.hidden -= 1

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.words.append(data)


def visible(page: str) -> str:
    """The words that a page shows."""
    reader = Reader()
    reader.feed(page)
    return " ".join(" ".join(reader.words).split())


def test_who_comes_by_a_link_to_a_step_does_not_read_the_verdict(
    client: Client, cast: Cast, petite: Hand
) -> None:
    page = read(client, cast, petite, 31, "?seat=3")
    assert heading(page) == "Hand 1"
    assert "lost by 9" not in page
    assert heading(read(client, cast, petite, 31)) == "Boris’s Petite, lost by 9"


def test_later_cards_are_dots_in_one_seats_view(client: Client, cast: Cast, petite: Hand) -> None:
    page = visible(read(client, cast, petite, 31, "?seat=3"))
    assert "jack of diamonds" not in page
    assert "trump 16" in page
    assert "jack of diamonds" in visible(read(client, cast, petite, 31))


def test_the_score_waits_for_the_end_in_one_seats_view(
    client: Client, cast: Cast, petite: Hand
) -> None:
    page = visible(read(client, cast, petite, 31, "?seat=3&tab=score"))
    assert "The score follows when the hand is over." in page
    assert "−102" not in page


def test_what_did_she_know(client: Client, cast: Cast, petite: Hand) -> None:
    page = visible(read(client, cast, petite, 31, "?seat=3"))
    assert "What did Dario know?" in page
    for count in (9, 3, 4, 10, 14):
        assert f"{count} unseen" in page
    assert "know?" not in read(client, cast, petite, 31)


# --- who may read it --------------------------------------------------------------------------


def test_another_club_does_not_even_learn_that_it_exists(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.other_scorer)
    theirs = reverse("hand", args=[cast.other_club.slug, petite.public_id])
    for place in (address(petite), address(petite, 3), theirs, record_address(petite)):
        assert client.get(place).status_code == 404


def test_nobody_reads_it_without_signing_in(client: Client, petite: Hand) -> None:
    answer = client.get(address(petite, 3))
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(reverse("sign-in"))


def test_an_open_hand_is_replayed_by_those_alone_who_record(client: Client, cast: Cast) -> None:
    """Its cards are still in the players' hands."""
    hand = cast.open_hand(published_hands.changes(published_hands.hands()[1], 3)[:20])
    client.force_login(cast.member)
    assert client.get(address(hand)).status_code == 404
    assert client.get(record_address(hand)).status_code == 404
    client.force_login(cast.scorer)
    page = client.get(f"{address(hand)}?tab=score").content.decode()
    assert heading(page) == "Hand 1, still in progress"
    assert "The score follows when the hand is over." in visible(page)
    assert "sealed" not in visible(page)
    assert client.get(record_address(hand)).status_code == 404


def test_nothing_can_be_sent_to_it(client: Client, cast: Cast, petite: Hand) -> None:
    client.force_login(cast.scorer)
    assert client.post(address(petite)).status_code == 405


def record_address(hand: Hand) -> str:
    return reverse("hand-record", args=[hand.club.slug, hand.public_id])


def test_the_record_can_be_taken_home(client: Client, cast: Cast, petite: Hand) -> None:
    client.force_login(cast.member)
    assert f'href="{record_address(petite)}"' in client.get(address(petite)).content.decode()
    answer = client.get(record_address(petite))
    assert answer.content == format_record(record_of(petite)) + b"\n"
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.headers["Content-Disposition"].startswith("attachment;")


def test_a_step_takes_few_statements(
    client: Client, cast: Cast, petite: Hand, django_assert_max_num_queries
) -> None:
    client.force_login(cast.member)
    with django_assert_max_num_queries(9):
        client.get(address(petite, 31))
