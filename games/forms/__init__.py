"""What people fill in: signing in, clubs and players, a new match."""

from games.forms.clubs import ClubForm, OpenClubForm, PlayerForm
from games.forms.matches import MatchForm
from games.forms.sign_in import AdminSignInForm, SignInForm

__all__ = ["AdminSignInForm", "ClubForm", "MatchForm", "OpenClubForm", "PlayerForm", "SignInForm"]
