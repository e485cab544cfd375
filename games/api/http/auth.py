"""Who sends a request: a browser that is signed in, or a program with a token."""

from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext as _
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from games.api.http.errors import ApiError
from games.models import ApiToken, User
from games.writing.outages import SideWrites

TOKEN_PREFIX = "ct_"  # noqa: S105 (every token begins like this, so that a leaked one can be found)
TOKEN_PARAMETERS = {"token", "access_token", "api_key", "auth_token", "authorization"}
LAST_USED_STEP = timedelta(hours=1)


class Token(TokenAuthentication):
    """`Authorization: Bearer ct_…`. Only the digest of a token is stored."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the account of the token, or None if the header has no token.

        Raises `token-in-url` for a token in the address, since addresses end up in logs and
        histories.
        """
        if carries_token(request):
            raise ApiError(
                "token-in-url",
                _(
                    "Send the token in the Authorization header. "
                    "This one may have leaked with the address: replace it."
                ),
            )
        known: tuple[User, ApiToken] | None = super().authenticate(request)
        return known

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """Find the token by its digest. The error is the same whatever is wrong with the token."""
        digest = hash_token(token.decode("utf-8", "replace"))
        # Without an end it is valid until it is revoked.
        valid = ApiToken.objects.exclude(expiry__lte=timezone.now()).select_related("user")
        stored = valid.filter(digest=digest, user__is_active=True).first()
        if stored is None:
            raise AuthenticationFailed(_("The token is unknown, expired or revoked."))
        note_use(stored)
        return stored.user, stored


class Session(SessionAuthentication):
    """The sign-in of the site's own pages; requests that write need the CSRF token."""

    def enforce_csrf(self, request: Request) -> None:
        """Raise an error with a code of its own, which says that the page has to be reloaded."""
        try:
            super().enforce_csrf(request)
        except PermissionDenied as refusal:
            raise ApiError(
                "csrf-refresh",
                _("The X-CSRFToken header is missing or out of date. Load the page again."),
            ) from refusal


def carries_token(request: Request) -> bool:
    """Return whether the address contains a token, or something meant as one."""
    return any(
        name.lower() in TOKEN_PARAMETERS or value.startswith(TOKEN_PREFIX)
        for name, values in request.query_params.lists()
        for value in values
    )


uses = SideWrites()


def note_use(token: ApiToken) -> None:
    """Store when the token was last used, to the hour, so that not every request writes."""
    now = timezone.now()
    if token.last_used is None or now - token.last_used >= LAST_USED_STEP:
        uses.attempt(lambda: ApiToken.objects.filter(pk=token.pk).update(last_used=now))
