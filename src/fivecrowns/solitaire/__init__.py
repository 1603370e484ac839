"""The official solitaire (section C of the rules): engine, view, hint and record."""
