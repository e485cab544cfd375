"""`POST /api/v1/records/verify`: the answers of `manage.py verify_records` by network."""

import json
from io import BytesIO
from typing import IO, Any, NamedTuple

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from games.api.answers.changes import RECORD
from games.api.answers.verdicts import VerdictSerializer
from games.api.http.endpoint import Endpoint
from games.api.http.errors import ApiError
from games.api.http.limits import Heavy, Requests
from games.api.http.negotiation import BINARY, Ndjson, form
from games.api.http.strict import read, refuse_compressed, too_large
from games.rules import ndjson

LARGEST_UPLOAD = 5 * 1024 * 1024
MOST_RECORDS = 2_000
JSON, NDJSON = "application/json", Ndjson.media_type


class Upload(NamedTuple):
    """Records that were sent, and the form of the answers."""

    records: list[ndjson.Line]
    form: str


class OneRecord(BaseParser):
    """A body with one record, which only the strict reader of records judges."""

    media_type = JSON

    def parse(self, stream: IO[bytes], *args: Any, **kwargs: Any) -> Any:
        """Return the body unchanged, as an Upload. Raises ApiError `too-large`."""
        body = ndjson.without_line_break(read(stream, LARGEST_UPLOAD))
        return Upload([(1, body)] if body.strip() else [], JSON)


class ManyRecords(BaseParser):
    """A body with one record a line."""

    media_type = NDJSON

    def parse(self, stream: IO[bytes], *args: Any, **kwargs: Any) -> Any:
        """Return the lines of the body as an Upload. Raises ApiError `too-large`."""
        records = list(ndjson.lines(BytesIO(read(stream, LARGEST_UPLOAD))))
        if len(records) > MOST_RECORDS:
            raise too_large(_("At most {limit} records at once."), MOST_RECORDS)
        return Upload(records, NDJSON)


class Verify(Endpoint):
    """Judging records without keeping them."""

    parser_classes = [OneRecord, ManyRecords]
    renderer_classes = [form("json", JSON), Ndjson]
    throttle_classes = [Requests, Heavy]
    writes = False
    largest_body = LARGEST_UPLOAD

    def known_parameters(self) -> tuple[str, ...]:
        """None: the form of the answer follows that of the request."""
        return ()

    @extend_schema(
        operation_id="records_verify",
        parameters=[OpenApiParameter("format", exclude=True)],
        request={JSON: RECORD, NDJSON: BINARY},
        responses={200: VerdictSerializer},
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Judge one record, or one record a line.

        One record is answered with one object, NDJSON with one object a line in the same order.
        A record that is not valid is an answer like any other: the status is 200.
        """
        refuse_compressed(request)
        upload: Any = request.data  # an empty body does not reach the parsers
        if not isinstance(upload, Upload) or not upload.records:
            raise ApiError("malformed", _("The request contains no record."))
        verdicts = (json.dumps(verdict).encode() for verdict in ndjson.answers(upload.records))
        if upload.form == JSON:
            return HttpResponse(next(verdicts), content_type=JSON)
        return StreamingHttpResponse((one + b"\n" for one in verdicts), content_type=NDJSON)
