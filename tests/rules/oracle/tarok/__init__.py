"""Tarok of the SCA, five equal suits, judged from its sheet."""

from ..cards import PACK
from ..game import Game
from .breaking import MUTATIONS
from .scoring import settle
from .sheet import HAND_SIZE, OPTIONS, PILE_SIZE
from .story import TarokStory
from .table import TarokTable

TAROK = Game(
    key="sca-tarok",
    pack=PACK,
    hand_size=HAND_SIZE,
    stock_size=PILE_SIZE,
    options=OPTIONS,
    zero_sum=False,
    story=TarokStory,
    settle=settle,
    table=TarokTable,
    mutations=MUTATIONS,
)
