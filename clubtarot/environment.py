"""Reading the environment: a value that cannot be understood stops the program with its name."""

from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

env = environ.Env()

YES = ("1", "true", "yes", "on")
NO = ("0", "false", "no", "off")
ENGINES = ("django.db.backends.sqlite3", "django.db.backends.postgresql")


def text(name: str, *, default: str | None) -> str:
    """Read a text; with None for `default` the variable is needed, and an empty one is missing."""
    value = env.str(name, default="") or default
    if value is None:
        raise ImproperlyConfigured(f"{name} is needed: set it, or DEBUG=1 to try the site out.")
    return value


def flag(name: str, *, default: bool) -> bool:
    """Read a yes or a no; anything but the usual spellings is an error, not a no."""
    value = env.str(name, default="").strip().lower()
    if value and value not in YES + NO:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in YES if value else default


def count(name: str, *, default: int) -> int:
    """Read a whole number from 1."""
    value = env.str(name, default="") or str(default)
    if not value.isascii() or not value.isdigit() or int(value) == 0:
        raise ImproperlyConfigured(f"{name} must be a whole number from 1, not {value!r}.")
    return int(value)


def words(name: str, *, default: list[str]) -> list[str]:
    """Read a list whose parts are parted by commas."""
    return env.list(name, default=[]) or default


def mail(name: str) -> dict[str, Any]:
    """Read the address of a mail server, as Django's settings; none without one."""
    if not env.str(name, default=""):
        return {}
    try:
        server: dict[str, Any] = env.email_url(name)
    except (ImproperlyConfigured, KeyError, ValueError):
        raise ImproperlyConfigured(
            f"{name} must be smtp://, smtp+tls:// or smtp+ssl:// with user:password@host:port."
        ) from None
    return server


def database(name: str, *, default: Path) -> dict[str, Any]:
    """Read the address of a database; without one, the SQLite file `default`."""
    if not env.str(name, default=""):
        return {"ENGINE": ENGINES[0], "NAME": default}
    place = env.db_url(name)
    if place.get("ENGINE") not in ENGINES:
        raise ImproperlyConfigured(
            f"{name} must begin with sqlite:///, or with postgres:// and name a database."
        )
    return place
