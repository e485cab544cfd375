"""The query parameters of lists."""

from typing import Any

from django.db.models import QuerySet
from django_filters.rest_framework import DjangoFilterBackend

from games.api.http.errors import bad_parameters

OF_LISTS = ("cursor", "page_size")


class Filters(DjangoFilterBackend):
    """Filters whose errors name the parameter and say what it accepts."""

    def filter_queryset(self, request: Any, queryset: QuerySet, view: Any) -> QuerySet:
        """Return the rows that the parameters ask for."""
        filterset = self.get_filterset(request, queryset, view)
        if filterset is None:
            return queryset
        if not filterset.is_valid():
            raise bad_parameters(
                {name: " ".join(map(str, errors)) for name, errors in filterset.errors.items()}
            )
        # If the filters know a faster way to find these rows, pages are read that way.
        view.hits = getattr(filterset, "hits", None)
        return filterset.qs
