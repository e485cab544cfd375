"""What lists and single rows have in common: who may see them, their fields, their pages."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django_filters import FilterSet
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.generics import GenericAPIView, ListAPIView
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from games.api.http.endpoint import EVERYWHERE, Endpoint
from games.api.http.errors import bad_parameters
from games.api.http.limits import Heavy
from games.api.http.negotiation import Csv, Ndjson
from games.api.http.pagination import Pages, cursor_of
from games.api.http.scope import visible
from games.api.http.streams import streamed
from games.archive.export import json_line, table
from games.archive.shapes import Row, RowSerializer
from games.display.spreadsheets import MEDIA_TYPE as CSV
from games.models.paging import Hits, Order
from games.rules import strict

INCLUDE, UPDATED = "include", "updated_since"
CHUNK = 500  # rows read at once for a stream
LARGE_CHUNK = 100  # the same where each row brings its whole record
OF_PAGES = ("cursor", "page_size")


class Rows(Endpoint, GenericAPIView):
    """What lists and single rows of one kind have in common."""

    # No rows: only those that the principal may see are asked for, by `get_queryset`.
    queryset: QuerySet
    serializer_class: type[RowSerializer]
    # Columns that only the server needs; no answer has them.
    inner_columns: ClassVar[tuple[str, ...]] = ("pk",)
    # Fields that must be asked for with `include=`, and those of them that come anyway.
    extras: ClassVar[tuple[str, ...]] = ()
    usual: ClassVar[tuple[str, ...]] = ()

    def known_parameters(self) -> Iterable[str]:
        """Return the query parameters that a row knows."""
        reads = self.request.method in ("GET", "HEAD")
        return (INCLUDE, *EVERYWHERE) if self.extras and reads else EVERYWHERE

    @cached_property
    def wanted(self) -> frozenset[str]:
        """Return the names of the fields of the answer. Raises ApiError `bad-parameter`."""
        plain = self.serializer_class._declared_fields.keys() - {*self.extras}
        return frozenset({*plain, *self.usual, *self._included()})

    def _included(self) -> list[str]:
        text = self.request.query_params.get(INCLUDE)
        names = [] if text is None else text.split(",")
        if {*names} <= {*self.extras}:
            return names
        sentence = _("Allowed values, separated by commas: {known}.")
        raise bad_parameters({INCLUDE: sentence.format(known=", ".join(self.extras) or "-")})

    @cached_property
    def shape(self) -> RowSerializer:
        """Return the shape of a row in the answer."""
        return self.serializer_class(wanted=self.wanted)

    def get_queryset(self) -> QuerySet:
        """Return the model instances that the principal may see."""
        return visible(self.queryset.model, self.request)

    def inner(self) -> Iterable[str]:
        """Return the columns that are read in addition to those of the answer."""
        return self.inner_columns

    def rows(self, query: QuerySet) -> list[Row]:
        """Return the rows of a query with the columns of the answer."""
        return self.shape.read(query, self.inner())

    def row(self, **known: Any) -> Row:
        """Return the one visible row with these values. Raises Http404."""
        rows = self.rows(self.get_queryset().filter(**known))
        if not rows:
            raise Http404
        return rows[0]

    def complete(self, rows: list[Row]) -> None:
        """Add the `wanted` fields that are not columns."""

    def shown(self, rows: list[Row]) -> list[Row]:
        """Return the rows as the answer has them."""
        self.complete(rows)
        return list(self.shape.finished(rows))


class RowDetail(Rows):
    """One row, by its public id."""

    def get(self, request: Request, public_id: str) -> Any:
        return Response(self.shown([self.row(public_id=public_id)])[0])


class Filters(DjangoFilterBackend):
    """Filters whose refusals name the parameter and say what it takes."""

    def filter_queryset(self, request: Any, queryset: QuerySet, view: Any) -> QuerySet:
        """Return the rows that the parameters ask for."""
        filterset: Any = self.get_filterset(request, queryset, view)
        if not filterset.is_valid():
            raise bad_parameters(
                {name: " ".join(map(str, errors)) for name, errors in filterset.errors.items()}
            )
        # Where a list can be found sooner than by these very rows, its pages are read that way.
        view.hits = getattr(filterset, "hits", None)
        rows: QuerySet = filterset.qs
        return rows


class RowList(Rows, ListAPIView):
    """A list: filtered, in pages or as a stream."""

    renderer_classes = [JSONRenderer, Ndjson, Csv]
    pagination_class = Pages
    filter_backends = [Filters]
    filterset_class: ClassVar[type[FilterSet]] = FilterSet
    order: Order
    # How to find the rows faster than by reading them one after the other; set by the filters.
    hits: Hits | None = None

    def known_parameters(self) -> Iterable[str]:
        """Return the names of the filters, and of the parameters for pages, fields and form."""
        names = tuple(super().known_parameters())
        if self.request.method not in ("GET", "HEAD"):
            return names
        since = (UPDATED,) if self.follows() else ()
        return (*self.filterset_class.base_filters, *since, *OF_PAGES, *names)

    def inner(self) -> Iterable[str]:
        """Return the columns to read, including the one by which a stream continues."""
        return (*super().inner(), self.order.column)

    def follows(self) -> bool:
        """Return whether the rows have a column for their last change."""
        return "changed_at" in self.serializer_class._declared_fields

    def get_throttles(self) -> list[Any]:
        """Count streams separately as well."""
        form = getattr(self.request, "accepted_renderer", None)
        streams = [Heavy()] if isinstance(form, Ndjson | Csv) else []
        return [*super().get_throttles(), *streams]

    def filter_queryset(self, queryset: Any) -> Any:
        """Return the rows that match; with `updated_since` in the order of their last change."""
        rows = super().filter_queryset(queryset)
        if UPDATED not in self.request.query_params:
            return rows
        self.hits = None
        return rows.filter(changed_at__gte=read_moment(self.request))

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """Answer with a page, or with everything as a stream."""
        if UPDATED in request.query_params:
            self.order = Order("changed_at")
        rows = self.filter_queryset(self.get_queryset())
        form = request.accepted_renderer.format
        if form not in (Ndjson.format, Csv.format):
            page = self.paginate_queryset(rows) or []
            return self.get_paginated_response(self.shown(page))
        if "page_size" in request.query_params:
            raise bad_parameters({"page_size": _("A stream has no pages.")})
        everything = self.everything(rows)
        name = f"{rows.model._meta.model_name}s.{form}"
        if form == Ndjson.format:
            return streamed(request, map(json_line, everything), Ndjson.media_type, name)
        return streamed(request, table(self.shape, everything), CSV, name)

    def everything(self, rows: QuerySet) -> Iterator[Row]:
        """Yield all rows from the cursor on, some hundreds at a time in one transaction."""
        cursor = cursor_of(self.request, self.get_queryset(), self.order)
        hits, place = self.hits or Hits(rows, self.order), itemgetter(self.order.column, "pk")
        size = LARGE_CHUNK if self.wanted & set(self.extras) else CHUNK
        pieces = hits.pieces(self.get_queryset(), self.rows, size, cursor, place)
        # Not a generator: an invalid cursor must be refused before the stream begins.
        return chain.from_iterable(map(self.shown, pieces))

    def made(self, name: str, instance: Any, status: int = 201) -> Response:
        """Answer with a row that has just been made, and its address."""
        row = self.row(pk=instance.pk)
        place = reverse(f"api:{name}", [instance.public_id], request=self.request)
        return Response(self.shown([row])[0], status=status, headers={"Location": place})


def read_moment(request: Request) -> datetime:
    """Return the time in `updated_since`. Raises ApiError `bad-parameter`."""
    text = request.query_params[UPDATED]
    try:
        if strict.is_time(text):
            return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):  # a leap second, a year that no clock has, or not in UTC
        pass
    sentence = _("Write a date and time as 2026-11-20T20:15:00Z (write + as %2B).")
    raise bad_parameters({UPDATED: sentence})
