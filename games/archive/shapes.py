"""How rows of the database become rows of an answer or a file: each field says which column it is
read from and how its value is written."""

from collections.abc import Container, Iterable, Iterator
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

Row = dict[str, Any]


class HalfPointsField(serializers.FloatField):
    """Half points in the database, points in an answer: whole where they are whole, else x.5."""

    def to_representation(self, value: float) -> Any:
        """Halve the number."""
        return value / 2 if value % 2 else int(value // 2)


class NumberField(serializers.FloatField):
    """A number as it is: no `.0` behind whole ones."""

    def to_representation(self, value: float) -> Any:
        """Return the number."""
        return value


class RowValue(serializers.Field):
    """A column whose value means something else to programs."""


class BlankAsNull(serializers.CharField):
    """A text that is blank as long as nobody knows it: null for programs."""

    def to_representation(self, value: str) -> Any:
        """Return the text, or None for a blank one."""
        return value or None


class Added(serializers.JSONField):
    """Something that a view adds to a row, as it is."""


ADDED = (serializers.BaseSerializer, Added)
CONVERTING = (HalfPointsField, BlankAsNull, RowValue, serializers.BaseSerializer)


class RowSerializer(serializers.Serializer):
    """Reads rows of queries instead of model instances.

    A list of fifty rows through a ModelSerializer costs three times its query. Here a declared
    field names its column, and what the database returned is passed on as it is. With `wanted` the
    rows have only these of the fields.
    """

    def __init__(self, *args: Any, wanted: Container[str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wanted = wanted

    def get_fields(self) -> dict[str, Any]:
        """The declared fields, as far as they are wanted."""
        fields = super().get_fields().items()
        return {name: field for name, field in fields if self.wanted is None or name in self.wanted}

    def read(self, rows: QuerySet[Any], inner: Iterable[str] = ()) -> list[Row]:
        """The rows of a query, under the names of the interface; beside them `inner` columns under
        their own names, for the server itself. Fields that are no columns are not there yet."""
        fields = {name: f for name, f in self.fields.items() if not isinstance(f, ADDED)}
        columns = {name: str(field.source) for name, field in fields.items()}
        columns |= {name: name for name in inner}
        converting = [
            (name, field.to_representation)
            for name, field in fields.items()
            if isinstance(field, CONVERTING)
        ]
        read_rows = []
        for values in rows.values_list(*columns.values()):
            row = dict(zip(columns, values, strict=True))
            for name, convert in converting:
                if (value := row[name]) is not None:
                    row[name] = convert(value)
            read_rows.append(row)
        return read_rows

    def finished(self, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows with the fields of this shape alone, in their order."""
        names = list(self.fields)
        return (dict(zip(names, map(row.__getitem__, names), strict=True)) for row in rows)

    def to_representation(self, row: Row) -> Row:
        """One row under the names of the interface, of a row with the names of the columns."""
        return {
            name: field.to_representation(value)
            if (value := row[str(field.source)]) is not None and isinstance(field, CONVERTING)
            else value
            for name, field in self.fields.items()
        }


class Resource(RowSerializer):
    """A row with an address of its own: `fields=` may leave out everything but its id."""
