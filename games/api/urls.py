"""The addresses of the interface, all below `/api/`."""

from django.urls import include, path, re_path, register_converter

from games.api import clubs, hand_writes, hands, matches
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
    path("clubs", clubs.ClubList.as_view(), name="clubs"),
    path("clubs/<public_id:public_id>", clubs.ClubDetail.as_view(), name="club"),
    path("players", clubs.PlayerList.as_view(), name="players"),
    path("players/<public_id:public_id>", clubs.PlayerDetail.as_view(), name="player"),
    path("matches", matches.MatchList.as_view(), name="matches"),
    path("matches/<public_id:public_id>", matches.MatchDetail.as_view(), name="match"),
    path("matches/<public_id:public_id>/close", matches.MatchClose.as_view(), name="match-close"),
    path("hands", hands.HandList.as_view(), name="hands"),
    path("hands/<public_id:public_id>", hands.HandDetail.as_view(), name="hand"),
    path("hands/<public_id:public_id>/record", hands.HandRecord.as_view(), name="record"),
    path("hands/<public_id:public_id>/entries", hand_writes.Entries.as_view(), name="entries"),
    path(
        "hands/<public_id:public_id>/entries/preview",
        hand_writes.EntryPreview.as_view(),
        name="entry-preview",
    ),
    path("hands/<public_id:public_id>/seal", hand_writes.HandSeal.as_view(), name="hand-seal"),
    path("hands/<public_id:public_id>/void", hand_writes.HandVoid.as_view(), name="hand-void"),
    path("records/verify", Verify.as_view(), name="verify"),
    path("problems/<slug:code>", ProblemKind.as_view(), name="problem"),
    path("schema/", SchemaFile.as_view(), name="schema"),
    path("docs/", Documentation.as_view(), name="docs"),
]
urlpatterns = [
    path("v1/", include(VERSION_1)),
    re_path("", Anything.as_view()),
]
