"""What stands in the way of people who read a page by ear, by keyboard, or in weak contrast."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

AT_REST = "document.getAnimations().every((one) => one.playState !== 'running')"
# Of all that axe looks at, colours are what differs in the dark.
LOOKS = {
    "light": {},
    "dark": {"runOnly": {"type": "rule", "values": ["color-contrast"]}},
}


def no_barriers(page: Page, what: str = "") -> None:
    """Fail where axe finds something on the page as it stands, in light or in dark colours.

    The page needs a context that sets its content security policy aside (`bypass_csp`).
    """
    for scheme, options in LOOKS.items():
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.wait_for_function(
            "document.getAnimations().every((one) => one.playState !== 'running')"
        )
        found = Axe().run(page, options=options)
        assert found.violations_count == 0, f"{what} {scheme}: {found.generate_report()}"
