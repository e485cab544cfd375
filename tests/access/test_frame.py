"""The frame of every page: it stands without a club, without a user and without a database."""

import re
from types import SimpleNamespace

from django.contrib.auth.models import AnonymousUser
from django.template.loader import render_to_string
from django.test import RequestFactory

ERRORS = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"]


def page(template: str = "base.html", *, cookies: dict[str, str] | None = None, **context) -> str:
    request = RequestFactory().get("/somewhere/?step=3")
    request.COOKIES.update(cookies or {})
    request.user = AnonymousUser()
    return render_to_string(template, context, request)


def test_an_error_is_explained_even_when_nothing_is_known() -> None:
    for template in ERRORS:
        text = render_to_string(template)
        assert text.count("<h1>") == 1, template
        assert re.search(r"<title>[A-Z]", text), template
        assert '<a class="button act" href="/' in text, template


def test_a_page_without_a_user_can_be_zoomed_and_its_content_reached_past_the_bar() -> None:
    text = page()
    assert '<html lang="en" dir="ltr">' in text
    assert "user-scalable" not in text
    assert "maximum-scale" not in text
    assert text.index('<a class="skip" href="#main">') < text.index("<header")
    assert '<main id="main"' in text
    assert "Sign out" not in text
    assert "<nav" not in text
    assert "<nav" in page(club=SimpleNamespace(name="Rive Gauche", slug="rive-gauche"))


def test_the_reader_s_looks_are_there_from_the_first_byte() -> None:
    """A cookie that says something else changes nothing."""
    for cookies, attributes in (
        ({"theme": "dark"}, ' data-theme="dark"'),
        ({"theme": "light"}, ' data-theme="light"'),
        ({"suits": "two"}, ' data-suits="two"'),
        ({"deck": "latin"}, ' data-deck="latin"'),
        ({"deck": "french"}, ' data-deck="french"'),
        ({"theme": "dark", "suits": "none"}, ' data-theme="dark" data-suits="none"'),
        ({"theme": '"><b>', "suits": "five", "deck": "german"}, ""),
    ):
        text = page(cookies=cookies)
        assert f'dir="ltr"{attributes}>' in text
        assert "<b>" not in text


def test_a_member_signs_out_by_a_form_and_not_by_a_link() -> None:
    """A link could be followed by a prefetching browser."""
    member = SimpleNamespace(is_authenticated=True, get_username="nadia")
    text = page(user=member)
    assert "Signed in as <strong>nadia</strong>" in text
    assert "Sign out" not in re.sub(r'<form method="post".*?</form>', "", text, flags=re.DOTALL)
