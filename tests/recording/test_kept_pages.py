"""The page of what a tablet keeps: whatever it is sent, it answers."""

import pytest
from django.test import Client
from django.urls import reverse

ENTRY = {"key": "k", "hand": "h", "match": "m", "user": "0", "change": {"op": "undo"}}


@pytest.mark.both_databases
def test_whatever_a_tablet_sends_is_answered(scorer: Client) -> None:
    for sent, shown in (
        ({}, "Nothing is kept here"),
        ({"entries": {"a": 1}}, "Nothing is kept here"),
        (
            {"entries": [7, {}, {**ENTRY, "hand": "a b"}, {**ENTRY, "match": 3.5}]},
            "Nothing is kept",
        ),
        ({"entries": [{**ENTRY, "account": ["x"]}]}, "1 entry is kept here for"),
        ({"entries": [ENTRY, ENTRY]}, "2 entries are kept here for another account"),
    ):
        answer = scorer.post(reverse("kept"), sent, "application/json")
        assert answer.status_code == 200
        assert shown in answer.content.decode(), sent
