"""What is printed or shared: PDFs and pictures that typst sets from the templates `*.typ`.

Everything goes in as data, so that no name can be markup.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language

TEMPLATES = Path(settings.BASE_DIR, "templates")


def pdf_of(template: str, facts: Mapping[str, Any]) -> bytes:
    """Return a PDF that assistive technology can read (PDF/UA)."""
    return _made(template, facts, format="pdf", pdf_standards=["ua-1"])


def picture_of(template: str, facts: Mapping[str, Any]) -> bytes:
    """Return the same as a PNG, as large as the template makes its page."""
    return _made(template, {**facts, "picture": True}, format="png", ppi=144)


def _made(template: str, facts: Mapping[str, Any], **wanted: Any) -> bytes:
    import typst  # only here: it is large, and few processes ever print

    language = (get_language() or "en")[:2]
    return bytes(
        typst.compile(
            TEMPLATES / template,
            root=TEMPLATES,
            ignore_system_fonts=False,
            sys_inputs={"facts": json.dumps({**facts, "language": language})},
            **wanted,
        )
    )


def pdf_answer(data: bytes, name: str) -> HttpResponse:
    """Return a PDF that a browser shows."""
    response = HttpResponse(data, content_type="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response
