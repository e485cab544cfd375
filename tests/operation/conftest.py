"""Databases of their own for commands: empty ones, one with the demo club, and a backup of that."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection

from tests.operation.places import Place
from tests.tables import file_with_tables


@pytest.fixture(scope="package")
def new_place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Place]]:
    """Makes databases: an empty one each time, or one like another place."""
    made: list[str] = []

    def make(like: Place | None = None) -> Place:
        if connection.vendor == "sqlite":
            place = Place(f"sqlite:///{tmp_path_factory.mktemp('place') / 'club.sqlite3'}")
            if like:
                shutil.copyfile(like.file, place.file)
            return place
        made.append(f"place_{os.getpid()}_{len(made)}")
        template = like.url.rpartition("/")[2] if like else "template0"
        server.execute(f"CREATE DATABASE {made[-1]} TEMPLATE {template}")
        return Place(urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{made[-1]}").geturl())

    if connection.vendor == "sqlite":
        yield make
        return
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as server:
        yield make
        for name in made:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="package")
def empty(new_place: Callable[[], Place]) -> Place:
    """A database with all tables and nothing in them. Nobody changes it."""
    place = new_place()
    if connection.vendor == "sqlite":
        shutil.copyfile(file_with_tables(), place.file)
    else:
        place.did("migrate", "--verbosity", "0", "--skip-checks")
    return place


@pytest.fixture(scope="package")
def club(empty: Place, new_place: Callable[..., Place]) -> Place:
    """The demo club. Nobody changes it."""
    place = new_place(empty)
    place.did("demo", "--force")
    return place


@pytest.fixture(scope="package")
def backup(club: Place, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with a backup of it. Nobody changes it."""
    folder = tmp_path_factory.mktemp("backups")
    said = club.did("backup", folder)
    assert "restored and verified" in said and "head" in said
    return folder


@pytest.fixture
def copy(club: Place, backup: Path, new_place: Callable[..., Place]) -> Place:
    """The demo club once more, in a database that may be changed."""
    return new_place(club)
