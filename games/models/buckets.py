"""How much somebody has asked for lately, counted by all processes of the site together."""

from django.db import connection, models

TAKE = """
    INSERT INTO games_bucket (key, full_at) VALUES (%(key)s, %(now)s + %(cost)s)
    ON CONFLICT (key) DO UPDATE SET
        full_at = %(cost)s + CASE WHEN games_bucket.full_at BETWEEN %(now)s AND %(latest)s
                                  THEN games_bucket.full_at ELSE %(now)s END
        WHERE games_bucket.full_at NOT BETWEEN %(last)s AND %(latest)s
    RETURNING full_at
"""
ROUNDING = 0.001  # seconds


class Bucket(models.Model):
    """A bucket of tokens that fills again by itself: `full_at`, in seconds since 1970.

    `key` is a digest made with the key of the site: no address is stored. The limits are in
    `games.access.quota`. On PostgreSQL the table is not logged: a count costs no wait for the
    disk, and is gone after a crash of the server.
    """

    key = models.CharField(max_length=64, primary_key=True)
    full_at = models.FloatField(db_index=True)

    def __str__(self) -> str:
        return f"full at {self.full_at}"


def take_token(key: str, *, most: int, within: int, now: float) -> tuple[bool, float]:
    """Take a token from a bucket that holds `most` and fills in `within` seconds.

    Return whether there was one, and when the bucket is full again. A bucket that would be full
    only after twice that time was used before the clock was set back, and counts as full.
    """
    cost = within / most
    facts: dict[str, str | float] = {
        "key": key,
        "now": now,
        "cost": cost,
        "last": now + within - cost + ROUNDING,
        "latest": now + 2 * within,
    }
    with connection.cursor() as cursor:
        cursor.execute(TAKE, facts)
        row = cursor.fetchone()
    if row is not None:
        return True, row[0]
    return False, Bucket.objects.values_list("full_at", flat=True).get(key=key)
