"""Static files for `make serve`: names that change with the content, and gzip."""

from typing import Any

from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticStorage(CompressedManifestStaticFilesStorage):
    """Hashed names, also in the imports of our ES modules, and gzip copies.

    No brotli: it comes in with other packages and makes collecting fifteen times slower.
    """

    support_js_module_import_aggregation = True

    def create_compressor(self, **kwargs: Any) -> Compressor:
        return super().create_compressor(use_brotli=False, **kwargs)
