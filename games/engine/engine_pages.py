"""The addresses of the engine, asked for without cookies: its parts, its worker, its files."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import condition, require_safe

from games.access.quota import HEAVY, TooFast, count
from games.access.signin import client_address
from games.engine.engine_files import BUNDLE, CONTENT_TYPES, EngineFiles, NotReady, engine_files
from games.writing.errors import Busy

ASKED_AGAIN = {"Cache-Control": "public, no-cache"}
KEPT_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


def _once_made(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a view that asks to be tried again (503) while the engine is being made."""

    @wraps(view)
    def answer(*args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(*args, **kwargs)
        except NotReady:
            return HttpResponse(status=Busy.status, headers=ASKED_AGAIN)

    return answer


def _digest(_request: HttpRequest) -> str:
    return f'"{engine_files().digest}"'


@login_not_required
@require_safe
@_once_made
@condition(etag_func=_digest)
def engine(request: HttpRequest) -> HttpResponse:
    """Describe what the engine consists of.

    `digest` of the whole, the address of the folder `runtime` and of the `bundle`, for each of the
    `files` its digest as browsers check it, and their `size`, the number of bytes of all of them.
    """
    made = engine_files()
    return JsonResponse(
        {
            "digest": made.digest,
            "runtime": _address(made.runtime, ""),
            "bundle": _address(made.bundle, BUNDLE),
            "files": _digests(made),
            "size": sum(file.size for file in made.files.values()),
        },
        headers=ASKED_AGAIN,
    )


def _address(folder: str, name: str) -> str:
    return f"{reverse('engine')}{folder}/{name}"


def _digests(made: EngineFiles) -> dict[str, str]:
    return {_address(*place): file.integrity for place, file in sorted(made.files.items())}


@login_not_required
@require_safe
def engine_worker(request: HttpRequest) -> HttpResponse:
    """Send the script in which the engine runs.

    A worker has the policy of its script's answer, so that this one alone allows WebAssembly; and
    it is here, below the addresses of the files, so that the service worker keeps all of them.
    """
    script = (Path(settings.BASE_DIR) / "static" / "js" / "engine" / "worker.js").read_bytes()
    javascript = CONTENT_TYPES[".js"]
    response = HttpResponse(script, content_type=javascript, headers=ASKED_AGAIN)
    response.compiles = True  # type: ignore[attr-defined]
    return response


@login_not_required
@require_safe
@_once_made
def engine_file(request: HttpRequest, folder: str, name: str) -> HttpResponse:
    """Send a file of the site's present engine, compressed where the browser takes that."""
    file = engine_files().files.get((folder, name))
    if file is None:
        raise Http404
    compressed = GZIP.search(request.headers.get("Accept-Encoding", "")) is not None
    if not compressed and (wait := count(HEAVY, client_address(request)).wait):
        raise TooFast(wait)
    contents = file.compressed if compressed else gzip.decompress(file.compressed)
    response = HttpResponse(contents, content_type=file.content_type, headers=KEPT_FOR_EVER)
    if compressed:
        response.headers["Content-Encoding"] = "gzip"
    patch_vary_headers(response, ["Accept-Encoding"])
    return response
