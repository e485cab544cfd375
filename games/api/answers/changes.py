"""Entries and records as the OpenAPI description has them: every part under its name, once."""

from games.book.judging import ON_TURN
from games.rules.record.json_schema import (
    DEAL,
    META,
    OPEN,
    Schema,
    action_schema,
    nullable,
    record_schema,
)
from games.rules.record.shape import MAX_ACTIONS

# By its name, every schema that the description refers to and no serializer makes.
COMPONENTS: dict[str, Schema] = {}


def component(name: str, schema: Schema) -> Schema:
    """A reference to a schema, which the description holds under that name from now on."""
    COMPONENTS[name] = schema
    return {"$ref": f"#/components/schemas/{name}"}


def change(op: str, **fields: Schema) -> Schema:
    """The schema of an entry that does `op`."""
    return {
        "type": "object",
        "properties": {"op": {"const": op}} | fields,
        "required": ["op", *fields],
        "additionalProperties": False,
    }


def edits_of(action: Schema) -> Schema:
    """The schema of actions with the index of those that they replace."""
    edit = {"type": "array", "prefixItems": [INDEX, action], "minItems": 2, "maxItems": 2}
    return {"type": "array", "items": edit, "minItems": 1, "maxItems": MAX_ACTIONS}


INDEX: Schema = {"type": "integer", "minimum": 0, "maximum": MAX_ACTIONS - 1}
RECORD = component("Record", record_schema(component))
ENTRY_ACTION = component("EntryAction", action_schema(seat_optional=ON_TURN))
ACT = component("ChangeAct", change("act", action=ENTRY_ACTION))
_SEVERAL: Schema = {
    "type": "array",
    "items": {"oneOf": [change("change", edits=edits_of(ENTRY_ACTION)), ACT]},
    "contains": ACT,
    "maxItems": MAX_ACTIONS,
}
_ABOUT = change(
    "about",
    meta=nullable(component("Meta", META)),
    extra=component("Extra", {"type": "object"} | OPEN),
)
CHANGES = [
    ACT,
    component("ChangeUndo", change("undo")),
    component("ChangeChange", change("change", edits=edits_of(nullable(ENTRY_ACTION)))),
    component("ChangeSeveral", change("several", changes=_SEVERAL)),
    component("ChangeRewind", change("rewind", to=INDEX)),
    component("ChangeDeal", change("deal", deal=component("Deal", DEAL))),
    component("ChangeAbout", _ABOUT),
]
CHANGE = component("Change", {"oneOf": CHANGES})
# What entries that were made may say besides: here those of a further revision begin.
MADE: Schema = {"oneOf": [*CHANGES, change("amend", revision={"type": "integer", "minimum": 2})]}
