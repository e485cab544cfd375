"""Help for those who use the site: a public page a task, `help/<name>.md`, in their language."""

from dataclasses import replace
from functools import cache
from pathlib import Path

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.access.quota import REQUESTS, limited
from games.display.rulesheets import RuleSheet, in_language
from games.display.rulesheets import render as rendered

FOLDER = Path(__file__).parent / "help"
# In the order of the menu: the evening, what comes after it, looking after the club.
TASKS = (
    "new-match",
    "recording",
    "results",
    "mistakes",
    "confirming",
    "offline",
    "hands",
    "players",
    "members",
    "settings",
    "archive",
)


@cache
def text_of(task: str, language: str) -> RuleSheet:
    """Return the page of a task as HTML, in `language` ("de") if it has been translated."""
    path, written_in = in_language(FOLDER / f"{task}.md", language)
    return replace(rendered(path.read_text(encoding="utf-8")), language=written_in)


@login_not_required
@limited(REQUESTS)
@require_safe
def help_page(request: HttpRequest, name: str = TASKS[0]) -> HttpResponse:
    """Show the page of one task, and the way to all others."""
    if name not in TASKS:
        raise Http404
    pages = {task: text_of(task, get_language() or "en") for task in TASKS}
    context = {"pages": pages, "chosen": name, "page": pages[name]}
    return render(request, "club/help.html", context)
