"""Pictures of the site, taken from the site itself: two for the README, or every page."""
