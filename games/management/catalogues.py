"""The catalogues of translations: where they are, and how they are put to use.

Nothing that is compiled is kept in the repository: `compile_stale` runs at every start, with Babel,
so that nobody needs gettext's own tools. A start that could not compile fails.
"""

import os
import tempfile
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured


def catalogue_path(language: str) -> Path:
    """Return where the sentences of a language are kept."""
    return Path(settings.LOCALE_PATHS[0]) / language / "LC_MESSAGES" / "django.po"


def languages() -> list[str]:
    files = Path(settings.LOCALE_PATHS[0]).glob("*/LC_MESSAGES/django.po")
    return sorted(path.parent.parent.name for path in files)


def compile_stale() -> list[Path]:
    """Compile each catalogue that is newer than its compiled form; answers what was written.

    Raises ImproperlyConfigured where that cannot be done: a site in English for those who chose
    another language would be a fault that nobody reports.
    """
    stale = [path for path in map(catalogue_path, languages()) if _is_stale(path)]
    return [_compile(path) for path in stale]


def _is_stale(path: Path) -> bool:
    compiled = path.with_suffix(".mo")
    return not compiled.exists() or compiled.stat().st_mtime < path.stat().st_mtime


def _compile(path: Path) -> Path:
    """Written next to it and moved, since several processes may start at once."""
    from babel.messages.mofile import write_mo  # most starts have nothing to compile
    from babel.messages.pofile import read_po

    compiled = path.with_suffix(".mo")
    try:
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.parent.parent.name, abort_invalid=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as written:
            write_mo(written, catalogue)
        os.chmod(written.name, 0o644)
        os.replace(written.name, compiled)
    except (OSError, ValueError) as error:
        raise ImproperlyConfigured(
            f"The translations in {path} cannot be compiled ({error}). "
            "Start the site once as somebody who may write there."
        ) from error
    return compiled
