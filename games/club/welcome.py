"""What somebody finds who is not signed in: what this is, who plays here, a hand, the games."""

from typing import Any

from django.db.models import F
from django.http import HttpResponse

from games.access.accounts import SignInView
from games.models import Club, Hand, Publication
from games.rules import VARIANTS


class WelcomeView(SignInView):
    """The sign-in page. Of the clubs it shows those alone that are open to everybody."""

    template_name = "club/welcome.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Add the open clubs, the hand that they published last, and the games."""
        clubs = Club.objects.shown_to_all()
        published = Publication.objects.filter(club__in=clubs, hand__in=Hand.objects.shown())
        newest = published.order_by("-at", "-pk").annotate(shown=F("hand__public_id")).first()
        return super().get_context_data(clubs=clubs, newest=newest, games=VARIANTS, **kwargs)

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Allow the page to show that hand in a frame."""
        response: HttpResponse = super().render_to_response(context, **kwargs)
        response.frames_ours = True  # type: ignore[attr-defined]
        return response
