"""The icons of a home screen, drawn from the mark of the site: `static/img/favicon.svg`."""

import re
from pathlib import Path

from tests.campaigns.browsing import chromium

MARK = Path(__file__).parents[3] / "static" / "img" / "favicon.svg"
# Of a maskable icon only a circle of four fifths is sure to be seen, so there the star lies on a
# plain ground; a telephone of Apple cuts its own corners.
WHOLE, ON_GROUND = "whole", "on ground"
ICONS = {
    "icon-192.png": (192, WHOLE),
    "icon-512.png": (512, WHOLE),
    "icon-maskable.png": (512, ON_GROUND),
    "apple-touch-icon.png": (180, ON_GROUND),
}


def take_icons(folder: Path) -> None:
    """Write the icons into `folder`."""
    with chromium() as browser:
        for name, (size, kind) in ICONS.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block }}</style>{of(kind)}"
            )
            page.screenshot(path=folder / name, omit_background=True)
            page.close()


def of(kind: str) -> str:
    """The drawing of an icon."""
    drawing = MARK.read_text()
    if kind == ON_GROUND:
        ground = r'\1<path fill="\2" d="M-9-9h42v42h-42z" />'
        drawing = re.sub(r'(<svg.*?)<path fill="(#\w+)" d="[^"]*" />', ground, drawing, flags=re.S)
        drawing = drawing.replace('viewBox="0 0 24 24"', 'viewBox="-3 -3 30 30"')
    return drawing
