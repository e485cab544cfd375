"""Recording a hand: judging or making entries, sealing the hand, making it void."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import book
from games.api.answers.bodies import (
    NewEntrySerializer,
    PreviewSerializer,
    SealBodySerializer,
    VoidingSerializer,
)
from games.api.answers.entries import (
    EntriesSerializer,
    JudgedSerializer,
    VersionSerializer,
    WrittenSerializer,
)
from games.api.answers.serializers import SealSerializer
from games.api.http.refusals import conflict_of
from games.api.http.scope import readable_hand
from games.api.http.writing import WritingEndpoint, device_of, key_of, makes, takes, user_of
from games.models import Hand
from games.writing.durably import require_scorer


class Entries(WritingEndpoint):
    """The entries of a hand: every one that was made, and the next."""

    @extend_schema(
        tags=["recording"], operation_id="entries_list", responses={200: EntriesSerializer}
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all entries of a hand in order: who wrote what, and when. For scorers."""
        hand = readable_hand(request, public_id)
        require_scorer(request.user, hand)
        entries = hand.entries.select_related("author").order_by("seq")
        answer = {"version": hand.version, "entries": entries}
        return Response(EntriesSerializer(answer).data)

    @makes("entries_append", NewEntrySerializer, WrittenSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Make an entry: an action, an undo, a correction, a rewind, what is known of the deal.

        It is judged by the rules; what they refuse leaves no trace. `version` is the number of the
        last entry that you have read, `key` a random key of this entry: sent again with its key an
        entry changes nothing, is answered alike, with status 200 and `replayed`.
        """
        hand = self.find_hand(request, public_id)
        body = self.read(request, NewEntrySerializer)
        done = book.append(
            user=user_of(request),
            hand=hand,
            version=body["version"],
            key=key_of(request, body),
            change=body["change"],
            device=device_of(request),
        )
        answer = done._asdict() | {"hand": public_id, "position": done.replay}
        return Response(WrittenSerializer(answer).data, status=200 if done.replayed else 201)


class EntryPreview(WritingEndpoint):
    """What would follow from an entry."""

    @takes("entries_preview", PreviewSerializer, JudgedSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Judge an entry without making it: what would follow, or the first conflict."""
        hand = self.find_hand(request, public_id)
        change = self.read(request, PreviewSerializer)["change"]
        replay = book.preview(user=user_of(request), hand=hand, change=change)
        error = conflict_of(replay.problem, "/change")
        answer = {"ok": error is None, "error": error, "position": replay}
        return Response(JudgedSerializer(answer).data)


class SealHand(WritingEndpoint):
    @makes("hands_seal", SealBodySerializer, SealSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Seal a finished hand: from then on nobody changes it unseen.

        A hand that was sealed at this version already is answered with its seal and status 200. In
        a club where scores are confirmed it needs a confirmation, an open dispute, or a reason.
        """
        hand = self.find_hand(request, public_id)
        body = self.read(request, SealBodySerializer)
        known = hand.state == Hand.State.SEALED
        made = book.seal(
            user=user_of(request),
            hand=hand,
            version=body["version"],
            unconfirmed=body.get("unconfirmed", ""),
            device=device_of(request),
        )
        return Response(SealSerializer(vars(made)).data, status=200 if known else 201)


class VoidHand(WritingEndpoint):
    @takes("hands_void", VoidingSerializer, VersionSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Make an open hand void: it counts for nothing, its entries stay."""
        hand = self.find_hand(request, public_id)
        body = self.read(request, VoidingSerializer)
        user, reasons = user_of(request), body.keys() & {"void_as", "because"}
        if reasons:
            why = {name: body.get(name, "") for name in ("void_as", "because")}
            void = book.give_up(user=user, hand=hand, version=body["version"], **why)
        else:
            void = book.void_hand(user=user, hand=hand, version=body["version"])
        return Response(VersionSerializer(void).data)
