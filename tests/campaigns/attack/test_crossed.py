"""Every route, with a hand of every kind in its address, by everybody and by every method: nobody
from outside a club reaches anything of it, and nothing that is sent breaks the site."""

import os
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse

from games.models import Club, Entry, Hand, Player, Remark, Seal
from tests.campaigns.attack.ground import INSIDERS, SECRET, Field, furnish_field
from tests.cast import gather
from tests.ground import Ground, laid_once, undone
from tests.rows import METHODS, ROUTES, ROWS
from tests.thorough import THOROUGH

WITH_HAND = sorted(
    name
    for name, variables in ROUTES.items()
    if "hand_id" in variables
    or ("public_id" in variables and name.removeprefix("api:") not in ("club", "player", "match"))
)
# Where something of a club is in an address besides the club itself.
WITH_ROW = sorted(
    name
    for name, variables in ROUTES.items()
    if "slug" in variables and any(one.endswith("_id") for one in variables)
)
WITH_CLUB = sorted(name for name, variables in ROUTES.items() if "slug" in variables)
# Where somebody from outside may read a hand that its club has published.
PUBLIC = {"shared-hand", "shared-place", "shared-picture", "api:published"}
UNSAFE = METHODS[1:]
NO_LONGER_GOOD = ("expired", "revoked", "closed", "made up", "closed account")
# By `make attack` every method, kind of hand and token at each route; else the two methods that say
# most, three kinds (in a quick run one) and one token: the next route has another.
WHOLE = "ATTACK" in os.environ
KINDS = ("open", "published", "nameless")
COUNTED = (Club, Entry, Hand, Player, Remark, Seal)


field_once = laid_once(lambda: furnish_field(gather()))


@pytest.fixture
def field(field_once: Ground[Field], db: None, uncounted: None) -> Field:
    """A hand of each kind, and everybody who asks."""
    return field_once.given()


def sent_by(field: Field, who: str, method: str, address: str, body: bytes) -> Any:
    """The answer, with a body that would do if a check were missing."""
    form = "application/json" if "/api/" in address else "application/x-www-form-urlencoded"
    return field.askers[who].generic(method, address, body, form)


def methods_at(name: str) -> Iterable[str]:
    """The methods that are tried at a route."""
    return METHODS if WHOLE else {"GET", ROWS[name].methods.split()[-1]}


def kinds_at(name: str, field: Field) -> Iterable[str]:
    """The kinds of hands that are tried at a route."""
    turn = WITH_HAND.index(name) % len(KINDS)
    return field.kinds if WHOLE else KINDS if THOROUGH else KINDS[turn : turn + 1]


def text_of(answer: Any) -> str:
    """All that an answer says."""
    body = b"".join(answer) if answer.streaming else answer.content
    return str(body.decode("utf-8", "replace"))


def rows() -> tuple[int, ...]:
    """How much there is of everything that somebody could make or delete."""
    tables = [f"(SELECT count(*) FROM {model._meta.db_table})" for model in COUNTED]
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {', '.join(tables)}")
        return tuple(cursor.fetchone())


def walk(names: Iterable[str], field: Field, offences: list[str]) -> Iterator[str]:
    """Each route, with everything as at the first; a row that a route has made is an offence."""
    before = rows()
    for name in names:
        with undone(*field.askers.values()):
            yield name
            if rows() != before:
                offences.append(f"{name}: rows {rows()}, not {before}")


def outsiders(field: Field, turn: int = 0) -> list[str]:
    """Everybody who has nothing to do with the club; in a quick run every third, others in turn."""
    everybody = [who for who in field.askers if who not in INSIDERS]
    return everybody if WHOLE or THOROUGH else everybody[turn % 3 :: 3]


def test_nobody_from_outside_reaches_a_hand_of_any_kind(field: Field) -> None:
    offences: list[str] = []
    for name in walk(WITH_HAND, field, offences):
        for kind in kinds_at(name, field):
            hand = field.kinds[kind]
            field.site.hands.update(sealed=hand, open=hand)
            address, body = field.site.address(name), field.site.sent(name)
            shown = kind in ("published", "nameless", "amended") and name in PUBLIC
            askers = outsiders(field, WITH_HAND.index(name))
            for who, method in product(askers, methods_at(name)):
                answer = sent_by(field, who, method, address, body)
                what = f"{method} {name} of the {kind} hand by {who}: {answer.status_code}"
                if answer.status_code >= 500:
                    offences.append(what)
                if answer.status_code < 300 and not shown and method != "OPTIONS":
                    offences.append(what)
                told = text_of(answer)
                if SECRET in told and not (shown and kind == "published"):
                    offences.append(f"{what}, with the comment")
                if kind == "nameless" and "Chloé" in told:
                    offences.append(f"{what}, with names")
    assert offences == []


def test_nothing_of_one_club_is_to_be_had_by_the_address_of_another(field: Field) -> None:
    """A member of both clubs, or an administrator of one, swaps the names in an address."""
    offences: list[str] = []
    field.site.facts["slug"] = "the-trumps"
    field.site.hands.update(sealed=field.kinds["sealed"], open=field.kinds["open"])
    for name in walk(WITH_ROW, field, offences):
        address, body = field.site.address(name), field.site.sent(name)
        askers = ("stranger", "in both", "limited", "elsewhere", "admin")
        for who, method in product(askers, ROWS[name].methods.split()):
            status = sent_by(field, who, method, address, body).status_code
            if not 300 <= status < 500:
                offences.append(f"{method} {name} by {who}: {status}")
    assert offences == []


@pytest.mark.thorough
def test_no_address_of_a_club_breaks_or_lets_anybody_in_from_outside(field: Field) -> None:
    offences: list[str] = []
    for name in walk(WITH_CLUB, field, offences):
        address, body = field.site.address(name), field.site.sent(name)
        for who, method in product(outsiders(field), methods_at(name)):
            status = sent_by(field, who, method, address, body).status_code
            if status < 300 or status >= 500:
                offences.append(f"{method} {name} by {who}: {status}")
    assert offences == []


@pytest.mark.thorough
def test_a_token_that_is_no_longer_valid_opens_nothing_more_than_none(field: Field) -> None:
    offences = []
    for turn, name in enumerate(sorted(ROUTES)):
        address, body = field.site.address(name), field.site.sent(name)
        one = NO_LONGER_GOOD[turn % len(NO_LONGER_GOOD)]
        for method in ROWS[name].methods.split():
            with undone(*field.askers.values()):
                visitor = sent_by(field, "visitor", method, address, body).status_code
                for who in NO_LONGER_GOOD if WHOLE else (one,):
                    status = sent_by(field, who, method, address, body).status_code
                    if status not in (visitor, 401):
                        offences.append(f"{method} {name} by {who}: {status}, visitors {visitor}")
    assert offences == []


def test_a_token_that_reads_writes_nothing(field: Field) -> None:
    """Wherever the interface takes anything; judging records keeps nothing."""
    offences, before = [], rows()
    for name, row in ROWS.items():
        for method in set(row.methods.split()) & set(UNSAFE):
            if name.startswith("api:") and name != "api:verify":
                address = field.site.address(name)
                answer = sent_by(field, "reads", method, address, field.site.sent(name))
                if answer.status_code not in (401, 403, 404):
                    offences.append(f"{method} {name}: {answer.status_code}")
    assert offences == []
    assert rows() == before


def test_a_token_is_no_session(field: Field) -> None:
    """Pages are for people who are signed in: a program with a key is sent to the sign-in."""
    for name in ("home", "club", "club-everything", "account", "own-data", "members"):
        answer = sent_by(field, "records", "GET", field.site.address(name), b"")
        assert answer.status_code == 302
        assert answer.headers["Location"].startswith(reverse("sign-in"))
