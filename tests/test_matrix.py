"""Who may do what, at every address of the site and by every method: a row for each route."""

from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from django.core import signing
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, resolve, reverse

from games import book, jobs, people
from games.access.live import Watch, watch
from games.club.letters import SALT
from games.club.opening_clubs import set_up
from games.confirming import disputes
from games.engine.engine_files import BUNDLE, engine_files
from games.evening import evenings
from games.evening.wall import set_wall
from games.models import (
    Board,
    Club,
    Consent,
    EveningRound,
    Hand,
    Job,
    JobPiece,
    Match,
    Membership,
    Player,
    Remark,
    Role,
    Study,
    User,
)
from games.people.inviting import make_invitation
from games.replay import remarking
from tests.cast import Cast, gather
from tests.factories import MembershipFactory, UserFactory, calls, claimed_by_seat_0, new_key
from tests.ground import Ground, ground, undone
from tests.thorough import THOROUGH

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ROLES = ("visitor", "stranger", "guest", "member", "scorer", "admin")
# What each role gets by a method that the route knows: "in", or why not.
LETS_IN = {
    "everybody": ("in", "in", "in", "in", "in", "in"),
    "accounts": ("sign-in", "in", "in", "in", "in", "in"),
    "guests": ("sign-in", "404", "in", "in", "in", "in"),
    "members": ("sign-in", "404", "404", "in", "in", "in"),
    "scorers": ("sign-in", "404", "404", "403", "in", "in"),
    "admins": ("sign-in", "404", "404", "403", "403", "in"),
    "whoever asked": ("sign-in", "404", "404", "404", "404", "in"),  # here an administrator
    "nobody": ("404", "404", "404", "404", "404", "404"),  # once somebody has an account
    "leaving": ("sign-in", "sign-in", "sign-in", "sign-in", "sign-in", "sign-in"),
}
READ, SEND, FORM = "GET", "POST", "GET POST"


class Row(NamedTuple):
    """A route: who is let in, by which methods; `hand`: which hand stands in its address."""

    who: str
    methods: str
    hand: str = "sealed"


ROWS = {
    # accounts
    "kept": Row("accounts", FORM),
    "home": Row("accounts", READ),
    "sign-in": Row("everybody", "GET POST PUT PATCH DELETE"),
    "second-step": Row("accounts", FORM),  # visitors by the page before it
    "passkey-options": Row("everybody", READ),
    "passkey-sign-in": Row("leaving", SEND),  # what no passkey has answered leads back
    "passkey-add": Row("accounts", FORM),
    "passkey-made": Row("accounts", SEND),
    "passkey-remove": Row("accounts", FORM),
    "one-time-codes": Row("accounts", FORM),
    "one-time-codes-end": Row("accounts", FORM),
    "recovery-codes": Row("accounts", FORM),
    "sign-out": Row("leaving", SEND),
    "founding": Row("nobody", FORM),
    "room": Row("nobody", READ),  # but in a club room
    "room-certificate": Row("nobody", READ),
    "account": Row("accounts", FORM),
    "own-data": Row("accounts", READ),
    "password": Row("accounts", FORM),
    "elsewhere-end": Row("accounts", SEND),
    "place-end": Row("accounts", SEND),
    "forgotten": Row("everybody", FORM),
    "reset": Row("everybody", FORM),
    "code": Row("everybody", FORM),
    "keys": Row("accounts", FORM),
    "key-end": Row("accounts", SEND),
    "choose-language": Row("everybody", SEND),
    "developers": Row("everybody", READ),
    "help": Row("everybody", READ),
    "worker": Row("everybody", READ),
    "engine": Row("everybody", READ),
    "engine-worker": Row("everybody", READ),
    "engine-file": Row("everybody", READ),
    "live": Row("everybody", READ),  # the address itself is signed, and says nothing of a club
    # clubs
    "clubs": Row("accounts", READ),
    "club-open": Row("accounts", FORM),
    "club": Row("guests", READ),
    "feeds": Row("members", FORM),
    "mail-end": Row("everybody", FORM),  # who has the link
    "feed-news": Row("everybody", READ),  # who has the address
    "feed-calendar": Row("everybody", READ),
    "club-archive": Row("members", FORM),
    "bring-results": Row("admins", FORM),
    "club-everything": Row("members", READ),
    "club-heads": Row("guests", READ),
    "club-heads-file": Row("guests", READ),
    "export-ask": Row("members", SEND),
    "job": Row("whoever asked", READ),
    "job-cancel": Row("whoever asked", SEND),
    "job-file": Row("whoever asked", READ),
    "job-take-in": Row("admins", SEND),
    "job-take-back": Row("admins", FORM),
    "rules": Row("members", READ),
    "rule-sheet": Row("members", READ),
    "league": Row("members", READ),
    "league-file": Row("members", READ),
    "league-pdf": Row("members", READ),
    "season-pdf": Row("members", READ),
    "season-png": Row("members", READ),
    "league-ranking": Row("admins", FORM),
    "how-we-count": Row("members", READ),
    "club-settings": Row("admins", FORM),
    # its people
    "join": Row("everybody", FORM),
    "invitations": Row("admins", FORM),
    "invitation-revoke": Row("admins", SEND),
    "members": Row("admins", READ),
    "consent": Row("admins", SEND),
    "member-change": Row("admins", SEND),
    "member-code": Row("admins", SEND),
    "member-end": Row("admins", SEND),
    "member-sign-out": Row("admins", SEND),
    "member-erase": Row("admins", FORM),
    "club-leave": Row("guests", FORM),
    # hands
    "hands": Row("members", READ),
    "search": Row("members", READ),
    "hands-file": Row("members", READ),
    "hand": Row("members", READ),
    "hand-place": Row("members", READ),
    "hand-step": Row("members", READ),
    "hand-record": Row("members", READ),
    "best-play": Row("members", READ),
    "best-play-hide": Row("members", SEND),
    "what-if": Row("members", READ),
    "daily": Row("guests", FORM),
    "study-keep": Row("members", FORM),
    "studies": Row("members", READ),
    "study": Row("members", FORM),
    "hand-revision": Row("members", READ),
    "hand-revision-place": Row("members", READ),
    "hand-amend": Row("scorers", FORM),
    "hand-publish": Row("scorers", SEND),
    "hand-log": Row("members", READ),
    # members as the player that they are, and nobody here is one
    "hand-confirm": Row("scorers", SEND, "open"),
    "hand-dispute": Row("scorers", SEND),
    "dispute-end": Row("scorers", SEND),
    "remark-add": Row("members", SEND),
    "remark-erase": Row("members", SEND),
    "remark-hide": Row("scorers", SEND),
    "shared-hand": Row("everybody", READ),
    "shared-place": Row("everybody", READ),
    "shared-picture": Row("everybody", READ),
    # players and matches
    "players": Row("members", READ),
    "player-add": Row("scorers", FORM),
    "here-tonight": Row("scorers", FORM),
    "players-list": Row("scorers", FORM),
    "player": Row("members", READ),
    "player-change": Row("scorers", FORM),
    "player-erase": Row("admins", FORM),
    "player-merge": Row("admins", FORM),
    "merge-undo": Row("admins", SEND),
    "first-pins": Row("admins", SEND),
    "player-pin": Row("scorers", FORM),
    "matches": Row("members", READ),
    "match-new": Row("scorers", FORM),
    "match": Row("members", READ),
    "match-sheet": Row("members", READ),
    "match-sheet-pdf": Row("members", READ),
    "sheets-pdf": Row("members", READ),
    "match-close": Row("scorers", SEND),
    "match-edit": Row("scorers", FORM),
    "match-delete": Row("scorers", SEND),
    "match-seats": Row("scorers", FORM),
    # evenings
    "evenings": Row("members", READ),
    "evening-new": Row("scorers", FORM),
    "evening": Row("members", READ),
    "evening-change": Row("scorers", FORM),
    "evening-draw": Row("scorers", SEND),
    "evening-move": Row("scorers", SEND),
    "evening-announce": Row("scorers", SEND),
    "evening-points": Row("scorers", SEND),
    "evening-people": Row("scorers", FORM),
    "evening-here": Row("scorers", SEND),
    "evening-clock": Row("scorers", SEND),
    "evening-teams": Row("scorers", FORM),
    "evening-codes": Row("scorers", FORM),
    "table": Row("everybody", FORM),
    "evening-wall": Row("scorers", FORM),
    "wall": Row("everybody", READ),  # who has the address
    "evening-table": Row("scorers", FORM),
    "evening-game": Row("scorers", SEND),
    "evening-counts": Row("scorers", SEND),
    "championship": Row("members", READ),
    "championship-pdf": Row("members", READ),
    "championship-png": Row("members", READ),
    "player-evenings": Row("members", READ),
    "evening-list": Row("members", READ),
    "evening-list-pdf": Row("members", READ),
    "evening-printed": Row("scorers", SEND),
    "evening-list-png": Row("members", READ),
    "evening-paper": Row("members", READ),
    "boards": Row("members", READ),
    "boards-pdf": Row("admins", READ),  # who opened the evening
    "boards-deal": Row("scorers", SEND),
    "boards-show": Row("scorers", SEND),
    # recording
    "record": Row("scorers", READ),
    "typed-sheet": Row("scorers", FORM),
    "typed-sheet-do": Row("scorers", SEND),
    "hand-open": Row("scorers", SEND),
    "tablet-deal": Row("scorers", SEND),
    "entries": Row("scorers", SEND, "open"),
    "recording": Row("scorers", READ, "open"),
    "recording-0.2": Row("scorers", READ, "open"),
    "hand-seal": Row("scorers", SEND, "open"),
    "tablet-seal": Row("scorers", SEND, "open"),
    "tablet-confirm": Row("scorers", SEND, "open"),
    "tablet-dispute": Row("scorers", SEND, "open"),
    "tablet-give-up": Row("scorers", SEND, "open"),
    "hand-give-up": Row("scorers", SEND, "open"),
    "tablet-take-up": Row("scorers", SEND, "open"),
    "hand-take-up": Row("scorers", SEND, "open"),
    "hand-take-over": Row("scorers", SEND, "open"),
    "entry": Row("scorers", READ, "open"),
    "entry-preview": Row("scorers", SEND, "open"),
    "entry-paste": Row("scorers", SEND, "open"),
    "choosing": Row("scorers", READ, "open"),
    "conflict": Row("scorers", SEND, "open"),
    "difference": Row("scorers", SEND, "open"),
    "panel": Row("scorers", READ, "open"),
    # the interface for programs
    "api:index": Row("everybody", READ),
    "api:clubs": Row("accounts", READ),
    "api:club-league": Row("members", READ),
    "api:club-events": Row("members", READ),
    "api:club": Row("members", READ),
    "api:players": Row("accounts", FORM),
    "api:player": Row("members", "GET PATCH"),
    "api:evenings": Row("accounts", READ),
    "api:evening": Row("members", READ),
    "api:evening-people": Row("members", FORM),
    "api:evening-rounds": Row("members", READ),
    "api:evening-points": Row("scorers", SEND),
    "api:club-championship": Row("members", READ),
    "api:evening-list": Row("members", READ),
    "api:evening-boards": Row("members", READ),
    "api:evening-board": Row("whoever asked", READ),
    "api:matches": Row("accounts", FORM),
    "api:match": Row("members", "GET PATCH DELETE"),
    "api:standings": Row("members", READ),
    "api:match-close": Row("scorers", SEND),
    "api:match-seats": Row("scorers", SEND),
    "api:seats-preview": Row("scorers", SEND),
    "api:match-hands": Row("scorers", SEND),
    "api:match-hands-preview": Row("scorers", SEND),
    "api:hands": Row("accounts", FORM),
    "api:hand": Row("members", READ),
    "api:record": Row("members", READ),
    "api:events": Row("members", READ),
    "api:comments": Row("members", FORM),
    "api:comment": Row("members", "DELETE"),
    "api:hand-best-play": Row("members", READ),
    "api:position": Row("members", READ),
    "api:entries": Row("scorers", FORM),
    "api:entry-preview": Row("scorers", SEND, "open"),
    "api:confirmations": Row("members", FORM),
    "api:disputes": Row("members", FORM),
    "api:dispute-end": Row("members", SEND),
    "api:hand-seal": Row("scorers", SEND, "open"),
    "api:hand-void": Row("scorers", SEND, "open"),
    "api:hand-amend": Row("scorers", SEND),
    "api:amend-preview": Row("scorers", SEND),
    "api:revisions": Row("members", READ),
    "api:revision": Row("members", READ),
    "api:variants": Row("everybody", READ),
    "api:variant": Row("everybody", READ),
    "api:sheet": Row("everybody", READ),
    "api:published": Row("everybody", READ),
    "api:record-schema": Row("everybody", READ),
    "api:verify": Row("accounts", SEND),
    "api:problem": Row("everybody", READ),
    "api:schema": Row("everybody", READ),
    "api:docs": Row("everybody", READ),
}


# Where one method is for others than the rest of the page, or its sender leaves something behind.
ODD = {
    # the page tells everybody apart itself, since some clubs show it to all
    **{
        (name, method, "visitor"): "405"
        for name in ("club", "club-heads", "club-heads-file")
        for method in METHODS[1:]
    },
    **{("daily", method, "visitor"): "405" for method in METHODS[2:]},
    ("daily", "POST", "guest"): "404",  # only members answer for good
    ("sign-in", "PATCH", "visitor"): "405",  # people signed in are sent on, by whatever method
    ("sign-in", "DELETE", "visitor"): "405",
    ("passkey-sign-in", "GET", "visitor"): "405",  # open to visitors, who are sent back by POST
    ("passkey-sign-in", "PUT", "visitor"): "405",
    ("passkey-sign-in", "PATCH", "visitor"): "405",
    ("passkey-sign-in", "DELETE", "visitor"): "405",
    ("second-step", "PUT", "visitor"): "405",
    ("second-step", "PATCH", "visitor"): "405",
    ("second-step", "DELETE", "visitor"): "405",
    ("club-archive", "POST", "member"): "403",  # everybody takes copies, administrators bring back
    ("club-archive", "POST", "scorer"): "403",
    # only who opened the evening, here the administrator, directs it
    ("boards-deal", "POST", "scorer"): "403",
    ("boards-show", "POST", "scorer"): "403",
    ("boards-pdf", "GET", "admin"): "404",  # nothing has been dealt
    # all boards are of one game
    **{("evening-game", "POST", role): "404" for role in ("scorer", "admin")},
    # only players themselves, and nobody of these is the player
    **{("best-play-hide", "POST", role): "403" for role in ("member", "scorer", "admin")},
    ("job-take-back", "GET", "admin"): "404",  # this job has brought nothing in
    ("job-take-back", "POST", "admin"): "404",
    ("api:evening-people", "POST", "member"): "403",
    ("api:player", "PATCH", "member"): "403",  # everybody reads it, scorers change it
    ("api:match", "PATCH", "member"): "403",
    ("api:match", "DELETE", "member"): "403",
    ("api:comment", "DELETE", "scorer"): "404",  # who wrote it has erased it
    ("api:comment", "DELETE", "admin"): "404",
    ("study", "POST", "scorer"): "403",  # here a member has made it
    ("remark-erase", "POST", "scorer"): "404",
    ("remark-erase", "POST", "admin"): "404",
}
# What is sent where an empty form would name nothing that there is.
SENT = {
    "club-settings": "section=name",
    "match-new": "variant=french",
    "evening-move": "round=1&who={player_id}&table=1",
    "evening-announce": "round=1",
    "evening-points": "round=1",
    "evening-game": "game=french:",
    "evening-clock": "round=1&minutes=5&ends=",
    "evening-wall": "off=1",
    "member-change": "role=guest",
    "hand-confirm": "player={player_id}",
    "hand-dispute": "player={player_id}",
    "api:dispute-end": '{{"answer": 1}}',
}


def routes(resolver: Any = None, prefix: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of every route of the site but Django's admin, and the variables of its address."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                inner = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
                yield from routes(pattern, inner)
        elif isinstance(pattern, URLPattern) and pattern.name:
            yield f"{prefix}{pattern.name}", tuple(pattern.pattern.converters)


ROUTES = dict(sorted(routes()))


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert ROUTES.keys() == ROWS.keys()


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


def tried_at(name: str) -> list[str]:
    """The methods that are tried at a route: those that it knows, and on SQLite one of the others,
    another with each route, or all."""
    known = ROWS[name].methods.split()
    others = [method for method in METHODS if method not in known]
    if connection.vendor != "sqlite":
        return known
    turn = len(name) % max(len(others), 1)
    return known + (others if THOROUGH else others[turn : turn + 1])


@pytest.mark.both_databases
@pytest.mark.every_case
@pytest.mark.parametrize("who", LETS_IN)
def test_who_is_let_in(who: str, site: Site) -> None:
    """On PostgreSQL each page, by two who are let in: whom else it is shut to is decided before."""
    otherwise = []
    for name, row in ROWS.items():
        if row.who == who:
            with undone(*site.clients.values()):
                otherwise += differences(name, row, site)
    assert otherwise == []


def differences(name: str, row: Row, site: Site) -> list[str]:
    """Where a route lets in others than its row says."""
    found, address = [], site.address(name)
    for method, (role, let_in) in product(
        tried_at(name), zip(ROLES, LETS_IN[row.who], strict=True)
    ):
        if connection.vendor != "sqlite" and role not in ("member", "admin"):
            continue
        asked_in = role == "visitor" and let_in == "sign-in"
        usual = let_in if method in row.methods.split() or asked_in else "405"
        expected = ODD.get((name, method, role), usual)
        answer = ask(site, role, method, address, site.sent(name))
        if answer != expected:
            found.append(f"{method} {name} by {role}: {answer}, not {expected}")
    return found


# --- what a club's settings change ---------------------------------------------------------------

# Where the cards of a running hand can be read, and where somebody records it.
WATCHED = ("hand", "hand-log", "api:hand", "api:record", "api:events", "api:position")
RECORDED = ("record", "recording", "entry", "panel", "choosing")
# Who asks for it: in which role, and at which seat of the four at its table (None: they are a
# player who does not sit there; "": their account is no player).
WATCHERS: dict[str, tuple[Role, int | str | None]] = {
    "guest at the table": (Role.GUEST, 0),
    "member at the table": (Role.MEMBER, 1),
    "member elsewhere": (Role.MEMBER, None),
    "member who is no player": (Role.MEMBER, ""),
    "scorer at the table": (Role.SCORER, 2),
    "scorer who is no player": (Role.SCORER, ""),
    "administrator at the table": (Role.ADMIN, 3),
}
PLAYING_RECORDERS = {"scorer at the table", "administrator at the table"}
ALL_RECORDERS = PLAYING_RECORDERS | {"scorer who is no player", "scorer"}
MEMBERS = {"member at the table", "member elsewhere", "member who is no player"}
# Settings, and who may then watch and who record; everybody else in `told_why` learns that they
# sit at the table, and others find nothing.
RUNNING: list[tuple[dict[str, Any], set[str], set[str], set[str]]] = [
    ({}, ALL_RECORDERS, ALL_RECORDERS, set()),
    ({"running_seen_by": "elsewhere"}, ALL_RECORDERS | {"member elsewhere"}, ALL_RECORDERS, set()),
    (
        {"hides_running": True},
        {"scorer who is no player", "scorer"},
        {"scorer who is no player", "scorer"},
        PLAYING_RECORDERS,
    ),
    ({"recorded_by": "members"}, ALL_RECORDERS | MEMBERS, ALL_RECORDERS | MEMBERS, set()),
    (
        {"recorded_by": "members", "hides_running": True, "running_seen_by": "elsewhere"},
        (MEMBERS - {"member at the table"}) | {"scorer who is no player", "scorer"},
        (MEMBERS - {"member at the table"}) | {"scorer who is no player", "scorer"},
        PLAYING_RECORDERS | {"member at the table"},
    ),
]


def seated(site: Site, cast: Cast) -> Site:
    """The same site, asked by people of whom it is known whether they sit at the running hand, and
    by the scorer who writes it down, and sits there too since nobody else was free."""
    users = {name: site.users[name] for name in ("stranger", "scorer")}
    for name, (role, seat) in WATCHERS.items():
        player = None if seat == "" else cast.players[4 if seat is None else int(seat)]
        user: Any = UserFactory(username=name.replace(" ", "-"))
        MembershipFactory(user=user, club=cast.club, role=role, player=player)
        users[name] = user
    Membership.objects.filter(user=cast.scorer).update(player=cast.players[0])
    return site._replace(users=users, clients=clients_of(users))


@pytest.fixture
def cast_of(site: Site) -> Cast:
    """The people of the site, as tests call them."""
    club = Club.objects.get(slug=site.facts["slug"])
    users = site.users
    return Cast(
        club=club,
        admin=users["admin"],
        scorer=users["scorer"],
        member=users["member"],
        players=tuple(Player.objects.filter(club=club).order_by("pk")[:5]),
        other_club=Club.objects.exclude(pk=club.pk).get(),
        other_scorer=users["stranger"],
        other_players=(),
    )


@pytest.mark.both_databases
@pytest.mark.parametrize(("settings", "watch_it", "record_it", "told_why"), RUNNING)
def test_a_running_hand_is_shown_to_whom_the_club_says(
    settings: dict[str, Any],
    watch_it: set[str],
    record_it: set[str],
    told_why: set[str],
    site: Site,
    cast_of: Cast,
) -> None:
    set_up(user=cast_of.admin, club=cast_of.club, **settings)
    asked = seated(site, cast_of)
    hidden = dict.fromkeys(("sealed", "open"), asked.hands["open"])
    asked = asked._replace(hands=hidden)
    otherwise = []
    for name in (*WATCHED, *RECORDED):
        for who in asked.clients:
            let_in = watch_it if name in WATCHED else record_it
            expected = "in" if who in let_in else "403" if who in told_why else "404"
            if who in MEMBERS and name in RECORDED and who not in record_it | told_why:
                expected = "403"
            if name == "api:hand" and expected == "403":
                expected = "404"
            if who == "visitor":
                expected = "sign-in"
            found = ask(asked, who, "GET", asked.address(name), b"")
            if found != expected:
                otherwise.append(f"{name} by {who}: {found}, not {expected}")
    assert otherwise == []


# What a club may show outside.
SHOWN_OUTSIDE = {
    "club",
    "club-heads",
    "club-heads-file",
    "club-leave",
    "daily",
    "shared-hand",
    "shared-place",
}
# Settings, and what a guest and somebody without an account, or of another club, then read.
OUTSIDE: list[tuple[dict[str, Any], set[str], set[str]]] = [
    ({}, {"guest"}, set()),
    ({"guests_see": "results"}, {"guest"}, set()),
    ({"guests_see": "hands"}, {"guest"}, {"guest"}),
    ({"public_sees": "results"}, {"guest", "stranger", "visitor"}, set()),
    (
        {"public_sees": "results", "guests_see": "hands"},
        {"guest", "stranger", "visitor"},
        {"guest"},
    ),
]


@pytest.mark.both_databases
@pytest.mark.parametrize(("settings", "club_seen_by", "hand_seen_by"), OUTSIDE)
def test_from_outside_is_seen_what_the_club_says(
    settings: dict[str, Any],
    club_seen_by: set[str],
    hand_seen_by: set[str],
    site: Site,
    cast_of: Cast,
) -> None:
    set_up(user=cast_of.admin, club=cast_of.club, **settings)
    remarking.withdraw(user=cast_of.scorer, hand=Hand.objects.get(state="sealed"))
    otherwise = []
    turn = [facts for facts, *_seen_by in OUTSIDE].index(settings)
    for at, name in enumerate(ROUTES):
        row, method = ROWS[name], ROWS[name].methods.split()[0]
        if not (THOROUGH or name in SHOWN_OUTSIDE or at % len(OUTSIDE) == turn):
            continue  # in a quick run each of the others by one of the settings
        if row.who not in ("guests", "members", "scorers", "admins") and "shared" not in name:
            continue
        for who in ("visitor", "stranger", "guest"):
            opened = club_seen_by if name in ("club", "daily") else set()
            opened = hand_seen_by if name in ("shared-hand", "shared-place") else opened
            if name in ("club-leave", "club-heads", "club-heads-file") and who == "guest":
                opened = {"guest"}
            found = ask(site, who, method, site.address(name), site.sent(name))
            if (found == "in") != (who in opened):
                otherwise.append(f"{name} by {who}: {found}")
    assert otherwise == []
    running = reverse("shared-hand", args=[site.hands["open"]])
    assert {ask(site, who, "GET", running, b"") for who in ("stranger", "guest")} == {"404"}


def test_what_a_club_shows_to_everybody_names_no_hand_that_is_not_published(
    site: Site, cast_of: Cast
) -> None:
    set_up(user=cast_of.admin, club=cast_of.club, public_sees="results")
    hand = Hand.objects.get(state="sealed")
    remarking.withdraw(user=cast_of.scorer, hand=hand)
    page = site.clients["visitor"].get(site.address("club")).content.decode()
    assert "Anna" in page
    assert hand.public_id not in page
    assert "Bold!" not in page
    assert f'href="/c/{cast_of.club.slug}/' not in page
