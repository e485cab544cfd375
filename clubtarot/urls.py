"""Where everything hangs: the pages, the admin, the choice of language."""

from django.contrib import admin
from django.urls import include, path

from games.access.accounts import choose_language

handler400 = "games.api.http.fallback.bad_request"
handler500 = "games.api.http.fallback.server_error"

urlpatterns = [
    path("", include("games.urls")),
    path("api/", include("games.api.urls")),
    path("admin/", admin.site.urls),
    path("language/", choose_language, name="choose-language"),
]
