"""The demo club: complete hands, written as a scorer writes them."""

from collections.abc import Iterator
from io import StringIO
from itertools import product

import pytest
from django.core.management import CommandError, call_command
from django.test import Client, override_settings
from django.urls import reverse

from games.management.demo import evening
from games.models import Club, Evening, Hand, HandSeat, User
from games.rules import VARIANTS, Variant, entering, read_record, replay
from tests import chance, published_hands
from tests.cast import Cast
from tests.games import EVERY_TABLE, PLAYERS
from tests.ground import Ground, ground


def demo(*arguments: str) -> str:
    out = StringIO()
    call_command("demo", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def _debug(settings: object) -> None:
    settings.DEBUG = True  # type: ignore[attr-defined]


@pytest.fixture(scope="class")
def made_once(request: pytest.FixtureRequest) -> Iterator[Ground[str]]:
    """What the command says that has made the demo club, once for its tests."""
    with override_settings(DEBUG=True), ground(request, demo) as laid:
        yield laid


@pytest.mark.usefixtures("made_once", "db", "_debug")
class TestTheCommand:
    """`manage.py demo`."""

    def test_the_demo_makes_a_sound_evening_and_says_how_to_sign_in(
        self, made_once: Ground[str]
    ) -> None:
        printed = made_once.given()
        assert "entries" in printed
        for name, password in evening.SIGN_INS.items():
            assert f"{name} with the password {password}" in printed
            assert User.objects.get(username=name).check_password(password)
        visitor = Client()
        visitor.force_login(User.objects.get(username="member"))
        assert "All my hands" in visitor.get("/", follow=True).content.decode()
        tonight = Evening.objects.get()
        address = reverse("evening", args=[tonight.club.slug, tonight.public_id])
        visitor.force_login(User.objects.get(username="scorer"))
        assert f'href="{address}"' in visitor.get("/", follow=True).content.decode()
        assert "Table 2 is still playing" in visitor.get(address).content.decode()
        usual = Hand.objects.filter(variant=evening.USUAL)
        assert usual.filter(state="sealed").count() == usual.count() == 15
        assert usual.filter(level="result").count() == len(evening.RESULTS) + 3
        assert sorted(set(Hand.objects.values_list("writes", flat=True))) == [
            "all-hands",
            "result-only",
            "tricks-only",
        ]
        assert HandSeat.objects.filter(role="partner").exists()
        mine = HandSeat.objects.filter(variant=evening.USUAL)
        assert sum(mine.values_list("score_halves", flat=True)) == 0
        call_command("verify_archive", stdout=StringIO(), stderr=StringIO())

    def test_each_game_was_tried_and_the_published_hands_score_as_printed(self) -> None:
        """TAROT mag 16 and 17: 52 and 34 points lost to each opponent."""
        played = Hand.objects.filter(status="scored").values_list("variant", flat=True)
        assert set(played) == {variant.key for variant in VARIANTS}
        hands = Hand.objects.filter(variant="droggn").order_by("number")
        assert [hand.sits_out for hand in hands] == [0, 1]  # four sit down to it
        assert all(hand.seats.count() == 3 for hand in hands)
        lost = HandSeat.objects.filter(hand__comment__gt="", role="taker").order_by("hand")
        assert list(lost.values_list("score_halves", flat=True)) == [-2 * 3 * 52, -2 * 3 * 34]

    def test_where_a_club_is_already_it_changes_nothing(self) -> None:
        before = Hand.objects.count()
        assert "Sign in to the demo as scorer" in demo("--if-empty")
        assert Hand.objects.count() == before
        with pytest.raises(CommandError, match="already"):
            demo()


@pytest.mark.usefixtures("_debug")
def test_a_club_of_ones_own_is_left_alone(cast: Cast) -> None:
    assert demo("--if-empty") == ""
    assert Club.objects.count() == 2


@pytest.mark.django_db
def test_public_passwords_are_kept_off_a_real_server(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[object] = []
    monkeypatch.setattr(evening, "build", lambda **_facts: built.append(1))
    with pytest.raises(CommandError, match="--force"):
        demo()
    assert built == []
    demo("--force")
    assert built == [1]


@EVERY_TABLE
def test_hands_by_chance_are_legal_and_complete(variant: Variant, players: int) -> None:
    for seed in range(4):
        known, presets = bool(seed % 2), variant.presets
        options = presets[seed % len(presets)].options if presets else {}
        changes = chance.changes(
            seed=seed,
            variant=variant,
            options=options,
            players=players,
            dealer=seed % players,
            hands_known=known,
        )
        deal, actions = entering.fold(changes)
        raw = {
            "format": "tarot-hand/1",
            "variant": variant.key,
            "options": options,
            "players": list(PLAYERS[:players]),
            "dealer": seed % players,
            "deal": deal,
            "actions": actions,
        }
        done = replay(read_record(raw))
        assert done.problem is None
        assert done.outcome.status in ("scored", "passed-out", "annulled")
        assert done.outcome.knowledge == ("full" if known else "none")


def test_a_published_hand_may_be_dealt_by_anybody() -> None:
    """Turned round the table it is the same hand: 40 and 42 points for the taker's side."""
    for number, dealer in product(range(2), range(4)):
        changes = published_hands.changes(published_hands.hands()[number], dealer)
        deal, actions = entering.fold(changes)
        assert deal is not None
        assert sorted(map(len, deal["hands"])) == [18] * 4
        assert len(actions) == 4 + 1 + 72
