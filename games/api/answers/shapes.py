"""How rows of the database become rows of an answer."""

from collections.abc import Callable, Container
from functools import cached_property
from typing import Any

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


class RowSerializer(serializers.Serializer):
    """Reads rows of `QuerySet.values()` instead of model instances.

    A list of fifty rows through a ModelSerializer costs three times its query. Here a declared
    field names its column, and what the database returned is passed on as it is.
    """

    @classmethod
    def columns(cls, wanted: Container[str] | None = None) -> list[str]:
        """Return the columns of the row itself, for `values()`; the rest is added by views."""
        fields = cls._declared_fields.items()
        return [
            field.source or name
            for name, field in fields
            if (wanted is None or name in wanted) and not isinstance(field, ADDED)
        ]

    @cached_property
    def plan(self) -> list[tuple[str, Any, Callable[[Any], Any] | None]]:
        """Name, column and conversion of every field."""
        converting = (HalfPointsField, BlankAsNull, RowValue, serializers.BaseSerializer)
        return [
            (name, field.source, field.to_representation if isinstance(field, converting) else None)
            for name, field in self.fields.items()
        ]

    def row(self, row: Row, wanted: Container[str] | None = None) -> Row:
        """Return the wanted fields of a row under the names of the interface."""
        return {
            name: convert(row[column]) if convert and row[column] is not None else row[column]
            for name, column, convert in self.plan
            if wanted is None or name in wanted
        }

    def to_representation(self, row: Row) -> Row:
        """Return the whole row."""
        return self.row(row)


class Resource(RowSerializer):
    """A row with an address of its own: `fields=` may leave out everything but its id."""
