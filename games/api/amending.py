"""Amending a sealed hand, and reading its revisions."""

from typing import Any

from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import book
from games.api.answers.amendments import RevisionsSerializer
from games.api.answers.bodies import AmendmentPreviewSerializer, NewAmendmentSerializer
from games.api.answers.changes import RECORD
from games.api.answers.entries import AmendedSerializer, CorrectedSerializer
from games.api.answers.serializers import SealSerializer
from games.api.hands import RECORD_FORMS, record_answer
from games.api.http.endpoint import Endpoint
from games.api.http.refusals import conflict_of, pointer_of
from games.api.http.scope import readable_hand, visible
from games.api.http.writing import WritingEndpoint, device_of, key_of, makes, takes, user_of
from games.book.records import read_seal
from games.book.results import is_finished
from games.book.revisions import amendment_of, brought_in
from games.models import Seal


def wanted_of(body: dict[str, Any]) -> book.Wanted:
    """Return the correction that a body asks for."""
    return book.Wanted(body.get("changes"), body.get("record"))


class HandAmend(WritingEndpoint):
    """Amending a sealed hand."""

    @makes("hands_amend", NewAmendmentSerializer, AmendedSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Seal a further revision of a sealed hand, with the reason for it. For scorers.

        The corrected hand is judged as a whole. The former revision stays in the archive; lists,
        results and statistics go by the new one. `version` and `key` are as for an entry: sent
        again with its key an amendment is answered with its seal, with status 200 and `replayed`.
        """
        hand = self.find_hand(request, public_id)
        body = self.read(request, NewAmendmentSerializer)
        done = book.amend(
            user=user_of(request),
            hand=hand,
            version=body["version"],
            key=key_of(request, body),
            because=body["because"],
            wanted=wanted_of(body),
            device=device_of(request),
        )
        answer = {"hand": public_id, "version": done.version, "replayed": done.replayed}
        shown = AmendedSerializer(answer | {"seal": vars(done.seal)})
        return Response(shown.data, status=200 if done.replayed else 201)


class AmendPreview(WritingEndpoint):
    """What would come of an amendment."""

    @takes("hands_amend_preview", AmendmentPreviewSerializer, CorrectedSerializer, tag="recording")
    def post(self, request: Request, public_id: str) -> Response:
        """Judge an amendment without making it: the scores before and after, or the first conflict.

        Also a correction that changes nothing, or leaves the hand unfinished, is answered.
        """
        hand = self.find_hand(request, public_id)
        body = self.read(request, AmendmentPreviewSerializer)
        preview = book.preview_amendment(user=user_of(request), hand=hand, wanted=wanted_of(body))
        error = conflict_of(preview.after.problem, pointer_of(body))
        stands = error is None and is_finished(preview.after.outcome) and not preview.same
        answer = {"ok": stands, "error": error, "before": preview.before, "after": preview.after}
        return Response(CorrectedSerializer(answer | {"changes": preview.changes}).data)


class HandRevisions(Endpoint):
    @extend_schema(operation_id="hands_revisions", responses={200: RevisionsSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return the seals of a hand, oldest first: when it was amended, by whom, and why."""
        hand = readable_hand(request, public_id)
        seals = visible(Seal, request).filter(hand=hand).order_by("revision")
        revisions = [
            SealSerializer(vars(seal)).data | {"amended": amendment(seal)}
            for seal in seals.defer("game").prefetch_related("texts")
        ]
        return Response({"hand": public_id, "revisions": revisions})


def amendment(seal: Seal) -> dict[str, Any] | None:
    """Return the answer's part about an amendment; None for the first seal of a hand."""
    why, brought = amendment_of(seal), brought_in(seal)
    if why is None:
        return None
    facts: dict[str, Any] = {key: text or None for key, text in why._asdict().items()}
    by, at = brought or (None, None)
    return facts | {"brought_by": by, "brought_at": at}


class RevisionRecord(Endpoint):
    renderer_classes = RECORD_FORMS

    @extend_schema(operation_id="hands_revision", responses={200: RECORD})
    def get(self, request: Request, public_id: str, revision: int) -> HttpResponseBase:
        """Return the record as this revision was sealed: always the same bytes."""
        hand = readable_hand(request, public_id)
        seals: Any = visible(Seal, request).filter(hand=hand).prefetch_related("texts")
        seal = get_object_or_404(seals, revision=revision)
        return record_answer(request, read_seal(seal))
