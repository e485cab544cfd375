"""How the addresses of pages begin: what the `urls.py` of each room goes on from."""

CLUB = "c/<slug:slug>"
EVENING = f"{CLUB}/evenings/<slug:evening_id>"
HAND = f"{CLUB}/hands/<slug:hand_id>"
JOB = f"{CLUB}/jobs/<slug:job_id>"
MATCH = f"{CLUB}/matches/<slug:match_id>"
PLAYER = f"{CLUB}/players/<slug:player_id>"
