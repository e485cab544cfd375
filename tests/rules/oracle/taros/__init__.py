"""A second, slow and plain judge of records of the Jeu de Taros of 1659, with its generator."""

from ..cards import PACK
from ..game import Game
from .breaking import MUTATIONS
from .scoring import settle
from .sheet import HAND_SIZE, OPTIONS, STOCK_SIZE
from .story import TarosStory
from .table import TarosTable

TAROS = Game(
    key="taros-1659",
    pack=PACK,
    hand_size=HAND_SIZE,
    stock_size=STOCK_SIZE,
    options=OPTIONS,
    zero_sum=False,
    story=TarosStory,
    settle=settle,
    table=TarosTable,
    mutations=MUTATIONS,
)
