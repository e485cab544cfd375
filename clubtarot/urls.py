"""Where everything hangs: the pages, the admin, the choice of language."""

from django.contrib import admin
from django.urls import include, path

from games.views.accounts import choose_language

handler400 = "games.api.fallback.bad_request"
handler500 = "games.api.fallback.server_error"

urlpatterns = [
    path("", include("games.urls")),
    path("api/", include("games.api.urls")),
    path("admin/", admin.site.urls),
    path("language/", choose_language, name="choose-language"),
]
