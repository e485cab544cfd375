"""Records as JSON objects, with other fields than they should have."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import Problem, Record, RecordError, read_record
from tests.rules.refusals import assert_well_said
from tests.rules.table import hand

PLAIN = hand().json
ABSENT = object()


def changed(**fields: Any) -> dict[str, Any]:
    """The plain record with other fields, or without those that are ABSENT."""
    return {key: value for key, value in (PLAIN | fields).items() if value is not ABSENT}


def fault(**fields: Any) -> Problem:
    """Why the changed record is refused before any action is read."""
    with pytest.raises(RecordError) as refused:
        read_record(changed(**fields))
    problem = refused.value.problem
    assert problem.action is None
    assert_well_said(problem)
    return problem


def code(**fields: Any) -> str:
    """The code of that."""
    return fault(**fields).code


def read(**fields: Any) -> Record:
    """The changed record, which is not refused."""
    return read_record(changed(**fields))
