"""A site with something at each of its addresses, and somebody of each role who asks for it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.core import signing
from django.test import Client
from django.urls import resolve, reverse

from games import book, jobs, people
from games.access.live import Watch, watch
from games.club.letters import SALT
from games.confirming import disputes
from games.engine.engine_files import BUNDLE, engine_files
from games.evening import evenings
from games.evening.wall import set_wall
from games.models import (
    Board,
    Consent,
    EveningRound,
    Job,
    JobPiece,
    Match,
    Membership,
    Remark,
    Role,
    Study,
    User,
)
from games.people.inviting import make_invitation
from games.replay import remarking
from tests.cast import Cast, gather
from tests.factories import MembershipFactory, UserFactory, calls, claimed_by_seat_0, new_key
from tests.ground import Ground, ground
from tests.rows import ROUTES, ROWS, SENT


class Site(NamedTuple):
    """Who asks, and the values that stand in addresses."""

    users: dict[str, User]
    clients: dict[str, Client]
    facts: dict[str, Any]
    hands: dict[str, str]

    def address(self, name: str) -> str:
        """The address of a route, with something that is there in each of its places."""
        hand = self.hands[ROWS[name].hand]
        ids = {"club": "club_id", "player": "player_id", "match": "match_id"}
        kind = name.removeprefix("api:")
        public = self.facts.get(ids.get(kind, ""), hand)
        if kind in ("club-league", "club-championship", "club-events"):
            public = self.facts["club_id"]
        if kind.startswith("match-") or kind in ("standings", "seats-preview"):
            public = self.facts["match_id"]
        if kind.startswith("evening"):
            public = self.facts["evening_id"]
        facts = self.facts | {"hand_id": hand, "public_id": public}
        if name == "join":
            facts["token"] = facts["link"]
        if name == "developers":
            facts["name"] = "tour"
        if name == "help":
            facts["name"] = "recording"
        if name == "engine-file":
            facts |= {"folder": engine_files().bundle, "name": BUNDLE}
        return reverse(name, kwargs={key: facts[key] for key in ROUTES[name]})

    def sent(self, name: str) -> bytes:
        """What is sent to a route."""
        return SENT.get(name, "").format(**self.facts).encode()


def clients_of(users: dict[str, User]) -> dict[str, Client]:
    """A client for everybody who asks."""
    clients = {"visitor": Client()}
    for role, user in users.items():
        clients[role] = Client()
        clients[role].force_login(user)
    return clients


def token_of(followed: Watch) -> str:
    """What stands in the address that a page asks for something new."""
    return str(resolve(followed.address).kwargs["token"])


def furnish(cast: Cast) -> Site:
    """A club with a published, amended, disputed hand, one being recorded, and a comment."""
    sealed = cast.sealed_hand(claimed_by_seat_0())
    remarking.publish(user=cast.scorer, hand=sealed, names=True)
    remarking.add_remark(user=cast.member, hand=sealed, place="1.1", text="Bold!")
    undo = book.Wanted(changes=[{"op": "undo"}])  # the comment after the claim
    why = "Nobody said so."
    book.amend(user=cast.scorer, hand=sealed, version=8, key=new_key(), because=why, wanted=undo)
    boris = cast.players[1]
    dispute = disputes.dispute(user=cast.scorer, hand=sealed, player=boris, because="It was 52.")
    begun = cast.open_hand(calls("pass"))
    twice = people.add_player(user=cast.scorer, club=cast.club, name="Anna B.")
    merge = people.merge_players(user=cast.admin, kept=cast.players[0], gone=twice)
    guest: Any = UserFactory(username="guest")
    MembershipFactory(user=guest, club=cast.club, role=Role.GUEST)
    one_more = MembershipFactory(club=cast.club)
    invitation, link = make_invitation(
        user=cast.admin, club=cast.club, name="Friday", role=Role.MEMBER, places=9, days=7
    )
    who = {"member": one_more.user, "asked_by": cast.admin}
    consent = Consent.objects.create(club=cast.club, what=Consent.What.END, **who)
    wishes = {"hidden": False}
    job = jobs.ask(user=cast.admin, club=cast.club, kind="export", wishes=wishes)
    Job.objects.filter(pk=job.pk).update(state=Job.State.DONE, report={"bytes": 1})
    JobPiece.objects.create(job=job, number=0, data=b"x")
    evening = evenings.open_evening(
        user=cast.admin, club=cast.club, title="Friday", variant="french", hands=4, method="mean"
    )
    Board.objects.create(evening=evening, number=0)
    set_wall(user=cast.admin, evening=evening, address="friday")
    Membership.objects.filter(user=cast.member).update(feed="member")
    table = [player.public_id for player in cast.players[:4]]
    played = EveningRound.objects.create(evening=evening, number=1, seed=1, tables=[table])
    Match.objects.filter(pk=cast.match.pk).update(round=played)
    study = Study.objects.create(club=cast.club, title="Slips", author=cast.member)
    users = {
        "stranger": cast.other_scorer,
        "guest": guest,
        "member": cast.member,
        "scorer": cast.scorer,
        "admin": cast.admin,
    }
    facts = {
        "slug": cast.club.slug,
        "club_id": cast.club.public_id,
        "match_id": cast.match.public_id,
        "evening_id": evening.public_id,
        "player_id": cast.players[0].public_id,
        "study_id": study.public_id,
        "remark_id": Remark.objects.get().public_id,
        "comment": Remark.objects.get().public_id,
        "merge_id": merge.public_id,
        "dispute_id": dispute.public_id,
        "dispute": dispute.public_id,
        "consent_id": consent.public_id,
        "invitation_id": invitation.public_id,
        "link": link,
        "member": one_more.pk,
        "job_id": job.public_id,
        "number": 0,
        "uidb64": "MQ",
        "variant": "french",
        "key": "french",
        "code": "not-found",
        "kind": "csv",
        "place": "1.1",
        "what": "draw",
        "step": 1,
        "revision": 1,
        "index": 0,
        "name": "entries",
        "address": "friday",
        "feed": "member",
        "signed": signing.dumps(cast.club.memberships.get(user=cast.member).pk, salt=SALT),
        "token": token_of(watch(cast.club, cast.member)),
    }
    hands = {"sealed": sealed.public_id, "open": begun.public_id}
    return Site(users, clients_of(users), facts, hands)


@pytest.fixture(scope="module")
def engine_made() -> None:
    """Made before a transaction, which PostgreSQL does not let stand idle for so long."""
    engine_files()


@pytest.fixture(scope="module")
def site_once(engine_made: None, request: pytest.FixtureRequest) -> Iterator[Ground[Site]]:
    """The site, made once for a file."""
    with ground(request, lambda: furnish(gather())) as laid:
        yield laid


@pytest.fixture
def site(site_once: Ground[Site], db: None, uncounted: None) -> Site:
    """What stands at the addresses, and somebody of each role who asks for it."""
    return site_once.given()


def verdict(response: Any) -> str:
    """What an answer means."""
    assert response.status_code < 500
    sent_away = response.status_code == 302 and reverse("sign-in") in response.headers["Location"]
    if response.status_code == 401 or sent_away:
        return "sign-in"
    return str(response.status_code) if response.status_code in (403, 404, 405) else "in"


def ask(site: Site, role: str, method: str, address: str, body: bytes) -> str:
    """What somebody gets by a method."""
    client = site.clients[role]
    content_type = "application/json" if "/api/" in address else "application/x-www-form-urlencoded"
    found = verdict(client.generic(method, address, body, content_type))
    if role in site.users and address == reverse("sign-out"):
        client.force_login(site.users[role])
    return found
