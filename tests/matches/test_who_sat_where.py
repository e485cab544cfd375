"""The page of a match that shows who sat where and puts it right; another day; no match at all."""

import html
import re
from datetime import date
from typing import Any

from django.test import Client
from django.urls import reverse

from games.access.forms import new_key
from games.matches import history
from games.matches.match_rows import match_so_far
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating
from games.models import Match, Seal
from tests.cast import Cast, gather
from tests.factories import calls, claimed_by_seat_0
from tests.ground import laid_once
from tests.matches.test_opening import filled_in, send

WHY = "Emma had come in for Boris."


def gather_at_the_table() -> Cast:
    """Both clubs, after a sealed hand, while another is being recorded."""
    cast = gather()
    cast.sealed_hand(claimed_by_seat_0())
    cast.open_hand(calls("pass"))
    return cast


both_clubs = laid_once(gather_at_the_table)


def address(cast: Cast, name: str = "match-seats") -> str:
    return reverse(name, args=[cast.club.slug, cast.match.public_id])


def seated(cast: Cast, initials: str, **facts: str) -> dict[str, str]:
    """What the form sends: these people from hand 1 on, and what is changed."""
    numbers = ["ABCDE".index(initial) for initial in initials]
    people = {f"seat-{at}": cast.players[who].public_id for at, who in enumerate(numbers)}
    return {"since": "1", "until": "", "dealer": "", "key": new_key(), **people, **facts}


def words(answer: Any) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def seen_in(answer: Any) -> str:
    found = re.search(r'name="seen" value="(\w+)"', answer.content.decode())
    assert found is not None
    return found[1]


def test_a_preview_says_what_changes_and_what_was_seen_is_done_once(
    scorer: Client, cast: Cast
) -> None:
    form = seated(cast, "AECD", because=WHY)
    shown = scorer.post(address(cast), form | {"do": "preview"})
    told = words(shown)
    assert "Boris −520 0" in told and "Emma 0 −520" in told and "Anna +1,560 +1,560" in told
    assert "Hand 1 sealed Emma instead of Boris." in told
    assert "Hand 2 Emma instead of Boris." in told
    form["seen"] = seen_in(shown)
    # The form names what is missing, and what came in between is shown before anything is done.
    for facts, named in (
        ({"seat-1": "nobody"}, "Seat 2"),
        ({"because": ""}, "Say in a few words why"),
        ({"since": "9"}, "From hand"),
        ({"seen": "0" * 64}, "look at the preview again"),
    ):
        answer = scorer.post(address(cast), form | facts | {"do": "save"})
        assert answer.status_code == 422 and named in words(answer), facts
    assert Seal.objects.count() == 1
    for _twice in range(2):
        answer = scorer.post(address(cast), form | {"do": "save", "back": "record"})
        assert answer.headers["Location"].endswith("/record/")
    assert Seal.objects.count() == 2
    first = cast.match.hands.get(number=1)
    hand = scorer.get(reverse("hand", args=[cast.club.slug, first.public_id]))
    assert f"{WHY} Emma instead of Boris." in words(hand)


def test_a_dealer_is_put_right_with_the_cards(scorer: Client, cast: Cast) -> None:
    form = seated(cast, "ABCD", until="1", dealer="0") | {"do": "preview"}
    told = words(scorer.post(address(cast), form))
    assert "Anna deals, not Dario. Everything recorded moves on by one seat with the deal." in told


def test_the_seat_keeps_its_total_and_a_substitute_has_one(scorer: Client, cast: Cast) -> None:
    anna, _boris, chloe, dario, emma = cast.players
    wanted = Reseating((anna, emma, chloe, dario), since=2)
    reseat(user=cast.scorer, match=cast.match, wanted=wanted)
    found = history.match_standings(match_so_far(cast.match))
    assert found.names == ("Anna", "Boris / Emma", "Chloé", "Dario")
    shares = [(share.player.name, share.total) for share in found.shared[1]]
    assert shares == [("Boris", -1040), ("Emma", 0)]
    for name in ("match", "match-sheet"):
        told = words(scorer.get(address(cast, name)))
        assert "Boris / Emma" in told and "Boris −520" in told and "Emma 0" in told
    assert scorer.get(address(cast, "match-sheet-pdf")).content.startswith(b"%PDF")
    matches = words(scorer.get(reverse("matches", args=[cast.club.slug])))
    assert "Anna, Boris, Emma, Chloé, Dario" in matches
    by_emma = reverse("matches", args=[cast.club.slug]) + f"?player={emma.public_id}"
    assert words(scorer.get(by_emma)).count("Friday") == 1


def test_who_sits_at_another_open_match_is_asked_about(scorer: Client, cast: Cast) -> None:
    """In the form of a new match, and as a substitute."""
    form = filled_in(cast, 0, 1, 2, 4, table="2", title="Second table")
    asked = send(scorer, cast, form)
    assert asked.status_code == 200
    assert "Chloé" in words(asked) and "sit at Friday ." in words(asked)
    assert "all the same?" in words(asked)
    assert Match.objects.count() == 1
    opened = send(scorer, cast, form | {"do": "open-all-the-same"})
    assert opened.status_code == 302 and Match.objects.count() == 2
    told = words(scorer.post(address(cast), seated(cast, "ABCE") | {"do": "preview"}))
    assert "Emma sits at table 2, Second table . Seat them here all the same?" in told


def test_a_match_is_changed_on_its_page(scorer: Client, cast: Cast) -> None:
    sent = {"title": "Finale", "table": "3", "played_on": "2026-10-01"}
    assert scorer.post(address(cast, "match-edit"), sent).status_code == 302
    match = Match.objects.get()
    assert (match.title, match.table, match.played_on) == ("Finale", "3", date(2026, 10, 1))
    wrong = scorer.post(address(cast, "match-edit"), sent | {"title": ""})
    assert wrong.status_code == 422 and "Give the match a title." in words(wrong)


def test_only_an_empty_match_can_be_deleted(scorer: Client, cast: Cast) -> None:
    assert "Delete the match" not in words(scorer.get(address(cast, "match-edit")))
    scorer.post(address(cast, "match-delete"))
    assert Match.objects.count() == 1
    empty = cast.open_match()
    place = [cast.club.slug, empty.public_id]
    assert "Delete the match" in words(scorer.get(reverse("match-edit", args=place)))
    scorer.post(reverse("match-delete", args=place))
    assert not Match.objects.filter(pk=empty.pk).exists()
