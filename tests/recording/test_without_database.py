"""How a match stands can be worked out and drawn where there is no database, to the same text."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import book
from games.book import records
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import match_as_json
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating
from games.models import Hand, Match, User
from games.people.players import add_player
from games.rules import Variant, entering, format_record
from tests.cast import Cast
from tests.factories import open_hand, open_match, sealed_hand
from tests.games import EVERY_VARIANT, hand_by_chance
from tests.recording.without_database import ROOT, Asked

pytestmark = pytest.mark.django_db

TOKENS = re.compile(r'<input type="hidden" name="(csrfmiddlewaretoken|key)"[^>]*>')


def plain(text: str) -> str:
    """What is drawn, without the tokens of its forms."""
    return TOKENS.sub("", text).strip()


def drawn_apart(asked: Asked) -> dict[str, str]:
    """What the program without a database makes of it."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.recording.without_database"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    answer: dict[str, str] = json.loads(done.stdout)
    return answer


def addresses(match: Match, hand: Hand) -> dict[str, str]:
    """The addresses on these screens, by the words in which the templates ask for them."""
    club, people = match.club.slug, {row.player.public_id for row in match.seats.all()}
    asked: list[tuple[str, ...]] = [
        ("rule-sheet", club, match.variant),
        *(("player", club, one) for one in people),
        *((name, club, hand.public_id) for name in ("hand", "hand-seal")),
        *((name, club, match.public_id) for name in ("record", "hand-open", "match-close")),
        ("match-new", club),
    ]
    return {
        **{" ".join(one): reverse(one[0], args=one[1:]) for one in asked},
        "entries": reverse("entries", args=[club, hand.public_id]),
        "panel": reverse("panel", args=[club, hand.public_id, "entries"]),
    }


def finished(user: User, match: Match, players: int) -> Hand:
    """The third hand of a match, over and not sealed; the second became void."""

    def by_chance(seed: int) -> list[entering.Change]:
        _number, deal = match.coming(match.seats.at(1).count())
        return hand_by_chance(match.variant, players, seed=seed, dealer=deal.dealer)

    sealed_hand(user, match, by_chance(1))
    void = open_hand(user, match)
    book.void_hand(user=user, hand=void, version=void.version)
    return open_hand(user, match, by_chance(2))


@EVERY_VARIANT
def test_the_score_and_the_page_after_it_are_drawn_alike_without_a_database(
    client: Client, cast: Cast, variant: Variant
) -> None:
    """With somebody who sits out, where the game knows it, and a substitute."""
    sixth, seventh = (
        add_player(user=cast.scorer, club=cast.club, name=name) for name in ("Farid", "Gaëlle")
    )
    table = max(variant.seatings, key=lambda one: (one.dealer_sits_out, one.people))
    people = [*cast.players, sixth][: table.people]
    match = open_match(
        cast.scorer,
        cast.club,
        people,
        variant=variant.key,
        first_dealer=1,
        dealer_sits_out=table.dealer_sits_out,
    )
    hand = finished(cast.scorer, match, table.players)
    wanted = Reseating((seventh, *people[1:]), since=2)
    reseat(user=cast.scorer, match=match, wanted=wanted)
    hand = Hand.objects.visible_to(cast.scorer).with_table().get(pk=hand.pk)

    with translation.override("fr"):
        written = str(match.get_writes_display())
    changes = records.changes_of(hand)
    asked: Asked = {
        "language": "fr",
        "match": json.loads(json.dumps(match_as_json(match_so_far(match)))),
        "hand": {
            **{"public_id": hand.public_id, "number": hand.number},
            **{"version": hand.version, "is_open": True},
        },
        "record": format_record(records.record_of(hand, changes)).decode(),
        "last": list(entering.last_tap(changes)),
        "club": match.club.slug,
        "addresses": addresses(match, hand),
        "written": written,
    }
    apart = drawn_apart(asked)

    client.force_login(cast.scorer)
    french: Any = {"accept-language": "fr"}
    address = reverse("recording", args=[match.club.slug, hand.public_id])
    stage = client.get(address, headers=french).json()["stage"]
    assert plain(apart.pop("recording/_score.html")) in plain(stage)

    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    address = reverse("record", args=[match.club.slug, match.public_id])
    page = plain(client.get(address, headers=french).content.decode())
    for part in apart.values():
        assert plain(part) in page
