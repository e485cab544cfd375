"""What a command may do and a page may not: take its time."""

from django.db import connection


def unhurried() -> None:
    """Let a statement take as long as it takes: this is not a page that somebody waits for."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
