"""The engine on the tablet: rules, recording screen and templates in a worker. See README.md."""
