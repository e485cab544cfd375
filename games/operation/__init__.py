"""Operating the site: whether it is well, what it was asked, copies of its database, upgrades."""
