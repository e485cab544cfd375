"""What a club sets for itself, on one page: each section by itself, and what it changes."""

import re
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from games import book
from games.club.opening_clubs import open_club, set_up
from games.club.settings_forms import SECTIONS
from games.matches.match_changes import open_match
from games.models import Club, Hand, Membership, User
from games.rules import VARIANTS
from games.writing.errors import NotAllowed
from tests.cast import Cast
from tests.factories import calls, claimed_by_seat_0
from tests.ground import undone

# What each section sets.
CHANGES: dict[str, dict[str, Any]] = {
    "name": {"name": "Les Petits"},
    "games": {"games": ["french", "droggn"]},
    "recording": {"recorded_by": "members"},
    "writes": {"writes": "result-only"},
    "running": {"running_seen_by": "elsewhere", "hides_running": True},
    "shown": {"guests_see": "hands", "public_sees": "results"},
    "confirming": {"confirms": "pin"},
    "typing": {"types_twice": True},
    "analysis": {"shows_best_play": False, "names_daily": True},
    "judging": {"tablets_judge": True},
    "heads": {"shows_heads": True},
    "looks": {"language": "fr", "deck": "latin", "suits": "two"},
}
# Sections, and what is sent that there is not.
REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("name", {"name": " "}),
    ("games", {"games": []}),
    ("games", {"games": ["whist"]}),
    ("recording", {"recorded_by": "the cat"}),
    ("running", {"running_seen_by": "elsewhere"}),
    ("shown", {"guests_see": "hands", "public_sees": "hands"}),
    ("judging", {"tablets_judge": "the bystanders"}),
    ("looks", {"language": "xx"}),
    ("looks", {"deck": "german"}),
]
FRIDAY: dict[str, Any] = {"title": "Friday", "variant": "french"}
SETTINGS = [name for facts in CHANGES.values() for name in facts]


def page(client: Client, user: User, name: str = "club-settings", *args: Any) -> str:
    client.force_login(user)
    return client.get(reverse(name, args=["les-atouts", *args])).content.decode()


def send(client: Client, user: User, section: str, **sent: Any) -> Any:
    client.force_login(user)
    address = reverse("club-settings", args=["les-atouts"])
    return client.post(address, {"section": section, **sent})


def now(cast: Cast) -> dict[str, Any]:
    return Club.objects.filter(pk=cast.club.pk).values(*SETTINGS).get()


def test_each_section_is_saved_by_itself(client: Client, cast: Cast) -> None:
    """Enter in a field, and programs, send a form without the name of its button."""
    hidden = re.findall(
        r'<input type="hidden" name="section" value="(\w+)">', page(client, cast.admin)
    )
    assert hidden == [section.key for section in SECTIONS] == list(CHANGES)
    before = now(cast)
    for key, facts in CHANGES.items():
        sent = {name: str(one) if isinstance(one, bool) else one for name, one in facts.items()}
        with undone(client):
            answer = send(client, cast.admin, key, **sent)
            assert answer.headers["Location"].endswith(f"/settings/#{key}")
            assert now(cast) == before | facts, key
    assert send(client, cast.admin, "weather").status_code == 404
    send(client, cast.admin, "name", name="Les  Petits ")
    assert now(cast)["name"] == "Les Petits"


def test_what_there_is_not_is_refused_at_its_field(client: Client, cast: Cast) -> None:
    before = now(cast)
    for key, sent in REFUSED:
        answer = send(client, cast.admin, key, **sent)
        assert answer.status_code == 422, sent
        text = answer.content.decode()
        opened = re.findall(r'<details id="(\w+)" class="setting" open>', text)
        assert opened == [key], sent
        assert 'class="errorlist"' in text
    assert now(cast) == before
    for name, value in (
        ("public_sees", "hands"),
        ("games", ["whist"]),
        ("language", "xx"),
        ("confirms", "by shouting"),
        ("writes", "poems"),
    ):
        with pytest.raises(ValidationError) as refused:
            set_up(user=cast.admin, club=cast.club, **{name: value})
        assert list(refused.value.message_dict) == [name]


def test_only_administrators_set_the_club_up_and_read_what_is_set(
    client: Client, cast: Cast
) -> None:
    set_up(user=cast.admin, club=cast.club, games=["scarto"], confirms="pin")
    text = page(client, cast.admin)
    assert '<span class="second">Scarto</span>' in text
    assert '<span class="second">By a PIN</span>' in text
    assert "Only administrators of the club set it up." in page(client, cast.scorer)
    for settings in ({"name": "Ours"}, {"recorded_by": "members"}, {"tablets_judge": True}):
        with pytest.raises(NotAllowed):
            set_up(user=cast.scorer, club=cast.club, **settings)


# --- games ----------------------------------------------------------------------------------------


def test_games_that_the_club_does_not_play_are_folded_away_and_found_as_before(
    client: Client, cast: Cast
) -> None:
    hand = cast.sealed_hand(claimed_by_seat_0())  # of French Tarot
    client.get(reverse("api:schema"))  # which makes the fields of these filters once for itself
    for name in ("match-new", "rules"):
        assert "Other games" not in page(client, cast.scorer, name), name
    set_up(user=cast.admin, club=cast.club, games=["scarto", "droggn"])
    for name in ("match-new", "rules"):
        first, folded = page(client, cast.scorer, name).split("Other games</summary>")
        assert "Scarto" in first and "Droggn" in first and "Taroux of Six" not in first, name
        assert "Taroux of Six" in folded and "French Tarot" in folded, name
    proposed = '<input type="hidden" name="variant" value="droggn">'
    assert proposed in page(client, cast.scorer, "match-new")
    for name in ("search", "matches"):
        text = page(client, cast.member, name)
        first, folded = text.split('<optgroup label="Other games">')
        assert ">Droggn</option>" in first, name
        assert ">French Tarot</option>" not in first and ">French Tarot</option>" in folded, name
    address = reverse("hands", args=["les-atouts"])
    found = client.get(address, {"variant": "french"}).content.decode()
    assert hand.public_id in found
    assert "Game French Tarot" in re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", found))
    set_up(user=cast.admin, club=cast.club, games=[game.key for game in VARIANTS])
    assert Club.objects.get(pk=cast.club.pk).games == [], "it gets later ones too"


# --- recording ------------------------------------------------------------------------------------


def test_a_new_match_writes_down_what_the_club_says(client: Client, cast: Cast) -> None:
    cast.open_match(writes="all-hands")
    chosen = r'name="writes" value="([a-z-]+)"[^>]* checked'
    assert re.findall(chosen, page(client, cast.scorer, "match-new")) == ["all-hands"]
    set_up(user=cast.admin, club=cast.club, writes="result-only")
    assert re.findall(chosen, page(client, cast.scorer, "match-new")) == ["result-only"]


def test_every_member_records_where_their_own_club_says_so(client: Client, cast: Cast) -> None:
    players = cast.players[:4]
    set_up(user=cast.other_scorer, club=cast.other_club, recorded_by="members")
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


def test_a_running_hand_is_shown_to_members_elsewhere_and_shut_to_players_who_do_not_record(
    client: Client, cast: Cast
) -> None:
    cast.open_hand(calls("pass"))
    Membership.objects.filter(user=cast.admin, club=cast.club).update(player=cast.players[0])
    set_up(user=cast.admin, club=cast.club, hides_running=True, running_seen_by="elsewhere")
    why = "You sit at this table and someone else records this hand"
    assert why in page(client, cast.admin, "record", cast.match.public_id)
    assert why not in page(client, cast.scorer, "record", cast.match.public_id)
    mine = Membership.objects.filter(user=cast.member, club=cast.club)
    for seat, is_elsewhere in ((4, True), (3, False)):
        mine.update(player=cast.players[seat])
        shown = page(client, cast.member, "match", cast.match.public_id)
        assert ("Watch hand 1" in shown) is is_elsewhere


def test_tablets_judge_cards_until_a_club_decides_otherwise(client: Client, cast: Cast) -> None:
    club = open_club(user=cast.admin, name="Another club")
    assert Club.objects.get(pk=club.pk).tablets_judge
    cast.open_hand()
    for judge, engine in (("True", "/engine/"), ("False", "")):
        assert send(client, cast.admin, "judging", tablets_judge=judge).status_code == 302
        screen = page(client, cast.scorer, "record", cast.match.public_id)
        assert re.findall('data-engine="([^"]*)"', screen) == [engine]


# --- language and suits ---------------------------------------------------------------------------


def test_the_club_s_language_and_suits_are_for_those_who_have_not_chosen(
    client: Client, cast: Cast
) -> None:
    page(client, cast.member, "club")
    assert "usual" not in client.cookies, "a club that says nothing leaves no cookie"
    set_up(user=cast.admin, club=cast.club, language="fr", deck="latin", suits="two")
    root = '<html lang="fr" dir="ltr" data-deck="latin" data-suits="two" data-usual="deck suits">'
    assert root in page(client, cast.member, "club")
    assert root in page(client, cast.member, "players")
    set_up(user=cast.admin, club=cast.club, suits="")
    client.cookies["deck"] = "own"
    client.post(reverse("choose-language"), {"language": "de", "next": "/"})
    page(client, cast.member, "club")
    assert '<html lang="de" dir="ltr" data-usual="deck">' in page(client, cast.member, "players")
