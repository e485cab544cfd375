"""Who may do what, at every address of the site and by every method."""

from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from games.club.opening_clubs import set_up
from games.models import Club, Hand, Membership, Player, Role
from games.replay import remarking
from tests.cast import Cast
from tests.factories import MembershipFactory, UserFactory
from tests.ground import undone
from tests.rows import LETS_IN, METHODS, ODD, ROLES, ROUTES, ROWS, Row
from tests.site import Site, ask, clients_of
from tests.thorough import THOROUGH


def test_every_route_has_a_row_and_every_row_a_route() -> None:
    assert ROUTES.keys() == ROWS.keys()


def tried_at(name: str) -> list[str]:
    """The methods that are tried at a route: those that it knows, and on SQLite all others, or in a
    quick run one of them at every third, another with each."""
    known = ROWS[name].methods.split()
    others = [method for method in METHODS if method not in known]
    if connection.vendor != "sqlite":
        return known
    turn = len(name) % max(3 * len(others), 1)
    return known + (others if THOROUGH else others[turn : turn + 1])


def asked_by(expected: dict[str, str]) -> list[str]:
    """The roles that ask for a route: everybody, but in a quick run, of those who get the same, the
    first and the last alone; on PostgreSQL members and administrators, or one who is let in."""
    if connection.vendor != "sqlite":
        readers = ["member", "admin"]
        return readers if THOROUGH else [one for one in readers if expected[one] == "in"][:1]
    if THOROUGH:
        return [*expected]
    alike = [[role for role in expected if expected[role] == one] for one in {*expected.values()}]
    return [role for role in expected if any(role in (same[0], same[-1]) for same in alike)]


@pytest.mark.both_databases
@pytest.mark.every_case
@pytest.mark.parametrize("who", LETS_IN)
def test_who_is_let_in(who: str, site: Site) -> None:
    """On PostgreSQL each page, by who is let in: whom else it is shut to is decided before."""
    otherwise = []
    for name, row in ROWS.items():
        if row.who == who:
            with undone(*site.clients.values()):
                otherwise += differences(name, row, site)
    assert otherwise == []


def differences(name: str, row: Row, site: Site) -> list[str]:
    """Where a route lets in others than its row says."""
    found, address = [], site.address(name)
    for method in tried_at(name):
        expected = {role: expected_of(name, row, method, role) for role in ROLES}
        for role in asked_by(expected):
            answer = ask(site, role, method, address, site.sent(name))
            if answer != expected[role]:
                found.append(f"{method} {name} by {role}: {answer}, not {expected[role]}")
    return found


def expected_of(name: str, row: Row, method: str, role: str) -> str:
    """What somebody of this role is to get by this method."""
    let_in = LETS_IN[row.who][ROLES.index(role)]
    asked_in = role == "visitor" and let_in == "sign-in"
    usual = let_in if method in row.methods.split() or asked_in else "405"
    return ODD.get((name, method, role), usual)


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
