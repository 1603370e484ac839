"""Facts for the browser client, written once in Python: `python -m fivecrowns.data FOLDER`."""
