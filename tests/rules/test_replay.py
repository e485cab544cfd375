"""Replaying a record: as far as asked, up to the first fault, and what the verifier answers."""

import json
from dataclasses import replace

from games.rules import replay, verify
from games.rules.replaying.replay import start
from tests.rules.published import TRICKS, published, tricks
from tests.rules.table import NAMES, hand

WHOLE = published().plays(" ".join(TRICKS["TM17"]))


def test_a_record_may_stop_anywhere_and_a_part_is_replayed_as_the_part_alone() -> None:
    for upto in range(len(WHOLE.actions) + 1):
        result = replay(WHOLE.record, upto)
        assert (result.problem, result.count) == (None, upto)
    for upto in (0, 3, 4, 5, 40, 77):
        alone = replace(WHOLE, actions=WHOLE.actions[:upto])
        assert replay(WHOLE.record, upto).outcome == alone.outcome
    state = start(WHOLE.record)
    assert (state.phase, state.turn, state.index) == ("auction", 0, 0)
    assert state.tricks == ()

    # Replaying changes nothing in the record.
    record = WHOLE.record
    before = repr(record)
    replay(record)
    replay(record, 10)
    assert repr(record) == before
    assert replay(record).outcome == replay(record).outcome


def test_what_comes_before_the_first_fault_stands_and_nothing_after_it_is_looked_at() -> None:
    told = published().plays("H1 HQ HK").plays("S9").plays("H8")
    result = told.replay
    assert result.problem is not None
    assert (result.problem.code, result.problem.action, result.count) == ("must-follow-suit", 8, 8)
    assert [len(trick.cards) for trick in result.state.tricks] == [3]
    assert result.outcome.turn == 3

    told = hand().says("guard small pass").does("dance").plays("S1")
    told.refused("bid-too-low", "1.5.2", action=1)
    hand().says("pass").does("call").says("pass").refused("malformed", action=1)


# ---- the verifier's answer -------------------------------------------------------------------


def test_the_answer_to_a_scored_record() -> None:
    answer = verify(WHOLE.line)
    sheet = answer.pop("sheet")
    assert answer == {
        "ok": True,
        "status": "scored",
        "turn": None,
        "phase": "over",
        "scores": [34, -102, 34, 34],
        "sides": [[1], [0, 2, 3]],
        "card_points": [42, 49],
        "knowledge": "full",
        "level": "full",
    }
    assert sheet[0] == {
        "label": "Boris’s tricks",
        "points": 43,
        "how": "2, 3, 4, 6, 8, 10, 12, 14, 16, 17",
        "rule": "1.11.1",
    }


def test_the_answer_to_a_record_in_progress_or_passed_out() -> None:
    answer = verify(published(known=False).plays(tricks(1, 2)).line)
    assert answer == {
        "ok": True,
        "status": "in-progress",
        "turn": 1,
        "phase": "play",
        "scores": None,
        "sides": None,
        "card_points": None,
        "sheet": [],
        "knowledge": "none",
        "level": "full",
    }

    assert verify(hand().says("pass pass pass pass").line)["scores"] == [0, 0, 0, 0]


def test_the_answer_to_a_record_with_a_fault_names_it_and_where_it_stands() -> None:
    assert verify(published().plays("H1 CK").line) == {
        "ok": False,
        "error": {
            "code": "must-follow-suit",
            "action": 6,
            "message": "Boris must follow hearts: Boris holds HN and HQ.",
            "rule": "french/1.9.3a",
        },
    }

    # A revoke names the earlier action too, and no other refusal does.
    told = hand().says("guard-without pass pass pass").plays("SK H1 S3 S4 SQ S1")
    error = verify(told.line)["error"]
    assert (error["code"], error["action"], error["earlier"]) == ("revoke", 9, 5)

    error = verify(published().plays("H1 HQ HK H1").line)["error"]
    assert set(error) == {"code", "action", "message", "rule"}

    # A fault that no rule is about cites none.
    assert verify("{}") == {
        "ok": False,
        "error": {
            "code": "malformed",
            "action": None,
            "message": "“format” must be “tarot-hand/1”.",
        },
    }


def test_whatever_is_read_there_is_an_answer_in_json_that_names_the_players() -> None:
    for told in (WHOLE, hand(), published().plays("H1 CK")):
        assert json.loads(json.dumps(verify(told.line))) == verify(told.line)
    record = hand().json | {"players": ["Zoë", "花子", "Bo", "Cy"]}
    record["actions"] = [{"kind": "call", "seat": 1, "call": "pass"}]
    assert verify(json.dumps(record))["error"]["message"] == "It is Zoë’s turn to speak."
    broken: list[bytes | str] = [b"", b"null", "{", b"\xff"]
    assert not any(verify(text)["ok"] for text in broken)

    # A name is never taken for a part of the sentence.
    line = WHOLE.line.replace(NAMES[0].encode(), b"{player}").replace(b'"seat": 0', b'"seat": 1', 1)
    assert verify(line)["error"]["message"] == "It is {player}’s turn to speak."
