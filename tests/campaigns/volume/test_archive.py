"""The generated archive is what an import leaves, but for the entries."""

import pytest

from games.models import Club, Hand, Seal
from games.proof import findings_of
from tests.campaigns.volume import loading
from tests.campaigns.volume.evenings import CLUBS, HANDS_A_MATCH, Pool, pool_of

HANDS = 5 * HANDS_A_MATCH
pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]
NO_ENTRIES = {
    "entries are missing",
    "its entries are not those of then, or not by the same people at the same moments",
    "the entries give another game than was sealed",
}


def nothing() -> None:
    """Nobody watches how far it is."""


@pytest.fixture(scope="module")
def pool() -> Pool:
    """Hands to choose from, which are never changed: it takes longer to make them than to load."""
    return pool_of(40, nothing)


def test_an_archive_is_sound_but_for_its_entries_and_goes_on_where_it_was(pool: Pool) -> None:
    loading.load(HANDS, pool, nothing)
    assert Club.objects.count() == len(CLUBS)
    before = list(Seal.objects.order_by("pk").values_list("link", flat=True))
    assert len(before) == HANDS
    loading.load(HANDS + 1, pool, nothing)
    assert Hand.objects.sealed().count() == Seal.objects.count() == HANDS + HANDS_A_MATCH
    assert list(Seal.objects.order_by("pk").values_list("link", flat=True))[:HANDS] == before
    for club in Club.objects.all():
        assert {one.what for one in findings_of(club)} <= NO_ENTRIES


def test_a_club_of_somebody_else_is_not_touched(db: None) -> None:
    Club.objects.create(name="Elsewhere", slug="elsewhere")
    with pytest.raises(loading.NotAnArchive):
        loading.load(HANDS, {}, nothing)
