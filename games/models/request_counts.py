"""How often somebody has asked lately, counted by all processes of the site together."""

from django.db import connection, models

ADD = """
    INSERT INTO games_requestcount (key, asked, ends_at) VALUES (%(key)s, %(more)s, %(ends)s)
    ON CONFLICT (key) DO UPDATE SET
        asked = CASE WHEN games_requestcount.ends_at BETWEEN %(next)s AND %(latest)s
                     THEN games_requestcount.asked + excluded.asked ELSE excluded.asked END,
        ends_at = CASE WHEN games_requestcount.ends_at BETWEEN %(next)s AND %(latest)s
                       THEN games_requestcount.ends_at ELSE excluded.ends_at END
    RETURNING asked, ends_at
"""


class RequestCount(models.Model):
    """How often somebody has `asked` for something until `ends_at`, in seconds since 1970.

    `key` is a digest of both, made with the key of the site: no address stands here. The limits are
    in `games.access.quota`. On PostgreSQL the table is not logged: a count costs no wait for the
    disk, and is gone after a crash of the server.
    """

    key = models.CharField(max_length=64, primary_key=True)
    asked = models.PositiveIntegerField()
    ends_at = models.BigIntegerField(db_index=True)

    def __str__(self) -> str:
        return f"{self.asked} until {self.ends_at}"


def add_requests(key: str, more: int, *, now: int, ends: int, latest: int) -> tuple[int, int]:
    """Count `more` requests in one statement, in a window that ends at `ends` unless one is open.

    One that ends after `latest` was begun before the clock was set back, and is none. Returns how
    many were counted in the window, and when it ends.
    """
    facts: dict[str, str | int] = {
        "key": key,
        "more": more,
        "next": now + 1,
        "ends": ends,
        "latest": latest,
    }
    with connection.cursor() as cursor:
        cursor.execute(ADD, facts)
        asked, ends_at = cursor.fetchone()
    return asked, ends_at
