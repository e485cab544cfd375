"""The generated archive is what the site itself would have written, but for the entries."""

import pytest

from games.book.rebuilding import rebuild_hand
from games.models import Club, Hand, HandSeat, Seal, Tally, TallyKind
from games.proof import findings_of
from tests.campaigns.volume import build
from tests.campaigns.volume.plan import CLUBS, HANDS_A_MATCH

HANDS = 5 * HANDS_A_MATCH
pytestmark = [pytest.mark.postgres, pytest.mark.django_db]
NO_ENTRIES = "the entries give another game than was sealed"


@pytest.fixture(scope="module")
def pool() -> build.Pool:
    """Hands to choose from, which are never changed: it takes longer to make them than to load."""
    return build.pool_of(40, nothing)


@pytest.fixture
def archive(pool: build.Pool) -> build.Pool:
    """Five matches; the pool of their hands."""
    build.load(HANDS, pool, nothing)
    return pool


def nothing() -> None:
    """Nobody watches how far it is."""


def test_seals_and_results_check(archive: build.Pool) -> None:
    assert Hand.objects.sealed().count() == Seal.objects.count() == HANDS
    assert Club.objects.count() == len(CLUBS)
    for club in Club.objects.all():
        assert {one.what for one in findings_of(club)} <= {NO_ENTRIES}


def test_derived_columns_are_those_of_a_rebuild(archive: build.Pool) -> None:
    def columns() -> list[tuple[object, ...]]:
        hands = Hand.objects.order_by("pk").values_list()
        seats = HandSeat.objects.order_by("hand", "seat")
        names = [field.attname for field in HandSeat._meta.concrete_fields if field.name != "id"]
        return [*map(tuple, hands), *map(tuple, seats.values_list(*names))]

    loaded = columns()
    for hand in Hand.objects.all():
        rebuild_hand(hand)
    assert columns() == loaded


def test_an_archive_goes_on_where_it_was(archive: build.Pool) -> None:
    before = list(Seal.objects.order_by("pk").values_list("link", flat=True))
    build.load(HANDS + 1, archive, nothing)
    assert Hand.objects.count() == HANDS + HANDS_A_MATCH
    assert list(Seal.objects.order_by("pk").values_list("link", flat=True))[:HANDS] == before
    for club in Club.objects.all():
        assert {one.what for one in findings_of(club)} <= {NO_ENTRIES}


def test_statistics_are_made_once(archive: build.Pool) -> None:
    steps: list[None] = []
    build.derive(lambda: steps.append(None))
    assert len(steps) == HANDS
    whole = Tally.objects.filter(player=None, period="", kind=TallyKind.WHOLE)
    assert sum(whole.values_list("hands", flat=True)) == HandSeat.objects.count()
    build.derive(lambda: steps.append(None))
    assert len(steps) == HANDS


def test_a_club_of_somebody_else_is_not_touched(db: None) -> None:
    Club.objects.create(name="Elsewhere", slug="elsewhere")
    with pytest.raises(build.NotAnArchive):
        build.load(HANDS, {}, nothing)
