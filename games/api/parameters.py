"""What may stand behind the question mark of an address; everything else is refused by name."""

from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from rest_framework.request import Request
from rest_framework.views import APIView

from games.api.errors import bad_parameters

EVERYWHERE = ("format",)
OF_LISTS = ("cursor", "page_size")


class StrictParameters(APIView):
    """Refuses unknown parameters: a filter with a typo must not show all rows."""

    def known_parameters(self) -> tuple[str, ...]:
        """Return the names that may stand in the address of this view."""
        return EVERYWHERE

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the names once it is clear who asks."""
        super().initial(request, *args, **kwargs)
        known = self.known_parameters()
        unknown = [name for name in request.query_params if name not in known]
        if unknown:
            sentence = _("There is no such parameter here. Known are: {known}.")
            sentence = sentence.format(known=", ".join(known) or "-")
            raise bad_parameters({name[:50]: sentence for name in unknown})


class Filters(DjangoFilterBackend):
    """Filters whose refusals name the parameter and say what it takes."""

    def filter_queryset(self, request: Any, queryset: QuerySet, view: APIView) -> QuerySet:
        """Return the rows that the parameters ask for."""
        filterset = self.get_filterset(request, queryset, view)
        if filterset is None:
            return queryset
        if not filterset.is_valid():
            raise bad_parameters(
                {name: " ".join(map(str, said)) for name, said in filterset.errors.items()}
            )
        return filterset.qs
