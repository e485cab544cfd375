"""Static files for `make serve`: names that change with the content, and gzip."""

from typing import Any

from django.contrib.staticfiles.storage import HashedFilesMixin, ManifestStaticFilesStorage
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashed names, also in the imports between our own ES modules, and gzip copies.

    Other packages' scripts are left as they are: some show imports in their comments.
    No brotli: it comes in with other packages and makes collecting fifteen times slower.
    """

    patterns = (
        *ManifestStaticFilesStorage.patterns,
        ("js/*.js", HashedFilesMixin._js_module_import_aggregation_patterns[1]),  # type: ignore[attr-defined]
    )

    def create_compressor(self, **kwargs: Any) -> Compressor:
        """Return a compressor that writes gzip alone."""
        return super().create_compressor(use_brotli=False, **kwargs)
