"""The start page, the page of a club, its players."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.club.opening_clubs import open_club
from games.confirming.disputes import dispute, rule
from games.matches.match_changes import close_match
from games.models import Club, Evening, Hand, Membership, Player, Remark
from games.replay.remarking import add_remark
from tests.cast import Cast
from tests.factories import UserFactory, claimed_by_seat_0, sealed_hand
from tests.ground import undone


def page(client: Client, user: object, name: str, *args: object) -> str:
    client.force_login(user)  # type: ignore[arg-type]
    return client.get(reverse(name, args=args)).content.decode()


def post(client: Client, user: object, name: str, /, *args: object, **sent: str):
    client.force_login(user)  # type: ignore[arg-type]
    return client.post(reverse(name, args=args), sent)


# --- the start page ---------------------------------------------------------------------------


def test_the_start_page_leads_to_one_s_club_or_clubs_or_says_how_to_get_one(
    client: Client, cast: Cast
) -> None:
    client.force_login(cast.member)
    assert client.get("/").headers["Location"] == reverse("club", args=[cast.club.slug])
    second = open_club(user=cast.scorer, name="The Second")
    text = page(client, cast.scorer, "home")
    for club, is_theirs in ((cast.club, True), (second, True), (cast.other_club, False)):
        assert (reverse("club", args=[club.slug]) in text) is is_theirs
    text = page(client, UserFactory(username="newcomer"), "home")
    assert "You do not belong to a club yet." in text
    assert "<strong>newcomer</strong>" in text


def test_a_person_who_opens_a_club_looks_after_it_and_first_adds_its_players(
    client: Client, db: None
) -> None:
    newcomer = UserFactory()
    for name in ("", "\u200b", "x" * 81):
        refused = post(client, newcomer, "club-open", name=name)
        assert refused.status_code == 422
        assert 'class="errorlist"' in refused.content.decode()
    answer = post(client, newcomer, "club-open", name="  Tarot  du  Port ")
    club = Club.objects.get()
    assert answer.url == reverse("club", args=[club.slug])
    assert club.name == "Tarot du Port"
    assert newcomer.memberships.get().role == "admin"
    text = page(client, newcomer, "club", club.slug)
    assert "First, add the players of the club." in text
    assert reverse("player-add", args=[club.slug]) in text
    assert reverse("match-new", args=[club.slug]) not in text
    assert "No hands yet." in text


# --- a club -----------------------------------------------------------------------------------


def test_the_page_of_a_club_follows_a_match_from_its_opening_to_its_end(
    client: Client, cast: Cast
) -> None:
    cast.__dict__["match"] = cast.open_match(hands_planned=12)
    record = reverse("record", args=[cast.club.slug, cast.match.public_id])
    assert record in page(client, cast.scorer, "club", cast.club.slug)
    text = page(client, cast.member, "club", cast.club.slug)
    assert record not in text
    assert "0 of 12 hands played" in text
    hand = cast.sealed_hand(claimed_by_seat_0())
    won = sum(hand.seats.filter(seat=0).values_list("score_halves", flat=True)) // 2
    assert won > 0
    with undone(client):
        cast.open_hand(claimed_by_seat_0(dealer=0))
        text = page(client, cast.member, "club", cast.club.slug)
        assert "hand 2" in text
        assert text.count(f"+{won:,}") == 3  # in the match, the list of hands, among the players
        assert "Anna’s Garde sans" in text
    close_match(user=cast.scorer, match=cast.match)
    text = page(client, cast.scorer, "club", cast.club.slug)
    assert "No match is in progress." in text
    assert text.index("Last matches") < text.index("Friday")


def test_the_front_page_costs_the_same_with_many_matches(
    client: Client, cast: Cast, django_assert_max_num_queries
) -> None:
    client.force_login(cast.member)
    for _ in range(3):
        match = cast.open_match()
        for dealer in (3, 0):
            sealed_hand(cast.scorer, match, claimed_by_seat_0(dealer))
        close_match(user=cast.scorer, match=match)
    with django_assert_max_num_queries(14):
        client.get(reverse("club", args=[cast.club.slug]))


def test_a_member_who_plays_finds_what_is_theirs_first(
    client: Client, cast: Cast, django_assert_max_num_queries
) -> None:
    def mine(user: object = cast.member) -> str:
        text = page(client, user, "club", cast.club.slug)
        return text[: text.index("</section>", text.index('id="mine"'))].split('id="mine"')[1]

    assert 'id="mine"' not in page(client, cast.member, "club", cast.club.slug)
    boris, today = cast.players[1], timezone.localdate()
    members = Membership.objects.filter(club=cast.club, user__in=[cast.member, cast.scorer])
    members.filter(user=cast.member).update(player=boris)
    members.filter(user=cast.scorer).update(player=cast.players[4])
    text = page(client, cast.member, "club", cast.club.slug)
    assert "You have no hands yet." in text
    assert "newest-hands" not in text
    assert text.index('id="mine"') < text.index('id="open-matches"')

    table = cast.open_match(played_on=today)
    hand = sealed_hand(cast.scorer, table, claimed_by_seat_0())
    lost = hand.seats.get(seat=1).score_halves // 2
    theirs = mine()
    assert theirs.count(f">\N{MINUS SIGN}{-lost}<") == 2  # of the hand, and of the season
    assert "of 4" in theirs
    assert f"variant=french&amp;period={today.year}" in theirs
    text = page(client, cast.scorer, "club", cast.club.slug)
    assert text.index('id="open-matches"') < text.index('id="mine"')
    assert "Garde sans" not in text.split('id="mine"')[1].partition("</section>")[0], "not Emma's"

    add_remark(user=cast.scorer, hand=hand, place="1.1", text="What a <lead>!")
    add_remark(user=cast.member, hand=hand, place="1.1", text="Mine own.")
    made = dispute(user=cast.scorer, hand=hand, player=boris, because="It was 52.")
    theirs = mine()
    assert "scorer: What a &lt;lead&gt;!" in theirs
    assert "Mine own." not in theirs
    assert theirs.count("Garde sans") == 1
    assert "disputed by Boris: It was 52." in theirs
    assert "disputed by Boris: It was 52." in mine(cast.scorer)  # who answers it
    members.filter(user=cast.member).update(player=cast.players[4])
    assert "disputed" not in mine()
    members.filter(user=cast.member).update(player=boris)

    rule(user=cast.scorer, dispute=made, answer="Counted again.")
    theirs = mine()
    assert "disputed" not in theirs
    assert "Ruling: the score stands: Counted again." in theirs

    titles = ("The last", "The next", "The one after")
    for day, title in zip((-1, 1, 2), titles, strict=True):
        facts = {"variant": "french", "hands": 4, "opened_by": cast.scorer, "title": title}
        on = today + timedelta(days=day)
        Evening.objects.create(club=cast.club, played_on=on, **facts)
    theirs = mine()
    assert [title for title in titles if title in theirs] == ["The next"]
    assert "next evening" in theirs
    with undone():
        Evening.objects.filter(title__in=("The next", "The one after")).update(played_on=today)
        theirs = mine()
        assert "today" in theirs
        assert "next evening" not in theirs
    with django_assert_max_num_queries(21):
        client.get(reverse("club", args=[cast.club.slug]))
    Remark.objects.update(hidden_by=cast.admin)
    assert "What a" not in mine()
    Hand.objects.update(held=True)
    assert "You have no hands yet." in mine()


# --- players ----------------------------------------------------------------------------------


def test_players_are_added_one_after_another_and_their_names_corrected(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, stranger = cast.players[0], cast.other_players[0]
    answer = post(client, cast.scorer, "player-add", cast.club.slug, name="Fabien")
    assert answer.url == reverse("player-add", args=[cast.club.slug])
    assert "Fabien has been added to the club." in client.get(answer.url).content.decode()
    for name in ("Anna", "anna", " Anna "):
        refused = post(client, cast.scorer, "player-add", cast.club.slug, name=name)
        assert refused.status_code == 422
        assert "There is already a player called Anna." in refused.content.decode()
    address = [cast.club.slug, anna.public_id]
    answer = post(client, cast.scorer, "player-change", *address, name="ANNA")
    assert answer.url == reverse("player", args=address)
    assert Player.objects.get(pk=anna.pk).name == "ANNA", "they may keep their own letters"
    address = [cast.club.slug, stranger.public_id]
    assert post(client, cast.scorer, "player-change", *address, name="Zoé").status_code == 404
    # taken by somebody else at this moment, after it was looked at
    monkeypatch.setattr("games.people.players.namesakes", lambda club, name: [])
    refused = post(client, cast.scorer, "player-add", cast.club.slug, name="Boris")
    assert refused.status_code == 422
    assert "There is already a player called Boris." in refused.content.decode()
    assert cast.club.players.count() == 6
