"""Erasing a person: everything that would go on one page, then the name typed in, then the deed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import people
from games.access.forms import PlainForm
from games.access.pages import admins_club_or_404, row_or_404, status_of, user_of, write_or_blame
from games.access.recent_password import require_recent_password
from games.models import Consent, Erasure, Membership, Player, User
from games.people.consents import check_agreed, settle
from games.people.erasing.erasure_plan import ErasurePlan
from games.people.member_pages import member_or_404
from games.writing.errors import NotAdministrator

# What a text is, by where it stands; of the first place where it does.
WHERE = {
    "entry": gettext_lazy("recorded in a hand"),
    "text": gettext_lazy("in a sealed hand"),
    "match/title": gettext_lazy("title of a match"),
    "match/table": gettext_lazy("name of a table"),
    "hand/comment": gettext_lazy("comment on a hand"),
    "remark/text": gettext_lazy("comment of a reader"),
    "confirmation/because": gettext_lazy("why nobody could confirm"),
    "confirmation/device": gettext_lazy("name of a tablet"),
    "dispute/because": gettext_lazy("why a score was disputed"),
    "dispute/answer": gettext_lazy("answer to a dispute"),
    "dispute/device": gettext_lazy("name of a tablet"),
    "invitation/name": gettext_lazy("invitation"),
    "apitoken/name": gettext_lazy("name of a key for programs"),
}


def where_is(address: str) -> Any:
    """Return what a text is, in words, by the address of one of its places."""
    kind, _key, rest = address.split("/", 2)
    return WHERE.get(kind) or WHERE[f"{kind}/{rest}"]


class ErasureForm(PlainForm):
    """Which texts are about somebody else, and the name, typed as a confirmation.

    `seen` represents what was shown; `sure` says that the first page was left by its button.
    """

    seen = forms.CharField(required=False, widget=forms.HiddenInput)
    sure = forms.BooleanField(required=False, widget=forms.HiddenInput)
    typed = forms.CharField(
        required=False,
        label=gettext_lazy("The name"),
        widget=forms.TextInput(attrs={"autocomplete": "off", "aria-describedby": "typed-help"}),
    )

    def __init__(self, *args: Any, plan: ErasurePlan, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.plan = plan
        self.texts = [(one, where_is(one.address)) for one in plan.texts()]
        choices = [(one.key, one.text) for one, _where in self.texts]
        self.fields["spared"] = forms.MultipleChoiceField(choices=choices, required=False)

    def clean(self) -> dict[str, Any]:
        """Check that what was shown is still true and that the name is typed."""
        cleaned = super().clean() or {}
        if cleaned.get("seen") != self.plan.seen or "spared" in self.errors:
            message = _("Something of it has changed in the meantime. Look once more.")
            raise ValidationError(message, code="changed")
        typed = " ".join(cleaned.get("typed", "").split()).casefold()
        if cleaned.get("sure") and typed != self.plan.person.name.casefold():
            self.add_error("typed", _("This is not the name. Type it as it stands above."))
        return cleaned


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def player_erase(request: HttpRequest, slug: str, player_id: str) -> HttpResponse:
    club = admins_club_or_404(request, slug, str(NotAdministrator.sentence))
    player = row_or_404(request, club, Player, player_id)
    return erase(request, people.person_of(player), "players")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def member_erase(request: HttpRequest, slug: str, member: int) -> HttpResponse:
    """Erase a member who is no player; players are erased as such."""
    club = admins_club_or_404(request, slug, str(NotAdministrator.sentence))
    membership = member_or_404(club, member)
    if membership.player is not None:
        return redirect("player-erase", club.slug, membership.player.public_id)
    return erase(request, people.Person(club, None, membership.user), "members")


def erase(request: HttpRequest, person: people.Person, back: str) -> HttpResponse:
    """Show what would go, then what was chosen with a field for the name, and then erase it."""
    plan = people.plan_erasure(user=user_of(request), person=person)
    form = ErasureForm(request.POST or None, plan=plan)
    chosen = form.is_valid() and not plan.why_not
    if chosen and form.cleaned_data["sure"]:
        require_recent_password(request)
        if write_or_blame(form, lambda: carry_out(user_of(request), plan, form)):
            messages.success(request, _("Done: nothing here names this person any more."))
            mine = person.account == user_of(request)
            return redirect("home") if mine else redirect(back, person.club.slug)
    context = {
        "club": person.club,
        "section": back if back == "players" else "",
        "person": person,
        "plan": plan,
        "form": form,
        "back": back,
        "spared": form.cleaned_data.get("spared", []) if form.is_bound else [],
        "confirming": chosen or "typed" in form.errors,
    }
    return render(request, "people/erase.html", context, status=status_of(form))


def carry_out(user: User, plan: ErasurePlan, form: ErasureForm) -> Erasure:
    """Erase what the form leaves. Raises ValidationError where a second one has to agree."""
    person, spared = plan.person, form.cleaned_data["spared"]
    mine = Membership.objects.filter(club=person.club, user=person.account)
    membership = mine.select_related("user", "club").first() if person.account else None
    if membership is not None:
        check_agreed(user, membership, Consent.What.ERASE)
    made = people.erase_person(user=user, person=person, seen=plan, spared=spared)
    if membership is not None:
        settle(membership)
    return made
