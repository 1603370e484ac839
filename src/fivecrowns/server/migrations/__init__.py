"""The steps from each layout of the database to the next; run when the server starts."""
