"""How the site's own database is copied: out to a file, and in again.

Both kinds of databases have the same methods, which raise CannotCopy.
"""

from django.db import connection

from games.operation.postgres_copies import PostgresCopies
from games.operation.sqlite_copies import SqliteCopies

Copies = SqliteCopies | PostgresCopies


def copies() -> Copies:
    """Return how the site's database is copied."""
    if connection.vendor == "postgresql":
        return PostgresCopies()
    return SqliteCopies()
