"""No answer of the site tells a reader a card that they may not know.

Every address is asked twice: the cards of the hands that the readers may not know are others the
second time, and all answers have to stay the same, whatever way a card would stand in them.
"""

import io
import json
import random
import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
import time_machine
from django.core import mail
from pytest_django import DjangoDbBlocker

from games.book.records import latest_seal
from games.club.letters import send_letters
from games.club.opening_clubs import set_up
from games.matches import sheets
from games.models import (
    Analysis,
    Board,
    Hand,
    Membership,
    Publication,
    Remark,
    Study,
    StudyItem,
    User,
    fields,
)
from games.replay import drawn_pages
from games.rules import Change, Turn, TurningPoints, card_id
from tests import factories, published_hands
from tests.cast import Cast
from tests.ground import Ground
from tests.rows import ROWS
from tests.site import Site, furnish
from tests.thorough import THOROUGH

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
# What differs between two answers though nothing in the club does: keys, tokens, digests.
CHANGING = re.compile(
    rb"""[\w-]{64,}|[0-9a-f]{8,}|:[\w-]{6}:[\w-]{27,}|nonce-[\w=+/-]+|"[\w-]{22}"|<\?xpacket.*|/ID.*"""
)


def others_cards(changes: Iterable[Change]) -> list[Change]:
    """The same course to the same score with other cards: red and black suits change places."""
    other = dict(zip("SHDC", "CDHS", strict=True)) | {"T8": "T7", "T7": "T8"}

    def changed(card: Any) -> str:
        return f'"{other.get(card[1], other.get(card[1][0], card[1][0]) + card[1][1:])}"'

    text = re.sub(r'"([SHDCT](?:\d+|[KQNJ]))"', changed, json.dumps(list(changes)))
    found: list[Change] = json.loads(text)
    return found


class Secrets(NamedTuple):
    """A hand that is played now, one whose board others still play, and one of another club."""

    running: Hand
    held: Hand
    elsewhere: Hand

    def sites(self, site: Site) -> Iterator[tuple[str, Site]]:
        """The site with each of these hands in its addresses."""
        for name, hand in self._asdict().items():
            facts = site.facts | {"slug": hand.club.slug, "club_id": hand.club.public_id}
            hands = dict.fromkeys(site.hands, hand.public_id)
            yield name, site._replace(facts=facts, hands=hands)


def keep_secrets(cast: Cast, changes: list[Change]) -> Secrets:
    """The hands; of that of a board there is all that could tell its cards."""
    running = factories.open_hand(cast.admin, cast.open_match(), changes[:40])
    held = factories.sealed_hand(cast.admin, cast.open_match(title="Board"), changes)
    Hand.objects.filter(pk=held.pk).update(board=Board.objects.get(), held=True)
    Publication.objects.create(hand=held, club=cast.club, by=cast.admin)
    card = changes[-1]["action"]["card"]
    facts: Any = {"club": cast.club, "hand": held, "place": "16.1", "author": cast.admin}
    Remark.objects.create(text=f"Why not {card}?", **facts)
    item: Any = {"study": Study.objects.get(), "number": 1, "place": "1.1", "cards": card}
    StudyItem.objects.create(hand=held, **item)
    turn = Turn(65, 16, 1, card_id(card), 30, -34, (card_id(card),))
    course = TurningPoints(56, False, (turn,), (0, -68, 0, 0), 40)
    digest = latest_seal(held).game_digest
    Analysis.objects.create(hand=held, digest=digest, course=course, one_card=True)
    match = factories.open_match(cast.other_scorer, cast.other_club, cast.other_players[:4])
    return Secrets(running, held, factories.sealed_hand(cast.other_scorer, match, changes))


def content_of(response: Any) -> bytes:
    """What an answer says, unpacked, without what changes by itself."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    if body.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(body)) as packed:
            body = b"\n".join(packed.read(name) for name in sorted(packed.namelist()))
    return CHANGING.sub(b"", body)


def asked(site: Site, secrets: Secrets) -> Iterator[tuple[str, str, str]]:
    """Who asks for which address, and what it is called."""
    (held,) = (here for which, here in secrets.sites(site) if which == "held")
    yield DIRECTOR, "admin", held.address("hand")
    for turn, (name, row) in enumerate(ROWS.items()):
        if "GET" not in row.methods or name in NOT_ASKED:
            continue
        two = READERS if THOROUGH else (READERS[turn % 2],)
        others = OUTSIDE if row.who in ("everybody", "guests") else ()
        for query in ("", *SEARCHED.get(name, ())):
            for who in (*two, *others):
                yield f"{name}{query} by {who}", who, site.address(name) + query
        for which, here in secrets.sites(site):
            for who in (*(READERS if which == "held" else two), *others):
                if here.hands["open"] in here.address(name):
                    yield f"{name} {which} by {who}", who, here.address(name)


DIRECTOR, AUTHOR = "the hand of the board by its director", "own-data by member"
READERS, OUTSIDE = ("member", "scorer"), ("visitor", "guest")
QUERIES = "?card_held=DK", "?best_play=one-card"
SEARCHED = dict.fromkeys(("hands", "hands-file", "api:hands"), QUERIES)
# Random answers, one that leaves a message for the next page, and what is the same for all clubs.
NOT_ASKED = {
    *("one-time-codes", "passkey-options", "join"),
    *("engine", "engine-worker", "engine-file", "worker", "api:schema", "api:docs", "developers"),
}


@pytest.mark.thorough
@pytest.mark.usefixtures("uncounted")
def test_no_answer_tells_two_deals_apart_that_its_reader_may_not_know(
    cast: Cast, monkeypatch: pytest.MonkeyPatch, django_db_blocker: DjangoDbBlocker
) -> None:
    """What was refused is not asked again: it is refused whatever was dealt."""
    site = furnish(cast)
    set_up(user=cast.admin, club=cast.club, hides_running=True, public_sees="results")
    Membership.objects.filter(user=cast.scorer).update(player=cast.players[0])
    User.objects.filter(pk=cast.member.pk).update(email="member@example.org")
    changes = published_hands.changes(published_hands.hands()[1], 3)
    monkeypatch.setattr(sheets, "SHOWN", 0)  # of the digests on paper
    first: dict[str, bytes] = {}
    for deal in (changes, others_cards(changes)):
        drawn_pages._pages.clear()
        draw, told = random.Random(1).randbytes, []
        monkeypatch.setattr(fields, "secrets", SimpleNamespace(token_bytes=draw))
        with time_machine.travel(NOON, tick=False) as clock:
            laid = Ground("", partial(keep_secrets, cast, deal), django_db_blocker)
            for asks, who, address in asked(site, laid.given()):
                if deal is not changes and asks not in first:
                    continue
                response: Any = site.clients[who].get(address)
                if response.status_code == 200:
                    found = content_of(response)
                    told += [asks] if found != first.setdefault(asks, found) else []
            clock.shift(timedelta(hours=2))
            Membership.objects.filter(user=cast.member).update(mailed_at=NOON - timedelta(days=2))
            send_letters("https://club.example")
            laid.clear()
        # Who may know it sees another, and whose study it is what they wrote there themselves.
        assert [asks for asks in told if asks != AUTHOR] == ([] if deal is changes else [DIRECTOR])
    one, other = (CHANGING.sub(b"", letter.body.encode()) for letter in mail.outbox)
    assert one == other
    assert len(first) > 150
