"""Keys for programs: making one, ending one. Users look after their own."""

from datetime import timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import ApiToken, Club, User
from games.writing.durably import durably
from games.writing.errors import invalid
from games.writing.names import read_name
from games.writing.once import Once, make_once

LONGEST = 365  # days
MOST = 20  # keys of one user that are good at once


def make_token(
    *,
    user: User,
    name: str,
    scope: str,
    club: Club | None = None,
    days: int = LONGEST,
    once: Once | None = None,
) -> tuple[ApiToken, str]:
    """Make a key, and give it with its text, which nobody can read again afterwards.

    It may do what its user may, as far as `scope` goes, in one `club` only where one is given.
    With `once` it is made once; sent again it is given without its text, of which only a digest is
    kept. Raises ValidationError by field, KeyReused, KeyMalformed.
    """
    name = read_name(name)
    if scope not in ApiToken.Scope.values:
        raise invalid("scope", "unknown-choice", _("There is no such choice."))
    if not 1 <= days <= LONGEST:
        message = _("A key is valid for 1 to %(longest)s days.") % {"longest": LONGEST}
        raise invalid("days", "out-of-range", message)
    if club is not None and not Club.objects.visible_to(user).filter(pk=club.pk).exists():
        raise invalid("club", "unknown-choice", _("You do not belong to this club."))

    text = ""

    def make() -> ApiToken:
        nonlocal text
        if tokens_of(user).count() >= MOST:
            message = _("You have %(most)s keys. End one that you no longer need.")
            raise invalid("name", "out-of-range", message % {"most": MOST})
        made: ApiToken
        made, text = ApiToken.objects.create(
            user=user, name=name, scope=scope, club=club, expiry=timedelta(days=days)
        )
        return made

    sent = [name, scope, club and club.public_id, days]
    rows = ApiToken.objects.filter(user=user)
    token = make_once(once, user=user, sent=sent, rows=rows, make=make, name="token_key")
    return token, text


def tokens_of(user: User) -> QuerySet[ApiToken]:
    """Return the keys of a user that are good, the newest first."""
    good = ApiToken.objects.filter(user=user, expiry__gt=timezone.now())
    keys: QuerySet[ApiToken] = good.select_related("club").order_by("-created")
    return keys


def revoke_token(*, user: User, token_key: str) -> bool:
    """End a key of the user's own; whether there was one. The next request with it is refused."""
    return durably(
        lambda: bool(ApiToken.objects.filter(user=user, token_key=token_key).delete()[0])
    )
