"""A reader in the browser: signed in, at a step of a hand."""

import re

from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import Hand, User

# The replay as text, a line an element: without what the script adds (buttons that need it, tab
# stops that the slider replaces, cards that do not lie on the table) and whatever the order of
# attributes and classes.
TEXT = r"""(root) => {
    const drawnAnew = 'input[name=csrfmiddlewaretoken], input[name=key]';
    const added = `[data-play], [data-speed], [data-slider], .lying[hidden], ${drawnAnew}`;
    const own = { tabindex: '.scrubber a', style: '.scrub-dot, .stage-room',
        'data-step': '#replay' };
    const lines = [];
    const fact = (one, { name, value }) => {
        if (own[name] && one.matches(own[name])) return '';
        if (name === 'class') value = value.split(/\s+/).filter(Boolean).sort().join(' ');
        return name === 'class' && !value ? '' : `${name}="${value}"`;
    };
    const write = (one) => {
        if (one.nodeType === Node.TEXT_NODE) {
            const text = one.data.replace(/\s+/g, ' ').trim();
            if (text) lines.push(text);
        } else if (one.nodeType === Node.ELEMENT_NODE && !one.matches(added)) {
            const facts = [...one.attributes].map((found) => fact(one, found)).filter(Boolean);
            lines.push([one.localName, ...facts.sort()].join(' '));
            one.childNodes.forEach(write);
        }
    };
    write(root);
    return lines;
}"""
DIFFERENCE = f"""async () => {{
    await new Promise(requestAnimationFrame);
    const lines = {TEXT};
    const link = document.querySelector('.seat-switch a[aria-current]');
    const answer = await fetch(link.href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [here, there] = [document, page].map((one) => lines(one.getElementById('replay')));
    const at = here.findIndex((line, number) => line !== there[number]);
    if (at < 0 && here.length === there.length) return [];
    return [`line ${{at}} of ${{link.href}}`, here[at] ?? 'ends here', there[at] ?? 'ends there'];
}}"""
WALK = f"""async ([key, steps, whole, every]) => {{
    const difference = {DIFFERENCE};
    for (let step = 0; step <= steps; step += 1) {{
        const looks = step < whole || step % every === 0 || step === steps;
        const found = looks ? await difference() : [];
        if (found.length) return [`step ${{step}}`, ...found];
        const pressed = {{ key, bubbles: true }};
        if (step < steps) document.body.dispatchEvent(new KeyboardEvent('keydown', pressed));
    }}
    return [];
}}"""


def signed_in(page: Page, user: User) -> Page:
    """Whose browser it is: the session is made here, so that no test has to type a password."""
    client = Client()
    client.force_login(user)
    page.goto("/accounts/sign-in/")
    name = settings.SESSION_COOKIE_NAME
    origin = page.evaluate("location.origin")
    page.context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": origin}])
    return page


def at(page: Page, hand: Hand, step: str = "") -> Page:
    """The page of a hand at a step, ready to be stepped."""
    page.goto(f"/c/{hand.club.slug}/hands/{hand.public_id}/{step}")
    return page


def address_is(page: Page, hand: Hand, step: str) -> None:
    """The address bar names this step; it may follow a moment later. Where it is another page, that
    has been read to its end."""
    expect(page).to_have_url(re.compile(rf"/hands/{hand.public_id}/{re.escape(step)}$"))
    page.wait_for_load_state("domcontentloaded")


def place_is(page: Page, step: str) -> None:
    """The page is at this step; the address bar may follow a moment later."""
    expect(page.locator("#replay")).to_have_attribute("data-key", step)


def says(page: Page, sentence: str) -> None:
    """What is announced at this step."""
    expect(page.get_by_role("status").filter(has_text=sentence)).to_be_visible()


def lying(page: Page) -> list[str]:
    """The cards of the trick on the table, by name."""
    faces = page.locator(".lying:not([hidden]):visible .face")
    return [faces.nth(number).get_attribute("aria-label") or "" for number in range(faces.count())]


def difference(page: Page) -> list[str]:
    """Where what the script has drawn first differs from what the server draws at the address of
    the same step and view: place, drawn here, drawn there. Empty where it does not."""
    return list(page.evaluate(DIFFERENCE))


def difference_on_the_way(
    page: Page, key: str, steps: int, *, every: int, whole: int = 0
) -> list[str]:
    """The first difference on a walk, a key pressed again and again. Both pictures are compared at
    the first `whole` steps, then at some: every seventh or thirteenth comes upon each place of a
    trick at any table. And at the last."""
    return list(page.evaluate(WALK, [key, steps, whole, every]))
