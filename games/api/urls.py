"""The addresses of the interface, all below `/api/`."""

from django.urls import include, path, re_path, register_converter
from django.urls.converters import StringConverter
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from games.api import (
    amending,
    clubs,
    comments,
    confirming,
    evenings,
    hand_parts,
    hand_writes,
    hands,
    happenings,
    many_hands,
    matches,
    published,
    standings,
    variants,
)
from games.api.documents import Anything, Index, ProblemKind, RecordSchema
from games.api.http.limits import Heavy
from games.api.http.negotiation import FORMS
from games.api.verify import Verify
from games.models.fields import PUBLIC_ID


class PublicIdConverter(StringConverter):
    """An id as addresses have it; anything else is not one of our addresses."""

    regex = PUBLIC_ID.pattern


class EndingConverter(StringConverter):
    """What may follow an address: a form, such as `.csv`, and a superfluous slash."""

    regex = rf"(?:\.(?:{'|'.join(form.format for form in FORMS)}))?/?"

    def to_python(self, value: str) -> str:
        """Return the name of the format; "" without one."""
        return value.strip("./")


register_converter(PublicIdConverter, "public_id")
register_converter(EndingConverter, "ending")

app_name = "api"
CLUB, PLAYER, EVENING, MATCH, HAND = (
    f"{kind}/<public_id:public_id>" for kind in ("clubs", "players", "evenings", "matches", "hands")
)
VERSION_1 = [
    path("", Index.as_view(), name="index"),
    path("clubs", clubs.ClubList.as_view(), name="clubs"),
    path(CLUB, clubs.ClubDetail.as_view(), name="club"),
    path(f"{CLUB}/league", clubs.ClubLeague.as_view(), name="club-league"),
    path(f"{CLUB}/championship", evenings.ClubChampionship.as_view(), name="club-championship"),
    path(f"{CLUB}/events", happenings.ClubEvents.as_view(), name="club-events"),
    path("players", clubs.PlayerList.as_view(), name="players"),
    path(PLAYER, clubs.PlayerDetail.as_view(), name="player"),
    path("evenings", evenings.EveningList.as_view(), name="evenings"),
    path(EVENING, evenings.EveningDetail.as_view(), name="evening"),
    path(f"{EVENING}/people", evenings.EveningPeople.as_view(), name="evening-people"),
    path(f"{EVENING}/rounds", evenings.EveningRounds.as_view(), name="evening-rounds"),
    path(
        f"{EVENING}/rounds/<int:number>/points",
        evenings.EveningRoundPoints.as_view(),
        name="evening-points",
    ),
    path(f"{EVENING}/list", evenings.EveningResult.as_view(), name="evening-list"),
    path(f"{EVENING}/boards", evenings.EveningBoards.as_view(), name="evening-boards"),
    path(f"{EVENING}/boards/<int:number>", evenings.EveningBoard.as_view(), name="evening-board"),
    path("matches", matches.MatchList.as_view(), name="matches"),
    path(MATCH, matches.MatchDetail.as_view(), name="match"),
    path(f"{MATCH}/hands", many_hands.MatchHands.as_view(), name="match-hands"),
    path(
        f"{MATCH}/hands/preview", many_hands.MatchHandsPreview.as_view(), name="match-hands-preview"
    ),
    path(f"{MATCH}/standings", standings.MatchStandings.as_view(), name="standings"),
    path(f"{MATCH}/seats", matches.MatchSeats.as_view(), name="match-seats"),
    path(f"{MATCH}/seats/preview", matches.MatchSeatsPreview.as_view(), name="seats-preview"),
    path(f"{MATCH}/close", matches.MatchClose.as_view(), name="match-close"),
    path("hands", hands.HandList.as_view(), name="hands"),
    path(HAND, hands.HandDetail.as_view(), name="hand"),
    path(f"{HAND}/record", hands.HandRecord.as_view(), name="record"),
    path(f"{HAND}/events", hand_parts.HandEvents.as_view(), name="events"),
    path(f"{HAND}/comments", comments.HandComments.as_view(), name="comments"),
    path(f"{HAND}/comments/<public_id:comment>", comments.HandComment.as_view(), name="comment"),
    path(f"{HAND}/confirmations", confirming.HandConfirmations.as_view(), name="confirmations"),
    path(f"{HAND}/disputes", confirming.HandDisputes.as_view(), name="disputes"),
    path(
        f"{HAND}/disputes/<public_id:dispute>/end",
        confirming.DisputeEnd.as_view(),
        name="dispute-end",
    ),
    path(f"{HAND}/best-play", hand_parts.HandBestPlay.as_view(), name="hand-best-play"),
    path(f"{HAND}/position", hand_parts.HandPosition.as_view(), name="position"),
    path(f"{HAND}/entries", hand_writes.Entries.as_view(), name="entries"),
    path(f"{HAND}/entries/preview", hand_writes.EntryPreview.as_view(), name="entry-preview"),
    path(f"{HAND}/seal", hand_writes.SealHand.as_view(), name="hand-seal"),
    path(f"{HAND}/void", hand_writes.VoidHand.as_view(), name="hand-void"),
    path(f"{HAND}/amend", amending.HandAmend.as_view(), name="hand-amend"),
    path(f"{HAND}/amend/preview", amending.AmendPreview.as_view(), name="amend-preview"),
    path(f"{HAND}/revisions", amending.HandRevisions.as_view(), name="revisions"),
    path(f"{HAND}/revisions/<int:revision>", amending.RevisionRecord.as_view(), name="revision"),
    path("variants", variants.VariantList.as_view(), name="variants"),
    path("variants/<slug:key>", variants.VariantDetail.as_view(), name="variant"),
    path("variants/<slug:key>/sheet", variants.VariantSheet.as_view(), name="sheet"),
    path("published/<public_id:public_id>", published.PublishedHand.as_view(), name="published"),
    path("schemas/tarot-hand-1", RecordSchema.as_view(), name="record-schema"),
    path("records/verify", Verify.as_view(), name="verify"),
    path("problems/<slug:code>", ProblemKind.as_view(), name="problem"),
    # The OpenAPI description, and a page on which requests can be tried out: for everybody.
    path("schema/", SpectacularAPIView.as_view(throttle_classes=[Heavy]), name="schema"),
    path("docs/", SpectacularSwaggerSplitView.as_view(url_name="api:schema"), name="docs"),
]
urlpatterns = [
    path("v1/", include(VERSION_1)),
    # Every address has one name; it also works with an ending, and with or without a slash.
    *(path(f"{f'v1/{one.pattern}'.rstrip('/')}<ending:format>", one.callback) for one in VERSION_1),
    re_path("", Anything.as_view()),
]
