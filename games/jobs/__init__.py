"""Long jobs outside requests: asked for on a page, done by a process that ends by itself."""

from games.jobs.asking import ask, ask_again, cancel
from games.jobs.kinds import KINDS, register, register_upkeep
from games.jobs.starting import call_upkeep, call_worker

__all__ = [
    "KINDS",
    "ask",
    "ask_again",
    "call_upkeep",
    "call_worker",
    "cancel",
    "register",
    "register_upkeep",
]
