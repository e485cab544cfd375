"""Best play in the replay: where a hand turned, what each card leads to, and who may see it."""

from io import StringIO
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from games.analysis.keeping import analyse_new, kept, turning_points_of, worked_out
from games.book.records import latest_seal
from games.club.opening_clubs import set_up
from games.jobs.working import work
from games.models import Analysis, Hand, Membership, Player, Publication
from games.rules import Turn, TurningPoints
from tests.cast import Cast


def address(hand: Hand, place: str = "16.1") -> str:
    return reverse("best-play", args=[hand.club.slug, hand.public_id, place])


def ask(client: Client, hand: Hand, place: str = "16.1", query: str = "") -> str:
    answer = client.get(address(hand, place) + query, headers={"HX-Request": "true"})
    return answer.content.decode() if answer.status_code == 200 else str(answer.status_code)


def keep(hand: Hand, turn: Turn) -> None:
    """Keep an analysis in which one card cost the contract."""
    course = TurningPoints(56, False, (turn,), (0, -68, 0, 0), 40)
    Analysis.objects.update_or_create(
        {"digest": latest_seal(hand).game_digest, "course": course, "one_card": course.one_card},
        hand=hand,
    )


def test_each_card_is_shown_with_its_score_and_what_is_worked_out_is_kept(
    client: Client, cast: Cast, petite: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.analysis.analysis_pages.WHILE_WAITING", 3_000)
    client.force_login(cast.member)
    answer = ask(client, petite)
    assert answer.lstrip().startswith("<div id=")
    assert "played</span>" in answer
    assert "all cards seen" in answer.lower()
    analysis = kept(petite, latest_seal(petite))
    assert analysis is not None
    course = turning_points_of(analysis)
    assert course == turning_points_of(worked_out(petite, latest_seal(petite), limit=3_000))
    assert course is not None
    assert "worked out from trick" in ask(client, petite, "3.1")
    page = client.get(address(petite)).content.decode()
    assert "<h1>Best play</h1>" in page


def test_a_card_that_cost_the_contract_is_named_marked_and_found(
    client: Client, cast: Cast, petite: Hand
) -> None:
    client.force_login(cast.member)
    keep(petite, Turn(65, 16, 1, 72, 30, -34, (61,)))
    assert "Trick 16, Boris: won, +30, with" in ask(client, petite)
    assert "it could still be made: +40" in ask(client, petite)
    hand = reverse("hand", args=[petite.club.slug, petite.public_id])
    assert 'class="turning-mark"' in client.get(hand).content.decode()
    hands = reverse("hands", args=[petite.club.slug]) + "?best_play=one-card"
    assert petite.public_id in client.get(hands).content.decode()
    Analysis.objects.update(digest="0" * 64)  # another game was sealed since
    assert 'class="turning-mark"' not in client.get(hand).content.decode()
    assert petite.public_id not in client.get(hands).content.decode()


def test_best_play_is_hidden_from_readers_who_do_not_see_all_cards(
    client: Client, cast: Cast, petite: Hand
) -> None:
    keep(petite, Turn(65, 16, 1, 72, 30, -34, (61,)))
    hand = reverse("hand", args=[petite.club.slug, petite.public_id])
    client.force_login(cast.member)
    for seen in ("?seat=0", "?seat=none"):
        assert ask(client, petite, query=seen) == "404"
        page = client.get(hand + seen + "&tab=best").content.decode()
        assert "turning-mark" not in page
        assert "best-play/" not in page
    running = cast.open_hand()
    assert ask(client, running, "auction") == "404"
    Publication.objects.create(hand=petite, club=cast.club, by=cast.admin)
    client.logout()
    page = client.get(reverse("shared-hand", args=[petite.public_id])).content.decode()
    assert "turning-mark" not in page
    assert "best-play/" not in page


def test_hands_are_worked_out_when_the_worker_has_nothing_else_to_do(
    client: Client, cast: Cast, petite: Hand, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[int] = []
    monkeypatch.setattr("games.jobs.starting.start_worker", lambda: calls.append(1))
    monkeypatch.setattr("games.analysis.keeping.AT_LEISURE", 3_000)
    settings.STARTS_WORKERS = True
    Analysis.objects.all().delete()
    analyse_new(lambda: True)  # a job waits: it goes first
    assert not Analysis.objects.exists()
    client.force_login(cast.scorer)
    for _ in range(2):
        client.post(reverse("match-close", args=[cast.club.slug, petite.match.public_id]))
    assert calls == [1], "a match that is closed already starts no process"
    work()
    assert kept(petite, latest_seal(petite)) is not None
    assert set(Analysis.objects.values_list("hand", flat=True)) == {petite.pk}
    address = f"/api/v1/hands/{petite.public_id}/best-play"
    client.force_login(cast.member)
    keep(petite, Turn(65, 16, 1, 72, 30, -34, (61,)))
    answer = client.get(address).json()
    assert (answer["worked_out"], answer["worth"]) == (True, 40)
    (turn,) = answer["turns"]
    assert (turn["trick"], turn["seat"], turn["before"], turn["after"]) == (16, 1, 30, -34)
    work()  # nothing is new
    assert client.get(address).json() == answer
    Player.objects.filter(pk=cast.players[2].pk).update(hides_best_play=True)
    assert client.get(address).status_code == 404
    Analysis.objects.all().delete()
    work()
    assert not Analysis.objects.exists()
    Player.objects.update(hides_best_play=False)
    failing = Mock(side_effect=ZeroDivisionError)
    monkeypatch.setattr("games.analysis.keeping.turning_points", failing)
    for _ in range(2):  # what fails is tried once
        work()
    assert failing.call_count == Hand.objects.filter(state="sealed").count() == 1
    call_command("rebuild", stdout=StringIO())  # and again by a newer version
    work()
    assert failing.call_count == 2


def test_what_says_nothing_of_a_hand_is_not_kept_of_it(
    petite: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    for error in (OperationalError, MemoryError):
        monkeypatch.setattr("games.analysis.keeping.read_seal", Mock(side_effect=error))
        with pytest.raises(error):
            worked_out(petite, latest_seal(petite), limit=1)
    assert not Analysis.objects.exists()


def test_a_club_can_turn_best_play_off_and_a_player_can_hide_their_hands(
    client: Client, cast: Cast, petite: Hand
) -> None:
    keep(petite, Turn(65, 16, 1, 72, 30, -34, (61,)))
    client.force_login(cast.member)
    hide = reverse("best-play-hide", args=[petite.club.slug, cast.players[1].public_id])
    hands = reverse("hands", args=[petite.club.slug]) + "?best_play=one-card"
    hand = reverse("hand", args=[petite.club.slug, petite.public_id])
    assert client.post(hide, {"hide": "1"}).status_code == 403
    Membership.objects.filter(user=cast.member).update(player=cast.players[1])
    profile = reverse("player", args=[petite.club.slug, cast.players[1].public_id])
    assert "Hide best play of my hands" in client.get(profile).content.decode()

    def hidden() -> bool:
        page, found = (client.get(one).content.decode() for one in (hand, hands))
        return ask(client, petite) == "404" and not (
            "best-play/" in page or "turning-mark" in page or petite.public_id in found
        )

    assert not hidden()
    client.post(hide, {"hide": "1"})
    assert hidden()
    assert "Show best play of my hands" in client.get(profile).content.decode()
    client.post(hide)
    assert not hidden()
    set_up(user=cast.admin, club=cast.club, shows_best_play=False)
    assert hidden()
