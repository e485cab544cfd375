"""The texts of an entry may go where a person is erased; nothing else of it changes, as before.

An UPDATE of an entry is refused unless all of these hold:

- a row of `games_erasedentry` names it that was not used yet; each is used up by one change;
- it changes nothing but `change`, and `device` and `fingerprint`, which only become empty;
- the hand is not being recorded: what a process keeps of an open hand stays true.

The rows of `games_erasedentry` are as lasting as entries: they say for ever which entries were
changed, and by which erasure. See "Erasing a person" in games/book/README.md.
"""

from django.db import migrations

ENTRY, TRAIL = "games_entry", "games_erasedentry"
SAME = ("id", "hand_id", "seq", "key", "author_id", "at")
EMPTIED = ("device", "fingerprint")


def keeps(same):
    """The condition that an UPDATE of an entry changes nothing but what may go."""
    kept = [f"NEW.{column} {same} OLD.{column}" for column in SAME]
    gone = [f"(NEW.{column} = OLD.{column} OR NEW.{column} = '')" for column in EMPTIED]
    return " AND ".join([*kept, *gone])


AT_REST = "EXISTS (SELECT 1 FROM games_hand WHERE id = OLD.hand_id AND state <> 'open')"
ALLOWED = f"EXISTS (SELECT 1 FROM {TRAIL} WHERE entry_id = OLD.id AND NOT used)"  # noqa: S608


def sqlite_triggers():
    refuse_entry = f"BEGIN SELECT RAISE(ABORT, '{ENTRY} is append-only'); END"
    refuse = f"BEGIN SELECT RAISE(ABORT, '{TRAIL} is append-only'); END"
    yield f"DROP TRIGGER {ENTRY}_no_update"
    yield (
        f"CREATE TRIGGER {ENTRY}_no_update BEFORE UPDATE ON {ENTRY} "
        f"WHEN NOT ({keeps('IS')} AND {AT_REST} AND {ALLOWED}) {refuse_entry}"
    )
    first = f"SELECT min(id) FROM {TRAIL} WHERE entry_id = NEW.id AND NOT used"  # noqa: S608
    use = f"UPDATE {TRAIL} SET used = 1 WHERE id = ({first})"  # noqa: S608
    yield f"CREATE TRIGGER {ENTRY}_erased AFTER UPDATE ON {ENTRY} BEGIN {use}; END"
    same = "NEW.id IS OLD.id AND NEW.entry_id IS OLD.entry_id AND NEW.erasure_id IS OLD.erasure_id"
    yield (
        f"CREATE TRIGGER {TRAIL}_no_update BEFORE UPDATE ON {TRAIL} "
        f"WHEN NOT ({same} AND OLD.used = 0 AND NEW.used = 1) {refuse}"
    )
    yield f"CREATE TRIGGER {TRAIL}_no_delete BEFORE DELETE ON {TRAIL} {refuse}"
    taken = f"EXISTS (SELECT 1 FROM {TRAIL} WHERE id = NEW.id)"  # noqa: S608
    yield f"CREATE TRIGGER {TRAIL}_no_replace BEFORE INSERT ON {TRAIL} WHEN {taken} {refuse}"


def postgresql_triggers():
    same = "IS NOT DISTINCT FROM"
    yield f"DROP TRIGGER {ENTRY}_no_update ON {ENTRY}"
    yield f"""
        CREATE FUNCTION games_erase_entry() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF {keeps(same)} AND {AT_REST} THEN
                UPDATE {TRAIL} SET used = true WHERE id =
                    (SELECT min(id) FROM {TRAIL} WHERE entry_id = OLD.id AND NOT used);
                IF FOUND THEN
                    RETURN NEW;
                END IF;
            END IF;
            RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
        END $$
    """  # noqa: S608
    yield """
        CREATE FUNCTION games_use_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.id = OLD.id AND NEW.entry_id = OLD.entry_id
                AND NEW.erasure_id = OLD.erasure_id AND NEW.used AND NOT OLD.used THEN
                RETURN NEW;
            END IF;
            RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
        END $$
    """
    for table, function in ((ENTRY, "games_erase_entry"), (TRAIL, "games_use_once")):
        yield (
            f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} "
            f"FOR EACH ROW EXECUTE FUNCTION {function}()"
        )
    for event in ("DELETE", "TRUNCATE"):
        yield (
            f"CREATE TRIGGER {TRAIL}_no_{event.lower()} BEFORE {event} ON {TRAIL} "
            "FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change()"
        )


def create_triggers(apps, schema_editor):
    triggers = {"sqlite": sqlite_triggers, "postgresql": postgresql_triggers}
    for statement in triggers[schema_editor.connection.vendor]():
        schema_editor.execute(statement, params=None)  # a % in it is text


def drop_triggers(apps, schema_editor):
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION games_erase_entry CASCADE")
        schema_editor.execute("DROP FUNCTION games_use_once CASCADE")
        for event in ("delete", "truncate"):
            schema_editor.execute(f"DROP TRIGGER {TRAIL}_no_{event} ON {TRAIL}")
        schema_editor.execute(
            f"CREATE TRIGGER {ENTRY}_no_update BEFORE UPDATE ON {ENTRY} "
            "FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change()"
        )
        return
    for event in ("no_update", "no_delete", "no_replace"):
        schema_editor.execute(f"DROP TRIGGER {TRAIL}_{event}")
    schema_editor.execute(f"DROP TRIGGER {ENTRY}_erased")
    schema_editor.execute(f"DROP TRIGGER {ENTRY}_no_update")
    schema_editor.execute(
        f"CREATE TRIGGER {ENTRY}_no_update BEFORE UPDATE ON {ENTRY} "
        f"BEGIN SELECT RAISE(ABORT, '{ENTRY} is append-only'); END"
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0030_erasures")]

    operations = [migrations.RunPython(create_triggers, drop_triggers)]
