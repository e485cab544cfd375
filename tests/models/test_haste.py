"""Statements that are ended when they take too long."""

import pytest
from django.db import OperationalError, connection

from games.models.haste import TooLong, in_haste

pytestmark = pytest.mark.django_db

ENDLESS = """
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n % 7 + 1 FROM numbers)
    SELECT count(*) FROM numbers
"""
LONG_ENOUGH = 600_000


def asked(statement: str) -> object:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone()[0]


def test_a_statement_that_takes_too_long_is_ended() -> None:
    with pytest.raises(TooLong), in_haste(1):
        asked(ENDLESS)
    assert asked("SELECT 1") == 1


def test_a_quick_statement_is_answered() -> None:
    with in_haste(LONG_ENOUGH):
        assert asked("SELECT 1") == 1


def test_what_follows_may_take_its_time() -> None:
    with in_haste(LONG_ENOUGH):
        asked("SELECT 1")
    if connection.vendor == "postgresql":
        usual = asked("SELECT reset_val FROM pg_settings WHERE name = 'statement_timeout'")
        assert asked("SELECT setting FROM pg_settings WHERE name = 'statement_timeout'") == usual


def test_another_failure_stays_what_it_is() -> None:
    with pytest.raises(OperationalError, match="disk"), in_haste(LONG_ENOUGH):
        raise OperationalError("the disk is full")
