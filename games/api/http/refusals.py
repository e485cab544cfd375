"""Turns the errors of the services into those of the interface."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import ValidationError as FieldErrors
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail
from rest_framework.exceptions import ValidationError as BodyErrors

from games.api.answers.entries import EntrySerializer
from games.api.http.errors import KINDS, ApiError, FaultyPart
from games.display.reasons import sentence
from games.rules import Problem, card_code
from games.writing.errors import PinBlocked, RecordMismatch, StaleVersion, WriteError
from games.writing.outages import SECONDS_TO_WAIT


def pointer_of(body: Any) -> str:
    """Return the pointer to the part of a body that the rules judge; "" if there is none."""
    return next((f"/{name}" for name in ("record", "changes", "change") if name in body), "")


def refused_write(error: WriteError) -> ApiError:
    """Return the error for something that a service did not write."""
    facts: dict[str, Any] = {}
    faults: list[FaultyPart] = []
    if isinstance(error, RecordMismatch):
        faults = [FaultyPart("body", f"/record/{error.field}", str(error))]
    if isinstance(error, StaleVersion):
        facts = {
            "version": error.version,
            "entries": EntrySerializer(error.entries, many=True).data,
        }
    wait = SECONDS_TO_WAIT if error.status == 503 else None
    if isinstance(error, PinBlocked):
        wait = error.seconds
    return ApiError(error.code, str(error), faults, facts, wait)


# Malformed fields, and names that are not those of a card, call or announcement.
UNREADABLE = ("malformed", "unknown-card", "unknown-call", "unknown-announcement")


def conflict_of(problem: Problem | None, pointer: str) -> dict[str, Any] | None:
    """Return the conflict that a preview reports; None if there is none.

    Raises ApiError for something that cannot be read at all: that says nothing about the game.
    """
    if problem is None:
        return None
    if problem.code in UNREADABLE:
        raise refused_by_rules(problem, pointer)
    refusal = refused_by_rules(problem)
    return {"code": refusal.code, "detail": str(refusal.detail)} | refusal.facts


def refused_by_rules(problem: Problem, pointer: str = "") -> ApiError:
    """Return the error for a record or entry, at `pointer`, that the rules or format refuse."""
    facts: dict[str, Any] = {"rule": problem.rule or None, "action": problem.action}
    if problem.earlier is not None:
        facts["earlier"] = problem.earlier
    if problem.seat is not None:
        facts["seat"] = problem.seat
    if problem.cards:
        facts["cards"] = [card_code(card) for card in problem.cards]
    if problem.legal is not None:
        facts["legal"] = [card_code(card) for card in problem.legal]
    detail = sentence(problem)
    place = pointer
    if pointer.endswith("/record") and problem.action is not None:
        place = f"{pointer}/actions/{problem.action}"
    faults = [FaultyPart("body", place, detail)] if pointer else []
    return ApiError(problem.code, detail, faults, facts)


def refused_fields(error: FieldErrors) -> ApiError:
    refused = [(field, one) for field, errors in error.error_dict.items() for one in errors]
    faults = [FaultyPart("body", f"/{field}", " ".join(one.messages)) for field, one in refused]
    code = str(refused[0][1].code)
    detail = " ".join(fault.detail for fault in faults)
    return ApiError(code if code in KINDS else "malformed", detail, faults)


# Our codes for those of the library.
OF_THE_LIBRARY: dict[str | None, str] = {
    "invalid_choice": "unknown-choice",
    "min_value": "out-of-range",
    "max_value": "out-of-range",
}


def refused_body(error: BodyErrors) -> ApiError:
    """Return the error for a body that does not have the right shape."""
    leaves = list(_leaves(error.detail, ""))
    faults = [FaultyPart("body", pointer, str(detail)) for pointer, detail in leaves]
    codes = [OF_THE_LIBRARY.get(detail.code, str(detail.code)) for _pointer, detail in leaves]
    code = next((code for code in codes if code in KINDS), "malformed")
    sentences = [
        f"{pointer.lstrip('/')}: {detail}" if pointer else str(detail) for pointer, detail in leaves
    ]
    return ApiError(code, " ".join(sentences) or _("The request cannot be read."), faults)


def _leaves(detail: Any, pointer: str) -> Iterator[tuple[str, ErrorDetail]]:
    """Yield every sentence of nested errors, with the pointer to what it is about."""
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            step = "" if key == "non_field_errors" else f"/{_escaped(str(key))}"
            yield from _leaves(value, pointer + step)
    elif isinstance(detail, list):
        for index, value in enumerate(detail):
            nested = isinstance(value, Mapping | list)
            yield from _leaves(value, f"{pointer}/{index}" if nested else pointer)
    else:
        yield pointer, detail


def _escaped(key: str) -> str:
    """Return a key in the notation of a JSON Pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
