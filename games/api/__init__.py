"""The interface for programs, `/api/v1/`. README.md here is written for those who use it."""
