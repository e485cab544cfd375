"""Entries and seals are written once: the database itself refuses to change or delete them.

SQLite: `INSERT OR REPLACE` deletes the row it replaces without firing a DELETE trigger, unless
recursive_triggers is on. The site turns it on, but another program that opens the file may not, so an
INSERT that meets a row with one of its unique values is refused as well.

A later migration that rebuilds one of these tables on SQLite drops its triggers and has to make them
again: `tests/book/test_append_only.py` and `manage.py verify_archive` notice when they are missing.
"""

from django.db import migrations

# table -> the unique sets of columns of which an INSERT OR REPLACE could overwrite a row
TABLES = {
    "games_entry": (("id",), ("hand_id", "seq"), ("hand_id", "key")),
    "games_seal": (("id",), ("club_id", "number"), ("hand_id", "revision")),
}


def sqlite_triggers():
    for table, unique in TABLES.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        met = " OR ".join(
            "(" + " AND ".join(f"{column} = NEW.{column}" for column in columns) + ")"
            for columns in unique
        )
        taken = f"EXISTS (SELECT 1 FROM {table} WHERE {met})"  # noqa: S608
        yield f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}"
        yield f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}"
        yield f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {taken} {refuse}"


def postgresql_triggers():
    yield """
        CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
        END $$
    """
    for table in TABLES:
        for event in ("UPDATE", "DELETE", "TRUNCATE"):
            yield (
                f"CREATE TRIGGER {table}_no_{event.lower()} BEFORE {event} ON {table} "
                "FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change()"
            )


def create(apps, schema_editor):
    triggers = {"sqlite": sqlite_triggers, "postgresql": postgresql_triggers}
    for statement in triggers[schema_editor.connection.vendor]():
        schema_editor.execute(statement, params=None)  # a % in it is text


def drop(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION games_refuse_change CASCADE")
        return
    for table in TABLES:
        for event in ("update", "delete", "replace"):
            schema_editor.execute(f"DROP TRIGGER {table}_no_{event}")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunPython(create, drop)]
