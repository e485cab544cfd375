"""What a club sets for itself, on one page: each section by itself, and what it changes."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games import book
from games.club.opening_clubs import set_up
from games.club.settings_forms import SECTIONS
from games.matches.match_changes import open_match
from games.models import Club, Hand, Membership, User
from games.rules import VARIANTS
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import calls, claimed_by_seat_0

# What is sent for a section, and what the club then is.
CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "name": ({"name": "Les  Petits"}, {"name": "Les Petits"}),
    "games": ({"games": ["droggn", "french"]}, {"games": ["french", "droggn"]}),
    "recording": ({"recorded_by": "members"}, {"recorded_by": "members"}),
    "writes": ({"writes": "result-only"}, {"writes": "result-only"}),
    "running": (
        {"running_seen_by": "elsewhere", "hides_running": "True"},
        {"running_seen_by": "elsewhere", "hides_running": True},
    ),
    "shown": (
        {"guests_see": "hands", "public_sees": "results"},
        {"guests_see": "hands", "public_sees": "results"},
    ),
    "confirming": ({"confirms": "pin"}, {"confirms": "pin"}),
    "typing": ({"types_twice": "True"}, {"types_twice": True}),
    "analysis": (
        {"shows_best_play": "False", "names_daily": "True"},
        {"shows_best_play": False, "names_daily": True},
    ),
    "judging": ({"tablets_judge": "True"}, {"tablets_judge": True}),
    "heads": (
        {"shows_heads": "True"},
        {"shows_heads": True},
    ),
    "looks": (
        {"language": "fr", "deck": "latin", "suits": "two"},
        {"language": "fr", "deck": "latin", "suits": "two"},
    ),
}
FRIDAY: dict[str, Any] = {"title": "Friday", "variant": "french"}
SETTINGS = [name for _sent, facts in CHANGES.values() for name in facts]


def page(client: Client, user: User, name: str = "club-settings", *args: Any) -> str:
    client.force_login(user)
    return client.get(reverse(name, args=["les-atouts", *args])).content.decode()


def send(client: Client, user: User, section: str, **sent: Any) -> Any:
    client.force_login(user)
    address = reverse("club-settings", args=["les-atouts"])
    return client.post(address, {"section": section, **sent})


def now(cast: Cast) -> dict[str, Any]:
    return Club.objects.filter(pk=cast.club.pk).values(*SETTINGS).get()


def test_a_form_names_its_section_also_when_no_button_was_pressed(
    client: Client, cast: Cast
) -> None:
    """Enter in a field, and programs, send a form without the name of its button."""
    hidden = re.findall(
        r'<input type="hidden" name="section" value="(\w+)">', page(client, cast.admin)
    )
    assert hidden == [section.key for section in SECTIONS]


def test_every_section_is_tried_here() -> None:
    assert [section.key for section in SECTIONS] == list(CHANGES)


@pytest.mark.parametrize("key", CHANGES)
def test_a_section_is_saved_by_itself(client: Client, cast: Cast, key: str) -> None:
    sent, facts = CHANGES[key]
    before = now(cast)
    answer = send(client, cast.admin, key, **sent)
    assert answer.headers["Location"].endswith(f"/settings/#{key}")
    assert now(cast) == before | facts


@pytest.mark.parametrize(
    ("key", "sent"),
    [
        ("name", {"name": " "}),
        ("games", {"games": []}),
        ("games", {"games": ["whist"]}),
        ("recording", {"recorded_by": "the cat"}),
        ("writes", {"writes": "poems"}),
        ("running", {"running_seen_by": "elsewhere"}),
        ("shown", {"guests_see": "hands", "public_sees": "hands"}),
        ("heads", {"shows_heads": "no"}),
        ("looks", {"language": "xx"}),
        ("looks", {"deck": "german"}),
    ],
)
def test_what_there_is_not_is_refused_at_its_field(
    client: Client, cast: Cast, key: str, sent: dict[str, Any]
) -> None:
    before = now(cast)
    answer = send(client, cast.admin, key, **sent)
    assert answer.status_code == 422
    assert re.findall(r'<details id="(\w+)" class="setting" open>', answer.content.decode()) == [
        key
    ]
    assert 'class="errorlist"' in answer.content.decode()
    assert now(cast) == before


def test_a_section_that_there_is_not_cannot_be_sent(client: Client, cast: Cast) -> None:
    assert send(client, cast.admin, "weather").status_code == 404


def test_the_page_says_what_is_set_now(client: Client, cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, games=["scarto"], confirms="pin")
    text = page(client, cast.admin)
    assert '<span class="second">Scarto</span>' in text
    assert '<span class="second">By a PIN</span>' in text


def test_scorers_learn_who_sets_the_club_up(client: Client, cast: Cast) -> None:
    assert "Only administrators of the club set it up." in page(client, cast.scorer)
    for settings in ({"name": "Ours"}, {"recorded_by": "members"}):
        with pytest.raises(NotAllowed):
            set_up(user=cast.scorer, club=cast.club, **settings)


def test_a_setting_that_there_is_not_is_refused_by_name(cast: Cast) -> None:
    for name, value in (("public_sees", "hands"), ("games", ["whist"]), ("language", "xx")):
        with pytest.raises(ValidationError) as refused:
            set_up(user=cast.admin, club=cast.club, **{name: value})
        assert list(refused.value.message_dict) == [name]


# --- games ----------------------------------------------------------------------------------------


def test_a_club_that_chooses_every_game_gets_later_ones_too(cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, games=[game.key for game in VARIANTS])
    assert Club.objects.get(pk=cast.club.pk).games == []


@pytest.mark.parametrize("name", ["match-new", "rules"])
def test_games_that_the_club_does_not_play_are_folded_away(
    client: Client, cast: Cast, name: str
) -> None:
    assert "Other games" not in page(client, cast.scorer, name)
    set_up(user=cast.admin, club=cast.club, games=["scarto", "droggn"])
    first, folded = page(client, cast.scorer, name).split("Other games</summary>")
    assert "Scarto" in first and "Droggn" in first and "Taroux of Six" not in first
    assert "Taroux of Six" in folded and "French Tarot" in folded


@pytest.mark.parametrize("name", ["search", "matches"])
def test_searches_offer_the_games_of_the_club_first(client: Client, cast: Cast, name: str) -> None:
    cast.sealed_hand()  # an empty club has nothing to search
    client.get(reverse("api:schema"))  # which makes the fields of these filters once for itself
    set_up(user=cast.admin, club=cast.club, games=["droggn"])
    text = page(client, cast.member, name)
    first, folded = text.split('<optgroup label="Other games">')
    assert ">Droggn</option>" in first
    assert ">French Tarot</option>" not in first and ">French Tarot</option>" in folded


def test_hands_of_other_games_are_found_and_played_as_before(client: Client, cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, games=["droggn"])
    hand = cast.sealed_hand(claimed_by_seat_0())  # of French Tarot
    client.force_login(cast.member)
    address = reverse("hands", args=["les-atouts"])
    found = client.get(address, {"variant": "french"}).content.decode()
    assert hand.public_id in found
    assert "Game French Tarot" in re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", found))


def test_a_new_match_begins_with_a_game_of_the_club(client: Client, cast: Cast) -> None:
    assert cast.match.variant == "french"
    set_up(user=cast.admin, club=cast.club, games=["scarto", "droggn"])
    text = page(client, cast.scorer, "match-new")
    assert '<input type="hidden" name="variant" value="droggn">' in text


# --- recording ------------------------------------------------------------------------------------


def test_a_new_match_writes_down_what_the_club_says(client: Client, cast: Cast) -> None:
    cast.open_match(writes="all-hands")
    chosen = r'name="writes" value="([a-z-]+)"[^>]* checked'
    assert re.findall(chosen, page(client, cast.scorer, "match-new")) == ["all-hands"]
    set_up(user=cast.admin, club=cast.club, writes="result-only")
    assert re.findall(chosen, page(client, cast.scorer, "match-new")) == ["result-only"]


def test_every_member_records_where_the_club_says_so(client: Client, cast: Cast) -> None:
    players = cast.players[:4]
    with pytest.raises(NotAllowed):
        open_match(user=cast.member, club=cast.club, seats=players, **FRIDAY)
    set_up(user=cast.admin, club=cast.club, recorded_by="members")
    match = open_match(user=cast.member, club=cast.club, seats=players, **FRIDAY)
    hand = book.open_hand(user=cast.member, match=match)
    assert "New match" in page(client, cast.member, "club")
    assert 'id="recording"' in page(client, cast.member, "record", match.public_id)
    found: Any = Hand.objects.visible_to(cast.member).get(pk=hand.pk)
    assert (found.my_role, found.may_record) == ("member", True)
    with pytest.raises(NotAllowed):
        set_up(user=cast.member, club=cast.club, recorded_by="scorers")


def test_members_of_one_club_do_not_record_in_another(cast: Cast) -> None:
    set_up(user=cast.other_scorer, club=cast.other_club, recorded_by="members")
    with pytest.raises(NotAllowed):
        open_match(user=cast.member, club=cast.club, seats=cast.players[:4], **FRIDAY)


def test_players_who_do_not_record_learn_why_the_hand_is_shut(client: Client, cast: Cast) -> None:
    cast.open_hand(calls("pass"))
    Membership.objects.filter(user=cast.admin, club=cast.club).update(player=cast.players[0])
    set_up(user=cast.admin, club=cast.club, hides_running=True)
    why = "You sit at this table and someone else records this hand"
    assert why in page(client, cast.admin, "record", cast.match.public_id)
    assert why not in page(client, cast.scorer, "record", cast.match.public_id)


def test_a_member_who_sits_elsewhere_is_led_to_the_running_hand(client: Client, cast: Cast) -> None:
    cast.open_hand(calls("pass"))
    mine = Membership.objects.filter(user=cast.member, club=cast.club)
    mine.update(player=cast.players[4])
    set_up(user=cast.admin, club=cast.club, running_seen_by="elsewhere")
    assert "Watch hand 1" in page(client, cast.member, "match", cast.match.public_id)
    mine.update(player=cast.players[3])
    assert "Watch hand 1" not in page(client, cast.member, "match", cast.match.public_id)


# --- language and suits ---------------------------------------------------------------------------


def test_who_has_not_chosen_reads_the_language_and_suits_of_the_club(
    client: Client, cast: Cast
) -> None:
    set_up(user=cast.admin, club=cast.club, language="fr", deck="latin", suits="two")
    root = '<html lang="fr" dir="ltr" data-deck="latin" data-suits="two" data-usual="deck suits">'
    assert root in page(client, cast.member, "club")
    assert root in page(client, cast.member, "players")


def test_who_has_chosen_keeps_their_language_and_suits(client: Client, cast: Cast) -> None:
    set_up(user=cast.admin, club=cast.club, language="fr", deck="latin")
    client.force_login(cast.member)
    client.cookies["deck"] = "own"
    client.post(reverse("choose-language"), {"language": "de", "next": "/"})
    page(client, cast.member, "club")
    assert '<html lang="de" dir="ltr" data-usual="deck">' in page(client, cast.member, "players")


def test_a_club_that_says_nothing_leaves_no_cookie(client: Client, cast: Cast) -> None:
    page(client, cast.member, "club")
    assert "usual" not in client.cookies
