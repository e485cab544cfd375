"""A tablet that a code has opened records at its table, and sees nothing else."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from games.club.opening_clubs import set_up
from games.evening.codes import code_of
from games.evening.tablets import ALWAYS, LENT, OPEN, RECORDING
from games.models import Confirmation, Evening, User
from tests.cast import Cast
from tests.evening.director import Director
from tests.factories import new_key, open_hand, stated

pytestmark = pytest.mark.both_databases


def test_a_code_opens_its_table_alone_and_for_its_evening_alone(client: Client, cast: Cast) -> None:
    director = Director(client, cast, 8)
    evening = director.opens()
    code, tablet = code_of(evening, 1), Client()
    assert code in client.get(director.at("evening-codes")).content.decode()
    opening, slug = reverse("table"), cast.club.slug

    # Guesses are answered alike, and slowed down like all others.
    tries = [
        tablet.post(opening, {"code": code[:5] + "aaaa"}, REMOTE_ADDR="192.0.2.7") for _ in range(6)
    ]
    assert [one.status_code for one in tries] == [422] * 5 + [429]
    assert int(tries[-1].headers["Retry-After"]) > 0
    assert tablet.post(opening, {"code": code.upper().replace("-", " ")}).status_code == 302
    assert "has not been announced yet" in tablet.get(opening).content.decode()

    director.taps("draw", announce="1")
    mine, other = director.matches()
    record = reverse("record", args=[slug, mine.public_id])
    assert tablet.get(opening).headers["Location"] == record
    assert tablet.get(record).status_code == 200
    dealt = tablet.post(reverse("hand-open", args=[slug, mine.public_id]), {"key": new_key()})
    assert dealt.status_code < 400
    assert mine.hands.exists()
    # Everything else leads back to the table, or is refused.
    for name, args in (
        ("record", [slug, other.public_id]),
        ("match", [slug, mine.public_id]),
        ("club", [slug]),
        ("account", []),
        ("sign-in", []),
        ("clubs", []),
    ):
        assert tablet.get(reverse(name, args=args)).headers["Location"] == opening, name
    for address in (
        reverse("hand-open", args=[slug, other.public_id]),
        director.at("evening-draw"),
        reverse("choose-language"),
        reverse("password"),
    ):
        assert tablet.post(address, {"key": new_key()}).status_code == 403, address
    assert not other.hands.exists()

    # The next round goes on at the same table, without another code.
    director.taps("draw", announce="1")
    assert director.matches()[0].public_id in tablet.get(opening).headers["Location"]
    # Once its scorer may not record any more, it says so; with another code it goes on.
    mine_here, me = cast.scorer.memberships.all(), User.objects.filter(pk=cast.scorer.pk)
    for rows, column, ended in ((mine_here, "role", "member"), (me, "is_active", False)):
        copy, before = Client(), rows.values_list(column, flat=True)[0]
        copy.post(opening, {"code": code})
        rows.update(**{column: ended})
        assert "Code of the table" in copy.get(opening).content.decode()
        assert copy.post(opening, {"code": code}).status_code == 422
        rows.update(**{column: before})
    # New codes end it at once; so does noon of the next day.
    client.post(director.at("evening-codes"), {"others": "1"})
    assert tablet.get(record).headers["Location"] == opening
    assert "Code of the table" in tablet.get(opening).content.decode()
    assert LENT not in tablet.session
    evening.refresh_from_db()
    assert tablet.post(opening, {"code": code_of(evening, 2)}).status_code == 302
    Evening.objects.update(played_on=timezone.localdate() - timedelta(days=2))
    second = reverse("record", args=[slug, director.matches()[1].public_id])
    assert tablet.get(second).status_code == 302
    assert Client().post(opening, {"code": code_of(evening, 2)}).status_code == 422


def test_a_score_is_confirmed_at_the_tablet_of_its_table(client: Client, cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, confirms="tap")
    director, tablet = Director(client, cast, 8), Client()
    evening = director.opens()
    director.taps("draw", announce="1")
    tablet.post(reverse("table"), {"code": code_of(evening, 1)})
    for match, answer, count in zip(director.matches(), (302, 403), (1, 1), strict=True):
        hand = open_hand(cast.scorer, match, [stated()])
        at = [cast.club.slug, hand.public_id]
        other = match.people[0].public_id  # Boris's seat took it
        sent = {"player": other, "version": str(hand.version), "back": "record"}
        assert tablet.post(reverse("hand-confirm", args=at), sent).status_code == answer
        assert Confirmation.objects.count() == count
        sent |= {"because": "It was a garde.", "key": new_key()}
        assert tablet.post(reverse("hand-dispute", args=at), sent).status_code == answer
    assert tablet.get(reverse("kept")).status_code == 200


def test_what_a_tablet_may_ask_for_is_there() -> None:
    names = {name for name in get_resolver().reverse_dict if isinstance(name, str)}
    assert names >= OPEN | ALWAYS | RECORDING
