"""The comments of members on hands: reading, writing and erasing them."""

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.answers.bodies import NewCommentSerializer
from games.api.answers.extras import comments_of
from games.api.answers.serializers import CommentSerializer, CommentsSerializer
from games.api.http.errors import ApiError
from games.api.http.scope import readable_hand
from games.api.http.writing import WritingEndpoint, makes, once_of, status_of, user_of
from games.archive.shapes import Row
from games.models import Remark
from games.replay import remarking


class HandComments(WritingEndpoint):
    """What members said about a hand."""

    @extend_schema(operation_id="hands_comments", responses={200: CommentsSerializer})
    def get(self, request: Request, public_id: str) -> Response:
        """Return what members said about a hand at its steps, in the order in which they did."""
        hand = readable_hand(request, public_id)
        rows = comments_of(request).filter(hand=hand).order_by("id")
        return Response({"hand": public_id, "comments": shown(rows)})

    @makes("comments_create", NewCommentSerializer, CommentSerializer)
    def post(self, request: Request, public_id: str) -> Response:
        """Say something about a sealed hand at one of its steps. For every member.

        What you have said there already, in the same words, is answered with status 200: sent
        twice a comment stands once. A `key` does the same for comments sent at the same moment.
        """
        hand = readable_hand(request, public_id)
        body = self.read(request, NewCommentSerializer)
        text = remarking.read_text(body["text"])
        mine = Remark.objects.filter(hand=hand, author=user_of(request), place=body["place"])
        once = once_of(request, body)
        before = None if once else mine.filter(text=text).first()
        made = before or remarking.add_remark(user=user_of(request), hand=hand, once=once, **body)
        (row,) = shown(comments_of(request).filter(pk=made.pk))
        return Response(row, status=status_of(once, known=before is not None))


class HandComment(WritingEndpoint):
    @extend_schema(operation_id="comments_erase", request=None, responses={204: None})
    def delete(self, request: Request, public_id: str, comment: str) -> Response:
        """Erase a comment of your own for good."""
        rows = comments_of(request).filter(hand__public_id=public_id)
        remark: Remark = get_object_or_404(rows, public_id=comment)
        if remark.author_id != user_of(request).pk:
            raise ApiError("role-required", _("Only the person who wrote a comment can erase it."))
        remarking.erase_remark(user=user_of(request), remark=remark)
        return Response(status=204)


def shown(rows: Any) -> list[Row]:
    """Comments as an answer has them."""
    return CommentSerializer().read(rows)
