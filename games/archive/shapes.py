"""Turns rows of the database into rows of an answer or a file."""

from collections.abc import Container, Iterable, Iterator
from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

Row = dict[str, Any]


class HalfPointsField(serializers.FloatField):
    """Half points in the database become points in an answer: a whole number, or x.5."""

    def to_representation(self, value: float) -> Any:
        """Halve the number."""
        return value / 2 if value % 2 else int(value // 2)


class NumberField(serializers.FloatField):
    """A number as it is: no `.0` behind whole ones."""

    def to_representation(self, value: float) -> Any:
        """Return the number."""
        return value


class RowValue(serializers.Field):
    """A column that programs get in another form."""


class BlankAsNull(serializers.CharField):
    """A text that is blank while its value is not known; programs get null."""

    def to_representation(self, value: str) -> Any:
        """Return the text, or None for a blank one."""
        return value or None


class Added(serializers.JSONField):
    """A value that a view adds to a row, passed on as it is."""


ADDED = (serializers.BaseSerializer, Added)
CONVERTING = (HalfPointsField, BlankAsNull, RowValue, serializers.BaseSerializer)


class RowSerializer(serializers.Serializer):
    """Reads rows of queries instead of model instances.

    A ModelSerializer takes three times as long for a list of fifty rows as their query. Here each
    declared field names its column, and the values from the database are passed on as they are.
    With `wanted`, rows have only these of the fields.
    """

    def __init__(self, *args: Any, wanted: Container[str] | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.wanted = wanted

    def get_fields(self) -> dict[str, Any]:
        """Return the declared fields, or those of them that are wanted."""
        fields = super().get_fields().items()
        return {name: field for name, field in fields if self.wanted is None or name in self.wanted}

    def read(self, rows: QuerySet[Any], inner: Iterable[str] = ()) -> list[Row]:
        """Read the rows of a query, under the names that programs see.

        The `inner` columns keep their own names: the server itself needs them. Fields that are not
        columns are added later.
        """
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
        """Return the rows with only the fields of this shape, in their order."""
        names = list(self.fields)
        return (dict(zip(names, map(row.__getitem__, names), strict=True)) for row in rows)

    def to_representation(self, row: Row) -> Row:
        """Return a row of columns under the names that programs see."""
        return {
            name: field.to_representation(value)
            if (value := row[str(field.source)]) is not None and isinstance(field, CONVERTING)
            else value
            for name, field in self.fields.items()
        }


class Resource(RowSerializer):
    """A row that has an address of its own."""
