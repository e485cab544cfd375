"""What members say at a step of a hand, on its page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Hand, Remark, User
from games.replay import remarking
from tests import published_hands
from tests.cast import Cast
from tests.replay.test_replay import address, visible

pytestmark = pytest.mark.django_db
SPOKEN = "The king was safe here."


@pytest.fixture
def petite(cast: Cast) -> Hand:
    """The published petite that Boris, on seat 1, loses by nine; dealt by Dario."""
    return cast.sealed_hand(published_hands.changes(published_hands.hands()[1], 3))


@pytest.fixture
def said(cast: Cast, petite: Hand) -> Remark:
    """The member's remark before the third card of trick 7."""
    return remarking.add_remark(user=cast.member, hand=petite, place="7.3", text=SPOKEN)


def page(client: Client, user: User, hand: Hand, place: str, query: str = "") -> str:
    client.force_login(user)
    answer = client.get(address(hand, place) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def ways(hand: Hand, remark: Remark | None = None) -> dict[str, str]:
    where = [hand.club.slug, hand.public_id]
    if remark is None:
        return {"add": reverse("remark-add", args=where)}
    which = [*where, remark.public_id]
    return {name: reverse(f"remark-{name}", args=which) for name in ("erase", "hide")}


def test_a_member_says_something_and_comes_back_to_the_step(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.member)
    sent = {"place": "7.3", "text": SPOKEN, "seat": "3"}
    answer = client.post(ways(petite)["add"], sent)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{address(petite, '7.3')}?seat=3&tab=comments"
    assert SPOKEN in visible(client.get(answer.headers["Location"]).content.decode())


def test_a_remark_is_read_from_its_step_on_and_always_with_all_hands_open(
    client: Client, cast: Cast, petite: Hand, said: Remark
) -> None:
    for place, seat, seen in [("7.2", "3", 0), ("7.3", "3", 2), ("7.4", "3", 1), ("7.2", "", 1)]:
        shown = visible(page(client, cast.scorer, petite, place, f"?seat={seat}&tab=comments"))
        assert shown.count(SPOKEN) == seen, (place, seat)


def test_the_tab_counts_a_remark_and_the_line_marks_it(
    client: Client, cast: Cast, petite: Hand, said: Remark
) -> None:
    shown = page(client, cast.scorer, petite, "7.3")
    assert re.search(r'Comments\s+<span class="second">1</span>', shown)
    assert '<span class="mark comment"' in shown


def test_a_remark_is_shown_as_it_was_typed(client: Client, cast: Cast, petite: Hand) -> None:
    text = "<img src=x onerror=alert(1)>\n\n{{ 7|add:1 }} & </textarea>"
    remarking.add_remark(user=cast.member, hand=petite, place="1.1", text=text)
    shown = page(client, cast.scorer, petite, "1.1")
    assert "<img" not in shown
    assert "&lt;img src=x onerror=alert(1)&gt;</p>" in shown
    assert "{{ 7|add:1 }} &amp; &lt;/textarea&gt;" in shown


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "Write something first."),
        ("  ", "Write something first."),
        ("x" * 1001, "A comment may have at most 1000 characters; this one has 1001."),
    ],
)
def test_a_refused_text_comes_back_with_the_reason(
    client: Client, cast: Cast, petite: Hand, text: str, complaint: str
) -> None:
    client.force_login(cast.member)
    answer = client.post(ways(petite)["add"], {"place": "7.3", "text": text, "seat": "3"})
    assert answer.status_code == 422
    shown = answer.content.decode()
    assert complaint in shown
    assert 'data-tab="comments" data-here aria-current="true"' in shown
    assert "Comment at <b data-place>7.3</b>" in shown
    assert "What did Dario know?" in shown
    assert text.strip() in shown
    assert not Remark.objects.exists()


def test_a_step_that_is_none_is_refused_in_words(client: Client, cast: Cast, petite: Hand) -> None:
    client.force_login(cast.member)
    for place in ("", "99.9", "7.3'"):
        answer = client.post(ways(petite)["add"], {"place": place, "text": "Well."})
        assert answer.status_code == 422
    assert "This hand has no such step." in answer.content.decode()


def test_who_wrote_it_erases_it(client: Client, cast: Cast, petite: Hand, said: Remark) -> None:
    assert "Erase" in page(client, cast.member, petite, "7.3", "?tab=comments")
    assert "Erase" not in page(client, cast.scorer, petite, "7.3", "?tab=comments")
    client.force_login(cast.scorer)
    assert client.post(ways(petite, said)["erase"]).status_code == 403
    client.force_login(cast.member)
    answer = client.post(ways(petite, said)["erase"])
    assert answer.headers["Location"] == f"{address(petite, '7.3')}?tab=comments"
    assert not Remark.objects.exists()


def test_a_remark_that_an_archive_brought_at_no_place_can_be_erased(
    client: Client, cast: Cast, petite: Hand, said: Remark
) -> None:
    Remark.objects.update(place="zz")
    client.force_login(cast.member)
    assert client.post(ways(petite, said)["erase"]).status_code == 302
    assert not Remark.objects.exists()


def test_those_who_look_after_the_club_hide_a_remark(
    client: Client, cast: Cast, petite: Hand, said: Remark
) -> None:
    client.force_login(cast.scorer)
    assert client.post(ways(petite, said)["hide"], {"hidden": "1"}).status_code == 302
    other = remarking.add_remark(user=cast.scorer, hand=petite, place="1.1", text="Another.")
    assert SPOKEN in page(client, cast.admin, petite, "7.3")
    assert SPOKEN in page(client, cast.member, petite, "7.3")  # his own
    remarking.hide_remark(user=cast.admin, remark=other, hidden=True)
    assert "Another." not in page(client, cast.member, petite, "1.1")
    client.force_login(cast.scorer)
    client.post(ways(petite, said)["hide"], {"hidden": "0"})
    assert Remark.objects.get(pk=said.pk).hidden_by is None


def test_the_role_matrix(client: Client, cast: Cast, petite: Hand, said: Remark) -> None:
    """Who is answered with what: a member writes, only writers hide, strangers find nothing."""
    add, both = ways(petite)["add"], ways(petite, said)
    expected = {
        "member": (302, 403, 302),
        "scorer": (302, 302, 403),
        "admin": (302, 302, 403),
        "other_scorer": (404, 404, 404),
    }
    found = {}
    for who in ("scorer", "admin", "other_scorer", "member"):
        client.force_login(getattr(cast, who))
        answers = (
            client.post(add, {"place": "1.1", "text": "Hm."}),
            client.post(both["hide"], {"hidden": "0"}),
            client.post(both["erase"]),
        )
        found[who] = tuple(answer.status_code for answer in answers)
    assert found == expected
    client.logout()
    for place in (add, *both.values()):
        assert client.post(place).headers["Location"].startswith(reverse("sign-in"))
        client.force_login(cast.member)
        assert client.get(place).status_code == 405
        client.logout()


def test_a_remark_is_found_under_its_own_hand_alone(
    client: Client, cast: Cast, petite: Hand, said: Remark
) -> None:
    other = cast.sealed_hand()
    client.force_login(cast.member)
    assert client.post(ways(other, said)["erase"]).status_code == 404


def test_an_open_hand_takes_no_comments(client: Client, cast: Cast) -> None:
    hand = cast.open_hand()
    client.force_login(cast.scorer)
    assert client.post(ways(hand)["add"], {"place": "auction", "text": "Hm."}).status_code == 404


def test_many_remarks_take_no_more_statements(
    client: Client, cast: Cast, petite: Hand, said: Remark, django_assert_max_num_queries
) -> None:
    for number in range(5):
        remarking.add_remark(user=cast.scorer, hand=petite, place="1.1", text=f"{number}.")
    client.force_login(cast.member)
    with django_assert_max_num_queries(9):
        shown = client.get(address(petite, "7.3")).content.decode()
    assert len(re.findall(r'<li class="said"', shown)) == 6
