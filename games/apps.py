"""The one application of the site."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    """Clubs, matches, hands and everything that shows them."""

    name = "games"
    verbose_name = _("Card games")

    def ready(self) -> None:
        """Register translations, checks, and the kinds of long jobs."""
        from games.management import catalogues

        catalogues.compile_stale()
        from games import jobs
        from games.access import signed_in  # noqa: F401 - hears who signs in
        from games.management import checks  # noqa: F401

        jobs.register("import", "games.transfer.import_job.ImportJob")
        jobs.register("export", "games.transfer.export_job.ExportJob")
        jobs.register("take-back", "games.transfer.taking_back.TakeBackJob")
        jobs.register_upkeep("games.analysis.keeping.analyse_new")
