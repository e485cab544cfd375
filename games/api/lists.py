"""What lists and single rows have in common: who sees them, which fields, in which pages."""

from collections.abc import Iterable
from typing import Any, ClassVar

from django.db.models import Model, QuerySet
from django.shortcuts import get_object_or_404
from django_filters import FilterSet
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games.api.endpoint import EVERYWHERE, Endpoint
from games.api.pagination import Order, Pages
from games.api.parameters import OF_LISTS, Filters
from games.api.scope import visible
from games.api.serializers import Row, RowSerializer


class Rows(Endpoint, GenericAPIView):
    """What lists and single rows of one kind have in common."""

    lookup_field = "public_id"
    filter_backends: list[Any] = []
    model: ClassVar[type[Model]]
    serializer_class: type[RowSerializer]
    # Columns that are read for the server itself; no answer shows them.
    inner_columns: ClassVar[tuple[str, ...]] = ("pk",)

    def get_queryset(self) -> QuerySet:
        """Return the rows that the principal may see, with the columns of the answer."""
        return self.seen().values(*self.inner_columns, *self.serializer_class.columns())

    def seen(self) -> QuerySet:
        """Return the model instances that the principal may see."""
        return visible(self.model, self.request)

    def complete(self, rows: list[Row]) -> None:
        """Add to the rows what is not a column of theirs."""


class RowDetail(Rows):
    """One row, by its public id."""

    def get(self, request: Request, public_id: str) -> Response:
        row = get_object_or_404(self.get_queryset(), public_id=public_id)
        self.complete([row])
        return Response(self.get_serializer(row).data)


class RowList(Rows, ListAPIView):
    """A list: filtered, in pages."""

    pagination_class = Pages
    filter_backends = [Filters]
    filterset_class: ClassVar[type[FilterSet]]
    order: ClassVar[Order]

    def known_parameters(self) -> Iterable[str]:
        """Return the names of the filters, of the page and of the form."""
        if self.request.method == "POST":
            return EVERYWHERE
        return (*self.filterset_class.base_filters, *OF_LISTS, *EVERYWHERE)

    def paginate_queryset(self, queryset: Any) -> Any:
        """Return the complete rows of the page that is asked for."""
        page = super().paginate_queryset(queryset)
        self.complete(page)  # type: ignore[arg-type]  # rows, since the query is one of values()
        return page

    def made(self, name: str, instance: Any, status: int = 201) -> Response:
        """Answer with a row that has just been made, and where it is from now on."""
        row = self.get_queryset().get(pk=instance.pk)
        self.complete([row])
        place = reverse(f"api:{name}", args=[instance.public_id], request=self.request)
        shown = self.serializer_class(row).data
        return Response(shown, status=status, headers={"Location": place})
