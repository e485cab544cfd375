"""The pages for those who write programs. They are public, since they show nothing of any club."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.access.quota import REQUESTS, limited
from games.api.guide import PAGES, page


@login_not_required
@limited(REQUESTS)
@require_safe
def developers(request: HttpRequest, name: str = "") -> HttpResponse:
    """Show one of the pages, by default the first."""
    chosen = name or next(iter(PAGES))
    if chosen not in PAGES:
        raise Http404
    context = {"pages": PAGES, "chosen": chosen, "page": page(chosen, get_language() or "en")}
    return render(request, "api/guide.html", context)
