"""Which fields an answer has: `fields=` names them, `include=` adds more."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from rest_framework.request import Request

from games.api.http.errors import bad_parameters

FIELDS, INCLUDE, UPDATED = "fields", "include", "updated_since"


def wanted_fields(
    request: Request, known: Iterable[str], extras: Iterable[str], usual: Iterable[str]
) -> frozenset[str]:
    """Return the names of the fields that the request asks for.

    `known` are all fields. Those in `extras` must be asked for with `include=` or `fields=`, except
    the `usual` ones, which this address gives anyway. Raises ApiError `bad-parameter`.
    """
    known, extras = tuple(known), tuple(extras)
    included = _names(request, INCLUDE, extras)
    named = _names(request, FIELDS, known)
    if named:
        return frozenset({"id", *named, *included})
    plain = (name for name in known if name not in extras)
    return frozenset({*plain, *usual, *included})


def _names(request: Request, parameter: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    text = request.query_params.get(parameter)
    if text is None:
        return ()
    names = tuple(text.split(","))
    if all(name in allowed for name in names):
        return names
    sentence = _("Allowed values, separated by commas: {known}.")
    raise bad_parameters({parameter: sentence.format(known=", ".join(allowed) or "-")})
