"""What a command may do and a page may not: take its time."""

from django.db import connection


def unhurried() -> None:
    """Lift the time limit of statements: nobody waits for a page here."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET statement_timeout = 0")
