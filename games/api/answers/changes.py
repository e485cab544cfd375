"""Entries and records in the OpenAPI description: every part has a name and is described once."""

from games.rules import entering, json_schema, shape

# By name, every schema that the description refers to and that is not made by a serializer.
COMPONENTS: dict[str, json_schema.Schema] = {}


def component(name: str, schema: json_schema.Schema) -> json_schema.Schema:
    """Return a reference to a schema, which the description has under that name from now on."""
    COMPONENTS[name] = schema
    return {"$ref": f"#/components/schemas/{name}"}


def change(op: str, **fields: json_schema.Schema) -> json_schema.Schema:
    """Return the schema of an entry whose operation is `op`."""
    return {
        "type": "object",
        "properties": {"op": {"const": op}} | fields,
        "required": ["op", *fields],
        "additionalProperties": False,
    }


def edits_of(action: json_schema.Schema) -> json_schema.Schema:
    """Return the schema of a list of actions, each with the index of the action it replaces."""
    edit = {"type": "array", "prefixItems": [INDEX, action], "minItems": 2, "maxItems": 2}
    return {"type": "array", "items": edit, "minItems": 1, "maxItems": shape.MAX_ACTIONS}


INDEX: json_schema.Schema = {"type": "integer", "minimum": 0, "maximum": shape.MAX_ACTIONS - 1}
RECORD = component("Record", json_schema.record_schema(component))
ENTRY_ACTION = component(
    "EntryAction", json_schema.action_schema(seat_optional=entering.ON_TURN, named=component)
)
ACT = component("ChangeAct", change("act", action=ENTRY_ACTION))
_SEVERAL: json_schema.Schema = {
    "type": "array",
    "items": {
        "oneOf": [component("ChangeEdits", change("change", edits=edits_of(ENTRY_ACTION))), ACT]
    },
    "contains": ACT,
    "maxItems": shape.MAX_ACTIONS,
}
_ABOUT = change(
    "about",
    meta=json_schema.nullable(component("Meta", json_schema.META)),
    extra=component("Extra", {"type": "object"} | json_schema.OPEN),
)
CHANGES = [
    ACT,
    component("ChangeUndo", change("undo")),
    component("ChangeChange", change("change", edits=edits_of(json_schema.nullable(ENTRY_ACTION)))),
    component("ChangeSeveral", change("several", changes=_SEVERAL)),
    component("ChangeRewind", change("rewind", to=INDEX)),
    component("ChangeDeal", change("deal", deal=component("Deal", json_schema.DEAL))),
    component("ChangeAbout", _ABOUT),
]
CHANGE = component("Change", {"oneOf": CHANGES})
# Only in entries that were made: the entries of a further revision begin here; other people play
# the hand, or another seat deals it.
_SEATED: dict[str, json_schema.Schema] = {
    "players": {"type": "array", "items": {"type": "string"}},
    "dealer": json_schema.nullable({"type": "integer", "minimum": 0}),
}
_WAS = component("SeatsBefore", {"type": "object", "properties": _SEATED, "required": [*_SEATED]})
MADE: json_schema.Schema = {
    "oneOf": [
        *CHANGES,
        component("ChangeAmend", change("amend", revision={"type": "integer", "minimum": 2})),
        component("ChangeSeats", change("seats", **_SEATED, was=_WAS)),
    ]
}
