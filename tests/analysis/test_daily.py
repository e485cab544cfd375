"""The hand of a day: asked, answered once, shown afterwards; who may know what, and when."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.analysis import daily
from games.analysis.daily_questions import Question
from games.book.records import sealed_record
from games.club.opening_clubs import set_up
from games.display.card_names import card_name
from games.models import Analysis, DailyAnswer, DailyHand, Hand, Membership, Player, Publication
from games.people.erasing.forgotten_accounts import forget_account
from games.rules import CODES, Record, Variant, turning_points
from tests import published_hands
from tests.cast import Cast, gather
from tests.factories import in_one_tap
from tests.games import EVERY_TABLE
from tests.ground import laid_once
from tests.replay.hands import wild_hands

NOON = datetime.fromordinal(739947).replace(hour=12)  # an ending comes first on this day
LUCK = 5


def gather_with_both_hands() -> Cast:
    """Both clubs, and both published hands in the archive of Les Atouts."""
    cast = gather()
    for hand, dealer in zip(published_hands.hands(), (3, 0), strict=True):
        cast.sealed_hand(in_one_tap(published_hands.changes(hand, dealer)))
    return cast


both_clubs = laid_once(gather_with_both_hands)


@pytest.fixture
def hands(cast: Cast) -> list[Hand]:
    return list(Hand.objects.select_related("club").order_by("number"))


@pytest.fixture
def clock(cast: Cast) -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


def address(cast: Cast) -> str:
    return reverse("daily", args=[cast.club.slug])


def main_of(answer: Any) -> str:
    return unescape(answer.content.decode().partition("<main")[2])


def named(page: str, code: str) -> bool:
    return f">{card_name(code, 'french')}<" in page


def shown_cards(page: str) -> set[str]:
    return {code for code in CODES if named(page, code)}


def offered(page: str) -> list[str]:
    return re.findall(r'name="answer" value="([\w-]+)"', page)


def test_three_days_are_asked_answered_and_seen(
    client: Client, cast: Cast, hands: list[Hand], clock: Any
) -> None:
    client.force_login(cast.member)
    front = client.get(reverse("club", args=[cast.club.slug])).content.decode()
    assert f'href="{address(cast)}"' in front

    # an ending: all cards still held lie open, and nothing else is known
    page = main_of(client.get(address(cast)))
    ending = DailyHand.objects.get()
    assert (ending.kind, ending.hand) == ("ending", hands[0])
    question = Question(ending, sealed_record(ending.hand))
    held = [code for _name, cards, lies, _turn in question.hands for code in [*cards, lies] if code]
    assert shown_cards(page) == set(held)
    assert len(held) < 30
    assert "who answered what" not in page
    secrets = (ending.hand.public_id, "each card of", "At the table", *map(str, cast.players[:4]))
    assert [secret for secret in secrets if secret in page] == []
    best, worst = ending.prospects[0][0], ending.prospects[-1][0]
    assert set(offered(page)) == {code for code, _score in ending.prospects}
    assert client.post(address(cast), {"answer": held[-1]}).status_code == 422
    assert client.post(address(cast), {}).status_code == 422
    assert client.post(address(cast), {"answer": [best] * 99}).status_code == 422
    client.post(address(cast), {"answer": worst})
    page = main_of(client.post(address(cast), {"answer": best}, follow=True))  # the first one stays
    assert "Another card was better" in page
    assert reverse("hand", args=[cast.club.slug, ending.hand.public_id]) in page
    assert "One member has answered" in page
    assert not offered(page)
    other = Client()
    other.force_login(cast.scorer)
    assert "each card of" not in main_of(other.get(address(cast)))
    page = main_of(other.post(address(cast), {"answer": best}, follow=True))
    assert "You found the best card" in page
    assert "2 members have answered" in page
    assert "Boris" not in page
    set_up(user=cast.admin, club=cast.club, names_daily=True)
    assert {"Boris", ">member<"} <= set(
        re.findall(r"Boris|>member<", main_of(client.get(address(cast))))
    )

    # the next day a call, of the other hand: only the cards of that seat are shown
    clock.shift(timedelta(days=1))
    client.force_login(cast.member)
    page = main_of(client.get(address(cast)))
    assert "who answered what" in page  # since the club names them
    bid = DailyHand.objects.latest("day")
    late = client.post(address(cast), {"answer": offered(page)[0], "day": str(ending.day)})
    assert (late.status_code, bid.answers.count()) == (200, 0)  # begun before midnight
    assert (bid.kind, bid.hand) == ("bid", hands[1])
    record = sealed_record(bid.hand)
    question = Question(bid, record)
    assert shown_cards(page) == set(question.cards)
    assert len(question.cards) == 18
    assert bid.hand.public_id not in page
    page = main_of(client.post(address(cast), {"answer": offered(page)[0]}, follow=True))
    assert "Nobody can prove" in page
    assert "2 days in a row" in page

    # then cards to lay away, from hand and dog
    clock.shift(timedelta(days=1))
    client.force_login(cast.member)
    page = main_of(client.get(address(cast)))
    discard = DailyHand.objects.latest("day")
    record = sealed_record(discard.hand)
    action = record.actions[discard.step]
    assert (discard.kind, action["kind"], len(offered(page))) == ("discard", "discard", 24)
    assert shown_cards(page) == set(offered(page))
    wrong = client.post(address(cast), {"answer": action["cards"][:5]})
    assert (wrong.status_code, "Choose 6 cards." in main_of(wrong)) == (422, True)
    a_king = next(code for code in offered(page) if code[1:] == "K")
    king = client.post(address(cast), {"answer": [a_king, *action["cards"][:5]]})
    assert "A king may not be discarded" in main_of(king)
    page = main_of(client.post(address(cast), {"answer": action["cards"]}, follow=True))
    assert page.count(">at the table<") == page.count(">you<") == 6
    assert "3 days in a row" in page

    # a day that is over is read by all; none is to come
    old = f"{address(cast)}?day={ending.day}"
    other.force_login(cast.admin)
    page = main_of(other.get(old))
    assert "each card of" in page
    assert not offered(page)
    for day in ("2999-01-01", "monday"):
        assert other.get(f"{address(cast)}?day={day}").status_code == 404
    forget_account(cast.member, cast.club, goes=False)
    assert [one.user for one in DailyAnswer.objects.all()] == [cast.scorer]


def test_a_hand_that_may_not_be_shown_is_not_chosen_and_no_longer_asked_about(
    client: Client, cast: Cast, hands: list[Hand], clock: Any
) -> None:
    client.force_login(cast.member)
    assert offered(main_of(client.get(address(cast))))
    hand, player = DailyHand.objects.get().hand, Player.objects.filter(pk=cast.players[1].pk)
    whole = Hand.objects.filter(pk=hand.pk)
    for facts, back in (
        ({"held": True}, {"held": None}),
        ({"disputed": True}, {"disputed": False}),
        ({"state": "void"}, {"state": "sealed"}),
    ):
        whole.update(**facts)
        assert "There is no hand for this day" in main_of(client.get(address(cast)))
        assert hand not in daily.fitting(cast.club, outside=False)
        whole.update(**back)
    DailyHand.objects.update(digest="0" * 64)  # another game was sealed since
    assert not offered(main_of(client.get(address(cast))))
    DailyHand.objects.all().delete()
    player.update(hides_best_play=True)
    assert "There is no hand for this day" in main_of(client.get(address(cast)))
    player.update(hides_best_play=False)
    set_up(user=cast.admin, club=cast.club, shows_best_play=False)
    client.get(address(cast))
    assert DailyHand.objects.get().kind == "bid"


def test_without_an_account_published_hands_are_asked_about_and_no_answer_is_kept(
    client: Client, cast: Cast, hands: list[Hand], clock: Any
) -> None:
    assert client.get(address(cast)).status_code == 302  # a club that shows nothing
    set_up(user=cast.admin, club=cast.club, public_sees="results")
    assert not offered(main_of(client.get(address(cast))))
    Publication.objects.create(hand=hands[1], club=cast.club, by=cast.admin)
    page = main_of(client.get(address(cast)))
    one = DailyHand.objects.get()
    assert (one.kind, one.hand, one.outside) == ("bid", hands[1], True)  # best play is for members
    assert one.hand.public_id not in page
    assert len(shown_cards(page)) == 18
    page = main_of(client.get(address(cast), {"answer": "pass"}))
    assert reverse("shared-hand", args=[hands[1].public_id]) in page
    assert f"/c/{cast.club.slug}/hands/" not in page
    assert "Boris" not in page
    assert client.post(address(cast), {"answer": "pass"}).status_code == 302
    assert not DailyAnswer.objects.exists()
    Membership.objects.filter(user=cast.member).update(role="guest")
    client.force_login(cast.member)
    assert offered(main_of(client.get(address(cast))))
    assert client.post(address(cast), {"answer": "pass"}).status_code == 404


@EVERY_TABLE
def test_hands_of_every_game_ask_what_the_table_answered(
    variant: Variant, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def analysed(_hand: Any, record: Record) -> Analysis:
        return Analysis(course=turning_points(record, tricks=3))

    monkeypatch.setattr(daily, "kept", analysed)
    monkeypatch.setattr(daily, "read_seal", lambda record: record)
    asks: dict[str, Any] = dict(daily.ASKS)
    for record in wild_hands(variant, players):
        for kind, ask in asks.items():
            asked = ask(None, record, LUCK)
            if asked is None:
                continue
            question = Question(DailyHand(kind=kind, **asked), record)
            assert question.before
            assert all(all(cards) for _name, cards, _lies, _turn in question.hands)
            done = [row.code for row in question.rows([], "") if row.played]
            assert question.refused(done) == ""
            assert question.refused([]) != ""
            assert question.at_the_table
