"""The pages that erase a person, and what everybody reads afterwards."""

import json
from collections.abc import Iterator
from itertools import islice

import pytest
from django.test import Client
from django.urls import reverse

from games import book
from games.matches.reseating import reseat
from games.matches.reseating_plan import Reseating, plan_reseating
from games.models import Hand, Membership, Player, Role, User
from games.people.erasing.erase_person import erase_person
from games.people.erasing.erasure_plan import person_of, plan_erasure
from tests.cast import Cast
from tests.factories import EASY_DEAL, PASSWORD, MembershipFactory, UserFactory, new_key
from tests.forgotten import Forgotten, traces
from tests.rows import ROUTES, ROWS

READABLE = {
    name: wanted
    for name, wanted in ROUTES.items()
    if "GET" in ROWS[name].methods and not name.startswith(("engine", "developers", "help", "rule"))
}
# Of these nothing can be read but whether there is an answer: one of each is enough.
DRAWN = ("pdf", "png", "picture")


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def erased(cast: Cast, her: Forgotten) -> None:
    person = person_of(her.player)
    plan = plan_erasure(user=cast.admin, person=person)
    erase_person(user=cast.admin, person=person, seen=plan)


def addresses(cast: Cast, her: Forgotten) -> Iterator[str]:
    """Every address of the site that can be read, about each of the hands and matches."""
    for hand in Hand.objects.select_related("match"):
        facts = {
            "slug": cast.club.slug,
            "hand_id": hand.public_id,
            "match_id": hand.match.public_id,
            "player_id": her.player.public_id,
            "member": cast.admin.memberships.get().pk,
            "variant": hand.variant,
            "key": hand.variant,
            "place": "1.1",
            "step": 1,
            "revision": 1,
            "index": 0,
            "name": "tour",
        }
        for name, wanted in READABLE.items():
            if name.endswith(DRAWN) and hand.pk != her.hand.pk:
                continue
            known = {**facts, "public_id": public_id(name, hand, cast)}
            for kind in ("csv", "ndjson", "json", "txt") if "kind" in wanted else ("",):
                values = {**known, "kind": kind}
                if all(one in values for one in wanted):
                    yield reverse(name, kwargs={one: values[one] for one in wanted})


def public_id(name: str, hand: Hand, cast: Cast) -> str:
    """What an address of the interface for programs is about."""
    if name in ("api:match", "api:standings"):
        return hand.match.public_id
    return cast.club.public_id if name == "api:club" else hand.public_id


@pytest.mark.thorough
@pytest.mark.usefixtures("uncounted")
def test_no_page_file_or_answer_names_somebody_who_was_erased(both: tuple[Cast, Forgotten]) -> None:
    cast, her = both
    client = client_of(cast.admin)
    pages = sorted(set(addresses(cast, her)))

    def naming() -> Iterator[str]:
        for page in pages:
            response = client.get(page)
            assert response.status_code < 500, page
            body = b"".join(response) if response.streaming else response.content
            if traces([body.decode("utf-8", "replace")]):
                yield page

    assert len([*islice(naming(), 30)]) == 30
    erased(cast, her)
    assert [*naming()] == []
    hand = client.get(reverse("hand", args=[cast.club.slug, her.hand.public_id]))
    assert "[erased]" in hand.content.decode()


def test_a_person_who_was_erased_can_be_chosen_nowhere_and_their_hands_stay(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, her = both
    client = client_of(cast.admin)
    league = reverse("league", args=[cast.club.slug])
    before = client.get(league, {"variant": "french"}).content.decode()
    erased(cast, her)
    for name in ("players", "match-new", "search", "club", "hands"):
        page = client.get(reverse(name, args=[cast.club.slug]), {"variant": "french"})
        assert her.player.public_id not in page.content.decode(), name
    after = client.get(league, {"variant": "french"}).content.decode()
    assert before.count("<tr") == after.count("<tr")
    assert "[erased]" in after
    own = client.get(reverse("player", args=[cast.club.slug, her.player.public_id]))
    assert "[erased]" in own.content.decode()
    for name in ("player-change", "player-erase", "player-merge"):
        page = client.get(reverse(name, args=[cast.club.slug, her.player.public_id]))
        assert page.status_code == 404


def test_an_administrator_looks_ticks_types_the_name_and_it_is_done(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, her = both
    client = client_of(cast.admin)
    address = reverse("player-erase", args=[cast.club.slug, her.player.public_id])
    page = client.get(address)
    plan, form = page.context["plan"], page.context["form"]
    for text in ("Zwetlana’s son", "Bravo, Zwétlana!", "Well played by us all.", "zqlana"):
        assert text in page.content.decode()
    son = next(one.key for one, _where in form.texts if one.text == "Zwetlana’s son")
    sent = {"seen": plan.seen, "spared": [son]}
    asked = client.post(address, sent)
    assert "Erase for good" in asked.content.decode()
    wrong = client.post(address, {**sent, "sure": "1", "typed": "Zwetlana"})
    assert (wrong.status_code, her.player.erased_at) == (422, None)
    assert "This is not the name" in wrong.content.decode()
    stale = client.post(address, {"seen": "before", "sure": "1", "typed": her.player.name})
    assert stale.status_code == 422
    assert not Player.every.exclude(erased_at=None).exists()
    done = client.post(address, {**sent, "sure": "1", "typed": " zwétlana  QUIRRELMANN "})
    assert done.headers["Location"] == reverse("players", args=[cast.club.slug])
    her.player.refresh_from_db()
    her.account.refresh_from_db()
    assert (her.player.name, her.account.is_active) == ("[erased]", False)
    kept = client.get(reverse("invitations", args=[cast.club.slug]))
    assert traces([kept.content.decode()])


def erase_on_the_page(client: Client, membership: Membership) -> str:
    """Erase a member as an administrator does who reads the page, and return what it said."""
    address = reverse("member-erase", args=[membership.club.slug, membership.pk])
    page = client.get(address)
    name = membership.user.get_username()
    client.post(address, {"seen": page.context["plan"].seen, "sure": "1", "typed": name})
    return page.content.decode()


def test_an_account_is_erased_as_far_as_its_club_reaches(cast: Cast) -> None:
    """Not the only administrator; and of two clubs it belongs to the other as before."""
    mine = Membership.objects.get(user=cast.admin, club=cast.club)
    client = client_of(cast.admin)
    assert "make somebody else one first" in erase_on_the_page(client, mine)
    assert Membership.objects.filter(pk=mine.pk).exists()
    mia = UserFactory(username="mia", email="mia@example.org")
    hers = MembershipFactory(user=mia, club=cast.club, role=Role.MEMBER)
    other = MembershipFactory(user=mia, club=cast.other_club, role=Role.MEMBER)
    assert "The account itself stays" in erase_on_the_page(client, hers)
    mia.refresh_from_db()
    assert (mia.email, mia.is_active) == ("mia@example.org", True)
    assert list(Membership.objects.filter(user=mia)) == [other]
    zoe = MembershipFactory(club=cast.club, role=Role.ADMIN, user__username="zoe")
    client = client_of(zoe.user)
    erase_on_the_page(client, zoe)
    assert reverse("sign-in") in client.get(reverse("home")).headers["Location"]
    assert not client.login(username="zoe", password=PASSWORD)


def test_a_player_in_an_open_match_is_erased_once_it_is_closed(admin: Client, cast: Cast) -> None:
    """A tablet at the table has the name, and the next hand would have it again."""
    cast.open_hand([{"op": "deal", "deal": EASY_DEAL}])
    page = admin.get(reverse("player-erase", args=[cast.club.slug, cast.players[0].public_id]))
    assert "which is still open" in page.content.decode()
    assert "Go on" not in page.content.decode()


def test_a_hand_with_an_erased_player_can_be_amended_and_its_seats_put_right(
    both: tuple[Cast, Forgotten],
) -> None:
    cast, her = both
    erased(cast, her)
    hand = Hand.objects.get(pk=her.amended.pk)
    wanted = book.Wanted(changes=[{"op": "act", "action": {"kind": "note", "text": "Again."}}])
    book.amend(
        user=cast.scorer,
        hand=hand,
        version=hand.version,
        key=new_key(),
        because="Counted once more.",
        wanted=wanted,
    )
    client = client_of(cast.scorer)
    seats = reverse("match-seats", args=[cast.club.slug, her.match.public_id])
    assert client.get(seats).status_code == 200
    match = her.match
    people = [seat.player for seat in match.seats.order_by("seat")]
    ids = [one.public_id for one in [people[0], people[2], people[1], people[3]]]
    preview = client.post(
        reverse("api:seats-preview", args=[match.public_id]),
        json.dumps({"seats": ids, "since": 1}),
        content_type="application/json",
    )
    assert preview.status_code == 200, preview.content
    swapped = (people[0], people[2], people[1], people[3])
    plan = plan_reseating(user=cast.scorer, match=match, wanted=Reseating(people=swapped))
    reseat(user=cast.scorer, match=match, wanted=plan.wanted, because="They sat.", seen=plan.seen)
    latest = Hand.objects.get(pk=hand.pk).revisions.latest("revision")
    assert not traces(text.text for text in latest.texts.all())
