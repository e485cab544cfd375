"""The least that an entry request can cost with Django: three bare addresses against the site's.

hello   an answer, nothing else
who     session and user are read
raw     three statements in a transaction by cursor: the row locked and read, a play inserted, the
        row updated; 37 plays of the lower bound; 78 ready-made buttons joined
"""

from __future__ import annotations

import random

from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path
from django.utils.safestring import SafeString, mark_safe

from tests.campaigns.bench import lower_bound
from tests.campaigns.bench.hands import hands_of

ROWS = 10_000
PLAYS = 37
# Django's own, and htmx: what a signed-in page of anybody's has.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
# And what reads session and user for it.
SESSION_ENGINE = "django.contrib.sessions.backends.db"
BACKEND = "django.contrib.auth.backends.ModelBackend"
TABLES = (
    "CREATE TABLE floor_hand (id integer PRIMARY KEY, variant text, contract text, result integer,"
    " points integer, taker text, record text)",
    "CREATE TABLE floor_play (hand_id integer, number integer, seat integer, card integer)",
)
FRAGMENT = engines["django"].from_string(
    '<section id="table">{{ cards }}<p>{{ said }}</p></section>'
)
BUTTONS = [
    tuple(
        f'<button class="card{dim}" name="card" value="{card}" hx-post="/e">{name}</button>'
        for dim in (" dim", "")
    )
    for card, name in enumerate(lower_bound.NAMES)
]
HAND = hands_of(4, 1, known=True)[0]
CARDS = HAND.cards[:PLAYS]


def make_tables() -> None:
    """The two tables, the first with rows as many and as wide as a club's hands."""
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(table)
        rows = [
            (number, "french", "guard", 7, -30, "Anna", "x" * 560) for number in range(1, ROWS + 1)
        ]
        cursor.executemany("INSERT INTO floor_hand VALUES (%s, %s, %s, %s, %s, %s, %s)", rows)


def hello(request: HttpRequest) -> HttpResponse:
    """An answer, nothing else."""
    return HttpResponse("hello")


def who(request: HttpRequest) -> HttpResponse:
    """Who asks: session and user are read."""
    return HttpResponse(request.user.get_username())


def raw(request: HttpRequest) -> HttpResponse:
    """An entry with nothing around it."""
    number = random.randint(1, ROWS)
    lock = " FOR UPDATE" if connection.vendor == "postgresql" else ""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM floor_hand WHERE id = %s{lock}", [number])
        cursor.fetchone()
        table = HAND.table()
        lower_bound.play_all(table, CARDS)
        cursor.execute("INSERT INTO floor_play VALUES (%s, %s, %s, %s)", [number, PLAYS, 0, 1])
        cursor.execute("UPDATE floor_hand SET result = %s WHERE id = %s", [1, number])
    free = lower_bound.playable(table.hands[table.seat], table.led, table.best)
    return HttpResponse(FRAGMENT.render({"cards": _buttons(free), "said": "ok"}))


def _buttons(free: int) -> SafeString:
    return mark_safe("".join([pair[free >> card & 1] for card, pair in enumerate(BUTTONS)]))


# The floor first: the site's addresses are looked up behind it, and pay for it.
urlpatterns = [
    path("floor/hello/", hello),
    path("floor/who/", who),
    path("floor/raw/", raw),
    path("", include("clubtarot.urls")),
]
