"""The one application of the site."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Clubs, matches, hands and everything that shows them."""

    name = "games"
    verbose_name = _("Card games")

    def ready(self) -> None:
        """Register the checks that `manage.py check` runs."""
        from games import checks  # noqa: F401
