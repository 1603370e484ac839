"""Independent answers to test against, written from the rule text alone."""
