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


def page(client: Client, user: object, name: str, *args: object) -> str:
    client.force_login(user)  # type: ignore[arg-type]
    return client.get(reverse(name, args=args)).content.decode()


def post(client: Client, user: object, name: str, /, *args: object, **sent: str):
    client.force_login(user)  # type: ignore[arg-type]
    return client.post(reverse(name, args=args), sent)


# --- the start page ---------------------------------------------------------------------------


def test_who_belongs_to_one_club_is_there_at_once(client: Client, cast: Cast) -> None:
    client.force_login(cast.member)
    assert client.get("/").headers["Location"] == reverse("club", args=[cast.club.slug])


def test_who_belongs_to_several_clubs_chooses(client: Client, cast: Cast) -> None:
    second = open_club(user=cast.scorer, name="The Second")
    text = page(client, cast.scorer, "home")
    assert reverse("club", args=[cast.club.slug]) in text
    assert reverse("club", args=[second.slug]) in text
    assert reverse("club", args=[cast.other_club.slug]) not in text


def test_who_belongs_to_no_club_reads_how_to_get_one(client: Client, cast: Cast) -> None:
    text = page(client, UserFactory(username="newcomer"), "home")
    assert "You do not belong to a club yet." in text
    assert "<strong>newcomer</strong>" in text


def test_who_opens_a_club_looks_after_it(client: Client, cast: Cast) -> None:
    newcomer = UserFactory()
    answer = post(client, newcomer, "club-open", name="  Tarot  du  Port ")
    club = Club.objects.visible_to(newcomer).get()
    assert answer.url == reverse("club", args=[club.slug])
    assert club.name == "Tarot du Port"
    assert newcomer.memberships.get().role == "admin"


@pytest.mark.parametrize("name", ["", "   ", "\u200b", "x" * 81])
def test_a_club_needs_a_name_that_can_be_read(client: Client, cast: Cast, name: str) -> None:
    before = Club.objects.count()
    answer = post(client, cast.scorer, "club-open", name=name)
    assert answer.status_code == 422
    assert 'class="errorlist"' in answer.content.decode()
    assert Club.objects.count() == before


# --- a club -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["club", "rules", "player-add", "match-new"])
def test_another_club_s_pages_are_not_there(client: Client, cast: Cast, name: str) -> None:
    client.force_login(cast.other_scorer)
    assert client.get(reverse(name, args=[cast.club.slug])).status_code == 404


@pytest.mark.parametrize("name", ["player-add", "match-new"])
def test_a_member_who_only_reads_may_not_write(client: Client, cast: Cast, name: str) -> None:
    client.force_login(cast.member)
    assert client.get(reverse(name, args=[cast.club.slug])).status_code == 403
    assert client.post(reverse(name, args=[cast.club.slug])).status_code == 403


def test_a_new_club_first_needs_players(client: Client, db: None) -> None:
    admin = UserFactory()
    club = open_club(user=admin, name="Empty")
    text = page(client, admin, "club", club.slug)
    assert "First, add the players of the club." in text
    assert reverse("player-add", args=[club.slug]) in text
    assert reverse("match-new", args=[club.slug]) not in text
    assert "No hands yet." in text


def test_an_open_match_offers_to_record_to_scorers_only(client: Client, cast: Cast) -> None:
    record = reverse("record", args=[cast.club.slug, cast.match.public_id])
    assert record in page(client, cast.scorer, "club", cast.club.slug)
    text = page(client, cast.member, "club", cast.club.slug)
    assert record not in text
    assert "Friday" in text


def test_the_hand_that_is_being_recorded_is_named(client: Client, cast: Cast) -> None:
    cast.open_match(hands_planned=12)
    assert "0 of 12 hands played" in page(client, cast.member, "club", cast.club.slug)
    cast.sealed_hand()
    cast.open_hand()
    assert "hand 2" in page(client, cast.member, "club", cast.club.slug)


def test_standings_and_totals_come_from_sealed_hands_alone(client: Client, cast: Cast) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())
    won = sum(hand.seats.filter(seat=0).values_list("score_halves", flat=True)) // 2
    assert won > 0
    cast.open_hand(claimed_by_seat_0(dealer=0))
    text = page(client, cast.member, "club", cast.club.slug)
    assert text.count(f"+{won:,}") == 3  # in the match, in the list of hands, among the players
    assert "Anna’s Garde sans" in text


def test_a_closed_match_is_among_the_last_ones(client: Client, cast: Cast) -> None:
    cast.sealed_hand()
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
        for _ in range(2):
            sealed_hand(cast.scorer, match, claimed_by_seat_0(dealer=match.hands.count() - 1 & 3))
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
    assert "You have no hands yet." in mine()
    assert "newest-hands" not in text
    assert text.index('id="mine"') < text.index('id="open-matches"')

    table = cast.open_match(played_on=today)
    hand = sealed_hand(cast.scorer, table, claimed_by_seat_0())
    lost = hand.seats.get(seat=1).score_halves // 2
    assert mine().count(f">\N{MINUS SIGN}{-lost}<") == 2  # of the hand, and of the season
    assert "of 4" in mine()
    assert f"variant=french&amp;period={today.year}" in mine()
    text = page(client, cast.scorer, "club", cast.club.slug)
    assert text.index('id="open-matches"') < text.index('id="mine"')
    assert "Garde sans" not in mine(cast.scorer)  # Emma did not play it

    add_remark(user=cast.scorer, hand=hand, place="1.1", text="What a <lead>!")
    add_remark(user=cast.member, hand=hand, place="1.1", text="Mine own.")
    made = dispute(user=cast.scorer, hand=hand, player=boris, because="It was 52.")
    assert "scorer: What a &lt;lead&gt;!" in mine()
    assert "Mine own." not in mine()
    assert mine().count("Garde sans") == 1
    assert "disputed by Boris: It was 52." in mine()
    assert "disputed by Boris: It was 52." in mine(cast.scorer)  # who answers it
    members.filter(user=cast.member).update(player=cast.players[4])
    assert "disputed" not in mine()
    members.filter(user=cast.member).update(player=boris)

    rule(user=cast.scorer, dispute=made, answer="Counted again.")
    assert "disputed" not in mine()
    assert "Ruling: the score stands: Counted again." in mine()

    titles = ("The last", "The next", "The one after")
    for day, title in zip((-1, 1, 2), titles, strict=True):
        facts = {"variant": "french", "hands": 4, "opened_by": cast.scorer, "title": title}
        on = today + timedelta(days=day)
        Evening.objects.create(club=cast.club, played_on=on, **facts)
    assert [title for title in titles if title in mine()] == ["The next"]
    with django_assert_max_num_queries(21):
        client.get(reverse("club", args=[cast.club.slug]))
    Remark.objects.update(hidden_by=cast.admin)
    assert "What a" not in mine()
    Hand.objects.update(held=True)
    assert "You have no hands yet." in mine()


# --- players ----------------------------------------------------------------------------------


def test_players_are_added_one_after_another(client: Client, cast: Cast) -> None:
    answer = post(client, cast.scorer, "player-add", cast.club.slug, name="Fabien")
    assert answer.url == reverse("player-add", args=[cast.club.slug])
    assert cast.club.players.filter(name="Fabien").exists()
    assert "Fabien has been added to the club." in client.get(answer.url).content.decode()


@pytest.mark.parametrize("name", ["Anna", "anna", " Anna "])
def test_two_players_of_a_club_may_not_have_one_name(client: Client, cast: Cast, name: str) -> None:
    answer = post(client, cast.scorer, "player-add", cast.club.slug, name=name)
    assert answer.status_code == 422
    assert "There is already a player called Anna." in answer.content.decode()
    assert cast.club.players.count() == 5


def test_a_name_that_was_taken_meanwhile_is_refused_in_the_form(
    client: Client, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.people.players.namesakes", lambda club, name: [])
    answer = post(client, cast.scorer, "player-add", cast.club.slug, name="Anna")
    assert answer.status_code == 422
    assert "There is already a player called Anna." in answer.content.decode()


def test_a_name_is_corrected_and_may_keep_its_own_letters(client: Client, cast: Cast) -> None:
    anna = cast.players[0]
    answer = post(client, cast.scorer, "player-change", cast.club.slug, anna.public_id, name="ANNA")
    assert answer.url == reverse("player", args=[cast.club.slug, anna.public_id])
    assert Player.objects.get(pk=anna.pk).name == "ANNA"


def test_a_player_of_another_club_is_not_found(client: Client, cast: Cast) -> None:
    stranger = cast.other_players[0].public_id
    answer = post(client, cast.scorer, "player-change", cast.club.slug, stranger, name="Zoé")
    assert answer.status_code == 404
