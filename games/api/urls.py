"""The addresses of the interface, all below `/api/`."""

from django.urls import include, path, re_path, register_converter

from games.api import views
from games.api.documents import Anything, Documentation, Index, ProblemKind, SchemaFile
from games.api.verify import Verify


class PublicId:
    """An id as addresses carry it; anything else is no address of ours."""

    regex = "[a-z2-7]{16}"

    def to_python(self, value: str) -> str:
        """Take the id as it is."""
        return value

    def to_url(self, value: str) -> str:
        """Give the id as it is."""
        return value


register_converter(PublicId, "public_id")

app_name = "api"
VERSION_1 = [
    path("", Index.as_view(), name="index"),
    path("clubs", views.ClubList.as_view(), name="clubs"),
    path("clubs/<public_id:public_id>", views.ClubDetail.as_view(), name="club"),
    path("players", views.PlayerList.as_view(), name="players"),
    path("players/<public_id:public_id>", views.PlayerDetail.as_view(), name="player"),
    path("matches", views.MatchList.as_view(), name="matches"),
    path("matches/<public_id:public_id>", views.MatchDetail.as_view(), name="match"),
    path("hands", views.HandList.as_view(), name="hands"),
    path("hands/<public_id:public_id>", views.HandDetail.as_view(), name="hand"),
    path("hands/<public_id:public_id>/record", views.HandRecord.as_view(), name="record"),
    path("records/verify", Verify.as_view(), name="verify"),
    path("problems/<slug:code>", ProblemKind.as_view(), name="problem"),
    path("schema/", SchemaFile.as_view(), name="schema"),
    path("docs/", Documentation.as_view(), name="docs"),
]
urlpatterns = [
    path("v1/", include(VERSION_1)),
    re_path("", Anything.as_view()),
]
