"""How a match stands can be worked out and drawn where there is no database, to the same text."""

import json
import re
import subprocess
import sys
from typing import Any

from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import book
from games.book import records
from games.matches.match_rows import match_so_far
from games.matches.match_so_far import match_as_json
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating
from games.models import Hand, Match, Player, User
from games.people.players import add_player
from games.rules import VARIANTS, Variant, entering, format_record
from tests.cast import Cast
from tests.factories import open_hand, open_match, sealed_hand
from tests.games import hand_by_chance
from tests.recording.without_database import ROOT, Asked

TOKENS = re.compile(r'<input type="hidden" name="(csrfmiddlewaretoken|key)"[^>]*>')


def plain(text: str) -> str:
    """What is drawn, without the tokens of its forms."""
    return TOKENS.sub("", text).strip()


def drawn_apart(asked: list[Asked]) -> list[dict[str, str]]:
    """What the program without a database makes of each hand."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.recording.without_database"],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stderr
    answer: list[dict[str, str]] = json.loads(done.stdout)
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


def seated(cast: Cast, variant: Variant, people: list[Player]) -> Hand:
    """A finished hand of a match with somebody who sits out, where the game knows it, and a
    substitute."""
    table = max(variant.seatings, key=lambda one: (one.dealer_sits_out, one.people))
    match = open_match(
        cast.scorer,
        cast.club,
        people[: table.people],
        variant=variant.key,
        first_dealer=1,
        dealer_sits_out=table.dealer_sits_out,
    )
    hand = finished(cast.scorer, match, table.players)
    wanted = Reseating((people[-1], *people[1 : table.people]), since=2)
    reseat(user=cast.scorer, match=match, wanted=wanted)
    return Hand.objects.visible_to(cast.scorer).with_table().get(pk=hand.pk)


def asked_in_french(hand: Hand) -> Asked:
    """What a tablet has of a hand whose reader speaks French."""
    match, changes = hand.match, records.changes_of(hand)
    with translation.override("fr"):
        written = str(match.get_writes_display())
    return {
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


def test_the_score_and_the_page_after_it_are_drawn_alike_without_a_database(
    scorer: Client, cast: Cast
) -> None:
    """In French, for a hand of each game."""
    others = [
        add_player(user=cast.scorer, club=cast.club, name=name) for name in ("Farid", "Gaëlle")
    ]
    hands = [seated(cast, variant, [*cast.players, *others]) for variant in VARIANTS]
    french: Any = {"accept-language": "fr"}
    for hand, apart in zip(hands, drawn_apart([*map(asked_in_french, hands)]), strict=True):
        place = [hand.club.slug, hand.public_id]
        stage = scorer.get(reverse("recording", args=place), headers=french).json()["stage"]
        assert plain(apart.pop("recording/_score.html")) in plain(stage), hand.variant
        book.seal(user=cast.scorer, hand=hand, version=hand.version)
        address = reverse("record", args=[hand.club.slug, hand.match.public_id])
        page = plain(scorer.get(address, headers=french).content.decode())
        assert [name for name, part in apart.items() if plain(part) not in page] == []
