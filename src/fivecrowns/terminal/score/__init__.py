"""The score keeper in line mode, on the same sheets as in the browser."""
