"""A club's database is migrated once, after a backup, and never back over what people wrote."""

import fcntl
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models.signals import pre_migrate

from games.management.commands.migrate import Command
from games.operation import making
from games.operation.backups import CannotCopy, backups_in
from games.operation.migrating import ADVISORY
from tests.cast import Cast

# Django's own, and without a change to the tables.
BEFORE, NEWEST = "0002_logentry_remove_auto_add", "0003_logentry_add_action_flag_choices"

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _all_made_afterwards() -> Iterator[None]:
    """The next test finds every migration made."""
    yield
    call_command("migrate", "admin", verbosity=0, without_backup=True)


def made() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM django_migrations WHERE app = 'admin'")
        return {name for (name,) in cursor.fetchall()}


def test_a_database_that_nobody_uses_is_migrated_at_once() -> None:
    call_command("migrate", "admin", BEFORE, verbosity=0)
    call_command("migrate", verbosity=0)
    assert NEWEST in made()


def test_a_club_is_migrated_after_a_backup_and_never_back_over_what_people_wrote(
    cast: Cast, settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A site that knows where makes the backup itself; one that fails stops the migration."""
    with pytest.raises(CommandError, match="restore BACKUP --replace"):
        call_command("migrate", "admin", BEFORE, verbosity=0)
    assert NEWEST in made()
    call_command("migrate", "admin", BEFORE, verbosity=0, lose_what_was_added=True)
    with pytest.raises(SystemExit):  # asked only what is missing
        call_command("migrate", check_unapplied=True, verbosity=0)
    with pytest.raises(CommandError, match="Back up first"):
        call_command("migrate", verbosity=0)
    settings.BACKUP_FOLDER = str(tmp_path)
    not_sound = CannotCopy("The archive in the copy is not sound.")
    monkeypatch.setattr(making, "bring_up_to_date", Mock(side_effect=not_sound))
    with pytest.raises(CommandError, match="not sound"):
        call_command("migrate", verbosity=0)
    assert NEWEST not in made()
    monkeypatch.setattr(making, "bring_up_to_date", lambda *_: None)
    monkeypatch.setattr(making, "verify", lambda *_: None)
    call_command("migrate", verbosity=0)
    (backup,) = backups_in(tmp_path)
    assert f"admin.{NEWEST}" not in backup.manifest.inventory["migrations"]
    assert NEWEST in made()


def test_without_a_folder_a_club_is_migrated_only_where_somebody_says_that_it_is_backed_up(
    cast: Cast,
) -> None:
    """What follows from the records is then written again, unless a migration is named."""
    command = Command()
    migration: Any = Mock(app_label="games")
    for label, name in (("", ""), ("games", ""), ("games", "0003")):
        wishes = {"app_label": label, "migration_name": name, "lose_what_was_added": False}
        wishes |= {"database": "default", "without_backup": True}
        command.guard(wishes, plan=[(migration, False)])
        assert command.follows is not bool(name), (label, name)
    with pytest.raises(CommandError, match="Back up first"):
        command.guard(wishes | {"without_backup": False}, plan=[(migration, False)])


def test_nobody_else_migrates_meanwhile() -> None:
    """A second one would wait for this lock."""
    locked = []

    def look(**signal: Any) -> None:
        locked.append(is_locked())

    games = apps.get_app_config("games")
    pre_migrate.connect(look, sender=games)
    try:
        call_command("migrate", verbosity=0)
    finally:
        pre_migrate.disconnect(look, sender=games)
    assert locked == [True]
    assert not is_locked()


def is_locked() -> bool:
    if connection.vendor == "postgresql":
        facts = connection.get_connection_params()
        known = {
            name: facts[name] for name in ("dbname", "user", "host", "port") if facts.get(name)
        }
        with psycopg.connect(**known) as other:
            (row,) = other.execute("SELECT pg_try_advisory_lock(%s)", [ADVISORY]).fetchall()
            return not row[0]
    path = Path(f"{connection.settings_dict['NAME']}.migrating")
    if not path.exists():
        return False
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False
