"""The interface for programs, `/api/v1/`; README.md here is for the people who write them."""
