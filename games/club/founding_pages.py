"""The one page of an empty site."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.access.forms import NameField
from games.access.pages import status_of, write_or_blame
from games.access.sign_in_forms import guessed_in_form
from games.club.first_evening import FirstEveningForm
from games.club.founding import find_founding_code, found_club, is_empty
from games.models import PaperCode
from games.people.code_forms import CodeField
from games.people.invitation_forms import NewAccountForm

# No account has this name: there are blanks in it.
FOUNDING = "the founding of the site"


class FoundingForm(FirstEveningForm, NewAccountForm):
    """The code that the server printed, the club with its first evening, its first account."""

    code = CodeField(label=gettext_lazy("Code"))
    club = NameField(label=gettext_lazy("Name of the club"))
    field_order = ("code", "club", "username")

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        self.use_required_attribute = False
        self.fields["username"].widget.attrs.pop("autofocus", None)
        self.fields["code"].widget.attrs["autofocus"] = True

    def clean_code(self) -> PaperCode:
        """Return the code that was meant; as slow as guesses at a password."""
        text = self.cleaned_data["code"]
        code = guessed_in_form(self.request, FOUNDING, lambda: find_founding_code(text))
        if code is None:
            raise ValidationError(_("This is not the code that the server printed last."))
        return code


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def founding(request: HttpRequest) -> HttpResponse:
    """Make the first account and its club. There is no such page once somebody has an account."""
    if not is_empty():
        raise Http404
    form = FoundingForm(request.POST or None, request=request)
    made = write_or_blame(form, lambda: found_from(form)) if form.is_valid() else None
    if made is None:
        return render(request, "club/founding.html", {"form": form}, status=status_of(form))
    user, club = made
    login(request, user)
    messages.success(request, _("%(club)s is open. You look after it.") % {"club": club})
    return redirect("club", club.slug)


def found_from(form: FoundingForm) -> Any:
    """Found the account and the club that a valid form asks for."""
    sent = form.cleaned_data
    return found_club(
        code=sent["code"],
        club_name=sent["club"],
        **form.first_match(),
        username=sent["username"],
        password=sent["password1"],
    )
