"""What every page begins with: the club that the user may see, and what they may do there."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast
from urllib.parse import urlsplit

from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.db.models import F, Model, QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.translation import gettext as _

from games.access.forms import OnceForm
from games.models import Club, Membership, Role, User
from games.writing.errors import (
    Busy,
    KeyMalformed,
    KeyReused,
    StorageDamaged,
    StorageFull,
    StorageReadOnly,
)
from games.writing.outages import SideWrites

LONGEST_VERSION = 10  # digits
Row = TypeVar("Row", bound=Model)
Written = TypeVar("Written")
visits = SideWrites()
OF_MEMBERSHIP = {
    "my_player": "player",
    "last_visit": "last_seen",
    "visited_before": "seen_before",
}
# What a page says of a form that may be sent again as it is.
UNSAVED = (Busy, StorageFull, StorageReadOnly, StorageDamaged)


def club_or_404(request: HttpRequest, slug: str) -> Club:
    """Return the club at that address if the user is a member; 404 for all others, guests too."""
    return _visited(request, Club.objects.visible_to(request.user), slug)


def entered_club_or_404(request: HttpRequest, slug: str) -> Club:
    """Return the club likewise, also for guests, who see what the club has published."""
    return _visited(request, Club.objects.entered_by(request.user), slug)


def _visited(request: HttpRequest, clubs: QuerySet[Club], slug: str) -> Club:
    """Return one of the clubs with `my_player` and `visited_before`, the day of the visit before.

    Notes the day of this one.
    """
    mine = {name: F(f"memberships__{column}") for name, column in OF_MEMBERSHIP.items()}
    club: Any = get_object_or_404(clubs.annotate(**mine), slug=slug)
    today = timezone.localdate()
    if club.last_visit != today:
        club.visited_before = club.last_visit
        member = Membership.objects.filter(user=user_of(request), club=club)
        days = {"last_seen": today, "seen_before": club.last_visit}
        visits.attempt(lambda: member.update(**days))
    return cast(Club, club)


def user_of(request: HttpRequest) -> User:
    """Return who asks; the middleware has sent everybody else to the sign-in page."""
    return cast(User, request.user)


def may_write(club: Club) -> bool:
    """Return whether the user for whom `club` was looked up records hands there."""
    return bool(club.may_record)  # type: ignore[attr-defined]


def require_scorer(club: Club) -> None:
    """Raise PermissionDenied, a 403, for a member who only reads."""
    if not may_write(club):
        raise PermissionDenied(_("Only scorers and administrators of the club can write here."))


def scorers_club_or_404(request: HttpRequest, slug: str) -> Club:
    """Return the club for a page that writes: 404 for strangers, 403 for readers."""
    club = club_or_404(request, slug)
    require_scorer(club)
    return club


def looks_after(club: Club) -> bool:
    """Return whether the user for whom `club` was looked up is its administrator."""
    return bool(club.my_role == Role.ADMIN)  # type: ignore[attr-defined]


def admins_club_or_404(request: HttpRequest, slug: str, why: str = "") -> Club:
    """Return the club at that address for a page of its administrators.

    404 for strangers, 403 for other members, with `why` as the message; without it, that members
    are not theirs to look after.
    """
    club = club_or_404(request, slug)
    if not looks_after(club):
        raise PermissionDenied(why or _("Only administrators of the club look after its members."))
    return club


def row_or_404(request: HttpRequest, club: Club, model: type[Row], public_id: str) -> Row:
    """Return the row of a club with that id, if the user may see it; it has the club as given."""
    visible = model.objects.visible_to(request.user)  # type: ignore[attr-defined]
    row: Row = get_object_or_404(visible, club=club, public_id=public_id)
    row.club = club  # type: ignore[attr-defined]
    return row


def version_sent(sent: Mapping[str, str]) -> int:
    """Return the version in the fields of a form; -1, which nothing has, for what is no number."""
    return number_sent(sent.get("version", ""))


def number_sent(text: str) -> int:
    """Return a number in a form or an address; -1 for what is no number, or too long for one."""
    return int(text) if text.isdecimal() and len(text) < LONGEST_VERSION else -1


def page_of_form(request: HttpRequest, otherwise: str) -> str:
    """Return the address of the page whose form was sent; `otherwise` where nothing says so."""
    page = urlsplit(request.headers.get("Referer", ""))
    return page.path if page.netloc == request.get_host() else otherwise


def wants_fragment(request: HttpRequest) -> bool:
    """Return whether htmx asks for a part of a page that it already shows."""
    return bool(request.htmx) and not request.htmx.history_restore_request  # type: ignore[attr-defined]


def page_or_fragment(
    request: HttpRequest, page: str, fragment: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render the page, or its fragment alone where htmx asked for it."""
    template = fragment if wants_fragment(request) else page
    return render(request, template, context, status=status)


def write_or_blame(form: BaseForm, write: Callable[[], Written]) -> Written | None:
    """Return what `write` made of a valid form; None, with errors in the form, if refused."""
    try:
        return write()
    except ValidationError as error:
        form.add_error(None, error)
    except UNSAVED as error:
        form.add_error(None, ValidationError(str(error), code=error.code))
    return None


def make_or_blame(form: OnceForm, make: Callable[[], Written]) -> Written | None:
    """Return the same for a form that makes something once, and may have been sent before."""
    try:
        return write_or_blame(form, make)
    except (KeyReused, KeyMalformed):
        sentence = _(
            "This form has been sent before with different content. You can send it again."
        )
        form.add_error(form.visible_fields()[0].name, sentence)
        form.renew_key()
        return None


def status_of(form: BaseForm) -> int:
    """Return the page's status: 200 before the form is sent, 422 if wrong, 503 if not saved."""
    if any(form.has_error(NON_FIELD_ERRORS, kind.code) for kind in UNSAVED):
        return Busy.status
    return 422 if form.errors else 200
