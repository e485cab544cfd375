"""What stands in the way of people who read a page by ear, by keyboard, or in weak contrast."""

from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Page

from tests.thorough import amount

# The script, half a megabyte, goes to a page once and not for each look at it.
HAS_AXE = "typeof axe === 'object'"
# Asked for violations alone, axe spends no time on describing all that it found in order.
LOOK = """async (options) =>
    (await axe.run({ ...options, resultTypes: ["violations"] })).violations"""
AT_REST = """async () => {
    const running = () => document.getAnimations().filter((one) => one.playState === "running");
    while (running().length) await Promise.allSettled(running().map((one) => one.finished));
}"""
# Lines of text that lie on one another, but for what is meant to lie over a page or is cut off.
TANGLED = """() => {
    const over = (one) => {
        const { position, zIndex } = getComputedStyle(one);
        return /sticky|fixed/.test(position) || zIndex !== "auto" ||
            one.matches(".stage, svg, dialog, .visually-hidden");
    };
    const above = (one) => one ? [one, ...above(one.parentElement)] : [];
    const cut = (box, one) => {
        const seen = getComputedStyle(one).overflow === "visible";
        const { left, right, top, bottom } = seen ? box : one.getBoundingClientRect();
        return { left: Math.max(box.left, left), right: Math.min(box.right, right),
            top: Math.max(box.top, top), bottom: Math.min(box.bottom, bottom) };
    };
    const lines = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const { data, parentElement: parent } = texts.currentNode;
        if (!data.trim() || parent.closest("option, script, template")) continue;
        if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const around = above(parent);
        if (around.some(over)) continue;
        const range = document.createRange();
        range.selectNodeContents(texts.currentNode);
        for (const box of range.getClientRects())
            lines.push({ parent, words: data.trim(), ...around.slice(0, -2).reduce(cut, box) });
    }
    const meet = (one, other) => one.parent !== other.parent &&
        Math.min(one.right, other.right) - Math.max(one.left, other.left) > 3 &&
        Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
    return lines.flatMap((one, at) => lines.slice(at + 1).filter((other) => meet(one, other))
        .map((other) => `${one.words} / ${other.words}`));
}"""
SCREENS = ((390, 844), (820, 1180), (1180, 820))[: amount(1, thorough=3)]
# Of all that axe looks at, colours are what differs in the dark.
SCHEMES = {"light": {}, "dark": {"runOnly": {"type": "rule", "values": ["color-contrast"]}}}


def no_barriers(page: Page, what: str = "") -> None:
    """Fail where axe finds something on the page at rest, in light or in dark colours, or text lies
    on text."""
    if not page.evaluate(HAS_AXE):
        page.evaluate(f"{AXE_SCRIPT}; true")
    for scheme, options in [*SCHEMES.items()][: amount(1, thorough=2)]:
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        page.evaluate(AT_REST)
        found = AxeResults({"violations": page.evaluate(LOOK, options)})
        assert found.violations_count == 0, f"{what} {scheme}: {found.generate_report()}"
    tangled = page.evaluate(TANGLED)
    assert not tangled, f"{what} {tangled}"


def reads_well(page: Page, what: str = "") -> None:
    """Telephone and tablet: nothing sideways, no barriers. A page on its way is awaited."""
    page.wait_for_load_state()
    before = page.viewport_size
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, what
        no_barriers(page, f"{what} {width}")
    if before:
        page.set_viewport_size(before)
