"""A database that fails: errors as Django hands them on, and statements that meet them."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import Error, InternalError, OperationalError, connection

SQLITE = {
    "sqlite busy": sqlite3.SQLITE_BUSY_SNAPSHOT,
    "sqlite full": sqlite3.SQLITE_FULL,
    "sqlite write error": sqlite3.SQLITE_IOERR_WRITE,
    "sqlite read-only": sqlite3.SQLITE_READONLY,
    "sqlite cannot open": sqlite3.SQLITE_CANTOPEN,
    "sqlite damaged": sqlite3.SQLITE_CORRUPT,
    "sqlite no database": sqlite3.SQLITE_NOTADB,
    "sqlite error": sqlite3.SQLITE_ERROR,
}


def failure(name: str) -> Error:
    """A database error as Django hands it on: with the driver's own error as its cause."""
    cause: Any
    if name in SQLITE:
        cause = sqlite3.OperationalError(name)
        cause.sqlite_errorcode = SQLITE[name]
    elif name == "connection lost":
        cause = psycopg.OperationalError(name)
    else:
        cause = psycopg.errors.lookup(name)(name)
    kind = InternalError if isinstance(cause, psycopg.InternalError) else OperationalError
    error = kind(name)
    error.__cause__ = cause
    return error


@contextmanager
def database_fails(
    name: str, only: Callable[[str], bool] = lambda _sql: True
) -> Iterator[list[str]]:
    """Let every statement fail like that, or those that `only` names. Yields what was asked."""
    asked: list[str] = []

    def fail(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if not only(sql):
            return execute(sql, params, many, context)
        asked.append(sql)
        raise failure(name)

    with connection.execute_wrapper(fail):
        yield asked


def is_write(sql: str) -> bool:
    """Whether a statement changes anything."""
    return sql.lstrip().upper().startswith(("INSERT", "UPDATE", "DELETE"))
