"""Keys for programs: members make their own, see which there are, and end them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.access.key_forms import KeyForm
from games.access.pages import make_or_blame, status_of, user_of
from games.access.recent_password import require_recent_password
from games.access.tokens import make_token, revoke_token, tokens_of
from games.models import ApiToken, User


@never_cache
@require_http_methods(["GET", "POST"])
def keys(request: HttpRequest) -> HttpResponse:
    """Show the keys of the signed-in user, a new one this once, and the form for another."""
    user = user_of(request)
    form = KeyForm(request.POST or None, user=user)
    text = ""
    if form.is_valid():
        require_recent_password(request)
        made = make_or_blame(form, lambda: make_from(user, form))
        if made:
            text, form = made[1], KeyForm(user=user)
        if made and not text:
            sentence = _(
                "This form was sent twice, and made only one key. Its text was shown the "
                "first time: if you do not have it, end the key and make another."
            )
            messages.warning(request, sentence)
    context = {"form": form, "keys": tokens_of(user), "made": text}
    status = 201 if text else status_of(form)
    return render(request, "access/keys.html", context, status=status)


def make_from(user: User, form: KeyForm) -> tuple[ApiToken, str]:
    """Return the key that a valid form asks for, and its text; "" if it was made before."""
    facts = {name: form.cleaned_data[name] for name in ("name", "scope", "club", "days")}
    return make_token(user=user, once=form.once, **facts)


@require_POST
def key_end(request: HttpRequest) -> HttpResponse:
    """End one of the user's own keys."""
    if revoke_token(user=user_of(request), token_key=request.POST.get("key", "")):
        messages.success(
            request, _("The key has been ended: programs that use it are refused from now on.")
        )
    return redirect("keys")
