"""A hand that everybody with its address may read: as a page, in a frame, as a picture."""

import re
import struct
from collections import OrderedDict

import pytest
import time_machine
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.access import usual_looks
from games.access.quota import Quota
from games.models import Hand, Publication
from games.replay import drawn_pages, published, remarking
from games.templatetags.frame import LOOKS
from tests import published_hands
from tests.cast import NAMES, Cast
from tests.replay.test_replay import address, heading, said, visible

pytestmark = pytest.mark.django_db
PLAYERS = NAMES[:4]
SECRET = "Chloé had no other heart."


@pytest.fixture
def petite(cast: Cast) -> Hand:
    """The published petite that Boris, on seat 1, loses by nine, with a note and a remark."""
    changes = published_hands.changes(published_hands.hands()[1], 3)
    changes[9]["action"] |= {"note": SECRET}
    hand = cast.sealed_hand(changes)
    remarking.add_remark(user=cast.member, hand=hand, place="7.3", text="Between us.")
    return hand


def publish(cast: Cast, hand: Hand, *, names: bool = True) -> Hand:
    remarking.publish(user=cast.scorer, hand=hand, names=names)
    return hand


def shared(hand: Hand, place: str = "", query: str = "", *, suffix: str = "") -> str:
    return f"/hands/{hand.public_id}/{place}{suffix}{query}"


def test_the_address_is_the_short_one(petite: Hand) -> None:
    where = [petite.public_id]
    assert reverse("shared-hand", args=where) == shared(petite)
    assert reverse("shared-place", args=[*where, "3.2"]) == shared(petite, "3.2")
    assert reverse("shared-picture", args=[*where, "3.2"]) == shared(petite, "3.2", suffix=".png")


# --- who reads it -----------------------------------------------------------------------------


def test_what_is_not_published_asks_for_the_sign_in_whether_it_is_there_or_not(
    client: Client, petite: Hand
) -> None:
    there = client.get(shared(petite, "3.2", "?seat=1"))
    nowhere = client.get(f"/hands/{'a' * 16}/3.2?seat=1")
    for answer in (there, nowhere):
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith(reverse("sign-in"))
    assert there.headers["Location"].endswith("3.2%3Fseat%3D1")
    assert client.get(shared(petite, "3.2", suffix=".png")).status_code == 404


def test_members_are_sent_on_to_their_club_at_the_same_step_and_view(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.member)
    for is_public in (False, True):
        if is_public:
            publish(cast, petite)
        answer = client.get(shared(petite, "3.2", "?seat=1&bottom=2&x=y"))
        assert answer.headers["Location"] == f"{address(petite, '3.2')}?seat=1&bottom=2"
        assert client.get(shared(petite)).headers["Location"] == address(petite)


def test_strangers_with_an_account_find_what_is_published_and_nothing_else(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.other_scorer)
    assert client.get(shared(petite, "3.2")).status_code == 404
    publish(cast, petite)
    assert client.get(shared(petite, "3.2")).status_code == 200
    remarking.withdraw(user=cast.admin, hand=petite)
    assert client.get(shared(petite, "3.2")).status_code == 404


def test_everybody_reads_a_published_hand_at_each_step(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite)
    page = client.get(shared(petite, "7.3")).content.decode()
    assert said(page) == "Trick 7, Dario plays trump 1. Anna to play."
    assert heading(page) == "Boris’s Petite, lost by 9"
    for step in ("7.2", "7.4", "8.1", "score"):
        assert f'href="{step}"' in page
    assert client.get(shared(petite, "99.1")).status_code == 404
    assert client.get(shared(petite, "7.3", "?seat=9")).status_code == 404


def test_nothing_on_the_public_page_leads_into_the_club(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite)
    for query in ("", "?tab=score", "?embed=1"):
        page = client.get(shared(petite, "score", query)).content.decode()
        assert "/c/" not in page
        assert cast.club.name not in page
        assert cast.match.title not in page
        assert "Between us." not in page


def test_the_score_and_its_rules_are_there_without_links_to_the_clubs_sheets(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite)
    page = visible(client.get(shared(petite, "score")).content.decode())
    assert "−102" in page
    assert "1.11.3" in page


def test_without_names_no_name_and_no_word_of_anybody_is_left(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite, names=False)
    for query in ("", "?seat=1", "?seat=none", "?embed=1", "?tab=comments"):
        page = client.get(shared(petite, "7.3", query)).content.decode()
        for secret in (*PLAYERS, SECRET, "Between us."):
            assert secret not in page, (query, secret)
    page = client.get(shared(petite, "7.3")).content.decode()
    assert said(page) == "Trick 7, Player 4 plays trump 1. Player 1 to play."
    assert heading(page) == "Player 2’s Petite, lost by 9"


def test_with_names_the_notes_of_the_record_are_read_as_well(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite)
    assert SECRET in client.get(shared(petite, "7.3")).content.decode()


# --- in a frame -------------------------------------------------------------------------------


def test_a_frame_may_stand_anywhere_and_has_no_cookies(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite)
    answer = client.get(shared(petite, "7.3", "?embed=1"))
    assert answer.status_code == 200
    assert "X-Frame-Options" not in answer.headers
    assert answer.headers["Content-Security-Policy"].endswith("frame-ancestors *")
    assert not answer.cookies
    assert 'href="7.4?embed=1"' in answer.content.decode()


def test_a_frame_shows_the_same_to_members_as_to_anybody(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite, names=False)
    seen = client.get(shared(petite, "7.3", "?embed=1"))
    client.force_login(cast.admin)
    assert client.get(shared(petite, "7.3", "?embed=1")).content == seen.content
    remarking.withdraw(user=cast.admin, hand=petite)
    answer = client.get(shared(petite, "7.3", "?embed=1"))
    assert answer.status_code == 404
    assert not answer.cookies


def test_an_empty_frame_does_not_tell_whether_there_is_such_a_hand(
    client: Client, petite: Hand
) -> None:
    there = client.get(shared(petite, "7.3", "?embed=1"))
    nowhere = client.get(f"/hands/{'a' * 16}/7.3?embed=1")
    assert there.status_code == nowhere.status_code == 404
    assert there.content == nowhere.content
    assert "frame-ancestors *" in there.headers["Content-Security-Policy"]


def test_no_other_page_may_stand_in_a_frame(client: Client, cast: Cast, petite: Hand) -> None:
    publish(cast, petite)
    outside = client.get(shared(petite, "7.3"))
    client.force_login(cast.member)
    for answer in (outside, client.get(address(petite, "7.3") + "?embed=1")):
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")


# --- previews ---------------------------------------------------------------------------------


def test_a_chat_gets_title_sentence_and_picture(client: Client, cast: Cast, petite: Hand) -> None:
    publish(cast, petite)
    page = client.get(shared(petite, "7.3", "?seat=3")).content.decode()
    told = dict(
        re.findall(r'<meta (?:id="preview" )?(?:property|name)="([\w:]+)" content="([^"]*)">', page)
    )
    assert told["og:title"] == "Hand 1"  # a link to a step does not tell the end
    assert told["og:description"] == "7.3: Trick 7, Dario plays trump 1. Anna to play."
    assert told["description"] == told["og:description"]
    assert told["og:url"] == f"http://testserver{shared(petite, '7.3', '?seat=3')}"
    assert told["og:image"] == (
        f"http://testserver{shared(petite, '7.3', '?seat=3', suffix='.png')}"
    )


def test_the_picture_is_a_png_as_large_as_previews_want(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite)
    answer = client.get(shared(petite, "7.3", "?seat=3", suffix=".png"))
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert "public" in answer.headers["Cache-Control"]
    assert client.get(shared(petite, "99.1", suffix=".png")).status_code == 404


def test_a_picture_that_was_kept_is_asked_for_again_and_gone_once_withdrawn(
    cast: Cast, petite: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(cast, petite)
    picture = shared(petite, "3.2", suffix=".png")
    first = Client().get(picture)
    assert first.headers["Cache-Control"] == "public, no-cache"
    monkeypatch.setattr(published, "picture_of", None)  # nothing is drawn for the next one
    kept = {"If-None-Match": first.headers["ETag"]}
    assert Client().get(picture, headers=kept).status_code == 304
    remarking.withdraw(user=cast.scorer, hand=petite)
    assert Client().get(picture, headers=kept).status_code == 404


def test_pictures_are_not_drawn_without_end_for_one_visitor(
    cast: Cast, petite: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a visitor says of proxies makes nobody else of them; another visitor is not kept."""
    publish(cast, petite)
    monkeypatch.setattr(published.picture, "quota", (Quota("heavy", 1, 60), ()))
    picture = shared(petite, "1.1", suffix=".png")
    with time_machine.travel(1_800_000_000, tick=False) as clock:
        answers = []
        for number in range(2):
            headers = {"X-Forwarded-For": f"198.51.100.{number}"}
            answers.append(Client(headers=headers).get(picture, REMOTE_ADDR="192.0.2.7"))
        assert [answer.status_code for answer in answers] == [200, 429]
        assert Client().get(picture, REMOTE_ADDR="192.0.2.8").status_code == 200
        clock.shift(int(answers[1].headers["Retry-After"]))
        assert Client().get(picture, headers=headers, REMOTE_ADDR="192.0.2.7").status_code == 200


def test_members_pages_tell_a_chat_nothing(client: Client, cast: Cast, petite: Hand) -> None:
    publish(cast, petite)
    client.force_login(cast.member)
    assert 'property="og:' not in client.get(address(petite, "7.3")).content.decode()


# --- publishing -------------------------------------------------------------------------------


def test_a_scorer_publishes_and_takes_back(client: Client, cast: Cast, petite: Hand) -> None:
    client.force_login(cast.scorer)
    place = reverse("hand-publish", args=[cast.club.slug, petite.public_id])
    assert "Only members of the club can open it." in visible(
        client.get(address(petite)).content.decode()
    )
    assert client.post(place, {"publish": "1"}).headers["Location"] == address(petite)
    assert not Publication.objects.get(hand=petite).names
    assert "without names and comments" in client.get(address(petite)).content.decode()
    client.post(place, {"publish": "1", "names": "on"})
    assert Publication.objects.get(hand=petite).names
    page = client.get(address(petite, "7.3")).content.decode()
    assert (
        f"&lt;iframe src=&quot;http://testserver{shared(petite, '7.3', '?embed=1')}&quot;" in page
    )
    client.post(place, {})
    assert not Publication.objects.exists()


@pytest.mark.parametrize(("who", "status"), [("member", 403), ("other_scorer", 404)])
def test_others_do_not(client: Client, cast: Cast, petite: Hand, who: str, status: int) -> None:
    client.force_login(getattr(cast, who))
    place = reverse("hand-publish", args=[cast.club.slug, petite.public_id])
    assert client.post(place, {"publish": "1"}).status_code == status
    assert "hand-publish" not in Client().get(place).headers.get("Location", "")
    assert not Publication.objects.exists()


def test_a_member_learns_who_can_read_it_and_is_offered_nothing(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.member)
    page = client.get(address(petite)).content.decode()
    assert "/publish/" not in page
    assert "Only members of the club can open it." in page


def test_an_open_hand_is_not_published(client: Client, cast: Cast) -> None:
    hand = cast.open_hand()
    client.force_login(cast.scorer)
    place = reverse("hand-publish", args=[cast.club.slug, hand.public_id])
    assert client.post(place, {"publish": "1"}).status_code == 404
    assert "Share" not in visible(client.get(address(hand)).content.decode())


def test_a_published_page_takes_few_statements(
    client: Client, cast: Cast, petite: Hand, django_assert_max_num_queries
) -> None:
    publish(cast, petite)
    assert settings.SESSION_COOKIE_NAME not in client.cookies
    for query in ("", "?embed=1"):
        with django_assert_max_num_queries(5):
            client.get(shared(petite, "7.3", query))


# --- what it costs -------------------------------------------------------------------------------


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The places that are really drawn."""
    drawn: list[str] = []
    draw = published.public_context
    monkeypatch.setattr(drawn_pages, "_pages", OrderedDict())

    def counted(request, publication, place):
        drawn.append(place)
        return draw(request, publication, place)

    monkeypatch.setattr(published, "public_context", counted)
    return drawn


def test_a_page_that_many_follow_is_drawn_once(
    cast: Cast, petite: Hand, drawings: list[str]
) -> None:
    publish(cast, petite)
    pages = [Client().get(shared(petite, "3.2")).content for _visitor in range(5)]
    frames = [Client().get(shared(petite, "3.2", "?embed=1")) for _visitor in range(5)]
    assert drawings == ["3.2"] * 2
    plain = {re.sub(rb'csrfmiddlewaretoken" value="\w+"', b"", page) for page in pages}
    assert len(plain) == 1 and len(set(pages)) in (1, 5)  # each with a token of its own
    assert not any(frame.cookies for frame in frames)
    assert all("frame-ancestors *" in frame["Content-Security-Policy"] for frame in frames)


def test_the_token_of_a_page_that_was_drawn_before_is_the_visitor_s_own(
    cast: Cast, petite: Hand, drawings: list[str]
) -> None:
    publish(cast, petite)
    Client().get(shared(petite))
    visitor = Client(enforce_csrf_checks=True)
    page = visitor.get(shared(petite)).content.decode()
    assert len(drawings) == 1
    (token, *_more) = re.findall(r'csrfmiddlewaretoken" value="(\w+)"', page)
    sent = {"language": "fr", "csrfmiddlewaretoken": token}
    assert visitor.post(reverse("choose-language"), sent).status_code in (204, 302)


def test_what_has_changed_is_drawn_again(cast: Cast, petite: Hand, drawings: list[str]) -> None:
    publish(cast, petite)
    assert "Boris" in Client().get(shared(petite)).content.decode()
    remarking.withdraw(user=cast.scorer, hand=petite)
    assert Client().get(shared(petite)).status_code == 302
    publish(cast, petite, names=False)
    assert "Boris" not in Client().get(shared(petite)).content.decode()
    for looks in ({"theme": "dark"}, {settings.LANGUAGE_COOKIE_NAME: "fr"}):
        visitor = Client()
        visitor.cookies.load(looks)
        visitor.get(shared(petite))
    assert len(drawings) == 4
    Hand.objects.filter(pk=petite.pk).update(changed_at=timezone.now())
    Client().get(shared(petite))
    assert len(drawings) == 5


def test_one_visitor_lets_no_more_be_drawn_than_a_tenth_of_a_processor_can(
    cast: Cast, petite: Hand, drawings: list[str]
) -> None:
    publish(cast, petite)
    visitor = Client(REMOTE_ADDR="192.0.2.7")
    with time_machine.travel(1_800_000_000, tick=False):
        found = [visitor.get(shared(petite, query=f"?x={n}")).status_code for n in range(31)]
    assert found == [200] * 30 + [429]
    assert visitor.get(shared(petite, query="?x=0")).status_code == 200
    assert Client(REMOTE_ADDR="192.0.2.8").get(shared(petite, "3.2")).status_code == 200


def test_every_look_that_a_visitor_can_choose_has_a_page_of_its_own() -> None:
    assert {*LOOKS, usual_looks.COOKIE} == set(drawn_pages.COOKIES)


def test_publishing_keeps_the_step_and_the_view(client: Client, cast: Cast, petite: Hand) -> None:
    client.force_login(cast.scorer)
    place = reverse("hand-publish", args=[cast.club.slug, petite.public_id])
    page = client.get(address(petite, "7.3") + "?seat=1").content.decode()
    form = page[page.index(f'action="{place}"') :]
    assert '<input type="hidden" name="place" value="7.3" data-key>' in form
    sent = {"publish": "1", "place": "7.3", "seat": "1"}
    answer = client.post(place, sent)
    assert answer.headers["Location"] == address(petite, "7.3") + "?seat=1"
    answer = client.post(place, sent | {"place": "//elsewhere"})
    assert answer.headers["Location"] == address(petite)


def test_a_published_hand_without_public_comments_has_the_hand_in_short_in_their_place(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite, names=False)
    shown = visible(client.get(shared(petite, "7.3", "?tab=comments")).content.decode())
    assert "No comments on this hand" not in shown
    assert "The hand in short" in shown
    assert "tab=comments" not in client.get(shared(petite, "7.3", "?seat=1")).content.decode()
    publish(cast, petite)
    assert "tab=comments" in client.get(shared(petite, "7.3")).content.decode()


def test_a_long_comment_is_cut_next_to_the_table_and_leads_to_the_whole(
    client: Client, cast: Cast, petite: Hand
) -> None:
    remarking.add_remark(user=cast.member, hand=petite, place="5.1", text="A word. " * 120)
    client.force_login(cast.member)
    page = client.get(address(petite, "5.1")).content.decode()
    strip = page[page.index('class="now-strip"') :]
    strip = strip[: strip.index("</aside>")]
    assert len(visible(strip)) < 600
    assert re.search(r'href="5\.1\?tab=comments"[^>]*data-tab="comments"', strip)
