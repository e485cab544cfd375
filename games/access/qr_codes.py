"""Texts as pictures that a telephone reads."""

import segno
from django.utils.safestring import SafeString


def qr_code(text: str) -> SafeString:
    """Return a text as a QR code: SVG to put in a page, without a style of its own."""
    code = segno.make(text, error="m", micro=False)
    # What segno writes is numbers alone: the text is in the pattern.
    return SafeString(
        code.svg_inline(border=4, dark="#000", light="#fff", svgclass="qr-code", omitsize=True)
    )
