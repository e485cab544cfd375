"""A hand of Taroux of Six at the recording table, from the first call to the score: every kind of
step has its page, and the hand is sealed with its score."""

import re

from django.test import Client
from django.urls import reverse

from games import book, people
from games.models import Hand
from tests import factories
from tests.cast import Cast
from tests.rules.six import ASIDE, BORIS, CHLOE, COURT, DARIO, FARID, FIVE, six, won

# What no sentence that a reader sees may hold.
UNFINISHED = re.compile(r"%\(\w+\)s|\{\w+\}|__proxy__")
# Farid plays We'll Take with Chloe, challenged and answered; he and Boris win six tricks each.
BEGUN = (
    six()
    .says("prop take contra:take recontra:take@2" + FIVE)
    .turns_up(ASIDE)
    .takes("second")
    .lays_away("H1 H2 H3")
    .lays_away(None)
    .declares("sparrow", seat=BORIS)
    .declares("slam", seat=DARIO)
)
PILES = {FARID: f"T21 {COURT}"}
TOLD = won(BEGUN, "5" * 6 + "1" * 6, PILES, fool=(CHLOE, 1), last="T1")
# Calls up to the re-contra, steps of the exchange, declarations, the first cards, the last.
LOOKED_AT = {*range(5), *range(9, 18), len(TOLD.actions) - 1}


def words_of(page: str) -> str:
    bare = re.sub(r"(?s)<(script|svg).*?</\1>", "", page)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", bare))


def test_every_kind_of_step_has_its_page(client: Client, cast: Cast) -> None:
    sixth = people.add_player(user=cast.scorer, club=cast.club, name="Farid")
    match = factories.open_match(
        cast.scorer, cast.club, (*cast.players, sixth), variant="taroux-of-six", first_dealer=5
    )
    hand = factories.open_hand(cast.scorer, match)
    client.force_login(cast.scorer)
    address = reverse("record", args=[cast.club.slug, match.public_id])
    said = {}
    for number, action in enumerate(TOLD.actions):
        if number in LOOKED_AT:
            page = client.get(address)
            assert page.status_code == 200
            said[number] = words_of(page.content.decode())
            assert UNFINISHED.search(said[number]) is None, said[number]
        factories.write(cast.scorer, hand, {"op": "act", "action": dict(action)})
    assert "Calls so far Anna … Farid Emma Dario Chloé Boris A player who has passed" in said[0]
    assert "Contra against We&#x27;ll Take" in said[2]
    assert "Re-contra Chloé" in said[3] and "Re-contra Farid" in said[3]
    book.seal(user=cast.scorer, hand=hand, version=hand.version)
    sealed = Hand.objects.get(pk=hand.pk)
    scores = [row.score_halves / 2 for row in sealed.seats.order_by("seat")]
    assert scores == TOLD.scores
