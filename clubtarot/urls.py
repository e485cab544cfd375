"""Where everything hangs: the pages, the admin, the choice of language."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

handler400 = "games.api.fallback.bad_request"
handler500 = "games.api.fallback.server_error"

urlpatterns = [
    path("", include("games.urls")),
    path("api/", include("games.api.urls")),
    path("admin/", admin.site.urls),
    path("language/", login_not_required(set_language), name="set_language"),
]
