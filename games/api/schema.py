"""The OpenAPI description: how one signs in, and the one form that every error has."""

from typing import Any

from django.conf import settings
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema

from games.api.errors import MEDIA_TYPE
from games.api.problems import ProblemSerializer

ANY_ERROR = {("default", MEDIA_TYPE): ProblemSerializer}


class Schema(AutoSchema):
    """Describes, beside what a view says of itself, the errors that every view can answer."""

    def get_response_serializers(self) -> Any:
        """Add the errors to the answer of a view that declares no responses of its own."""
        return {200: super().get_response_serializers()} | ANY_ERROR


class TokenScheme(OpenApiAuthenticationExtension):
    """Programs: a token in the header."""

    target_class = "games.api.auth.Token"
    name = "token"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the header."""
        return {"type": "http", "scheme": "bearer", "bearerFormat": "ct_…"}


class SessionScheme(OpenApiAuthenticationExtension):
    """Browsers: the cookie of the site's own sign-in."""

    target_class = "games.api.auth.Session"
    name = "session"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        """Describe the cookie."""
        return {"type": "apiKey", "in": "cookie", "name": settings.SESSION_COOKIE_NAME}
