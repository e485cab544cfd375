"""The operator's view of the tables: people and memberships to edit, everything played to read."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import Group
from django.contrib.auth.views import PasswordChangeView
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.access.accounts import sign_in_for_admin
from games.access.forms import ClubForm
from games.access.password_forms import NewPasswordForm
from games.models import (
    Club,
    Confirmation,
    Dispute,
    Entry,
    Hand,
    Match,
    Membership,
    Player,
    Publication,
    Remark,
    Seal,
    Study,
    User,
)


class ChangePassword(PasswordChangeView):
    """The admin's page for one's own password, with the form that counts wrong guesses."""

    form_class = NewPasswordForm
    template_name = "registration/password_change_form.html"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return what our form wants in place of the user."""
        facts = super().get_form_kwargs()
        del facts["user"]
        return facts | {"request": self.request}


def change_password(request: HttpRequest, extra_context: Any = None) -> HttpResponseBase:
    """Change one's own password in the admin."""
    context = {**admin.site.each_context(request), **(extra_context or {})}
    done = reverse("admin:password_change_done")
    return ChangePassword.as_view(success_url=done, extra_context=context)(request)


admin.site.site_header = admin.site.site_title = "ClubTarot"
admin.site.index_title = _("Look after the site")
admin.site.login = login_not_required(sign_in_for_admin)  # type: ignore[method-assign]
admin.site.password_change = change_password  # type: ignore[assignment,method-assign]
admin.site.unregister(Group)  # what somebody may do hangs on the role in a club
admin.site.register(User, UserAdmin)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    """Clubs are never deleted: their archive would go with them."""

    form = ClubForm
    list_display = ("name", "slug", "seals", "head")
    prepopulated_fields = {"slug": ("name",)}

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """Who may do what in which club."""

    list_display = ("user", "club", "role")
    list_filter = ("club", "role")
    list_select_related = ("user", "club")


class ReadOnlyAdmin(admin.ModelAdmin):
    """What only `games.book` writes."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Those who play."""

    list_display = ("name", "club", "public_id")
    list_filter = ("club",)
    search_fields = ("name",)


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    """Sittings."""

    list_display = ("title", "club", "variant", "played_on", "closed_at")
    list_filter = ("club", "variant")


@admin.register(Hand)
class HandAdmin(ReadOnlyAdmin):
    """Hands, with what is derived from their records."""

    list_display = ("match", "number", "state", "contract", "won", "irregular")
    list_filter = ("club", "state", "irregular")
    list_select_related = ("match",)


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    """Who wrote what, when, on which device."""

    list_display = ("hand", "seq", "author", "device", "at", "change")
    list_select_related = ("hand__match", "author")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Entry]:
        """Return those of sealed hands: nobody sees a card here that is still being played."""
        return super().get_queryset(request).filter(hand__state=Hand.State.SEALED)


@admin.register(Seal)
class SealAdmin(ReadOnlyAdmin):
    """The chains of sealed hands."""

    list_display = ("club", "number", "hand", "revision", "sealed_at", "link")
    list_filter = ("club",)
    list_select_related = ("club", "hand__match")
    exclude = ("game",)


@admin.register(Remark)
class RemarkAdmin(ReadOnlyAdmin):
    """What members said about hands."""

    list_display = ("hand", "place", "author", "at", "brought_by", "hidden_by", "text")
    list_filter = ("club",)
    list_select_related = ("hand__match", "author", "brought_by", "hidden_by")


@admin.register(Study)
class StudyAdmin(ReadOnlyAdmin):
    """The studies of clubs."""

    list_display = ("title", "club", "author", "at")
    list_filter = ("club",)
    list_select_related = ("club", "author")


@admin.register(Confirmation)
class ConfirmationAdmin(ReadOnlyAdmin):
    """Who agreed with a score before it was sealed."""

    list_display = ("hand", "version", "player", "how", "by_name", "at", "because")
    list_filter = ("club", "how")
    list_select_related = ("hand__match", "player")


@admin.register(Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    """Who says that a score is wrong, and how that ended."""

    list_display = ("hand", "player", "because", "at", "ended_as", "ended_at", "answer")
    list_filter = ("club", "ended_as")
    list_select_related = ("hand__match", "player")


@admin.register(Publication)
class PublicationAdmin(ReadOnlyAdmin):
    """Hands that everybody may read."""

    list_display = ("hand", "club", "names", "by", "at")
    list_filter = ("club", "names")
    list_select_related = ("hand__match", "club", "by")
