"""Names for the schemas that are written by hand: the description says each of them once."""

from typing import Any

from games.api.answers.changes import (
    CHANGE,
    CHANGES,
    DEAL,
    ENTRY_ACTION,
    EXTRA,
    META,
    RECORD,
    RECORD_ACTION,
    Schema,
)

# The larger first: what stands in another is replaced in it as well.
NAMED: dict[str, Schema] = {
    "Record": RECORD,
    "Change": CHANGE,
    **{f"Change{op.title()}": schema for op, schema in CHANGES.items()},
    "RecordAction": RECORD_ACTION,
    "EntryAction": ENTRY_ACTION,
    "Deal": DEAL,
    "Meta": META,
    "Extra": EXTRA,
}


# What may be said of a schema where it is used.
BESIDE = frozenset(("description", "readOnly"))


def name_schemas(result: Any, generator: Any, request: Any, public: Any) -> Any:
    """Put them among the components, with a reference wherever they stood: a generator's hook."""
    described = _referring(result)
    components = described["components"]["schemas"]
    for name, schema in NAMED.items():
        components[name] = {key: _referring(value) for key, value in schema.items()}
    return described


def _referring(value: Any) -> Any:
    """The same with references in the place of the schemas that have a name."""
    if isinstance(value, dict):
        plain = {key: part for key, part in value.items() if key not in BESIDE}
        for name, schema in NAMED.items():
            if plain == schema:
                more = {key: part for key, part in value.items() if key in BESIDE}
                return {"$ref": f"#/components/schemas/{name}"} | more
        return {key: _referring(part) for key, part in value.items()}
    if isinstance(value, list):
        return [_referring(part) for part in value]
    return value
