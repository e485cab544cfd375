"""Other people's engines, driven through Python: what their users accept per step.

Steps of other games are other work; the ratios say how we stand to accepted tools, no more. Each
function makes its games outside the clock and raises ImportError where the library is missing.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator, Sequence

from games.rules import State, card_code, card_id, replay
from games.rules.hand.actions import Play
from games.rules.replaying.phase_table import enter
from tests.campaigns.bench.engine import listing, plays_of
from tests.campaigns.bench.hands import TimedHand, hands_of
from tests.campaigns.figures import Goal, Line, compared, unmeasured
from tests.campaigns.timing import Case, Each, measure

HANDS = 40
POKER_HANDS, CHESS_GAMES, TAROK_GAMES = 30, 30, 100
LONGEST_GAME = 80  # moves of chess


def poker() -> Case:
    """pokerkit: the actions of recorded hands of six, applied one by one."""
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    random.seed(7)  # the library shuffles with the global generator
    chance = random.Random(7)
    warnings.simplefilter("ignore")  # it warns of every card it was not told
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    recorded = []
    for _ in range(POKER_HANDS):
        hand = game((200,) * 6, 6)
        while hand.status:
            throw = chance.random()
            if throw < 0.18 and hand.can_fold():
                hand.fold()
            elif throw < 0.3 and hand.can_complete_bet_or_raise_to():
                hand.complete_bet_or_raise_to(hand.min_completion_betting_or_raising_to_amount)
            else:
                hand.check_or_call()
        recorded.append(HandHistory.loads(HandHistory.from_game_state(game, hand).dumps()))
    steps = sum(len(history.actions) for history in recorded)

    def apply_all(history: HandHistory) -> None:
        for _ in history.state_actions:
            pass

    return Each(apply_all, recorded).as_case(steps)


def chess() -> Case:
    """python-chess: moves in standard notation, parsed, judged and made."""
    from chess import Board

    chance = random.Random(7)
    games = []
    for _ in range(CHESS_GAMES):
        board = Board()
        moves: list[str] = []
        while len(moves) < LONGEST_GAME and (legal := list(board.legal_moves)):
            move = chance.choice(legal)
            moves.append(board.san(move))
            board.push(move)
        games.append(moves)

    def play_through(moves: Sequence[str]) -> None:
        board = Board()
        for move in moves:
            board.push_san(move)

    return Each(play_through, games).as_case(sum(map(len, games)))


def tarok() -> Case:
    """OpenSpiel, C++: Slovenian tarok for three, all 16 tricks, moves listed and made."""
    import pyspiel

    chance = random.Random(7)
    game = pyspiel.load_game("tarok")
    recorded = []
    for _ in range(TAROK_GAMES):
        state = game.new_initial_state()
        actions: list[int] = []
        while state.is_chance_node():
            values, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(values, weights)[0])
        begun = state.clone()
        while not state.is_terminal():
            legal = state.legal_actions()
            # Three passes: then all tricks are played.
            action = legal[0] if len(actions) < 3 else chance.choice(legal)
            actions.append(action)
            state.apply_action(action)
        recorded.append((begun, actions))

    def play_through(game: tuple[pyspiel.State, Sequence[int]]) -> None:
        state = game[0].clone()
        for action in game[1]:
            state.legal_actions()
            state.apply_action(action)

    return Each(play_through, recorded).as_case(sum(len(actions) for _, actions in recorded))


def recorded(hands: Sequence[TimedHand]) -> Case:
    """Ours: the actions of records, the deal included."""
    records = [hand.record for hand in hands]
    return Each(replay, records).as_case(sum(len(record.actions) for record in records))


def typed(hands: Sequence[TimedHand]) -> Case:
    """Ours: card codes as they are typed, read, judged and played."""
    codes = [[card_code(card) for card in hand.cards] for hand in hands]

    def work(states: Sequence[State]) -> None:
        for state, tokens in zip(states, codes, strict=True):
            for token in tokens:
                if state.turn is not None:
                    enter(state, Play(state.turn, card_id(token)))

    return Case(work, plays_of(hands), lambda: [hand.at_first_card() for hand in hands])


COMPARISONS = (
    ("a recorded action", "pokerkit, PHH", recorded, poker, Goal(25, 20, faster=True)),
    ("a typed card", "chess, push_san", typed, chess, Goal(5, 4, faster=True)),
    ("a play, legal cards listed", "OpenSpiel tarok", listing, tarok, Goal(3.5, 5)),
)


def rows(runs: int) -> Iterator[Line]:
    """Ours against each library that is installed."""
    hands = hands_of(4, HANDS, known=True)
    for name, library, ours, theirs, goal in COMPARISONS:
        try:
            rival = theirs()
        except ImportError as missing:
            yield unmeasured(name, f"{missing.name}, for {library}, is not installed")
            continue
        found = measure({"ours": ours(hands), "theirs": rival}, runs)
        yield compared(name, found["ours"], library, found["theirs"], goal)
