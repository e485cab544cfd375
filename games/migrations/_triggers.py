"""Triggers that keep rows from change: entries and seals are written once, and so are the rows that
say of them what was erased, moved or published. The database itself refuses everything else.

An UPDATE of an entry is refused unless all of these hold:

- a row of `games_erasedentry` names it that was not used yet; each is used up by one change;
- it changes nothing but `change`, and `device` and `fingerprint`, which only become empty;
- the hand is not being recorded: what a process keeps of an open hand stays true.

SQLite: `INSERT OR REPLACE` deletes the row it replaces without firing a DELETE trigger, unless
recursive_triggers is on. The site turns it on, but another program that opens the file may not, so
an INSERT that meets a row with one of its unique values is refused as well.

A later migration that rebuilds one of these tables on SQLite drops its triggers and has to make them
again: `tests/book/test_append_only.py` and `manage.py verify_archive` notice when they are missing.
"""

ENTRY, TRAIL = "games_entry", "games_erasedentry"

# table -> the unique sets of columns of which an INSERT OR REPLACE could overwrite a row
TABLES = {
    ENTRY: (("id",), ("hand_id", "seq"), ("hand_id", "key")),
    "games_seal": (("id",), ("club_id", "number"), ("hand_id", "revision")),
    "games_matchmove": (("id",),),
    "games_publishedhead": (("id",), ("club_id", "seals", "head")),
    TRAIL: (("id",),),
}


SAME = ("id", "hand_id", "seq", "key", "author_id", "at")
EMPTIED = ("device", "fingerprint")


def keeps(same):
    """Return the condition that an UPDATE of an entry changes nothing but what may go."""
    kept = [f"NEW.{column} {same} OLD.{column}" for column in SAME]
    gone = [f"(NEW.{column} = OLD.{column} OR NEW.{column} = '')" for column in EMPTIED]
    return " AND ".join([*kept, *gone])


AT_REST = "EXISTS (SELECT 1 FROM games_hand WHERE id = OLD.hand_id AND state <> 'open')"
ALLOWED = f"EXISTS (SELECT 1 FROM {TRAIL} WHERE entry_id = OLD.id AND NOT used)"  # noqa: S608


def on_sqlite():
    """Yield the statements that make all triggers on SQLite."""
    same = "NEW.id IS OLD.id AND NEW.entry_id IS OLD.entry_id AND NEW.erasure_id IS OLD.erasure_id"
    allowed = {
        ENTRY: f" WHEN NOT ({keeps('IS')} AND {AT_REST} AND {ALLOWED})",
        TRAIL: f" WHEN NOT ({same} AND OLD.used = 0 AND NEW.used = 1)",
    }
    for table, unique in TABLES.items():
        refuse = f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        met = " OR ".join(
            "(" + " AND ".join(f"{column} = NEW.{column}" for column in columns) + ")"
            for columns in unique
        )
        taken = f"EXISTS (SELECT 1 FROM {table} WHERE {met})"  # noqa: S608
        unless = allowed.get(table, "")
        yield f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table}{unless} {refuse}"
        yield f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}"
        yield f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} WHEN {taken} {refuse}"
    first = f"SELECT min(id) FROM {TRAIL} WHERE entry_id = NEW.id AND NOT used"  # noqa: S608
    use = f"UPDATE {TRAIL} SET used = 1 WHERE id = ({first})"  # noqa: S608
    yield f"CREATE TRIGGER {ENTRY}_erased AFTER UPDATE ON {ENTRY} BEGIN {use}; END"


REFUSED = "RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';"
FUNCTIONS = (
    f"""
        CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            {REFUSED}
        END $$
    """,
    f"""
        CREATE FUNCTION games_erase_entry() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF {keeps("IS NOT DISTINCT FROM")} AND {AT_REST} THEN
                UPDATE {TRAIL} SET used = true WHERE id =
                    (SELECT min(id) FROM {TRAIL} WHERE entry_id = OLD.id AND NOT used);
                IF FOUND THEN
                    RETURN NEW;
                END IF;
            END IF;
            {REFUSED}
        END $$
    """,  # noqa: S608
    f"""
        CREATE FUNCTION games_use_once() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF NEW.id = OLD.id AND NEW.entry_id = OLD.entry_id
                AND NEW.erasure_id = OLD.erasure_id AND NEW.used AND NOT OLD.used THEN
                RETURN NEW;
            END IF;
            {REFUSED}
        END $$
    """,
)


def on_postgresql():
    """Yield the statements that make all triggers on PostgreSQL."""
    yield from FUNCTIONS
    checked = {ENTRY: "games_erase_entry", TRAIL: "games_use_once"}
    for table in TABLES:
        for event in ("UPDATE", "DELETE", "TRUNCATE"):
            function = checked.get(table) if event == "UPDATE" else None
            each = "ROW" if function else "STATEMENT"
            yield (
                f"CREATE TRIGGER {table}_no_{event.lower()} BEFORE {event} ON {table} "
                f"FOR EACH {each} EXECUTE FUNCTION {function or 'games_refuse_change'}()"
            )
    # What is counted need not outlive a crash; so no count waits for the disk.
    yield "ALTER TABLE games_requestcount SET UNLOGGED"


def keep_from_change(apps, schema_editor):
    """Make all triggers."""
    vendors = {"sqlite": on_sqlite, "postgresql": on_postgresql}
    for statement in vendors[schema_editor.connection.vendor]():
        schema_editor.execute(statement, params=None)  # a % in it is text


def without_watch_on_hands(apps, schema_editor):
    """Drop the trigger that reads the table of hands, which SQLite is about to make again."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(f"DROP TRIGGER {ENTRY}_no_update")


def watch_hands_again(apps, schema_editor):
    """Make it again."""
    if schema_editor.connection.vendor == "sqlite":
        for statement in on_sqlite():
            if statement.startswith(f"CREATE TRIGGER {ENTRY}_no_update"):
                schema_editor.execute(statement, params=None)
