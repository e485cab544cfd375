"""A hand that everybody with its address may read: as a page, in a frame, as a picture."""

import re
import struct

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Hand, Publication
from games.replay import published, remarking
from tests.cast import NAMES, Cast, gather
from tests.factories import in_one_tap
from tests.ground import laid_once
from tests.replay.hands import petite_entries
from tests.replay.pages import address, heading, read, said, shared, visible

PLAYERS = NAMES[:4]
SECRET = "Chloé had no other heart."
REMARK = "Between us."
NOWHERE = f"/hands/{'a' * 16}/"


def gather_with_remarks() -> Cast:
    """Both clubs; the first hand of the Friday is the petite, with a note and a remark."""
    cast = gather()
    changes = petite_entries()
    changes[9]["action"] |= {"note": SECRET}
    hand = cast.sealed_hand(in_one_tap(changes))
    remarking.add_remark(user=cast.member, hand=hand, place="7.3", text=REMARK)
    return cast


both_clubs = laid_once(gather_with_remarks)


def publish(cast: Cast, hand: Hand, *, names: bool = True) -> None:
    remarking.publish(user=cast.scorer, hand=hand, names=names)


def page_of(client: Client, hand: Hand, place: str = "", query: str = "") -> str:
    answer = client.get(shared(hand, place, query))
    assert answer.status_code == 200
    return answer.content.decode()


def signed_in(user: object) -> Client:
    client = Client()
    client.force_login(user)  # type: ignore[arg-type]
    return client


# --- who reads it -----------------------------------------------------------------------------


def test_a_hand_is_read_by_everybody_from_when_it_is_published_until_it_is_withdrawn(
    cast: Cast, petite: Hand
) -> None:
    """Before and after it does not even tell whether it is there."""
    visitor, member = Client(), signed_in(cast.member)
    stranger = signed_in(cast.other_scorer)
    in_club = f"{address(petite, '3.2')}?seat=1&bottom=2"

    def is_hidden() -> None:
        there = visitor.get(shared(petite, "3.2", "?seat=1"))
        for answer in (there, visitor.get(f"{NOWHERE}3.2?seat=1")):
            assert answer.status_code == 302
            assert answer.headers["Location"].startswith(reverse("sign-in"))
        assert there.headers["Location"].endswith("3.2%3Fseat%3D1")
        assert visitor.get(shared(petite, "3.2", suffix=".png")).status_code == 404
        frame = visitor.get(shared(petite, "7.3", "?embed=1"))
        nowhere = visitor.get(f"{NOWHERE}7.3?embed=1")
        assert frame.status_code == nowhere.status_code == 404
        assert frame.content == nowhere.content
        assert not frame.cookies
        assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
        assert stranger.get(shared(petite, "3.2")).status_code == 404

    def leads_members_to_the_club() -> None:
        answer = member.get(shared(petite, "3.2", "?seat=1&bottom=2&x=y"))
        assert answer.headers["Location"] == in_club
        assert member.get(shared(petite)).headers["Location"] == address(petite)

    is_hidden()
    leads_members_to_the_club()
    publish(cast, petite)
    leads_members_to_the_club()
    assert stranger.get(shared(petite, "3.2")).status_code == 200
    page = page_of(visitor, petite, "7.3")
    assert said(page) == "Trick 7, Dario plays trump 1. Anna to play."
    assert heading(page) == "Boris’s Petite, lost by 9"
    for step in ("7.2", "7.4", "8.1", "score"):
        assert f'href="{step}"' in page
    assert visitor.get(shared(petite, "99.1")).status_code == 404
    assert visitor.get(shared(petite, "7.3", "?seat=9")).status_code == 404
    remarking.withdraw(user=cast.admin, hand=petite)
    is_hidden()


def test_a_page_with_names_has_notes_and_score_and_nothing_that_leads_into_the_club(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite)
    assert SECRET in page_of(client, petite, "7.3")
    for query in ("", "?tab=score", "?embed=1"):
        page = page_of(client, petite, "score", query)
        for inside in ("/c/", cast.club.name, cast.match.title, REMARK):
            assert inside not in page, (query, inside)
    shown = visible(page_of(client, petite, "score"))
    assert "−102" in shown
    assert "1.11.3" in shown  # the number of the rule, without a link to the club's sheet


def test_a_page_without_names_holds_no_name_and_no_word_of_anybody(
    client: Client, cast: Cast, petite: Hand
) -> None:
    """The hand in short is there instead of the comments."""
    publish(cast, petite, names=False)
    for query in ("", "?seat=1", "?seat=none", "?embed=1", "?tab=comments"):
        page = page_of(client, petite, "7.3", query)
        for secret in (*PLAYERS, SECRET, REMARK):
            assert secret not in page, (query, secret)
        assert ("tab=comments" in page) == (query in ("", "?embed=1", "?tab=comments")), query
    page = page_of(client, petite, "7.3")
    assert said(page) == "Trick 7, Player 4 plays trump 1. Player 1 to play."
    assert heading(page) == "Player 2’s Petite, lost by 9"
    shown = visible(page_of(client, petite, "7.3", "?tab=comments"))
    assert "No comments on this hand" not in shown
    assert "The hand in short" in shown


# --- in a frame, in a chat, as a picture ------------------------------------------------------


def test_a_frame_may_stand_anywhere_and_is_the_same_for_members_and_no_other_page_may(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite, names=False)
    frame = client.get(shared(petite, "7.3", "?embed=1"))
    assert frame.status_code == 200
    assert "X-Frame-Options" not in frame.headers
    assert frame.headers["Content-Security-Policy"].endswith("frame-ancestors *")
    assert not frame.cookies
    assert 'href="7.4?embed=1"' in frame.content.decode()
    admin = signed_in(cast.admin)
    assert admin.get(shared(petite, "7.3", "?embed=1")).content == frame.content
    outside = client.get(shared(petite, "7.3"))
    for answer in (outside, admin.get(address(petite, "7.3") + "?embed=1")):
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")


def test_a_chat_gets_title_sentence_and_a_picture_as_large_as_previews_want(
    client: Client, cast: Cast, petite: Hand
) -> None:
    publish(cast, petite)
    page = page_of(client, petite, "7.3", "?seat=3")
    told = dict(
        re.findall(r'<meta (?:id="preview" )?(?:property|name)="([\w:]+)" content="([^"]*)">', page)
    )
    picture = shared(petite, "7.3", "?seat=3", suffix=".png")
    assert told["og:title"] == "Hand 1"  # a link to a step does not tell the end
    assert told["og:description"] == "7.3: Trick 7, Dario plays trump 1. Anna to play."
    assert told["description"] == told["og:description"]
    assert told["og:url"] == f"http://testserver{shared(petite, '7.3', '?seat=3')}"
    assert told["og:image"] == f"http://testserver{picture}"
    answer = client.get(picture)
    assert answer.headers["Content-Type"] == "image/png"
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert client.get(shared(petite, "99.1", suffix=".png")).status_code == 404
    # The pages of members tell a chat nothing.
    client.force_login(cast.member)
    assert 'property="og:' not in read(client, petite, "7.3")


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


# --- publishing -------------------------------------------------------------------------------


def test_a_scorer_publishes_without_names_then_with_them_and_takes_it_back(
    client: Client, cast: Cast, petite: Hand
) -> None:
    """Publishing leads back to the step and view it was asked from, and nowhere else."""
    client.force_login(cast.scorer)
    place = reverse("hand-publish", args=[cast.club.slug, petite.public_id])
    assert "Only members of the club can open it." in visible(read(client, petite))
    page = read(client, petite, "7.3", "?seat=1")
    form = page[page.index(f'action="{place}"') :]
    assert '<input type="hidden" name="place" value="7.3" data-key>' in form

    assert client.post(place, {"publish": "1"}).headers["Location"] == address(petite)
    assert not Publication.objects.get(hand=petite).names
    assert "without names and comments" in read(client, petite)
    sent = {"publish": "1", "names": "on", "place": "7.3", "seat": "1"}
    answer = client.post(place, sent)
    assert answer.headers["Location"] == address(petite, "7.3") + "?seat=1"
    assert Publication.objects.get(hand=petite).names
    frame = f"http://testserver{shared(petite, '7.3', '?embed=1')}"
    assert f"&lt;iframe src=&quot;{frame}&quot;" in read(client, petite, "7.3")
    answer = client.post(place, sent | {"place": "//elsewhere"})
    assert answer.headers["Location"] == address(petite)
    client.post(place, {})
    assert not Publication.objects.exists()


def test_a_member_is_offered_no_publishing_and_an_open_hand_cannot_be_published(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.member)
    page = read(client, petite)
    assert "/publish/" not in page
    assert "Only members of the club can open it." in page
    hand = cast.open_hand()
    client.force_login(cast.scorer)
    place = reverse("hand-publish", args=[cast.club.slug, hand.public_id])
    assert client.post(place, {"publish": "1"}).status_code == 404
    assert "Share" not in visible(read(client, hand))
